//! Everything that awaits or invites a person, over all games, in one statement however many games there are.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, StoreError};
use crate::clock::Instant;

/// The place of an item: the most urgent first, of those the next deadline, and of those the longest waiting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// How urgent, from 0.
    pub rank: i32,
    /// Until when; see [`Item::due`].
    pub due: Instant,
    /// Since when.
    pub since: Instant,
    pub game: Uuid,
    /// What tells it from others of the same game.
    pub key: String,
}

/// Something that awaits or invites somebody.
#[derive(Debug, Clone, Queryable)]
pub struct Item {
    /// How urgent, from 0; below 0: [`MAIL_STOPPED`].
    pub rank: i32,
    /// Since when.
    pub since: Instant,
    pub game: Uuid,
    /// What tells it from others of the same game: the decision, the vote, the invitation.
    pub key: String,
    /// What it is: [`MAIL_STOPPED`], `decision`, `confirmation`, `vote`, `seat_offer`, `invitation`, `messages`.
    pub what: String,
    pub kind: Option<String>,
    /// The seat that is asked; null before the seats are dealt.
    pub seat: Option<i16>,
    pub count: Option<i64>,
    /// Until when.
    pub until: Option<Instant>,
    pub name: String,
    pub ruleset: String,
}

impl Item {
    /// Until when, in the order of the list: what has no end comes last.
    pub fn due(&self) -> Instant {
        self.until.unwrap_or(Instant::from_timestamp(LATEST, 0).unwrap_or(Instant::MAX_UTC))
    }
}

/// Later than every deadline, as in `DUE`.
const LATEST: i64 = 253_402_214_400;
const DUE: &str = "coalesce(i.until, '9999-12-31T00:00:00Z'::timestamptz)";

struct Ask<'a> {
    account: Uuid,
    now: Instant,
    after: &'a Place,
    most: i64,
}

impl QueryId for Ask<'_> {
    type QueryId = Ask<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for Ask<'_> {
    type SqlType = (
        Integer,
        Timestamptz,
        SqlUuid,
        Text,
        Text,
        Nullable<Text>,
        Nullable<SmallInt>,
        Nullable<BigInt>,
        Nullable<Timestamptz>,
        Text,
        Text,
    );
}

impl QueryFragment<Pg> for Ask<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH me (account_id, now) AS (SELECT ");
        out.push_bind_param::<SqlUuid, _>(&self.account)?;
        out.push_sql("::uuid, ");
        out.push_bind_param::<Timestamptz, _>(&self.now)?;
        out.push_sql(
            "::timestamptz), mine AS (SELECT s.game_id, s.seat, s.confirmed_at, g.status, g.name, g.ruleset, \
             g.started_at, g.lobby_due_at FROM me JOIN seats s ON s.account_id = me.account_id JOIN games g ON g.id = s.game_id), \
             items (rank, since, game_id, key, what, kind, seat, count, until, name, ruleset) AS (",
        );
        out.push_sql(STOPPED);
        out.push_sql(" UNION ALL ");
        out.push_sql(DECISIONS);
        out.push_sql(" UNION ALL ");
        out.push_sql(CONFIRMATIONS);
        out.push_sql(" UNION ALL ");
        out.push_sql(VOTES);
        out.push_sql(" UNION ALL ");
        out.push_sql(SEAT_OFFERS);
        out.push_sql(" UNION ALL ");
        out.push_sql(INVITATIONS);
        out.push_sql(" UNION ALL ");
        out.push_sql(MESSAGES);
        out.push_sql(") SELECT * FROM items i WHERE (i.rank, ");
        out.push_sql(DUE);
        out.push_sql(", i.since, i.game_id, i.key) > (");
        out.push_bind_param::<Integer, _>(&self.after.rank)?;
        out.push_sql(", ");
        out.push_bind_param::<Timestamptz, _>(&self.after.due)?;
        out.push_sql(", ");
        out.push_bind_param::<Timestamptz, _>(&self.after.since)?;
        out.push_sql(", ");
        out.push_bind_param::<SqlUuid, _>(&self.after.game)?;
        out.push_sql(", ");
        out.push_bind_param::<Text, _>(&self.after.key)?;
        out.push_sql(") ORDER BY i.rank, ");
        out.push_sql(DUE);
        out.push_sql(", i.since, i.game_id, i.key LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.most)?;
        Ok(())
    }
}

/// What an item says that stands before all others and is of no game: the person's address gets no mail.
pub const MAIL_STOPPED: &str = "mail_stopped";

