//! What happened in a game, turn by turn, as a spectator may know it.

use uuid::Uuid;

use super::notices::{MAX_ITEMS, NewsItem};
use super::stable_id;
use crate::error::{Code, Error};
use crate::service::Ctx;
use crate::service::addresses::public_page;
use crate::service::bot_names::names_of_bots;
use crate::service::loaded_game::LoadedGame;
use crate::service::stored_json::decode;
use crate::service::turn_log::{TurnGroup, former_players, recent_turns, turn_before};
use crate::store::games::Status;
use crate::store::history;
use crate::store::news::{self, NamedGame};
use crate::texts::{GameFacts, GameSentences, game_name};
use crate::time_control::Instant;
use rules::Outcome;

/// The most entries of the log that are read.
const MAX_ENTRIES: i64 = 400;
/// The most changes of players that are looked up; a name before more of them is that of a later player.
const MAX_CHANGES: i64 = 50;

/// What there is to tell of a game.
#[derive(Debug, Clone)]
pub struct GameNews {
    pub id: Uuid,
    /// What the game is called.
    pub name: String,
    /// Newest first: the result, and the turns.
    pub items: Vec<NewsItem>,
    pub updated_at: Instant,
    pub url: String,
}

/// The news of a game for anybody, in `language`. Error: `game_not_found` for a game that not everybody may see.
pub async fn game_news(ctx: &mut Ctx, game: Uuid, language: &str) -> Result<GameNews, Error> {
    let loaded = LoadedGame::open_to_read(ctx, game, None).await?;
    let named = news::named_game(&mut ctx.db, game).await?.ok_or_else(|| Code::GameNotFound.problem())?;
    let url = format!("{}{}", ctx.app.settings.http.public_url, public_page(game));
    let items = match loaded.present.version {
        Some(version) => items(ctx, (&loaded, version), &named, (language, &url)).await?,
        None => Vec::new(),
    };
    Ok(GameNews {
        id: stable_id(&[game.as_bytes()]),
        name: game_name(&named.name, loaded.ruleset.as_ref(), language),
        updated_at: items.iter().map(|item| item.at).max().unwrap_or(named.created_at),
        items,
        url,
    })
}

async fn items(
    ctx: &mut Ctx,
    (loaded, version): (&LoadedGame, i64),
    named: &NamedGame,
    (language, url): (&str, &str),
) -> Result<Vec<NewsItem>, Error> {
    let ruleset = loaded.ruleset.as_ref();
    let after = (version - MAX_ENTRIES).max(-1);
    let entries = history::entries(&mut ctx.db, loaded.id, after, version, MAX_ENTRIES).await?;
    let before = turn_before(&mut ctx.db, (ruleset, loaded.id), after + 1).await?;
    let changes = history::seat_changes(&mut ctx.db, loaded.id, after + 1, MAX_CHANGES).await?;
    let former = former_players(&mut ctx.db, &changes).await?;
    let position = loaded.cached_position(&ctx.app)?;
    let bots = names_of_bots(loaded.id, &named.people, &named.bots, &named.join_orders);
    let facts = GameFacts {
        ruleset,
        game: position.game.as_ref(),
        name: &named.name,
        seat: None,
        language,
        people: &named.people,
        bots: &bots,
        former: &former,
        can_reply: false,
    };
    let sentences = GameSentences::new(facts);
    let mut turns = recent_turns(&facts, &sentences, &entries, before)?;
    // The beginning of the first one lies before what was read.
    if after >= 0 && turns.len() > 1 {
        turns.remove(0);
    }
    let name = game_name(&named.name, ruleset, language);
    let turns = turns.into_iter().rev().map(|turn| item(loaded.id, turn, (&name, url)));
    let end = end(loaded.id, &sentences, named, url)?;
    Ok(end.into_iter().chain(turns).take(usize::try_from(MAX_ITEMS).unwrap_or_default()).collect())
}

/// `name`: what the game is called, for a ruleset that counts no turns.
fn item(game: Uuid, turn: TurnGroup, (name, url): (&str, &str)) -> NewsItem {
    let title = turn.title.unwrap_or_else(|| name.to_owned());
    NewsItem {
        id: stable_id(&[
            game.as_bytes(),
            &turn.began_at.to_be_bytes(),
            &turn.turn.unwrap_or(u32::MAX).to_be_bytes(),
        ]),
        title: [Some(title), turn.player, turn.dice].into_iter().flatten().collect::<Vec<_>>().join(" · "),
        lines: turn.lines,
        at: turn.last_at,
        url: url.to_owned(),
    }
}

/// That the game is over, with its result.
fn end(
    game: Uuid,
    sentences: &GameSentences<'_>,
    named: &NamedGame,
    url: &str,
) -> Result<Option<NewsItem>, Error> {
    let (Status::Finished, Some(outcome), Some(at)) = (named.status, &named.outcome, named.finished_at)
    else {
        return Ok(None);
    };
    let outcome: Outcome = decode("an outcome", outcome)?;
    let said = [sentences.winner(&outcome), sentences.ended_by(&outcome.ended_by)];
    Ok(Some(NewsItem {
        id: stable_id(&[game.as_bytes(), b"end"]),
        title: sentences.text("subject", "game_ended", []),
        lines: said.into_iter().chain(sentences.places(&outcome)).collect(),
        at,
        url: url.to_owned(),
    }))
}
