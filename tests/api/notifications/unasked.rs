//! Mails to addresses that never asked: bounded over all causes, ended by their owner for good.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Browser, PostOffice};
use crate::pages::{count_to, latest_to, latest_with, open_game, stored};
use crate::support::Mail;

const UNN: &str = "unn@example.net";
const PASSWORD: &str = "a long ship west";
const HOUR: i64 = 3_600;

fn open() -> PostOffice {
    PostOffice::open_with(1, |settings| settings.accounts.verify_addresses = true)
}

async fn register(office: &PostOffice, name: &str, email: &str) {
    let registration = json!({"name": name, "email": email, "password": PASSWORD});
    let answer = office.service.stranger().post("/v1/accounts", &registration).await.must_be(202);
    // Whether its mail leaves or is held, the answer is the same.
    assert_eq!(answer, json!({"message": "Look into your mail: it says how to go on."}));
    office.service.app.clock.advance(chrono::TimeDelta::milliseconds(1));
}

/// The path of the page that a mail leads to, by what it begins with.
fn path(mail: &Mail, page: &str) -> String {
    let text = mail.text();
    let line = text.lines().find(|line| line.contains(page)).unwrap_or_else(|| panic!("no {page}: {text}"));
    line[line.find(page).unwrap()..].trim().to_owned()
}

#[tokio::test]
async fn an_address_gets_two_mails_an_hour_and_four_a_day_however_often_it_is_registered() {
    let office = open();
    for number in 0..40 {
        let address = if number < 30 { UNN.to_owned() } else { format!("unn+{number}@example.net") };
        register(&office, &format!("Thief{number}"), &address).await;
    }
    office.quiet().await;
    assert_eq!(count_to(&office, UNN), 2);
    let held = "SELECT DISTINCT held AS value FROM mails WHERE settled_at IS NULL";
    office.until_stored(held, &["address_limit"]).await;
    register(&office, "Unn", UNN).await;
    office.quiet().await;
    assert_eq!(count_to(&office, UNN), 2);
    // When there is room again, the newest registration is mailed, and no other.
    office.after_seconds(HOUR + 1);
    office.quiet().await;
    assert_eq!(count_to(&office, UNN), 3);
    let mail = latest_to(&office, UNN).await;
    assert!(mail.text().contains("Hello Unn,"), "{}", mail.text());
    // One with another address of the mailbox is of either kind: they are settled side by side, and the newest is mailed.
    let stale = "SELECT count(*)::text AS value FROM mails WHERE reason IN ('stale: registered again later', \
         'stale: told again later')";
    office.until_stored(stale, &["38"]).await;
    for number in 40..50 {
        office.after_seconds(HOUR + 1);
        register(&office, &format!("Thief{number}"), UNN).await;
        office.quiet().await;
    }
    assert_eq!(count_to(&office, UNN), 4, "four a day");
    office.after_seconds(16 * HOUR);
    office.quiet().await;
    assert_eq!(count_to(&office, UNN), 5);
}

#[tokio::test]
async fn registering_changing_and_inviting_and_the_tags_of_one_mailbox_count_together() {
    let office = PostOffice::open();
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    for (number, person) in [&aud, &bjarni, &aud, &bjarni, &aud].into_iter().enumerate() {
        let game = open_game(person, "toy", 2, json!({})).await;
        let invited = json!({"email": format!("unn+{number}@example.net")});
        person.post(&format!("{game}/invitations"), &invited).await.must_be(201);
        office.quiet().await;
    }
    let change = json!({"email": UNN, "password": PASSWORD});
    let before = count_to(&office, "aud@example.org");
    aud.send(aud.request(Method::POST, "/v1/me/email").json(&change)).await.must_be(202);
    office.quiet().await;
    let to_unn = || office.sink.taken().iter().filter(|mail| mail.to[0].starts_with("unn")).count();
    assert_eq!(to_unn(), 2);
    assert_eq!(count_to(&office, "aud@example.org"), before + 1, "what the owner asks for is not limited");
    for hours in 1..48 {
        office.after_seconds(HOUR);
        office.quiet().await;
        assert!(to_unn() <= if hours < 24 { 4 } else { 6 }, "{} after {hours} hours", to_unn());
    }
    let open = "SELECT kind AS value FROM mails WHERE settled_at IS NULL";
    assert_eq!(stored(&office, open), Vec::<String>::new(), "none waits for ever");
}

