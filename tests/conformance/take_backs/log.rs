//! The log of a game with take-backs: who may return where by it, and whether it replays to the same positions. It is
//! worked out from the entries alone, in another way than [`rules::TakeBacks`] does it.

use rules::{Actor, AnyGame, AnyRuleset, Author, Json, Seat, StoredEntry};
use serde_json::value::RawValue;

use super::issued::Shown;
use crate::{Verdict, ensure};

/// One version of the game.
pub(super) struct Logged {
    pub by: Author,
    pub seat: Actor,
    pub what: What,
    /// The number of the turn in which it was decided.
    pub turn: u32,
    /// How the game was left, where a write has ended.
    pub left: Option<Left>,
}

pub(super) enum What {
    /// An action or a step of the server. `tells`: chance was drawn or something hidden became known.
    Done { events: Json, tells: bool },
    /// Something that no action undoes: a resignation, and what is done beside the rules.
    Final { events: Option<Json> },
    /// The seat has returned to this version.
    TakenBack { to: u64 },
}

/// What could be seen when a write had ended.
pub(super) struct Left {
    pub position: String,
    pub open: Vec<Shown>,
    /// Where they were looked at.
    pub views: Option<Vec<String>>,
}

impl Logged {
    pub fn entry(entry: StoredEntry, turn: u32) -> Self {
        let StoredEntry { by, seat, action, events, draws, reveals, .. } = entry;
        let what = if by == Author::Seat && action.is_none() {
            What::Final { events: Some(events) }
        } else {
            What::Done { events, tells: reveals || !draws.is_empty() }
        };
        Self { by, seat, what, turn, left: None }
    }

    /// May the seat undo it, together with what it has done itself?
    fn can_be_undone_by(&self, seat: Seat) -> bool {
        match self.what {
            What::Final { .. } => false,
            What::TakenBack { .. } => self.seat == Some(seat),
            What::Done { tells, .. } => {
                let is_own = matches!(self.by, Author::Seat | Author::Order) && self.seat == Some(seat);
                !tells && (is_own || self.by == Author::Server)
            }
        }
    }

    fn is_act_of(&self, seat: Seat) -> bool {
        matches!(self.what, What::Done { .. }) && self.by == Author::Seat && self.seat == Some(seat)
    }
}

/// By version.
#[derive(Default)]
pub(super) struct Log(pub Vec<Logged>);

impl Log {
    pub fn version(&self) -> u64 {
        (self.0.len() as u64).saturating_sub(1)
    }

    pub fn at(&self, version: u64) -> Option<&Logged> {
        self.0.get(usize::try_from(version).ok()?)
    }

    pub fn left(&self, version: u64) -> Option<&Left> {
        self.at(version)?.left.as_ref()
    }

    /// The versions whose entries have led to the present one, newest first: what was taken back is none of them.
    fn line(&self) -> impl Iterator<Item = (u64, &Logged)> {
        let mut next = Some(self.version());
        std::iter::from_fn(move || {
            loop {
                let version = next?;
                let logged = self.at(version)?;
                if let What::TakenBack { to } = logged.what {
                    next = Some(to);
                    continue;
                }
                next = version.checked_sub(1);
                return Some((version, logged));
            }
        })
    }

    /// The versions to which the seat may return, oldest first, as long as it has not done so too often.
    pub fn may_return(&self, seat: Seat) -> Vec<u64> {
        // Nothing before this: entries that were taken back count, too.
        let barrier = self.0.iter().rposition(|logged| !logged.can_be_undone_by(seat));
        let open = |version: u64| barrier.is_none_or(|barrier| version > barrier as u64);
        let acts = self.line().take_while(|(version, _)| open(*version));
        let acts = acts.filter(|(_, logged)| logged.is_act_of(seat));
        // The turn of the last act, even if that was taken back.
        let turn = self.last_act(seat).map(|act| act.turn);
        let of_turn = acts.take_while(|(_, logged)| Some(logged.turn) == turn);
        let mut versions: Vec<u64> = of_turn.map(|(version, _)| version.saturating_sub(1)).collect();
        versions.reverse();
        versions
    }

    fn last_act(&self, seat: Seat) -> Option<&Logged> {
        self.0.iter().rev().find(|logged| logged.is_act_of(seat))
    }