/// Its kind is the status that the mail server gave.
const STOPPED: &str = "SELECT -1, x.stopped_at, '00000000-0000-0000-0000-000000000000'::uuid, 'mail_stopped', \
    'mail_stopped', x.status, NULL::smallint, NULL::bigint, NULL::timestamptz, '', '' FROM me \
    JOIN stopped_addresses x ON x.account_id = me.account_id \
    JOIN accounts a ON a.id = x.account_id AND a.email_key = x.email_key";

const DECISIONS: &str = "SELECT CASE WHEN d.blocking THEN 0 ELSE 2 END, d.opened_at, d.game_id, d.decision, \
    'decision', d.kind, d.seat, NULL::bigint, d.deadline, m.name, m.ruleset \
    FROM mine m JOIN decisions d ON d.game_id = m.game_id AND d.seat = m.seat WHERE m.status = 'running'";

/// A full table waits for everybody to say that he is there; it has been full since the last one came.
const CONFIRMATIONS: &str = "SELECT 0, (SELECT max(o.joined_at) FROM seats o WHERE o.game_id = m.game_id), \
    m.game_id, 'confirmation', 'confirmation', NULL::text, NULL::smallint, NULL::bigint, m.lobby_due_at, m.name, \
    m.ruleset FROM mine m WHERE m.status = 'confirming' AND m.confirmed_at IS NULL";

const VOTES: &str = "SELECT 1, v.opened_at, v.game_id, v.id::text, 'vote', v.kind, m.seat, NULL::bigint, \
    v.expires_at, m.name, m.ruleset FROM mine m JOIN votes v ON v.game_id = m.game_id AND v.closed_at IS NULL \
    JOIN me ON v.expires_at > me.now WHERE m.status IN ('running', 'paused') \
    AND NOT EXISTS (SELECT FROM ballots b WHERE b.game_id = v.game_id AND b.vote_id = v.id AND b.seat = m.seat)";

const SEAT_OFFERS: &str = "SELECT 3, g.created_at, o.game_id, o.seat::text, 'seat_offer', NULL::text, o.seat, \
    NULL::bigint, o.expires_at, g.name, g.ruleset FROM me JOIN seat_offers o ON o.account_id = me.account_id \
    AND o.expires_at > me.now JOIN games g ON g.id = o.game_id AND g.status IN ('running', 'paused')";

/// By name, or by the address that was proved; from nobody who is blocked.
const INVITATIONS: &str = "SELECT 3, i.created_at, i.game_id, i.id::text, 'invitation', NULL::text, \
    NULL::smallint, NULL::bigint, g.lobby_due_at, g.name, g.ruleset FROM me CROSS JOIN LATERAL ( \
    SELECT n.* FROM invitations n WHERE n.account_id = me.account_id AND n.state = 'open' UNION ALL \
    SELECT n.* FROM accounts a JOIN invitations n ON n.email_key = a.email_key AND n.state = 'open' \
    WHERE a.id = me.account_id AND a.verified_at IS NOT NULL AND a.deleted_at IS NULL) i \
    JOIN games g ON g.id = i.game_id AND g.status IN ('open', 'confirming') WHERE NOT EXISTS (SELECT FROM blocks x \
    WHERE x.account_id = me.account_id AND x.blocked_id = i.invited_by)";

const MESSAGES: &str = "SELECT 4, u.since, b.game_id, 'messages', 'messages', NULL::text, \
    CASE WHEN m.started_at IS NULL THEN NULL ELSE m.seat END, u.many, NULL::timestamptz, m.name, m.ruleset \
    FROM mine m JOIN me ON true JOIN message_boxes b ON b.game_id = m.game_id AND b.account_id = me.account_id \
    AND b.last_number > b.read_number CROSS JOIN LATERAL (SELECT count(*) AS many, min(t.created_at) AS since \
    FROM message_copies c JOIN messages t ON t.game_id = c.game_id AND t.message = c.message \
    WHERE c.game_id = b.game_id AND c.account_id = b.account_id AND c.number > b.read_number \
    AND t.account_id <> b.account_id AND NOT EXISTS (SELECT FROM blocks x \
    WHERE x.account_id = b.account_id AND x.blocked_id = t.account_id)) u WHERE u.many > 0";

/// At most `most` items of a person's inbox after a place, at `now`.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    now: Instant,
    after: &Place,
    most: i64,
) -> Result<Vec<Item>, StoreError> {
    Ask { account, now, after, most }.load(connection).await
}
