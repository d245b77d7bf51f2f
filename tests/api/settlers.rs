//! What is peculiar to the Settlers, over HTTP.

use rulesets::settlers::board::{Edge, Vertex};
use rulesets::settlers::development::DevelopmentCard::{Knight, Monopoly};
use serde_json::{Value, json};

use crate::harness::{Board, Browser, PostOffice, Table, stored};
use crate::island::{Game, standard};
use crate::replies::page;
use crate::support::Mail;

// Mails of the Settlers: who is called, and that what is in them can be sent.

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

/// A game at that position, and how many mails had come before.
async fn office(game: &Game) -> (PostOffice, Table, usize) {
    let office = PostOffice::open();
    let people = office.service.people(NAMES).await;
    let table = Table::of("settlers", &people).await;
    office.quiet().await;
    let text = serde_json::to_string(&game.state).unwrap();
    stored::replace_state(&office.service.database, &table.id, &text);
    let before = office.sink.taken().len();
    (office, table, before)
}

/// Answers the first decision of a seat.
async fn act(table: &Table, seat: usize, action: Value) {
    let legal = table.legal(seat).await;
    let body = json!({"decision": legal["decisions"][0]["decision"]["id"], "action": action});
    table.post(seat, "actions", &body).await.must_be(200);
}

/// The mails that came since, each with what it is for and to whom.
fn since(office: &PostOffice, before: usize) -> Vec<(String, Mail)> {
    let mails = office.sink.taken().into_iter().skip(before);
    let kind = |mail: &Mail| mail.message_id().split(['.', '@']).nth(3).unwrap().to_owned();
    let mut mails: Vec<(String, Mail)> = mails.map(|mail| (kind(&mail), mail)).collect();
    mails.sort_by_key(|(_, mail)| mail.to.clone());
    mails
}

fn kinds(mails: &[(String, Mail)]) -> Vec<&str> {
    mails.iter().map(|(kind, _)| kind.as_str()).collect()
}

#[tokio::test]
async fn a_seven_calls_everybody_who_owes_at_once_and_nobody_again_until_all_have_chosen() {
    let hands = (0..4).fold(standard().before_the_roll(), |game, seat| game.hand(seat, [4, 4, 0, 0, 0]));
    let (office, table, before) = office(&hands.holding(0, &[Knight])).await;
    stored::must_roll_seven(&office.service, &table.id);
    act(&table, 0, json!({"type": "roll"})).await;
    office.quiet().await;
    let called = since(&office, before);
    assert_eq!(kinds(&called), ["discard"; 3], "the roller is there and owes too");
    for (_, mail) in &called {
        let text = mail.text();
        assert!(text.contains("4 brick") && text.contains("4 lumber"), "the bounds are told: {text}");
        assert!(text.contains("Give back …, with"), "what is to be filled in is a gap: {text}");
    }
    for seat in [2, 0, 3] {
        act(&table, seat, json!({"type": "discard", "cards": {"lumber": 4}})).await;
    }
    office.quiet().await;
    assert_eq!(since(&office, before).len(), 3, "nobody is called while others choose");
    act(&table, 1, json!({"type": "discard", "cards": {"lumber": 4}})).await;
    office.quiet().await;
    let last = office.sink.taken().pop().unwrap();
    assert_eq!(since(&office, before).len(), 4);
    let address = format!("{}@example.org", table.player(0).name.to_lowercase());
    assert_eq!(last.to, [address], "the robber moves");
}

#[tokio::test]
async fn an_offer_is_accepted_on_the_page_of_the_mail() {
    let market = standard().hand(0, [0, 0, 0, 0, 2]).hand(1, [0, 1, 0, 0, 0]);
    let (office, table, before) = office(&market).await;
    let offer = json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"brick": 1}, "first_come": true});
    act(&table, 0, offer).await;
    office.quiet().await;
    let called = since(&office, before);
    assert_eq!(kinds(&called), ["trade_offered"], "who lacks the card is not called");
    let address = format!("{}@example.org", table.player(1).name.to_lowercase());
    let (_, mine) = called.iter().find(|(_, mail)| mail.to[0] == address).unwrap();
    let (page, browser) = (page(mine), Browser::new(&office));
    let accept = browser.open(&page).await.answers().remove(0);
    assert!(accept.1.starts_with("Accept"), "{accept:?}");
    browser.answer(&page, &accept.0).await.says("Done.").says("traded");
}

