//! Creating a game, changing its terms before the start, and the rematch after the end.

use std::mem;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::details::{GameDetails, details_for, get};
use super::invitations::new_invitation;
use super::seats::{JoinGame, join};
use super::settings::{
    CreateGame, GameSettings, UpdateGame, check_bots, check_seats, checked_entropy, offered_options,
};
use super::start::{Changed, LobbyChange, expires_at, record_changes, settle, start};
use super::{LockedGame, lock, lock_as_owner};
use crate::error::{Code, Error, Mistakes, Sentence};
use crate::notifications::enqueue;
use crate::record::format::CompetitionPlace;
use crate::service::clubs;
use crate::service::limits::{self, CountedAction, LimitSubject};
use crate::service::rulesets::{ComponentsDigest, Ruleset};
use crate::service::tag::Seen;
use crate::service::{App, Tx};
use crate::store;
use crate::store::games::{NewGame, Status};
use crate::store::invitations::InvitationRow;
use crate::store::seats::SeatRow;
use crate::store::{Connection, blocks, club_channels, games, invitations, seats};
use rules::{AnyRuleset, chance};

/// What a game is opened with, validated.
struct Opening<'a> {
    ruleset: &'a (ComponentsDigest, Ruleset),
    settings: GameSettings,
    bots: Vec<String>,
    /// The owner's share of chance.
    entropy: Vec<u8>,
    /// The game that this one is the rematch of.
    rematch_of: Option<Uuid>,
    /// The club that it belongs to.
    club_id: Option<Uuid>,
}

/// A game whose players are known: a table of a competition.
pub struct SeatedGame {
    pub id: Uuid,
    pub owner: Uuid,
    pub request: CreateGame,
    /// By seat.
    pub players: Vec<SeatedPlayer>,
    pub place: CompetitionPlace,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeatedPlayer {
    Account(Uuid),
    /// A bot of the ruleset, by its name.
    Bot(String),
}

impl SeatedPlayer {
    pub fn account(&self) -> Option<Uuid> {
        match self {
            Self::Account(account) => Some(*account),
            Self::Bot(_) => None,
        }
    }
}

/// Creates a game with `owner` and its bots in seats, and starts it if no seat is free.
pub async fn create(tx: &mut Tx<'_>, owner: Uuid, mut request: CreateGame) -> Result<GameDetails, Error> {
    let entropy = checked_entropy(request.entropy.as_deref())?;
    let app = Arc::clone(&tx.app);
    let ruleset = app.rulesets.wanted(Code::InvalidField, &request.ruleset)?;
    let bots = mem::take(&mut request.bots);
    let club_id = request.club_id;
    if let Some(club) = club_id {
        as_in_club(tx, club, owner, ruleset.1.as_ref(), &mut request).await?;
    }
    let settings = GameSettings::new(request, &bots, ruleset.1.as_ref())?;
    let opening = Opening { ruleset, settings, bots, entropy, rematch_of: None, club_id };
    let id = open(tx, owner, &opening).await?;
    settle(tx, id, Changed::Seats).await?;
    get(tx, id, Some(owner)).await
}

/// Fills in what the club of a new game says where the request leaves it out, and adds the standing orders that the club
/// forbids. Errors: `club_not_found`, `not_a_club_member`, `club_ended`.
async fn as_in_club(
    tx: &mut Tx<'_>,
    club: Uuid,
    owner: Uuid,
    ruleset: &dyn AnyRuleset,
    request: &mut CreateGame,
) -> Result<(), Error> {
    let defaults = clubs::defaults_for_game(&mut tx.db, club, owner).await?;
    request.clock = request.clock.or(defaults.clock);
    // A club forbids kinds of every ruleset; each game has only those of its own.
    let kinds =
        defaults.forbidden_orders.into_iter().filter(|kind| ruleset.order_kinds().contains(&kind.as_str()));
    for kind in kinds {
        if !request.forbidden_orders.contains(&kind) {
            request.forbidden_orders.push(kind);
        }
    }
    Ok(())
}

/// Several games that are created together, or none of them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateGames {
    #[schema(min_items = 1, max_items = 50)]
    pub games: Vec<CreateGame>,
}

/// The games that were created together.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedGames {
    /// In the order of the request.
    pub games: Vec<GameDetails>,
}

