//! The texts of the pages that links of mails lead to.

use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{Error as WebError, HttpRequest};
use minijinja::value::{Kwargs, Serde};
use minijinja::{ErrorKind, Value, context};
use uuid::Uuid;

use crate::error::{Error, ProblemCase, ProblemText};
use crate::http::endpoint::Argument;
use crate::http::language;
use crate::http::pages::aids;
use crate::service::App;
use crate::service::identity::Language;
use crate::service::lobby::{GameDetails, SeatOccupant, wait_in_minutes};
use crate::service::rulesets::RulesetRegistry;
use crate::texts::{self, CallText, Catalogue, GameTexts, Reader, TextRenderer};
use crate::time_control::Clock;

#[derive(Clone)]
pub struct PageWords {
    catalogue: Arc<Catalogue>,
    renderer: Arc<TextRenderer>,
    code: &'static str,
    /// What is said about the game of the page.
    game: Option<GameTexts>,
}

/// In the language that the browser prefers.
impl Argument for PageWords {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        Ok(Self::new(language::of(request.headers()).code()))
    }
}

impl PageWords {
    /// Words in `language`.
    pub fn new(language: &str) -> Self {
        let catalogue = Catalogue::read(texts::pages(language));
        let renderer = Arc::new(TextRenderer::new(Reader::default(), &catalogue, None));
        Self { catalogue, renderer, code: texts::code(language), game: None }
    }

    /// These words, with texts about a game.
    pub fn about_game(self, game: GameTexts) -> Self {
        Self { game: Some(game), ..self }
    }

    /// The function `say` of templates; with `inside=true` the text gets no capital at its beginning. Error: there is
    /// no such text.
    pub fn into_function(self) -> Value {
        Value::from_function(move |name: &str, values: Kwargs| {
            let (section, key) = name.split_once('.').unwrap_or(("", name));
            let is_inside = values.peek("inside").unwrap_or_default();
            let own = self.catalogue.text(section, key);
            let own = own.map(|text| self.renderer.phrase(text, values.clone().into()));
            let said = own.or_else(|| self.game.as_ref()?.phrase(section, key, &values.into()));
            let said = said.map(|said| if is_inside { said } else { texts::capital(&said) });
            said.ok_or_else(|| minijinja::Error::new(ErrorKind::InvalidOperation, format!("no text {name}")))
        })
    }

    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The language of the words, for a reader without an account.
    pub fn language(&self) -> Language {
        Language::offered(self.code).unwrap_or_default()
    }

    pub fn say(&self, page: &str, key: &str) -> String {
        self.say_of(page, key, Value::from(()))
    }

    /// A text of a page about something.
    pub fn say_of(&self, page: &str, key: &str, about: Value) -> String {
        self.renderer.say(self.catalogue.text(page, key).unwrap_or_default(), about)
    }

    /// A text for the middle of a sentence.
    pub fn phrase(&self, page: &str, key: &str) -> String {
        self.phrase_of(page, key, Value::from(()))
    }

    pub fn phrase_of(&self, page: &str, key: &str, about: Value) -> String {
        self.renderer.phrase(self.catalogue.text(page, key).unwrap_or_default(), about)
    }

    /// What the press of a button did; `None` for a word that is none of ours.
    pub fn done(&self, key: &str) -> Option<String> {
        self.catalogue.text("done", key).map(|text| self.renderer.say(text, Value::from(())))
    }

    /// What mails of a topic or digests are called, in the middle of a sentence.
    pub fn topic(&self, rulesets: &RulesetRegistry, name: &str) -> String {
        let call = rulesets.kinds().calls().find(|call| call.name == name);
        let Some(call) = call else { return self.phrase("kinds", name) };
        let owner = rulesets.iter().find(|ruleset| ruleset.call_kinds().contains(&call));
        let of_ruleset = owner.map(|owner| Catalogue::of_ruleset(owner, self.code)).unwrap_or_default();
        let text = self.catalogue.text_of_call(CallText::Topic, call, &of_ruleset);
        self.renderer.phrase(text.unwrap_or_default(), Value::from(()))
    }

