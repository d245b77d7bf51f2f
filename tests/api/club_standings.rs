//! The finished games of a club: the list of them, and how everybody did.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::clubs::{found_club, join};
use crate::harness::{Person, Service, Table, described, seeded_dice};

/// A game of the club that is played to its end by these members.
async fn finished(club: &str, people: &[Person], dice: &mut ChaCha8Rng) -> Value {
    let game = json!({"ruleset": "toy", "seats": people.len(), "club_id": club});
    let table = Table::with(&game, people).await;
    table.play(usize::MAX, dice).await;
    let shown = people[0].get(&table.path).await.must_be(200);
    assert_eq!((&shown["status"], &shown["club_id"]), (&json!("finished"), &json!(club)));
    shown
}

async fn hide(service: &Service, game: &Value) {
    let id = game["id"].as_str().unwrap();
    service.database.run(&format!("UPDATE games SET visibility = 'private' WHERE id = '{id}'"));
}

async fn standings(person: &Person, club: &str, query: &str) -> Value {
    let page = person.get(&format!("/v1/clubs/{club}/standings?ruleset=toy{query}")).await.must_be(200);
    described::must_fit("ClubStandingPage", &page);
    page
}

/// What the standings must say after these games, by account: games, wins, places and the share of places.
fn expected(games: &[&Value]) -> BTreeMap<String, Value> {
    let mut players: BTreeMap<String, Vec<(u64, f64)>> = BTreeMap::new();
    for game in games {
        let ranking = game["outcome"]["ranking"].as_array().unwrap();
        let rank = |place: &Value| place["rank"].as_u64().unwrap();
        for seat in game["seats"].as_array().unwrap() {
            let Some(account) = seat["account_id"].as_str() else { continue };
            let own = rank(ranking.iter().find(|place| place["seat"] == seat["seat"]).unwrap());
            let beaten: f64 = ranking
                .iter()
                .map(|place| match rank(place) {
                    other if other > own => 1.0,
                    other if other == own => 0.5,
                    _ => 0.0,
                })
                .sum();
            let share = (beaten - 0.5) / (ranking.len() - 1) as f64;
            players.entry(account.to_owned()).or_default().push((own, share));
        }
    }
    let summed = |results: Vec<(u64, f64)>| {
        let last = results.iter().map(|(rank, _)| *rank).max().unwrap();
        let places: Vec<usize> =
            (1..=last).map(|place| results.iter().filter(|(rank, _)| *rank == place).count()).collect();
        let average = results.iter().map(|(_, share)| share).sum::<f64>() / results.len() as f64;
        json!({"games": results.len(), "wins": places[0], "places": places,
               "average_place_share": (average * 1000.0).round() as i64})
    };
    players.into_iter().map(|(account, results)| (account, summed(results))).collect()
}

fn shown(page: &Value) -> BTreeMap<String, Value> {
    let standing = |one: &Value| {
        let shown = ["games", "wins", "places", "average_place_share"]
            .map(|name| (name.to_owned(), one[name].clone()));
        (one["account_id"].as_str().unwrap().to_owned(), Value::Object(shown.into_iter().collect()))
    };
    page["items"].as_array().unwrap().iter().map(standing).collect()
}

