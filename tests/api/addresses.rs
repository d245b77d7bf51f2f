//! Another mail address, agreed to at both ends.

use serde_json::{Value, json};

use crate::harness::{Answer, Person, PostOffice};
use crate::passwords::token;

const PASSWORD: &str = "a long ship west";
const OLD: &str = "aud@example.org";
const NEW: &str = "aud@example.net";

async fn ask(person: &Person, email: &str) -> Answer {
    person.post("/v1/me/email", &json!({"email": email, "password": PASSWORD})).await
}

async fn answer(person: &Person, token: &str, answer: &str) -> Answer {
    person.post("/v1/accounts/email", &json!({"token": token, "answer": answer})).await
}

/// The tokens that came to the old address and to the new one, in the last two of so many mails.
async fn tokens(office: &PostOffice, mails: usize) -> (String, String) {
    let mails = office.mails(mails).await;
    let of = |to: &str| token(mails[mails.len() - 2..].iter().find(|mail| mail.to == [to]).unwrap());
    (of(OLD), of(NEW))
}

async fn email(person: &Person) -> Value {
    person.get("/v1/me").await.must_be(200)["email"].clone()
}

#[tokio::test]
async fn an_address_changes_when_both_ends_have_agreed_and_both_are_told() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    let asked = ask(&aud, NEW).await.must_be(202);
    assert_eq!(
        (&asked["email"], &asked["approved"], &asked["proved"]),
        (&json!(NEW), &json!(false), &json!(false))
    );
    let (approve, prove) = tokens(&office, 2).await;
    let stranger = aud.with_token("");
    assert_eq!(answer(&stranger, &prove, "confirm").await.must_be(200), json!({"status": "waiting"}));
    assert_eq!(
        answer(&stranger, &prove, "confirm").await.must_be(200),
        json!({"status": "waiting"}),
        "one end is one"
    );
    assert_eq!(email(&aud).await, OLD);
    let shown = aud.get("/v1/me/email").await.must_be(200);
    assert_eq!((&shown["change"]["approved"], &shown["change"]["proved"]), (&json!(false), &json!(true)));
    assert_eq!(answer(&stranger, &approve, "confirm").await.must_be(200), json!({"status": "changed"}));
    assert_eq!(email(&aud).await, NEW);
    assert_eq!(aud.get("/v1/me/email").await.must_be(200), json!({"email": NEW, "change": null}));
    answer(&stranger, &approve, "cancel").await.must_refuse(401, "token_invalid");
    let told: Vec<_> = office.mails(4).await[2..].iter().map(|mail| mail.to[0].clone()).collect();
    assert!(told.contains(&OLD.to_owned()) && told.contains(&NEW.to_owned()), "{told:?}");
    aud.post("/v1/sessions", &json!({"login": NEW, "password": PASSWORD})).await.must_be(201);
    aud.post("/v1/sessions", &json!({"login": OLD, "password": PASSWORD}))
        .await
        .must_refuse(401, "wrong_credentials");
}

#[tokio::test]
async fn either_end_the_owner_and_time_put_an_end_to_a_change() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    let mut mails = 0;
    for way in ["old", "new", "owner", "newer", "time"] {
        // The limit for addresses that never asked is none of this.
        office.tamper("DELETE FROM unasked_mails");
        ask(&aud, NEW).await.must_be(202);
        mails += 2;
        let (approve, prove) = tokens(&office, mails).await;
        match way {
            "old" => drop(answer(&aud, &approve, "cancel").await.must_be(200)),
            "new" => drop(answer(&aud, &prove, "cancel").await.must_be(200)),
            "owner" => drop(aud.delete("/v1/me/email").await.must_be(204)),
            "newer" => {
                ask(&aud, NEW).await.must_be(202);
                mails += 2;
                office.mails(mails).await;
            }
            _ => office.after_seconds(800),
        }
        if way == "time" {
            continue;
        }
        for token in [&approve, &prove] {
            answer(&aud, token, "confirm").await.must_refuse(401, "token_invalid");
        }
        assert_eq!(email(&aud).await, OLD, "{way}");
    }
    let (approve, _) = tokens(&office, mails).await;
    office.after_seconds(172_800);
    answer(&aud, &approve, "confirm").await.must_refuse(401, "token_expired");
}

#[tokio::test]
async fn an_address_that_another_account_has_is_asked_for_in_vain_and_nobody_learns_why() {
    let office = PostOffice::open();
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    let taken = ask(&aud, "bjarni@example.org").await.must_be(202);
    let free = ask(&bjarni, "free@example.org").await.must_be(202);
    assert_eq!(
        taken.as_object().unwrap().keys().collect::<Vec<_>>(),
        free.as_object().unwrap().keys().collect::<Vec<_>>()
    );
    let mails = office.mails(4).await;
    let to_owner = mails.iter().find(|mail| mail.subject().contains("asked for your address")).unwrap();
    assert_eq!(to_owner.to, ["bjarni@example.org"]);
    assert!(!to_owner.text().contains("Aud"), "{}", to_owner.text());
    ask(&aud, "AUD@example.org").await.must_blame(422, "invalid_field", "email");
    let wrong = json!({"email": "x@example.org", "password": "not this one"});
    aud.post("/v1/me/email", &wrong).await.must_blame(403, "wrong_password", "password");
}

#[tokio::test]
async fn a_reset_link_in_the_old_mailbox_dies_with_the_old_address() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    aud.post("/v1/accounts/reset", &json!({"email": OLD})).await.must_be(202);
    let reset = token(&office.mails(1).await[0]);
    ask(&aud, NEW).await.must_be(202);
    let (approve, prove) = tokens(&office, 3).await;
    answer(&aud, &approve, "confirm").await.must_be(200);
    answer(&aud, &prove, "confirm").await.must_be(200);
    let body = json!({"token": reset, "password": "a longer ship west"});
    aud.post("/v1/accounts/reset/confirm", &body).await.must_refuse(401, "token_invalid");
}
