//! What the seat saves for, and what it builds.

use super::places;
use crate::rulesets::settlers::action::Action;
use crate::rulesets::settlers::resource::Bundle;
use crate::rulesets::settlers::sight::Sight;
use crate::rulesets::settlers::state::BuildingKind;

/// Something to save for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    City,
    Settlement,
    Road,
    DevelopmentCard,
}

impl Goal {
    fn cost(self, sight: &Sight<'_>) -> Bundle {
        let costs = &sight.components.costs;
        match self {
            Self::City => costs.city,
            Self::Settlement => costs.settlement,
            Self::Road => costs.road,
            Self::DevelopmentCard => costs.development_card,
        }
    }

    fn is_built_by(self, action: &Action) -> bool {
        match action {
            Action::BuildCity(_) => self == Self::City,
            Action::BuildSettlement(_) => self == Self::Settlement,
            Action::BuildRoad(_) => self == Self::Road,
            Action::BuyDevelopmentCard(_) => self == Self::DevelopmentCard,
            _ => false,
        }
    }
}

/// What is worth most now: a settlement where there is a place, else the nearer of a city and a road to a place.
fn goal(sight: &Sight<'_>) -> Goal {
    let left = sight.table.player(sight.seat).left;
    let own = || sight.table.buildings_of(sight.seat);
    let can_city = left.cities > 0 && own().any(|(_, kind)| kind == BuildingKind::Settlement);
    let can_settle = left.settlements > 0;
    if can_settle && places::has_place(sight) {
        let (city, settlement) = (Goal::City.cost(sight), Goal::Settlement.cost(sight));
        let lacks = |cost: Bundle| lacking(sight, cost).total();
        return if can_city && lacks(city) < lacks(settlement) { Goal::City } else { Goal::Settlement };
    }
    match (can_city, can_settle && left.roads > 0) {
        (true, true) => {
            let road = lacking(sight, Goal::Road.cost(sight)).total();
            if lacking(sight, Goal::City.cost(sight)).total() <= road { Goal::City } else { Goal::Road }
        }
        (true, false) => Goal::City,
        (false, true) => Goal::Road,
        (false, false) => Goal::DevelopmentCard,
    }
}

/// What the goal costs.
pub fn cost(sight: &Sight<'_>) -> Bundle {
    goal(sight).cost(sight)
}

/// What is missing for the goal.
pub fn missing(sight: &Sight<'_>) -> Bundle {
    lacking(sight, cost(sight))
}

/// What is missing for that cost.
fn lacking(sight: &Sight<'_>, mut cost: Bundle) -> Bundle {
    cost -= sight.hand;
    cost
}

/// What the seat has beyond the cost of its goal.
pub fn spare(sight: &Sight<'_>) -> Bundle {
    let mut spare = sight.hand;
    spare -= cost(sight);
    spare
}

/// The goal itself, where it can be paid; cities and settlements always.
pub fn build(sight: &Sight<'_>, actions: &[Action]) -> Option<Action> {
    [Goal::City, Goal::Settlement, goal(sight)].into_iter().find_map(|goal| of(goal, sight, actions))
}

/// What the goal leaves over: a card, or a road that leads somewhere.
pub fn second_best(sight: &Sight<'_>, actions: &[Action]) -> Option<Action> {
    let spare = spare(sight);
    [Goal::DevelopmentCard, Goal::Road]
        .into_iter()
        .filter(|goal| spare.covers(&goal.cost(sight)))
        .find_map(|goal| of(goal, sight, actions))
}

fn of(goal: Goal, sight: &Sight<'_>, actions: &[Action]) -> Option<Action> {
    let listed = actions.iter().filter(|action| goal.is_built_by(action));
    let worth = |action: &Action| match action {
        Action::BuildCity(built) => places::worth(sight, built.vertex),
        Action::BuildSettlement(built) => places::worth(sight, built.vertex),
        Action::BuildRoad(built) => places::road_worth(sight, built.edge),
        _ => 1,
    };
    let listed = listed.map(|action| (worth(action), action));
    places::best(listed.filter(|(worth, _)| *worth > 0)).cloned()
}
