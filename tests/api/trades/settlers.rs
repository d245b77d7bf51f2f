//! Trades of the Settlers (rules page §7.1).

use rulesets::settlers::development::DevelopmentCard::Knight;
use serde_json::{Value, json};

use super::{NOBODY, Post};
use crate::harness::{Board, PostOffice};
use crate::island::{Game, standard};
use crate::webhooks::receiver::Receiver;
use crate::webhooks::{Hook, at_home, heard};

/// Seat 0 has ore; 1 and 2 have brick, and 3 has nothing.
fn market() -> Game {
    standard().hand(0, [0, 0, 0, 0, 4]).hand(1, [0, 2, 0, 0, 0]).hand(2, [0, 2, 0, 0, 0])
}

fn offer(to: &[u8]) -> Value {
    json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"brick": 1}, "to": to})
}

fn answer(kind: &str) -> Value {
    json!({"type": kind, "offer": 1})
}

#[tokio::test]
async fn a_maker_who_is_away_hears_of_the_first_acceptance_and_of_each_counter_offer_and_confirms_from_the_mail()
 {
    let mut post = Post::at("settlers", PostOffice::open(), &market().state).await;
    post.act(0, "main", offer(&[1, 2, 3])).await;
    assert_eq!(post.heard().await, ["trade_offered 1", "trade_offered 2"], "seat 3 has no brick");
    assert_eq!(post.inbox(3).await, ["t1.offer1"], "the offer is in the inbox all the same");
    post.act(1, "trade_answer", answer("accept_trade")).await;
    let accepted = post.mails().await;
    let [(kind, 0, mail)] = &accepted[..] else { panic!("{accepted:?}") };
    assert_eq!(kind, "offer_answered");
    let bjarni = &post.table.player(1).name;
    let text = mail.text();
    assert!(mail.subject().contains("your offer was answered"), "{}", mail.subject());
    assert!(text.to_lowercase().contains(&format!("trade with {}", bjarni.to_lowercase())), "{text}");
    assert!(text.contains("Your offer of 1 ore for 1 brick was accepted."), "{text}");
    assert!(post.inbox(0).await.contains(&"t1.confirm1.0".to_owned()));
    let counter = json!({"type": "counter_trade", "offer": 1, "give": {"brick": 1}, "get": {"ore": 3}});
    post.act(2, "trade_answer", counter).await;
    assert_eq!(post.heard().await, ["trade_offered 0"]);
    assert!(post.inbox(0).await.contains(&"t1.offer2".to_owned()));
    post.act(3, "trade_answer", answer("reject_trade")).await;
    post.act(2, "trade_answer", answer("accept_trade")).await;
    assert_eq!(post.heard().await, NOBODY, "a rejection, and a second acceptance, ask nothing new");
    let confirm = json!({"type": "confirm_trade", "offer": 1, "with": 1});
    let made = post.answer(0, "t1.confirm1.0", &confirm).await.must_be(200);
    assert_eq!(made["events"][0]["event"]["type"], "trade_made");
    assert_eq!(post.heard().await, NOBODY, "the maker is there");
}

#[tokio::test]
async fn a_maker_who_is_away_hears_once_that_the_offer_was_carried_out_or_fell_through() {
    let mut post = Post::at("settlers", PostOffice::open(), &market().state).await;
    post.act(0, "main", offer(&[1])).await;
    post.mails().await;
    post.act(1, "trade_answer", answer("accept_trade")).await;
    let carried_out = post.mails().await;
    let [(kind, 0, mail)] = &carried_out[..] else { panic!("{carried_out:?}") };
    assert_eq!(kind, "offer_answered");
    assert!(mail.text().contains("traded 1 ore for 1 brick"), "{}", mail.text());
    // Seat 2 offers the active player a trade and is told of the answer, too.
    let unasked = json!({"type": "offer_trade", "give": {"brick": 1}, "get": {"ore": 1}});
    post.act(2, "trade", unasked).await;
    assert_eq!(post.heard().await, ["trade_offered 0"]);
    let reject = json!({"type": "reject_trade", "offer": 2});
    post.act(0, "trade_answer", reject).await;
    assert_eq!(post.heard().await, ["offer_answered 2"]);
}

