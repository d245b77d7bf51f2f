//! What players read of whole games, in every language: sentences that are whole, for each of the players.

use std::collections::{BTreeMap, BTreeSet};

use althing::texts::{CODES as LANGUAGES, GameFacts, GameSentences};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::{AnyGame, AnyRuleset, Author, Chance, Choice, Json, Seat, StoredEntry, type_of};

/// Each kind of sentence is read so often.
const READ: usize = 25;
const MOST_ANSWERS: usize = 900;

/// What was said, by section and language.
#[derive(Default)]
struct Heard {
    said: BTreeMap<(&'static str, &'static str), BTreeSet<String>>,
    times: BTreeMap<(&'static str, &'static str, String), usize>,
}

impl Heard {
    /// Says it if it was not said too often; a sentence must be whole.
    fn hear(
        &mut self,
        section: &'static str,
        language: &'static str,
        kind: &str,
        say: impl FnOnce() -> String,
    ) {
        let times = self.times.entry((section, language, kind.to_owned())).or_default();
        *times += 1;
        if *times > READ {
            return;
        }
        for line in say().lines() {
            let broken = fault(section, line);
            assert_eq!(broken, None, "{section} of {kind} in {language}: {line}");
            self.said.entry((language, section)).or_default().insert(format!("{kind}: {line}"));
        }
    }
}

/// What is wrong with a sentence, whatever its language.
fn fault(section: &str, line: &str) -> Option<&'static str> {
    let has = |parts: &[&str]| parts.iter().any(|part| line.contains(part));
    let is_whole = line.ends_with(['.', '?']);
    let first = line.chars().next();
    let starts_small = |part: &str| part.chars().next().is_some_and(char::is_lowercase);
    match section {
        _ if has(&["  ", " .", " ,", " ;", " :", "..", ",,", "()", "( ", " )", ": .", ": ;"]) => {
            Some("a gap")
        }
        _ if has(&["undefined", "none,", "{", "}", "_", "null"]) => Some("a raw value"),
        _ if !first.is_some_and(|first| {
            first.is_uppercase() || first.is_numeric() || ['…', '„', '«', '”'].contains(&first)
        }) =>
        {
            Some("no capital")
        }
        _ if line.split(". ").skip(1).any(starts_small) => Some("no capital after a full stop"),
        "actions" | "groups" if is_whole => Some("a full stop"),
        "actions" | "groups" => None,
        _ if !is_whole => Some("no full stop"),
        _ => None,
    }
}

/// The names end in different sounds.
pub fn people() -> [Option<String>; 3] {
    [Some("Aud"), Some("Lars"), None].map(|name| name.map(str::to_owned))
}

/// One of three players is a bot.
pub fn bots() -> [Option<String>; 3] {
    [None, None, Some("Ketil".to_owned())]
}

pub fn facts<'g>(
    ruleset: &'g dyn AnyRuleset,
    game: &'g dyn AnyGame,
    seat: Seat,
    language: &'g str,
    (people, bots): (&'g [Option<String>], &'g [Option<String>]),
) -> GameFacts<'g> {
    GameFacts {
        ruleset,
        game,
        name: "Thing",
        seat: Some(seat),
        language,
        people,
        bots,
        former: &[],
        can_reply: false,
    }
}

/// How the game is told to `seat`.
fn hear_as(
    heard: &mut Heard,
    title: &dyn AnyRuleset,
    game: &dyn AnyGame,
    seat: Seat,
    entries: &[StoredEntry],
) {
    let (people, bots) = (people(), bots());
    let events: Vec<Json> =
        entries.iter().flat_map(|entry| title.redact(entry.events.get(), Some(seat)).unwrap()).collect();
    let open = game.legal(seat);
    for language in LANGUAGES {
        let sentences = GameSentences::new(facts(title, game, seat, language, (&people, &bots)));
        for event in &events {
            heard.hear("events", language, &type_of(event).unwrap_or_default(), || sentences.event(event));
        }
        for legal in &open {
            let kind = legal.decision.kind;
            heard.hear("decisions", language, kind, || sentences.question(kind, &legal.decision.id));
            heard.hear("standing", language, kind, || sentences.standing().join("\n"));
            for action in legal.actions.iter().step_by(legal.actions.len().div_ceil(6).max(1)) {
                let kind = type_of(action).unwrap_or_default();
                heard.hear("actions", language, &kind, || sentences.action(action));
                heard.hear("effects", language, &kind, || sentences.effects(action).join("\n"));
                heard.hear("groups", language, &kind, || sentences.group(&kind).unwrap_or_default());
            }
            for shape in &legal.shapes {
                let kind = type_of(&shape.action).unwrap_or_default();
                heard.hear("actions", language, &kind, || sentences.shape(shape));
            }
        }
    }
}

/// Plays a game for three with bots of one kind. `watch` sees it before each answer, with the entries of the last one.
pub fn play(
    title: &dyn AnyRuleset,
    bot: &str,
    game: u64,
    mut watch: impl FnMut(usize, &dyn AnyGame, &[StoredEntry]),
) {
    let mut dice = ChaCha8Rng::seed_from_u64(game);
    let mut chance = Chance::seeded([u8::try_from(game).unwrap(); 32]);
    let options = title.options(None).unwrap();
    let mut now = title.blank(&options, 3).unwrap();
    let mut entries = now.start(&mut chance).unwrap();
    for answer in 0..MOST_ANSWERS {
        watch(answer, now.as_ref(), &entries);
        let open = now.awaiting();
        let wants = |seat| Some((seat, now.choose(bot, seat, &mut dice)?));
        let Some((seat, Choice { action, .. })) = open.iter().map(|open| open.seat).find_map(wants) else {
            break;
        };
        let version = entries.last().unwrap().version;
        entries = now.perform(version, Author::Seat, Some(seat), &action, &mut chance).unwrap();
    }
}

/// Hears a game in turns as the first two players do.
fn hear(heard: &mut Heard, title: &dyn AnyRuleset, game: u64) {
    let bot = title.bots()[usize::try_from(game).unwrap() % title.bots().len()];
    play(title, bot, game, |answer, now, entries| {
        hear_as(heard, title, now, Seat::try_from(answer % 2).unwrap(), entries);
    });
}

/// Every sentence of some games is whole; how many different ones there were in the first language.
fn sentences_of(title: &str, games: u64) -> usize {
    let title = rulesets::find(title).unwrap();
    let mut heard = Heard::default();
    (0..games).for_each(|game| hear(&mut heard, title.as_ref(), game));
    let first = heard.said.iter().filter(|((language, _), _)| *language == LANGUAGES[0]);
    first.map(|(_, said)| said.len()).sum()
}

#[test]
fn the_sentences_of_landnam_are_whole() {
    let count = sentences_of("landnam", 4);
    assert!(count > 300, "{count}");
}

#[test]
fn the_sentences_of_the_settlers_are_whole() {
    let count = sentences_of("settlers", 4);
    assert!(count > 300, "{count}");
}

#[test]
fn the_sentences_of_nord_are_whole() {
    let count = sentences_of("nord", 3);
    assert!(count > 100, "{count}");
}
