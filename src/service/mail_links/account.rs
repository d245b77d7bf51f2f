//! Links to the page of an account, and to the page where one is made. Who holds the former may answer for that account
//! everywhere; passwords and addresses change only by mails of their own.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{DeadLink, LinkOrigin, MailLinkToken, NewLink};
use crate::error::Error;
use crate::service::Ctx;
use crate::service::identity::email_key;
use crate::store::accounts::AccountRow;
use crate::store::mail_links::{self, LinkPurpose, MailLinkRow};
use crate::store::{self, Connection};

/// For how long a link to an account is valid.
const ACCOUNT_DAYS: i64 = 7;

/// Makes a link for a mail to the owner of an account, and returns the last part of its address.
pub async fn create_account_link(ctx: &mut Ctx, account: Uuid) -> Result<String, Error> {
    let new = NewLink {
        partition: account,
        account,
        purpose: LinkPurpose::Account,
        seat: None,
        invitation: None,
        expires_at: Some(ctx.app.now() + TimeDelta::days(ACCOUNT_DAYS)),
    };
    super::create(ctx, new, LinkOrigin::Mail).await
}

/// The account behind a link, or why there is none. Changes nothing.
pub async fn open_account_link(ctx: &mut Ctx, token: &str) -> Result<Result<AccountRow, DeadLink>, Error> {
    let row = match super::find(ctx, token, LinkPurpose::Account).await? {
        Ok(row) => row,
        Err(dead) => return Ok(Err(dead)),
    };
    let account = store::accounts::find(&mut ctx.db, row.partition).await?;
    Ok(account.filter(|row| row.deleted_at.is_none()).ok_or(DeadLink::Unknown))
}

/// Makes every link to the page of an account dead, and those that were opened on that page.
pub async fn end_account_links(connection: &mut Connection, account: Uuid) -> Result<(), Error> {
    // In this order: once the link to the account is gone, no further link can be opened from it.
    mail_links::remove_all(connection, account, account, LinkPurpose::Account).await?;
    Ok(mail_links::remove_opened_from(connection, account, account).await?)
}

/// Makes a link for a mail to an address without an account, and returns the last part of its address.
pub async fn create_sign_up_link(ctx: &mut Ctx, email: &str) -> Result<String, Error> {
    let token = MailLinkToken::new(&ctx.app, ctx.app.new_id());
    let expires_at = ctx.app.now() + TimeDelta::seconds(ctx.app.settings.accounts.verify_seconds);
    let row = MailLinkRow {
        email: Some(email.to_owned()),
        email_key: Some(email_key(email)),
        expires_at: Some(expires_at),
        ..super::without_account(&ctx.app, &token, LinkPurpose::SignUp)
    };
    super::add(ctx, &row).await?;
    Ok(token.to_string())
}

/// The address behind a link for signing up, or why there is none. Changes nothing.
pub async fn open_sign_up_link(ctx: &mut Ctx, token: &str) -> Result<Result<String, DeadLink>, Error> {
    let row = super::find(ctx, token, LinkPurpose::SignUp).await?;
    Ok(row.and_then(|row| row.email.ok_or(DeadLink::Unknown)))
}
