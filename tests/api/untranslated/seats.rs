//! The page of a seat: what it says after each button, and why it did nothing.

use serde_json::json;

use super::readers;
use super::shown::Shown;
use crate::harness::{Browser, Page, seeded_dice};
use crate::harness::{PostOffice, Table};
use crate::replies::{latest, page};

const NO_ID: &str = "01934490-0000-7000-8000-000000000001";

/// A page of a game, and what it shows.
struct SeatPage {
    office: PostOffice,
    table: Table,
    seat: usize,
    address: String,
    browser: Browser,
    shown: Shown,
}

impl SeatPage {
    async fn of(ruleset: &str) -> Self {
        let office = PostOffice::open();
        let people = readers(&office).await;
        let game = json!({"ruleset": ruleset, "seats": 3, "name": "Þing"});
        let table = Table::with(&game, &people).await;
        office.quiet().await;
        let seat = table.awaited().await[0];
        let address = page(&latest(&office.sink.taken(), &table.player(seat).name));
        let browser = Browser::new(&office);
        Self { office, table, seat, address, browser, shown: Shown::default() }
    }

    fn see(&mut self, what: &str, page: &Page) {
        // What is no page was not sent by its form, and is told to a program.
        assert!(page.0.content_type.starts_with("text/html"), "{what}: {}", page.0.text);
        self.shown.markup(&format!("the page, {what}"), &page.0.text);
    }

    async fn open(&mut self, query: &str) -> Page {
        let opened = self.browser.open(&format!("{}{query}", self.address)).await;
        self.see(query, &opened);
        opened
    }

    async fn press(&mut self, fields: &[(&str, &str)]) {
        let pressed = self.browser.press(&self.address, fields).await;
        self.see(&format!("{fields:?}"), &pressed);
    }

    /// Everything that a form can send in vain.
    async fn press_in_vain(&mut self, decision: &str) {
        let long = "þ".repeat(5_000);
        let act = |decision, action, version| {
            [("press", "act"), ("decision", decision), ("action", action), ("version", version)]
        };
        for (decision, action) in [
            ("x", "{}"),
            ("t1.move.0", "{\"type\": \"end_turn\"}"),
            (decision, "{}"),
            (decision, "{\"type\": \"x\"}"),
            (decision, "{\"type\": \"place_workers\", \"fields\": [\"0,0\"]}"),
            (decision, "{\"type\": \"step\", \"unit\": 99, \"to\": \"0,0\"}"),
            (decision, "{\"type\": \"build_city\", \"vertex\": 7}"),
            (decision, "can't be read"),
        ] {
            self.press(&act(decision, action, "1")).await;
        }
        self.press(&act(decision, "{}", "x")).await;
        for version in ["x", "0", "99"] {
            self.press(&[("press", "take_back"), ("version", version)]).await;
        }
        self.press(&[("press", "vote"), ("vote", NO_ID), ("ballot", "yes")]).await;
        self.press(&[("press", "come_back")]).await;
        for text in ["", "\u{1}", "\u{202e}", &long] {
            self.press(&[("press", "say"), ("text", text)]).await;
        }
    }
}

async fn every_button_speaks_without_english(ruleset: &str) {
    let mut page = SeatPage::of(ruleset).await;
    let whole = page.open("").await;
    let first = whole.options()[0].clone();
    let decision = first.split(['=', '&']).nth(1).unwrap().to_owned();
    for query in ["?decision=x&choice=y", "?place=x", &format!("?decision={decision}&shape=x")] {
        page.open(query).await;
    }
    page.press_in_vain(&decision).await;
    page.press(&[("press", "say"), ("text", "Þæ?")]).await;
    let done = page.browser.answer(&page.address, &first).await;
    page.see("an answer", &done);
    if let Some(version) = done.field("version") {
        page.press(&[("press", "take_back"), ("version", &version)]).await;
    }
    for done in ["acted", "returned", "voted", "said", "came_back", "mail_resumed"] {
        page.open(&format!("?done={done}")).await;
    }
    let account = page.table.player(page.seat).id.clone();
    let stopped = "INSERT INTO stopped_addresses SELECT id, email_key, '5.1.1', created_at FROM accounts";
    page.office.tamper(&format!("{stopped} WHERE id = '{account}'"));
    page.open("").await;
    page.press(&[("press", "resume_mail")]).await;
    let bot = json!({"kind": "replace_seat", "seat": page.seat, "bot": "random"});
    let votes = format!("{}/votes", page.table.path);
    page.table.player(page.seat).post(&votes, &bot).await.must_be(201);
    page.open("").await;
    let other = (page.seat + 1) % 3;
    for vote in [json!({"kind": "pause"}), json!({"kind": "replace_seat", "seat": page.seat})] {
        page.table.player(other).post(&votes, &vote).await.must_be(201);
    }
    page.open("").await;
    page.press(&[("press", "come_back")]).await;
    for status in ["paused", "cancelled"] {
        page.office.tamper(&format!("UPDATE games SET status = '{status}'"));
        page.open("").await;
        page.press_in_vain(&decision).await;
    }
    page.shown.must_be_translated();
}

#[tokio::test]
async fn every_button_of_landnam_speaks_without_english() {
    every_button_speaks_without_english("landnam").await;
}

#[tokio::test]
async fn every_button_of_the_settlers_speaks_without_english() {
    every_button_speaks_without_english("settlers").await;
}

#[tokio::test]
async fn every_button_of_nord_speaks_without_english() {
    every_button_speaks_without_english("nord").await;
}

#[tokio::test]
async fn forms_with_numbers_and_offers_speak_without_english() {
    for ruleset in ["landnam", "settlers"] {
        let mut page = SeatPage::of(ruleset).await;
        let mut dice = seeded_dice(5);
        let mut filled = 0;
        for _ in 0..400 {
            page.office.quiet().await;
            page.seat = page.table.awaited().await[0];
            let mail = latest(&page.office.sink.taken(), &page.table.player(page.seat).name);
            page.address = crate::replies::page(&mail);
            let shown = page.browser.open(&page.address).await;
            if let (Some(shape), Some(decision)) = (shown.field("shape"), shown.field("decision")) {
                page.see("a form", &shown);
                let of_form = format!("?decision={decision}&shape={shape}");
                page.open(&format!("{of_form}&f.give.wool=999")).await;
                page.open(&format!("{of_form}&f.give.wool=1&f.want.grain=1&f.get.grain=1")).await;
                filled += 1;
                if filled == 2 {
                    break;
                }
            }
            page.table.go_on(&mut dice).await.unwrap();
        }
        assert_eq!(filled, 2);
        page.shown.must_be_translated();
    }
}
