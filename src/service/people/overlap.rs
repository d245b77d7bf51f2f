//! When two players are both usually available, from their nights and days off alone. Nobody sees anything of a player who
//! has not turned it on (`shares_availability`), and who asks must have turned it on, too. A player who has not, one who
//! does not exist, and one of whom and the asker one blocks the other are answered alike.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::service::availability::{DayOff, clock_time, usual};
use crate::service::{Ctx, lobby};
use crate::store::availability;
use crate::time_control::{self, shared_hours};

/// With whom: name a game or a player.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OverlapQuery {
    /// With everybody who has a seat in this game.
    pub game_id: Option<Uuid>,
    /// With this player, by id or whole name.
    pub person: Option<String>,
}

/// When you and others are usually available, by your wall clock.
#[derive(Debug, Serialize, ToSchema)]
pub struct AvailabilityOverlap {
    /// The time zone of your profile.
    pub time_zone: String,
    /// In the order of their names. Players who do not share their availability are missing.
    pub players: Vec<PlayerOverlap>,
}

/// When you and one other player are both usually available.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerOverlap {
    /// The id of the player's account.
    pub account_id: Uuid,
    pub name: String,
    /// Empty if you are never available together.
    pub hours: Vec<SharedHours>,
}

/// Hours in which both are available, by your wall clock.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedHours {
    /// The days of the week on which they begin.
    pub days: Vec<DayOff>,
    /// When they begin, such as `19:00`.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub from: String,
    /// When they end: on the next day if it is earlier than `from`, and after a whole day if it is the same.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub until: String,
}

/// Errors: `invalid_parameter`, `game_not_found`, `availability_not_shared`.
pub async fn overlap(
    ctx: &mut Ctx,
    account: Uuid,
    query: &OverlapQuery,
) -> Result<AvailabilityOverlap, Error> {
    let others = match (query.game_id, &query.person) {
        (Some(game), None) => {
            let seats = lobby::get(ctx, game, Some(account)).await?.seats;
            seats.into_iter().filter_map(|seat| seat.account_id).collect()
        }
        (None, Some(person)) => match super::id_of(&mut ctx.db, person).await {
            Err(error) if error.is(Code::AccountNotFound) => Vec::new(),
            found => vec![found?],
        },
        _ => return Err(Code::InvalidParameter.field("game_id", Sentence::GameOrPerson)),
    };
    overlap_with(ctx, account, &others).await
}

/// The same with these players. Error: `availability_not_shared`.
pub async fn overlap_with(
    ctx: &mut Ctx,
    account: Uuid,
    others: &[Uuid],
) -> Result<AvailabilityOverlap, Error> {
    let sharing = availability::sharing(&mut ctx.db, account, others).await?;
    let (own, others): (Vec<_>, Vec<_>) = sharing.into_iter().partition(|row| row.account == account);
    let own = own.first().ok_or_else(|| Code::AvailabilityNotShared.problem())?;
    let (mine, now) = (usual(own), ctx.app.now());
    let with = |row: &availability::SharingRow| PlayerOverlap {
        account_id: row.account,
        name: row.name.clone(),
        hours: shared_hours(&mine, &usual(row), now).into_iter().map(SharedHours::from).collect(),
    };
    Ok(AvailabilityOverlap { time_zone: own.time_zone.clone(), players: others.iter().map(with).collect() })
}

impl From<time_control::SharedWindow> for SharedHours {
    fn from(hours: time_control::SharedWindow) -> Self {
        Self {
            days: hours.days.into_iter().map(DayOff::from).collect(),
            from: clock_time(hours.from),
            until: clock_time(hours.until),
        }
    }
}
