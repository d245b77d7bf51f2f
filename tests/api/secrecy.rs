//! Nobody learns another seat's cards, from nothing that the service sends.

use althing::rules::Ruleset;
use althing::rulesets::landnam::Landnam;
use althing::rulesets::landnam::state::State;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Value;

use crate::harness::{Service, Table, stored};

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

/// Everything that a seat, or a spectator, can ask about the present, as text.
async fn everything(table: &Table, seat: Option<usize>) -> Vec<String> {
    let mut texts = vec![table.view(seat).await.to_string()];
    if let Some(seat) = seat {
        let legal = table.player(seat).get(&format!("{}/legal", table.path)).await;
        texts.push(legal.text);
    }
    texts.push(table.player(seat.unwrap_or(0)).get(&table.path).await.text);
    texts
}

#[tokio::test]
async fn answers_do_not_change_when_the_cards_that_are_hidden_from_the_caller_do() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    let mut dice = ChaCha8Rng::seed_from_u64(17);
    let rules = Landnam::standard();
    for _ in 0..15 {
        table.play(12, &mut dice).await;
        let text = stored::state(&service.database, &table.id);
        let state: State = serde_json::from_str(&text).unwrap();
        for seat in [None, Some(0), Some(1), Some(2), Some(3)] {
            let viewer = seat.map(|seat| u8::try_from(seat).unwrap());
            let before = everything(&table, seat).await;
            let disguised = rules.disguise(&state, viewer, &mut dice);
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

/// The fate card in an event that tells of one being drawn.
fn drawn(event: &Value) -> Option<&Value> {
    (event["event"]["type"] == "fate_card_drawn").then(|| &event["event"]["card"])
}

#[tokio::test]
async fn no_body_holds_a_seed_and_only_the_seat_itself_is_told_what_it_drew() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    let mut dice = ChaCha8Rng::seed_from_u64(23);
    let telltales = telltales(&service, &table.id);
    let must_not_tell = |text: &str| {
        for secret in &telltales {
            assert!(!text.contains(secret.as_str()), "{secret} in {text}");
        }
    };
    for _ in 0..400 {
        let Some((_, _, reply)) = table.go_on(&mut dice).await else { break };
        must_not_tell(&reply.to_string());
    }
    let mut told = 0;
    for viewer in [None, Some(0), Some(1), Some(2), Some(3)] {
        for text in everything(&table, viewer).await {
            must_not_tell(&text);
        }
        for event in table.events(viewer).await {
            must_not_tell(&event.to_string());
            let Some(card) = drawn(&event) else { continue };
            let mine = viewer.is_some_and(|seat| event["event"]["seat"] == seat);
            assert_eq!(card.is_string(), mine, "{viewer:?} is told {event}");
            told += usize::from(mine);
        }
    }
    assert!(told > 0, "somebody drew a card");
}
