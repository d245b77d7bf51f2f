//! Mails of the Settlers: who is called, and that what is in them can be sent.

use rulesets::settlers::development::DevelopmentCard::Knight;
use serde_json::{Value, json};

use crate::harness::Browser;
use crate::harness::{PostOffice, Table, seven, stored};
use crate::island::{Game, standard};
use crate::replies::page;
use crate::support::Mail;

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
    let legal = table.player(seat).get(&format!("{}/legal", table.path)).await.must_be(200);
    let body = json!({"decision": legal["decisions"][0]["decision"]["id"], "action": action});
    table.player(seat).post(&format!("{}/actions", table.path), &body).await.must_be(200);
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
    seven::must_come(&office.service, &table.id);
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
    browser.answer(&page, &accept.0).await.says("Your answer was sent.").says("traded");
}
