//! The inbox: everything that awaits or invites somebody, and what it costs.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Person, Server, Service, Table, seeded_dice};
use crate::support::CountingProxy;

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];

async fn inbox(person: &Person) -> Vec<Value> {
    let (mut items, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = person.get(&format!("/v1/me/inbox?limit=3{cursor}")).await.must_be(200);
        items.extend(page["items"].as_array().unwrap().iter().cloned());
        let Some(next) = page["next_cursor"].as_str() else { return items };
        cursor = format!("&cursor={next}");
    }
}

#[tokio::test]
async fn it_holds_what_awaits_first_and_the_next_deadline_before_the_others() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let mut dice = seeded_dice(3);
    let mut tables = Vec::new();
    for (ruleset, moves) in
        [("landnam", 12), ("settlers", 30), ("landnam", 7), ("settlers", 0), ("landnam", 9)]
    {
        service.app.clock.advance(TimeDelta::seconds(60));
        let table = Table::of(ruleset, &people).await;
        table.play(moves, &mut dice).await;
        tables.push(table);
    }
    people[1].post(&format!("{}/messages", tables[3].path), &json!({"text": "Hail"})).await.must_be(201);
    for person in &people {
        let items = inbox(person).await;
        let mut expected = 0;
        for table in &tables {
            let seat = table.players.iter().position(|player| player.id == person.id).unwrap();
            let view = table.view(Some(seat)).await;
            for open in view["awaited"].as_array().unwrap().iter().filter(|open| open["seat"] == seat) {
                expected += 1;
                let found = items.iter().find(|item| {
                    item["game_id"] == table.id.as_str() && item["decision"] == open["decision"]
                });
                let found = found.unwrap_or_else(|| panic!("{open} is not in {items:?}"));
                assert_eq!((&found["awaited"], &found["kind"]), (&open["blocking"], &open["kind"]));
                assert_eq!((&found["type"], &found["seat"]), (&json!("decision"), &json!(seat)));
            }
        }
        let unread: Vec<&Value> = items.iter().filter(|item| item["type"] == "messages").collect();
        assert_eq!(unread.len(), usize::from(person.id != people[1].id));
        assert!(unread.iter().all(|item| item["unread"] == 1 && item["game_id"] == tables[3].id.as_str()));
        assert_eq!(items.len(), expected + unread.len());
        let awaited: Vec<bool> = items.iter().map(|item| item["awaited"] == true).collect();
        assert!(awaited.is_sorted_by(|one, other| one >= other), "{items:?}");
        let until: Vec<&str> = items
            .iter()
            .filter(|item| item["awaited"] == true)
            .map(|item| item["deadline"].as_str().unwrap())
            .collect();
        assert!(until.is_sorted(), "{until:?}");
    }
}

#[tokio::test]
async fn it_takes_only_its_own_cursors_and_is_not_sent_twice() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    for _ in 0..4 {
        Table::of("landnam", &people).await;
    }
    let mut cursors = Vec::new();
    for person in &people {
        let page = person.get("/v1/me/inbox?limit=1").await.must_be(200);
        cursors.extend(page["next_cursor"].as_str().map(|cursor| (person, cursor.to_owned())));
    }
    for (owner, cursor) in &cursors {
        for person in &people {
            let answer = person.get(&format!("/v1/me/inbox?cursor={cursor}")).await;
            if person.id == owner.id {
                answer.must_be(200);
            } else {
                answer.must_blame(400, "invalid_parameter", "cursor");
            }
        }
    }
    people[0].get("/v1/me/inbox?cursor=x").await.must_blame(400, "invalid_parameter", "cursor");
    people[0].get("/v1/me/inbox?limit=0").await.must_blame(400, "invalid_parameter", "limit");
    service.stranger().get("/v1/me/inbox").await.must_refuse(401, "unauthenticated");
    let first = people[0].request(Method::GET, "/v1/me/inbox").send().await.unwrap();
    let tag = first.headers()["etag"].clone();
    let again =
        people[0].request(Method::GET, "/v1/me/inbox").header("If-None-Match", tag).send().await.unwrap();
    assert_eq!(again.status(), 304);
}

#[tokio::test]
async fn it_costs_one_round_trip_however_many_games() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let proxy = CountingProxy::before(&service.database.url());
    let counted = Server::start(service.app.clone(), proxy.url.clone());
    let person = people[0].at(&counted.address);
    let mut dice = seeded_dice(4);
    let mut cost = Vec::new();
    for games in [1, 49] {
        for _ in 0..games {
            Table::of("landnam", &people).await.play(1, &mut dice).await;
        }
        // The first look opens the connection and prepares the statement. A look that comes a second after the one before
        // it also asks which sessions have ended, as may happen where the machine is busy: the cheapest of five counts.
        person.get("/v1/me/inbox?limit=100").await.must_be(200);
        let mut trips = Vec::new();
        for _ in 0..5 {
            let before = proxy.trips();
            person.get("/v1/me/inbox?limit=100").await.must_be(200);
            trips.push(proxy.trips() - before);
        }
        cost.push(trips.into_iter().min().unwrap());
    }
    assert_eq!(cost, [1, 1]);
}

