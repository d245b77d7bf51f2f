//! An incoming webhook of Slack: blocks, in plain text wherever people's words stand.

use serde_json::{Value, json};

use super::Post;
use super::escapes::{inert_markdown, slack, within};
use crate::error::Error;
use crate::service::channels::target::ChannelTarget;
use crate::service::stored_json::encode;
use crate::service::webhooks::OutgoingRequest;

const MAX_HEADER: usize = 150;
const MAX_SECTION: usize = 3_000;
const MAX_ALT_TEXT: usize = 2_000;
/// Of the text that notifications and programs without blocks show. Slack takes more, others do not.
const MAX_TEXT: usize = 3_000;

pub fn request(target: &ChannelTarget, post: &Post<'_>) -> Result<OutgoingRequest, Error> {
    Ok(OutgoingRequest::post(target.address(), encode(&message(post))?))
}

pub fn message(post: &Post<'_>) -> Value {
    let same = |character: char| character.to_string();
    let plain =
        |text: &str, most| json!({"type": "plain_text", "text": within(text, most, same), "emoji": false});
    let mut blocks = vec![
        json!({"type": "header", "text": plain(&post.content.title, MAX_HEADER)}),
        json!({"type": "section", "text": plain(&post.text(), MAX_SECTION)}),
    ];
    if let Some(picture) = &post.links.picture {
        let about = within(&post.content.labels.picture, MAX_ALT_TEXT, same);
        blocks.push(json!({"type": "image", "image_url": picture, "alt_text": about}));
    }
    let escaped = |text: &str| within(text, MAX_SECTION, slack);
    let pages = post.pages().into_iter().map(|(label, address)| format!("<{address}|{}>", escaped(label)));
    let pages = pages.collect::<Vec<_>>().join(" · ");
    blocks.push(json!({"type": "section", "text": {"type": "mrkdwn", "text": pages, "verbatim": true}}));
    // Programs that take webhooks as Slack does, and know no blocks, show this text as Markdown.
    let whole =
        inert_markdown(&format!("{}: {}", post.content.title, post.texts().collect::<Vec<_>>().join(" ")));
    let text = format!("{} {}", within(&whole, MAX_TEXT, slack), post.links.play);
    json!({"text": text, "blocks": blocks, "unfurl_links": false, "unfurl_media": false})
}
