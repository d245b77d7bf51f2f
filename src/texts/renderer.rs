//! Renders texts, with filters by which templates name players, lists and cards.

use std::cell::RefCell;
use std::sync::Arc;

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};
use chrono_tz::Tz;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error, ErrorKind, context};
use serde_json::{Map, Value as Json};

use rules::genitive;

use super::{Catalogue, emails};

/// The reader of a text, and the players that it is about.
#[derive(Debug, Clone, Default)]
pub struct Reader {
    /// The code of the language of the text.
    pub language: &'static str,
    pub me: Option<usize>,
    /// The name of each player, by seat.
    pub players: Vec<String>,
}

/// The filters that name a player, each with the word for the reader. A player's name is the same in every case; "you"
/// is not.
const CASES: [(&str, &str); 3] = [("player", "you"), ("whom", "you_whom"), ("to_whom", "you_to_whom")];

/// The gap for something to be filled in, in every language.
pub const GAP: &str = "…";

/// Turns templates into sentences for one reader.
pub struct TextRenderer {
    /// The texts of the service and those of a ruleset, compiled once per process.
    catalogues: Vec<Arc<Catalogue>>,
    vocabulary: Arc<Vocabulary>,
}

/// What the filters know of a reader.
struct Vocabulary {
    reader: Reader,
    /// The texts of the ruleset, with its kinds of card and their plurals.
    ruleset: Option<Arc<Catalogue>>,
    /// The words for the reader as subject, as object and as receiver.
    you: [String; 3],
    and: String,
    nothing: String,
}

thread_local! {
    /// For whom this thread renders. The filters belong to the compiled texts, which all readers share, and a context does
    /// not reach them everywhere: a macro sees nothing but its arguments. To clone the texts for each reader, and compile
    /// the filters in, took most of the time of a page.
    static RENDERED_FOR: RefCell<Option<Arc<Vocabulary>>> = const { RefCell::new(None) };
}

/// The renderer has this thread until it is dropped.
struct RenderingScope {
    /// The one that goes on afterwards: a value of a template may render another text.
    before: Option<Arc<Vocabulary>>,
}

impl RenderingScope {
    fn of(vocabulary: &Arc<Vocabulary>) -> Self {
        Self { before: RENDERED_FOR.replace(Some(Arc::clone(vocabulary))) }
    }
}

impl Drop for RenderingScope {
    fn drop(&mut self) {
        RENDERED_FOR.set(self.before.take());
    }
}

impl TextRenderer {
    /// Renders for `reader`, with the joining words of `service` and the kinds of card of `ruleset`.
    pub fn new(reader: Reader, service: &Arc<Catalogue>, ruleset: Option<&Arc<Catalogue>>) -> Self {
        let nothing = service.text("words", "nothing").unwrap_or_default();
        Self::with(reader, service, ruleset, nothing)
    }

    /// Like [`Self::new`], for answers that are still to be filled in: an empty bundle of cards is a gap.
    pub fn with_gaps(reader: Reader, service: &Arc<Catalogue>, ruleset: Option<&Arc<Catalogue>>) -> Self {
        Self::with(reader, service, ruleset, GAP)
    }

    fn with(
        reader: Reader,
        service: &Arc<Catalogue>,
        ruleset: Option<&Arc<Catalogue>>,
        nothing: &str,
    ) -> Self {
        // A catalogue whose texts list nothing and name nobody lacks these words.
        let joining = |key: &str| service.text("words", key).unwrap_or_default().to_owned();
        let vocabulary = Arc::new(Vocabulary {
            reader,
            ruleset: ruleset.cloned(),
            you: CASES.map(|(_, word)| joining(word)),
            and: joining("and"),
            nothing: nothing.to_owned(),
        });
        Self { catalogues: [Some(service), ruleset].into_iter().flatten().cloned().collect(), vocabulary }
    }

    /// Renders `template` as a sentence, with a capital at the beginning.
    pub fn say(&self, template: &str, context: Value) -> String {
        capital(&self.phrase(template, context))
    }

    /// Renders `template`. A broken one is empty, and an error is logged: a mail with a gap is better than none.
    pub fn phrase(&self, template: &str, context: Value) -> String {
        self.try_phrase(template, context).unwrap_or_default()
    }

    /// Renders `template`; if it is broken, gives `None` and logs an error.
    pub fn try_phrase(&self, template: &str, context: Value) -> Option<String> {
        match self.render(template, context) {
            Ok(text) => Some(text.trim().to_owned()),
            Err(error) => {
                tracing::error!(%error, "a text of a catalogue is broken");
                None
            }
        }
    }

    /// A compiled template is found by its own text as its name; a text in no catalogue is compiled here.
    fn render(&self, template: &str, context: Value) -> Result<String, Error> {
        let _scope = RenderingScope::of(&self.vocabulary);
        match self.catalogues.iter().find_map(|catalogue| catalogue.templates().get_template(template).ok()) {
            Some(form) => form.render(context),
            None => self
                .catalogues
                .first()
                .map_or(Ok(String::new()), |catalogue| catalogue.templates().render_str(template, context)),
        }
    }
}