    /// How often the seat has taken back in the turn of its last act.
    pub fn taken_back(&self, seat: Seat) -> usize {
        let last = self.last_act(seat);
        let of_turn = |logged: &&Logged| {
            matches!(logged.what, What::TakenBack { .. })
                && logged.seat == Some(seat)
                && last.is_some_and(|last| last.turn == logged.turn)
        };
        self.0.iter().filter(of_turn).count()
    }

    /// From the first entry on, each version is as it was when it was played.
    pub fn replays(&self, ruleset: &dyn AnyRuleset, options: &RawValue, seats: Seat) -> Verdict {
        let mut game = ruleset.blank(options, seats).map_err(|refusal| refusal.to_string())?;
        let mut positions: Vec<String> = Vec::new();
        for (version, logged) in self.0.iter().enumerate() {
            match &logged.what {
                What::Done { events, .. } | What::Final { events: Some(events) } => game.apply(events.get()),
                What::Final { events: None } => Ok(()),
                What::TakenBack { to } => {
                    let earlier = usize::try_from(*to).ok().and_then(|to| positions.get(to));
                    game.restore(earlier.ok_or("take-back: to a version that was not yet")?)
                }
            }
            .map_err(|error| format!("replay: version {version}: {error}"))?;
            let position = game.position().map_err(|error| error.to_string())?;
            if let Some(left) = &logged.left {
                ensure(left.position == position, || {
                    format!("replay: version {version} is\n{position}\nand was\n{}", left.position)
                })?;
                let views = left.views.as_ref();
                let same = views.is_none_or(|views| *views == views_of(&*game, seats));
                ensure(same, || format!("replay: version {version} is seen otherwise than it was"))?;
            }
            positions.push(position);
        }
        Ok(())
    }
}

/// What everybody sees, spectators last.
pub(super) fn views_of(game: &dyn AnyGame, seats: Seat) -> Vec<String> {
    (0..seats).map(Some).chain([None]).map(|viewer| game.view(viewer).get().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::value::to_raw_value;

    use super::*;

    fn done(by: Author, seat: Actor, turn: u32, tells: bool) -> Logged {
        let what = What::Done { events: to_raw_value(&[0; 0]).unwrap(), tells };
        Logged { by, seat, what, turn, left: None }
    }

    fn act(seat: Seat, turn: u32) -> Logged {
        done(Author::Seat, Some(seat), turn, false)
    }

    fn taken_back(seat: Seat, turn: u32, to: u64) -> Logged {
        Logged { by: Author::Seat, seat: Some(seat), what: What::TakenBack { to }, turn, left: None }
    }

    /// The set-up, and these.
    fn log(entries: impl IntoIterator<Item = Logged>) -> Log {
        Log([done(Author::Server, None, 1, true)].into_iter().chain(entries).collect())
    }

    #[test]
    fn a_seat_may_return_to_before_its_acts_as_far_as_nothing_was_told_and_nobody_else_acted() {
        let step = |tells| done(Author::Server, None, 1, tells);
        assert_eq!(log([act(0, 1), step(false), act(0, 1)]).may_return(0), [0, 2]);
        assert_eq!(log([act(0, 1), step(true), act(0, 1)]).may_return(0), [2]);
        assert_eq!(log([act(0, 1), act(1, 1), act(0, 1)]).may_return(0), [2]);
        assert_eq!(log([act(0, 1), act(1, 1)]).may_return(0), [0; 0]);
        let order = |seat| done(Author::Order, Some(seat), 1, false);
        assert_eq!(log([act(0, 1), order(0)]).may_return(0), [0]);
        assert_eq!(log([act(0, 1), order(1)]).may_return(0), [0; 0]);
        assert_eq!(log([act(0, 1), done(Author::Lapse, Some(0), 1, false)]).may_return(0), [0; 0]);
    }

    #[test]
    fn what_was_taken_back_is_no_place_to_return_to_and_still_counts() {
        let log = log([act(0, 1), act(0, 1), act(0, 1), taken_back(0, 1, 1), act(0, 1)]);
        assert_eq!(log.may_return(0), [0, 4]);
        assert_eq!(log.taken_back(0), 1);
    }

    #[test]
    fn nothing_of_an_earlier_turn_even_if_all_of_the_later_one_is_taken_back() {
        assert_eq!(log([act(0, 1), act(0, 2)]).may_return(0), [1]);
        assert_eq!(log([act(0, 1), act(0, 2), taken_back(0, 2, 1)]).may_return(0), [0; 0]);
    }
}
