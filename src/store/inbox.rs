//! The inbox: everything that awaits or invites an account in all games, in one statement however many games there are.

use std::sync::LazyLock;

use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::sql::{by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

/// The place of an item: the most urgent first, among equals the next deadline, and then the longest waiting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxPlace {
    /// The urgency; 0 is the most urgent.
    pub rank: i32,
    /// The deadline; see [`InboxRow::due`].
    pub due: Instant,
    pub since: Instant,
    pub game: Uuid,
    /// Distinguishes the item from others of the same game.
    pub key: String,
}

by_name! {
    /// Something that awaits or invites the account.
    #[derive(Debug, Clone)]
    pub struct InboxRow {
        /// The urgency; 0 is the most urgent, -1 is [`MAIL_STOPPED`].
        pub rank: i32,
        pub since: Instant,
        pub game: Uuid,
        /// Distinguishes the item from others of the same game: the decision, the vote, the invitation.
        pub key: String,
        /// The type of the item: [`MAIL_STOPPED`], `decision`, `confirmation`, `vote`, `seat_offer`, `invitation`,
        /// `messages`.
        pub what: String,
        pub kind: Option<String>,
        /// The seat that is awaited or invited; null before the seats are dealt.
        pub seat: Option<i16>,
        pub count: Option<i64>,
        pub until: Option<Instant>,
        pub name: String,
        pub ruleset: String,
    }
}

impl InboxRow {
    /// The deadline by which the list is ordered: items without one come last.
    pub fn due(&self) -> Instant {
        // The instant of `LATEST` exists; the other default only satisfies the type.
        self.until.unwrap_or(Instant::from_timestamp(LATEST, 0).unwrap_or(Instant::MAX_UTC))
    }
}

/// Later than every deadline, as in `DUE`.
const LATEST: i64 = 253_402_214_400;
const DUE: &str = "coalesce(i.until, '9999-12-31T00:00:00Z'::timestamptz)";

static PAGE: LazyLock<String> =
    LazyLock::new(|| page_text(&format!("WITH mine AS ({MINE}), items"), "mine m"));

/// A sharded database joins what lies in one shard there, and not with what a part of the statement before it found.
static PAGE_OF_SHARDS: LazyLock<String> = LazyLock::new(|| page_text("WITH items", &format!("({MINE}) m")));

/// The seats of the account `$1` in games that still go on: most of an account's games are over, and the index of those
/// that are not says which without a look at the others.
const MINE: &str = "SELECT s.game_id, s.seat, s.confirmed_at, g.status, g.name, g.ruleset, g.lobby_due_at \
    FROM seats s JOIN games g ON g.id = s.game_id AND g.status IN ('confirming', 'running', 'paused') \
    WHERE s.account_id = $1";

/// The statement for a page: `$1` is the account, `$2` now; parts read the seats of the account from `mine`.
fn page_text(beginning: &str, mine: &str) -> String {
    let items =
        [STOPPED, DECISIONS, CONFIRMATIONS, VOTES, SEAT_OFFERS, INVITATIONS, MESSAGES].join(" UNION ALL ");
    let items = items.replace("{mine}", mine);
    format!(
        "{beginning} (rank, since, game_id, key, what, kind, seat, count, until, name, ruleset) AS ({items}) \
         SELECT i.rank, i.since, i.game_id AS game, i.key, i.what, i.kind, i.seat, i.count, i.until, i.name, i.ruleset \
         FROM items i WHERE (i.rank, {DUE}, i.since, i.game_id, i.key) > ($3, $4, $5, $6, $7) \
         ORDER BY i.rank, {DUE}, i.since, i.game_id, i.key LIMIT $8"
    )
}

/// The type of the item that comes before all others and belongs to no game: the account's address gets no mail.
pub const MAIL_STOPPED: &str = "mail_stopped";

/// The `kind` of a [`MAIL_STOPPED`] item is the status that the mail server gave.
const STOPPED: &str = "SELECT -1, x.stopped_at, '00000000-0000-0000-0000-000000000000'::uuid, 'mail_stopped', \
    'mail_stopped', x.status, NULL::smallint, NULL::bigint, NULL::timestamptz, '', '' \
    FROM stopped_addresses x JOIN accounts a ON a.id = x.account_id AND a.email_key = x.email_key WHERE x.account_id = $1";

