//! Mails about tables that have not started: each says what it must, once, and none comes that has become pointless.

use althing::store::{Connection, health};
use diesel_async::AsyncConnection;
use nix::sys::signal::Signal;
use reqwest::Method;
use serde_json::{Value, json};

use super::delivery::Worker;
use super::to_whom;
use crate::harness::{Browser, Page, Person, PostOffice};
use crate::pages::link;
use crate::support::{Mail, Stage, Whim};

/// How it ended or `-`, how often it was tried, and whether it is being tried.
const TRIED: &str = "SELECT coalesce(result, '-') || ' ' || attempts || \
                     CASE WHEN claimed_until IS NULL THEN '' ELSE ' now' END AS value FROM mails";

/// The address of a table of three that somebody opened, with more settings.
async fn open(person: &Person, more: Value) -> String {
    let mut game = json!({"ruleset": "toy", "seats": 3, "name": "Thing"});
    game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.open(&game).await
}

async fn invite(person: &Person, path: &str, whom: Value) -> String {
    let made = person.post(&format!("{path}/invitations"), &whom).await.must_be(201);
    format!("{path}/invitations/{}", made["id"].as_str().unwrap())
}

async fn join(person: &Person, path: &str) {
    person.post(&format!("{path}/join"), &json!({})).await.must_be(200);
}

/// Presses the button that does that on the page to which a mail leads.
async fn press(office: &PostOffice, mail: &Mail, press: &str) -> Page {
    let browser = Browser::new(office);
    browser.send_form(&browser.open(&link(mail)).await.form(press)).await
}

#[tokio::test]
async fn an_invitation_says_who_invites_to_what_and_leads_to_its_page() {
    let office = PostOffice::open();
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    bjarni.patch("/v1/me", &json!({"time_zone": "Europe/Oslo"})).await.must_be(200);
    let path = open(&aud, json!({"name": "Øl & <b>", "visibility": "private"})).await;
    invite(&aud, &path, json!({"name": "Bjarni", "reserve": true})).await;
    let mail = office.mails(1).await.remove(0);
    assert_eq!(
        (mail.to.join(" "), mail.subject()),
        ("bjarni@example.org".to_owned(), "Øl & <b>: Aud invites you".to_owned())
    );
    let game = path.rsplit('/').next().unwrap();
    assert!(mail.message_id().starts_with("table."), "{}", mail.message_id());
    assert_eq!(mail.header("References"), format!("{game}@localhost"));
    for said in [
        "a seat is kept for you",
        "for 3 players",
        "At the table: Aud",
        "Friday 4 December 2026, 13:00 (Europe/Oslo)",
    ] {
        let text = mail.text().to_lowercase();
        assert!(text.contains(&said.to_lowercase()), "no {said} in {text}");
    }
    assert!(mail.html().contains("Øl &amp; &lt;b&gt;") && !mail.text().contains("You need no password"));
    for part in [mail.text(), mail.html()] {
        assert!(
            ["curl", "/v1/", "application/json", &bjarni.id].iter().all(|word| !part.contains(word)),
            "{part}"
        );
    }
    press(&office, &mail, "accept").await.says("You have a seat at this table.");
    office.quiet().await;
    office.until_stored(TRIED, &["sent 1"]).await;
    assert_eq!(office.sink.taken().len(), 1);
}

#[tokio::test]
async fn an_invited_address_needs_no_account_until_its_owner_accepts() {
    let office = PostOffice::open();
    let [aud] = office.service.people(["Aud"]).await;
    let path = open(&aud, json!({"visibility": "private"})).await;
    invite(&aud, &path, json!({"email": "Unn@Example.org"})).await;
    let mail = office.mails(1).await.remove(0);
    assert_eq!(mail.to, ["Unn@Example.org"]);
    let text = mail.text();
    assert!(text.contains("Nothing about you is stored but the address"), "{text}");
    // Its owner makes an account in a client of their own first.
    office.service.person("Unn").await;
    press(&office, &mail, "accept").await.says("You have a seat at this table.");
    let bjarni = office.service.person("Bjarni").await;
    let other = open(&aud, json!({})).await;
    invite(&aud, &other, json!({"email": "bjarni@example.org"})).await;
    let mail = office.mails(2).await.remove(1);
    assert!(!mail.text().contains("Nothing about you is stored"), "he has an account: {}", mail.text());
    press(&office, &mail, "accept").await.says("You have a seat at this table.");
    assert_eq!(bjarni.get(&other).await.status, 200);
}

