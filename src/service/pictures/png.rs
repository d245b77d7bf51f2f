//! From SVG to pixels to PNG.
//!
//! Only the embedded fonts are used, and none of the machine, so that a picture has the same bytes everywhere.

use std::sync::{Arc, LazyLock};
use std::thread;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use resvg::tiny_skia::{Color, Pixmap, PixmapMut, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::palette::quantize;

/// The level of compression, of 9: a higher one costs several times the processor time and saves a few kilobytes.
const DEFLATE: u8 = 4;

/// The drawing as a PNG `width` pixels wide; the same bytes for the same drawing. Takes tens of milliseconds of a
/// processor: not for threads that answer requests. An error tells what is wrong with the drawing.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, String> {
    let pixels = pixels(svg, width)?;
    let quantized = quantize(pixels.data());
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(quantized.palette);
    encoder.set_deflate_compression(DeflateCompression::Level(DEFLATE));
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&quantized.indices).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// The highest picture, in pixels: no board is higher.
const HIGHEST: u32 = 8_000;
/// Into how many bands a picture is cut, each drawn on a thread of its own.
const BANDS: u32 = 2;

/// The drawing `width` pixels wide, on white, with the embedded fonts. No image that it names is loaded, from anywhere.
fn pixels(svg: &str, width: u32) -> Result<Pixmap, String> {
    let options = Options {
        fontdb: fonts(),
        font_family: FAMILY.to_owned(),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0) as u32;
    if height > HIGHEST {
        return Err(format!("the picture would be {height} pixels high"));
    }
    let mut pixels = Pixmap::new(width, height).ok_or("a picture without pixels")?;
    pixels.fill(Color::WHITE);
    render(&tree, scale, &mut pixels);
    Ok(pixels)
}

/// Renders the bands side by side. A band begins at a whole pixel, so that no seam can be seen.
fn render(tree: &Tree, scale: f32, pixels: &mut Pixmap) {
    let (width, rows) = (pixels.width(), pixels.height().div_ceil(BANDS));
    let row_bytes = width as usize * 4;
    thread::scope(|scope| {
        for (index, band) in pixels.data_mut().chunks_mut(row_bytes * rows as usize).enumerate() {
            scope.spawn(move || {
                let below = -((index as u32 * rows) as f32);
                let height = (band.len() / row_bytes) as u32;
                if let Some(mut band) = PixmapMut::from_bytes(band, width, height) {
                    let place = Transform::from_scale(scale, scale).post_translate(0.0, below);
                    resvg::render(tree, place, &mut band);
                }
            });
        }
    });
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

    #[test]
    fn the_same_drawing_is_the_same_bytes() {
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='3'/></svg>";
        assert_eq!(png(svg, 300).unwrap(), png(svg, 300).unwrap());
    }
}
