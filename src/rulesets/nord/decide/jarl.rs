//! Defeating a jarl (rules page §10).

use super::{Verdict, turn};
use crate::rules::Seat;
use crate::rulesets::nord::action::DefeatJarl;
use crate::rulesets::nord::event::{Event, JarlDefeated};
use crate::rulesets::nord::judge::jarls as judge;
use crate::rulesets::nord::refusals::{self as no, refuse};
use crate::rulesets::nord::scribe::Scribe;

/// The jarl goes to the lowest free place of the large dragon boat, and its number is scored. The turn is over.
pub fn defeat(scribe: &mut Scribe<'_>, seat: Seat, action: &DefeatJarl) -> Verdict {
    let settlement = action.settlement;
    let boat_links = scribe.connections().boat_links();
    judge::defeat(&scribe.sight(seat), boat_links, settlement)?;
    let table = scribe.table();
    let jarl = table.hold(settlement).jarl.ok_or_else(|| refuse(no::NO_JARL).of("settlement"))?;
    // At most eight jarls lie there and it is cleared when it is full, so there is a place (§12).
    let points = table.places.get(table.dragon_boat.len()).copied().unwrap_or(0);
    scribe.tell(Event::JarlDefeated(JarlDefeated { seat, settlement, jarl, points }));
    turn::end(scribe, seat);
    Ok(())
}
