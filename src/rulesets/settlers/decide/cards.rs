//! Development cards played (rules page §9).

use super::{Verdict, bonus};
use crate::settlers::action::{PlaceFreeRoad, PlayMonopoly, PlayYearOfPlenty};
use crate::settlers::development::DevelopmentCard;
use crate::settlers::event::{
    Event, FreeRoadPlaced, FreeRoadsEnded, KnightPlayed, MonopolyPlayed, Owed, RoadBuildingPlayed,
    YearOfPlentyPlayed,
};
use crate::settlers::recorder::Recorder;
use crate::settlers::state::Phase;
use crate::settlers::validate::{building, cards as validate};
use rules::Seat;

/// A knight: it counts for the army at once, and then the robber moves.
pub fn knight(recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
    validate::playable(&recorder.player_view(seat), DevelopmentCard::Knight)?;
    recorder.record(Event::KnightPlayed(KnightPlayed { seat }));
    bonus::settle_army(recorder, seat);
    Ok(())
}

/// Two roads, or one if no more pieces are left.
pub fn road_building(recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
    let roads = validate::road_building(&recorder.player_view(seat))?;
    recorder.record(Event::RoadBuildingPlayed(RoadBuildingPlayed { seat, roads }));
    Ok(())
}

/// One of them; the rest is lost where no road can lie any more.
pub fn free_road(recorder: &mut Recorder<'_>, seat: Seat, action: &PlaceFreeRoad) -> Verdict {
    building::road_place(&recorder.player_view(seat), action.edge)?;
    recorder.record(Event::FreeRoadPlaced(FreeRoadPlaced { seat, edge: action.edge }));
    bonus::settle_route(recorder);
    let left = match recorder.table().phase {
        Phase::FreeRoads { left, .. } => left,
        _ => 0,
    };
    if left == 0 || building::road_candidates(&recorder.player_view(seat)).is_empty() {
        recorder.record(Event::FreeRoadsEnded(FreeRoadsEnded { seat }));
    }
    Ok(())
}

pub fn year_of_plenty(recorder: &mut Recorder<'_>, seat: Seat, action: &PlayYearOfPlenty) -> Verdict {
    validate::year_of_plenty(&recorder.player_view(seat), action.cards)?;
    recorder.record(Event::YearOfPlentyPlayed(YearOfPlentyPlayed { seat, cards: action.cards }));
    Ok(())
}

/// All cards of a kind from all opponents; none is allowed too, for a refusal would tell.
pub fn monopoly(recorder: &mut Recorder<'_>, seat: Seat, action: &PlayMonopoly) -> Verdict {
    validate::playable(&recorder.player_view(seat), DevelopmentCard::Monopoly)?;
    let resource = action.resource;
    let secret = &recorder.state().secret;
    let held =
        recorder.table().others(seat).map(|seat| Owed { seat, count: secret.hand(seat).get(resource) });
    let taken = held.filter(|held| held.count > 0).collect();
    recorder.record(Event::MonopolyPlayed(MonopolyPlayed { seat, resource, taken }));
    Ok(())
}
