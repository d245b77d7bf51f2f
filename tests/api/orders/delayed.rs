//! Orders at a table that has them wait.

use althing::service::{deadlines, play};
use althing::time_control::Instant;
use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use super::answering::{makers, must_be_whole};
use super::{bet, betting, leave};
use crate::harness::{PostOffice, Service, Table, connect};

/// The most seconds that orders wait.
const DELAY: i64 = 600;

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];

/// Whoever is logged in stays so, however far the clock is moved.
fn patient() -> Service {
    Service::start_with(|settings| settings.accounts.access_seconds = 100_000_000)
}

fn waiting() -> Value {
    json!({"ruleset": "toy", "seats": 3, "clock": {"type": "untimed"}, "order_delay_seconds": DELAY})
}

async fn three(service: &Service, game: &Value) -> Table {
    Table::with(game, &service.people(NAMES).await).await
}

/// What orders will answer, and when.
fn due(service: &Service) -> Vec<(String, Instant)> {
    let query = "SELECT seat || ' ' || to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS value \
                 FROM order_turns ORDER BY seat";
    let rows = service.database.texts(query);
    let row =
        |row: &String| row.split_once(' ').map(|(seat, at)| (seat.to_owned(), at.parse().unwrap())).unwrap();
    rows.iter().map(row).collect()
}

/// The one thing that orders will answer.
fn the_due(service: &Service) -> (String, Instant) {
    let mut due = due(service);
    assert_eq!(due.len(), 1, "{due:?}");
    due.remove(0)
}

/// Does what orders are due to do now; how much that was.
async fn work(service: &Service) -> usize {
    let mut ctx = connect(service).await;
    let mut done = 0;
    while play::order_turn(&mut ctx).await.unwrap() {
        done += 1;
    }
    done
}

async fn sweep(service: &Service) {
    let mut ctx = connect(service).await;
    while deadlines::sweep(&mut ctx).await.unwrap() {}
}

fn go_to(service: &Service, at: Instant) {
    service.app.clock.advance(at - service.app.now());
}

#[tokio::test]
async fn an_order_waits_for_a_time_drawn_for_each_decision_and_then_looks_like_a_person() {
    let service = patient();
    let table = three(&service, &waiting()).await;
    assert_eq!(leave(&table, 1, betting()).await["events"], json!([]));
    assert_eq!(due(&service), [], "its turn has not come");
    let mut waits = Vec::new();
    for _ in 0..4 {
        let (asked, version) = (service.app.now(), table.version().await);
        let reply = bet(&table, 0).await;
        assert_eq!(reply["version"], version + 2, "the bet and a roll, and no answer of an order");
        assert_eq!(table.awaited().await, [1]);
        let (seat, at) = the_due(&service);
        assert!(seat == "1" && at >= asked && at <= asked + TimeDelta::seconds(DELAY), "{at}");
        if at > asked {
            go_to(&service, at - TimeDelta::milliseconds(1));
            assert_eq!(work(&service).await, 0, "it is not due yet");
        }
        go_to(&service, at);
        assert_eq!(work(&service).await, 1);
        assert_eq!((table.awaited().await, due(&service)), (vec![2], vec![]));
        waits.push(at - asked);
        bet(&table, 2).await;
    }
    assert_eq!(makers(&service, &table)[..3], ["seat 0", "order 1", "seat 2"]);
    waits.dedup();
    assert_eq!(waits.len(), 4, "each decision has a wait of its own: {waits:?}");
    for viewer in [Some(0), Some(1), Some(2), None] {
        let told = table.events(viewer).await;
        let mut bets = told.iter().filter(|told| told["event"]["type"] == "bet");
        assert!(bets.all(|told| told["by"] == "seat"), "{told:?}");
    }
    must_be_whole(&service, &table);
}

#[tokio::test]
async fn an_order_for_an_open_question_waits_too_and_the_person_may_answer_first() {
    let service = Service::start();
    let table = three(&service, &waiting()).await;
    let before = table.version().await;
    let set = leave(&table, 0, betting()).await;
    assert_eq!((&set["events"], &set["version"]), (&json!([]), &json!(before)));
    let first = due(&service);
    assert_eq!(first.len(), 1);
    leave(&table, 0, json!({"type": "keep_betting", "amount": 3})).await;
    assert_eq!(due(&service), first, "another order does not draw anew");
    bet(&table, 0).await;
    assert_eq!(makers(&service, &table), ["seat 0"]);
    service.app.clock.advance(TimeDelta::seconds(DELAY));
    assert_eq!(work(&service).await, 1, "what is no longer open is taken off");
    assert_eq!((makers(&service, &table), due(&service)), (vec!["seat 0".to_owned()], vec![]));
    assert_eq!(table.awaited().await, [1]);
    must_be_whole(&service, &table);
}

