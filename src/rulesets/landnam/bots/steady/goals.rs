//! What to build next, what it lacks, and what a card is worth for it.

use super::super::Outlook;
use super::best;
use crate::landnam::action::{Action, ExchangeFateCard};
use crate::landnam::card::FateCard;
use crate::landnam::resource::Bundle;
use crate::landnam::state::UnitKind;
use rules::Legal;

/// Units that are useful at a time: to explore, to settle, to yield, and to be sued in vain.
const UNITS_WANTED: u8 = 3;

/// Beyond so many cards more units are built.
const RICH: u16 = 5;

/// The costs of what could be built with the cards, most wanted first.
pub fn all(outlook: &Outlook<'_>) -> Vec<Bundle> {
    let mut goals = Vec::with_capacity(4);
    let costs = &outlook.components.costs;
    let houses = outlook.houses_left(outlook.seat) > 0;
    if houses && outlook.town_sites().next().is_some() {
        goals.push(costs.town);
    }
    if houses && settles_soon(outlook) {
        goals.push(costs.farm);
    }
    if wants_units(outlook) {
        goals.extend([costs.settler, costs.ship]);
    }
    goals
}

/// Does an own unit stand where a farm can be built?
fn settles_soon(outlook: &Outlook<'_>) -> bool {
    let table = outlook.table;
    let mut own = table.units.iter().filter(|unit| unit.seat == outlook.seat && !table.is_outlaw(unit.id));
    own.any(|unit| unit.place.corners().iter().any(|&corner| outlook.is_site(corner)))
}

/// Are there fewer units than are useful?
pub fn wants_units(outlook: &Outlook<'_>) -> bool {
    let own = outlook.table.units_of(outlook.seat, UnitKind::Ship)
        + outlook.table.units_of(outlook.seat, UnitKind::Settler);
    let spare = outlook.hand.total().saturating_sub(RICH) / 3;
    u16::from(own) < u16::from(UNITS_WANTED) + spare
}

/// The cards of `cost` that `hand` lacks.
pub fn lacking(hand: Bundle, cost: Bundle) -> Bundle {
    let mut lacking = cost;
    lacking -= hand;
    lacking
}

/// The cards that are not needed for the goal.
pub fn surplus(hand: Bundle, goal: Bundle) -> Bundle {
    lacking(goal, hand)
}

/// An exchange that completes the first goal at hand, if one card is all it lacks.
pub fn exchange(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    let goals = all(outlook);
    let wanted = goals.iter().take(2).find_map(|&goal| {
        let missing = lacking(outlook.hand, goal);
        if missing.total() == 1 { missing.kinds().next().map(|(kind, _)| kind) } else { None }
    })?;
    let exchanges = legal.actions.iter().filter_map(|action| match action {
        Action::ExchangeFateCard(ExchangeFateCard { card, resource }) if *resource == wanted => {
            Some((1.0 - kept(*card), action))
        }
        _ => None,
    });
    best(exchanges, 0.2).cloned()
}

/// How much a fate card is worth keeping, 0 to 1.
pub fn kept(card: FateCard) -> f32 {
    match card {
        FateCard::Settlement => 0.9,
        FateCard::Uproar => 0.6,
        FateCard::GoodYear => 0.7,
        FateCard::FindBog | FateCard::FindField | FateCard::FindPasture | FateCard::FindForest => 0.5,
        FateCard::FairWind | FateCard::HardRide | FateCard::Blight => 0.4,
        FateCard::Omen => 0.45,
        FateCard::Landfall | FateCard::MountainTrail | FateCard::DriveOff | FateCard::Fallow => 0.2,
    }
}
