//! How many rounds a seat needs to win, in a model where cards flow evenly: each round brings the mean of what the dice
//! give, and whatever is left over is traded at the rates of the seat.

use smallvec::SmallVec;

use crate::settlers::components::Costs;
use crate::settlers::resource::{Bundle, Resource};

/// Cards by kind, or how many come in a round.
pub type Cards = [f32; Resource::COUNT];

/// Longer than any game.
const NEVER: f32 = 60.0;
const ROADS_PER_SETTLEMENT: f32 = 1.5;
/// A point far ahead takes less time than it would today: income grows.
const GROWTH: f32 = 0.8;
/// What one seat has and can do.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// The points that are still missing.
    pub needs: f32,
    pub hand: Cards,
    /// Cards of any kind that development cards in hand stand for.
    pub wild: f32,
    pub income: Cards,
    /// What a card too many of each kind is worth in cards that are missing.
    pub worth: Cards,
    /// What each settlement would yield more as a city.
    pub settlements: SmallVec<[Cards; 6]>,
    pub sites: SmallVec<[Site; 4]>,
    pub settlements_left: u8,
    pub cities_left: u8,
    /// The points that a development card is worth, in the mean; 0 where there is none left.
    pub card: f32,
    /// How many roads the longest route takes, and the points that it is worth.
    pub route: Option<(f32, f32)>,
}

/// A place to settle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Site {
    /// How many roads lead there.
    pub roads: f32,
    pub income: Cards,
    pub worth: Cards,
    /// The chance that nobody is faster.
    pub chance: f32,
}

#[derive(Debug, Clone, Copy)]
enum Step<'p> {
    Settle(&'p Site),
    /// With what the city would yield more than the settlement.
    City(&'p Cards),
    Card,
    /// With how many roads it takes.
    Route(f32),
}

/// What things cost.
pub struct Prices {
    road: Cards,
    settlement: Cards,
    city: Cards,
    card: Cards,
    /// What some points cost by three ways to win.
    ways: [Cards; 3],
}

pub fn cards(bundle: Bundle) -> Cards {
    Resource::ALL.map(|kind| f32::from(bundle.get(kind)))
}

pub fn add(to: &mut Cards, what: Cards, times: f32) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what * times);
}

impl Prices {
    pub fn new(costs: &Costs) -> Self {
        let Costs { road, settlement, city, development_card } = *costs;
        let (road, settlement) = (cards(road), cards(settlement));
        let (city, card) = (cards(city), cards(development_card));
        let way = |settlements: f32, cities: f32, bought: f32| {
            let mut cost = Cards::default();
            add(&mut cost, settlement, settlements);
            add(&mut cost, road, settlements * ROADS_PER_SETTLEMENT);
            add(&mut cost, city, cities);
            add(&mut cost, card, bought);
            cost
        };
        let ways = [way(0.4, 0.4, 0.5), way(0.15, 0.55, 0.8), way(0.6, 0.4, 0.0)];
        Self { road, settlement, city, card, ways }
    }

    fn of(&self, step: Step<'_>) -> Cards {
        match step {
            Step::Settle(site) => {
                let mut cost = self.settlement;
                add(&mut cost, self.road, site.roads);
                cost
            }
            Step::City(_) => self.city,
            Step::Card => self.card,
            Step::Route(roads) => self.road.map(|cards| cards * roads),
        }
    }
}

/// The rounds until the seat can pay; what it has too much of is traded. Once they are known to be `limit` or more, how
/// many more is not worked out.
fn rounds_until(cost: &Cards, hand: &Cards, wild: f32, income: &Cards, worth: &Cards, limit: f32) -> f32 {
    // No trade is better than one for one.
    let total = |cards: &Cards| cards.iter().sum::<f32>();
    let mut rounds = ((total(cost) - total(hand) - wild) / total(income)).max(0.0);
    // What is lacking falls ever slower, so that the steps of Newton never go too far, and there are no more kinks than
    // kinds.
    for _ in 0..=Resource::COUNT {
        if rounds.is_nan() || rounds >= limit {
            return limit;
        }
        let (mut lacks, mut brings) = (-wild, 0.0);
        for (((hand, income), cost), worth) in hand.iter().zip(income).zip(cost).zip(worth) {
            let left = hand + income * rounds - cost;
            let worth = if left < 0.0 { 1.0 } else { *worth };
            lacks -= left * worth;
            brings += income * worth;
        }
        if lacks <= 0.01 {
            return rounds;
        }
        rounds += lacks / brings;
    }
    rounds
}

impl Plan {
    /// The rounds until the seat has won: the step that looks best, and for all that is left after it the mean. The bot
    /// won no more of 4,000 games with two steps, and fewer with three: the mistakes of a chain of best steps add up.
    pub fn rounds_to_win(&self, prices: &Prices, paces: &mut Paces) -> f32 {
        if self.needs <= 0.0 {
            return 0.0;
        }
        let mut best = None;
        // Every city costs the same.
        let mut city = None;
        for (step, gain) in self.steps() {
            let limit = best.unwrap_or(NEVER);
            let wait = || {
                let (income, worth) = (&self.income, &self.worth);
                rounds_until(&prices.of(step), &self.hand, self.wild, income, worth, limit)
            };
            let waits = match step {
                Step::City(_) => *city.get_or_insert_with(wait),
                _ => wait(),
            };
            if best.is_some_and(|best| waits >= best) {
                continue;
            }
            let (income, worth) = self.yields_after(step);
            let rounds = waits + (self.needs - gain).max(0.0) * paces.of(prices, &income, &worth);
            best = Some(best.map_or(rounds, |best: f32| best.min(rounds)));
        }
        best.unwrap_or_else(|| self.needs * paces.of(prices, &self.income, &self.worth))
    }

    /// What the seat may do next, with the points that it brings.
    fn steps(&self) -> impl Iterator<Item = (Step<'_>, f32)> {
        let sites = self.sites.iter().filter(|_| self.settlements_left > 0);
        let settlements = self.settlements.iter().filter(|_| self.cities_left > 0);
        let card = (self.card > 0.0).then_some((Step::Card, self.card));
        let route = self.route.map(|(roads, points)| (Step::Route(roads), points));
        sites
            .map(|site| (Step::Settle(site), site.chance))
            .chain(settlements.map(|more| (Step::City(more), 1.0)))
            .chain(card)
            .chain(route)
    }

    fn yields_after(&self, step: Step<'_>) -> (Cards, Cards) {
        let (mut income, mut worth) = (self.income, self.worth);
        match step {
            Step::Settle(site) => {
                add(&mut income, site.income, site.chance);
                worth.iter_mut().zip(site.worth).for_each(|(worth, there)| *worth = worth.max(there));
            }
            Step::City(more) => add(&mut income, *more, 1.0),
            Step::Card | Step::Route(_) => {}
        }
        (income, worth)
    }
}

/// The paces that were worked out for one answer, by what comes in and what it is worth. They don't depend on the hand,
/// and to work one out takes as long as three steps.
#[derive(Default)]
pub struct Paces(Vec<(Cards, Cards, f32)>);

impl Paces {
    /// The rounds that a point takes by the fastest way.
    fn of(&mut self, prices: &Prices, income: &Cards, worth: &Cards) -> f32 {
        let known = self.0.iter().find(|(known, rates, _)| known == income && rates == worth);
        if let Some((_, _, pace)) = known {
            return *pace;
        }
        let faster = |limit, way| rounds_until(way, &Cards::default(), 0.0, income, worth, limit);
        let pace = GROWTH * prices.ways.iter().fold(NEVER, faster);
        self.0.push((*income, *worth, pace));
        pace
    }
}
