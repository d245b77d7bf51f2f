//! Places in what players read of whole games: called by what lies there, never by an id, and no two options alike.

use std::collections::{BTreeMap, BTreeSet};

use althing::texts::{CODES as LANGUAGES, GameSentences};
use rules::typed_answers::words;
use rules::{AnyGame, AnyRuleset, Json, Seat, StoredEntry};

use crate::sentences::{bots, facts, people, play};

/// So many moments of a game are read, in every language.
const MOMENTS: usize = 40;
/// The effects of so many options of a decision are read.
const WITH_EFFECTS: usize = 4;
/// The longest name of a place, in characters.
const LONGEST: usize = 60;

/// What clients call places, in the languages of players. The fields of Landnám are terrain, and have numbers.
const PLACE_WORDS: &str = "vertex edge hex corner kryss strekning sträcka felt fält hjørnet hjørne hörnet hörn \
    kreuzung weg ecke feld";

/// The id in a sentence, if there is one: coordinates, `s3`, or a number behind what clients call a place.
fn id_in(sentence: &str) -> Option<String> {
    let is_separator = |letter: char| letter.is_whitespace() || ";:.()?!“”„".contains(letter);
    let spoken: Vec<&str> = sentence.split(is_separator).filter(|word| !word.is_empty()).collect();
    let is_number = |text: &str| text.parse::<i32>().is_ok();
    let is_coordinate = |word: &str| {
        let mut parts = word.trim_end_matches(',').split(',');
        matches!((parts.next(), parts.next()), (Some(q), Some(r)) if is_number(q) && is_number(r))
    };
    let is_settlement = |word: &str| word.trim_end_matches(',').strip_prefix('s').is_some_and(is_number);
    let lone = spoken.iter().find(|word| is_coordinate(word) || is_settlement(word));
    let numbered = spoken.windows(2).find(|pair| {
        let names_place = PLACE_WORDS.split_whitespace().any(|word| word == pair[0].to_lowercase());
        names_place && is_number(pair[1].trim_end_matches(','))
    });
    lone.map(|word| (*word).to_owned()).or_else(|| numbered.map(|pair| pair.join(" ")))
}

#[test]
fn an_id_is_found_in_a_sentence() {
    let with_ids =
        ["To hex -2,1.", "At corner 0,-3,N (sea).", "On edge 52.", "A jarl in s3, too", "In Ecke 7, dort"];
    for sentence in with_ids {
        assert!(id_in(sentence).is_some(), "{sentence}");
    }
    for sentence in ["Gives 1 ore on 8, 2 wool on 9.", "Forest 8 · bog 5", "2, 3 and 4", "Harbour 3:1"] {
        assert_eq!(id_in(sentence), None, "{sentence}");
    }
}

/// What is wrong with what one player reads at a moment of a game.
struct Reading<'r> {
    title: &'r dyn AnyRuleset,
    language: &'static str,
    faults: BTreeSet<String>,
    sentences: usize,
}

impl Reading<'_> {
    fn read(&mut self, what: &str, text: &str) {
        self.sentences += 1;
        if let Some(id) = id_in(text) {
            self.faults.insert(format!("{}, {what}: `{id}` in: {text}", self.language));
        }
    }

    fn read_as(&mut self, game: &dyn AnyGame, seat: Seat, entries: &[StoredEntry]) {
        let (people, bots) = (people(), bots());
        let sentences = GameSentences::new(facts(self.title, game, seat, self.language, (&people, &bots)));
        sentences.standing().iter().for_each(|line| self.read("standing", line));
        for entry in entries {
            let events = self.title.redact(entry.events.get(), Some(seat)).unwrap();
            events.iter().for_each(|event| self.read("events", &sentences.event(event)));
        }
        let places = game.place_names(Some(seat), self.language);
        for legal in game.legal(seat) {
            self.read("decisions", &sentences.question(legal.decision.kind, &legal.decision.id));
            let mut said: BTreeMap<Vec<String>, &Json> = BTreeMap::new();
            for action in &legal.actions {
                let text = sentences.action(action);
                self.read("actions", &text);
                if let Some(other) = said.insert(words(&text), action) {
                    self.faults.insert(format!("{}: “{text}” is {other} and {action}", self.language));
                }
            }
            for action in legal.actions.iter().step_by(legal.actions.len().div_ceil(WITH_EFFECTS).max(1)) {
                sentences.effects(action).iter().for_each(|effect| self.read("effects", effect));
            }
            for shape in &legal.shapes {
                self.read("actions", &sentences.shape(shape));
            }
            let actions: Vec<&Json> = legal.actions.iter().collect();
            for place in game.places_of(seat, &actions).into_iter().flatten() {
                let name = places.get(&place).unwrap_or_else(|| panic!("{place} has a name"));
                if name.chars().count() > LONGEST {
                    self.faults.insert(format!("{}: {place} is long: {name}", self.language));
                }
            }
        }
    }
}

/// Reads games of every kind of bot, in every language.
fn read_games_of(title: &str) {
    let title = rulesets::find(title).unwrap();
    let (mut faults, mut sentences) = (BTreeSet::new(), 0);
    for (game, bot) in (1..).zip(title.bots()) {
        let mut moments = 0;
        play(title.as_ref(), bot, game, |answer, now, entries| {
            // The set-up has few moments, each with many options; of the rest every seventh is read.
            if moments >= MOMENTS || answer > 6 && !answer.is_multiple_of(7) {
                return;
            }
            moments += 1;
            let Some(seat) = now.awaiting().first().map(|open| open.seat) else { return };
            for language in LANGUAGES {
                let mut reading =
                    Reading { title: title.as_ref(), language, faults: BTreeSet::new(), sentences: 0 };
                reading.read_as(now, seat, entries);
                faults.append(&mut reading.faults);
                sentences += reading.sentences;
            }
        });
    }
    for language in LANGUAGES {
        let game = title.blank(&title.options(None).unwrap(), 3).unwrap();
        let (people, bots) = (people(), bots());
        let said = GameSentences::new(facts(title.as_ref(), game.as_ref(), 0, language, (&people, &bots)));
        let orders = title.offered_orders();
        let ids = orders.iter().map(|order| said.offered_order(order)).filter(|said| id_in(said).is_some());
        faults.extend(ids);
    }
    assert!(sentences > 2000, "{sentences} sentences were read");
    let shown: Vec<&String> = faults.iter().take(60).collect();
    assert!(faults.is_empty(), "{} faults in {sentences} sentences: {shown:#?}", faults.len());
}

#[test]
fn the_settlers_name_places_by_what_lies_there() {
    read_games_of("settlers");
}

#[test]
fn landnam_names_places_by_what_lies_there() {
    read_games_of("landnam");
}

#[test]
fn nord_names_places_by_what_lies_there() {
    read_games_of("nord");
}
