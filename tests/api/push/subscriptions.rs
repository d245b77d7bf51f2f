//! Who may subscribe which browser, and when subscriptions end.

use reqwest::Method;
use serde_json::json;

use super::service::{Browser, PushService, encoded};
use super::{at_home, subscribe};
use crate::harness::{PostOffice, Service};

const PATH: &str = "/v1/me/push-subscriptions";

#[tokio::test]
async fn a_subscription_is_listed_without_its_address_and_ended_by_its_owner_alone() {
    let service = Service::start_with(at_home);
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let (push_service, browser) = (PushService::start(), Browser::new("phone"));
    let made = subscribe(&aud, &push_service, &browser).await;
    let listed = aud.get(PATH).await;
    assert_eq!(listed.json["items"], json!([made]));
    assert_eq!((&made["label"], &made["host"]), (&json!("phone"), &json!("127.0.0.1")));
    let export = aud.get("/v1/me/export").await;
    assert_eq!(export.json["sections"]["push_subscriptions"].as_array().map(Vec::len), Some(1));
    let stored =
        service.database.texts("SELECT row_to_json(s)::text AS value FROM push_subscriptions s").join("");
    for text in [listed.text, export.text, stored, aud.get("/v1/me/audit").await.text] {
        assert!(
            !text.contains("capability") && !text.contains(browser.keys()["auth"].as_str().unwrap()),
            "{text}"
        );
    }
    // The same browser again: another label, and no second subscription.
    let mut again = browser.subscription(&push_service);
    again["label"] = json!("old phone");
    let again = aud.post(PATH, &again).await.must_be(201);
    assert_eq!((&again["id"], &again["label"]), (&made["id"], &json!("old phone")));
    let path = format!("{PATH}/{}", made["id"].as_str().unwrap());
    bjarni.delete(&path).await.must_refuse(404, "push_subscription_not_found");
    bjarni.post(&format!("{path}/test"), &json!({})).await.must_refuse(404, "push_subscription_not_found");
    aud.delete(&path).await.must_be(204);
    aud.delete(&path).await.must_refuse(404, "push_subscription_not_found");
    assert_eq!(aud.get(PATH).await.json["items"], json!([]));
}

#[tokio::test]
async fn what_is_no_browser_is_refused_at_the_field() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let keys = Browser::new("phone").keys();
    let endpoint = "https://push.example.org/send/1";
    for wrong in [
        "http://push.example.org/send/1",
        "https://127.0.0.1/send/1",
        "https://localhost/send/1",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://user:pass@push.example.org/",
        "ftp://push.example.org/",
        "push",
        &format!("https://push.example.org/{}", "x".repeat(1_000)),
    ] {
        let asked = json!({"endpoint": wrong, "keys": keys});
        aud.post(PATH, &asked).await.must_blame(422, "invalid_field", "endpoint");
    }
    let off = {
        let mut point = [4_u8; 65];
        point[64] = 5;
        encoded(&point)
    };
    for wrong in [
        json!({"p256dh": off, "auth": keys["auth"]}),
        json!({"p256dh": keys["p256dh"], "auth": "AAAA"}),
        json!({"p256dh": "", "auth": ""}),
        json!({"p256dh": "not base64 !", "auth": keys["auth"]}),
    ] {
        let asked = json!({"endpoint": endpoint, "keys": wrong});
        aud.post(PATH, &asked).await.must_blame(422, "invalid_field", "keys");
    }
    let asked = json!({"endpoint": endpoint, "keys": keys, "label": "x".repeat(61)});
    aud.post(PATH, &asked).await.must_blame(422, "invalid_field", "label");
    aud.post(PATH, &json!({"endpoint": endpoint})).await.must_blame(422, "invalid_field", "keys");
    assert_eq!(aud.get(PATH).await.json["items"], json!([]));
    for number in 0..20 {
        let asked = json!({"endpoint": format!("{endpoint}{number}"), "keys": keys});
        aud.post(PATH, &asked).await.must_be(201);
    }
    let asked = json!({"endpoint": endpoint, "keys": keys});
    aud.post(PATH, &asked).await.must_refuse(409, "too_many_push_subscriptions");
    let known = json!({"endpoint": format!("{endpoint}3"), "keys": keys});
    aud.post(PATH, &known).await.must_be(201);
}

#[tokio::test]
async fn a_token_needs_the_scope_of_webhooks() {
    let service = Service::start_with(at_home);
    let aud = service.person("Aud").await;
    let (push_service, browser) = (PushService::start(), Browser::new("phone"));
    let others = ["games:read", "games:create", "games:play", "orders", "messages", "account:read"];
    let (bot, hooks) = (aud.with_scopes(&others).await, aud.with_scopes(&["webhooks"]).await);
    bot.get(PATH).await.must_refuse(403, "scope_too_small");
    bot.post(PATH, &browser.subscription(&push_service)).await.must_refuse(403, "scope_too_small");
    subscribe(&hooks, &push_service, &browser).await;
    let stranger = service.stranger();
    stranger.send(stranger.request(Method::GET, PATH)).await.must_refuse(401, "unauthenticated");
    // Everybody is shown the same key, from every process.
    let key = stranger.get("/v1/push-key").await.must_be(200);
    assert_eq!(aud.get("/v1/push-key").await.must_be(200), key);
    assert_eq!(key["application_server_key"].as_str().unwrap().len(), 87);
}

#[tokio::test]
async fn recovery_and_deletion_end_subscriptions_and_a_ban_lets_them_wait() {
    let mut office = PostOffice::open_with(1, at_home);
    let operator = office.operator("Ulfljot").await;
    let [aud, bjarni, cnut] = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let (push_service, browser) = (PushService::start(), Browser::new("phone"));
    let mut subscriptions = Vec::new();
    for person in [&aud, &bjarni, &cnut] {
        subscriptions.push(subscribe(person, &push_service, &browser).await);
    }
    let count = async |expected: &str| {
        office.until_stored("SELECT count(*)::text AS value FROM push_subscriptions", &[expected]).await;
    };
    assert_eq!(aud.delete("/v1/me/sessions").await.status, 204);
    count("2").await;
    let password = json!({"password": "a long ship west"});
    assert_eq!(bjarni.delete_with("/v1/me", &password).await.status, 204);
    count("1").await;
    super::test(&cnut, &subscriptions[2]).await;
    super::settled(&office).await;
    let before = push_service.pushed().len();
    let reason = json!({"reason": "two accounts at one table"});
    assert_eq!(operator.put(&format!("/v1/admin/accounts/{}/ban", cnut.id), &reason).await.status, 204);
    let queue = format!(
        "INSERT INTO push_deliveries (id, subscription_id, kind, happened_at, due_at, tries) \
         VALUES (gen_random_uuid(), '{}', 'test', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z', 0)",
        subscriptions[2]["id"].as_str().unwrap()
    );
    office.tamper(&queue);
    office.after_seconds(1);
    subscribe(&aud, &push_service, &Browser::new("laptop")).await;
    let listed = aud.get(PATH).await.json["items"][0].clone();
    super::test(&aud, &listed).await;
    crate::harness::until("the other test came", || push_service.pushed().len() > before).await;
    assert_eq!(push_service.pushed().len(), before + 1, "nothing goes to a banned account");
}
