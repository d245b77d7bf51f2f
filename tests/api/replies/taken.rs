//! Replies that say what they want.

use super::latest;
use super::mail_server::{Draft, Postman};
use crate::harness::{PostOffice, Table};
use crate::support::Mail;

/// A game of Landnám in which somebody has been called to his first movement.
pub struct Asked {
    pub office: PostOffice,
    pub table: Table,
    pub name: String,
    pub mail: Mail,
}

impl Asked {
    pub async fn now() -> Self {
        let office = PostOffice::open_for_replies();
        let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
        let table = Table::of("landnam", &people).await;
        let mails = office.mails(3).await;
        let name = table.player(table.awaited().await[0]).name.clone();
        let mail = latest(&mails, &name);
        assert!(mail.text().contains("By email: reply with"), "{}", mail.text());
        Self { office, table, name, mail }
    }

    /// The mail that follows an answer, which must be of this kind.
    pub async fn next(&self, kind: &str) -> Mail {
        self.office.quiet().await;
        let mail = latest(&self.office.sink.taken(), &self.name);
        assert!(mail.message_id().contains(&format!(".{kind}@")), "{}: {}", mail.message_id(), mail.text());
        mail
    }

    pub fn version(&self) -> String {
        let query = "SELECT version::text AS value FROM positions";
        self.office.service.database.texts(query).remove(0)
    }

    /// The answers in a mail: numbers and what they do.
    pub fn options(mail: &Mail) -> Vec<(usize, String)> {
        let text = mail.text();
        let answers = text.split("YOUR OPTIONS").nth(1).unwrap_or_default();
        let answers = answers.split("THE BOARD").next().unwrap_or_default();
        let option = |line: &str| {
            let (number, what) = line.strip_prefix("  ")?.split_once(". ")?;
            Some((number.parse().ok()?, what.to_owned()))
        };
        answers.lines().filter_map(option).collect()
    }

    /// The number of the first answer that says so.
    pub fn number(mail: &Mail, what: &str) -> usize {
        let options = Self::options(mail);
        options.iter().find(|(_, option)| option.contains(what)).unwrap_or_else(|| panic!("{options:?}")).0
    }
}

#[tokio::test]
async fn the_number_of_an_answer_is_an_answer_and_is_followed_by_a_receipt_with_the_next_question() {
    let asked = Asked::now().await;
    let before = asked.version();
    let number = Asked::number(&asked.mail, "ove your ship");
    let draft = Draft::reply(&asked.name, &asked.mail, &number.to_string());
    assert_eq!(draft.sent(asked.office.replies_at()), "250 2.0.0 taken");
    let receipt = asked.next("receipt").await;
    assert_ne!(asked.version(), before);
    assert!(receipt.text().contains("Your move: Move your ship"), "{}", receipt.text());
    assert!(
        !Asked::options(&receipt).is_empty() && receipt.header("Reply-To") != asked.mail.header("Reply-To")
    );
    assert_eq!(receipt.header("In-Reply-To"), draft.id);
    assert!(receipt.header("References").starts_with(&asked.table.id), "one thread for each game");
    assert_eq!(receipt.header("Auto-Submitted"), "auto-generated");
}

#[tokio::test]
async fn greetings_and_signatures_around_a_number_are_no_part_of_the_answer() {
    for (before, behind) in [
        ("Hi!\n\n", ""),
        ("Hello Althing,\n", "\n\nBest regards\nAud\n22 33 44 55"),
        ("", "\n\nAud\n22 33 44 55"),
        ("", "\n--\nAud\n3"),
        ("", "\nMvh\nAud\nTlf. 22334455\nStorgata 5\n5020 Bergen"),
    ] {
        let asked = Asked::now().await;
        let number = Asked::number(&asked.mail, "nd movement");
        let draft = Draft::reply(&asked.name, &asked.mail, &format!("{before}{number}{behind}"));
        assert_eq!(draft.sent(asked.office.replies_at()), "250 2.0.0 taken");
        let receipt = asked.next("receipt").await;
        assert!(receipt.text().contains("Your move: End movement"), "{}", receipt.text());
    }
}

#[tokio::test]
async fn the_same_mail_twice_has_one_effect_and_one_receipt() {
    let asked = Asked::now().await;
    let number = Asked::number(&asked.mail, "ove your ship");
    let draft = Draft::reply(&asked.name, &asked.mail, &number.to_string());
    for _ in 0..5 {
        assert_eq!(draft.sent(asked.office.replies_at()), "250 2.0.0 taken");
    }
    asked.next("receipt").await;
    let moves = "SELECT count(*)::text AS value FROM entries WHERE request_key LIKE 'mail.%' \
                 UNION ALL SELECT count(*)::text FROM mails WHERE payload ? 'answer'";
    asked.office.until_stored(moves, &["1", "1"]).await;
}

