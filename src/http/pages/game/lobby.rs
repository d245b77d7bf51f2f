//! A game that has not begun, or never began: who is there, and how a seat is taken.

use minijinja::context;

use super::preview;
use crate::error::Error;
use crate::http::pages::page::HtmlPage;
use crate::http::pages::words::PageWords;
use crate::service::Ctx;
use crate::service::loaded_game::LoadedGame;
use crate::service::lobby::{self, JoinRule};
use crate::store::games::{Status, Visibility};
use crate::texts::when;

pub async fn page(ctx: &mut Ctx, loaded: &LoadedGame, words: &PageWords) -> Result<HtmlPage, Error> {
    let details = lobby::get(ctx, loaded.id, None).await?;
    let until = details.confirm_until.map(|at| when(at, "UTC", words.code()));
    let key = match details.status {
        Status::Open => "open",
        Status::Confirming => "confirming",
        Status::Expired => "expired",
        _ => "cancelled",
    };
    let status = words.say_of("public", key, context! { free => details.free_seats, until });
    let title = words.ruleset_name(&ctx.app, &details.ruleset);
    let seats = words.say_of("table", "game", context! { title, seats => details.seat_count });
    let may_join = details.status == Status::Open
        && details.free_seats > 0
        && details.join == JoinRule::Open
        && details.visibility == Visibility::Public;
    let values = context! {
        game => words.game(&ctx.app, &details),
        status => &status,
        may_join,
        preview => preview(&ctx.app, loaded, format!("{seats}. {status}"), None),
    };
    Ok(HtmlPage::new("game/lobby.html", words, values))
}
