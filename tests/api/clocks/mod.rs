//! Clocks through the public face: terms, deadlines, warnings, lapses, bots for the absent, and their return. Time is
//! moved by hand; what is due is done by the same step that a worker takes.

mod availability;
mod deadlines;
mod lapses;
mod mails;
mod races;
mod terms;

use althing::config::Settings;
use althing::service::deadlines::sweep;
use althing::service::play;
use althing::time_control::Instant;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::harness::{Service, Table, connect};

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];

/// Whoever is logged in stays so, however far the clock is moved.
fn patient(settings: &mut Settings) {
    settings.accounts.access_seconds = 100_000_000;
}

/// One server at which nobody has to log in again.
fn service() -> Service {
    Service::start_with(patient)
}

/// A day for each decision, two in the bank, and a bot after two lapses.
pub fn banked(ruleset: &str, seats: usize) -> Value {
    let clock =
        json!({"type": "banked", "free_hours": 24, "bank_hours": 48, "refund_hours": 6, "cap_hours": 60});
    json!({"ruleset": ruleset, "seats": seats, "clock": clock, "caretaker_after": 2})
}

/// Three at a table with that clock.
async fn three(service: &Service) -> Table {
    Table::with(&banked("toy", 3), &service.people(NAMES).await).await
}

/// Moves the clock, and does what is due then.
async fn after_hours(service: &Service, hours: i64) {
    service.app.clock.advance(TimeDelta::hours(hours));
    settle(service).await;
}

/// Does everything that is due.
async fn settle(service: &Service) {
    let mut ctx = connect(service).await;
    while sweep(&mut ctx).await.unwrap() {}
}

/// Lets bots play until none is asked.
async fn let_bots_play(service: &Service) {
    let mut ctx = connect(service).await;
    while play::bot_turn(&mut ctx).await.unwrap() {}
}

/// The one decision that the game waits for.
async fn awaited(table: &Table) -> Value {
    let view = table.view(None).await;
    let open: Vec<&Value> =
        view["awaited"].as_array().unwrap().iter().filter(|open| open["blocking"] == true).collect();
    assert_eq!(open.len(), 1, "{view}");
    open[0].clone()
}

/// Until when there is time for it; `None`: its clock stands still, or it has none.
async fn deadline(table: &Table) -> Option<Instant> {
    awaited(table).await["deadline"].as_str().map(|text| text.parse().unwrap())
}

/// The hours from now until the deadline.
async fn hours_left(service: &Service, table: &Table) -> Option<i64> {
    deadline(table).await.map(|deadline| (deadline - service.app.now()).num_hours())
}

/// The seat that the game waits for.
pub async fn asked(table: &Table) -> usize {
    usize::try_from(awaited(table).await["seat"].as_u64().unwrap()).unwrap()
}

/// The cheapest answer of the toy by whoever is asked.
async fn bet(table: &Table) -> Value {
    let open = awaited(table).await;
    let seat = usize::try_from(open["seat"].as_u64().unwrap()).unwrap();
    let body = json!({"decision": open["decision"], "action": {"type": "bet", "amount": 1}});
    table.post(seat, "actions", &body).await.must_be(200)
}

async fn propose(table: &Table, seat: usize, kind: &str) -> Value {
    table.post(seat, "votes", &json!({"kind": kind})).await.must_be(201)
}

async fn carry(table: &Table, kind: &str) {
    let vote = propose(table, 0, kind).await;
    let said = table.ballot(1, &vote, "yes").await.must_be(200);
    assert_eq!(said["status"], "carried", "{said}");
}