/// Creates games as [`create`] does, all of them or none. Each counts as one for the limit of games; `counted` of them
/// were counted already. A mistake is named at the index of its game.
pub async fn create_all(
    tx: &mut Tx<'_>,
    owner: Uuid,
    request: CreateGames,
    counted: usize,
) -> Result<CreatedGames, Error> {
    let most = CountedAction::CreateGame.limit(&tx.app.settings.limits).count.saturating_sub(1);
    // A limit that is smaller than the batch lets the batch through when nothing else was counted.
    let rest = u32::try_from(request.games.len().saturating_sub(counted)).unwrap_or(most).min(most);
    let subject = LimitSubject::Account(owner);
    limits::take_several(tx.ctx, CountedAction::CreateGame, subject, rest)
        .await
        .map_err(|(error, _)| error)?;
    let (mut mistakes, mut games) = (Mistakes::default(), Vec::with_capacity(request.games.len()));
    for (index, game) in request.games.into_iter().enumerate() {
        // What is wrong is found before anything is written, so the games after a mistake can be looked at, too.
        let created = create(tx, owner, game).await.map_err(|error| error.within(&format!("games[{index}]")));
        games.extend(mistakes.note(created)?);
    }
    mistakes.result()?;
    Ok(CreatedGames { games })
}

/// Stores the game with its first seats; the caller has to [`settle`] it.
async fn open(tx: &mut Tx<'_>, owner: Uuid, opening: &Opening<'_>) -> Result<Uuid, Error> {
    let app = Arc::clone(&tx.app);
    opening.ruleset.1.blank(&opening.settings.options, opening.settings.seats)?;
    if games::open_tables_of(&mut tx.bare(), owner).await? >= app.settings.lobby.open_tables {
        return Err(Code::TooManyGames.problem());
    }
    let id = app.new_id();
    add(tx, id, owner, opening).await?;
    seats::take(&mut tx.db, &first_seats(&app, id, owner, opening)).await?;
    Ok(id)
}

/// Creates the game of a table of a competition, and starts it. Nobody is asked, since all signed up, and people who
/// block each other meet here.
pub async fn create_seated(tx: &mut Tx<'_>, game: SeatedGame) -> Result<(), Error> {
    let SeatedGame { id, owner, request, players, place } = game;
    let app = Arc::clone(&tx.app);
    let ruleset = app.rulesets.wanted(Code::InvalidField, &request.ruleset)?;
    let club_id = request.club_id;
    let settings =
        GameSettings { competition: Some(place), ..GameSettings::new(request, &[], ruleset.1.as_ref())? };
    let opening =
        Opening { ruleset, settings, bots: Vec::new(), entropy: Vec::new(), rematch_of: None, club_id };
    add(tx, id, owner, &opening).await?;
    games::enter_competition(&mut tx.db, id, place.competition).await?;
    let seat = |(seat, player): (i16, &SeatedPlayer)| match player {
        SeatedPlayer::Account(account) => {
            SeatRow { account_id: Some(*account), ..new_seat(&app, id, seat, seat) }
        }
        SeatedPlayer::Bot(bot) => bot_seat(&app, id, seat, seat, bot),
    };
    let joined: Vec<SeatRow> = (0..).zip(&players).map(seat).collect();
    let gone = || Error::bug(format!("game {id} is gone while it is created"));
    let stored = games::get(&mut tx.db, id).await?.ok_or_else(gone)?;
    start(tx, &stored, joined).await
}

/// Stores a game without seats.
async fn add(tx: &mut Tx<'_>, id: Uuid, owner: Uuid, opening: &Opening<'_>) -> Result<(), Error> {
    let app = Arc::clone(&tx.app);
    let (components_digest, ruleset) = opening.ruleset;
    let rules_version = i32::try_from(ruleset.rules_version());
    let rules_version = rules_version.map_err(|error| Error::internal("the version of the rules", error))?;
    let secret = app.secrets.bytes();
    let game = NewGame {
        id,
        ruleset: ruleset.id(),
        rules_version,
        status: Status::Open,
        owner_id: owner,
        settings: opening.settings.columns(ruleset.as_ref())?,
        components: ruleset.components(),
        components_digest,
        commitment: &chance::commitment(&secret),
        secret: &secret,
        created_at: app.now(),
        lobby_due_at: Some(expires_at(&app)),
        rematch_of: opening.rematch_of,
        club_id: opening.club_id,
    };
    games::add(&mut tx.db, game).await?;
    if let Some(club) = opening.club_id {
        club_channels::give_to_game(&mut tx.db, club, id).await?;
    }
    Ok(())
}

