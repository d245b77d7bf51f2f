//! What orders answer, and when.

use althing::service::play;
use serde_json::{Value, json};

use super::{bet, betting, leave, orders, playing, three};
use crate::harness::{PostOffice, Service, Table, connect, stored};

/// Who made the entries of a game, in order, the server's left out.
pub fn makers(service: &Service, table: &Table) -> Vec<String> {
    let log = stored::log(&service.database, &table.id);
    let made = log.values().filter(|entry| entry["made_by"] != "server");
    made.map(|entry| format!("{} {}", entry["made_by"].as_str().unwrap(), entry["seat"])).collect()
}

pub fn must_be_whole(service: &Service, table: &Table) {
    let (_, title) = service.app.rulesets.find("toy").unwrap().clone();
    stored::must_be_whole(title.as_ref(), &service.database, table);
}

#[tokio::test]
async fn an_order_answers_in_the_write_that_opens_the_question_and_looks_like_any_answer() {
    let service = Service::start();
    let table = three(&service).await;
    leave(&table, 1, betting()).await;
    let before = table.version().await;
    let reply = bet(&table, 0).await;
    assert_eq!(reply["version"], before + 4, "his own bet, a roll, the order's bet, a roll");
    assert_eq!(table.awaited().await, [2]);
    assert_eq!(makers(&service, &table), ["seat 0", "order 1"]);
    for viewer in [Some(0), Some(1), Some(2), None] {
        let told = table.events(viewer).await;
        let bets: Vec<_> = told.iter().filter(|told| told["event"]["type"] == "bet").collect();
        assert_eq!(bets.len(), 2);
        assert!(bets.iter().all(|told| told["by"] == "seat"), "{bets:?}");
        assert_eq!(bets[0]["at"], bets[1]["at"]);
    }
    must_be_whole(&service, &table);
}

#[tokio::test]
async fn a_seat_whose_order_answers_is_not_called() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    leave(&table, 1, betting()).await;
    bet(&table, 0).await;
    office.quiet().await;
    let calls = "SELECT seat::text AS value FROM mails WHERE kind = 'your_turn' ORDER BY version";
    assert_eq!(office.service.database.texts(calls), ["0", "2"]);
}

#[tokio::test]
async fn an_order_that_fits_an_open_question_answers_at_once() {
    let service = Service::start();
    let table = three(&service).await;
    let set = leave(&table, 0, betting()).await;
    assert_eq!(set["order"]["order"], betting());
    let told: Vec<_> = set["events"].as_array().unwrap().iter().map(|told| &told["event"]["type"]).collect();
    assert_eq!(told, ["bet", "rolled"]);
    assert_eq!(set["version"], table.version().await);
    assert_eq!(table.awaited().await, [1]);
    assert_eq!(makers(&service, &table), ["order 0"]);
    must_be_whole(&service, &table);
}

#[tokio::test]
async fn a_request_that_an_order_answered_to_has_the_same_reply_when_it_is_repeated() {
    let service = Service::start();
    let table = three(&service).await;
    leave(&table, 1, betting()).await;
    let legal = table.legal(0).await;
    let decision = &legal["decisions"][0]["decision"]["id"];
    let body = json!({"decision": decision, "action": {"type": "bet", "amount": 2}});
    let path = format!("{}/actions", table.path);
    let one = table.player(0).post_under("once", &path, &body).await;
    let other = table.player(0).post_under("once", &path, &body).await;
    assert_eq!(one.status, 200);
    assert_eq!(one, other);
}

#[tokio::test]
async fn orders_of_everybody_play_until_somebody_is_awaited_or_the_game_is_over() {
    let service = Service::start();
    let table = three(&service).await;
    leave(&table, 1, betting()).await;
    leave(&table, 2, betting()).await;
    bet(&table, 0).await;
    assert_eq!(table.awaited().await, [0]);
    leave(&table, 0, betting()).await;
    let shown = table.player(0).get(&table.path).await.must_be(200);
    assert_eq!(shown["status"], "finished");
    assert_eq!(makers(&service, &table).len(), 30);
    must_be_whole(&service, &table);
}

