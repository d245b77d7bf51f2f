//! The deadlines of an account, for its calendar.

use crate::error::Error;
use crate::service::Ctx;
use crate::service::addresses::seat_page;
use crate::store::accounts::AccountRow;
use crate::store::news::{self, DeadlineRow};
use crate::texts::{NoticeAbout, game_name};
use crate::time_control::Instant;

/// The most deadlines of a calendar.
const MAX_DEADLINES: i64 = 200;

/// A decision that is open for an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarDeadline {
    /// The same as long as the decision is open, and never that of another one.
    pub uid: String,
    /// What the game is called, and what is asked.
    pub title: String,
    pub deadline: Instant,
    /// Rises when the deadline moves.
    pub sequence: i64,
    pub changed_at: Instant,
    /// The page that asks for the device of the account or a mail.
    pub url: String,
}

/// The deadlines of an account, the next one first. A game that this process can't play is left out.
pub async fn deadlines(ctx: &mut Ctx, account: &AccountRow) -> Result<Vec<CalendarDeadline>, Error> {
    let rows = news::deadlines(&mut ctx.db, account.id, MAX_DEADLINES).await?;
    Ok(rows.into_iter().filter_map(|row| deadline(ctx, account, row)).collect())
}

fn deadline(ctx: &Ctx, account: &AccountRow, row: DeadlineRow) -> Option<CalendarDeadline> {
    let ruleset = ctx.app.ruleset(&row.ruleset).ok()?;
    let language = &account.language;
    let table = game_name(&row.game_name, ruleset, language);
    let public_url = &ctx.app.settings.http.public_url;
    let host = public_url.split_once("://").map_or(public_url.as_str(), |(_, host)| host);
    Some(CalendarDeadline {
        uid: format!("{}.{}@{host}", row.game, row.decision),
        title: NoticeAbout { language, ruleset, table: &table }.question(&row.kind, row.blocking),
        deadline: row.deadline,
        sequence: row.version,
        changed_at: row.changed_at,
        url: format!("{public_url}{}", seat_page(row.game)),
    })
}
