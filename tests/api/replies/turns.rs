//! A whole turn in one reply, in the words of its writer.

use serde_json::json;

use super::latest;
use super::mail_server::Draft;
use crate::harness::{PostOffice, Table};
use crate::support::Mail;

/// A game of the Settlers, and the mail to its first player, who reads `language`.
pub async fn first(language: &str) -> (PostOffice, Table, String, Mail) {
    let office = PostOffice::open_for_replies();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    for person in &people {
        person.patch("/v1/me", &json!({"language": language})).await.must_be(200);
    }
    let untimed = json!({"ruleset": "settlers", "seats": 3, "clock": {"type": "untimed"}});
    let table = Table::with(&untimed, &people).await;
    office.quiet().await;
    let name = table.player(table.awaited().await[0]).name.clone();
    let mail = latest(&office.sink.taken(), &name);
    (office, table, name, mail)
}

/// The mail that follows a reply.
async fn after(office: &PostOffice, name: &str, mail: &Mail, text: &str) -> Mail {
    let draft = Draft::reply(name, mail, text);
    assert_eq!(draft.sent(office.replies_at()), "250 2.0.0 taken");
    office.quiet().await;
    let latest = latest(&office.sink.taken(), name);
    assert_eq!(latest.header("In-Reply-To"), draft.id, "{}", latest.text());
    latest
}

#[tokio::test]
async fn a_settlement_and_its_road_are_placed_with_one_reply_and_one_receipt() {
    for text in [
        "21, 1",
        "21\n1",
        "Hi!\n\n21\n1\n\nBest regards\nAud",
        "Found a settlement on 8 ore 10 brick coast\n1\nAud",
    ] {
        let (office, table, name, mail) = first("en").await;
        let before = office.sink.taken().len();
        let receipt = after(&office, &name, &mail, text).await;
        let told = receipt.text();
        assert!(
            told.contains("Your move: Found a settlement on 8 ore · 10 brick · coast."),
            "{text}: {told}"
        );
        assert!(told.contains("Your move: Lay the road on the east coast of 10 brick"), "{text}: {told}");
        assert_ne!(table.player(table.awaited().await[0]).name, name);
        let to_writer =
            office.sink.taken().split_off(before).into_iter().filter(|mail| mail.to == receipt.to);
        assert_eq!(to_writer.count(), 1, "{text}");
    }
}

#[tokio::test]
async fn a_reply_gets_as_far_as_it_can_and_says_why_no_further() {
    let (office, table, name, mail) = first("en").await;
    let receipt = after(&office, &name, &mail, "21, 99, 1").await;
    let told = receipt.text();
    assert!(told.contains("Your move: Found a settlement on 8 ore · 10 brick · coast."), "{told}");
    assert!(told.contains("That email has options from 1 to 3, but no 99."), "{told}");
    assert!(receipt.subject().ends_with("it is still your turn"), "{}", receipt.subject());
    assert_eq!(table.player(table.awaited().await[0]).name, name);
}

#[tokio::test]
async fn the_same_reply_twice_plays_once() {
    let (office, table, name, mail) = first("en").await;
    let draft = Draft::reply(&name, &mail, "21, 1");
    for _ in 0..2 {
        assert_eq!(draft.sent(office.replies_at()), "250 2.0.0 taken");
    }
    office.quiet().await;
    assert_eq!(table.version().await, 2);
}

#[tokio::test]
async fn a_refusal_is_worded_in_the_language_of_the_writer() {
    for (language, sentence) in [
        ("nn", "Den e-posten har val frå 1 til 54, men ikkje 99."),
        ("sv", "Det mejlet har alternativ från 1 till 54, men inget 99."),
        ("de", "Die E-Mail hat Möglichkeiten von 1 bis 54, aber keine 99."),
    ] {
        let (office, _, name, mail) = first(language).await;
        let told = after(&office, &name, &mail, "99").await.text();
        assert!(told.contains(sentence), "{told}");
    }
}

#[tokio::test]
async fn an_answer_may_be_written_as_the_mail_words_it_in_any_language() {
    for (language, text) in [
        ("nn", "set eit hus ved 8 malm 10 leire kyst"),
        ("sv", "Ställ ett hus vid 8 malm · 10 lera · kust"),
        ("de", "eine Siedlung an 8 Erz · 10 Lehm · Küste gründen"),
    ] {
        let (office, _, name, mail) = first(language).await;
        let receipt = after(&office, &name, &mail, text).await;
        assert!(receipt.message_id().contains(".receipt@"), "{}", receipt.text());
    }
}
