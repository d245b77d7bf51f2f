//! A game as the lobby shows it: what is set, who sits where, how it stands.

use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::create::raw;
use super::terms::{JoinRule, StartRule, Terms};
use crate::app::App;
use crate::clock::Instant;
use crate::clocks::Clock;
use crate::error::{Code, Error};
use crate::service::log::Mark;
use crate::service::play::Summary;
use crate::service::tag::Tag;
use crate::service::visibility::may_see;
use crate::store::Connection;
use crate::store::games::{self, Game};
use crate::store::games::{Status, Visibility};
use crate::store::positions::{self, GameBrief};
use crate::store::seats::{self, ShownSeat};
use rules::schemas::AnyOptions;
use rules::{Json, Seat};

/// A game in the lobby, running or finished.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct GameShown {
    /// Raised by every change of the table.
    #[serde(skip)]
    pub revision: i64,
    /// Of the digest of the last entry, once the game has begun.
    #[serde(skip)]
    pub mark: Option<Mark>,
    /// Its id; later games have greater ones.
    pub id: Uuid,
    /// The title.
    pub ruleset: String,
    /// What the table is called.
    pub name: String,
    /// Where it stands.
    pub status: Status,
    /// Who may find and see it.
    pub visibility: Visibility,
    /// Who opened the table, or has it now.
    pub owner: Uuid,
    /// How many play, bots included.
    pub seat_count: i16,
    /// Are the seats dealt at the start?
    pub deal_seats: bool,
    /// Who sits there; in the order of play once the game has started.
    pub seats: Vec<SeatShown>,
    /// The caller's seat once the game has started; null for everybody else.
    pub your_seat: Option<i16>,
    /// The title's options.
    #[schema(value_type = AnyOptions)]
    pub options: Json,
    /// The names of the options that are house rules: numbers of the original game that were changed. A game with one is
    /// not rated.
    pub house_rules: Vec<String>,
    /// Will the result count for ratings, as the table is set now? Only public games without bots in seats and without
    /// house rules are rated.
    pub rated: bool,
    /// SHA-256 of the game's secret, as hex: the promise that chance is fair.
    pub commitment: String,
    /// Where it is, once it has begun.
    pub now: Option<Now>,
    /// How it ended, once it has.
    #[schema(value_type = Option<rules::Outcome>)]
    pub outcome: Option<Json>,
    /// When the table was opened.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// When the last seat was taken.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub started_at: Option<Instant>,
    /// When it ended.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub finished_at: Option<Instant>,
    /// What the owner says about the table.
    pub description: String,
    /// The language of the table's talk, a code such as `en`; null: any.
    pub language: Option<String>,
    /// When the table starts.
    pub start: StartRule,
    /// Who may join.
    pub join: JoinRule,
    /// How many hours people have to confirm that they are there.
    pub confirm_hours: u16,
    /// How long people have to answer what the game waits for.
    pub clock: Clock,
    /// After how many lapses in a row a bot plays for the owner of a seat.
    pub caretaker_after: u8,
    /// The kinds of standing order that nobody may give at this table.
    pub forbidden_orders: Vec<String>,
    /// The most seconds that a standing order waits before it answers, drawn anew for each decision, so that nobody can
    /// tell its answer from a person's by its speed; 0: it answers at once.
    pub order_delay_seconds: u32,
    /// Seats that nobody has and that are kept for nobody.
    pub free_seats: i16,
    /// Until when presence can be confirmed, while it is asked for.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub confirm_until: Option<Instant>,
    /// The game that this one is the rematch of.
    pub rematch_of: Option<Uuid>,
}

/// Where a game is.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Now {
    /// Its version.
    pub version: i64,
    /// The number of the turn, counted from 1.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// The seats that the game waits for.
    pub awaited: Vec<Seat>,
    /// Points by seat, as everybody may see them.
    pub points: Vec<i32>,
    /// The next deadline; null where no clock runs.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Instant>,
}

/// A seat that is taken, by a person or a bot.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct SeatShown {
    /// Its number in the order of play; null until the seats are known.
    pub seat: Option<i16>,
    /// The person.
    pub account: Option<Uuid>,
    /// The person's name.
    pub name: Option<String>,
    /// The bot.
    pub bot: Option<String>,
    /// The bot that plays for the person until he returns.
    pub caretaker: Option<String>,
    /// Has the seat given up?
    pub resigned: bool,
    /// While the table asks: has the person confirmed to be there? Bots always are. Null at all other times.
    pub confirmed: Option<bool>,
}

