//! What stands on the page of a notice. The forms in `texts/layouts` show exactly these fields.

use serde::Serialize;

/// Everything on the page.
#[derive(Debug, Serialize)]
pub struct Page {
    pub language: &'static str,
    pub subject: String,
    pub lead: String,
    pub asked: Option<Asked>,
    pub ranking: Option<Ranking>,
    pub happened: Option<Happened>,
    pub standing: Option<Standing>,
    pub options: Option<Options>,
    pub addresses: Addresses,
    /// Small print.
    pub notes: Vec<String>,
}

/// The question.
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
    /// How many lines were left out.
    pub earlier: Option<String>,
    pub lines: Vec<String>,
}

/// How the table stands, as the reader may see it.
#[derive(Debug, Serialize)]
pub struct Standing {
    pub heading: String,
    pub lines: Vec<String>,
}

/// The ways to answer.
#[derive(Debug, Serialize)]
pub struct Options {
    pub heading: String,
    pub listed: Vec<Answer>,
    /// How many more there are.
    pub more: Option<String>,
    pub shapes: Vec<Shape>,
}

/// One answer, ready to send.
#[derive(Debug, Serialize)]
pub struct Answer {
    pub number: usize,
    pub text: String,
    pub json: String,
}

/// An answer with something to fill in.
#[derive(Debug, Serialize)]
pub struct Shape {
    pub number: usize,
    pub text: String,
    pub fields: Vec<String>,
    pub json: String,
}

/// How the game ended.
#[derive(Debug, Serialize)]
pub struct Ranking {
    pub heading: String,
    pub why: String,
    pub places: Vec<String>,
}

/// Where to go on.
#[derive(Debug, Serialize)]
pub struct Addresses {
    pub heading: String,
    pub listed: Vec<Address>,
    pub example: Option<Example>,
}

/// One address of the API.
#[derive(Debug, Serialize)]
pub struct Address {
    pub method: &'static str,
    pub url: String,
    pub what: String,
}

/// A command that can be copied.
#[derive(Debug, Serialize)]
pub struct Example {
    pub lead: String,
    pub command: String,
}
