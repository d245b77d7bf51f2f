//! What mails offer is understood when it comes back: every answer in its own words, however its letters are typed, and
//! every example, in every language and at the positions of whole games.

use std::collections::BTreeMap;

use althing::service::turn::current_question;
use althing::texts::{CODES as LANGUAGES, GameFacts, GameSentences};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::typed_answers::{AnswerWords, example, fill, fold, words};
use rules::{AnyGame, AnyRuleset, Author, Chance, Choice, Json, Legal, Seat, type_of};

/// Each type of answer is read so often in each language.
const READ: usize = 12;
const MOST_ANSWERS: usize = 600;

/// What was read, by type of answer and language.
type Seen = BTreeMap<(String, &'static str), usize>;

struct Reading<'r> {
    open: &'r [Legal<Json>],
    sentences: &'r GameSentences<'r>,
    typed: &'r AnswerWords,
    language: &'static str,
}

impl Reading<'_> {
    fn is_understood(&self, seen: &mut Seen) {
        let said: BTreeMap<Vec<String>, &str> = self
            .open
            .iter()
            .flat_map(|legal| &legal.actions)
            .map(|action| (words(&self.sentences.action(action)), action.get()))
            .collect();
        for legal in self.open {
            for action in &legal.actions {
                if is_new(seen, action, self.language) {
                    let text = self.sentences.action(action);
                    let is_same = |other: &str| words(&text) == words(other);
                    assert!(said.contains_key(&words(&fold(&text))), "{text} in {}", self.language);
                    assert!(!is_same("") && is_same(&text.to_uppercase()), "{text} in {}", self.language);
                }
            }
            for shape in &legal.shapes {
                if is_new(seen, &shape.action, self.language) {
                    let typed = example(shape, self.typed);
                    let filled = fill(shape, &typed, self.typed);
                    filled.unwrap_or_else(|why| panic!("{typed} in {}: {why:?}", self.language));
                }
            }
        }
    }
}

fn is_new(seen: &mut Seen, action: &Json, language: &'static str) -> bool {
    let times = seen.entry((type_of(action).unwrap(), language)).or_default();
    *times += 1;
    *times <= READ
}

fn read(title: &dyn AnyRuleset, game: &dyn AnyGame, seat: Seat, seen: &mut Seen) {
    let Some(question) = current_question(game, seat) else { return };
    let open: Vec<Legal<Json>> = question.all().cloned().collect();
    let people = ["Aud", "Bjarni", "Unn Ketilsdotter"].map(|name| Some(name.to_owned()));
    for language in LANGUAGES {
        let facts = GameFacts {
            ruleset: title,
            game,
            name: "Thing",
            seat: Some(seat),
            language,
            people: &people,
            bots: &[const { None }; 3],
            former: &[],
            can_reply: true,
        };
        let sentences = GameSentences::new(facts);
        let typed = sentences.answer_words();
        Reading { open: &open, sentences: &sentences, typed: &typed, language }.is_understood(seen);
    }
}

/// Plays games and reads what the seats may answer; how many types of answer there were.
fn types_read(title: &str, games: u64) -> usize {
    let title = rulesets::find(title).unwrap();
    let mut seen = Seen::new();
    for game in 0..games {
        let mut dice = ChaCha8Rng::seed_from_u64(game);
        let mut chance = Chance::seeded([u8::try_from(game).unwrap() + 40; 32]);
        let mut now = title.blank(&title.options(None).unwrap(), 3).unwrap();
        let mut version = now.start(&mut chance).unwrap().last().unwrap().version;
        let bot = title.bots()[usize::try_from(game).unwrap() % title.bots().len()];
        for answer in 0..MOST_ANSWERS {
            if answer % 3 == 0 {
                (0..3).for_each(|seat| read(title.as_ref(), now.as_ref(), seat, &mut seen));
            }
            let wants = |seat| Some((seat, now.choose(bot, seat, &mut dice)?));
            let open = now.awaiting();
            let chosen = open.iter().map(|open| open.seat).find_map(wants);
            let Some((seat, Choice { action, .. })) = chosen else { break };
            version = now
                .perform(version, Author::Seat, Some(seat), &action, &mut chance)
                .unwrap()
                .last()
                .unwrap()
                .version;
        }
    }
    seen.len() / LANGUAGES.len()
}

#[test]
fn what_is_offered_in_landnam_is_understood() {
    let types = types_read("landnam", 4);
    assert!(types >= 20, "{types}");
}

#[test]
fn what_is_offered_in_the_settlers_is_understood() {
    let types = types_read("settlers", 4);
    assert!(types >= 15, "{types}");
}

#[test]
fn what_is_offered_in_nord_is_understood() {
    let types = types_read("nord", 2);
    assert!(types >= 4, "{types}");
}
