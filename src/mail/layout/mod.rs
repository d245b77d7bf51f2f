//! The templates of emails, which contain no text of any language, and the values that they show.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::NaiveDate;
use minijinja::value::Serde;
use minijinja::{Environment, Value, context};
use serde::Serialize;

use super::email::Composed;
use crate::service::turn_log::TurnGroup;
use crate::texts::{self, Reader, ReaderTexts, long_date, no_empty_lines};

/// Templates by name. Those whose names end in `.html` escape every value, since players typed some of them.
static LAYOUTS: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut environment = Environment::new();
    environment.set_syntax(no_empty_lines());
    for (name, template) in TEMPLATES {
        if let Err(error) = environment.add_template(name, template) {
            unreachable!("a template of the binary does not read: {error}");
        }
    }
    environment
});

const TEMPLATES: [(&str, &str); 5] = [
    ("page.html", include_str!("page.html")),
    ("game.html", include_str!("game.html")),
    ("game.txt", include_str!("game.txt")),
    ("account.html", include_str!("account.html")),
    ("account.txt", include_str!("account.txt")),
];

/// An email in the layout of that name (`game` or `account`): text and HTML filled with `page`.
pub fn fill(layout: &str, subject: String, page: &impl Serialize) -> Result<Composed, String> {
    let filled = |name: String| LAYOUTS.get_template(&name)?.render(Serde(page));
    let both = filled(format!("{layout}.txt")).and_then(|text| Ok((text, filled(format!("{layout}.html"))?)));
    let (text, html) = both.map_err(|error| error.to_string())?;
    Ok(Composed { subject, text, html })
}

