//! Replies that can't be carried out: each gets an exact answer, and nothing changes.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};

use super::mail_server::{Draft, Postman};
use super::page;
use super::taken::Asked;
use crate::harness::{Browser, PostOffice};

/// Hands a reply over that is taken, and must be answered with this sentence and the present question.
async fn is_refused(asked: &Asked, draft: &Draft, sentence: &str) {
    let before = asked.version();
    assert_eq!(draft.sent(asked.office.replies_at()), "250 2.0.0 taken");
    let refusal = asked.next("reply_refused").await;
    let text = refusal.text();
    assert!(text.contains(sentence), "{text}");
    assert!(!Asked::options(&refusal).is_empty() && !refusal.header("Reply-To").is_empty(), "{text}");
    assert_eq!(asked.version(), before);
}

/// Nobody hears of it, and nothing changes.
async fn is_ignored(asked: &Asked, draft: &Draft) {
    let (before, mails) = (asked.version(), asked.office.sink.taken().len());
    assert_eq!(draft.sent(asked.office.replies_at()), "250 2.0.0 taken");
    asked.office.quiet().await;
    assert_eq!((asked.version(), asked.office.sink.taken().len()), (before, mails), "{:?}", draft.headers);
}

#[tokio::test]
async fn what_is_no_answer_is_answered_by_what_is_wrong_and_what_is_asked() {
    let asked = Asked::now().await;
    let cases = [
        ("1 or 2", "not read: “1 or 2”".to_owned()),
        ("150", "options from 1 to".to_owned()),
        ("0", "options from 1 to".to_owned()),
        ("", "No reply was found".to_owned()),
        ("Hello there", "No reply was found".to_owned()),
        ("Good luck, everybody", "not read: “Good luck, everybody”".to_owned()),
        ("1 quickly", "not read: “1 quickly”".to_owned()),
        ("end_turn", "not read: “end_turn”".to_owned()),
    ];
    for (number, (text, sentence)) in cases.iter().enumerate() {
        let mut draft = Draft::reply(&asked.name, &asked.mail, text);
        draft.id = format!("wrong-{number}@example.org");
        asked.office.tamper("DELETE FROM unread_replies");
        is_refused(&asked, &draft, sentence).await;
    }
}

#[tokio::test]
async fn a_mail_with_two_lines_that_name_its_writer_is_refused() {
    let asked = Asked::now().await;
    let draft = Draft::reply(&asked.name, &asked.mail, "1");
    let before = (asked.version(), asked.office.sink.taken().len());
    for from in ["From: Somebody <stranger@example.net>", &format!("from : <{}>", draft.from)] {
        let mail = format!("{from}\r\n{}", draft.mail());
        let answer =
            Postman::lmtp(asked.office.replies_at()).bring(&draft.from, &[&draft.to], &mail).remove(0);
        assert!(answer.starts_with("550 5.7.1") && answer.contains("one From"), "{answer}");
    }
    asked.office.quiet().await;
    assert_eq!((asked.version(), asked.office.sink.taken().len()), before);
    assert_eq!(draft.sent(asked.office.replies_at()), "250 2.0.0 taken", "the same with one is taken");
}

#[tokio::test]
async fn a_number_of_yesterdays_mail_means_nothing_today() {
    let asked = Asked::now().await;
    let end = Asked::number(&asked.mail, "nd movement").to_string();
    Draft::reply(&asked.name, &asked.mail, &end).sent(asked.office.replies_at());
    asked.next("receipt").await;
    let mut late = Draft::reply(&asked.name, &asked.mail, "1");
    late.id = "late@example.org".to_owned();
    is_refused(&asked, &late, "Another reply to that email was carried out already").await;
    // Somebody who has gone on elsewhere meanwhile.
    asked.office.tamper("UPDATE mail_questions SET version = version + 1000 WHERE decision LIKE '%move%'");
    late.id = "later@example.org".to_owned();
    is_refused(&asked, &late, "no longer open").await;
    let mut words = Draft::reply(&asked.name, &asked.mail, "end turn");
    words.id = "words@example.org".to_owned();
    is_refused(&asked, &words, "no longer open").await;
}

#[tokio::test]
async fn a_reply_from_another_address_is_told_to_the_owner_alone() {
    let asked = Asked::now().await;
    let other = if asked.name == "Aud" { "Bjarni" } else { "Aud" };
    is_refused(&asked, &Draft::reply(other, &asked.mail, "1"), "from another address").await;
    let heard =
        asked.office.sink.taken().iter().filter(|mail| mail.to[0].starts_with(&other.to_lowercase())).count();
    assert_eq!(heard, 1, "only the first mail of the game");
}

