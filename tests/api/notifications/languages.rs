//! Everybody reads mails in his own language.

use serde_json::json;

use crate::harness::{Person, PostOffice, Table, seeded_dice};
use crate::support::Mail;

/// Who reads what, and what stands in every mail that asks them something.
const READERS: [(&str, &str, &str); 3] =
    [("Aud", "nn", "AVGJERDA DI"), ("Bjarni", "sv", "DITT BESLUT"), ("Cnut", "de", "DEINE ENTSCHEIDUNG")];

/// Words that the frame of an English mail has.
const ENGLISH: [&str; 8] = [
    "Your decision",
    "What happened",
    "How things stand",
    "Where to",
    "You get this email",
    "For example",
    "Game ",
    "Stop emails",
];

async fn read(person: &Person, language: &str) {
    person.patch("/v1/me", &json!({"language": language})).await.must_be(200);
}

fn reader<'r>(mail: &Mail) -> Option<&'r (&'r str, &'r str, &'r str)> {
    READERS.iter().find(|(name, ..)| mail.to == [format!("{}@example.org", name.to_lowercase())])
}

#[tokio::test]
async fn a_game_is_told_to_everybody_in_his_own_language() {
    let office = PostOffice::open_short(1, 2);
    let people = office.service.people(READERS.map(|(name, ..)| name)).await;
    for (person, (_, language, _)) in people.iter().zip(READERS) {
        read(person, language).await;
    }
    for ruleset in ["landnam", "nord", "settlers"] {
        let table = Table::of(ruleset, &people).await;
        let mut dice = seeded_dice(3);
        for _ in 0..25 {
            office.quiet().await;
            if table.go_on(&mut dice).await.is_none() {
                break;
            }
        }
    }
    office.quiet().await;
    let mails = office.sink.taken();
    for (name, language, asked) in READERS {
        let to_him = |mail: &&Mail| reader(mail).is_some_and(|(reader, ..)| *reader == name);
        let his: Vec<&Mail> = mails.iter().filter(to_him).collect();
        assert!(his.iter().any(|mail| mail.text().contains(asked)), "nothing was asked in {language}");
        for mail in his {
            assert!(mail.raw.len() < 100_000 && mail.html().contains(&format!("<html lang=\"{language}\">")));
            let left =
                ENGLISH.iter().find(|words| mail.text().to_lowercase().contains(&words.to_lowercase()));
            assert!(left.is_none(), "{left:?} is left over in {language}: {}", mail.text());
        }
    }
}

#[tokio::test]
async fn only_languages_that_there_are_can_be_chosen() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    for wrong in ["no", "nb", "EN", "", "fr", "en-GB"] {
        aud.patch("/v1/me", &json!({"language": wrong})).await.must_blame(422, "invalid_field", "language");
    }
    let stranger = office.service.stranger();
    let mut registration = json!({"name": "Unn", "email": "unn@example.org", "password": "a long ship west"});
    registration["language"] = json!("da");
    stranger.post("/v1/accounts", &registration).await.must_blame(422, "invalid_field", "language");
    registration["language"] = json!("sv");
    stranger.post("/v1/accounts", &registration).await.must_be(202);
    let unn = json!({"login": "Unn", "password": "a long ship west"});
    assert_eq!(stranger.post("/v1/sessions", &unn).await.must_be(201)["account"]["language"], "sv");
}
