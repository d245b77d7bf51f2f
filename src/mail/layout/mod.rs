//! The templates of emails, which hold no word of any language, and what they show.

mod outline;

pub use outline::{ApiLink, EmailOutline, EmailTexts, curl_post, game_name};

use std::sync::LazyLock;

use minijinja::Environment;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use serde::Serialize;

use super::email::Composed;

/// Templates by name; those whose names end in `.html` escape what people typed.
struct Layouts(Environment<'static>);

static LAYOUTS: LazyLock<Layouts> = LazyLock::new(Layouts::load);

const TEMPLATES: [(&str, &str); 5] = [
    ("page.html", include_str!("page.html")),
    ("game.html", include_str!("game.html")),
    ("game.txt", include_str!("game.txt")),
    ("account.html", include_str!("account.html")),
    ("account.txt", include_str!("account.txt")),
];

impl Layouts {
    fn load() -> Self {
        let mut environment = Environment::new();
        environment.set_syntax(no_empty_lines());
        for (name, template) in TEMPLATES {
            if let Err(error) = environment.add_template(name, template) {
                unreachable!("a template of the binary does not read: {error}");
            }
        }
        Self(environment)
    }

    fn fill(&self, name: &str, page: &impl Serialize) -> Result<String, String> {
        let template = self.0.get_template(name).map_err(|error| error.to_string())?;
        template.render(Serde(page)).map_err(|error| error.to_string())
    }
}

/// A line that holds nothing but a statement leaves no empty line behind.
fn no_empty_lines() -> SyntaxConfig {
    match SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
        Ok(syntax) => syntax,
        Err(error) => unreachable!("the usual delimiters are refused: {error}"),
    }
}

/// An email in the layout of that name (`game` or `account`): text and HTML filled with `page`.
pub fn fill(layout: &str, subject: String, page: &impl Serialize) -> Result<Composed, String> {
    let text = LAYOUTS.fill(&format!("{layout}.txt"), page)?;
    let html = LAYOUTS.fill(&format!("{layout}.html"), page)?;
    Ok(Composed { subject, text, html })
}

/// What the templates `game.*` show: exactly these fields.
#[derive(Debug, Default, Serialize)]
pub struct GameEmailPage {
    pub language: &'static str,
    pub subject: String,
    pub lead: String,
    pub remarks: Vec<String>,
    pub asked: Option<QuestionSection>,
    /// Leads to the page of the reader's seat.
    pub button: Option<ButtonLink>,
    pub ranking: Option<RankingSection>,
    pub happened: Option<RecentEvents>,
    pub standing: Option<StandingSection>,
    pub board: Option<BoardSection>,
    pub options: Option<OptionsSection>,
    pub addresses: Option<AddressSection>,
    pub notes: Vec<String>,
    /// Where mails of this kind are ended.
    pub unsubscribe: Option<ButtonLink>,
}

#[derive(Debug, Serialize)]
pub struct QuestionSection {
    pub heading: String,
    pub question: String,
    /// Other questions that are open to the reader.
    pub also: Option<String>,
}

/// A link with what it does.
#[derive(Debug, Serialize)]
pub struct ButtonLink {
    pub label: String,
    pub url: String,
}

/// What happened since the reader last acted.
#[derive(Debug, Serialize)]
pub struct RecentEvents {
    pub heading: String,
    pub earlier: Option<String>,
    pub lines: Vec<String>,
}

/// How the game stands, as the reader may see it.
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
    /// What it leads to for certain.
    pub effects: Option<String>,
}

/// An answer with something to fill in.
#[derive(Debug, Serialize)]
pub struct ShapeItem {
    pub number: usize,
    pub text: String,
    pub fields: Vec<String>,
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
