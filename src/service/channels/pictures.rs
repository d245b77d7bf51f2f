//! Pictures of boards for chat services, which load them from an address of ours. Such an address is for one channel and
//! one version, shows what a spectator may see, is good for a day, and ends with the channel or the players' agreement.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::pictures::{self, PictureRequest, PictureStyle};
use crate::service::{Ctx, tokens};
use crate::store::game_channels;
use crate::time_control::Instant;
use rules::render::{PictureParts, PlaceLabels, Theme};

/// What the address is sealed for.
const PURPOSE: &str = "picture of a channel";
const SEAL_BYTES: usize = 16;
const VALID_HOURS: i64 = 24;

struct PictureToken {
    game: Uuid,
    channel: Uuid,
    version: i64,
    /// In seconds since 1970.
    expires: i64,
}

impl PictureToken {
    fn content(&self) -> Vec<u8> {
        let numbers = [self.version.to_be_bytes(), self.expires.to_be_bytes()].concat();
        [self.game.as_bytes().as_slice(), self.channel.as_bytes(), &numbers].concat()
    }

    fn parse(text: &str) -> Option<(Self, [u8; SEAL_BYTES])> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        let (game, rest) = bytes.split_at_checked(16)?;
        let (channel, rest) = rest.split_at_checked(16)?;
        let (version, rest) = rest.split_at_checked(8)?;
        let (expires, seal) = rest.split_at_checked(8)?;
        let token = Self {
            game: Uuid::from_slice(game).ok()?,
            channel: Uuid::from_slice(channel).ok()?,
            version: i64::from_be_bytes(version.try_into().ok()?),
            expires: i64::from_be_bytes(expires.try_into().ok()?),
        };
        Some((token, seal.try_into().ok()?))
    }
}

/// The path of the picture of a version, good for a day from `now`.
pub async fn path(ctx: &mut Ctx, (game, channel): (Uuid, Uuid), version: i64) -> Result<String, Error> {
    let expires: Instant = ctx.app.now() + TimeDelta::hours(VALID_HOURS);
    let token = PictureToken { game, channel, version, expires: expires.timestamp() };
    let content = token.content();
    let seal: [u8; SEAL_BYTES] = tokens::seal(ctx, PURPOSE, &content).await?;
    Ok(format!("/pictures/{}.png", BASE64_URL_SAFE_NO_PAD.encode([content.as_slice(), &seal].concat())))
}

/// A picture that an address asks for: its drawing.
pub struct RequestedPicture {
    pub svg: String,
}

/// The picture behind an address, without its ending. Whatever is wrong with it, the answer is that there is none.
pub async fn requested_picture(ctx: &mut Ctx, token: &str) -> Result<RequestedPicture, Error> {
    let not_found = || Code::RouteNotFound.problem();
    let (token, seal) = PictureToken::parse(token).ok_or_else(not_found)?;
    if !tokens::is_sealed(ctx, PURPOSE, &token.content(), &seal).await?
        || token.expires <= ctx.app.now().timestamp()
    {
        return Err(not_found());
    }
    let (game, id) = (token.game, token.channel);
    let channel = game_channels::find(&mut ctx.db, game, id).await?.ok_or_else(not_found)?;
    if !game_channels::may_post(&mut ctx.db, game, id).await? {
        return Err(not_found());
    }
    let loaded = LoadedGame::open_for_worker(ctx, game).await?;
    let style = PictureStyle {
        language: Language::try_from(channel.language).unwrap_or_default(),
        parts: PictureParts::Whole,
        theme: Theme::Light,
        marks_legal: false,
        place_labels: PlaceLabels::Hidden,
    };
    let picture = PictureRequest::of(&mut ctx.db, &loaded, None, Some(token.version), style).await;
    // After a failover that lost the last writes, there is no such version any more.
    let picture = picture.map_err(|error| if error.code().1 < 500 { not_found() } else { error })?;
    Ok(RequestedPicture { svg: pictures::render(&mut ctx.db, &loaded, &picture).await?.svg })
}
