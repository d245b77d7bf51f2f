//! Private messages by mail: they are marked, and a reply reaches their sender alone.

use serde_json::{Value, json};

use super::latest;
use super::mail_server::Draft;
use crate::harness::{Person, PostOffice, Table};
use crate::support::Mail;

/// A game in play of Aud, Bjarni and Cnut, of which every mail so far was sent.
struct Talk {
    office: PostOffice,
    table: Table,
}

impl Talk {
    async fn begin() -> Self {
        let office = PostOffice::open_for_replies();
        let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
        let table = Table::of("landnam", &people).await;
        office.quiet().await;
        Self { office, table }
    }

    fn person(&self, name: &str) -> &Person {
        self.table.players.iter().find(|person| person.name == name).unwrap()
    }

    fn seat(&self, name: &str) -> usize {
        self.table.players.iter().position(|person| person.name == name).unwrap()
    }

    async fn say(&self, from: &str, text: &str, to: Option<&[&str]>) {
        let to: Option<Vec<usize>> = to.map(|names| names.iter().map(|name| self.seat(name)).collect());
        let message = to.map_or_else(|| json!({"text": text}), |to| json!({"text": text, "to": to}));
        self.person(from).post(&format!("{}/messages", self.table.path), &message).await.must_be(201);
    }

    /// The mails about messages that come to a player once those of the last minutes are due.
    async fn mails_to(&self, name: &str) -> Vec<Mail> {
        self.office.after_seconds(601);
        self.office.quiet().await;
        let address = format!("{}@example.org", name.to_lowercase());
        let mut mails = self.office.sink.taken();
        mails.retain(|mail| mail.to.contains(&address) && mail.message_id().contains(".message@"));
        mails
    }

    async fn read_by(&self, name: &str) -> Vec<(String, Value)> {
        let page = self.person(name).get(&format!("{}/messages", self.table.path)).await.must_be(200);
        let message = |one: &Value| (one["text"].as_str().unwrap().to_owned(), one["to"].clone());
        page["items"].as_array().unwrap().iter().map(message).rev().collect()
    }

    fn reply(&self, name: &str, mail: &Mail, text: &str) {
        let draft = Draft::reply(name, mail, text);
        assert_eq!(draft.sent(self.office.replies_at()), "250 2.0.0 taken");
    }
}

fn has(mail: &Mail, sentence: &str) {
    assert!(mail.text().contains(sentence), "{sentence} in {}", mail.text());
}

#[tokio::test]
async fn a_reply_to_a_private_message_is_read_by_its_sender_alone() {
    let talk = Talk::begin().await;
    talk.say("Aud", "Have you any iron?", Some(&["Bjarni"])).await;
    let mails = talk.mails_to("Bjarni").await;
    assert_eq!(mails.len(), 1);
    has(&mails[0], "Aud (only to you): Have you any iron?");
    has(&mails[0], "only Aud reads what you write");
    assert!(!mails[0].text().contains("everybody"), "{}", mails[0].text());
    talk.reply("Bjarni", &mails[0], "Two, but don't tell Cnut.");
    talk.office.quiet().await;
    let said = ("Two, but don't tell Cnut.".to_owned(), json!([talk.seat("Aud")]));
    assert_eq!(talk.read_by("Aud").await.last(), Some(&said));
    assert_eq!(talk.read_by("Bjarni").await.last(), Some(&said));
    assert_eq!(talk.read_by("Cnut").await, []);
    let receipt = latest(&talk.office.sink.taken(), "Bjarni");
    has(&receipt, "Your message was sent only to Aud:\n“Two, but don't tell Cnut.”");
}

#[tokio::test]
async fn a_reply_that_would_post_a_secret_posts_nothing_and_says_why() {
    let talk = Talk::begin().await;
    talk.say("Aud", "What is your key?", None).await;
    let mails = talk.mails_to("Bjarni").await;
    let token = json!({"name": "x", "scopes": ["games:read"]});
    let token = talk.person("Bjarni").post("/v1/me/tokens", &token).await.must_be(201);
    talk.reply("Bjarni", &mails[0], &format!("say it is {}", token["token"].as_str().unwrap()));
    talk.office.quiet().await;
    let refused = latest(&talk.office.sink.taken(), "Bjarni");
    assert!(refused.message_id().contains(".reply_refused@"), "{}", refused.text());
    has(&refused, "only one player may have");
    assert_eq!(talk.read_by("Cnut").await.len(), 1);
}

