//! Standing orders on the page of a seat.

use serde_json::Value;

use super::seat::Called;
use crate::harness::seeded_dice;

async fn given(called: &Called) -> Vec<Value> {
    let orders = called.table.get(called.seat, "orders").await;
    orders.must_be(200)["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn ready_orders_are_ticked_and_unticked() {
    for (ruleset, sentence, kind) in [
        ("settlers", "Roll the dice as soon as your turn begins.", "roll"),
        ("landnam", "End your turn when there is nothing left to do in it.", "end_turn"),
    ] {
        let called = Called::to(ruleset).await;
        let part = format!("{}?show=orders", called.page);
        let page = called.browser.open(&part).await;
        page.says(sentence).says("Nobody else sees it.");
        let form = page.form("tick_orders");
        // The box beside that sentence.
        let (before, _) = page.0.text.split_once(sentence).unwrap();
        let (_, value) = before.rsplit_once(" value=\"").unwrap();
        let digest = value.split('"').next().unwrap().to_owned();
        let saved = called.browser.send_form(&form.clone().ticked("order", &digest)).await;
        saved.says("Your standing orders were saved.");
        let orders = given(&called).await;
        assert_eq!((orders.len(), orders[0]["order"]["type"].as_str()), (1, Some(kind)));
        // Saved again it stays the same one; unticked it is gone.
        let again = called.browser.send_form(&saved.form("tick_orders")).await;
        assert_eq!(given(&called).await, orders);
        let mut none = again.form("tick_orders");
        none.fields.retain(|(name, _)| name != "order");
        called.browser.send_form(&none).await.says("saved");
        assert!(given(&called).await.is_empty());
    }
}

#[tokio::test]
async fn orders_with_numbers_are_filled_in_and_taken_back() {
    let called = Called::to("landnam").await;
    let part = format!("{}?show=orders", called.page);
    let page = called.browser.open(&part).await;
    let forms = page.forms();
    let raise = forms.iter().find(|form| {
        form.names.iter().any(|name| name == "f.up_to")
            && form.fields.iter().any(|(_, value)| value == "give_order")
    });
    let given_page = called.browser.send_form(&raise.expect("an order").clone().with("f.up_to", "3")).await;
    given_page.says("Your standing orders were saved.").says("a total of 3 cards");
    let orders = given(&called).await;
    assert_eq!((orders.len(), &orders[0]["order"]["up_to"]), (1, &serde_json::json!(3)));
    for wrong in ["0", "999", "x", ""] {
        let refused = called.browser.send_form(&raise.unwrap().clone().with("f.up_to", wrong)).await;
        assert!(refused.0.status >= 400, "{wrong}: {}", refused.0.text);
    }
    let removed = called.browser.send_form(&given_page.form("remove_order")).await;
    removed.says("Your standing orders were saved.").says_not("a total of 3 cards");
    assert!(given(&called).await.is_empty());
}

#[tokio::test]
async fn orders_that_the_game_forbids_are_not_offered() {
    let called = Called::to("settlers").await;
    called
        .office
        .tamper("UPDATE games SET terms = jsonb_set(terms::jsonb, '{forbidden_orders}', '[\"roll\"]')::text");
    let page = called.browser.open(&format!("{}?show=orders", called.page)).await;
    page.says_not("Roll the dice as soon as your turn begins.")
        .says("End your turn when there is nothing left");
}

#[tokio::test]
async fn an_order_of_the_page_answers_while_its_player_sleeps() {
    let called = Called::to("settlers").await;
    let part = format!("{}?show=orders", called.page);
    let form = called.browser.open(&part).await.form("tick_orders");
    let boxes = called.browser.open(&part).await;
    let digests = boxes.0.text.split("name=\"order\" value=\"").skip(1);
    let all = digests.fold(form, |form, rest| form.ticked("order", rest.split('"').next().unwrap()));
    called.browser.send_form(&all).await.says("saved");
    assert_eq!(given(&called).await.len(), 4);
    // The setting up is played by everybody, and then the seat's dice are rolled for it.
    let mut dice = seeded_dice(7);
    for _ in 0..400 {
        let state = called.table.get(called.seat, "events?limit=100").await;
        if state.text.contains("dice_rolled") {
            return;
        }
        called.table.go_on(&mut dice).await.unwrap();
    }
    panic!("no dice were rolled");
}
