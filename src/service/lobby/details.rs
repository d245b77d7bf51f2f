//! The details of a game: what is shown of it, alone and in the list of games ([`super::game_list`]).

use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::settings::{GameSettings, JoinRule, StartRule};
use crate::error::{Code, Error};
use crate::record::format::CompetitionPlace;
use crate::service::Ctx;
use crate::service::bot_names::{NamedSeat, bot_names};
use crate::service::idempotency::StoredReply;
use crate::service::loaded_game::may_see;
use crate::service::log::Mark;
use crate::service::play::Summary;
use crate::service::stored_json::{decode, raw};
use crate::service::tag::Tag;
use crate::store::game_lists::GameBrief;
use crate::store::games::{Game, Status, Visibility};
use crate::store::seats::ShownSeat;
use crate::store::{Connection, game_lists, games, seats};
use crate::time_control::Clock;
use crate::time_control::Instant;
use rules::schemas::AnyOptions;
use rules::tagged_options::tagged;
use rules::{Json, Seat};

/// What everybody who may see a game knows of it, with your part in it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Game)]
pub struct GameDetails {
    /// Raised by every change of what the lobby shows of the game.
    #[serde(skip)]
    pub revision: i64,
    /// The mark of the digest of the last entry, once the game has started.
    #[serde(skip)]
    pub mark: Option<Mark>,
    /// Later ones are greater.
    pub id: Uuid,
    pub ruleset: String,
    pub name: String,
    pub status: Status,
    pub visibility: Visibility,
    /// The account that may change, start and cancel the game.
    pub owner: Uuid,
    /// How many seats, bots included.
    pub seat_count: i16,
    /// `true`: seats are dealt by chance at the start; `false`: they follow the order of joining.
    pub deal_seats: bool,
    /// The seats that are taken, in the order of play once the game has started.
    pub seats: Vec<SeatOccupant>,
    /// The seat that you play; null before the start and for a spectator.
    pub your_seat: Option<i16>,
    #[schema(value_type = AnyOptions)]
    pub options: Json,
    /// Names of options that change numbers of the original game; with one, the game is not rated.
    pub house_rules: Vec<String>,
    /// Will the result be rated, as things stand? Only public games without bots and house rules are.
    pub rated: bool,
    /// SHA-256 of the game's secret, as hex: with it anybody can check afterwards that chance was fair.
    pub commitment: String,
    /// Null until the game has started.
    pub progress: Option<GameProgress>,
    /// Null until the game ends with a result.
    #[schema(value_type = Option<rules::Outcome>)]
    pub outcome: Option<Json>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub started_at: Option<Instant>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub finished_at: Option<Instant>,
    /// The owner's words about the game.
    pub description: String,
    /// The language of its messages, such as `en`; null for any.
    pub language: Option<String>,
    /// When the game starts by itself.
    pub start: StartRule,
    pub join: JoinRule,
    /// With `start: on_confirmation`: how many hours players have to confirm that they are there.
    pub confirm_hours: u16,
    /// The time that players have to answer.
    pub clock: Clock,
    /// After how many lapses in a row a bot plays for an absent player.
    pub caretaker_after: u8,
    /// Kinds of standing orders (their `type`) that are forbidden.
    pub forbidden_orders: Vec<String>,
    /// Standing orders wait up to this many seconds, by chance, and at most a twentieth of the time left, so that nobody
    /// can tell them from a person; 0 for no delay: then, since moves can be taken back, an answer that does not come at
    /// once shows which standing orders are not there.
    pub order_delay_seconds: u32,
    /// Seats that are neither taken nor reserved.
    pub free_seats: i16,
    /// Until when players can confirm; null unless the game waits for that.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub confirm_until: Option<Instant>,
    /// The game of which this is the rematch; null if it is none.
    pub rematch_of: Option<Uuid>,
    /// The club that the game belongs to; null for none.
    pub club_id: Option<Uuid>,
    /// The competition that the game is a table of; null for none.
    pub competition: Option<CompetitionPlace>,
}

