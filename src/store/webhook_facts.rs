//! The facts that webhooks subscribe to. They are found in the tables that the service fills anyway, so that webhooks
//! slow down no write of a game.
//!
//! Notifications and invitations are searched by the time at which they became true, some minutes back each time: a row
//! that is committed late is found late and not missed. A fact that was found before has a delivery of the same id.

use std::sync::LazyLock;

use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::sql::{Statement, by_name, derived_id, sql};
use super::{Connection, Result};
use time_control::Instant;

/// The active webhooks, each with the instant from which on facts are searched. The part is materialized: merged into
/// the statement around it, it might have every mail of the owner read before the instant is compared.
pub(super) const HOOKS: &str = "hooks AS MATERIALIZED (SELECT w.id, w.account_id, w.topics, w.games, w.since, \
    greatest(w.since, w.looked_at - interval '10 minutes') AS from_at, w.looked_number, a.email_key, a.verified_at \
    FROM webhooks w JOIN accounts a ON a.id = w.account_id AND a.deleted_at IS NULL \
    WHERE w.disabled_at IS NULL AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.account_id = w.account_id))";

/// The id of the delivery of a fact `f`, the same for every worker that finds the fact, and however often. The source
/// of a fact contains its instant: versions and numbers come again after a failover that lost the last ones, and
/// receivers drop an id that they have had.
const ID: &str = derived_id!("f.webhook_id::text || ' ' || f.source");

/// Mails with a version of a game are ordered by it; those of a game that has not started come before everything else.
const MAILS: &str = "SELECT h.id, concat_ws('.', CASE WHEN m.seat IS NULL THEN 'table' ELSE 'notice' END, m.id, \
    extract(epoch FROM m.created_at)), m.kind, m.partition, m.seat, m.version, m.decision, m.created_at, \
    coalesce(m.version * 2, -1) \
    FROM hooks h JOIN mails m ON m.account_id = h.account_id AND m.created_at >= h.from_at WHERE m.kind = ANY($5)";

/// Invitations by name or to the verified address, none between accounts of which one blocks the other, as in the inbox.
fn invitations(of_owner: &str) -> String {
    format!(
        "SELECT h.id, concat_ws('.', 'invitation', i.id), 'invitation', i.game_id, NULL::smallint, \
         NULL::bigint, i.id::text, i.created_at, -2::bigint \
         FROM hooks h JOIN invitations i ON {of_owner} AND i.state = 'open' AND i.created_at >= h.from_at \
         JOIN games g ON g.id = i.game_id AND g.status IN ('open', 'confirming') \
         LEFT JOIN blocks x ON (x.account_id, x.blocked_id) IN ((h.account_id, i.invited_by), (i.invited_by, h.account_id)) \
         WHERE x.account_id IS NULL"
    )
}

const OF_ACCOUNT: &str = "i.account_id = h.account_id";
const OF_ADDRESS: &str = "i.email_key = h.email_key AND h.verified_at IS NOT NULL";

/// The items of the owners' streams that were not searched before.
const ITEMS: &str = "items AS MATERIALIZED (SELECT h.id AS hook, h.account_id AS owner, i.number, i.kind, i.game_id, i.seat, \
    i.position, i.created_at FROM hooks h JOIN stream_items i ON i.account_id = h.account_id \
    AND i.number > h.looked_number AND i.created_at >= h.since WHERE i.kind IN ('entry', 'message'))";

/// Moves are found in the owner's stream, which has no gaps.
const MOVES: &str = "SELECT i.hook, concat_ws('.', 'stream', i.number, \
    extract(epoch FROM i.created_at)), 'game_updated', i.game_id, i.seat, i.position, NULL::text, \
    i.created_at, i.position * 2 FROM items i WHERE i.kind = 'entry'";

/// A message is named by its number in the owner's own box: the position among all messages, private ones included, is
/// never shown.
const MESSAGES: &str = "SELECT i.hook, concat_ws('.', 'stream', i.number, \
    extract(epoch FROM i.created_at)), 'message', i.game_id, i.seat, NULL::bigint, \
    c.number::text, i.created_at, c.number FROM items i \
    JOIN messages m ON m.game_id = i.game_id AND m.message = i.position AND m.account_id <> i.owner \
    JOIN message_copies c ON c.game_id = m.game_id AND c.message = i.position AND c.account_id = i.owner \
    WHERE i.kind = 'message'";

