//! The record of a game, written a page at a time, however long the game was.
//!
//! After the end it is the same for everybody who may see the game, byte for byte: every entry with its secrets and
//! draws, under a seal. Before the end it holds what the viewer is told, and what was done from his own seat. A game that
//! was called off or declared void after its start is over like any other: its secret is told too.

mod entries;
mod head;

use sha2::{Digest, Sha256};
use uuid::Uuid;

use self::entries::Page;
use crate::app::App;
use crate::error::Error;
use crate::record::format::Seal;
use crate::service::table::Table;
use crate::store::{Connection, history};

pub use entries::EntryShown;

/// How many entries are read at once.
const PAGE: i64 = 100;

pub struct Recording {
    table: Table,
    head: crate::record::Head,
    seal: Option<Seal>,
    /// The version that was written last.
    written: i64,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Head,
    Entries,
    Done,
}

impl Recording {
    /// Begins the record of a game for `account`. Errors: `game_not_found`; `game_not_running` before the start.
    pub async fn begin(
        app: &App,
        connection: &mut Connection,
        game: Uuid,
        account: Option<Uuid>,
    ) -> Result<Self, Error> {
        let table = Table::open(app, connection, game, account, None).await?;
        let head = head::of(connection, &table).await?;
        let seal = if head.complete { Some(Seal::begin(&value(&head)?)) } else { None };
        Ok(Self { table, head, seal, written: -1, part: Part::Head })
    }

    pub fn is_complete(&self) -> bool {
        self.head.complete
    }

    /// What tells this record from any other: it never changes after the end, but for the players' names.
    pub fn tag(&self) -> Result<String, Error> {
        let digest = Sha256::digest(text(&self.head)?);
        Ok(hex::encode(digest.get(..16).unwrap_or_default()))
    }

    /// The next piece of the document; `None` at the end.
    pub async fn next(&mut self, connection: &mut Connection) -> Result<Option<String>, Error> {
        match self.part {
            Part::Head => self.open().map(Some),
            Part::Entries => self.page(connection).await.map(Some),
            Part::Done => Ok(None),
        }
    }

    /// The head, and the bracket before the entries.
    fn open(&mut self) -> Result<String, Error> {
        let mut head = text(&self.head)?;
        head.truncate(head.len().saturating_sub(1));
        head.push_str(",\"entries\":[");
        self.part = Part::Entries;
        Ok(head)
    }

    async fn page(&mut self, connection: &mut Connection) -> Result<String, Error> {
        let last = self.head.last_version;
        let stored = history::recorded_entries(connection, self.table.id, self.written, last, PAGE).await?;
        let Some(end) = stored.last().map(|entry| entry.version) else { return Ok(self.close()) };
        let page = Page { title: self.table.title.as_ref(), viewer: self.head.viewer };
        let mut text = String::new();
        for entry in &stored {
            text.push_str(if entry.version == 0 { "\n" } else { ",\n" });
            text.push_str(&match self.seal.as_mut() {
                Some(seal) => page.complete(entry, seal)?,
                None => page.told(entry)?,
            });
        }
        self.written = end;
        Ok(text)
    }

    fn close(&mut self) -> String {
        self.part = Part::Done;
        match self.seal {
            Some(seal) => format!("\n],\"digest\":\"{}\"}}\n", seal.hex()),
            None => "\n],\"digest\":null}\n".to_owned(),
        }
    }
}

/// JSON of something that is shown.
fn text(shown: &impl serde::Serialize) -> Result<String, Error> {
    serde_json::to_string(shown).map_err(|error| Error::Internal(error.to_string()))
}

fn value(shown: &impl serde::Serialize) -> Result<serde_json::Value, Error> {
    serde_json::to_value(shown).map_err(|error| Error::Internal(error.to_string()))
}
