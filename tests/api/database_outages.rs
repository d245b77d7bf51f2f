//! What callers are told while the database can't do its work, and what it comes to.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Person, Server, Service, seeded_app};
use crate::support::{FreezingProxy, TestDatabase, run};

fn table() -> Value {
    json!({"ruleset": "toy", "seats": 2})
}

/// Makes every new game, and every temporary table, fail with this SQLSTATE.
pub fn fail_with(database: &TestDatabase, code: &str) {
    let raise = format!("BEGIN RAISE EXCEPTION 'as the test wants it' USING ERRCODE = '{code}'; END");
    let statements = format!(
        "CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ {raise} $$; \
         CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON games EXECUTE FUNCTION fail(); \
         CREATE OR REPLACE FUNCTION fail_at_all() RETURNS event_trigger LANGUAGE plpgsql AS $$ {raise} $$; \
         CREATE EVENT TRIGGER fail_at_all ON ddl_command_start WHEN TAG IN ('CREATE TABLE') \
         EXECUTE FUNCTION fail_at_all();"
    );
    database.run(&statements);
}

pub fn heal(database: &TestDatabase) {
    let statements = "DROP EVENT TRIGGER IF EXISTS fail_at_all; DROP TRIGGER IF EXISTS fail ON games";
    database.run(statements);
}

/// The status of an answer, its code, and whether it says when to try again.
async fn outcome(person: &Person, method: Method, path: &str, body: Option<Value>) -> (u16, String, bool) {
    let request = person.request(method, path);
    let request = if let Some(body) = body { request.json(&body) } else { request };
    let response = request.send().await.unwrap();
    let says_when = response.headers().contains_key("retry-after");
    let status = response.status().as_u16();
    let problem: Value = response.json().await.unwrap();
    (status, problem["code"].as_str().unwrap_or_default().to_owned(), says_when)
}

#[tokio::test]
async fn an_outage_is_503_with_a_time_to_try_again_and_a_defect_is_500() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for (code, expected) in [
        ("53100", (503, "unavailable", true)),
        ("53200", (503, "unavailable", true)),
        ("53000", (503, "unavailable", true)),
        ("57P01", (503, "unavailable", true)),
        ("57P02", (503, "unavailable", true)),
        ("57P03", (503, "unavailable", true)),
        ("57014", (503, "unavailable", true)),
        ("58030", (503, "unavailable", true)),
        ("25006", (503, "unavailable", true)),
        ("40001", (503, "unavailable", true)),
        ("40P01", (503, "unavailable", true)),
        ("08006", (503, "unavailable", true)),
        ("22012", (500, "internal", false)),
        ("42501", (500, "internal", false)),
    ] {
        fail_with(&service.database, code);
        let (status, problem, says_when) = outcome(&aud, Method::POST, "/v1/games", Some(table())).await;
        assert_eq!((status, problem.as_str(), says_when), expected, "{code}");
        heal(&service.database);
        aud.post("/v1/games", &table()).await.must_be(201);
    }
}

#[tokio::test]
async fn a_server_whose_disk_is_full_is_not_ready_until_there_is_room_again() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    aud.get("/readyz").await.must_be(200);
    fail_with(&service.database, "53100");
    aud.post("/v1/games", &table()).await.must_refuse(503, "unavailable");
    for _ in 0..3 {
        aud.get("/readyz").await.must_refuse(503, "unavailable");
    }
    // What is there can still be read.
    aud.get("/v1/games").await.must_be(200);
    heal(&service.database);
    aud.get("/readyz").await.must_be(200);
    aud.post("/v1/games", &table()).await.must_be(201);
    aud.get("/readyz").await.must_be(200);
}

