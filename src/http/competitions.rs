//! `/v1/competitions`: leagues, Swisses and knockouts, their entrants, rounds and standings.

use actix_web::HttpResponse;
use pairing::ExportedCompetition;
use uuid::Uuid;

use super::ctx::once;
use super::etag::{self, IfNoneMatch};
use super::extract::{Body, Caller, EmptyBody, Idempotent, MaybeCaller, Path, Query, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::competitions::{
    self, CompetitionCorrection, CompetitionDetails, CompetitionEntrant, CompetitionQuery, CompetitionRound,
    CompetitionStanding, CorrectStandings, CreateCompetition, EntrantQuery, InviteToCompetition, PairRound,
    ReplaceEntrant, UpdateCompetition,
};
use crate::service::idempotency::StoredReply;
use crate::service::page::Page;

/// Create a competition
///
/// Players sign up until its first round is paired, by you or at `schedule.starts_at`. An account organises at most 20 that
/// have not ended.
#[utoipa::path(
    post, path = "/v1/competitions", tag = "competitions",
    request_body(content = CreateCompetition, example = json!({
        "name": "Autumn Swiss", "about": "Five rounds, a move a day.", "form": {"type": "swiss", "rounds": 5},
        "tables": {"size": 4, "least": 3, "fill": "byes"},
        "games": {"ruleset": "landnam", "clock": {"type": "plain", "hours": 36}},
        "schedule": {"starts_at": null, "next_round": {"type": "when_over"}}, "most_entrants": 24,
    })),
    responses((
        status = 201, description = "It is open for sign-up", body = CompetitionDetails,
        example = json!(examples::competition()),
    )),
    extensions(("x-problem-codes" = json!([
        "secret_in_text", "too_many_competitions", "club_not_found", "not_a_club_member", "club_role_too_small",
        "club_ended",
    ]))),
)]
pub async fn create_competition(
    caller: Caller<scope::Competitions>,
    request: Idempotent<CreateCompetition>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let Idempotent { key, body } = request;
    once(&mut ctx, key.of(caller.account), async |tx| {
        let made = competitions::create(tx, caller.account, body).await?;
        StoredReply::created(&made, format!("/v1/competitions/{}", made.id))
    })
    .await
}

/// List competitions
///
/// Those that you may see, newest first: all but those of private clubs that you neither belong to nor entered.
#[utoipa::path(
    get, path = "/v1/competitions", tag = "competitions",
    responses((
        status = 200, description = "Those that you may see, with your part in each", body = Page<CompetitionDetails>,
        example = json!(examples::competitions()),
    )),
)]
pub async fn list_competitions(
    caller: MaybeCaller<scope::GamesRead>,
    query: Query<CompetitionQuery>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &competitions::list(&mut ctx, caller.account(), query.0).await?)
}

/// Show a competition
///
/// Those of private clubs are shown to the members of the club and to entrants.
#[utoipa::path(
    get, path = "/v1/competitions/{competition_id}", tag = "competitions",
    responses((
        status = 200, description = "The competition, with your part in it", body = CompetitionDetails,
        example = json!(examples::competition()),
    )),
    extensions(("x-problem-codes" = json!(["competition_not_found"]))),
)]
pub async fn get_competition(
    caller: MaybeCaller<scope::GamesRead>,
    competition: Path<Uuid>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &competitions::show(&mut ctx, competition.0, caller.account()).await?)
}

/// Change a competition
///
/// By its organisers. Its form, its tables and its games stay as they are.
#[utoipa::path(
    patch, path = "/v1/competitions/{competition_id}", tag = "competitions",
    request_body(
        content = UpdateCompetition,
        example = json!({"schedule": {"starts_at": "2026-12-01T18:00:00Z", "next_round": {"type": "when_over"}}}),
    ),
    responses((
        status = 200, description = "The competition after the change", body = CompetitionDetails,
        example = json!(examples::competition()),
    )),
    extensions(("x-problem-codes" = json!([
        "secret_in_text", "competition_not_found", "not_an_organiser", "competition_not_running",
    ]))),
)]
pub async fn update_competition(
    caller: Caller<scope::Competitions>,
    competition: Path<Uuid>,
    body: Body<UpdateCompetition>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let changed = ctx
        .transaction(async |tx| competitions::update(tx, competition.0, caller.account, body.0).await)
        .await?;
    Ok(HttpResponse::Ok().json(changed))
}

