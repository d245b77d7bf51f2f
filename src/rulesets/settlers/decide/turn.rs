//! Turns and the end (rules page §6.1, §11).

use super::{Verdict, trade};
use crate::rules::Seat;
use crate::rulesets::settlers::development::DevelopmentCard;
use crate::rulesets::settlers::event::{Event, GameEnded, TurnBegun, TurnEnded};
use crate::rulesets::settlers::points;
use crate::rulesets::settlers::scribe::Scribe;
use crate::rulesets::settlers::state::{EndedBy, Phase};

/// The turn ends, and with it the game if so many were played; else the next seat's begins.
pub fn end(scribe: &mut Scribe<'_>, seat: Seat) -> Verdict {
    trade::close(scribe);
    scribe.tell(Event::TurnEnded(TurnEnded { seat }));
    let table = scribe.table();
    let most = u32::from(scribe.components.turn_limit_per_player) * u32::from(table.seats());
    if table.turn >= most {
        game_over(scribe, EndedBy::TurnLimit, None);
        return Ok(());
    }
    let next = (seat + 1) % table.seats().max(1);
    begin(scribe, next);
    Ok(())
}

/// A turn begins.
pub fn begin(scribe: &mut Scribe<'_>, seat: Seat) {
    let turn = scribe.table().turn + 1;
    scribe.tell(Event::TurnBegun(TurnBegun { turn, seat }));
}

/// The active player wins as soon as he has the points, at the start of his turn or after any action in it.
pub fn end_if_won(scribe: &mut Scribe<'_>) {
    let table = scribe.table();
    if matches!(table.phase, Phase::Founding(_) | Phase::Blank {} | Phase::Over { .. }) {
        return;
    }
    let active = table.active;
    let has_won = points::total(scribe.state(), active) >= i32::from(table.victory_points);
    if has_won && !table.has_resigned(active) {
        game_over(scribe, EndedBy::Points, Some(active));
    }
}

/// The game is over, and the hidden points are shown.
pub fn game_over(scribe: &mut Scribe<'_>, ended_by: EndedBy, winner: Option<Seat>) {
    let shown = |seat| scribe.state().secret.development_of(seat).get(DevelopmentCard::VictoryPoint);
    let victory_point_cards = (0..scribe.table().seats()).map(shown).collect();
    scribe.tell(Event::GameEnded(GameEnded { ended_by, winner, victory_point_cards }));
}
