//! The settings of a game: what a request sets, what it is checked for, how it is stored, and the words of its name.

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::error::{Code, Error, Mistakes, Sentence, bounded};
use crate::record::format::CompetitionPlace;
use crate::service::plain::{self, words};
use crate::service::rulesets::RulesetPart;
use crate::service::setting_checks::{check_forbidden_orders, checked_clock, checked_name};
use crate::service::stored_json::{decode, encode, raw};
use crate::store::games::{Game, SettingColumns, Visibility};
use crate::time_control::{Clock, Timing};
use rules::{AnyRuleset, Json};

/// The hours in which presence is to be confirmed, by default.
const CONFIRM_HOURS: u16 = 48;
/// The bounds of `confirm_hours`.
const HOURS: std::ops::RangeInclusive<u16> = 1..=336;

/// The bounds of `caretaker_after`.
const LAPSES: std::ops::RangeInclusive<u8> = 1..=20;

/// The bounds of `order_delay_seconds`: at most a day.
const ORDER_DELAY_SECONDS: std::ops::RangeInclusive<u32> = 0..=86_400;

/// The random wait of standing orders that pages and mails propose where they begin a game: a quarter of an hour. Since
/// moves can be taken back, an answer that does not come at once would show which orders are not there. The API
/// proposes none, so that programs get what they ask for.
pub const PROPOSED_ORDER_DELAY_SECONDS: u32 = 900;

/// `when_full`: as soon as all seats are taken; `on_confirmation`: once all players have then confirmed to be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartRule {
    /// As soon as it is full.
    #[default]
    WhenFull,
    /// When every person at it has confirmed to be there.
    OnConfirmation,
}

/// `open`: everybody who can see the game; `invitation`: only with an invitation or a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JoinRule {
    /// Everyone who can see the game.
    #[default]
    Open,
    /// Players who are invited or have a link.
    Invitation,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    pub ruleset: String,
    /// The ruleset's name if left out.
    #[schema(max_length = 80)]
    pub name: Option<String>,
    /// The ruleset's defaults if left out.
    #[schema(value_type = Option<rules::schemas::AnyOptions>)]
    pub options: Option<Json>,
    /// How many seats, bots included.
    pub seats: u8,
    /// `private`: only those who were invited and the players find and see it.
    #[serde(default = "everybody")]
    #[schema(default = "public")]
    pub visibility: Visibility,
    /// Bots that take the last seats, by name.
    #[serde(default)]
    pub bots: Vec<String>,
    /// `true`: seats are dealt by chance at the start; `false`: they follow the order of joining.
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub deal_seats: bool,
    /// Your own share of chance, up to 64 bytes as hex: nobody can foresee the game's draws without it.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$")]
    pub entropy: Option<String>,
    /// The club that the game belongs to, of which you are a member. Its members see the game, also a private one, and join
    /// it as everybody joins a public one. What is left out here is as the club's `defaults` say.
    pub club_id: Option<uuid::Uuid>,
    /// A few words about the game.
    #[schema(max_length = 1000)]
    pub description: Option<String>,
    /// The language of its messages, such as `en`; any if left out.
    #[schema(pattern = "^[a-z]{2,3}$")]
    pub language: Option<String>,
    /// When the game starts by itself.
    #[serde(default)]
    #[schema(default = "when_full")]
    pub start: StartRule,
    /// A private game can be joined by invited players alone.
    #[serde(default)]
    #[schema(default = "open")]
    pub join: JoinRule,
    /// With `start: on_confirmation`: how many hours players have to confirm; 48 if left out.
    #[schema(minimum = 1, maximum = 336)]
    pub confirm_hours: Option<u16>,
    /// The time that players have to answer; 24 hours each and 72 in the bank if left out.
    pub clock: Option<Clock>,
    /// After how many lapses in a row a bot plays for an absent player; 3 if left out.
    #[schema(minimum = 1, maximum = 20)]
    pub caretaker_after: Option<u8>,
    /// Kinds of standing orders (their `type`) that are forbidden; none if left out.
    #[serde(default)]
    pub forbidden_orders: Vec<String>,
    /// Standing orders wait up to this many seconds, by chance, and at most a twentieth of the time left, so that nobody
    /// can tell them from a person; no delay if left out. Without one, since moves can be taken back, an answer that does
    /// not come at once shows which standing orders are not there.
    #[schema(maximum = 86400)]
    pub order_delay_seconds: Option<u32>,
}

