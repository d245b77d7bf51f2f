//! The formats of chat services: a post as the request that sends it, one file for each.
//!
//! What people chose, names and titles, comes out as plain text in each: no mention, no mark-up, no link.

mod discord;
mod escapes;
mod matrix;
mod own;
mod slack;
mod telegram;
#[cfg(test)]
mod tests;

pub use own::{ChannelEvent, ChannelEventData, ChannelEventLinks};

use uuid::Uuid;

use super::content::PostContent;
use super::target::ChannelTarget;
use crate::error::Error;
use crate::service::webhooks::{OutgoingRequest, Signing};
use crate::store::game_channels::ChannelFormat;

/// A post that is to be sent.
pub struct Post<'p> {
    /// The same at every attempt.
    pub id: Uuid,
    pub content: &'p PostContent,
    pub links: &'p PostLinks,
}

/// The addresses in a post. None of them lets anybody act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostLinks {
    /// The page that leads a player to their seat.
    pub play: String,
    /// The public page of the game, if it has one.
    pub look: Option<String>,
    /// The picture of the board, if it is shown.
    pub picture: Option<String>,
}

impl Post<'_> {
    fn texts(&self) -> impl Iterator<Item = &str> {
        self.content.lines.iter().map(|line| line.text.as_str())
    }

    /// The sentences, a line each.
    fn text(&self) -> String {
        self.texts().collect::<Vec<_>>().join("\n")
    }

    /// The pages that the post leads to, each with what its link is called.
    fn pages(&self) -> Vec<(&str, &str)> {
        let labels = &self.content.labels;
        let look = self.links.look.as_deref().map(|address| (labels.look.as_str(), address));
        [Some((labels.play.as_str(), self.links.play.as_str())), look].into_iter().flatten().collect()
    }
}

/// The request that sends a post.
pub fn request(
    format: ChannelFormat,
    target: &ChannelTarget,
    post: &Post<'_>,
    signing: Option<Signing>,
) -> Result<OutgoingRequest, Error> {
    match format {
        ChannelFormat::Discord => discord::request(target, post),
        ChannelFormat::Slack => slack::request(target, post),
        ChannelFormat::Matrix => matrix::request(target, post),
        ChannelFormat::Telegram => telegram::request(target, post),
        ChannelFormat::Althing => own::request(target, post, signing),
    }
}