    /// A game for templates that show it to those who have no seat in it yet, or wait for it to begin: what the API says
    /// of it, and `table` (what it is called), `title` (its ruleset), `people`, `option_sentences` (what is usual needs
    /// none), `order_delay_minutes` and `rules_page`.
    pub fn game(&self, app: &App, game: &GameDetails) -> Value {
        let people: Vec<String> = game.seats.iter().map(|seat| self.occupant(seat)).collect();
        context! {
            table => self.table_name(app, &game.name, &game.ruleset),
            title => self.ruleset_name(app, &game.ruleset),
            people,
            option_sentences => self.option_sentences(app, &game.ruleset, game.options.get()),
            rules_page => app.ruleset(&game.ruleset).ok().and_then(aids::address),
            order_delay_minutes => wait_in_minutes(game.order_delay_seconds),
            ..Value::from(Serde(game))
        }
    }

    /// A game in a list: what it is called, its ruleset and who sits there.
    pub fn game_line(&self, app: &App, game: &GameDetails) -> String {
        let about = context! {
            table => self.table_name(app, &game.name, &game.ruleset),
            title => self.ruleset_name(app, &game.ruleset),
            people => game.seats.iter().map(|seat| self.occupant(seat)).collect::<Vec<_>>(),
            free => game.free_seats,
        };
        self.say_of("account", if game.status.is_waiting() { "waiting_game" } else { "game" }, about)
    }

    /// How much time players have, as a sentence.
    pub fn clock(&self, clock: Clock) -> String {
        match clock {
            Clock::Untimed {} => self.say("clocks", "untimed"),
            Clock::Plain { hours } => self.say_of("clocks", "plain", context! { hours }),
            Clock::Banked { free_hours, bank_hours, .. } => {
                self.say_of("clocks", "banked", context! { hours => free_hours, bank => bank_hours })
            }
        }
    }

    /// A sentence for each option (JSON) of a game that differs from the usual.
    pub fn option_sentences(&self, app: &App, ruleset: &str, options: &str) -> Vec<String> {
        let known = app.ruleset(ruleset);
        let sentences =
            known.map(|ruleset| texts::option_sentences(&self.catalogue, ruleset, self.code, options));
        sentences.unwrap_or_default()
    }

    /// A player in a list of people.
    pub fn occupant(&self, seat: &SeatOccupant) -> String {
        match (&seat.name, &seat.bot_name) {
            (Some(name), _) => name.clone(),
            (None, Some(bot)) => self.phrase_of("words", "bot", context! { name => bot }),
            (None, None) => self.phrase("words", "nobody"),
        }
    }

    /// The entrant of a competition: an account, or a bot, which is called by its kind.
    pub fn entrant(&self, account: Option<Uuid>, name: &str) -> String {
        match (account, name) {
            (_, "") => self.phrase("words", "nobody"),
            (Some(_), name) => name.to_owned(),
            (None, name) => self.phrase_of("words", "bot", context! { name }),
        }
    }

    /// A number of hundredths, such as match points: `2.5`.
    pub fn hundredths(&self, value: i64) -> String {
        self.decimal(value, 100)
    }

    /// A number of parts of `whole`, a power of ten, without zeros at its end.
    pub fn decimal(&self, value: i64, whole: u64) -> String {
        let (sign, size) = (if value < 0 { "−" } else { "" }, value.unsigned_abs());
        let digits = usize::try_from(whole.ilog10()).unwrap_or_default();
        let part = format!("{:0digits$}", size % whole);
        let (part, mark) = (part.trim_end_matches('0'), self.phrase("competition", "decimal_mark"));
        let mark = if part.is_empty() { "" } else { &mark };
        format!("{sign}{}{mark}{part}", size / whole)
    }

    /// What the ruleset with this id is called.
    pub fn ruleset_name(&self, app: &App, id: &str) -> String {
        app.ruleset(id).map_or_else(|_| id.to_owned(), |ruleset| texts::title(ruleset, self.code))
    }

    /// What a game is called: one without a name has that of its ruleset.
    pub fn table_name(&self, app: &App, name: &str, ruleset: &str) -> String {
        let known = app.ruleset(ruleset);
        known.map_or_else(|_| name.to_owned(), |ruleset| texts::game_name(name, ruleset, self.code))
    }

    /// What a refusal says on a page; `None` where the sentence of the API is better: one about this very case, and
    /// where there is no other.
    pub fn problem(&self, error: &Error) -> Option<String> {
        let is_own = |case: &ProblemCase| matches!(case.text, Some(ProblemText::Said(_)));
        let (code, _) = error.code();
        match error {
            Error::Known(case) if is_own(case) => None,
            _ => self.catalogue.text("problems", code).map(str::to_owned),
        }
    }
}
