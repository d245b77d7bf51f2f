//! Waiting until a game moves, for those who ask again and again.

use std::sync::Arc;
use std::time::Duration;

use super::{Feed, Pass};

/// Waits until the game has moved beyond `version`, `most` has passed, or the one who waits must go. The feed must have
/// been taken before the version was read, or a move in between would be slept through.
pub async fn moved_beyond(feed: &Arc<Feed>, version: i64, pass: &mut Pass, most: Duration) {
    let mut news = feed.listen();
    let moved = async {
        while !feed.is_gone() && feed.head().is_none_or(|head| head.version <= version) {
            if news.changed().await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = moved => {}
        _ = pass.end() => {}
        () = tokio::time::sleep(most) => {}
    }
}
