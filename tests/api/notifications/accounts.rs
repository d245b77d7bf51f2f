//! Mails about accounts.

use serde_json::json;

use crate::harness::PostOffice;
use crate::support::Mail;

const PASSWORD: &str = "a long ship west";

fn strict() -> PostOffice {
    PostOffice::open_with(1, |settings| settings.accounts.verify_addresses = true)
}

/// The line of the mail that is a token.
fn token(mail: &Mail) -> String {
    let text = mail.text();
    let line = text.lines().find(|line| line.split('.').count() == 3 && !line.contains(' '));
    line.expect("a token on a line of its own").to_owned()
}

#[tokio::test]
async fn an_address_is_proved_with_the_token_of_its_own_mail() {
    let office = strict();
    let person = office.service.stranger();
    let registration = json!({"name": "Aud", "email": "aud@example.org", "password": PASSWORD});
    person.post("/v1/accounts", &registration).await.must_be(202);
    let login = json!({"login": "Aud", "password": PASSWORD});
    person.post("/v1/sessions", &login).await.must_refuse(403, "address_not_verified");
    let mails = office.mails(1).await;
    assert_eq!(mails[0].to, ["aud@example.org"]);
    let sent = json!({"token": token(&mails[0])});
    person.post("/v1/accounts/verify", &sent).await.must_be(200);
    person.post("/v1/sessions", &login).await.must_be(201);
    let page = format!("/accounts/verify?token={}", token(&mails[0]));
    for part in [mails[0].text(), mails[0].html().replace("&#x2f;", "/")] {
        assert!(part.contains(&page) && !part.contains("curl") && !part.contains("/v1/"), "{part}");
    }
}

#[tokio::test]
async fn the_owner_hears_when_somebody_registers_with_the_same_address() {
    let office = strict();
    let person = office.service.stranger();
    let registration = |name| json!({"name": name, "email": "aud@example.org", "password": PASSWORD});
    person.post("/v1/accounts", &registration("Aud")).await.must_be(202);
    let first = office.mails(1).await.remove(0);
    person.post("/v1/accounts/verify", &json!({"token": token(&first)})).await.must_be(200);
    person.post("/v1/accounts", &registration("Bjarni")).await.must_be(202);
    let second = office.mails(2).await.remove(1);
    assert_eq!(second.to, ["aud@example.org"]);
    assert!(second.subject().contains("used to register"), "{}", second.subject());
    assert!(second.text().contains("Hello Aud"), "{}", second.text());
}
