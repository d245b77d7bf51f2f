//! Claimed mails that their readers want now.

use super::post::Post;
use crate::service::notice_settings;
use crate::store::reading::Reading;
use crate::store::{Connection, StoreError};

/// How often is looked for more when none of what was claimed is wanted now.
const MOST_ROUNDS: usize = 100;

/// What `claim` gives of mails that are to be sent now; the rest is put aside as their readers want it. What could not
/// be sorted is left to the end of its lease.
pub async fn claim<M: Reading>(
    post: &Post,
    connection: &mut Connection,
    claim: impl AsyncFn(&mut Connection) -> Result<Vec<M>, StoreError>,
) -> Result<Vec<M>, StoreError> {
    for _ in 0..MOST_ROUNDS {
        let claimed = claim(connection).await?;
        let is_empty = claimed.is_empty();
        let wanted = sorted(post, connection, claimed).await;
        if is_empty || !wanted.is_empty() {
            return Ok(wanted);
        }
    }
    Ok(vec![])
}

async fn sorted<M: Reading>(post: &Post, connection: &mut Connection, claimed: Vec<M>) -> Vec<M> {
    notice_settings::sort(&post.app, connection, claimed).await.unwrap_or_else(|error| {
        tracing::error!(%error, "mails could not be sorted by what their readers want");
        vec![]
    })
}
