//! The templates of emails, which contain no text of any language, and the values that they show.

mod outline;

pub use outline::{EmailOutline, EmailTexts, game_name};

use std::sync::LazyLock;

use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;

use super::email::Composed;
use crate::texts::no_empty_lines;

/// Templates by name. Those whose names end in `.html` escape every value, since players typed some of them.
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
    /// The marker line, above which replies are written; `None`: the email can't be answered. The marker is the first
    /// line, so that nothing of a quoted email is taken for the words of its reader.
    pub marker: Option<String>,
    pub lead: String,
    /// A section for each game; a digest has several.
    pub sections: Vec<GameSection>,
    pub notes: Vec<String>,
    /// The link to unsubscribe from mails of this kind.
    pub unsubscribe: Option<ButtonLink>,
}

/// The text of an email about one game, before it is known whether it is sent alone or in a digest.
#[derive(Debug)]
pub struct GameText {
    pub language: &'static str,
    pub subject: String,
    pub lead: String,
    pub section: GameSection,
    pub notes: Vec<String>,
}

impl GameText {
    /// The text as an email of its own, with the `marker` above which it is answered.
    pub fn alone(self, marker: Option<String>, unsubscribe: Option<ButtonLink>) -> Result<Composed, String> {
        let page = GameEmailPage {
            language: self.language,
            subject: self.subject.clone(),
            marker,
            lead: self.lead,
            sections: vec![self.section],
            notes: self.notes,
            unsubscribe,
        };
        fill("game", self.subject, &page)
    }
}

#[derive(Debug, Default, Serialize)]
pub struct GameSection {
    /// The name of the game, where the email is about several.
    pub heading: Option<String>,
    pub lead: Option<String>,
    pub remarks: Vec<String>,
    pub asked: Option<QuestionSection>,
    /// The link to the one page where the reader goes on.
    pub button: Option<ButtonLink>,
    /// What can be replied instead.
    pub replies: Vec<ReplyLine>,
    pub ranking: Option<RankingSection>,
    pub happened: Option<RecentEvents>,
    pub board: Option<BoardSection>,
    pub standing: Option<StandingSection>,
    pub options: Option<OptionsSection>,
    /// The address for answers about this section, in a digest.
    pub reply: Option<ReplySection>,
}

#[derive(Debug, Serialize)]
pub struct QuestionSection {
    pub heading: String,
    pub question: String,
    /// Other questions that are open to the reader.
    pub also: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct ButtonLink {
    pub label: String,
    pub url: String,
}

/// A hint at a possible reply in two wordings: `here` for a mail about one game, where pressing “Reply” is enough, and
/// `there` for a digest, below the address for answers about that game.
#[derive(Debug, Clone, Serialize)]
pub struct ReplyLine {
    pub here: String,
    pub there: String,
}

#[derive(Debug, Serialize)]
pub struct ReplySection {
    pub label: String,
    /// A mail address.
    pub address: String,
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
    /// The heading of the map, where there is a picture, too.
    pub in_words: String,
}

#[derive(Debug, Serialize)]
pub struct OptionsSection {
    pub heading: String,
    /// How to answer by a reply.
    pub how: Vec<ReplyLine>,
    pub listed: Vec<AnswerItem>,
    pub more: Option<String>,
    pub shapes: Vec<ShapeItem>,
}

#[derive(Debug, Serialize)]
pub struct AnswerItem {
    pub number: usize,
    pub text: String,
    /// The certain effects of the answer.
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
    /// What the result did to the reader's rating, and how chance can be checked.
    pub after: Vec<String>,
}
