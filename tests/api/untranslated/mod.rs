//! Nothing that a player reads is English in the other languages.
//!
//! Here everybody reads the pseudolocale, whose catalogues hold no plain letter: what is left over in plain letters in a
//! mail, on the page of a seat or on a board was written outside the catalogues, in English for everybody.

mod games;
mod kinds;
mod pages;
mod replies;
mod seats;
mod shown;

use conformance::pseudolocale;
use reqwest::Method;
use serde_json::json;

use crate::harness::{Person, PostOffice, Service};

/// Takes something out of a line.
type Without = fn(&str) -> String;

/// What is left over for now, each with where it lies. To be emptied, never to be filled.
const ALLOWED: [(Without, &str); 1] = [(
    without_requests,
    "mails beside games in play show requests (mail/compose, mail/layout, accounts.json)",
)];

/// Without a request, part of a command, or the ids in an address.
fn without_requests(line: &str) -> String {
    let is_part = ["curl ", "-H ", "-d "].iter().any(|begin| line.starts_with(begin));
    if is_part || line.starts_with("GET http") || line.starts_with("POST http") {
        return String::new();
    }
    let ids = ["{game_id}", "{order_id}", "{webhook_id}"].into_iter();
    ids.fold(line.to_owned(), |line, id| line.replace(id, " "))
}

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];

/// Whoever has an account by now reads the pseudolocale. No request can say so.
fn all_read_the_pseudolocale(office: &PostOffice) {
    office.tamper(&format!("UPDATE accounts SET language = '{}'", pseudolocale::CODE));
}

/// Three such people.
async fn readers(office: &PostOffice) -> [Person; 3] {
    let people = office.service.people(NAMES).await;
    all_read_the_pseudolocale(office);
    people
}

#[tokio::test]
async fn no_request_can_ask_for_the_pseudolocale() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let code = pseudolocale::CODE;
    aud.patch("/v1/me", &json!({"language": code})).await.must_blame(422, "invalid_field", "language");
    let registration =
        json!({"name": "Unn", "email": "unn@example.org", "password": "a long ship west", "language": code});
    let stranger = service.stranger();
    stranger.post("/v1/accounts", &registration).await.must_blame(422, "invalid_field", "language");
    let preferring = stranger.request(Method::GET, "/v1/me").header("Accept-Language", code);
    let refused = stranger.send(preferring).await;
    assert_eq!(refused.json["title"], "This operation needs an access token.");
}
