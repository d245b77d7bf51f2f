//! Building and buying (rules page §8, §9).

use super::{Verdict, bonus, trade};
use crate::rules::Seat;
use crate::rulesets::settlers::action::{BuildCity, BuildRoad, BuildSettlement};
use crate::rulesets::settlers::event::{CityBuilt, DevelopmentCardBought, Event, RoadBuilt, SettlementBuilt};
use crate::rulesets::settlers::judge::building as judge;
use crate::rulesets::settlers::options::TradeBuild;
use crate::rulesets::settlers::refusals::{self as no, refuse};
use crate::rulesets::settlers::scribe::Scribe;

/// A road.
pub fn road(scribe: &mut Scribe<'_>, seat: Seat, action: &BuildRoad) -> Verdict {
    judge::road(&scribe.sight(seat), action.edge)?;
    close_trade(scribe);
    let paid = scribe.components.costs.road;
    scribe.tell(Event::RoadBuilt(RoadBuilt { seat, edge: action.edge, paid }));
    bonus::settle_route(scribe);
    Ok(())
}

/// A settlement; it may break somebody's route.
pub fn settlement(scribe: &mut Scribe<'_>, seat: Seat, action: &BuildSettlement) -> Verdict {
    judge::settlement(&scribe.sight(seat), action.vertex)?;
    close_trade(scribe);
    let paid = scribe.components.costs.settlement;
    scribe.tell(Event::SettlementBuilt(SettlementBuilt { seat, vertex: action.vertex, paid }));
    bonus::settle_route(scribe);
    Ok(())
}

/// A city in place of an own settlement.
pub fn city(scribe: &mut Scribe<'_>, seat: Seat, action: &BuildCity) -> Verdict {
    judge::city(&scribe.sight(seat), action.vertex)?;
    close_trade(scribe);
    let paid = scribe.components.costs.city;
    scribe.tell(Event::CityBuilt(CityBuilt { seat, vertex: action.vertex, paid }));
    Ok(())
}

/// The top card of the deck.
pub fn development_card(scribe: &mut Scribe<'_>, seat: Seat) -> Verdict {
    judge::development_card(&scribe.sight(seat))?;
    let card = scribe.state().secret.deck.last().copied().ok_or_else(|| refuse(no::DECK_EMPTY))?;
    close_trade(scribe);
    let paid = scribe.components.costs.development_card;
    scribe.tell(Event::DevelopmentCardBought(DevelopmentCardBought { seat, card, paid }));
    Ok(())
}

/// Building closes trade where the table plays strictly (§6.1).
fn close_trade(scribe: &mut Scribe<'_>) {
    if scribe.table().trade_build == TradeBuild::Strict {
        trade::close(scribe);
    }
}
