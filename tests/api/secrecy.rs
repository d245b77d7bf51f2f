//! Nobody learns another seat's cards, from nothing that the service sends.

use conformance::Conformance;
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;
use serde_json::Value;

use crate::harness::{Service, Table, seeded_dice, stored};

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

/// Everything that a seat, or a spectator, can ask about the present, as text.
async fn everything(table: &Table, seat: Option<usize>) -> Vec<String> {
    let mut texts = vec![table.view(seat).await.to_string()];
    if let Some(seat) = seat {
        let legal = table.get(seat, "legal").await;
        texts.push(legal.text);
    }
    texts.push(table.player(seat.unwrap_or(0)).get(&table.path).await.text);
    texts
}

#[tokio::test]
async fn answers_do_not_change_when_the_cards_that_are_hidden_from_the_caller_do() {
    hidden_cards_change_no_answer(&Landnam::default()).await;
}

#[tokio::test]
async fn answers_of_the_settlers_do_not_change_when_the_cards_that_are_hidden_from_the_caller_do() {
    hidden_cards_change_no_answer(&Settlers::default()).await;
}

#[tokio::test]
async fn answers_of_nord_do_not_change_when_the_treasures_that_are_hidden_from_the_caller_do() {
    hidden_cards_change_no_answer(&Nord::default()).await;
}

async fn hidden_cards_change_no_answer<R: Conformance>(rules: &R) {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of(R::ID, &people).await;
    let mut dice = seeded_dice(17);
    for _ in 0..15 {
        table.play(12, &mut dice).await;
        let text = stored::state(&service.database, &table.id);
        let state: R::State = serde_json::from_str(&text).unwrap();
        for seat in [None, Some(0), Some(1), Some(2), Some(3)] {
            let viewer = seat.map(|seat| u8::try_from(seat).unwrap());
            let before = everything(&table, seat).await;
            let disguised = rules.randomize_hidden(&state, viewer, &mut dice);
            stored::replace_state(&service.database, &table.id, &serde_json::to_string(&disguised).unwrap());
            assert_eq!(everything(&table, seat).await, before, "seen from {seat:?}");
            stored::replace_state(&service.database, &table.id, &text);
        }
    }
}

/// Every secret of a game that could be recognised anywhere: seeds as hex, and names of columns that hold secrets.
fn telltales(service: &Service, game: &str) -> Vec<String> {
    let stored = &stored::records(&service.database, "games", game)[0];
    let seeds = ["secret", "game_seed"].map(|name| stored[name].as_str().unwrap()[2..].to_owned());
    let words = ["\"secret\"", "\"stock\"", "\"hands\"", "\"draws\"", "game_seed"].map(str::to_owned);
    seeds.into_iter().chain(words).collect()
}

/// What only some seats may know of an event, and these seats.
fn hidden(event: &Value) -> Option<(&Value, Vec<&Value>)> {
    match event["type"].as_str()? {
        "fate_card_drawn" | "development_card_bought" => Some((&event["card"], vec![&event["seat"]])),
        "card_stolen" => Some((&event["card"], vec![&event["seat"], &event["victim"]])),
        "treasure_taken" => Some((&event["treasure"], vec![&event["seat"]])),
        "cards_laid_aside" => Some((&event["cards"], vec![&event["seat"]])),
        _ => None,
    }
}

#[tokio::test]
async fn no_body_holds_a_seed_and_only_the_seat_itself_is_told_what_it_drew() {
    only_the_seat_itself_is_told("landnam", 400).await;
}

#[tokio::test]
async fn no_body_of_the_settlers_holds_a_seed_and_only_thief_and_victim_are_told_what_was_stolen() {
    only_the_seat_itself_is_told("settlers", 400).await;
}

#[tokio::test]
async fn no_body_of_nord_holds_a_seed_and_only_who_took_a_treasure_is_told_which() {
    only_the_seat_itself_is_told("nord", 40).await;
}

async fn only_the_seat_itself_is_told(ruleset: &str, moves: usize) {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of(ruleset, &people).await;
    let mut dice = seeded_dice(23);
    let telltales = telltales(&service, &table.id);
    let must_not_tell = |text: &str| {
        for secret in &telltales {
            assert!(!text.contains(secret.as_str()), "{secret} in {text}");
        }
    };
    for reply in table.play(moves, &mut dice).await {
        must_not_tell(&reply.to_string());
    }
    let mut told = 0;
    for viewer in [None, Some(0), Some(1), Some(2), Some(3)] {
        for text in everything(&table, viewer).await {
            must_not_tell(&text);
        }
        for event in table.events(viewer).await {
            must_not_tell(&event.to_string());
            let Some((card, owners)) = hidden(&event["event"]) else { continue };
            let mine = viewer.is_some_and(|seat| owners.iter().any(|owner| **owner == seat));
            assert_eq!(!card.is_null(), mine, "{viewer:?} is told {event}");
            told += usize::from(mine);
        }
    }
    assert!(told > 0, "somebody drew a card");
}
