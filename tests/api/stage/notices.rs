//! How somebody comes to set what he gets in the mail.

use serde_json::json;

use super::lobby::at_a_table;
use super::{Asked, rows_of};
use crate::harness::Service;

pub async fn test_mail(service: &Service) -> Asked {
    let person = service.person("Aud").await;
    let path = "/v1/me/notifications/test";
    Asked::new(person, path, [json!({}), json!({})], rows_of("mails WHERE partition = account_id"))
}

pub async fn set(service: &Service) -> Asked {
    let person = service.person("Aud").await;
    let (body, other) = (json!({"digest_hour": 7}), json!({"digest_hour": 9}));
    let path = "/v1/me/notifications/preferences";
    Asked::new(person, path, [body, other], rows_of("notice_settings"))
}

pub async fn set_for_game(service: &Service) -> Asked {
    let (person, path) = at_a_table(service, true).await;
    let (body, other) = (json!({"modes": {"vote": "never"}}), json!({"modes": {}}));
    let path = format!("{path}/notification-preferences");
    Asked::new(person, path, [body, other], rows_of("game_notice_settings"))
}

pub async fn renew_feeds(service: &Service) -> Asked {
    let person = service.person("Aud").await;
    let effect = rows_of("audit_log WHERE kind = 'feeds_renewed'");
    Asked::new(person, "/v1/me/feeds/renew", [json!({}), json!({})], effect)
}
