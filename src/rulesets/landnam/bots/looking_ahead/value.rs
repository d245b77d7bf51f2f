//! How well a seat stands: its chance to win, by the features of all seats.
//!
//! Each seat has a strength, a sum of weighted features; the chances are as the exponentials of the strengths. The
//! weights were fitted to 130 000 positions of games among steady bots by who won them (conditional logit; what can
//! only be good got no weight below 0). Then points were made to count for 1.3 times as much and the hand for 0.6
//! times: a fit to what happened can't tell that cards are there to be spent, and with its weights the bot ended with
//! 0.8 towns instead of 1.5. The weights for points that are reached and for a town that is nearly paid were set by
//! hand; with the latter 148 of 300 games of five against bots that played by rules of thumb were won instead of 114.

use super::boards::{Board, Boards};
use super::suits;
use crate::landnam::components::Components;
use crate::landnam::fate::FateCard;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::scoring;
use crate::landnam::state::{Phase, State, Table};
use rules::{BySeat, Seat};

/// The chance of the seat to win, 0 to 1.
pub fn value(components: &Components, state: &State, seat: Seat, boards: &mut Boards) -> f32 {
    if matches!(state.table.phase, Phase::Over { .. }) {
        let ranking = scoring::rank(state);
        let won = ranking.iter().any(|ranked| ranked.seat == seat && ranked.rank == 1);
        return f32::from(u8::from(won));
    }
    let all = features(components, state, boards);
    let own = all[usize::from(seat)].strength();
    let playing = all.iter().take(usize::from(state.table.seats()));
    1.0 / playing.map(|other| (other.strength() - own).exp()).sum::<f32>()
}

/// What is counted of a seat.
#[derive(Debug, Clone, Copy, Default)]
pub struct Features {
    /// Points, with those that a suit in progress is expected to bring.
    pub points: f32,
    /// The share of the points that are needed, and how the last of them count for more.
    progress: f32,
    late: f32,
    done: f32,
    /// The roots of the income by kind: a little of everything is better than much of one kind.
    pub breadth: f32,
    /// Income that settlers bring, who may have to leave.
    pub settler_income: f32,
    /// What harbours save, in cards a roll.
    pub harbours: f32,
    /// What would be added by making towns of farms.
    pub town_yield: f32,
    cards: f32,
    /// The roots of the cards by kind.
    hand: f32,
    /// How near the cards come to the cost, 0 to 1; of a farm, with how near a unit is to the place.
    near_town: f32,
    pub near_farm: f32,
    near_unit: f32,
    /// A house that can be built next wins the game, or nearly so.
    closing: f32,
    /// Units by how near they are to a place for a farm, and what these farms would yield.
    pub berths: f32,
    pub berth_yield: f32,
    /// How near units are to unknown hexes.
    pub unknown: f32,
    fate_cards: f32,
    althing_cards: f32,
    harvest_cards: f32,
    /// Suits by the chance that the plaintiff wins, for either side, and those that the defendant wins.
    pub suing: f32,
    pub exposed: f32,
    pub defended: f32,
    /// Red tokens on the board of the seat, and against it.
    pub red_due: f32,
    pub outlaws: f32,
}

impl Features {
    fn strength(&self) -> f32 {
        0.881 * self.points
            + 0.443 * self.late
            + 4.0 * self.done
            + (0.521 + 0.812 * (1.0 - self.progress)) * self.breadth
            - 0.178 * self.settler_income
            + 0.198 * self.harbours
            + 0.250 * self.town_yield
            + 0.014 * self.cards
            + 0.075 * self.hand
            + 0.2 * self.near_town
            + 0.293 * self.near_farm
            + 0.222 * self.near_unit
            + 1.699 * self.closing
            + 0.151 * self.berths
            + 0.679 * self.berth_yield
            + 0.173 * self.unknown
            + 0.034 * self.fate_cards
            + 0.026 * self.althing_cards
            + 0.108 * self.harvest_cards
            + 0.244 * self.suing
            - 0.033 * self.exposed
            + 0.145 * self.defended
            + 0.920 * self.red_due
            - 0.021 * self.outlaws
    }
}

/// The last points, which count for more.
const LATE: f32 = 4.0;

/// The features of every seat.
fn features(components: &Components, state: &State, boards: &mut Boards) -> BySeat<Features> {
    let table: &Table = &state.table;
    let board: &Board = boards.of(components, table);
    let mut all = BySeat::<Features>::default();
    for (seat, standing) in (0..table.seats()).zip(&board.standings) {
        let own = &mut all[usize::from(seat)];
        *own = standing.features;
        own.points = scoring::points_with(table.player(seat), standing.houses) as f32;
        count_cards(own, components, state, seat, &standing.rates);
        own.near_town *= f32::from(u8::from(standing.expandable));
    }
    suits::count(state, &board.disputes, &mut all);
    let target = f32::from(components.victory_points);
    for own in all.iter_mut().take(usize::from(table.seats())) {
        own.progress = own.points / target;
        own.late = (own.points - target + LATE).max(0.0).powi(2) / LATE;
        own.done = f32::from(u8::from(own.points >= target));
        if own.points >= target - 1.0 {
            own.closing = own.near_town.max(own.near_farm);
        } else if own.points >= target - 2.0 {
            own.closing = own.near_town;
        }
    }
    all
}

fn count_cards(own: &mut Features, components: &Components, state: &State, seat: Seat, rates: &Bundle) {
    let hand = state.secret.hand(seat);
    let costs = &components.costs;
    own.cards = f32::from(hand.sum());
    own.hand = hand.kinds().map(|(_, count)| f32::from(count).sqrt()).sum();
    own.near_town = nearness(hand, costs.town, rates);
    own.near_farm *= nearness(hand, costs.farm, rates);
    own.near_unit = nearness(hand, costs.settler, rates).max(nearness(hand, costs.ship, rates));
    for card in state.secret.fate_cards_of(seat) {
        match card {
            FateCard::Settlement | FateCard::Uproar => own.althing_cards += 1.0,
            FateCard::GoodYear | FateCard::Blight => own.harvest_cards += 1.0,
            _ => own.fate_cards += 1.0,
        }
    }
}

/// How near a hand comes to a cost, 0 to 1; what has to be exchanged for it counts a little less.
fn nearness(hand: Bundle, cost: Bundle, rates: &Bundle) -> f32 {
    let missing = (cost - hand).sum();
    if missing == 0 {
        return 1.0;
    }
    let mut exchanged = 0;
    for kind in Resource::ALL {
        let spare = u16::from(hand.get(kind).saturating_sub(cost.get(kind)));
        // A division takes longer than all else here.
        exchanged += match rates.get(kind) {
            2 => spare / 2,
            4 => spare / 4,
            rate => spare / u16::from(rate.max(1)),
        };
    }
    1.0 / (1.0 + f32::from(missing.saturating_sub(exchanged)) + 0.2 * f32::from(missing.min(exchanged)))
}