#[tokio::test]
async fn an_option_in_the_words_of_the_mail_is_an_answer() {
    let asked = Asked::now().await;
    let at = asked.office.replies_at();
    assert_eq!(Draft::reply(&asked.name, &asked.mail, "End movement").sent(at), "250 2.0.0 taken");
    let receipt = asked.next("receipt").await;
    assert!(receipt.text().contains("Your move: End movement"), "{}", receipt.text());
    assert_eq!(Draft::reply(&asked.name, &receipt, "END YOUR TURN!").sent(at), "250 2.0.0 taken");
    let receipt = asked.next("receipt").await;
    assert!(receipt.text().contains("The game is waiting for"), "{}", receipt.text());
    assert!(Asked::options(&receipt).is_empty(), "nothing is asked: {}", receipt.text());
}

#[tokio::test]
async fn a_mail_that_is_only_a_page_is_read_up_to_what_it_quotes() {
    let asked = Asked::now().await;
    let number = Asked::number(&asked.mail, "nd movement");
    let page = format!(
        "<html><head><style>p {{ color: red }}</style></head><body><div dir=\"ltr\">{number}</div><br>\
         <div class=\"gmail_quote\"><div>On Fri Althing wrote:<br></div><blockquote>1. step</blockquote></div></body></html>"
    );
    let draft = Draft::plain(&asked.name, &asked.mail, &page).with("Content-Type: text/html; charset=utf-8");
    assert_eq!(draft.sent(asked.office.replies_at()), "250 2.0.0 taken");
    assert!(asked.next("receipt").await.text().contains("Your move: End movement"));
}

#[tokio::test]
async fn servers_may_speak_smtp_and_send_everything_at_once() {
    let asked = Asked::now().await;
    let number = Asked::number(&asked.mail, "nd movement");
    let draft = Draft::reply(&asked.name, &asked.mail, &format!("{number}\n\nBless – Øl & brauð\n.\n..dots"))
        .with("Content-Type: text/plain; charset=utf-8");
    let mut postman = Postman::smtp(asked.office.replies_at());
    postman.send(&format!(
        "MAIL FROM:<{}> BODY=8BITMIME SMTPUTF8\r\nRCPT TO:<nobody@play.example.org>\r\nRCPT TO:<{}>\r\nDATA\r\n",
        draft.from,
        draft.to.to_uppercase()
    ));
    let answers: Vec<String> = (0..4).map(|_| postman.hear()).collect();
    let codes: Vec<&str> = answers.iter().map(|answer| &answer[..3]).collect();
    assert_eq!(codes, ["250", "550", "250", "354"], "{answers:?}");
    let stuffed = draft.mail().replace("\r\n.", "\r\n..");
    postman.send(&format!("{stuffed}.\r\nNOOP\r\nQUIT\r\n"));
    let answers: Vec<String> = (0..3).map(|_| postman.hear()[..3].to_owned()).collect();
    assert_eq!(answers, ["250", "250", "221"]);
    assert!(asked.next("receipt").await.text().contains("Your move: End movement"));
}

#[tokio::test]
async fn who_wants_no_receipts_gets_none_but_for_the_next_question_and_a_refusal() {
    let asked = Asked::now().await;
    let player = asked.table.players.iter().find(|person| person.name == asked.name).unwrap();
    let none = serde_json::json!({"modes": {"receipt": "never"}});
    let path = "/v1/me/notifications/preferences";
    player.put(path, &none).await.must_be(200);
    let say = Draft::reply(&asked.name, &asked.mail, "say hello");
    assert_eq!(say.sent(asked.office.replies_at()), "250 2.0.0 taken");
    asked.office.quiet().await;
    let mails = asked.office.sink.taken();
    assert!(mails.iter().all(|mail| !mail.message_id().contains(".receipt@")), "nothing new is asked");
    let wrong = Draft { id: "wrong@example.org".to_owned(), ..Draft::reply(&asked.name, &asked.mail, "999") };
    assert_eq!(wrong.sent(asked.office.replies_at()), "250 2.0.0 taken");
    asked.next("reply_refused").await;
}

#[tokio::test]
async fn what_is_said_by_a_reply_that_comes_twice_is_said_once() {
    let asked = Asked::now().await;
    let draft = Draft::reply(&asked.name, &asked.mail, "say See you all on Friday!");
    for _ in 0..3 {
        assert_eq!(draft.sent(asked.office.replies_at()), "250 2.0.0 taken");
    }
    asked.office.quiet().await;
    let reader = asked.table.players.iter().find(|person| person.name != asked.name).unwrap();
    let said = reader.get(&format!("{}/messages", asked.table.path)).await.must_be(200);
    let said: Vec<&str> =
        said["items"].as_array().unwrap().iter().map(|message| message["text"].as_str().unwrap()).collect();
    assert_eq!(said, ["See you all on Friday!"]);
}

