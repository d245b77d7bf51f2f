//! The decisions of the game: when they are open, their kinds and ids, which actions answer them, which answers are
//! legal, the answer for an absent seat, and the step that the server takes where public facts leave one outcome (rules
//! page §12).
//!
//! Which decisions are open follows from the public state, so that it reveals nothing; what is listed as legal depends
//! on nothing but what the seat sees.

use super::action::*;
use super::board::Place;
use super::components::Components;
use super::event::Event;
use super::movement::MoveContext;
use super::state::{Althing, Movement, OfferId, Phase, Side, State, Suit, Table, Trading};
use super::view::PlayerView;
use super::{althing, building, exploration, flight, harvest, movement, suits, trade};
use rules::{Actor, CallKind, Decision, FieldKind, Legal, Seat, Shape, numbered_turn_id, turn_id};

/// Answers ready to send, and answers with fields to fill in.
pub type Answers = (Vec<Action>, Vec<Shape<Action>>);

/// The fewest and the most cards that may be staked with an answer to fill in.
pub fn stake_bounds(shape: &Shape<Action>) -> Option<(u16, u16)> {
    shape.fields.iter().find_map(|field| match field.kind {
        FieldKind::Integer { min, max } => Some((u16::try_from(min).ok()?, u16::try_from(max).ok()?)),
        _ => None,
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Question {
    /// Play a harvest card, or none.
    HarvestCard,
    ChooseAging,
    NameFirst,
    Sue,
    /// Answer a suit. Only invited while the side is offered to another seat (B20).
    AnswerSuit {
        blocking: bool,
    },
    /// The principal of the leading side may hand over (B19).
    LeadSuit,
    TakeOver {
        side: Side,
        blocking: bool,
    },
    /// An earlier principal may add cards (B17).
    AddToSuit,
    /// Any seat may play an Althing card (B14).
    AlthingCard,
    /// Move, explore, play cards, end phase 2.
    Movement,
    /// Name the number of a hex found with an omen.
    ChooseNumber,
    Flee,
    Build,
    TradeAnswer {
        offer: OfferId,
        /// Has the seat not declined yet? One that has may still accept, but is not called any more (B40).
        is_undecided: bool,
    },
    Trade,
}

/// Every open question with its seat, in seat order.
pub fn open(table: &Table) -> Vec<(Seat, Question)> {
    let mut open = Vec::with_capacity(8);
    each_open(table, &mut |seat, question| open.push((seat, question)));
    // Stable: the questions of one seat stay in the order of the rules.
    open.sort_by_key(|(seat, _)| *seat);
    open
}

/// Names every open question with its seat, those of one seat in the order of the rules. Every listing and every action
/// looks through them, which needs no list on the heap.
fn each_open(table: &Table, name: &mut dyn FnMut(Seat, Question)) {
    let active = table.active;
    // Seats that have given up only have decisions without which the game can't continue; these are answered in the
    // same entry.
    let mut open = |seat, question: Question| {
        if question.blocking() || !table.has_resigned(seat) {
            name(seat, question);
        }
    };
    match &table.phase {
        Phase::SetUp | Phase::Roll | Phase::Over { .. } => {}
        Phase::HarvestCard => open(active, Question::HarvestCard),
        Phase::Aging { .. } => open(active, Question::ChooseAging),
        Phase::Althing(althing) => open_at_the_althing(table, althing, &mut open),
        Phase::Movement(movement) => open_in_movement(table, movement, &mut open),
        Phase::Trading(trading) => open_in_trading(table, trading, &mut open),
    }
}

fn open_at_the_althing(table: &Table, althing: &Althing, open: &mut dyn FnMut(Seat, Question)) {
    match (&althing.suit, althing.suitor) {
        (Some(suit), _) => open_in_suit(suit, open),
        (None, Some(suitor)) => open(suitor, Question::Sue),
        (None, None) => open(table.active, Question::NameFirst),
    }
    // From the naming to the end, whatever cards the seats have (B14).
    (0..table.seats()).for_each(|seat| open(seat, Question::AlthingCard));
}

fn open_in_suit(suit: &Suit, open: &mut dyn FnMut(Seat, Question)) {
    let answering = suit.party(suit.answering);
    // While the side that must answer has an open offer, it waits for that answer (B20).
    let waits = answering.offer.is_some();
    open(answering.principal, Question::AnswerSuit { blocking: !waits });
    open(suit.party(suit.answering.other()).principal, Question::LeadSuit);
    answering.earlier.iter().for_each(|&seat| open(seat, Question::AddToSuit));
    for side in Side::BOTH {
        if let Some(seat) = suit.party(side).offer {
            open(seat, Question::TakeOver { side, blocking: side == suit.answering });
        }
    }
}

fn open_in_movement(table: &Table, movement: &Movement, open: &mut dyn FnMut(Seat, Question)) {
    match (&movement.flight, &movement.naming) {
        // A unit is on the board as long as it must flee; `Flee` is refused where it is not.
        (Some(flight), _) => {
            open(table.unit(flight.unit).map_or(table.active, |unit| unit.seat), Question::Flee);
        }
        (None, Some(_)) => open(table.active, Question::ChooseNumber),
        (None, None) => open(table.active, Question::Movement),
    }
}

fn open_in_trading(table: &Table, trading: &Trading, open: &mut dyn FnMut(Seat, Question)) {
    open(table.active, Question::Build);
    if trading.closed {
        return;
    }
    for seat in 0..table.seats() {
        for offer in trading.offers.iter().filter(|offer| offer.to.contains(&seat)) {
            open(seat, Question::TradeAnswer { offer: offer.id, is_undecided: offer.asks(seat) });
        }
        if seat != table.active {
            open(seat, Question::Trade);
        }
    }
}

fn each_of_seat(table: &Table, seat: Seat, mut name: impl FnMut(Question)) {
    each_open(table, &mut |of, question| {
        if of == seat {
            name(question);
        }
    });
}

/// The first open question of the seat that fits.
pub fn first_of_seat(table: &Table, seat: Seat, fits: impl Fn(Question) -> bool) -> Option<Question> {
    let mut first = None;
    each_of_seat(table, seat, |question| first = first.or_else(|| Some(question).filter(|one| fits(*one))));
    first
}

fn of_decision(table: &Table, decision: &Decision) -> Option<Question> {
    let seat = decision.seat;
    first_of_seat(table, seat, |question| question.id(table, seat) == decision.id)
}

pub fn find(table: &Table, seat: Seat, action: &Action) -> Option<Question> {
    first_of_seat(table, seat, |question| question.takes(action))
}

pub fn legal(player: PlayerView<'_>) -> Vec<Legal<Action>> {
    let mut legal = Vec::with_capacity(4);
    each_of_seat(player.table, player.seat, |question| {
        let (actions, shapes) = question.answers(player);
        legal.push(Legal { decision: question.decision(player.table, player.seat), actions, shapes });
    });
    legal
}

impl Question {
    pub fn kind(self) -> &'static str {
        self.into()
    }

    pub const fn blocking(self) -> bool {
        match self {
            Self::AnswerSuit { blocking } | Self::TakeOver { blocking, .. } => blocking,
            Self::LeadSuit | Self::AddToSuit | Self::AlthingCard | Self::TradeAnswer { .. } | Self::Trade => {
                false
            }
            _ => true,
        }
    }

    pub const fn call(self) -> Option<CallKind> {
        match self {
            Self::HarvestCard
            | Self::ChooseAging
            | Self::NameFirst
            | Self::Movement
            | Self::ChooseNumber
            | Self::Build => Some(CallKind::YOUR_TURN),
            Self::Sue | Self::AnswerSuit { blocking: true } | Self::TakeOver { .. } => {
                Some(crate::landnam::ALTHING)
            }
            Self::Flee => Some(crate::landnam::FLIGHT),
            Self::TradeAnswer { is_undecided: true, .. } => Some(CallKind::TRADE_OFFERED),
            Self::TradeAnswer { is_undecided: false, .. }
            | Self::AnswerSuit { blocking: false }
            | Self::LeadSuit
            | Self::AddToSuit
            | Self::AlthingCard
            | Self::Trade => None,
        }
    }

    pub const fn is_asked(self) -> bool {
        self.blocking() || self.call().is_some()
    }

    pub fn decision(self, table: &Table, seat: Seat) -> Decision {
        Decision {
            id: self.id(table, seat),
            seat,
            kind: self.kind(),
            blocking: self.blocking(),
            call: self.call(),
        }
    }

    /// A function of the public state alone. It changes when the seat's own question does, in open phases with each
    /// action of the seat, and one that was closed never comes back. A question is only ever open in its own phase, so
    /// that no number is missing.
    fn id(self, table: &Table, seat: Seat) -> String {
        let turn = table.turn;
        let movement_acts = || table.movement().map_or(0, |movement| movement.acts);
        match self {
            Self::HarvestCard => turn_id(turn, "harvest", &[]),
            Self::ChooseAging => turn_id(turn, "aging", &[]),
            Self::NameFirst => turn_id(turn, "first", &[]),
            Self::AlthingCard => turn_id(turn, "althing", &[]),
            Self::Sue => {
                let brought = table.althing().map_or(0, |althing| althing.brought_by(seat));
                turn_id(turn, "sue", &[brought as u32])
            }
            Self::AnswerSuit { .. } | Self::LeadSuit | Self::AddToSuit | Self::TakeOver { .. } => {
                table.suit().map_or_else(String::new, |suit| self.suit_id(turn, suit, seat))
            }
            Self::Movement => turn_id(turn, "move", &[movement_acts().into()]),
            Self::ChooseNumber => turn_id(turn, "number", &[movement_acts().into()]),
            Self::Flee => {
                let flights = table.movement().map_or(0, |movement| movement.chased.len());
                turn_id(turn, "flight", &[flights as u32])
            }
            Self::Build => {
                turn_id(turn, "build", &[table.trading().map_or(0, |trading| trading.acts.into())])
            }
            Self::Trade => {
                let acts = table.trading().map_or(0, |trading| trading.trade_acts(seat));
                turn_id(turn, "trade", &[acts.into()])
            }
            Self::TradeAnswer { offer, .. } => numbered_turn_id(turn, "offer", offer.0.into(), &[]),
        }
    }

    /// Within one suit a side has a new decision each time the turn to answer has passed to it.
    fn suit_id(self, turn: u32, suit: &Suit, seat: Seat) -> String {
        let (number, answers) = (suit.number, suit.answers);
        match self {
            Self::LeadSuit => format!("t{turn}.suit{number}.lead.{answers}"),
            Self::AddToSuit => format!("t{turn}.suit{number}.add.{answers}.{}", suit.added_by(seat)),
            Self::TakeOver { side, .. } => format!("t{turn}.suit{number}.takeover.{side}"),
            _ => format!("t{turn}.suit{number}.answer.{answers}"),
        }
    }

    /// Is `action` an answer to it? Whether it is allowed is another matter.
    pub fn takes(self, action: &Action) -> bool {
        match self {
            Self::HarvestCard => matches!(action, Action::PlayHarvestCard(_) | Action::DeclineHarvestCard(_)),
            Self::ChooseAging => matches!(action, Action::ChooseAging(_)),
            Self::NameFirst => matches!(action, Action::NameFirst(_)),
            Self::Sue => matches!(action, Action::Sue(_) | Action::Yield(_)),
            Self::AnswerSuit { .. } => {
                matches!(action, Action::Raise(_) | Action::Concede(_)) || Self::LeadSuit.takes(action)
            }
            Self::LeadSuit => matches!(action, Action::HandOver(_) | Action::WithdrawHandOver(_)),
            Self::TakeOver { side, .. } => match action {
                Action::TakeOver(taken) => taken.side == side,
                Action::DeclineSuit(declined) => declined.side == side,
                _ => false,
            },
            Self::AddToSuit => matches!(action, Action::AddToSuit(_)),
            Self::AlthingCard => matches!(action, Action::PlayAlthingCard(_)),
            Self::Movement => matches!(
                action,
                Action::Step(_)
                    | Action::PlayMovementCard(_)
                    | Action::ExchangeFateCard(_)
                    | Action::EndMovement(_)
            ),
            Self::ChooseNumber => matches!(action, Action::ChooseNumber(_)),
            Self::Flee => matches!(action, Action::Flee(_)),
            Self::Build => is_building(action) || Self::Trade.takes(action),
            Self::TradeAnswer { offer, .. } => match action {
                Action::AcceptOffer(accepted) => accepted.offer == offer,
                Action::DeclineOffer(declined) => declined.offer == offer,
                _ => false,
            },
            Self::Trade => matches!(action, Action::OfferTrade(_) | Action::WithdrawOffer(_)),
        }
    }

    fn answers(self, player: PlayerView<'_>) -> Answers {
        match self {
            Self::HarvestCard => (harvest::legal_cards(&player), Vec::new()),
            Self::ChooseAging => (harvest::legal_aging(&player), Vec::new()),
            Self::NameFirst => (althing::legal_first(&player), Vec::new()),
            Self::Sue => suits::legal_suits(&player),
            Self::AnswerSuit { .. } => suits::legal_answers(&player),
            Self::LeadSuit => (suits::legal_hand_overs(&player), Vec::new()),
            Self::TakeOver { side, .. } => (suits::legal_take_over(side), Vec::new()),
            Self::AddToSuit => (Vec::new(), suits::legal_additions(&player)),
            Self::AlthingCard => (althing::legal_cards(&player), Vec::new()),
            Self::Movement => (movement::legal_movement(player), Vec::new()),
            Self::ChooseNumber => (exploration::legal_numbers(&player), Vec::new()),
            Self::Flee => (flight::legal_flights(&player), Vec::new()),
            Self::Build => building::legal_building(player),
            Self::TradeAnswer { offer, .. } => (trade::legal_answers(&player, offer), Vec::new()),
            Self::Trade => trade::legal_counter_offers(&player),
        }
    }
}

/// What only the active player does in phase 3.
const fn is_building(action: &Action) -> bool {
    matches!(
        action,
        Action::TradeWithSupply(_)
            | Action::EndTrade(_)
            | Action::BuildUnit(_)
            | Action::BuildShipOnOuter(_)
            | Action::BuildFarm(_)
            | Action::BuildTown(_)
            | Action::BuildHarbour(_)
            | Action::AgeHex(_)
            | Action::EndTurn(_)
    )
}

/// The code for a decision of this game that is not open: is it about an offer that is gone? Offers are numbered within
/// a turn, and none outlives its turn.
pub fn closed_code(table: &Table, decision: &str) -> &'static str {
    let number = |word: Option<&str>, before| word?.strip_prefix(before)?.parse::<u32>().ok();
    let mut words = decision.split('.');
    let (turn, offer) = (number(words.next(), "t"), number(words.next(), "offer"));
    let is_gone = turn.zip(offer).is_some_and(|(turn, offer)| {
        let made = table.trading().map_or(0, |trading| u32::from(trading.offers_made));
        let is_open = table
            .trading()
            .is_some_and(|trading| trading.offers.iter().any(|open| u32::from(open.id.0) == offer));
        (1..table.turn).contains(&turn) || (turn == table.turn && (1..=made).contains(&offer) && !is_open)
    });
    if is_gone { "offer_closed" } else { "decision_closed" }
}

/// Is an invitation worth a call? An offer is if the seat can accept it, or if it counters one of the seat's own. What
/// that depends on is known to the seat that is called alone.
pub fn deserves_call(components: &Components, state: &State, decision: &Decision) -> bool {
    let (table, seat) = (&state.table, decision.seat);
    let Some(Question::TradeAnswer { offer, .. }) = of_decision(table, decision) else { return true };
    let is_counter = table.trading().is_some_and(|trading| {
        let (own, counter) = (trading.offer_of(seat), trading.offer(offer));
        own.zip(counter).is_some_and(|(own, counter)| own.to.contains(&counter.maker))
    });
    is_counter || trade::validate_acceptance(&PlayerView::of(components, state, seat), offer).is_ok()
}

/// The seat whose offer or request this event answers: the maker of an offer that was carried out or declined by all,
/// and the seat that offered a hand-over that is decided (rules page §5.8, B40).
pub fn answered(table: &Table, event: &Event) -> Option<Seat> {
    match event {
        Event::TradeMade(made) => Some(made.maker),
        Event::OfferDeclined(declined) => {
            let offer = table.trading().and_then(|trading| trading.offer(declined.offer));
            offer.filter(|offer| offer.is_declined()).map(|offer| offer.maker)
        }
        Event::HandOverAccepted(decided) => Some(decided.from),
        Event::HandOverDeclined(decided) => Some(decided.from),
        Event::HandOverVoided(decided) => Some(decided.from),
        _ => None,
    }
}

/// The action for an absent seat, or `None` if the decision is not open or is a standing invitation.
pub fn lapse(table: &Table, decision: &Decision) -> Option<Action> {
    Some(match of_decision(table, decision)? {
        Question::HarvestCard => DeclineHarvestCard {}.into(),
        Question::ChooseAging => ChooseAging { hex: first_candidate(table)? }.into(),
        // The active player goes first.
        Question::NameFirst => NameFirst { seat: decision.seat }.into(),
        Question::Sue => Yield {}.into(),
        Question::AnswerSuit { blocking: true } => Concede {}.into(),
        Question::TakeOver { side, .. } => DeclineSuit { side }.into(),
        Question::Flee => Flee { to: first_flight(table)? }.into(),
        Question::Movement => EndMovement {}.into(),
        Question::ChooseNumber => ChooseNumber { number: table.movement()?.naming?.default }.into(),
        Question::Build => EndTurn {}.into(),
        Question::TradeAnswer { offer, is_undecided: true } => DeclineOffer { offer }.into(),
        // Standing invitations: nothing is done. A seat that has declined an offer may still accept it.
        Question::TradeAnswer { is_undecided: false, .. }
        | Question::AnswerSuit { blocking: false }
        | Question::LeadSuit
        | Question::AddToSuit
        | Question::AlthingCard
        | Question::Trade => return None,
    })
}

fn first_candidate(table: &Table) -> Option<Place> {
    match &table.phase {
        Phase::Aging { candidates } => candidates.first().copied(),
        _ => None,
    }
}

fn first_flight(table: &Table) -> Option<Place> {
    table.movement()?.flight.as_ref()?.options.first().copied()
}

/// The next step of the server, if there is one to take. Depends on nothing that is hidden from some seat: which cards
/// a seat has is secret, how many is not.
pub fn advance(components: &Components, state: &State) -> Option<(Actor, Action)> {
    let active = Some(state.table.active);
    match &state.table.phase {
        Phase::Roll => Some((None, RollDice {}.into())),
        Phase::Aging { candidates } => match candidates.as_slice() {
            &[hex] => Some((active, ChooseAging { hex }.into())),
            _ => None,
        },
        Phase::Movement(movement) => advance_movement(components, state, movement),
        // Nothing can be traded or built without a card (B44).
        Phase::Trading(_) if state.secret.hand_size(state.table.active) == 0 => {
            Some((active, EndTurn {}.into()))
        }
        _ => None,
    }
}

fn advance_movement(components: &Components, state: &State, movement: &Movement) -> Option<(Actor, Action)> {
    let active = state.table.active;
    match (&movement.flight, &movement.naming) {
        (Some(flight), _) => match flight.options.as_slice() {
            &[to] => Some((Some(state.table.unit(flight.unit)?.seat), Flee { to }.into())),
            _ => None,
        },
        (None, Some(_)) => None,
        (None, None) => {
            let over = movement.on_outer || is_stuck(components, state);
            over.then_some((Some(active), EndMovement {}.into()))
        }
    }
}

/// No step is possible and there is no fate card in hand. A seat with any fate card always decides itself (B39).
fn is_stuck(components: &Components, state: &State) -> bool {
    let active = state.table.active;
    state.secret.fate_cards_of(active).is_empty()
        && MoveContext::of(PlayerView::of(components, state, active))
            .is_some_and(|context| !context.can_step())
}
