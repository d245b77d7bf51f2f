//! Channels of clubs. An organiser sets one for all games of the club: those that are played tell it what happens from then
//! on, and each new one tells it also that it exists. In each game it is one of the game's channels, whose owner may end
//! it there, and to which the players of a private game must agree.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::checked::{CheckedChannel, CreateChannel};
use super::content::ChannelTopic;
use super::settings::ChannelDisabledReason;
use super::{ChannelCaller, hold};
use crate::error::{Code, Error};
use crate::service::page::Page;
use crate::service::{Ctx, Tx, audit, clubs};
use crate::store::club_channels::{self, ClubChannelRow};
use crate::store::club_members::ClubRole;
use crate::store::game_channels::ChannelFormat;
use crate::time_control::Instant;

/// What a channel of a club tells unless its organiser chooses: of each game, not of each move.
const USUAL: [ChannelTopic; 3] =
    [ChannelTopic::GameCreated, ChannelTopic::GameStarted, ChannelTopic::GameEnded];

/// Where news of all games of a club is posted, as its members see it: the host, and never the address.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClubChannel {
    /// Also the id of the channel in each game of the club.
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
    /// Is anything posted now? Not while it is disabled, nor once the account that set it is no organiser any more.
    pub posting: bool,
    /// Null while the channel is enabled.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub disabled_at: Option<Instant>,
    /// Null while the channel is enabled. To enable it again, end it and set it anew.
    pub disabled_reason: Option<ChannelDisabledReason>,
    /// Since when nothing arrives, of whatever game; after a day it is disabled. Null if the last attempt succeeded.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub failing_since: Option<Instant>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CreatedClubChannel {
    /// Signs every post in the format `althing`: `whsec_` and base64. Never shown again; null in the other formats.
    pub secret: Option<String>,
    pub channel: ClubChannel,
}

/// Sets a channel of a club, by one of its organisers. Errors: `club_not_found`, `not_a_club_member`,
/// `club_role_too_small`, `club_ended`, `channel_exists`, `invalid_field`.
pub async fn create_for_club(
    tx: &mut Tx<'_>,
    club: Uuid,
    caller: ChannelCaller,
    new: CreateChannel,
) -> Result<CreatedClubChannel, Error> {
    hold(tx, caller).await?;
    clubs::lock_as(tx, club, caller.account, ClubRole::Organiser).await?;
    let (checked, secret) = CheckedChannel::new(tx, caller.account, new, &USUAL).await?;
    let row = ClubChannelRow {
        club_id: club,
        id: checked.id,
        created_by: caller.account,
        format: checked.format,
        host: checked.host,
        target: checked.target,
        secret: checked.secret,
        language: checked.language,
        time_zone: checked.time_zone,
        topics: checked.topics,
        has_pictures: checked.has_pictures,
        created_at: tx.app.now(),
        failing_since: None,
        disabled_at: None,
        disabled_reason: None,
    };
    if !club_channels::insert(&mut tx.db, &row).await? {
        return Err(Code::ChannelExists.problem());
    }
    club_channels::give_to_games(&mut tx.db, club, row.id).await?;
    record(tx, caller.account, audit::AuditKind::ChannelSet, &row).await?;
    Ok(CreatedClubChannel { secret, channel: shown(tx, row).await? })
}

/// The channels of a club, oldest first, for its members. There are never more than one of each format. Errors:
/// `club_not_found`, `not_a_club_member`.
pub async fn list_of_club(ctx: &mut Ctx, club: Uuid, account: Uuid) -> Result<Page<ClubChannel>, Error> {
    clubs::open_as(&mut ctx.db, club, account, ClubRole::Member).await?;
    let mut channels = Vec::new();
    for row in club_channels::of_club(&mut ctx.db, club).await? {
        channels.push(shown(ctx, row).await?);
    }
    Ok(Page::whole(channels))
}

/// Ends a channel of a club in all its games, by an organiser, also after the end of the club. Errors: `club_not_found`,
/// `not_a_club_member`, `club_role_too_small`, `channel_not_found`.
pub async fn delete_of_club(
    tx: &mut Tx<'_>,
    (club, id): (Uuid, Uuid),
    caller: ChannelCaller,
) -> Result<(), Error> {
    hold(tx, caller).await?;
    clubs::open_as(&mut tx.db, club, caller.account, ClubRole::Organiser).await?;
    let row = club_channels::find(&mut tx.db, club, id).await?;
    let row = row.ok_or_else(|| Code::ChannelNotFound.problem())?;
    if club_channels::remove(&mut tx.db, club, id).await? {
        record(tx, caller.account, audit::AuditKind::ChannelEnded, &row).await?;
    }
    Ok(())
}

async fn record(
    tx: &mut Tx<'_>,
    account: Uuid,
    kind: audit::AuditKind,
    row: &ClubChannelRow,
) -> Result<(), Error> {
    let detail =
        json!({"club": row.club_id, "channel": row.id, "format": row.format.word(), "host": row.host});
    audit::record(tx, account, kind, detail).await
}

async fn shown(ctx: &mut Ctx, row: ClubChannelRow) -> Result<ClubChannel, Error> {
    let is_organiser = clubs::is_organiser(&mut ctx.db, row.club_id, row.created_by).await?;
    Ok(ClubChannel {
        id: row.id,
        format: row.format,
        host: row.host,
        language: row.language,
        time_zone: row.time_zone,
        // A topic that this release does not know, as after a rollback, is left out.
        topics: row.topics.iter().filter_map(|stored| stored.parse().ok()).collect(),
        pictures: row.has_pictures,
        set_by: row.created_by,
        posting: is_organiser && row.disabled_at.is_none(),
        disabled_at: row.disabled_at,
        disabled_reason: row.disabled_reason.and_then(|why| why.parse().ok()),
        failing_since: row.failing_since,
        created_at: row.created_at,
    })
}
