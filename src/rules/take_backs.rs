//! Which actions a seat may take back: a small record that is stored with the position of a game and updated by every
//! write.
//!
//! A seat may return to the moment before an action of its own in this turn as long as everything since then is its own
//! doing or a step of the server that followed from it. An entry of another seat ends that, however it was made; so
//! does what can't be unlearnt (chance, and hidden facts), what was done for an absent seat, and what the service did
//! beside the rules. The turn of an action is the one in which it was made, even if it has ended the turn.

use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use crate::decision::Seat;
use crate::entry::Author;

/// How often a seat may take actions of one turn back.
pub const MAX_PER_TURN: u8 = 3;

/// Why your seat can't take back more: `nothing_done` before it, `limit_reached` after three in a turn,
/// `order_would_answer` if a standing order of yours would undo it at once, or what happened since.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TakeBackLimit {
    /// There is nothing before it that the seat has done.
    #[default]
    NothingDone,
    /// The seat's earlier actions belong to another turn.
    EarlierTurn,
    /// Another seat has acted since.
    OtherSeatActed,
    /// Chance was drawn since.
    ChanceDrawn,
    /// Something hidden became known since.
    SecretRevealed,
    /// A standing order, a lapse or a caretaker has answered for the seat.
    AnsweredForSeat,
    /// Something happened beside the rules since: a vote, a pause, a seat that changed hands.
    ServiceEvent,
    /// The seat has taken back three times in this turn.
    LimitReached,
    /// The time for the earlier decision has run out meanwhile.
    TimeOver,
    GamePaused,
    GameOver,
    /// A standing order of the seat would answer at once there, and so undo it.
    OrderWouldAnswer,
}

/// The facts about a log entry that decide what can be taken back.
#[derive(Debug, Clone, Copy)]
pub struct EntryFacts {
    pub version: u64,
    pub by: Author,
    pub seat: Option<Seat>,
    pub has_service_events: bool,
    pub has_draws: bool,
    /// Did anyone learn something by it? See [`crate::Rules::reveals`].
    pub reveals: bool,
}

/// What can be taken back at a version of a game. It is stored with each write, so as an array of its fields, a third as
/// long as with their names; both are read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct TakeBacks {
    /// How often actions were taken back in the whole game.
    pub count: u32,
    /// The turn of the last action of a seat.
    turn: u32,
    /// The seats that have taken back in that turn, once for each time.
    used: Vec<Seat>,
    /// The seat that can take back.
    seat: Option<Seat>,
    /// The versions right before the actions of that seat, oldest first.
    versions: Vec<u64>,
    /// Why the seat can't go back beyond the oldest of these versions.
    barrier: Barrier,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
struct Barrier {
    reason: TakeBackLimit,
    /// The seat whose entry it is.
    seat: Option<Seat>,
}

impl Serialize for TakeBacks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { count, turn, used, seat, versions, barrier } = self;
        (count, turn, used, seat, versions, (barrier.reason, barrier.seat)).serialize(serializer)
    }
}

impl TakeBacks {
    /// The record after the entries of a write that was decided in this turn.
    pub fn after(mut self, turn: u32, entries: impl IntoIterator<Item = EntryFacts>) -> Self {
        for entry in entries {
            self.follow(turn, &entry);
        }
        self
    }

    fn follow(&mut self, turn: u32, entry: &EntryFacts) {
        if entry.has_service_events {
            return self.stop(TakeBackLimit::ServiceEvent, entry.seat);
        }
        match entry.by {
            Author::Server => {}
            Author::Seat => self.acted(turn, entry),
            Author::Order if entry.seat == self.seat => {}
            // Other seats must not learn that an order or a bot answered, so to them the barrier is an action of this
            // seat.
            Author::Order | Author::Bot | Author::Lapse => {
                return self.stop(TakeBackLimit::AnsweredForSeat, entry.seat);
            }
        }
        if entry.has_draws {
            self.stop(TakeBackLimit::ChanceDrawn, entry.seat);
        } else if entry.reveals {
            self.stop(TakeBackLimit::SecretRevealed, entry.seat);
        }
    }

    fn acted(&mut self, turn: u32, entry: &EntryFacts) {
        let goes_on = self.seat == entry.seat && self.turn == turn;
        if !goes_on {
            if let Some(before) = self.seat {
                let reason = if entry.seat == Some(before) {
                    TakeBackLimit::EarlierTurn
                } else {
                    TakeBackLimit::OtherSeatActed
                };
                self.barrier = Barrier { reason, seat: Some(before) };
            }
            self.versions.clear();
        }
        if self.turn != turn {
            self.used.clear();
        }
        self.turn = turn;
        self.seat = entry.seat;
        // Entry 0 is the set-up, which no seat makes: there is nothing to return to before it.
        self.versions.extend(entry.version.checked_sub(1));
    }

    fn stop(&mut self, reason: TakeBackLimit, seat: Option<Seat>) {
        self.seat = None;
        self.versions.clear();
        self.barrier = Barrier { reason, seat };
    }

    /// The record after the seat has returned to one of the versions.
    pub fn taken_back(mut self, seat: Seat, to: u64) -> Self {
        self.count += 1;
        self.used.push(seat);
        self.versions.retain(|version| *version < to);
        self
    }

    /// The versions to which the seat may return, oldest first; never empty.
    pub fn of_seat(&self, seat: Seat) -> Result<&[u64], TakeBackLimit> {
        if self.seat != Some(seat) || self.versions.is_empty() {
            return Err(self.beyond(seat));
        }
        if self.left(seat) == 0 {
            return Err(TakeBackLimit::LimitReached);
        }
        Ok(&self.versions)
    }

