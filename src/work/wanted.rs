//! Claimed mails that their readers want now.

use crate::app::App;
use crate::service::notice_settings;
use crate::store::Connection;
use crate::store::reading::Reading;

/// How often is looked for more when none of what was claimed is wanted now.
pub const MOST_ROUNDS: usize = 100;

/// What of it is to be sent now; the rest is put aside. What could not be sorted is left to the end of its lease.
pub async fn wanted<M: Reading>(app: &App, connection: &mut Connection, claimed: Vec<M>) -> Vec<M> {
    notice_settings::sort(app, connection, claimed).await.unwrap_or_else(|error| {
        tracing::error!(%error, "mails could not be sorted by what their readers want");
        vec![]
    })
}
