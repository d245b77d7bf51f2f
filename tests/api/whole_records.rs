//! Games in which much happened beside the rules: their records are whole, and nothing of it can be altered unseen.

use std::collections::BTreeSet;
use std::sync::Arc;

use althing::service::{play, votes};
use chrono::TimeDelta;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::harness::{Server, Service, Table, connect, stored};
use crate::harness::{record_file::File, seeded_dice};

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

async fn post(table: &Table, seat: usize, path: &str, body: &Value) -> Value {
    let answer = table.player(seat).post(&format!("{}{path}", table.path), body).await;
    assert!(answer.status < 300, "{path}: {}", answer.text);
    answer.json
}

/// Puts something to the vote from seat 0; these seats say that.
async fn vote(table: &Table, about: &Value, said: &[(usize, &str)]) -> Value {
    let mut vote = post(table, 0, "/votes", about).await;
    for (seat, ballot) in said {
        let path = format!("/votes/{}/ballots", vote["id"].as_str().unwrap());
        vote = post(table, *seat, &path, &json!({"ballot": ballot})).await;
    }
    vote
}

/// Bots play until none is asked any more.
async fn bots_play(service: &Service) {
    let mut ctx = connect(service).await;
    while play::bot_turn(&mut ctx).await.unwrap() {}
}

/// A vote is left open until its time is over.
async fn let_a_vote_expire(service: &Service, table: &mut Table) {
    vote(table, &json!({"kind": "cancel", "hours": 1}), &[]).await;
    service.app.clock.advance(TimeDelta::hours(2));
    let mut ctx = connect(service).await;
    assert!(votes::expire(&mut ctx).await.unwrap());
    for player in &mut table.players {
        *player = player.again().await;
    }
}

/// A caretaker plays for seat 3 until its owner returns.
async fn leave_a_seat_to_a_bot(service: &Service, table: &Table, dice: &mut ChaCha8Rng) {
    vote(table, &json!({"kind": "replace_seat", "seat": 3, "bot": "steady"}), &[(1, "yes")]).await;
    for _ in 0..8 {
        bots_play(service).await;
        table.play(1, dice).await;
    }
    bots_play(service).await;
    post(table, 3, "/return", &json!({})).await;
}

/// Somebody else takes seat 2.
async fn replace_a_seat(service: &Service, table: &mut Table) {
    let newcomer = service.person("Egil").await;
    let asked = json!({"kind": "replace_seat", "seat": 2, "account": newcomer.id});
    assert_eq!(vote(table, &asked, &[(1, "yes")]).await["status"], "carried");
    table.players[2] = newcomer;
    post(table, 2, "/seats/2/take", &json!({})).await;
}

/// A game of four in which everything happens that can happen beside the rules, played to its end.
async fn eventful(service: &Service) -> Table {
    let people = service.people(NAMES).await;
    let mut table = Table::with(&json!({"ruleset": "landnam", "seats": 4, "entropy": "a0b1"}), &people).await;
    let mut dice = seeded_dice(17);
    table.play(15, &mut dice).await;
    post(&table, 0, "/messages", &json!({"text": "Hail to the table"})).await;
    post(&table, 0, "/messages", &json!({"text": "psst", "to": [1]})).await;
    assert_eq!(vote(&table, &json!({"kind": "cancel"}), &[(1, "no")]).await["status"], "refused");
    vote(&table, &json!({"kind": "pause"}), &[(1, "no"), (1, "yes"), (2, "yes")]).await;
    vote(&table, &json!({"kind": "resume"}), &[(1, "yes"), (3, "yes")]).await;
    table.play(10, &mut dice).await;
    let_a_vote_expire(service, &mut table).await;
    leave_a_seat_to_a_bot(service, &table, &mut dice).await;
    replace_a_seat(service, &mut table).await;
    table.play(10, &mut dice).await;
    post(&table, 1, "/resign", &json!({})).await;
    table.play(usize::MAX, &mut dice).await;
    table
}

async fn record(table: &Table) -> Value {
    let mut texts = BTreeSet::new();
    for player in &table.players {
        texts.insert(player.get(&format!("{}/record", table.path)).await.text);
    }
    assert_eq!(texts.len(), 1, "it is the same for everybody");
    serde_json::from_str(texts.first().unwrap()).unwrap()
}

