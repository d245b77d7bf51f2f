//! Each format against what its service documents, and against names and titles that try to be more than text.

use serde_json::{Value, json};
use uuid::Uuid;

use super::super::content::{ChannelTopic, PostContent, PostLabels, PostLine};
use super::escapes::within;
use super::{Post, PostLinks, discord, matrix, own, slack, telegram};
use crate::store::games::Status;
use crate::time_control::Instant;

const PLAY: &str = "https://games.example.org/play/01934490-7c5e-7d31-b25f-0242ac120002";
const LOOK: &str = "https://games.example.org/games/01934490-7c5e-7d31-b25f-0242ac120002";
const PICTURE: &str = "https://games.example.org/pictures/AZNE.png";

/// What people may try as a name or a title. Some of it is refused where names come in today.
const HOSTILE: [&str; 34] = [
    "@everyone",
    "@here now",
    "<@123456789012345678>",
    "<@!123456789012345678>",
    "<@&987654321098765432>",
    "<#112233445566778899>",
    "<!channel>",
    "<!here|here>",
    "<!subteam^S012AB3CD>",
    "<https://evil.example/|click>",
    "[click](https://evil.example/)",
    "![x](https://evil.example/x.png)",
    "https://evil.example/path?q=1",
    "evil.example",
    "www.evil.example",
    "**bold** __under__ ~~gone~~",
    "*b* _i_ ~s~ `c`",
    "```\ncode\n```",
    "||spoiler||",
    "> quoted",
    "# heading",
    "-# small",
    ":smile: <:x:1> <a:y:2>",
    "<t:1700000000:R>",
    "</say:123>",
    "<b>bold</b><script>alert(1)</script>",
    "<a href=\"https://evil.example\">a</a>",
    "\"><img src=x onerror=alert(1)>",
    "&lt;b&gt; &amp; &#64;room",
    "@room #general:evil.example",
    "/kick @aud #tag $EUR",
    "back\\slash \\*not\\*",
    "\u{202e}desrever\u{2066} \u{200b}zero\u{feff}\u{ad}",
    "two\r\nlines\u{2028}three\tfour\u{0}",
];

fn line(text: &str) -> PostLine {
    PostLine { topic: Some(ChannelTopic::Awaited), text: text.to_owned() }
}

fn content(title: &str, lines: &[&str]) -> PostContent {
    PostContent {
        game_id: Uuid::nil(),
        title: title.to_owned(),
        ruleset: "landnam".to_owned(),
        status: Status::Running,
        version: 12,
        at: Instant::UNIX_EPOCH,
        lines: lines.iter().map(|text| line(text)).collect(),
        awaited: Vec::new(),
        has_public_page: true,
        has_picture: true,
        labels: PostLabels {
            play: "Play".to_owned(),
            look: "See the game".to_owned(),
            picture: format!("The board of {title}"),
        },
    }
    .cleaned()
}

fn links() -> PostLinks {
    PostLinks { play: PLAY.to_owned(), look: Some(LOOK.to_owned()), picture: Some(PICTURE.to_owned()) }
}

