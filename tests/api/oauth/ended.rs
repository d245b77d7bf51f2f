//! How an app ends: by its player, by itself, and by everything that ends sessions.

use serde_json::json;

use super::*;
use crate::harness::PostOffice;
use crate::pages::{latest_with, link};
use crate::passwords::token;

async fn introspect(service: &Service, token: &str) -> Value {
    send(service, "/oauth/introspect", &[("token", token)]).await.must_be(200)
}

#[tokio::test]
async fn a_player_lists_and_ends_their_apps_and_nobody_elses() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let of_aud = tokens(&service, "Aud", "games:read account:read").await;
    let more = tokens(&service, "Aud", "games:play").await;
    let of_bjarni = tokens(&service, "Bjarni", "account:read").await;
    let apps = aud.get("/v1/me/apps").await.must_be(200)["items"].clone();
    assert_eq!(apps.as_array().unwrap().len(), 1, "{apps}");
    assert_eq!(apps[0]["scopes"], json!(["games:read", "games:play", "account:read"]));
    assert_eq!(
        (text(&apps[0], "client_id"), text(&apps[0], "redirect_origin")),
        (CLIENT, "https://longship.example")
    );
    let path = format!("/v1/me/apps/{}", text(&apps[0], "id"));
    bjarni.delete(&path).await.must_refuse(404, "app_not_found");
    // An app neither sees nor ends any.
    let app_of_aud = app(&aud, &of_aud);
    app_of_aud.get("/v1/me/apps").await.must_refuse(403, "session_required");
    app_of_aud.delete(&path).await.must_refuse(403, "session_required");
    assert_eq!(aud.delete(&path).await.status, 204);
    aud.delete(&path).await.must_refuse(404, "app_not_found");
    for ended in [&of_aud, &more] {
        app(&aud, ended).get("/v1/tokens/current").await.must_refuse(401, "token_invalid");
        must_refuse(&refresh(&service, text(ended, "refresh_token")).await, "invalid_grant");
    }
    app(&bjarni, &of_bjarni).get("/v1/me").await.must_be(200);
    // The tokens of apps are not among those that the player made.
    assert_eq!(bjarni.get("/v1/me/tokens").await.must_be(200)["items"], json!([]));
}

#[tokio::test]
async fn an_app_revokes_its_own_grant_and_not_that_of_another() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for member in ["access_token", "refresh_token"] {
        let first = tokens(&service, "Aud", "account:read").await;
        let revoke = async |client: &str, token: &str| {
            send(&service, "/oauth/revoke", &[("client_id", client), ("token", token)]).await
        };
        must_refuse(&revoke("Otter", text(&first, member)).await, "invalid_client");
        app(&aud, &first).get("/v1/me").await.must_be(200);
        assert_eq!(revoke(CLIENT, text(&first, member)).await.status, 200);
        app(&aud, &first).get("/v1/me").await.must_refuse(401, "token_invalid");
        must_refuse(&refresh(&service, text(&first, "refresh_token")).await, "invalid_grant");
        // Harmless to repeat, and for what never was a token.
        for token in [text(&first, member), "x", "althing_app_x", aud.token.as_str()] {
            assert_eq!(revoke(CLIENT, token).await.status, 200);
        }
    }
    aud.get("/v1/me").await.must_be(200);
    // A personal token is no app's: who finds one can't end it here.
    let bot = aud.with_scopes(&["account:read"]).await;
    send(&service, "/oauth/revoke", &[("client_id", CLIENT), ("token", &bot.token)]).await;
    bot.get("/v1/me").await.must_be(200);
}

#[tokio::test]
async fn a_token_that_is_looked_into_says_what_it_is_and_nothing_of_others() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let first = tokens(&service, "Aud", "account:read").await;
    let access = introspect(&service, text(&first, "access_token")).await;
    assert_eq!((&access["active"], &access["scope"]), (&json!(true), &json!("account:read")));
    assert_eq!((&access["client_id"], &access["sub"]), (&json!(CLIENT), &json!(aud.id)));
    assert_eq!(access["exp"].as_i64().unwrap() - access["iat"].as_i64().unwrap(), 3600);
    assert_eq!(introspect(&service, text(&first, "refresh_token")).await["active"], true);
    let foreign = [("token", text(&first, "access_token")), ("client_id", "Otter")];
    assert_eq!(send(&service, "/oauth/introspect", &foreign).await.json, json!({"active": false}));
    let second = refresh(&service, text(&first, "refresh_token")).await.must_be(200);
    for dead in [text(&first, "refresh_token"), "x", "althing_app_x", ""] {
        let answer = send(&service, "/oauth/introspect", &[("token", dead)]).await;
        assert!(answer.json == json!({"active": false}) || dead.is_empty(), "{}", answer.text);
    }
    assert_eq!(introspect(&service, text(&second, "refresh_token")).await["active"], true);
}

