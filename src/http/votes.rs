//! `/v1/games/{game_id}/votes`: what a table decides together.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, IfMatch, MaybeCaller, Path, Query};
use super::openapi::examples;
use super::paging::Paging;
use super::reply::carry_out;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::access::Scope;
use crate::service::log::{Ballot, VoteKind};
use crate::service::once::{Once, Reply};
use crate::service::votes::{self, Page, Proposal, Successor, VoteShown};
use crate::store::{self, Pool};
use rules::Seat;

/// For how many hours votes are taken if nothing is said.
const HOURS: u16 = 72;
/// The longest that votes are taken, in hours.
const MOST_HOURS: u16 = 336;

/// What is put to the vote.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewVote {
    /// What about.
    pub kind: VoteKind,
    /// Of `replace_seat`: the seat. Your own needs nobody else's vote.
    pub seat: Option<Seat>,
    /// Of `replace_seat`: the account that shall have the seat, if it takes it; with neither this nor a bot, whoever
    /// comes first.
    pub account: Option<Uuid>,
    /// Of `replace_seat`: the bot that shall play there until the owner returns.
    pub bot: Option<String>,
    /// For how many hours votes are taken, 1 to 336; 72 if left out.
    #[schema(minimum = 1, maximum = 336)]
    pub hours: Option<u16>,
}

fn proposal(asked: NewVote) -> Result<Proposal, Error> {
    let wrong = |field: &'static str, sentence: &'static str| Err(Code::InvalidField.field(field, sentence));
    let hours = asked.hours.unwrap_or(HOURS);
    if !(1..=MOST_HOURS).contains(&hours) {
        return Err(
            Code::InvalidField.field("hours", format!("Votes are taken for 1 to {MOST_HOURS} hours."))
        );
    }
    let successor = match (asked.account, asked.bot) {
        (Some(_), Some(_)) => return wrong("bot", "Either a bot or an account shall have the seat."),
        (Some(account), None) => Successor::Account(account),
        (None, Some(bot)) => Successor::Bot(bot),
        (None, None) => Successor::Anybody,
    };
    let replace = match (asked.kind, asked.seat) {
        (VoteKind::ReplaceSeat, Some(seat)) => Some((seat, successor)),
        (VoteKind::ReplaceSeat, None) => return wrong("seat", "Name the seat."),
        (_, Some(_)) => return wrong("seat", "Only `replace_seat` is about a seat."),
        (_, None) if successor != Successor::Anybody => {
            return wrong("kind", "Only `replace_seat` names an account or a bot.");
        }
        (_, None) => None,
    };
    Ok(Proposal { kind: asked.kind, replace, hours: i64::from(hours) })
}

/// Open a vote
///
/// Your own yes is counted at once; the others who may vote are asked by mail. More than half of the people who play
/// carry a pause, a resumption, more time and a replacement; to end the game as it stands or to call it off takes all. A vote to
/// resume is carried at its end by more yes than no. One vote of each kind can be open.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/votes", operation_id = "create_vote", tag = "votes",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = NewVote, example = json!({"kind": "pause", "hours": 48})),
    responses((status = 201, description = "The vote", body = VoteShown, example = json!(examples::vote()))),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:play")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "game_not_running", "game_paused", "game_not_paused", "seat_resigned",
            "caretaker_plays", "vote_open", "busy", "key_reused", "rules_version_unsupported",
        ])),
        ("x-idempotent" = json!(true)),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn create(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    seen: IfMatch,
    body: Body<NewVote>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesPlay)?;
    let route = format!("POST /v1/games/{}/votes", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let proposal = proposal(body.value)?;
    let done = carry_out(&app, &pool, request, async |connection| {
        Reply::new(201, &votes::open(&app, connection, game.0, caller.account, &proposal, &seen.0).await?)
    });
    done.await
}

/// List votes
///
/// The votes of a game, the latest first.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/votes", operation_id = "list_votes", tag = "votes",
    params(("game_id" = Uuid, Path, description = "The game"), Paging),
    responses((status = 200, description = "A page of votes", body = Page, example = json!(examples::votes()))),
    security((), ("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:read")),
        ("x-problem-codes" = json!(["game_not_found", "rules_version_unsupported"])),
    ),
)]
pub async fn list(
    app: Data<App>,
    pool: Data<Pool>,
    caller: MaybeCaller,
    game: Path<Uuid>,
    paging: Query<Paging>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let account = caller.account();
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(votes::list(&app, &mut connection, game.0, account, cursor, limit).await?))
}

/// What somebody says.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CastBallot {
    /// Yes or no.
    pub ballot: Ballot,
}

/// Vote
///
/// Your mind may change while the vote is open. What the vote is about happens with the ballot that decides it.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/votes/{vote_id}/ballots", operation_id = "create_ballot", tag = "votes",
    params(
        ("game_id" = Uuid, Path, description = "The game"),
        ("vote_id" = Uuid, Path, description = "The vote"),
    ),
    request_body(content = CastBallot, example = json!({"ballot": "yes"})),
    responses((status = 200, description = "The vote", body = VoteShown, example = json!(examples::vote()))),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:play")),
        ("x-problem-codes" = json!([
            "game_not_found", "vote_not_found", "not_a_member", "not_a_voter", "game_not_running", "seat_resigned",
            "caretaker_plays", "vote_closed", "busy", "key_reused", "rules_version_unsupported",
        ])),
        ("x-idempotent" = json!(true)),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn cast(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    place: Path<(Uuid, Uuid)>,
    key: IdempotencyKey,
    seen: IfMatch,
    body: Body<CastBallot>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesPlay)?;
    let route = format!("POST /v1/games/{}/votes/{}/ballots", place.0.0, place.0.1);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let ballot = body.value.ballot;
    let done = carry_out(&app, &pool, request, async |connection| {
        Reply::new(200, &votes::cast(&app, connection, place.0, caller.account, ballot, &seen.0).await?)
    });
    done.await
}

/// Take a vote back
///
/// Whoever opened it can do so while it is open.
#[utoipa::path(
    delete, path = "/v1/games/{game_id}/votes/{vote_id}", operation_id = "withdraw_vote", tag = "votes",
    params(
        ("game_id" = Uuid, Path, description = "The game"),
        ("vote_id" = Uuid, Path, description = "The vote"),
    ),
    responses((status = 204, description = "It is taken back")),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:play")),
        ("x-problem-codes" = json!([
            "game_not_found", "vote_not_found", "not_a_member", "not_a_voter", "game_not_running", "vote_closed",
            "busy", "rules_version_unsupported",
        ])),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn withdraw(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    place: Path<(Uuid, Uuid)>,
    seen: IfMatch,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesPlay)?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        votes::withdraw(&app, connection, place.0, caller.account, &seen.0).await
    })
    .await?;
    app.wake.knock();
    Ok(HttpResponse::NoContent().finish())
}