#[tokio::test]
async fn programs_are_neither_obeyed_nor_answered() {
    let asked = Asked::now().await;
    for header in [
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "X-Auto-Response-Suppress: All",
        "Subject: Out of Office: Re: your turn",
        "Subject: Automatisk svar: x",
        "Subject: Autosvar: x",
        "Subject: Frånvaro: x",
        "Subject: Automatische Antwort: x",
        "Subject: Réponse automatique : x",
        "Subject: Respuesta automática: x",
        "Subject: Risposta automatica: x",
        "Subject: Automatisch antwoord: x",
        "Subject: =?utf-8?q?Automatyczna_odpowied=C5=BA=3A_x?=",
        "Subject: Automaattinen vastaus: x",
        "Subject: Odpowied=?utf-8?q?=C5=BA?= automatyczna: x",
        "Subject: Automated Response: Re: x",
        "Subject: Re: [Ticket#2026112510000012] your turn",
        "Subject: We got your request #3",
        "Subject: Accepted: your turn",
        "X-Autogenerated: Reply",
        "X-Loop: helpdesk@example.org",
        "X-Freshdesk-Anything: 1",
        "Content-Type: text/calendar; method=REPLY",
        "Content-Type: application/ms-tnef",
        "Content-Type: text/vnd.google.email-reaction+json",
        "Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
    ] {
        is_ignored(&asked, &Draft::plain(&asked.name, &asked.mail, "1").with(header)).await;
    }
    let draft = Draft::plain(&asked.name, &asked.mail, "1");
    let before = asked.version();
    let answers = Postman::lmtp(asked.office.replies_at()).bring("", &[&draft.to], &draft.mail());
    assert_eq!(
        (answers, asked.version()),
        (vec!["250 2.0.0 taken".to_owned()], before),
        "a mail about a mail"
    );
}

#[tokio::test]
async fn an_address_that_leads_nowhere_takes_nothing() {
    let asked = Asked::now().await;
    let good = asked.mail.header("Reply-To");
    let forged = good.replacen(&good[40..44], if &good[40..44] == "0000" { "1111" } else { "0000" }, 1);
    let mut postman = Postman::lmtp(asked.office.replies_at());
    assert!(postman.say("RCPT TO:<x@play.example.org>").starts_with("503"));
    assert!(postman.say("MAIL FROM:<aud@example.org>").starts_with("250"));
    for (address, code) in [
        (forged.as_str(), "550 5.1.1"),
        ("reply+00@play.example.org", "550 5.1.1"),
        ("postmaster@play.example.org", "550 5.1.1"),
        ("aud@example.org", "550 5.7.1"),
        (&good.replace("play.", "other."), "550 5.7.1"),
    ] {
        assert!(postman.say(&format!("RCPT TO:<{address}>")).starts_with(code), "{address}");
    }
    assert!(postman.say("DATA").starts_with("503"));
}

#[tokio::test]
async fn a_seat_that_is_lost_and_an_account_that_is_banned_answer_nothing() {
    let asked = Asked::now().await;
    let draft = Draft::reply(&asked.name, &asked.mail, "1");
    let id = asked.table.players.iter().find(|person| person.name == asked.name).unwrap().id.clone();
    let at = asked.office.replies_at();
    asked.office.tamper(&format!("INSERT INTO bans VALUES ('{id}', '{id}', 'x', '2026-11-20')"));
    assert!(draft.sent(at).starts_with("550 5.7.1"));
    asked.office.tamper("DELETE FROM bans");
    asked
        .office
        .tamper(&format!("UPDATE seats SET account_id = NULL, bot = 'random' WHERE account_id = '{id}'"));
    assert!(draft.sent(at).starts_with("550 5.7.1"));
}

#[tokio::test]
async fn a_mail_of_twenty_megabytes_is_refused_and_never_held() {
    let asked = Asked::now().await;
    let before = asked.version();
    let draft = Draft::plain(&asked.name, &asked.mail, "1");
    let mut postman = Postman::lmtp(asked.office.replies_at());
    assert!(postman.say("MAIL FROM:<aud@example.org> SIZE=20000000").starts_with("552 5.3.4"));
    assert!(postman.say("MAIL FROM:<aud@example.org>").starts_with("250"));
    assert!(postman.say(&format!("RCPT TO:<{}>", draft.to)).starts_with("250"));
    assert!(postman.say("DATA").starts_with("354"));
    postman.send(&draft.mail());
    let line = format!("{}\r\n", "x".repeat(998));
    for _ in 0..200 {
        assert!(postman.pour(&line.repeat(100)));
    }
    postman.send(".\r\n");
    assert!(postman.hear().starts_with("552 5.3.4"));
    assert!(postman.say("NOOP").starts_with("250"), "the talk goes on");
    assert_eq!(asked.version(), before);
}

