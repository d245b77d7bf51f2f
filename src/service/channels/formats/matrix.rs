//! A room of Matrix: a notice, which programs do not answer and which notifies nobody by name. The transaction id is that
//! of the post, so that the server takes a repeated attempt for the same event.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::Post;
use super::escapes::{html, inert, within};
use crate::error::Error;
use crate::service::channels::target::ChannelTarget;
use crate::service::stored_json::encode;
use crate::service::webhooks::{OutgoingRequest, RequestMethod};

/// A whole event has at most 65,536 bytes; a text is escaped, stands there twice, and takes up to four bytes a character.
const MAX_TEXT: usize = 4_000;

pub fn request(target: &ChannelTarget, post: &Post<'_>) -> Result<OutgoingRequest, Error> {
    let room = utf8_percent_encode(&target.room, NON_ALPHANUMERIC);
    let path = format!("/_matrix/client/v3/rooms/{room}/send/m.room.message/{}", post.id);
    let request = OutgoingRequest::post(target.address_below(&path), encode(&message(post))?);
    let headers = vec![("Authorization", format!("Bearer {}", target.token))];
    Ok(OutgoingRequest { method: RequestMethod::Put, headers, ..request })
}

pub fn message(post: &Post<'_>) -> Value {
    let title = inert(&post.content.title);
    let text = inert(&post.text());
    let picture =
        post.links.picture.as_deref().map(|address| (post.content.labels.picture.as_str(), address));
    let pages: Vec<(&str, &str)> = post.pages().into_iter().chain(picture).collect();
    let plain = |text: &str| within(text, MAX_TEXT, |character| character.to_string());
    let marked = |text: &str| within(text, MAX_TEXT, html).replace('\n', "<br>");
    let links = pages.iter().map(|(label, address)| format!("{}: {address}", inert(label)));
    let links = links.collect::<Vec<_>>().join("\n");
    let anchors =
        pages.iter().map(|(label, address)| format!("<a href=\"{}\">{}</a>", marked(address), marked(label)));
    let anchors = anchors.collect::<Vec<_>>().join(" · ");
    json!({
        "msgtype": "m.notice",
        "body": format!("{title}\n{}\n{links}", plain(&text)),
        "format": "org.matrix.custom.html",
        "formatted_body": format!(
            "<p><strong>{}</strong></p><p>{}</p><p>{anchors}</p>", marked(&title), marked(&text),
        ),
        // Says that nobody is mentioned: without it, clients look for names in the text.
        "m.mentions": {},
    })
}
