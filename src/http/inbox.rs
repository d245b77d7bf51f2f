//! `/v1/me/inbox`: everything that awaits or invites me.

use actix_web::HttpResponse;
use serde::Deserialize;
use utoipa::IntoParams;

use super::etag::{self, IfNoneMatch};
use super::extract::{Caller, Query, scope};
use super::includes::{TextLanguage, in_words};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::page::{limit, several};
use crate::service::streams::{self, Inbox, InboxInclude, InboxIncluded};

/// How many items a page has that brings games along: at most, and by default.
const MAX_WITH_GAMES: u16 = 10;
/// How many items a page has otherwise.
const MAX_ITEMS: u16 = 100;
const DEFAULT_ITEMS: u16 = 20;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct InboxParameters {
    /// The most items of a page, 1 to 100, and 20 if left out; with `include` 1 to 10, and 10 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// Adds `games`: for each game of the page in which a decision is open for your seat what you may do, the view, or
    /// both; and texts beside the items and what you may do.
    #[serde(default, deserialize_with = "several")]
    #[param(value_type = Option<Vec<InboxInclude>>, style = Form, explode)]
    pub include: Vec<InboxInclude>,
}

/// Show my inbox
///
/// Decisions, votes, offers of seats, invitations and unread messages of all your games, most urgent first.
/// With `include` one request brings what a program needs to answer in several games.
#[utoipa::path(
    get, path = "/v1/me/inbox", tag = "inbox",
    responses((
        status = 200, description = "What waits for you", body = Inbox, example = json!(examples::inbox()),
    )),
)]
pub async fn get_inbox(
    caller: Caller<scope::GamesRead>,
    parameters: Query<InboxParameters>,
    language: TextLanguage,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let InboxParameters { limit: given, cursor, include } = parameters.0;
    let limit = match include.as_slice() {
        [] => limit(given, DEFAULT_ITEMS, MAX_ITEMS)?,
        _ => limit(given, MAX_WITH_GAMES, MAX_WITH_GAMES)?,
    };
    let included = InboxIncluded { include: &include, language: language.0 };
    let inbox = streams::inbox(&mut ctx, caller.account, cursor.as_deref(), limit, included).await?;
    let texts = language.if_included(include.contains(&InboxInclude::Texts));
    Ok(in_words(etag::answer_by_content(&seen.0, &inbox)?, texts))
}
