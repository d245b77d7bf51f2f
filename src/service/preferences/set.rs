//! The preferences of a reader, for all their games and for one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Code, Error, bounded};
use crate::notifications::quiet_hours::hour;
use crate::notifications::{DeliveryMode, DeliveryModes, Kinds, QuietHours};
use crate::service::loaded_game::LoadedGame;
use crate::service::{App, Ctx, Tx};
use crate::store::accounts;
use crate::store::preferences::{self, PreferencesRow};

/// The hour of the daily mail where none is set.
const DIGEST_HOUR: i16 = 8;
/// For how many minutes a mail collects notifications where nothing is set.
const BATCH_MINUTES: i16 = 30;
const MAX_BATCH_MINUTES: i16 = 720;
const MAX_HOLD_DOWN_MINUTES: i16 = 1_440;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DeliveryPreferences {
    /// By kind of notification; every kind is there.
    pub modes: BTreeMap<String, DeliveryMode>,
    /// When no mail is sent; null for no such hours.
    pub quiet_hours: Option<QuietHours>,
    /// Do warnings that your time runs out come in quiet hours, too?
    pub warn_in_quiet_hours: bool,
    /// The full hour of your day at which the daily mail comes.
    pub digest_hour: i16,
    /// How many minutes a mail collects batched notifications.
    pub batch_minutes: i16,
    /// How many minutes a notification is held in case you answer meanwhile; null for the server's own time.
    pub hold_down_minutes: Option<i16>,
    /// The time zone of your profile, by which these hours count.
    pub time_zone: String,
    /// Settings of single games, which come before these.
    pub games: Vec<GamePreferences>,
}

/// Replaces all settings; what is left out gets its default.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateDeliveryPreferences {
    /// By kind of notification: each `CallKind`, message, deadline_near, lapse_played, vote, invitation, game_started,
    /// game_ended, membership. What is left out comes instantly, but `unpayable_offer` not at all.
    #[serde(default)]
    pub modes: BTreeMap<String, DeliveryMode>,
    /// When no mail is sent; none if left out.
    pub quiet_hours: Option<QuietHours>,
    /// Do warnings that your time runs out come in quiet hours, too?
    #[serde(default)]
    pub warn_in_quiet_hours: bool,
    /// The full hour of your day at which the daily mail comes; 8 if left out.
    #[schema(minimum = 0, maximum = 23)]
    pub digest_hour: Option<i16>,
    /// How many minutes a mail collects batched notifications; 30 if left out.
    #[schema(minimum = 1, maximum = 720)]
    pub batch_minutes: Option<i16>,
    /// How many minutes a notification is held in case you answer meanwhile; never shorter than the server's own time.
    #[schema(minimum = 0, maximum = 1440)]
    pub hold_down_minutes: Option<i16>,
}

/// What `account` has set. Error: `token_invalid` when the account is gone.
pub async fn show(ctx: &mut Ctx, account: Uuid) -> Result<DeliveryPreferences, Error> {
    let gone = || Code::TokenInvalid.problem();
    let row = preferences::find(&mut ctx.db, account).await?.ok_or_else(gone)?;
    let person = accounts::find(&mut ctx.db, account).await?.ok_or_else(gone)?;
    let games = preferences::of_games(&mut ctx.db, account).await?;
    Ok(DeliveryPreferences {
        modes: DeliveryModes::parse(&row.modes)?.whole(ctx.app.kinds()),
        quiet_hours: row.quiet_from.zip(row.quiet_to).map(|(from, to)| QuietHours { from, to }),
        warn_in_quiet_hours: row.warn_in_quiet,
        digest_hour: row.digest_hour,
        batch_minutes: row.batch_minutes,
        hold_down_minutes: row.hold_down_minutes,
        time_zone: person.time_zone,
        games: games
            .into_iter()
            .map(|(game, modes)| GamePreferences::stored(&ctx.app, game, &modes))
            .collect::<Result<_, _>>()?,
    })
}

/// Sets the preferences of `account`.
pub async fn set(
    tx: &mut Tx<'_>,
    account: Uuid,
    change: UpdateDeliveryPreferences,
) -> Result<DeliveryPreferences, Error> {
    let row = checked(tx.ctx.app.kinds(), change)?;
    if preferences::lock(&mut tx.bare(), account).await?.is_none() {
        return Err(Code::TokenInvalid.problem());
    }
    preferences::put(&mut tx.ctx.db, account, &row, tx.ctx.app.now()).await?;
    show(tx, account).await
}

fn checked(kinds: &Kinds, change: UpdateDeliveryPreferences) -> Result<PreferencesRow, Error> {
    let modes = DeliveryModes::given(kinds, change.modes)?;
    let quiet = change.quiet_hours.map(QuietHours::check).transpose()?;
    let held = change.hold_down_minutes;
    let held = held.map(|minutes| bounded("hold_down_minutes", minutes, &(0..=MAX_HOLD_DOWN_MINUTES)));
    let batch = change.batch_minutes.unwrap_or(BATCH_MINUTES);
    Ok(PreferencesRow {
        modes: modes.json(),
        quiet_from: quiet.map(|quiet| quiet.from),
        quiet_to: quiet.map(|quiet| quiet.to),
        warn_in_quiet: change.warn_in_quiet_hours,
        digest_hour: hour("digest_hour", change.digest_hour.unwrap_or(DIGEST_HOUR))?,
        batch_minutes: bounded("batch_minutes", batch, &(1..=MAX_BATCH_MINUTES))?,
        hold_down_minutes: held.transpose()?,
    })
}

/// Replaces what was set for the game.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateGamePreferences {
    /// By kind of notification; what is left out follows your settings for all games.
    #[serde(default)]
    pub modes: BTreeMap<String, DeliveryMode>,
}

/// What you have set for one game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GamePreferences {
    pub game_id: Uuid,
    /// By kind of notification; what is missing follows your settings for all games.
    pub modes: BTreeMap<String, DeliveryMode>,
}

impl GamePreferences {
    pub(super) fn stored(app: &App, game_id: Uuid, modes: &str) -> Result<Self, Error> {
        Ok(Self { game_id, modes: DeliveryModes::parse(modes)?.shown(app.kinds()) })
    }
}

pub async fn for_game(ctx: &mut Ctx, game: Uuid, account: Uuid) -> Result<GamePreferences, Error> {
    LoadedGame::open(ctx, game, Some(account), None).await?.member()?;
    let modes = preferences::find_for_game(&mut ctx.db, game, account).await?;
    GamePreferences::stored(&ctx.app, game, modes.as_deref().unwrap_or("{}"))
}

pub async fn set_for_game(
    ctx: &mut Ctx,
    game: Uuid,
    account: Uuid,
    change: UpdateGamePreferences,
) -> Result<GamePreferences, Error> {
    LoadedGame::open(ctx, game, Some(account), None).await?.member()?;
    let modes = DeliveryModes::given(ctx.app.kinds(), change.modes)?;
    preferences::put_for_game(&mut ctx.db, game, account, &modes.json(), ctx.app.now()).await?;
    Ok(GamePreferences { game_id: game, modes: modes.shown(ctx.app.kinds()) })
}
