//! No more mails of a kind, by one click (RFC 8058): never by a look, and never by a token that is not meant for it.

use althing::service::accounts::verify_token;
use althing::service::identity::email_key;
use althing::service::tokens::{Claims, Purpose, issue};
use reqwest::Method;
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::harness::{Answer, Person, PostOffice, Table, connect};
use crate::support::Mail;

const FORM: &str = "application/x-www-form-urlencoded";

/// The path and query of the link of a mail.
pub fn link(mail: &Mail) -> String {
    let header = mail.header("List-Unsubscribe");
    let url = header.trim_start_matches('<').trim_end_matches('>');
    let token = token(url);
    assert!(mail.text().contains(url) && mail.html().contains(token), "{url} in {}", mail.text());
    assert_eq!(token.len(), 32, "{url}");
    url[url.find("/unsubscribe/").unwrap()..].to_owned()
}

fn token(link: &str) -> &str {
    link.split("/unsubscribe/").nth(1).unwrap()
}

pub async fn way(person: &Person, kind: &str) -> String {
    let settings = person.get("/v1/me/notifications/preferences").await.must_be(200);
    settings["modes"][kind].as_str().unwrap().to_owned()
}

pub async fn click(stranger: &Person, path: &str) -> Answer {
    stranger.post_text(path, FORM, "List-Unsubscribe=One-Click").await
}

/// The player whose turn it is in a new game, and the mail that says so.
async fn called(office: &PostOffice) -> (Person, Mail) {
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    let first = table.player(table.awaited().await[0]).clone();
    let mails = office.mails(2).await;
    let call = mails.into_iter().find(|mail| mail.message_id().contains("your_turn"));
    (first, call.unwrap())
}

