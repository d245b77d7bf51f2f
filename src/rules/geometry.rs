//! What the game is played with as clients see it: the components that games store, how the board is laid out, and the
//! colours of the server's own pictures, so that a client can draw a board that agrees with them.
//!
//! May know: what the renderer's tools know. Everything here follows from the values that the pictures are drawn with.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::Json;
use crate::contract::Rules;
use crate::render::{GroundColour, SeatStyle};

/// How long a side of a hex is in the coordinates of clients. They are whole numbers, as all are in the API; with a
/// thousand to a side the rounding is far below a pixel.
pub const HEX_UNIT: i16 = 1000;

/// A point that is given in sides of a hex, in the coordinates of clients.
pub fn in_units((x, y): (f32, f32)) -> (i16, i16) {
    let scaled = |part: f32| (part * f32::from(HEX_UNIT)).round() as i16;
    (scaled(x), scaled(y))
}

/// The board as data. A part of a ruleset, for clients that draw the board themselves.
pub trait BoardGeometry: Rules {
    /// The components as games store them.
    type Components: ToSchema;
    /// Where the places of the board lie.
    type Geometry: Serialize + ToSchema;

    fn geometry(&self) -> Self::Geometry;
    /// The grounds of the board in the colours of the pictures.
    fn colours(&self) -> Vec<GroundColour>;
}

/// The components with what clients need beside them. The stored ones keep their text, so that they are shown as the
/// game has them.
#[derive(Serialize)]
struct ShownComponents<'a, G> {
    ruleset: &'static str,
    #[serde(flatten)]
    stored: BTreeMap<String, &'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    geometry: Option<G>,
    colours: Vec<GroundColour>,
    seats: Vec<SeatStyle>,
}

/// The components of `rules` for clients; `board` is its geometry with its colours, if it has any.
pub(crate) fn shown_components<R: Rules, G: Serialize>(
    rules: &R,
    board: Option<(G, Vec<GroundColour>)>,
) -> Result<Json, serde_json::Error> {
    let (geometry, colours) =
        board.map_or((None, Vec::new()), |(geometry, colours)| (Some(geometry), colours));
    let seats = (0..*rules.players().end()).map(SeatStyle::of).collect();
    let stored = serde_json::from_str(rules.components())?;
    serde_json::value::to_raw_value(&ShownComponents { ruleset: R::ID, stored, geometry, colours, seats })
}
