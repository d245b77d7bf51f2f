//! Finding players, following them, and what they did against each other.

use rand_chacha::ChaCha8Rng;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Person, Service, Table, described, seeded_dice};

async fn found(person: &Person, beginning: &str) -> Vec<String> {
    let page = person.get(&format!("/v1/people?name={beginning}")).await.must_be(200);
    described::must_fit("PersonSummaryPage", &page);
    page["items"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn players_are_found_by_the_beginning_of_a_name_and_by_nothing_else() {
    let service = Service::start();
    let [aud, ..] = service.people(["Aud", "Audun", "Bjarni", "Au_dax", "Magnus"]).await;
    assert_eq!(found(&aud, "aud").await, ["Aud", "Audun"]);
    assert_eq!(found(&aud, "AUDU").await, ["Audun"]);
    assert_eq!(found(&aud, "au_").await, ["Au_dax"], "no mark stands for any letter");
    assert_eq!(found(&aud, "magn").await, ["Magnus"]);
    for none in ["nobody", "udun", "aud%40", "Audunn"] {
        let answer = aud.get(&format!("/v1/people?name={none}")).await;
        assert!(answer.status == 400 || answer.json["items"] == json!([]), "{none}: {}", answer.text);
    }
    for wrong in ["au", "", "%20%20a", "a%25b", "_aud", &"a".repeat(33), "aud%00"] {
        let answer = aud.get(&format!("/v1/people?name={wrong}")).await;
        answer.must_blame(400, "invalid_parameter", "name");
    }
    aud.get("/v1/people").await.must_blame(400, "invalid_parameter", "name");
    aud.get("/v1/people?name=aud&limit=21").await.must_blame(400, "invalid_parameter", "limit");
    aud.get("/v1/people?name=aud&cursor=x").await.must_blame(400, "invalid_parameter", "cursor");
    service.stranger().get("/v1/people?name=aud").await.must_refuse(401, "unauthenticated");
    let page = aud.get("/v1/people?name=aud&limit=1").await.must_be(200);
    assert_eq!((page["items"].as_array().unwrap().len(), &page["next_cursor"]), (1, &Value::Null));
}

#[tokio::test]
async fn who_opted_out_is_banned_gone_or_blocked_is_not_found() {
    let service = Service::start();
    let [aud, one, two, three, four, five] =
        service.people(["Aud", "EgilA", "EgilB", "EgilC", "EgilD", "EgilE"]).await;
    let all = ["EgilA", "EgilB", "EgilC", "EgilD", "EgilE"];
    assert_eq!(found(&aud, "egil").await, all);
    assert_eq!(one.patch("/v1/me", &json!({"searchable": false})).await.must_be(200)["searchable"], false);
    service.database.run(&format!(
        "INSERT INTO bans (account_id, banned_by, reason, banned_at) VALUES ('{}', '{}', 'x', now())",
        two.id, aud.id
    ));
    service.database.run(&format!("UPDATE accounts SET deleted_at = now() WHERE id = '{}'", three.id));
    four.block(&aud.id).await.must_be(204);
    assert_eq!(found(&aud, "egil").await, ["EgilE"]);
    aud.block(&five.id).await.must_be(204);
    assert_eq!(found(&aud, "egil").await, Vec::<String>::new());
    assert_eq!(found(&five, "aud").await, Vec::<String>::new(), "a block hides in both directions");
    assert_eq!(one.patch("/v1/me", &json!({"searchable": true})).await.must_be(200)["searchable"], true);
    assert_eq!(found(&aud, "egil").await, ["EgilA"]);
    aud.get("/v1/people/EgilE").await.must_be(200);
}

#[tokio::test]
async fn nobody_lists_everybody_by_searching() {
    let service = Service::start_with(|settings| {
        settings.limits.enabled = true;
        settings.limits.search = "3/day".parse().unwrap();
    });
    let aud = service.person("Aud").await;
    for _ in 0..3 {
        aud.get("/v1/people?name=aud").await.must_be(200);
    }
    aud.get("/v1/people?name=bja").await.must_refuse(429, "too_many_requests");
    aud.get("/v1/people/Aud").await.must_be(200);
}

async fn follow(person: &Person, method: Method, whom: &str) -> u16 {
    person.send(person.request(method, &format!("/v1/me/following/{whom}"))).await.status
}

async fn followed(person: &Person) -> Vec<String> {
    let page = person.get("/v1/me/following").await.must_be(200);
    described::must_fit("FollowedPlayerPage", &page);
    let items = page["items"].as_array().unwrap();
    // They come in the order of their ids.
    assert!(items.is_sorted_by_key(|one| one["account_id"].as_str().unwrap()));
    let mut names: Vec<String> = items.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    names
}

#[tokio::test]
async fn a_player_follows_others_until_either_of_them_blocks() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    for _ in 0..2 {
        assert_eq!(follow(&aud, Method::PUT, &bjarni.id).await, 204);
    }
    assert_eq!(follow(&aud, Method::PUT, &cnut.id).await, 204);
    assert_eq!(follow(&bjarni, Method::PUT, &aud.id).await, 204);
    assert_eq!(followed(&aud).await, ["Bjarni", "Cnut"]);
    assert_eq!(follow(&aud, Method::DELETE, &cnut.id).await, 204);
    assert_eq!(follow(&aud, Method::DELETE, &cnut.id).await, 204);
    assert_eq!((followed(&aud).await, followed(&bjarni).await), (vec!["Bjarni".into()], vec!["Aud".into()]));
    bjarni.block(&aud.id).await.must_be(204);
    assert_eq!((followed(&aud).await.len(), followed(&bjarni).await.len()), (0, 0));
    for (person, other) in [(&aud, &bjarni), (&bjarni, &aud)] {
        assert_eq!(follow(person, Method::PUT, &other.id).await, 404);
    }
    bjarni.delete(&format!("/v1/me/blocks/{}", aud.id)).await.must_be(204);
    assert_eq!(followed(&aud).await.len(), 0, "the end of a block brings nothing back");
    assert_eq!(follow(&aud, Method::PUT, &bjarni.id).await, 204);
    assert_eq!(follow(&aud, Method::PUT, &aud.id).await, 400);
    assert_eq!(follow(&aud, Method::PUT, &uuid::Uuid::nil().to_string()).await, 404);
    let export = aud.get("/v1/me/export").await.must_be(200);
    assert_eq!(export["sections"]["follows"][0]["account"], bjarni.id);
    bjarni.delete_with("/v1/me", &json!({"password": "a long ship west"})).await.must_be(204);
    assert_eq!(followed(&aud).await.len(), 0);
    assert_eq!(service.database.texts("SELECT account_id::text AS value FROM follows"), Vec::<String>::new());
}

#[tokio::test]
async fn of_a_follow_and_a_block_at_the_same_moment_the_block_stays() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    for _ in 0..10 {
        let (followed, blocked) = tokio::join!(follow(&aud, Method::PUT, &bjarni.id), bjarni.block(&aud.id));
        assert!([204, 404].contains(&followed) && blocked.status == 204);
        let left = service.database.texts("SELECT account_id::text AS value FROM follows");
        assert_eq!(left, Vec::<String>::new());
        bjarni.delete(&format!("/v1/me/blocks/{}", aud.id)).await.must_be(204);
    }
}

