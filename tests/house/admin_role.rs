//! `althing admin`: what operators do at the shell, without logging in and without mail.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::althing::{Server, althing};
use crate::folders::Playground;
use crate::hands::{Said, assert_says, run};
use crate::support::TestDatabase;

/// A server, its database, and the shell beside it.
struct House {
    playground: Playground,
    database: TestDatabase,
    server: Server,
}

impl House {
    fn open() -> Self {
        let (playground, database) = (Playground::new(), TestDatabase::create());
        let mut command = althing(&playground.data());
        command
            .env("DATABASE_URL", database.url())
            .env("ALTHING__MAIL__FOLDER", playground.path().join("mail"));
        let server = Server::start(command);
        Self { playground, database, server }
    }

    fn admin(&self, words: &[&str]) -> Said {
        let mut command = althing(&self.playground.data());
        run(command.env("DATABASE_URL", self.database.url()).arg("admin").args(words))
    }

    fn json(&self, words: &[&str]) -> Value {
        self.admin(&[words, &["--json"]].concat()).done().json()
    }

    fn create(&self, name: &str) -> Value {
        self.json(&["create", name, &format!("{}@example.org", name.to_lowercase())])
    }

    async fn send(&self, method: reqwest::Method, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let client = reqwest::Client::new();
        let request = client.request(method, format!("http://{}{path}", self.server.address));
        let request = if token.is_empty() { request } else { request.bearer_auth(token) };
        let answer = request.json(body).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    async fn get(&self, path: &str, token: &str) -> (u16, Value) {
        self.send(reqwest::Method::GET, path, token, &Value::Null).await
    }

    async fn post(&self, path: &str, token: &str, body: &Value) -> (u16, Value) {
        self.send(reqwest::Method::POST, path, token, body).await
    }

    /// The access token of a log-in, or the code of its refusal.
    async fn log_in(&self, name: &str, password: &str) -> Result<String, String> {
        let (status, said) =
            self.post("/v1/sessions", "", &json!({"login": name, "password": password})).await;
        let text = |key: &str| said[key].as_str().unwrap_or_default().to_owned();
        if status == 200 || status == 201 { Ok(text("access_token")) } else { Err(text("code")) }
    }

    /// Makes an account and logs in.
    async fn person(&self, name: &str) -> String {
        let link = self.create(name)["password_link"].as_str().unwrap().to_owned();
        assert_eq!(self.set_password(&link, "correct horse").await, 204);
        self.log_in(name, "correct horse").await.unwrap()
    }

    async fn set_password(&self, link: &str, password: &str) -> u16 {
        let token = link.split("token=").nth(1).unwrap();
        let body = json!({"token": token, "password": password});
        self.post("/v1/accounts/reset/confirm", "", &body).await.0
    }
}

#[tokio::test]
async fn an_account_is_made_without_mail_and_its_link_sets_the_password_once() {
    let house = House::open();
    let said = house.admin(&["create", "Ingolf", "ingolf@example.org"]).done();
    let link = said.out.split_whitespace().find(|word| word.contains("/accounts/reset?token=")).unwrap();
    assert!(link.starts_with("http://127.0.0.1:8080/"), "{link}");
    assert_eq!(house.log_in("Ingolf", "").await.unwrap_err(), "wrong_credentials");
    assert_eq!(house.set_password(link, "correct horse").await, 204);
    assert_eq!(house.set_password(link, "another one").await, 401);
    house.log_in("Ingolf", "correct horse").await.unwrap();
    // Twice is refused, and so is what can't be.
    for (name, address, part) in [
        ("Ingolf", "other@example.org", "name"),
        ("Other", "ingolf@example.org", "address"),
        ("x", "x@example.org", "2"),
        ("Other", "nowhere", "no email address"),
    ] {
        assert_says(&house.admin(&["create", name, address]).refused(), &[part]);
    }
    assert_eq!(house.json(&["accounts", "list"]).as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_password_is_read_from_standard_input_and_never_from_the_command_line() {
    let house = House::open();
    let create = |password: &str, name: &str| {
        let mut command = althing(&house.playground.data());
        command.env("DATABASE_URL", house.database.url()).args(["admin", "create", name]);
        command.args([&format!("{name}@example.org"), "--password-stdin", "--operator", "--json"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(password.as_bytes()).unwrap();
        let out = child.wait_with_output().unwrap();
        (
            out.status.code().unwrap(),
            String::from_utf8(out.stdout).unwrap(),
            String::from_utf8(out.stderr).unwrap(),
        )
    };
    let (code, out, err) = create("correct horse\n", "Ingolf");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(!out.contains("correct horse") && out.contains("\"password_link\": null"), "{out}");
    let token = house.log_in("Ingolf", "correct horse").await.unwrap();
    assert_eq!(house.get("/v1/admin/accounts/Ingolf", &token).await.0, 200);
    let (code, _, err) = create("short\n", "Leif");
    assert_eq!(code, 1);
    assert_says(&err, &["8 to 128 characters"]);
    assert_eq!(house.json(&["accounts", "list"]).as_array().unwrap().len(), 1, "nothing was made");
}

#[tokio::test]
async fn who_registered_and_got_no_mail_is_helped_from_the_shell() {
    let house = House::open();
    let body = json!({"name": "Aud", "email": "aud@example.org", "password": "correct horse"});
    assert_eq!(house.post("/v1/accounts", "", &body).await.0, 202);
    assert_eq!(house.log_in("Aud", "correct horse").await.unwrap_err(), "address_not_verified");
    assert_says(&house.admin(&["reset-password", "Aud"]).refused(), &["althing admin verify"]);
    assert_says(&house.admin(&["make-operator", "Aud"]).refused(), &["unverified"]);
    assert_eq!(house.json(&["accounts", "list", "--standing", "unverified"]).as_array().unwrap().len(), 1);
    assert_says(
        &house.admin(&["verify", "aud@example.org"]).done().out,
        &["Aud: the address counts as verified"],
    );
    assert_says(&house.admin(&["verify", "Aud"]).done().out, &["before"]);
    house.log_in("Aud", "correct horse").await.unwrap();
    let first = house.json(&["reset-password", "Aud"])["password_link"].as_str().unwrap().to_owned();
    let second = house.json(&["reset-password", "Aud"])["password_link"].as_str().unwrap().to_owned();
    assert_eq!(house.set_password(&first, "battery staple").await, 401, "a newer link takes its place");
    assert_eq!(house.set_password(&second, "battery staple").await, 204);
    assert_eq!(house.log_in("Aud", "correct horse").await.unwrap_err(), "wrong_credentials");
    let token = house.log_in("Aud", "battery staple").await.unwrap();
    // The owner reads who did that.
    let (_, log) = house.get("/v1/me/audit", &token).await;
    let by_shell = |kind: &str| {
        let mut items = log["items"].as_array().unwrap().iter();
        items.any(|entry| entry["kind"] == kind && entry["detail"]["via"] == "shell")
    };
    assert!(by_shell("address_verified") && by_shell("password_reset_asked"), "{log:#}");
    for nobody in ["Nobody", "nobody@example.org", "01934490-0000-7000-8000-000000000000"] {
        assert_says(&house.admin(&["verify", nobody]).refused(), &["account"]);
    }
}

#[tokio::test]
async fn the_shell_makes_operators_and_bans() {
    let house = House::open();
    let (ingolf, leif) = (house.person("Ingolf").await, house.person("Leif").await);
    assert_eq!(house.get("/v1/admin/dead-letters", &ingolf).await.0, 403);
    assert_says(&house.admin(&["make-operator", "Ingolf"]).done().out, &["Ingolf: is an operator now"]);
    assert_eq!(house.json(&["make-operator", "Ingolf"])["changed"], false);
    assert_eq!(house.get("/v1/admin/dead-letters", &ingolf).await.0, 200);
    assert_eq!(house.get("/v1/admin/dead-letters", &leif).await.0, 403);
    assert_says(
        &house.admin(&["ban", "Ingolf", "--reason", "x"]).refused(),
        &["remove-operator comes first"],
    );
    assert_eq!(house.admin(&["ban", "Leif"]).code, 2, "a ban needs a reason");
    house.admin(&["ban", "Leif", "--reason", "Played with\ntwo accounts."]).done();
    assert_eq!(house.log_in("Leif", "correct horse").await.unwrap_err(), "account_banned");
    assert_says(&house.admin(&["make-operator", "Leif"]).refused(), &["banned"]);
    let list = house.admin(&["accounts", "list"]).done().out;
    assert_says(&list, &["ID ", "Ingolf", "operator", "banned: Played with two accounts."]);
    assert_eq!(list.lines().count(), 3, "{list}");
    let shown = house.json(&["accounts", "show", "leif@example.org"]);
    assert_eq!(shown["ban"]["banned_by"], "00000000-0000-0000-0000-000000000000");
    for (standing, count) in
        [("banned", 1), ("operator", 1), ("verified", 2), ("unverified", 0), ("deleted", 0)]
    {
        let found = house.json(&["accounts", "list", "--standing", standing]);
        assert_eq!(found.as_array().unwrap().len(), count, "{standing}");
    }
    assert_eq!(house.json(&["accounts", "list", "--beginning", "LEI"]).as_array().unwrap().len(), 1);
    assert_eq!(house.json(&["accounts", "list", "--limit", "1"]).as_array().unwrap().len(), 1);
    house.admin(&["unban", "Leif"]).done();
    assert_eq!(house.json(&["unban", "Leif"])["changed"], false);
    house.log_in("Leif", "correct horse").await.unwrap();
    house.admin(&["remove-operator", "Ingolf"]).done();
    assert_eq!(house.get("/v1/admin/dead-letters", &ingolf).await.0, 403);
    let log = house.json(&["audit", "Leif"]);
    let kinds: Vec<&str> =
        log.as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"banned") && kinds.contains(&"ban_lifted"), "{kinds:?}");
}

#[tokio::test]
async fn games_are_listed_with_what_they_wait_for_and_made_void() {
    let house = House::open();
    let ingolf = house.person("Ingolf").await;
    let bots = json!(["steady", "steady"]);
    let new = json!({"ruleset": "landnam", "seats": 3, "bots": bots, "visibility": "private"});
    let (status, running) = house.post("/v1/games", &ingolf, &new).await;
    assert_eq!(status, 201, "{running:#}");
    let (_, open) = house.post("/v1/games", &ingolf, &json!({"ruleset": "nord", "seats": 3})).await;
    let (running, open) = (running["id"].as_str().unwrap(), open["id"].as_str().unwrap());
    let games = house.json(&["games", "list"]);
    assert_eq!(games.as_array().unwrap().len(), 2);
    for (filter, value) in [("--status", "open"), ("--ruleset", "nord")] {
        let found = house.json(&["games", "list", filter, value]);
        assert_eq!((found.as_array().unwrap().len(), found[0]["id"].as_str()), (1, Some(open)), "{filter}");
    }
    assert_eq!(house.json(&["games", "list", "--account", "Ingolf"]).as_array().unwrap().len(), 2);
    assert_eq!(house.json(&["games", "list", "--account", "Nobody"]).as_array().unwrap().len(), 0);
    assert_says(&house.admin(&["games", "list"]).done().out, &["2 of 3 seats", "players"]);
    let shown = house.admin(&["games", "show", running]).done().out;
    assert_says(&shown, &["landnam", "private", "Ingolf", "bot steady"]);
    for game in [running, open] {
        house.admin(&["void", game, "--reason", "A test."]).done();
        assert_eq!(house.json(&["games", "show", game])["game"]["status"], "voided");
        assert_says(&house.admin(&["void", game, "--reason", "A test."]).refused(), &["over"]);
    }
    assert_says(&house.admin(&["void", &"0".repeat(32), "--reason", "x"]).refused(), &["game"]);
    assert_eq!(house.admin(&["void", "nothing", "--reason", "x"]).code, 2);
    let log = house.json(&["audit"]);
    assert_eq!(
        (log[0]["kind"].as_str(), log[0]["detail"]["via"].as_str()),
        (Some("game_voided"), Some("shell"))
    );
}

#[tokio::test]
async fn queues_are_shown_and_dead_letters_tried_again() {
    let house = House::open();
    house.create("Ingolf");
    let queues = house.json(&["queues"]);
    let names: Vec<&str> =
        queues["queues"].as_array().unwrap().iter().map(|queue| queue["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 12, "{names:?}");
    assert!(queues["worker_seen_at"].is_string());
    assert_says(&house.admin(&["queues"]).done().out, &["QUEUE", "mails", "webhooks", "last seen"]);
    let id = house.json(&["accounts", "show", "Ingolf"])["id"].as_str().unwrap().to_owned();
    let letter = |number: u8| {
        format!(
            "INSERT INTO mails (partition, id, kind, account_id, created_at, due_at, settled_at, result, reason, problem) \
             VALUES ('{id}', '00000000-0000-4000-8000-00000000000{number}', 'password_changed', '{id}', now(), now(), now(), \
             'dead', 'dead: 550 5.1.1', 'naming the recipient: the answer was 550')"
        )
    };
    (1..=3).for_each(|number| house.database.run(&letter(number)));
    let letters = house.json(&["dead-letters", "list"]);
    assert_eq!(letters.as_array().unwrap().len(), 3);
    assert_says(
        &house.admin(&["dead-letters", "list"]).done().out,
        &["dead: 550 5.1.1", "the answer was 550"],
    );
    house.admin(&["dead-letters", "retry", letters[0]["id"].as_str().unwrap()]).done();
    assert_says(&house.admin(&["dead-letters", "retry", "nothing"]).refused(), &["letter"]);
    assert_eq!(house.json(&["dead-letters", "retry-all"])["retried"], 2);
    assert_eq!(house.json(&["dead-letters", "retry-all"])["retried"], 0);
}

#[test]
fn an_empty_database_is_made_ready_and_one_of_another_version_is_left_alone() {
    let playground = Playground::new();
    let (bare, other) = (TestDatabase::create_bare(), TestDatabase::create());
    let admin = |database: &TestDatabase, words: &[&str]| {
        let mut command = althing(&playground.data());
        run(command.env("DATABASE_URL", database.url()).arg("admin").args(words))
    };
    admin(&bare, &["create", "Ingolf", "ingolf@example.org"]).done();
    other.run("INSERT INTO __diesel_schema_migrations (version) VALUES ('29990101')");
    assert_says(&admin(&other, &["accounts", "list"]).refused(), &["newer version", "29990101"]);
    other.run("DELETE FROM __diesel_schema_migrations WHERE version > '20261124'");
    assert_says(
        &admin(&other, &["accounts", "list"]).refused(),
        &["migrations have not run", "althing migrate"],
    );
}

#[test]
fn a_broken_installation_is_named_in_one_line_by_every_command() {
    let playground = Playground::new();
    let id = "01934490-0000-7000-8000-000000000000";
    let commands: &[&[&str]] = &[
        &["accounts", "list"],
        &["accounts", "show", "Aud"],
        &["create", "Aud", "aud@example.org"],
        &["verify", "Aud"],
        &["reset-password", "Aud"],
        &["make-operator", "Aud"],
        &["remove-operator", "Aud"],
        &["ban", "Aud", "--reason", "x"],
        &["unban", "Aud"],
        &["audit"],
        &["games", "list"],
        &["games", "show", id],
        &["void", id, "--reason", "x"],
        &["queues"],
        &["dead-letters", "list"],
        &["dead-letters", "retry", "1.1"],
        &["dead-letters", "retry-all"],
    ];
    for words in commands {
        for (name, value, part) in [
            ("DATABASE_URL", "postgres://freydis:sesame@127.0.0.1:1/vinland", "127.0.0.1:1 can't be used"),
            ("ALTHING__MAIL__FROM", "nobody", "mail.from"),
        ] {
            let mut command = althing(&playground.data());
            let sentence = run(command.env(name, value).arg("admin").args(*words)).refused();
            assert_says(&sentence, &[part]);
            assert!(!sentence.contains("sesame"), "{sentence}");
        }
    }
}