#[tokio::test]
async fn an_owner_who_never_wants_mail_again_gets_none_and_can_allow_it_by_the_same_link() {
    let office = open();
    let browser = Browser::new(&office);
    register(&office, "Thief", UNN).await;
    let mail = latest_to(&office, UNN).await;
    let link = path(&mail, "/notifications/refuse?");
    assert!(mail.header("List-Unsubscribe").contains(&link), "{}", mail.header("List-Unsubscribe"));
    // Programs follow links; only a press refuses.
    let page = browser.open(&link).await;
    page.says("No more emails that others cause");
    assert_eq!(stored(&office, "SELECT 'x' AS value FROM refused_addresses"), Vec::<String>::new());
    browser.send_form(&page.forms()[0].clone().by("answer", "refuse")).await.says("no more such emails");
    office.after_seconds(2 * HOUR);
    register(&office, "Robber", UNN).await;
    register(&office, "Bandit", "unn+x@example.net").await;
    office.quiet().await;
    assert_eq!(count_to(&office, UNN) + count_to(&office, "unn+x@example.net"), 1);
    let reasons = "SELECT reason AS value FROM mails WHERE result = 'suppressed'";
    office.until_stored(reasons, &["suppressed: address wants no such mail"; 2]).await;
    // A mail program's click says the same once more.
    let click = office.service.stranger();
    let click =
        click.post_text(&link, "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click").await;
    assert_eq!(click.status, 200);
    let page = browser.open(&link).await;
    page.says("This address gets no emails that others cause");
    browser.send_form(&page.forms()[0].clone().by("answer", "allow")).await.says("allowed again");
    register(&office, "Unn", UNN).await;
    office.quiet().await;
    assert_eq!(count_to(&office, UNN), 2);
    let forged = link.replace("token=", "token=00");
    assert_eq!(browser.open(&forged).await.0.status, 401);
}

#[tokio::test]
async fn an_owner_who_asks_for_their_page_finds_the_link_to_allow_mail_again_and_an_account_allows_it() {
    let office = open();
    let browser = Browser::new(&office);
    register(&office, "Thief", UNN).await;
    let link = path(&latest_to(&office, UNN).await, "/notifications/refuse?");
    browser.send_form(&browser.open(&link).await.forms()[0].clone().by("answer", "refuse")).await;
    let ask = browser.open("/account").await.forms()[0].clone().with("email", UNN);
    browser.send_form(&ask).await.says("on its way");
    let mail = latest_with(&office, UNN, "/sign-up/").await;
    assert!(mail.text().contains("Allow them again"), "{}", mail.text());
    let page = browser.open(&path(&mail, "/sign-up/")).await;
    browser.send_form(&page.form("sign_up").with("name", "Unn")).await;
    assert_eq!(stored(&office, "SELECT 'x' AS value FROM refused_addresses"), Vec::<String>::new());
}

#[tokio::test]
async fn an_owner_of_an_account_hears_of_registrations_with_their_address_within_the_limit() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    for number in 0..20 {
        let email = if number % 2 == 0 { "aud@example.org" } else { "AUD@example.org" };
        register(&office, &format!("Thief{number}"), email).await;
    }
    office.quiet().await;
    assert_eq!(count_to(&office, "aud@example.org"), 2);
    let reasons = "SELECT DISTINCT reason AS value FROM mails WHERE result <> 'sent'";
    office.until_stored(reasons, &["suppressed: too many mails to the address"]).await;
    // Their own requests still arrive.
    aud.post("/v1/me/notifications/test", &json!({})).await.must_be(202);
    office
        .service
        .stranger()
        .post("/v1/accounts/reset", &json!({"email": "aud@example.org"}))
        .await
        .must_be(202);
    office.mails(4).await;
}