#[tokio::test]
async fn a_click_ends_mails_of_a_kind_and_a_look_changes_nothing() {
    let office = PostOffice::open();
    let (first, call) = called(&office).await;
    let stranger = office.service.stranger();
    assert_eq!(call.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    let path = link(&call);
    for _ in 0..5 {
        let page = stranger.get(&path).await;
        assert!(page.status == 200 && page.text.contains("it is your turn"), "{}", page.text);
    }
    assert_eq!(way(&first, "your_turn").await, "instantly");
    for _ in 0..2 {
        let done = click(&stranger, &path).await;
        assert!(done.status == 200 && done.text.contains("no more of these"), "{}", done.text);
    }
    assert_eq!(way(&first, "your_turn").await, "never");
    assert_eq!(way(&first, "game_started").await, "instantly");
    assert_eq!(office.sink.taken().len(), 2);
    // Settings let him have them again.
    first.put("/v1/me/notifications/preferences", &json!({})).await.must_be(200);
    assert_eq!(way(&first, "your_turn").await, "instantly");
}

#[tokio::test]
async fn the_button_of_the_page_does_the_same_in_the_language_of_the_browser() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    let second = table.player(1 - table.awaited().await[0]).clone();
    let mails = office.mails(2).await;
    let begun = mails.iter().find(|mail| mail.message_id().contains("game_started")).unwrap();
    let path = link(begun);
    let stranger = office.service.stranger();
    let page = stranger.request(Method::GET, &path).header("Accept-Language", "de-AT, en;q=0.5");
    let page = stranger.send(page).await;
    assert!(page.text.contains("<html lang=\"de\">"), "{}", page.text);
    let markup = page.text.replace("&#x2f;", "/");
    assert!(markup.contains(r#"action="../notifications/unsubscribe""#), "{markup}");
    let token = token(&path);
    let done = stranger.post_text("/notifications/unsubscribe", FORM, format!("token={token}")).await;
    assert_eq!(done.status, 200, "{}", done.text);
    assert_eq!(way(&second, "game_started").await, "never");
}

#[tokio::test]
async fn tokens_that_are_forged_or_meant_for_something_else_end_nothing() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    Table::of("toy", &people).await;
    let path = link(&office.mails(2).await[0]);
    let token = token(&path);
    let mut ctx = connect(&office.service).await;
    let account = people[0].id.parse().unwrap();
    let verify = verify_token(&mut ctx, account).await.unwrap();
    let claims = Claims { account, session: None, id: None };
    let nothing = issue(&mut ctx, Purpose::Unsubscribe, claims, 3_600).await.unwrap();
    let mut forged = token.to_owned();
    forged.replace_range(forged.len() - 8.., "AAAAAAAA");
    let stranger = office.service.stranger();
    // The seal is for one account, one address and one kind.
    let other = format!("{}{}", &self::token(&link(&office.mails(2).await[1]))[..22], &token[22..]);
    let elsewhere =
        format!("{}{}{}", &token[..22], if &token[22..23] == "A" { "B" } else { "A" }, &token[23..]);
    for wrong in ["x", &forged, &other, &elsewhere, &verify, &nothing, &people[0].token] {
        for path in
            ["/notifications/unsubscribe?token=", "/unsubscribe/"].map(|path| format!("{path}{wrong}"))
        {
            assert_eq!(stranger.get(&path).await.status, 401, "{path}");
            assert_eq!(click(&stranger, &path).await.status, 401, "{path}");
        }
    }
    assert_eq!(click(&stranger, "/notifications/unsubscribe?token=").await.status, 401);
    // Nor does a good one do anything else.
    people[0].with_token(token).get("/v1/me").await.must_refuse(401, "token_invalid");
    let address = json!({"token": token});
    stranger.post("/v1/accounts/verify", &address).await.must_refuse(401, "token_invalid");
    for person in &people {
        let settings = person.get("/v1/me/notifications/preferences").await.must_be(200);
        // Only what nobody gets unless they ask for it.
        assert_eq!(settings.to_string().matches("never").count(), 1, "{settings}");
        assert_eq!(settings["modes"]["unpayable_offer"], "never");
    }
}

/// A link as earlier releases mailed it.
async fn signed_link(office: &PostOffice, person: &Person, kind: &str) -> String {
    let half = |text: String| Sha256::digest(text)[..8].to_vec();
    let address = person.get("/v1/me").await.must_be(200)["email"].as_str().unwrap().to_owned();
    let id = [
        half(format!("althing/unsubscribe/{kind}")),
        half(format!("althing/unsubscribe/to/{}", email_key(&address))),
    ];
    let id = Some(Uuid::from_slice(&id.concat()).unwrap());
    let claims = Claims { account: person.id.parse().unwrap(), session: None, id };
    let mut ctx = connect(&office.service).await;
    let token = issue(&mut ctx, Purpose::Unsubscribe, claims, 3_600).await.unwrap();
    format!("/notifications/unsubscribe?token={token}")
}

#[tokio::test]
async fn the_link_of_a_mail_from_an_earlier_release_still_stops_mails_of_its_kind() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    let stranger = office.service.stranger();
    let path = signed_link(&office, &aud, "your_turn").await;
    let page = stranger.get(&path).await;
    assert!(page.status == 200 && page.text.contains(r#"action="unsubscribe""#), "{}", page.text);
    assert_eq!(way(&aud, "your_turn").await, "instantly");
    assert_eq!(click(&stranger, &path).await.status, 200);
    assert_eq!(way(&aud, "your_turn").await, "never");
    assert_eq!(way(&aud, "game_started").await, "instantly");
}

#[tokio::test]
async fn a_link_is_good_after_the_key_that_sealed_it_has_served_its_time() {
    let office = PostOffice::open();
    let (first, call) = called(&office).await;
    let path = link(&call);
    office.after_seconds(3_600 * 24 * 40);
    let first = first.again().await;
    let keys = office.service.database.texts("SELECT count(*)::text AS value FROM signing_keys");
    assert_eq!(keys, ["2"]);
    assert_eq!(click(&office.service.stranger(), &path).await.status, 200);
    assert_eq!(way(&first, "your_turn").await, "never");
}

#[tokio::test]
async fn a_link_from_before_a_recovery_still_stops_mails_of_its_kind() {
    let office = PostOffice::open();
    let (first, call) = called(&office).await;
    let path = link(&call);
    first.delete("/v1/me/sessions").await.must_be(204);
    let first = first.again().await;
    let stranger = office.service.stranger();
    assert_eq!(stranger.get(&path).await.status, 200);
    assert_eq!(way(&first, "your_turn").await, "instantly");
    assert_eq!(click(&stranger, &path).await.status, 200);
    assert_eq!(way(&first, "your_turn").await, "never");
    assert_eq!(way(&first, "game_started").await, "instantly");
}

#[tokio::test]
async fn a_link_mailed_to_an_earlier_address_is_answered_and_stops_nothing_at_the_present_one() {
    let office = PostOffice::open();
    let (first, call) = called(&office).await;
    let path = link(&call);
    office.tamper(&format!(
        "UPDATE accounts SET email = 'new@example.org', email_key = 'new@example.org', \
         recovery_id = gen_random_uuid() WHERE id = '{}'",
        first.id
    ));
    let stranger = office.service.stranger();
    for _ in 0..2 {
        let done = click(&stranger, &path).await;
        assert!(done.status == 200 && done.text.contains("no more of these"), "{}", done.text);
    }
    let modes = "SELECT modes::text AS value FROM notice_settings WHERE modes::text LIKE '%never%'";
    assert_eq!(office.service.database.texts(modes), [""; 0]);
}

#[tokio::test]
async fn what_mail_programs_add_to_a_link_is_ignored() {
    let office = PostOffice::open();
    let (first, call) = called(&office).await;
    let path = link(&call);
    let stranger = office.service.stranger();
    let added = format!("{path}?utm_source=newsletter&utm_source=x&fbclid=IwAR0");
    assert_eq!(stranger.get(&added).await.status, 200);
    assert_eq!(click(&stranger, &added).await.status, 200);
    assert_eq!(way(&first, "your_turn").await, "never");
    for page in ["verify", "reset", "email"] {
        let opened = stranger.get(&format!("/accounts/{page}?token=abc")).await;
        let added = stranger.get(&format!("/accounts/{page}?token=abc&utm_source=x&gclid=1&=&token=2")).await;
        assert_eq!((added.status, added.text), (opened.status, opened.text), "{page}");
    }
    for page in ["/account?utm_source=x", "/docs?utm_source=x"] {
        assert_eq!(stranger.get(page).await.status, 200, "{page}");
    }
}
