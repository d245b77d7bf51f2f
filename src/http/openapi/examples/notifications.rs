//! What Aud set about mails, and what became of some.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use serde_json::Value;
use serde_json::value::to_raw_value;

use super::{id, noon, value};
use crate::error::Error;
use crate::notifications::{DeliveryMode, DeliveryModes, Kinds, QuietHours};
use crate::service::page::Page;
use crate::service::preferences::{Delivery, DeliveryPreferences, DeliveryStatus, GamePreferences};
use crate::service::webhooks::{
    CreatedWebhook, NewWebhookSecret, Webhook, WebhookDelivery, WebhookDeliveryStatus, WebhookEvent,
    WebhookTopic,
};
use crate::store::webhook_facts::WebhookFact;
use rules::Json;

pub fn notice_settings() -> Value {
    let kinds = Kinds::new(rulesets::all().iter().flat_map(|ruleset| ruleset.call_kinds()).copied());
    let mut modes = DeliveryModes::default().whole(&kinds);
    modes.insert("trade_offered".to_owned(), DeliveryMode::Batched);
    modes.insert("game_started".to_owned(), DeliveryMode::Daily);
    modes.insert("membership".to_owned(), DeliveryMode::Never);
    value(&DeliveryPreferences {
        modes,
        quiet_hours: Some(QuietHours { from: 22, to: 7 }),
        warn_in_quiet_hours: false,
        digest_hour: 18,
        batch_minutes: 30,
        hold_down_minutes: None,
        time_zone: "Atlantic/Reykjavik".to_owned(),
        games: vec![of_game()],
    })
}

pub fn game_notices() -> Value {
    value(&of_game())
}

pub fn deliveries() -> Value {
    let sent = Delivery {
        kind: "your_turn".to_owned(),
        game_id: Some(id(0x01)),
        written_at: noon(),
        due_at: noon(),
        status: DeliveryStatus::Sent,
        settled_at: Some(noon()),
        attempts: 1,
        delay_reason: None,
        reason: None,
    };
    let held = Delivery {
        kind: "vote".to_owned(),
        game_id: Some(id(0x01)),
        written_at: noon(),
        due_at: noon(),
        status: DeliveryStatus::Held,
        settled_at: None,
        attempts: 0,
        delay_reason: Some("quiet".to_owned()),
        reason: None,
    };
    value(&Page::whole(vec![held, sent]))
}

fn of_game() -> GamePreferences {
    GamePreferences {
        game_id: id(0x01),
        modes: BTreeMap::from([("message".to_owned(), DeliveryMode::Never)]),
    }
}

const SECRET: &str = "whsec_q83vEjRWeJASNFZ4kBI0VniQq83vEjRWeJASNFZ4kBI=";

pub fn created_webhook() -> Value {
    value(&CreatedWebhook { secret: SECRET.to_owned(), webhook: bot() })
}

pub fn webhook() -> Value {
    value(&bot())
}

pub fn webhooks() -> Value {
    value(&Page::whole(vec![bot()]))
}

/// With a new secret.
pub fn new_webhook_secret() -> Value {
    let old_secret_until = Some(noon() + TimeDelta::hours(48));
    value(&NewWebhookSecret { secret: SECRET.to_owned(), old_secret_until })
}

pub fn webhook_deliveries() -> Value {
    value(&Page::whole(vec![tested(), called()]))
}

pub fn webhook_test() -> Value {
    value(&tested())
}

fn bot() -> Webhook {
    Webhook {
        id: id(0xe0),
        url: "https://bot.example.org/althing".to_owned(),
        description: "my bot".to_owned(),
        topics: vec![
            WebhookTopic::named("your_turn"),
            WebhookTopic::named("althing"),
            WebhookTopic::named("trade_offered"),
            WebhookTopic::NO_LONGER_AWAITED,
            WebhookTopic::named("game_ended"),
        ],
        games: None,
        enabled: true,
        disabled_at: None,
        disabled_reason: None,
        failing_since: None,
        old_secret_until: None,
        created_at: noon(),
    }
}

/// What is sent under a topic. An error is a defect: the topic needs more than stands here.
pub fn webhook_event(topic: &str) -> Result<WebhookEvent, Error> {
    if topic == WebhookTopic::TEST.name() {
        return Ok(WebhookEvent::of_test(id(0xa0), noon()));
    }
    let (kind, reference) = match topic {
        "membership" => ("seat_lost", None),
        "vote" | "seat_offered" => (topic, Some(id(0xf0).to_string())),
        "invitation" => (topic, Some(id(0xf1).to_string())),
        "message" => (topic, Some("3".to_owned())),
        _ => (topic, Some("t12.build.3".to_owned())),
    };
    let is_in_lobby = matches!(topic, "membership" | "invitation");
    let fact = WebhookFact {
        id: id(0xe1),
        webhook_id: id(0xe0),
        account_id: id(0xa0),
        topic: topic.to_owned(),
        kind: kind.to_owned(),
        game_id: id(0x01),
        game_name: "Thing by the sea".to_owned(),
        ruleset: "landnam".to_owned(),
        seat: Some(1).filter(|_| !is_in_lobby),
        version: Some(12).filter(|_| !is_in_lobby),
        reference,
        happened_at: noon(),
        place: 0,
        deadline: Some(noon() + TimeDelta::hours(24)),
    };
    WebhookEvent::of("https://games.example.org", &fact)
}

fn body(topic: &str) -> Json {
    let event = webhook_event(topic).ok();
    event.and_then(|event| to_raw_value(&event).ok()).unwrap_or_default()
}

fn called() -> WebhookDelivery {
    WebhookDelivery {
        id: id(0xe1),
        topic: WebhookTopic::named("your_turn"),
        game_id: Some(id(0x01)),
        body: body("your_turn"),
        status: WebhookDeliveryStatus::Delivered,
        attempts: 2,
        tried_at: Some(noon() + TimeDelta::seconds(5)),
        http_status: Some(204),
        problem: None,
        next_attempt_at: None,
        settled_at: Some(noon() + TimeDelta::seconds(5)),
        created_at: noon(),
    }
}

fn tested() -> WebhookDelivery {
    WebhookDelivery {
        id: id(0xe2),
        topic: WebhookTopic::TEST,
        game_id: None,
        body: body("test"),
        status: WebhookDeliveryStatus::Waiting,
        attempts: 0,
        tried_at: None,
        http_status: None,
        problem: None,
        next_attempt_at: Some(noon()),
        settled_at: None,
        created_at: noon(),
    }
}
