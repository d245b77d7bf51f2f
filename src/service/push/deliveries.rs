//! What is pushed: queued for every new notice, written when it is sent, and what follows from the answer of the push
//! service.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::subscriptions::open;
use super::{encryption, vapid};
use crate::error::Error;
use crate::notifications::{
    Disposition, GameGuard, KindEntry, MailKind, MailTemplate, PendingNotice, VoteGuard, disposition_of,
};
use crate::service::addresses::{HOME, page_of_notice};
use crate::service::webhooks::{self, DeliveryOutcome};
use crate::service::{App, Ctx};
use crate::store::mails::queue::Lease;
use crate::store::push::{self, AfterPush, ClaimedPush, PushContext};
use crate::texts::{NoticeAbout, capital, game_name, push_text};
use crate::time_control::Instant;
use p256::SecretKey;
use rules::CallKind;
use url::Url;

/// How long a push is worth sending, and how long a push service keeps it for a browser that is off.
const MAX_HOURS: i64 = 24;
const MIN_TTL_SECONDS: i64 = 60;
/// A push that can't be written is given up after so many attempts.
const MAX_TRIES: i16 = 5;
/// A subscription ends after this many days in which nothing got through.
const MAX_FAILING_DAYS: i64 = 7;
/// The lease of a delivery is twice the time that an answer may take, and this many seconds to store the outcome.
const SETTLE_SECONDS: i64 = 5;

/// A claimed delivery with the request that carries it out.
pub struct PreparedPush {
    pub claimed: ClaimedPush,
    pub request: PushRequest,
}

