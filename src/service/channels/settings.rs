//! Channels as the owner of a game sets them, and as its players see them.

use serde::{Deserialize, Serialize};
use serde_json::json;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;
use uuid::Uuid;

use super::agreements::ChannelAgreement;
use super::checked::{CheckedChannel, CreateChannel, OF_GAMES, topics};
use super::content::ChannelTopic;
use super::{ChannelCaller, compose, for_owner, for_player, lock};
use crate::error::{Code, Error, Sentence};
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::page::Page;
use crate::service::{Ctx, Tx};
use crate::service::{accounts, audit};
use crate::store::channel_posts::{self, PostRow};
use crate::store::club_channels;
use crate::store::game_channels::{
    self, ChannelFormat, ChannelRow, NamedChannel, PlayersAgreement, ToldNews,
};
use crate::store::webhook_deliveries::DeliveryResult;
use crate::store::{Connection, games};
use crate::time_control::Instant;

/// What is left out stays as it is. The address can't be changed: set another channel, to which players agree anew.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateChannel {
    /// The language of posts.
    #[schema(value_type = Option<String>)]
    pub language: Option<Language>,
    /// The IANA time zone in which posts write deadlines.
    #[schema(max_length = 64)]
    pub time_zone: Option<String>,
    /// What to tell from now on.
    #[schema(min_items = 1)]
    pub topics: Option<Vec<ChannelTopic>>,
    /// Do posts show the board?
    pub pictures: Option<bool>,
    /// `false` stops posts; `true` resumes a channel that was given up or suspended. What happened meanwhile is not told.
    pub enabled: Option<bool>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CreatedChannel {
    /// Signs every post in the format `althing`: `whsec_` and base64. Never shown again; null in the other formats.
    pub secret: Option<String>,
    pub channel: Channel,
}

/// Where news of a game is posted, as its players see it: the host, and never the address.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Channel {
    pub id: Uuid,
    pub format: ChannelFormat,
    /// The host that posts are sent to.
    pub host: String,
    /// The language of posts.
    pub language: String,
    /// The time zone in which posts write deadlines.
    pub time_zone: String,
    pub topics: Vec<ChannelTopic>,
    /// Do posts show the board?
    pub pictures: bool,
    /// The account that set it.
    pub set_by: Uuid,
    /// The club whose organiser set it for all games of the club; null if the owner of the game set it.
    pub club_id: Option<Uuid>,
    /// Is anything posted now? Not while it is disabled, or while a player of a private game does not agree.
    pub posting: bool,
    /// In a private game, whether each player agrees; empty in others, where nobody is asked.
    pub agreements: Vec<ChannelAgreement>,
    /// Null while the channel is enabled.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub disabled_at: Option<Instant>,
    /// Null while the channel is enabled.
    pub disabled_reason: Option<ChannelDisabledReason>,
    /// Since when nothing arrives; after a day it is disabled. Null if the last attempt succeeded.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub failing_since: Option<Instant>,
    /// What became of the last post; null before the first, and for players who did not set the channel.
    pub last_post: Option<ChannelPost>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// `failing`: nothing arrived for a day; `gone`: the service says that the address is gone or refuses posts;
/// `password_reset`: enable it again if it is yours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ChannelDisabledReason {
    /// The owner of the game disabled it.
    Owner,
    /// Nothing arrived for a day.
    Failing,
    /// The service says that the address is gone, or refuses posts.
    Gone,
    /// The password of the account that set it was reset.
    PasswordReset,
}

/// A post and what became of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChannelPost {
    pub id: Uuid,
    /// `true` for a post that the owner of the channel asked for to try it.
    pub test: bool,
    pub status: ChannelPostStatus,
    pub attempts: i16,
    /// When it was tried last; null before the first attempt.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub tried_at: Option<Instant>,
    /// The HTTP status of the last answer; null if there was none.
    pub http_status: Option<i16>,
    /// What was wrong with the last attempt; null if nothing was.
    pub problem: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// `dropped`: the channel was disabled, a player withdrew their agreement, or a newer post tells its news.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChannelPostStatus {
    /// It will be sent, for the first time or again.
    Waiting,
    /// The service took it.
    Delivered,
    /// It was tried in vain.
    Failed,
    /// It is not sent any more.
    Dropped,
}

impl From<PostRow> for ChannelPost {
    fn from(row: PostRow) -> Self {
        let status = match row.result {
            None => ChannelPostStatus::Waiting,
            Some(DeliveryResult::Delivered) => ChannelPostStatus::Delivered,
            Some(DeliveryResult::Failed) => ChannelPostStatus::Failed,
            Some(DeliveryResult::Dropped) => ChannelPostStatus::Dropped,
        };
        Self {
            id: row.id,
            test: row.is_test,
            status,
            attempts: row.attempts,
            tried_at: row.tried_at,
            http_status: row.http_status,
            problem: row.problem,
            created_at: row.created_at,
        }
    }
}