#[tokio::test]
async fn an_email_begins_with_the_line_to_write_above_when_it_can_be_answered_and_only_then() {
    const MARKER: &str = "=== Write your reply above this line ===";
    let asked = Asked::now().await;
    let number = Asked::number(&asked.mail, "ove your ship").to_string();
    Draft::reply(&asked.name, &asked.mail, &number).sent(asked.office.replies_at());
    asked.next("receipt").await;
    let host = &asked.table.players[0];
    let game = serde_json::json!({"ruleset": "nord", "seats": 3, "language": "en"});
    let invitations = format!("{}/invitations", host.open(&game).await);
    host.post(&invitations, &serde_json::json!({"email": "unn@example.org"})).await.must_be(201);
    let forgot = serde_json::json!({"email": "aud@example.org"});
    host.post("/v1/accounts/reset", &forgot).await.must_be(202);
    // The request becomes a mail first.
    asked.office.until_stored("SELECT 'x' AS value FROM address_requests", &[]).await;
    asked.office.quiet().await;
    let mails = asked.office.sink.taken();
    for mail in &mails {
        let can_be_answered = !mail.header("Reply-To").is_empty();
        let (text, html) = (mail.text(), mail.html());
        assert_eq!(text.starts_with(MARKER), can_be_answered, "{text}");
        let first = html.split("<td ").skip(2).find(|cell| cell.contains("</td>")).unwrap_or_default();
        assert_eq!(first.contains(MARKER), can_be_answered, "{html}");
    }
    assert!(mails.iter().any(|mail| mail.header("Reply-To").is_empty()) && mails.len() >= 6);
}

#[tokio::test]
async fn an_absence_is_noted_prolonged_and_ended_by_replies_and_moves_the_deadlines_as_by_the_api() {
    let asked = Asked::now().await;
    let seat = asked.table.awaited().await[0];
    let player = asked.table.player(seat);
    let vacations = async || {
        let set = player.get("/v1/me/availability").await.must_be(200);
        let days = set["vacations"].as_array().unwrap().iter();
        days.map(|days| format!("{}..{}", days["first_day"], days["last_day"]).replace('"', ""))
            .collect::<Vec<_>>()
    };
    let deadline =
        async || asked.table.view(None).await["awaited"][0]["deadline"].as_str().unwrap().to_owned();
    let before = deadline().await;
    let send = async |text: &str, id: &str, kind: &str| {
        let draft = Draft { id: id.to_owned(), ..Draft::reply(&asked.name, &asked.mail, text) };
        assert_eq!(draft.sent(asked.office.replies_at()), "250 2.0.0 taken");
        asked.next(kind).await
    };
    let receipt = send("Hi!\n\naway until 27 November\n\nAll the best", "a", "receipt").await;
    let noted = "You are away from Friday 20 November 2026 to Friday 27 November 2026";
    assert!(receipt.text().replace('\n', " ").replace("  ", " ").contains(noted), "{}", receipt.text());
    assert_eq!(vacations().await, ["2026-11-20..2026-11-27"]);
    let moved = deadline().await;
    assert!(moved > before, "{moved}");
    // The same mail twice books nothing more; a longer absence is prolonged.
    send("away until 27 November", "b", "receipt").await;
    assert_eq!(vacations().await.len(), 1);
    send("borte til 30. november", "c", "receipt").await;
    assert_eq!(vacations().await, ["2026-11-20..2026-11-27", "2026-11-28..2026-11-30"]);
    // What is no day, and days that there are none left of, are refused, and nothing changes.
    send("away until 31 November", "d", "reply_refused").await;
    send("away until 20 January", "e", "reply_refused").await;
    send("away until 7 December, I think", "f", "reply_refused").await;
    assert_eq!(vacations().await.len(), 2);
    let back = send("back", "g", "receipt").await;
    assert!(back.text().contains("You are back"), "{}", back.text());
    assert!(deadline().await < moved);
    send("back", "h", "receipt").await;
    // By the API the deadline would be the same.
    asked.office.tamper("DELETE FROM vacations");
    let days = serde_json::json!({"first_day": "2026-11-20", "last_day": "2026-11-27"});
    player.post("/v1/me/vacations", &days).await.must_be(201);
    assert_eq!(deadline().await, moved);
}

#[tokio::test]
async fn an_absence_is_noted_for_nobody_by_a_mail_from_another_address() {
    let asked = Asked::now().await;
    let draft = Draft {
        from: "thief@example.net".to_owned(),
        ..Draft::reply(&asked.name, &asked.mail, "away until 27 November")
    };
    draft.sent(asked.office.replies_at());
    asked.office.quiet().await;
    assert!(asked.office.service.database.texts("SELECT 'x' AS value FROM vacations").is_empty());
}