/// The owner joins first, then the bots, which have the last seats until seats are dealt.
fn first_seats(app: &App, game: Uuid, owner: Uuid, opening: &Opening<'_>) -> Vec<SeatRow> {
    let entropy = opening.entropy.clone();
    let person = SeatRow { account_id: Some(owner), entropy, ..new_seat(app, game, 0, 0) };
    let bots = (1..)
        .zip(&opening.bots)
        .map(|(order, bot)| bot_seat(app, game, i16::from(opening.settings.seats) - order, order, bot));
    std::iter::once(person).chain(bots).collect()
}

fn bot_seat(app: &App, game: Uuid, seat: i16, join_order: i16, bot: &str) -> SeatRow {
    SeatRow { bot: Some(bot.to_owned()), ..new_seat(app, game, seat, join_order) }
}

/// A seat that is taken now; the caller says by whom.
pub fn new_seat(app: &App, game: Uuid, seat: i16, join_order: i16) -> SeatRow {
    SeatRow {
        game_id: game,
        seat,
        account_id: None,
        bot: None,
        entropy: Vec::new(),
        join_order,
        joined_at: app.now(),
        confirmed_at: None,
    }
}

pub async fn change(
    tx: &mut Tx<'_>,
    game: Uuid,
    owner: Uuid,
    mut changes: UpdateGame,
    seen: &Seen,
) -> Result<GameDetails, Error> {
    let locked = lock_as_owner(tx, game, owner, seen).await?;
    let stored = &locked.game;
    let ruleset =
        tx.ctx.app.rulesets.of_game(&mut tx.ctx.db, game, &stored.ruleset, &stored.components_digest).await?;
    let mut settings = GameSettings::of(stored)?;
    let (bots, options) = (changes.bots.take(), changes.options.take());
    settings.seats = changes.seats.unwrap_or(settings.seats);
    must_fit(&mut tx.db, ruleset.as_ref(), &locked, bots.as_deref(), settings.seats).await?;
    if let Some(options) = &options {
        settings.options = offered_options(ruleset.as_ref(), Some(options))?;
    }
    ruleset.blank(&settings.options, settings.seats)?;
    settings.update(changes)?;
    let columns = settings.columns(ruleset.as_ref())?;
    games::change(&mut tx.db, game, columns).await?;
    if let Some(bots) = &bots {
        seat_bots(tx, &locked, i16::from(settings.seats), bots).await?;
    }
    record_changes(tx, game, &[LobbyChange::TermsChanged {}]).await?;
    settle(tx, game, Changed::Terms).await?;
    get(tx, game, Some(owner)).await
}

/// The seats must suffice for the players, the bots and the reserved seats.
async fn must_fit(
    connection: &mut Connection,
    ruleset: &dyn AnyRuleset,
    locked: &LockedGame,
    bots: Option<&[String]>,
    seats: u8,
) -> Result<(), Error> {
    check_seats(ruleset, seats)?;
    check_bots(ruleset, seats, bots.unwrap_or_default())?;
    let people = locked.people().count();
    let seated = bots.map_or(locked.taken.len().saturating_sub(people), <[_]>::len);
    let (_, reserved) = invitations::count_open(connection, locked.game.id).await?;
    if people.saturating_add(seated).saturating_add(reserved) <= usize::from(seats) {
        return Ok(());
    }
    let field = if bots.is_some() { "bots" } else { "seats" };
    Err(Code::GameFull.field(field, Sentence::SeatsTooFew))
}

/// Replaces the bots of the game; the new ones take the last free seats.
async fn seat_bots(tx: &mut Tx<'_>, locked: &LockedGame, count: i16, bots: &[String]) -> Result<(), Error> {
    seats::dismiss_bots(&mut tx.db, locked.game.id).await?;
    let people: Vec<_> = locked.taken.iter().filter(|seat| seat.account_id.is_some()).collect();
    let free = (0..count).rev().filter(|seat| people.iter().all(|person| person.seat != *seat));
    let next = people.iter().map(|person| person.join_order + 1).max().unwrap_or_default();
    let taken: Vec<_> = free
        .zip(next..)
        .zip(bots)
        .map(|((seat, order), bot)| bot_seat(&tx.app, locked.game.id, seat, order, bot))
        .collect();
    Ok(seats::take(&mut tx.db, &taken).await?)
}

