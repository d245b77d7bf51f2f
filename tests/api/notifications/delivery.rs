//! Servers that refuse, hang up and fall silent; workers that die.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use althing::app::events::EventBus;
use althing::mail::Mailer;
use althing::workers::Workers;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use secrecy::ExposeSecret;

use crate::harness::{PostOffice, Table, seeded_dice, until};
use crate::support::{Mail, Stage, Whim};

/// How it ended or `-`, how often it was tried, and whether it is being tried.
const RESULT: &str = "SELECT coalesce(result, '-') || ' ' || attempts || \
                      CASE WHEN claimed_until IS NULL THEN '' ELSE ' now' END AS value FROM mails";

/// Why the last try failed, of mails that nobody is trying to send.
const PROBLEM: &str = "SELECT coalesce(problem, '-') AS value FROM mails WHERE claimed_until IS NULL";

fn open(workers: usize) -> PostOffice {
    PostOffice::open_with(workers, |settings| settings.accounts.verify_addresses = true)
}

/// For workers that are processes of their own.
fn open_now() -> PostOffice {
    PostOffice::open_now_with(|settings| settings.accounts.verify_addresses = true)
}

#[tokio::test]
async fn a_mail_that_is_refused_for_now_comes_later_under_the_same_id() {
    let office = open(1);
    office.sink.will([Whim::Refuse(Stage::Content, 451), Whim::HangUp(Stage::Data)]);
    office.register("Aud").await;
    office.until_stored(PROBLEM, &["handing over the mail: the answer was 451"]).await;
    office.after_seconds(31);
    office.until_stored(PROBLEM, &["handing over the mail: the answer made no sense, or broke off"]).await;
    office.after_seconds(61);
    let mails = office.mails(1).await;
    // A server that says "not now" was no attempt.
    office.until_stored(RESULT, &["sent 1"]).await;
    assert_eq!(mails.len(), 1);
    assert_eq!(office.sink.refused()[0].message_id(), mails[0].message_id());
}

#[tokio::test]
async fn a_mail_that_is_refused_for_good_is_given_up_and_says_why_without_the_address() {
    let office = open(1);
    office.sink.will([Whim::Refuse(Stage::Recipient, 550); 3]);
    office.register("Aud").await;
    office.until_stored(RESULT, &["- 1"]).await;
    office.after_seconds(31);
    office.until_stored(RESULT, &["- 2"]).await;
    office.after_seconds(61);
    office.until_stored(RESULT, &["dead 3"]).await;
    let problem = "SELECT problem AS value FROM mails";
    office.until_stored(problem, &["naming the recipient: the answer was 550"]).await;
    office.until_stored("SELECT coalesce(reason, '-') AS value FROM mails", &["dead: 550 5.0.0"]).await;
    assert_eq!(office.sink.taken(), []);
}

#[tokio::test]
async fn a_notice_waits_until_the_one_before_it_in_the_game_has_left() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    office.sink.will([Whim::Refuse(Stage::Recipient, 450); 2]);
    let table = Table::of("toy", &people).await;
    let tried =
        "SELECT 'x' AS value FROM mails WHERE attempts = 0 AND claimed_until IS NULL AND problem IS NOT NULL";
    office.until_stored(tried, &["x", "x"]).await;
    table.go_on(&mut seeded_dice(3)).await.unwrap();
    office.service.app.events.notify();
    // Nothing has left: what came later waits as well, although it was never tried.
    let later = "SELECT kind AS value FROM mails WHERE problem IS NULL AND settled_at IS NULL";
    office.until_stored(later, &["your_turn"]).await;
    assert_eq!(office.sink.taken(), []);
    // Another game's mail gets through, and releases what waits.
    Table::of("toy", &people).await;
    office.mails(4).await;
    let kind = |mail: &Mail| mail.message_id().split(['.', '@']).nth(3).unwrap().to_owned();
    let taken = office.sink.taken();
    let ours: Vec<String> =
        taken.iter().filter(|mail| mail.message_id().contains(&table.id)).map(kind).collect();
    assert_eq!(ours, ["game_started", "your_turn"]);
}

#[tokio::test]
async fn two_workers_share_a_hundred_mails_and_send_each_once() {
    let office = open(0);
    office.register("Aud").await;
    office.tamper(
        "INSERT INTO mails (partition, id, account_id, kind, created_at, due_at) \
         SELECT partition, md5(n::text)::uuid, account_id, 'test', created_at, due_at \
         FROM mails, generate_series(2, 100) n",
    );
    let mut office = office;
    office.employ();
    office.employ();
    office.service.app.events.notify();
    office.mails(100).await;
    office.quiet().await;
    let mut ids: Vec<String> = office.sink.taken().iter().map(Mail::message_id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!((ids.len(), office.sink.taken().len()), (100, 100));
}

#[tokio::test]
async fn where_protection_is_required_nothing_is_said_without_it() {
    let office = PostOffice::open_with(1, |settings| {
        settings.accounts.verify_addresses = true;
        let url = format!("{}?tls=required", settings.mail.smtp_url.expose_secret());
        settings.mail.smtp_url = url.into();
    });
    office.register("Aud").await;
    let problem = "SELECT 'x' AS value FROM mails WHERE waiting_since IS NOT NULL";
    office.until_stored(problem, &["x"]).await;
    assert_eq!(office.sink.named(), 0);
}

/// `althing work` as a process, and what it logs.
pub struct Worker {
    child: Child,
    log: PathBuf,
}

impl Worker {
    pub fn start(office: &PostOffice, name: &str) -> Self {
        Self::start_with_lease(office, name, 120)
    }

    /// With a short lease, mails of a worker that dies come soon, and on a busy machine those of a living one, twice.
    fn start_with_lease(office: &PostOffice, name: &str, seconds: u32) -> Self {
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.log", std::process::id()));
        let child = Command::new(env!("CARGO_BIN_EXE_althing"))
            .arg("work")
            .env("DATABASE_URL", office.service.database.url())
            .env("ALTHING__MAIL__SMTP_URL", office.sink.url())
            .env("ALTHING__WORK__LEASE_SECONDS", seconds.to_string())
            .env("ALTHING__WORK__POLL_MILLISECONDS", "100")
            .env("ALTHING__LOG__FILTER", "debug")
            .stdout(Stdio::null())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        Self { child, log }
    }

    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(i32::try_from(self.child.id()).unwrap()), signal).unwrap();
    }

    pub async fn ends(&mut self) {
        until("the worker ends", || self.child.try_wait().unwrap().is_some()).await;
    }

    pub fn logged(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_file(&self.log);
    }
}

