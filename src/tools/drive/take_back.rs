//! Taking back on the pipe: an entry of its own that restores the position of an earlier version.

use rules::{Author, Chance, Seat, StoredEntry, TakeBackLimit};
use serde::Serialize;
use serde_json::value::to_raw_value;

use super::answer::TakeBackShown;
use super::fault::Fault;
use super::game::{RunningGame, unreadable};
use super::request::TakeBack;
use super::write::Begun;

/// The `type` of its event.
pub(super) const TAKEN_BACK: &str = "taken_back";

#[derive(Serialize)]
struct TakenBack {
    r#type: &'static str,
    /// The seat that has taken its actions back.
    seat: Seat,
    /// The version whose position is the present one again.
    to_version: u64,
}

impl RunningGame<'_> {
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

    /// The versions to which the seat may return, never none.
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
        let events = to_raw_value(&[events]).map_err(|error| unreadable(&error))?;
        let earlier = self.positions.get(&to_version).ok_or_else(|| Fault::not_offered(&[]))?;
        self.game.restore(earlier).map_err(|error| unreadable(&error))?;
        // Those of other seats answer as they always do. To look at them here would tell what they would answer.
        let mut own = self.orders.iter().filter(|(of, _)| *of == seat);
        if own.any(|(_, order)| self.game.dry_run(seat, order).is_some()) {
            self.game = self.ruleset.interface().load(&before).map_err(|error| unreadable(&error))?;
            return Err(Fault::cannot_take_back(TakeBackLimit::OrderWouldAnswer));
        }
        let entry = StoredEntry {
            version: self.version + 1,
            by: Author::Seat,
            seat: Some(seat),
            action: None,
            events,
            draws: Vec::new(),
            answered: Vec::new(),
            reveals: false,
        };
        let take_backs = self.take_backs.clone().taken_back(seat, to_version);
        let chance = chance.map_or_else(|| Chance::seeded(self.seed), Chance::given);
        let done = self.finish(Begun { before, entries: vec![entry], take_backs, chance })?;
        Ok(self.written(seat, done))
    }
}