#[tokio::test]
async fn a_full_table_asks_everybody_and_tells_who_was_late_and_that_it_is_over() {
    let office = PostOffice::open();
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    let path = open(&aud, json!({"seats": 2, "start": "on_confirmation", "confirm_hours": 1})).await;
    join(&bjarni, &path).await;
    let mails = office.mails(2).await;
    let both = ["aud@example.org", "bjarni@example.org"];
    assert_eq!(to_whom(&mails, "ready to start?"), both);
    assert!(mails.iter().all(|mail| mail.text().contains("Friday 20 November 2026, 13:00 (UTC)")));
    let asked = mails.iter().find(|mail| mail.to == ["bjarni@example.org"]).unwrap();
    press(&office, asked, "confirm").await.says("You confirmed that you are ready.");
    // A clock that jumps while a mail is on its way ends its lease.
    office.quiet().await;
    office.after_seconds(3601);
    let late = office.mails(3).await.remove(2);
    assert_eq!(
        (late.subject().as_str(), late.to.join(" ").as_str()),
        ("Thing: you have lost your seat", both[0])
    );
    assert!(link(&late).starts_with("/account/"), "{}", late.text());
    office.quiet().await;
    office.after_seconds(15 * 86_400);
    let over = office.mails(4).await.remove(3);
    assert_eq!(
        (over.subject().as_str(), over.to.join(" ").as_str()),
        ("Thing: the table has expired", both[1])
    );
    office.quiet().await;
    assert_eq!(office.sink.taken().len(), 4);
}

#[tokio::test]
async fn who_is_shown_the_door_hears_of_it_and_those_at_a_table_that_is_called_off() {
    let office = PostOffice::open();
    let [aud, bjarni, cnut] = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let path = open(&aud, json!({"seats": 4})).await;
    join(&bjarni, &path).await;
    join(&cnut, &path).await;
    aud.post(&format!("{path}/kick"), &json!({"account": cnut.id})).await.must_be(200);
    office.mails(1).await;
    aud.post(&format!("{path}/cancel"), &json!({})).await.must_be(200);
    let mails = office.mails(2).await;
    office.quiet().await;
    assert_eq!(to_whom(&mails, "you were removed from the table"), ["cnut@example.org"]);
    assert_eq!(to_whom(&mails, "called off"), ["bjarni@example.org"]);
    assert_eq!(office.sink.taken().len(), 2);
}

#[tokio::test]
async fn an_invitation_that_has_become_pointless_never_leaves() {
    let mut office = PostOffice::open_with(0, |_| {});
    let [aud, bjarni, cnut, dagny, eyvind] =
        office.service.people(["Aud", "Bjarni", "Cnut", "Dagny", "Eyvind"]).await;
    let path = open(&aud, json!({"seats": 4})).await;
    let taken_back = invite(&aud, &path, json!({"email": "unn@example.org"})).await;
    assert_eq!(aud.delete(&taken_back).await.status, 204);
    let declined = invite(&aud, &path, json!({"name": "Bjarni"})).await;
    assert_eq!(bjarni.post(&format!("{declined}/decline"), &json!({})).await.status, 204);
    let accepted = invite(&aud, &path, json!({"email": "cnut@example.org"})).await;
    cnut.post(&format!("{accepted}/accept"), &json!({})).await.must_be(200);
    // By his address, too, nobody hears from somebody whom he blocks.
    invite(&aud, &path, json!({"email": "dagny@example.org"})).await;
    assert_eq!(dagny.block(&aud.id).await.status, 204);
    invite(&aud, &path, json!({"name": "Eyvind"})).await;
    office.tamper(&format!(
        "INSERT INTO bans (account_id, banned_by, reason, banned_at) VALUES ('{}', '{}', 'x', '2026-11-20')",
        eyvind.id, aud.id
    ));
    let closed = open(&aud, json!({})).await;
    invite(&aud, &closed, json!({"name": "Dagny"})).await;
    invite(&cnut, &open(&cnut, json!({})).await, json!({"name": "Bjarni"})).await;
    office.tamper("UPDATE accounts SET verified_at = NULL WHERE name = 'Bjarni'");
    aud.post(&format!("{closed}/cancel"), &json!({})).await.must_be(200);
    office.employ();
    office.quiet().await;
    assert_eq!(office.sink.taken(), []);
    let results = "SELECT kind || ' ' || result || ' ' || count(*) AS value FROM mails GROUP BY kind, result";
    office.until_stored(results, &["invitation stale 7"]).await;
}

