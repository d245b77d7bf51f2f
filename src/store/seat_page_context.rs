//! What the page of a seat needs beside the state of its game, read in one statement: the names of the game and of its
//! players, and the language and time zone of the reader.

use uuid::Uuid;

use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};

by_name! {
    /// The game of a seat, and its player.
    #[derive(Debug, Clone)]
    pub struct SeatPageContext {
        /// The name of the game; may be empty.
        pub name: String,
        /// SHA-256 of the game's secret, as hex.
        pub commitment: String,
        /// The player at each seat, in the order of play; `None` for a bot or a player who is gone.
        pub people: Vec<Option<String>>,
        pub bots: Vec<Option<String>>,
        pub language: String,
        pub time_zone: String,
        /// The status for which the player's address gets no mail; `None` if it does.
        pub mail_stopped: Option<String>,
    }
}

const CONTEXT: &str = "SELECT g.name, encode(sha256(g.secret), 'hex') AS commitment, \
    ARRAY(SELECT p.name FROM seats s LEFT JOIN accounts p ON p.id = s.account_id \
    WHERE s.game_id = g.id ORDER BY s.seat) AS people, \
    ARRAY(SELECT s.bot FROM seats s WHERE s.game_id = g.id ORDER BY s.seat) AS bots, \
    a.language, a.time_zone, \
    (SELECT x.status FROM stopped_addresses x WHERE x.account_id = a.id AND x.email_key = a.email_key) \
    AS mail_stopped FROM games g, accounts a WHERE g.id = $1 AND a.id = $2";

/// The context for the page of `account` in a game; `None` once either is gone.
pub async fn load(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<Option<SeatPageContext>> {
    sql(CONTEXT).bind(game).bind(account).get_optional(connection).await
}
