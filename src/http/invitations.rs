//! Invitations: made and taken back by the owner of a table, answered by the invited.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, IfMatch, Path, Query};
use super::games::entropy;
use super::openapi::examples;
use super::paging::Paging;
use super::reply::carry_out;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::access::Scope;
use crate::service::accounts::EmailAddress;
use crate::service::lobby::{self, GameShown, Invitation, Invitations, Invited, ReceivedInvitations};
use crate::service::once::{Once, Reply};
use crate::store::{self, Pool};

/// Who is invited: a name or a mail address, one of the two.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationToMake {
    /// The name of an account.
    #[schema(max_length = 32)]
    pub name: Option<String>,
    /// A mail address. Whoever has proved it, now or later, is invited; you are not told who that is, or whether there is
    /// anybody.
    #[schema(value_type = Option<String>, format = "email", max_length = 254)]
    pub email: Option<EmailAddress>,
    /// Is a seat kept until the invited has answered?
    #[serde(default)]
    pub reserve: bool,
}

/// How somebody accepts.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// Your own share of chance: at most 64 bytes as hex.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$")]
    pub entropy: Option<String>,
}

/// Nothing more to say.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Decline {}

/// Invite somebody
///
/// By the owner of a table, before the start: by name or by mail address. The invited is told by mail, unless he blocks
/// you, which you don't learn. An address needs no account: who registers with it finds the invitation.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/invitations", operation_id = "create_invitation", tag = "invitations",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = InvitationToMake, example = json!({"name": "Bjarni", "reserve": true})),
    responses((
        status = 201, description = "Invited", body = Invitation, example = json!(examples::invitation()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:create")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_the_owner", "game_already_started", "table_closed", "invalid_field",
            "account_not_found", "already_joined", "already_invited", "too_many_invitations", "game_full", "key_reused",
        ])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn create(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    body: Body<InvitationToMake>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesCreate)?;
    let route = format!("POST /v1/games/{}/invitations", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let (reserve, invited) = (body.value.reserve, invited(body.value)?);
    let done = carry_out(&app, &pool, request, async |connection| {
        let made = lobby::invite(&app, connection, game.0, caller.account, &invited, reserve).await?;
        Reply::new(201, &made)
    });
    done.await
}

fn invited(asked: InvitationToMake) -> Result<Invited, Error> {
    match (asked.name, asked.email) {
        (Some(name), None) => Ok(Invited::Name(name)),
        (None, Some(email)) => Ok(Invited::Email(email)),
        (None, None) => Err(Code::InvalidField.field("name", "Say whom: a name or an email.")),
        (Some(_), Some(_)) => Err(Code::InvalidField.field("email", "A name or an email, not both.")),
    }
}

/// List a table's invitations
///
/// By its owner, newest first, those that have ended too.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/invitations", operation_id = "list_invitations", tag = "invitations",
    params(("game_id" = Uuid, Path, description = "The game"), Paging),
    responses((
        status = 200, description = "A page of invitations", body = Invitations,
        example = json!(examples::invitations()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:read")),
        ("x-problem-codes" = json!(["game_not_found", "not_the_owner", "invalid_parameter"])),
    ),
)]
pub async fn list(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    paging: Query<Paging>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    let page = lobby::invitations(&app, &mut connection, game.0, caller.account, cursor, limit).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// Take an invitation back
///
/// By the owner of the table, before the start. The seat that it kept is free again. Harmless to repeat.
/// Whoever has accepted it already keeps the seat.
#[utoipa::path(
    delete, path = "/v1/games/{game_id}/invitations/{invitation_id}", operation_id = "delete_invitation",
    tag = "invitations",
    params(
        ("game_id" = Uuid, Path, description = "The game"),
        ("invitation_id" = Uuid, Path, description = "The invitation"),
    ),
    responses((status = 204, description = "Taken back, or not accepted before")),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:create")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_the_owner", "game_already_started", "table_closed", "invitation_not_found",
            "invitation_accepted",
        ])),
    ),
)]
pub async fn withdraw(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesCreate)?;
    let (game, invitation) = path.0;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        lobby::withdraw(&app, connection, game, invitation, caller.account).await
    })
    .await?;
    app.wake.knock();
    Ok(HttpResponse::NoContent().finish())
}

/// Accept an invitation
///
/// Takes the seat that is kept for you, or a free one. The last one starts the game, or has everybody asked to confirm
/// that he is there.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/invitations/{invitation_id}/accept", operation_id = "accept_invitation",
    tag = "invitations",
    params(
        ("game_id" = Uuid, Path, description = "The game"),
        ("invitation_id" = Uuid, Path, description = "The invitation"),
    ),
    request_body(content = Acceptance, example = json!({"entropy": "c0ffee"})),
    responses((
        status = 200, description = "You have a seat", body = GameShown, example = json!(examples::game()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:play")),
        ("x-problem-codes" = json!([
            "game_not_found", "invitation_not_found", "game_full", "already_joined", "game_already_started",
            "table_closed", "kicked", "invitation_needed", "link_not_found", "invalid_field", "key_reused",
        ])),
        ("x-idempotent" = json!(true)),
        ("x-conditional" = json!(true)),
    ),
)]
pub async fn accept(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    path: Path<(Uuid, Uuid)>,
    key: IdempotencyKey,
    seen: IfMatch,
    body: Body<Acceptance>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesPlay)?;
    let (game, invitation) = path.0;
    let route = format!("POST /v1/games/{game}/invitations/{invitation}/accept");
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let entropy = entropy(body.value.entropy.as_deref())?;
    let done = carry_out(&app, &pool, request, async |connection| {
        let account = caller.account;
        let shown = lobby::accept(&app, connection, game, invitation, account, entropy, &seen.0).await?;
        Reply::new(200, &shown)
    });
    done.await
}

/// Decline an invitation
///
/// The seat that was kept for you is free again.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/invitations/{invitation_id}/decline", operation_id = "decline_invitation",
    tag = "invitations",
    params(
        ("game_id" = Uuid, Path, description = "The game"),
        ("invitation_id" = Uuid, Path, description = "The invitation"),
    ),
    request_body(content = Decline, example = json!({})),
    responses((status = 204, description = "Declined")),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("games:play")),
        ("x-problem-codes" = json!(["game_not_found", "invitation_not_found", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn decline(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    path: Path<(Uuid, Uuid)>,
    key: IdempotencyKey,
    body: Body<Decline>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesPlay)?;
    let (game, invitation) = path.0;
    let route = format!("POST /v1/games/{game}/invitations/{invitation}/decline");
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let done = carry_out(&app, &pool, request, async |connection| {
        lobby::decline(&app, connection, game, invitation, caller.account).await?;
        Ok(Reply::empty())
    });
    done.await
}

/// List my invitations
///
/// What waits for your answer, newest first: by name, or by the mail address that you have proved.
#[utoipa::path(
    get, path = "/v1/me/invitations", operation_id = "list_my_invitations", tag = "invitations",
    params(Paging),
    responses((
        status = 200, description = "A page of invitations", body = ReceivedInvitations,
        example = json!(examples::received_invitations()),
    )),
    security(("access_token" = [])),
    extensions(("x-scope" = json!("games:read")), ("x-problem-codes" = json!(["invalid_parameter"]))),
)]
pub async fn received(
    pool: Data<Pool>,
    caller: Caller,
    paging: Query<Paging>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::GamesRead)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(lobby::received(&mut connection, caller.account, cursor, limit).await?))
}
