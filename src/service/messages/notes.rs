//! Private notes: reading and writing the one that a player has about a game.

use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::checked_note;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::loaded_game::LoadedGame;
use crate::service::log::Mark;
use crate::service::tag::Seen;
use crate::store::{Connection, notes};
use crate::time_control::Instant;

/// Your note about a game; nobody else can read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct GameNote {
    /// Empty if there is no note.
    pub text: String,
    /// Counts the changes from 0.
    pub revision: i64,
    /// When it was last changed; null if never.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub updated_at: Option<Instant>,
}

impl GameNote {
    /// Its entity tag: the count of its changes, and a mark of the text. The count alone can come again with another
    /// text, after a failover that lost a change.
    pub fn tag(&self) -> String {
        let mut content = Sha256::new_with_prefix(&self.text);
        content.update(self.updated_at.map_or(0, |at| at.timestamp_micros()).to_be_bytes());
        format!("\"{}-{}\"", self.revision, Mark::of(&content.finalize()))
    }
}

pub async fn note(ctx: &mut Ctx, game: Uuid, account: Uuid) -> Result<GameNote, Error> {
    LoadedGame::open(ctx, game, Some(account), None).await?.member()?;
    find(&mut ctx.db, game, account).await
}

async fn find(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<GameNote, Error> {
    let note = notes::find(connection, game, account).await?;
    Ok(note.map_or(GameNote { text: String::new(), revision: 0, updated_at: None }, |note| GameNote {
        text: note.text,
        revision: note.revision,
        updated_at: Some(note.updated_at),
    }))
}

/// Replaces the note of `account`; `None` if the precondition `seen` names another state of the note.
pub async fn write_note(
    ctx: &mut Ctx,
    game: Uuid,
    account: Uuid,
    text: &str,
    seen: &Seen,
) -> Result<Option<GameNote>, Error> {
    LoadedGame::open(ctx, game, Some(account), None).await?.member()?;
    let (text, at) = (checked_note(text)?, ctx.app.now());
    let base = match seen {
        Seen::Nothing | Seen::Anything => None,
        Seen::OneOf(_) => {
            let present = find(&mut ctx.db, game, account).await?;
            if !seen.has(&present.tag()) {
                return Ok(None);
            }
            Some(present.revision)
        }
    };
    let revision = notes::put(&mut ctx.db, game, account, text, base, at).await?;
    Ok(revision.map(|revision| GameNote { text: text.to_owned(), revision, updated_at: Some(at) }))
}
