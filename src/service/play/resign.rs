//! A seat gives up.

use uuid::Uuid;

use super::commit::{AtTable, Change, commit, json};
use super::reply::Reply;
use super::told;
use super::tries::{TABLE, tries};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::log::TableEvent;
use crate::service::table::Table;
use crate::service::tag::Seen;
use crate::store::{Connection, orders, seats};
use rules::Chance;

/// Somebody gives up, with everything that follows. Runs inside a transaction of the caller. Errors: `not_a_member`,
/// `version_stale`, `game_not_running`, `seat_resigned`, `busy`.
pub async fn resign(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<Reply, Error> {
    for _ in tries(TABLE) {
        if let Some(reply) = attempt(app, connection, game, account, seen).await? {
            return Ok(reply);
        }
    }
    Err(Code::Busy.problem())
}

/// One try; `None` when somebody else moved the game in between.
async fn attempt(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<Option<Reply>, Error> {
    let table = Table::open(app, connection, game, Some(account), None).await?;
    let seat = table.member()?;
    seen.must_have(&table.tag(Some(seat)))?;
    let (base, mut game) = table.in_play()?;
    if table.has_resigned(seat) {
        return Err(Code::SeatResigned.problem());
    }
    let before = game.awaiting();
    let mut chance = Chance::seeded(table.game_seed()?);
    let version = u64::try_from(base).unwrap_or_default();
    let mut entries = game
        .resign(version, seat, &mut chance)
        .map_err(|fault| Error::Internal(format!("seeded chance failed: {fault}")))?;
    let (at, events) = (app.now(), [TableEvent::SeatResigned { seat }]);
    let change = Change {
        table: &table,
        base,
        at,
        entries: &mut entries,
        before: &before,
        game: game.as_mut(),
        acting: Some(seat),
        request: None,
        at_table: AtTable { events: &events, ..AtTable::default() },
    };
    let Some(committed) = commit(app, connection, change).await? else { return Ok(None) };
    seats::resign(connection, table.id, i16::from(seat), at).await?;
    orders::clear(connection, table.id, i16::from(seat)).await?;
    let at_table = json(&events)?;
    let told = told::from_write(table.title.as_ref(), &entries, Some(&at_table), at, Some(seat))?;
    let versions = (base, committed.version);
    Ok(Some(Reply::of(table.title.id(), game.as_ref(), versions, seat, told, &committed.deadlines)))
}
