//! `/v1/admin`: for operators; and their announcements, for everyone.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::ctx::once;
use super::extract::{Body, Idempotent, Operator, Paging, Path, Query};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::audit::{self, AuditEntry};
use crate::service::idempotency::StoredReply;
use crate::service::operators::accounts::{self, AccountQuery};
use crate::service::operators::announcements::{self, Announcement, CreateAnnouncement};
use crate::service::operators::dead_letters::{self, DeadLetter, RetriedDeadLetters};
use crate::service::operators::games::{self, GameForOperators, OperatorGameQuery};
use crate::service::operators::queues::{self, WorkQueues};
use crate::service::operators::{self, AccountForOperators, OperatorReason};
use crate::service::page::Page;
use crate::service::recovery;
use crate::service::reports::{self, PlayerReport};

/// List accounts
///
/// The newest first, with the reason of each ban.
#[utoipa::path(
    get, path = "/v1/admin/accounts", tag = "operators",
    responses((
        status = 200, description = "Accounts that match the filters", body = Page<AccountForOperators>,
        example = json!(examples::accounts_for_operators()),
    )),
)]
pub async fn list_accounts(
    _: Operator,
    filter: Query<AccountQuery>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(accounts::page(&mut ctx, &filter.0).await?))
}

/// Show an account
///
/// With the email address and the ban, which players don't see. By id, whole name or email address.
#[utoipa::path(
    get, path = "/v1/admin/accounts/{account}", tag = "operators",
    responses((
        status = 200, description = "The account with its ban", body = AccountForOperators,
        example = json!(examples::account_for_operators()),
    )),
    extensions(("x-problem-codes" = json!(["account_not_found"]))),
)]
pub async fn get_account(_: Operator, account: Path<String>, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(operators::find_account(&mut ctx, &account.0).await?))
}

/// List the audit log of an account
///
/// The same as its player reads: log-ins, failed ones too, changes of password and address, tokens, and what operators
/// did.
#[utoipa::path(
    get, path = "/v1/admin/accounts/{account_id}/audit",
    tag = "operators",
    responses((
        status = 200, description = "Entries of the log, latest first", body = Page<AuditEntry>,
        example = json!(examples::notes()),
    )),
)]
pub async fn list_account_audit_log(
    _: Operator,
    account: Path<Uuid>,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(audit::page(&mut ctx.db, account.0, cursor.as_deref(), limit).await?))
}

/// Ban an account
///
/// Its sessions, tokens and streams end within seconds, and nobody can log in to it. Its seats stay, as those of an
/// absent player. The owner can read the reason once the ban is lifted. Harmless to repeat.
#[utoipa::path(
    put, path = "/v1/admin/accounts/{account_id}/ban", tag = "operators",
    request_body(content = OperatorReason, example = json!({"reason": "Played with two accounts at one table."})),
    responses((status = 204, description = "The account is banned")),
    extensions(("x-problem-codes" = json!(["secret_in_text", "account_not_found"]))),
)]
pub async fn ban_account(
    caller: Operator,
    account: Path<Uuid>,
    body: Body<OperatorReason>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| operators::ban(tx, caller.account, account.0, &body.0).await).await?;
    recovery::clear_credential_caches(&ctx.app);
    Ok(HttpResponse::NoContent().finish())
}

/// Mail a link to set a new password
///
/// To the owner of the account, as `POST /v1/accounts/reset` does; operators never see the link. At most one a minute.
#[utoipa::path(
    put, path = "/v1/admin/accounts/{account_id}/password-reset", tag = "operators",
    responses((status = 204, description = "The mail leaves soon, or left less than a minute ago")),
    extensions(("x-problem-codes" = json!(["account_not_found", "address_not_verified"]))),
)]
pub async fn send_password_reset(
    caller: Operator,
    account: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| accounts::mail_password_reset(tx, caller.account, account.0).await).await?;
    ctx.app.events.notify_workers();
    Ok(HttpResponse::NoContent().finish())
}

/// Lift a ban
///
/// Log-ins are possible again. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/admin/accounts/{account_id}/ban", tag = "operators",
    responses((status = 204, description = "The account is not banned")),
)]
pub async fn unban_account(
    caller: Operator,
    account: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| operators::lift_ban(tx, caller.account, account.0).await).await?;
    recovery::clear_credential_caches(&ctx.app);
    Ok(HttpResponse::NoContent().finish())
}

/// List all games
///
/// The newest first, private ones too, with what each waits for. How a game stands is not shown.
#[utoipa::path(
    get, path = "/v1/admin/games", tag = "operators",
    responses((
        status = 200, description = "Games that match the filters", body = Page<GameForOperators>,
        example = json!(examples::games_for_operators()),
    )),
)]
pub async fn list_all_games(
    _: Operator,
    filter: Query<OperatorGameQuery>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(games::page(&mut ctx, &filter.0).await?))
}

/// Show the queues of work
///
/// What waits for the workers in each, and for how long.
#[utoipa::path(
    get, path = "/v1/admin/queues", tag = "operators",
    responses((
        status = 200, description = "What is due, and what waits until later", body = WorkQueues, example = json!(examples::work_queues()),
    )),
)]
pub async fn get_work_queues(_: Operator, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(queues::show(&mut ctx).await?))
}

