//! Writes: what a request does in a game, and what standing orders answer to it.
//!
//! The entries of a request and the answers of orders are one write: either all of it happens, or nothing. Taking back
//! is an entry of its own that restores the position of an earlier version.

use rules::{
    AnyGame, Author, Chance, ChanceError, PerformError, Refusal, Seat, SeatOrder, SettleError, StoredEntry,
    StoredOrderRun, TakeBackLimit, TakeBacks,
};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::to_raw_value;

use super::answer::{EntryShown, ExpiredOrder, TakeBackShown, Written, line};
use super::fault::Fault;
use super::game::{RunningGame, chance_of, unreadable};
use super::request::{Act, Lapse, Order, Resign, TakeBack};

/// The most answers of standing orders in one write, as in the service.
const MAX_ANSWERS: usize = 32;
/// The most standing orders of a seat, as in the service.
const MAX_ORDERS: usize = 40;

/// The `type` of the event of an entry that takes back.
pub(super) const TAKEN_BACK: &str = "taken_back";

#[derive(Serialize)]
struct TakenBack {
    r#type: &'static str,
    /// The seat that has taken its actions back.
    seat: Seat,
    /// The version whose position is the present one again.
    to_version: u64,
}

/// A write before standing orders answer.
struct Begun {
    /// The position until now, to return to when what follows fails.
    before: String,
    entries: Vec<StoredEntry>,
    take_backs: TakeBacks,
    /// For what orders draw.
    chance: Chance,
}

/// A write, done.
struct Done {
    entries: Vec<StoredEntry>,
    expired: Vec<ExpiredOrder>,
    more: bool,
}

