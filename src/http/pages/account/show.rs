//! What the page of an account and its parts show.

use minijinja::value::Serde;
use minijinja::{Value, context};

use crate::error::Error;
use crate::http::pages::choices;
use crate::http::pages::page::HtmlPage;
use crate::http::pages::words::PageWords;
use crate::notifications::suppression::suppressed;
use crate::service::lobby::{self, GameDetails, GameQuery, GameSort};
use crate::service::{App, Ctx};
use crate::service::{preferences, streams};
use crate::store::accounts::AccountRow;
use crate::store::games::Status;
use crate::texts::when;

const MAX_ITEMS: u16 = 50;
const MAX_GAMES: u16 = 50;
const MAX_OVER: u16 = 10;
const MAX_OPEN: u16 = 30;
/// How many seats are proposed for a new game.
const PROPOSED_SEATS: u8 = 4;

/// The page of an account, or a part of it that stands by itself.
pub async fn page(
    ctx: &mut Ctx,
    token: &str,
    account: &AccountRow,
    part: Option<&str>,
) -> Result<HtmlPage, Error> {
    let words = PageWords::new(&account.language);
    let (template, values) = match part {
        Some("games") => ("account/games.html", games(ctx, &words, account).await?),
        Some("settings") => ("account/settings.html", settings(ctx, &words, account).await?),
        _ => ("account/home.html", home(ctx, &words, account).await?),
    };
    Ok(HtmlPage::new(template, &words, context! { address => super::address(token), ..values }))
}

async fn home(ctx: &mut Ctx, words: &PageWords, account: &AccountRow) -> Result<Value, Error> {
    let inbox = streams::inbox(ctx, account.id, None, MAX_ITEMS, &[]).await?;
    let item = |item: &streams::InboxItem| {
        context! {
            table => words.table_name(&ctx.app, &item.game_name, &item.ruleset),
            until => item.deadline.map(|at| when(at, &account.time_zone, &account.language)),
            ..Value::from(Serde(item))
        }
    };
    let items: Vec<Value> = inbox.items.iter().map(item).collect();
    let in_play = vec![Status::Open, Status::Confirming, Status::Running, Status::Paused];
    let over = vec![Status::Finished, Status::Cancelled];
    let mine = |status, limit| GameQuery { status, mine: true, limit: Some(limit), ..GameQuery::default() };
    let playing = lobby::find(&mut ctx.db, Some(account.id), mine(in_play, MAX_GAMES)).await?;
    let over = lobby::find(&mut ctx.db, Some(account.id), mine(over, MAX_OVER)).await?;
    let lines = |games: &[GameDetails]| -> Vec<Value> {
        games.iter().map(|game| line(&ctx.app, words, game)).collect()
    };
    Ok(context! {
        name => &account.name,
        items,
        playing => lines(&playing.items),
        over => lines(&over.items),
        mail_stopped => suppressed(&mut ctx.db, account.id).await?.map(|stopped| stopped.status),
    })
}

/// A game in a list: its id, and a line with its name, its ruleset and who sits there.
fn line(app: &App, words: &PageWords, game: &GameDetails) -> Value {
    let about = context! {
        table => words.table_name(app, &game.name, &game.ruleset),
        title => words.ruleset_name(app, &game.ruleset),
        people => game.seats.iter().map(|seat| words.occupant(seat)).collect::<Vec<_>>(),
        free => game.free_seats,
    };
    let key = if game.status.is_waiting() { "waiting_game" } else { "game" };
    context! { id => Serde(game.id), line => words.say_of("account", key, about) }
}

/// What a new game can be, and the games in which seats are free.
async fn games(ctx: &mut Ctx, words: &PageWords, account: &AccountRow) -> Result<Value, Error> {
    let search = GameQuery { sort: GameSort::SoonestFull, limit: Some(MAX_OPEN), ..GameQuery::default() };
    let found = lobby::find(&mut ctx.db, Some(account.id), search).await?;
    let is_new = |game: &&GameDetails| game.seats.iter().all(|seat| seat.account != Some(account.id));
    let open = found.items.iter().filter(is_new).map(|game| line(&ctx.app, words, game));
    let rulesets = ctx.app.rulesets.iter().map(|ruleset| {
        let players = ruleset.players();
        let title = words.ruleset_name(&ctx.app, ruleset.id());
        (ruleset.id(), format!("{title} ({}–{})", players.start(), players.end()))
    });
    let players = || ctx.app.rulesets.iter().map(|ruleset| ruleset.players());
    let least = players().map(|players| *players.start()).min().unwrap_or(2);
    let most = players().map(|players| *players.end()).max().unwrap_or(8);
    Ok(context! {
        rulesets => Serde(rulesets.collect::<Vec<_>>()),
        seats => PROPOSED_SEATS.clamp(least, most),
        least_seats => least,
        most_seats => most,
        open => open.collect::<Vec<_>>(),
    })
}

async fn settings(ctx: &mut Ctx, words: &PageWords, account: &AccountRow) -> Result<Value, Error> {
    let mails = preferences::show(ctx, account.id).await?;
    let AccountRow { name, language, time_zone, about, .. } = account;
    Ok(context! {
        account => context! { name, language, time_zone, about },
        topics => choices::mail_topics(&ctx.app, words, &mails.modes, false),
        mails => Serde(mails),
    })
}
