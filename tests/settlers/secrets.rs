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
fn why_a_trade_fell_through_is_shown_to_its_maker_alone() {
    use rulesets::settlers::resource::Bundle;
    let offer = |give: Value, get: Value| json!({"type": "offer_trade", "give": give, "get": get});
    let told = |game: &Game, events: &[rulesets::settlers::event::Event]| -> Vec<Value> {
        let [event] = events else { panic!("one event: {events:?}") };
        let viewers = [Some(0), Some(1), Some(2), Some(3), None];
        viewers.map(|viewer| serde_json::to_value(game.rules.redact(event, viewer)).unwrap()).to_vec()
    };
    let stub =
        |maker: u8| json!({"type": "offer_closed", "offer": 1, "maker": maker, "reason": "not_carried_out"});

    // The maker confirms, and the seat that accepted has lost its cards meanwhile.
    let mut game = standard().hand(0, [0, 0, 0, 0, 1]).hand(1, [0, 1, 0, 0, 0]);
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    game.does(1, json!({"type": "accept_trade", "offer": 1}));
    game.state.hand_over(1, 3, Bundle::new([0, 1, 0, 0, 0])).unwrap();
    let events = game.does(0, json!({"type": "confirm_trade", "offer": 1, "with": 1}));
    let seen = told(&game, &events);
    assert_eq!((&seen[0]["reason"], &seen[0]["seat"]), (&json!("cards_missing"), &json!(0)));
    for other in &seen[1..] {
        assert_eq!(*other, stub(0));
    }

    // Another seat accepts, and the maker lacks the cards: whoever accepts does not learn it either.
    let mut game = standard().hand(0, [0, 0, 0, 0, 1]).hand(1, [0, 1, 0, 0, 0]);
    game.does(1, offer(json!({"brick": 1}), json!({"ore": 1})));
    game.state.hand_over(1, 3, Bundle::new([0, 1, 0, 0, 0])).unwrap();
    let events = game.does(0, json!({"type": "accept_trade", "offer": 1}));
    let seen = told(&game, &events);
    assert_eq!(seen[1]["reason"], "cards_missing");
    for viewer in [0, 2, 3, 4] {
        assert_eq!(seen[viewer], stub(1));
    }
}

#[test]
fn that_an_offer_was_withdrawn_or_closed_with_the_trade_is_everybodys_to_see() {
    let mut game = standard().hand(0, [0, 0, 0, 0, 1]);
    let offer = json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"brick": 1}});
    game.does(0, offer.clone());
    let mut events = game.does(0, json!({"type": "withdraw_trade", "offer": 1}));
    game.does(0, offer);
    events.extend(game.does(0, json!({"type": "end_turn"})));
    for viewer in [Some(0), Some(2), None] {
        let told = events.iter().map(|event| serde_json::to_value(game.rules.redact(event, viewer)).unwrap());
        let told = told.filter(|event| event["type"] == "offer_closed");
        let reasons: Vec<Value> = told.map(|event| event["reason"].clone()).collect();
        assert_eq!(reasons, ["withdrawn", "trading_closed"]);
    }
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
