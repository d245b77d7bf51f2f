//! What a mail about a game lists, and whom it is from.

use serde_json::json;

use crate::harness::{PostOffice, Table};
use crate::replies::latest;
use crate::replies::mail_server::Draft;
use crate::support::Mail;

/// The numbers of the listed answers.
fn numbers(mail: &Mail) -> Vec<usize> {
    let text = mail.text();
    let number = |line: &str| line.strip_prefix("  ")?.split_once(". ")?.0.parse().ok();
    text.lines().filter_map(number).collect()
}

#[tokio::test]
async fn of_many_places_the_best_are_listed_with_their_effects_and_every_number_may_be_replied() {
    let office = PostOffice::open_for_replies();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let untimed = json!({"ruleset": "settlers", "seats": 3, "clock": {"type": "untimed"}});
    let table = Table::with(&untimed, &people).await;
    office.quiet().await;
    let name = table.player(table.awaited().await[0]).name.clone();
    let mail = latest(&office.sink.taken(), &name);
    let listed = numbers(&mail);
    assert_eq!(listed.len(), 10, "{}", mail.text());
    let rest = "The other 44 have numbers from ";
    assert!(mail.text().contains(rest) && mail.html().contains(rest), "{}", mail.text());
    // Each has a line of its own with what it leads to.
    let lines: Vec<String> = mail.text().lines().map(str::to_owned).collect();
    let first = lines.iter().position(|line| line.starts_with(&format!("  {}. ", listed[0]))).unwrap();
    assert!(lines[first + 1].starts_with("     "), "{}", mail.text());
    let unlisted = (1..=54).find(|number| !listed.contains(number)).unwrap();
    assert_eq!(
        Draft::reply(&name, &mail, &unlisted.to_string()).sent(office.replies_at()),
        "250 2.0.0 taken"
    );
    office.quiet().await;
    assert_eq!(table.version().await, 1);
    let receipt = latest(&office.sink.taken(), &name);
    assert!([2, 3].contains(&numbers(&receipt).len()), "few options are all listed: {}", receipt.text());
}

#[tokio::test]
async fn a_mail_is_from_the_club_and_shows_its_name() {
    let office = PostOffice::open_with(1, |settings| settings.club.name = "Vinland & Sons".to_owned());
    let people = office.service.people(["Aud", "Bjarni"]).await;
    Table::of("toy", &people).await;
    for mail in office.mails(2).await {
        let message = mail_parser::MessageParser::default().parse(&mail.raw).unwrap();
        let sender = message.from().and_then(|from| from.first()).unwrap();
        assert_eq!((sender.name(), sender.address()), (Some("Vinland & Sons"), Some("althing@localhost")));
        assert!(mail.text().contains("\n-- \nVinland & Sons\n"), "{}", mail.text());
        assert!(mail.html().contains("<strong>Vinland &amp; Sons</strong>"), "{}", mail.html());
    }
}
