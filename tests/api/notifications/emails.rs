//! What is in a mail.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use althing::mail::{Composed, Email};
use serde_json::json;

use crate::harness::{PostOffice, Table, seeded_dice};
use crate::support::Mail;

#[tokio::test]
async fn the_mails_of_a_game_are_one_thread_of_one_list_and_say_that_no_person_wrote_them() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    for mail in office.mails(2).await {
        assert_eq!(mail.header("References"), format!("{}@localhost", table.id));
        assert_eq!(mail.header("In-Reply-To"), mail.header("References"));
        assert_eq!(mail.header("List-Id"), format!("{}.games.localhost", table.id));
        assert_eq!(mail.header("Auto-Submitted"), "auto-generated");
        assert_eq!(mail.header("Date"), "2026-11-20T12:00:00Z");
        assert_eq!(mail.header("From"), "althing@localhost");
    }
}

#[tokio::test]
async fn a_mail_about_a_game_has_one_link_and_nothing_for_programmers() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    Table::of("toy", &people).await;
    for mail in office.mails(2).await {
        let html = mail.html().replace("&#x2f;", "/");
        assert_eq!((mail.text().matches("/seat/").count(), html.matches("/seat/").count()), (1, 1));
        for word in ["curl", "/v1/", "{\"", "JSON", "POST"] {
            assert!(!mail.text().contains(word) && !html.contains(word), "{word}: {}", mail.text());
        }
    }
}

#[tokio::test]
async fn names_that_people_chose_are_text_on_the_page() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let game = json!({"ruleset": "toy", "seats": 2, "name": "Øl & <b>brauð</b> \"ð\""});
    Table::with(&game, &people).await;
    for mail in office.mails(2).await {
        assert!(mail.subject().starts_with("Øl & <b>brauð</b> \"ð\":"), "{}", mail.subject());
        assert!(mail.html().contains("Øl &amp; &lt;b&gt;brauð&lt;"), "{}", mail.html());
        assert!(mail.raw.is_ascii(), "it passes through every server");
    }
}

#[tokio::test]
async fn a_mail_tells_what_happened_since_its_reader_last_acted() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    let mut dice = seeded_dice(3);
    for count in 3..=5 {
        office.mails(count - 1).await;
        table.go_on(&mut dice).await.unwrap();
    }
    let text = office.mails(5).await.pop().unwrap().text();
    let lines = text.lines().filter(|line| line.starts_with("  - ")).count();
    // His own draw's answer told him of his own doing; since then: the roll, the other's move, the roll.
    assert_eq!(lines, 3, "{text}");
}

/// The files stay behind: `tests/mails/strict.py` reads them with another parser.
#[tokio::test]
async fn without_a_mail_server_mails_are_files_that_nobody_else_reads() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mails");
    let _ = fs::remove_dir_all(&folder);
    let chosen = folder.to_str().unwrap().to_owned();
    let office = PostOffice::open_with(1, |settings| {
        settings.mail.smtp_url = String::new().into();
        settings.mail.folder = chosen;
        settings.mail.pictures = true;
        settings.accounts.verify_addresses = false;
    });
    let people = office.service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    for (person, language) in people.iter().zip(["nn", "en", "sv", "de"]) {
        person.patch("/v1/me", &json!({"language": language})).await.must_be(200);
    }
    let game = json!({"ruleset": "landnam", "seats": 5, "name": "Øl & brauð", "bots": ["random"]});
    let table = Table::with(&game, &people).await;
    table.post(0, "votes", &json!({"kind": "pause"})).await.must_be(201);
    let waiting = json!({"ruleset": "landnam", "seats": 3, "name": "Øl & brauð"});
    let invitations = format!("{}/invitations", people[0].open(&waiting).await);
    for whom in [json!({"name": "Bjarni"}), json!({"email": "unn@example.org"})] {
        people[0].post(&invitations, &whom).await.must_be(201);
    }
    let again = json!({"name": "Edel", "email": "aud@example.org", "password": "a long ship west"});
    office.service.stranger().post("/v1/accounts", &again).await.must_be(202);
    office.quiet().await;
    let files: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(files.len() >= 10, "{files:?}");
    for file in &files {
        assert_eq!(file.extension().unwrap(), "eml");
        assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
        let mail = Mail { raw: fs::read(file).unwrap(), ..Mail::default() };
        assert!(file.to_str().unwrap().contains("20261120T120000"), "{file:?}");
        assert!(mail.raw.len() < 100_000 && !mail.text().is_empty());
    }
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
}

/// A letter with so many bytes of picture.
fn illustrated(bytes: usize) -> Mail {
    let letter = Email {
        to: "aud@example.org".parse().unwrap(),
        name: "Aud".to_owned(),
        message_id: "1@localhost".to_owned(),
        thread: None,
        list: None,
        reply_to: None,
        reply_to_mail: None,
        picture: Some(vec![7; bytes].into()),
        unsubscribe: None,
        date: "2026-11-20T12:00:00Z".parse().unwrap(),
        says: Composed {
            subject: "The board".to_owned(),
            text: "Here it is.".to_owned(),
            html: "<p><img src=\"cid:board\" alt=\"it\"></p>".to_owned(),
        },
    };
    Mail { raw: letter.format(&"althing@localhost".parse().unwrap()).unwrap(), ..Mail::default() }
}

#[test]
fn a_picture_belongs_to_the_page_and_stays_out_of_a_mail_that_it_would_make_too_heavy() {
    let mail = illustrated(20_000);
    let raw = String::from_utf8(mail.raw.clone()).unwrap();
    assert!(raw.contains("multipart/related") && raw.contains("Content-ID: <board>"), "{}", &raw[..1_000]);
    assert_eq!(mail.text().trim_end(), "Here it is.");
    let heavy = illustrated(90_000);
    assert!(heavy.raw.len() < 5_000 && heavy.text().starts_with("Here it is."));
}
