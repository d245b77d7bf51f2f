//! A table at which positions are put up behind the service's back, and what is refused there.

use serde::Serialize;
use serde_json::{Value, json};

use super::{Answer, Service, Table, stored};

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

/// A table at which positions are put up.
pub struct Board {
    pub service: Service,
    pub table: Table,
}

impl Board {
    /// A running game with so many seats.
    pub async fn set(ruleset: &str, seats: usize) -> Self {
        Self::at(Service::start(), ruleset, seats).await
    }

    /// The same at a service of the test's own.
    pub async fn at(service: Service, ruleset: &str, seats: usize) -> Self {
        let people = service.people(NAMES).await;
        let table = Table::of(ruleset, &people[..seats]).await;
        Self { service, table }
    }

    /// Puts up a position.
    pub fn put(&self, state: &impl Serialize) {
        let text = serde_json::to_string(state).unwrap();
        stored::replace_state(&self.service.database, &self.table.id, &text);
    }

    /// What a seat gets that answers what it is asked.
    pub async fn act(&self, seat: u8, action: Value) -> Answer {
        let view = self.table.view(None).await;
        let mut asked = view["awaited"].as_array().unwrap().iter();
        let mine = asked.find(|awaited| awaited["seat"] == seat).expect("the seat is asked something");
        self.answer(seat, mine["decision"].as_str().unwrap(), action).await
    }

    /// What a seat gets that answers this decision.
    pub async fn answer(&self, seat: u8, decision: &str, action: Value) -> Answer {
        let body = json!({"decision": decision, "action": action});
        self.table.player(usize::from(seat)).post(&format!("{}/actions", self.table.path), &body).await
    }

    /// Sees a move refused that changes nothing.
    pub async fn must_refuse(&self, seat: u8, action: Value, code: &str) {
        let state = stored::state(&self.service.database, &self.table.id);
        let version = self.table.version().await;
        let said = action.to_string();
        let answer = self.act(seat, action).await;
        assert_eq!((answer.status, answer.code()), (422, code), "{said}: {}", answer.text);
        assert_eq!(self.table.version().await, version);
        assert_eq!(stored::state(&self.service.database, &self.table.id), state);
    }
}