/// Holds a record to being whole in the eyes of everybody who can check it.
fn must_be_whole(file: &File, record: &Value) {
    file.holding(record.to_string());
    let verified = file.althing("verify");
    assert!(verified.0, "{}", verified.1);
    assert_eq!(file.python(), verified);
    let replayed = file.althing("replay");
    assert!(replayed.0, "{}", replayed.1);
}

fn entries(record: &mut Value) -> &mut Vec<Value> {
    record["entries"].as_array_mut().unwrap()
}

/// The versions at which the table did something of that type.
fn versions(record: &Value, kind: &str) -> Vec<usize> {
    let did =
        |entry: &Value| entry["service_events"].as_array().unwrap().iter().any(|event| event["type"] == kind);
    let entries = record["entries"].as_array().unwrap().iter().enumerate();
    entries.filter(|(_, entry)| did(entry)).map(|(version, _)| version).collect()
}

/// Swaps what two entries hold, so that each stands where the other stood and says that it belongs there.
fn swap(record: &mut Value, one: usize, other: usize) {
    entries(record).swap(one, other);
    for version in [one, other] {
        entries(record)[version]["version"] = json!(version);
    }
}

#[tokio::test]
async fn a_game_with_votes_pauses_a_resignation_and_seats_that_changed_hands_has_a_whole_record() {
    let service = Service::start_short(3);
    let table = eventful(&service).await;
    stored::must_be_whole(service.app.ruleset("landnam").unwrap(), &service.database, &table);
    let record = record(&table).await;
    let file = File::new("eventful");
    must_be_whole(&file, &record);
    for kind in [
        "vote_opened",
        "ballot_cast",
        "vote_carried",
        "vote_failed",
        "game_paused",
        "game_resumed",
        "caretaker_seated",
        "owner_returned",
        "seat_offered",
        "seat_replaced",
        "seat_resigned",
    ] {
        assert!(!versions(&record, kind).is_empty(), "{kind} is not in the record");
    }
    let text = record.to_string();
    assert!(!text.contains("psst") && !text.contains("Hail"), "what was said is nobody else's");
    assert!(!text.contains("\"by\":\"bot\""), "nobody is told that a bot answered");
}