#[tokio::test]
async fn standings_count_the_finished_games_that_the_reader_may_see() {
    let service = Service::start();
    let [aud, bjarni, cnut, dalla] = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    let club = found_club(&aud, json!({"joining": "open"})).await;
    for person in [&bjarni, &cnut] {
        join(person, &club).await.must_be(200);
    }
    let mut dice = seeded_dice(7);
    let pair = [aud.clone(), bjarni.clone()];
    let mut games = vec![
        finished(&club, &pair, &mut dice).await,
        finished(&club, &[aud.clone(), bjarni.clone(), cnut.clone()], &mut dice).await,
        // A public game of the club is open to others.
        finished(&club, &[aud.clone(), dalla.clone()], &mut dice).await,
    ];
    let before = standings(&service.stranger(), &club, "").await;
    assert_eq!(shown(&before), expected(&games.iter().collect::<Vec<_>>()));
    let of = |page: &Value, person: &Person| {
        page["items"].as_array().unwrap().iter().find(|one| one["account_id"] == *person.id).unwrap().clone()
    };
    assert_eq!(
        (&of(&before, &dalla)["is_member"], &of(&before, &cnut)["is_member"]),
        (&json!(false), &json!(true))
    );
    let order: Vec<i64> = before["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["average_place_share"].as_i64().unwrap())
        .collect();
    assert!(order.is_sorted_by(|one, next| one >= next), "{order:?}");
    // What is hidden, unfinished, or of no club changes nothing for strangers.
    let hidden = finished(&club, &pair, &mut dice).await;
    hide(&service, &hidden).await;
    Table::with(&json!({"ruleset": "toy", "seats": 2, "club_id": club}), &pair).await;
    let elsewhere = Table::of("toy", &pair).await;
    elsewhere.play(usize::MAX, &mut dice).await;
    for outsider in [&service.stranger(), &dalla] {
        assert_eq!(standings(outsider, &club, "").await, before);
    }
    games.push(hidden);
    assert_eq!(shown(&standings(&cnut, &club, "").await), expected(&games.iter().collect::<Vec<_>>()));
    // A player who leaves keeps the results, and a deleted account is left out.
    cnut.post(&format!("/v1/clubs/{club}/leave"), &json!({})).await.must_be(204);
    assert_eq!(of(&standings(&aud, &club, "").await, &cnut)["is_member"], false);
    cnut.delete_with("/v1/me", &json!({"password": "a long ship west"})).await.must_be(204);
    let mut rest = expected(&games.iter().collect::<Vec<_>>());
    rest.remove(&cnut.id);
    assert_eq!(shown(&standings(&aud, &club, "").await), rest);
}

#[tokio::test]
async fn bots_are_no_players_of_standings_and_take_places_all_the_same() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let club = found_club(&aud, json!({})).await;
    let game = json!({"ruleset": "toy", "seats": 3, "bots": ["random", "random"], "club_id": club});
    let table = Table::with(&game, std::slice::from_ref(&aud)).await;
    service.database.run(&format!(
        "UPDATE games SET status = 'finished', finished_at = '2026-11-20T12:30:00Z', outcome = '{{\"ended_by\": \
         \"points\", \"ranking\": [{{\"rank\": 1, \"seat\": 0, \"points\": 3}}, {{\"rank\": 1, \"seat\": 1, \"points\": 3}}, \
         {{\"rank\": 3, \"seat\": 2, \"points\": 1}}]}}' WHERE id = '{}'",
        table.id
    ));
    let seat = service
        .database
        .texts(&format!("SELECT seat::text AS value FROM seats WHERE account_id = '{}'", aud.id));
    let page = standings(&aud, &club, "").await;
    let (places, share) = if seat == ["2"] { (json!([0, 0, 1]), 0) } else { (json!([1]), 750) };
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&page["items"][0]["places"], &page["items"][0]["average_place_share"]),
        (&places, &json!(share))
    );
    // One that was abandoned, or has no result for the seat, counts for nobody.
    for change in ["status = 'voided'", "status = 'finished', outcome = NULL"] {
        service.database.run(&format!("UPDATE games SET {change} WHERE id = '{}'", table.id));
        assert_eq!(standings(&aud, &club, "").await["items"], json!([]), "{change}");
    }
}

