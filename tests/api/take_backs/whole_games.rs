//! Whole games in which seats take back at random: what is stored is whole, and every verifier agrees.

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::{NAMES, options, take_back};
use crate::harness::{Service, Table, stored};
use crate::harness::{record_file::File, seeded_dice};

const TURNS: u16 = 8;

async fn a_game_with_take_backs_is_whole(ruleset: &str, seed: u64) {
    let service = Service::start_short(TURNS);
    let table = Table::of(ruleset, &service.people(NAMES).await).await;
    let mut dice = seeded_dice(seed);
    let mut taken_back = 0;
    let mut seen = Vec::new();
    while let Some((seat, ..)) = table.go_on(&mut dice).await {
        if dice.random_bool(0.3) {
            let (versions, _) = options(&table, seat).await;
            if let Some(version) = versions.choose(&mut dice) {
                take_back(&table, seat, *version).await.must_be(200);
                taken_back += 1;
            }
        }
        seen.push(table.view(Some(0)).await);
    }
    assert!(taken_back > 5, "{taken_back}");
    let (_, title) = service.app.rulesets.find(ruleset).unwrap().clone();
    stored::must_be_whole(title.as_ref(), &service.database, &table);
    for view in seen.sample(&mut dice, 20) {
        let path = format!("{}/view?version={}", table.path, view["version"]);
        assert_eq!(table.player(0).get(&path).await.must_be(200)["view"], view["view"]);
    }
    let record = table.get(0, "record").await;
    let file = File::new(&format!("take-backs-{ruleset}"));
    file.holding(&record.text);
    for (verifier, (agrees, said)) in
        [("verify", file.verify()), ("replay", file.replay()), ("python", file.python())]
    {
        assert!(agrees, "{verifier}: {said}");
    }
    let forged = record.text.replacen("\"to_version\":", "\"to_version\":1", 1);
    file.holding(&forged);
    assert!(!file.verify().0 && !file.replay().0 && !file.python().0);
    let chart = table.get(0, "chart.svg").await;
    assert_eq!(chart.status, 200, "{}", chart.text);
}

#[tokio::test]
async fn landnam() {
    a_game_with_take_backs_is_whole("landnam", 5).await;
}

#[tokio::test]
async fn settlers() {
    a_game_with_take_backs_is_whole("settlers", 6).await;
}

#[tokio::test]
async fn nord() {
    a_game_with_take_backs_is_whole("nord", 7).await;
}
