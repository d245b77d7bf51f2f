//! How well a seat stands: its chance to win, by the features of all seats.
//!
//! Each seat has a strength, a sum of weighted features; the chances are as the exponentials of the strengths. The
//! weights were fitted to 130 000 positions of games among steady bots by who won them (conditional logit; what can
//! only be good got no weight below 0). Then points were made to count for 1.3 times as much and the hand for 0.6
//! times: a fit to what happened can't tell that cards are there to be spent, and with its weights the bot ended with
//! 0.8 towns instead of 1.5. A weight for points that are reached was set by hand.

use super::outlook::{Outlook, expected_incomes};
use crate::landnam::components::Components;
use crate::landnam::fate::FateCard;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::scoring;
use crate::landnam::state::{BuildingKind, Phase, State, Table};
use crate::landnam::trade::rates_by_seat;
use rules::{BySeat, Seat};

/// The chance of the seat to win, 0 to 1.
pub fn value(components: &Components, state: &State, seat: Seat) -> f32 {
    if matches!(state.table.phase, Phase::Over { .. }) {
        let ranking = scoring::rank(state);
        let won = ranking.iter().any(|ranked| ranked.seat == seat && ranked.rank == 1);
        return f32::from(u8::from(won));
    }
    let strengths = features(components, state).map(|features| features.strength());
    let own = strengths[usize::from(seat)];
    let others = strengths.iter().take(usize::from(state.table.seats()));
    1.0 / others.map(|other| (other - own).exp()).sum::<f32>()
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
    breadth: f32,
    /// Income that settlers bring, who may have to leave.
    settler_income: f32,
    /// What harbours save, in cards a roll.
    harbours: f32,
    /// What would be added by making towns of farms.
    town_yield: f32,
    cards: f32,
    /// The roots of the cards by kind.
    hand: f32,
    /// How near the cards come to the cost, 0 to 1; of a farm, with how near a unit is to the place.
    near_town: f32,
    near_farm: f32,
    near_unit: f32,
    /// A house that can be built next wins the game, or nearly so.
    closing: f32,
    /// Units by how near they are to a place for a farm, and what these farms would yield.
    berths: f32,
    berth_yield: f32,
    /// How near units are to unknown hexes.
    unknown: f32,
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
fn features(components: &Components, state: &State) -> BySeat<Features> {
    let mut all = BySeat::<Features>::default();
    let table: &Table = &state.table;
    let incomes = expected_incomes(table);
    let outlook = Outlook::of(components, table, &incomes);
    let rates = rates_by_seat(table);
    for (seat, points) in (0..table.seats()).zip(scoring::points_by_seat(table)) {
        let place = usize::from(seat);
        let own = &mut all[place];
        own.points = points as f32;
        count_income(own, &incomes[place], &rates[place]);
        let expandable = count_houses(own, components, table, &outlook, seat);
        count_units(own, table, &outlook, seat);
        count_cards(own, components, state, seat, &rates[place]);
        own.near_town *= f32::from(u8::from(expandable));
    }
    super::suits::count(state, &mut all);
    let target = f32::from(components.victory_points);
    for own in &mut all {
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

fn count_income(own: &mut Features, income: &[f32; 4], rates: &Bundle) {
    own.breadth = income.iter().map(|cards| cards.sqrt()).sum();
    let saved = |kind: Resource| income[kind.index()] * f32::from(4_u8.saturating_sub(rates.get(kind)));
    own.harbours = Resource::ALL.into_iter().map(saved).sum();
}

/// May the seat make a town of a farm?
fn count_houses(
    own: &mut Features,
    components: &Components,
    table: &Table,
    outlook: &Outlook<'_>,
    seat: Seat,
) -> bool {
    let mut expandable = false;
    let buildings = table.buildings.iter();
    let farms = buildings.filter(|(_, own)| own.seat == seat && own.kind == BuildingKind::Farm);
    for (corner, _) in farms.filter(|(corner, _)| outlook.is_by_the_sea(*corner)) {
        expandable = true;
        own.town_yield += outlook.yields_at(corner, seat);
    }
    expandable && table.houses(seat) < components.pieces_per_player.houses
}

fn count_units(own: &mut Features, table: &Table, outlook: &Outlook<'_>, seat: Seat) {
    for unit in table.units.iter().filter(|unit| unit.seat == seat) {
        if let Some(number) = table.number(unit.place).filter(|_| table.acts_as_settler(*unit)) {
            own.settler_income += 2.0 * number.chance();
        }
        own.outlaws += f32::from(u8::from(table.is_outlaw(unit.id)));
    }
    for prospect in outlook.prospects(seat) {
        own.unknown += prospect.unknown;
        if let Some((near, corner)) = prospect.berth {
            own.berths += near;
            own.berth_yield += near * outlook.yields_at(corner, seat);
            own.near_farm = own.near_farm.max(near);
        }
    }
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
    let spare = (hand - cost).kinds();
    let exchanged: u16 = spare.map(|(kind, count)| u16::from(count / rates.get(kind).max(1))).sum();
    let missing = (cost - hand).sum();
    1.0 / (1.0 + f32::from(missing.saturating_sub(exchanged)) + 0.2 * f32::from(missing.min(exchanged)))
}
