//! A database that does not answer, though its connections stay open.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use althing::store::connect::{ConnectOptions, DatabaseTarget, Limits};
use althing::store::notify::{Listener, Notification};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::althing::{Server, althing};
use crate::folders::{Playground, eventually};
use crate::support::{FreezingProxy, TestDatabase, texts};

/// The binary on a database behind a proxy. Its limits are short, for tests that wait for them.
fn behind(proxy: &FreezingProxy, playground: &Playground) -> Command {
    let mut command = althing(&playground.data());
    command.env("DATABASE_URL", &proxy.url).env("ALTHING__HTTP__WORKERS", "1");
    command.env("ALTHING__MAIL__FOLDER", playground.path().join("mails"));
    for limit in ["ACQUIRE", "CONNECT", "STATEMENT", "WORK_STATEMENT"] {
        command.env(format!("ALTHING__DATABASE__{limit}_SECONDS"), "1");
    }
    command
}

/// The answers to a GET sent so many times at once, and how long the last one took.
fn ask_at_once(server: &Server, path: &str, times: usize) -> (Vec<String>, Duration) {
    let asked = Instant::now();
    let answers = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..times).map(|_| scope.spawn(|| server.answer(path).to_lowercase())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    (answers, asked.elapsed())
}

#[test]
fn requests_are_refused_in_time_while_the_database_is_frozen_and_answered_soon_after() {
    let (database, playground) = (TestDatabase::create(), Playground::new());
    let proxy = FreezingProxy::before(&database.url());
    let server = Server::start(behind(&proxy, &playground));
    // Some connections are there already, but fewer than there are requests.
    assert!(ask_at_once(&server, "/v1/games", 4).0.iter().all(|answer| answer.starts_with("http/1.1 200 ")));
    proxy.freeze();
    let (answers, took) = ask_at_once(&server, "/v1/games", 20);
    for answer in answers {
        assert!(answer.starts_with("http/1.1 503 ") && answer.contains("\r\nretry-after: "), "{answer}");
    }
    assert!(took < Duration::from_secs(8), "it took {took:?}");
    let (answers, took) = ask_at_once(&server, "/readyz", 1);
    assert!(answers[0].starts_with("http/1.1 503 "), "{answers:?}");
    assert!(took < Duration::from_secs(3), "it took {took:?}");
    assert_eq!(server.get("/healthz"), 200);
    proxy.thaw();
    let thawed = Instant::now();
    eventually("requests are answered", || {
        let (answers, _) = ask_at_once(&server, "/v1/games", 12);
        answers.iter().all(|answer| answer.starts_with("http/1.1 200 "))
    });
    assert!(thawed.elapsed() < Duration::from_secs(10), "it took {:?}", thawed.elapsed());
    assert_eq!(server.get("/readyz"), 200);
}

#[test]
fn readiness_tells_of_a_frozen_database_within_three_seconds_whatever_the_limits_are() {
    let (database, playground) = (TestDatabase::create(), Playground::new());
    let proxy = FreezingProxy::before(&database.url());
    let mut command = behind(&proxy, &playground);
    command.env("ALTHING__DATABASE__STATEMENT_SECONDS", "60");
    let server = Server::start(command);
    assert_eq!(server.get("/readyz"), 200);
    proxy.freeze();
    let (answers, took) = ask_at_once(&server, "/readyz", 3);
    assert!(answers.iter().all(|answer| answer.starts_with("http/1.1 503 ")), "{answers:?}");
    assert!(took < Duration::from_secs(3), "it took {took:?}");
}

/// A process in some role. Dropping it kills it.
struct Role(Child);