/// A request to a push service.
pub struct PushRequest {
    pub endpoint: Url,
    pub body: Vec<u8>,
    /// The headers of RFC 8030 and 8292, by name.
    pub headers: Vec<(&'static str, String)>,
}

/// Queues pushes of new notices, and claims at most `most` pushes that are due. Those that their readers don't want now,
/// and those that are not true any more, are settled here.
pub async fn claim(ctx: &mut Ctx, most: usize) -> Result<Vec<PreparedPush>, Error> {
    if !push::any(&mut ctx.db).await? {
        return Ok(Vec::new());
    }
    let now = ctx.app.now();
    let kinds: Vec<&str> =
        ctx.app.kinds().all().filter(|entry| is_pushed(entry)).map(|entry| entry.name).collect();
    push::enqueue(&mut ctx.db, &kinds).await?;
    push::advance(&mut ctx.db, now).await?;
    let seconds = i64::try_from(ctx.app.settings.webhooks.timeout_seconds).unwrap_or_default();
    let lease = Lease { now, until: now + TimeDelta::seconds(seconds * 2 + SETTLE_SECONDS) };
    let claimed = push::claim(&mut ctx.db, lease, most).await?;
    let key = if claimed.is_empty() { None } else { Some(vapid::key(ctx).await?) };
    let mut prepared = Vec::new();
    for push in claimed {
        let Some(key) = &key else { break };
        // One that can't be prepared holds up no other: it comes again when its lease is over, a few times.
        let decided = match prepare(ctx, &push, key).await {
            Err(error) => {
                tracing::error!(delivery = %push.id, %error, "a push could not be written");
                if push.tries < MAX_TRIES {
                    continue;
                }
                Decision::Settle(AfterPush::Failed(now))
            }
            Ok(decided) => decided,
        };
        match decided {
            Decision::Send(request) => prepared.push(PreparedPush { claimed: push, request }),
            Decision::Settle(then) => {
                push::settle(&mut ctx.db, &push, then).await?;
            }
        }
    }
    Ok(prepared)
}

/// What is about a game, and is no answer to what the account did.
fn is_pushed(entry: &KindEntry) -> bool {
    match entry.template {
        MailTemplate::Game(_) | MailTemplate::Votes(_) => entry.in_stream,
        MailTemplate::Messages | MailTemplate::Lobby(_) => true,
        MailTemplate::Answer | MailTemplate::Digest | MailTemplate::Account => false,
    }
}

enum Decision {
    Send(PushRequest),
    Settle(AfterPush),
}

async fn prepare(ctx: &mut Ctx, claimed: &ClaimedPush, key: &SecretKey) -> Result<Decision, Error> {
    let now = ctx.app.now();
    let drop = Decision::Settle(AfterPush::Dropped(now));
    let Some(entry) = ctx.app.kinds().named(&claimed.kind) else { return Ok(drop) };
    let (message, deadline) = if entry.kind == MailKind::Test {
        (test_message(ctx, claimed), None)
    } else {
        if claimed.happened_at + TimeDelta::hours(MAX_HOURS) <= now {
            return Ok(drop);
        }
        let Some(game) = claimed.game_id else { return Ok(drop) };
        let (account, happened_at) = (claimed.account_id, claimed.happened_at);
        let notice = PendingNotice { account, game, kind: &claimed.kind, happened_at };
        match disposition_of(&ctx.app, ctx.app.kinds(), &mut ctx.db, &notice).await? {
            Disposition::Now => {}
            Disposition::Hold { until, .. } => return Ok(Decision::Settle(AfterPush::Held(until))),
            // Who wants fewer mails of a kind wants no pushes of it.
            Disposition::Collect { .. } | Disposition::Mute => return Ok(drop),
        }
        let Some(context) = push::context(&mut ctx.db, claimed).await? else { return Ok(drop) };
        if !still_holds(entry, &context) {
            return Ok(drop);
        }
        let Some(message) = message(&ctx.app, claimed, entry, &context) else { return Ok(drop) };
        (message, context.deadline)
    };
    let browser = open(ctx, claimed.subscription_id, &claimed.sealed).await?;
    let keys = browser.keys().ok_or_else(|| Error::bug("a subscription is stored without its keys"))?;
    let Ok(endpoint) = Url::parse(&browser.endpoint) else { return Ok(drop) };
    let (sender, salt) = (vapid::random_key(&ctx.app)?, ctx.app.secrets.bytes());
    let body = encryption::encrypt(message.as_bytes(), &keys, &sender, salt);
    let body = body.ok_or_else(|| Error::bug("a push is too long"))?;
    let headers = vec![
        ("Authorization", vapid::authorization(&ctx.app, key, &endpoint)),
        ("TTL", ttl(deadline, now).to_string()),
        ("Urgency", urgency(entry).to_owned()),
        ("Topic", topic(claimed)),
    ];
    Ok(Decision::Send(PushRequest { endpoint, body, headers }))
}

/// Is a notice still true? As the guards of mails, but those that only a mail needs.
fn still_holds(entry: KindEntry, context: &PushContext) -> bool {
    let is_called = context.decision_kind.is_some() || (entry.kind.is_awaited() && context.is_awaited);
    context.may_see
        && match entry.template {
            MailTemplate::Game(GameGuard::DecisionOpen) => context.holds_seat && is_called,
            MailTemplate::Game(GameGuard::DeadlineStands) => {
                context.holds_seat && context.decision_kind.is_some()
            }
            MailTemplate::Votes(VoteGuard::BallotMissing) => context.holds_seat && context.ballot_missing,
            MailTemplate::Votes(VoteGuard::SeatOfferOpen | VoteGuard::NoSeat) => true,
            MailTemplate::Game(_) | MailTemplate::Votes(_) => context.holds_seat,
            MailTemplate::Messages => context.holds_seat && context.unread,
            MailTemplate::Lobby(_) if entry.kind == MailKind::Invitation => context.inviter.is_some(),
            MailTemplate::Lobby(_) => true,
            MailTemplate::Answer | MailTemplate::Digest | MailTemplate::Account => false,
        }
}

/// What the service worker shows. `None` for a game that this process can't play.
fn message(app: &App, claimed: &ClaimedPush, entry: KindEntry, context: &PushContext) -> Option<String> {
    let ruleset = app.ruleset(&context.ruleset).ok()?;
    let (language, game) = (&claimed.language, claimed.game_id?);
    let table = game_name(&context.game_name, ruleset, language);
    let about = NoticeAbout { language, ruleset, table: &table };
    let call = if let MailKind::Call(call) = entry.kind { Some(call) } else { None };
    let line = match (&context.decision_kind, call.is_some_and(CallKind::is_awaited)) {
        (Some(kind), true) => about.question(kind, true),
        _ => about.notice(entry.name, call, context.inviter.as_deref()),
    };
    // The title names the game already.
    let said = line.strip_prefix(&format!("{table}: ")).unwrap_or(&line);
    let url = page_of_notice(entry.kind, game);
    Some(json!({ "title": table, "body": capital(said), "url": url, "tag": game }).to_string())
}

fn test_message(ctx: &Ctx, claimed: &ClaimedPush) -> String {
    let body = push_text(&claimed.language, "test_body");
    json!({ "title": ctx.app.settings.club.name, "body": body, "url": HOME, "tag": "test" }).to_string()
}

/// For how many seconds a push is worth keeping.
fn ttl(deadline: Option<Instant>, now: Instant) -> i64 {
    let longest = TimeDelta::hours(MAX_HOURS).num_seconds();
    deadline.map_or(longest, |deadline| (deadline - now).num_seconds().clamp(MIN_TTL_SECONDS, longest))
}

/// RFC 8030, 5.3: a phone that saves power is woken only by what is urgent.
fn urgency(entry: KindEntry) -> &'static str {
    let is_urgent = entry.kind.is_awaited()
        || matches!(entry.kind, MailKind::DeadlineNear | MailKind::DeadlineNearer | MailKind::Test);
    if is_urgent { "high" } else { "normal" }
}

