//! Who sees a private game without sitting there, in SQL; `service::visibility` says what follows from it.

use diesel::pg::Pg;
use diesel::query_builder::AstPass;
use diesel::sql_types::{Bool, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, StoreError};
use crate::clock::Instant;

/// Is `{account}` a guest of the game `g` at `{at}`: offered a seat there, or, until it starts, invited by name or by
/// the proved address, and not by somebody it blocks? False for a game that is public, where nobody needs to ask.
const IS_GUEST: &str = "g.visibility = 'private' AND (EXISTS (SELECT FROM seat_offers o WHERE o.game_id = g.id \
    AND o.account_id = {account} AND o.expires_at > {at}) \
    OR g.status IN ('open', 'confirming') AND EXISTS (SELECT FROM invitations i WHERE i.game_id = g.id \
    AND i.state = 'open' AND (i.account_id = {account} OR i.email_key = (SELECT a.email_key FROM accounts a \
    WHERE a.id = {account} AND a.verified_at IS NOT NULL AND a.deleted_at IS NULL)) \
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.account_id = {account} AND b.blocked_id = i.invited_by)))";

/// The condition as a part of a statement that reads the game as `g`.
pub(super) fn push_is_guest<'b>(
    account: &'b Option<Uuid>,
    at: &'b Instant,
    out: &mut AstPass<'_, 'b, Pg>,
) -> QueryResult<()> {
    for (place, part) in IS_GUEST.split(['{', '}']).enumerate() {
        match part {
            "account" if place % 2 == 1 => out.push_bind_param::<Nullable<SqlUuid>, _>(account)?,
            "at" if place % 2 == 1 => out.push_bind_param::<Timestamptz, _>(at)?,
            text => out.push_sql(text),
        }
    }
    Ok(())
}

/// Is `account` a guest of `game` at `at`? Nobody is one of a game that does not exist.
pub async fn is_guest(
    connection: &mut Connection,
    game: Uuid,
    account: Option<Uuid>,
    at: Instant,
) -> Result<bool, StoreError> {
    #[derive(QueryableByName)]
    struct Guest {
        #[diesel(sql_type = Bool)]
        is_guest: bool,
    }
    let condition = IS_GUEST.replace("{account}", "$2").replace("{at}", "$3");
    let found: Option<Guest> =
        diesel::sql_query(format!("SELECT {condition} AS is_guest FROM games g WHERE g.id = $1"))
            .bind::<SqlUuid, _>(game)
            .bind::<Nullable<SqlUuid>, _>(account)
            .bind::<Timestamptz, _>(at)
            .get_result(connection)
            .await
            .optional()?;
    Ok(found.is_some_and(|guest| guest.is_guest))
}
