//! What stands on the page of a notice. The forms in `texts/layouts` show exactly these fields.

use serde::Serialize;

#[derive(Debug, Default, Serialize)]
pub struct Page {
    pub language: &'static str,
    pub subject: String,
    pub lead: String,
    pub remarks: Vec<String>,
    pub asked: Option<Asked>,
    pub ranking: Option<Ranking>,
    pub happened: Option<Happened>,
    pub standing: Option<Standing>,
    pub board: Option<Board>,
    pub options: Option<Options>,
    pub addresses: Addresses,
    pub notes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct Asked {
    pub heading: String,
    pub question: String,
    /// Other questions that are open to the reader.
    pub also: Option<String>,
}

/// What happened since the reader last acted.
#[derive(Debug, Serialize)]
pub struct Happened {
    pub heading: String,
    pub earlier: Option<String>,
    pub lines: Vec<String>,
}

/// How the table stands, as the reader may see it.
#[derive(Debug, Serialize)]
pub struct Standing {
    pub heading: String,
    pub lines: Vec<String>,
}

/// The board, for those who look and for those who read.
#[derive(Debug, Serialize)]
pub struct Board {
    pub heading: String,
    /// What the picture shows, for those who can't see it.
    pub about: String,
    /// Is there a picture in the mail?
    pub has_picture: bool,
    pub map: String,
}

#[derive(Debug, Serialize)]
pub struct Options {
    pub heading: String,
    /// How they are given from the mail itself.
    pub how: Vec<String>,
    pub listed: Vec<Answer>,
    pub more: Option<String>,
    pub shapes: Vec<Shape>,
}

#[derive(Debug, Serialize)]
pub struct Answer {
    pub number: usize,
    pub text: String,
    pub link: Option<String>,
    /// As it goes over the wire, where there is room for that.
    pub json: Option<String>,
}

/// An answer with something to fill in.
#[derive(Debug, Serialize)]
pub struct Shape {
    pub number: usize,
    pub text: String,
    pub fields: Vec<String>,
    pub json: String,
}

#[derive(Debug, Serialize)]
pub struct Ranking {
    pub heading: String,
    pub why: String,
    pub places: Vec<String>,
}

#[derive(Debug, Default, Serialize)]
pub struct Addresses {
    pub heading: String,
    pub listed: Vec<Address>,
    pub example: Option<Example>,
}

#[derive(Debug, Serialize)]
pub struct Address {
    pub method: &'static str,
    pub url: String,
    pub what: String,
}

#[derive(Debug, Serialize)]
pub struct Example {
    pub lead: String,
    pub command: String,
}
