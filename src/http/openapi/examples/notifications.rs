//! What Aud set about mails, and what became of some.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use serde_json::Value;

use super::{id, noon, value};
use crate::notifications::{DeliveryMode, DeliveryModes, Kinds, QuietHours};
use crate::service::page::Page;
use crate::service::preferences::{Delivery, DeliveryPreferences, DeliveryStatus, GamePreferences};
use crate::service::webhooks::{
    CreatedWebhook, NewWebhookSecret, Webhook, WebhookBody, WebhookData, WebhookDelivery,
    WebhookDeliveryStatus, WebhookLinks, WebhookTopic,
};

pub fn notice_settings() -> Value {
    let kinds = Kinds::new(rulesets::all().iter().flat_map(|ruleset| ruleset.call_kinds()).copied());
    let mut modes = DeliveryModes::default().whole(&kinds);
    modes.insert("trade_offered".to_owned(), DeliveryMode::Batched);
    modes.insert("game_started".to_owned(), DeliveryMode::Daily);
    modes.insert("table".to_owned(), DeliveryMode::Never);
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

fn called() -> WebhookDelivery {
    let game = format!("https://games.example.org/v1/games/{}", id(0x01));
    let data = WebhookData {
        account_id: id(0xa0),
        kind: "your_turn".to_owned(),
        game_id: Some(id(0x01)),
        game_name: Some("Thing by the sea".to_owned()),
        ruleset: Some("landnam".to_owned()),
        seat: Some(1),
        version: Some(12),
        decision: Some("t12.build.3".to_owned()),
        deadline: Some(noon() + TimeDelta::hours(24)),
        vote_id: None,
        invitation_id: None,
        message: None,
        links: Some(WebhookLinks {
            view: Some(format!("{game}/view")),
            legal: Some(format!("{game}/legal")),
            game,
        }),
    };
    let body = WebhookBody { topic: "your_turn".to_owned(), timestamp: noon(), data };
    WebhookDelivery {
        id: id(0xe1),
        topic: "your_turn".to_owned(),
        game_id: Some(id(0x01)),
        body,
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
    let body = WebhookBody::of_test(id(0xa0), noon());
    WebhookDelivery {
        id: id(0xe2),
        topic: "test".to_owned(),
        game_id: None,
        body,
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
