//! Deleted accounts: their personal data is erased; a row with a pseudonym and their seats stay.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::accounts;
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

/// The statements that erase personal data; `$1` is the account. Some find their rows by the address of the account, so
/// they run before [`erase`] removes it. Sessions are ended separately, and messages stay with their games
/// and clubs.
const PERSONAL: &[&str] = &[
    "DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE account_id = $1)",
    "UPDATE sessions SET device = '' WHERE account_id = $1",
    // Foreign keys delete grants, tokens and webhooks of the apps, too.
    "DELETE FROM apps WHERE account_id = $1",
    "DELETE FROM app_codes WHERE account_id = $1",
    "DELETE FROM app_device_requests WHERE account_id = $1",
    "DELETE FROM page_log_ins WHERE account_id = $1",
    "DELETE FROM personal_tokens WHERE account_id = $1",
    "DELETE FROM one_time_links WHERE account_id = $1",
    "DELETE FROM devices WHERE account_id = $1",
    "DELETE FROM operators WHERE account_id = $1",
    "DELETE FROM address_changes WHERE account_id = $1",
    "DELETE FROM address_requests WHERE email_key = (SELECT email_key FROM accounts WHERE id = $1)",
    "DELETE FROM mails WHERE account_id = $1",
    "DELETE FROM mail_questions WHERE account_id = $1",
    "DELETE FROM unread_replies WHERE reader = $1",
    "DELETE FROM mail_links WHERE account_id = $1 \
     OR email_key = (SELECT email_key FROM accounts WHERE id = $1 AND verified_at IS NOT NULL)",
    "DELETE FROM stopped_addresses WHERE account_id = $1",
    "DELETE FROM notice_settings WHERE account_id = $1",
    "DELETE FROM game_notice_settings WHERE account_id = $1",
    "DELETE FROM replies WHERE account_id = $1",
    "DELETE FROM blocks WHERE account_id = $1",
    "DELETE FROM club_members WHERE account_id = $1",
    "UPDATE club_links SET uses_left = 0 WHERE made_by = $1",
    "DELETE FROM follows WHERE account_id = $1 OR followed_id = $1",
    "DELETE FROM friends WHERE account_id = $1 OR friend_id = $1",
    "UPDATE reports SET reported_by = NULL, text = '' WHERE reported_by = $1",
    "DELETE FROM audit_log WHERE account_id = $1",
    "DELETE FROM notes WHERE account_id = $1",
    "DELETE FROM orders WHERE account_id = $1",
    // The boxes are locked before their copies are deleted: a request that puts a message into a box locks it, too, and
    // would add a copy that the deletion does not see. A locking read can't cross the shards of a sharded database.
    "UPDATE message_boxes SET read_number = last_number WHERE account_id = $1",
    "DELETE FROM message_copies c USING message_boxes b \
     WHERE b.account_id = $1 AND c.game_id = b.game_id AND c.account_id = b.account_id",
    "DELETE FROM message_boxes WHERE account_id = $1",
    // This comes before the invitations lose the address by which their mails are found.
    "DELETE FROM mails m USING invitations i WHERE i.email_key = \
     (SELECT email_key FROM accounts WHERE id = $1 AND verified_at IS NOT NULL) \
     AND m.partition = i.game_id AND m.payload->>'invitation' = i.id::text",
    // The game keeps the invitation, but not the address.
    "UPDATE invitations SET email = NULL, email_key = id::text, \
     state = CASE WHEN state = 'open' THEN 'declined' ELSE state END WHERE email_key = \
     (SELECT email_key FROM accounts WHERE id = $1 AND verified_at IS NOT NULL)",
    "UPDATE invitation_links SET uses_left = 0 WHERE made_by = $1",
    // A foreign key deletes their deliveries, too.
    "DELETE FROM webhooks WHERE account_id = $1",
    "DELETE FROM feed_addresses WHERE account_id = $1",
    // A foreign key deletes their deliveries, too.
    "DELETE FROM push_subscriptions WHERE account_id = $1",
    "DELETE FROM channel_agreements WHERE account_id = $1",
    // Its copies in games are deleted with the channels of games.
    "DELETE FROM club_channels WHERE created_by = $1",
    // Likewise their posts, and the agreement of others to them.
    "DELETE FROM game_channels WHERE created_by = $1",
    "DELETE FROM stream_tickets WHERE account_id = $1",
    "DELETE FROM stream_items WHERE account_id = $1",
    "DELETE FROM availability WHERE account_id = $1",
    "DELETE FROM vacations WHERE account_id = $1",
    "DELETE FROM availability_due WHERE account_id = $1",
    "UPDATE seats SET availability = NULL WHERE account_id = $1 AND availability IS NOT NULL",
    "DELETE FROM ratings WHERE account_id = $1",
    "DELETE FROM rating_changes WHERE account_id = $1",
    "DELETE FROM reliability WHERE account_id = $1",
];

/// Erases the personal data of an account, and gives it a pseudonym.
pub async fn erase(
    connection: &mut Connection,
    account: Uuid,
    name: &str,
    name_key: &str,
    now: Instant,
) -> Result<()> {
    for statement in PERSONAL {
        sql(*statement).bind(account).execute(connection).await?;
    }
    diesel::update(accounts::table.find(account))
        .set((
            accounts::name.eq(name),
            accounts::name_key.eq(name_key),
            accounts::email.eq(""),
            accounts::email_key.eq(""),
            accounts::password_hash.eq(""),
            accounts::language.eq("en"),
            accounts::time_zone.eq("UTC"),
            accounts::about.eq(""),
            accounts::shares_availability.eq(false),
            accounts::verified_at.eq(None::<Instant>),
            accounts::deleted_at.eq(now),
        ))
        .run(connection)
        .await
}

by_name! {
    /// A seat that still belongs to a deleted account.
    #[derive(Debug, Clone)]
    pub struct SeatOfDeparted {
        pub account: Uuid,
        pub game: Uuid,
        pub ruleset: String,
        pub started: bool,
    }
}

/// The seats of deleted accounts in games that are not over, where no bot plays for them; only those of `account`, if
/// one is given.
pub async fn seats_of_departed(
    connection: &mut Connection,
    account: Option<Uuid>,
) -> Result<Vec<SeatOfDeparted>> {
    sql(
        "SELECT s.account_id AS account, g.id AS game, g.ruleset, g.started_at IS NOT NULL AS started \
         FROM accounts a JOIN seats s ON s.account_id = a.id JOIN games g ON g.id = s.game_id \
         WHERE a.deleted_at IS NOT NULL AND ($1 IS NULL OR a.id = $1) AND s.caretaker IS NULL AND s.resigned_at IS NULL \
         AND g.status IN ('open', 'confirming', 'running', 'paused') ORDER BY g.id",
    )
    .bind(account)
    .load(connection)
    .await
}
