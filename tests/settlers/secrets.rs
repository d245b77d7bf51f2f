//! Who sees what (§14).

use rules::Rules;
use rulesets::settlers::development::DevelopmentCard::{Knight, VictoryPoint};
use serde_json::{Value, json};

use super::position::{Game, standard};

fn seen(game: &Game, viewer: Option<u8>) -> Value {
    serde_json::to_value(game.rules.view(&game.state, viewer)).unwrap()
}

#[test]
fn hands_and_cards_are_their_owners_and_their_numbers_are_everybodys() {
    let game = standard().hand(1, [1, 0, 0, 0, 2]).holding(1, &[Knight, VictoryPoint]);
    let own = seen(&game, Some(1));
    assert_eq!(own["own"]["cards"], json!({"lumber": 1, "ore": 2}));
    assert_eq!(own["own"]["development_cards"], json!({"knight": 1, "victory_point": 1}));
    for viewer in [Some(0), None] {
        let view = seen(&game, viewer);
        assert_eq!(
            (&view["table"]["players"][1]["cards"], &view["table"]["players"][1]["development_cards"]),
            (&json!(3), &json!(2))
        );
        assert_eq!(view["seats"][1]["points"], 0);
        assert!(!view.to_string().contains("victory_point\""), "{view}");
    }
    assert!(seen(&game, None).get("own").is_none());
}

#[test]
fn a_chosen_discard_is_shown_when_the_last_has_chosen() {
    let mut game = standard().hand(1, [8, 0, 0, 0, 0]).hand(2, [0, 8, 0, 0, 0]).before_the_roll();
    game.rolls([3, 4]);
    let events = game.does(1, json!({"type": "discard", "cards": {"lumber": 4}}));
    let told = |viewer| serde_json::to_value(game.rules.redact(&events[0], viewer)).unwrap();
    assert_eq!(told(Some(2)), json!({"type": "cards_laid_aside", "seat": 1}));
    assert_eq!(told(Some(1))["cards"], json!({"lumber": 4}));
    assert_eq!(seen(&game, Some(1))["own"]["aside"], json!({"lumber": 4}));
    assert_eq!(seen(&game, Some(2))["table"]["players"][1]["cards"], 8);
    let events = game.does(2, json!({"type": "discard", "cards": {"brick": 4}}));
    let all = events.iter().map(|event| serde_json::to_value(game.rules.redact(event, None)).unwrap());
    let shown: Vec<Value> = all.filter(|event| event["type"] == "cards_discarded").collect();
    assert_eq!(shown[0]["discards"].as_array().unwrap().len(), 2);
}

#[test]
fn what_somebody_bought_only_he_sees() {
    let mut game = standard().hand(0, [0, 0, 1, 1, 1]).on_top(Knight);
    let events = game.does(0, json!({"type": "buy_development_card"}));
    let bought =
        events.iter().find(|event| serde_json::to_value(event).unwrap()["type"] == "development_card_bought");
    let told = |viewer| serde_json::to_value(game.rules.redact(bought.unwrap(), viewer)).unwrap();
    assert_eq!(told(Some(0))["card"], "knight");
    assert!(told(Some(1)).get("card").is_none());
}
