//! What can't be a webhook, and why.

use serde_json::json;

use super::receiver::Receiver;
use super::{Hook, open};
use crate::harness::{Service, Table};

const NOBODYS: &str = "01934490-0000-7000-8000-000000000000";
const HOOK: &str = "https://bot.example.org/althing";

fn stored(service: &Service) -> Vec<String> {
    let query = "SELECT to_json(w)::text AS value FROM webhooks w ORDER BY id";
    service.database.texts(query)
}

#[tokio::test]
async fn a_url_that_nothing_may_be_sent_to_is_refused_by_its_field() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for url in [
        "",
        "bot.example.org",
        "http://bot.example.org/althing",
        "ftp://bot.example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://",
        "https://me:sesame@bot.example.org/",
        "https://me@bot.example.org/",
        "https://bot.example.org/#top",
        "https://bot.example.org:0/",
        "https://bot.example.org:99999/",
        "https://localhost/",
        "https://LOCALHOST./",
        "https://bot.localhost/",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f.0.0.1/",
        "https://0177.0.0.1/",
        "https://0.0.0.0/",
        "https://10.1.2.3/",
        "https://100.64.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://172.16.0.1/",
        "https://192.168.1.1/",
        "https://192.0.2.1/",
        "https://198.18.0.1/",
        "https://203.0.113.9/",
        "https://224.0.0.1/",
        "https://255.255.255.255/",
        "https://[::]/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:8.8.8.8]/",
        "https://[fd00::1]/",
        "https://[fe80::1]/",
        "https://[ff02::1]/",
        "https://[2001:db8::1]/",
        "https://[64:ff9b::7f00:1]/",
        &format!("https://bot.example.org/{}", "x".repeat(500)),
    ] {
        aud.post("/v1/me/webhooks", &json!({"url": url})).await.must_blame(422, "invalid_field", "url");
    }
    assert_eq!(stored(&service), Vec::<String>::new());
}

#[tokio::test]
async fn other_wrong_fields_are_refused_by_name_and_nothing_is_kept() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let [aud, bjarni, cnut] = &people;
    let own = Table::of("toy", &[aud.clone(), bjarni.clone()]).await;
    let foreign = Table::of("toy", &[bjarni.clone(), cnut.clone()]).await;
    for (more, field) in [
        (json!({"url": 7}), "url"),
        (json!({"url": null}), "url"),
        (json!({"description": "x".repeat(101)}), "description"),
        (json!({"description": "two\nlines"}), "description"),
        (json!({"topics": []}), "topics"),
        (json!({"topics": ["your_turn", "my_turn"]}), "topics[1]"),
        (json!({"topics": ["table"]}), "topics[0]"),
        (json!({"games": []}), "games"),
        (json!({"games": ["mine"]}), "games[0]"),
        (json!({"games": [own.id, NOBODYS]}), "games[1]"),
        (json!({"games": [foreign.id]}), "games[0]"),
        (json!({"games": [own.id, own.id]}), "games[1]"),
        (json!({"games": vec![&own.id; 101]}), "games"),
        (json!({"secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}), "secret"),
    ] {
        let mut asked = json!({"url": HOOK});
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        aud.post("/v1/me/webhooks", &asked).await.must_blame(422, "invalid_field", field);
    }
    aud.post("/v1/me/webhooks", &json!({})).await.must_refuse(422, "invalid_field");
    assert_eq!(stored(&service), Vec::<String>::new());
}

#[tokio::test]
async fn a_wrong_change_is_refused_by_field_and_changes_nothing() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let made = aud.post("/v1/me/webhooks", &json!({"url": HOOK})).await.must_be(201);
    let path = format!("/v1/me/webhooks/{}", made["webhook"]["id"].as_str().unwrap());
    let before = stored(&service);
    for (changes, field) in [
        (json!({"url": "https://[::1]/"}), "url"),
        (json!({"topics": []}), "topics"),
        (json!({"games": []}), "games"),
        (json!({"games": [NOBODYS]}), "games[0]"),
        (json!({"description": "\u{202e}"}), "description"),
        (json!({"enabled": "no"}), "enabled"),
        (json!({"disabled_at": null}), "disabled_at"),
        // What comes first is fine, and yet is not kept.
        (json!({"url": "https://other.example.org/", "topics": []}), "topics"),
    ] {
        aud.patch(&path, &changes).await.must_blame(422, "invalid_field", field);
    }
    let rotate = format!("{path}/secret");
    for wrong in [json!(169), json!(-1), json!("a day")] {
        let answer = aud.post(&rotate, &json!({"keep_old_hours": wrong})).await;
        answer.must_blame(422, "invalid_field", "keep_old_hours");
    }
    assert_eq!(stored(&service), before);
}

#[tokio::test]
async fn nobody_else_learns_that_there_is_a_webhook() {
    let office = open(0);
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    let hook = Hook::of(&aud, &Receiver::start()).await;
    let delivery = hook.test().await;
    let before = stored(&office.service);
    let replay = |path: &str| format!("{path}/deliveries/{delivery}/replay");
    for path in [hook.path.clone(), format!("/v1/me/webhooks/{NOBODYS}")] {
        bjarni.get(&path).await.must_refuse(404, "webhook_not_found");
        bjarni.get(&format!("{path}/deliveries")).await.must_refuse(404, "webhook_not_found");
        bjarni.post(&format!("{path}/test"), &json!({})).await.must_refuse(404, "webhook_not_found");
        bjarni.post(&format!("{path}/secret"), &json!({})).await.must_refuse(404, "webhook_not_found");
        bjarni.post(&replay(&path), &json!({})).await.must_refuse(404, "webhook_not_found");
        bjarni.patch(&path, &json!({"enabled": false})).await.must_refuse(404, "webhook_not_found");
        bjarni.delete(&path).await.must_refuse(404, "webhook_not_found");
    }
    assert_eq!(
        bjarni.get("/v1/me/webhooks").await.must_be(200),
        json!({"items": [], "next_cursor": null, "prev_cursor": null})
    );
    office.service.stranger().get(&hook.path).await.must_refuse(401, "unauthenticated");
    aud.with_scopes(&["account:read"]).await.get(&hook.path).await.must_refuse(403, "scope_too_small");
    assert_eq!(stored(&office.service), before);
    // Nor can one's own webhook reach another's deliveries.
    let own = Hook::of(&bjarni, &Receiver::start()).await;
    bjarni.post(&replay(&own.path), &json!({})).await.must_refuse(404, "delivery_not_found");
    aud.get(&format!("{}/deliveries?cursor=x", hook.path)).await.must_blame(
        400,
        "invalid_parameter",
        "cursor",
    );
}

#[tokio::test]
async fn an_account_has_ten_webhooks_at_most() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let asked = json!({"url": HOOK});
    let made = futures_util::future::join_all((0..12).map(|_| aud.post("/v1/me/webhooks", &asked))).await;
    assert_eq!(made.iter().filter(|answer| answer.status == 201).count(), 10);
    for refused in made.iter().filter(|answer| answer.status != 201) {
        refused.must_refuse(409, "too_many_webhooks");
    }
    bjarni.post("/v1/me/webhooks", &asked).await.must_be(201);
    let one = aud.get("/v1/me/webhooks").await.must_be(200)["items"][3]["id"].as_str().unwrap().to_owned();
    aud.delete(&format!("/v1/me/webhooks/{one}")).await.must_be(204);
    aud.post("/v1/me/webhooks", &asked).await.must_be(201);
}