#[tokio::test]
async fn a_statement_in_flight_when_the_database_ends_it_is_503_and_the_next_request_is_answered() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let lock = "SELECT pg_advisory_xact_lock(7)";
    let wait = "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(7); \
         RETURN NULL; END $$; CREATE TRIGGER wait BEFORE INSERT ON games EXECUTE FUNCTION wait();";
    service.database.run(wait);
    let url = service.database.url();
    let holder =
        std::thread::spawn(move || run(&url, &format!("BEGIN; {lock}; SELECT pg_sleep(1.5); COMMIT")));
    let waits = "SELECT pid::text AS value FROM pg_stat_activity WHERE datname = current_database() AND \
                 wait_event = 'advisory' AND pid <> pg_backend_pid()";
    let end = async {
        loop {
            let waiting = service.database.texts(waits);
            if !waiting.is_empty() {
                let end = format!("SELECT pg_terminate_backend({})", waiting[0]);
                service.database.run(&end);
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let holds = "SELECT pid::text AS value FROM pg_locks WHERE locktype = 'advisory' AND granted";
    while service.database.texts(holds).is_empty() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let body = table();
    let (answer, ()) = tokio::join!(aud.post("/v1/games", &body), end);
    answer.must_refuse(503, "unavailable");
    service.database.run("DROP TRIGGER wait ON games");
    aud.post("/v1/games", &table()).await.must_be(201);
    holder.join().unwrap().unwrap();
}

#[tokio::test]
async fn a_write_whose_answer_was_lost_is_503_and_its_repeat_under_the_same_key_finds_out() {
    let database = TestDatabase::create();
    let proxy = FreezingProxy::before(&database.url());
    let app = seeded_app(1, |settings| settings.database.statement_seconds = 1);
    let server = Server::start(app, proxy.url.clone());
    let aud = Person::register(&server.address, "Aud").await;
    proxy.freeze_after("COMMIT");
    aud.post_under("one", "/v1/games", &table()).await.must_refuse(503, "unavailable");
    assert!(proxy.is_frozen());
    proxy.thaw();
    let repeated = aud.post_under("one", "/v1/games", &table()).await.must_be(201);
    let games = database.texts("SELECT id::text AS value FROM games");
    assert_eq!(games, [repeated["id"].as_str().unwrap()]);
}

#[tokio::test]
async fn a_request_that_is_given_up_in_a_transaction_holds_no_lock() {
    let service = Service::start_with(|settings| settings.database.pool_size = 1);
    let aud = service.person("Aud").await;
    let wait = "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); \
                RETURN NULL; END $$; CREATE TRIGGER wait BEFORE INSERT ON games EXECUTE FUNCTION wait();";
    service.database.run(wait);
    let hasty = aud.request(Method::POST, "/v1/games").json(&table()).timeout(Duration::from_millis(200));
    assert!(hasty.send().await.is_err());
    // The keys and locks of what was begun are gone without anybody asking for the connection again.
    let open = "SELECT pid::text AS value FROM pg_stat_activity WHERE datname = current_database() AND pid <> \
                pg_backend_pid() AND state <> 'idle'";
    for _ in 0..500 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        if service.database.texts(open).is_empty() {
            break;
        }
    }
    assert_eq!(service.database.texts(open), Vec::<String>::new());
    service.database.run("DROP TRIGGER wait ON games");
    aud.post("/v1/games", &table()).await.must_be(201);
}

#[tokio::test]
async fn a_request_that_takes_too_long_is_given_up_with_503() {
    let service = Service::start_with(|settings| {
        settings.http.request_seconds = 1;
        settings.http.body_seconds = 1;
        settings.database.statement_seconds = 30;
    });
    let aud = service.person("Aud").await;
    let wait = "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(20); \
                RETURN NULL; END $$; CREATE TRIGGER wait BEFORE INSERT ON games EXECUTE FUNCTION wait();";
    service.database.run(wait);
    let (status, code, says_when) = outcome(&aud, Method::POST, "/v1/games", Some(table())).await;
    assert_eq!((status, code.as_str(), says_when), (503, "unavailable", true));
    // It has no such parameter, and so no more time.
    let (status, code, _) = outcome(&aud, Method::POST, "/v1/games?wait=30", Some(table())).await;
    assert_eq!((status, code.as_str()), (503, "unavailable"));
    aud.get("/v1/games").await.must_be(200);
}
