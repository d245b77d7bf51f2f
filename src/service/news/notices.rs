//! What an account was notified of, newest first: as the subjects of its mails say it, sent or not.

use uuid::Uuid;

use super::stable_id;
use crate::error::Error;
use crate::notifications::{KindEntry, MailKind};
use crate::service::addresses::page_of_notice;
use crate::service::{App, Ctx};
use crate::store::accounts::AccountRow;
use crate::store::news::{self, NoticeRow};
use crate::texts::{NoticeAbout, game_name};
use crate::time_control::Instant;

/// The most items of a feed.
pub const MAX_ITEMS: i64 = 50;

/// An item of news.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsItem {
    /// The same whenever the item is fetched.
    pub id: Uuid,
    pub title: String,
    pub lines: Vec<String>,
    pub at: Instant,
    /// The page that asks for the device of the account or a mail.
    pub url: String,
}

/// The latest notices of an account. A game that this process can't play is left out.
pub async fn notices(ctx: &mut Ctx, account: &AccountRow) -> Result<Vec<NewsItem>, Error> {
    let kinds: Vec<&str> =
        ctx.app.kinds().all().filter(|entry| is_told(entry)).map(|entry| entry.name).collect();
    let rows = news::notices(&mut ctx.db, account.id, &kinds, MAX_ITEMS).await?;
    Ok(rows.iter().filter_map(|row| item(&ctx.app, account, row)).collect())
}

/// Invitations are found where they are stored: not each of them has a mail.
fn is_told(entry: &KindEntry) -> bool {
    entry.is_notice() && entry.kind != MailKind::Invitation
}

fn item(app: &App, account: &AccountRow, row: &NoticeRow) -> Option<NewsItem> {
    let ruleset = app.ruleset(&row.ruleset).ok()?;
    let kind = app.kinds().named(&row.kind)?.kind;
    let language = &account.language;
    let table = game_name(&row.game_name, ruleset, language);
    let about = NoticeAbout { language, ruleset, table: &table };
    let public_url = &app.settings.http.public_url;
    Some(NewsItem {
        // The id of a mail stands in its headers, and is not for others.
        id: stable_id(&[account.id.as_bytes(), row.id.as_bytes()]),
        title: about.notice(&row.kind, kind.call(), row.inviter.as_deref()),
        lines: Vec::new(),
        at: row.happened_at,
        url: format!("{public_url}{}", page_of_notice(kind, row.game)),
    })
}