/// Adds the filters by which texts name players, lists and cards.
pub(super) fn add_filters(environment: &mut Environment<'static>) {
    for (case, (filter, _)) in CASES.into_iter().enumerate() {
        environment.add_filter(filter, move |seat: Value| of_reader(|words| words.player(&seat, case)));
    }
    environment.add_filter("whose", |seat: Value, yours: &str| of_reader(|words| words.whose(&seat, yours)));
    environment.add_filter("word", |key: String| of_reader(|words| words.word(&key)));
    environment.add_filter("listed", |items: Vec<String>| of_reader(|words| words.listed(&items)));
    environment
        .add_filter("bundle", |cards: Serde<Map<String, Json>>| of_reader(|words| words.bundle(&cards.0)));
}

/// What `say` makes of the vocabulary of the reader for whom this thread renders. Error: the text was not rendered by a
/// [`TextRenderer`].
fn of_reader(say: impl FnOnce(&Vocabulary) -> String) -> Result<String, Error> {
    let vocabulary = RENDERED_FOR.with_borrow(Option::clone);
    let nobody = || Error::new(ErrorKind::InvalidOperation, "a text is rendered for nobody");
    vocabulary.map(|vocabulary| say(&vocabulary)).ok_or_else(nobody)
}

impl Vocabulary {
    fn player(&self, seat: &Value, case: usize) -> String {
        let Some(seat) = seat.as_usize() else { return String::new() };
        if self.reader.me == Some(seat) {
            return self.you.get(case).cloned().unwrap_or_default();
        }
        self.reader.players.get(seat).cloned().unwrap_or_default()
    }

    /// The genitive of a player's name, or `yours` for the reader. The template passes `yours`, since in many languages
    /// that word agrees with the thing that is owned.
    fn whose(&self, seat: &Value, yours: &str) -> String {
        let Some(seat) = seat.as_usize() else { return String::new() };
        if self.reader.me == Some(seat) {
            return yours.to_owned();
        }
        let name = self.reader.players.get(seat);
        name.map(|name| genitive(self.reader.language, name)).unwrap_or_default()
    }

    /// A number of one kind, such as cards.
    fn counted(&self, count: &Json, kind: &str) -> String {
        let several = if count.as_u64() == Some(1) { None } else { self.of_ruleset("several", kind) };
        let word = several.map_or_else(|| self.word(kind), str::to_owned);
        format!("{count} {word}")
    }

    fn word(&self, key: &str) -> String {
        self.of_ruleset("words", key).map_or_else(|| key.replace('_', " "), str::to_owned)
    }

    fn of_ruleset(&self, section: &str, key: &str) -> Option<&str> {
        self.ruleset.as_ref()?.text(section, key)
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
        let counted: Vec<String> = counted.map(|(kind, count)| self.counted(count, kind)).collect();
        self.listed(&counted)
    }
}

/// The texts of one catalogue of the service, for one reader.
pub struct ReaderTexts {
    catalogue: Arc<Catalogue>,
    renderer: TextRenderer,
}

impl ReaderTexts {
    /// The texts of the catalogue `json`, such as [`emails`] gives it.
    pub fn new(json: &'static str, reader: Reader) -> Self {
        let catalogue = Catalogue::read(json);
        let renderer = TextRenderer::new(reader, &catalogue, None);
        Self { catalogue, renderer }
    }

    /// A text as a sentence, with a capital at the beginning.
    pub fn say(&self, section: &str, key: &str, values: Value) -> String {
        capital(&self.phrase(section, key, values))
    }

    /// A text for the middle of a sentence.
    pub fn phrase(&self, section: &str, key: &str, values: Value) -> String {
        self.renderer.phrase(self.catalogue.template(section, key), values)
    }

    /// The name of a player, as one to whom something is done.
    pub fn whom(&self, seat: i16) -> String {
        self.renderer.phrase("{{ seat | whom }}", context! { seat })
    }
}

/// An instant to the minute, as the clock of `zone` shows it, in the words of `language`; an unknown zone is UTC.
pub fn when(at: DateTime<Utc>, zone: &str, language: &str) -> String {
    instant("instant", at, zone, language)
}

/// An instant without its weekday, year and zone, for where there is little room.
pub fn short_when(at: DateTime<Utc>, zone: &str, language: &str) -> String {
    instant("instant_short", at, zone, language)
}

/// A day with its weekday and year.
pub fn long_date(day: NaiveDate, language: &str) -> String {
    local_time("date", &day.and_time(NaiveTime::MIN), "", language)
}

/// What a day of the week is called, counted from 0 for Monday.
pub fn weekday(number: i16, language: &str) -> String {
    let texts = Catalogue::read(emails(language));
    let names = texts.list("weekdays");
    let name = usize::try_from(number).ok().and_then(|number| names.get(number).copied());
    name.unwrap_or_default().to_owned()
}