/// End a game without a result
///
/// Ends the game at once; it counts for no rating. Its players are told. A game that is over stays as
/// it is.
#[utoipa::path(
    post, path = "/v1/admin/games/{game_id}/void", tag = "operators",
    request_body(content = OperatorReason, example = json!({"reason": "Played with two accounts at one table."})),
    responses((status = 204, description = "No result of it counts")),
    extensions(("x-problem-codes" = json!([
        "secret_in_text", "game_not_found", "game_not_running", "busy", "rules_version_unsupported",
    ]))),
)]
pub async fn void_game(
    caller: Operator,
    game: Path<Uuid>,
    request: Idempotent<OperatorReason>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let response = once(&mut ctx, request.key.of(caller.account), async |tx| {
        operators::void(tx, caller.account, game.0, &request.body.text()?).await?;
        Ok(StoredReply::empty())
    })
    .await?;
    ctx.app.events.notify_workers();
    ctx.app.events.changed(crate::app::events::ChangeEvent::Game(game.0));
    Ok(response)
}

/// List dead letters
///
/// Mails that were given up after the last try, newest first.
#[utoipa::path(
    get, path = "/v1/admin/dead-letters", tag = "operators",
    responses((
        status = 200, description = "Undelivered mails, newest first", body = Page<DeadLetter>,
        example = json!(examples::dead_letters()),
    )),
)]
pub async fn list_dead_letters(
    _: Operator,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(dead_letters::page(&mut ctx.db, cursor.as_deref(), limit).await?))
}

/// Try a dead letter again
///
/// It is due at once, as if it had never been tried. A repeat changes nothing.
#[utoipa::path(
    put, path = "/v1/admin/dead-letters/{letter_id}/retry",
    tag = "operators",
    responses((status = 204, description = "The mail is due again")),
    extensions(("x-problem-codes" = json!(["dead_letter_not_found"]))),
)]
pub async fn retry_dead_letter(
    caller: Operator,
    letter: Path<String>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| dead_letters::retry(tx, caller.account, &letter.0).await).await?;
    ctx.app.events.notify_workers();
    Ok(HttpResponse::NoContent().finish())
}

/// Try all dead letters again
///
/// All that were given up until now are due at once, as if they had never been tried; what has nothing to say any more is
/// not sent. A repeat finds none.
#[utoipa::path(
    put, path = "/v1/admin/dead-letters/retry",
    tag = "operators",
    responses((
        status = 200, description = "The mails are due again", body = RetriedDeadLetters,
        example = json!({"retried": 12}),
    )),
)]
pub async fn retry_dead_letters(caller: Operator, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let retried = dead_letters::retry_all(&mut ctx, caller.account).await?;
    ctx.app.events.notify_workers();
    Ok(HttpResponse::Ok().json(retried))
}

/// Drop a dead letter
///
/// It is no longer listed, and never sent.
#[utoipa::path(
    delete, path = "/v1/admin/dead-letters/{letter_id}",
    tag = "operators",
    responses((status = 204, description = "The mail is dropped")),
    extensions(("x-problem-codes" = json!(["dead_letter_not_found"]))),
)]
pub async fn delete_dead_letter(
    caller: Operator,
    letter: Path<String>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| dead_letters::drop(tx, caller.account, &letter.0).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// List reports
///
/// What players reported about others and no operator has closed, newest first.
#[utoipa::path(
    get, path = "/v1/admin/reports", tag = "operators",
    responses((
        status = 200, description = "Open reports, newest first", body = Page<PlayerReport>,
        example = json!(examples::reports()),
    )),
)]
pub async fn list_reports(
    _: Operator,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(reports::page(&mut ctx.db, cursor.as_deref(), limit).await?))
}

/// Close a report
///
/// The player who reported learns nothing of it.
#[utoipa::path(
    delete, path = "/v1/admin/reports/{report_id}", tag = "operators",
    responses((status = 204, description = "Operators no longer see it")),
    extensions(("x-problem-codes" = json!(["report_not_found"]))),
)]
pub async fn delete_report(_: Operator, report: Path<Uuid>, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    reports::close(&mut ctx, report.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// List announcements
///
/// What operators tell everybody, newest first.
#[utoipa::path(
    get, path = "/v1/announcements", tag = "operators",
    responses((
        status = 200, description = "Current announcements, newest first", body = Page<Announcement>,
        example = json!(examples::announcements()),
    )),
)]
pub async fn list_announcements(
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(announcements::page(&mut ctx, cursor.as_deref(), limit).await?))
}

/// Announce something to every player
///
/// Everybody reads it with `GET /v1/announcements` until it expires or is taken back. Players get it by mail as they have
/// set for the topic `announcement`.
#[utoipa::path(
    post, path = "/v1/admin/announcements", tag = "operators",
    request_body(content = CreateAnnouncement, example = json!({"text": "The server rests on Sunday from 6 to 7 UTC."})),
    responses((
        status = 201, description = "The announcement is shown to everybody", body = Announcement,
        example = json!(examples::announcement()),
    )),
    extensions(("x-problem-codes" = json!(["secret_in_text"]))),
)]
pub async fn create_announcement(
    caller: Operator,
    request: Idempotent<CreateAnnouncement>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once(&mut ctx, request.key.of(caller.account), async |tx| {
        let announced = announcements::announce(tx, caller.account, &request.body).await?;
        StoredReply::created(&announced, "/v1/announcements")
    })
    .await
}

/// Take an announcement back
///
/// From now on nobody is shown it, also if it has not expired.
#[utoipa::path(
    delete, path = "/v1/admin/announcements/{announcement_id}",
    tag = "operators",
    responses((status = 204, description = "It is no longer shown")),
    extensions(("x-problem-codes" = json!(["announcement_not_found"]))),
)]
pub async fn delete_announcement(
    caller: Operator,
    announcement: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| announcements::end(tx, caller.account, announcement.0).await).await?;
    Ok(HttpResponse::NoContent().finish())
}
