//! The content of the page of a seat: the game as its player may see it, and what the player may do.

use super::OpenedSeat;
use crate::error::{Code, Error};
use crate::service::Ctx;
use crate::service::messages::{self, ShownMessages};
use crate::service::play::{self, AwaitedDecision, GameClocks, TakeBackOptions};
use crate::service::ratings::{self, RatingChange};
use crate::service::recent_events::former_players;
use crate::service::stored_json;
use crate::service::turn::open_decisions;
use crate::service::votes::{self, Vote};
use crate::store::games::Status;
use crate::store::history::EntryRow;
use crate::store::{history, seat_page_context};
use crate::texts::FormerPlayer;
use rules::{AnyGame, Json, Legal, Outcome};

/// How many messages are shown, if no more are unread.
const LEAST_MESSAGES: i64 = 10;
/// The most entries of the log that are read for what happened.
const MAX_ENTRIES: i64 = 200;

/// A game at one moment, for the player of a seat.
pub struct SeatMoment {
    pub version: i64,
    pub status: Status,
    pub game: Box<dyn AnyGame>,
    /// The name of the game; may be empty.
    pub name: String,
    /// The player of each seat, or the bot.
    pub people: Vec<Option<String>>,
    pub bots: Vec<Option<String>>,
    pub language: String,
    pub time_zone: String,
    /// The status for which the player's address gets no mail; `None` if it does.
    pub mail_stopped: Option<String>,
    /// Does a bot play the seat for its player?
    pub has_caretaker: bool,
    /// The decisions that are open to the seat: those for which the game waits come first.
    pub open: Vec<Legal<Json>>,
    pub awaited: Vec<AwaitedDecision>,
    pub take_back: TakeBackOptions,
    /// The open votes, latest first.
    pub votes: Vec<Vote>,
    pub messages: ShownMessages,
    /// The entries of the log from the player's last own action on.
    pub entries: Vec<EntryRow>,
    pub former: Vec<FormerPlayer>,
    /// SHA-256 of the secret of the game, as hex.
    pub commitment: String,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
    /// What the game did to the player's rating; `None` until it is rated.
    pub rating_change: Option<RatingChange>,
}

/// Reads the moment. Error: `game_not_running` before the start.
pub async fn seat_moment(ctx: &mut Ctx, opened: &OpenedSeat) -> Result<SeatMoment, Error> {
    let OpenedSeat { link, loaded } = opened;
    let (version, game) = loaded.position()?;
    let context = seat_page_context::load(&mut ctx.db, loaded.id, link.account).await?;
    let context = context.ok_or_else(|| Code::GameNotFound.problem())?;
    let own_seat = i16::from(link.seat);
    let entries = history::entries_since_own(&mut ctx.db, loaded.id, own_seat, version, MAX_ENTRIES).await?;
    let status = loaded.present.status;
    let is_over = status.is_over();
    let votes = if is_over { vec![] } else { votes::list_open(ctx, loaded).await? };
    let awaited =
        if is_over { vec![] } else { play::awaited(game.as_ref(), &GameClocks::deadlines(loaded)?) };
    let has_caretaker = loaded.bot_of(link.seat).is_some();
    let may_act = status == Status::Running && !has_caretaker;
    let mut open = if may_act { open_decisions(game.as_ref(), link.seat) } else { Vec::new() };
    open.sort_by_key(|legal| !legal.decision.blocking);
    let rating_change = match is_over {
        true => ratings::known_change(&mut ctx.db, loaded.id, link.account).await?,
        false => None,
    };
    let outcome = loaded.present.outcome.as_deref().filter(|_| status == Status::Finished);
    Ok(SeatMoment {
        version,
        status,
        name: context.name,
        commitment: context.commitment,
        outcome: outcome.map(|text| stored_json::decode("an outcome", text)).transpose()?,
        rating_change,
        people: context.people,
        bots: context.bots,
        language: context.language,
        time_zone: context.time_zone,
        mail_stopped: context.mail_stopped,
        has_caretaker,
        open,
        awaited,
        votes,
        messages: messages::shown(&mut ctx.db, loaded.id, link.account, LEAST_MESSAGES).await?,
        take_back: TakeBackOptions::of(ctx, loaded, link.seat).await?,
        former: former_players(&mut ctx.db, &entries).await?,
        entries,
        game,
    })
}
