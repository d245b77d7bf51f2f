//! Building and buying (rules page §8, §9).

use super::{Verdict, bonus, trade};
use crate::settlers::action::{BuildCity, BuildRoad, BuildSettlement};
use crate::settlers::event::{CityBuilt, DevelopmentCardBought, Event, RoadBuilt, SettlementBuilt};
use crate::settlers::options::TradeBuild;
use crate::settlers::recorder::Recorder;
use crate::settlers::refusals::{self as no, refuse};
use crate::settlers::validate::building as validate;
use rules::Seat;

pub fn road(recorder: &mut Recorder<'_>, seat: Seat, action: &BuildRoad) -> Verdict {
    validate::road(&recorder.player_view(seat), action.edge)?;
    close_trade(recorder);
    let paid = recorder.components.costs.road;
    recorder.record(Event::RoadBuilt(RoadBuilt { seat, edge: action.edge, paid }));
    bonus::settle_route(recorder);
    Ok(())
}

/// A settlement; it may break somebody's route.
pub fn settlement(recorder: &mut Recorder<'_>, seat: Seat, action: &BuildSettlement) -> Verdict {
    validate::settlement(&recorder.player_view(seat), action.vertex)?;
    close_trade(recorder);
    let paid = recorder.components.costs.settlement;
    recorder.record(Event::SettlementBuilt(SettlementBuilt { seat, vertex: action.vertex, paid }));
    bonus::settle_route(recorder);
    Ok(())
}

/// A city in place of an own settlement.
pub fn city(recorder: &mut Recorder<'_>, seat: Seat, action: &BuildCity) -> Verdict {
    validate::city(&recorder.player_view(seat), action.vertex)?;
    close_trade(recorder);
    let paid = recorder.components.costs.city;
    recorder.record(Event::CityBuilt(CityBuilt { seat, vertex: action.vertex, paid }));
    Ok(())
}

pub fn development_card(recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
    validate::development_card(&recorder.player_view(seat))?;
    let card = recorder.state().secret.deck.last().copied().ok_or_else(|| refuse(no::DECK_EMPTY))?;
    close_trade(recorder);
    let paid = recorder.components.costs.development_card;
    recorder.record(Event::DevelopmentCardBought(DevelopmentCardBought { seat, card, paid }));
    Ok(())
}

/// Building closes trade where the table plays strictly (§6.1).
fn close_trade(recorder: &mut Recorder<'_>) {
    if recorder.table().trade_build == TradeBuild::Strict {
        trade::close(recorder);
    }
}
