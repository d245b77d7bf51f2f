//! The guests of a private game, who see it without a seat, in SQL. `service::visibility` has the rules that follow.

use uuid::Uuid;

use super::sql::sql;
use super::{Connection, Result};
use crate::time_control::Instant;

/// Is the account `$2` a guest of the game `g` at `$3`: offered a seat there, or, until it starts, invited by name or
/// by the verified address, and not by an account it blocks? Always false for a public game, where it does not matter.
pub(super) const IS_GUEST: &str = "g.visibility = 'private' AND (EXISTS (SELECT FROM seat_offers o WHERE o.game_id = g.id \
    AND o.account_id = $2 AND o.expires_at > $3) \
    OR g.status IN ('open', 'confirming') AND EXISTS (SELECT FROM invitations i WHERE i.game_id = g.id \
    AND i.state = 'open' AND (i.account_id = $2 OR i.email_key = (SELECT a.email_key FROM accounts a \
    WHERE a.id = $2 AND a.verified_at IS NOT NULL AND a.deleted_at IS NULL)) \
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.account_id = $2 AND b.blocked_id = i.invited_by)))";

/// Is `account` a guest of `game` at `at`? A game that does not exist has no guests.
pub async fn is_guest(
    connection: &mut Connection,
    game: Uuid,
    account: Option<Uuid>,
    at: Instant,
) -> Result<bool> {
    let found = sql(format!("SELECT {IS_GUEST} AS is_guest FROM games g WHERE g.id = $1"))
        .bind(game)
        .bind(account)
        .bind(at)
        .optional_value(connection)
        .await?;
    Ok(found.unwrap_or(false))
}