/// Call a competition off
///
/// By its organisers. Games that were begun go on; nothing more is paired, and the standings stay as they are.
#[utoipa::path(
    delete, path = "/v1/competitions/{competition_id}", tag = "competitions",
    responses((status = 204, description = "Nothing more is paired")),
    extensions(("x-problem-codes" = json!([
        "competition_not_found", "not_an_organiser", "competition_not_running",
    ]))),
)]
pub async fn cancel_competition(
    caller: Caller<scope::Competitions>,
    competition: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| competitions::cancel(tx, competition.0, caller.account).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Sign up for a competition
///
/// As an entrant while there is a place, or else as a substitute. While it runs you become a substitute; if you withdrew
/// and no round was paired without you, you are back. People who block each other can meet in a competition that both
/// signed up for. Harmless to repeat.
#[utoipa::path(
    post, path = "/v1/competitions/{competition_id}/sign-up", tag = "competitions",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 200, description = "You as an entrant or a substitute", body = CompetitionEntrant,
        example = json!(examples::competition_entrant()),
    )),
    extensions(("x-problem-codes" = json!([
        "competition_not_found", "not_a_club_member", "competition_not_running", "competition_full", "entrant_gone",
    ]))),
)]
pub async fn sign_up_for_competition(
    caller: Caller<scope::Competitions>,
    competition: Path<Uuid>,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once(&mut ctx, request.key.of(caller.account), async |tx| {
        StoredReply::new(200, &competitions::sign_up(tx, competition.0, caller.account).await?)
    })
    .await
}

/// Withdraw from a competition
///
/// Before the start your sign-up is gone. Later you are no longer paired; your running games go on. Harmless to repeat.
#[utoipa::path(
    post, path = "/v1/competitions/{competition_id}/withdraw", tag = "competitions",
    request_body(content = EmptyBody, example = json!({})),
    responses((status = 204, description = "You are no longer paired")),
    extensions(("x-problem-codes" = json!(["competition_not_found"]))),
)]
pub async fn withdraw_from_competition(
    caller: Caller<scope::Competitions>,
    competition: Path<Uuid>,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once(&mut ctx, request.key.of(caller.account), async |tx| {
        competitions::withdraw(tx, competition.0, caller.account).await?;
        Ok(StoredReply::empty())
    })
    .await
}

/// Invite a player to a competition
///
/// By its organisers, by name: the player gets one mail that leads to the competition. You don't learn whether it left.
/// Players sign up without an invitation, too; to a competition of a club only members are invited. Harmless to repeat.
#[utoipa::path(
    post, path = "/v1/competitions/{competition_id}/invitations", tag = "competitions",
    request_body(content = InviteToCompetition, example = json!({"name": "Bjarni"})),
    responses((status = 204, description = "One mail is on its way, or left before")),
    extensions(("x-problem-codes" = json!([
        "competition_not_found", "not_an_organiser", "competition_not_running", "account_not_found", "not_a_club_member",
    ]))),
)]
pub async fn invite_to_competition(
    caller: Caller<scope::Competitions>,
    competition: Path<Uuid>,
    request: Idempotent<InviteToCompetition>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once(&mut ctx, request.key.of(caller.account), async |tx| {
        competitions::invite(tx, competition.0, caller.account, &request.body).await?;
        Ok(StoredReply::empty())
    })
    .await
}

/// List the entrants of a competition
///
/// In the order of sign-up, with substitutes and those who have withdrawn.
#[utoipa::path(
    get, path = "/v1/competitions/{competition_id}/entrants", tag = "competitions",
    responses((
        status = 200, description = "Who signed up, and as what", body = Page<CompetitionEntrant>,
        example = json!(examples::competition_entrants()),
    )),
    extensions(("x-problem-codes" = json!(["competition_not_found"]))),
)]
pub async fn list_competition_entrants(
    caller: MaybeCaller<scope::GamesRead>,
    competition: Path<Uuid>,
    query: Query<EntrantQuery>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let page = competitions::entrants(&mut ctx, competition.0, caller.account(), query.0).await?;
    etag::answer_by_content(&seen.0, &page)
}

