//! The log of a game as it is stored, folded by a second hand: whom each write called, and why.

use rules::{AnyGame, AnyRuleset, Decision, Seat};
use serde::Deserialize;
use serde_json::Value;

use crate::support::Reader;

/// A call as its mail should name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    pub version: i64,
    pub seat: Seat,
    pub kind: String,
    /// The decision that was opened.
    pub decision: Option<String>,
}

/// Follows the log of one game.
pub struct Log {
    reader: Reader,
    game: String,
    table: Box<dyn AnyGame>,
    version: i64,
}

#[derive(Deserialize)]
struct Entry {
    version: i64,
    made_by: String,
    seat: Option<Seat>,
    events: String,
}

impl Log {
    /// The log of `game`, from before the set-up.
    pub async fn follow(title: &dyn AnyRuleset, url: &str, game: &str, seats: u8) -> Self {
        let options = title.options(None).unwrap();
        let table = title.blank(&options, seats).unwrap();
        let reader = Reader::connect(url).await.unwrap();
        Self { reader, game: game.to_owned(), table, version: -1 }
    }

    /// The calls of the writes since the last time.
    pub async fn calls(&mut self) -> Vec<Call> {
        let entries = self.new_entries().await;
        let mut calls = Vec::new();
        let mut at = 0;
        while at < entries.len() {
            let next = entries[at + 1..].iter().position(|entry| entry.made_by != "server");
            let end = next.map_or(entries.len(), |next| at + 1 + next);
            self.write(&entries[at..end], &mut calls);
            at = end;
        }
        calls
    }

    async fn new_entries(&mut self) -> Vec<Entry> {
        let query = format!(
            "SELECT json_build_object('version', version, 'made_by', made_by, 'seat', seat, 'events', events)::text \
             AS value FROM entries WHERE game_id = '{}' AND version > {} ORDER BY version",
            self.game, self.version
        );
        let rows = self.reader.texts(&query).await.unwrap();
        rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect()
    }

    /// One write: somebody's entry, or the set-up, and the server's steps after it.
    fn write(&mut self, entries: &[Entry], calls: &mut Vec<Call>) {
        let before = if self.version < 0 { vec![] } else { self.table.awaiting() };
        let begins = self.version < 0;
        for entry in entries {
            self.table.apply(&entry.events).unwrap();
            self.version = entry.version;
        }
        let after = self.table.awaiting();
        let acted = if entries[0].made_by == "server" { None } else { entries[0].seat };
        let events: Vec<Value> = entries
            .iter()
            .flat_map(|entry| serde_json::from_str::<Vec<Value>>(&entry.events).unwrap())
            .collect();
        let over = self.table.outcome().is_some();
        let mut called = if over { vec![] } else { called(self.table.as_ref(), &before, &after, acted) };
        if !over {
            for seat in answered(self.table.as_ref(), &events) {
                if acted != Some(seat) && called.iter().all(|open| open.0 != seat) {
                    called.push((seat, "offer_answered", None));
                }
            }
        }
        let everybody = match (begins, self.table.outcome()) {
            (_, Some(_)) => Some("game_ended"),
            (true, None) => Some("game_started"),
            (false, None) => None,
        };
        for seat in 0..u8::try_from(self.table.points().len()).unwrap() {
            let call = called.iter().find(|call| call.0 == seat);
            if let Some(kind) = call.map(|call| call.1).or(everybody) {
                let decision = call.and_then(|call| call.2.clone());
                calls.push(Call { version: self.version, seat, kind: kind.to_owned(), decision });
            }
        }
    }
}

/// A seat, what it is called for, and the decision.
type Called = (Seat, &'static str, Option<String>);

/// The first decision of each seat that the game begins to wait for, and of each that is invited to something it can do.
fn called(game: &dyn AnyGame, before: &[Decision], after: &[Decision], acted: Option<Seat>) -> Vec<Called> {
    let waits = |open: &[Decision], seat| open.iter().any(|open| open.seat == seat && open.blocking);
    let mut called: Vec<Called> = Vec::new();
    for open in after {
        let seat = open.seat;
        if acted == Some(seat) || called.iter().any(|other| other.0 == seat) {
            continue;
        }
        let was_there = before.iter().find(|old| old.seat == seat && old.id == open.id);
        let has_called = was_there.is_some_and(|old| old.call.is_some());
        let begins = open.blocking && !waits(before, seat) && !has_called;
        let is_invited =
            !open.blocking && open.call.is_some() && was_there.is_none() && can_agree(game, open);
        if begins || is_invited {
            called.push((seat, open.call.unwrap().name, Some(open.id.clone())));
        }
    }
    called
}

/// Can the seat accept the offer or confirm the acceptance, or is it a counter-offer to one of its own?
fn can_agree(game: &dyn AnyGame, open: &Decision) -> bool {
    if !["trade_answer", "confirm_trade"].contains(&open.kind) {
        return true;
    }
    let legal = game.legal(open.seat);
    let actions = legal.iter().find(|legal| legal.decision == *open).unwrap().actions.iter();
    let mut types =
        actions.map(|action| serde_json::from_str::<Value>(action.get()).unwrap()["type"].clone());
    let number = open.id.split('.').nth(1).unwrap().trim_start_matches("offer").parse::<u64>();
    let offer = |id: u64| offers(game).into_iter().find(|offer| offer["id"] == id);
    let is_counter = number.ok().and_then(offer).is_some_and(|counter| {
        let own = offers(game).into_iter().find(|offer| offer["maker"] == open.seat);
        let to_its_maker = own.is_some_and(|own| own["to"].as_array().unwrap().contains(&counter["maker"]));
        counter["answers"].is_u64() || to_its_maker
    });
    is_counter
        || types.any(|kind| {
            ["accept_trade", "accept_offer", "confirm_trade"].iter().any(|agrees| kind == *agrees)
        })
}

/// The open offers, as everybody sees them.
fn offers(game: &dyn AnyGame) -> Vec<Value> {
    let view: Value = serde_json::from_str(game.view(None).get()).unwrap();
    let table = &view["table"];
    let offers = table["offers"].as_array().or_else(|| table["phase"]["offers"].as_array());
    offers.cloned().unwrap_or_default()
}

/// Whose offers and requests these events decide.
fn answered(game: &dyn AnyGame, events: &[Value]) -> Vec<Seat> {
    let seat = |value: &Value| value.as_u64().and_then(|seat| Seat::try_from(seat).ok());
    let refused_by_all = |id: &Value| {
        let offer = offers(game).into_iter().find(|offer| offer["id"] == *id)?;
        let to = offer["to"].as_array().unwrap();
        let declined = offer["declined"].as_array().map_or(0, Vec::len);
        let rejected = to.iter().filter(|to| to["reply"] == "rejected").count();
        let maker = if offer["from"].is_null() { &offer["maker"] } else { &offer["from"] };
        (declined + rejected == to.len()).then(|| seat(maker))?
    };
    let of = |event: &Value| match event["type"].as_str().unwrap_or_default() {
        "trade_made" => seat(&event["maker"]),
        "offer_closed" if event["reason"] == "cards_missing" => seat(&event["maker"]),
        "hand_over_accepted" | "hand_over_declined" | "hand_over_voided" => seat(&event["from"]),
        "trade_rejected" | "offer_declined" => refused_by_all(&event["offer"]),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}
