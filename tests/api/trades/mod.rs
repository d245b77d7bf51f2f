//! Trades by mail: whoever made an offer and went away hears once of each answer, and nobody of what they can't accept.

mod bots;
mod landnam;
mod settlers;

use serde_json::{Value, json};

use crate::harness::{Answer, PostOffice, Table, stored};
use crate::support::Mail;

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

/// A game whose players are away: each hears of it by mail alone.
struct Post {
    office: PostOffice,
    table: Table,
    /// How many mails had come before.
    before: usize,
}

impl Post {
    /// A game at that position.
    async fn at(ruleset: &str, office: PostOffice, state: &impl serde::Serialize) -> Self {
        let people = office.service.people(NAMES).await;
        let table = Table::of(ruleset, &people).await;
        // A mail that is on its way while the clock moves counts as given up by its worker, and is sent twice.
        office.quiet().await;
        office.after_seconds(120);
        office.quiet().await;
        stored::replace_state(&office.service.database, &table.id, &serde_json::to_string(state).unwrap());
        let before = office.sink.taken().len();
        Self { office, table, before }
    }

    /// What a seat may do now, by decision.
    async fn legal(&self, seat: usize) -> Vec<Value> {
        let legal = self.table.legal(seat).await;
        legal["decisions"].as_array().unwrap().clone()
    }

    /// What a seat gets that answers a decision.
    async fn answer(&self, seat: usize, decision: &str, action: &Value) -> Answer {
        let body = json!({"decision": decision, "action": action});
        self.table.post(seat, "actions", &body).await
    }

    /// A seat acts under its first decision of that kind.
    async fn act(&self, seat: usize, kind: &str, action: Value) -> Value {
        let legal = self.legal(seat).await;
        let open = legal.iter().find(|open| open["decision"]["kind"] == kind).expect(kind);
        self.answer(seat, open["decision"]["id"].as_str().unwrap(), &action).await.must_be(200)
    }

    /// The mails since the last time: what for and to which seat.
    async fn mails(&mut self) -> Vec<(String, usize, Mail)> {
        self.office.quiet().await;
        let taken = self.office.sink.taken();
        let new = taken[self.before..].iter().cloned();
        let seat = |mail: &Mail| {
            let to = |seat: &usize| {
                mail.to == [format!("{}@example.org", self.table.player(*seat).name.to_lowercase())]
            };
            (0..self.table.players.len()).find(to).expect("one of them")
        };
        let mut mails: Vec<_> = new
            .map(|mail| (mail.message_id().split(['.', '@']).nth(3).unwrap().to_owned(), seat(&mail), mail))
            .collect();
        self.before = taken.len();
        mails.sort_by_key(|(_, seat, _)| *seat);
        mails
    }

    /// Who hears what, as `kind seat`.
    async fn heard(&mut self) -> Vec<String> {
        self.mails().await.iter().map(|(kind, seat, _)| format!("{kind} {seat}")).collect()
    }

    /// The decisions in the inbox of a seat.
    async fn inbox(&self, seat: usize) -> Vec<String> {
        let inbox = self.table.player(seat).get("/v1/me/inbox").await.must_be(200);
        let items = inbox["items"].as_array().unwrap().iter();
        let mut ids: Vec<String> =
            items.filter_map(|item| item["decision"].as_str()).map(str::to_owned).collect();
        ids.sort();
        ids
    }
}

const NOBODY: [&str; 0] = [];