/// Remove an entrant from a competition
///
/// By its organisers. Before the start the sign-up is gone; later the player is no longer paired, and running games go on.
/// Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/competitions/{competition_id}/entrants/{account_id}", tag = "competitions",
    responses((status = 204, description = "The player is no longer paired")),
    extensions(("x-problem-codes" = json!([
        "competition_not_found", "not_an_organiser", "competition_not_running",
    ]))),
)]
pub async fn remove_competition_entrant(
    caller: Caller<scope::Competitions>,
    both: Path<(Uuid, Uuid)>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (competition, other) = both.0;
    ctx.transaction(async |tx| competitions::remove(tx, competition, caller.account, other).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Replace an entrant of a competition
///
/// By its organisers: a substitute takes the place and the points of an entrant, and plays from the next round on. Running
/// games go on as they are.
#[utoipa::path(
    post, path = "/v1/competitions/{competition_id}/entrants/{account_id}/replace", tag = "competitions",
    request_body(content = ReplaceEntrant, example = json!({"by": "0193449f-68c0-7b2f-8c3e-1a2b3c4d5ea2"})),
    responses((
        status = 200, description = "The entrant, with its new player", body = CompetitionEntrant,
        example = json!(examples::competition_entrant()),
    )),
    extensions(("x-problem-codes" = json!([
        "competition_not_found", "not_an_organiser", "competition_not_running", "entrant_not_found", "entrant_gone",
    ]))),
)]
pub async fn replace_competition_entrant(
    caller: Caller<scope::Competitions>,
    both: Path<(Uuid, Uuid)>,
    request: Idempotent<ReplaceEntrant>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (competition, other) = both.0;
    once(&mut ctx, request.key.of(caller.account), async |tx| {
        let replaced = competitions::replace(tx, competition, caller.account, other, &request.body).await?;
        StoredReply::new(200, &replaced)
    })
    .await
}

/// Pair the next round of a competition
///
/// By its organisers: round 1 closes the sign-up. A round that is paired already is shown as it is, so that nothing is
/// paired twice. Games begin within seconds. Later rounds are paired by themselves, as `schedule.next_round` says.
#[utoipa::path(
    post, path = "/v1/competitions/{competition_id}/rounds", tag = "competitions",
    request_body(content = PairRound, example = json!({"round": 1})),
    responses((
        status = 200, description = "The tables of the round and its byes, with what led to each", body = CompetitionRound,
        example = json!(examples::competition_round()),
    )),
    extensions(("x-problem-codes" = json!([
        "competition_not_found", "not_an_organiser", "competition_not_running", "round_not_next", "round_not_over",
        "competition_too_small",
    ]))),
)]
pub async fn pair_competition_round(
    caller: Caller<scope::Competitions>,
    competition: Path<Uuid>,
    request: Idempotent<PairRound>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once(&mut ctx, request.key.of(caller.account), async |tx| {
        StoredReply::new(200, &competitions::pair(tx, competition.0, caller.account, &request.body).await?)
    })
    .await
}

/// List the rounds of a competition
///
/// All that are paired, the first one first, with tables, byes, and why they are as they are.
#[utoipa::path(
    get, path = "/v1/competitions/{competition_id}/rounds", tag = "competitions",
    responses((
        status = 200, description = "The rounds so far", body = Page<CompetitionRound>,
        example = json!(examples::competition_rounds()),
    )),
    extensions(("x-problem-codes" = json!(["competition_not_found"]))),
)]
pub async fn list_competition_rounds(
    caller: MaybeCaller<scope::GamesRead>,
    competition: Path<Uuid>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &competitions::rounds(&mut ctx, competition.0, caller.account()).await?)
}

/// Show a round of a competition
///
/// Its tables with their games and results, and its byes.
#[utoipa::path(
    get, path = "/v1/competitions/{competition_id}/rounds/{round}", tag = "competitions",
    responses((
        status = 200, description = "Who meets whom, and what came of it", body = CompetitionRound,
        example = json!(examples::competition_round()),
    )),
    extensions(("x-problem-codes" = json!(["competition_not_found", "round_not_found"]))),
)]
pub async fn get_competition_round(
    caller: MaybeCaller<scope::GamesRead>,
    both: Path<(Uuid, u16)>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (competition, round) = both.0;
    let round = competitions::round(&mut ctx, competition, round.into(), caller.account()).await?;
    etag::answer_by_content(&seen.0, &round)
}

