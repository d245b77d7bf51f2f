//! Days of absence as people write them in a reply: `away until 7 December`, `borte frå 1. til 7. desember`, `weg bis
//! 7.12.`, `away 2026-12-01 to 2026-12-07`. A day comes before its month, except behind the name of the month.

use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate, TimeDelta};

use crate::texts::{self, Catalogue, MAIL_PHRASES, Phrase, behind_longest, phrase_words};
use rules::typed_answers::fold;

/// The days of an absence as they were written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenAbsence {
    /// None: from today on.
    first: Option<WrittenDay>,
    /// This day included.
    last: WrittenDay,
}

/// A day, often without its year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct WrittenDay {
    day: u32,
    month: u32,
    year: Option<i32>,
}

/// The fewest letters of the name of a month.
const MIN_LETTERS: usize = 3;

/// How many days ago an absence may have begun.
const MAX_DAYS_AGO: i64 = 60;

/// The months with their names in every language, in small letters.
static MONTHS: LazyLock<Vec<(u32, String)>> = LazyLock::new(|| {
    let of_language = |language: &str| {
        let catalogue = Catalogue::read(texts::emails(language));
        let names: Vec<String> = catalogue.list("months").iter().map(|name| fold(name)).collect();
        (1..).zip(names).collect::<Vec<_>>()
    };
    texts::languages().flat_map(|(code, _)| of_language(code)).collect()
});

impl WrittenAbsence {
    /// Reads a line; `None` for one that is anything else.
    pub fn read(text: &str) -> Option<Self> {
        // A hyphen between two days stands for "to".
        let text = text.replace(['–', '—'], "-").replace(" - ", " - to ");
        let said = phrase_words(&text);
        let phrases = &MAIL_PHRASES.commands;
        let mut words =
            behind_longest(&phrases.away, &said).or_else(|| between(&phrases.away_around, &said))?;
        if let Some((first, last)) = days_of_one_month(words) {
            return Some(Self { first: Some(first), last });
        }
        let first = match behind_longest(&phrases.from, words) {
            Some(behind) => Some(FirstDay::read(behind)?),
            None => WrittenDay::read(words).map(|(day, rest)| (FirstDay::Written(day), rest)),
        };
        if let Some((_, rest)) = first {
            words = rest;
        }
        words = behind_longest(&phrases.until, words)?;
        let (last, rest) = WrittenDay::read(words)?;
        let first = first.map(|(first, _)| first.before(last));
        rest.is_empty().then_some(Self { first, last })
    }

    /// The first and the last day, if there are such days. What has no year is the next such day from `today` on; an
    /// absence that has begun counts from `today`.
    pub fn days(&self, today: NaiveDate) -> Option<(NaiveDate, NaiveDate)> {
        let last = self.last.next(today)?;
        let first = match self.first {
            None => today,
            Some(first) => {
                let first = first.latest(last)?;
                // Somebody who writes the days in the wrong order did not begin a year ago.
                if today - first > TimeDelta::days(MAX_DAYS_AGO) {
                    return None;
                }
                first.max(today)
            }
        };
        (first <= last).then_some((first, last))
    }
}

/// What stands inside one of these phrases: in German the verb's second part comes last.
fn between<'s>(phrases: &[(Phrase, Phrase)], said: &'s [String]) -> Option<&'s [String]> {
    phrases.iter().find_map(|(begin, end)| begin.behind(said).and_then(|rest| end.before(rest)))
}

/// `1-7 december`, `1.-7.12.`: both days are of the month that follows.
fn days_of_one_month(words: &[String]) -> Option<(WrittenDay, WrittenDay)> {
    let (days, rest) = words.split_first()?;
    let (first, last) = days.split_once('-')?;
    let first: u32 = first.trim_end_matches('.').parse().ok()?;
    let mut with_last = vec![last.to_owned()];
    with_last.extend_from_slice(rest);
    let (last, rest) = WrittenDay::read(&with_last)?;
    rest.is_empty().then_some((WrittenDay { day: first, ..last }, last))
}

/// The day behind "from".
#[derive(Debug, Clone, Copy)]
enum FirstDay {
    Written(WrittenDay),
    /// A day of the month in which the absence ends: `from 1 to 7 December`.
    OfMonthOfLast(u32),
}

impl FirstDay {
    fn read(words: &[String]) -> Option<(Self, &[String])> {
        if let Some((day, rest)) = WrittenDay::read(words) {
            return Some((Self::Written(day), rest));
        }
        let (day, rest) = words.split_first()?;
        Some((Self::OfMonthOfLast(ordinal(day)?), rest))
    }

    fn before(self, last: WrittenDay) -> WrittenDay {
        match self {
            Self::Written(day) => day,
            Self::OfMonthOfLast(day) => WrittenDay { day, ..last },
        }
    }
}