/// What the templates `game.*` show: exactly these fields.
#[derive(Debug, Default, Serialize)]
pub struct GameEmailPage {
    pub language: &'static str,
    /// The name of the club.
    pub club: String,
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
    /// The text as an email of its own from the club of that name, with the `marker` above which it is answered.
    pub fn alone(
        self,
        club: &str,
        marker: Option<String>,
        unsubscribe: Option<ButtonLink>,
    ) -> Result<Composed, String> {
        let page = GameEmailPage {
            language: self.language,
            club: club.to_owned(),
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
    pub board: Option<BoardSection>,
    pub happened: Option<RecentEvents>,
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
    pub turns: Vec<TurnGroup>,
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
    /// For the text, and for a page without a picture.
    pub map: String,
}

#[derive(Debug, Serialize)]
pub struct OptionsSection {
    pub heading: String,
    /// How to answer by a reply.
    pub how: Vec<ReplyLine>,
    pub listed: Vec<AnswerItem>,
    /// What is not listed, and where it is.
    pub more: Vec<String>,
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
    /// Who has won.
    pub winner: String,
    pub why: String,
    pub places: Vec<String>,
    /// What the result did to the reader's rating, and how chance can be checked.
    pub after: Vec<String>,
}

/// The texts of an email in the language of its reader, with the values that they may name.
pub struct EmailTexts {
    texts: ReaderTexts,
    language: &'static str,
    values: BTreeMap<String, Value>,
}

/// An email that asks one question in words: facts, a button, and a hint at what can be replied.
#[derive(Default)]
pub struct EmailOutline {
    /// Lines about the game, by the names of their texts.
    pub facts: Vec<&'static str>,
    /// Further facts about the game, in whole sentences.
    pub more: Vec<String>,
    /// The name of the label of the button, and its URL.
    pub button: Option<(&'static str, String)>,
    /// What can be replied: the name of a text; `None`: nothing.
    pub reply: Option<&'static str>,
    /// The small print, by the names of its texts: what the link can do, and why the reader gets this email.
    pub notes: Vec<&'static str>,
}

impl EmailTexts {
    /// Texts for `reader` in `language`, about `values`.
    pub fn new<'h>(
        language: &str,
        reader: Reader,
        values: impl IntoIterator<Item = (&'h str, Value)>,
    ) -> Self {
        let values = values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let texts = ReaderTexts::new(texts::emails(language), reader);
        Self { texts, language: texts::code(language), values }
    }

    pub fn say(&self, section: &str, key: &str) -> String {
        self.texts.say(section, key, Value::from(self.values.clone()))
    }

    /// The receipt of a message: what was sent, and to whom.
    pub fn said(&self, text: &str, to: Option<&str>) -> String {
        let key = if to.is_some() { "said_privately" } else { "said" };
        self.texts.say("done", key, context! { text, to })
    }

    /// The days of an absence that was noted.
    pub fn away(&self, (first, last): (NaiveDate, NaiveDate)) -> String {
        let day = |day| long_date(day, self.language());
        self.texts.say("done", "away", context! { first => day(first), last => day(last) })
    }

    pub fn section(&self, outline: &EmailOutline) -> GameSection {
        let facts = outline.facts.iter().map(|fact| self.say("facts", fact));
        let facts: Vec<String> = facts.chain(outline.more.iter().cloned()).collect();
        GameSection {
            replies: outline
                .reply
                .into_iter()
                .map(|key| ReplyLine { here: self.say("lines", key), there: self.say("in_digest", key) })
                .collect(),
            standing: (!facts.is_empty())
                .then(|| StandingSection { heading: self.say("headings", "table"), lines: facts }),
            button: outline
                .button
                .as_ref()
                .map(|(label, url)| ButtonLink { label: self.say("lines", label), url: url.clone() }),
            ..GameSection::default()
        }
    }

    pub fn notes(&self, outline: &EmailOutline) -> Vec<String> {
        outline.notes.iter().map(|note| self.say("lines", note)).collect()
    }

    pub const fn language(&self) -> &'static str {
        self.language
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notifications::{Kinds, MailKind, MailTemplate};
    use crate::texts::{Catalogue, FALLBACK, accounts, emails};

    /// Other languages say what English says, which other tests hold.
    #[test]
    fn every_kind_of_mail_has_a_subject_and_a_first_sentence() {
        let (emails, accounts) = (Catalogue::read(emails(FALLBACK)), Catalogue::read(accounts(FALLBACK)));
        for entry in Kinds::new([]).all() {
            assert!(!matches!(entry.kind, MailKind::Call(_)));
            for part in ["subject", "lead"] {
                let text = match entry.template {
                    MailTemplate::Account => accounts.text(entry.name, part),
                    _ => emails.text(part, entry.name),
                };
                assert!(text.is_some_and(|text| !text.is_empty()), "{part} of {}", entry.name);
            }
        }
    }

    /// An email with every part of one about a game in play.
    fn email(has_picture: bool) -> Composed {
        let heading = |name: &str| format!("the {name}");
        let section = GameSection {
            remarks: vec!["the remark".to_owned()],
            asked: Some(QuestionSection {
                heading: heading("decision"),
                question: "the question?".to_owned(),
                also: None,
            }),
            button: Some(ButtonLink { label: "the button".to_owned(), url: "http://x/seat/1".to_owned() }),
            board: Some(BoardSection {
                heading: heading("board"),
                about: "a board".to_owned(),
                has_picture,
                map: "~~ map ~~".to_owned(),
            }),
            happened: Some(RecentEvents {
                heading: heading("log"),
                earlier: None,
                turns: vec![TurnGroup { lines: vec!["it rained".to_owned()], ..TurnGroup::default() }],
            }),
            standing: Some(StandingSection {
                heading: heading("standing"),
                lines: vec!["you lead".to_owned()],
            }),
            options: Some(OptionsSection {
                heading: heading("options"),
                how: vec![],
                listed: vec![AnswerItem { number: 7, text: "sail".to_owned(), effects: None }],
                more: vec!["and others".to_owned()],
                shapes: vec![],
            }),
            ..GameSection::default()
        };
        let text = GameText {
            language: FALLBACK,
            subject: "it is your turn".to_owned(),
            lead: "It is your turn.".to_owned(),
            section,
            notes: vec!["the note".to_owned()],
        };
        text.alone("Vinland & Sons", Some("write above".to_owned()), None).unwrap()
    }

    fn assert_order(text: &str, parts: &[&str]) {
        let at = |part: &&str| text.find(part).unwrap();
        let places: Vec<usize> = parts.iter().map(at).collect();
        assert!(places.is_sorted(), "{parts:?} at {places:?} in {text}");
    }

    #[test]
    fn the_question_and_the_board_come_before_what_happened_and_the_options_come_last() {
        let Composed { text, html, .. } = email(true);
        assert_order(
            &text,
            &[
                "=== write above",
                "It is your turn.",
                "the question?",
                "the button",
                "~~ map ~~",
                "it rained",
                "you lead",
                "7. sail",
                "and others",
                "-- ",
                "Vinland & Sons",
                "the note",
            ],
        );
        assert_order(
            &html,
            &[
                "=== write above",
                ">Vinland &amp; Sons<",
                "It is your turn.",
                "the question?",
                "the button",
                "cid:board",
                "it rained",
                "you lead",
                "sail",
                "and others",
                "the note",
            ],
        );
    }

    #[test]
    fn the_page_has_the_board_in_words_only_where_there_is_no_picture() {
        assert!(!email(true).html.contains("~~ map ~~"));
        let html = email(false).html;
        assert!(html.contains("~~ map ~~") && !html.contains("cid:board"), "{html}");
    }

    #[test]
    fn no_text_of_a_page_is_smaller_than_13_pixels() {
        for (name, template) in TEMPLATES.iter().filter(|(name, _)| name.ends_with(".html")) {
            for size in template.split("font-size:").skip(1) {
                let pixels = size.split("px").next().and_then(|size| size.parse::<u32>().ok());
                assert!(pixels.is_some_and(|pixels| pixels >= 13), "{name}: {size}");
            }
        }
    }
}
