//! `/competitions/{competition_id}/standings.png`: the best of the standings, for services that show where a link leads
//! and for phones.

use actix_web::web::Data;
use actix_web::{Error as WebError, HttpResponse};

use super::{CompetitionSentences, TEXTS, opened};
use crate::http::etag::{IfNoneMatch, tag_of};
use crate::http::extract::Path;
use crate::http::origin::Origin;
use crate::http::pages::game::picture::{WIDTH, head};
use crate::http::pages::page::PageQuery;
use crate::http::pages::public::missing;
use crate::http::pages::words::PageWords;
use crate::service::competitions::{CompetitionOverview, CompetitionStanding};
use crate::service::identity::Language;
use crate::service::pictures::{
    COLUMN_ROWS, PictureCaller, StandingsColumn, StandingsFacts, StandingsRow, standings,
};
use crate::service::{App, Ctx};
use crate::store::Pool;

/// `GET /competitions/{competition_id}/standings.png`
///
/// `v` names what is shown, so that other standings have another address; `l` is the language.
pub async fn picture(
    competition: Path<String>,
    query: PageQuery,
    words: PageWords,
    seen: IfNoneMatch,
    (app, pool, origin): (Data<App>, Data<Pool>, Origin),
) -> Result<HttpResponse, WebError> {
    let language = query.get("l").and_then(|code| Language::offered(code).ok()).unwrap_or_default();
    let overview = {
        // No connection is held while the picture waits for a free thread.
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        opened(&mut ctx, &competition.0, &words).await?
    };
    let Some(svg) = drawn(&app, &PageWords::new(language.code()), &overview) else {
        return Err(missing(&words, TEXTS));
    };
    let (mut response, is_known) = head(&query, &seen, &version(&svg));
    if is_known {
        return Ok(response.finish());
    }
    let png = app.png_renderer.png(svg, WIDTH, PictureCaller::Anonymous(origin.0)).await?;
    Ok(response.content_type("image/png").body(png.to_vec()))
}

/// What the picture shows, as a part of its address.
pub fn version(svg: &str) -> String {
    tag_of(svg).trim_matches('"').to_owned()
}

/// The picture as an SVG document; `None` while there are no results.
pub fn drawn(app: &App, words: &PageWords, overview: &CompetitionOverview) -> Option<String> {
    let rows = &overview.standings;
    if !rows.iter().any(|row| row.standing.tables > 0) {
        return None;
    }
    let details = &overview.details;
    let sentences = CompetitionSentences { app, words, details, zone: "UTC" };
    Some(standings(StandingsFacts {
        title: &details.name,
        status: &sentences.status(),
        columns: &columns(words, rows),
    }))
}

/// The best of the first two divisions; where there is one, the best of it.
fn columns(words: &PageWords, rows: &[CompetitionStanding]) -> Vec<StandingsColumn> {
    let row = |row: &CompetitionStanding| StandingsRow {
        rank: row.standing.rank,
        name: words.entrant(row.account_id, &row.name),
        points: words.hundredths(row.standing.match_points),
    };
    let of_division = |division: usize| {
        let members = rows.iter().filter(move |row| row.standing.division == division);
        members.take(COLUMN_ROWS).map(row).collect::<Vec<_>>()
    };
    if rows.iter().any(|row| row.standing.division > 0) {
        let heading = |division: usize| {
            words.say_of("competition", "division", minijinja::context! { number => division + 1 })
        };
        let column =
            |division| StandingsColumn { heading: Some(heading(division)), rows: of_division(division) };
        return [0, 1].map(column).into();
    }
    let best: Vec<StandingsRow> = rows.iter().take(2 * COLUMN_ROWS).map(row).collect();
    let column = |rows: &[StandingsRow]| StandingsColumn { heading: None, rows: rows.to_vec() };
    best.chunks(COLUMN_ROWS).map(column).collect()
}
