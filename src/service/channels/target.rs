//! Where a channel posts to, and what authorises it: checked when it is set and again whenever something is sent, sealed
//! in between. Errors name the field; no address is ever part of one.

use percent_encoding::percent_decode_str;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};

use super::seal_purpose;
use crate::error::{Code, Error, Sentence};
use crate::service::stored_json::{decode, encode};
use crate::service::webhooks::{self, WebhookTarget};
use crate::service::{App, Ctx};
use crate::store::game_channels::ChannelFormat;
use uuid::Uuid;

const MAX_TOKEN: usize = 500;
const MAX_ROOM: usize = 255;

/// A service whose hosts are known.
struct KnownService {
    hosts: &'static [&'static str],
    /// How the path of every address there begins.
    path: &'static str,
}

const DISCORD: KnownService = KnownService {
    hosts: &["discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com"],
    path: "/api/webhooks/",
};
const SLACK: KnownService =
    KnownService { hosts: &["hooks.slack.com", "hooks.slack-gov.com"], path: "/services/" };
const TELEGRAM: KnownService = KnownService { hosts: &["api.telegram.org"], path: "/" };
/// Where bots of Telegram write, unless they have a server of their own.
const TELEGRAM_URL: &str = "https://api.telegram.org";

/// As it is given, and as it is stored under seal. It never leaves the service.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct GivenTarget {
    pub url: String,
    /// The access token of an account of Matrix, or the token of a bot of Telegram.
    pub token: String,
    /// The room of Matrix, or the chat of Telegram.
    pub room: String,
}

/// A target that may be posted to.
pub struct ChannelTarget {
    base: WebhookTarget,
    pub token: String,
    pub room: String,
}

impl ChannelTarget {
    /// Checks what was given for a channel of this format. Error: `invalid_field`, which names the field.
    pub fn checked(app: &App, format: ChannelFormat, given: &GivenTarget) -> Result<Self, Error> {
        let wrong = |field: &'static str, sentence| Code::InvalidField.field(field, sentence);
        let url = match (format, given.url.trim()) {
            (ChannelFormat::Telegram, "") => TELEGRAM_URL,
            (_, url) => url,
        };
        let base = webhooks::target(app, url).map_err(|sentence| wrong("url", sentence))?;
        must_be_of(app, format, &base).map_err(|sentence| wrong("url", sentence))?;
        let (token, room) = (given.token.trim(), given.room.trim());
        let must = |is_right: bool, field, form: &str| match is_right {
            true => Ok(()),
            false => Err(wrong(field, Sentence::WrongForm { pattern: form.to_owned() })),
        };
        match format {
            ChannelFormat::Matrix => {
                must(is_matrix_token(token), "token", "syt_…")?;
                must(is_matrix_room(room), "room", "!room:example.org")?;
            }
            ChannelFormat::Telegram => {
                must(is_bot_token(token), "token", "123456:ABC-DEF…")?;
                must(is_chat(room), "room", "-1001234567890, @channel")?;
            }
            ChannelFormat::Discord | ChannelFormat::Slack | ChannelFormat::Althing => {
                // What would never be used is rather refused than stored.
                let unused =
                    [("token", token), ("room", room)].into_iter().find(|(_, value)| !value.is_empty());
                unused.map_or(Ok(()), |(field, _)| Err(wrong(field, Sentence::NotUsable)))?;
            }
        }
        Ok(Self { base, token: token.to_owned(), room: room.to_owned() })
    }

    /// The host, which is all that is shown.
    pub fn host(&self) -> &str {
        &self.base.host
    }

    pub fn address(&self) -> WebhookTarget {
        self.base.clone()
    }

    /// The address of a path below the given one; the path is percent-encoded.
    pub fn address_below(&self, path: &str) -> WebhookTarget {
        let mut target = self.base.clone();
        let whole = format!("{}{path}", target.url.path().trim_end_matches('/'));
        target.url.set_path(&whole);
        target
    }
}

/// Is the address one of the service that the format is for, or of a host that the operator allows for it?
fn must_be_of(app: &App, format: ChannelFormat, target: &WebhookTarget) -> Result<(), Sentence> {
    let settings = &app.settings.channels;
    let (service, allowed) = match format {
        ChannelFormat::Discord => (&DISCORD, &settings.discord_hosts),
        ChannelFormat::Slack => (&SLACK, &settings.slack_hosts),
        ChannelFormat::Telegram => (&TELEGRAM, &settings.telegram_hosts),
        // Rooms and programs are anywhere.
        ChannelFormat::Matrix | ChannelFormat::Althing => return no_dots(target),
    };
    if allowed.contains(&target.host) {
        return no_dots(target);
    }
    let is_known = service.hosts.contains(&target.host.as_str())
        && target.url.port().is_none()
        && target.url.path().starts_with(service.path)
        && target.uses_tls;
    if is_known {
        return no_dots(target);
    }
    let known = service.hosts.iter().map(|host| format!("https://{host}{}", service.path));
    Err(Sentence::OneOf { allowed: known.collect() })
}

/// Refuses a path that a server behind could read as another one.
fn no_dots(target: &WebhookTarget) -> Result<(), Sentence> {
    let path = percent_decode_str(target.url.path()).decode_utf8_lossy();
    if path.split(['/', '\\']).any(|part| part == "..") { Err(Sentence::NotUsable) } else { Ok(()) }
}

fn is_matrix_token(text: &str) -> bool {
    (8..=MAX_TOKEN).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

fn is_matrix_room(text: &str) -> bool {
    let opaque = text.strip_prefix('!');
    opaque.is_some_and(|id| {
        !id.is_empty() && id.len() < MAX_ROOM && id.bytes().all(|byte| byte.is_ascii_graphic())
    })
}

/// `123456:ABC-DEF`: the id of the bot and its secret.
fn is_bot_token(text: &str) -> bool {
    let is_secret = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    text.split_once(':').is_some_and(|(bot, secret)| {
        (3..=20).contains(&bot.len())
            && bot.bytes().all(|byte| byte.is_ascii_digit())
            && (20..=100).contains(&secret.len())
            && secret.bytes().all(is_secret)
    })
}

/// A number, or the public name of a chat.
fn is_chat(text: &str) -> bool {
    let number = text.strip_prefix('-').unwrap_or(text);
    let is_number = (1..=20).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = |name: &str| {
        (4..=32).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    is_number || text.strip_prefix('@').is_some_and(is_name)
}

pub async fn sealed(ctx: &mut Ctx, channel: Uuid, given: &GivenTarget) -> Result<Vec<u8>, Error> {
    webhooks::seal(ctx, &seal_purpose(channel), encode(given)?.as_bytes()).await
}

/// The sealed target of a channel. What the operator allows may have changed since it was set: an error that is known
/// says so.
pub async fn opened(
    ctx: &mut Ctx,
    (channel, format): (Uuid, ChannelFormat),
    sealed: &[u8],
) -> Result<ChannelTarget, Error> {
    let opened = webhooks::unseal(ctx, &seal_purpose(channel), sealed).await?;
    let text = std::str::from_utf8(opened.expose_secret());
    // The cause of either error would quote the secret.
    let text = text.map_err(|_| Error::bug("the sealed target of a channel is no text"))?;
    let given: GivenTarget = decode("the target of a channel", text)
        .map_err(|_| Error::bug("the sealed target of a channel does not read"))?;
    ChannelTarget::checked(&ctx.app, format, &given)
}