#[tokio::test]
async fn of_two_orders_the_one_given_last_answers_and_one_taken_back_does_not() {
    let service = Service::start();
    let table = three(&service).await;
    leave(&table, 1, betting()).await;
    let later = leave(&table, 1, json!({"type": "keep_betting", "amount": 3})).await;
    let reply = bet(&table, 0).await;
    let bets = |reply: &serde_json::Value| {
        let told = reply["events"].as_array().unwrap().iter().map(|told| told["event"].clone());
        told.filter(|event| event["type"] == "bet").collect::<Vec<_>>()
    };
    assert_eq!(bets(&reply)[1]["amount"], 3);
    let path = format!("{}/orders/{}", table.path, later["order"]["id"].as_str().unwrap());
    table.player(1).delete(&path).await.must_be(204);
    table.player(1).delete(&path).await.must_refuse(404, "order_not_found");
    bet(&table, 2).await;
    let reply = bet(&table, 0).await;
    assert_eq!(bets(&reply)[1]["amount"], 1);
    assert_eq!(orders(&table, 1).await["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn orders_rest_while_the_game_rests_and_answer_in_the_vote_that_goes_on() {
    let service = Service::start();
    let table = three(&service).await;
    let carry = async |kind: &str| {
        let vote = table.post(1, "votes", &json!({ "kind": kind })).await.must_be(201);
        table.ballot(2, &vote, "yes").await.must_be(200)
    };
    carry("pause").await;
    assert_eq!(leave(&table, 0, betting()).await["events"], json!([]));
    carry("resume").await;
    assert_eq!(table.awaited().await, [1]);
    assert!(makers(&service, &table).contains(&"order 0".to_owned()));
    must_be_whole(&service, &table);
}

#[tokio::test]
async fn an_order_answers_after_a_resignation() {
    let service = Service::start();
    let table = three(&service).await;
    leave(&table, 1, betting()).await;
    table.post(0, "resign", &json!({})).await.must_be(200);
    assert_eq!(table.awaited().await, [2]);
    let path = format!("{}/orders", table.path);
    let order = json!({"order": betting()});
    table.player(0).post(&path, &order).await.must_refuse(409, "seat_resigned");
}

#[tokio::test]
async fn orders_rest_while_a_bot_plays_for_their_owner() {
    let service = Service::start();
    let table = three(&service).await;
    leave(&table, 1, betting()).await;
    let away = json!({"kind": "replace_seat", "seat": 1, "bot": "random"});
    table.post(1, "votes", &away).await.must_be(201);
    bet(&table, 0).await;
    assert_eq!(table.awaited().await, [1], "the bot has not moved yet");
    table.post(1, "return", &json!({})).await.must_be(200);
    assert_eq!(table.awaited().await, [2]);
}

#[tokio::test]
async fn whoever_takes_a_seat_over_gets_none_of_its_orders_and_they_answer_no_more() {
    let service = Service::start();
    let table = three(&service).await;
    let dalla = service.person("Dalla").await;
    leave(&table, 1, betting()).await;
    let asked = json!({"kind": "replace_seat", "seat": 1, "account": dalla.id});
    let vote = table.post(0, "votes", &asked).await.must_be(201);
    table.ballot(2, &vote, "yes").await.must_be(200);
    dalla.post(&format!("{}/seats/1/take", table.path), &json!({})).await.must_be(200);
    let listed = dalla.get(&format!("{}/orders", table.path)).await.must_be(200);
    assert_eq!(listed["items"], json!([]));
    bet(&table, 0).await;
    assert_eq!(table.awaited().await, [1]);
}

/// What one write has no room for is put on the list of bots' turns; here it is put there by hand.
#[tokio::test]
async fn what_one_write_had_no_room_for_a_worker_does() {
    let service = Service::start();
    let table = three(&service).await;
    let content = betting();
    let account = &table.player(0).id;
    service.database.run(&format!(
            "INSERT INTO orders (game_id, id, number, seat, account_id, kind, content, set_at) \
             SELECT game_id, game_id, 1, 0, '{account}', 'keep_betting', '{content}', updated_at FROM positions; \
             INSERT INTO bot_turns (game_id, version, due_at) SELECT game_id, version, updated_at FROM positions"
        ));
    let mut ctx = connect(&service).await;
    assert!(play::bot_turn(&mut ctx).await.unwrap());
    assert!(!play::bot_turn(&mut ctx).await.unwrap());
    assert_eq!(table.awaited().await, [1]);
    assert_eq!(makers(&service, &table), ["order 0"]);
}

// Orders that can't apply any more.

/// The toy with the card in the hand of the seat whose turn it is.
async fn holding(office: &PostOffice, card: u8) -> Table {
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    let mut state: Value = serde_json::from_str(&stored::state(&office.service.database, &table.id)).unwrap();
    state["pile"].as_array_mut().unwrap().retain(|kept| *kept != json!(card));
    state["hands"][0] = json!([card]);
    stored::replace_state(&office.service.database, &table.id, &state.to_string());
    table
}

#[tokio::test]
async fn an_order_that_can_apply_no_more_is_dropped_and_its_owner_is_told_why() {
    let office = PostOffice::open();
    let table = holding(&office, 5).await;
    for seat in [1, 2] {
        leave(&table, seat, playing(5)).await;
        leave(&table, seat, playing(6)).await;
    }
    let play = json!({"decision": "t0.go", "action": {"type": "play", "card": 5}});
    table.post(0, "actions", &play).await.must_be(200);
    let listed = orders(&table, 1).await;
    assert_eq!(listed["items"][0]["spent"]["reason"], "card_played");
    assert_eq!(listed["items"][1]["spent"], Value::Null);
    office.quiet().await;
    let mails = office.sink.taken();
    let told: Vec<_> = mails.iter().filter(|mail| mail.subject().contains("standing order")).collect();
    assert_eq!(told.len(), 2, "one to each owner");
    for mail in told {
        assert!(mail.text().contains("No longer applies: Play when held (Card played)"), "{}", mail.text());
        assert!(!mail.text().contains("Keep betting"));
    }
    // It tells once, and never answers.
    bet(&table, 1).await;
    office.quiet().await;
    let count = office.sink.taken().iter().filter(|mail| mail.subject().contains("standing order")).count();
    assert_eq!(count, 2);
}

#[tokio::test]
async fn an_order_that_answers_for_the_last_time_is_laid_down_in_the_same_write() {
    let office = PostOffice::open();
    let table = holding(&office, 5).await;
    let set = leave(&table, 0, playing(5)).await;
    assert_eq!(set["order"]["spent"]["reason"], "card_played");
    assert_eq!(table.awaited().await, [1]);
}

#[tokio::test]
async fn what_the_rules_of_today_can_not_read_is_laid_down_and_stops_nobody() {
    let office = PostOffice::open();
    let table = holding(&office, 5).await;
    leave(&table, 1, playing(6)).await;
    office.tamper("UPDATE orders SET content = '{\"type\": \"of_old\"}', kind = 'of_old'");
    bet(&table, 0).await;
    assert_eq!(orders(&table, 1).await["items"][0]["spent"]["reason"], "unreadable");
    assert_eq!(table.awaited().await, [1]);
}
