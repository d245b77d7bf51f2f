//! Games that an organiser creates together: all of them or none.

use serde_json::{Value, json};

use crate::harness::{Person, Service, described};

const BATCH: &str = "/v1/game-batches";

fn toys(count: usize) -> Value {
    let game = |number| json!({"ruleset": "toy", "seats": 2, "name": format!("League {number}")});
    json!({"games": (0..count).map(game).collect::<Vec<_>>()})
}

async fn open_games(person: &Person) -> usize {
    let page = person.get("/v1/games?mine=true&limit=100").await.must_be(200);
    page["items"].as_array().unwrap().len()
}

#[tokio::test]
async fn fifty_games_are_created_in_one_request_and_once_under_one_key() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let first = aud.post_under("league", BATCH, &toys(50)).await;
    let again = aud.post_under("league", BATCH, &toys(50)).await;
    assert_eq!(first.text, again.text);
    let created = first.must_be(201);
    described::must_fit("CreatedGames", &created);
    let names: Vec<&str> =
        created["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!((names.len(), names[0], names[49]), (50, "League 0", "League 49"));
    assert_eq!(open_games(&aud).await, 50);
    aud.post_under("league", BATCH, &toys(2)).await.must_refuse(422, "key_reused");
}

#[tokio::test]
async fn one_mistake_keeps_all_games_from_being_created_and_every_mistake_is_named_by_its_index() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let mut wrong = toys(4);
    wrong["games"][1]["bots"] = json!(["random", "sly"]);
    wrong["games"][3]["bots"] = json!(["clever"]);
    let answer = aud.post(BATCH, &wrong).await;
    answer.must_refuse(422, "invalid_field");
    let places: Vec<&str> = answer.errors().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(places, ["/games/1/bots", "/games/3/bots/0"], "{}", answer.text);
    let mut options = toys(2);
    options["games"][1]["options"] = json!({"no_such": 1});
    let answer = aud.post(BATCH, &options).await;
    assert_eq!(answer.status, 422, "{}", answer.text);
    assert!(
        answer.errors()[0]["pointer"].as_str().unwrap().starts_with("/games/1/options"),
        "{}",
        answer.text
    );
    for body in [json!({}), json!({"games": []}), toys(51), json!({"games": [1]}), json!({"games": [{}]})] {
        aud.post(BATCH, &body).await.must_refuse(422, "invalid_field");
    }
    assert_eq!(open_games(&aud).await, 0);
}

#[tokio::test]
async fn the_bound_of_open_games_holds_for_a_batch_as_a_whole() {
    let service = Service::start_with(|settings| settings.lobby.open_tables = 5);
    let aud = service.person("Aud").await;
    aud.post(BATCH, &toys(3)).await.must_be(201);
    let answer = aud.post(BATCH, &toys(3)).await;
    answer.must_refuse(409, "too_many_games");
    assert_eq!(answer.errors()[0]["pointer"], "/games/2", "{}", answer.text);
    assert_eq!(open_games(&aud).await, 3);
    // Games that start at once don't wait for players.
    let mut started = toys(5);
    for game in started["games"].as_array_mut().unwrap() {
        game["bots"] = json!(["random"]);
    }
    let created = aud.post(BATCH, &started).await.must_be(201);
    assert!(created["games"].as_array().unwrap().iter().all(|game| game["status"] == "running"), "{created}");
}

#[tokio::test]
async fn each_game_of_a_batch_counts_for_the_limit_of_games() {
    let service = Service::start_with(|settings| {
        settings.limits.enabled = true;
        settings.limits.create_game = "6/hour".parse().unwrap();
    });
    let aud = service.person("Aud").await;
    aud.post_under("a", BATCH, &toys(4)).await.must_be(201);
    aud.post(BATCH, &toys(3)).await.must_refuse(429, "too_many_requests");
    assert_eq!(open_games(&aud).await, 4);
    let bot = aud.with_scopes(&["games:read"]).await;
    bot.post(BATCH, &toys(1)).await.must_refuse(403, "scope_too_small");
}
