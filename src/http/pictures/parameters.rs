//! How pictures are requested: the parameters of their addresses.
//!
//! A PNG has the parameters of the SVG and a width ([`PictureWidth`]), so the structs ignore names that they don't
//! know. The check against the description refuses those that the operation does not have.

use actix_web::dev::Payload;
use actix_web::{Error as WebError, HttpRequest};
use serde::Deserialize;
use utoipa::openapi::path::ParameterIn;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};
use utoipa::{IntoParams, ToSchema};

use crate::http::endpoint::{Argument, OperationBuilder};
use crate::http::views::ViewAs;
use crate::service::identity::Language;
use crate::texts;
use rules::render::PlaceLabels;

/// What a picture of a board contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PictureParts)]
pub enum PartsRequested {
    /// The players and the hand, the board, and below it what is pending, the supply and the key.
    #[default]
    Whole,
    /// The board alone, for a client that shows the rest itself.
    Board,
}

/// The colours around a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PictureTheme)]
pub enum ThemeRequested {
    /// Dark text on a light ground.
    #[default]
    Light,
    /// Light text on a dark ground.
    Dark,
}

/// What a picture marks beside the last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PictureMarks)]
pub enum MarksRequested {
    /// The places on the board at which your seat may act at that version, with a broken white frame.
    Legal,
}

/// The languages that pictures speak.
fn languages() -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(texts::CODES)).build()
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PictureParameters {
    /// The board as you could see it at this version; now if left out.
    #[param(minimum = 0)]
    pub version: Option<i64>,
    /// `spectator` hides what only your seat knows.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub view_as: Option<ViewAs>,
    /// The language on it; if left out that of your account, or the first that `Accept-Language` prefers, or English.
    #[param(schema_with = languages)]
    pub language: Option<Language>,
    /// `board`: the board alone, without heading, panels and key; `whole` if left out.
    #[serde(default)]
    #[param(inline, required = false)]
    pub parts: PartsRequested,
    /// Colours for a light page or a dark one; `light` if left out.
    #[serde(default)]
    #[param(inline, required = false)]
    pub theme: ThemeRequested,
    /// `legal` marks where your seat may act; the last move is marked in any case.
    #[param(inline)]
    pub marks: Option<MarksRequested>,
    /// `false` draws the board without the ids of its places, and what else is written on it large; `true` if left out.
    pub names: Option<bool>,
}

impl PictureParameters {
    /// Are the ids of places drawn on them?
    pub fn place_labels(&self) -> PlaceLabels {
        if self.names == Some(false) { PlaceLabels::Hidden } else { PlaceLabels::Shown }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TextParameters {
    /// The board as you could see it at this version; now if left out.
    #[param(minimum = 0)]
    pub version: Option<i64>,
    /// `spectator` hides what only your seat knows.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub view_as: Option<ViewAs>,
    /// The language on it; if left out that of your account, or the first that `Accept-Language` prefers, or English.
    #[param(schema_with = languages)]
    pub language: Option<Language>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ChartParameters {
    /// The language on it; if left out that of your account, or the first that `Accept-Language` prefers, or English.
    #[param(schema_with = languages)]
    pub language: Option<Language>,
    /// Colours for a light page or a dark one; `light` if left out.
    #[serde(default)]
    #[param(inline, required = false)]
    pub theme: ThemeRequested,
}

/// The width of a PNG, beside the parameters that it shares with the SVG of the same thing.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PictureWidth {
    /// In pixels; 600 if left out.
    #[param(minimum = 200, maximum = 1200)]
    pub width: Option<u16>,
}

impl Argument for PictureWidth {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        let mut query = form_urlencoded::parse(request.query_string().as_bytes());
        let width = query.find(|(name, _)| name == "width");
        // A text that is no width never comes here: the check against the description has refused it.
        Ok(Self { width: width.and_then(|(_, width)| width.parse().ok()) })
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        for parameter in Self::into_params(|| Some(ParameterIn::Query)) {
            description.add_parameter(parameter);
        }
    }
}