#[tokio::test]
async fn an_offer_that_all_have_rejected_is_told_once_and_may_still_be_accepted() {
    let mut post = Post::at("settlers", PostOffice::open(), &market().state).await;
    post.act(0, "main", offer(&[1, 2])).await;
    post.mails().await;
    post.act(1, "trade_answer", answer("reject_trade")).await;
    assert_eq!(post.heard().await, NOBODY);
    post.act(2, "trade_answer", answer("reject_trade")).await;
    assert_eq!(post.heard().await, ["offer_answered 0"]);
    assert_eq!(post.inbox(1).await, NOBODY, "who has rejected is not asked");
    post.act(1, "trade_answer", answer("accept_trade")).await;
    assert_eq!(post.heard().await, ["offer_answered 0"]);
    post.answer(1, "t1.offer1", &answer("reject_trade")).await.must_refuse(409, "decision_closed");
    post.act(0, "main", json!({"type": "withdraw_trade", "offer": 1})).await;
    post.answer(2, "t1.offer1", &answer("accept_trade")).await.must_refuse(409, "offer_closed");
    post.answer(1, "t1.main.0", &answer("accept_trade")).await.must_refuse(409, "decision_closed");
}

#[tokio::test]
async fn an_offer_is_mailed_once_whatever_else_its_maker_plays_and_its_mail_stays_good() {
    let mut post = Post::at("settlers", PostOffice::open(), &market().holding(0, &[Knight]).state).await;
    post.act(0, "main", offer(&[1, 2])).await;
    assert_eq!(post.heard().await, ["trade_offered 1", "trade_offered 2"]);
    post.act(0, "main", json!({"type": "play_knight"})).await;
    post.act(0, "move_robber", json!({"type": "move_robber", "hex": 0, "victim": null})).await;
    post.act(0, "main", json!({"type": "offer_trade", "give": {"ore": 2}, "get": {"wool": 1}, "to": [3]}))
        .await;
    assert_eq!(post.heard().await, NOBODY);
    post.answer(1, "t1.offer1", &answer("accept_trade")).await.must_be(200);
}

#[tokio::test]
async fn an_acceptance_that_is_taken_back_before_the_mail_leaves_is_not_mailed() {
    let office = PostOffice::open_with(1, |settings| settings.mail.hold_down_seconds = 60);
    let mut post = Post::at("settlers", office, &market().state).await;
    post.act(0, "main", offer(&[1, 2])).await;
    post.act(1, "trade_answer", answer("accept_trade")).await;
    post.act(1, "trade", answer("reject_trade")).await;
    post.act(2, "trade_answer", answer("accept_trade")).await;
    post.office.after_seconds(61);
    assert_eq!(post.heard().await, ["offer_answered 0"], "of the acceptance that stands");
}

#[tokio::test]
async fn an_answer_is_not_mailed_to_a_maker_who_has_acted_since() {
    let office = PostOffice::open_with(1, |settings| settings.mail.hold_down_seconds = 60);
    let mut post = Post::at("settlers", office, &market().state).await;
    post.act(0, "main", offer(&[1])).await;
    post.act(1, "trade_answer", answer("accept_trade")).await;
    post.act(0, "main", json!({"type": "end_turn"})).await;
    post.office.after_seconds(61);
    let heard = post.heard().await;
    assert!(!heard.contains(&"offer_answered 0".to_owned()), "{heard:?}");
}

