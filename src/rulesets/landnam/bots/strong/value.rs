//! How well a seat stands: its chance to win, by the features of all seats.
//!
//! Each seat has a strength, a sum of weighted features; the chances are as the exponentials of the strengths. The
//! weights were fitted to positions of games among bots and who won them (conditional logit).

use crate::landnam::access::{BoardAreas, home_of};
use crate::landnam::board::{CORNERS, Corner, PLACES, Place, PlaceSet};
use crate::landnam::components::Components;
use crate::landnam::fate::FateCard;
use crate::landnam::number::Number;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::scoring;
use crate::landnam::state::{BuildingKind, Phase, Side, State, Table, Unit, UnitKind};
use crate::landnam::trade::rates_by_seat;
use rules::{BySeat, Seat};

/// The chance of the seat to win, 0 to 1.
pub fn value(components: &Components, state: &State, seat: Seat) -> f32 {
    if matches!(state.table.phase, Phase::Over { .. }) {
        let ranking = scoring::rank(state);
        let won = ranking.iter().any(|ranked| ranked.seat == seat && ranked.rank == 1);
        return if won { 1.0 } else { 0.0 };
    }
    let strengths = features(components, state).map(|features| strength(&features));
    let seats = usize::from(state.table.seats());
    let own = strengths[usize::from(seat)];
    1.0 / strengths[..seats].iter().map(|other| (other - own).exp()).sum::<f32>()
}

fn strength(features: &Features) -> f32 {
    features.iter().zip(WEIGHTS).map(|(feature, weight)| feature * weight).sum()
}

const COUNT: usize = 31;
pub type Features = [f32; COUNT];

/// The places of the features.
#[derive(Clone, Copy)]
#[repr(usize)]
enum F {
    Points,
    Late,
    Done,
    Income,
    Breadth,
    LateIncome,
    Farms,
    Towns,
    TownSite,
    TownSites,
    Cards,
    Hand,
    NearTown,
    NearFarm,
    NearUnit,
    Units,
    FirstUnit,
    Berths,
    BerthYield,
    BerthTown,
    Unknown,
    Exposed,
    Defended,
    Suing,
    BlackNear,
    RedDue,
    Outlaws,
    FateCards,
    AlthingCards,
    HarvestCards,
    Harbours,
}

const WEIGHTS: Features = [
    0.692,  // Points
    0.548,  // Late
    1.380,  // Done
    -0.644, // Income
    1.210,  // Breadth
    0.928,  // LateIncome
    -0.106, // Farms
    -0.251, // Towns
    -0.015, // TownSite
    0.025,  // TownSites
    0.020,  // Cards
    0.099,  // Hand
    -0.320, // NearTown
    0.519,  // NearFarm
    0.284,  // NearUnit
    -0.011, // Units
    -0.241, // FirstUnit
    0.185,  // Berths
    0.529,  // BerthYield
    -0.051, // BerthTown
    0.180,  // Unknown
    -0.037, // Exposed
    0.141,  // Defended
    0.245,  // Suing
    -0.083, // BlackNear
    0.889,  // RedDue
    -0.051, // Outlaws
    0.022,  // FateCards
    0.015,  // AlthingCards
    0.097,  // HarvestCards
    0.221,  // Harbours
];

/// The chance that the dice show a number.
fn chance(number: Number) -> f32 {
    (6.0 - f32::from(number.value().abs_diff(7))) / 36.0
}

/// Cards of each kind that each seat can expect from a roll (rules page §4).
pub fn expected_incomes(table: &Table) -> BySeat<[f32; 4]> {
    let mut incomes = BySeat::<[f32; 4]>::default();
    let mut settled = PlaceSet::EMPTY;
    let mut add = |seat: Seat, place: Place, cards: f32| {
        if let Some(tile) = table.tile(place)
            && let (Some(kind), Some(number), Some(income)) =
                (tile.terrain.yields(), tile.number, incomes.get_mut(usize::from(seat)))
        {
            income[kind.index()] += chance(number) * cards;
        }
    };
    for unit in table.units.iter().filter(|unit| unit.place.is_interior() && table.acts_as_settler(**unit)) {
        settled.insert(unit.place);
        add(unit.seat, unit.place, 2.0);
    }
    for (corner, building) in table.buildings.iter() {
        for place in corner.places().into_iter().filter(|place| !settled.contains(*place)) {
            add(building.seat, place, f32::from(building.kind.houses()));
        }
    }
    incomes
}

