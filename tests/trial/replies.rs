//! What mails offer is understood when it comes back: every answer in its own words, and every example, in every language
//! and at the positions of whole games.

use std::collections::BTreeMap;

use althing::service::replies::current_question;
use althing::texts::{CODES as LANGUAGES, GameFacts, GameSentences};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::typed_answers::{AnswerWords, Leeway, OpenAnswers, Unreadable, example, fold, words};
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
    fn answers(&self) -> OpenAnswers<'_> {
        OpenAnswers::new(self.open, self.typed, self.sentences)
    }

    /// The text stands for this answer, or for one that is worded alike, which nobody can tell from it.
    fn must_mean(&self, answers: &OpenAnswers<'_>, text: &str, action: &Json) {
        let said = words(&self.sentences.action(action));
        for leeway in [Leeway::Beginning, Leeway::AnyOrder] {
            let read = answers.read(text, leeway).map(|choice| words(&self.sentences.action(&choice.action)));
            assert_eq!(read.as_ref(), Ok(&said), "{text} in {}", self.language);
        }
    }

    fn is_understood(&self, seen: &mut Seen) {
        let answers = self.answers();
        for legal in self.open {
            for action in &legal.actions {
                if !is_new(seen, action, self.language) {
                    continue;
                }
                let said = self.sentences.action(action);
                self.must_mean(&answers, &said, action);
                self.must_mean(&answers, &fold(&said), action);
                self.examples_are_answers(&answers, said.split(' ').next().unwrap());
            }
            for shape in &legal.shapes {
                if !is_new(seen, &shape.action, self.language) {
                    continue;
                }
                let typed = example(shape, self.typed);
                let filled = answers.fill(&legal.decision.id, &shape.action, &typed);
                let filled = filled.unwrap().unwrap_or_else(|why| panic!("{typed}: {why:?}"));
                self.must_mean(&answers, &self.sentences.action(&filled), &filled);
                let read = answers.read(&typed, Leeway::AnyOrder);
                let is_same = |choice: &Choice<Json>| choice.action.get() == filled.get();
                let is_of_several = matches!(read, Err(Unreadable::Ambiguous { .. }));
                assert!(read.as_ref().is_ok_and(is_same) || is_of_several, "{typed}: {read:?}");
            }
        }
    }

    /// Who writes too little is shown what they could have written.
    fn examples_are_answers(&self, answers: &OpenAnswers<'_>, too_little: &str) {
        let Err(why) = answers.read(too_little, Leeway::AnyOrder) else { return };
        let (Unreadable::Ambiguous { examples, .. } | Unreadable::NoSuchAnswer { examples, .. }) = &why
        else {
            return;
        };
        for example in examples {
            let read = answers.read(example, Leeway::Beginning);
            let said = read.map(|choice| self.sentences.action(&choice.action));
            assert_eq!(said.as_ref(), Ok(example), "{too_little} in {}", self.language);
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
            seat,
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