#[tokio::test]
async fn an_offer_that_cannot_be_accepted_is_mailed_to_those_who_want_that() {
    let mut post = Post::at("settlers", PostOffice::open(), &market().state).await;
    let wants = json!({"modes": {"unpayable_offer": "instantly"}});
    post.table.player(3).put("/v1/me/notifications/preferences", &wants).await.must_be(200);
    let shown = post.table.player(2).get("/v1/me/notifications/preferences").await.must_be(200);
    assert_eq!(shown["modes"]["unpayable_offer"], "never", "{shown}");
    post.act(0, "main", offer(&[1, 2, 3])).await;
    let heard = post.heard().await;
    assert_eq!(heard, ["trade_offered 1", "trade_offered 2", "unpayable_offer 3"]);
}

#[tokio::test]
async fn that_a_seat_cannot_pay_is_seen_by_nobody_else() {
    // The same offer to one who can pay and to one who can't; seat 1 holds what makes the bank alike.
    let mut seen = Vec::new();
    for brick in [1, 0] {
        let board = Board::set("settlers", 4).await;
        let hands = market_of_one([brick, 1 - brick, 0, 0, 0], [1 - brick, brick, 0, 0, 0]);
        board.put(&hands.state);
        let mut of_others = vec![board.act(0, offer(&[3])).await.must_be(200)];
        for seat in [0, 2] {
            let (person, path) = (board.table.player(seat), &board.table.path);
            for what in ["/v1/me/notifications/deliveries?limit=100", "/v1/me/inbox"] {
                of_others.push(person.get(what).await.must_be(200));
            }
            for what in ["view", "legal", "events", "view?as=spectator"] {
                of_others.push(person.get(&format!("{path}/{what}")).await.must_be(200));
            }
        }
        let own = board.table.player(3).get("/v1/me/notifications/deliveries?limit=100").await.must_be(200);
        let kinds = own["items"].as_array().unwrap().iter().map(|one| one["kind"].clone());
        seen.push((of_others, kinds.collect::<Vec<_>>()));
    }
    assert_eq!(seen[0].0, seen[1].0);
    assert!(seen[0].1.contains(&json!("trade_offered")) && seen[1].1.contains(&json!("unpayable_offer")));
}

fn market_of_one(of_seat_1: [u8; 5], of_seat_3: [u8; 5]) -> Game {
    standard().hand(0, [0, 0, 0, 0, 4]).hand(1, of_seat_1).hand(3, of_seat_3)
}

// Programs are told of answers and offers as their owners are.

#[tokio::test]
async fn a_program_is_told_of_the_answers_to_an_offer_and_of_unpayable_offers_only_where_it_asks_for_them() {
    let market = standard().hand(0, [0, 0, 0, 0, 4]).hand(1, [0, 2, 0, 0, 0]);
    let post = Post::at("settlers", PostOffice::open_with(1, at_home), &market.state).await;
    let receivers = [Receiver::start(), Receiver::start(), Receiver::start()];
    let topics = json!({"topics": ["trade_offered", "unpayable_offer", "offer_answered"]});
    Hook::with(post.table.player(0), &receivers[0], topics.clone()).await;
    Hook::of(post.table.player(2), &receivers[1]).await;
    Hook::with(post.table.player(3), &receivers[2], topics).await;
    let offer = json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"brick": 1}});
    post.act(0, "main", offer).await;
    let beyond = heard(&receivers[2], 1).await.remove(0);
    assert_eq!(
        (beyond.topic(), &beyond.json()["data"]["decision"]),
        ("unpayable_offer".to_owned(), &json!("t1.offer1"))
    );
    post.act(1, "trade_answer", json!({"type": "accept_trade", "offer": 1})).await;
    let answered = heard(&receivers[0], 1).await.remove(0);
    assert_eq!(answered.topic(), "offer_answered");
    assert_eq!(answered.json()["data"]["decision"], "t1.confirm1.0");
    // The usual topics leave out what cannot be paid.
    let others = receivers[1].heard();
    assert!(
        others.iter().all(|told| told.topic() != "unpayable_offer" && told.topic() != "trade_offered"),
        "{others:?}"
    );
}
