//! Which queues have something due.
//!
//! Workers ask for all of them by one statement, and then only the queues that it names are claimed from: fourteen jobs
//! that each look into their own queue send more than twenty statements whenever anything happens, nearly all of which
//! find nothing.

use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

macro_rules! queues {
    ($($(#[$about:meta])* $queue:ident: $due:literal,)*) => {
        by_name! {
            /// Whether anything may be due, queue by queue.
            #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
            pub struct DueQueues { $($(#[$about])* pub $queue: bool,)* }
        }

        impl DueQueues {
            /// Anything may be due anywhere.
            pub const ALL: Self = Self { $($queue: true,)* };
        }

        const DUE: &[(&str, &str)] = &[$((stringify!($queue), $due),)*];
    };
}

// Each queue is asked as its claim asks: for the first row in the order of its index, which reads one row however many
// there are. A bare `EXISTS` is planned as a scan of the table, since PostgreSQL expects a hit soon. `$1` is the present.
queues! {
    /// Mails about accounts, and what such mails are made from.
    account_mails: "(SELECT 1 FROM mails WHERE settled_at IS NULL AND partition = account_id AND due_at <= $1 \
        AND (claimed_until IS NULL OR claimed_until <= $1) ORDER BY due_at, version, created_at LIMIT 1) \
        UNION ALL (SELECT 1 FROM address_requests LIMIT 1) \
        UNION ALL (SELECT 1 FROM announcements WHERE mailed_at IS NULL AND expires_at > $1 LIMIT 1) \
        UNION ALL (SELECT 1 FROM accounts WHERE orders_suspended_at IS NOT NULL ORDER BY id LIMIT 1)",
    game_mails: "SELECT 1 FROM mails WHERE settled_at IS NULL AND partition IS DISTINCT FROM account_id \
        AND due_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1) \
        ORDER BY due_at, version, created_at LIMIT 1",
    /// Games that were not filled or confirmed in time.
    lobbies: "SELECT 1 FROM games WHERE lobby_due_at <= $1 ORDER BY lobby_due_at LIMIT 1",
    votes: "SELECT 1 FROM votes WHERE closed_at IS NULL AND expires_at <= $1 ORDER BY expires_at LIMIT 1",
    /// Games that are to be rated.
    ratings: "SELECT 1 FROM games WHERE status = 'finished' AND rated_at IS NULL ORDER BY finished_at, id LIMIT 1",
    competitions: "(SELECT 1 FROM competitions WHERE due_at <= $1 ORDER BY due_at LIMIT 1) \
        UNION ALL (SELECT 1 FROM competition_tables WHERE ready_at <= $1 AND seated IS NULL ORDER BY ready_at LIMIT 1) \
        UNION ALL (SELECT 1 FROM games WHERE competition_id IS NOT NULL AND finished_at IS NOT NULL \
        AND competition_counted_at IS NULL ORDER BY finished_at LIMIT 1)",
    bots: "SELECT 1 FROM bot_turns WHERE due_at <= $1 ORDER BY due_at LIMIT 1",
    /// Deadlines and warnings, standing orders, changed availability, and outages that are to be made up for.
    clocks: "(SELECT 1 FROM decisions WHERE deadline IS NOT NULL AND least(warn_at, warn_again_at, deadline) <= $1 \
        AND (put_off_until IS NULL OR put_off_until <= $1) ORDER BY least(warn_at, warn_again_at, deadline) LIMIT 1) \
        UNION ALL (SELECT 1 FROM order_turns WHERE due_at <= $1 ORDER BY due_at LIMIT 1) \
        UNION ALL (SELECT 1 FROM availability_due WHERE due_at <= $1 ORDER BY due_at LIMIT 1) \
        UNION ALL (SELECT 1 FROM outages WHERE settled_at IS NULL ORDER BY number LIMIT 1)",
    /// What webhooks may have to be told.
    webhook_news: "SELECT 1 FROM webhooks WHERE disabled_at IS NULL LIMIT 1",
    webhook_deliveries: "SELECT 1 FROM webhook_deliveries WHERE settled_at IS NULL AND due_at <= $1 \
        AND (claimed_until IS NULL OR claimed_until <= $1) ORDER BY due_at LIMIT 1",
    /// What channels may have to be told.
    channel_news: "SELECT 1 FROM game_channels WHERE disabled_at IS NULL LIMIT 1",
    channel_posts: "SELECT 1 FROM channel_posts WHERE settled_at IS NULL AND due_at <= $1 \
        AND (claimed_until IS NULL OR claimed_until <= $1) ORDER BY due_at LIMIT 1",
    pushes: "SELECT 1 FROM push_subscriptions LIMIT 1",
}

/// Which queues may have something due at `now`.
pub async fn due(connection: &mut Connection, now: Instant) -> Result<DueQueues> {
    let column = |(queue, due): &(&str, &str)| format!("EXISTS (SELECT 1 FROM ({due}) AS first) AS {queue}");
    let columns: Vec<String> = DUE.iter().map(column).collect();
    let found = sql(format!("SELECT {}", columns.join(", "))).bind(now).get_optional(connection).await?;
    Ok(found.unwrap_or_default())
}
