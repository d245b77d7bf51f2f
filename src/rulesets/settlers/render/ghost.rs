//! What the viewer has chosen to do, shown on the board before it is sent: a faint piece in a broken frame.

use super::board::{house, mark_spot, place, road, robber};
use super::{BoardSpot, Scene, mark_of, spot_of};
use crate::settlers::action::Action;
use crate::settlers::state::{Building, BuildingKind};
use rules::render::{Canvas, PlaceMark};

pub fn ghost(canvas: &mut Canvas, scene: &Scene<'_>) {
    let (Some(action), Some(own)) = (scene.chosen, scene.view.own.as_ref()) else { return };
    let Some(spot) = spot_of(action) else { return };
    let kind = match action {
        Action::BuildCity(_) => BuildingKind::City,
        _ => BuildingKind::Settlement,
    };
    canvas.ghost(|canvas| match spot {
        BoardSpot::Vertex(vertex) => house(canvas, Building { kind, seat: own.seat }, place(vertex.point())),
        BoardSpot::Edge(edge) => road(canvas, own.seat, edge, None),
        BoardSpot::Hex(hex) => robber(canvas, place(hex.centre())),
    });
    mark_spot(canvas, scene, PlaceMark::Chosen, (&mark_of(spot), spot));
}