#[tokio::test]
async fn the_receipt_of_a_message_to_everybody_shows_it() {
    let talk = Talk::begin().await;
    talk.say("Aud", "Who trades?", None).await;
    let mails = talk.mails_to("Bjarni").await;
    talk.reply("Bjarni", &mails[0], "I do.");
    talk.office.quiet().await;
    assert_eq!(talk.read_by("Cnut").await.last(), Some(&("I do.".to_owned(), Value::Null)));
    has(&latest(&talk.office.sink.taken(), "Bjarni"), "sent to everybody in the game:\n“I do.”");
}

#[tokio::test]
async fn each_private_sender_and_the_table_have_a_mail_of_their_own() {
    let talk = Talk::begin().await;
    talk.say("Aud", "Hail, all!", None).await;
    talk.say("Aud", "Between us two", Some(&["Bjarni"])).await;
    talk.say("Cnut", "Aud cheats", Some(&["Bjarni"])).await;
    talk.say("Aud", "To both of you", Some(&["Bjarni", "Cnut"])).await;
    let mails = talk.mails_to("Bjarni").await;
    let about = |text: &str| -> &Mail {
        let mut with = mails.iter().filter(|mail| mail.text().contains(text));
        let mail = with.next().unwrap_or_else(|| panic!("no mail says {text}"));
        assert!(with.next().is_none(), "{text} is said twice");
        mail
    };
    assert_eq!(mails.len(), 3);
    assert_eq!(about("Between us two").message_id(), about("To both of you").message_id());
    let both = about("To both of you").text();
    assert!(
        both.contains("Aud (only to you and Cnut)") || both.contains("Aud (only to Cnut and you)"),
        "{both}"
    );
    talk.reply("Bjarni", about("Aud cheats"), "I know.");
    talk.reply("Bjarni", about("Hail, all!"), "Hail!");
    talk.office.quiet().await;
    let read_by = async |name: &str| -> Vec<String> {
        talk.read_by(name).await.into_iter().map(|(text, _)| text).collect()
    };
    let (aud, cnut) = (read_by("Aud").await, read_by("Cnut").await);
    assert!(!aud.contains(&"I know.".to_owned()) && cnut.contains(&"I know.".to_owned()), "{aud:?}");
    assert!(aud.contains(&"Hail!".to_owned()) && cnut.contains(&"Hail!".to_owned()), "{cnut:?}");
}

#[tokio::test]
async fn digests_keep_audiences_apart_and_name_the_address_of_each() {
    let office = PostOffice::open_for_replies();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let daily = json!({"modes": {"message": "daily", "your_turn": "daily", "game_started": "never"}});
    for person in &people {
        let path = "/v1/me/notifications/preferences";
        person.put(path, &daily).await.must_be(200);
    }
    let table = Table::of("landnam", &people).await;
    let talk = Talk { office, table };
    let reader = talk.table.player(talk.table.awaited().await[0]).name.clone();
    let writer = people.iter().find(|person| person.name != reader).unwrap().name.clone();
    talk.say(&writer, "Hail, all!", None).await;
    talk.say(&writer, "Between us two", Some(&[&reader])).await;
    talk.office.quiet().await;
    talk.office.after_seconds(24 * 3_600);
    talk.office.mails(1).await;
    talk.office.quiet().await;
    let mail = latest(&talk.office.sink.taken(), &reader);
    let text = mail.text();
    assert_eq!(mail.header("Reply-To"), "", "{text}");
    for body in [text.clone(), mail.html()] {
        let body = body.to_lowercase();
        assert!(!body.contains("reply to this email") && !body.contains("or reply"), "{body}");
    }
    has(&mail, "Hail, all!");
    has(&mail, &format!("{writer} (only to you): Between us two"));
    has(&mail, &format!("Only {writer} reads what you write there."));
    has(&mail, "Write the number of an option there.");
    let addresses: std::collections::BTreeSet<&str> =
        text.split_whitespace().filter(|word| word.starts_with("reply+")).collect();
    assert_eq!(addresses.len(), 3, "{text}");
}
