//! Opening tables, finding them, sitting down, getting up.

use serde_json::{Value, json};

use crate::harness::Service;

/// The address of a game that somebody opened.
#[tokio::test]
async fn a_table_starts_when_its_last_seat_is_taken() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let game = aud.post("/v1/games", &json!({"ruleset": "toy", "seats": 2})).await.must_be(201);
    assert_eq!((&game["status"], &game["seats"][0]["name"]), (&json!("open"), &json!("Aud")));
    assert!(game["seats"][0]["seat"].is_null(), "no seat is dealt yet");
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    aud.get(&format!("{path}/view")).await.must_refuse(409, "game_not_running");
    let joined = bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    assert_eq!(joined["status"], "running");
    assert_eq!(joined["seats"][joined["your_seat"].as_u64().unwrap() as usize]["name"], "Bjarni");
    let view = aud.get(&format!("{path}/view")).await.must_be(200);
    assert_eq!(view["version"], 1, "the set-up and the first roll: {view}");
}

#[tokio::test]
async fn bots_fill_seats_and_a_full_table_starts_at_once() {
    let service = Service::start();
    let [aud] = service.people(["Aud"]).await;
    let game = json!({"ruleset": "toy", "seats": 3, "bots": ["random", "random"], "name": "  Þingvellir "});
    let game = aud.post("/v1/games", &game).await.must_be(201);
    assert_eq!((&game["status"], &game["name"]), (&json!("running"), &json!("Þingvellir")));
    let bots = game["seats"].as_array().unwrap().iter().filter(|seat| seat["bot"] == "random").count();
    assert_eq!(bots, 2, "{game}");
}

#[tokio::test]
async fn nobody_sits_twice_or_at_a_table_that_started() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 2})).await;
    let join = format!("{path}/join");
    aud.post(&join, &json!({})).await.must_refuse(409, "already_joined");
    bjarni.post(&join, &json!({})).await.must_be(200);
    cnut.post(&join, &json!({})).await.must_refuse(409, "game_already_started");
    bjarni.post(&format!("{path}/leave"), &json!({})).await.must_refuse(409, "game_already_started");
    cnut.post(&format!("{path}/leave"), &json!({})).await.must_refuse(403, "not_a_member");
    service.stranger().post(&join, &json!({})).await.must_refuse(401, "unauthenticated");
}

#[tokio::test]
async fn a_seat_that_is_given_up_is_free_and_the_table_has_an_owner_until_nobody_is_left() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let path = aud.open(&json!({"ruleset": "toy", "seats": 3, "bots": ["random"]})).await;
    assert_eq!(aud.post(&format!("{path}/leave"), &json!({})).await.status, 204);
    assert_eq!(aud.get(&path).await.must_be(200)["status"], "cancelled");
    aud.post(&format!("{path}/join"), &json!({})).await.must_refuse(409, "game_closed");
    let path = aud.open(&json!({"ruleset": "toy", "seats": 3})).await;
    bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    assert_eq!(aud.post(&format!("{path}/leave"), &json!({})).await.status, 204);
    assert_eq!(bjarni.get(&path).await.must_be(200)["owner"], bjarni.id);
    cnut.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    let started = aud.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    assert_eq!(started["status"], "running");
}

#[tokio::test]
async fn a_private_game_does_not_exist_for_others() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let game = json!({"ruleset": "toy", "seats": 2, "bots": ["random"], "visibility": "private"});
    let path = aud.open(&game).await;
    aud.get(&format!("{path}/view")).await.must_be(200);
    let nowhere = "/v1/games/00000000-0000-7000-8000-000000000000";
    let act = json!({"decision": "t0.go", "action": {"type": "draw"}});
    for who in [&bjarni, &service.stranger()] {
        for what in ["", "/view", "/legal", "/events"] {
            let hidden = who.get(&format!("{path}{what}")).await;
            assert_eq!(hidden, who.get(&format!("{nowhere}{what}")).await);
            assert!([401, 404].contains(&hidden.status), "{}", hidden.text);
        }
        for (what, body) in [("/join", &json!({})), ("/leave", &json!({})), ("/actions", &act)] {
            let hidden = who.post(&format!("{path}{what}"), body).await;
            assert_eq!(hidden, who.post(&format!("{nowhere}{what}"), body).await);
        }
    }
    bjarni.get(&path).await.must_refuse(404, "game_not_found");
}

