//! Striking a game out: it is over at once, for everybody to see, and counts for nothing.

use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::error::{Code, Error};
use crate::service::audit::{self, Kind};
use crate::service::lobby;
use crate::service::log::TableEvent;
use crate::service::play::{AtTable, Change, TABLE, commit, tries};
use crate::service::table::Table;
use crate::store::games::Status;
use crate::store::{Connection, games};
use rules::{Author, StoredEntry};

/// Strikes a game out that has not ended; to be called in a transaction. Errors: `game_not_found`, `game_not_running`
/// for one that is over, `busy`.
pub async fn void(
    app: &App,
    connection: &mut Connection,
    operator: Uuid,
    game: Uuid,
    reason: &str,
) -> Result<(), Error> {
    let not_found = || Code::GameNotFound.problem();
    let mut row = games::get(connection, game).await?.ok_or_else(not_found)?;
    // Held only before the start: an action holds the position first, and the game's row after it, if at all.
    if !row.status.is_over() && !row.status.is_in_play() {
        row = games::lock(connection, game).await?.ok_or_else(not_found)?;
    }
    match row.status {
        status if status.is_over() => return Err(Code::GameNotRunning.because("The game is over.")),
        status if status.is_in_play() => in_play(app, connection, game).await?,
        _ => lobby::strike(app, connection, row).await?,
    }
    let detail = json!({"game": game, "reason": reason});
    audit::note(connection, app, operator, Kind::GameVoided, detail).await
}

async fn in_play(app: &App, connection: &mut Connection, game: Uuid) -> Result<(), Error> {
    for _ in tries(TABLE) {
        if attempt(app, connection, game).await? {
            return Ok(());
        }
    }
    Err(Code::Busy.problem())
}

/// One try; `false` when somebody moved the game in between.
async fn attempt(app: &App, connection: &mut Connection, game: Uuid) -> Result<bool, Error> {
    let table = Table::open_for_worker(app, connection, game).await?;
    let (base, mut at_base) = table.in_play()?;
    let before = at_base.awaiting();
    let nothing = serde_json::value::RawValue::from_string("[]".to_owned());
    let entry = StoredEntry {
        version: u64::try_from(base + 1).unwrap_or_default(),
        by: Author::Server,
        seat: None,
        action: None,
        events: nothing.map_err(|error| Error::Internal(error.to_string()))?,
        draws: Vec::new(),
        answered: Vec::new(),
    };
    let change = Change {
        table: &table,
        base,
        at: app.now(),
        entries: &mut vec![entry],
        before: &before,
        game: at_base.as_mut(),
        acting: None,
        request: None,
        at_table: AtTable {
            events: &[TableEvent::GameVoided {}],
            standing: Some(Status::Voided),
            ..AtTable::default()
        },
    };
    Ok(commit(app, connection, change).await?.is_some())
}
