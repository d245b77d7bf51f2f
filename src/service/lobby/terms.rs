//! The terms of a game: its description, how it starts, who may join; and the words it is found by.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use utoipa::ToSchema;

use crate::error::{Code, Error, Sentence};
use crate::service::plain;
use crate::service::stored_json::{decode, encode};
use crate::store::games::Game;
use crate::time_control::{Clock, Timing};

/// The hours in which presence is to be confirmed, by default.
const CONFIRM_HOURS: u16 = 48;
/// The fewest and most hours that a game can give for that.
const HOURS: std::ops::RangeInclusive<u16> = 1..=336;

/// After how many lapses in a row a bot can take over.
const LAPSES: std::ops::RangeInclusive<u8> = 1..=20;

/// The longest that standing orders can wait, in seconds: a day.
const MAX_ORDER_DELAY_SECONDS: u32 = 86_400;

/// The random wait of standing orders that pages and mails propose where they begin a game: a quarter of an hour. The
/// API proposes none, so that programs get what they ask for.
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

/// The terms of a game as they are stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    /// The owner's words about the game.
    pub description: String,
    /// When the game starts by itself.
    pub start: StartRule,
    /// Who may join the game.
    pub join: JoinRule,
    /// How many hours people have to confirm.
    pub confirm_hours: u16,
    /// The time for decisions. Games from before there were clocks have none.
    pub clock: Clock,
    /// After how many lapses in a row a bot takes over.
    pub caretaker_after: u8,
    /// The kinds of standing order that are forbidden.
    pub forbidden_orders: Vec<String>,
    /// The most seconds that a standing order waits before it answers; 0: it answers at once.
    pub order_delay_seconds: u32,
}

impl Default for Terms {
    fn default() -> Self {
        let (start, join) = (StartRule::default(), JoinRule::default());
        let Timing { clock, caretaker_after } = Timing::default();
        let description = String::new();
        let forbidden_orders = Vec::new();
        Self {
            description,
            start,
            join,
            confirm_hours: CONFIRM_HOURS,
            clock,
            caretaker_after,
            forbidden_orders,
            order_delay_seconds: 0,
        }
    }
}

impl Terms {
    /// Terms as the owner set them; what they left out is as usual. Error: `invalid_field`.
    pub fn new(
        description: Option<&str>,
        start: StartRule,
        join: JoinRule,
        hours: Option<u16>,
        clock: Option<Clock>,
        caretaker_after: Option<u8>,
    ) -> Result<Self, Error> {
        let description = description.map_or(Ok(String::new()), checked_description)?;
        let clock = self::clock(clock.unwrap_or_else(Clock::usual))?;
        let caretaker_after = self::caretaker_after(caretaker_after)?;
        let (confirm_hours, forbidden_orders) = (confirm_hours(hours)?, Vec::new());
        Ok(Self {
            description,
            start,
            join,
            confirm_hours,
            clock,
            caretaker_after,
            forbidden_orders,
            order_delay_seconds: 0,
        })
    }

    /// The same for a game in which standing orders wait for up to this many seconds. Error: `invalid_field`.
    pub fn delaying(self, seconds: Option<u32>) -> Result<Self, Error> {
        Ok(Self { order_delay_seconds: order_delay(seconds)?, ..self })
    }

    /// The same for a game that is begun without asking its owner: those who play will be proposed a wait of standing
    /// orders if they had none.
    pub fn with_proposed_delay(self) -> Self {
        let seconds = if self.order_delay_seconds == 0 {
            PROPOSED_ORDER_DELAY_SECONDS
        } else {
            self.order_delay_seconds
        };
        Self { order_delay_seconds: seconds, ..self }
    }

    /// The same for a game in which these kinds of standing order are forbidden.
    pub fn forbidding(mut self, orders: Vec<String>) -> Self {
        self.forbidden_orders = orders;
        self
    }

    pub fn of(game: &Game) -> Result<Self, Error> {
        decode(format_args!("the terms of game {}", game.id), &game.terms)
    }

