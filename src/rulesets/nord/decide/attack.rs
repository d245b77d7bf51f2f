//! Attacks (rules page §9.4).

use super::{Verdict, turn};
use crate::nord::action::Attack;
use crate::nord::event::{Event, SettlementAttacked};
use crate::nord::recorder::Recorder;
use crate::nord::validate::attacks::{self as validate, Fate};
use rules::Seat;

/// The attackers leave their fields, each to his fate.
pub fn attack(recorder: &mut Recorder<'_>, seat: Seat, action: &Attack) -> Verdict {
    let mut attackers = action.attackers.clone();
    attackers.sort_unstable();
    let way = validate::attack(&recorder.player_view(seat), &recorder.connections(), action, &attackers)?;
    let table = recorder.table();
    let Fate { dead, to: fighters_to, from: fighters_from, home } =
        Fate::of(attackers.len(), action.fifth == Some(action.to), table.free_places());
    let at_sea = attackers.iter().filter(|field| table.board.land(**field).is_none());
    let boats = at_sea.count() as u8;
    recorder.record(Event::SettlementAttacked(SettlementAttacked {
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
    go_on(recorder, seat);
    Ok(())
}

/// As long as an attack is forced the player goes on with it; else his turn is over.
pub fn go_on(recorder: &mut Recorder<'_>, seat: Seat) {
    if validate::pairs(&recorder.player_view(seat), &recorder.connections()).is_empty() {
        turn::end(recorder, seat);
    }
}
