//! Votes whose time is over.

use super::ballot::ballots;
use super::count::judge;
use super::effect::{Deed, enter, follow, note, voters_of};
use crate::app::App;
use crate::error::Error;
use crate::service::log::{VoteKind, WhyFailed};
use crate::service::play::{TABLE, tries};
use crate::service::table::Table;
use crate::service::timing;
use crate::store::{self, Connection, votes};

/// Closes one vote whose time is over; `false` when there is none.
pub async fn expire(app: &App, connection: &mut Connection) -> Result<bool, Error> {
    if !timing::may_expire(app, connection).await? {
        return Ok(false);
    }
    store::transaction(connection, async |connection| {
        let Some(row) = votes::claim_due(connection, app.now()).await? else { return Ok(false) };
        for _ in tries(TABLE) {
            let mut table = Table::open_for_worker(app, connection, row.game_id).await?;
            let kind = VoteKind::from_word(&row.kind).filter(|_| table.present.status.is_in_play());
            let Some(kind) = kind else {
                // The game was over first: nobody needs to be told.
                votes::close(connection, row.game_id, row.id, WhyFailed::Expired.word(), app.now()).await?;
                return Ok(true);
            };
            let (voters, ballots) = (voters_of(&table, &row), ballots(connection, &row).await?);
            let mut deed = Deed::default();
            let verdict = judge(kind, &voters, &ballots, true);
            follow(&mut deed, verdict, &row, kind, &mut table, app.now());
            if enter(app, connection, &table, &deed).await?.is_some() {
                note(connection, row.game_id, &deed, app.now()).await?;
                return Ok(true);
            }
        }
        Ok(false)
    })
    .await
}