impl CreateGame {
    /// A request that leaves out what it may.
    pub fn new(ruleset: String, seats: u8) -> Self {
        Self {
            ruleset,
            name: None,
            options: None,
            seats,
            visibility: everybody(),
            bots: Vec::new(),
            deal_seats: yes(),
            entropy: None,
            club_id: None,
            description: None,
            language: None,
            start: StartRule::default(),
            join: JoinRule::default(),
            confirm_hours: None,
            clock: None,
            caretaker_after: None,
            forbidden_orders: Vec::new(),
            order_delay_seconds: None,
        }
    }
}

fn everybody() -> Visibility {
    Visibility::Public
}

fn yes() -> bool {
    true
}

/// What is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateGame {
    #[schema(max_length = 80)]
    pub name: Option<String>,
    /// A few words about the game.
    #[schema(max_length = 1000)]
    pub description: Option<String>,
    /// The language of its messages, such as `en`; null for any.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, pattern = "^[a-z]{2,3}$")]
    pub language: Option<Option<String>>,
    /// Replaces all that were set.
    #[schema(value_type = Option<rules::schemas::AnyOptions>)]
    pub options: Option<Json>,
    /// How many seats, bots included.
    pub seats: Option<u8>,
    /// All bots by name; an empty list for none.
    pub bots: Option<Vec<String>>,
    /// `private`: only those who were invited and the players find and see it.
    pub visibility: Option<Visibility>,
    /// `true`: seats are dealt by chance at the start; `false`: they follow the order of joining.
    pub deal_seats: Option<bool>,
    /// When the game starts by itself.
    pub start: Option<StartRule>,
    pub join: Option<JoinRule>,
    /// With `start: on_confirmation`: how many hours players have to confirm.
    #[schema(minimum = 1, maximum = 336)]
    pub confirm_hours: Option<u16>,
    /// The time that players have to answer.
    pub clock: Option<Clock>,
    /// After how many lapses in a row a bot plays for an absent player.
    #[schema(minimum = 1, maximum = 20)]
    pub caretaker_after: Option<u8>,
    /// Standing orders wait up to this many seconds, by chance, and at most a twentieth of the time left; 0 for no delay.
    /// Without one, since moves can be taken back, an answer that does not come at once shows which standing orders are
    /// not there.
    #[schema(maximum = 86400)]
    pub order_delay_seconds: Option<u32>,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateRematch {
    /// Your own share of chance, up to 64 bytes as hex: nobody can foresee the game's draws without it.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$")]
    pub entropy: Option<String>,
}

/// Distinguishes a field that is null from one that is left out.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// The settings of a game. Those that the list of games is searched by have columns of their own; the rest is JSON in
/// `games.terms`, and only that is serialised.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default)]
pub struct GameSettings {
    #[serde(skip)]
    pub name: String,
    #[serde(skip, default = "everybody")]
    pub visibility: Visibility,
    #[serde(skip)]
    pub seats: u8,
    #[serde(skip)]
    pub deal_seats: bool,
    #[serde(skip)]
    pub options: Json,
    #[serde(skip)]
    pub language: Option<String>,
    pub description: String,
    pub start: StartRule,
    pub join: JoinRule,
    pub confirm_hours: u16,
    /// Games from before there were clocks have none.
    pub clock: Clock,
    pub caretaker_after: u8,
    pub forbidden_orders: Vec<String>,
    pub order_delay_seconds: u32,
    /// The table of a competition that it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub competition: Option<CompetitionPlace>,
}

impl Default for GameSettings {
    fn default() -> Self {
        let Timing { clock, caretaker_after } = Timing::default();
        Self {
            name: String::new(),
            visibility: everybody(),
            seats: 0,
            deal_seats: yes(),
            options: Json::default(),
            language: None,
            description: String::new(),
            start: StartRule::default(),
            join: JoinRule::default(),
            confirm_hours: CONFIRM_HOURS,
            clock,
            caretaker_after,
            forbidden_orders: Vec::new(),
            order_delay_seconds: 0,
            competition: None,
        }
    }
}