/// The features of every seat.
pub fn features(components: &Components, state: &State) -> BySeat<Features> {
    let mut all = [[0.0; COUNT]; _];
    let position = Position::of(components, state);
    for seat in 0..state.table.seats() {
        let Some(own) = all.get_mut(usize::from(seat)) else { break };
        position.count_houses(seat, own);
        position.count_units(seat, own);
        position.count_cards(seat, own);
    }
    position.count_suits(&mut all);
    let target = f32::from(components.victory_points);
    for own in all.iter_mut().take(usize::from(state.table.seats())) {
        let points = own[F::Points as usize];
        own[F::Late as usize] = (points - target + 4.0).max(0.0).powi(2) / 4.0;
        own[F::Done as usize] = f32::from(u8::from(points >= target));
        own[F::LateIncome as usize] = own[F::Income as usize] * (1.0 - points / target);
    }
    all
}

struct Position<'s> {
    components: &'s Components,
    state: &'s State,
    table: &'s Table,
    areas: BoardAreas,
    incomes: BySeat<[f32; 4]>,
    rates: BySeat<Bundle>,
    points: Vec<i32>,
    sites: Vec<Corner>,
}

/// What a place one step farther counts for.
const PER_STEP: f32 = 0.7;
const STEPS: usize = 4;

impl<'s> Position<'s> {
    fn of(components: &'s Components, state: &'s State) -> Self {
        let table: &Table = &state.table;
        let areas = BoardAreas::of(table);
        Self {
            components,
            state,
            table,
            areas,
            incomes: expected_incomes(table),
            rates: rates_by_seat(table),
            points: scoring::points_by_seat(table),
            sites: sites(table, &areas),
        }
    }

    fn is_town_site(&self, corner: Corner) -> bool {
        corner.places().iter().any(|&place| self.areas.sea.contains(place))
    }

    fn count_houses(&self, seat: Seat, own: &mut Features) {
        let (mut farms, mut towns, mut town_sites) = (0u8, 0u8, 0u8);
        for (corner, building) in self.table.buildings.iter().filter(|(_, building)| building.seat == seat) {
            match building.kind {
                BuildingKind::Farm => farms += 1,
                BuildingKind::Town => towns += 1,
            }
            town_sites += u8::from(building.kind == BuildingKind::Farm && self.is_town_site(corner));
        }
        let left = self.components.pieces_per_player.houses.saturating_sub(farms + 2 * towns);
        let town_sites = town_sites.min(left);
        let income = &self.incomes[usize::from(seat)];
        own[F::Points as usize] = self.points.get(usize::from(seat)).map_or(0.0, |points| *points as f32);
        own[F::Income as usize] = income.iter().sum();
        own[F::Breadth as usize] = income.iter().map(|cards| cards.sqrt()).sum();
        own[F::Farms as usize] = f32::from(farms);
        own[F::Towns as usize] = f32::from(towns);
        own[F::TownSite as usize] = f32::from(u8::from(town_sites > 0));
        own[F::TownSites as usize] = f32::from(town_sites);
        let rates = &self.rates[usize::from(seat)];
        let saved = |kind: Resource| income[kind.index()] * f32::from(4 - rates.get(kind).min(4));
        own[F::Harbours as usize] = Resource::ALL.into_iter().map(saved).sum();
    }

    /// What the units of a seat can come to: places where a farm can be built, and hexes to discover.
    fn count_units(&self, seat: Seat, own: &mut Features) {
        let left = self.components.pieces_per_player.houses.saturating_sub(self.table.houses(seat));
        let home = home_of(self.table, seat);
        let mut berths = self.berths(seat);
        let mut count = 0.0f32;
        let mut houses = 0;
        for unit in self.table.units.iter().filter(|unit| unit.seat == seat) {
            count += 1.0;
            if self.table.is_outlaw(unit.id) {
                own[F::Outlaws as usize] += 1.0;
                continue;
            }
            let (berth, unknown) = self.outlook(*unit, home, &berths);
            own[F::Unknown as usize] += unknown;
            if let Some((near, corner)) = berth.filter(|_| houses < left) {
                houses += 1;
                own[F::Berths as usize] += near;
                own[F::BerthYield as usize] += near * berths.yields[corner.index()];
                own[F::BerthTown as usize] += near * f32::from(u8::from(self.is_town_site(corner)));
                own[F::NearFarm as usize] = own[F::NearFarm as usize].max(near);
                berths.take(corner);
            }
        }
        own[F::Units as usize] = count;
        own[F::FirstUnit as usize] = count.min(1.0);
    }

