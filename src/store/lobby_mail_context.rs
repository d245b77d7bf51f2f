//! The game before its start that a mail is about, read in one statement at the moment of sending, with the reader and
//! the invitation.

use diesel::sql_types::{Array, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryableByName};
use diesel_async::RunQueryDsl;

use super::games::Status;
use super::mails::queue::MailKey;
use super::sql::sql;
use super::{Connection, StoreError};
use crate::time_control::Instant;

/// The game of a mail before its start, and the reader.
#[derive(Debug, Clone, QueryableByName)]
pub struct LobbyMailContext {
    #[diesel(sql_type = Text)]
    pub ruleset: String,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = Text)]
    pub status: Status,
    /// The language of its chat, if it has one.
    #[diesel(sql_type = Nullable<Text>)]
    pub talk: Option<String>,
    #[diesel(sql_type = SmallInt)]
    pub seat_count: i16,
    /// While it is open: when it expires; while it is confirming: until when presence is confirmed.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub due_at: Option<Instant>,
    /// The names of the players, in the order of joining.
    #[diesel(sql_type = Array<Text>)]
    pub people: Vec<String>,
    /// The reader's name, if they have an account with a verified address.
    #[diesel(sql_type = Nullable<Text>)]
    pub reader: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub language: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub time_zone: Option<String>,
    #[diesel(sql_type = Bool)]
    pub is_banned: bool,
    #[diesel(sql_type = Bool)]
    pub has_seat: bool,
    /// Has the reader confirmed to be there?
    #[diesel(sql_type = Bool)]
    pub has_confirmed: bool,
    /// Is there a later mail of the same kind to the same reader?
    #[diesel(sql_type = Bool)]
    pub is_repeated: bool,
    /// The state of the invitation, if it still exists.
    #[diesel(sql_type = Nullable<Text>)]
    pub invitation: Option<String>,
    #[diesel(sql_type = Bool)]
    pub reserves: bool,
    /// The name of the player who invites.
    #[diesel(sql_type = Nullable<Text>)]
    pub inviter: Option<String>,
    /// Does the reader block the player who invites, or is that player banned?
    #[diesel(sql_type = Bool)]
    pub is_unwelcome: bool,
}

/// An address belongs to the account that has verified it.
const CONTEXT: &str = "SELECT g.ruleset, g.name, g.status, g.language AS talk, g.seat_count, \
    g.lobby_due_at AS due_at, \
    ARRAY(SELECT p.name FROM seats s JOIN accounts p ON p.id = s.account_id WHERE s.game_id = g.id \
    ORDER BY s.join_order) AS people, \
    r.name AS reader, r.language, r.time_zone, \
    EXISTS (SELECT FROM bans b WHERE b.account_id = r.id) AS is_banned, \
    EXISTS (SELECT FROM seats s WHERE s.game_id = g.id AND s.account_id = r.id) AS has_seat, \
    EXISTS (SELECT FROM seats s WHERE s.game_id = g.id AND s.account_id = r.id AND s.confirmed_at IS NOT NULL) \
    AS has_confirmed, \
    EXISTS (SELECT FROM mails l WHERE l.partition = m.partition AND l.kind = m.kind \
    AND l.account_id = m.account_id AND (l.created_at, l.id) > (m.created_at, m.id)) AS is_repeated, \
    i.state AS invitation, coalesce(i.reserves, false) AS reserves, n.name AS inviter, \
    EXISTS (SELECT FROM blocks x WHERE x.account_id = r.id AND x.blocked_id = i.invited_by) \
    OR EXISTS (SELECT FROM bans b WHERE b.account_id = i.invited_by) AS is_unwelcome \
    FROM mails m JOIN games g ON g.id = m.partition \
    LEFT JOIN invitations i ON i.game_id = m.partition AND i.id = (m.payload->>'invitation')::uuid \
    LEFT JOIN accounts n ON n.id = i.invited_by \
    LEFT JOIN accounts r ON r.verified_at IS NOT NULL AND r.deleted_at IS NULL AND r.id = coalesce(m.account_id, \
    (SELECT a.id FROM accounts a WHERE a.email_key = i.email_key AND a.verified_at IS NOT NULL \
    AND a.deleted_at IS NULL)) \
    WHERE m.partition = $1 AND m.id = $2";

/// The context of a mail as it is now; `None` once the mail or the game is gone.
pub async fn load(
    connection: &mut Connection,
    mail: MailKey,
) -> Result<Option<LobbyMailContext>, StoreError> {
    sql(CONTEXT)
        .bind::<SqlUuid, _>(mail.partition)
        .bind::<SqlUuid, _>(mail.id)
        .get_result(connection)
        .await
        .optional()
}