/// A game of the toy that is played to its end, with this visibility.
async fn finished(people: &[Person], visibility: &str, dice: &mut ChaCha8Rng) -> Value {
    let game = json!({"ruleset": "toy", "seats": people.len(), "visibility": "public"});
    let table = Table::with(&game, people).await;
    table.play(usize::MAX, dice).await;
    let shown = people[0].get(&table.path).await.must_be(200);
    assert_eq!(shown["status"], "finished", "{visibility}");
    shown
}

/// Did the first of these come before the second (1), after it (-1), or neither?
fn between(game: &Value, one: &Person, other: &Person) -> i64 {
    let rank = |person: &Person| {
        let seats = game["seats"].as_array().unwrap();
        let seat = seats.iter().find(|seat| seat["account"] == person.id).unwrap()["seat"].clone();
        let ranking = game["outcome"]["ranking"].as_array().unwrap();
        ranking.iter().find(|place| place["seat"] == seat).unwrap()["rank"].as_i64().unwrap()
    };
    (rank(other) - rank(one)).signum()
}

#[tokio::test]
async fn a_crosstable_counts_the_games_that_the_viewer_may_see() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let mut dice = seeded_dice(5);
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(finished(&[aud.clone(), bjarni.clone()], "public", &mut dice).await);
    }
    let hidden = finished(&[aud.clone(), bjarni.clone()], "private", &mut dice).await;
    let hide =
        format!("UPDATE games SET visibility = 'private' WHERE id = '{}'", hidden["id"].as_str().unwrap());
    service.database.run(&hide);
    finished(&[aud.clone(), cnut.clone()], "public", &mut dice).await;
    let expected = |games: &[Value], one: &Person, other: &Person| {
        let count = |wanted: i64| games.iter().filter(|game| between(game, one, other) == wanted).count();
        json!({"ruleset": "toy", "games": games.len(), "wins": count(1), "losses": count(-1), "equal": count(0)})
    };
    let shown = service.stranger().get("/v1/people/Aud/crosstable/bjarni").await.must_be(200);
    described::must_fit("Crosstable", &shown);
    assert_eq!(
        (&shown["player"]["name"], &shown["opponent"]["account_id"]),
        (&json!("Aud"), &json!(bjarni.id))
    );
    assert_eq!(shown["rulesets"], json!([expected(&games, &aud, &bjarni)]));
    assert_eq!(cnut.get("/v1/people/Aud/crosstable/Bjarni").await.must_be(200), shown);
    let turned = cnut.get(&format!("/v1/people/{}/crosstable/Aud", bjarni.id)).await.must_be(200);
    assert_eq!(turned["rulesets"], json!([expected(&games, &bjarni, &aud)]));
    games.push(hidden);
    let mine = aud.get("/v1/people/Aud/crosstable/Bjarni").await.must_be(200);
    assert_eq!(mine["rulesets"], json!([expected(&games, &aud, &bjarni)]));
    let none = aud.get("/v1/people/Bjarni/crosstable/Cnut").await.must_be(200);
    assert_eq!(none["rulesets"], json!([]));
    aud.get("/v1/people/Aud/crosstable/Nobody").await.must_refuse(404, "account_not_found");
}

