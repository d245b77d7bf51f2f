//! What stands in a record before its entries.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::clock::Instant;
use crate::description::AnyOptions;
use rules::{Json, Outcome, Seat};

pub const FORMAT: &str = "althing/record";

/// Raised when a reader of records would notice a change.
pub const FORMAT_VERSION: u32 = 1;

/// What the deal of seats is called among the draws; where seats are dealt, it is the first draw of entry 0.
pub const DEAL: &str = "deal of seats";

/// The game that the record is of, and everything that was set before its first entry.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Head {
    /// Always `althing/record`.
    pub format: String,
    /// The version of this format.
    pub format_version: u32,
    /// Is the game over, and the whole record shown? If not, it holds what the viewer may see.
    pub complete: bool,
    /// The seat for which an incomplete record was made; null for a spectator, and in a complete record.
    pub viewer: Option<Seat>,
    /// The game.
    pub game: Uuid,
    /// What the table is called.
    pub name: String,
    /// Where the game stood when the record was made.
    pub status: String,
    /// The title.
    pub ruleset: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// How many play, bots included.
    pub seat_count: u8,
    /// Were the seats dealt by chance? If not, they were taken in the order of joining.
    pub deal_seats: bool,
    /// The title's options.
    #[schema(value_type = AnyOptions)]
    pub options: Json,
    /// The decks, costs and tables that the game is played with, in the title's own terms.
    #[schema(value_type = Object)]
    pub components: Json,
    /// When the table was opened.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// When the game began.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub started_at: Option<Instant>,
    /// When it ended; null before.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub finished_at: Option<Instant>,
    /// The version of the last entry.
    pub last_version: i64,
    /// SHA-256 of the secret, as hex: what the server promised before the first draw.
    pub commitment: String,
    /// The secret, 32 bytes as hex; null before the end.
    pub secret: Option<String>,
    /// How it ended; null before the end, and where it ended without a result.
    pub outcome: Option<Outcome>,
    /// Who plays, in the order of joining.
    pub players: Vec<Player>,
}

/// Somebody at the table.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Player {
    /// The how-manieth to join, from 0; the seed of the game depends on this order.
    pub join_order: u8,
    /// The seat in the order of play.
    pub seat: Seat,
    /// The person; null for a bot.
    pub account: Option<Uuid>,
    /// The person's name today; the only thing in a complete record that can change, and not under the seal.
    pub name: Option<String>,
    /// The bot; null for a person.
    pub bot: Option<String>,
    /// The joiner's own share of chance, as hex; null before the end.
    pub entropy: Option<String>,
}
