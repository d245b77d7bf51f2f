//! The bot that does something sensible: it explores, settles, builds, and goes to law where it can win.
//!
//! May know: what its seat knows and its legal answers. May not know: dice. It weighs by rules of thumb and always
//! answers the same to the same position.

mod building;
mod movement;
mod suits;

use crate::landnam::action::{Action, PlayHarvestCard};
use crate::landnam::board::{Corner, Place};
use crate::landnam::fate::FateCard;
use crate::landnam::number::Number;
use crate::landnam::resource::Resource;
use crate::landnam::scoring;
use crate::landnam::state::BuildingKind;
use crate::landnam::terrain::Terrain;
use crate::landnam::view::SeatKnowledge;
use rules::{Choice, Legal, Seat};

/// The answer to the question that calls the seat; what the game waits for comes first. Offers it dislikes are
/// declined, so `None` means that nothing calls.
pub fn choose(known: &SeatKnowledge<'_>, legal: &[Legal<Action>]) -> Option<Choice<Action>> {
    let blocking = legal.iter().find(|legal| legal.decision.blocking);
    let called = blocking.or_else(|| legal.iter().find(|legal| legal.decision.is_asked()))?;
    if let Some(choice) = suits::interjection(known, called, legal) {
        return Some(choice);
    }
    let action = match called.decision.kind {
        "harvest_card" => harvest_card(known, called),
        "choose_aging" => aging(known, called),
        "name_first" => suits::name_first(known, called),
        "sue" => suits::sue(known, called),
        "answer_suit" if called.decision.blocking => suits::respond(known, called),
        "answer_suit" => return None,
        "take_over" => suits::take_over(known, called),
        "flee" => movement::flee(known, called),
        "movement" => movement::act(known, called),
        "choose_number" => number(called),
        "build" => building::act(known, called),
        "trade_answer" => building::answer_offer(known, called),
        _ => None,
    };
    // A question without a rule of thumb gets the first answer there is.
    action.or_else(|| called.actions.first().cloned()).map(|action| called.answer(action))
}

/// The answer with the highest worth, the first of equals; the worth must be above `least`.
fn best<T>(answers: impl Iterator<Item = (f32, T)>, least: f32) -> Option<T> {
    let mut found: Option<(f32, T)> = None;
    for (worth, answer) in answers {
        if worth > found.as_ref().map_or(least, |(highest, _)| *highest) {
            found = Some((worth, answer));
        }
    }
    found.map(|(_, answer)| answer)
}

/// The listed action with the highest worth above `least`; the first of several.
fn best_action(legal: &Legal<Action>, least: f32, worth: impl Fn(&Action) -> Option<f32>) -> Option<Action> {
    best(legal.actions.iter().filter_map(|action| Some((worth(action)?, action))), least).cloned()
}

/// How much a card of another seat counts against an own one.
const OTHERS: f32 = 0.3;
/// A harvest card is worth about a resource card, for which it could be exchanged.
const LEAST_CARD_GAIN: f32 = 1.2;

/// The harvest card that gains most, if it is worth its while.
fn harvest_card(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    let card = best_action(legal, LEAST_CARD_GAIN, |action| match action {
        Action::PlayHarvestCard(PlayHarvestCard { card: FateCard::GoodYear, hex: Some(hex) }) => {
            Some(balance(known, *hex))
        }
        Action::PlayHarvestCard(PlayHarvestCard { card: FateCard::Blight, hex: Some(hex) }) => {
            Some(-balance(known, *hex))
        }
        _ => None,
    });
    card.or_else(|| legal.find(|action| matches!(action, Action::DeclineHarvestCard(_))))
}

/// What a hex brings the own seat, less what it brings others.
fn balance(known: &SeatKnowledge<'_>, hex: Place) -> f32 {
    let others: u8 = known.others().map(|seat| known.due(seat, hex)).sum();
    f32::from(known.due(known.seat, hex)) - OTHERS * f32::from(others)
}

fn aging(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    best_action(legal, f32::MIN, |action| match action {
        Action::ChooseAging(choice) => Some(aging_gain(known, choice.hex)),
        _ => None,
    })
}

