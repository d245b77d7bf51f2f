//! Requests that wait until something happens, and hold no connection of the database meanwhile.

use std::net::IpAddr;
use std::time::Duration;

use uuid::Uuid;

use crate::app::App;
use crate::error::{Code, Error};
use crate::service::following::{self, Hub, Proof};
use crate::service::table::Table;
use crate::store::{self, Pool};

/// The longest that a request may wait, in seconds.
const LONGEST: u16 = 30;

/// How many seconds the query of an address asks to wait, as far as that is granted.
pub fn asked(query: &str) -> u64 {
    let wait = query.split('&').find_map(|pair| pair.strip_prefix("wait="));
    wait.and_then(|seconds| seconds.parse().ok()).map_or(0, |seconds: u64| seconds.min(u64::from(LONGEST)))
}

/// Waits until `game` has moved beyond version `after`, at most `seconds`; not at all for a game that is over. Errors:
/// `game_not_found`, `invalid_parameter`, `too_many_streams`, `rules_version_unsupported`.
pub async fn until_beyond(
    app: &App,
    pool: &Pool,
    hub: &Hub,
    (proof, from): (Option<Proof>, IpAddr),
    game: Uuid,
    after: i64,
    seconds: u16,
) -> Result<(), Error> {
    if seconds > LONGEST {
        return Err(
            Code::InvalidParameter.field("wait", format!("A request waits at most {LONGEST} seconds."))
        );
    }
    let mut connection = store::pool::lend(pool).await?;
    let account = proof.map(|proof| proof.account);
    let table = Table::open(app, &mut connection, game, account, None).await?;
    drop(connection);
    let version = table.present.version.unwrap_or(-1);
    if seconds == 0 || version > after || table.present.status.is_over() {
        return Ok(());
    }
    if after > version {
        return Err(Code::InvalidParameter.field("after", "The game has not come to this version yet."));
    }
    let mut pass = hub.admit(app, proof, from)?;
    let feed = hub.game(game, &table.title);
    following::moved_beyond(&feed, after, &mut pass, Duration::from_secs(u64::from(seconds))).await;
    Ok(())
}