// Moves of the Settlers that the rules refuse: each with its code, and nothing is changed.

async fn board(game: &Game) -> Board {
    let board = Board::set("settlers", 4).await;
    board.put(&game.state);
    board
}

fn offer(give: Value, get: Value) -> Value {
    json!({"type": "offer_trade", "give": give, "get": get})
}

#[tokio::test]
async fn nobody_trades_for_the_same_kind_gives_for_nothing_or_offers_what_he_does_not_hold() {
    let board = board(&standard().hand(0, [2, 0, 4, 0, 3])).await;
    board.must_refuse(0, offer(json!({"ore": 2}), json!({"ore": 1})), "bad_offer").await;
    board.must_refuse(0, offer(json!({"ore": 1}), json!({})), "bad_offer").await;
    board.must_refuse(0, offer(json!({}), json!({"brick": 1})), "bad_offer").await;
    board.must_refuse(0, offer(json!({"grain": 1}), json!({"brick": 1})), "cards_missing").await;
    board.must_refuse(0, offer(json!({"gold": 1}), json!({"brick": 1})), "malformed_action").await;
    let by_sea = |give: &str, get: &str| json!({"type": "maritime_trade", "give": give, "get": get});
    board.must_refuse(0, by_sea("wool", "wool"), "same_kind").await;
    board.must_refuse(0, by_sea("ore", "wool"), "cannot_afford").await;
    let mut to_himself = offer(json!({"ore": 1}), json!({"brick": 1}));
    to_himself["to"] = json!([0]);
    board.must_refuse(0, to_himself, "wrong_recipients").await;
}

#[tokio::test]
async fn an_offer_that_was_made_anew_is_not_accepted_as_the_old_one() {
    let board = board(&standard().hand(0, [2, 0, 0, 0, 3]).hand(1, [0, 2, 0, 0, 0])).await;
    board.act(0, offer(json!({"ore": 2}), json!({"brick": 1}))).await.must_be(200);
    let asked = asked(&board, 1).await;
    board.act(0, json!({"type": "withdraw_trade", "offer": 1})).await.must_be(200);
    board.act(0, offer(json!({"ore": 1}), json!({"brick": 2}))).await.must_be(200);
    let accept = |offer: u32| json!({"type": "accept_trade", "offer": offer});
    board.answer(1, &asked, accept(1)).await.must_refuse(409, "offer_closed");
    board.answer(1, &asked, accept(2)).await.must_refuse(409, "offer_closed");
    board.must_refuse(1, accept(1), "wrong_phase").await;
    board.must_refuse(2, accept(2), "cards_missing").await;
    board.act(1, accept(2)).await.must_be(200);
}

