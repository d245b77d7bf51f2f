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
use crate::service::webhooks::{self, DeliveryOutcome, OutgoingRequest, RequestMethod};
use crate::service::{App, Ctx};
use crate::store::push::{self, AfterPush, ClaimedPush, PushContext};
use crate::texts::{NoticeAbout, capital, game_name, push_text};
use crate::time_control::Instant;
use p256::SecretKey;
use rules::CallKind;

/// How long a push is worth sending, and how long a push service keeps it for a browser that is off.
const MAX_HOURS: i64 = 24;
const MIN_TTL_SECONDS: i64 = 60;
/// A push that can't be written is given up after so many attempts.
const MAX_TRIES: i16 = 5;
/// A subscription ends after this many days in which nothing got through.
const MAX_FAILING_DAYS: i64 = 7;

/// A claimed delivery with the request that carries it out, or why there is none.
pub struct PreparedPush {
    pub claimed: ClaimedPush,
    pub request: Result<OutgoingRequest, String>,
}

/// Queues pushes of new notices, and claims at most `most` pushes that are due. Those that their readers don't want now,
/// and those that are not true any more, are settled here.
pub async fn claim(ctx: &mut Ctx, most: usize) -> Result<Vec<PreparedPush>, Error> {
    if !push::any(&mut ctx.db).await? {
        return Ok(Vec::new());
    }
    let now = ctx.app.now();
    let kinds: Vec<&str> =
        ctx.app.kinds().all().filter(|entry| entry.is_notice()).map(|entry| entry.name).collect();
    push::enqueue(&mut ctx.db, &kinds).await?;
    push::advance(&mut ctx.db, now).await?;
    let lease = webhooks::lease(&ctx.app);
    let claimed = push::claim(&mut ctx.db, lease, most).await?;
    if claimed.is_empty() {
        return Ok(Vec::new());
    }
    let key = vapid::key(ctx).await?;
    let mut prepared = Vec::new();
    for push in claimed {
        match decide(ctx, &push).await {
            Ok(Decision::Settle(then)) => {
                push::settle(&mut ctx.db, &push, then).await?;
            }
            Ok(Decision::Send(message)) => match request(ctx, &push, &key, message).await {
                Ok(request) => prepared.push(PreparedPush { claimed: push, request }),
                Err(error) => put_off(ctx, &push, &error).await?,
            },
            Err(error) => put_off(ctx, &push, &error).await?,
        }
    }
    Ok(prepared)
}

/// What can't be prepared holds up nothing else: it comes again when its lease is over, a few times.
async fn put_off(ctx: &mut Ctx, push: &ClaimedPush, error: &Error) -> Result<(), Error> {
    tracing::error!(delivery = %push.id, %error, "a push could not be written");
    if push.tries >= MAX_TRIES {
        let failed = AfterPush::Failed(ctx.app.now());
        push::settle(&mut ctx.db, push, failed).await?;
    }
    Ok(())
}

enum Decision {
    Send(Message),
    Settle(AfterPush),
}

/// What a browser is to show, before it is encrypted.
struct Message {
    /// JSON, as the service worker reads it.
    text: String,
    urgency: &'static str,
    ttl_seconds: i64,
}

/// Is a push still to be sent, and what does it say?
async fn decide(ctx: &mut Ctx, claimed: &ClaimedPush) -> Result<Decision, Error> {
    let now = ctx.app.now();
    let drop = Decision::Settle(AfterPush::Dropped(now));
    let Some(entry) = ctx.app.kinds().named(&claimed.kind) else { return Ok(drop) };
    let (urgency, ttl_seconds) = (urgency(entry), ttl(None, now));
    if entry.kind == MailKind::Test {
        return Ok(Decision::Send(Message { text: test_text(ctx, claimed), urgency, ttl_seconds }));
    }
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
    let Some(text) = text(&ctx.app, claimed, entry, &context) else { return Ok(drop) };
    Ok(Decision::Send(Message { text, urgency, ttl_seconds: ttl(context.deadline, now) }))
}

/// The request that pushes a message, or why its address is not to be asked.
async fn request(
    ctx: &mut Ctx,
    claimed: &ClaimedPush,
    key: &SecretKey,
    message: Message,
) -> Result<Result<OutgoingRequest, String>, Error> {
    let browser = open(ctx, claimed.subscription_id, &claimed.sealed).await?;
    let keys = browser.keys().ok_or_else(|| Error::bug("a subscription is stored without its keys"))?;
    // What the operator allows may have changed since the browser subscribed.
    let target = match webhooks::push_target(&ctx.app, &browser.endpoint) {
        Ok(target) => target,
        Err(why) => return Ok(Err(why.english())),
    };
    let (sender, salt) = (vapid::random_key(&ctx.app)?, ctx.app.secrets.bytes());
    let body = encryption::encrypt(message.text.as_bytes(), &keys, &sender, salt);
    let body = body.ok_or_else(|| Error::bug("a push is too long"))?;
    let headers = vec![
        ("Authorization", vapid::authorization(&ctx.app, key, &target.url)),
        ("Content-Encoding", "aes128gcm".to_owned()),
        ("TTL", message.ttl_seconds.to_string()),
        ("Urgency", message.urgency.to_owned()),
        ("Topic", topic(claimed)),
    ];
    let (method, content_type) = (RequestMethod::Post, "application/octet-stream");
    Ok(Ok(OutgoingRequest { method, target, content_type, headers, body, signing: None }))
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
fn text(app: &App, claimed: &ClaimedPush, entry: KindEntry, context: &PushContext) -> Option<String> {
    let ruleset = app.ruleset(&context.ruleset).ok()?;
    let (language, game) = (&claimed.language, claimed.game_id?);
    let table = game_name(&context.game_name, ruleset, language);
    let about = NoticeAbout { language, ruleset, table: &table };
    let call = entry.kind.call();
    let line = match (&context.decision_kind, call.is_some_and(CallKind::is_awaited)) {
        (Some(kind), true) => about.question(kind, true),
        _ => about.notice(entry.name, call, context.inviter.as_deref()),
    };
    // The title names the game already.
    let said = line.strip_prefix(&format!("{table}: ")).unwrap_or(&line);
    let url = page_of_notice(entry.kind, game);
    Some(json!({ "title": table, "body": capital(said), "url": url, "tag": game }).to_string())
}

fn test_text(ctx: &Ctx, claimed: &ClaimedPush) -> String {
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