fn instant(text: &str, at: DateTime<Utc>, zone: &str, language: &str) -> String {
    let zone: Tz = zone.parse().unwrap_or(Tz::UTC);
    local_time(text, &at.with_timezone(&zone).naive_local(), zone.name(), language)
}

fn local_time(text: &str, local: &NaiveDateTime, zone: &str, language: &str) -> String {
    let texts = ReaderTexts::new(emails(language), Reader::default());
    let name = |section: &str, index: u32| {
        let names = texts.catalogue.list(section);
        usize::try_from(index).ok().and_then(|index| names.get(index).copied()).unwrap_or_default()
    };
    let values = context! {
        weekday => name("weekdays", local.weekday().num_days_from_monday()),
        day => local.day(),
        month => name("months", local.month0()),
        year => local.year(),
        hour => format!("{:02}", local.hour()),
        minute => format!("{:02}", local.minute()),
        zone,
    };
    texts.phrase("lines", text, values)
}

/// The sentence with a capital at the beginning.
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The syntax of layouts, in which a line with nothing but a statement leaves no empty line behind.
pub fn no_empty_lines() -> SyntaxConfig {
    match SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
        Ok(syntax) => syntax,
        Err(error) => unreachable!("the usual delimiters are refused: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use minijinja::{Value, context};

    use super::{Reader, TextRenderer, when};
    use crate::texts::{Catalogue, emails};

    fn said(language: &'static str, template: &str, context: Value) -> String {
        let players = ["Aud", "Lars", "Max"].map(str::to_owned).to_vec();
        let ruleset = Catalogue::read(r#"{"words": {"axe": "axe"}, "several": {"axe": "axes"}}"#);
        let service = Catalogue::read(emails(language));
        TextRenderer::new(Reader { language, me: Some(0), players }, &service, Some(&ruleset))
            .say(template, context)
    }

    #[test]
    fn the_owner_of_something_is_named_or_is_the_reader() {
        let seats = context! { mine => 0, lars => 1, max => 2 };
        let said = |language, template: &str| said(language, template, seats.clone());
        let ship = "{{ mine | whose('ditt') }} och {{ lars | whose('ditt') }} skepp";
        assert_eq!(said("sv", ship), "Ditt och Lars skepp");
        assert_eq!(said("de", "{{ max | whose('dein') }} Schiff"), "Max' Schiff");
        assert_eq!(said("nn", "skipet {{ lars | whose('ditt') }}"), "Skipet til Lars");
        assert_eq!(said("nn", "skipet {{ mine | whose('ditt') }}"), "Skipet ditt");
        assert_eq!(said("en", "{{ lars | whose('your') }} ship"), "Lars's ship");
    }

    #[test]
    fn a_text_within_a_text_speaks_to_its_own_reader() {
        let service = Catalogue::read(emails("en"));
        let renderer = |me: usize| {
            let players = ["Aud", "Lars"].map(str::to_owned).to_vec();
            TextRenderer::new(Reader { language: "en", me: Some(me), players }, &service, None)
        };
        let inner = renderer(1);
        let quoted =
            Value::from_function(move || inner.phrase("{{ 0 | player }}, {{ 1 | player }}", context! {}));
        let said =
            renderer(0).phrase("{{ 0 | player }} ({{ quoted() }}) {{ 0 | player }}", context! { quoted });
        assert_eq!(said, "you (Aud, you) you");
    }

    #[test]
    fn several_of_a_kind_have_their_own_word() {
        let cards = context! { one => [("axe", 1)].into_iter().collect::<std::collections::BTreeMap<_, _>>(),
        two => [("axe", 2)].into_iter().collect::<std::collections::BTreeMap<_, _>>() };
        assert_eq!(said("en", "{{ one | bundle }}, {{ two | bundle }}", cards), "1 axe, 2 axes");
    }

    #[test]
    fn each_reader_gets_their_own_clock_and_language() {
        let noon = "2026-07-01T12:00:00Z".parse().unwrap_or_default();
        assert_eq!(when(noon, "Europe/Oslo", "en"), "Wednesday 1 July 2026, 14:00 (Europe/Oslo)");
        assert_eq!(when(noon, "Europe/Oslo", "nn"), "onsdag 1. juli 2026 kl. 14.00 (Europe/Oslo)");
        assert_eq!(when(noon, "Europe/Stockholm", "sv"), "onsdag 1 juli 2026 kl. 14.00 (Europe/Stockholm)");
        assert_eq!(when(noon, "Europe/Berlin", "de"), "Mittwoch, 1. Juli 2026, 14:00 Uhr (Europe/Berlin)");
        assert_eq!(when(noon, "Middle/Earth", "en"), "Wednesday 1 July 2026, 12:00 (UTC)");
    }
}