#[tokio::test]
async fn finished_games_are_listed_by_time_and_by_what_they_count_for() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let mut dice = seeded_dice(5);
    let first = finished(&[aud.clone(), bjarni.clone()], "public", &mut dice).await;
    service.app.clock.advance(chrono::TimeDelta::minutes(1));
    let with_bot =
        Table::with(&json!({"ruleset": "toy", "seats": 2, "bots": ["random"]}), std::slice::from_ref(&aud))
            .await;
    service.database.run(&format!(
        "UPDATE games SET status = 'finished', finished_at = '2026-11-20T12:30:00Z' WHERE id = '{}'",
        with_bot.id
    ));
    let listed = async |query: &str| {
        let page = service.stranger().get(&format!("/v1/people/Aud/games?{query}")).await.must_be(200);
        described::must_fit("FinishedGamePage", &page);
        let items = page["items"].as_array().unwrap().clone();
        items.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (first_id, bot_id) = (first["id"].as_str().unwrap().to_owned(), with_bot.id.clone());
    assert_eq!(listed("").await, [bot_id.clone(), first_id.clone()]);
    assert_eq!(listed("rated=true").await, std::slice::from_ref(&first_id));
    assert_eq!(listed("rated=false").await, std::slice::from_ref(&bot_id));
    assert_eq!(listed("since=2026-11-20T12:10:00Z").await, [bot_id]);
    assert_eq!(listed("until=2026-11-20T12:10:00Z&ruleset=toy").await, [first_id]);
    assert_eq!(listed("ruleset=nord").await, Vec::<String>::new());
    let page = aud.get("/v1/people/Aud/games?limit=1").await.must_be(200);
    let players = page["items"][0]["players"].as_array().unwrap();
    assert_eq!((players.len(), &page["items"][0]["rated"]), (2, &json!(false)));
    assert!(players.iter().any(|one| one["bot"] == "random" && one["account_id"].is_null()), "{players:?}");
    let cursor = page["next_cursor"].as_str().unwrap();
    let other = format!("/v1/people/Aud/games?rated=true&cursor={cursor}");
    aud.get(&other).await.must_blame(400, "invalid_parameter", "cursor");
    aud.get("/v1/people/Aud/games?since=yesterday").await.must_blame(400, "invalid_parameter", "since");
}

#[tokio::test]
async fn filters_that_cannot_match_are_refused_and_a_name_that_nobody_has_is_not() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for wrong in ["no--body", "x", "aud%40example.org", &"a".repeat(40)] {
        let answer = aud.get(&format!("/v1/games?player={wrong}")).await;
        answer.must_blame(400, "invalid_parameter", "player");
    }
    for wrong in ["klingon", "EN", "e"] {
        let answer = aud.get(&format!("/v1/games?language={wrong}")).await;
        answer.must_blame(400, "invalid_parameter", "language");
    }
    for fine in ["player=nobody-at-all", "player=Departed%204f2a", "player=admin", "language=tlh"] {
        assert_eq!(aud.get(&format!("/v1/games?{fine}")).await.must_be(200)["items"], json!([]), "{fine}");
    }
}
