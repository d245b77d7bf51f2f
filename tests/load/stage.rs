//! What is measured: a PostgreSQL, a server process, and people at tables.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use althing::cluster::{Cluster, ClusterSettings};
use serde_json::{Value, json};

use crate::sql;
use crate::wire::Wire;

/// How many play at a table.
pub const SEATS: usize = 4;

const PASSWORD: &str = "a long ship west";

/// A server and its database. Dropping it ends the server, and the PostgreSQL if it was made for it.
pub struct Stage {
    /// Where the server is, and its process.
    pub address: String,
    pub server: u32,
    /// Where the service keeps its data.
    database: String,
    children: Vec<Child>,
    own: Option<(Cluster, PathBuf)>,
}

/// Somebody with a token.
#[derive(Clone)]
pub struct Person {
    pub id: String,
    pub token: String,
}

/// A running game.
#[derive(Clone)]
pub struct Game {
    pub id: String,
    /// Tokens by seat.
    pub tokens: Vec<String>,
}

impl Stage {
    /// A new cluster in the folder for temporary files, and a server that writes its log nowhere.
    pub fn set() -> Self {
        let folder = std::env::temp_dir().join(format!("althing-load-{}", std::process::id()));
        let keeper = PathBuf::from(env!("CARGO_BIN_EXE_althing"));
        let settings = ClusterSettings { keeper, ..ClusterSettings::new(folder.clone()) };
        let cluster = Cluster::open(&settings).unwrap_or_else(|sentence| panic!("{sentence}"));
        let mut stage = Self::on(cluster.url(Cluster::DATABASE), &[]);
        stage.own = Some((cluster, folder));
        stage
    }

    /// A server with settings of its own on a database that is there.
    pub fn on(database: String, settings: &[(&str, &str)]) -> Self {
        let (address, child) = serve(&database, settings);
        Self { address, server: child.id(), database, children: vec![child], own: None }
    }

    /// Another server on the same database, with settings of its own; where it is.
    pub fn another(&mut self, settings: &[(&str, &str)]) -> String {
        let (address, child) = serve(&self.database, settings);
        self.children.push(child);
        address
    }

    pub fn database(&self) -> String {
        self.database.clone()
    }

    /// Another database of the PostgreSQL that was made for it.
    pub fn other_database(&self, name: &str) -> String {
        self.own.as_ref().expect("it was made").0.url(name)
    }

    /// The first process of PostgreSQL.
    pub fn postgres(&self) -> u32 {
        let file = sql::texts(
            &self.database(),
            "SELECT setting AS value FROM pg_settings WHERE name = 'data_directory'",
        );
        let file = PathBuf::from(&file.expect("it answers")[0]).join("postmaster.pid");
        let text = std::fs::read_to_string(file).expect("it runs");
        text.lines().next().and_then(|pid| pid.parse().ok()).expect("a process id")
    }

    /// One JSON answer that must be a success.
    pub async fn ask(&self, wire: &mut Wire, path: &str, token: &str, key: &str, body: &Value) -> Value {
        let reply = wire.post(path, token, key, &body.to_string()).await.expect("the server answers");
        let text = String::from_utf8_lossy(reply.body).into_owned();
        assert!((200..300).contains(&reply.status), "{path}: {text}");
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Registers and logs in.
    pub async fn person(&self, name: &str) -> Person {
        let mut wire = Wire::open(&self.address).await.expect("it listens");
        let email = format!("{name}@example.org");
        let registration = json!({"name": name, "email": email, "password": PASSWORD});
        self.ask(&mut wire, "/v1/accounts", "", name, &registration).await;
        let login = json!({"login": name, "password": PASSWORD});
        let tokens = self.ask(&mut wire, "/v1/sessions", "", name, &login).await;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Person { id: text(&tokens["account"]["id"]), token: text(&tokens["access_token"]) }
    }

    /// A game that these people have begun.
    pub async fn game(&self, people: &[Person], name: &str) -> Game {
        let mut wire = Wire::open(&self.address).await.expect("it listens");
        let opening = json!({"ruleset": "landnam", "seats": people.len(), "name": name});
        let mut shown = self.ask(&mut wire, "/v1/games", &people[0].token, name, &opening).await;
        let id = shown["id"].as_str().expect("an id").to_owned();
        for joiner in &people[1..] {
            let path = format!("/v1/games/{id}/join");
            shown = self.ask(&mut wire, &path, &joiner.token, name, &json!({})).await;
        }
        let seats = shown["seats"].as_array().expect("seats");
        let seated =
            seats.iter().filter_map(|seat| people.iter().find(|person| seat["account"] == *person.id));
        Game { id, tokens: seated.map(|person| person.token.clone()).collect() }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        for child in &mut self.children {
            let _ = child.kill();
            let _ = child.wait();
        }
        if let Some((cluster, folder)) = self.own.take() {
            cluster.close();
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// Starts a server; where it is, and its process.
fn serve(database: &str, settings: &[(&str, &str)]) -> (String, Child) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_althing"))
        .arg("serve")
        .env("DATABASE_URL", database)
        .env("ALTHING__HTTP__BIND", "127.0.0.1:0")
        .env("ALTHING__LIMITS__ENABLED", "false")
        .env("ALTHING__ACCOUNTS__VERIFY_ADDRESSES", "false")
        .env("ALTHING__STREAMS__PER_ACCOUNT", "100")
        .env("ALTHING__STREAMS__PER_ADDRESS", "100000")
        .env("ALTHING__STREAMS__ANONYMOUS_PER_ADDRESS", "100000")
        .envs(settings.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let said = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut lines = said.lines().map_while(Result::ok);
    let line = lines.find(|line| line.contains("http://")).expect("it listens");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
    let address = address.expect("an address").to_owned();
    std::thread::spawn(move || lines.for_each(drop));
    (address, child)
}

/// The number after an argument of the measure.
pub fn argument<T: std::str::FromStr>(name: &str, otherwise: T) -> T {
    let given = std::env::args().skip_while(|argument| argument != name).nth(1);
    given.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}
