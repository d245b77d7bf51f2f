//! What the templates `layouts/game.*` show: exactly these fields.

use serde::Serialize;

#[derive(Debug, Default, Serialize)]
pub struct GameEmailPage {
    pub language: &'static str,
    pub subject: String,
    pub lead: String,
    pub remarks: Vec<String>,
    pub asked: Option<QuestionSection>,
    pub ranking: Option<RankingSection>,
    pub happened: Option<RecentEvents>,
    pub standing: Option<StandingSection>,
    pub board: Option<BoardSection>,
    pub options: Option<OptionsSection>,
    pub addresses: AddressSection,
    pub notes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct QuestionSection {
    pub heading: String,
    pub question: String,
    /// Other questions that are open to the reader.
    pub also: Option<String>,
}

/// What happened since the reader last acted.
#[derive(Debug, Serialize)]
pub struct RecentEvents {
    pub heading: String,
    pub earlier: Option<String>,
    pub lines: Vec<String>,
}

/// How the table stands, as the reader may see it.
#[derive(Debug, Serialize)]
pub struct StandingSection {
    pub heading: String,
    pub lines: Vec<String>,
}

/// The board as a picture and as text.
#[derive(Debug, Serialize)]
pub struct BoardSection {
    pub heading: String,
    /// What the picture shows, for those who can't see it.
    pub about: String,
    /// Is there a picture in the mail?
    pub has_picture: bool,
    pub map: String,
}

#[derive(Debug, Serialize)]
pub struct OptionsSection {
    pub heading: String,
    /// How they are given from the mail itself.
    pub how: Vec<String>,
    pub listed: Vec<AnswerItem>,
    pub more: Option<String>,
    pub shapes: Vec<ShapeItem>,
}

#[derive(Debug, Serialize)]
pub struct AnswerItem {
    pub number: usize,
    pub text: String,
    pub link: Option<String>,
    /// As it goes over the wire, where there is room for that.
    pub json: Option<String>,
}

/// An answer with something to fill in.
#[derive(Debug, Serialize)]
pub struct ShapeItem {
    pub number: usize,
    pub text: String,
    pub fields: Vec<String>,
    pub json: String,
}

#[derive(Debug, Serialize)]
pub struct RankingSection {
    pub heading: String,
    pub why: String,
    pub places: Vec<String>,
}

#[derive(Debug, Default, Serialize)]
pub struct AddressSection {
    pub heading: String,
    pub listed: Vec<AddressItem>,
    pub example: Option<ExampleRequest>,
}

#[derive(Debug, Serialize)]
pub struct AddressItem {
    pub method: &'static str,
    pub url: String,
    pub what: String,
}

#[derive(Debug, Serialize)]
pub struct ExampleRequest {
    pub lead: String,
    pub command: String,
}
