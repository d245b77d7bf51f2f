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

/// A competition of so many people and bots together.
fn terms(name: &str, form: &Value, tables: &Value, ruleset: &str, (people, all): (usize, usize)) -> Value {
    json!({
        "name": name, "form": form, "tables": tables, "games": {"ruleset": ruleset, "caretaker_after": 1},
        "bots": vec!["random"; all - people], "most_entrants": all,
    })
}

async fn a_swiss_of_24_runs_to_its_end(ruleset: &str) {
    let (form, tables) =
        (json!({"type": "swiss", "rounds": 3}), json!({"size": 4, "least": 3, "bot": "random"}));
    let mut hall = Hall::open(6, &terms("Autumn Swiss", &form, &tables, ruleset, (6, 24))).await;
    play_with_trouble(&mut hall).await;
    must_be_over(&hall, 3).await;
}

async fn a_league_of_12_runs_to_its_end(ruleset: &str) {
    let form = json!({"type": "league", "rounds": 3, "divisions": 2});
    let tables = json!({"size": 3, "bot": "random"});
    let mut hall = Hall::open(5, &terms("Winter league", &form, &tables, ruleset, (5, 12))).await;
    play_with_trouble(&mut hall).await;
    must_be_over(&hall, 3).await;
    let next = hall.organiser.post(&format!("{}/next-season", hall.path), &json!({})).await.must_be(200);
    let again = hall.organiser.post(&format!("{}/next-season", hall.path), &json!({})).await.must_be(200);
    assert_eq!((&next["id"], &next["status"], &next["round"]), (&again["id"], &json!("open"), &json!(0)));
    assert_eq!(format!("/v1/competitions/{}", next["season_of"].as_str().unwrap()), hall.path);
}

async fn a_knockout_of_16_runs_to_its_end(ruleset: &str) {
    let (form, tables) = (json!({"type": "knockout"}), json!({"size": 4, "least": 3, "bot": "random"}));
    let mut hall = Hall::open(5, &terms("Spring cup", &form, &tables, ruleset, (5, 16))).await;
    play_with_trouble(&mut hall).await;
    let rounds = hall.rounds().await;
    must_be_over(&hall, rounds.len()).await;
    let last = rounds.last().unwrap();
    let table = &last["tables"][0];
    let winner = table["seats"].as_array().unwrap().iter().find(|seat| seat["place"] == 1).unwrap();
    assert_eq!(last["tables"].as_array().unwrap().len(), 1, "one table decides");
    assert_eq!(hall.standings().await[0]["entrant"], winner["entrant"]);
}

#[tokio::test]
async fn a_swiss_of_24_at_landnam_runs_to_its_end() {
    a_swiss_of_24_runs_to_its_end("landnam").await;
}

#[tokio::test]
async fn a_league_of_12_at_the_settlers_runs_to_its_end() {
    a_league_of_12_runs_to_its_end("settlers").await;
}

#[tokio::test]
async fn a_knockout_of_16_at_nord_runs_to_its_end() {
    a_knockout_of_16_runs_to_its_end("nord").await;
}

#[tokio::test]
#[ignore = "the six other pairs of a form and a ruleset belong to the soak"]
async fn every_form_of_competition_runs_to_its_end_at_every_other_ruleset() {
    for ruleset in ["settlers", "nord"] {
        a_swiss_of_24_runs_to_its_end(ruleset).await;
    }
    for ruleset in ["landnam", "nord"] {
        a_league_of_12_runs_to_its_end(ruleset).await;
    }
    for ruleset in ["landnam", "settlers"] {
        a_knockout_of_16_runs_to_its_end(ruleset).await;
    }
}
