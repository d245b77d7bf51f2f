//! What is shown to readers, and what of it is in plain letters.

use std::collections::BTreeMap;

use althing::service::bot_names;
use conformance::pseudolocale;

use super::{ALLOWED, NAMES};
use crate::harness::{PostOffice, Table};
use crate::pages::code_in;
use crate::support::Mail;

/// Names of the service, players, games, rulesets, bots and apps, and the time zone: these are the same in every language.
const DATA: [&str; 10] = [
    "Althing",
    "Dalla",
    "Longship",
    "longship.example",
    "Þing",
    "Landnám",
    "NORD",
    "The Settlers",
    "Toy",
    "UTC",
];

/// Attributes of HTML that are read by people.
const READ: [&str; 4] = ["alt", "title", "aria-label", "placeholder"];

#[derive(Default)]
pub struct Shown {
    /// The lines with plain letters, each with where it was first seen.
    found: BTreeMap<String, String>,
}

impl Shown {
    /// Every mail that has come.
    pub fn mails(office: &PostOffice) -> Self {
        let mut shown = Self::default();
        for mail in office.sink.taken() {
            shown.mail(&mail);
        }
        shown
    }

    fn text(&mut self, place: &str, text: &str) {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && code_in(line).is_none());
        for line in lines {
            let words = plain_words(line);
            if !words.is_empty() {
                let shown = format!("{words:?} in: {line}");
                self.found.entry(shown).or_insert_with(|| place.to_owned());
            }
        }
    }

    /// HTML or SVG, as a reader has it or has it read aloud.
    pub fn markup(&mut self, place: &str, markup: &str) {
        self.text(place, &visible(markup));
    }

    fn mail(&mut self, mail: &Mail) {
        let place = format!("the mail {}", mail.message_id());
        let language = format!("<html lang=\"{}\">", pseudolocale::CODE);
        assert!(mail.html().contains(&language), "{place}: {}", mail.html());
        self.text(&format!("{place}, subject"), &mail.subject());
        self.text(&format!("{place}, text"), &mail.text());
        self.markup(&format!("{place}, page"), &mail.html());
    }

    /// The board of a game, as one of its players and as a spectator has it.
    pub async fn see_board(&mut self, table: &Table, seat: usize) {
        for form in ["board.svg?marks=legal", "board.svg?as=spectator", "board.txt", "board.txt?as=spectator"]
        {
            let board = table.player(seat).get(&format!("{}/{form}", table.path)).await;
            assert_eq!(board.status, 200, "{}", board.text);
            if form.starts_with("board.svg") {
                self.markup(form, &board.text);
            } else {
                self.text(form, &board.text);
            }
        }
    }

    #[track_caller]
    pub fn must_be_translated(&self) {
        let found: Vec<String> =
            self.found.iter().map(|(line, place)| format!("{line}\n    in {place}")).collect();
        assert!(found.is_empty(), "\n{}", found.join("\n"));
    }
}

/// The words in plain letters, without what is data.
fn plain_words(line: &str) -> Vec<String> {
    let mut line = line.to_owned();
    for (without, _) in ALLOWED {
        line = without(&line);
    }
    // What a player typed is quoted.
    while let Some((before, (_, behind))) =
        line.split_once('“').and_then(|(before, quoted)| Some((before, quoted.split_once('”')?)))
    {
        line = format!("{before} {behind}");
    }
    for name in DATA.iter().chain(&NAMES).chain(&bot_names::NAMES) {
        line = line.replace(name, " ");
    }
    let is_address = |word: &str| word.contains("://") || word.contains('@') && word.contains('.');
    let is_digest = |word: &str| word.len() == 64 && word.chars().all(|letter| letter.is_ascii_hexdigit());
    let is_token =
        |word: &str| word.starts_with("eyJ") || word.starts_with("althing_pat_") || is_digest(word);
    let words = line.split_whitespace().filter(|word| !is_address(word) && !is_token(word));
    let letters = words.flat_map(|word| word.split(|letter: char| !letter.is_ascii_alphabetic()));
    letters.filter(|word| word.len() > 1).map(str::to_owned).collect()
}

/// What is chosen among the names that languages and places have for themselves.
const OF_NAMES: [&str; 2] = ["name=\"language\"", "name=\"time_zone\""];

/// The texts of a document, and the attributes that are read by people, a line each.
fn visible(markup: &str) -> String {
    let mut shown = String::new();
    let mut rest = markup;
    while let Some((text, tag)) = rest.split_once('<') {
        shown.push_str(&plain(text));
        shown.push('\n');
        let open = tag.split('>').next().unwrap_or_default();
        let is_of_names = tag.starts_with("select") && OF_NAMES.iter().any(|name| open.contains(name));
        let end = match tag {
            _ if is_of_names => "</select>",
            tag if tag.starts_with("style") => "</style>",
            _ => ">",
        };
        let (tag, behind) = tag.split_once(end).unwrap_or((tag, ""));
        for attribute in READ {
            let value =
                tag.split_once(&format!(" {attribute}=\"")).and_then(|(_, rest)| rest.split('"').next());
            shown.extend(value.map(|value| plain(value) + "\n"));
        }
        rest = behind;
    }
    shown + &plain(rest)
}

/// Without the escapes of HTML.
fn plain(text: &str) -> String {
    let escapes = [
        ("&#x27;", "'"),
        ("&#39;", "'"),
        ("&quot;", "\""),
        ("&#x2f;", "/"),
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ];
    escapes.iter().fold(text.to_owned(), |text, (escaped, plain)| text.replace(escaped, plain))
}

#[test]
fn what_is_read_is_told_from_what_is_not() {
    let html =
        "<html><style>b{color:red}</style><a href=\"x/yes\" title=\"öne\">tẅo &amp;</a><b alt=\"no\">Aud</b>";
    assert_eq!(visible(html).split_whitespace().collect::<Vec<_>>(), ["öne", "tẅo", "&", "no", "Aud"]);
    assert_eq!(plain_words("Aud åñð Bjarni at http://x.org/yes, åud@example.org 1,2,N (go)"), ["at", "go"]);
}
