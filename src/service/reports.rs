//! Reports: what players tell the operators about another player, who never learns of it.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::service::page::{self, Page};
use crate::service::{Ctx, Tx};
use crate::service::{access, plain};
use crate::store::operators::{self, ReportRow};
use crate::store::{self, Connection};
use crate::time_control::Instant;

const MAX_CHARS: usize = 1000;
/// The list of reports, as a cursor knows it.
const LIST: &str = "reports";

/// What a player told the operators about another player.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerReport {
    /// Later ones are greater.
    pub id: Uuid,
    /// Whose behaviour it is about.
    pub account: Uuid,
    /// Null for the owner of an invited address without an account.
    pub reported_by: Option<Uuid>,
    /// The game in which it happened.
    pub game: Uuid,
    /// In the reporter's own words; may be empty.
    pub text: String,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// Reports `account`, and mails that to the operators.
pub async fn add(
    tx: &mut Tx<'_>,
    (account, game): (Uuid, Uuid),
    reported_by: Option<Uuid>,
    text: &str,
) -> Result<(), Error> {
    let row = ReportRow {
        id: tx.app.new_id(),
        account_id: account,
        reported_by,
        game_id: game,
        text: plain::lines("text", text, 0, MAX_CHARS)?,
        created_at: tx.app.now(),
        closed_at: None,
    };
    operators::add_report(&mut tx.db, &row).await?;
    tracing::warn!(report = %row.id, %account, %game, "a player was reported");
    for operator in access::all_operators(tx).await? {
        if store::accounts::find(&mut tx.db, operator).await?.is_some() {
            tx.mail_account(operator, MailKind::Reported).await?;
        }
    }
    Ok(())
}

/// The open reports. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(
    connection: &mut Connection,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<PlayerReport>, Error> {
    let place = page::place(LIST, after)?;
    let rows = operators::page_of_reports(connection, place, i64::from(limit) + 1).await?;
    Ok(page::cut(LIST, rows, limit, &place, |row| row.id).map(PlayerReport::from))
}

/// Closes a report that an operator is done with.
pub async fn close(ctx: &mut Ctx, id: Uuid) -> Result<(), Error> {
    if operators::close_report(&mut ctx.db, id, ctx.app.now()).await? {
        Ok(())
    } else {
        Err(Code::ReportNotFound.problem())
    }
}

impl From<ReportRow> for PlayerReport {
    fn from(row: ReportRow) -> Self {
        Self {
            id: row.id,
            account: row.account_id,
            reported_by: row.reported_by,
            game: row.game_id,
            text: row.text,
            created_at: row.created_at,
        }
    }
}