/// Notes the new calls whose end a webhook subscribes to. This is a part of the statement that finds the facts, and not
/// a statement before it: both must see the same calls. A call that came in between was told before the end of the call
/// that it replaced, which was not known to be over yet. `DO UPDATE` returns what another worker notes meanwhile, too.
const BEGUN: &str = "called AS MATERIALIZED (SELECT h.id AS hook, o.partition, o.seat, o.version, o.kind, o.decision, \
    o.created_at, o.id FROM hooks h JOIN mails o ON o.account_id = h.account_id AND o.created_at >= h.from_at \
    WHERE o.kind = ANY($7) AND 'no_longer_awaited' = ANY(h.topics) AND (h.games IS NULL OR o.partition = ANY(h.games))), \
    begun AS (INSERT INTO webhook_waits (webhook_id, game_id, seat, version, kind, decision, begun_at) \
    SELECT DISTINCT ON (o.hook, o.partition, o.seat, o.version, o.kind) \
    o.hook, o.partition, o.seat, o.version, o.kind, o.decision, o.created_at FROM called o \
    WHERE NOT EXISTS (SELECT 1 FROM webhook_waits w WHERE w.webhook_id = o.hook AND w.game_id = o.partition \
    AND w.seat = o.seat AND w.version = o.version AND w.kind = o.kind) \
    ORDER BY o.hook, o.partition, o.seat, o.version, o.kind, o.id \
    ON CONFLICT (webhook_id, game_id, seat, version, kind) DO UPDATE SET kind = excluded.kind \
    RETURNING webhook_id, game_id, seat, version, kind, decision, begun_at)";

/// The calls that were not over when facts were last searched, each with when a later call took its place.
const WAITS: &str = "waits AS MATERIALIZED (SELECT w.webhook_id, w.game_id, w.seat, w.version, w.kind, w.decision, w.begun_at \
    FROM hooks h JOIN webhook_waits w ON w.webhook_id = h.id AND w.ended_at IS NULL UNION ALL SELECT * FROM begun), \
    followed AS MATERIALIZED (SELECT w.*, h.account_id AS owner, (SELECT min(l.begun_at) FROM waits l \
    WHERE l.webhook_id = w.webhook_id AND l.game_id = w.game_id AND l.seat = w.seat AND l.version > w.version \
    AND w.kind <> ALL($6) AND l.kind <> ALL($6)) AS followed_at FROM waits w JOIN hooks h ON h.id = w.webhook_id)";

/// A call is over when the owner has left the seat, when a later call has taken its place, or when the
/// decision is closed: for an offer that very decision, for anything else every decision that the game waits for.
/// A call that was replaced was over no later than the next one began, so that its end is told first.
const ENDS: &str = "SELECT DISTINCT w.webhook_id, concat_ws('.', 'end', w.game_id, w.seat, w.version, w.kind), \
    'no_longer_awaited', w.game_id, w.seat, w.version, w.decision, least($1, w.followed_at), w.version * 2 + 1 \
    FROM followed w JOIN games g ON g.id = w.game_id \
    LEFT JOIN seats s ON s.game_id = g.id AND s.seat = w.seat AND s.account_id = w.owner \
    LEFT JOIN decisions d ON d.game_id = g.id AND d.seat = w.seat \
    AND CASE WHEN w.kind = ANY($6) THEN d.decision = w.decision ELSE d.blocking END \
    WHERE w.followed_at IS NOT NULL OR s.seat IS NULL OR d.seat IS NULL";

/// Parts of a statement that join what lies with the games have nothing else in them but what other parts have found, so
/// that a sharded database runs each on all shards at once.
static FACTS: LazyLock<String> = LazyLock::new(|| {
    let (by_name, by_address) = (invitations(OF_ACCOUNT), invitations(OF_ADDRESS));
    let facts = [MAILS, by_name.as_str(), by_address.as_str(), MOVES, MESSAGES, ENDS].join(" UNION ALL ");
    format!(
        "WITH {HOOKS}, {ITEMS}, {BEGUN}, {WAITS}, \
         facts (webhook_id, source, kind, game_id, seat, version, reference, happened_at, place) AS MATERIALIZED ({facts}), \
         named AS MATERIALIZED (SELECT {ID} AS id, f.*, h.account_id, t.topic FROM facts f JOIN hooks h ON h.id = f.webhook_id \
         JOIN unnest($2, $3) AS t (kind, topic) ON t.kind = f.kind AND t.topic = ANY(h.topics) \
         WHERE h.games IS NULL OR f.game_id = ANY(h.games)), \
         new AS MATERIALIZED (SELECT n.* FROM named n \
         WHERE NOT EXISTS (SELECT 1 FROM webhook_deliveries x WHERE x.id = n.id)) \
         SELECT f.id, f.webhook_id, f.account_id, f.topic, f.kind, f.game_id, g.name AS game_name, g.ruleset, f.seat, \
         f.version, f.reference, f.happened_at, f.place, d.deadline FROM new f JOIN games g ON g.id = f.game_id \
         LEFT JOIN decisions d ON d.game_id = g.id AND d.seat = f.seat AND d.decision = f.reference \
         ORDER BY f.happened_at, f.place LIMIT $4"
    )
});