#[tokio::test]
async fn withdrawing_and_inviting_again_is_one_invitation_with_one_mail_a_day() {
    let office = PostOffice::open_with(1, |settings| settings.accounts.access_seconds = 100_000_000);
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    // They know each other: only what is said here bounds the mails.
    let known = open_game(&aud, "toy", 2, json!({"visibility": "public"})).await;
    bjarni.post(&format!("{known}/join"), &json!({})).await.must_be(200);
    let game = open_game(&aud, "toy", 3, json!({})).await;
    let invitations = format!("{game}/invitations");
    let invite = async || aud.post(&invitations, &json!({"name": "Bjarni"})).await.must_be(201)["id"].clone();
    let withdraw = async |id: &Value| {
        let path = format!("{invitations}/{}", id.as_str().unwrap());
        assert_eq!(aud.delete(&path).await.status, 204);
    };
    let count = || office.sink.taken().iter().filter(|mail| mail.subject().contains("invites you")).count();
    let first = invite().await;
    office.quiet().await;
    for _ in 0..5 {
        withdraw(&first).await;
        assert_eq!(invite().await, first, "it is the same invitation");
        office.quiet().await;
    }
    assert_eq!(count(), 1);
    let mine = bjarni.get("/v1/me/invitations").await.must_be(200);
    assert_eq!(mine["items"].as_array().unwrap().len(), 1, "{mine}");
    withdraw(&first).await;
    office.after_seconds(25 * HOUR);
    assert_ne!(invite().await, first);
    office.quiet().await;
    assert_eq!(count(), 2);
}

#[tokio::test]
async fn an_invitation_whose_mail_never_left_is_mailed_when_it_is_made_again() {
    let mut office = PostOffice::open_with(0, |_| {});
    let [aud, _] = office.service.people(["Aud", "Bjarni"]).await;
    let game = open_game(&aud, "toy", 3, json!({})).await;
    let invitations = format!("{game}/invitations");
    let made = aud.post(&invitations, &json!({"name": "Bjarni"})).await.must_be(201);
    assert_eq!(aud.delete(&format!("{invitations}/{}", made["id"].as_str().unwrap())).await.status, 204);
    office.employ();
    office.quiet().await;
    aud.post(&invitations, &json!({"name": "Bjarni"})).await.must_be(201);
    office.mails(1).await;
    office.quiet().await;
    assert_eq!(office.sink.taken().len(), 1);
}

#[tokio::test]
async fn a_password_can_be_set_anew_when_an_address_is_verified_by_a_client() {
    let office = open();
    let stranger = office.service.stranger();
    register(&office, "Unn", UNN).await;
    let text = latest_to(&office, UNN).await.text();
    let token = text.lines().find(|line| line.split('.').count() == 3 && !line.contains(' ')).unwrap();
    let verify = |password: &str| json!({"token": token, "password": password});
    stranger.post("/v1/accounts/verify", &verify("short")).await.must_blame(422, "invalid_field", "password");
    stranger.post("/v1/accounts/verify", &verify("a word of my own")).await.must_be(200);
    let log_in = async |password: &str| {
        stranger.post("/v1/sessions", &json!({"login": "Unn", "password": password})).await
    };
    log_in(PASSWORD).await.must_refuse(401, "wrong_credentials");
    log_in("a word of my own").await.must_be(201);
    // A repeat sets no other.
    stranger.post("/v1/accounts/verify", &verify("somebody else's")).await.must_be(200);
    log_in("somebody else's").await.must_refuse(401, "wrong_credentials");
}
