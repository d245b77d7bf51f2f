//! The ids under which decisions are shown, so that none comes again after something was taken back.
//!
//! A ruleset makes the id of a decision from its state. A position that is restored gives the same ids as before, and
//! so do the same actions after it. So every decision that opens after a take-back gets the number of take-backs by
//! then behind its id: `t12.build.3~1`. A decision that was open all the while keeps the id it had.

use serde::{Deserialize, Serialize};

use crate::decision::{Decision, Seat};

/// What stands between the id of the ruleset and the number of take-backs. No ruleset has it in an id.
const MARK: char = '~';

/// The id that the ruleset gave to a decision that is shown under `id`.
pub fn id_in_ruleset(id: &str) -> &str {
    id.split_once(MARK).map_or(id, |(id, _)| id)
}

/// How the ids of the open decisions of a position differ from those that the ruleset gives.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionIds {
    /// How often actions were taken back until now.
    take_backs: u32,
    /// The open decisions that were opened after a take-back: seat, id in the ruleset, the number of take-backs by
    /// then.
    marked: Vec<(Seat, String, u32)>,
}

impl DecisionIds {
    /// Has nothing ever been taken back, so that every id is the ruleset's own?
    pub fn are_plain(&self) -> bool {
        self.take_backs == 0
    }

    fn mark(&self, seat: Seat, id: &str) -> u32 {
        let of = |(of, marked, _): &&(Seat, String, u32)| *of == seat && marked == id;
        self.marked.iter().find(of).map_or(0, |(_, _, mark)| *mark)
    }

    /// The id under which a decision of the ruleset is shown.
    pub fn shown_id(&self, seat: Seat, id: String) -> String {
        match self.mark(seat, &id) {
            0 => id,
            mark => format!("{id}{MARK}{mark}"),
        }
    }

    pub fn shown(&self, decision: Decision) -> Decision {
        Decision { id: self.shown_id(decision.seat, decision.id), ..decision }
    }

    /// Takes over which decisions a write has opened and closed, as the ruleset gives them.
    pub fn follow(&mut self, before: &[Decision], after: &[Decision]) {
        if self.are_plain() {
            return;
        }
        let was_open = |decision: &Decision| before.iter().any(|old| is_same(old, decision));
        let marks = after.iter().map(|decision| {
            let mark =
                if was_open(decision) { self.mark(decision.seat, &decision.id) } else { self.take_backs };
            (decision.seat, decision.id.clone(), mark)
        });
        self.marked = marks.filter(|(_, _, mark)| *mark > 0).collect();
    }

    /// The ids of a position that is restored: `earlier` are those it had, `restored` its decisions, and `abandoned`
    /// the decisions that were open until now. All decisions are as the ruleset gives them, `self` are the ids until
    /// now.
    pub fn restore(&self, earlier: &Self, restored: &[Decision], abandoned: &[Decision]) -> Self {
        let take_backs = self.take_backs + 1;
        let marks = restored.iter().map(|decision| {
            let (seat, id) = (decision.seat, &decision.id);
            let mark = earlier.mark(seat, id);
            // The same id on both sides means that it was open all the while: once closed, none comes again.
            let still_open =
                abandoned.iter().any(|old| is_same(old, decision)) && self.mark(seat, id) == mark;
            (seat, id.clone(), if still_open { mark } else { take_backs })
        });
        Self { take_backs, marked: marks.filter(|(_, _, mark)| *mark > 0).collect() }
    }
}

fn is_same(one: &Decision, other: &Decision) -> bool {
    one.seat == other.seat && one.id == other.id
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(ids: &[(Seat, &str)]) -> Vec<Decision> {
        let one = |(seat, id): &(Seat, &str)| Decision {
            id: (*id).to_owned(),
            seat: *seat,
            kind: "build",
            blocking: true,
            call: None,
        };
        ids.iter().map(one).collect()
    }

    fn shown(ids: &DecisionIds, open: &[Decision]) -> Vec<String> {
        open.iter().map(|decision| ids.shown(decision.clone()).id).collect()
    }

    #[test]
    fn no_id_comes_again_after_a_take_back_but_what_stayed_open_keeps_its_own() {
        let first = open(&[(0, "build.1"), (1, "trade.0")]);
        let second = open(&[(0, "build.2"), (1, "trade.0")]);
        let plain = DecisionIds::default();
        let mut ids = plain.restore(&plain, &first, &second);
        assert_eq!(shown(&ids, &first), ["build.1~1", "trade.0"]);
        ids.follow(&first, &second);
        assert_eq!(shown(&ids, &second), ["build.2~1", "trade.0"]);
        let again = ids.restore(&plain.restore(&plain, &first, &second), &first, &second);
        assert_eq!(shown(&again, &first), ["build.1~2", "trade.0"]);
    }

    #[test]
    fn the_ruleset_is_asked_by_its_own_id() {
        assert_eq!(id_in_ruleset("t3.offer5~12"), "t3.offer5");
        assert_eq!(id_in_ruleset("t3.offer5"), "t3.offer5");
    }

    #[test]
    fn ids_are_plain_until_something_is_taken_back() {
        let mut ids = DecisionIds::default();
        ids.follow(&open(&[(0, "a")]), &open(&[(0, "b")]));
        assert_eq!(ids, DecisionIds::default());
    }
}
