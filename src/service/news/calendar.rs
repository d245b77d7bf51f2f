//! What calendars show: the deadlines of an account, and when the games of a club began and ended.

use chrono::TimeDelta;
use minijinja::context;
use uuid::Uuid;

use crate::error::Error;
use crate::notifications::MailKind;
use crate::service::Ctx;
use crate::service::addresses::{public_page, seat_page};
use crate::store::accounts::AccountRow;
use crate::store::games::Visibility;
use crate::store::news::{self, ClubGameRow, DeadlineRow};
use crate::texts::{NoticeAbout, feed_text, game_name, when};
use crate::time_control::Instant;

/// The most deadlines of a calendar, and the most games of that of a club.
const MAX_DEADLINES: i64 = 200;
const MAX_GAMES: i64 = 200;
/// How long an event is. One without a length is drawn as a bare line by some calendars and is left out by others; one
/// that begins at a deadline would show time that there no longer is.
const MINUTES: i64 = 30;

/// A short event of a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEvent {
    /// The same as long as it is about the same, and never that of another one.
    pub uid: String,
    /// What the game is called, and what is asked or happened.
    pub title: String,
    pub about: Option<String>,
    pub starts: Instant,
    pub ends: Instant,
    /// Rises when the event moves.
    pub sequence: i64,
    pub changed_at: Instant,
    /// A page of the game, whose address is no secret.
    pub url: String,
}

/// The deadlines of an account as the ends of events, the next one first. A game that this process can't play is left out.
pub async fn deadlines(ctx: &mut Ctx, account: &AccountRow) -> Result<Vec<CalendarEvent>, Error> {
    let rows = news::deadlines(&mut ctx.db, account.id, MAX_DEADLINES).await?;
    Ok(rows.into_iter().filter_map(|row| deadline(ctx, account, row)).collect())
}

fn deadline(ctx: &Ctx, account: &AccountRow, row: DeadlineRow) -> Option<CalendarEvent> {
    let ruleset = ctx.app.ruleset(&row.ruleset).ok()?;
    let language = &account.language;
    let table = game_name(&row.game_name, ruleset, language);
    let until = when(row.deadline, &account.time_zone, language);
    let public_url = &ctx.app.settings.http.public_url;
    Some(CalendarEvent {
        uid: format!("{}.{}@{}", row.game, row.decision, host(public_url)),
        title: NoticeAbout { language, ruleset, table: &table }.question(&row.kind, row.blocking),
        about: Some(feed_text(language, "calendar_until", context! { until })),
        starts: row.deadline - TimeDelta::minutes(MINUTES),
        ends: row.deadline,
        sequence: row.version,
        changed_at: row.changed_at,
        url: format!("{public_url}{}", seat_page(row.game)),
    })
}

/// When the games of a club began and ended, the latest first, for a member of it.
pub async fn games_of_club(
    ctx: &mut Ctx,
    club: Uuid,
    account: &AccountRow,
) -> Result<Vec<CalendarEvent>, Error> {
    let rows = news::games_of_club(&mut ctx.db, club, MAX_GAMES).await?;
    Ok(rows.iter().flat_map(|row| begin_and_end(ctx, account, row)).collect())
}

/// A game that this process can't play is left out.
fn begin_and_end(ctx: &Ctx, account: &AccountRow, row: &ClubGameRow) -> Vec<CalendarEvent> {
    let Ok(ruleset) = ctx.app.ruleset(&row.ruleset) else { return Vec::new() };
    let language = &account.language;
    let table = game_name(&row.name, ruleset, language);
    let about = NoticeAbout { language, ruleset, table: &table };
    let public_url = &ctx.app.settings.http.public_url;
    let page = match row.visibility {
        Visibility::Private => seat_page(row.game),
        _ => public_page(row.game),
    };
    let event = |kind: MailKind, at: Instant| CalendarEvent {
        uid: format!("{}.{}@{}", row.game, kind.name(), host(public_url)),
        title: about.notice(kind.name(), None, None),
        about: None,
        starts: at,
        ends: at + TimeDelta::minutes(MINUTES),
        sequence: 0,
        changed_at: at,
        url: format!("{public_url}{page}"),
    };
    let end = row.finished_at.map(|at| event(MailKind::GameEnded, at));
    end.into_iter().chain([event(MailKind::GameStarted, row.started_at)]).collect()
}

fn host(public_url: &str) -> &str {
    public_url.split_once("://").map_or(public_url, |(_, host)| host)
}