/// What a viewer reads of the events since a version: those that closed an offer.
async fn closings(board: &Board, viewer: Option<usize>, path: &str) -> Vec<Value> {
    let address = format!("{}/{path}", board.table.path);
    let read = match viewer {
        Some(seat) => board.table.player(seat).get(&address).await,
        None => board.service.stranger().get(&address).await,
    };
    fn closed(of: &Value, found: &mut Vec<Value>) {
        match of {
            Value::Object(members) if members.get("type") == Some(&json!("offer_closed")) => {
                found.push(of.clone())
            }
            Value::Object(members) => members.values().for_each(|part| closed(part, found)),
            Value::Array(parts) => parts.iter().for_each(|part| closed(part, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    closed(&read.must_be(200), &mut found);
    found
}

#[tokio::test]
async fn only_the_maker_who_confirms_reads_why_a_trade_fell_through() {
    let board = board(&standard().hand(0, [2, 0, 0, 0, 3]).hand(1, [0, 1, 0, 0, 0])).await;
    board.act(0, offer(json!({"ore": 1}), json!({"brick": 1}))).await.must_be(200);
    board.act(1, json!({"type": "accept_trade", "offer": 1})).await.must_be(200);
    // Seat 1 gives its only brick for another offer, and accepts nothing anew.
    board.act(0, offer(json!({"lumber": 1}), json!({"brick": 1}))).await.must_be(200);
    let second = json!({"type": "accept_trade", "offer": 2});
    board.answer(1, "t1.offer2", second).await.must_be(200);
    let confirm = |offer: u32| json!({"type": "confirm_trade", "offer": offer, "with": 1});
    board.answer(0, "t1.confirm2.0", confirm(2)).await.must_be(200);
    let confirmed = board.answer(0, "t1.confirm1.0", confirm(1)).await.must_be(200);
    assert_eq!(confirmed["events"][0]["event"]["reason"], "cards_missing", "{confirmed}");
    let whole = json!({"type": "offer_closed", "offer": 1, "maker": 0, "reason": "cards_missing", "seat": 0});
    let stub = json!({"type": "offer_closed", "offer": 1, "maker": 0, "reason": "not_carried_out"});
    for path in ["events", "record"] {
        assert_eq!(closings(&board, Some(0), path).await, std::slice::from_ref(&whole), "{path}");
        for viewer in [Some(1), Some(2), None] {
            assert_eq!(
                closings(&board, viewer, path).await,
                std::slice::from_ref(&stub),
                "{path} of {viewer:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_seat_that_rejected_an_offer_counters_it_and_its_maker_accepts() {
    let board = board(&standard().hand(0, [2, 0, 0, 0, 3]).hand(1, [0, 1, 0, 0, 0])).await;
    board.act(0, offer(json!({"ore": 1}), json!({"brick": 1}))).await.must_be(200);
    board.answer(1, "t1.offer1", json!({"type": "reject_trade", "offer": 1})).await.must_be(200);
    let counter = json!({"type": "counter_trade", "offer": 1, "give": {"brick": 1}, "get": {"ore": 2}});
    board.answer(1, "t1.offer1", counter).await.must_be(200);
    board.answer(0, "t1.offer2", json!({"type": "accept_trade", "offer": 2})).await.must_be(200);
    let own = board.table.view(Some(1)).await["view"]["own"]["cards"].clone();
    assert_eq!(own, json!({"ore": 2}));
}

/// The decision on an offer that a seat is asked.
async fn asked(board: &Board, seat: u8) -> String {
    let view = board.table.view(None).await;
    let mut asked = view["awaited"].as_array().unwrap().iter();
    let mine = asked.find(|open| open["seat"] == seat && open["kind"] == "trade_answer");
    mine.unwrap()["decision"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn after_a_seven_the_right_number_goes_back_and_the_robber_moves_on_to_a_victim_with_cards() {
    let mut game = standard().settlement(1, &[26]).settlement(2, &[31]).hand(1, [3, 3, 2, 0, 0]);
    game = game.before_the_roll();
    game.rolls([3, 4]);
    let board = board(&game).await;
    let discard = |cards: Value| json!({"type": "discard", "cards": cards});
    board.must_refuse(1, discard(json!({"lumber": 3})), "bad_discard").await;
    board.must_refuse(1, discard(json!({"lumber": 3, "brick": 2})), "bad_discard").await;
    board.must_refuse(1, discard(json!({"ore": 4})), "bad_discard").await;
    board.must_refuse(1, discard(json!({"lumber": 0})), "malformed_action").await;
    board.act(1, discard(json!({"lumber": 3, "brick": 1}))).await.must_be(200);
    let robber = |hex: u8, victim: Value| json!({"type": "move_robber", "hex": hex, "victim": victim});
    board.must_refuse(0, robber(game.state.table.robber.0, Value::Null), "same_hex").await;
    board.must_refuse(0, robber(11, json!(2)), "bad_victim").await;
    board.must_refuse(0, robber(11, json!(3)), "bad_victim").await;
    board.must_refuse(0, robber(11, Value::Null), "bad_victim").await;
    board.must_refuse(0, robber(19, Value::Null), "unknown_id").await;
    board.act(0, robber(11, json!(1))).await.must_be(200);
}

#[tokio::test]
async fn a_card_waits_a_turn_and_one_is_played_in_each() {
    let bought = standard().hand(0, [0, 0, 1, 1, 1]).on_top(Knight);
    let board = board(&bought).await;
    board.act(0, json!({"type": "buy_development_card"})).await.must_be(200);
    board.must_refuse(0, json!({"type": "play_knight"}), "card_bought_this_turn").await;
    board.must_refuse(0, json!({"type": "play_monopoly", "resource": "ore"}), "card_not_held").await;
    board.put(&standard().holding(0, &[Knight, Monopoly]).state);
    board.act(0, json!({"type": "play_knight"})).await.must_be(200);
    board.act(0, json!({"type": "move_robber", "hex": 0})).await.must_be(200);
    board.must_refuse(0, json!({"type": "play_monopoly", "resource": "ore"}), "card_already_played").await;
}

#[tokio::test]
async fn no_road_leads_through_an_opponents_building_and_no_sixth_settlement_is_built() {
    let blocked = standard().settlement(0, &[18]).settlement(1, &[30]).roads(0, &[28, 36]);
    let board = board(&blocked.hand(0, [1, 1, 1, 1, 0])).await;
    for Edge(beyond) in Vertex(30).edges().filter(|edge| *edge != Edge(36)) {
        board.must_refuse(0, json!({"type": "build_road", "edge": beyond}), "not_connected").await;
    }
    board.must_refuse(0, json!({"type": "build_road", "edge": 36}), "edge_taken").await;
    board.must_refuse(0, json!({"type": "build_settlement", "vertex": 24}), "distance_rule").await;
    let five = standard().settlement(0, &[0, 2, 16, 18, 20]).roads(0, &[28, 36]);
    board.put(&five.hand(0, [1, 1, 1, 1, 0]).state);
    board.must_refuse(0, json!({"type": "build_settlement", "vertex": 30}), "no_piece_left").await;
    board.must_refuse(0, json!({"type": "build_city", "vertex": 18}), "cannot_afford").await;
    board.must_refuse(0, json!({"type": "end_movement"}), "malformed_action").await;
    board.must_refuse(0, json!({"type": "roll"}), "wrong_phase").await;
}

// Several seats at one question: nobody waits for one that he need not wait for.

/// Seat 0 has rolled and offers ore for brick, which the others have.
fn market() -> Game {
    let game = standard().hand(0, [0, 0, 0, 0, 2]);
    [1, 2, 3].into_iter().fold(game, |game, seat| game.hand(seat, [0, 1, 0, 0, 0]))
}

fn offer_of_ore(first_come: bool) -> Value {
    json!({"type": "offer_trade", "give": {"ore": 1}, "get": {"brick": 1}, "to": [1, 2, 3], "first_come": first_come})
}

fn accept() -> Value {
    json!({"type": "accept_trade", "offer": 1})
}

/// The types of the events in a reply.
fn told(reply: &Value) -> Vec<&str> {
    let events = reply["events"].as_array().unwrap().iter();
    events.map(|event| event["event"]["type"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn four_who_discard_at_once_cost_one_round_of_waiting() {
    let board = Board::set("settlers", 4).await;
    let hands = (0..4).fold(standard().before_the_roll(), |game, seat| game.hand(seat, [4, 4, 0, 0, 0]));
    // Whoever holds a development card rolls himself.
    board.put(&hands.holding(0, &[rulesets::settlers::development::DevelopmentCard::Knight]).state);
    stored::must_roll_seven(&board.service, &board.table.id);
    let rolled = board.act(0, json!({"type": "roll"})).await.must_be(200);
    assert_eq!(told(&rolled), ["dice_rolled", "discards_awaited"]);
    assert_eq!(board.table.awaited().await, [0, 1, 2, 3]);
    // Each answers what he was asked by the roll, whoever was faster, and all at the same instant.
    let answers = [3, 1, 0, 2].map(|seat| {
        let cards = json!({"type": "discard", "cards": {"lumber": 4}});
        let board = &board;
        async move { board.act(seat, cards).await.must_be(200) }
    });
    let replies = futures_util::future::join_all(answers).await;
    let shown = replies.iter().filter(|reply| told(reply).contains(&"cards_discarded"));
    assert_eq!(shown.count(), 1, "the cards go back when the last has chosen");
    let view = board.table.view(None).await;
    let awaited = view["awaited"].as_array().unwrap();
    assert_eq!(awaited.len(), 1, "{awaited:?}");
    assert_eq!((&awaited[0]["seat"], &awaited[0]["kind"]), (&json!(0), &json!("move_robber")));
}

#[tokio::test]
async fn the_first_acceptance_of_a_first_come_offer_carries_it_out() {
    let board = Board::set("settlers", 4).await;
    board.put(&market().state);
    let offered = board.act(0, offer_of_ore(true)).await.must_be(200);
    let open = &offered["awaited"].as_array().unwrap()[1];
    let asked = open["decision"].as_str().unwrap().to_owned();
    let taken = board.answer(2, &asked, accept()).await.must_be(200);
    assert_eq!(told(&taken), ["trade_made"]);
    board.answer(1, &asked, accept()).await.must_refuse(409, "offer_closed");
    board.answer(3, &asked, accept()).await.must_refuse(409, "offer_closed");
    let own = board.table.view(Some(2)).await["view"]["own"]["cards"].clone();
    assert_eq!(own, json!({"ore": 1}));
}

#[tokio::test]
async fn an_offer_may_be_confirmed_as_soon_as_one_has_accepted() {
    let board = Board::set("settlers", 4).await;
    board.put(&market().state);
    board.act(0, offer_of_ore(false)).await.must_be(200);
    let accepted = board.act(2, accept()).await.must_be(200);
    assert_eq!(told(&accepted), ["trade_accepted"]);
    let legal = board.table.legal(0).await;
    let confirm = json!({"type": "confirm_trade", "offer": 1, "with": 2});
    let asked = &legal["decisions"][1];
    assert_eq!(asked["decision"]["kind"], "confirm_trade");
    assert_eq!(
        asked["actions"],
        json!([confirm]),
        "with whoever has accepted, and nobody has to be waited for"
    );
    board.answer(0, "t1.main.1", confirm.clone()).await.must_refuse(422, "wrong_phase");
    let made = board.answer(0, asked["decision"]["id"].as_str().unwrap(), confirm).await.must_be(200);
    assert_eq!(told(&made), ["trade_made"]);
    assert!(made["awaited"].as_array().unwrap().iter().all(|open| open["kind"] != "trade_answer"));
}

#[tokio::test]
async fn an_answer_for_another_title_is_refused() {
    let board = Board::set("settlers", 4).await;
    board.put(&market().state);
    let path = format!("{}/actions", board.table.path);
    let view = board.table.view(None).await;
    assert_eq!(view["ruleset"], "settlers");
    let body = |ruleset: &str| {
        let decision = &view["awaited"][0]["decision"];
        json!({"ruleset": ruleset, "decision": decision, "action": {"type": "end_turn"}})
    };
    let player = board.table.player(0);
    player.post(&path, &body("landnam")).await.must_blame(422, "invalid_field", "ruleset");
    player.post(&path, &body("chess")).await.must_blame(422, "invalid_field", "ruleset");
    assert_eq!(player.post(&path, &body("settlers")).await.must_be(200)["ruleset"], "settlers");
}
