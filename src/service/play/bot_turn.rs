//! A bot answers one decision.
//!
//! A bot's random numbers come from the game's secret, the version and the bot's seat, never from the game's own draws:
//! a game with bots can be replayed to the same end, and no choice of a bot shifts a draw of the game.

use chrono::TimeDelta;
use hmac::{Hmac, KeyInit, Mac};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use sha2::Sha256;
use uuid::Uuid;

use super::commit::{Before, Change, commit};
use super::work_off;
use crate::error::Error;
use crate::service::loaded_game::LoadedGame;
use crate::service::log;
use crate::service::{Ctx, Tx};
use crate::store::games::Status;
use crate::store::{due, games};
use crate::time_control::Instant;
use rules::{AnyGame, Author, CallClass, Chance, Choice, Decision, Json, Seat};

/// How long a bot leaves its turn for people to answer what it has offered to them: they answer between work and bed.
const PATIENCE: TimeDelta = TimeDelta::hours(8);

/// Plays the turn of a bot that has been due the longest and that no other worker has claimed; `false` when none is
/// due. One decision, one transaction.
pub async fn bot_turn(ctx: &mut Ctx) -> Result<bool, Error> {
    work_off(
        ctx,
        async |tx, now| Ok(due::claim_bot_turn(&mut tx.bare(), now).await?),
        async |tx, &(game, version)| match play(tx, game).await? {
            BotTurn::Done => Ok(due::bot_turn_done(&mut tx.db, game, version).await?),
            BotTurn::Waits { until } => Ok(due::put_off_bot_turn(&mut tx.db, game, version, until).await?),
        },
        async |ctx, &(game, version), until| {
            Ok(due::put_off_bot_turn(&mut ctx.db, game, version, until).await?)
        },
    )
    .await
}

enum BotTurn {
    Done,
    /// People may answer an offer of the bot until then.
    Waits {
        until: Instant,
    },
}

/// Lets the bots of a game choose, in the order of their decisions, until one of them acts. When another write moved
/// the game meanwhile, that write has put the next turn on the list.
async fn play(tx: &mut Tx<'_>, game: Uuid) -> Result<BotTurn, Error> {
    let loaded = LoadedGame::open_for_worker(tx, game).await?;
    if loaded.present.status != Status::Running {
        return Ok(BotTurn::Done);
    }
    let (base, mut game) = loaded.position()?;
    let before = Before::of(game.as_ref());
    // Standing orders that the last write had no room for answer first; their write puts the next bot turn on the list.
    let (mut by_orders, at) = (Vec::new(), tx.app.now());
    commit(tx, Change::new(&loaded, base, at, &mut by_orders, &before, game.as_mut())).await?;
    if !by_orders.is_empty() {
        return Ok(BotTurn::Done);
    }
    let secret = games::secret(&mut tx.db, loaded.id).await?;
    let secret = secret.ok_or_else(|| Error::bug(format!("game {} has no secret", loaded.id)))?;
    let choose = |blocking: bool| {
        let asked = before.open.iter().filter(|open| open.is_asked() && open.blocking == blocking);
        choose(&loaded, game.as_ref(), asked, &secret, base)
    };
    // Decisions that do not block come first, so that an offer is answered before its maker goes on.
    let choice = match choose(false) {
        Some(choice) => Some(choice),
        None => match waits_until(tx, &loaded, game.as_ref(), &before.open).await? {
            Some(until) => return Ok(BotTurn::Waits { until }),
            None => choose(true),
        },
    };
    let Some((seat, choice)) = choice else {
        return Ok(BotTurn::Done);
    };
    let mut chance = Chance::seeded(loaded.game_seed()?);
    let mut entries = game
        .perform(log::version(base)?, Author::Bot, Some(seat), &choice.action, &mut chance)
        .map_err(|error| Error::internal(format!("a bot's action in game {}", loaded.id), error))?;
    let change = Change {
        acting: Some(seat),
        ..Change::new(&loaded, base, tx.app.now(), &mut entries, &before, game.as_mut())
    };
    commit(tx, change).await?;
    Ok(BotTurn::Done)
}

/// Until when the bot whose turn it is waits for people whom it has offered something; `None` if it does not. Offers that
/// they can't pay count, too, or the others would learn from the pause what is in a hand.
async fn waits_until(
    tx: &mut Tx<'_>,
    loaded: &LoadedGame,
    game: &dyn AnyGame,
    open: &[Decision],
) -> Result<Option<Instant>, Error> {
    let (_, active) = game.turn();
    if !loaded.bot_of(active).is_some_and(|bot| game.waits_for_answers(bot)) {
        return Ok(None);
    }
    let is_offer = |open: &&Decision| open.call.is_some_and(|call| call.class == CallClass::Offer);
    let of_person = |open: &&Decision| !open.blocking && loaded.bot_of(open.seat).is_none();
    let offers = open.iter().filter(is_offer).filter(of_person);
    let (seats, ids): (Vec<i16>, Vec<&str>) =
        offers.map(|open| (i16::from(open.seat), open.id.as_str())).unzip();
    if seats.is_empty() {
        return Ok(None);
    }
    let opened = due::last_opened(&mut tx.db, loaded.id, &seats, &ids).await?;
    Ok(opened.map(|opened| opened + PATIENCE).filter(|until| *until > tx.app.now()))
}

/// The choice of the first bot that makes one.
fn choose<'d>(
    loaded: &LoadedGame,
    game: &dyn AnyGame,
    mut asked: impl Iterator<Item = &'d Decision>,
    secret: &[u8],
    version: i64,
) -> Option<(Seat, Choice<Json>)> {
    asked.find_map(|decision| {
        let bot = loaded.bot_of(decision.seat)?;
        let choice = game.choose(bot, decision.seat, &mut dice(secret, version, decision.seat))?;
        Some((decision.seat, choice))
    })
}

fn dice(secret: &[u8], version: i64, seat: Seat) -> ChaCha8Rng {
    let mac = Hmac::<Sha256>::new_from_slice(secret).map(|mut mac| {
        mac.update(b"bot");
        mac.update(&version.to_be_bytes());
        mac.update(&[seat]);
        mac.finalize().into_bytes().into()
    });
    // HMAC takes keys of every length, so that the default is never used.
    ChaCha8Rng::from_seed(mac.unwrap_or_default())
}
