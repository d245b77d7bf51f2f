//! Mails about an account, waiting to be sent.

use diesel::{ExpressionMethods, Insertable, QueryDsl};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::account_mails;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A mail to write: no text, that is made when it is sent.
#[derive(Insertable)]
#[diesel(table_name = account_mails)]
pub struct AccountMail {
    pub account_id: Uuid,
    pub kind: &'static str,
    /// Where it goes; `None`: to the account's own address.
    pub address: Option<String>,
}

/// Queues a mail, due at once.
pub async fn insert(
    connection: &mut Connection,
    id: Uuid,
    mail: AccountMail,
    now: Instant,
) -> Result<(), StoreError> {
    diesel::insert_into(account_mails::table)
        .values((
            account_mails::id.eq(id),
            mail,
            account_mails::created_at.eq(now),
            account_mails::due_at.eq(now),
            account_mails::attempts.eq(0),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Was such a mail queued for the account after `since`?
pub async fn queued_since(
    connection: &mut Connection,
    account: Uuid,
    kind: &str,
    since: Instant,
) -> Result<bool, StoreError> {
    let recent = account_mails::table
        .filter(account_mails::account_id.eq(account))
        .filter(account_mails::kind.eq(kind))
        .filter(account_mails::created_at.gt(since));
    diesel::select(diesel::dsl::exists(recent)).get_result(connection).await
}
