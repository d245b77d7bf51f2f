//! Ratings and reliability: what finished games say about people.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::harness::{Person, PostOffice, Service, Table, seeded_dice};

const LIST: &str = "/v1/rulesets/toy/ratings";
const UNRATED: &str = "SELECT id::text AS value FROM games WHERE status = 'finished' AND rated_at IS NULL";

/// A game of the toy that is played to its end.
async fn finished(people: &[Person], seed: u64) -> Table {
    let table = Table::of("toy", people).await;
    table.play(usize::MAX, &mut seeded_dice(seed)).await;
    table
}

async fn rated(office: &PostOffice) {
    office.until_stored(UNRATED, &[]).await;
}

async fn list(service: &Service) -> Vec<Value> {
    service.stranger().get(LIST).await.must_be(200)["items"].as_array().unwrap().clone()
}

async fn profile(service: &Service, name: &str) -> Value {
    service.stranger().get(&format!("/v1/people/{name}")).await.must_be(200)
}

/// Somebody's rating for the toy, before rounding.
fn stored(service: &Service) -> Vec<String> {
    let query =
        "SELECT concat_ws(' ', account_id, rating, uncertainty, games) AS value FROM ratings ORDER BY 1";
    service.database.texts(query)
}

#[tokio::test]
async fn whoever_wins_is_rated_over_whoever_loses() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = finished(&people, 3).await;
    rated(&office).await;
    let ranking = people[0].get(&table.path).await.must_be(200)["outcome"]["ranking"].clone();
    let mut placed = Vec::new();
    for place in ranking.as_array().unwrap() {
        let player = table.player(usize::try_from(place["seat"].as_u64().unwrap()).unwrap());
        let profile = profile(&office.service, &player.name).await;
        let rating = profile["ratings"][0].clone();
        assert_eq!((&rating["ruleset"], &rating["games"]), (&json!("toy"), &json!(1)));
        assert_eq!(rating["provisional"], true);
        let reliability = json!({
            "games_finished": 1, "resigned": 0, "caretaken": 0, "lapses": 0, "played_out_percent": 100,
            "level": "new", "recent": {"days": 90, "games_finished": 1, "abandoned": 0},
        });
        assert_eq!(profile["reliability"], reliability);
        placed.push((place["rank"].as_u64().unwrap(), rating["rating"].as_i64().unwrap()));
    }
    assert!(placed[0].0 < placed[2].0, "the seed gives a winner and a loser: {placed:?}");
    for pair in placed.windows(2) {
        assert_eq!(pair[0].0 < pair[1].0, pair[0].1 > pair[1].1, "{placed:?}");
    }
    assert!(placed[0].1 > 1500 && placed[2].1 < 1500, "{placed:?}");
    let listed = list(&office.service).await;
    assert_eq!(listed.len(), 3);
    assert_eq!(listed[0]["rating"], placed[0].1);
}

#[tokio::test]
async fn games_with_bots_and_games_that_are_not_public_are_not_rated() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let with_bot = json!({"ruleset": "toy", "seats": 3, "bots": ["random"]});
    let table = Table::with(&with_bot, &people).await;
    people[0].post(&format!("{}/resign", table.path), &json!({})).await.must_be(200);
    people[1].post(&format!("{}/resign", table.path), &json!({})).await.must_be(200);
    for visibility in ["private", "unlisted"] {
        let hidden = Table::of("toy", &people).await;
        let hide = format!("UPDATE games SET visibility = '{visibility}' WHERE id = '{}'", hidden.id);
        office.service.database.run(&hide);
        people[0].post(&format!("{}/resign", hidden.path), &json!({})).await.must_be(200);
    }
    let over = "SELECT count(*)::text AS value FROM games WHERE status = 'finished' AND rated_at IS NOT NULL";
    office.until_stored(over, &["3"]).await;
    assert_eq!(list(&office.service).await, Vec::<Value>::new());
    let profile = profile(&office.service, "Aud").await;
    assert_eq!(profile["ratings"], json!([]));
    // Only the public game counts here, too.
    assert_eq!(profile["reliability"]["games_finished"], 1);
}