const DECISIONS: &str = "SELECT CASE WHEN d.blocking THEN 0 ELSE 2 END, d.opened_at, d.game_id, d.decision, \
    'decision', d.kind, d.seat, NULL::bigint, d.deadline, m.name, m.ruleset \
    FROM {mine} JOIN decisions d ON d.game_id = m.game_id AND d.seat = m.seat WHERE m.status = 'running'";

/// A full game waits for every player to confirm their presence; it has been full since the last one joined.
const CONFIRMATIONS: &str = "SELECT 0, (SELECT max(o.joined_at) FROM seats o WHERE o.game_id = m.game_id), \
    m.game_id, 'confirmation', 'confirmation', NULL::text, NULL::smallint, NULL::bigint, m.lobby_due_at, m.name, \
    m.ruleset FROM {mine} WHERE m.status = 'confirming' AND m.confirmed_at IS NULL";

const VOTES: &str = "SELECT 1, v.opened_at, v.game_id, v.id::text, 'vote', v.kind, m.seat, NULL::bigint, \
    v.expires_at, m.name, m.ruleset FROM {mine} JOIN votes v ON v.game_id = m.game_id AND v.closed_at IS NULL \
    AND v.expires_at > $2 WHERE m.status IN ('running', 'paused') \
    AND NOT EXISTS (SELECT 1 FROM ballots b WHERE b.game_id = v.game_id AND b.vote_id = v.id AND b.seat = m.seat)";

const SEAT_OFFERS: &str = "SELECT 3, g.created_at, o.game_id, o.seat::text, 'seat_offer', NULL::text, o.seat, \
    NULL::bigint, o.expires_at, g.name, g.ruleset FROM seat_offers o JOIN games g ON g.id = o.game_id \
    AND g.status IN ('running', 'paused') WHERE o.account_id = $1 AND o.expires_at > $2";

/// Invitations by name or to the verified address, none between accounts of which one blocks the other.
const INVITATIONS: &str = "SELECT 3, i.created_at, i.game_id, i.id::text, 'invitation', NULL::text, \
    NULL::smallint, NULL::bigint, g.lobby_due_at, g.name, g.ruleset FROM ( \
    SELECT n.* FROM invitations n WHERE n.account_id = $1 AND n.state = 'open' UNION ALL \
    SELECT n.* FROM accounts a JOIN invitations n ON n.email_key = a.email_key AND n.state = 'open' \
    WHERE a.id = $1 AND a.verified_at IS NOT NULL AND a.deleted_at IS NULL) i \
    JOIN games g ON g.id = i.game_id AND g.status IN ('open', 'confirming') WHERE NOT EXISTS (SELECT 1 FROM blocks x \
    WHERE (x.account_id, x.blocked_id) IN (($1, i.invited_by), (i.invited_by, $1)))";

/// People talk on when a game is over.
const MESSAGES: &str = "SELECT 4, u.since, b.game_id, 'messages', 'messages', NULL::text, \
    CASE WHEN g.started_at IS NULL THEN NULL ELSE s.seat END, u.many, NULL::timestamptz, g.name, g.ruleset \
    FROM message_boxes b JOIN seats s ON s.game_id = b.game_id AND s.account_id = b.account_id \
    JOIN games g ON g.id = b.game_id CROSS JOIN LATERAL (SELECT count(*) AS many, min(t.created_at) AS since \
    FROM message_copies c JOIN messages t ON t.game_id = c.game_id AND t.message = c.message \
    WHERE c.game_id = b.game_id AND c.account_id = b.account_id AND c.number > b.read_number \
    AND t.account_id <> b.account_id AND NOT EXISTS (SELECT 1 FROM blocks x \
    WHERE x.account_id = b.account_id AND x.blocked_id = t.account_id)) u \
    WHERE b.account_id = $1 AND b.last_number > b.read_number AND u.many > 0";

/// At most `most` items of an account's inbox after a place, at `now`.
pub async fn page(
    connection: &mut Connection,
    is_sharded: bool,
    account: Uuid,
    now: Instant,
    after: &InboxPlace,
    most: i64,
) -> Result<Vec<InboxRow>> {
    let text: &str = if is_sharded { &PAGE_OF_SHARDS } else { &PAGE };
    sql(text)
        .bind(account)
        .bind(now)
        .bind(after.rank)
        .bind(after.due)
        .bind(after.since)
        .bind(after.game)
        .bind(&after.key)
        .bind(most)
        .load(connection)
        .await
}
