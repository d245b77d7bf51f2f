//! From SVG to pixels.

use std::thread;

use resvg::tiny_skia::{Color, Pixmap, PixmapMut, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::fonts::{FAMILY, fonts};

/// The highest picture, in pixels: more is nobody's board.
const HIGHEST: u32 = 8_000;
/// Into how many bands a picture is cut, each drawn on a thread of its own.
const BANDS: u32 = 2;

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
    draw(&tree, scale, &mut pixels);
    Ok(pixels)
}

/// Draws the bands side by side. A band begins at a whole pixel, so that no seam can be seen.
fn draw(tree: &Tree, scale: f32, pixels: &mut Pixmap) {
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