impl Role {
    fn start(command: &mut Command) -> Self {
        Self(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// Tells it to end; gives whether it ended well, and when.
    fn end(&mut self) -> (bool, Duration) {
        let told = Instant::now();
        kill(Pid::from_raw(self.0.id().cast_signed()), Signal::SIGTERM).unwrap();
        (self.0.wait().unwrap().success(), told.elapsed())
    }
}

impl Drop for Role {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Does a process listen for work? It does so last, when it has migrated and handles signals.
fn listens(database: &TestDatabase) -> bool {
    let query = "SELECT pid::text AS value FROM pg_stat_activity \
                 WHERE datname = current_database() AND query LIKE 'LISTEN %'";
    !database.texts(query).is_empty()
}

#[test]
fn every_role_ends_within_ten_seconds_though_the_database_is_frozen_and_its_limits_are_long() {
    let end = |role: Option<&str>| {
        let (database, playground) = (TestDatabase::create(), Playground::new());
        let proxy = FreezingProxy::before(&database.url());
        let mut command = behind(&proxy, &playground);
        for limit in ["ACQUIRE", "CONNECT", "STATEMENT", "WORK_STATEMENT"] {
            command.env(format!("ALTHING__DATABASE__{limit}_SECONDS"), "60");
        }
        command.args(role);
        let mut process = Role::start(&mut command);
        eventually("it is at work", || listens(&database));
        proxy.freeze();
        database.run("NOTIFY althing_work");
        // Workers look at their tables at least once a second, and are stuck then.
        std::thread::sleep(Duration::from_millis(1500));
        let (is_well, took) = process.end();
        assert!(is_well, "{role:?}");
        assert!(took < Duration::from_secs(10), "{role:?} took {took:?}");
    };
    std::thread::scope(|scope| {
        for role in [Some("serve"), Some("work"), None] {
            scope.spawn(move || end(role));
        }
    });
}

#[test]
fn a_worker_goes_on_after_the_database_was_frozen() {
    let (database, playground) = (TestDatabase::create(), Playground::new());
    let proxy = FreezingProxy::before(&database.url());
    let mut command = behind(&proxy, &playground);
    let _worker = Role::start(command.arg("work"));
    eventually("it is at work", || listens(&database));
    proxy.freeze();
    let before = proxy.connections();
    // It gives its connections up and tries new ones.
    eventually("it has given up", || proxy.connections() > before);
    proxy.thaw();
    // What was held up comes at once; whoever looks later is at work.
    let thawed = database.texts("SELECT clock_timestamp()::text AS value");
    let later = format!(
        "SELECT pid::text AS value FROM pg_stat_activity WHERE datname = current_database() \
         AND pid <> pg_backend_pid() AND query_start > '{}'::timestamptz + interval '1.5 s'",
        thawed[0]
    );
    eventually("it works again", || {
        texts(&database.url(), &later).is_ok_and(|sessions| !sessions.is_empty())
    });
}

fn short() -> ConnectOptions {
    let second = Duration::from_secs(1);
    let limits = Limits {
        acquire: second,
        connect: second,
        statement: Some(second),
        silence: Duration::from_millis(200),
        on_server: true,
    };
    ConnectOptions { limits, ..ConnectOptions::default() }
}

#[tokio::test]
async fn a_listener_notices_that_the_database_is_frozen_and_hears_again_when_it_is_not() {
    let database = TestDatabase::create();
    let proxy = FreezingProxy::before(&database.url());
    let target = DatabaseTarget::new(&proxy.url, &short()).unwrap();
    let mut listener = Listener::open(&target).await.unwrap();
    database.run("NOTIFY althing_work");
    assert_eq!(listener.recv().await, Some(Notification::Work(String::new())));
    // Silence alone is no reason to give up.
    assert!(tokio::time::timeout(Duration::from_millis(700), listener.recv()).await.is_err());
    proxy.freeze();
    let gone = tokio::time::timeout(Duration::from_secs(8), listener.recv()).await;
    assert_eq!(gone, Ok(None));
    assert!(Listener::open(&target).await.is_err());
    proxy.thaw();
    let mut listener = Listener::open(&target).await.unwrap();
    database.run("NOTIFY althing_moves, 'x'");
    assert_eq!(listener.recv().await, Some(Notification::Changes("x".to_owned())));
}