/// The channels of a game, oldest first, for one of its players. There are never more than one of each format.
pub async fn list(ctx: &mut Ctx, game: Uuid, account: Uuid) -> Result<Page<Channel>, Error> {
    let loaded = for_player(ctx, game, account).await?;
    let rows = game_channels::of_game(&mut ctx.db, game).await?;
    Ok(Page::whole(shown(ctx, &loaded, account, rows).await?))
}

pub async fn get(ctx: &mut Ctx, (game, id): (Uuid, Uuid), account: Uuid) -> Result<Channel, Error> {
    let loaded = for_player(ctx, game, account).await?;
    let row = game_channels::find(&mut ctx.db, game, id).await?;
    one(ctx, &loaded, account, row).await
}

async fn one(
    ctx: &mut Ctx,
    loaded: &LoadedGame,
    account: Uuid,
    row: Option<ChannelRow>,
) -> Result<Channel, Error> {
    let shown = shown(ctx, loaded, account, row.into_iter().collect()).await?;
    shown.into_iter().next().ok_or_else(|| Code::ChannelNotFound.problem())
}

async fn shown(
    ctx: &mut Ctx,
    loaded: &LoadedGame,
    account: Uuid,
    rows: Vec<ChannelRow>,
) -> Result<Vec<Channel>, Error> {
    let is_private = loaded.present.visibility == games::Visibility::Private;
    let agreements = match is_private && !rows.is_empty() {
        true => game_channels::agreements(&mut ctx.db, loaded.id).await?,
        false => Vec::new(),
    };
    let mut channels = Vec::with_capacity(rows.len());
    for row in rows {
        let posting = game_channels::may_post(&mut ctx.db, row.game_id, row.id).await?;
        let last_post = match row.created_by == account {
            true => channel_posts::latest(&mut ctx.db, row.game_id, row.id).await?,
            false => None,
        };
        let of_channel = agreements.iter().filter(|agreement| agreement.channel_id == row.id);
        let shown = |agreement: &PlayersAgreement| ChannelAgreement {
            account_id: agreement.account_id,
            account: agreement.account_id,
            agrees: agreement.agrees,
        };
        channels.push(Channel {
            agreements: of_channel.map(shown).collect(),
            posting: posting && !loaded.present.status.is_over(),
            last_post: last_post.map(ChannelPost::from),
            id: row.id,
            format: row.format,
            host: row.host,
            language: row.language,
            time_zone: row.time_zone,
            // A topic that this release does not know, as after a rollback, is left out.
            topics: row.topics.iter().filter_map(|stored| stored.parse().ok()).collect(),
            pictures: row.has_pictures,
            set_by: row.created_by,
            club_id: row.club_id,
            disabled_at: row.disabled_at,
            disabled_reason: row.disabled_reason.and_then(|why| why.parse().ok()),
            failing_since: row.failing_since,
            created_at: row.created_at,
        });
    }
    Ok(channels)
}

/// Sets a channel. Its owner agrees by doing so. Errors: `not_the_owner`, `channel_exists`, `game_not_running` after the
/// end.
pub async fn create(
    tx: &mut Tx<'_>,
    game: Uuid,
    caller: ChannelCaller,
    new: CreateChannel,
) -> Result<CreatedChannel, Error> {
    let loaded = for_owner(tx, game, caller).await?;
    must_not_be_over(&loaded)?;
    let (checked, text) = CheckedChannel::new(tx, caller.account, new, &OF_GAMES).await?;
    let (id, now) = (checked.id, tx.app.now());
    let row = ChannelRow {
        game_id: game,
        id,
        created_by: caller.account,
        format: checked.format,
        host: checked.host,
        target: checked.target,
        secret: checked.secret,
        language: checked.language,
        time_zone: checked.time_zone,
        topics: checked.topics,
        has_pictures: checked.has_pictures,
        created_at: now,
        told: told_now(&loaded),
        composed_at: None,
        failing_since: None,
        disabled_at: None,
        disabled_reason: None,
        club_id: None,
    };
    if !game_channels::insert(&mut tx.db, &row).await? {
        return Err(Code::ChannelExists.problem());
    }
    game_channels::agree(&mut tx.db, (game, id), caller.account, now).await?;
    let detail = json!({"game": game, "channel": id, "format": row.format.word(), "host": row.host});
    audit::record(tx, caller.account, audit::AuditKind::ChannelSet, detail).await?;
    let channel = one(tx, &loaded, caller.account, Some(row)).await?;
    Ok(CreatedChannel { secret: text, channel })
}