/// How long standing orders wait in a rematch.
#[derive(Debug, Clone, Copy)]
pub enum RematchDelay {
    /// As in the game before.
    Same,
    /// As in the game before if its orders waited, else as pages and mails propose.
    Proposed,
    /// As a player chose: so many seconds.
    Chosen(u32),
}

/// The rematch of a game that is over; the first player who requests it opens it, the others get the same.
pub async fn rematch(
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    entropy: Vec<u8>,
    order_delay: RematchDelay,
) -> Result<GameDetails, Error> {
    let locked = lock(tx, game, account, false).await?;
    locked.must_seat(account)?;
    if locked.game.started_at.is_none() || !locked.game.status.is_over() {
        return Err(Code::GameNotOver.problem());
    }
    let id = match games::hold_rematch(&mut tx.bare(), game).await? {
        Some(rematch) => rematch,
        None => open_anew(tx, &locked, account, entropy, order_delay).await?,
    };
    let gone = || Error::bug(format!("the rematch {id} is gone"));
    let rematch = games::get(&mut tx.db, id).await?.ok_or_else(gone)?;
    details_for(&mut tx.db, rematch, Some(account)).await
}

/// Requests the rematch of a game that is over, and takes a seat in it.
pub async fn sit_down_again(
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    order_delay: RematchDelay,
) -> Result<GameDetails, Error> {
    let rematch = rematch(tx, game, account, Vec::new(), order_delay).await?;
    if rematch.seats.iter().any(|seat| seat.account == Some(account)) {
        return Ok(rematch);
    }
    join(tx, rematch.id, account, JoinGame::default(), Seen::Nothing).await
}

async fn open_anew(
    tx: &mut Tx<'_>,
    locked: &LockedGame,
    owner: Uuid,
    entropy: Vec<u8>,
    order_delay: RematchDelay,
) -> Result<Uuid, Error> {
    let (app, old) = (Arc::clone(&tx.app), &locked.game);
    let ruleset = app.rulesets.wanted(Code::InvalidField, &old.ruleset)?;
    // A rematch is a game of its own, and no table of a competition.
    let mut settings = GameSettings { competition: None, ..GameSettings::of(old)? };
    match order_delay {
        RematchDelay::Same => {}
        RematchDelay::Proposed => settings.propose_delay(),
        RematchDelay::Chosen(seconds) => {
            settings.update(UpdateGame { order_delay_seconds: Some(seconds), ..UpdateGame::default() })?;
        }
    }
    let bots: Vec<String> = locked.taken.iter().filter_map(|seat| seat.bot.clone()).collect();
    // The old game may have been played by another version of the rules.
    settings.check(&bots, ruleset.1.as_ref())?;
    settings.options = offered_options(ruleset.1.as_ref(), Some(&settings.options))?;
    // A player who has left the club can still begin the rematch, which then belongs to no club.
    let club_id = match old.club_id {
        Some(club) if clubs::is_member(&mut tx.db, club, owner).await? => Some(club),
        _ => None,
    };
    let opening = Opening { ruleset, settings, bots, entropy, rematch_of: Some(old.id), club_id };
    let id = open(tx, owner, &opening).await?;
    for person in locked.people().filter(|person| *person != owner) {
        keep_seat(tx, id, owner, person).await?;
    }
    settle(tx, id, Changed::Seats).await?;
    Ok(id)
}

/// Reserves a seat for a player of the old game, unless their account is gone, or the owner blocks them. For one who
/// blocks the owner a seat is kept in vain, so that the owner does not learn of it.
async fn keep_seat(tx: &mut Tx<'_>, game: Uuid, owner: Uuid, person: Uuid) -> Result<(), Error> {
    let account = store::accounts::find(&mut tx.db, person).await?;
    let is_gone = account.is_none_or(|account| account.deleted_at.is_some());
    if is_gone || blocks::exists(&mut tx.db, owner, person).await? {
        return Ok(());
    }
    let row = InvitationRow { account_id: Some(person), ..new_invitation(&tx.app, game, owner, true) };
    invitations::add(&mut tx.db, &row).await?;
    enqueue::invitation(&tx.ctx.app, &mut tx.ctx.db, &row).await
}
