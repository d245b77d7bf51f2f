//! Which picture is asked for, and how wide.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::{Code, Error};
use crate::http::look::Place;
use crate::service::pictures::WIDTHS;
use crate::service::table::Table;
use rules::Viewer;

/// The width of a picture if none is asked for, in pixels: what a phone shows.
const USUAL_WIDTH: u16 = 600;

/// Which picture is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PictureParameters {
    /// The board as you could see it at this version; left out: now.
    #[param(minimum = 0)]
    pub version: Option<i64>,
    /// `spectator`: as somebody without a seat. Left out: from your seat, if you have one.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub place: Option<Place>,
}

/// Which picture is asked for, in pixels.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PixelParameters {
    /// The board as you could see it at this version; left out: now.
    #[param(minimum = 0)]
    pub version: Option<i64>,
    /// `spectator`: as somebody without a seat. Left out: from your seat, if you have one.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub place: Option<Place>,
    /// How wide, in pixels, 200 to 1200; 600 if left out.
    #[param(minimum = 200, maximum = 1200)]
    pub width: Option<u16>,
}

/// How wide a chart is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WidthParameter {
    /// How wide, in pixels, 200 to 1200; 600 if left out.
    #[param(minimum = 200, maximum = 1200)]
    pub width: Option<u16>,
}

pub fn viewer(table: &Table, place: Option<Place>) -> Viewer {
    if place.is_some() { None } else { table.seat }
}

/// A width within its bounds. Error: `invalid_parameter`.
pub fn bounded(width: Option<u16>) -> Result<u16, Error> {
    let width = width.unwrap_or(USUAL_WIDTH);
    if WIDTHS.contains(&width) {
        return Ok(width);
    }
    let said = format!("A picture is {} to {} pixels wide.", WIDTHS.start(), WIDTHS.end());
    Err(Code::InvalidParameter.field("width", said))
}
