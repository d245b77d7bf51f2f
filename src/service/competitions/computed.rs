//! A competition with what follows from it, which a process keeps while nothing changes: the mails of a round and the pages
//! that they lead to all ask for the standings at once.

use std::sync::Arc;

use pairing::Standing;
use uuid::Uuid;

use super::stored::Stored;
use crate::cache::Cache;
use crate::error::Error;
use crate::service::Ctx;
use crate::store::competitions::{self, CompetitionMark, CompetitionRow};

/// How many competitions a process keeps; one of two hundred entrants takes some hundred kilobytes.
pub const CACHED_COMPETITIONS: usize = 32;

/// By competition and mark.
pub type CompetitionCache = Cache<(Uuid, String), Arc<Computed>>;

pub struct Computed {
    pub stored: Stored,
    /// The names of the entrants, by number.
    pub names: Vec<String>,
    /// Best first, division by division; empty before the first round.
    pub standings: Vec<Standing>,
}

impl Computed {
    /// As the competition is now.
    pub async fn load(ctx: &mut Ctx, row: CompetitionRow) -> Result<Arc<Self>, Error> {
        let id = row.id;
        let before = mark(ctx, id).await?;
        let key = before.as_ref().map(|mark| (id, mark.mark.clone()));
        if let Some(known) = key.as_ref().and_then(|key| ctx.app.competition_cache.get(key)) {
            return Ok(known);
        }
        let stored = Stored::load(&mut ctx.db, row).await?;
        let names = stored.names(&mut ctx.db).await?;
        let standings = if stored.row.round == 0 { Vec::new() } else { stored.standings()? };
        let computed = Arc::new(Self { stored, names, standings });
        // Several statements read it: what changed meanwhile must not be kept under the mark from before.
        if let Some(key) = key
            && mark(ctx, id).await? == before
        {
            ctx.app.competition_cache.insert(key, Arc::clone(&computed));
        }
        Ok(computed)
    }
}

async fn mark(ctx: &mut Ctx, competition: Uuid) -> Result<Option<CompetitionMark>, Error> {
    Ok(competitions::marks(&mut ctx.db, &[competition]).await?.pop())
}
