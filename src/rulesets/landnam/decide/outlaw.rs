//! Units that leave the board, with what that does to their red tokens (rules page §5.2, §6 Chasing).

use crate::landnam::event::{Event, RedTokenAwarded};
use crate::landnam::recorder::Recorder;
use crate::landnam::state::{RedToken, UnitId};

/// Each red token that names the unit goes to its plaintiff, in the order in which they were laid. Those of plaintiffs who
/// have given up only leave the board, with the unit.
pub(super) fn award_tokens(recorder: &mut Recorder<'_>, unit: UnitId) {
    let table = recorder.table();
    let laid = table.red_tokens.iter().filter(|token| token.unit == unit);
    let laid: Vec<RedToken> = laid.filter(|token| !table.has_resigned(token.plaintiff)).copied().collect();
    for token in laid {
        let event = RedTokenAwarded { seat: token.plaintiff, unit, hex: token.hex };
        recorder.record(Event::RedTokenAwarded(event));
    }
}