#[tokio::test]
async fn an_order_that_is_taken_back_while_it_waits_does_not_answer() {
    let service = Service::start();
    let table = three(&service, &waiting()).await;
    let set = leave(&table, 0, betting()).await;
    let path = format!("{}/orders/{}", table.path, set["order"]["id"].as_str().unwrap());
    table.player(0).delete(&path).await.must_be(204);
    service.app.clock.advance(TimeDelta::seconds(DELAY));
    work(&service).await;
    assert_eq!((makers(&service, &table), due(&service)), (vec![], vec![]));
    assert_eq!(table.awaited().await, [0]);
}

#[tokio::test]
async fn orders_rest_while_the_game_rests_and_wait_anew_when_it_goes_on() {
    let service = Service::start();
    let table = three(&service, &waiting()).await;
    leave(&table, 0, betting()).await;
    let carry = async |kind: &str| {
        let vote = table.post(1, "votes", &json!({ "kind": kind })).await.must_be(201);
        table.ballot(2, &vote, "yes").await.must_be(200)
    };
    carry("pause").await;
    service.app.clock.advance(TimeDelta::seconds(DELAY));
    work(&service).await;
    assert_eq!((makers(&service, &table).contains(&"order 0".to_owned()), due(&service)), (false, vec![]));
    carry("resume").await;
    let (_, at) = the_due(&service);
    go_to(&service, at.max(service.app.now()));
    assert_eq!(work(&service).await, 1);
    assert_eq!(table.awaited().await, [1]);
    must_be_whole(&service, &table);
}

#[tokio::test]
async fn an_order_answers_before_the_deadline_and_does_not_let_it_lapse_for_want_of_a_worker() {
    let service = patient();
    let mut game = waiting();
    game["order_delay_seconds"] = json!(86_400);
    game["clock"] = json!({"type": "plain", "hours": 1});
    let table = three(&service, &game).await;
    leave(&table, 1, betting()).await;
    bet(&table, 0).await;
    let view = table.view(None).await;
    let open = view["awaited"].as_array().unwrap().iter().find(|open| open["blocking"] == true).unwrap();
    let deadline: Instant = open["deadline"].as_str().unwrap().parse().unwrap();
    let (_, at) = the_due(&service);
    assert!(at >= service.app.now() && at <= deadline - TimeDelta::seconds(60), "{at} of {deadline}");
    // No worker came until the deadline had passed.
    go_to(&service, deadline + TimeDelta::seconds(1));
    sweep(&service).await;
    assert_eq!(makers(&service, &table), ["seat 0", "order 1"]);
    // And where no order wants to answer, the deadline holds.
    go_to(&service, service.app.now() + TimeDelta::hours(3));
    sweep(&service).await;
    assert_eq!(makers(&service, &table)[2], "lapse 2");
}

#[tokio::test]
async fn an_order_never_waits_for_more_than_a_twentieth_of_the_time_left() {
    let service = patient();
    let mut game = waiting();
    game["order_delay_seconds"] = json!(900);
    game["clock"] = json!({"type": "plain", "hours": 2});
    let table = three(&service, &game).await;
    leave(&table, 1, betting()).await;
    let mut waits = Vec::new();
    for _ in 0..6 {
        bet(&table, 0).await;
        let (asked, (_, at)) = (service.app.now(), the_due(&service));
        assert!(at >= asked && at <= asked + TimeDelta::minutes(6), "{at} of {asked}");
        waits.push(at - asked);
        go_to(&service, at);
        assert_eq!(work(&service).await, 1);
        bet(&table, 2).await;
    }
    assert!(waits.iter().any(|wait| *wait > TimeDelta::seconds(30)), "the time is used: {waits:?}");
}