    /// The best farm that a unit may become and how near it is, and how near the nearest unknown hexes are.
    fn outlook(&self, unit: Unit, home: PlaceSet, berths: &Berths) -> (Option<(f32, Corner)>, f32) {
        let mut seen = PlaceSet::only(unit.place);
        let mut front = seen;
        let (mut best, mut unknown): (Option<(f32, Corner)>, f32) = (None, 0.0);
        let mut highest = 0.0;
        let mut near = 1.0;
        for _ in 0..STEPS {
            let mut next = PlaceSet::EMPTY;
            for place in front.places() {
                if let Some((worth, corner)) = berths.best[place.index()]
                    && worth * near > highest
                {
                    highest = worth * near;
                    best = Some((near, corner));
                }
                let beyond = (place.near() - self.areas.known).len() as f32;
                unknown = unknown.max(near * beyond.sqrt());
                next = next | place.near();
            }
            let open = match unit.kind {
                UnitKind::Ship => self.areas.sea,
                UnitKind::Settler => self.areas.numbered() | (self.areas.mountain & home),
            };
            front = (next & open) - seen - self.areas.held;
            seen = seen | front;
            near *= if unit.kind == UnitKind::Ship { PER_STEP } else { PER_STEP * PER_STEP };
        }
        (best, unknown)
    }

    fn berths(&self, seat: Seat) -> Berths {
        let income = &self.incomes[usize::from(seat)];
        let mean = income.iter().sum::<f32>() / 4.0 + 0.1;
        let wants = income.map(|cards| (mean / (cards + 0.1)).sqrt().clamp(0.6, 1.6));
        let mut berths = Berths { yields: [0.0; _], best: [None; PLACES] };
        for &corner in &self.sites {
            let mut sum = 0.0;
            for place in corner.places() {
                sum += match self.table.tile(place).map(|tile| (tile.terrain.yields(), tile.number)) {
                    Some((Some(kind), Some(number))) => chance(number) * wants[kind.index()],
                    None if place.is_interior() => 0.04,
                    _ => 0.0,
                };
            }
            berths.yields[corner.index()] = sum;
            let worth = 1.0 + 2.0 * sum + if self.is_town_site(corner) { 0.3 } else { 0.0 };
            for place in corner.places() {
                let best = &mut berths.best[place.index()];
                if best.is_none_or(|(most, _)| worth > most) {
                    *best = Some((worth, corner));
                }
            }
        }
        berths
    }

    fn count_cards(&self, seat: Seat, own: &mut Features) {
        let hand = self.state.secret.hand(seat);
        let rates = &self.rates[usize::from(seat)];
        let costs = &self.components.costs;
        own[F::Cards as usize] = f32::from(hand.sum());
        own[F::Hand as usize] = hand.kinds().map(|(_, count)| f32::from(count).sqrt()).sum();
        own[F::NearTown as usize] = own[F::TownSite as usize] * nearness(hand, costs.town, rates);
        own[F::NearFarm as usize] *= nearness(hand, costs.farm, rates);
        own[F::NearUnit as usize] =
            nearness(hand, costs.settler, rates).max(nearness(hand, costs.ship, rates));
        for card in self.state.secret.fate_cards_of(seat) {
            let kind = match card {
                FateCard::Settlement | FateCard::Uproar => F::AlthingCards,
                FateCard::GoodYear | FateCard::Blight => F::HarvestCards,
                _ => F::FateCards,
            };
            own[kind as usize] += 1.0;
        }
    }

    /// What suits may bring, or bring now, and the tokens that lie on the board.
    fn count_suits(&self, all: &mut BySeat<Features>) {
        let mut against = BySeat::<u8>::default();
        for unit in self.table.units.iter().filter(|unit| unit.place.is_interior()) {
            let Some(tile) = self.table.tile(unit.place) else { continue };
            let Some(kind) = tile.harbour.or(tile.terrain.yields()) else { continue };
            if self.table.is_outlaw(unit.id) {
                continue;
            }
            let mut plaintiffs = 0u8;
            for (_, building) in self.table.buildings_at(unit.place) {
                if building.seat == unit.seat || plaintiffs >> building.seat & 1 == 1 {
                    continue;
                }
                plaintiffs |= 1 << building.seat;
                let wins = self.wins(building.seat, unit.seat, kind) * self.imminence(building.seat, unit);
                all[usize::from(building.seat)][F::Suing as usize] += wins;
                let own = &mut all[usize::from(unit.seat)];
                own[F::Exposed as usize] += wins;
                own[F::Defended as usize] += 1.0 - wins.min(1.0);
                against[usize::from(unit.seat)] += 1;
            }
        }
        for (own, against) in all.iter_mut().zip(against) {
            own[F::BlackNear as usize] = f32::from(against.min(3)) / 3.0;
        }
        for token in &self.table.red_tokens {
            all[usize::from(token.plaintiff)][F::RedDue as usize] += 1.0;
        }
        self.count_open_suit(all);
    }