#[tokio::test]
async fn nobody_is_asked_to_confirm_who_has_or_who_is_gone_and_nobody_twice() {
    let mut office = PostOffice::open_with(0, |_| {});
    let [aud, bjarni, cnut] = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let path = open(&aud, json!({"start": "on_confirmation"})).await;
    join(&bjarni, &path).await;
    join(&cnut, &path).await;
    // The table opens again and is full a second time.
    assert_eq!(cnut.post(&format!("{path}/leave"), &json!({})).await.status, 204);
    join(&cnut, &path).await;
    aud.post(&format!("{path}/confirm"), &json!({})).await.must_be(200);
    let before = open(&bjarni, json!({"seats": 2, "start": "on_confirmation"})).await;
    join(&aud, &before).await;
    assert_eq!(bjarni.post(&format!("{before}/leave"), &json!({})).await.status, 204);
    office.employ();
    office.quiet().await;
    assert_eq!(to_whom(&office.sink.taken(), "ready to start?"), ["bjarni@example.org", "cnut@example.org"]);
    cnut.delete_with("/v1/me", &json!({"password": "a long ship west"})).await.must_be(204);
    office.quiet().await;
    let left = "SELECT count(*)::text AS value FROM mails m WHERE NOT EXISTS \
                (SELECT FROM accounts a WHERE a.id = m.account_id AND a.deleted_at IS NULL)";
    office.until_stored(left, &["0"]).await;
    assert_eq!(office.sink.taken().len(), 2);
}

#[tokio::test]
async fn two_processes_share_a_hundred_invitations_and_send_each_once() {
    let office = PostOffice::open_now_with(|_| {});
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    // Invitations of somebody that one has sat with are not limited.
    join(&bjarni, &open(&aud, json!({"ruleset": "landnam"})).await).await;
    // The processes know the titles that are shipped.
    let path = open(&aud, json!({"ruleset": "landnam"})).await;
    invite(&aud, &path, json!({"name": "Bjarni"})).await;
    office.tamper(
        "INSERT INTO mails (partition, id, kind, account_id, payload, created_at, due_at) \
         SELECT partition, md5(n::text)::uuid, kind, account_id, payload, created_at, '2000-01-01' \
         FROM mails, generate_series(2, 100) n",
    );
    office.tamper("UPDATE mails SET due_at = '2000-01-01'");
    let mut workers = [Worker::start(&office, "one"), Worker::start(&office, "other")];
    office.until_stored("SELECT id::text AS value FROM mails WHERE settled_at IS NULL", &[]).await;
    for worker in &mut workers {
        worker.signal(Signal::SIGTERM);
        worker.ends().await;
        assert!(!worker.logged().contains("bjarni@example.org"), "{}", worker.logged());
    }
    let mut ids: Vec<String> = office.sink.taken().iter().map(Mail::message_id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!((ids.len(), office.sink.taken().len()), (100, 100));
}

#[tokio::test]
async fn an_invitation_that_no_server_takes_is_a_dead_letter_until_an_operator_has_it_sent() {
    let mut office = PostOffice::open_with(1, |settings| settings.work.mail_attempts = 3);
    let operator = office.operator("Ulfljot").await;
    let [aud] = office.service.people(["Aud"]).await;
    office.sink.will([Whim::Refuse(Stage::Recipient, 554); 3]);
    let path = open(&aud, json!({})).await;
    invite(&aud, &path, json!({"email": "unn@example.org"})).await;
    for (tried, pause) in [("- 1", 31), ("- 2", 61)] {
        office.until_stored(TRIED, &[tried]).await;
        assert_eq!(waiting(&office).await, (1, 0));
        office.after_seconds(pause);
    }
    office.until_stored(TRIED, &["dead 3"]).await;
    assert_eq!(waiting(&office).await, (0, 1));
    let listed = operator.get("/v1/admin/dead-letters").await.must_be(200);
    let letter = &listed["items"][0];
    assert_eq!(
        (&letter["kind"], &letter["account"], &letter["attempts"]),
        (&json!("invitation"), &Value::Null, &json!(3))
    );
    assert!(
        path.ends_with(letter["game"].as_str().unwrap()) && !listed.to_string().contains("unn@"),
        "{listed}"
    );
    let retry = format!("/v1/admin/dead-letters/{}/retry", letter["id"].as_str().unwrap());
    aud.send(aud.request(Method::PUT, &retry)).await.must_refuse(403, "operator_required");
    assert_eq!(operator.send(operator.request(Method::PUT, &retry)).await.status, 204);
    office.after_seconds(1);
    assert_eq!(office.mails(1).await[0].to, ["unn@example.org"]);
    operator.send(operator.request(Method::PUT, &retry)).await.must_refuse(404, "dead_letter_not_found");
    office.quiet().await;
    assert_eq!((office.sink.taken().len(), waiting(&office).await), (1, (0, 0)));
}

/// How many mails wait, and how many were given up.
async fn waiting(office: &PostOffice) -> (i64, i64) {
    let mut connection = Connection::establish(&office.service.database.url()).await.unwrap();
    let backlog = health::backlog(&mut connection).await.unwrap();
    (backlog.waiting_mails, backlog.dead_letters)
}