/// How far a game has come.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct GameProgress {
    /// The number of the last entry of its log.
    pub version: i64,
    /// Counted from 1 over all seats.
    pub turn: u32,
    /// The seat whose turn it is.
    pub active: Seat,
    /// The seats that the game waits for.
    pub awaited: Vec<Seat>,
    /// Public points, in seat order.
    pub points: Vec<i32>,
    /// The next deadline; null where no clock runs.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Instant>,
}

/// A seat taken by a person or a bot.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct SeatOccupant {
    /// Place in the order of play; null until the seats are dealt.
    pub seat: Option<i16>,
    /// Null for a bot.
    pub account_id: Option<Uuid>,
    /// The same as `account_id`.
    #[schema(deprecated)]
    pub account: Option<Uuid>,
    /// Null for a bot.
    pub name: Option<String>,
    /// The bot that has the seat; null for a person.
    pub bot: Option<String>,
    /// The bot that plays until the player returns; null if none does.
    pub caretaker: Option<String>,
    /// What players call the bot that plays the seat; null if none does. No two bots of a game share it, and no player
    /// of the game has it.
    pub bot_name: Option<String>,
    /// `true` once the seat has given up.
    pub resigned: bool,
    /// Has the player confirmed to be there? Null unless the game waits for that.
    pub confirmed: Option<bool>,
}

/// The game `id` for `account`; one that may not be seen is answered like one that does not exist.
pub async fn get(ctx: &mut Ctx, id: Uuid, account: Option<Uuid>) -> Result<GameDetails, Error> {
    let not_found = || Code::GameNotFound.problem();
    // Version and revision, which make the tag, are read before the seats: a tag that is newer than its content would
    // let `If-Match` pass for a change that the caller has not seen.
    let briefs = game_lists::briefs(&mut ctx.db, &[id]).await?;
    let game = games::get(&mut ctx.db, id).await?.ok_or_else(not_found)?;
    let seats = seats::shown(&mut ctx.db, &[id]).await?;
    let is_member = account.is_some() && seats.iter().any(|seat| seat.account_id == account);
    if !may_see(&mut ctx.db, &game, account, is_member, ctx.app.now()).await? {
        return Err(not_found());
    }
    to_details(game, &seats, &briefs, account)
}

/// The present entity tag of a game for `account`. The caller has checked that the account may see the game.
pub async fn tag_of(connection: &mut Connection, id: Uuid, account: Uuid) -> Result<String, Error> {
    let game = games::get(connection, id).await?.ok_or_else(|| Code::GameNotFound.problem())?;
    details_for(connection, game, Some(account)).await?.entity_tag()
}

/// The details of a game for a caller who may see it.
pub async fn details_for(
    connection: &mut Connection,
    game: Game,
    account: Option<Uuid>,
) -> Result<GameDetails, Error> {
    let seats = seats::shown(connection, &[game.id]).await?;
    let briefs = game_lists::briefs(connection, &[game.id]).await?;
    to_details(game, &seats, &briefs, account)
}

