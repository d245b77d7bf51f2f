//! Playing a treasure (rules page §9.2).

use super::{Verdict, demand, is_there, placement};
use crate::rules::Refusal;
use crate::rulesets::nord::action::PlayTreasure;
use crate::rulesets::nord::board::{Ends, Settlement};
use crate::rulesets::nord::connections::Connections;
use crate::rulesets::nord::refusals::{self as no, refuse};
use crate::rulesets::nord::sight::Sight;
use crate::rulesets::nord::treasure::TreasureAction;

/// May the seat play it? A negotiator's settlements are told if it is one.
pub fn play(
    sight: &Sight<'_>,
    connections: &Connections<'_>,
    action: &PlayTreasure,
) -> Result<Option<[Settlement; 2]>, Refusal> {
    demand(sight.table.this_turn.played.is_none(), || refuse(no::ALREADY_PLAYED))?;
    demand(placement::is_possible(sight, connections, sight.own()), || refuse(no::NO_PLACEMENT))?;
    demand(sight.hand.get(action.treasure) > 0, || refuse(no::NOT_IN_HAND).of("treasure"))?;
    let negotiates = sight.components.action_of(action.treasure) == TreasureAction::Negotiator;
    match (negotiates, action.from, action.to) {
        (false, None, None) => Ok(None),
        (true, Some(from), Some(to)) => negotiator(sight, connections, from, to).map(|()| Some([from, to])),
        _ => Err(refuse(no::WRONG_SETTLEMENTS)),
    }
}

/// May a fighter of the seat go from one settlement to the other?
pub fn negotiator(
    sight: &Sight<'_>,
    connections: &Connections<'_>,
    from: Settlement,
    to: Settlement,
) -> Verdict {
    is_there(sight.table, from, "from")?;
    is_there(sight.table, to, "to")?;
    let stays = sight.table.fighters(from, sight.seat);
    demand(stays > 0, || refuse(no::NO_FIGHTER).of("from"))?;
    demand(connections.links().has(from, to), || refuse(no::NOT_LINKED).of("to"))?;
    let own = sight.own().settlements().filter(|settlement| *settlement != from || stays > 1);
    let after = own.collect::<Ends>() | Ends::only(to);
    demand(placement::is_possible(sight, connections, after), || refuse(no::NO_PLACEMENT).of("to"))
}
