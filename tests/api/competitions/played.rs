//! Whole competitions over HTTP, with bots, people who vanish, resign and are replaced, and clocks moved by hand.

use serde_json::{Value, json};

use super::hall::Hall;
use crate::harness::record_file::File;

/// One person vanishes, one resigns, and one is replaced after the first round; the others play to the end.
async fn play_with_trouble(hall: &mut Hall) {
    let [vanished, resigning, replaced] = [1, 2, 3];
    let substitute = hall.office.service.person("Substitute").await;
    hall.pair(1).await;
    let entered = substitute.post(&format!("{}/sign-up", hall.path), &json!({})).await.must_be(200);
    assert_eq!(entered["role"], "substitute");
    let tables = hall.running().await;
    let own =
        tables.iter().find(|table| table.players.iter().any(|player| player.id == hall.people[resigning].id));
    let own = own.expect("everybody has a table").clone();
    hall.people[resigning].post(&format!("{}/resign", own.path), &json!({})).await.must_be(200);
    let path = format!("{}/entrants/{}/replace", hall.path, hall.people[replaced].id);
    let now = hall.organiser.post(&path, &json!({"by": substitute.id})).await.must_be(200);
    assert_eq!((&now["account_id"], &now["replaced_from"]), (&json!(substitute.id), &json!(2)));
    hall.people.push(substitute);
    hall.play(&[vanished], Some(4)).await;
    hall.must_have_replied();
}

fn of_name<'a>(standings: &'a [Value], name: &str) -> &'a Value {
    standings.iter().find(|row| row["name"] == name).unwrap()
}

/// The record of a game of the competition says which table it is, and is sealed like others.
async fn must_name_itself(hall: &Hall) {
    let rounds = hall.rounds().await;
    let game = rounds[0]["tables"][0]["game_id"].as_str().unwrap();
    let record = hall.organiser.get(&format!("/v1/games/{game}/record")).await.must_be(200);
    assert_eq!(format!("/v1/competitions/{}", record["competition"]["id"].as_str().unwrap()), hall.path);
    let text = hall.organiser.get(&format!("/v1/games/{game}/record")).await.text;
    let file = File::new(&format!("competition-{game}.json"));
    file.holding(&text);
    let ((well, said), (also, python)) = (file.verify(), file.python());
    assert!(well && also, "{said} {python}");
    let id = hall.path.rsplit('/').next().unwrap();
    let listed = hall.organiser.get(&format!("/v1/games?competition={id}&limit=100")).await.must_be(200);
    let tables: usize = rounds.iter().map(|round| round["tables"].as_array().unwrap().len()).sum();
    assert_eq!(listed["items"].as_array().unwrap().len(), tables);
}

async fn must_be_over(hall: &Hall, rounds: usize) {
    must_name_itself(hall).await;
    let shown = hall.show().await;
    assert_eq!((&shown["status"], &shown["round"]), (&json!("finished"), &json!(rounds)));
    let verified = hall.must_verify().await;
    assert_eq!(verified["rounds"], rounds);
    let standings = hall.standings().await;
    let vanished = of_name(&standings, "Player1");
    assert_eq!((&vanished["lapsed"], &vanished["withdrawn_from"]), (&json!(1), &json!(2)), "{vanished}");
    let resigned = of_name(&standings, "Player2");
    assert_eq!((&resigned["lapsed"], &resigned["withdrawn_from"]), (&json!(1), &json!(2)), "{resigned}");
    assert_eq!(of_name(&standings, "Substitute")["replaced_from"], 2);
    assert!(standings.iter().all(|row| row["name"] != "Player3"), "the substitute has the place");
}

fn bots(bot: &str, many: usize) -> Value {
    Value::from(vec![bot; many])
}

#[tokio::test]
async fn a_swiss_of_24_at_landnam_runs_to_its_end() {
    let competition = json!({
        "name": "Autumn Swiss", "form": {"type": "swiss", "rounds": 3}, "tables": {"size": 4, "least": 3, "bot": "random"},
        "games": {"ruleset": "landnam", "caretaker_after": 1}, "bots": bots("random", 18), "most_entrants": 24,
    });
    let mut hall = Hall::open(6, &competition).await;
    play_with_trouble(&mut hall).await;
    must_be_over(&hall, 3).await;
}

#[tokio::test]
async fn a_league_of_12_at_the_settlers_runs_to_its_end() {
    let competition = json!({
        "name": "Winter league", "form": {"type": "league", "rounds": 3, "divisions": 2}, "tables": {"size": 3, "bot": "random"},
        "games": {"ruleset": "settlers", "caretaker_after": 1}, "bots": bots("random", 7), "most_entrants": 12,
    });
    let mut hall = Hall::open(5, &competition).await;
    play_with_trouble(&mut hall).await;
    must_be_over(&hall, 3).await;
    let next = hall.organiser.post(&format!("{}/next-season", hall.path), &json!({})).await.must_be(200);
    let again = hall.organiser.post(&format!("{}/next-season", hall.path), &json!({})).await.must_be(200);
    assert_eq!((&next["id"], &next["status"], &next["round"]), (&again["id"], &json!("open"), &json!(0)));
    assert_eq!(format!("/v1/competitions/{}", next["season_of"].as_str().unwrap()), hall.path);
}

#[tokio::test]
async fn a_knockout_of_16_at_nord_runs_to_its_end() {
    let competition = json!({
        "name": "Spring cup", "form": {"type": "knockout"}, "tables": {"size": 2, "most": 4, "bot": "random"},
        "games": {"ruleset": "nord", "caretaker_after": 1}, "bots": bots("random", 11), "most_entrants": 16,
    });
    let mut hall = Hall::open(5, &competition).await;
    play_with_trouble(&mut hall).await;
    let rounds = hall.rounds().await.len();
    must_be_over(&hall, rounds).await;
    let last = hall.rounds().await.pop().unwrap();
    let table = &last["tables"][0];
    let winner = table["seats"].as_array().unwrap().iter().find(|seat| seat["place"] == 1).unwrap();
    assert_eq!(last["tables"].as_array().unwrap().len(), 1, "one table decides");
    assert_eq!(hall.standings().await[0]["entrant"], winner["entrant"]);
}