#[tokio::test]
async fn standings_are_of_a_ruleset_a_time_and_a_page() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let club = found_club(&aud, json!({"joining": "open"})).await;
    for person in [&bjarni, &cnut] {
        join(person, &club).await.must_be(200);
    }
    let mut dice = seeded_dice(3);
    let early = finished(&club, &[aud.clone(), bjarni.clone(), cnut.clone()], &mut dice).await;
    service.app.clock.advance(chrono::TimeDelta::minutes(5));
    let late = finished(&club, &[aud.clone(), bjarni.clone()], &mut dice).await;
    let between = late["finished_at"].as_str().unwrap();
    assert_eq!(shown(&standings(&aud, &club, &format!("&since={between}")).await), expected(&[&late]));
    assert_eq!(shown(&standings(&aud, &club, &format!("&until={between}")).await), expected(&[&early]));
    let whole = standings(&aud, &club, "").await;
    let all = whole["items"].as_array().unwrap();
    let first = standings(&aud, &club, "&limit=2").await;
    let next = format!("&limit=2&cursor={}", first["next_cursor"].as_str().unwrap());
    let second = standings(&aud, &club, &next).await;
    let back = format!("&limit=2&cursor={}", second["prev_cursor"].as_str().unwrap());
    assert_eq!(first["items"].as_array().unwrap().as_slice(), &all[..2]);
    assert_eq!(
        (second["items"].as_array().unwrap().as_slice(), &second["next_cursor"]),
        (&all[2..], &Value::Null)
    );
    assert_eq!(standings(&aud, &club, &back).await["items"], first["items"]);
    let path = format!("/v1/clubs/{club}/standings");
    assert_eq!(aud.get(&format!("{path}?ruleset=nord")).await.must_be(200)["items"], json!([]));
    for (query, part) in [
        ("", "ruleset"),
        ("?ruleset=chess", "ruleset"),
        ("?ruleset=toy&since=yesterday", "since"),
        ("?ruleset=toy&limit=101", "limit"),
        ("?ruleset=toy&cursor=x", "cursor"),
    ] {
        aud.get(&format!("{path}{query}")).await.must_blame(400, "invalid_parameter", part);
    }
    aud.get(&format!("{path}?ruleset=nord&{}", &next[1..])).await.must_blame(
        400,
        "invalid_parameter",
        "cursor",
    );
}

#[tokio::test]
async fn the_standings_of_a_private_club_do_not_exist_for_strangers() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let club = found_club(&aud, json!({"visibility": "private", "joining": "request"})).await;
    let mut dice = seeded_dice(3);
    finished(&club, &[aud.clone(), bjarni.clone()], &mut dice).await;
    let nothing = uuid::Uuid::nil().to_string();
    for stranger in [&bjarni, &cnut, &service.stranger()] {
        for query in ["?ruleset=toy", "?ruleset=chess", "?ruleset=toy&limit=1", ""] {
            let hidden = stranger.get(&format!("/v1/clubs/{club}/standings{query}")).await;
            let none = stranger.get(&format!("/v1/clubs/{nothing}/standings{query}")).await;
            assert_eq!(
                (hidden.status, hidden.text.replace(&club, "")),
                (none.status, none.text.replace(&nothing, ""))
            );
            assert!([400, 404].contains(&hidden.status), "{}", hidden.text);
        }
    }
}

#[tokio::test]
async fn the_archive_of_a_club_lists_its_finished_games_in_pages() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let club = found_club(&aud, json!({"joining": "open"})).await;
    join(&bjarni, &club).await.must_be(200);
    let mut dice = seeded_dice(3);
    let pair = [aud.clone(), bjarni.clone()];
    let mut games = Vec::new();
    for _ in 0..5 {
        games.push(finished(&club, &pair, &mut dice).await["id"].as_str().unwrap().to_owned());
    }
    Table::with(&json!({"ruleset": "toy", "seats": 2, "club_id": club}), &pair).await;
    // In the order of their ids, which games of the same millisecond have by chance.
    games.sort_by(|one, other| other.cmp(one));
    hide(&service, &json!({"id": games[3]})).await;
    let archive = async |person: &Person| {
        let (mut found, mut cursor) = (Vec::new(), String::new());
        loop {
            let path = format!("/v1/games?club={club}&status=finished&limit=2{cursor}");
            let page = person.get(&path).await.must_be(200);
            found.extend(
                page["items"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()),
            );
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return found,
            }
        }
    };
    assert_eq!(archive(&bjarni).await, games);
    games.remove(3);
    assert_eq!((archive(&cnut).await, archive(&service.stranger()).await), (games.clone(), games));
}
