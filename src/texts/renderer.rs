//! Rendering texts: the filters with which templates name players, lists and cards.

use std::sync::Arc;

use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error};
use serde_json::{Map, Value as Json};

use super::Catalogue;

/// Who reads, and whom the text is about.
#[derive(Debug, Clone, Default)]
pub struct Reader {
    pub me: Option<usize>,
    /// The name of each player, by seat.
    pub players: Vec<String>,
}

/// The filters that name a player, each with the word for the reader: only that one changes with its place in
/// the sentence.
const CASES: [(&str, &str); 3] = [("player", "you"), ("whom", "you_whom"), ("to_whom", "you_to_whom")];

/// What stands for something to be filled in, in every language.
const GAP: &str = "…";

/// Turns templates into sentences for one reader.
pub struct TextRenderer {
    /// The texts of the service and those of a ruleset, compiled, with filters that know the reader.
    templates: Vec<Environment<'static>>,
}

struct Vocabulary {
    reader: Reader,
    words: Map<String, Json>,
    /// The words for the reader as subject, as object and as receiver.
    you: [String; 3],
    and: String,
    nothing: String,
}

impl TextRenderer {
    /// Renders for `reader`, with the joining words of `service` and the kinds of card of `ruleset`.
    pub fn new(reader: Reader, service: &Catalogue, ruleset: Option<&Catalogue>) -> Self {
        let nothing = service.text("words", "nothing").unwrap_or_default();
        Self::with(reader, service, ruleset, nothing)
    }

    /// The same about what is still to be filled in: where there are no cards yet, there is a gap.
    pub fn with_gaps(reader: Reader, service: &Catalogue, ruleset: Option<&Catalogue>) -> Self {
        Self::with(reader, service, ruleset, GAP)
    }

    fn with(reader: Reader, service: &Catalogue, ruleset: Option<&Catalogue>, nothing: &str) -> Self {
        let joining = |key: &str| service.text("words", key).unwrap_or_default().to_owned();
        let vocabulary = Arc::new(Vocabulary {
            reader,
            words: ruleset.map(|catalogue| catalogue.section("words")).unwrap_or_default(),
            you: CASES.map(|(_, word)| joining(word)),
            and: joining("and"),
            nothing: nothing.to_owned(),
        });
        let templates = [Some(service), ruleset].into_iter().flatten().map(|catalogue| {
            let mut templates = catalogue.templates().clone();
            add_filters(&mut templates, &vocabulary);
            templates
        });
        Self { templates: templates.collect() }
    }

    /// The sentence that `template` makes of `context`, its first letter a capital.
    pub fn say(&self, template: &str, context: Value) -> String {
        capital(&self.phrase(template, context))
    }

    /// What `template` makes of `context`. A template that is broken gives nothing, and the log says so: a mail with a
    /// gap is better than none.
    pub fn phrase(&self, template: &str, context: Value) -> String {
        self.try_phrase(template, context).unwrap_or_default()
    }

    /// The same; `None`, and an error in the log, if the template is broken.
    pub fn try_phrase(&self, template: &str, context: Value) -> Option<String> {
        match self.render(template, context) {
            Ok(text) => Some(text.trim().to_owned()),
            Err(error) => {
                tracing::error!(%error, "a text of a catalogue is broken");
                None
            }
        }
    }

    /// Compiled texts go by themselves as their names; what is in no catalogue is compiled here.
    fn render(&self, template: &str, context: Value) -> Result<String, Error> {
        match self.templates.iter().find_map(|templates| templates.get_template(template).ok()) {
            Some(form) => form.render(context),
            None => self
                .templates
                .first()
                .map_or(Ok(String::new()), |templates| templates.render_str(template, context)),
        }
    }
}

fn add_filters(environment: &mut Environment<'static>, vocabulary: &Arc<Vocabulary>) {
    for (case, (filter, _)) in CASES.into_iter().enumerate() {
        let words = vocabulary.clone();
        environment.add_filter(filter, move |seat: Value| words.player(&seat, case));
    }
    let words = vocabulary.clone();
    environment.add_filter("word", move |key: String| words.word(&key));
    let words = vocabulary.clone();
    environment.add_filter("listed", move |items: Vec<String>| words.listed(&items));
    let words = vocabulary.clone();
    environment.add_filter("bundle", move |cards: Serde<Map<String, Json>>| words.bundle(&cards.0));
}

impl Vocabulary {
    fn player(&self, seat: &Value, case: usize) -> String {
        let Some(seat) = seat.as_usize() else { return String::new() };
        if self.reader.me == Some(seat) {
            return self.you.get(case).cloned().unwrap_or_default();
        }
        self.reader.players.get(seat).cloned().unwrap_or_default()
    }

    fn word(&self, key: &str) -> String {
        self.words.get(key).and_then(Json::as_str).map_or_else(|| key.replace('_', " "), str::to_owned)
    }

    fn listed(&self, items: &[String]) -> String {
        match items {
            [] => self.nothing.clone(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} {} {last}", most.join(", "), self.and),
        }
    }

    fn bundle(&self, cards: &Map<String, Json>) -> String {
        let counted = cards.iter().filter(|(_, count)| count.as_u64() != Some(0));
        let counted: Vec<String> =
            counted.map(|(kind, count)| format!("{count} {}", self.word(kind))).collect();
        self.listed(&counted)
    }
}

/// The same with a capital at the beginning.
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