#[tokio::test]
async fn lists_are_narrowed_and_come_in_pages() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let mut opened = Vec::new();
    for visibility in ["public", "unlisted", "private", "public", "public"] {
        let path = aud.open(&json!({"ruleset": "toy", "seats": 2, "visibility": visibility})).await;
        opened.push(path.rsplit_once('/').unwrap().1.to_owned());
        service.app.clock.advance(chrono::TimeDelta::seconds(1));
    }
    let ids = |page: &Value| -> Vec<String> {
        let games = page["items"].as_array().unwrap();
        games.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
    };
    let page = bjarni.get("/v1/games?limit=2&status=open&ruleset=toy").await.must_be(200);
    assert_eq!(ids(&page), [opened[4].clone(), opened[3].clone()]);
    let cursor = page["next_cursor"].as_str().unwrap();
    let other = bjarni.get(&format!("/v1/games?limit=2&cursor={cursor}")).await;
    other.must_blame(400, "invalid_parameter", "cursor");
    let same = format!("/v1/games?limit=2&status=open&ruleset=toy&cursor={cursor}");
    let page = bjarni.get(&same).await.must_be(200);
    assert_eq!((ids(&page), &page["next_cursor"]), (vec![opened[0].clone()], &Value::Null));
    let mine = aud.get("/v1/games?mine=true").await.must_be(200);
    assert_eq!(ids(&mine).len(), 5);
    assert_eq!(ids(&bjarni.get("/v1/games?mine=true").await.must_be(200)).len(), 0);
    assert_eq!(ids(&bjarni.get("/v1/games?status=running").await.must_be(200)).len(), 0);
    service.stranger().get("/v1/games?mine=true").await.must_refuse(401, "unauthenticated");
    aud.get("/v1/games?cursor=yesterday").await.must_blame(400, "invalid_parameter", "cursor");
    aud.get("/v1/games?limit=0").await.must_blame(400, "invalid_parameter", "limit");
    aud.get("/v1/games?colour=red").await.must_refuse(400, "invalid_parameter");
}

#[tokio::test]
async fn a_table_that_can_not_be_played_is_refused_by_field() {
    let service = Service::start();
    let [aud] = service.people(["Aud"]).await;
    let wrong = [
        (json!({"ruleset": "chess", "seats": 2}), "invalid_field", "ruleset"),
        (json!({"ruleset": "toy", "seats": 5}), "invalid_field", "seats"),
        (json!({"ruleset": "toy"}), "invalid_field", "seats"),
        (json!({"ruleset": "toy", "seats": 2, "bots": ["random", "random"]}), "invalid_field", "bots"),
        (json!({"ruleset": "toy", "seats": 2, "bots": ["genius"]}), "invalid_field", "bots[0]"),
        (json!({"ruleset": "toy", "seats": 2, "name": " "}), "invalid_field", "name"),
        (json!({"ruleset": "toy", "seats": 2, "entropy": "xyz"}), "invalid_field", "entropy"),
        (json!({"ruleset": "toy", "seats": 2, "entropy": "00".repeat(65)}), "invalid_field", "entropy"),
        (json!({"ruleset": "toy", "seats": 2, "visibility": "secret"}), "invalid_field", "visibility"),
        (json!({"ruleset": "toy", "seats": 2, "colour": "red"}), "invalid_field", "colour"),
        (json!({"ruleset": "toy", "seats": 2, "options": {"fast": true}}), "invalid_options", "fast"),
    ];
    for (game, code, field) in wrong {
        aud.post("/v1/games", &game).await.must_blame(422, code, field);
    }
    assert_eq!(aud.get("/v1/games").await.must_be(200)["items"], json!([]));
}

#[tokio::test]
async fn a_table_opened_twice_under_one_key_is_one_table() {
    let service = Service::start_servers(2);
    let [aud] = service.people(["Aud"]).await;
    let there = aud.at(&service.servers[1].address);
    let game = json!({"ruleset": "toy", "seats": 2});
    let (one, other) =
        tokio::join!(aud.post_under("k1", "/v1/games", &game), there.post_under("k1", "/v1/games", &game));
    assert_eq!(one, other);
    one.must_be(201);
    let another = json!({"ruleset": "toy", "seats": 3});
    aud.post_under("k1", "/v1/games", &another).await.must_refuse(422, "key_reused");
    assert_eq!(aud.get("/v1/games").await.must_be(200)["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn options_that_are_left_out_are_the_usual_ones() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for (ruleset, options) in [
        ("landnam", json!({"ruleset": "landnam"})),
        ("settlers", json!({"ruleset": "settlers", "layout": "variable"})),
        ("settlers", json!({"discard_limit": 8})),
        ("nord", json!({"ruleset": "nord"})),
        ("nord", json!({})),
    ] {
        let game = json!({"ruleset": ruleset, "seats": 3, "options": options});
        let created = aud.post("/v1/games", &game).await.must_be(201);
        for (name, value) in options.as_object().unwrap() {
            assert_eq!(created["options"][name], *value, "{created}");
        }
        assert_eq!(created["options"]["ruleset"], ruleset);
    }
}
