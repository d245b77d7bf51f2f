//! `/pictures/{picture}`: the board of a game for the chat services that its news is posted to. The address is secret and
//! good for a day; it shows what a spectator sees.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, HeaderName};
use actix_web::web::Data;

use super::SVG_POLICY;
use crate::error::{Code, Error};
use crate::http::extract::Path;
use crate::http::origin::Origin;
use crate::service::channels::{RequestedPicture, requested_picture};
use crate::service::pictures::PictureCaller;
use crate::service::{App, Ctx};
use crate::store::Pool;
use actix_web::http::header::CONTENT_SECURITY_POLICY;
use std::sync::Arc;

/// Services scale pictures down; on a phone the places are still told apart.
const WIDTH: u16 = 800;
/// Keeps the address out of search engines, wherever it was posted.
const ROBOTS: (HeaderName, &str) = (HeaderName::from_static("x-robots-tag"), "noindex, nofollow");
/// Not kept by proxies: the picture ends with the players' agreement.
const CACHED: &str = "private, max-age=300";

/// `GET /pictures/{picture}`
pub async fn show(
    picture: Path<String>,
    (app, pool, origin): (Data<App>, Data<Pool>, Origin),
) -> Result<HttpResponse, Error> {
    let token = picture.0.strip_suffix(".png").ok_or_else(|| Code::RouteNotFound.problem())?;
    let app: Arc<App> = app.into_inner();
    // No connection is held while the picture waits for its turn to be made.
    let RequestedPicture { svg } = requested_picture(&mut Ctx::acquire(&app, &pool).await?, token).await?;
    let png = app.png_renderer.png(svg, WIDTH, PictureCaller::Anonymous(origin.0)).await?;
    Ok(HttpResponse::Ok()
        .content_type("image/png")
        .insert_header(ROBOTS)
        .insert_header((CACHE_CONTROL, CACHED))
        .insert_header((CONTENT_SECURITY_POLICY, SVG_POLICY))
        .body(png.to_vec()))
}