impl GameSettings {
    /// The settings of a new game. Error: `invalid_field`, with everything that is wrong.
    pub fn new(request: CreateGame, bots: &[String], ruleset: &dyn AnyRuleset) -> Result<Self, Error> {
        let mut settings = Self {
            name: ruleset.name().to_owned(),
            seats: request.seats,
            forbidden_orders: request.forbidden_orders,
            clock: Clock::usual(),
            ..Self::default()
        };
        let mut mistakes = Mistakes::default();
        mistakes.note(settings.check(bots, ruleset))?;
        let set = UpdateGame {
            name: request.name,
            description: request.description,
            language: request.language.map(Some),
            visibility: Some(request.visibility),
            deal_seats: Some(request.deal_seats),
            start: Some(request.start),
            join: Some(request.join),
            confirm_hours: request.confirm_hours,
            clock: request.clock,
            caretaker_after: request.caretaker_after,
            order_delay_seconds: request.order_delay_seconds,
            ..UpdateGame::default()
        };
        mistakes.note(settings.update(set))?;
        mistakes.result()?;
        settings.options = offered_options(ruleset, request.options.as_ref())?;
        Ok(settings)
    }

    /// Checks that the ruleset knows the number of seats, the bots and the kinds of order. Error: `invalid_field`, with
    /// everything that is wrong.
    pub fn check(&self, bots: &[String], ruleset: &dyn AnyRuleset) -> Result<(), Error> {
        let mut mistakes = Mistakes::default();
        mistakes.note(check_seats(ruleset, self.seats))?;
        mistakes.note(check_bots(ruleset, self.seats, bots))?;
        mistakes.note(check_forbidden_orders(ruleset.order_kinds(), &self.forbidden_orders))?;
        mistakes.result()
    }

    /// For a game that is begun without asking its owner: standing orders wait as pages propose, if they did not yet.
    pub fn propose_delay(&mut self) {
        if self.order_delay_seconds == 0 {
            self.order_delay_seconds = PROPOSED_ORDER_DELAY_SECONDS;
        }
    }

    /// Sets what is given, but for `bots` and `options`, which need the ruleset. Settings that stay are not checked again:
    /// they may be older than a check. Error: `invalid_field`, with everything that is wrong.
    pub fn update(&mut self, given: UpdateGame) -> Result<(), Error> {
        let mut mistakes = Mistakes::default();
        let mut language = |given: Option<String>| given.as_deref().map(checked_language).transpose();
        set(&mut mistakes, &mut self.language, given.language.map(&mut language))?;
        set(&mut mistakes, &mut self.name, given.name.as_deref().map(checked_name))?;
        set(&mut mistakes, &mut self.description, given.description.as_deref().map(checked_description))?;
        set(
            &mut mistakes,
            &mut self.confirm_hours,
            given.confirm_hours.map(|hours| bounded("confirm_hours", hours, &HOURS)),
        )?;
        set(&mut mistakes, &mut self.clock, given.clock.map(checked_clock))?;
        set(
            &mut mistakes,
            &mut self.caretaker_after,
            given.caretaker_after.map(|lapses| bounded("caretaker_after", lapses, &LAPSES)),
        )?;
        set(
            &mut mistakes,
            &mut self.order_delay_seconds,
            given
                .order_delay_seconds
                .map(|seconds| bounded("order_delay_seconds", seconds, &ORDER_DELAY_SECONDS)),
        )?;
        self.seats = given.seats.unwrap_or(self.seats);
        self.visibility = given.visibility.unwrap_or(self.visibility);
        self.deal_seats = given.deal_seats.unwrap_or(self.deal_seats);
        self.start = given.start.unwrap_or(self.start);
        self.join = given.join.unwrap_or(self.join);
        mistakes.result()
    }