    /// A suit that can still be brought in this Althing counts for more than one that may be some day.
    fn imminence(&self, plaintiff: Seat, unit: &Unit) -> f32 {
        let Some(althing) = self.table.althing() else { return 1.0 };
        match althing.possible(plaintiff, unit.id) {
            Some(possible) if !possible.brought && self.has_time(plaintiff) => NOW,
            _ => 1.0,
        }
    }

    /// Can the seat still sue in this Althing?
    fn has_time(&self, seat: Seat) -> bool {
        let Some(althing) = self.table.althing() else { return false };
        let (Some(first), Some(suitor)) = (althing.first, althing.suitor) else { return true };
        let seats = self.table.seats();
        let after = |seat: Seat| (seat + seats - first) % seats;
        after(seat) >= after(suitor)
    }

    /// The chance that a suit is won by the plaintiff: who has more cards of the kind wins.
    fn wins(&self, plaintiff: Seat, defendant: Seat, kind: Resource) -> f32 {
        let secret = &self.state.secret;
        let mine = secret.hand(plaintiff).get(kind);
        if mine == 0 {
            return 0.0;
        }
        by_lead(f32::from(mine) - f32::from(secret.hand(defendant).get(kind)))
    }

    fn count_open_suit(&self, all: &mut BySeat<Features>) {
        let Some(suit) = self.table.suit() else { return };
        let reach = |side: Side| {
            let party = suit.party(side);
            f32::from(party.total) + f32::from(self.state.secret.hand(party.principal).get(suit.resource))
        };
        // A tie is lost by the side that answers.
        let other = suit.answering.other();
        let plaintiffs_lead = reach(Side::Plaintiff) - reach(Side::Defendant);
        let plaintiff_wins =
            by_lead(if other == Side::Plaintiff { plaintiffs_lead } else { plaintiffs_lead - 1.0 });
        for (side, wins) in [(Side::Plaintiff, plaintiff_wins), (Side::Defendant, 1.0 - plaintiff_wins)] {
            all[usize::from(suit.party(side).principal)][F::Points as usize] += wins;
        }
        all[usize::from(suit.plaintiff)][F::RedDue as usize] += plaintiff_wins;
        if let Some(unit) = self.table.unit(suit.unit) {
            all[usize::from(unit.seat)][F::Outlaws as usize] += plaintiff_wins;
        }
    }
}

/// How much likelier a suit is while it can be brought.
const NOW: f32 = 4.0;

/// The chance to win for who can stake that many cards more; a tie is enough for the side that leads.
fn by_lead(lead: f32) -> f32 {
    (0.5 + 0.25 * (lead + 0.5)).clamp(0.03, 0.97)
}

/// How near a hand comes to a cost, 0 to 1, spare cards exchanged.
fn nearness(hand: Bundle, cost: Bundle, rates: &Bundle) -> f32 {
    let spare = hand - cost;
    let exchanged: u16 = spare.kinds().map(|(kind, count)| u16::from(count / rates.get(kind).max(1))).sum();
    let missing = (cost - hand).sum();
    1.0 / (1.0 + f32::from(missing.saturating_sub(exchanged)) + 0.2 * f32::from(missing.min(exchanged)))
}

/// The places where a farm can be built, as one seat values them.
struct Berths {
    yields: [f32; CORNERS],
    /// The best corner at each place.
    best: [Option<(f32, Corner)>; PLACES],
}

impl Berths {
    /// Another unit has that corner in view.
    fn take(&mut self, corner: Corner) {
        for place in corner.places() {
            if self.best[place.index()].is_some_and(|(_, best)| best == corner) {
                self.best[place.index()] = None;
            }
        }
    }
}

/// The corners where a farm can be built (rules page §8 Farm, B51, B52).
fn sites(table: &Table, areas: &BoardAreas) -> Vec<Corner> {
    let (numbered, barren) = (areas.numbered(), areas.barren());
    let is_site = |corner: &Corner| {
        corner.places().iter().any(|&place| numbered.contains(place))
            && table.buildings.get(*corner).is_none()
            && corner.edges().iter().all(|edge| {
                table.buildings.get(edge.to).is_none()
                    || edge.between.iter().all(|&place| barren.contains(place))
            })
    };
    Corner::all().filter(is_site).collect()
}