    /// How often the seat may still take back in the turn.
    pub fn left(&self, seat: Seat) -> u8 {
        // A game that another release stored may have more, if the limit was higher there.
        let used = self.used.iter().filter(|used| **used == seat).take(MAX_PER_TURN.into()).count();
        MAX_PER_TURN - used as u8
    }

    /// Why the seat can't go back further than the versions it may return to.
    pub fn beyond(&self, seat: Seat) -> TakeBackLimit {
        match (self.seat, self.barrier) {
            (Some(other), _) if other != seat => TakeBackLimit::OtherSeatActed,
            (_, Barrier { reason: TakeBackLimit::AnsweredForSeat, seat: Some(other) }) if other != seat => {
                TakeBackLimit::OtherSeatActed
            }
            (_, Barrier { reason, .. }) => reason,
        }
    }

    /// The versions that may still be returned to, by the seat that can.
    pub fn versions(&self) -> &[u64] {
        &self.versions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(version: u64, by: Author, seat: Option<Seat>) -> EntryFacts {
        EntryFacts { version, by, seat, has_service_events: false, has_draws: false, reveals: false }
    }

    fn act(version: u64, seat: Seat) -> EntryFacts {
        entry(version, Author::Seat, Some(seat))
    }

    fn step(version: u64) -> EntryFacts {
        entry(version, Author::Server, None)
    }

    fn after(entries: &[EntryFacts]) -> TakeBacks {
        TakeBacks::default().after(4, entries.iter().copied())
    }

    #[test]
    fn a_seat_may_return_to_before_each_of_its_actions_in_a_row() {
        let done = after(&[act(5, 1), act(6, 1), step(7), act(8, 1)]);
        assert_eq!(done.of_seat(1), Ok([4, 5, 7].as_slice()));
        assert_eq!(done.of_seat(0), Err(TakeBackLimit::OtherSeatActed));
        assert_eq!(done.beyond(1), TakeBackLimit::NothingDone);
    }

    #[test]
    fn an_entry_of_another_seat_ends_it_however_it_was_made() {
        for by in [Author::Seat, Author::Order, Author::Bot, Author::Lapse] {
            let done = after(&[act(5, 1), entry(6, by, Some(0))]);
            assert_eq!(done.of_seat(1), Err(TakeBackLimit::OtherSeatActed), "{by:?}");
            let again = done.after(4, [act(7, 1)]);
            assert_eq!(again.of_seat(1), Ok([6].as_slice()), "{by:?}");
            assert_eq!(again.beyond(1), TakeBackLimit::OtherSeatActed, "{by:?}");
        }
    }

    #[test]
    fn an_own_order_is_crossed_but_an_own_lapse_and_caretaker_are_not() {
        let own = |by| after(&[act(5, 1), entry(6, by, Some(1))]).of_seat(1).map(<[u64]>::to_vec);
        assert_eq!(own(Author::Order), Ok(vec![4]));
        assert_eq!(own(Author::Lapse), Err(TakeBackLimit::AnsweredForSeat));
        assert_eq!(own(Author::Bot), Err(TakeBackLimit::AnsweredForSeat));
    }

    #[test]
    fn what_can_not_be_unlearnt_ends_it_for_the_action_itself_too() {
        let drawn = after(&[act(5, 1), EntryFacts { has_draws: true, ..step(6) }]);
        assert_eq!(drawn.of_seat(1), Err(TakeBackLimit::ChanceDrawn));
        let revealed = after(&[EntryFacts { reveals: true, ..act(5, 1) }]);
        assert_eq!(revealed.of_seat(1), Err(TakeBackLimit::SecretRevealed));
        let vote = after(&[act(5, 1), EntryFacts { has_service_events: true, ..act(6, 1) }]);
        assert_eq!(vote.of_seat(1), Err(TakeBackLimit::ServiceEvent));
    }

    #[test]
    fn what_ended_a_turn_can_be_taken_back_until_somebody_acts_but_nothing_of_an_earlier_turn() {
        let ended = after(&[act(5, 1)]);
        assert_eq!(ended.of_seat(1), Ok([4].as_slice()));
        // The same seat again, as when all others have given up.
        let next = ended.after(5, [act(6, 1)]);
        assert_eq!(next.of_seat(1), Ok([5].as_slice()));
        assert_eq!(next.beyond(1), TakeBackLimit::EarlierTurn);
    }

    #[test]
    fn three_times_a_turn_and_seat_and_counted_over_the_whole_game() {
        let mut game = after(&[act(5, 1), act(6, 1), act(7, 1)]).taken_back(1, 6);
        assert_eq!(game.of_seat(1), Ok([4, 5].as_slice()));
        game = game.taken_back(1, 4);
        assert_eq!(game.of_seat(1), Err(TakeBackLimit::NothingDone));
        game = game.after(4, [act(10, 1)]).taken_back(1, 9).after(4, [act(12, 1)]);
        assert_eq!((game.count, game.left(1)), (3, 0));
        assert_eq!(game.of_seat(1), Err(TakeBackLimit::LimitReached));
        let other = game.clone().after(4, [act(13, 0)]);
        assert_eq!(other.of_seat(0), Ok([12].as_slice()));
        let next_turn = game.after(5, [act(13, 1)]);
        assert_eq!((next_turn.count, next_turn.left(1)), (3, 3));
    }
}