#[tokio::test]
async fn the_port_has_bounds_of_its_own() {
    let asked = Asked::now().await;
    let at = asked.office.replies_at();
    let mut postman = Postman::smtp(at);
    assert!(postman.say(&"x".repeat(10_000)).starts_with("500"));
    assert!(postman.say("MAIL FROM:<aud@example.org>").starts_with("250"));
    let address = asked.mail.header("Reply-To");
    for _ in 0..10 {
        assert!(postman.say(&format!("RCPT TO:<{address}>")).starts_with("250"));
    }
    assert!(postman.say(&format!("RCPT TO:<{address}>")).starts_with("452 4.5.3"));
    // A dot on a line of its own ends a mail only between two proper ends of lines.
    let mut smuggler = Postman::lmtp(at);
    assert!(smuggler.say("MAIL FROM:<aud@example.org>").starts_with("250"));
    assert!(smuggler.say(&format!("RCPT TO:<{address}>")).starts_with("250"));
    assert!(smuggler.say("DATA").starts_with("354"));
    smuggler.send("Subject: x\r\n\r\nx\n.\nRCPT TO:<x@y>\r\nx\n.\r\nQUIT\r\n.\r\n");
    assert!(smuggler.hear().starts_with("250"));
    assert!(smuggler.say("NOOP").starts_with("250"), "there was one mail, and no command in it");
}

#[tokio::test]
async fn an_address_for_replies_ends_with_the_password() {
    let asked = Asked::now().await;
    let person = asked.table.player(asked.table.awaited().await[0]).clone();
    let change =
        serde_json::json!({"old_password": "a long ship west", "new_password": "a longer ship west"});
    person.post("/v1/me/password", &change).await.must_be(204);
    let address = asked.mail.header("Reply-To");
    let mut postman = Postman::lmtp(asked.office.replies_at());
    assert!(postman.say("MAIL FROM:<aud@example.org>").starts_with("250"));
    let answer = postman.say(&format!("RCPT TO:<{address}>"));
    assert!(answer.starts_with("550"), "{answer}");
}

#[tokio::test]
async fn a_mail_that_does_not_come_to_its_end_may_be_brought_again() {
    let asked = Asked::now().await;
    let before = asked.version();
    let mut postman = Postman::lmtp(asked.office.replies_at());
    assert!(postman.say("MAIL FROM:<aud@example.org>").starts_with("250"));
    assert!(postman.say(&format!("RCPT TO:<{}>", asked.mail.header("Reply-To"))).starts_with("250"));
    assert!(postman.say("DATA").starts_with("354"));
    postman.send("Subject: x\r\n\r\n1\r\n");
    postman.hang_up();
    // A refusal for good would make the relay send the reply back to the player.
    assert!(postman.hear().starts_with("421 4.4.2"));
    assert_eq!(asked.version(), before);
}

#[tokio::test]
async fn no_mail_is_smuggled_behind_a_line_that_is_too_long() {
    let asked = Asked::now().await;
    let address = asked.mail.header("Reply-To");
    let long = "x".repeat(70_000);
    let mut postman = Postman::lmtp(asked.office.replies_at());
    for (mail, what) in [
        (format!("{long}\n.\r\nRCPT TO:<x@y>\r\n.\r\n"), "a lone LF before the dot is no end of the mail"),
        (format!("x\n{long}\r\n.\r\n"), "a long line may stand before the dot"),
    ] {
        assert!(postman.say("MAIL FROM:<aud@example.org>").starts_with("250"));
        assert!(postman.say(&format!("RCPT TO:<{address}>")).starts_with("250"));
        assert!(postman.say("DATA").starts_with("354"));
        postman.send(&format!("Subject: x\r\n\r\n{mail}"));
        assert!(postman.hear().starts_with("554 5.6.0"), "{what}");
        assert!(postman.say("NOOP").starts_with("250"), "{what}");
    }
}