    /// The clock of the game that starts, as it is stored with it; `None`: untimed.
    pub fn timing(&self) -> Result<Option<String>, Error> {
        let timing = Timing { clock: self.clock, caretaker_after: self.caretaker_after };
        if self.clock.is_timed() { encode(&timing).map(Some) } else { Ok(None) }
    }

    /// As it is stored with the game.
    pub fn to_json(&self) -> Result<String, Error> {
        encode(self)
    }
}

/// The hours to confirm in, within their bounds. Error: `invalid_field`.
pub fn confirm_hours(given: Option<u16>) -> Result<u16, Error> {
    let hours = given.unwrap_or(CONFIRM_HOURS);
    if HOURS.contains(&hours) {
        return Ok(hours);
    }
    Err(Code::InvalidField.field("confirm_hours", Sentence::between(&HOURS)))
}

/// A clock whose hours are within their bounds. Error: `invalid_field`.
pub fn clock(given: Clock) -> Result<Clock, Error> {
    match given.check() {
        Ok(()) => Ok(given),
        Err(wrong) => {
            Err(Code::InvalidField.field(format!("clock.{}", wrong.field), Sentence::between(&wrong.bounds)))
        }
    }
}

/// The most seconds that a standing order waits, within their bounds. Error: `invalid_field`.
pub fn order_delay(given: Option<u32>) -> Result<u32, Error> {
    let seconds = given.unwrap_or_default();
    if seconds <= MAX_ORDER_DELAY_SECONDS {
        return Ok(seconds);
    }
    Err(Code::InvalidField.field("order_delay_seconds", Sentence::between(&(0..=MAX_ORDER_DELAY_SECONDS))))
}

/// The longest wait of standing orders in whole minutes, as people are told of it; `None`: they do not wait.
pub fn wait_in_minutes(seconds: u32) -> Option<u32> {
    (seconds > 0).then(|| seconds.div_ceil(60))
}

/// After how many lapses in a row a bot takes over, within its bounds. Error: `invalid_field`.
pub fn caretaker_after(given: Option<u8>) -> Result<u8, Error> {
    let lapses = given.unwrap_or(Timing::default().caretaker_after);
    if LAPSES.contains(&lapses) {
        return Ok(lapses);
    }
    Err(Code::InvalidField.field("caretaker_after", Sentence::between(&LAPSES)))
}

/// The longest name of a game, in characters.
const MAX_NAME_CHARS: usize = 80;
const MAX_DESCRIPTION_CHARS: usize = 1000;

/// The name as it is kept. Error: `invalid_field`.
pub fn checked_name(given: &str) -> Result<String, Error> {
    plain::line("name", given, 1, MAX_NAME_CHARS)
}

/// The description as it is kept; it may have lines. Error: `invalid_field`.
pub fn checked_description(given: &str) -> Result<String, Error> {
    plain::lines("description", given, 0, MAX_DESCRIPTION_CHARS)
}

/// A language, as its code of two or three small letters. Error: `invalid_field`.
pub fn checked_language(given: &str) -> Result<String, Error> {
    if (2..=3).contains(&given.len()) && given.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Ok(given.to_owned());
    }
    Err(Code::InvalidField.field("language", Sentence::MustBeLanguage))
}

/// The words of a name, folded: small letters without accents, and digits. What is searched is folded alike.
pub fn name_words(text: &str) -> Vec<String> {
    let folded: String =
        text.nfkd().filter(|character| !is_combining_mark(*character)).collect::<String>().to_lowercase();
    let words = folded.split(|character: char| !character.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The words of a search: no name is longer, so a longer search finds nothing. Error: `invalid_parameter`.
pub fn search_words(given: &str) -> Result<Vec<String>, Error> {
    if given.chars().count() > MAX_NAME_CHARS {
        return Err(
            Code::InvalidParameter.field("name", Sentence::CharactersAtMost { most: MAX_NAME_CHARS as u64 })
        );
    }
    Ok(name_words(given))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_alike_however_they_are_written() {
        assert_eq!(name_words("  Landnám på Fredager! "), ["landnam", "pa", "fredager"]);
        assert_eq!(name_words("ÞING-velliR"), ["þing", "vellir"]);
        assert_eq!(name_words("' :* & | '"), Vec::<String>::new());
    }
}