/// The details of a game for `account`. `seats` and `briefs` may contain those of other games, too.
pub fn to_details(
    game: Game,
    seats: &[ShownSeat],
    briefs: &[GameBrief],
    account: Option<Uuid>,
) -> Result<GameDetails, Error> {
    let has_started = game.started_at.is_some();
    let is_confirming = game.status == Status::Confirming;
    let settings = GameSettings::of(&game)?;
    let own_seats = || seats.iter().filter(|seat| seat.game_id == game.id);
    let yours = own_seats().find(|seat| has_started && account.is_some() && seat.account_id == account);
    let brief = briefs.iter().find(|brief| brief.game == game.id);
    let mark = brief.map(|brief| Mark::of(&brief.digest));
    let now = brief.map(progress).transpose()?.flatten();
    let competition = settings.competition;
    let options = tagged(&game.ruleset, &raw(game.options)?);
    let bot_names = bot_names(game.id, own_seats().map(NamedSeat::from));
    let occupants =
        own_seats().zip(bot_names).map(|(seat, name)| occupant(seat, name, has_started, is_confirming));
    Ok(GameDetails {
        revision: game.revision,
        mark,
        rated: game.visibility == Visibility::Public
            && game.house_rules.is_empty()
            && own_seats().all(|seat| seat.bot.is_none()),
        house_rules: game.house_rules,
        seats: occupants.collect(),
        your_seat: yours.map(|seat| seat.seat),
        progress: now,
        id: game.id,
        ruleset: game.ruleset,
        name: game.name,
        status: game.status,
        visibility: game.visibility,
        owner: game.owner_id,
        seat_count: game.seat_count,
        deal_seats: game.deal_seats,
        options,
        commitment: hex::encode(game.commitment),
        outcome: game.outcome.filter(|_| game.status == Status::Finished).map(raw).transpose()?,
        created_at: game.created_at,
        started_at: game.started_at,
        finished_at: game.finished_at,
        description: settings.description,
        language: game.language,
        start: settings.start,
        join: settings.join,
        confirm_hours: settings.confirm_hours,
        clock: settings.clock,
        caretaker_after: settings.caretaker_after,
        forbidden_orders: settings.forbidden_orders,
        order_delay_seconds: settings.order_delay_seconds,
        free_seats: game.free_seats,
        confirm_until: game.lobby_due_at.filter(|_| is_confirming),
        rematch_of: game.rematch_of,
        club_id: game.club_id,
        competition,
    })
}

fn progress(brief: &GameBrief) -> Result<Option<GameProgress>, Error> {
    let Some(summary) = brief.summary.as_deref() else { return Ok(None) };
    let Summary { turn, active, points, awaited, deadline } =
        decode(format_args!("the summary of game {}", brief.game), summary)?;
    Ok(Some(GameProgress { version: brief.version, turn, active, awaited, points, deadline }))
}

impl GameDetails {
    /// The tag for `If-Match`: revision, version and mark. Before the start the mark is of everything that is shown;
    /// afterwards it is of the last log entry.
    pub fn version_tag(&self) -> Result<Tag, Error> {
        let mark = match self.mark {
            Some(mark) => mark,
            None => Mark::of(&self.content()?),
        };
        Ok(Tag {
            revision: self.revision,
            version: self.progress.as_ref().map_or(-1, |now| now.version),
            mark: Some(mark),
            viewer: self.your_seat.and_then(|seat| Seat::try_from(seat).ok()),
        })
    }

    /// The entity tag of these details: the version tag and a mark of the content, since names and clocks can change
    /// while the version stays.
    pub fn entity_tag(&self) -> Result<String, Error> {
        let (version, content) = (self.version_tag()?.to_string(), Mark::of(&self.content()?));
        Ok(format!("{}-{content}\"", version.trim_end_matches('"')))
    }

    /// These details as the reply to a write.
    pub fn reply(&self, status: u16) -> Result<StoredReply, Error> {
        Ok(StoredReply::new(status, self)?.under(&self.entity_tag()?))
    }

    /// SHA-256 of everything that is shown.
    fn content(&self) -> Result<[u8; 32], Error> {
        let text = serde_json::to_vec(self).map_err(|error| Error::internal("a game as JSON", error))?;
        Ok(Sha256::digest(text).into())
    }
}

fn occupant(
    seat: &ShownSeat,
    bot_name: Option<String>,
    has_started: bool,
    is_confirming: bool,
) -> SeatOccupant {
    SeatOccupant {
        seat: has_started.then_some(seat.seat),
        account_id: seat.account_id,
        account: seat.account_id,
        name: seat.name.clone(),
        bot: seat.bot.clone(),
        caretaker: seat.caretaker.clone(),
        bot_name,
        resigned: seat.resigned_at.is_some(),
        confirmed: is_confirming.then_some(seat.confirmed || seat.bot.is_some()),
    }
}
