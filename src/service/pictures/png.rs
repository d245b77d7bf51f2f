//! From pixels to PNG.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use super::pixels::pixels;
use super::shades::shades;

/// How hard is packed, of 9: more costs several times the processor time and saves a few kilobytes.
const DEFLATE: u8 = 2;

/// The drawing as a PNG `width` pixels wide; the same bytes for the same drawing. Takes tens of milliseconds of a
/// processor: not for threads that answer requests. The error says what is wrong with the drawing.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, String> {
    let pixels = pixels(svg, width)?;
    let shades = shades(pixels.data());
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(shades.palette);
    encoder.set_deflate_compression(DeflateCompression::Level(DEFLATE));
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&shades.indices).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(bytes)
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
