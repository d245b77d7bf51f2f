//! The states of a game until it starts, what follows from each change of it, and the start itself.
//!
//! ```text
//! open ──full, starts when full──────────────► running
//!  │ ▲
//!  │ └─a player left, was kicked or did not confirm─┐
//!  ├──full, starts on confirmation──────────► confirming ──everybody confirmed──► running
//!  ├──called off, or the last person left──► cancelled ◄──────────┤
//!  └──nobody came or went for long─────────► expired
//! ```

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use strum::EnumDiscriminants;
use utoipa::ToSchema;
use uuid::Uuid;

use super::settings::{GameSettings, StartRule};
use crate::error::{Code, Error};
use crate::notifications::{MailKind, enqueue};
use crate::record::DEAL;
use crate::service::loaded_game::LoadedGame;
use crate::service::play::{Before, Change, commit};
use crate::service::stored_json::{encode, raw};
use crate::service::{App, Tx, availability};
use crate::store::games::{self, Game, Status};
use crate::store::invitations::{self, InvitationStatus};
use crate::store::seats::{self, SeatRow};
use crate::store::{feeds, write};
use crate::time_control::Instant;
use rules::{Chance, chance};

/// What follows after a player came, went or confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextStep {
    Wait,
    /// Every player is asked to confirm to be there.
    AskForConfirmation,
    /// The game waits for the players who have not confirmed.
    KeepAsking,
    Start,
}

/// A game in the lobby as it is after a change.
#[derive(Debug, Clone, Copy)]
pub struct LobbyState {
    /// The status before the change.
    pub status: Status,
    pub rule: StartRule,
    pub is_full: bool,
    pub all_confirmed: bool,
    pub ask_anew: bool,
}

/// What comes next for a game that has not started.
pub fn next_step(lobby: LobbyState) -> NextStep {
    match (lobby.is_full, lobby.rule, lobby.status) {
        (false, ..) => NextStep::Wait,
        (true, StartRule::WhenFull, _) => NextStep::Start,
        (true, StartRule::OnConfirmation, Status::Confirming) if !lobby.ask_anew => {
            if lobby.all_confirmed {
                NextStep::Start
            } else {
                NextStep::KeepAsking
            }
        }
        (true, StartRule::OnConfirmation, _) => NextStep::AskForConfirmation,
    }
}