#[tokio::test]
async fn whoever_has_an_order_that_answers_gets_no_mail_and_whoever_has_none_does() {
    let office = PostOffice::open_with(1, |settings| settings.mail.hold_down_seconds = 5);
    let people = office.service.people(NAMES).await;
    let table = Table::with(&waiting(), &people).await;
    leave(&table, 1, betting()).await;
    bet(&table, 0).await;
    office.quiet().await;
    let calls = "SELECT seat || ' ' || coalesce(result, '-') AS value FROM mails WHERE kind = 'your_turn' \
                 AND seat > 0 ORDER BY version";
    let (_, at) = the_due(&office.service);
    go_to(&office.service, at - TimeDelta::seconds(1));
    office.service.app.events.notify();
    office.quiet().await;
    office.until_stored(calls, &["1 -"]).await;
    office.after_seconds(1);
    let ordered = "SELECT count(*)::text AS value FROM entries WHERE made_by = 'order'";
    office.until_stored(ordered, &["1"]).await;
    office.after_seconds(6);
    office.until_stored(calls, &["1 stale", "2 sent"]).await;
    assert_eq!((makers(&office.service, &table).len(), due(&office.service)), (2, vec![]));
}

#[tokio::test]
async fn the_delay_is_a_term_of_the_table_like_others() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let game = json!({"ruleset": "toy", "seats": 3});
    let opened = aud.post("/v1/games", &game).await.must_be(201);
    assert_eq!(opened["order_delay_seconds"], 0);
    let mut wrong = waiting();
    wrong["order_delay_seconds"] = json!(86_401);
    let refused = aud.post("/v1/games", &wrong).await;
    refused.must_refuse(422, "invalid_field");
    wrong["order_delay_seconds"] = json!(-1);
    assert!((400..=422).contains(&aud.post("/v1/games", &wrong).await.status));
    let path = format!("/v1/games/{}", opened["id"].as_str().unwrap());
    let change =
        |seconds: i64| aud.request(Method::PATCH, &path).json(&json!({ "order_delay_seconds": seconds }));
    aud.send(change(86_401)).await.must_refuse(422, "invalid_field");
    assert_eq!(aud.send(change(30)).await.must_be(200)["order_delay_seconds"], 30);
    assert_eq!(aud.get(&path).await.must_be(200)["order_delay_seconds"], 30);
    let listed = aud.get("/v1/games?mine=true").await.must_be(200);
    assert_eq!(listed["items"][0]["order_delay_seconds"], 30, "{listed}");
}

// An order that is given while somebody moves is never missed, and one that is taken back never answers.

/// A seat that keeps betting for itself: the one that is awaited, if it is not `but`.
async fn others_bet(table: &crate::harness::Table, but: usize) {
    loop {
        let seat = table.awaited().await[0];
        if seat == but {
            return;
        }
        super::bet(table, seat).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_given_while_the_question_opens_answers_it() {
    let service = Service::start_servers(2);
    let table = super::three(&service).await;
    for round in 0..6 {
        others_bet(&table, 0).await;
        let (mover, giver) = (table.clone(), table.clone());
        let moved = tokio::spawn(async move { super::bet(&mover, 0).await });
        let given = tokio::spawn(async move { leave(&giver, 1, betting()).await });
        moved.await.unwrap();
        let id = given.await.unwrap()["order"]["id"].as_str().unwrap().to_owned();
        assert_eq!(table.awaited().await, [2], "round {round}");
        let path = format!("{}/orders/{id}", table.path);
        table.player(1).delete(&path).await.must_be(204);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_that_is_taken_back_while_the_question_opens_either_answered_before_or_never() {
    let service = Service::start_servers(2);
    let table = super::three(&service).await;
    // A round takes up to six of the thirty turns that a game has: three more where the order was faster.
    for _ in 0..4 {
        others_bet(&table, 0).await;
        let id = leave(&table, 1, betting()).await["order"]["id"].as_str().unwrap().to_owned();
        let (mover, taker) = (table.clone(), table.clone());
        let path = format!("{}/orders/{id}", table.path);
        let moved = tokio::spawn(async move { super::bet(&mover, 0).await });
        let taken = tokio::spawn(async move {
            taker.player(1).delete(&path).await.must_be(204);
            taker.version().await
        });
        let reply = moved.await.unwrap();
        taken.await.unwrap();
        let awaited = table.awaited().await[0];
        assert_eq!(reply["awaited"][0]["seat"], json!(awaited));
        others_bet(&table, 1).await;
        super::bet(&table, 1).await;
        assert_eq!(table.awaited().await, [2], "it is gone");
    }
}
