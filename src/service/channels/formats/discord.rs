//! A webhook of Discord: an embed with the picture of the board. The limits are those of its documentation.

use serde_json::{Map, Value, json};

use super::Post;
use super::escapes::{markdown, within};
use crate::error::Error;
use crate::service::channels::target::ChannelTarget;
use crate::service::stored_json::encode;
use crate::service::webhooks::OutgoingRequest;

const MAX_TITLE: usize = 256;
const MAX_DESCRIPTION: usize = 4_096;

pub fn request(target: &ChannelTarget, post: &Post<'_>) -> Result<OutgoingRequest, Error> {
    Ok(OutgoingRequest::post(target.address(), encode(&message(post))?))
}

pub fn message(post: &Post<'_>) -> Value {
    let pages = post.pages().into_iter().map(|(label, address)| format!("[{label}]({address})"));
    let pages = pages.collect::<Vec<_>>().join(" · ");
    let room = MAX_DESCRIPTION.saturating_sub(pages.encode_utf16().count() + 2);
    let text = within(&post.text(), room, markdown);
    let mut embed = Map::from_iter([
        ("title".to_owned(), json!(within(&post.content.title, MAX_TITLE, markdown))),
        ("url".to_owned(), json!(post.links.play)),
        ("description".to_owned(), json!(format!("{text}\n\n{pages}"))),
        ("timestamp".to_owned(), json!(post.content.at)),
    ]);
    if let Some(picture) = &post.links.picture {
        embed.insert("image".to_owned(), json!({ "url": picture }));
    }
    // Nothing in it notifies anybody, whatever a name holds.
    json!({ "embeds": [embed], "allowed_mentions": { "parse": [] } })
}