/// Only a lobby that waits for its start can be changed.
pub fn must_wait(status: Status) -> Result<(), Error> {
    match status {
        Status::Open | Status::Confirming => Ok(()),
        Status::Cancelled | Status::Expired | Status::Voided => Err(Code::GameClosed.problem()),
        Status::Running | Status::Paused | Status::Finished => Err(Code::GameAlreadyStarted.problem()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// A player came, went, was invited, answered or confirmed.
    Seats,
    /// The owner changed what the players had agreed to.
    Terms,
}

/// Brings the game to its next state. The caller has locked its row.
pub async fn settle(tx: &mut Tx<'_>, game: Uuid, changed: Changed) -> Result<(), Error> {
    let gone = || Error::bug(format!("game {game} is gone while it is locked"));
    let game = games::get(&mut tx.db, game).await?.ok_or_else(gone)?;
    let taken = seats::in_join_order(&mut tx.db, game.id).await?;
    let settings = GameSettings::of(&game)?;
    let (_, reserved) = invitations::count_open(&mut tx.db, game.id).await?;
    let free = free_seats(&game, taken.len(), reserved);
    match next_step(lobby_state(&game, &settings, &taken, changed)) {
        NextStep::Start => start(tx, &game, taken).await,
        NextStep::AskForConfirmation => ask_for_confirmation(tx, &game, &settings, &taken).await,
        NextStep::KeepAsking => {
            let due_at = game.lobby_due_at.unwrap_or_else(|| confirm_until(&tx.app, &settings));
            Ok(games::set_lobby_status(&mut tx.db, game.id, Status::Confirming, 0, due_at).await?)
        }
        NextStep::Wait => {
            if game.status == Status::Confirming {
                seats::forget_confirmations(&mut tx.db, game.id).await?;
            }
            Ok(games::set_lobby_status(&mut tx.ctx.db, game.id, Status::Open, free, expires_at(&tx.ctx.app))
                .await?)
        }
    }
}

fn lobby_state(game: &Game, settings: &GameSettings, taken: &[SeatRow], changed: Changed) -> LobbyState {
    let mut people = taken.iter().filter(|seat| seat.account_id.is_some());
    LobbyState {
        status: game.status,
        rule: settings.start,
        is_full: taken.len() >= usize::from(settings.seats),
        all_confirmed: settings.start == StartRule::OnConfirmation
            && people.all(|seat| seat.confirmed_at.is_some()),
        ask_anew: changed == Changed::Terms,
    }
}

async fn ask_for_confirmation(
    tx: &mut Tx<'_>,
    game: &Game,
    settings: &GameSettings,
    taken: &[SeatRow],
) -> Result<(), Error> {
    seats::forget_confirmations(&mut tx.db, game.id).await?;
    let until = confirm_until(&tx.app, settings);
    games::set_lobby_status(&mut tx.db, game.id, Status::Confirming, 0, until).await?;
    record_changes(tx, game.id, &[LobbyChange::ConfirmationAsked { until }]).await?;
    let people = taken.iter().filter_map(|seat| seat.account_id);
    enqueue::to_members(&tx.ctx.app, &mut tx.ctx.db, game.id, MailKind::ConfirmPresence, people).await
}

/// The number of seats that are neither taken nor reserved.
pub fn free_seats(game: &Game, taken: usize, reserved: usize) -> i16 {
    // No game has as many seats as the largest number.
    let gone = i16::try_from(taken.saturating_add(reserved)).unwrap_or(i16::MAX);
    game.seat_count.saturating_sub(gone).max(0)
}

fn confirm_until(app: &App, settings: &GameSettings) -> Instant {
    app.now() + TimeDelta::hours(i64::from(settings.confirm_hours))
}

/// When a game expires if no player joins or leaves it from now on.
pub fn expires_at(app: &App) -> Instant {
    app.now() + TimeDelta::days(app.settings.lobby.open_days)
}

/// Starts the game with these players and bots, in the order of joining. The caller has locked its row.
pub async fn start(tx: &mut Tx<'_>, stored: &Game, joined: Vec<SeatRow>) -> Result<(), Error> {
    let game = stored.id;
    let broken = |what: &str| Error::bug(format!("game {game} can't start: {what}"));
    let secret = games::secret(&mut tx.db, game).await?.and_then(|secret| secret.try_into().ok());
    let secret = secret.ok_or_else(|| broken("its secret is gone"))?;
    let seed = chance::game_seed(&secret, joined.iter().map(|joiner| joiner.entropy.as_slice()));
    let mut chance = Chance::seeded(seed);
    // Dealing is the first draw of entry 0 and the set-up draws on from there, as the replay of a record does.
    chance.begin(0);
    let dealt = deal(stored, joined, &mut chance);
    seats::clear(&mut tx.db, game).await?;
    seats::take(&mut tx.db, &dealt).await?;
    let clock = GameSettings::of(stored)?.timing()?;
    games::start(&mut tx.ctx.db, game, &seed, clock.as_deref(), tx.ctx.app.now()).await?;
    if clock.is_some() {
        availability::copy_to(&mut tx.db, game, &dealt).await?;
    }
    invitations::decide(&mut tx.ctx.db, game, None, InvitationStatus::Closed, tx.ctx.app.now()).await?;
    record_changes(tx, game, &[LobbyChange::GameStarted {}]).await?;
    set_up(tx, stored, &mut chance).await
}

/// The seats as they are played: dealt by the first draw of entry 0, or taken in the order of joining.
fn deal(game: &Game, joined: Vec<SeatRow>, chance: &mut Chance) -> Vec<SeatRow> {
    let count = u32::try_from(joined.len()).unwrap_or(u32::MAX);
    let order = if game.deal_seats { chance.shuffle(DEAL, count) } else { (0..count).collect() };
    let in_order = order.iter().filter_map(|&original| joined.get(original as usize).cloned());
    (0..).zip(in_order).map(|(seat, joiner)| SeatRow { seat, ..joiner }).collect()
}

async fn set_up(tx: &mut Tx<'_>, stored: &Game, chance: &mut Chance) -> Result<(), Error> {
    let broken = |what: String| Error::bug(format!("game {} can't be set up: {what}", stored.id));
    let at = tx.app.now();
    write::prepare(&mut tx.db, stored.id, at).await?;
    let loaded = LoadedGame::open_for_worker(tx, stored.id).await?;
    let options = raw(stored.options.clone())?;
    let count = u8::try_from(stored.seat_count).map_err(|error| broken(error.to_string()))?;
    let game = loaded.ruleset.blank_as_stored(&options, count);
    let mut game = game.map_err(|refusal| broken(refusal.to_string()))?;
    let mut entries = game.start(chance).map_err(|fault| broken(fault.to_string()))?;
    let before = Before::default();
    let change = Change::new(&loaded, -1, at, &mut entries, &before, game.as_mut());
    match commit(tx, change).await? {
        Some(_) => Ok(()),
        None => Err(broken("its place was taken".to_owned())),
    }
}

/// A change in a game before the start, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum_discriminants(
    name(LobbyChangeKind),
    derive(Serialize, ToSchema),
    serde(rename_all = "snake_case"),
    doc = "What can happen in a game before it starts. More kinds may be added."
)]
pub enum LobbyChange {
    /// A player took a seat.
    SeatTaken {
        account: Uuid,
    },
    /// A player gave the seat up.
    SeatLeft {
        account: Uuid,
    },
    /// A player did not confirm in time, and has no seat any more.
    SeatLost {
        account: Uuid,
    },
    /// The owner sent a player away.
    PlayerKicked {
        account: Uuid,
    },
    /// Another player owns the game.
    OwnerChanged {
        account: Uuid,
    },
    /// The owner changed the settings; players who had confirmed must do so again.
    TermsChanged {},
    /// The game is full, and every player is asked to confirm to be there.
    ConfirmationAsked {
        until: Instant,
    },
    /// A player confirmed to be there.
    PresenceConfirmed {
        account: Uuid,
    },
    GameCancelled {},
    /// No other player has joined for too long.
    GameExpired {},
    GameVoided {},
    /// Everybody is there; what follows are the events of the game.
    GameStarted {},
}

