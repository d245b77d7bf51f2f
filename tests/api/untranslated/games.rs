//! Whole games: every mail, the pages that their links open, and the board as picture and as text.

use serde_json::{Value, json};

use super::readers;
use super::shown::Shown;
use crate::harness::{Browser, seeded_dice};
use crate::harness::{PostOffice, Table};
use crate::replies::{latest, page};

/// One in so many moves is looked at closely.
const LOOKED_AT: usize = 6;

/// Plays a short game of `ruleset`, or its first moves.
async fn is_told_without_english(ruleset: &str, options: Value, moves: usize) {
    let office = PostOffice::open_short(2, 2);
    let people = readers(&office).await;
    let game = json!({"ruleset": ruleset, "seats": 3, "name": "Þing", "options": options});
    let table = Table::with(&game, &people).await;
    let (mut shown, browser) = (Shown::default(), Browser::new(&office));
    let mut dice = seeded_dice(3);
    for number in 0..moves {
        office.quiet().await;
        let awaited = table.awaited().await;
        if number % LOOKED_AT == 0 {
            let seat = awaited[0];
            let mail = latest(&office.sink.taken(), &table.player(seat).name);
            see_page(&mut shown, &browser, &page(&mail)).await;
            shown.see_board(&table, seat).await;
        }
        if table.go_on(&mut dice).await.is_none() {
            break;
        }
    }
    office.quiet().await;
    Shown::mails(&office).must_be_translated();
    shown.must_be_translated();
}

/// The page of a seat, some of the answers on it before they are sent, and what is at some places of the board.
async fn see_page(shown: &mut Shown, browser: &Browser, address: &str) {
    let whole = browser.open(address).await;
    shown.markup("the page", &whole.0.text);
    let (options, places) = (whole.options(), whole.places());
    let some =
        options.iter().step_by(options.len() / 3 + 1).chain(places.iter().step_by(places.len() / 2 + 1));
    for link in some {
        let linked = browser.open(&format!("{address}{link}")).await;
        shown.markup(&format!("the page at {link}"), &linked.0.text);
    }
}

#[tokio::test]
async fn landnam_is_told_without_english() {
    is_told_without_english("landnam", json!({}), 60).await;
}

#[tokio::test]
async fn the_settlers_are_told_without_english() {
    is_told_without_english("settlers", json!({}), 60).await;
}

#[tokio::test]
async fn nord_is_told_without_english() {
    is_told_without_english("nord", json!({"island": "variable"}), 24).await;
}
