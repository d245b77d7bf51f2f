//! What a viewer may see of a game (rules page §11), and what one seat knows. Nothing reaches a viewer
//! except through [`view`] and `event::redact`.

use super::components::Components;
use super::event::Recorder;
use super::fate::FateCard;
use super::refusals::{self as no, refuse};
use super::resource::{Bundle, Resource};
use super::state::{State, Table, Unit, UnitId};
use super::{scoring, trade};
use rules::{Refusal, Seat, Shared, Viewer, wire};

/// The game as one seat or a spectator sees it.
#[wire(Landnam)]
pub struct View {
    #[schema(value_type = Table)]
    pub table: Shared<Table>,
    /// One for each seat, in seat order.
    pub seats: Vec<SeatView>,
    /// The kinds of which the supply has no card left; of the others the number is secret.
    pub run_out: Vec<Resource>,
    /// How many fate cards are left to draw.
    pub pile: u8,
    /// What only the viewer knows; missing for a spectator.
    pub own: Option<Own>,
}

/// What everybody knows of a seat.
#[wire]
pub struct SeatView {
    pub seat: Seat,
    pub points: i32,
    pub cards: u16,
    pub fate_cards: u8,
    /// Houses not on the board: a farm takes one, a town two.
    pub houses_left: u8,
    pub ships_left: u8,
    pub settlers_left: u8,
    /// How many cards of each kind the supply takes for one of another.
    pub rates: Bundle,
}

#[wire]
pub struct Own {
    pub seat: Seat,
    pub cards: Bundle,
    /// Its fate cards, oldest first.
    pub fate_cards: Vec<FateCard>,
}

pub fn view(components: &Components, state: &State, viewer: Viewer) -> View {
    let secret = &state.secret;
    let seats = state.table.seats();
    View {
        table: state.table.clone(),
        seats: seat_views(components, state),
        run_out: Resource::ALL.into_iter().filter(|&kind| secret.has_run_out(kind)).collect(),
        pile: count(&secret.pile),
        own: viewer.filter(|&seat| seat < seats).map(|seat| Own {
            seat,
            cards: secret.hand(seat),
            fate_cards: secret.fate_cards_of(seat).to_vec(),
        }),
    }
}

/// What the board says of the seats is counted for all of them at once: each count is a walk over it.
fn seat_views(components: &Components, state: &State) -> Vec<SeatView> {
    let (table, secret, pieces) = (&state.table, &state.secret, components.pieces_per_player);
    let rates = trade::rates_by_seat(table);
    let counts = table.houses_by_seat().into_iter().zip(table.pieces_used_by_seat()).zip(rates);
    // No more can be built than there are. A position that was put together by hand may have more: then none is left.
    let seat_view =
        |(seat, ((houses, [ships, settlers]), rates)): (Seat, ((u8, [u8; 2]), Bundle))| SeatView {
            seat,
            points: scoring::points_with(table.player(seat), houses),
            cards: secret.hand_size(seat),
            fate_cards: count(secret.fate_cards_of(seat)),
            houses_left: pieces.houses.saturating_sub(houses),
            ships_left: pieces.ships.saturating_sub(ships),
            settlers_left: pieces.settlers.saturating_sub(settlers),
            rates,
        };
    (0..table.seats()).zip(counts).map(seat_view).collect()
}

fn count(cards: &[FateCard]) -> u8 {
    // No game has more than 255 fate cards (§10). Only the number that is shown would be wrong.
    u8::try_from(cards.len()).unwrap_or(u8::MAX)
}

/// What one seat sees of a game. What is legal for it depends on nothing else, so that listing legal actions reveals
/// no secret.
#[derive(Debug, Clone, Copy)]
pub struct PlayerView<'a> {
    pub components: &'a Components,
    pub table: &'a Table,
    pub seat: Seat,
    pub hand: Bundle,
    /// The fate cards in hand, oldest first.
    pub fate_cards: &'a [FateCard],
    /// Which kinds have run out in the supply, in the order of [`Resource::ALL`].
    run_out: [bool; 4],
}

impl<'a> PlayerView<'a> {
    /// What `seat` knows after everything recorded so far.
    pub fn after(recorder: &'a Recorder<'_>, seat: Seat) -> Self {
        Self::of(recorder.components, recorder, seat)
    }

    pub fn of(components: &'a Components, state: &'a State, seat: Seat) -> Self {
        Self {
            components,
            table: &state.table,
            seat,
            hand: state.secret.hand(seat),
            fate_cards: state.secret.fate_cards_of(seat),
            run_out: state.secret.run_out(),
        }
    }

    pub fn is_active(&self) -> bool {
        self.table.active == self.seat
    }

    pub fn holds(&self, card: FateCard) -> bool {
        self.fate_cards.contains(&card)
    }

    /// Each different fate card of the seat once, in the order in which they came.
    pub fn different_fate_cards(&self) -> impl Iterator<Item = FateCard> + use<'a> {
        let cards = self.fate_cards;
        let first = move |(index, card): &(usize, &FateCard)| !cards[..*index].contains(card);
        cards.iter().enumerate().filter(first).map(|(_, card)| *card)
    }

    pub fn has_run_out(&self, kind: Resource) -> bool {
        self.run_out[kind.index()]
    }

    pub fn own_units(&self) -> impl Iterator<Item = Unit> + use<'a> {
        let seat = self.seat;
        self.table.units.iter().filter(move |unit| unit.seat == seat).copied()
    }

    /// The own unit of that name; the refusal names the field `unit`.
    pub fn own_unit(&self, id: UnitId) -> Result<Unit, Refusal> {
        let unit = self.table.unit(id).ok_or_else(|| refuse(no::UNKNOWN_UNIT).at_field("unit"))?;
        if unit.seat == self.seat { Ok(unit) } else { Err(refuse(no::NOT_YOUR_UNIT).at_field("unit")) }
    }
}

/// What a bot or a standing order may use: the public state, the seat's own hand, and the others' numbers of cards.
#[derive(Debug, Clone, Copy)]
pub struct SeatKnowledge<'v> {
    pub components: &'v Components,
    pub table: &'v Table,
    pub seat: Seat,
    pub hand: Bundle,
    seats: &'v [SeatView],
}

impl<'v> SeatKnowledge<'v> {
    /// What the seat of `view` knows; `None` for a spectator.
    pub fn of(view: &'v View, components: &'v Components) -> Option<Self> {
        let own = view.own.as_ref()?;
        let (table, seats) = (&view.table, view.seats.as_slice());
        Some(Self { components, table, seat: own.seat, hand: own.cards, seats })
    }

    /// The resource cards of a seat of the game.
    pub fn hand_size(&self, seat: Seat) -> u16 {
        self.seats[usize::from(seat)].cards
    }

    /// The houses that the own seat can still build.
    pub fn houses_left(&self) -> u8 {
        self.seats[usize::from(self.seat)].houses_left
    }

    /// Does the seat have at most `most` resource cards? Always if there is no limit.
    pub fn holds_at_most(&self, seat: Seat, most: Option<u8>) -> bool {
        most.is_none_or(|most| self.hand_size(seat) <= u16::from(most))
    }
}
