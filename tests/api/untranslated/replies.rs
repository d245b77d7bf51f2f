//! What is said to the writer of a reply.

use serde_json::json;

use super::readers;
use super::shown::Shown;
use crate::harness::{PostOffice, Table, seeded_dice};
use crate::replies::latest;
use crate::replies::mail_server::Draft;

/// The kinds of mail that follow replies.
pub const KINDS: [&str; 4] = ["help", "receipt", "reply_refused", "status"];

/// What can't be carried out in any ruleset.
const IN_VAIN: [&str; 8] = [
    "1 or 2",
    "999",
    "",
    "Hello there",
    "1 quickly",
    "offer_trade give=1 gold",
    "{\"type\": ",
    "{\"type\": \"x\"}",
];

/// What can't be carried out in a ruleset: an answer of several, one that there is not, and one that the rules refuse.
const OF_RULESETS: [(&str, [&str; 3]); 3] = [
    ("landnam", ["step", "step unit=99", "{\"type\": \"step\", \"unit\": 99, \"to\": \"0,0\"}"]),
    (
        "settlers",
        [
            "place_setup_settlement",
            "place_setup_settlement vertex=99",
            "{\"type\": \"place_setup_settlement\", \"vertex\": 99}",
        ],
    ),
    (
        "nord",
        ["place_workers", "place_workers fields=0,0", "{\"type\": \"place_workers\", \"fields\": [\"0,0\"]}"],
    ),
];

/// What can't be filled in behind the number of a shape.
const BADLY_FILLED: [&str; 8] = [
    "",
    "give=1 wool",
    "give=1 wool þþ=1",
    "give=wool:99 want=grain:1 get=grain:1",
    "give=rubbish rubbish rubbish want=grain:1",
    "give=0 wool want=0 grain get=0 grain",
    "give=1 þþ want=1 grain get=1 grain",
    "give=1 wool want=1 grain get=1 grain to=99",
];

struct Writer {
    office: PostOffice,
    sent: usize,
}

impl Writer {
    async fn reply(&mut self, name: &str, text: &str) {
        let mail = latest(&self.office.sink.taken(), name);
        // Refusals stop after three replies in a row of which nothing was read.
        self.office.tamper("DELETE FROM unread_replies");
        self.sent += 1;
        let mut draft = Draft::plain(name, &mail, text);
        draft.id = format!("vain-{}@example.org", self.sent);
        assert_eq!(draft.sent(self.office.replies_at()), "250 2.0.0 taken");
        self.office.quiet().await;
        let told = latest(&self.office.sink.taken(), name);
        assert_ne!(told.message_id(), mail.message_id(), "{text}");
    }
}

/// The number of the first answer of a mail with something to fill in.
fn shape(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.windows(2).position(|pair| {
        pair[1].starts_with("       ")
            && pair[0].trim_start().starts_with(|digit: char| digit.is_ascii_digit())
    })?;
    Some(lines[at].trim().split('.').next()?.to_owned())
}

async fn replies_are_answered_without_english(ruleset: &str, has_shapes: bool) {
    let office = PostOffice::open_for_replies();
    let people = readers(&office).await;
    let game = json!({"ruleset": ruleset, "seats": 3, "name": "Þing", "clock": {"type": "untimed"}});
    let table = Table::with(&game, &people).await;
    let mut writer = Writer { office, sent: 0 };
    writer.office.quiet().await;
    let name = table.player(table.awaited().await[0]).name.clone();
    let (_, own) = OF_RULESETS.into_iter().find(|(id, _)| *id == ruleset).unwrap();
    for text in IN_VAIN.into_iter().chain(own).chain(["1"]) {
        writer.reply(&name, text).await;
    }
    if has_shapes {
        let mut dice = seeded_dice(5);
        let name = loop {
            let seat = table.awaited().await[0];
            let legal = table.legal(seat).await;
            if legal["decisions"][0]["shapes"] != json!([]) {
                break table.player(seat).name.clone();
            }
            table.go_on(&mut dice).await.unwrap();
        };
        writer.office.quiet().await;
        // What follows tells what is asked now.
        writer.reply(&name, "999").await;
        let mail = latest(&writer.office.sink.taken(), &name);
        let number = shape(&mail.text()).unwrap_or_else(|| panic!("{}", mail.text()));
        for filled in BADLY_FILLED {
            writer.reply(&name, &format!("{number} {filled}")).await;
        }
    }
    Shown::mails(&writer.office).must_be_translated();
}

#[tokio::test]
async fn replies_of_landnam_are_answered_without_english() {
    replies_are_answered_without_english("landnam", true).await;
}

#[tokio::test]
async fn replies_of_the_settlers_are_answered_without_english() {
    replies_are_answered_without_english("settlers", true).await;
}

#[tokio::test]
async fn replies_of_nord_are_answered_without_english() {
    replies_are_answered_without_english("nord", false).await;
}
