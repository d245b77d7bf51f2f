//! What the page of a seat shows: the game as its player may see it, and what the player may do.

use super::OpenedSeat;
use crate::error::Error;
use crate::service::App;
use crate::service::messages::{self, ListMessages, Message};
use crate::service::play::{self, AwaitedDecision, GameClocks, TakeBackOptions};
use crate::service::ratings::{self, RatingChange};
use crate::service::recent_events::former_players;
use crate::service::stored_json;
use crate::service::votes::{self, Vote, VoteStatus};
use crate::store::games::Status;
use crate::store::history::EntryRow;
use crate::store::{Connection, accounts, games, history, seats};
use crate::texts::FormerPlayer;
use rules::{AnyGame, Json, Legal, Outcome};

/// The most votes that are looked through for open ones.
const MAX_VOTES: u16 = 20;
const MAX_MESSAGES: u16 = 10;
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
    /// Does a bot play the seat for its player?
    pub has_caretaker: bool,
    /// The decisions that are open to the seat: those for which the game waits come first.
    pub open: Vec<Legal<Json>>,
    pub awaited: Vec<AwaitedDecision>,
    pub take_back: TakeBackOptions,
    /// Those on which the table votes now, latest first.
    pub votes: Vec<Vote>,
    /// What the player may read, oldest first.
    pub messages: Vec<Message>,
    /// From the player's last own action on.
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
pub async fn seat_moment(
    app: &App,
    connection: &mut Connection,
    opened: &OpenedSeat,
) -> Result<SeatMoment, Error> {
    let OpenedSeat { link, loaded } = opened;
    let (version, game) = loaded.position()?;
    let shown = seats::shown(connection, &[loaded.id]).await?;
    let reader = accounts::find(connection, link.account).await?;
    let stored = games::get(connection, loaded.id).await?;
    let last_own = history::last_own_version(connection, loaded.id, i16::from(link.seat)).await?;
    let oldest = version.saturating_sub(MAX_ENTRIES);
    let after = last_own.map_or(-1, |own| own - 1).max(oldest);
    let entries = history::entries(connection, loaded.id, after, version, MAX_ENTRIES).await?;
    let (game_id, account) = (loaded.id, Some(link.account));
    let mut votes = votes::list(app, connection, game_id, account, None, MAX_VOTES).await?.items;
    votes.retain(|vote| vote.status == VoteStatus::Open);
    let latest = ListMessages { game: game_id, account, cursor: None, limit: MAX_MESSAGES };
    let mut messages = messages::list(app, connection, &latest).await?.items;
    messages.reverse();
    let is_over = loaded.present.status.is_over();
    let awaited =
        if is_over { vec![] } else { play::awaited(game.as_ref(), &GameClocks::deadlines(loaded)?) };
    let has_caretaker = loaded.bot_of(link.seat).is_some();
    let may_act = loaded.present.status == Status::Running && !has_caretaker;
    let mut open = if may_act { game.legal(link.seat) } else { Vec::new() };
    open.sort_by_key(|legal| !legal.decision.blocking);
    let rating_change = match is_over {
        true => ratings::known_change(connection, game_id, link.account).await?,
        false => None,
    };
    let outcome = loaded.present.outcome.as_deref().filter(|_| loaded.present.status == Status::Finished);
    let (name, commitment) =
        stored.map(|stored| (stored.name, hex::encode(stored.commitment))).unwrap_or_default();
    Ok(SeatMoment {
        version,
        status: loaded.present.status,
        name,
        commitment,
        outcome: outcome.map(|text| stored_json::decode("an outcome", text)).transpose()?,
        rating_change,
        people: shown.iter().map(|seat| seat.name.clone()).collect(),
        bots: shown.iter().map(|seat| seat.bot.clone()).collect(),
        language: reader.as_ref().map(|reader| reader.language.clone()).unwrap_or_default(),
        time_zone: reader.map(|reader| reader.time_zone).unwrap_or_default(),
        has_caretaker,
        open,
        awaited,
        votes,
        messages,
        take_back: TakeBackOptions::of(app, connection, loaded, link.seat).await?,
        former: former_players(connection, &entries).await?,
        entries,
        game,
    })
}