#[tokio::test]
async fn whatever_ends_sessions_ends_apps_codes_and_log_ins_on_pages() {
    let office = PostOffice::open();
    let service = &office.service;
    for how in ["password", "reset", "sessions", "links", "ban", "delete"] {
        let name = format!("Aud{}", how.len() * 7 + how.as_bytes()[0] as usize);
        let aud = service.person(&name).await;
        let email = format!("{}@example.org", name.to_lowercase());
        let first = tokens(service, &name, "account:read").await;
        let told = allow(service, &name, &request("games:read")).await;
        let browser = CookieBrowser::of(service);
        let form = log_in(&browser, &address(&request("games:play")), &name).await.form("allow");
        match how {
            "password" => {
                let change = json!({"old_password": PASSWORD, "new_password": "a longer ship west"});
                assert_eq!(aud.post("/v1/me/password", &change).await.status / 100, 2);
            }
            "reset" => {
                aud.post("/v1/accounts/reset", &json!({"email": email})).await.must_be(202);
                let mail = latest_with(&office, &email, "new password").await;
                let reset = json!({"token": token(&mail), "password": "a longer ship west"});
                let done = aud.post("/v1/accounts/reset/confirm", &reset).await;
                assert_eq!(done.status / 100, 2, "{}", done.text);
            }
            "sessions" => assert_eq!(aud.delete("/v1/me/sessions").await.status, 204),
            "links" => {
                let asking = crate::harness::Browser::new(&office);
                let page = asking.open("/account").await.forms()[0].clone().with("email", &email);
                asking.send_form(&page).await;
                let page = asking.open(&link(&latest_with(&office, &email, "/account/").await)).await;
                let page = asking.open(&format!("{}?show=access", page.0.address)).await;
                asking.send_form(&page.form("end_links")).await;
            }
            "ban" => {
                let statement = format!(
                    "INSERT INTO bans (account_id, banned_at, reason, banned_by) VALUES ('{0}', now(), '', '{0}')",
                    aud.id
                );
                office.tamper(&statement);
                service.app.personal_token_cache.clear();
            }
            _ => assert_eq!(aud.delete_with("/v1/me", &json!({"password": PASSWORD})).await.status, 204),
        }
        let answer = app(&aud, &first).get("/v1/me").await;
        assert!([401, 403].contains(&answer.status), "{how}: {}", answer.text);
        must_refuse(&refresh(service, text(&first, "refresh_token")).await, "invalid_grant");
        must_refuse(&trade(service, &exchange(&told["code"])).await, "invalid_grant");
        let page = browser.send_form(&form).await;
        assert_eq!(leads_to(&page), None, "{how}: {}", page.0.text);
    }
}

#[tokio::test]
async fn what_an_app_registered_goes_with_it_and_what_its_player_registered_stays() {
    let service = Service::start_with(|settings| {
        settings.webhooks.allow_private = true;
        settings.webhooks.allow_plain = true;
    });
    let aud = service.person("Aud").await;
    let app = app(&aud, &tokens(&service, "Aud", "webhooks").await);
    let hook = |name: &str| json!({"url": format!("http://127.0.0.1:9/{name}")});
    let own = aud.post("/v1/me/webhooks", &hook("own")).await.must_be(201);
    app.post("/v1/me/webhooks", &hook("app")).await.must_be(201);
    // A webhook that the app sends elsewhere is the app's from then on.
    let taken = aud.post("/v1/me/webhooks", &hook("taken")).await.must_be(201);
    let path = format!("/v1/me/webhooks/{}", text(&taken["webhook"], "id"));
    app.patch(&path, &hook("elsewhere")).await.must_be(200);
    assert_eq!(aud.get("/v1/me/webhooks").await.must_be(200)["items"].as_array().unwrap().len(), 3);
    let id = aud.get("/v1/me/apps").await.must_be(200)["items"][0]["id"].clone();
    assert_eq!(aud.delete(&format!("/v1/me/apps/{}", id.as_str().unwrap())).await.status, 204);
    let left = aud.get("/v1/me/webhooks").await.must_be(200)["items"].clone();
    assert_eq!((left.as_array().unwrap().len(), &left[0]["id"]), (1, &own["webhook"]["id"]));
}

#[tokio::test]
async fn a_new_app_is_reported_by_mail_and_ended_on_the_page_of_its_player() {
    let office = PostOffice::open();
    office.service.person("Aud").await;
    let first = tokens(&office.service, "Aud", "games:read").await;
    tokens(&office.service, "Aud", "games:read").await;
    let mail = latest_with(&office, "aud@example.org", "was allowed to act for you").await;
    assert_eq!(mail.subject(), "An app can act for you: Longship (https://longship.example)");
    let about_apps = |mail: &&crate::support::Mail| mail.subject().starts_with("An app can");
    assert_eq!(office.sink.taken().iter().filter(about_apps).count(), 1);
    let asking = crate::harness::Browser::new(&office);
    let page = crate::pages::ask_for_page(&office, &asking, "aud@example.org").await;
    let page = asking.open(&format!("{}?show=access", page.0.address)).await;
    page.says("Longship (https://longship.example): read your games");
    asking.send_form(&page.form("end_app")).await.says("The app can’t act for you any more.");
    must_refuse(&refresh(&office.service, text(&first, "refresh_token")).await, "invalid_grant");
}
