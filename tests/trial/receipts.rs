//! What a mail says of an answer that was given: the same that was offered, whatever the answer has changed since.

use althing::texts::CODES as LANGUAGES;
use std::collections::BTreeMap;

use althing::mail::compose::game::{AnswerResult, GameSnapshot, PastAnswer, write};
use althing::notifications::MailKind;
use althing::service::turn::{self, Question};
use althing::service::turn_log::LogTurn;
use althing::texts::GameFacts;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::{AnyGame, AnyRuleset, Author, CallKind, Chance, Choice, Json, Seat, type_of};

/// Each type of answer is read so often in each game.
const READ: usize = 2;
/// Further answers don't bring anything new.
const MOST_ANSWERS: usize = 700;

/// A game, and how its mails are made.
struct Reading<'r> {
    title: &'r dyn AnyRuleset,
    language: &'static str,
    seat: Seat,
}

impl Reading<'_> {
    fn mail(
        &self,
        kind: MailKind,
        game: &dyn AnyGame,
        question: Option<&Question>,
        said: Option<PastAnswer<'_>>,
    ) -> String {
        let people = ["Aud", "Bjarni", "Cnut"].map(|name| Some(name.to_owned()));
        let snapshot = GameSnapshot {
            kind,
            facts: GameFacts {
                ruleset: self.title,
                game,
                name: "Thing",
                seat: Some(self.seat),
                language: self.language,
                people: &people,
                bots: &[None, None, None],
                former: &[],
                can_reply: false,
            },
            question,
            seat_link: "",
            until: None,
            board: None,
            answered: AnswerResult { given: said.as_slice(), ..AnswerResult::default() },
            since: &[],
            turn_before: LogTurn::Unknown,
            disarmed: &[],
            public_url: "http://localhost",
            is_over: false,
            outcome: None,
            rating: None,
        };
        write(&snapshot).unwrap().alone("Althing", None, None).unwrap().text
    }

    /// What a question offers under that number, if the mail lists it: of many places it lists the best.
    fn offered(&self, game: &dyn AnyGame, question: &Question, number: usize) -> Option<String> {
        let mail = self.mail(MailKind::Call(CallKind::YOUR_TURN), game, Some(question), None);
        let beginning = format!("  {number}. ");
        let mut lines = mail.lines().filter_map(|line| line.strip_prefix(&beginning));
        lines.next().map(str::to_owned)
    }

    fn receipt(&self, after: &dyn AnyGame, action: &Json, before: &dyn AnyGame) -> String {
        let said = Some(PastAnswer { action, game: before });
        self.mail(MailKind::Receipt, after, None, said)
    }
}

/// Plays a game and reads what is said of its answers; how often each type was read.
fn read(title: &dyn AnyRuleset, game: u64) -> BTreeMap<String, usize> {
    let mut dice = ChaCha8Rng::seed_from_u64(game);
    let mut chance = Chance::seeded([u8::try_from(game).unwrap(); 32]);
    let options = title.options(None).unwrap();
    let mut now = title.blank(&options, 3).unwrap();
    let mut version = now.start(&mut chance).unwrap().last().unwrap().version;
    let mut seen = BTreeMap::new();
    for _ in 0..MOST_ANSWERS {
        let open = now.awaiting();
        let bot = title.bots()[usize::try_from(game).unwrap() % title.bots().len()];
        let wants = |seat| Some((seat, now.choose(bot, seat, &mut dice)?));
        let Some((seat, Choice { decision, action })) = open.iter().map(|open| open.seat).find_map(wants)
        else {
            break;
        };
        let before = title.load(&now.position().unwrap()).unwrap();
        let entries = now.perform(version, Author::Seat, Some(seat), &action, &mut chance).unwrap();
        version = entries.last().unwrap().version;
        let question = turn::question_about(before.as_ref(), seat, &decision).unwrap();
        let place = question.numbered.actions.iter().position(|listed| listed.get() == action.get());
        let times: &mut usize = seen.entry(type_of(&action).unwrap()).or_default();
        let (Some(place), true) = (place.filter(|place| *place < 150), *times < READ) else { continue };
        *times += 1;
        for language in LANGUAGES {
            let reading = Reading { title, language, seat };
            let Some(offered) = reading.offered(before.as_ref(), &question, place + 1) else { continue };
            let receipt = reading.receipt(now.as_ref(), &action, before.as_ref());
            let remark = receipt.lines().find(|line| line.contains(&offered));
            assert!(
                remark.is_some() && !offered.is_empty(),
                "{language}: `{offered}` was answered:\n{receipt}"
            );
        }
    }
    seen
}

/// Reads games until every one of these types of answer was read.
fn reads(title: &str, types: &[&str]) {
    let title = rulesets::find(title).unwrap();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for game in 0..12 {
        read(title.as_ref(), game)
            .into_iter()
            .for_each(|(kind, times)| *seen.entry(kind).or_default() += times);
        if types.iter().all(|kind| seen.get(*kind).is_some_and(|times| *times > 0)) {
            return;
        }
    }
    panic!("{types:?} are not all in {seen:?}");
}

#[test]
fn a_receipt_of_landnam_says_what_was_offered() {
    reads("landnam", &["step", "build_farm", "end_turn"]);
}

#[test]
fn a_receipt_of_the_settlers_says_what_was_offered() {
    reads("settlers", &["build_road", "move_robber", "end_turn"]);
}

#[test]
fn a_receipt_of_nord_says_what_was_offered_even_where_nothing_is_left_of_it() {
    reads("nord", &["place_workers", "attack", "defeat_jarl"]);
}
