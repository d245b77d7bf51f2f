//! What players say to each other on pages: texts as browsers send them, and what was read.

use serde_json::json;

use super::seat::Called;
use super::{Club, ask_for_page, open_game, stored};

/// As a text area is sent: browsers end lines with CRLF.
const LINES: &str = "Hail!\r\nWool for iron?\r\n\r\nTill Friday";
const STORED: &str = "Hail!\nWool for iron?\n\nTill Friday";

#[tokio::test]
async fn messages_and_notes_have_as_many_lines_as_were_typed() {
    let called = Called::to("toy").await;
    let page = called.browser.open(&called.page).await;
    let said = called.browser.send_form(&page.form("say").with("text", LINES)).await;
    assert_eq!(said.0.status, 200, "{}", said.0.text);
    said.says(STORED);
    let table = called.browser.open(&format!("{}?show=table", called.page)).await;
    called.browser.send_form(&table.form("write_note").with("text", "one\r\ntwo\rthree\u{2028}four")).await;
    assert_eq!(stored(&called.office, "SELECT text AS value FROM messages"), [STORED]);
    assert_eq!(stored(&called.office, "SELECT text AS value FROM notes"), ["one\ntwo\nthree\nfour"]);
    // A break of a line is one character of the 2,000 that a message may have.
    let long = page.form("say").with("text", &format!("a{}b", "\r\n".repeat(1_998)));
    assert_eq!(called.browser.send_form(&long).await.0.status, 200);
}

#[tokio::test]
async fn a_message_of_several_lines_is_taken_before_the_start_too() {
    let club = Club::open().await;
    let game = open_game(&club.aud, "toy", 3, json!({"name": "Thing"})).await;
    let account = ask_for_page(&club.office, &club.browser, "aud@example.org").await;
    let page = club.browser.send_form(&account.form("open")).await;
    club.browser.send_form(&page.form("say").with("text", LINES)).await;
    assert_eq!(stored(&club.office, "SELECT text AS value FROM messages"), [STORED]);
    let change = json!({"description": "For all.\r\nNo hurry.\rCome!"});
    let changed = club.aud.patch(&game, &change).await.must_be(200);
    assert_eq!(changed["description"], "For all.\nNo hurry.\nCome!");
}

#[tokio::test]
async fn a_message_with_the_link_of_its_page_is_refused_and_kept_in_the_form() {
    let called = Called::to("toy").await;
    let text = format!("> Play your turn:\n> https://games.example.org{}\nWhat is this?", called.page);
    let page = called.browser.open(&called.page).await;
    let refused = called.browser.send_form(&page.form("say").with("text", &text)).await;
    assert_eq!(refused.0.status, 422);
    refused.says("a link, an address or a token that only one player may have");
    assert!(refused.0.text.contains("What is this?"), "{}", refused.0.text);
    assert_eq!(stored(&called.office, "SELECT text AS value FROM messages"), [""; 0]);
    // Nobody else reads a note.
    let table = called.browser.open(&format!("{}?show=table", called.page)).await;
    called.browser.send_form(&table.form("write_note").with("text", &text)).await.says("What is this?");
}

impl Called {
    async fn unread(&self) -> i64 {
        let player = self.table.player(self.seat);
        let page = player.get(&format!("{}/messages", self.table.path)).await.must_be(200);
        page["unread"].as_i64().unwrap()
    }

    async fn hear(&self, texts: &[&str]) {
        let other = self.table.player((self.seat + 1) % 3);
        for text in texts {
            other.post(&format!("{}/messages", self.table.path), &json!({"text": text})).await.must_be(201);
        }
    }
}

#[tokio::test]
async fn messages_are_read_by_a_button_and_by_no_look() {
    let called = Called::to("toy").await;
    assert!(!called.browser.open(&called.page).await.can("read_messages"));
    called.hear(&["one", "two"]).await;
    let page = called.browser.open(&called.page).await;
    page.says("one").says("two");
    assert_eq!(called.unread().await, 2);
    // What comes after the page was read stays unread.
    called.hear(&["three"]).await;
    let read = called.browser.send_form(&page.form("read_messages")).await;
    read.says("The messages are marked as read.").says("three");
    assert_eq!(called.unread().await, 1);
    let read = called.browser.send_form(&read.form("read_messages")).await;
    assert_eq!(called.unread().await, 0);
    assert!(!read.can("read_messages"));
    // No mail comes for what was read.
    called.office.after_seconds(601);
    called.office.quiet().await;
    let own = called.table.player(called.seat).name.to_lowercase();
    let mails = called.office.sink.taken();
    assert!(!mails.iter().any(|mail| mail.to.join("").starts_with(&own) && mail.text().contains("three")));
}

#[tokio::test]
async fn whatever_is_pressed_on_the_page_next_says_that_its_messages_were_read() {
    let called = Called::to("landnam").await;
    called.hear(&["one", "two"]).await;
    let page = called.browser.open(&called.page).await;
    let chosen = called.browser.open(&format!("{}{}", called.page, page.options()[0])).await;
    assert_eq!(called.unread().await, 2, "looking at an answer changes nothing");
    called.browser.send_form(&chosen.form("act")).await;
    assert_eq!(called.unread().await, 0);
    let email = format!("{}@example.org", called.table.player(called.seat).name.to_lowercase());
    ask_for_page(&called.office, &called.browser, &email).await.says_not("unread");
}

#[tokio::test]
async fn all_unread_messages_are_shown_however_many_they_are() {
    let called = Called::to("toy").await;
    let texts: Vec<String> = (1..=25).map(|number| format!("message number {number:02}")).collect();
    called.hear(&texts.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let page = called.browser.open(&called.page).await;
    for text in &texts {
        page.says(text);
    }
}