fn with_post<T>(content: &PostContent, links: &PostLinks, check: impl FnOnce(&Post<'_>) -> T) -> T {
    check(&Post { id: Uuid::nil(), content, links })
}

fn units(text: &Value) -> usize {
    text.as_str().map_or(usize::MAX, |text| text.encode_utf16().count())
}

fn members(object: &Value) -> Vec<&str> {
    object.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect()
}

/// What Discord shows of its Markdown, if every mark is taken from it by a backslash; `None` if one is not.
fn shown_by_discord(text: &str) -> Option<String> {
    let (mut shown, mut characters) = (String::new(), text.chars());
    while let Some(character) = characters.next() {
        match character {
            '\\' => shown.push(characters.next().filter(char::is_ascii_punctuation)?),
            '*' | '_' | '~' | '`' | '|' | '<' | '@' | '#' | '[' | ']' | ':' | '>' => return None,
            other => shown.push(other),
        }
    }
    Some(shown)
}

/// What Slack shows of text whose three marks are escaped; `None` if one is not.
fn unescaped(text: &str) -> Option<String> {
    let plain = text.replace("&lt;", "").replace("&gt;", "").replace("&amp;", "");
    let plain = plain.replace("&quot;", "").replace("&#39;", "");
    let is_escaped = !plain.contains(['<', '>', '&']);
    let shown = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    is_escaped.then(|| shown.replace("&amp;", "&"))
}

#[test]
fn nothing_that_hides_or_breaks_a_line_reaches_any_format() {
    for hostile in HOSTILE {
        let content = content(hostile, &[hostile]);
        for text in [&content.title, &content.lines[0].text, &content.labels.picture] {
            let is_plain =
                |c: char| !c.is_control() && !"\u{202e}\u{2066}\u{200b}\u{feff}\u{ad}\u{2028}".contains(c);
            assert!(text.chars().all(is_plain), "{text:?}");
        }
    }
    let long = content(&"x".repeat(5_000), &[&"y".repeat(5_000)]);
    assert!(long.title.chars().count() <= 121 && long.lines[0].text.chars().count() <= 401);
}

#[test]
fn discord_shows_hostile_names_as_they_are_and_mentions_nobody() {
    for hostile in HOSTILE {
        let content = content(hostile, &[hostile, "Turn 37."]);
        let message = with_post(&content, &links(), discord::message);
        assert_eq!(message["allowed_mentions"], json!({"parse": []}));
        let embed = &message["embeds"][0];
        let title = embed["title"].as_str().unwrap();
        assert_eq!(shown_by_discord(title).as_deref(), Some(content.title.as_str()), "{title}");
        let description = embed["description"].as_str().unwrap();
        let (text, pages) = description.rsplit_once("\n\n").unwrap();
        let expected = format!("{}\nTurn 37.", content.lines[0].text);
        assert_eq!(shown_by_discord(text), Some(expected), "{text}");
        assert_eq!(pages, format!("[Play]({PLAY}) · [See the game]({LOOK})"));
    }
}

#[test]
fn discord_gets_what_its_documentation_allows() {
    for filling in ["x", "*", "🦑"] {
        let lines: Vec<String> = (0..40).map(|_| filling.repeat(400)).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let content = content(&filling.repeat(500), &lines);
        let message = with_post(&content, &links(), discord::message);
        assert_eq!(members(&message), ["allowed_mentions", "embeds"]);
        assert_eq!(message["embeds"].as_array().map(Vec::len), Some(1));
        let embed = &message["embeds"][0];
        assert_eq!(members(embed), ["description", "image", "timestamp", "title", "url"]);
        let (title, description) = (units(&embed["title"]), units(&embed["description"]));
        assert!(
            title <= 256 && description <= 4_096 && title + description <= 6_000,
            "{title} {description}"
        );
        assert!(embed["description"].as_str().unwrap().contains(PLAY));
        assert_eq!(embed["image"], json!({"url": PICTURE}));
    }
    let bare = PostLinks { look: None, picture: None, ..links() };
    let message = with_post(&content("Kattegat", &["Turn 1."]), &bare, discord::message);
    assert!(message["embeds"][0]["image"].is_null());
    assert_eq!(message["embeds"][0]["description"], format!("Turn 1\\.\n\n[Play]({PLAY})"));
}

#[test]
fn slack_gets_peoples_words_as_plain_text_only() {
    for hostile in HOSTILE {
        let content = content(hostile, &[hostile]);
        let message = with_post(&content, &links(), slack::message);
        let blocks = message["blocks"].as_array().unwrap();
        let expected_text = json!({"type": "plain_text", "text": content.lines[0].text, "emoji": false});
        assert_eq!(blocks[0]["text"], json!({"type": "plain_text", "text": content.title, "emoji": false}));
        assert_eq!(blocks[1]["text"], expected_text);
        // The one block with mark-up has our own words in it.
        assert_eq!(blocks[3]["text"]["text"], format!("<{PLAY}|Play> · <{LOOK}|See the game>"));
        let text = message["text"].as_str().unwrap().strip_suffix(&format!(" {PLAY}")).unwrap();
        let shown = unescaped(text).unwrap();
        assert!(!shown.contains(['@', '#', '<', '>', '*', '_', '`', '~', '[', ']', '|', '\\']), "{shown}");
        assert!(!shown.contains("://") && !shown.contains("evil.example"), "{shown}");
    }
}

#[test]
fn slack_gets_what_its_documentation_allows() {
    let lines: Vec<String> = (0..40).map(|_| "&".repeat(400)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let content = content(&"&".repeat(500), &lines);
    let message = with_post(&content, &links(), slack::message);
    assert_eq!(members(&message), ["blocks", "text", "unfurl_links", "unfurl_media"]);
    let blocks = message["blocks"].as_array().unwrap();
    assert!(units(&blocks[0]["text"]["text"]) <= 150 && units(&blocks[1]["text"]["text"]) <= 3_000);
    assert!(units(&blocks[2]["alt_text"]) <= 2_000 && units(&blocks[2]["image_url"]) <= 3_000);
    assert!(units(&blocks[3]["text"]["text"]) <= 3_000 && units(&message["text"]) <= 4_000);
    let kinds: Vec<&str> = blocks.iter().map(|block| block["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["header", "section", "image", "section"]);
    assert!(kinds.len() <= 50);
}

#[test]
fn matrix_gets_escaped_html_and_a_text_in_which_nobody_is_found() {
    for hostile in HOSTILE {
        let content = content(hostile, &[hostile]);
        let message = with_post(&content, &links(), matrix::message);
        assert_eq!(members(&message), ["body", "format", "formatted_body", "m.mentions", "msgtype"]);
        assert_eq!((&message["msgtype"], &message["m.mentions"]), (&json!("m.notice"), &json!({})));
        let body = message["body"].as_str().unwrap();
        let own = [PLAY, LOOK, PICTURE].iter().fold(body.to_owned(), |body, link| body.replace(link, ""));
        assert!(!own.contains(['@', '#']) && !own.contains("://") && !own.contains("evil.example"), "{own}");
        let html = message["formatted_body"].as_str().unwrap();
        let tags: Vec<&str> = html.split('<').skip(1).map(|tag| tag.split('>').next().unwrap()).collect();
        let known = ["p", "/p", "strong", "/strong", "br", "/a"];
        for tag in tags {
            let is_link = [PLAY, LOOK, PICTURE].iter().any(|link| tag == format!("a href=\"{link}\""));
            assert!(known.contains(&tag) || is_link, "{tag} in {html}");
        }
    }
}

#[test]
fn a_long_event_of_matrix_is_within_its_bound() {
    let lines: Vec<String> = (0..40).map(|_| "\"".repeat(400)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let message = with_post(&content(&"🦑".repeat(500), &lines), &links(), matrix::message);
    assert!(message.to_string().len() < 60_000, "{}", message.to_string().len());
}

#[test]
fn telegram_gets_plain_text_in_which_it_finds_nothing() {
    for hostile in HOSTILE {
        for picture in [Some(PICTURE.to_owned()), None] {
            let links = PostLinks { picture, ..links() };
            let content = content(hostile, &[hostile]);
            let (method, message) = with_post(&content, &links, |post| telegram::message("-100123", post));
            let (field, most) = match method {
                "sendPhoto" => ("caption", 1_024),
                _ => ("text", 4_096),
            };
            assert!(message["parse_mode"].is_null() && message["entities"].is_null());
            assert_eq!(message["chat_id"], "-100123");
            assert!(units(&message[field]) <= most);
            let text = message[field].as_str().unwrap();
            let text = [PLAY, LOOK].iter().fold(text.to_owned(), |text, link| text.replace(link, ""));
            assert!(!text.contains(['@', '#', '$']) && !text.contains("://"), "{text}");
            assert!(
                !text.contains("evil.example") && !text.contains("\n/") && !text.contains(" /k"),
                "{text}"
            );
        }
    }
}

#[test]
fn telegram_gets_what_its_documentation_allows() {
    let lines: Vec<String> = (0..40).map(|_| "🦑".repeat(400)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let content = content("Kattegat", &lines);
    let (method, photo) = with_post(&content, &links(), |post| telegram::message("@thing", post));
    assert_eq!((method, members(&photo)), ("sendPhoto", vec!["caption", "chat_id", "photo"]));
    assert!(units(&photo["caption"]) <= 1_024 && photo["caption"].as_str().unwrap().ends_with(LOOK));
    let bare = PostLinks { picture: None, ..links() };
    let (method, message) = with_post(&content, &bare, |post| telegram::message("@thing", post));
    assert_eq!((method, members(&message)), ("sendMessage", vec!["chat_id", "link_preview_options", "text"]));
    assert!(units(&message["text"]) <= 4_096 && message["text"].as_str().unwrap().ends_with(LOOK));
}

#[test]
fn our_own_format_tells_programs_the_facts() {
    let content = content("Kattegat", &["Turn 12."]);
    let message = with_post(&content, &links(), |post| serde_json::to_value(own::message(post)).unwrap());
    assert_eq!(message["type"], "channel_post");
    assert_eq!(message["data"]["links"], json!({"play": PLAY, "page": LOOK, "picture": PICTURE}));
    assert_eq!(message["data"]["news"], json!([{"topic": "awaited", "text": "Turn 12."}]));
    assert_eq!(
        (&message["data"]["version"], &message["data"]["game_name"]),
        (&json!(12), &json!("Kattegat"))
    );
}

#[test]
fn a_text_is_cut_after_a_whole_character_and_never_within_an_escape() {
    let doubled = |character: char| format!("\\{character}");
    assert_eq!(within("abc", 6, doubled), "\\a\\b\\c");
    assert_eq!(within("abcd", 6, doubled), "\\a\\b…");
    assert_eq!(within("🦑🦑", 4, String::from), "🦑🦑");
    assert_eq!(within("🦑🦑", 3, String::from), "🦑…");
    assert_eq!(within("", 0, doubled), "");
}