/// RFC 8030, 5.4: of several pushes about one game that wait for a browser, the last one is shown. The push service
/// learns nothing of the game by it.
fn topic(claimed: &ClaimedPush) -> String {
    let game = claimed.game_id.unwrap_or_else(Uuid::nil);
    let digest = Sha256::digest([claimed.subscription_id.as_bytes().as_slice(), game.as_bytes()].concat());
    // 24 bytes are 32 characters, which is the most.
    BASE64_URL_SAFE_NO_PAD.encode(digest.get(..24).unwrap_or_default())
}

/// Stores how an attempt ended. `false` when another worker had the lease by then, or the subscription is gone.
pub async fn settle(ctx: &mut Ctx, claimed: &ClaimedPush, outcome: &DeliveryOutcome) -> Result<bool, Error> {
    let now = ctx.app.now();
    let subscription = claimed.subscription_id;
    match outcome {
        DeliveryOutcome::Answered(200..=299) => {
            push::note_success(&mut ctx.db, subscription).await?;
            return Ok(push::settle(&mut ctx.db, claimed, AfterPush::Delivered(now)).await?);
        }
        // RFC 8030, 7.3: the subscription is gone.
        DeliveryOutcome::Answered(404 | 410) => {
            push::remove_dead(&mut ctx.db, subscription).await?;
            return Ok(true);
        }
        DeliveryOutcome::Answered(_) | DeliveryOutcome::Failed(_) => {}
    }
    let then = match outcome {
        // The same request would be refused again.
        DeliveryOutcome::Answered(400 | 401 | 403 | 413) => None,
        _ => webhooks::retry_at(claimed.id, claimed.tries, now)
            .filter(|at| *at < claimed.happened_at + TimeDelta::hours(MAX_HOURS)),
    };
    let since = push::note_failure(&mut ctx.db, subscription, now).await?;
    let settled =
        push::settle(&mut ctx.db, claimed, then.map_or(AfterPush::Failed(now), AfterPush::Again)).await?;
    if since.is_some_and(|since| since + TimeDelta::days(MAX_FAILING_DAYS) <= now) {
        push::remove_dead(&mut ctx.db, subscription).await?;
    }
    Ok(settled)
}

/// Deletes deliveries that are too old to keep: twice as long as a notice is looked for.
pub async fn forget(ctx: &mut Ctx) -> Result<(), Error> {
    Ok(push::forget(&mut ctx.db, ctx.app.now() - TimeDelta::hours(2 * MAX_HOURS)).await?)
}
