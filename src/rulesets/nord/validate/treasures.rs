//! Playing a treasure (rules page §9.2).

use super::{Verdict, ensure, is_there, placement};
use crate::nord::action::PlayTreasure;
use crate::nord::board::{Ends, Settlement};
use crate::nord::connections::Connections;
use crate::nord::player_view::PlayerView;
use crate::nord::refusals::{self as no, refuse};
use crate::nord::treasure::TreasureAction;
use rules::Refusal;

/// May the seat play it? A negotiator's settlements are told if it is one.
pub fn play(
    player: &PlayerView<'_>,
    connections: &Connections<'_>,
    action: &PlayTreasure,
) -> Result<Option<[Settlement; 2]>, Refusal> {
    ensure(player.table.this_turn.played.is_none(), || refuse(no::ALREADY_PLAYED))?;
    ensure(placement::is_possible(player, connections, player.own()), || refuse(no::NO_PLACEMENT))?;
    ensure(player.hand.get(action.treasure) > 0, || refuse(no::NOT_IN_HAND).of("treasure"))?;
    let negotiates = player.components.action_of(action.treasure) == TreasureAction::Negotiator;
    match (negotiates, action.from, action.to) {
        (false, None, None) => Ok(None),
        (true, Some(from), Some(to)) => negotiator(player, connections, from, to).map(|()| Some([from, to])),
        _ => Err(refuse(no::WRONG_SETTLEMENTS)),
    }
}

/// May a fighter of the seat go from one settlement to the other?
pub fn negotiator(
    player: &PlayerView<'_>,
    connections: &Connections<'_>,
    from: Settlement,
    to: Settlement,
) -> Verdict {
    is_there(player.table, from, "from")?;
    is_there(player.table, to, "to")?;
    let stays = player.table.fighters(from, player.seat);
    ensure(stays > 0, || refuse(no::NO_FIGHTER).of("from"))?;
    ensure(connections.links().has(from, to), || refuse(no::NOT_LINKED).of("to"))?;
    let own = player.own().settlements().filter(|settlement| *settlement != from || stays > 1);
    let after = own.collect::<Ends>() | Ends::only(to);
    ensure(placement::is_possible(player, connections, after), || refuse(no::NO_PLACEMENT).of("to"))
}
