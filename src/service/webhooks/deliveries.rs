//! Deliveries: queued for every new fact that a webhook is for, listed for its owner, and queued again or as a test.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::events::{CompetitionNews, WebhookEvent};
use super::lock_enabled;
use crate::error::{Code, Error};
use crate::notifications::{Kinds, OwnTopic, WebhookTopic};
use crate::service::page::{self, Page};
use crate::service::stored_json::{encode, raw};
use crate::service::{App, Ctx, Tx};
use crate::store::webhook_deliveries::{self, DeliveryResult, DeliveryRow, NewDelivery};
use crate::store::webhook_facts::{self, FactKinds, WebhookFact};
use crate::store::{Connection, webhooks};
use crate::time_control::Instant;
use rules::{CallClass, CallKind, Json};

/// The most facts that are queued at once.
const MAX_FACTS: usize = 200;

/// What is sent to a webhook for one event, with the outcome so far.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookDelivery {
    /// The `webhook-id` header of every attempt.
    pub id: Uuid,
    /// The `type` of the body, too.
    #[schema(value_type = WebhookTopic)]
    pub topic: String,
    /// Null in a test, and about a competition.
    pub game_id: Option<Uuid>,
    #[schema(value_type = WebhookEvent)]
    pub body: Json,
    pub status: WebhookDeliveryStatus,
    pub attempts: i16,
    /// When it was tried last; null before the first attempt.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub tried_at: Option<Instant>,
    /// The HTTP status of the last answer; null if there was none.
    pub http_status: Option<i16>,
    /// What was wrong with the last attempt; null if nothing was.
    pub problem: Option<String>,
    /// When it is tried next; null if it is not.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_attempt_at: Option<Instant>,
    /// When it was delivered or given up; null while it waits.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub settled_at: Option<Instant>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// `failed`: tried ten times over three days; `dropped`: the webhook was disabled before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookDeliveryStatus {
    /// It will be sent, for the first time or again.
    Waiting,
    /// It was answered with a status from 200 to 299.
    Delivered,
    /// It was tried ten times over three days, in vain.
    Failed,
    /// The webhook was disabled before it arrived.
    Dropped,
}

