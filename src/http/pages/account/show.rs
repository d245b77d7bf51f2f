//! What the page of an account and its parts show.

use std::collections::BTreeSet;

use minijinja::value::{Serde, merge_maps};
use minijinja::{Value, context};
use uuid::Uuid;

use super::{club, competitions, credentials, news, times};
use crate::error::{Code, Error};
use crate::http::pages::access::PageAccess;
use crate::http::pages::choices::{self, MailTopics};
use crate::http::pages::hour_sentences::{HourSentences, players};
use crate::http::pages::page::{HtmlPage, PageQuery};
use crate::http::pages::words::PageWords;
use crate::notifications::suppression::suppressed;
use crate::service::codes::{self, CodePurpose};
use crate::service::lobby::{self, GameDetails, GameQuery, GameSort, SeatOccupant};
use crate::service::streams::InboxIncluded;
use crate::service::{App, Ctx};
use crate::service::{preferences, streams};
use crate::store::accounts::AccountRow;
use crate::store::games::Status;
use crate::texts::{short_when, when};
use rules::{Outcome, Seat};

const MAX_ITEMS: u16 = 50;
const MAX_GAMES: u16 = 50;
const MAX_OVER: u16 = 10;
const MAX_OPEN: u16 = 30;
/// How many seats are proposed for a new game.
const PROPOSED_SEATS: u8 = 4;