#[tokio::test]
async fn a_game_with_house_rules_says_so_and_is_not_rated() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let settlers = |options: Value| json!({"ruleset": "settlers", "seats": 3, "options": options});
    for barred in [json!({"victory_points": 7}), json!({"discard_limit": 10}), json!({"layout": "custom"})] {
        people[0].post("/v1/games", &settlers(barred)).await.must_refuse(422, "invalid_options");
    }
    let original = people[0].post("/v1/games", &settlers(json!({"victory_points": 10}))).await.must_be(201);
    assert_eq!((&original["house_rules"], &original["rated"]), (&json!([]), &json!(true)));
    let with_bot = json!({"ruleset": "settlers", "seats": 3, "bots": ["steady"]});
    assert_eq!(people[0].post("/v1/games", &with_bot).await.must_be(201)["rated"], false);

    let short = people[0].post("/v1/games", &settlers(json!({"victory_points": 8}))).await.must_be(201);
    assert_eq!(short["rated"], false);
    let path = format!("/v1/games/{}", short["id"].as_str().unwrap());
    let changed = people[0].patch(&path, &json!({"options": {}})).await.must_be(200);
    assert_eq!((&changed["house_rules"], &changed["rated"]), (&json!([]), &json!(true)));

    let table = Table::with(&settlers(json!({"victory_points": 12, "discard_limit": 9})), &people).await;
    let house_rules = json!(["victory_points", "discard_limit"]);
    let page = office.service.stranger().get(&table.path).await.must_be(200);
    let list = office.service.stranger().get("/v1/games?status=running").await.must_be(200);
    for shown in [&page, &list["items"][0]] {
        assert_eq!((&shown["house_rules"], &shown["rated"]), (&house_rules, &json!(false)), "{shown}");
    }
    for person in &people[..2] {
        person.post(&format!("{}/resign", table.path), &json!({})).await.must_be(200);
    }
    let over = "SELECT count(*)::text AS value FROM games WHERE status = 'finished' AND rated_at IS NOT NULL";
    office.until_stored(over, &["1"]).await;
    assert_eq!(stored(&office.service), Vec::<String>::new());
}

#[tokio::test]
async fn a_word_says_how_reliable_a_player_is() {
    let office = PostOffice::open();
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    for id in [&aud.id, &bjarni.id] {
        let table = Table::of("toy", &[aud.clone(), bjarni.clone()]).await;
        let leaver = table.players.iter().position(|player| player.id == *id).unwrap();
        table.post(leaver, "resign", &json!({})).await.must_be(200);
    }
    rated(&office).await;
    let reliability = async |finished: i32, resigned: i32| {
        let counted = format!(
            "UPDATE reliability SET games_finished = {finished}, resigned = {resigned} WHERE account_id = '{}'",
            aud.id
        );
        office.service.database.run(&counted);
        profile(&office.service, "Aud").await["reliability"].clone()
    };
    let of_late = json!({"days": 90, "games_finished": 2, "abandoned": 1});
    for (finished, resigned, level) in
        [(2, 0, "new"), (3, 1, "often_leaves"), (5, 1, "mostly_reliable"), (100, 1, "mostly_reliable")]
    {
        let shown = reliability(finished, resigned).await;
        assert_eq!((&shown["level"], &shown["recent"]), (&json!(level), &of_late), "{finished} {resigned}");
    }
    // The same instant for all: Citus moves no column by an interval.
    let long_ago = (office.service.app.now() - TimeDelta::days(91)).to_rfc3339();
    office.service.database.run(&format!("UPDATE games SET finished_at = '{long_ago}'"));
    for (finished, resigned, level) in [(100, 5, "reliable"), (100, 6, "mostly_reliable")] {
        let shown = reliability(finished, resigned).await;
        assert_eq!((&shown["level"], &shown["recent"]["games_finished"]), (&json!(level), &json!(0)));
    }
}