/// The game `id` for `account`; one that may not be seen is answered like one that does not exist.
pub async fn show(
    app: &App,
    connection: &mut Connection,
    id: Uuid,
    account: Option<Uuid>,
) -> Result<GameShown, Error> {
    let not_found = || Code::GameNotFound.problem();
    // In this order a tag is never newer than what it stands for.
    let briefs = positions::briefs(connection, &[id]).await?;
    let game = games::get(connection, id).await?.ok_or_else(not_found)?;
    let seats = seats::shown(connection, &[id]).await?;
    let is_member = account.is_some() && seats.iter().any(|seat| seat.account_id == account);
    if !may_see(connection, &game, account, is_member, app.now()).await? {
        return Err(not_found());
    }
    shown(game, &seats, &briefs, account)
}

/// A game for somebody who may see it.
pub(super) async fn shown_to(
    connection: &mut Connection,
    game: Game,
    account: Option<Uuid>,
) -> Result<GameShown, Error> {
    let seats = seats::shown(connection, &[game.id]).await?;
    let briefs = positions::briefs(connection, &[game.id]).await?;
    shown(game, &seats, &briefs, account)
}

/// A game with its seats among `seats` and its place among `briefs`, as `account` is shown it.
pub(super) fn shown(
    game: Game,
    seats: &[ShownSeat],
    briefs: &[GameBrief],
    account: Option<Uuid>,
) -> Result<GameShown, Error> {
    let dealt = game.started_at.is_some();
    let asking = game.status == Status::Confirming;
    let terms = Terms::of(&game)?;
    let at_table = || seats.iter().filter(|seat| seat.game_id == game.id);
    let yours = at_table().find(|seat| dealt && account.is_some() && seat.account_id == account);
    let brief = briefs.iter().find(|brief| brief.game == game.id);
    let mark = brief.map(|brief| Mark::of(&brief.digest));
    let now = brief.and_then(|brief| now(brief.version, brief.summary.as_deref()));
    Ok(GameShown {
        revision: game.revision,
        mark,
        rated: game.visibility == Visibility::Public
            && game.house_rules.is_empty()
            && at_table().all(|seat| seat.bot.is_none()),
        house_rules: game.house_rules,
        seats: at_table().map(|seat| seat_shown(seat, dealt, asking)).collect(),
        your_seat: yours.map(|seat| seat.seat),
        now,
        id: game.id,
        ruleset: game.ruleset,
        name: game.name,
        status: game.status,
        visibility: game.visibility,
        owner: game.owner_id,
        seat_count: game.seat_count,
        deal_seats: game.deal_seats,
        options: raw(game.options)?,
        commitment: hex::encode(game.commitment),
        outcome: game.outcome.filter(|_| game.status == Status::Finished).map(raw).transpose()?,
        created_at: game.created_at,
        started_at: game.started_at,
        finished_at: game.finished_at,
        description: terms.description,
        language: game.language,
        start: terms.start,
        join: terms.join,
        confirm_hours: terms.confirm_hours,
        clock: terms.clock,
        caretaker_after: terms.caretaker_after,
        forbidden_orders: terms.forbidden_orders,
        order_delay_seconds: terms.order_delay_seconds,
        free_seats: game.free_seats,
        confirm_until: game.lobby_due_at.filter(|_| asking),
        rematch_of: game.rematch_of,
    })
}

fn now(version: i64, summary: Option<&str>) -> Option<Now> {
    let Summary { turn, active, points, awaited, deadline } = serde_json::from_str(summary?).ok()?;
    Some(Now { version, turn, active, awaited, points, deadline })
}

impl GameShown {
    /// What tells this present from others, for `If-Match`: its revision, its version, and what led to it, which
    /// before the start is all that is shown.
    pub fn moment(&self) -> Result<Tag, Error> {
        let mark = match self.mark {
            Some(mark) => mark,
            None => Mark::of(&self.content()?),
        };
        Ok(Tag {
            revision: self.revision,
            version: self.now.as_ref().map_or(-1, |now| now.version),
            mark: Some(mark),
            viewer: self.your_seat.and_then(|seat| Seat::try_from(seat).ok()),
        })
    }

    /// The entity tag of this page: its moment and, since names and clocks change without a move, its content.
    pub fn tag(&self) -> Result<String, Error> {
        let (moment, content) = (self.moment()?.to_string(), Mark::of(&self.content()?));
        Ok(format!("{}-{content}\"", moment.trim_end_matches('"')))
    }

    /// SHA-256 of everything that is shown.
    fn content(&self) -> Result<[u8; 32], Error> {
        let text = serde_json::to_vec(self).map_err(|error| Error::Internal(error.to_string()))?;
        Ok(Sha256::digest(text).into())
    }
}

fn seat_shown(seat: &ShownSeat, dealt: bool, asking: bool) -> SeatShown {
    SeatShown {
        seat: dealt.then_some(seat.seat),
        account: seat.account_id,
        name: seat.name.clone(),
        bot: seat.bot.clone(),
        caretaker: seat.caretaker.clone(),
        resigned: seat.resigned_at.is_some(),
        confirmed: asking.then_some(seat.confirmed || seat.bot.is_some()),
    }
}
