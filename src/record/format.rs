//! The format of a record: its head, which stands before the entries, and its seal.

use rules::schemas::AnyOptions;
use rules::{Json, Outcome, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::time_control::Instant;

pub const FORMAT: &str = "althing/record";

/// The version of the format. It is raised with each change that a reader of records would notice.
pub const FORMAT_VERSION: u32 = 1;

/// The purpose of the draw that deals the seats. Where seats are dealt, it is the first draw of entry 0.
pub const DEAL: &str = "deal of seats";

/// The game that the record is of, and everything that was set before its first entry.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Head {
    pub format: String,
    pub format_version: u32,
    /// `true` once the game is over: nothing is hidden then. Before, it has what the viewer may see.
    pub complete: bool,
    /// The seat for which an incomplete record was made; null for a spectator and in a complete record.
    pub viewer: Option<Seat>,
    pub game: Uuid,
    pub name: String,
    pub status: String,
    pub ruleset: String,
    /// Rises with each change of the rules that a game could notice.
    pub rules_version: u32,
    /// How many seats, bots included.
    pub seat_count: u8,
    /// `true`: seats were dealt by chance; `false`: they followed the order of joining.
    pub deal_seats: bool,
    #[schema(value_type = AnyOptions)]
    pub options: Json,
    /// Decks, costs and values of the game.
    #[schema(value_type = Object)]
    pub components: Json,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub started_at: Option<Instant>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub finished_at: Option<Instant>,
    pub last_version: i64,
    /// SHA-256 of the secret, as hex, published before the first draw.
    pub commitment: String,
    /// 32 bytes as hex, from which all chance follows; null until the game is over.
    pub secret: Option<String>,
    /// Null without a result.
    pub outcome: Option<Outcome>,
    /// In the order of joining.
    pub players: Vec<Player>,
    /// The competition that the game is a table of; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub competition: Option<CompetitionPlace>,
}

/// Which table of a competition a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CompetitionPlace {
    #[serde(rename = "id")]
    pub competition: Uuid,
    /// Counted from 1.
    #[schema(minimum = 1)]
    pub round: i32,
    /// Counted from 0.
    #[schema(minimum = 0)]
    pub table: i32,
}

/// A person or bot that played.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Player {
    /// Counts from 0; the game's chance depends on this order.
    pub join_order: u8,
    /// Place in the order of play.
    pub seat: Seat,
    /// Null for a bot.
    pub account: Option<Uuid>,
    /// The name today; the only part of a complete record that can change.
    pub name: Option<String>,
    /// Null for a person.
    pub bot: Option<String>,
    /// The player's own share of chance, as hex; null until the game is over.
    pub entropy: Option<String>,
}

/// The first thing that is wrong with a record, in a sentence for a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Defect {
    /// The text is no record of a finished game, or not one that this release reads.
    #[error("this is no complete record: {0}")]
    Unreadable(String),
    /// Something outside the entries is wrong.
    #[error("{0}")]
    Head(String),
    #[error("version {version}: {what}")]
    Entry { version: u64, what: String },
}

impl Defect {
    pub(super) fn at(version: u64, what: impl Into<String>) -> Self {
        Self::Entry { version, what: what.into() }
    }
}

const LABEL: &[u8] = b"althing/record/v1\0";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seal([u8; 32]);

impl Seal {
    /// The seal of a record without entries. The seal covers no names of players, which may change later.
    pub fn begin(head: &Value) -> Self {
        let mut head = without(head, &["entries", "digest"]);
        if let Some(players) = head.get_mut("players").and_then(Value::as_array_mut) {
            players.iter_mut().for_each(|player| *player = without(player, &["name"]));
        }
        Self::over(LABEL, head)
    }

    /// Adds an entry. The seal covers no texts, which are in the language and the names of the moment.
    pub fn add(&mut self, entry: &Value) {
        *self = Self::over(&self.0, without(entry, &["digest", "texts"]));
    }

    /// The seal over a value and what comes before it: the seal until then, or the label.
    fn over(before: &[u8], value: Value) -> Self {
        Self(Sha256::new().chain_update(before).chain_update(canonical(value)).finalize().into())
    }

    /// The seal as hex, as a record contains it.
    pub fn hex(self) -> String {
        hex::encode(self.0)
    }
}

/// A copy of an object without these members. The value is always an object: readers have refused anything else.
fn without(object: &Value, names: &[&str]) -> Value {
    let members = object.as_object().into_iter().flatten();
    let kept = members.filter(|(name, _)| !names.contains(&name.as_str()));
    kept.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The canonical form of JSON: members sorted by name, without blanks. Equal values must give equal bytes to seal.
fn canonical(mut value: Value) -> String {
    value.sort_all_objects();
    value.to_string()
}

#[cfg(test)]
mod tests {
    use super::{Seal, canonical};
    use serde_json::json;

    #[test]
    fn members_are_sorted_at_every_depth_and_nothing_is_escaped_that_need_not_be() {
        let value = json!({"b": [{"z": 1, "a": "á\n\u{1}\"\\/"}, true, null], "a": -2});
        assert_eq!(canonical(value), "{\"a\":-2,\"b\":[{\"a\":\"á\\n\\u0001\\\"\\\\/\",\"z\":1},true,null]}");
    }

    #[test]
    fn names_are_not_sealed_but_everything_else_is() {
        let head = json!({"game": 1, "players": [{"seat": 0, "name": "Aud"}], "entries": [1], "digest": "x"});
        let mut other = head.clone();
        other["players"][0]["name"] = json!("Departed 4f2a");
        other["entries"] = json!([]);
        other["digest"] = json!(null);
        assert_eq!(Seal::begin(&head), Seal::begin(&other));
        other["players"][0]["seat"] = json!(1);
        assert_ne!(Seal::begin(&head), Seal::begin(&other));
    }

    #[test]
    fn the_order_of_entries_is_sealed() {
        let seal = |entries: [u8; 2]| {
            let mut seal = Seal::begin(&json!({}));
            entries.into_iter().for_each(|version| seal.add(&json!({"version": version})));
            seal
        };
        assert_ne!(seal([0, 1]), seal([1, 0]));
    }
}
