//! Development cards played (rules page §9).

use super::{Verdict, bonus};
use crate::rules::Seat;
use crate::rulesets::settlers::action::{PlaceFreeRoad, PlayMonopoly, PlayYearOfPlenty};
use crate::rulesets::settlers::development::DevelopmentCard;
use crate::rulesets::settlers::event::{
    Event, FreeRoadPlaced, FreeRoadsEnded, KnightPlayed, MonopolyPlayed, Owed, RoadBuildingPlayed,
    YearOfPlentyPlayed,
};
use crate::rulesets::settlers::judge::{building, cards as judge};
use crate::rulesets::settlers::scribe::Scribe;
use crate::rulesets::settlers::state::Phase;

/// A knight: it counts for the army at once, and then the robber moves.
pub fn knight(scribe: &mut Scribe<'_>, seat: Seat) -> Verdict {
    judge::playable(&scribe.sight(seat), DevelopmentCard::Knight)?;
    scribe.tell(Event::KnightPlayed(KnightPlayed { seat }));
    bonus::settle_army(scribe, seat);
    Ok(())
}

/// Two roads, or one if no more pieces are left.
pub fn road_building(scribe: &mut Scribe<'_>, seat: Seat) -> Verdict {
    let roads = judge::road_building(&scribe.sight(seat))?;
    scribe.tell(Event::RoadBuildingPlayed(RoadBuildingPlayed { seat, roads }));
    Ok(())
}

/// One of them; the rest is lost where no road can lie any more.
pub fn free_road(scribe: &mut Scribe<'_>, seat: Seat, action: &PlaceFreeRoad) -> Verdict {
    building::road_place(&scribe.sight(seat), action.edge)?;
    scribe.tell(Event::FreeRoadPlaced(FreeRoadPlaced { seat, edge: action.edge }));
    bonus::settle_route(scribe);
    let left = match scribe.table().phase {
        Phase::FreeRoads { left, .. } => left,
        _ => 0,
    };
    if left == 0 || building::road_candidates(&scribe.sight(seat)).is_empty() {
        scribe.tell(Event::FreeRoadsEnded(FreeRoadsEnded { seat }));
    }
    Ok(())
}

/// Two cards of choice.
pub fn year_of_plenty(scribe: &mut Scribe<'_>, seat: Seat, action: &PlayYearOfPlenty) -> Verdict {
    judge::year_of_plenty(&scribe.sight(seat), action.cards)?;
    scribe.tell(Event::YearOfPlentyPlayed(YearOfPlentyPlayed { seat, cards: action.cards }));
    Ok(())
}

/// All cards of a kind from all opponents; none is allowed too, for a refusal would tell.
pub fn monopoly(scribe: &mut Scribe<'_>, seat: Seat, action: &PlayMonopoly) -> Verdict {
    judge::playable(&scribe.sight(seat), DevelopmentCard::Monopoly)?;
    let resource = action.resource;
    let secret = &scribe.state().secret;
    let held = scribe.table().others(seat).map(|seat| Owed { seat, count: secret.hand(seat).get(resource) });
    let taken = held.filter(|held| held.count > 0).collect();
    scribe.tell(Event::MonopolyPlayed(MonopolyPlayed { seat, resource, taken }));
    Ok(())
}
