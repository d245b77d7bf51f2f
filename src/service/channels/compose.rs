//! Composing: what is new in a game becomes a post that waits to be sent.

use chrono::TimeDelta;
use uuid::Uuid;

use super::content::{PostContent, PostLabels};
use super::news::{self, News};
use crate::error::Error;
use crate::service::loaded_game::LoadedGame;
use crate::service::stored_json::encode;
use crate::service::{App, Ctx, Tx};
use crate::store::channel_posts::{self, PostRow};
use crate::store::game_channels::{self, ChannelRow, NewsTimes, ToldNews};
use crate::store::games::{self, Status, Visibility};

/// How long a game must have been quiet before its news is told, in seconds: a player may take a move back, and what
/// follows from one move follows within seconds.
const HOLD_DOWN_SECONDS: i64 = 30;
/// The shortest time between two posts to a channel, in seconds; and how long news waits at most for a game to be quiet.
const APART_SECONDS: i64 = 60;
/// A reminder comes so long before a deadline,
const REMIND_HOURS: i64 = 6;
/// if no post was composed within so long before it: a fast game needs none.
const TOLD_HOURS: i64 = 12;
/// The most channels that are looked at in one go.
const MAX_CHANNELS: i64 = 20;

fn times(app: &App) -> NewsTimes {
    let now = app.now();
    NewsTimes {
        now,
        quiet_since: now - TimeDelta::seconds(HOLD_DOWN_SECONDS),
        posted_before: now - TimeDelta::seconds(APART_SECONDS),
        near_until: now + TimeDelta::hours(REMIND_HOURS),
        told_within: i32::try_from(TOLD_HOURS * 3_600).unwrap_or(i32::MAX),
    }
}

/// Composes a post for each channel that has news; `false` when none had. Any number of processes may do so at the same
/// time.
pub async fn compose_due(ctx: &mut Ctx) -> Result<bool, Error> {
    let times = times(&ctx.app);
    let mut is_any_composed = false;
    for (game, id) in game_channels::due(&mut ctx.db, times, MAX_CHANNELS).await? {
        match ctx.transaction(async |tx| compose(tx, (game, id), times).await).await {
            Ok(is_composed) => is_any_composed |= is_composed,
            Err(error) => {
                tracing::error!(%game, channel = %id, %error, "no post could be composed");
                game_channels::put_off(&mut ctx.db, game, id, times.now).await?;
            }
        }
    }
    Ok(is_any_composed)
}

/// Composes a post of the news of one channel, unless there is none, or it may not be posted; in either case the channel
/// counts as told. A post that still waits is replaced: the new one tells its news, too.
async fn compose(tx: &mut Tx<'_>, (game, id): (Uuid, Uuid), times: NewsTimes) -> Result<bool, Error> {
    let Some(mut channel) = game_channels::lock(&mut tx.bare(), game, id).await? else { return Ok(false) };
    // Another worker may have been faster.
    if channel.disabled_at.is_some() || channel.composed_at.is_some_and(|at| at > times.posted_before) {
        return Ok(false);
    }
    let waiting = channel_posts::lock_waiting(&mut tx.bare(), game, id).await?;
    if waiting.as_ref().is_some_and(|post| post.claimed_until.is_some_and(|until| until > times.now)) {
        return Ok(false);
    }
    let before = waiting.as_ref().map_or_else(|| channel.told.clone(), PostRow::told_before);
    let loaded = LoadedGame::open_for_worker(tx, game).await?;
    let row = games::get(&mut tx.db, game).await?.ok_or_else(|| Error::bug("a channel has no game"))?;
    let news = news::collect(tx, &loaded, &channel, &before, (&row.name, times.near_until)).await?;
    channel_posts::drop_waiting(&mut tx.db, (game, id), true, times.now).await?;
    channel.told = news.told.clone();
    let content = content(tx, &loaded, &channel, news);
    let is_posted = !content.lines.is_empty() && game_channels::may_post(&mut tx.db, game, id).await?;
    if is_posted {
        insert(tx, &channel, &before, &content, false).await?;
        channel.composed_at = Some(times.now);
    }
    game_channels::update(&mut tx.bare(), &channel).await?;
    Ok(is_posted)
}

/// Queues a post that says nothing but that the channel works.
pub(super) async fn compose_test(tx: &mut Tx<'_>, channel: &ChannelRow) -> Result<(), Error> {
    let loaded = LoadedGame::open_for_worker(tx, channel.game_id).await?;
    let row = games::get(&mut tx.db, loaded.id).await?.ok_or_else(|| Error::bug("a channel has no game"))?;
    let now = tx.app.now();
    let mut news = news::collect(tx, &loaded, channel, &channel.told, (&row.name, now)).await?;
    news.replace_by_test();
    let content = content(tx, &loaded, channel, news);
    insert(tx, channel, &channel.told, &content, true).await
}

fn content(app: &Ctx, loaded: &LoadedGame, channel: &ChannelRow, news: News) -> PostContent {
    let present = &loaded.present;
    let labels = PostLabels {
        play: news.label("news", "play"),
        look: news.label("news", "look"),
        picture: news.label("news", "picture"),
    };
    let is_wanted = |topic: &'static str| channel.topics.iter().any(|wanted| wanted == topic);
    let is_told =
        |line: &super::content::PostLine| line.topic.is_none_or(|topic| is_wanted(topic.into_str()));
    let has_begun = present.version.is_some() && present.status != Status::Voided;
    PostContent {
        game_id: loaded.id,
        title: news.title,
        ruleset: present.ruleset.clone(),
        status: present.status,
        version: present.version.unwrap_or(-1),
        at: app.app.now(),
        lines: news.lines.into_iter().filter(is_told).collect(),
        awaited: news.awaited,
        has_public_page: present.visibility != Visibility::Private,
        has_picture: channel.has_pictures && has_begun,
        labels,
    }
    .cleaned()
}

async fn insert(
    tx: &mut Tx<'_>,
    channel: &ChannelRow,
    before: &ToldNews,
    content: &PostContent,
    is_test: bool,
) -> Result<(), Error> {
    let now = tx.app.now();
    let row = PostRow {
        game_id: channel.game_id,
        id: tx.app.new_id(),
        channel_id: channel.id,
        is_test,
        content: encode(content)?,
        version_before: before.version,
        status_before: before.status,
        awaited_before: before.awaited.clone(),
        reminded_before: before.reminded_of,
        created_at: now,
        due_at: now,
        claimed_until: None,
        attempts: 0,
        failures: 0,
        tried_at: None,
        http_status: None,
        problem: None,
        settled_at: None,
        result: None,
    };
    Ok(channel_posts::insert(&mut tx.db, &row).await?)
}