/// Show the standings of a competition
///
/// Best first; those of a league division by division. Empty before the first round.
#[utoipa::path(
    get, path = "/v1/competitions/{competition_id}/standings", tag = "competitions",
    responses((
        status = 200, description = "Who stands where, and by which criterion", body = Page<CompetitionStanding>,
        example = json!(examples::competition_standings()),
    )),
    extensions(("x-problem-codes" = json!(["competition_not_found"]))),
)]
pub async fn get_competition_standings(
    caller: MaybeCaller<scope::GamesRead>,
    competition: Path<Uuid>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let page = competitions::standings(&mut ctx, competition.0, caller.account()).await?;
    etag::answer_by_content(&seen.0, &page)
}

/// Correct the standings of a competition
///
/// By its organisers, with a note that everybody can read. The pairing of the next round knows of it.
#[utoipa::path(
    post, path = "/v1/competitions/{competition_id}/corrections", tag = "competitions",
    request_body(content = CorrectStandings, example = json!({
        "entrant": 3, "table": {"round": 1, "table": 0}, "change": -100, "note": "Arrived after the first turn.",
    })),
    responses((
        status = 201, description = "What was corrected, for everybody to read", body = CompetitionCorrection,
        example = json!(examples::competition_correction()),
    )),
    extensions(("x-problem-codes" = json!([
        "secret_in_text", "competition_not_found", "not_an_organiser", "competition_not_running", "entrant_not_found",
        "round_not_found",
    ]))),
)]
pub async fn correct_competition_standings(
    caller: Caller<scope::Competitions>,
    competition: Path<Uuid>,
    request: Idempotent<CorrectStandings>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let Idempotent { key, body } = request;
    once(&mut ctx, key.of(caller.account), async |tx| {
        let made = competitions::correct(tx, competition.0, caller.account, body).await?;
        StoredReply::created(&made, format!("/v1/competitions/{}/corrections", competition.0))
    })
    .await
}

/// List the corrections of a competition
///
/// What its organisers changed in the standings and why, the first one first.
#[utoipa::path(
    get, path = "/v1/competitions/{competition_id}/corrections", tag = "competitions",
    responses((
        status = 200, description = "What was changed by hand, by whom and why", body = Page<CompetitionCorrection>,
        example = json!(examples::competition_corrections()),
    )),
    extensions(("x-problem-codes" = json!(["competition_not_found"]))),
)]
pub async fn list_competition_corrections(
    caller: MaybeCaller<scope::GamesRead>,
    competition: Path<Uuid>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let page = competitions::corrections(&mut ctx, competition.0, caller.account()).await?;
    etag::answer_by_content(&seen.0, &page)
}

/// Export a competition
///
/// Everything that its pairings and standings follow from, without names; with the secret once it is over, so that anybody
/// can compute all of it again.
#[utoipa::path(
    get, path = "/v1/competitions/{competition_id}/export", tag = "competitions",
    responses((
        status = 200, description = "What pairings and standings follow from", body = ExportedCompetition,
        example = json!(examples::competition_export()),
    )),
    extensions(("x-problem-codes" = json!(["competition_not_found"]))),
)]
pub async fn export_competition(
    caller: MaybeCaller<scope::GamesRead>,
    competition: Path<Uuid>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &competitions::export(&mut ctx, competition.0, caller.account()).await?)
}

/// Begin the next season of a league
///
/// By its organisers, when it is over: opens a new competition like it, for which players sign up. Its divisions begin as
/// this season left them, and newcomers in the lowest. Harmless to repeat.
#[utoipa::path(
    post, path = "/v1/competitions/{competition_id}/next-season", tag = "competitions",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 200, description = "The next season, open for sign-up", body = CompetitionDetails,
        example = json!(examples::competition()),
    )),
    extensions(("x-problem-codes" = json!([
        "competition_not_found", "not_an_organiser", "season_not_over", "too_many_competitions", "club_not_found",
        "not_a_club_member", "club_role_too_small", "club_ended",
    ]))),
)]
pub async fn begin_next_season(
    caller: Caller<scope::Competitions>,
    competition: Path<Uuid>,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once(&mut ctx, request.key.of(caller.account), async |tx| {
        StoredReply::new(200, &competitions::next_season(tx, competition.0, caller.account).await?)
    })
    .await
}
