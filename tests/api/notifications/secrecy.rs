//! No mail tells a card that its reader may not know.

use althing::mail::Composed;
use althing::mail::compose::game::{AnswerResult, Board, GameSnapshot, write};
use althing::notifications::MailKind;
use althing::service::turn;
use althing::service::turn_log::LogTurn;
use althing::store::history::EntryRow;
use althing::texts::GameFacts;
use conformance::Conformance;
use rules::RenderOptions;
use rules::{AnyRuleset, CallKind, Seat};
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;

use crate::harness::{Service, Table, seeded_dice, stored};

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

/// The latest entries of the log, as a worker reads them.
fn log(service: &Service, table: &Table) -> Vec<EntryRow> {
    let records = stored::records(&service.database, "entries", &table.id);
    let entry = |record: &serde_json::Value| EntryRow {
        digest: Vec::new(),
        service_events: None,
        deadlines: None,
        version: record["version"].as_i64().unwrap(),
        made_by: record["made_by"].as_str().unwrap().to_owned(),
        seat: record["seat"].as_i64().map(|seat| i16::try_from(seat).unwrap()),
        events: record["events"].as_str().unwrap().to_owned(),
        created_at: service.app.now(),
    };
    let mut entries: Vec<EntryRow> = records.iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.version);
    entries.split_off(entries.len().saturating_sub(40))
}

/// The mail that would go to `seat` about its first open question if the game stood at `state`.
fn mail(title: &dyn AnyRuleset, state: &str, since: &[EntryRow], seat: Seat) -> Composed {
    let game = title.load(state).unwrap();
    let decision = game.legal(seat).first().map(|legal| legal.decision.id.clone());
    let question = decision.and_then(|decision| turn::question_about(game.as_ref(), seat, &decision));
    let options = RenderOptions { names: NAMES.map(str::to_owned).into(), ..RenderOptions::default() };
    write(&GameSnapshot {
        kind: MailKind::Call(CallKind::YOUR_TURN),
        facts: GameFacts {
            ruleset: title,
            game: game.as_ref(),
            name: "Þingvellir",
            seat: Some(seat),
            language: "en",
            people: &NAMES.map(|name| Some(name.to_owned())),
            bots: &[const { None }; 4],
            former: &[],
            can_reply: false,
        },
        question: question.as_ref(),
        seat_link: "",
        until: None,
        board: Some(&Board { map: game.render(Some(seat), &options).unwrap().text, picture: None }),
        answered: AnswerResult::default(),
        since,
        turn_before: LogTurn::Unknown,
        disarmed: &[],
        is_over: false,
        outcome: None,
        rating: None,
        public_url: "http://localhost",
    })
    .unwrap()
    .alone("Althing", None, None)
    .unwrap()
}

#[tokio::test]
async fn a_mail_does_not_change_when_the_cards_that_are_hidden_from_its_reader_do() {
    hidden_cards_change_no_mail(&Landnam::default(), 16).await;
}

#[tokio::test]
async fn a_mail_of_the_settlers_does_not_change_when_the_cards_that_are_hidden_from_its_reader_do() {
    hidden_cards_change_no_mail(&Settlers::default(), 12).await;
}

#[tokio::test]
async fn a_mail_of_nord_does_not_change_when_the_treasures_that_are_hidden_from_its_reader_do() {
    hidden_cards_change_no_mail(&Nord::default(), 6).await;
}

/// Looks at every seat's mail so many times, a dozen moves apart.
async fn hidden_cards_change_no_mail<R: Conformance>(rules: &R, looks: usize) {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of(R::ID, &people).await;
    let title = service.app.ruleset(R::ID).unwrap();
    let mut dice = seeded_dice(29);
    for _ in 0..looks {
        table.play(12, &mut dice).await;
        let since = log(&service, &table);
        let text = stored::state(&service.database, &table.id);
        let state: R::State = serde_json::from_str(&text).unwrap();
        for seat in 0..4 {
            let other = rules.randomize_hidden(&state, Some(seat), &mut dice);
            let other = serde_json::to_string(&other).unwrap();
            let mail = |state: &str| mail(title, state, &since, seat);
            let (original, disguised) = (mail(&text), mail(&other));
            assert_eq!((&original.text, &original.html), (&disguised.text, &disguised.html));
            for line in original.text.lines().filter(|line| line.contains("drew a fate card")) {
                assert_eq!(line.contains(':'), line.contains("You drew"), "{line}");
            }
        }
    }
}
