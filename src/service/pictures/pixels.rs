//! From SVG to pixels.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::fonts::{FAMILY, fonts};

/// The highest picture, in pixels: more is nobody's board.
const HIGHEST: u32 = 8_000;

/// The drawing `width` pixels wide, on white. Fonts are ours, and no image is ever loaded, from wherever.
pub fn pixels(svg: &str, width: u32) -> Result<Pixmap, String> {
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
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}
