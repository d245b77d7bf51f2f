//! Attacks (rules page §9.4).

use super::{Verdict, turn};
use crate::rules::Seat;
use crate::rulesets::nord::action::Attack;
use crate::rulesets::nord::event::{Event, SettlementAttacked};
use crate::rulesets::nord::judge::attacks::{self as judge, Fate};
use crate::rulesets::nord::scribe::Scribe;

/// The attackers leave their fields, each to his fate.
pub fn attack(scribe: &mut Scribe<'_>, seat: Seat, action: &Attack) -> Verdict {
    let mut attackers = action.attackers.clone();
    attackers.sort_unstable();
    let way = judge::attack(&scribe.sight(seat), &scribe.connections(), action, &attackers)?;
    let table = scribe.table();
    let Fate { dead, to: fighters_to, from: fighters_from, home } =
        Fate::of(attackers.len(), action.fifth == Some(action.to), table.free_places());
    let at_sea = attackers.iter().filter(|field| table.board.land(**field).is_none());
    let boats = at_sea.count() as u8;
    scribe.tell(Event::SettlementAttacked(SettlementAttacked {
        seat,
        from: action.from,
        to: action.to,
        path: way.path,
        attackers,
        boats,
        dead,
        fighters_to,
        fighters_from,
        home,
    }));
    go_on(scribe, seat);
    Ok(())
}

/// As long as an attack is forced the player goes on with it; else his turn is over.
pub fn go_on(scribe: &mut Scribe<'_>, seat: Seat) {
    if judge::pairs(&scribe.sight(seat), &scribe.connections()).is_empty() {
        turn::end(scribe, seat);
    }
}
