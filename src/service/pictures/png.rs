//! From pixels to PNG.

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use super::pixels::pixels;
use super::shades::shades;

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
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&shades.indices).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(bytes)
}
