//! A game that is played over HTTP by people who know nothing but what they are listed.

use std::collections::BTreeMap;

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Answer, Person, Service, fill, stored};

/// A running game and the people in it, in the order of their seats.
#[derive(Clone)]
pub struct Table {
    pub id: String,
    pub path: String,
    pub players: Vec<Person>,
}

/// Something a seat may do now: the decision and a complete action.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    pub decision: String,
    pub action: Value,
}

impl Move {
    /// The body that makes it.
    pub fn body(&self) -> Value {
        json!({"decision": self.decision, "action": self.action})
    }
}

impl Table {
    /// Opens a table of `ruleset`, lets everybody join, and sees it start.
    pub async fn of(ruleset: &str, people: &[Person]) -> Self {
        Self::with(&json!({"ruleset": ruleset, "seats": people.len()}), people).await
    }

    /// The same with a table as described; seats that `people` don't take must be bots.
    pub async fn with(game: &Value, people: &[Person]) -> Self {
        let path = people[0].open(game).await;
        let id = path.rsplit('/').next().unwrap().to_owned();
        for joiner in &people[1..] {
            joiner.post(&format!("{path}/join"), &json!({})).await.must_be(200);
        }
        let shown = people[0].get(&path).await.must_be(200);
        assert_eq!(shown["status"], "running", "{shown}");
        let seats = shown["seats"].as_array().unwrap();
        let seated =
            seats.iter().filter_map(|seat| people.iter().find(|person| seat["account"] == *person.id));
        Self { id, path, players: seated.cloned().collect() }
    }

    /// The person at a seat; without bots, seats and players have the same numbers.
    pub fn player(&self, seat: usize) -> &Person {
        &self.players[seat]
    }

    /// What the person at a seat is answered below the address of the game.
    pub async fn get(&self, seat: usize, what: &str) -> Answer {
        self.player(seat).get(&format!("{}/{what}", self.path)).await
    }

    /// The person at a seat posts below the address of the game.
    pub async fn post(&self, seat: usize, what: &str, body: &Value) -> Answer {
        self.player(seat).post(&format!("{}/{what}", self.path), body).await
    }

    /// The person at a seat votes.
    pub async fn ballot(&self, seat: usize, vote: &Value, ballot: &str) -> Answer {
        let path = format!("votes/{}/ballots", vote["id"].as_str().unwrap());
        self.post(seat, &path, &json!({"ballot": ballot})).await
    }

    /// What a seat may do, by decision.
    pub async fn legal(&self, seat: usize) -> Value {
        self.get(seat, "legal").await.must_be(200)
    }

    /// The seats the game waits for, as a spectator sees it.
    pub async fn awaited(&self) -> Vec<usize> {
        let view = self.view(None).await;
        assert!(view["viewer"].is_null());
        awaited_of(&view)
    }

    /// The game as a seat or a spectator sees it.
    pub async fn view(&self, seat: Option<usize>) -> Value {
        let (person, how) = match seat {
            Some(seat) => (self.player(seat), ""),
            None => (self.player(0), "?as=spectator"),
        };
        person.get(&format!("{}/view{how}", self.path)).await.must_be(200)
    }

    /// The version of the game.
    pub async fn version(&self) -> i64 {
        self.view(None).await["version"].as_i64().unwrap()
    }

    /// Every move that a seat is listed; shapes are filled at random within their bounds.
    pub async fn moves(&self, seat: usize, dice: &mut ChaCha8Rng) -> Vec<Move> {
        moves(&self.legal(seat).await["decisions"], dice)
    }

    /// Makes a move.
    pub async fn make(&self, seat: usize, this: &Move) -> Answer {
        self.post(seat, "actions", &this.body()).await
    }

    /// Makes a listed move of some awaited seat; `None` when the game is over. Gives who moved, what, and the reply.
    pub async fn go_on(&self, dice: &mut ChaCha8Rng) -> Option<(usize, Move, Value)> {
        let seat = *self.awaited().await.choose(dice)?;
        let (this, reply) = self.make_any(seat, dice).await;
        Some((seat, this, reply))
    }

    async fn make_any(&self, seat: usize, dice: &mut ChaCha8Rng) -> (Move, Value) {
        let moves = self.moves(seat, dice).await;
        let this = moves.choose(dice).expect("an awaited seat has a move").clone();
        let reply = self.make(seat, &this).await;
        assert_eq!(reply.status, 200, "{this:?} was listed and refused: {}", reply.text);
        (this, reply.json)
    }

    /// Makes so many moves, or fewer if the game ends; nobody else moves meanwhile. Gives the replies.
    pub async fn play(&self, moves: usize, dice: &mut ChaCha8Rng) -> Vec<Value> {
        let mut awaited = self.awaited().await;
        let mut replies = Vec::new();
        while replies.len() < moves
            && let Some(seat) = awaited.choose(dice)
        {
            let (_, reply) = self.make_any(*seat, dice).await;
            // A reply says who is awaited next, which saves a request for each move.
            awaited = awaited_of(&reply);
            replies.push(reply);
        }
        replies
    }

    /// Every event as a seat or a spectator is told it, page by page.
    pub async fn events(&self, seat: Option<usize>) -> Vec<Value> {
        let person = self.player(seat.unwrap_or(0));
        let place = if seat.is_none() { "&as=spectator" } else { "" };
        let mut events = Vec::new();
        let mut after = String::new();
        loop {
            let page = person.get(&format!("{}/events?limit=7{after}{place}", self.path)).await.must_be(200);
            events.extend(page["items"].as_array().unwrap().iter().cloned());
            after = format!("&after={}", page["next_after"]);
            if page["next_after"] == page["version"] {
                return events;
            }
        }
    }
}

/// What chooses among listed moves.
pub fn seeded_dice(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The seats that a game waits for by a view or a reply, without repeats.
fn awaited_of(told: &Value) -> Vec<usize> {
    let blocking = told["awaited"].as_array().unwrap().iter().filter(|open| open["blocking"] == true);
    let mut seats: Vec<usize> =
        blocking.map(|open| usize::try_from(open["seat"].as_u64().unwrap()).unwrap()).collect();
    seats.dedup();
    seats
}

/// The moves in a list of decisions with their answers.
pub fn moves(decisions: &Value, dice: &mut ChaCha8Rng) -> Vec<Move> {
    let mut moves = Vec::new();
    for legal in decisions.as_array().unwrap() {
        let decision = legal["decision"]["id"].as_str().unwrap();
        let ready = legal["actions"].as_array().unwrap().iter().cloned();
        let shapes: Vec<Value> =
            legal["shapes"].as_array().unwrap().iter().map(|shape| fill::shape(shape, dice)).collect();
        moves.extend(ready.chain(shapes).map(|action| Move { decision: decision.to_owned(), action }));
    }
    moves
}

/// Moves by the type of their action.
pub fn by_type(moves: &[Move]) -> BTreeMap<String, Vec<Move>> {
    let mut types: BTreeMap<String, Vec<Move>> = BTreeMap::new();
    for this in moves {
        types.entry(this.action["type"].as_str().unwrap().to_owned()).or_default().push(this.clone());
    }
    types
}

// A table at which positions are put up behind the service's back, and what is refused there.

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
        self.table.post(usize::from(seat), "actions", &body).await
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
