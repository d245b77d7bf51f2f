//! From a drawing to pixels.
//!
//! vello_cpu takes two fifths of the processor that resvg's own renderer takes for a full board. It draws paths, so what
//! drawings of the service consist of is translated: filled and stroked paths, letters as the paths of their font, groups
//! with an opacity, and drawings within others.

use usvg::tiny_skia_path::{PathSegment, Point as SvgPoint};
use usvg::{ClipPath, FillRule, Group, LineCap, LineJoin, Node, PaintOrder, Path, Transform, Tree};
use vello_cpu::kurbo::{Affine, BezPath, Cap, Join, Point, Stroke};
use vello_cpu::peniko::{Color, Fill};
use vello_cpu::{Level, Pixmap, RasterizerSettings, RenderContext, RenderSettings, Resources, TargetInit};

/// The highest picture, in pixels: no board is higher.
const HIGHEST: f64 = 8_000.0;

/// The drawing `width` pixels wide, on white. Error: it is too high, or contains what no ruleset draws.
pub fn pixels(tree: &Tree, width: u16) -> Result<Pixmap, String> {
    let scale = f64::from(width) / f64::from(tree.size().width());
    let height = (f64::from(tree.size().height()) * scale).ceil().max(1.0);
    if height > HIGHEST {
        return Err(format!("the picture would be {height} pixels high"));
    }
    // The instructions that every processor of this kind has: with newer ones a pixel at an edge can differ by one
    // shade, and the same picture would have other bytes on another machine. They save less than a tenth.
    let settings = RenderSettings { level: Level::baseline(), num_threads: 0 };
    let mut canvas = RenderContext::new_with(width, height as u16, settings);
    draw_group(&mut canvas, tree.root(), Affine::scale(scale))?;
    canvas.flush();
    let mut pixels = Pixmap::new(width, height as u16);
    let on_white =
        RasterizerSettings { target_init: TargetInit::Clear(Color::WHITE), ..RasterizerSettings::default() };
    canvas.render_with(&mut pixels, &mut Resources::new(), on_white);
    Ok(pixels)
}

fn draw_group(canvas: &mut RenderContext, group: &Group, scale: Affine) -> Result<(), String> {
    let is_plain = group.mask().is_none() && group.filters().is_empty();
    if !is_plain || group.blend_mode() != usvg::BlendMode::Normal {
        return Err("the drawing has a group with a mask, a filter or a blend mode".to_owned());
    }
    if let Some(clip) = group.clip_path() {
        let at = scale * affine(group.abs_transform()) * affine(clip.transform());
        canvas.set_transform(at);
        canvas.set_fill_rule(Fill::NonZero);
        canvas.push_clip_path(&clip_shape(clip)?);
    }
    if group.opacity().get() < 1.0 {
        canvas.push_opacity_layer(group.opacity().get());
    }
    for node in group.children() {
        match node {
            Node::Group(group) => draw_group(canvas, group, scale)?,
            Node::Text(text) => draw_group(canvas, text.flattened(), scale)?,
            Node::Path(path) if path.is_visible() => draw_path(canvas, path, scale)?,
            Node::Path(_) => {}
            Node::Image(_) => return Err("the drawing has an image".to_owned()),
        }
    }
    if group.opacity().get() < 1.0 {
        canvas.pop_layer();
    }
    if group.clip_path().is_some() {
        canvas.pop_clip();
    }
    Ok(())
}

/// The frame of a drawing within another one.
fn clip_shape(clip: &ClipPath) -> Result<BezPath, String> {
    match clip.root().children() {
        [Node::Path(frame)] if clip.clip_path().is_none() => Ok(shape(frame)),
        _ => Err("the drawing has a clip path that is not one path".to_owned()),
    }
}

fn draw_path(canvas: &mut RenderContext, path: &Path, scale: Affine) -> Result<(), String> {
    canvas.set_transform(scale * affine(path.abs_transform()));
    let shape = shape(path);
    match path.paint_order() {
        PaintOrder::FillAndStroke => {
            fill(canvas, path, &shape)?;
            stroke(canvas, path, &shape)
        }
        PaintOrder::StrokeAndFill => {
            stroke(canvas, path, &shape)?;
            fill(canvas, path, &shape)
        }
    }
}

fn fill(canvas: &mut RenderContext, path: &Path, shape: &BezPath) -> Result<(), String> {
    let Some(fill) = path.fill() else { return Ok(()) };
    canvas.set_fill_rule(match fill.rule() {
        FillRule::NonZero => Fill::NonZero,
        FillRule::EvenOdd => Fill::EvenOdd,
    });
    canvas.set_paint(colour(fill.paint(), fill.opacity().get())?);
    canvas.fill_path(shape);
    Ok(())
}