/// Changes a channel of a game of which the caller is the owner.
pub async fn update(
    tx: &mut Tx<'_>,
    (game, id): (Uuid, Uuid),
    caller: ChannelCaller,
    change: UpdateChannel,
) -> Result<Channel, Error> {
    let loaded = for_owner(tx, game, caller).await?;
    let mut row = lock(tx, game, id).await?;
    // The player who set it alone knows where it leads: another owner may end it, but not resume it.
    if row.created_by != caller.account {
        return Err(Code::NotTheOwner.problem());
    }
    if let Some(language) = change.language {
        language.code().clone_into(&mut row.language);
    }
    if let Some(zone) = &change.time_zone {
        row.time_zone = accounts::zone(zone)?;
    }
    if let Some(chosen) = &change.topics {
        row.topics = topics(chosen)?;
        // A channel that told only beginnings and ends was not told every move: what others say begins now.
        if row.told.status == loaded.present.status {
            row.told.version = loaded.present.version.unwrap_or(-1);
        }
    }
    row.has_pictures = change.pictures.unwrap_or(row.has_pictures);
    match change.enabled {
        Some(true) if row.disabled_at.is_some() => {
            must_not_be_over(&loaded)?;
            (row.disabled_at, row.disabled_reason, row.failing_since) = (None, None, None);
            row.told = told_now(&loaded);
        }
        Some(false) if row.disabled_at.is_none() => {
            disable(tx, &mut row, ChannelDisabledReason::Owner).await?
        }
        _ => {}
    }
    game_channels::update(&mut tx.bare(), &row).await?;
    one(tx, &loaded, caller.account, Some(row)).await
}

/// Ends a channel: nothing is posted any more, and its address is forgotten.
pub async fn delete(tx: &mut Tx<'_>, (game, id): (Uuid, Uuid), caller: ChannelCaller) -> Result<(), Error> {
    for_owner(tx, game, caller).await?;
    let row = lock(tx, game, id).await?;
    game_channels::remove(&mut tx.db, game, id).await?;
    let detail = json!({"game": game, "channel": id, "format": row.format.word(), "host": row.host});
    audit::record(tx, caller.account, audit::AuditKind::ChannelEnded, detail).await
}

/// Queues a post by which the channel is tried out. Errors: `channel_disabled`; `channel_not_agreed` in a private game
/// in which a player does not agree.
pub async fn send_test(
    tx: &mut Tx<'_>,
    (game, id): (Uuid, Uuid),
    caller: ChannelCaller,
) -> Result<Channel, Error> {
    let loaded = for_owner(tx, game, caller).await?;
    let row = lock(tx, game, id).await?;
    if row.created_by != caller.account {
        return Err(Code::NotTheOwner.problem());
    }
    if row.disabled_at.is_some() {
        return Err(Code::ChannelDisabled.problem());
    }
    if !game_channels::may_post(&mut tx.db, game, id).await? {
        return Err(Code::ChannelNotAgreed.problem());
    }
    compose::compose_test(tx, &row).await?;
    one(tx, &loaded, caller.account, Some(row)).await
}

fn must_not_be_over(loaded: &LoadedGame) -> Result<(), Error> {
    match loaded.present.status.is_over() {
        true => Err(Code::GameNotRunning.because(Sentence::GameIsOver)),
        false => Ok(()),
    }
}

/// What has happened up to now is not told; for whom the game waits is, with the next move.
fn told_now(loaded: &LoadedGame) -> ToldNews {
    let version = loaded.present.version.unwrap_or(-1);
    ToldNews { version, status: loaded.present.status, awaited: String::new(), reminded_of: None }
}

/// Disables a channel in `row`, which the caller has locked and stores: nothing is posted from now on, not even what
/// waits.
pub(super) async fn disable(
    tx: &mut Tx<'_>,
    row: &mut ChannelRow,
    why: ChannelDisabledReason,
) -> Result<(), Error> {
    let now = tx.app.now();
    (row.disabled_at, row.disabled_reason) = (Some(now), Some(why.into_str().to_owned()));
    Ok(channel_posts::drop_waiting(&mut tx.db, (row.game_id, row.id), false, now).await?)
}

/// Suspends every enabled channel that an account set, until it enables them again.
pub async fn suspend_all(ctx: &mut Ctx, account: Uuid) -> Result<(), Error> {
    let (why, now) = (ChannelDisabledReason::PasswordReset.into_str(), ctx.app.now());
    club_channels::suspend(&mut ctx.db, account, why, now).await?;
    Ok(game_channels::suspend(&mut ctx.db, account, why, now).await?)
}

/// The channels of an account that are enabled or suspended, by game or club, and host.
pub async fn names(connection: &mut Connection, account: Uuid) -> Result<Vec<String>, Error> {
    let suspended = ChannelDisabledReason::PasswordReset.into_str();
    let mut channels = game_channels::names_of_account(connection, account, suspended).await?;
    channels.extend(club_channels::names_of_account(connection, account, suspended).await?);
    Ok(channels.into_iter().map(display_name).collect())
}

/// The channel of an account that was given up last; `None` when none is given up any more.
pub async fn given_up(connection: &mut Connection, account: Uuid) -> Result<Option<String>, Error> {
    let of_game = game_channels::given_up(connection, account).await?;
    let of_club = club_channels::given_up(connection, account).await?;
    let latest = of_game.into_iter().chain(of_club).max_by_key(|channel| channel.disabled_at);
    Ok(latest.map(display_name))
}

fn display_name(channel: NamedChannel) -> String {
    format!("“{}” ({})", channel.name, channel.host)
}
