//! `/v1/me/export` and `DELETE /v1/me`: taking one's data along, and leaving for good.

use actix_web::HttpResponse;
use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::web::Data;
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use super::extract::{Body, Caller};
use super::openapi::examples;
use super::password;
use crate::app::App;
use crate::error::Error;
use crate::service::accounts::{self, Export};
use crate::store::{self, Pool};

/// Export everything about me
///
/// One document with everything that is stored about the account: log-ins, games and the own actions in them, messages,
/// notes, mails and more.
#[utoipa::path(
    get, path = "/v1/me/export", operation_id = "export_me", tag = "accounts",
    responses((status = 200, description = "Everything", body = Export, example = json!(examples::export()))),
    security(("access_token" = [])),
    extensions(("x-session-only" = json!(true))),
)]
pub async fn export(app: Data<App>, caller: Caller, pool: Data<Pool>) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    let export = accounts::export(&app, &mut connection, caller.account).await?;
    let name = "attachment; filename=\"althing-export.json\"";
    Ok(HttpResponse::Ok().insert_header((CONTENT_DISPOSITION, name)).json(export))
}

/// Who leaves.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Departure {
    /// The password.
    #[schema(value_type = String, format = "password")]
    pub password: SecretString,
}

/// Delete my account
///
/// For good. The account becomes a pseudonym, so that the games of others stay whole; everything personal is erased,
/// seats at tables that have not started are given up, and in games that are being played a bot plays on. What was
/// said to a table stays there, under the pseudonym.
#[utoipa::path(
    delete, path = "/v1/me", operation_id = "delete_me", tag = "accounts",
    request_body(content = Departure, example = json!({"password": "a long ship west"})),
    responses((status = 204, description = "Gone")),
    security(("access_token" = [])),
    extensions(("x-session-only" = json!(true)), ("x-problem-codes" = json!(["wrong_password"]))),
)]
pub async fn delete(
    app: Data<App>,
    caller: Caller,
    pool: Data<Pool>,
    body: Body<Departure>,
) -> Result<HttpResponse, Error> {
    let session = caller.session_only()?;
    let stored = {
        let mut connection = store::pool::lend(&pool).await?;
        accounts::stored(&mut connection, caller.account).await?
    };
    password::must_match(&app, &pool, &stored, body.value.password, "password").await?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        accounts::depart(&app, connection, &stored, session).await
    })
    .await?;
    accounts::shut_out(&app);
    accounts::leave_tables(&app, &mut connection, Some(caller.account)).await?;
    Ok(HttpResponse::NoContent().finish())
}
