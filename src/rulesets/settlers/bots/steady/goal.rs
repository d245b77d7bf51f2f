//! What the seat saves for, and what it builds.

use super::places;
use crate::settlers::action::Action;
use crate::settlers::player_view::PlayerView;
use crate::settlers::resource::Bundle;
use crate::settlers::state::BuildingKind;

/// Something to save for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    City,
    Settlement,
    Road,
    DevelopmentCard,
}

impl Goal {
    fn cost(self, player: &PlayerView<'_>) -> Bundle {
        let costs = &player.components.costs;
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
fn goal(player: &PlayerView<'_>) -> Goal {
    let left = player.table.player(player.seat).left;
    let own = || player.table.buildings_of(player.seat);
    let can_city = left.cities > 0 && own().any(|(_, kind)| kind == BuildingKind::Settlement);
    let can_settle = left.settlements > 0;
    if can_settle && places::has_place(player) {
        let (city, settlement) = (Goal::City.cost(player), Goal::Settlement.cost(player));
        let lacks = |cost: Bundle| lacking(player, cost).total();
        return if can_city && lacks(city) < lacks(settlement) { Goal::City } else { Goal::Settlement };
    }
    match (can_city, can_settle && left.roads > 0) {
        (true, true) => {
            let road = lacking(player, Goal::Road.cost(player)).total();
            if lacking(player, Goal::City.cost(player)).total() <= road { Goal::City } else { Goal::Road }
        }
        (true, false) => Goal::City,
        (false, true) => Goal::Road,
        (false, false) => Goal::DevelopmentCard,
    }
}

pub fn cost(player: &PlayerView<'_>) -> Bundle {
    goal(player).cost(player)
}

pub fn missing(player: &PlayerView<'_>) -> Bundle {
    lacking(player, cost(player))
}

fn lacking(player: &PlayerView<'_>, mut cost: Bundle) -> Bundle {
    cost -= player.hand;
    cost
}

/// What the seat has beyond the cost of its goal.
pub fn spare(player: &PlayerView<'_>) -> Bundle {
    let mut spare = player.hand;
    spare -= cost(player);
    spare
}

/// The goal itself, where it can be paid; cities and settlements always.
pub fn build(player: &PlayerView<'_>, actions: &[Action]) -> Option<Action> {
    [Goal::City, Goal::Settlement, goal(player)].into_iter().find_map(|goal| of(goal, player, actions))
}

/// What the goal leaves over: a card, or a road that leads somewhere.
pub fn second_best(player: &PlayerView<'_>, actions: &[Action]) -> Option<Action> {
    let spare = spare(player);
    [Goal::DevelopmentCard, Goal::Road]
        .into_iter()
        .filter(|goal| spare.covers(&goal.cost(player)))
        .find_map(|goal| of(goal, player, actions))
}

fn of(goal: Goal, player: &PlayerView<'_>, actions: &[Action]) -> Option<Action> {
    let listed = actions.iter().filter(|action| goal.is_built_by(action));
    let worth = |action: &Action| match action {
        Action::BuildCity(built) => places::worth(player, built.vertex),
        Action::BuildSettlement(built) => places::worth(player, built.vertex),
        Action::BuildRoad(built) => places::road_worth(player, built.edge),
        _ => 1,
    };
    let listed = listed.map(|action| (worth(action), action));
    places::best(listed.filter(|(worth, _)| *worth > 0)).cloned()
}
