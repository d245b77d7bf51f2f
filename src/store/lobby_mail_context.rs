//! The game before its start that a mail is about, read in one statement at the moment of sending, with the reader and
//! the invitation.

use uuid::Uuid;

use super::games::Status;
use super::invitations::InvitationStatus;
use super::mails::queue::MailKey;
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use crate::time_control::Instant;

by_name! {
    /// The game of a mail before its start, and the reader.
    #[derive(Debug, Clone)]
    pub struct LobbyMailContext {
        pub ruleset: String,
        pub name: String,
        pub status: Status,
        /// The language of its chat, if it has one.
        pub talk: Option<String>,
        pub seat_count: i16,
        /// As JSON.
        pub options: String,
        /// The most seconds that standing orders wait.
        pub order_delay: i32,
        /// While it is open: when it expires; while it is confirming: until when presence is confirmed.
        pub due_at: Option<Instant>,
        /// The names of the players, in the order of joining.
        pub people: Vec<String>,
        /// The reader, if they have an account with a verified address.
        pub reader_id: Option<Uuid>,
        pub reader: Option<String>,
        pub language: Option<String>,
        pub time_zone: Option<String>,
        pub is_banned: bool,
        pub has_seat: bool,
        /// Has the reader confirmed to be there?
        pub has_confirmed: bool,
        /// Is there a later mail of the same kind to the same reader?
        pub is_repeated: bool,
        /// The state of the invitation, if it still exists.
        pub invitation: Option<InvitationStatus>,
        /// The invited address, as addresses are compared; `None` for an invitation by name.
        pub invited_address: Option<String>,
        pub reserves: bool,
        /// The name of the player who invites.
        pub inviter: Option<String>,
        pub inviter_language: Option<String>,
        /// Does the reader block the player who invites, or is that player banned?
        pub is_unwelcome: bool,
        /// Have the reader and the player who invites ever had seats in the same game?
        pub knows_inviter: bool,
    }
}

/// The game, the reader and the invitation that the context is for, and the mail, which tells whether a later one
/// repeats it.
#[derive(Debug, Clone, Copy)]
pub struct LobbyMailKey {
    pub mail: MailKey,
    /// `None`: the address of the invitation.
    pub account: Option<Uuid>,
    pub invitation: Option<Uuid>,
}

/// The reader `r` of a mail to an invited address is the account that has verified the address.
const CONTEXT: &str = "SELECT g.ruleset, g.name, g.status, g.language AS talk, g.seat_count, \
    g.options, coalesce((g.terms::json ->> 'order_delay_seconds')::int, 0) AS order_delay, \
    g.lobby_due_at AS due_at, \
    ARRAY(SELECT p.name FROM seats s JOIN accounts p ON p.id = s.account_id WHERE s.game_id = g.id \
    ORDER BY s.join_order) AS people, \
    r.id AS reader_id, r.name AS reader, r.language, r.time_zone, \
    EXISTS (SELECT FROM bans b WHERE b.account_id = r.id) AS is_banned, \
    EXISTS (SELECT FROM seats s WHERE s.game_id = g.id AND s.account_id = r.id) AS has_seat, \
    EXISTS (SELECT FROM seats s WHERE s.game_id = g.id AND s.account_id = r.id AND s.confirmed_at IS NOT NULL) \
    AS has_confirmed, \
    EXISTS (SELECT FROM mails m JOIN mails l ON l.partition = m.partition AND l.kind = m.kind \
    AND l.account_id = m.account_id AND (l.created_at, l.id) > (m.created_at, m.id) \
    WHERE m.partition = $1 AND m.id = $2) AS is_repeated, \
    i.state AS invitation, i.email_key AS invited_address, coalesce(i.reserves, false) AS reserves, \
    n.name AS inviter, n.language AS inviter_language, \
    EXISTS (SELECT FROM blocks x WHERE x.account_id = r.id AND x.blocked_id = i.invited_by) \
    OR EXISTS (SELECT FROM bans b WHERE b.account_id = i.invited_by) AS is_unwelcome, \
    EXISTS (SELECT FROM seats s JOIN seats o ON o.game_id = s.game_id WHERE s.account_id = r.id \
    AND o.account_id = i.invited_by) AS knows_inviter \
    FROM games g \
    LEFT JOIN invitations i ON i.game_id = g.id AND i.id = $4 \
    LEFT JOIN accounts n ON n.id = i.invited_by \
    LEFT JOIN accounts r ON r.verified_at IS NOT NULL AND r.deleted_at IS NULL AND r.id = coalesce($3, \
    (SELECT a.id FROM accounts a WHERE a.email_key = i.email_key AND a.verified_at IS NOT NULL \
    AND a.deleted_at IS NULL)) \
    WHERE g.id = $1";

/// The context of a mail as it is now; `None` once the game is gone.
pub async fn load(connection: &mut Connection, key: &LobbyMailKey) -> Result<Option<LobbyMailContext>> {
    sql(CONTEXT)
        .bind(key.mail.partition)
        .bind(key.mail.id)
        .bind(key.account)
        .bind(key.invitation)
        .get_optional(connection)
        .await
}
