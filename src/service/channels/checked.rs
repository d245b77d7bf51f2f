//! What is given for a new channel, of a game or a club: checked, and sealed under its id.

use serde::Deserialize;
use strum::VariantArray;
use utoipa::ToSchema;
use uuid::Uuid;

use super::content::ChannelTopic;
use super::seal_purpose;
use super::target::{ChannelTarget, GivenTarget, sealed};
use crate::error::{Code, Error, Sentence};
use crate::service::identity::Language;
use crate::service::{Tx, accounts, webhooks};
use crate::store::game_channels::ChannelFormat;

/// Where news of a game, or of all games of a club, is to be posted. The address is never shown again.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateChannel {
    pub format: ChannelFormat,
    /// The address of the webhook of Discord or Slack, the server of the room of Matrix, or where your program listens;
    /// `https`, and of the hosts of the service. Left out for Telegram.
    #[schema(max_length = 500)]
    pub url: Option<String>,
    /// For Matrix the access token of an account that is in the room, for Telegram the token of a bot that is in the
    /// chat; left out for the others.
    #[schema(max_length = 500)]
    pub token: Option<String>,
    /// For Matrix the id of the room, such as `!abc:example.org`, for Telegram that of the chat, a number or `@name`; left
    /// out for the others.
    #[schema(max_length = 255)]
    pub room: Option<String>,
    /// The language of posts; yours if left out.
    #[schema(value_type = Option<String>)]
    pub language: Option<Language>,
    /// The IANA time zone in which posts write deadlines, and which their readers see; UTC if left out.
    #[schema(max_length = 64)]
    pub time_zone: Option<String>,
    /// What to tell; if left out everything, and in a channel of a club how its games begin and end.
    #[schema(min_items = 1)]
    pub topics: Option<Vec<ChannelTopic>>,
    /// Do posts show the board? They do if this is left out.
    pub pictures: Option<bool>,
}

/// What a channel of a single game tells unless its owner chooses.
pub(super) const OF_GAMES: [ChannelTopic; 7] = [
    ChannelTopic::GameStarted,
    ChannelTopic::Awaited,
    ChannelTopic::DeadlineNear,
    ChannelTopic::LapsePlayed,
    ChannelTopic::Vote,
    ChannelTopic::Membership,
    ChannelTopic::GameEnded,
];

/// What a channel is made of, wherever it is set: checked, and sealed under the id that it will have.
pub(super) struct CheckedChannel {
    pub id: Uuid,
    pub format: ChannelFormat,
    pub host: String,
    pub target: Vec<u8>,
    pub secret: Option<Vec<u8>>,
    pub language: String,
    pub time_zone: String,
    pub topics: Vec<String>,
    pub has_pictures: bool,
}

impl CheckedChannel {
    /// Checks what `account` gave, and makes the secret of a format that is signed, whose text is shown once. What was left
    /// out of the topics is `usual`. Error: `invalid_field`.
    pub(super) async fn new(
        tx: &mut Tx<'_>,
        account: Uuid,
        new: CreateChannel,
        usual: &[ChannelTopic],
    ) -> Result<(Self, Option<String>), Error> {
        let given = GivenTarget {
            url: new.url.unwrap_or_default(),
            token: new.token.unwrap_or_default(),
            room: new.room.unwrap_or_default(),
        };
        let target = ChannelTarget::checked(&tx.app, new.format, &given)?;
        let id = tx.app.new_id();
        let account = accounts::stored(&mut tx.db, account).await?;
        let secret = match new.format {
            ChannelFormat::Althing => Some(webhooks::generate_for(tx, &seal_purpose(id)).await?),
            _ => None,
        };
        let (text, secret) = secret.map(|secret| (secret.text, secret.sealed)).unzip();
        let checked = Self {
            id,
            format: new.format,
            host: target.host().to_owned(),
            target: sealed(tx, id, &given).await?,
            secret,
            language: new.language.map_or(account.language, |language| language.code().to_owned()),
            time_zone: new.time_zone.as_deref().map_or_else(|| Ok("UTC".to_owned()), accounts::zone)?,
            topics: topics(new.topics.as_deref().unwrap_or(usual))?,
            has_pictures: new.pictures.unwrap_or(true),
        };
        Ok((checked, text))
    }
}

/// Topics as they are stored: in the order in which they are shown, each once.
pub(super) fn topics(chosen: &[ChannelTopic]) -> Result<Vec<String>, Error> {
    if chosen.is_empty() {
        return Err(Code::InvalidField.field("topics", Sentence::ItemsAtLeast { least: 1 }));
    }
    let known = ChannelTopic::VARIANTS.iter().filter(|topic| chosen.contains(topic));
    Ok(known.map(|topic| topic.into_str().to_owned()).collect())
}
