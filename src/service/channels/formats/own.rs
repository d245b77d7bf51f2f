//! Our own format: JSON for programs, signed as webhooks are.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Post;
use crate::error::Error;
use crate::service::channels::content::{AwaitedSeat, PostLine};
use crate::service::channels::target::ChannelTarget;
use crate::service::stored_json::encode;
use crate::service::webhooks::{OutgoingRequest, Signing};
use crate::store::games::Status;
use crate::time_control::Instant;

pub fn request(
    target: &ChannelTarget,
    post: &Post<'_>,
    signing: Option<Signing>,
) -> Result<OutgoingRequest, Error> {
    let request = OutgoingRequest::post(target.address(), encode(&message(post))?);
    Ok(OutgoingRequest { signing, ..request })
}

/// What is posted to a channel of the format `althing`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelEvent<'p> {
    /// Always `channel_post`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// When it was composed.
    #[schema(value_type = String, format = DateTime)]
    pub timestamp: Instant,
    pub data: ChannelEventData<'p>,
}

/// What a spectator may know of the game, and what is new.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelEventData<'p> {
    pub game_id: Uuid,
    /// What the game is called in the language of the channel.
    pub game_name: &'p str,
    pub ruleset: &'p str,
    pub status: Status,
    /// The version of the game that is told of; null before the start.
    pub version: Option<i64>,
    /// What is new, a sentence each.
    pub news: &'p [PostLine],
    /// The seats that the game waits for.
    pub awaited: &'p [AwaitedSeat],
    pub links: ChannelEventLinks<'p>,
}

/// Where to read more.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelEventLinks<'p> {
    /// The page that leads a player to their seat.
    #[schema(format = "uri")]
    pub play: &'p str,
    /// The public page of the game; null for a private one.
    #[schema(format = "uri")]
    pub page: Option<&'p str>,
    /// The board as a PNG, for a day; null without one.
    #[schema(format = "uri")]
    pub picture: Option<&'p str>,
}

pub fn message<'p>(post: &Post<'p>) -> ChannelEvent<'p> {
    let (content, links) = (post.content, post.links);
    ChannelEvent {
        kind: "channel_post",
        timestamp: content.at,
        data: ChannelEventData {
            game_id: content.game_id,
            game_name: &content.title,
            ruleset: &content.ruleset,
            status: content.status,
            version: Some(content.version).filter(|version| *version >= 0),
            news: &content.lines,
            awaited: &content.awaited,
            links: ChannelEventLinks {
                play: &links.play,
                page: links.look.as_deref(),
                picture: links.picture.as_deref(),
            },
        },
    }
}