type Alteration = (&'static str, Box<dyn Fn(&mut Value)>);

#[tokio::test]
async fn whatever_is_altered_in_such_a_record_both_verifiers_find() {
    let service = Service::start_short(2);
    let record = record(&eventful(&service).await).await;
    let (ballot, paused) = (versions(&record, "ballot_cast")[0], versions(&record, "game_paused")[0]);
    let (resigned, replaced) = (versions(&record, "seat_resigned")[0], versions(&record, "seat_replaced")[0]);
    let drew = |entry: &Value| entry["draws"].as_array().unwrap().iter().any(|draw| draw["kind"] == "die");
    let last_die = record["entries"].as_array().unwrap().iter().rposition(drew).unwrap();
    let alterations: Vec<Alteration> = vec![
        (
            "a die after all of it",
            Box::new(move |record| {
                let draws = entries(record)[last_die]["draws"].as_array_mut().unwrap();
                let die = draws.iter_mut().find(|draw| draw["kind"] == "die").unwrap();
                die["value"] = json!(die["value"].as_u64().unwrap() % die["faces"].as_u64().unwrap() + 1);
            }),
        ),
        ("votes in another order", Box::new(move |record| swap(record, ballot, ballot + 1))),
        ("the pause before the vote", Box::new(move |record| swap(record, paused, paused - 1))),
        ("an earlier resignation", Box::new(move |record| swap(record, resigned, resigned - 1))),
        (
            "another ballot",
            Box::new(move |record| {
                entries(record)[ballot]["service_events"][0]["ballot"] = json!("yes");
                let said = &mut entries(record)[ballot]["service_events"][0]["seat"];
                *said = json!((said.as_u64().unwrap() + 1) % 4);
            }),
        ),
        (
            "somebody else in the seat",
            Box::new(move |record| {
                let account = record["players"][0]["account"].clone();
                entries(record)[replaced]["service_events"][0]["account"] = account;
            }),
        ),
        ("nobody resigned", Box::new(move |record| entries(record)[resigned]["service_events"] = json!([]))),
        ("a vote less", Box::new(move |record| drop(entries(record).remove(ballot)))),
    ];
    let file = File::new("uneventful");
    must_be_whole(&file, &record);
    for (name, alter) in alterations {
        let mut altered = record.clone();
        alter(&mut altered);
        assert_ne!(altered, record, "{name}");
        file.holding(altered.to_string());
        let (fine, said) = file.verify();
        assert!(!fine, "{name} was not found");
        assert_eq!(file.python(), (false, said), "{name}");
    }
}

/// A game of three after some moves.
async fn begun(service: &Service, names: [&str; 3]) -> Table {
    let table = Table::of("landnam", &service.people(names).await).await;
    table.play(12, &mut seeded_dice(17)).await;
    table
}

#[tokio::test]
async fn a_game_that_its_table_or_an_operator_ended_has_a_whole_record_too() {
    let service = Service::start();
    let file = File::new("ended");
    let ranked = begun(&service, ["Aud", "Bjarni", "Cnut"]).await;
    vote(&ranked, &json!({"kind": "end_by_ranking"}), &[(1, "yes"), (2, "yes")]).await;
    let called_off = begun(&service, ["Dalla", "Egil", "Finn"]).await;
    vote(&called_off, &json!({"kind": "cancel"}), &[(1, "yes"), (2, "yes")]).await;
    let struck_out = begun(&service, ["Gro", "Helgi", "Ivar"]).await;
    let operator = service.person("Ulfljot").await;
    let mut settings = (*service.app.settings).clone();
    settings.operators.accounts = vec![operator.id.parse().unwrap()];
    let mut app = service.app.clone();
    app.settings = Arc::new(settings);
    let server = Server::start(app, service.database.url());
    let void = format!("/v1/admin/games/{}/void", struck_out.id);
    operator.at(&server.address).post(&void, &json!({"reason": "a test"})).await.must_be(204);
    for (table, status, last) in [
        (&ranked, "finished", "game_ended_by_vote"),
        (&called_off, "cancelled", "game_cancelled"),
        (&struck_out, "voided", "game_voided"),
    ] {
        let record = record(table).await;
        must_be_whole(&file, &record);
        assert_eq!((&record["status"], &record["complete"]), (&json!(status), &json!(true)));
        assert_eq!(record["outcome"].is_object(), status == "finished", "{status}");
        let versions = versions(&record, last);
        assert_eq!(json!(versions), json!([record["last_version"]]), "{last}");
    }
}

// Whole games over HTTP, of every title.

#[tokio::test]
#[ignore = "plays a whole game; .ci/soak runs it"]
async fn four_clients_that_know_only_the_listed_actions_play_landnam_from_registration_to_the_last_point() {
    plays_from_registration_to_the_last_point("landnam").await;
}

#[tokio::test]
#[ignore = "plays a whole game; .ci/soak runs it"]
async fn four_clients_that_know_only_the_listed_actions_play_the_settlers_from_registration_to_the_last_point()
 {
    plays_from_registration_to_the_last_point("settlers").await;
}

#[tokio::test]
async fn four_clients_that_know_only_the_listed_actions_play_nord_from_registration_to_the_last_point() {
    plays_from_registration_to_the_last_point("nord").await;
}

async fn plays_from_registration_to_the_last_point(ruleset: &str) {
    let service = Service::start_servers(2);
    let mut people = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    for (index, person) in people.iter_mut().enumerate() {
        *person = person.at(&service.servers[index % 2].address);
    }
    let table = Table::of(ruleset, &people).await;
    let replies = table.play(20_000, &mut seeded_dice(4)).await;
    assert!(replies.len() < 20_000, "the game does not end");
    let last = &replies[replies.len() - 1];
    let ranking = last["outcome"]["ranking"].as_array().unwrap();
    assert_eq!((ranking.len(), &ranking[0]["rank"]), (4, &json!(1)), "{last}");
    let shown = table.player(3).get(&table.path).await.must_be(200);
    assert_eq!((&shown["status"], &shown["outcome"]), (&json!("finished"), &last["outcome"]));
    let title = service.app.ruleset(ruleset).unwrap();
    stored::must_be_whole(title, &service.database, &table);
    assert_eq!(stored::records(&service.database, "decisions", &table.id).len(), 0);
    let mails = stored::records(&service.database, "mails", &table.id);
    let endings = mails.iter().filter(|mail| mail["kind"] == "game_ended").count();
    assert_eq!(endings, 4, "everybody is told of the end");
    let biggest = stored::records(&service.database, "snapshots", &table.id)
        .iter()
        .map(|kept| kept["state"].as_str().unwrap().len())
        .max();
    assert!(biggest.unwrap() <= 8 * 1024, "a state of {biggest:?} bytes");
}
