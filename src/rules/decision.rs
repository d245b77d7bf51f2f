//! Seats, their open decisions, and which seats a write calls.
//!
//! A call notifies the player of a seat. It opens when the game begins to wait for the seat and closes when the game no
//! longer does, so several decisions of one seat in a row are one call. Two other things call a seat, even if it is
//! awaited already: an invitation with a call (an offer of a trade, an acceptance to confirm), and an answer of others
//! that the seat has waited for. No decision calls twice.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema, openapi::RefOr};

/// A seat in the game, counted from 0 in the order of play.
pub type Seat = u8;

/// The highest number of a seat in the games of any ruleset.
pub const LAST_SEAT: Seat = 7;
/// Something of each seat, for what is worked out often: a list on the heap would take longer than that.
pub type BySeat<T> = [T; LAST_SEAT as usize + 1];

/// Something that a seat may or must answer. Its `id` changes when the seat's own decision changes, and in open phases
/// (building, movement) with each action of the seat, so that a repeated request is harmless.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Decision {
    /// Unique among the open decisions of its seat, such as `t12.build.3`.
    pub id: String,
    pub seat: Seat,
    /// What is to be decided, in the ruleset's words, such as `answer_suit`.
    pub kind: &'static str,
    /// `true`: the game waits for it (the seat is *awaited*); `false`: the seat may answer or not (is *invited*).
    pub blocking: bool,
    /// The notification that the player gets when it opens; null for an invitation that calls nobody.
    #[serde(rename = "call_kind")]
    pub call: Option<CallKind>,
}

impl Decision {
    /// Is a player called for it: does it block, or is it an invitation with a call?
    pub fn is_asked(&self) -> bool {
        self.blocking || self.call.is_some()
    }
}

/// The id of a decision of a turn: `t12.build.3` for the word `build` and the number 3. Every look at a game makes some,
/// so they are put together without the formatter of the standard library, which takes about three times as many instructions.
pub fn turn_id(turn: u32, word: &str, numbers: &[u32]) -> String {
    let mut id = String::with_capacity(24);
    id.push('t');
    push_number(&mut id, turn);
    id.push('.');
    id.push_str(word);
    for number in numbers {
        id.push('.');
        push_number(&mut id, *number);
    }
    id
}

/// The id of a decision of a turn about a thing with a number: `t12.offer4` for the word `offer` and the thing 4.
pub fn numbered_turn_id(turn: u32, word: &str, thing: u32, numbers: &[u32]) -> String {
    let mut id = turn_id(turn, word, &[]);
    push_number(&mut id, thing);
    for number in numbers {
        id.push('.');
        push_number(&mut id, *number);
    }
    id
}

fn push_number(text: &mut String, number: u32) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// The seat whose turn follows that of `seat`, and the number of turns until then. Seats that have resigned are
/// skipped, but their turns are counted, so that a turn limit comes when it should and the number of a turn always
/// tells whose it is.
pub fn next_seat(seats: Seat, seat: Seat, has_resigned: impl Fn(Seat) -> bool) -> (Seat, u8) {
    let seats = seats.max(1);
    let after = |turns: u8| (seat + turns) % seats;
    // If all seats have resigned, the game is over, and the result is not used.
    let turns = (1..=seats).find(|turns| !has_resigned(after(*turns))).unwrap_or(1);
    (after(turns), turns)
}

/// What a seat can be called for. A ruleset declares its kinds by [`crate::Rules::call_kinds`]; the service knows their
/// classes only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CallKind {
    /// How it is stored and shown: `your_turn`.
    pub name: &'static str,
    pub class: CallClass,
}

/// The class of a call, for which players set how they want to be notified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallClass {
    /// The seat's own turn goes on.
    Turn,
    /// The game waits for the seat outside its turn.
    Urgent,
    /// Another seat offers this one something; the game does not wait.
    Offer,
    /// An offer that the seat can't accept with its cards; a notification of it is sent only on request.
    UnpayableOffer,
    /// Others have answered what the seat offered or requested.
    Answer,
}

