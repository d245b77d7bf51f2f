//! What can be chosen on several pages: a language, a time zone, the clock of a game.

use chrono_tz::TZ_VARIANTS;

use super::page::{Input, InputChoice, InputKind};
use super::words::PageWords;
use crate::error::{Code, Error};
use crate::service::lobby::PROPOSED_ORDER_DELAY_SECONDS;
use crate::texts;
use crate::time_control::Clock;

/// The regions whose zones are named after places; the others are names of long ago.
const REGIONS: [&str; 9] =
    ["Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];

/// The languages of the service, each by its own name.
pub fn language(words: &PageWords, chosen: &str) -> Input {
    let choices = texts::languages().map(|(code, name)| choice(code, name));
    select("language", words.say("choices", "language"), chosen, choices.collect())
}

/// The time zones of the world, by their places.
pub fn time_zone(words: &PageWords, chosen: &str) -> Input {
    let of_region = |name: &&str| name.split_once('/').is_some_and(|(region, _)| REGIONS.contains(&region));
    let place = |name: &str| {
        let (region, place) = name.split_once('/').unwrap_or(("", name));
        choice(name, &format!("{} ({region})", place.replace('_', " ")))
    };
    let mut choices: Vec<InputChoice> =
        TZ_VARIANTS.iter().map(|zone| zone.name()).filter(of_region).map(place).collect();
    choices.sort_by(|one, other| one.label.cmp(&other.label));
    choices.insert(0, choice("UTC", "UTC"));
    if choices.iter().all(|known| known.value != chosen) {
        choices.insert(0, choice(chosen, chosen));
    }
    select("time_zone", words.say("choices", "time_zone"), chosen, choices)
}

/// A field for the name under which others see a player.
pub fn name(words: &PageWords, value: &str) -> Input {
    Input {
        name: "name".to_owned(),
        label: words.say("choices", "name"),
        value: value.to_owned(),
        least: 2,
        most: 32,
        is_required: true,
        autocomplete: Some("nickname"),
        note: Some(words.say("choices", "name_note")),
        ..Input::default()
    }
}

/// The clocks that a page offers, by the names of their texts.
const CLOCKS: [(&str, Clock); 5] = [
    ("untimed", Clock::Untimed {}),
    ("quick", Clock::Plain { hours: 12 }),
    ("day", Clock::Banked { free_hours: 24, bank_hours: 72, refund_hours: 6, cap_hours: 96 }),
    ("three_days", Clock::Plain { hours: 72 }),
    ("week", Clock::Plain { hours: 168 }),
];

pub fn clock(words: &PageWords) -> Input {
    let choices = CLOCKS.iter().map(|(key, _)| choice(key, &words.say("clocks", key)));
    select("clock", words.say("choices", "clock"), "day", choices.collect())
}

/// The clock that was chosen. Error: `invalid_field`.
pub fn chosen_clock(name: &str) -> Result<Clock, Error> {
    let chosen = CLOCKS.into_iter().find(|(key, _)| *key == name).map(|(_, clock)| clock);
    chosen.ok_or_else(|| Code::InvalidField.at("clock"))
}

/// How long standing orders wait, by the names of their texts; what is proposed stands first.
const ORDER_DELAYS: [(&str, u32); 2] = [("random", PROPOSED_ORDER_DELAY_SECONDS), ("at_once", 0)];

pub fn order_delay(words: &PageWords) -> Input {
    let text = |key: &str| {
        words.say_of(
            "order_delays",
            key,
            minijinja::context! { minutes => PROPOSED_ORDER_DELAY_SECONDS / 60 },
        )
    };
    let choices = ORDER_DELAYS.iter().map(|(key, _)| choice(key, &text(key)));
    Input {
        note: Some(text("note")),
        ..select("order_delay", words.say("choices", "order_delay"), ORDER_DELAYS[0].0, choices.collect())
    }
}

/// The seconds of the wait that was chosen. Error: `invalid_field`.
pub fn chosen_order_delay(name: &str) -> Result<u32, Error> {
    let chosen = ORDER_DELAYS.into_iter().find(|(key, _)| *key == name).map(|(_, seconds)| seconds);
    chosen.ok_or_else(|| Code::InvalidField.at("order_delay"))
}

/// A clock in words.
pub fn clock_in_words(words: &PageWords, clock: Clock) -> String {
    match clock {
        Clock::Untimed {} => words.say("clocks", "untimed"),
        Clock::Plain { hours } => words.say_of("clocks", "plain", minijinja::context! { hours }),
        Clock::Banked { free_hours, bank_hours, .. } => {
            words.say_of("clocks", "banked", minijinja::context! { hours => free_hours, bank => bank_hours })
        }
    }
}

pub fn select(name: &str, label: String, chosen: &str, choices: Vec<InputChoice>) -> Input {
    Input {
        kind: InputKind::Select,
        name: name.to_owned(),
        label,
        value: chosen.to_owned(),
        choices,
        ..Input::default()
    }
}

pub fn choice(value: &str, label: &str) -> InputChoice {
    InputChoice { value: value.to_owned(), label: label.to_owned() }
}

/// A field for a mail address.
pub fn email(label: String) -> Input {
    Input {
        kind: InputKind::Email,
        name: "email".to_owned(),
        label,
        most: 254,
        is_required: true,
        autocomplete: Some("email"),
        ..Input::default()
    }
}

/// A field for text of several lines.
pub fn lines(name: &str, label: String, most: i64, is_required: bool) -> Input {
    Input {
        kind: InputKind::Lines,
        name: name.to_owned(),
        label,
        most,
        rows: 3,
        is_required,
        ..Input::default()
    }
}
