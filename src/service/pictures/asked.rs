//! Which picture is asked for: of which version, for whom, with which names.

use sha2::{Digest, Sha256};

use crate::error::{Code, Error};
use crate::service::play;
use crate::service::table::Table;
use crate::service::tag::Tag;
use crate::store::Connection;
use crate::store::seats::{self, ShownSeat};
use rules::Viewer;

/// A picture that is asked for. Two that are equal look the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The version of the game, and who looks.
    pub tag: Tag,
    pub present: bool,
    /// The names of those who sit there, by seat.
    pub names: Vec<String>,
}

impl Asked {
    /// The picture of `version`, or of now. Errors: `game_not_running` before the start, `version_beyond_present`,
    /// `invalid_parameter`.
    pub async fn of(
        connection: &mut Connection,
        table: &Table,
        viewer: Viewer,
        version: Option<i64>,
    ) -> Result<Self, Error> {
        if version.is_some_and(|version| version < 0) {
            return Err(Code::InvalidParameter.field("version", "A version is 0 or more."));
        }
        let version = play::version(table, version)?;
        let names = seats::shown(connection, &[table.id]).await?.into_iter().map(name).collect();
        let tag = table.tag_at(connection, viewer, version).await?;
        Ok(Self { tag, present: table.present.version == Some(version), names })
    }

    /// What tells this picture from others in an entity tag: people may change their names, and then it changes.
    pub fn mark(&self) -> String {
        let names = Sha256::digest(self.names.join("\n").as_bytes());
        hex::encode(names.get(..6).unwrap_or_default())
    }
}

fn name(seat: ShownSeat) -> String {
    match (seat.name, seat.bot) {
        (Some(name), _) => name,
        (None, Some(bot)) => format!("{bot} (bot)"),
        (None, None) => String::new(),
    }
}
