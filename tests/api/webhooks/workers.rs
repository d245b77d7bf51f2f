//! Several workers, and workers that die.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::json;

use super::receiver::{Heard, Receiver, Whim};
use super::{Hook, at_home, heard, open, until_tried};
use crate::backups::carried;
use crate::harness::{PostOffice, Table, seeded_dice, until};

/// So many deliveries like the one that there is.
fn queue_up_to(office: &PostOffice, count: usize) {
    office.tamper(&format!(
        "INSERT INTO webhook_deliveries (id, webhook_id, topic, body, happened_at, place, created_at, due_at, attempts, \
         tries) SELECT md5(n::text)::uuid, webhook_id, topic, body, happened_at, n, created_at, due_at, 0, 0 \
         FROM webhook_deliveries, generate_series(2, {count}) n"
    ));
}

#[tokio::test]
async fn two_workers_share_a_hundred_deliveries_and_make_each_once() {
    let mut office = open(0);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    Hook::of(&aud, &receiver).await.test().await;
    queue_up_to(&office, 100);
    office.employ();
    office.employ();
    office.service.app.events.notify();
    heard(&receiver, 100).await;
    office
        .until_stored(
            "SELECT DISTINCT coalesce(result, '-') || attempts AS value FROM webhook_deliveries",
            &["delivered1"],
        )
        .await;
    let mut ids: Vec<String> = receiver.heard().iter().map(|request| request.id().to_owned()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!((ids.len(), receiver.heard().len()), (100, 100));
}

/// What is on its way holds the connection that the next claim waits for.
#[tokio::test]
async fn a_worker_with_one_connection_makes_a_hundred_deliveries_too() {
    let mut office = PostOffice::open_with(0, |settings| {
        at_home(settings);
        settings.database.pool_size = 1;
    });
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    Hook::of(&aud, &receiver).await.test().await;
    queue_up_to(&office, 100);
    office.employ();
    office.service.app.events.notify();
    heard(&receiver, 100).await;
    office
        .until_stored(
            "SELECT DISTINCT coalesce(result, '-') AS value FROM webhook_deliveries",
            &["delivered"],
        )
        .await;
}

#[tokio::test]
async fn of_one_game_nothing_overtakes_what_fails_once() {
    let office = open(2);
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let receiver = Receiver::start();
    receiver.will([Whim::Answer(500)]);
    Hook::with(&people[0], &receiver, json!({"topics": ["game_updated"]})).await;
    let table = Table::of("toy", &people).await;
    heard(&receiver, 1).await;
    let mut dice = seeded_dice(3);
    for _ in 0..3 {
        office.after_seconds(1);
        table.go_on(&mut dice).await.unwrap();
    }
    // Each version from 0 on.
    let count = usize::try_from(table.version().await).unwrap() + 1;
    office.until_stored("SELECT 'x' AS value FROM webhook_deliveries", &vec!["x"; count]).await;
    assert_eq!(receiver.heard().len(), 1);
    office.after_seconds(6);
    let requests = heard(&receiver, count + 1).await;
    assert_eq!(requests[0].id(), requests[1].id());
    let version = |request: &Heard| request.json()["data"]["version"].as_i64().unwrap();
    let versions: Vec<i64> = requests.iter().map(version).collect();
    assert!(versions.is_sorted(), "{versions:?}");
}

/// `althing work` as a process.
struct Worker(Child);

impl Worker {
    fn start(office: &PostOffice) -> Self {
        let mails = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("webhooks-{}", std::process::id()));
        fs::create_dir_all(&mails).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_althing"))
            .arg("work")
            .env("DATABASE_URL", office.service.database.url())
            .env("ALTHING__MAIL__FOLDER", mails)
            .env("ALTHING__WEBHOOKS__ALLOW_PRIVATE", "true")
            .env("ALTHING__WEBHOOKS__ALLOW_PLAIN", "true")
            .env("ALTHING__WEBHOOKS__TIMEOUT_SECONDS", "1")
            .env("ALTHING__WORK__POLL_MILLISECONDS", "100")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Self(child)
    }

    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn what_a_killed_worker_had_claimed_is_sent_by_another_under_the_same_id() {
    let office = PostOffice::open_now_with(at_home);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    receiver.will([Whim::FallSilent]);
    let hook = Hook::of(&aud, &receiver).await;
    let id = hook.test().await;
    office.tamper("UPDATE webhook_deliveries SET due_at = '2000-01-01'");
    let mut first = Worker::start(&office);
    heard(&receiver, 1).await;
    first.kill();
    until_tried(&office, &["- 1 now"]).await;
    let _second = Worker::start(&office);
    let requests = heard(&receiver, 2).await;
    until_tried(&office, &["delivered 2"]).await;
    assert!(requests.iter().all(|request| request.id() == id && request.body == requests[0].body));
}

// Webhooks after a restore.

const WAITING: &str = "SELECT topic AS value FROM webhook_deliveries WHERE settled_at IS NULL";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_webhook_was_to_be_told_is_told_once_after_a_restore() {
    let mut office = open(1);
    let receiver = Receiver::start();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let hook = Hook::of(&people[0], &receiver).await;
    let table = Table::of("landnam", &people).await;
    let mut dice = seeded_dice(3);
    table.play(4, &mut dice).await;
    until("something is told", || !receiver.heard().is_empty()).await;
    office.until_stored(WAITING, &[]).await;
    office.close();
    let before = receiver.heard().len();
    while table.awaited().await.iter().all(|seat| table.player(*seat).id != hook.owner.id) {
        table.play(1, &mut dice).await;
    }
    // Somebody else's turn and this one's again, so that a call is new whatever was told before.
    table.play(12, &mut dice).await;

    let other = PostOffice::open_on(carried(&office.service.database, "webhooks"), 1, at_home);
    until("the rest is told", || receiver.heard().len() > before).await;
    other.until_stored(WAITING, &[]).await;
    let heard = receiver.heard();
    let ids: BTreeSet<&str> = heard.iter().map(|heard| heard.id()).collect();
    assert_eq!(ids.len(), heard.len(), "something was told twice");
    let delivered = "SELECT topic AS value FROM webhook_deliveries WHERE result = 'delivered'";
    let delivered = other.service.database.texts(delivered);
    assert_eq!(delivered.len(), heard.len());
    assert!(
        heard.iter().all(|heard| heard.signatures().contains(&heard.signature_by(&hook.secret).as_str()))
    );
}
