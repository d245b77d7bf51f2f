//! From SVG to PNG.
//!
//! Only the embedded fonts are used, and none of the machine, so that a picture has the same bytes everywhere.

use std::io::{self, Write};
use std::sync::{Arc, LazyLock};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::{BitDepth, ColorType, Encoder, EncodingError, chunk};
use usvg::fontdb::Database;
use usvg::{ImageHrefResolver, Options, Tree};
use vello_cpu::Pixmap;

use super::palette::{Quantized, quantize};
use super::raster::pixels;

/// The levels of compression, of 9. The second takes a third more time, for a twentieth fewer bytes, which is worth it
/// where bytes are counted; what is above saves no more than one in a hundred.
const QUICK: u32 = 4;
const SMALL: u32 = 5;

/// The drawing as a PNG of the first of `widths`, the widest first, that gives at most `most_bytes`; `None` if none does.
/// The same bytes for the same drawing. Takes tens of milliseconds of a processor: not for threads that answer requests.
/// An error tells what is wrong with the drawing.
pub fn png(svg: &str, widths: &[u16], most_bytes: Option<usize>) -> Result<Option<Vec<u8>>, String> {
    let tree = parsed(svg)?;
    let (level, most_bytes) = most_bytes.map_or((QUICK, usize::MAX), |most| (SMALL, most));
    let mut most_area = u64::MAX;
    for &width in widths {
        let area = u64::from(width).pow(2);
        if area > most_area {
            continue;
        }
        let png = encoded(&pixels(&tree, width)?, level).map_err(|error| error.to_string())?;
        if png.len() <= most_bytes {
            return Ok(Some(png));
        }
        // A smaller picture has fewer pixels and as many edges: it has fewer bytes, but not as few as it has pixels.
        most_area = area * most_bytes as u64 / png.len() as u64;
    }
    Ok(None)
}

fn encoded(pixels: &Pixmap, level: u32) -> Result<Vec<u8>, EncodingError> {
    let colours = quantize(pixels.data_as_u8_slice());
    let packed = packed(pixels, &colours, level)?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width().into(), pixels.height().into());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(colours.palette);
    let mut writer = encoder.write_header()?;
    writer.write_chunk(chunk::IDAT, &packed)?;
    writer.finish()?;
    Ok(bytes)
}

/// How many bytes of rows are packed together. The encoder of the crate `png` passes one row after the other, and for
/// each the packer clears its buffer of 32 KB.
const TOGETHER: usize = 1 << 16;

/// The rows as a PNG holds them, none of them filtered.
fn packed(pixels: &Pixmap, colours: &Quantized, level: u32) -> io::Result<Vec<u8>> {
    const NO_FILTER: u8 = 0;
    let width = usize::from(pixels.width());
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::new(level));
    let mut rows = Vec::with_capacity(TOGETHER + width + 1);
    for row in pixels.data_as_u8_slice().chunks_exact(width * 4) {
        rows.push(NO_FILTER);
        colours.number(row, &mut rows);
        if rows.len() >= TOGETHER {
            packer.write_all(&rows)?;
            rows.clear();
        }
    }
    packer.write_all(&rows)?;
    packer.finish()
}

/// The drawing with the embedded fonts. No image that it names is loaded, from anywhere.
fn parsed(svg: &str) -> Result<Tree, String> {
    let options = Options {
        fontdb: fonts(),
        font_family: FAMILY.to_owned(),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|error| error.to_string())
}

/// The family that drawings name first.
const FAMILY: &str = "DejaVu Sans Condensed";

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("fonts/DejaVuSansCondensed.ttf").to_vec());
    fonts.load_font_data(include_bytes!("fonts/DejaVuSansCondensed-Bold.ttf").to_vec());
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

/// The embedded fonts, read once.
fn fonts() -> Arc<Database> {
    Arc::clone(&FONTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CIRCLE: &str =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='3'/></svg>";

    #[test]
    fn the_widest_picture_that_is_small_enough_is_chosen() {
        let of_width = |width| png(CIRCLE, &[width], Some(48_000)).unwrap().unwrap();
        let (wide, narrow) = (of_width(800), of_width(200));
        let widest = |most| png(CIRCLE, &[800, 200], Some(most)).unwrap();
        assert!(widest(wide.len()) == Some(wide.clone()));
        assert!(widest(wide.len() - 1) == Some(narrow.clone()));
        assert_eq!(widest(narrow.len() - 1), None);
    }

    #[test]
    fn the_same_drawing_is_the_same_bytes() {
        assert_eq!(png(CIRCLE, &[300], None).unwrap(), png(CIRCLE, &[300], None).unwrap());
    }
}