#[tokio::test]
async fn it_brings_along_what_can_be_done_in_each_game_and_how_that_looks() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let mut dice = seeded_dice(8);
    let mut tables = Vec::new();
    for (ruleset, moves) in [("landnam", 14), ("settlers", 25), ("nord", 4), ("toy", 2)] {
        let table = Table::of(ruleset, &people).await;
        table.play(moves, &mut dice).await;
        tables.push(table);
    }
    people[1].post(&format!("{}/messages", tables[0].path), &json!({"text": "Hail"})).await.must_be(201);
    for person in &people {
        let page = person.get("/v1/me/inbox?include=legal&include=view").await.must_be(200);
        let items = page["items"].as_array().unwrap();
        let games = page["games"].as_array().unwrap();
        let mut awaited: Vec<&Value> =
            items.iter().filter(|item| item["type"] == "decision").map(|item| &item["game_id"]).collect();
        awaited.dedup();
        assert_eq!(games.iter().map(|game| &game["game_id"]).collect::<Vec<_>>(), awaited);
        for game in games {
            let path = format!("/v1/games/{}", game["game_id"].as_str().unwrap());
            let (view, legal) =
                (person.get(&format!("{path}/view")).await, person.get(&format!("{path}/legal")).await);
            assert_eq!(game["etag"].as_str(), view.marks.tag.as_deref());
            assert_eq!((&game["view"], &game["legal"]), (&view.json, &legal.json), "{path}");
        }
        let one = person.get("/v1/me/inbox?include=view").await.must_be(200);
        let keys = |game: &Value| game.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert!(
            one["games"].as_array().unwrap().iter().all(|game| keys(game) == ["etag", "game_id", "view"])
        );
        let both = person.get("/v1/me/inbox?include=legal,view").await.must_be(200);
        assert_eq!(both, page, "commas do as well");
        assert!(person.get("/v1/me/inbox").await.must_be(200).get("games").is_none());
    }
    let aud = &people[0];
    for (query, blamed) in
        [("include=legal&limit=11", "limit"), ("include=hand", "include"), ("include=", "include")]
    {
        aud.get(&format!("/v1/me/inbox?{query}")).await.must_blame(400, "invalid_parameter", blamed);
    }
    aud.get("/v1/me/inbox?limit=11").await.must_be(200);
}

#[tokio::test]
async fn the_games_that_it_brings_along_cost_two_round_trips_however_many_they_are() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let proxy = CountingProxy::before(&service.database.url());
    let counted = Server::start(service.app.clone(), proxy.url.clone());
    let person = people[0].at(&counted.address);
    let mut dice = seeded_dice(4);
    let mut cost = Vec::new();
    for games in [1, 11] {
        for _ in 0..games {
            Table::of("landnam", &people).await.play(3, &mut dice).await;
        }
        let path = "/v1/me/inbox?include=legal&include=view";
        person.get(path).await.must_be(200);
        // On a busy machine one of them may also look after the session, which is done now and then.
        let mut least = usize::MAX;
        for _ in 0..3 {
            let before = proxy.trips();
            person.get(path).await.must_be(200);
            least = (proxy.trips() - before).min(least);
        }
        cost.push(least);
    }
    // One statement for the list, one for the games, one for what can be taken back in time, where something can.
    assert!(cost.iter().all(|trips| (2..=3).contains(trips)), "{cost:?}");
}

#[tokio::test]
async fn it_holds_invitations_until_they_are_answered() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let game = aud.post("/v1/games", &json!({"ruleset": "landnam", "seats": 4})).await.must_be(201);
    let path = format!("/v1/games/{}/invitations", game["id"].as_str().unwrap());
    let invited = aud.post(&path, &json!({"name": "Bjarni"})).await.must_be(201);
    let items = inbox(&bjarni).await;
    assert_eq!(items.len(), 1, "{items:?}");
    assert_eq!((&items[0]["type"], &items[0]["invitation_id"]), (&json!("invitation"), &invited["id"]));
    assert_eq!((&items[0]["game_id"], &items[0]["awaited"]), (&game["id"], &json!(false)));
    let decline = format!("{path}/{}/decline", invited["id"].as_str().unwrap());
    bjarni.post(&decline, &json!({})).await;
    assert!(inbox(&bjarni).await.is_empty());
}