impl CallKind {
    /// The seat's turn goes on: the kind of a blocking decision that names no other.
    pub const YOUR_TURN: Self = Self::new("your_turn", CallClass::Turn);
    pub const TRADE_OFFERED: Self = Self::new("trade_offered", CallClass::Offer);
    /// The kind of every call that follows from [`crate::Rules::answered`].
    pub const OFFER_ANSWERED: Self = Self::new("offer_answered", CallClass::Answer);
    /// The kind of every offer that [`crate::Rules::deserves_call`] turns down.
    pub const UNPAYABLE_OFFER: Self = Self::new("unpayable_offer", CallClass::UnpayableOffer);

    pub const fn new(name: &'static str, class: CallClass) -> Self {
        Self { name, class }
    }

    pub const fn is_awaited(self) -> bool {
        matches!(self.class, CallClass::Turn | CallClass::Urgent)
    }
}

impl Serialize for CallKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

// By hand: the words are the rulesets', so that the service adds them where it describes itself.
impl PartialSchema for CallKind {
    fn schema() -> RefOr<Schema> {
        let about = "What a seat can be called for, by any of the rulesets.";
        ObjectBuilder::new().schema_type(Type::String).description(Some(about)).build().into()
    }
}

impl ToSchema for CallKind {
    fn name() -> Cow<'static, str> {
        "CallKind".into()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub seat: Seat,
    pub kind: CallKind,
    /// The decision that must still be open when the notification is sent; `None` if it reports an answer that
    /// needs none. Such a notification is sent unless the seat has acted since.
    pub decision: Option<String>,
}

/// The decisions that were open before and after a write, and what it answered.
pub struct DecisionChange<'c, D> {
    pub before: &'c [Decision],
    pub after: &'c [Decision],
    /// The seat that acted: its player is present and needs no call.
    pub acting: Option<Seat>,
    /// Seats that have waited for what happened; see [`crate::Rules::answered`].
    pub answered: &'c [Seat],
    pub deserves_call: D,
}

/// The calls that a write opens, at most one for each seat.
pub fn opened_calls(change: &DecisionChange<'_, impl Fn(&Decision) -> bool>) -> Vec<Call> {
    let DecisionChange { before, after, acting, answered, deserves_call } = change;
    let mut calls: Vec<Call> = Vec::new();
    let mut put = |seat: Seat, kind: CallKind, decision: Option<&Decision>| {
        if Some(seat) != *acting && calls.iter().all(|other| other.seat != seat) {
            calls.push(Call { seat, kind, decision: decision.map(|decision| decision.id.clone()) });
        }
    };
    let opens = || after.iter().filter(|decision| opens_call(before, decision));
    for decision in opens().filter(|decision| decision.blocking || deserves_call(decision)) {
        put(decision.seat, decision.call.unwrap_or(CallKind::YOUR_TURN), Some(decision));
    }
    for seat in answered.iter() {
        put(*seat, CallKind::OFFER_ANSWERED, None);
    }
    // Offers that a seat can't accept come last: a seat that is called for another reason needs no notification of
    // them.
    let is_offer = |decision: &&Decision| decision.call.is_some_and(|kind| kind.class == CallClass::Offer);
    for decision in opens().filter(is_offer) {
        put(decision.seat, CallKind::UNPAYABLE_OFFER, Some(decision));
    }
    calls
}

fn opens_call(before: &[Decision], decision: &Decision) -> bool {
    let same = before.iter().find(|old| old.seat == decision.seat && old.id == decision.id);
    // A decision that has called as an invitation does not call again when the game begins to wait for it.
    let has_called = same.is_some_and(|old| old.call.is_some());
    if decision.blocking {
        return !has_called && !is_awaited(before, decision.seat);
    }
    decision.call.is_some() && same.is_none()
}

pub fn is_awaited(decisions: &[Decision], seat: Seat) -> bool {
    decisions.iter().any(|decision| decision.seat == seat && decision.blocking)
}
