//! Sending: posts are claimed and prepared, and what follows from an attempt: success, a later retry, or a channel that
//! is given up.

use chrono::TimeDelta;
use uuid::Uuid;

use super::content::PostContent;
use super::formats::{self, Post, PostLinks};
use super::outcome::PostOutcome;
use super::settings::{self, ChannelDisabledReason};
use super::{pictures, seal_purpose, target};
use crate::error::Error;
use crate::notifications::MailKind;
use crate::service::stored_json::decode;
use crate::service::webhooks::{self, MAX_FAILING_HOURS, OutgoingRequest, Signing};
use crate::service::{Ctx, Tx, addresses};
use crate::store::channel_posts::{self, ClaimedPost, PostAttempt};
use crate::store::club_channels;
use crate::store::game_channels;
use crate::store::webhook_deliveries::DeliveryResult;

/// The status of an answer to a post that a service can't read. Most can't when they do not get the picture.
const UNREADABLE: i16 = 400;

/// Claims at most `most` posts that are due.
pub async fn claim(ctx: &mut Ctx, most: usize) -> Result<Vec<ClaimedPost>, Error> {
    let lease = webhooks::lease(&ctx.app);
    Ok(channel_posts::claim(&mut ctx.db, lease, most).await?)
}

/// A claimed post, right before it is sent.
pub enum PreparedPost {
    Ready(Box<OutgoingRequest>),
    /// It may not be sent any more, or has passed to another worker.
    Withdrawn,
    /// It can't be sent; a sentence for its owner.
    Impossible(String),
}

/// Writes a claimed post in the format of its channel. Whether it may be sent is asked once more, as late as possible: a
/// player may have withdrawn their agreement since it was claimed.
pub async fn prepare(ctx: &mut Ctx, claimed: &ClaimedPost) -> Result<PreparedPost, Error> {
    let place = (claimed.game_id, claimed.channel_id);
    let target = match target::opened(ctx, (claimed.channel_id, claimed.format), &claimed.target).await {
        Ok(target) => target,
        Err(Error::Known(_)) => {
            let problem = "This server no longer allows posts to that address.";
            return Ok(PreparedPost::Impossible(problem.to_owned()));
        }
        Err(error) => return Err(error),
    };
    let content: PostContent = decode("a post", &claimed.content)?;
    // What a service can't read is tried without the picture, which it may have failed to load.
    let has_picture = content.has_picture && claimed.http_status != Some(UNREADABLE);
    let links = links(ctx, place, &content, has_picture).await?;
    let signing = match &claimed.secret {
        Some(sealed) => {
            let secret = webhooks::unseal(ctx, &seal_purpose(claimed.channel_id), sealed).await?;
            Some(Signing::by(claimed.id, [&secret]))
        }
        None => None,
    };
    let post = Post { id: claimed.id, content: &content, links: &links };
    let request = formats::request(claimed.format, &target, &post, signing)?;
    if !channel_posts::may_send(&mut ctx.db, claimed).await? {
        return Ok(PreparedPost::Withdrawn);
    }
    Ok(PreparedPost::Ready(Box::new(request)))
}

async fn links(
    ctx: &mut Ctx,
    (game, channel): (Uuid, Uuid),
    content: &PostContent,
    has_picture: bool,
) -> Result<PostLinks, Error> {
    let picture = match has_picture {
        true => Some(pictures::path(ctx, (game, channel), content.version).await?),
        false => None,
    };
    let public_url = ctx.app.settings.http.public_url.trim_end_matches('/');
    Ok(PostLinks {
        play: format!("{public_url}{}", addresses::seat_page(game)),
        look: content.has_public_page.then(|| format!("{public_url}{}", addresses::public_page(game))),
        picture: picture.map(|path| format!("{public_url}{path}")),
    })
}

/// Stores how an attempt ended, and gives the channel up if nothing has arrived for too long or it is gone. `false` when
/// another worker had the lease by then, or the post was dropped.
pub async fn settle(ctx: &mut Ctx, claimed: &ClaimedPost, outcome: &PostOutcome) -> Result<bool, Error> {
    let now = ctx.app.now();
    let attempt = attempt(ctx, claimed, outcome);
    ctx.transaction(async |tx| {
        // The channel first, as where its posts are dropped, so that the two never deadlock.
        let locked = game_channels::lock(&mut tx.bare(), claimed.game_id, claimed.channel_id).await?;
        let settled = channel_posts::settle(&mut tx.db, claimed, &attempt, now).await?;
        let Some(mut channel) = locked.filter(|channel| channel.disabled_at.is_none()) else {
            return Ok(settled);
        };
        let why = match outcome {
            PostOutcome::Delivered(_) => {
                game_channels::note_success(&mut tx.db, claimed.game_id, claimed.channel_id).await?;
                if let Some(club) = channel.club_id {
                    club_channels::note_success(&mut tx.db, club, channel.id).await?;
                }
                return Ok(settled);
            }
            PostOutcome::Wait(..) => return Ok(settled),
            PostOutcome::Gone(..) => Some(ChannelDisabledReason::Gone),
            PostOutcome::Failed(..) => {
                let own = *channel.failing_since.get_or_insert(now);
                // A channel of a club is one for all its games: what arrives of one of them counts for all.
                let since = match channel.club_id {
                    Some(club) => {
                        club_channels::note_failure(&mut tx.db, club, channel.id, now).await?.unwrap_or(now)
                    }
                    None => own,
                };
                let is_old = since <= now - TimeDelta::hours(MAX_FAILING_HOURS);
                is_old.then_some(ChannelDisabledReason::Failing)
            }
        };
        if let Some(why) = why {
            give_up(tx, &mut channel, why).await?;
        }
        game_channels::update(&mut tx.bare(), &channel).await?;
        Ok::<_, Error>(settled)
    })
    .await
}

async fn give_up(
    tx: &mut Tx<'_>,
    channel: &mut game_channels::ChannelRow,
    why: ChannelDisabledReason,
) -> Result<(), Error> {
    match channel.club_id {
        // The copies of it in games post nothing while it is disabled.
        Some(club) => {
            let now = tx.app.now();
            if !club_channels::disable(&mut tx.db, club, channel.id, why.into_str(), now).await? {
                return Ok(());
            }
        }
        None => settings::disable(tx, channel, why).await?,
    }
    tx.mail_account(channel.created_by, MailKind::ChannelDisabled).await
}

fn attempt(ctx: &Ctx, claimed: &ClaimedPost, outcome: &PostOutcome) -> PostAttempt {
    let now = ctx.app.now();
    let stored = |status: u16| i16::try_from(status).ok();
    let settled = |http_status, problem: Option<&String>, result| PostAttempt {
        http_status,
        problem: problem.cloned(),
        failures: claimed.failures,
        again_at: None,
        result: Some(result),
    };
    match outcome {
        PostOutcome::Delivered(status) => settled(stored(*status), None, DeliveryResult::Delivered),
        PostOutcome::Gone(status, problem) => settled(stored(*status), Some(problem), DeliveryResult::Failed),
        PostOutcome::Wait(status, wait) => PostAttempt {
            http_status: stored(*status),
            problem: None,
            failures: claimed.failures,
            again_at: Some(now + *wait),
            result: None,
        },
        PostOutcome::Failed(status, problem) => {
            let failures = claimed.failures.saturating_add(1);
            let again_at = webhooks::retry_at(claimed.id, failures, now);
            let result = again_at.is_none().then_some(DeliveryResult::Failed);
            let http_status = status.and_then(stored);
            PostAttempt { http_status, problem: Some(problem.clone()), failures, again_at, result }
        }
    }
}
