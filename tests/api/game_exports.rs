//! The records of all games of a player, a line each: whole, in order, and going on where they were cut.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Person, Service, Table, described, seeded_dice};

const MINE: &str = "/v1/me/games/export";
/// Games are exported when every write of their time is surely committed.
const SETTLED: TimeDelta = TimeDelta::minutes(1);

/// Games of the toy between the two, played to the end one minute after another.
async fn played(service: &Service, people: &[Person; 2], count: usize) -> Vec<Table> {
    let mut dice = seeded_dice(4);
    let mut tables = Vec::new();
    for _ in 0..count {
        let table = Table::of("toy", people).await;
        table.play(usize::MAX, &mut dice).await;
        service.app.clock.advance(SETTLED);
        tables.push(table);
    }
    tables
}

async fn lines(person: &Person, path: &str) -> Vec<Value> {
    let answer = person.get(path).await;
    assert_eq!(
        (answer.status, answer.content_type.as_str()),
        (200, "application/x-ndjson"),
        "{}",
        answer.text
    );
    assert!(answer.text.is_empty() || answer.text.ends_with('\n'));
    answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ids(lines: &[Value]) -> Vec<&str> {
    lines.iter().map(|line| line["game"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn each_line_is_the_whole_record_of_a_game_in_the_order_in_which_they_ended() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let tables = played(&service, &people, 3).await;
    let running = Table::of("toy", &people).await;
    people[0].open(&json!({"ruleset": "toy", "seats": 2})).await;
    let exported = lines(&people[0], MINE).await;
    assert_eq!(ids(&exported), tables.iter().map(|table| table.id.as_str()).collect::<Vec<_>>());
    for (line, table) in exported.iter().zip(&tables) {
        let record = people[0].get(&format!("{}/record", table.path)).await.must_be(200);
        assert_eq!(*line, record);
        assert!(line["digest"].is_string() && line["secret"].is_string(), "{line}");
    }
    let all = people[0].get(MINE).await.text;
    assert!(!all.contains(&running.id));
    let head = people[0].request(Method::HEAD, MINE).send().await.unwrap();
    assert_eq!((head.status().as_u16(), &head.headers()["x-accel-buffering"]), (200, &"no".parse().unwrap()));
}

#[tokio::test]
async fn a_game_of_each_ruleset_stands_on_one_line() {
    let service = Service::start_short(2);
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let mut dice = seeded_dice(6);
    for ruleset in ["landnam", "nord"] {
        Table::of(ruleset, &people).await.play(usize::MAX, &mut dice).await;
        service.app.clock.advance(SETTLED);
    }
    let resigned = Table::of("settlers", &people).await;
    service.database.run(&format!(
        "UPDATE games SET status = 'voided', finished_at = '2026-11-20T12:30:00Z' WHERE id = '{}'",
        resigned.id
    ));
    service.app.clock.advance(TimeDelta::hours(1));
    let exported = lines(&people[0].again().await, MINE).await;
    let rulesets: Vec<&str> = exported.iter().map(|line| line["ruleset"].as_str().unwrap()).collect();
    assert_eq!(rulesets, ["landnam", "nord", "settlers"]);
    exported.iter().for_each(|line| described::must_fit("GameRecord", line));
}

#[tokio::test]
async fn an_export_goes_on_after_a_cut_without_loss_or_double() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let tables = played(&service, &people, 4).await;
    let whole = people[0].get(MINE).await.text;
    for cut in [1, whole.len() / 3, whole.len() / 2, whole.len() - 2, whole.len() - 1] {
        let kept = &whole[..whole[..cut].rfind('\n').map_or(0, |end| end + 1)];
        let last = kept.lines().last().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let after = last.map(|line| format!("?after={}", line["game"].as_str().unwrap())).unwrap_or_default();
        let rest = people[0].get(&format!("{MINE}{after}")).await.text;
        assert_eq!(format!("{kept}{rest}"), whole, "cut at {cut}");
    }
    let end = format!("{MINE}?after={}", tables[3].id);
    assert_eq!(people[0].get(&end).await.text, "");
    let new = played(&service, &people, 1).await;
    assert_eq!(ids(&lines(&people[0], &end).await), [new[0].id.as_str()]);
    // With filters the same: the game need not match them.
    let filtered = format!("{MINE}?after={}&until=2026-11-20T12:01:00Z", tables[0].id);
    assert_eq!(people[0].get(&filtered).await.text, "");
    for other in [uuid::Uuid::nil().to_string(), "x".to_owned()] {
        let answer = people[0].get(&format!("{MINE}?after={other}")).await;
        answer.must_blame(400, "invalid_parameter", "after");
    }
}

#[tokio::test]
async fn games_are_exported_by_time_ruleset_and_whether_they_are_rated() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let tables = played(&service, &people, 3).await;
    let id = |index: usize| tables[index].id.as_str();
    service.database.run(&format!("UPDATE games SET visibility = 'unlisted' WHERE id = '{}'", id(1)));
    let at = async |query: &str| {
        let exported = lines(&people[0], &format!("{MINE}?{query}")).await;
        ids(&exported).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(at("rated=true").await, [id(0), id(2)]);
    assert_eq!(at("rated=false").await, [id(1)]);
    assert_eq!(at("since=2026-11-20T12:01:00Z").await, [id(1), id(2)]);
    assert_eq!(at("until=2026-11-20T12:01:00Z").await, [id(0)]);
    assert_eq!(at("ruleset=toy&since=2026-11-20T12:02:00Z").await, [id(2)]);
    assert_eq!(at("ruleset=nord").await, Vec::<String>::new());
    for (query, part) in
        [("ruleset=chess", "ruleset"), ("rated=maybe", "rated"), ("since=1", "since"), ("x=1", "x")]
    {
        people[0].get(&format!("{MINE}?{query}")).await.must_blame(400, "invalid_parameter", part);
    }
}

#[tokio::test]
async fn others_get_the_public_games_alone_and_a_game_that_just_ended_comes_later() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let cnut = service.person("Cnut").await;
    let tables = played(&service, &people, 3).await;
    for (index, visibility) in [(0, "private"), (2, "unlisted")] {
        service
            .database
            .run(&format!("UPDATE games SET visibility = '{visibility}' WHERE id = '{}'", tables[index].id));
    }
    for (person, named) in [(&cnut, "Aud"), (&people[1], people[0].id.as_str())] {
        let theirs = lines(person, &format!("/v1/people/{named}/games/export")).await;
        assert_eq!(ids(&theirs), [tables[1].id.as_str()]);
        // A hidden game is as unknown as one that there is not.
        let hidden = format!("/v1/people/{named}/games/export?after={}", tables[0].id);
        person.get(&hidden).await.must_blame(400, "invalid_parameter", "after");
    }
    assert_eq!(lines(&people[0], MINE).await.len(), 3);
    assert_eq!(lines(&cnut, MINE).await.len(), 0);
    cnut.get("/v1/people/Nobody/games/export").await.must_refuse(404, "account_not_found");
    let stranger = service.stranger();
    stranger.get("/v1/people/Aud/games/export").await.must_refuse(401, "unauthenticated");
    stranger.get(MINE).await.must_refuse(401, "unauthenticated");
    let fresh = Table::of("toy", &people).await;
    fresh.play(usize::MAX, &mut seeded_dice(8)).await;
    assert_eq!(lines(&people[0], MINE).await.len(), 3);
    service.app.clock.advance(SETTLED);
    assert_eq!(lines(&people[0], MINE).await.len(), 4);
}

#[tokio::test]
async fn an_account_fetches_two_exports_at_a_time_and_a_revoked_token_cuts_one_off() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let tables = played(&service, &people, 1).await;
    // More than the buffers between the two ends hold, so that an export that nobody reads does not end.
    service.database.run(&format!(
        "UPDATE entries SET action = to_json(repeat('x', 3000000))::text WHERE game_id = '{}' AND action IS NOT NULL",
        tables[0].id
    ));
    let bot = people[0].with_scopes(&["games:read"]).await;
    let open = async |person: &Person| person.request(Method::GET, MINE).send().await.unwrap();
    let (mut one, two) = (open(&bot).await, open(&bot).await);
    assert_eq!((one.status().as_u16(), two.status().as_u16()), (200, 200));
    let refused = people[0].get(MINE).await;
    refused.must_refuse(429, "too_many_streams");
    drop(two);
    let token = people[0].get("/v1/me/tokens").await.must_be(200)["items"][0]["id"].clone();
    people[0].delete(&format!("/v1/me/tokens/{}", token.as_str().unwrap())).await.must_be(204);
    tokio::time::sleep(std::time::Duration::from_millis(1_500)).await;
    let mut end = Ok(None);
    for _ in 0..100_000 {
        end = one.chunk().await;
        if !matches!(end, Ok(Some(_))) {
            break;
        }
    }
    assert!(end.is_err(), "the export must not look whole");
}
