//! Feeds: `/v1/me/feeds`, where an account makes and renews its addresses, and what is fetched from these: a calendar and
//! news. Public games have news under an address that is no secret.
//!
//! A secret that opens nothing is answered like an address that does not exist, whatever has become of it.

mod atom;
mod calendar;

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_LANGUAGE, ETAG, HeaderName, HttpDate, IF_MODIFIED_SINCE, IF_NONE_MATCH,
    LAST_MODIFIED, VARY,
};
use actix_web::{HttpRequest, HttpResponse};
use minijinja::context;
use uuid::Uuid;

use super::ctx::once;
use super::etag::{IfNoneMatch, tag_of};
use super::extract::{EmptyBody, Idempotent, LoggedIn, Path};
use super::language::AcceptLanguage;
use super::openapi::examples;
use crate::error::{Code, Error};
use crate::service::Ctx;
use crate::service::access::Grant;
use crate::service::addresses::HOME;
use crate::service::idempotency::{IdempotentRequest, StoredReply};
use crate::service::limits::{self, CountedAction, LimitSubject};
use crate::service::news::{self, FeedAddresses};
use crate::store::accounts::AccountRow;
use crate::texts::feed_text;
use crate::time_control::Instant;

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Show the addresses of my feeds
///
/// A calendar of your deadlines, the news of all your games, and a calendar of each of your clubs. An address works without a log-in, so only sessions are
/// shown it. It ends when it is renewed or deleted, and when all that you issued ends, as after a change of the password.
#[utoipa::path(
    get, path = "/v1/me/feeds", tag = "notifications",
    responses((
        status = 200, description = "The addresses, or null for each before you have made them", body = FeedAddresses,
        example = json!(examples::feeds()),
    )),
)]
pub async fn get_feeds(caller: LoggedIn, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(news::show(&mut ctx, caller.account).await?))
}

/// Make new addresses for my feeds
///
/// The first time, and whenever somebody else may know the present ones, which are dead at once.
#[utoipa::path(
    post, path = "/v1/me/feeds/renew", tag = "notifications",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 200, description = "Where to fetch from now on", body = FeedAddresses, example = json!(examples::feeds()),
    )),
)]
pub async fn renew_feeds(
    caller: LoggedIn,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    // The reply contains the addresses, so what is stored of it for a repeated request is sealed.
    once(&mut ctx, request.key.of(caller.account).map(IdempotentRequest::with_token), async |tx| {
        let session = Grant::Session(caller.session);
        let still_valid = async |ctx: &mut Ctx| session.ensure_valid(ctx).await;
        StoredReply::new(200, &news::renew(tx, caller.account, still_valid).await?)
    })
    .await
}

