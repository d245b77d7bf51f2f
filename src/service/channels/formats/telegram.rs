//! A chat of Telegram, by a bot: a photo with a caption, or a message. No parse mode, so that nothing is mark-up.

use serde_json::{Value, json};

use super::Post;
use super::escapes::{inert, within};
use crate::error::Error;
use crate::service::channels::target::ChannelTarget;
use crate::service::stored_json::encode;
use crate::service::webhooks::OutgoingRequest;

const MAX_CAPTION: usize = 1_024;
const MAX_TEXT: usize = 4_096;

pub fn request(target: &ChannelTarget, post: &Post<'_>) -> Result<OutgoingRequest, Error> {
    let (method, message) = message(&target.room, post);
    let path = format!("/bot{}/{method}", target.token);
    Ok(OutgoingRequest::post(target.address_below(&path), encode(&message)?))
}

/// The method of the interface for bots, and what it takes.
pub fn message(chat: &str, post: &Post<'_>) -> (&'static str, Value) {
    match &post.links.picture {
        Some(picture) => {
            let caption = text(post, MAX_CAPTION);
            ("sendPhoto", json!({"chat_id": chat, "photo": picture, "caption": caption}))
        }
        None => {
            let text = text(post, MAX_TEXT);
            let previews = json!({"is_disabled": true});
            ("sendMessage", json!({"chat_id": chat, "text": text, "link_preview_options": previews}))
        }
    }
}

/// Title and sentences, and the addresses, which always fit.
fn text(post: &Post<'_>, most: usize) -> String {
    let pages = post.pages().into_iter().map(|(label, address)| format!("{}: {address}", inert(label)));
    let pages = pages.collect::<Vec<_>>().join("\n");
    let room = most.saturating_sub(pages.encode_utf16().count() + 2);
    let says = inert(&format!("{}\n{}", post.content.title, post.text()));
    format!("{}\n\n{pages}", within(&says, room, |character| character.to_string()))
}