    pub fn of(game: &Game) -> Result<Self, Error> {
        let stored: Self = decode(format_args!("the terms of game {}", game.id), &game.terms)?;
        Ok(Self {
            name: game.name.clone(),
            visibility: game.visibility,
            seats: u8::try_from(game.seat_count)
                .map_err(|error| Error::internal(format!("the seats of game {}", game.id), error))?,
            deal_seats: game.deal_seats,
            options: raw(game.options.clone())?,
            language: game.language.clone(),
            ..stored
        })
    }

    pub fn columns(&self, ruleset: &dyn AnyRuleset) -> Result<SettingColumns<'_>, Error> {
        Ok(SettingColumns {
            name: &self.name,
            name_key: words(&self.name).join(" "),
            visibility: self.visibility,
            seat_count: i16::from(self.seats),
            deal_seats: self.deal_seats,
            options: self.options.get(),
            house_rules: ruleset.house_rules(&self.options),
            terms: encode(self)?,
            language: self.language.as_deref(),
        })
    }

    /// The clock of the game that starts, as it is stored with it; `None`: untimed.
    pub fn timing(&self) -> Result<Option<String>, Error> {
        let timing = Timing { clock: self.clock, caretaker_after: self.caretaker_after };
        if self.clock.is_timed() { encode(&timing).map(Some) } else { Ok(None) }
    }
}

fn set<T>(mistakes: &mut Mistakes, setting: &mut T, given: Option<Result<T, Error>>) -> Result<(), Error> {
    if let Some(value) = mistakes.note(given.transpose())?.flatten() {
        *setting = value;
    }
    Ok(())
}

/// The options as the ruleset keeps them.
pub fn offered_options(ruleset: &dyn AnyRuleset, given: Option<&Json>) -> Result<Json, Error> {
    let explain = |error: Error| match given {
        Some(given) => RulesetPart::Options.explain(ruleset, given, error),
        None => error,
    };
    ruleset.offered_options(given.map(AsRef::as_ref)).map_err(Error::from).map_err(explain)
}

pub fn check_seats(ruleset: &dyn AnyRuleset, seats: u8) -> Result<(), Error> {
    let players = ruleset.players();
    if players.contains(&seats) {
        return Ok(());
    }
    let (least, most) = (*players.start(), *players.end());
    Err(Code::InvalidField.field("seats", Sentence::PlayersBetween { least, most }))
}

/// Checks that the ruleset knows the bots, and that they leave a seat for a player.
pub fn check_bots(ruleset: &dyn AnyRuleset, seats: u8, bots: &[String]) -> Result<(), Error> {
    if bots.len() >= usize::from(seats) {
        return Err(Code::InvalidField.field("bots", Sentence::SeatForPerson));
    }
    if let Some(index) = bots.iter().position(|bot| !ruleset.bots().contains(&bot.as_str())) {
        let sentence = Sentence::not_among(&bots[index], ruleset.bots());
        return Err(Code::InvalidField.field(format!("bots[{index}]"), sentence));
    }
    Ok(())
}

/// The most bytes of chance that a player can give.
const MAX_ENTROPY_BYTES: usize = 64;

/// A player's share of chance; empty when none is given.
pub fn checked_entropy(given: Option<&str>) -> Result<Vec<u8>, Error> {
    let bytes = hex::decode(given.unwrap_or_default()).ok().filter(|bytes| bytes.len() <= MAX_ENTROPY_BYTES);
    bytes.ok_or_else(|| Code::InvalidField.field("entropy", Sentence::MustBeHex { most: MAX_ENTROPY_BYTES }))
}

/// The longest wait of standing orders in whole minutes, as people are told of it; `None`: they do not wait.
pub fn wait_in_minutes(seconds: u32) -> Option<u32> {
    (seconds > 0).then(|| seconds.div_ceil(60))
}

const MAX_DESCRIPTION_CHARS: usize = 1000;

/// Validates a description, which may have several lines, and gives it as it is stored.
fn checked_description(given: &str) -> Result<String, Error> {
    plain::lines("description", given, 0, MAX_DESCRIPTION_CHARS)
}

/// A language, as its code of two or three small letters.
pub fn checked_language(given: &str) -> Result<String, Error> {
    if (2..=3).contains(&given.len()) && given.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Ok(given.to_owned());
    }
    Err(Code::InvalidField.field("language", Sentence::MustBeLanguage))
}
