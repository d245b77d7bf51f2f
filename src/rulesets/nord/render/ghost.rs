//! What the viewer has chosen to do, shown on the board before it is sent: faint pieces, which marks frame.

use super::Scene;
use super::island::{crown, worker_piece};
use crate::nord::action::Action;
use crate::nord::board::Field;
use crate::nord::state::Jarl;
use rules::render::{Canvas, Point};

/// `at` is the middle of a field.
pub fn ghost(canvas: &mut Canvas, scene: &Scene<'_>, at: impl Fn(Field) -> Point) {
    let (Some(action), Some(own)) = (scene.chosen, scene.view.own.as_ref()) else { return };
    let seat = own.seat;
    canvas.ghost(|canvas| match action {
        Action::PlaceWorkers(placing) => {
            for field in &placing.fields {
                let is_on_land = scene.board().land(*field).is_some();
                worker_piece(canvas, seat, is_on_land, at(*field).moved(0.0, 3.0));
            }
        }
        Action::ChooseStart(choice) => {
            let settlement = scene.board().settlements().find(|(id, _)| *id == choice.settlement);
            if let Some((_, field)) = settlement {
                crown(canvas, Jarl::Own { seat }, at(field).moved(0.0, -8.0));
            }
        }
        // The pieces of the others stay until the action is sent.
        Action::PlayTreasure(_) | Action::Attack(_) | Action::DefeatJarl(_) => {}
    });
}