fn stroke(canvas: &mut RenderContext, path: &Path, shape: &BezPath) -> Result<(), String> {
    let Some(stroke) = path.stroke() else { return Ok(()) };
    let line = Stroke::new(stroke.width().get().into())
        .with_caps(match stroke.linecap() {
            LineCap::Butt => Cap::Butt,
            LineCap::Round => Cap::Round,
            LineCap::Square => Cap::Square,
        })
        .with_join(match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => Join::Miter,
            LineJoin::Round => Join::Round,
            LineJoin::Bevel => Join::Bevel,
        })
        .with_miter_limit(stroke.miterlimit().get().into());
    canvas.set_stroke(match stroke.dasharray() {
        Some(dashes) => line.with_dashes(stroke.dashoffset().into(), dashes.iter().copied().map(f64::from)),
        None => line,
    });
    canvas.set_paint(colour(stroke.paint(), stroke.opacity().get())?);
    canvas.stroke_path(shape);
    Ok(())
}

fn colour(paint: &usvg::Paint, opacity: f32) -> Result<Color, String> {
    match paint {
        usvg::Paint::Color(plain) => {
            Ok(Color::from_rgb8(plain.red, plain.green, plain.blue).with_alpha(opacity))
        }
        _ => Err("the drawing has a gradient or a pattern".to_owned()),
    }
}

fn affine(transform: Transform) -> Affine {
    let Transform { sx, kx, ky, sy, tx, ty } = transform;
    Affine::new([sx, ky, kx, sy, tx, ty].map(f64::from))
}

fn shape(path: &Path) -> BezPath {
    let point = |at: SvgPoint| Point::new(at.x.into(), at.y.into());
    let mut shape = BezPath::new();
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => shape.move_to(point(to)),
            PathSegment::LineTo(to) => shape.line_to(point(to)),
            PathSegment::QuadTo(over, to) => shape.quad_to(point(over), point(to)),
            PathSegment::CubicTo(first, second, to) => shape.curve_to(point(first), point(second), point(to)),
            PathSegment::Close => shape.close_path(),
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use usvg::Options;

    use super::*;

    fn drawn(body: &str) -> Result<Pixmap, String> {
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>{body}</svg>");
        pixels(&Tree::from_str(&svg, &Options::default()).unwrap(), 20)
    }

    fn shade(pixels: &Pixmap, x: u16, y: u16) -> [u8; 4] {
        let pixel = pixels.sample(x, y);
        [pixel.r, pixel.g, pixel.b, pixel.a]
    }

    #[test]
    fn shapes_are_drawn_to_scale_on_white_and_groups_let_through_what_is_below() {
        let pixels = drawn(
            "<rect width='5' height='10' fill='#ff0000'/>
            <g opacity='.5'><rect y='5' width='10' height='5'/><rect y='5' width='10' height='5'/></g>",
        )
        .unwrap();
        assert_eq!((pixels.width(), pixels.height()), (20, 20));
        assert_eq!(shade(&pixels, 9, 9), [255, 0, 0, 255]);
        assert_eq!(shade(&pixels, 10, 9), [255, 255, 255, 255]);
        for (x, below) in [(5, [255, 0, 0]), (15, [255, 255, 255])] {
            let [red, green, blue, alpha] = shade(&pixels, x, 15);
            for (seen, below) in [red, green, blue].into_iter().zip(below) {
                assert!(seen.abs_diff(below / 2) <= 1, "{seen} over {below}");
            }
            assert_eq!(alpha, 255);
        }
    }

    #[test]
    fn the_halo_of_a_letter_is_drawn_below_it_and_dashes_leave_gaps() {
        let halo =
            "<rect x='2' y='2' width='6' height='6' stroke='#00ff00' stroke-width='2' paint-order='stroke'/>";
        let pixels = drawn(halo).unwrap();
        assert_eq!(shade(&pixels, 4, 10), [0, 0, 0, 255]);
        assert_eq!(shade(&pixels, 3, 10), [0, 255, 0, 255]);
        let pixels =
            drawn("<path d='M0 5H10' stroke='#000' stroke-width='2' stroke-dasharray='2 2'/>").unwrap();
        assert_eq!([2, 6, 10].map(|x| shade(&pixels, x, 10)[0]), [0, 255, 0]);
    }

    #[test]
    fn a_drawing_within_another_one_does_not_leave_its_frame() {
        let inner = "<svg x='2' y='2' width='4' height='4' viewBox='0 0 2 2'><rect x='1' width='9' height='9'/></svg>";
        let pixels = drawn(inner).unwrap();
        let black = |x, y| shade(&pixels, x, y) == [0, 0, 0, 255];
        assert!(black(8, 4) && black(11, 11));
        assert!(!black(7, 4) && !black(8, 3) && !black(12, 11) && !black(11, 12));
    }

    #[test]
    fn what_no_ruleset_draws_is_an_error_and_so_is_a_picture_that_is_too_high() {
        let gradient = "<linearGradient id='g'><stop stop-color='#f00'/><stop offset='1' stop-color='#00f'/></linearGradient>
            <rect width='9' height='9' fill='url(#g)'/>";
        assert!(drawn(gradient).is_err());
        let high = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 100'><path d='M0 0h1v9z'/></svg>";
        assert!(pixels(&Tree::from_str(high, &Options::default()).unwrap(), 200).is_err());
    }
}