/// Hands over so many replies that say nothing, each a mail of its own.
fn say_nothing(asked: &Asked, name: &str, round: &str, count: usize) {
    for number in 0..count {
        let mut draft = Draft::reply(name, &asked.mail, "Thank you, we will answer within 3 days. Ticket 4.");
        draft.id = format!("{round}-{number}@example.org");
        assert_eq!(draft.sent(asked.office.replies_at()), "250 2.0.0 taken");
    }
}

/// The refusals that the player has got.
async fn refusals(asked: &Asked) -> Vec<String> {
    asked.office.quiet().await;
    let address = format!("{}@example.org", asked.name.to_lowercase());
    let mails = asked.office.sink.taken().into_iter().filter(|mail| mail.to == [address.clone()]);
    mails.filter(|mail| mail.message_id().contains(".reply_refused@")).map(|mail| mail.text()).collect()
}

#[tokio::test]
async fn after_three_replies_of_which_nothing_is_read_none_is_answered_until_a_visit_or_a_good_one() {
    let asked = Asked::now().await;
    say_nothing(&asked, &asked.name, "first", 6);
    let told = refusals(&asked).await;
    assert_eq!(told.len(), 3);
    assert_eq!(told.iter().filter(|text| text.contains("the third reply in a row")).count(), 1);
    Browser::new(&asked.office).open(&page(&asked.mail)).await;
    say_nothing(&asked, &asked.name, "second", 5);
    assert_eq!(refusals(&asked).await.len(), 6, "a visit is a person's");
    let number = Asked::number(&asked.mail, "ove your ship").to_string();
    Draft::reply(&asked.name, &asked.mail, &number).sent(asked.office.replies_at());
    asked.next("receipt").await;
    say_nothing(&asked, &asked.name, "third", 5);
    assert_eq!(refusals(&asked).await.len(), 9, "so is a good reply");
}

#[tokio::test]
async fn a_stranger_with_a_reply_address_cannot_use_up_the_answers_to_its_owner() {
    let asked = Asked::now().await;
    let stranger = if asked.name == "Aud" { "Bjarni" } else { "Aud" };
    say_nothing(&asked, stranger, "stranger", 20);
    assert_eq!(refusals(&asked).await.len(), 3);
    say_nothing(&asked, &asked.name, "owner", 1);
    assert_eq!(refusals(&asked).await.len(), 4);
}

#[tokio::test]
async fn a_mail_that_takes_long_to_read_holds_up_no_other() {
    let asked = Asked::now().await;
    let at = asked.office.replies_at();
    let sentences = format!("{} \n", "Hi. ".repeat(200)).repeat(1_000);
    let mut heavy =
        Draft::plain(&asked.name, &asked.mail, &sentences).with("Content-Type: text/plain; format=flowed");
    heavy.id = "heavy@example.org".to_owned();
    let heavy = std::thread::spawn(move || (0..5).map(|_| heavy.sent(at)).collect::<Vec<_>>());
    let number = Asked::number(&asked.mail, "ove your ship").to_string();
    let answer = Draft::reply(&asked.name, &asked.mail, &number).sent(at);
    assert_eq!(answer, "250 2.0.0 taken");
    asked.office.quiet().await;
    // What is said about the heavy mail may come after it.
    let receipt = asked.office.sink.taken().iter().any(|mail| mail.message_id().contains(".receipt@"));
    assert!(receipt);
    assert!(heavy.join().unwrap().iter().all(|answer| answer == "250 2.0.0 taken"));
}

// Who may bring replies.

/// What somebody is told who connects.
fn greeting(at: SocketAddr) -> String {
    let mut line = String::new();
    let stream = TcpStream::connect(at).unwrap();
    BufReader::new(stream).read_line(&mut line).unwrap();
    line
}

#[tokio::test]
async fn a_mail_server_that_is_not_named_is_turned_away_and_one_that_is_named_is_greeted() {
    let open = |allowed: &str| {
        let allowed = vec![allowed.parse().unwrap()];
        PostOffice::open_with(1, move |settings| {
            settings.replies.bind = "0.0.0.0:0".to_owned();
            settings.replies.domain = "play.example.org".to_owned();
            settings.replies.allowed = allowed;
        })
    };
    let (elsewhere, here) = (open("192.0.2.25"), open("127.0.0.0/8"));
    let at = |office: &PostOffice| SocketAddr::from(([127, 0, 0, 1], office.replies_at().port()));
    assert!(greeting(at(&elsewhere)).starts_with("554 5.7.1 "), "{}", greeting(at(&elsewhere)));
    assert!(greeting(at(&here)).starts_with("220 "));
}