impl RunningGame<'_> {
    pub fn act(&mut self, act: Act) -> Result<String, Fault> {
        let Act { seat, action, decision, chance, .. } = act;
        self.ensure_answers(seat, decision.as_deref(), &action)?;
        let begun = self.begin(false, chance, |game, version, chance| {
            game.perform(version, Author::Seat, Some(seat), &action, chance)
        })?;
        self.finish_by(seat, begun)
    }

    /// What the rules do for a seat that does not answer.
    pub fn lapse(&mut self, lapse: Lapse) -> Result<String, Fault> {
        let Lapse { seat, decision, chance, .. } = lapse;
        self.ensure_seat(seat)?;
        let decision = match decision {
            Some(id) => {
                self.ensure_open(seat, &id)?;
                self.game.awaiting().into_iter().find(|open| open.seat == seat && open.id == id)
            }
            None => self.game.awaiting().into_iter().find(|open| open.seat == seat && open.blocking),
        };
        let decision = decision.ok_or_else(Fault::not_awaited)?;
        let action = self.game.lapse(&decision).ok_or_else(|| Fault::no_lapse(&decision.id))?;
        let begun = self.begin(false, chance, |game, version, chance| {
            game.perform(version, Author::Lapse, Some(seat), &action, chance)
        })?;
        self.finish_by(seat, begun)
    }

    pub fn resign(&mut self, resign: Resign) -> Result<String, Fault> {
        let Resign { seat, chance, .. } = resign;
        self.ensure_seat(seat)?;
        if self.game.outcome().is_some() {
            return Err(Fault::game_over());
        }
        // The service gives it a table event, as the seat loses its player; so it can't be taken back.
        let begun = self.begin(true, chance, |game, version, chance| {
            let entries = game.resign(version, seat, chance)?;
            // Rules do nothing for a seat that has given up, so the game is as it was.
            let is_repeated = entries.first().is_none_or(|entry| entry.events.get() == "[]");
            if is_repeated { Err(seat_resigned().into()) } else { Ok(entries) }
        })?;
        let done = self.finish(begun)?;
        self.orders.retain(|(of, _)| *of != seat);
        Ok(self.written(seat, done))
    }

    /// What the seat may take back now.
    pub fn take_back_of(&self, seat: Seat) -> TakeBackShown {
        let left = self.take_backs.left(seat);
        match self.versions_of(seat) {
            Ok(versions) => {
                let versions = versions.iter().rev().copied().collect();
                TakeBackShown { versions, left, limit: self.take_backs.beyond(seat) }
            }
            Err(limit) => TakeBackShown { versions: Vec::new(), left, limit },
        }
    }

    /// The versions to which the seat may return: at least one, or else the reason why there is none.
    fn versions_of(&self, seat: Seat) -> Result<&[u64], TakeBackLimit> {
        if self.game.outcome().is_some() {
            return Err(TakeBackLimit::GameOver);
        }
        self.take_backs.of_seat(seat)
    }

    pub fn take_back(&mut self, take_back: TakeBack) -> Result<String, Fault> {
        let TakeBack { seat, version: to_version, chance, .. } = take_back;
        self.ensure_seat(seat)?;
        let versions = self.versions_of(seat).map_err(Fault::cannot_take_back)?;
        if !versions.contains(&to_version) {
            let is_further = versions.first().is_some_and(|oldest| to_version < *oldest);
            let further = || Fault::cannot_take_back(self.take_backs.beyond(seat));
            return Err(if is_further { further() } else { Fault::not_offered(versions) });
        }
        let before = self.position()?;
        let events = TakenBack { r#type: TAKEN_BACK, seat, to_version };
        let events = to_raw_value(&[events]).map_err(unreadable)?;
        let earlier = self.positions.get(&to_version).ok_or_else(|| Fault::not_offered(&[]))?;
        self.game.restore(earlier).map_err(unreadable)?;
        // Only the seat's own orders are tried. A refusal because of others' would reveal how those would answer.
        let mut own = self.orders.iter().filter(|(of, _)| *of == seat);
        if own.any(|(_, order)| self.game.dry_run(seat, order).is_some()) {
            self.game = self.ruleset.interface().load(&before).map_err(unreadable)?;
            return Err(Fault::cannot_take_back(TakeBackLimit::OrderWouldAnswer));
        }
        let entry = StoredEntry::beside_rules(self.version + 1, Author::Seat, Some(seat));
        let entry = StoredEntry { events, ..entry };
        let take_backs = self.take_backs.clone().taken_back(seat, to_version);
        let chance = chance_of(chance, self.seed);
        let done = self.finish(Begun { before, entries: vec![entry], take_backs, chance })?;
        Ok(self.written(seat, done))
    }

    /// Replaces the standing orders of a seat, and lets them answer at once.
    pub fn order(&mut self, order: Order) -> Result<String, Fault> {
        let Order { seat, orders, chance, .. } = order;
        self.ensure_seat(seat)?;
        if orders.len() > MAX_ORDERS {
            return Err(Fault::too_many_orders(MAX_ORDERS));
        }
        let mut accepted = Vec::new();
        for (index, given) in orders.iter().enumerate() {
            let order = self.game.accept_order(seat, given);
            accepted.push(order.map_err(|refusal| Fault::within(refusal, &format!("orders[{index}]")))?);
        }
        let until_now = self.orders.clone();
        self.orders.retain(|(of, _)| *of != seat);
        self.orders.extend(accepted.iter().map(|order| (seat, order.clone())));
        let chance = chance_of(chance, self.seed);
        let begun = Begun {
            before: self.position()?,
            entries: Vec::new(),
            take_backs: self.take_backs.clone(),
            chance,
        };
        match self.finish(begun) {
            Ok(done) => Ok(line(&Written { orders: Some(accepted), ..self.shown(Some(seat), None, done) })),
            Err(fault) => {
                self.orders = until_now;
                Err(fault)
            }
        }
    }

    /// The first entries of a write, by `make`; `is_by_service`: the service would add something beside the rules to
    /// them. Chance that is given and left over is for the standing orders.
    fn begin(
        &mut self,
        is_by_service: bool,
        given: Option<Vec<Value>>,
        make: impl Fn(&mut dyn AnyGame, u64, &mut Chance) -> Result<Vec<StoredEntry>, PerformError>,
    ) -> Result<Begun, Fault> {
        let before = self.position()?;
        let turn = self.game.turn().0;
        let version = self.version;
        let has_orders = !self.orders.is_empty();
        let game = self.game.as_mut();
        let (entries, chance) = match given {
            None => (make(game, version, &mut Chance::seeded(self.seed))?, Chance::seeded(self.seed)),
            Some(mut values) => match make(game, version, &mut Chance::given(values.clone())) {
                Err(PerformError::Unsettled(SettleError::Chance(ChanceError::TooLong { left })))
                    if has_orders =>
                {
                    let rest = values.split_off(values.len().saturating_sub(left));
                    (make(game, version, &mut Chance::given(values))?, Chance::given(rest))
                }
                other => (other?, Chance::given(Vec::new())),
            },
        };
        let facts = entries.iter().enumerate().map(|(index, entry)| entry.facts(is_by_service && index == 0));
        let take_backs = self.take_backs.clone().after(turn, facts);
        Ok(Begun { before, entries, take_backs, chance })
    }

    /// Lets standing orders answer, and takes the write over; if that fails, the game is as it was before.
    fn finish(&mut self, begun: Begun) -> Result<Done, Fault> {
        let Begun { before, mut entries, mut take_backs, mut chance } = begun;
        let version = entries.last().map_or(self.version, |entry| entry.version);
        let (expired, more) = match self.answer_by_orders(version, &mut chance) {
            Ok(run) => {
                take_backs =
                    take_backs.after(self.game.turn().0, run.entries.iter().map(|entry| entry.facts(false)));
                entries.extend(run.entries);
                (run.expired, run.more)
            }
            Err(fault) => {
                self.game = self.ruleset.interface().load(&before).map_err(unreadable)?;
                return Err(fault);
            }
        };
        let expired = self.drop_orders(&expired);
        self.positions.insert(self.version, before);
        self.positions.retain(|version, _| take_backs.versions().contains(version));
        self.take_backs = take_backs;
        self.version = entries.last().map_or(self.version, |entry| entry.version);
        Ok(Done { entries, expired, more })
    }

    fn answer_by_orders(&mut self, version: u64, chance: &mut Chance) -> Result<StoredOrderRun, Fault> {
        if self.orders.is_empty() || self.game.outcome().is_some() {
            chance.finish()?;
            return Ok(StoredOrderRun::default());
        }
        let orders: Vec<SeatOrder<'_>> =
            self.orders.iter().map(|(seat, order)| SeatOrder { seat: *seat, order }).collect();
        let run = self.game.run_orders(version, &orders, MAX_ANSWERS, chance)?;
        chance.finish()?;
        Ok(run)
    }

    fn drop_orders(&mut self, expired: &[(usize, &'static str)]) -> Vec<ExpiredOrder> {
        let orders = std::mem::take(&mut self.orders);
        let mut dropped = Vec::new();
        for (index, (seat, order)) in orders.into_iter().enumerate() {
            match expired.iter().find(|(of, _)| *of == index) {
                Some((_, reason)) => dropped.push(ExpiredOrder { seat, order, reason }),
                None => self.orders.push((seat, order)),
            }
        }
        dropped
    }

    fn finish_by(&mut self, seat: Seat, begun: Begun) -> Result<String, Fault> {
        let done = self.finish(begun)?;
        Ok(self.written(seat, done))
    }

    /// The answer to a request of a seat that made the first entry.
    fn written(&self, seat: Seat, mut done: Done) -> String {
        let first = if done.entries.is_empty() { None } else { Some(done.entries.remove(0)) };
        line(&self.shown(Some(seat), first, done))
    }

    /// Takes over with what entries a game begins.
    pub fn begin_with(&mut self, entries: &[StoredEntry]) {
        let facts = entries.iter().map(|entry| entry.facts(false));
        self.take_backs = std::mem::take(&mut self.take_backs).after(self.game.turn().0, facts);
        self.version = entries.last().map_or(self.version, |entry| entry.version);
    }

    /// The answer to a request with which a game begins.
    pub fn begun(&self, first: Option<StoredEntry>, entries: Vec<StoredEntry>) -> String {
        line(&self.shown(None, first, Done { entries, expired: Vec::new(), more: false }))
    }

    fn shown(&self, seat: Option<Seat>, first: Option<StoredEntry>, done: Done) -> Written {
        Written {
            version: self.version,
            entry: first.map(EntryShown::of),
            orders: None,
            steps: done.entries,
            awaiting: self.game.awaiting(),
            outcome: self.game.outcome(),
            take_back: seat.map(|seat| self.take_back_of(seat)),
            expired_orders: done.expired,
            more_orders: done.more,
        }
    }
}

fn seat_resigned() -> Refusal {
    Refusal::new("seat_resigned", "the seat has given up already").at_field("seat")
}
