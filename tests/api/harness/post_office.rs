//! The service with workers, and a mail server that they send to.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use althing::config::Settings;
use althing::mail::Mailer;
use althing::service::App;
use althing::workers::Workers;
use chrono::TimeDelta;
use serde_json::json;

use super::{Person, Server, Service};
use crate::support::{Mail, SmtpSink, TestDatabase, pooler};

/// How long anything may take that is waited for, in steps of 10 ms.
const MOST_STEPS: usize = 2_000;
const STEP: Duration = Duration::from_millis(10);

/// A service whose mails arrive.
pub struct PostOffice {
    // Ended before the database goes.
    workers: Vec<Workers>,
    /// The server that knows who the operator is.
    office: Option<Server>,
    pub sink: SmtpSink,
    pub service: Service,
}

impl PostOffice {
    /// One server, one worker, no hold-down.
    pub fn open() -> Self {
        Self::open_with(1, |_| {})
    }

    /// Several workers, and settings of the test's own.
    pub fn open_with(workers: usize, change: impl FnOnce(&mut Settings)) -> Self {
        let sink = SmtpSink::start();
        let service = Service::start_with(sending_to(&sink, change));
        Self::staffed(workers, sink, service)
    }

    /// One that goes by the machine's own clock, for workers that are processes of their own.
    pub fn open_now_with(change: impl FnOnce(&mut Settings)) -> Self {
        let sink = SmtpSink::start();
        let service = Service::start_now_with(sending_to(&sink, change));
        Self::staffed(0, sink, service)
    }

    /// Several workers, and titles that end after so many turns of each player.
    pub fn open_short(workers: usize, turns: u16) -> Self {
        Self::open_short_with(workers, turns, |_| {})
    }

    /// The same with settings of the test's own.
    pub fn open_short_with(workers: usize, turns: u16, change: impl FnOnce(&mut Settings)) -> Self {
        let sink = SmtpSink::start();
        let service = Service::start_short_with(turns, sending_to(&sink, change));
        Self::staffed(workers, sink, service)
    }

    /// The same on a database that somebody has filled, with secrets and ids that no other test service has.
    pub fn open_on(database: TestDatabase, workers: usize, change: impl FnOnce(&mut Settings)) -> Self {
        let sink = SmtpSink::start();
        let service = Service::on(database, sending_to(&sink, change));
        Self::staffed(workers, sink, service)
    }

    /// The same, with a port where replies are taken.
    pub fn open_for_replies() -> Self {
        Self::open_with(1, take_replies)
    }

    /// The same with secrets that follow from `seed`, and with sessions that last for a whole game.
    pub fn open_seeded_for_replies(seed: u64) -> Self {
        let change = |settings: &mut Settings| {
            take_replies(settings);
            settings.accounts.access_seconds = 100_000_000;
        };
        let sink = SmtpSink::start();
        let service = Service::start_seeded_with(seed, sending_to(&sink, change));
        Self::staffed(1, sink, service)
    }

    /// Replies are taken, and titles end after so many turns of each player.
    pub fn open_short_for_replies(turns: u16) -> Self {
        Self::open_short_with(1, turns, take_replies)
    }

    /// Where replies are taken.
    pub fn replies_at(&self) -> SocketAddr {
        self.workers[0].replies_at().expect("replies are taken")
    }

    fn staffed(workers: usize, sink: SmtpSink, service: Service) -> Self {
        let mut office = Self { workers: Vec::new(), office: None, sink, service };
        (0..workers).for_each(|_| office.employ());
        office
    }

    /// One more worker.
    pub fn employ(&mut self) {
        let (app, url) = pooler::behind(self.service.app.clone(), self.service.database.url());
        let mailer = Mailer::new(&app.settings, None).unwrap();
        self.workers.push(Workers::start(&app, &url, mailer).unwrap());
    }

    /// Every worker goes: what is not on its way by now waits.
    pub fn close(&mut self) {
        self.workers.drain(..).for_each(Workers::end);
    }

    /// Somebody who runs the service.
    pub async fn operator(&mut self, name: &str) -> Person {
        let operator = self.service.person(name).await;
        let mut settings = (*self.service.app.settings).clone();
        settings.operators.accounts = vec![operator.id.parse().unwrap()];
        let mut app = self.service.app.clone();
        app.settings = Arc::new(settings);
        let server = self.office.insert(Server::start(app, self.service.database.url()));
        operator.at(&server.address)
    }

    /// Somebody registers; where addresses must be proved, that gives one mail.
    pub async fn register(&self, name: &str) {
        let email = format!("{}@example.org", name.to_lowercase());
        let registration = json!({"name": name, "email": email, "password": "a long ship west"});
        self.service.stranger().post("/v1/accounts", &registration).await.must_be(202);
    }

    /// Moves the clock.
    pub fn after_seconds(&self, seconds: i64) {
        self.service.app.clock.advance(TimeDelta::seconds(seconds));
        self.service.app.events.notify();
    }

    /// Waits until at least so many mails have come.
    pub async fn mails(&self, count: usize) -> Vec<Mail> {
        until(&format!("{count} mails came"), || self.sink.taken().len() >= count).await;
        self.sink.taken()
    }

    /// Waits until the column `value` of a query holds `expected`.
    pub async fn until_stored(&self, query: &str, expected: &[&str]) {
        for _ in 0..MOST_STEPS {
            if self.service.database.texts(query) == expected && self.service.database.is_settled() {
                return;
            }
            tokio::time::sleep(STEP).await;
        }
        panic!("{query} gives {:?} and never {expected:?}", self.service.database.texts(query));
    }

    /// Waits until everything that is due is settled.
    pub async fn quiet(&self) {
        let now = self.service.app.now().to_rfc3339();
        // Digests come when their time has come, which is no business of this moment.
        let open = format!(
            "SELECT 'x' AS value FROM mails WHERE settled_at IS NULL AND due_at <= '{now}' \
             AND kind NOT IN ('batch', 'digest')"
        );
        self.until_stored(&open, &[]).await;
    }

    /// Changes what is stored behind the service's back.
    pub fn tamper(&self, statement: &str) {
        self.service.database.run(statement);
    }
}

impl Drop for PostOffice {
    fn drop(&mut self) {
        self.close();
    }
}

/// Waits, within a bound, until something is so.
pub async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..MOST_STEPS {
        if is_so() {
            return;
        }
        tokio::time::sleep(STEP).await;
    }
    panic!("it never came to this: {what}");
}

fn take_replies(settings: &mut Settings) {
    settings.replies.bind = "127.0.0.1:0".to_owned();
    settings.replies.domain = "play.example.org".to_owned();
}

/// The settings of a service that sends its mails to the sink at once, with those of the test's own.
fn sending_to(sink: &SmtpSink, change: impl FnOnce(&mut Settings)) -> impl FnOnce(&mut Settings) {
    |settings| {
        settings.mail.smtp_url = sink.url().into();
        settings.mail.hold_down_seconds = 0;
        // Without optimisation a picture takes a second.
        settings.mail.pictures = false;
        // What is due wakes its worker; polls are for what is not announced.
        settings.work.poll_milliseconds = 200;
        // A busy machine is no reason to try again later: the clock stands still here, and later never comes.
        settings.work.fresh_milliseconds = 60_000;
        change(settings);
    }
}