impl WrittenDay {
    /// The day that the words begin with, and the rest.
    fn read(words: &[String]) -> Option<(Self, &[String])> {
        let (word, rest) = words.split_first()?;
        if let Ok(date) = word.parse::<NaiveDate>() {
            let day = Self { day: date.day(), month: date.month(), year: Some(date.year()) };
            return Some((day, rest));
        }
        if let Some(day) = Self::in_numbers(word) {
            return Some((day, rest));
        }
        let (day, month, rest) = match (ordinal(word), month(word)) {
            (Some(day), _) => {
                let rest = rest.strip_prefix(["of".to_owned()].as_slice()).unwrap_or(rest);
                let (name, rest) = rest.split_first()?;
                (day, month(name)?, rest)
            }
            (None, Some(month)) => {
                let (day, rest) = rest.split_first()?;
                (ordinal(day)?, month, rest)
            }
            (None, None) => return None,
        };
        let year = rest.first().and_then(|word| year(word));
        let rest = if year.is_some() { rest.get(1..).unwrap_or_default() } else { rest };
        Some((Self { day, month, year }, rest))
    }

    /// `7.12`, `7/12`, `7.12.2026`.
    fn in_numbers(word: &str) -> Option<Self> {
        let mut parts = word.split(['.', '/']);
        let (day, month) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let written = parts.next();
        let year = written.map(|text| year(text).ok_or(())).transpose().ok()?;
        parts.next().is_none().then_some(Self { day, month, year })
    }

    /// The next such day, today included.
    fn next(self, today: NaiveDate) -> Option<NaiveDate> {
        match self.year {
            Some(_) => self.of(today.year()),
            None => {
                let candidates = [0, 1].into_iter().filter_map(|years| self.of(today.year() + years));
                candidates.into_iter().find(|day| *day >= today)
            }
        }
    }

    /// The latest such day up to `last`.
    fn latest(self, last: NaiveDate) -> Option<NaiveDate> {
        let candidates = [0, 1].into_iter().filter_map(|years| self.of(last.year() - years));
        candidates.into_iter().find(|day| *day <= last)
    }

    /// In the year that was written, or in this one.
    fn of(self, year: i32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(self.year.unwrap_or(year), self.month, self.day)
    }
}

/// `7`, `7.`, `7th`.
fn ordinal(word: &str) -> Option<u32> {
    let digits = ["st", "nd", "rd", "th", "."].into_iter().find_map(|end| word.strip_suffix(end));
    let digits = digits.unwrap_or(word);
    let is_day = (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_day.then(|| digits.parse().ok())?
}

/// The month that a word of some letters begins the name of, in any language.
fn month(word: &str) -> Option<u32> {
    let word = word.trim_end_matches('.');
    if word.chars().count() < MIN_LETTERS {
        return None;
    }
    let mut meant = MONTHS.iter().filter(|(_, name)| name.starts_with(word)).map(|(month, _)| *month);
    let month = meant.next()?;
    meant.all(|other| other == month).then_some(month)
}

fn year(word: &str) -> Option<i32> {
    let is_year = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    is_year.then(|| word.parse().ok())?
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::WrittenAbsence;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn days(text: &str) -> Option<(NaiveDate, NaiveDate)> {
        WrittenAbsence::read(text)?.days(day("2026-11-26"))
    }

    #[test]
    fn absences_are_read_in_four_languages() {
        let until = Some((day("2026-11-26"), day("2026-12-07")));
        for text in [
            "away until 7 December",
            "Away until 7 December.",
            "I'm away until December 7th!",
            "I am away till the 7th of December",
            "away to 7/12",
            "on holiday until 7 Dec 2026",
            "on vacation through 2026-12-07",
            "borte til 7. desember",
            "Eg er borte til 7. des.",
            "på ferie til og med 7.12.",
            "bortreist til 07.12.2026",
            "borta till 7 december",
            "Jag är borta till och med 7 dec",
            "semester till 7/12",
            "weg bis 7. Dezember",
            "Ich bin bis zum 7. Dezember weg",
            "Ich bin im Urlaub bis zum 7.12.",
            "abwesend bis 7. Dez. 2026",
        ] {
            assert_eq!(days(text), until, "{text}");
        }
        let between = Some((day("2026-12-01"), day("2026-12-07")));
        for text in [
            "away from 1 December until 7 December",
            "away from 1 to 7 December",
            "away 1-7 December",
            "away 1–7 December",
            "semester 1 december till 7 december",
            "ferie 1.-7. desember",
            "borte frå 1. til 7. desember",
            "borta från 1/12 till 7/12",
            "verreist vom 1. bis 7. Dezember",
            "Urlaub 1.12. bis 7.12.",
            "Urlaub 1.12. - 7.12.",
        ] {
            assert_eq!(days(text), between, "{text}");
        }
        assert_eq!(days("away until 3 January"), Some((day("2026-11-26"), day("2027-01-03"))));
        let over_new_year = Some((day("2026-12-22"), day("2027-01-03")));
        assert_eq!(days("borte frå 22. desember til 3. januar"), over_new_year);
        assert_eq!(days("away until 26 November"), Some((day("2026-11-26"), day("2026-11-26"))));
    }

    #[test]
    fn what_is_not_certain_is_no_absence() {
        for text in [
            "away",
            "away until",
            "away until December",
            "away until 31 November",
            "away until 7",
            "away until ma 7",
            "away until 7 December, or maybe 8",
            "away until 7 December if that is fine",
            "I was away until 7 December last year",
            "away from December until 7 December",
            "away from 8 December until 7 December 2026",
            "until 7 December",
            "7 December",
            "away until 7 December 1999",
            "away until 7.13.",
            "away until 7.12.26.1",
            "weg mit dem Räuber bis 7. Dezember",
        ] {
            assert_eq!(days(text), None, "{text}");
        }
    }
}