/// What aging a hex brings the own seat, in cards a roll.
fn aging_gain(known: &SeatKnowledge<'_>, hex: Place) -> f32 {
    let Some(number) = known.table.number(hex) else { return 0.0 };
    let aged = number.aged(&known.table.supply.numbers);
    (chance(aged) - chance(number)) * balance(known, hex)
}

fn number(legal: &Legal<Action>) -> Option<Action> {
    best_action(legal, f32::MIN, |action| match action {
        Action::ChooseNumber(choice) => Some(chance(choice.number)),
        _ => None,
    })
}

fn rises(number: Number, free: &[u8; Number::COUNT]) -> bool {
    chance(number.aged(free)) > chance(number) + 0.05
}

fn chance(number: Number) -> f32 {
    (6.0 - f32::from(number.value().abs_diff(7))) / 36.0
}

/// What the bot makes of what its seat knows.
impl SeatKnowledge<'_> {
    pub fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.table.seats()).filter(|&seat| seat != self.seat)
    }

    pub fn lacking(&self, seat: Seat) -> i32 {
        (i32::from(self.components.victory_points) - scoring::points(self.table, seat)).max(0)
    }

    /// What a hex is due to a seat when its number is rolled (rules page §4).
    pub fn due(&self, seat: Seat, place: Place) -> u8 {
        match self.table.unit_at(place).filter(|unit| self.table.acts_as_settler(*unit)) {
            Some(settler) => 2 * u8::from(settler.seat == seat),
            None => self.table.houses_at(seat, place),
        }
    }

    /// Cards of each kind a seat can expect from a roll.
    pub fn income(&self, seat: Seat) -> [f32; 4] {
        let mut income = [0.0; 4];
        for (place, tile) in self.table.tiles.iter() {
            if let (Some(kind), Some(number)) = (tile.terrain.yields(), tile.number) {
                income[kind.index()] += chance(number) * f32::from(self.due(seat, place));
            }
        }
        income
    }

    /// An estimate of the cards of a kind in the hand of a seat: its number of cards, split as its income is.
    pub fn guess(&self, seat: Seat, kind: Resource) -> f32 {
        if seat == self.seat {
            return f32::from(self.hand.get(kind));
        }
        let income = self.income(seat).map(|cards| cards + 0.1);
        f32::from(self.hand_size(seat)) * income[kind.index()] / income.iter().sum::<f32>()
    }

    /// How useful a card of a kind is, about 1: the less of it comes in, the more.
    pub fn wants(&self) -> [f32; 4] {
        let income = self.income(self.seat);
        let mean = income.iter().sum::<f32>() / 4.0 + 0.1;
        income.map(|cards| (mean / (cards + 0.1)).sqrt().clamp(0.6, 1.6))
    }

    /// What a corner would bring a farm, in useful cards a roll.
    pub fn yields_at(&self, corner: Corner, wants: &[f32; 4]) -> f32 {
        let mut sum = 0.0;
        for place in corner.places() {
            sum += match self.table.tile(place) {
                Some(tile) => match (tile.terrain.yields(), tile.number) {
                    (Some(kind), Some(number)) => chance(number) * wants[kind.index()],
                    _ => 0.0,
                },
                None if place.is_interior() => 0.05,
                None => 0.0,
            };
        }
        sum
    }

    /// May a farm stand there (rules page §8 Farm, B51, B52)?
    pub fn is_site(&self, corner: Corner) -> bool {
        let barren = |place: Place| self.table.terrain(place).is_some_and(Terrain::is_barren);
        self.table.buildings.get(corner).is_none()
            && corner.places().iter().any(|&place| self.table.number(place).is_some())
            && corner.edges().iter().all(|edge| {
                self.table.buildings.get(edge.to).is_none() || edge.between.iter().all(|&place| barren(place))
            })
    }

    /// May a farm there be expanded: does it stand by the sea (rules page §8 Town)?
    pub fn may_be_expanded(&self, corner: Corner) -> bool {
        corner.places().iter().any(|&place| self.table.terrain(place) == Some(Terrain::Sea))
    }

    pub fn town_sites(&self) -> impl Iterator<Item = Corner> + '_ {
        let farms = self.table.buildings.iter();
        farms
            .filter(|(_, building)| building.seat == self.seat && building.kind == BuildingKind::Farm)
            .map(|(corner, _)| corner)
            .filter(|&corner| self.may_be_expanded(corner))
    }
}
