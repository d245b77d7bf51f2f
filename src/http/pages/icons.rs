//! The icons of the service, for tabs and home screens, and what browsers and search engines ask for at fixed addresses.
//!
//! All icons are made from one drawing, whose ground reaches its edges and whose figure stands in the middle, so that a
//! system may cut it to any shape.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ContentType, VARY};
use actix_web::web::{Bytes, Data};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::OnceCell;

use crate::error::Error;
use crate::http::etag::{self, IfNoneMatch};
use crate::http::language::AcceptLanguage;
use crate::service::App;
use crate::service::addresses::HOME;
use crate::service::pictures::PictureCaller;
use crate::service::tag::Seen;

const DRAWING: &str = include_str!("icon.svg");
/// The colours of the drawing's ground and of a page.
const THEME: &str = "#27465c";
const PAPER: &str = "#ffffff";
/// Icons change with a release at most.
const KEPT: &str = "public, max-age=86400";
/// The name of the club may change.
const KEPT_SHORTLY: &str = "public, max-age=3600";

/// Pages that search engines may visit; everything else is an API, or the page of one reader.
const ROBOTS: &str = "User-agent: *\nAllow: /games/\nAllow: /clubs\nAllow: /competitions\nAllow: /rules\nAllow: /docs\nAllow: /favicon\nAllow: /icon-\n\
                      Allow: /apple-touch-icon.png\nAllow: /manifest.webmanifest\nDisallow: /\n";

/// An icon as a PNG, drawn when it is first asked for.
struct PngIcon {
    width: u16,
    made: OnceCell<Arc<Vec<u8>>>,
}

impl PngIcon {
    const fn of(width: u16) -> Self {
        Self { width, made: OnceCell::const_new() }
    }

    async fn bytes(&self, app: &App) -> Result<&[u8], Error> {
        let draw = || app.png_renderer.png(DRAWING.to_owned(), self.width, PictureCaller::Server);
        Ok(self.made.get_or_try_init(draw).await?)
    }

    async fn send(&self, app: &App, seen: &Seen) -> Result<HttpResponse, Error> {
        Ok(send("image/png", self.bytes(app).await?.to_vec(), seen))
    }
}

/// The side of the one picture in `favicon.ico`.
const TAB: u8 = 48;

static TAB_ICON: PngIcon = PngIcon::of(TAB as u16);
static TOUCH_ICON: PngIcon = PngIcon::of(180);
static SMALL_ICON: PngIcon = PngIcon::of(192);
static LARGE_ICON: PngIcon = PngIcon::of(512);

/// `GET /favicon.svg`
pub async fn svg(seen: IfNoneMatch) -> HttpResponse {
    send("image/svg+xml", DRAWING.trim_end(), &seen.0)
}

/// `GET /favicon.ico`
pub async fn ico(app: Data<App>, seen: IfNoneMatch) -> Result<HttpResponse, Error> {
    let picture = TAB_ICON.bytes(&app).await?;
    Ok(send("image/vnd.microsoft.icon", in_ico(picture)?, &seen.0))
}

/// `GET /apple-touch-icon.png`
pub async fn touch(app: Data<App>, seen: IfNoneMatch) -> Result<HttpResponse, Error> {
    TOUCH_ICON.send(&app, &seen.0).await
}

/// `GET /icon-192.png`
pub async fn small(app: Data<App>, seen: IfNoneMatch) -> Result<HttpResponse, Error> {
    SMALL_ICON.send(&app, &seen.0).await
}

/// `GET /icon-512.png`
pub async fn large(app: Data<App>, seen: IfNoneMatch) -> Result<HttpResponse, Error> {
    LARGE_ICON.send(&app, &seen.0).await
}

/// `GET /manifest.webmanifest`: what a home screen shows of the service.
pub async fn manifest(language: AcceptLanguage, app: Data<App>, seen: IfNoneMatch) -> HttpResponse {
    let icon = |size: u16, purpose: &str| {
        json!({
            "src": format!("/icon-{size}.png"),
            "sizes": format!("{size}x{size}"),
            "type": "image/png",
            "purpose": purpose,
        })
    };
    let name = &app.settings.club.name;
    let manifest = json!({
        "name": name,
        "short_name": name,
        "lang": language.0.code(),
        "id": HOME,
        "start_url": HOME,
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": THEME,
        "icons": [icon(192, "any"), icon(512, "any"), icon(192, "maskable"), icon(512, "maskable")],
    });
    let headers = [(CACHE_CONTROL, KEPT_SHORTLY), (VARY, "Accept-Language")];
    let kind = (StatusCode::OK, "application/manifest+json");
    etag::content(&seen.0, kind, &headers, manifest.to_string())
}

/// `GET /robots.txt`
pub async fn robots(seen: IfNoneMatch) -> HttpResponse {
    send(ContentType::plaintext().as_ref(), ROBOTS, &seen.0)
}

fn send(content_type: &str, body: impl Into<Bytes>, seen: &Seen) -> HttpResponse {
    etag::content(seen, (StatusCode::OK, content_type), &[(CACHE_CONTROL, KEPT)], body)
}

/// A PNG as the only picture of an ICO file: a header, an entry of its directory, and the picture.
fn in_ico(png: &[u8]) -> Result<Vec<u8>, Error> {
    const DIRECTORY: u32 = 22;
    let length = u32::try_from(png.len()).map_err(|error| Error::internal("an icon", error))?;
    let mut file = vec![0, 0, 1, 0, 1, 0, TAB, TAB, 0, 0, 1, 0, 32, 0];
    file.extend(length.to_le_bytes());
    file.extend(DIRECTORY.to_le_bytes());
    file.extend(png);
    Ok(file)
}