impl LobbyChange {
    /// The player whom the change is about.
    pub fn about(&self) -> Option<Uuid> {
        match self {
            Self::SeatTaken { account }
            | Self::SeatLeft { account }
            | Self::SeatLost { account }
            | Self::PlayerKicked { account }
            | Self::OwnerChanged { account }
            | Self::PresenceConfirmed { account } => Some(*account),
            Self::TermsChanged {}
            | Self::ConfirmationAsked { .. }
            | Self::GameCancelled {}
            | Self::GameExpired {}
            | Self::GameVoided {}
            | Self::GameStarted {} => None,
        }
    }
}

/// Stores changes, in this order, for the followers of the game.
pub async fn record_changes(tx: &mut Tx<'_>, game: Uuid, changes: &[LobbyChange]) -> Result<(), Error> {
    let events = changes.iter().map(encode).collect::<Result<Vec<_>, _>>()?;
    let about: Vec<_> = changes.iter().map(LobbyChange::about).collect();
    Ok(feeds::add_changes(&mut tx.ctx.db, game, &events, &about, tx.ctx.app.now()).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(
        status: Status,
        rule: StartRule,
        is_full: bool,
        all_confirmed: bool,
        ask_anew: bool,
    ) -> NextStep {
        next_step(LobbyState { status, rule, is_full, all_confirmed, ask_anew })
    }

    #[test]
    fn a_table_with_a_free_seat_waits_whatever_else_is_so() {
        for status in [Status::Open, Status::Confirming] {
            for rule in [StartRule::WhenFull, StartRule::OnConfirmation] {
                for flags in 0..4 {
                    let (confirmed, anew) = (flags & 1 == 1, flags & 2 == 2);
                    assert_eq!(after(status, rule, false, confirmed, anew), NextStep::Wait);
                }
            }
        }
    }

    #[test]
    fn a_full_table_starts_at_once_or_asks_first() {
        assert_eq!(after(Status::Open, StartRule::WhenFull, true, false, false), NextStep::Start);
        assert_eq!(
            after(Status::Open, StartRule::OnConfirmation, true, true, false),
            NextStep::AskForConfirmation
        );
    }

    #[test]
    fn a_table_that_asks_starts_when_all_have_confirmed_and_nothing_changed_meanwhile() {
        let while_confirming =
            |confirmed, anew| after(Status::Confirming, StartRule::OnConfirmation, true, confirmed, anew);
        assert_eq!(while_confirming(false, false), NextStep::KeepAsking);
        assert_eq!(while_confirming(true, false), NextStep::Start);
        assert_eq!(while_confirming(true, true), NextStep::AskForConfirmation);
    }
}
