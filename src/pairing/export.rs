//! A competition as everybody may read it, and check it once the secret is there.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::chance::commitment;
use crate::competition::Competition;
use crate::standings::{Standing, standings};

/// What pairings and standings are computed from, and the standings: the file that the script of the source reads, which
/// finds all of it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExportedCompetition {
    pub format: String,
    pub format_version: u32,
    /// SHA-256 of the secret, in hexadecimal digits.
    pub commitment: String,
    /// Only when the competition is over.
    pub secret: Option<String>,
    #[serde(flatten)]
    pub competition: Competition,
    pub standings: Vec<Standing>,
}

impl ExportedCompetition {
    pub fn of(competition: Competition, secret: &[u8; 32], is_over: bool) -> Self {
        Self {
            format: "althing/competition".to_owned(),
            format_version: 1,
            commitment: hex::encode(commitment(secret)),
            secret: is_over.then(|| hex::encode(secret)),
            standings: standings(&competition, secret),
            competition,
        }
    }
}