#[tokio::test]
async fn whoever_resigns_loses_and_is_less_reliable() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    people[0].post(&format!("{}/resign", table.path), &json!({})).await.must_be(200);
    rated(&office).await;
    let (aud, bjarni) = (profile(&office.service, "Aud").await, profile(&office.service, "Bjarni").await);
    assert_eq!(
        (&aud["reliability"]["resigned"], &aud["reliability"]["played_out_percent"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(bjarni["reliability"]["played_out_percent"], 100);
    let rating = |profile: &Value| profile["ratings"][0]["rating"].as_i64().unwrap();
    assert!(rating(&aud) < rating(&bjarni));
}

#[tokio::test]
async fn four_workers_at_once_rate_every_game_once_and_as_one_worker_does() {
    let mut office = PostOffice::open_with(0, |_| {});
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    for (seed, pair) in [(1, [0, 1]), (2, [1, 2]), (3, [0, 2]), (4, [0, 1]), (5, [2, 1]), (6, [2, 0])] {
        finished(&pair.map(|index: usize| people[index].clone()), seed).await;
        office.service.app.clock.advance(chrono::TimeDelta::minutes(1));
    }
    office.employ();
    rated(&office).await;
    let by_one = stored(&office.service);
    assert_eq!(by_one.len(), 3);
    assert!(by_one.iter().all(|row| row.ends_with(" 4")), "each played four games: {by_one:?}");
    for _ in 0..5 {
        // A worker that has found the first game, and not locked it yet, would rate it however many came to be before it.
        office.close();
        office.tamper("DELETE FROM ratings; DELETE FROM rating_changes; DELETE FROM reliability; UPDATE games SET rated_at = NULL");
        (0..4).for_each(|_| office.employ());
        rated(&office).await;
        assert_eq!(stored(&office.service), by_one);
    }
    let counted = "SELECT sum(games_finished)::text AS value FROM reliability";
    office.until_stored(counted, &["12"]).await;
}

#[tokio::test]
async fn a_result_that_can_not_be_read_holds_up_no_other() {
    let mut office = PostOffice::open_with(0, |_| {});
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let broken = finished(&people, 1).await;
    office.tamper(&format!("UPDATE games SET outcome = '{{}}' WHERE id = '{}'", broken.id));
    office.service.app.clock.advance(chrono::TimeDelta::minutes(1));
    finished(&people, 2).await;
    office.employ();
    rated(&office).await;
    assert_eq!(list(&office.service).await[0]["games"], 1);
}

#[tokio::test]
async fn the_list_comes_page_by_page_best_first() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut", "Dalla", "Egil"]).await;
    for (person, (rating, games)) in people.iter().zip([(1500, 9), (1700, 5), (1500, 4), (1900, 9), (100, 1)])
    {
        let row = format!(
            "INSERT INTO ratings (ruleset, account_id, rating, uncertainty, games, updated_at) \
             VALUES ('toy', '{}', {rating}, 100, {games}, '2026-11-20T12:00:00Z')",
            person.id
        );
        service.database.run(&row);
    }
    let stranger = service.stranger();
    let whole = list(&service).await;
    let names: Vec<_> = whole.iter().map(|person| person["name"].as_str().unwrap()).collect();
    assert_eq!((names[0], names[1], names[4]), ("Dalla", "Bjarni", "Egil"));
    let provisional = whole.iter().filter(|person| person["provisional"] == true).count();
    assert_eq!(provisional, 2);
    let mut paged = Vec::new();
    let mut address = format!("{LIST}?limit=2");
    loop {
        let page = stranger.get(&address).await.must_be(200);
        paged.extend(page["items"].as_array().unwrap().clone());
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        address = format!("{LIST}?limit=2&cursor={cursor}");
        let foreign = format!("/v1/rulesets/landnam/ratings?cursor={cursor}");
        stranger.get(&foreign).await.must_blame(400, "invalid_parameter", "cursor");
    }
    assert_eq!(paged, whole);
    stranger.get("/v1/rulesets/chess/ratings").await.must_refuse(404, "ruleset_not_found");
    stranger.get(&format!("{LIST}?limit=0")).await.must_blame(400, "invalid_parameter", "limit");
    stranger.get(&format!("{LIST}?limit=101")).await.must_blame(400, "invalid_parameter", "limit");
    stranger.get(&format!("{LIST}?page=2")).await.must_blame(400, "invalid_parameter", "page");
    let narrow = people[0].with_scopes(&["account:read"]).await;
    narrow.get(LIST).await.must_refuse(403, "scope_too_small");
}

#[tokio::test]
async fn whoever_has_left_leaves_the_list_and_is_not_rated_any_more() {
    let mut office = PostOffice::open_with(0, |_| {});
    let people = office.service.people(["Aud", "Bjarni"]).await;
    finished(&people, 1).await;
    office.employ();
    rated(&office).await;
    assert_eq!(list(&office.service).await.len(), 2);
    let export = people[0].get("/v1/me/export").await.must_be(200);
    assert_eq!(export["sections"]["ratings"][0]["games"], 1);
    assert_eq!(export["sections"]["reliability"][0]["games_finished"], 1);
    let leaving = json!({"password": "a long ship west"});
    people[0].delete_with("/v1/me", &leaving).await.must_be(204);
    // A game of his that is rated only now counts for the other alone.
    office.tamper("UPDATE games SET rated_at = NULL");
    rated(&office).await;
    let left = list(&office.service).await;
    assert_eq!((left.len(), &left[0]["name"], &left[0]["games"]), (1, &json!("Bjarni"), &json!(2)));
    assert_eq!(stored(&office.service).len(), 1);
    office.until_stored("SELECT account_id::text AS value FROM reliability", &[&people[1].id]).await;
}

#[tokio::test]
async fn each_rated_game_is_listed_with_the_place_and_the_rating_before_and_after() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let mut games = Vec::new();
    for seed in 1..=5 {
        games.push(finished(&people, seed).await);
        office.service.app.clock.advance(chrono::TimeDelta::minutes(1));
    }
    rated(&office).await;
    let stranger = office.service.stranger();
    let history = |person: &Person| format!("/v1/people/{}/ratings/toy", person.name);
    for person in &people {
        let path = history(person);
        let (mut changes, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = stranger.get(&format!("{path}?limit=2{cursor}")).await.must_be(200);
            changes.extend(page["items"].as_array().unwrap().iter().cloned());
            let Some(next) = page["next_cursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        assert_eq!(stranger.get(&path).await.must_be(200)["items"], json!(changes));
        let numbers: Vec<_> = changes.iter().map(|change| change["number"].as_i64().unwrap()).collect();
        assert_eq!(numbers, [5, 4, 3, 2, 1]);
        assert_eq!(changes[4]["before"], json!({"rating": 1500, "uncertainty": 500}));
        for pair in changes.windows(2) {
            assert_eq!(pair[0]["before"], pair[1]["after"], "{pair:?}");
        }
        let now = &profile(&office.service, &person.name).await["ratings"][0];
        let after = &changes[0]["after"];
        assert_eq!((&after["rating"], &after["uncertainty"]), (&now["rating"], &now["uncertainty"]));
        for (change, table) in changes.iter().rev().zip(&games) {
            assert_eq!((&change["game"], &change["players"]), (&json!(table.id), &json!(3)));
            let seat = table.players.iter().position(|player| player.id == person.id).unwrap();
            let outcome = stranger.get(&table.path).await.must_be(200)["outcome"].clone();
            let placed = outcome["ranking"].as_array().unwrap().iter().find(|place| place["seat"] == seat);
            assert_eq!(change["rank"], placed.unwrap()["rank"]);
        }
    }
    let first = stranger.get(&format!("{}?limit=2", history(&people[0]))).await.must_be(200);
    let foreign = format!("{}?cursor={}", history(&people[1]), first["next_cursor"].as_str().unwrap());
    stranger.get(&foreign).await.must_blame(400, "invalid_parameter", "cursor");
    stranger.get("/v1/people/Aud/ratings/chess").await.must_refuse(404, "ruleset_not_found");
    stranger.get("/v1/people/Nobody/ratings/toy").await.must_refuse(404, "account_not_found");
    assert_eq!(stranger.get("/v1/people/Aud/ratings/landnam").await.must_be(200)["items"], json!([]));
    let leaving = json!({"password": "a long ship west"});
    people[0].delete_with("/v1/me", &leaving).await.must_be(204);
    stranger.get(&history(&people[0])).await.must_refuse(404, "account_not_found");
    let left = "SELECT DISTINCT account_id::text AS value FROM rating_changes";
    assert_eq!(office.service.database.texts(left).len(), 2);
}