/// The page of an account at `address`, or a part of it that stands by itself.
pub async fn page(
    ctx: &mut Ctx,
    address: &str,
    (access, account): (PageAccess<'_>, &AccountRow),
    query: &PageQuery,
) -> Result<HtmlPage, Error> {
    let words = PageWords::new(&account.language);
    let (part, mut problem) = (query.get("show"), None);
    let (template, values) = match part {
        Some("games") => ("account/games.html", games(ctx, &words, account).await?),
        Some("competitions") => {
            ("account/competitions.html", competitions::shown(ctx, &words, account).await?)
        }
        Some("competition") => match competitions::one(ctx, &words, account, (address, query)).await {
            Err(error) if error.is(Code::CompetitionNotFound) => {
                problem = Some(words.say("competition", "missing_title"));
                ("account/competitions.html", competitions::shown(ctx, &words, account).await?)
            }
            values => ("account/competition.html", values?),
        },
        Some("club") => match club::one(ctx, &words, account, (address, query)).await {
            Err(error) if error.is(Code::ClubNotFound) => {
                // Those who have just left a private club see it no more, and are told that they left.
                problem = query.get("done").is_none().then(|| words.say("club", "missing_title"));
                ("account/competitions.html", competitions::shown(ctx, &words, account).await?)
            }
            values => ("account/club.html", values?),
        },
        Some("times") => ("account/times.html", times::shown(ctx, account).await?),
        Some("news") => ("account/news.html", news::shown(ctx, &words, account).await?),
        Some("mails") => ("account/mails.html", mails(ctx, &words, account).await?),
        Some("access") => ("account/access.html", credentials::shown(ctx, &words, (access, account)).await?),
        Some("settings") => ("account/settings.html", settings(ctx, account).await?),
        _ => ("account/home.html", home(ctx, &words, (access, account)).await?),
    };
    let by_device = access.device().is_some();
    let general = context! { address, by_device, is_encrypted => ctx.app.settings.http.is_encrypted() };
    let page = HtmlPage::new(template, &words, merge_maps([general, values])).with_problem(problem);
    Ok(if part == Some("news") { page.with_script() } else { page })
}

async fn home(
    ctx: &mut Ctx,
    words: &PageWords,
    (access, account): (PageAccess<'_>, &AccountRow),
) -> Result<Value, Error> {
    let inbox = streams::inbox(ctx, account.id, None, MAX_ITEMS, InboxIncluded::default()).await?;
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
    let device_code = credentials::has_device_code(ctx, (access, account)).await?;
    let lines = |games: &[GameDetails]| -> Vec<Value> {
        games.iter().map(|game| with_standing(&ctx.app, words, account, game)).collect()
    };
    let values = context! {
        name => &account.name,
        items,
        playing => lines(&playing.items),
        over => lines(&over.items),
        mail_stopped => suppressed(&mut ctx.db, account.id).await?.map(|stopped| stopped.status),
        device_code,
    };
    Ok(merge_maps([values, competitions::on_home(ctx, words, account).await?]))
}

/// A game in the list of its player: also whose move it is and until when, or who won.
fn with_standing(app: &App, words: &PageWords, account: &AccountRow, game: &GameDetails) -> Value {
    let when = |at| short_when(at, &account.time_zone, &account.language);
    let name = |seat: Seat| {
        let is_it = |occupant: &&SeatOccupant| occupant.seat == Some(i16::from(seat));
        game.seats.iter().find(is_it).map(|occupant| words.occupant(occupant)).unwrap_or_default()
    };
    let own = game.your_seat.and_then(|seat| Seat::try_from(seat).ok());
    let outcome: Option<Outcome> =
        game.outcome.as_ref().and_then(|outcome| serde_json::from_str(outcome.get()).ok());
    let standing = match (&game.progress, outcome, game.status) {
        (_, Some(outcome), _) => {
            let winners: Vec<String> = outcome.winners().map(|place| name(place.seat)).collect();
            let ended = game.finished_at.map(when);
            Some(words.say_of("account", "won", context! { winners, ended }))
        }
        (_, None, Status::Cancelled) => Some(words.say("account", "called_off")),
        (Some(_), None, Status::Paused) => Some(words.say("account", "paused")),
        (Some(progress), None, _) => {
            let others = progress.awaited.iter().filter(|seat| Some(**seat) != own);
            let others: Vec<String> = others.map(|seat| name(*seat)).collect();
            let is_own = own.is_some_and(|own| progress.awaited.contains(&own));
            let until = progress.deadline.map(when);
            let key = if is_own { "own_move" } else { "move_of" };
            let said = words.say_of("account", key, context! { others, until });
            (is_own || !progress.awaited.is_empty()).then_some(said)
        }
        (None, None, _) => None,
    };
    context! { id => Serde(game.id), line => words.game_line(app, game), standing }
}

/// What a new game can be, and the games in which seats are free.
async fn games(ctx: &mut Ctx, words: &PageWords, account: &AccountRow) -> Result<Value, Error> {
    let search = GameQuery { sort: GameSort::SoonestFull, limit: Some(MAX_OPEN), ..GameQuery::default() };
    let found = lobby::find(&mut ctx.db, Some(account.id), search).await?;
    let is_new = |game: &&GameDetails| game.seats.iter().all(|seat| seat.account_id != Some(account.id));
    let open: Vec<&GameDetails> = found.items.iter().filter(is_new).collect();
    let others: Vec<Uuid> = open.iter().flat_map(|game| players(game)).collect();
    let hours = HourSentences::load(ctx, words, account, &others).await?;
    let open = open.into_iter().map(|game| {
        let line = words.game_line(&ctx.app, game);
        context! { id => Serde(game.id), line, hours => hours.at_table(game) }
    });
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

async fn settings(ctx: &mut Ctx, account: &AccountRow) -> Result<Value, Error> {
    let AccountRow { name, language, time_zone, about, searchable, .. } = account;
    Ok(context! {
        account => context! { name, language, time_zone, about, searchable },
        export_code => codes::is_pending(ctx, account.id, CodePurpose::ExportData).await?,
        deletion_code => codes::is_pending(ctx, account.id, CodePurpose::DeleteAccount).await?,
    })
}

async fn mails(ctx: &mut Ctx, words: &PageWords, account: &AccountRow) -> Result<Value, Error> {
    let mails = preferences::show(ctx, account.id).await?;
    let mine = GameQuery { mine: true, limit: Some(MAX_GAMES), ..GameQuery::default() };
    let games = lobby::find(&mut ctx.db, Some(account.id), mine).await?;
    let rulesets: BTreeSet<&str> = games.items.iter().map(|game| game.ruleset.as_str()).collect();
    Ok(context! {
        topics => choices::mail_topics(&ctx.app, words, &mails.modes, MailTopics::Of(&rulesets)),
        mails => Serde(mails),
    })
}
