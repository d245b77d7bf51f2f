//! The page of a link: what the answer will lead to, and the way back.

use serde_json::json;

use super::NAMES;
use crate::harness::{Answer, PostOffice, Table};
use crate::replies::{latest, links};
use crate::support::Mail;

/// The Settlers, after one seat has placed its settlement: three roads to choose from, each with a link.
struct Asked {
    office: PostOffice,
    table: Table,
    seat: usize,
    mail: Mail,
}

impl Asked {
    async fn now() -> Self {
        let office = PostOffice::open_for_replies();
        let people = office.service.people(NAMES).await;
        let untimed = json!({"ruleset": "settlers", "seats": 3, "clock": {"type": "untimed"}});
        let table = Table::with(&untimed, &people).await;
        let seat = table.awaited().await[0];
        let name = table.player(seat).name.clone();
        office.quiet().await;
        let first = latest(&office.sink.taken(), &name);
        // Placed by a reply, so that a mail with the next question follows.
        let draft = crate::replies::mail_server::Draft::reply(&name, &first, "1");
        assert_eq!(draft.sent(office.replies_at()), "250 2.0.0 taken");
        office.quiet().await;
        let mail = latest(&office.sink.taken(), &name);
        Self { office, table, seat, mail }
    }

    async fn press(&self, link: &str, more: &str) -> Answer {
        let form = "application/x-www-form-urlencoded";
        self.office.service.stranger().post_text("/games/answer", form, format!("token={link}{more}")).await
    }
}

#[tokio::test]
async fn the_mail_and_the_page_say_what_an_answer_leads_to() {
    let asked = Asked::now().await;
    let links = links(&asked.mail);
    assert!(!links.is_empty(), "{}", asked.mail.text());
    let next = asked.table.player((asked.seat + 1) % 3).name.clone();
    let turn = format!("Next turn: {next}.");
    assert!(asked.mail.text().contains(&turn), "{}", asked.mail.text());
    let page = asked.office.service.stranger().get(&format!("/games/answer?token={}", links[0])).await;
    assert!(page.text.contains("What it leads to:") && page.text.contains(&turn), "{}", page.text);
    assert_eq!(page.text.matches("<form").count(), 1, "nothing to take back yet: {}", page.text);
}

#[tokio::test]
async fn an_answer_that_was_given_by_link_is_taken_back_by_a_button() {
    let asked = Asked::now().await;
    let link = links(&asked.mail)[0].clone();
    let given = asked.press(&link, "").await;
    assert!(given.text.contains("Take it back"), "{}", given.text);
    assert_ne!(asked.table.awaited().await, [asked.seat]);
    // A scanner that looks at the page changes nothing.
    let looked = asked.office.service.stranger().get(&format!("/games/answer?token={link}")).await;
    assert!(looked.text.contains("Take it back"), "{}", looked.text);
    assert_ne!(asked.table.awaited().await, [asked.seat]);
    let returned = asked.press(&link, "&take_back=true").await;
    assert_eq!(returned.status, 200, "{}", returned.text);
    assert!(returned.text.contains("Your answer was taken back"), "{}", returned.text);
    assert_eq!(asked.table.awaited().await, [asked.seat]);
    let again = asked.press(&link, "&take_back=true").await;
    assert_eq!(again.status, 410, "{}", again.text);
    // The question comes again, with links that work.
    asked.office.quiet().await;
    let name = &asked.table.player(asked.seat).name;
    let mail = latest(&asked.office.sink.taken(), name);
    assert_ne!(mail.message_id(), asked.mail.message_id());
    let pressed = asked.press(&links(&mail)[0], "").await;
    assert_eq!(pressed.status, 200, "{}", pressed.text);
    assert_ne!(asked.table.awaited().await, [asked.seat]);
}

#[tokio::test]
async fn there_is_no_button_once_another_has_acted() {
    let asked = Asked::now().await;
    let link = links(&asked.mail)[0].clone();
    asked.press(&link, "").await;
    super::act(&asked.table).await;
    let looked = asked.office.service.stranger().get(&format!("/games/answer?token={link}")).await;
    assert_eq!(looked.status, 410);
    assert!(!looked.text.contains("<form"), "{}", looked.text);
    let version = asked.table.version().await;
    asked.press(&link, "&take_back=true").await;
    assert_eq!(asked.table.version().await, version);
}