#[tokio::test]
async fn what_a_killed_worker_had_claimed_is_sent_by_another_and_no_log_knows_the_address() {
    let office = open_now();
    office.sink.will([Whim::FallSilent(Stage::Recipient)]);
    office.register("Aud").await;
    office.tamper("UPDATE mails SET due_at = '2000-01-01'");
    let mut first = Worker::start_with_lease(&office, "killed", 3);
    until("the first worker names the recipient", || office.sink.named() == 1).await;
    first.signal(Signal::SIGKILL);
    first.ends().await;
    let mut second = Worker::start(&office, "second");
    let mails = office.mails(1).await;
    // That the first one was killed was no attempt.
    office.until_stored(RESULT, &["sent 1"]).await;
    second.signal(Signal::SIGTERM);
    second.ends().await;
    assert_eq!(office.sink.taken(), mails);
    let token = mails[0].text();
    let token = token.lines().find(|line| line.split('.').count() == 3 && !line.contains(' ')).unwrap();
    for log in [first.logged(), second.logged()] {
        assert!(log.contains("workers started"), "{log}");
        assert!(!log.contains("aud@example.org") && !log.contains(token), "{log}");
    }
    assert!(second.logged().contains("a…@example.org"), "{}", second.logged());
}

#[tokio::test]
async fn a_mail_that_breaks_every_worker_is_given_up() {
    let mut office = open(0);
    office.register("Aud").await;
    // Eight times as many workers as there are attempts have claimed it and were never seen again.
    office.tamper("UPDATE mails SET attempts = 8, abandoned = 63, claimed_until = '2000-01-01'");
    office.employ();
    office.until_stored(RESULT, &["dead 9"]).await;
    office
        .until_stored("SELECT problem AS value FROM mails", &["every worker that tried it broke down"])
        .await;
    assert_eq!(office.sink.taken(), []);
}

#[tokio::test]
async fn a_worker_that_is_told_to_stop_does_not_wait_for_a_silent_server() {
    let office = open_now();
    office.sink.will([Whim::FallSilent(Stage::Data)]);
    office.register("Aud").await;
    office.tamper("UPDATE mails SET due_at = '2000-01-01'");
    let mut worker = Worker::start_with_lease(&office, "stopped", 3);
    until("it names the recipient", || office.sink.named() == 1).await;
    worker.signal(Signal::SIGTERM);
    let told = std::time::Instant::now();
    worker.ends().await;
    assert!(told.elapsed().as_secs() < 10);
}

// A worker hears of work without looking for it.

/// Longer than the test may take: only a knock can wake the worker.
const FOR_EVER: u64 = 60_000;

#[tokio::test]
async fn a_worker_in_the_same_process_is_woken_by_a_knock() {
    let office = PostOffice::open_with(1, |settings| {
        settings.accounts.verify_addresses = true;
        settings.work.poll_milliseconds = FOR_EVER;
    });
    office.register("Aud").await;
    office.mails(1).await;
}

#[tokio::test]
async fn a_worker_that_begins_sends_what_waits_already() {
    let mut office = PostOffice::open_with(0, |settings| {
        settings.accounts.verify_addresses = true;
        settings.work.poll_milliseconds = FOR_EVER;
    });
    office.register("Aud").await;
    office.employ();
    office.mails(1).await;
}

#[tokio::test]
async fn a_worker_of_another_process_is_woken_through_the_database() {
    let office = PostOffice::open_with(0, |settings| {
        settings.accounts.verify_addresses = true;
        settings.work.poll_milliseconds = FOR_EVER;
    });
    let url = office.service.database.url();
    // An App of its own stands for another process: nothing is shared but the database.
    let mut elsewhere = office.service.app.clone();
    elsewhere.events = EventBus::default();
    let mailer = Mailer::new(&elsewhere.settings, None).unwrap();
    let workers = Workers::start(&elsewhere, &url, mailer).unwrap();
    let notifier = Workers::start_for_serving(&office.service.app, &url).unwrap();
    office.register("Aud").await;
    // The listener may have come to the door after the knock; then another one follows.
    until("the mail comes", || {
        office.service.app.events.notify();
        !office.sink.taken().is_empty()
    })
    .await;
    notifier.end();
    workers.end();
}