/// End the addresses of my feeds
///
/// Nothing can be fetched from them any more. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/me/feeds", tag = "notifications",
    responses((status = 204, description = "You have no feeds")),
)]
pub async fn delete_feeds(caller: LoggedIn, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| news::end(tx, caller.account).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /feeds/{secret}/calendar.ics`
pub async fn calendar(secret: Path<String>, seen: IfNoneMatch, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let account = reader(&mut ctx, &secret.0).await?;
    let deadlines = news::deadlines(&mut ctx, &account).await?;
    let club = &ctx.app.settings.club.name;
    let name = feed_text(&account.language, "calendar_name", context! { club });
    let text = calendar::write(&name, &deadlines);
    let document = Document { media_type: calendar::MEDIA_TYPE, text, language: &account.language };
    // It has no `Last-Modified`: a deadline that is met disappears and leaves no later time behind.
    Ok(document.answer(&seen, None))
}

/// `GET /feeds/{secret}/clubs/{club_id}/calendar.ics`
pub async fn club_calendar(
    both: Path<(String, Uuid)>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (secret, club) = both.0;
    let reader = news::club_calendar_reader(&mut ctx, &secret, club).await?;
    let (account, name) = reader.ok_or_else(|| Code::RouteNotFound.problem())?;
    limits::take(&mut ctx, CountedAction::Feed, LimitSubject::Account(account.id)).await?;
    let text = calendar::write(&name, &news::games_of_club(&mut ctx, club, &account).await?);
    let document = Document { media_type: calendar::MEDIA_TYPE, text, language: &account.language };
    Ok(document.answer(&seen, None))
}

/// `GET /feeds/{secret}/news.atom`
pub async fn news(
    secret: Path<String>,
    request: HttpRequest,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let account = reader(&mut ctx, &secret.0).await?;
    let items = news::notices(&mut ctx, &account).await?;
    let updated_at = items.first().map_or(account.created_at, |item| item.at);
    let app = &ctx.app;
    let text = atom::write(&atom::Feed {
        id: news::account_feed_id(account.id),
        title: atom::title_of_account(&app.settings.club.name, &account),
        language: &account.language,
        updated_at,
        url: format!("{}{HOME}", app.settings.http.public_url),
        items: &items,
    })?;
    let document = Document { media_type: atom::MEDIA_TYPE, text, language: &account.language };
    Ok(document.answer(&seen, Some((&request, updated_at))))
}

/// `GET /games/{game_id}/news.atom`
pub async fn game_news(
    game: Path<Uuid>,
    request: HttpRequest,
    seen: IfNoneMatch,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let language = language.0.code();
    let told = news::game_news(&mut ctx, game.0, language).await?;
    let text = atom::write(&atom::Feed {
        id: told.id,
        title: format!("{} – {}", told.name, ctx.app.settings.club.name),
        language,
        updated_at: told.updated_at,
        url: told.url,
        items: &told.items,
    })?;
    let document = Document { media_type: atom::MEDIA_TYPE, text, language };
    Ok(document.answer(&seen, Some((&request, told.updated_at))))
}

/// The account whose feeds a secret opens. Error: `route_not_found`, whatever has become of the secret.
async fn reader(ctx: &mut Ctx, secret: &str) -> Result<AccountRow, Error> {
    let account = news::account_of_secret(ctx, secret).await?;
    let account = account.ok_or_else(|| Code::RouteNotFound.problem())?;
    limits::take(ctx, CountedAction::Feed, LimitSubject::Account(account.id)).await?;
    Ok(account)
}

/// What is fetched.
struct Document<'d> {
    media_type: &'static str,
    text: String,
    language: &'d str,
}

impl Document<'_> {
    /// The document, or 304 if the caller has it. `If-Modified-Since` counts only where there is no `If-None-Match`
    /// (RFC 9110, 13.1.3).
    fn answer(self, seen: &IfNoneMatch, modified: Option<(&HttpRequest, Instant)>) -> HttpResponse {
        let tag = tag_of(&self.text);
        let is_unmodified = modified.is_some_and(|(request, at)| {
            let headers = request.headers();
            let since = headers.get(IF_MODIFIED_SINCE).and_then(|since| since.to_str().ok()?.parse().ok());
            since
                .is_some_and(|since: HttpDate| !headers.contains_key(IF_NONE_MATCH) && http_date(at) <= since)
        });
        let is_known = seen.0.has(&tag) || is_unmodified;
        let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response
            .insert_header((ETAG, tag))
            .insert_header((VARY, "Accept-Language"))
            .insert_header((CACHE_CONTROL, "private, no-cache"))
            .insert_header((CONTENT_LANGUAGE, self.language))
            .insert_header((ROBOTS, "noindex"));
        if let Some((_, at)) = modified {
            response.insert_header((LAST_MODIFIED, http_date(at)));
        }
        if is_known { response.finish() } else { response.content_type(self.media_type).body(self.text) }
    }
}

/// In whole seconds.
fn http_date(at: Instant) -> HttpDate {
    let seconds = u64::try_from(at.timestamp()).unwrap_or_default();
    (std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds)).into()
}

/// A text in one line for a program of somebody else: without characters that XML 1.0 can't hold, that end a line, or
/// that turn the direction of what follows.
fn plain_line(text: &str) -> String {
    let is_plain = |letter: &char| {
        !letter.is_control()
            && !matches!(letter, '\u{fffe}' | '\u{ffff}' | '\u{2028}' | '\u{2029}')
            && !matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|letter| if letter == '\n' { ' ' } else { letter }).filter(is_plain).collect()
}

#[cfg(test)]
mod tests {
    use super::plain_line;

    #[test]
    fn a_line_loses_what_is_no_text() {
        assert_eq!(plain_line("a\nb\r\u{0}\u{1b}c\u{202e}d\u{2066}e\u{2028}f\u{ffff}"), "a bcdef");
        assert_eq!(plain_line("Þing; a, b\\c </entry> ]]> 🎲"), "Þing; a, b\\c </entry> ]]> 🎲");
    }
}