impl WebhookDelivery {
    fn of(row: DeliveryRow) -> Result<Self, Error> {
        let state = match row.result {
            None => WebhookDeliveryStatus::Waiting,
            Some(DeliveryResult::Delivered) => WebhookDeliveryStatus::Delivered,
            Some(DeliveryResult::Dropped) => WebhookDeliveryStatus::Dropped,
            Some(DeliveryResult::Failed) => WebhookDeliveryStatus::Failed,
        };
        Ok(Self {
            id: row.id,
            topic: row.topic,
            game_id: row.game_id,
            body: raw(row.body)?,
            status: state,
            attempts: row.attempts,
            tried_at: row.tried_at,
            http_status: row.status,
            problem: row.problem,
            next_attempt_at: (state == WebhookDeliveryStatus::Waiting).then_some(row.due_at),
            settled_at: row.settled_at,
            created_at: row.created_at,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnqueueResult {
    NoWebhook,
    NothingNew,
    /// Deliveries were queued, and there may be more.
    Queued,
}

/// Queues a delivery of every new fact for the webhooks that are to get it. Any number of processes may do so at the
/// same time.
pub async fn enqueue(ctx: &mut Ctx) -> Result<EnqueueResult, Error> {
    let now = ctx.app.now();
    let horizons = webhook_facts::horizons(&mut ctx.db).await?;
    if horizons.is_empty() {
        return Ok(EnqueueResult::NoWebhook);
    }
    let most = i64::try_from(MAX_FACTS).unwrap_or(i64::MAX);
    let facts = webhook_facts::new(&mut ctx.db, now, &fact_kinds(ctx.app.kinds()), most).await?;
    let new: Vec<NewDelivery> = facts.iter().filter_map(|fact| new_delivery(&ctx.app, fact)).collect();
    if !new.is_empty() {
        ctx.transaction(async |tx| {
            webhook_deliveries::insert(&mut tx.db, &new).await?;
            Ok::<_, Error>(webhook_facts::end_waits(&mut tx.db, &facts, now).await?)
        })
        .await?;
    }
    // The horizons stay while there may be more facts behind them.
    if facts.len() < MAX_FACTS {
        webhook_facts::advance_horizons(&mut ctx.db, now, &horizons).await?;
    }
    Ok(if new.is_empty() { EnqueueResult::NothingNew } else { EnqueueResult::Queued })
}

/// `None` for a fact that can't be put into a body: it is logged, and does not hold up the others.
fn new_delivery(app: &App, fact: &WebhookFact) -> Option<NewDelivery> {
    let unknown = || Error::bug(format!("a fact for a webhook has the unknown topic {}", fact.topic));
    let topic = app.kinds().webhook_topic(&fact.topic).ok_or_else(unknown);
    let body = topic
        .and_then(|topic| WebhookEvent::of(&app.settings.http.public_url, topic, fact))
        .and_then(|event| encode(&event));
    let body = body.inspect_err(|error| tracing::error!(%error, "a webhook misses an event")).ok()?;
    Some(NewDelivery {
        id: fact.id,
        game_id: Some(fact.game_id),
        happened_at: fact.happened_at,
        place: fact.place,
        ..delivery_now(app, fact.webhook_id, fact.topic.clone(), body)
    })
}

/// Queues a delivery about a competition for each webhook of these accounts that is to get it, in the transaction that makes
/// it true. The facts of webhooks are searched in what lies with games, so a competition would not be found there.
pub async fn about_competition(
    tx: &mut Tx<'_>,
    accounts: &[Uuid],
    news: &CompetitionNews<'_>,
) -> Result<(), Error> {
    let topic = OwnTopic::Competition.into_str();
    let asking = webhooks::asking(&mut tx.db, accounts, topic).await?;
    let public_url = &tx.app.settings.http.public_url;
    let delivery = |(webhook, account): (Uuid, Uuid)| {
        let event = WebhookEvent::of_competition(public_url, account, news, tx.app.now());
        Ok::<_, Error>(delivery_now(&tx.app, webhook, topic.to_owned(), encode(&event)?))
    };
    let new: Vec<NewDelivery> = asking.into_iter().map(delivery).collect::<Result<_, _>>()?;
    Ok(webhook_deliveries::insert(&mut tx.db, &new).await?)
}

/// A delivery about no game, of something that happens now; it is due at once.
fn delivery_now(app: &App, webhook_id: Uuid, topic: String, body: String) -> NewDelivery {
    let now = app.now();
    NewDelivery {
        id: app.new_id(),
        webhook_id,
        topic,
        game_id: None,
        body,
        happened_at: now,
        place: 0,
        created_at: now,
        due_at: now,
        attempts: 0,
        tries: 0,
    }
}

fn call_names(kinds: &Kinds, which: impl Fn(&CallKind) -> bool) -> Vec<&'static str> {
    kinds.calls().filter(which).map(|call| call.name).collect()
}

/// The topics whose facts are found where they are stored: not each of them has a mail.
const STORED_APART: [OwnTopic; 4] =
    [OwnTopic::NoLongerAwaited, OwnTopic::GameUpdated, OwnTopic::Message, OwnTopic::Invitation];

/// Every kind of fact, with the topic that it is sent under.
fn fact_kinds(kinds: &Kinds) -> FactKinds {
    let found_by_mail = kinds.all().filter(|entry| !entry.is_stored_apart);
    let found_by_mail = found_by_mail.filter_map(|entry| Some((entry.name, entry.webhook?.name())));
    let (mails, topics): (Vec<_>, Vec<_>) = found_by_mail.unzip();
    let stored_apart = STORED_APART.map(|topic| topic.into_str());
    FactKinds {
        kinds: [mails.as_slice(), &stored_apart].concat(),
        topics: [topics.as_slice(), &stored_apart].concat(),
        mails,
        calls: call_names(kinds, |call| call.is_awaited() || call.class == CallClass::Offer),
        offers: call_names(kinds, |call| call.class == CallClass::Offer),
    }
}

/// A page of what is sent to a webhook of `account`.
pub async fn list_deliveries(
    connection: &mut Connection,
    account: Uuid,
    id: Uuid,
    cursor: Option<&str>,
    limit: u16,
) -> Result<Page<WebhookDelivery>, Error> {
    let list = format!("deliveries to {id}");
    webhooks::find(connection, account, id).await?.ok_or_else(|| Code::WebhookNotFound.problem())?;
    let place = page::place(&list, cursor)?;
    let rows = webhook_deliveries::page(connection, id, place, i64::from(limit) + 1).await?;
    page::cut(&list, rows, limit, &place, |row| (row.created_at, row.id)).try_map(WebhookDelivery::of)
}

/// Sends a delivery again at once, under its own id, and then as many times as a new one.
pub async fn replay(
    tx: &mut Tx<'_>,
    account: Uuid,
    webhook: Uuid,
    id: Uuid,
) -> Result<WebhookDelivery, Error> {
    lock_enabled(tx, account, webhook).await?;
    let renewed = webhook_deliveries::renew(&mut tx.ctx.db, webhook, id, tx.ctx.app.now()).await?;
    WebhookDelivery::of(renewed.ok_or_else(|| Code::DeliveryNotFound.problem())?)
}

/// Queues a delivery of type `test`, due at once.
pub async fn send_test(tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<WebhookDelivery, Error> {
    lock_enabled(tx, account, id).await?;
    let event = WebhookEvent::of_test(account, tx.app.now());
    let new = delivery_now(&tx.app, id, event.topic.name().to_owned(), encode(&event)?);
    let delivery = new.id;
    webhook_deliveries::insert(&mut tx.db, &[new]).await?;
    let row = webhook_deliveries::find(&mut tx.db, id, delivery).await?;
    WebhookDelivery::of(row.ok_or_else(|| Code::DeliveryNotFound.problem())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notifications::MailKind;
    use crate::service::webhooks::events::{WebhookDeadlineKind, WebhookMembershipKind, WebhookVoteKind};

    fn known() -> Kinds {
        Kinds::new(rulesets::all().iter().flat_map(|ruleset| ruleset.call_kinds()).copied())
    }

    #[test]
    fn a_kind_of_notification_has_the_topic_that_it_has_in_mails_or_one_of_its_own_name() {
        let known = known();
        let all = known.webhook_topics();
        assert_eq!(all.len(), 22);
        for topic in &all {
            let is_call = known.calls().any(|call| call.name == topic.name());
            assert_eq!(matches!(topic, WebhookTopic::Call(_)), is_call, "{topic:?}");
        }
        let all: Vec<_> = all.into_iter().map(WebhookTopic::name).collect();
        let FactKinds { kinds, topics, .. } = fact_kinds(&known);
        for (kind, topic) in kinds.into_iter().zip(topics) {
            assert!(all.contains(&topic), "{topic}");
            let of_mails = known.topic_of(kind);
            assert!(of_mails.is_none_or(|mails| mails.name() == topic || kind == topic), "{kind}");
        }
        let is_mail_alone = |kind| matches!(kind, MailKind::Receipt | MailKind::Announcement);
        for topic in known.all().filter(|entry| !is_mail_alone(entry.kind)).filter_map(|entry| entry.topic) {
            assert!(all.contains(&topic.name()), "{topic:?}");
        }
    }

    #[test]
    fn a_body_has_a_word_for_every_kind_of_its_topic() {
        let FactKinds { kinds, topics, .. } = fact_kinds(&known());
        for (kind, topic) in kinds.into_iter().zip(topics) {
            let is_worded = match topic {
                "deadline_near" => kind.parse::<WebhookDeadlineKind>().is_ok(),
                "vote" => kind.parse::<WebhookVoteKind>().is_ok(),
                "membership" => kind.parse::<WebhookMembershipKind>().is_ok(),
                _ => true,
            };
            assert!(is_worded, "{kind}");
        }
    }
}