by_name! {
    /// Something that is to be delivered to a webhook.
    #[derive(Debug, Clone)]
    pub struct WebhookFact {
        pub id: Uuid,
        pub webhook_id: Uuid,
        pub account_id: Uuid,
        pub topic: String,
        pub kind: String,
        pub game_id: Uuid,
        pub game_name: String,
        pub ruleset: String,
        pub seat: Option<i16>,
        pub version: Option<i64>,
        /// What the fact is about: the decision, the vote, the invitation, or the number of the message.
        pub reference: Option<String>,
        pub happened_at: Instant,
        /// The order of facts that became true at the same instant.
        pub place: i64,
        /// The deadline of the decision, if it is open and a clock runs.
        pub deadline: Option<Instant>,
    }
}

#[derive(Debug)]
pub struct FactKinds {
    /// Every kind, with its topic at the same place of the other list.
    pub kinds: Vec<&'static str>,
    pub topics: Vec<&'static str>,
    /// The kinds that come from a mail.
    pub mails: Vec<&'static str>,
    /// The calls whose end is a fact, too.
    pub calls: Vec<&'static str>,
    /// Those of them that end when their own decision is closed, rather than when the seat is no longer awaited.
    pub offers: Vec<&'static str>,
}

/// At most `most` facts without a delivery, the oldest first; the calls among them are noted.
pub async fn new(
    connection: &mut Connection,
    now: Instant,
    kinds: &FactKinds,
    most: i64,
) -> Result<Vec<WebhookFact>> {
    sql(FACTS.as_str())
        .bind(now)
        .bind(&kinds.kinds)
        .bind(&kinds.topics)
        .bind(most)
        .bind(&kinds.mails)
        .bind(&kinds.offers)
        .bind(&kinds.calls)
        .load(connection)
        .await
}

by_name! {
    /// How far the facts for an active webhook can be searched now.
    #[derive(Debug, Clone)]
    pub struct WebhookHorizon {
        pub webhook: Uuid,
        /// The number of the last item of the owner's stream.
        pub last_number: i64,
    }
}

/// The horizon of every active webhook. It must be read before the facts, so that a fact that comes in between is
/// beyond it and is searched the next time.
pub async fn horizons(connection: &mut Connection) -> Result<Vec<WebhookHorizon>> {
    sql(format!(
        "WITH {HOOKS} SELECT h.id AS webhook, coalesce(s.last_number, 0) AS last_number \
         FROM hooks h LEFT JOIN stream_heads s ON s.account_id = h.account_id"
    ))
    .load(connection)
    .await
}

/// Stores that every fact up to `now` and to these horizons was searched.
pub async fn advance_horizons(
    connection: &mut Connection,
    now: Instant,
    horizons: &[WebhookHorizon],
) -> Result<()> {
    sql("UPDATE webhooks w SET looked_at = greatest(w.looked_at, $1), \
         looked_number = greatest(w.looked_number, h.last_number) FROM unnest($2, $3) AS h (id, last_number) \
         WHERE w.id = h.id AND (w.looked_at < $1 - interval '5 minutes' OR w.looked_number < h.last_number)")
    .bind(now)
    .bind_column(horizons, |horizon| horizon.webhook)
    .bind_column(horizons, |horizon| horizon.last_number)
    .run(connection)
    .await
}

/// Marks the calls whose end is among these facts as ended.
pub async fn end_waits(connection: &mut Connection, facts: &[WebhookFact], now: Instant) -> Result<()> {
    let id = derived_id!(
        "w.webhook_id::text || ' end.' || w.game_id::text || '.' || w.seat::text || '.' || w.version::text || '.' || w.kind"
    );
    sql(format!(
        "UPDATE webhook_waits w SET ended_at = $4 FROM unnest($1, $2, $3) AS t (id, webhook_id, game_id) \
         WHERE w.webhook_id = t.webhook_id AND w.game_id = t.game_id AND w.ended_at IS NULL AND t.id = {id}"
    ))
    .bind_column(facts, |fact| fact.id)
    .bind_column(facts, |fact| fact.webhook_id)
    .bind_column(facts, |fact| fact.game_id)
    .bind(now)
    .run(connection)
    .await
}

pub async fn clear_waits(connection: &mut Connection, webhook: Uuid) -> Result<()> {
    sql("DELETE FROM webhook_waits WHERE webhook_id = $1").bind(webhook).run(connection).await
}

pub async fn forget_waits(connection: &mut Connection, oldest: Instant) -> Result<()> {
    sql("DELETE FROM webhook_waits WHERE ended_at < $1").bind(oldest).run(connection).await
}
