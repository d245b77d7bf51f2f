//! What PostgreSQL alone can do: the least that an accepted action could cost it, sent by pgbench from as many clients, to
//! another database of the same PostgreSQL. A state is read by its key; one statement updates it if nobody else did, and
//! adds a row to a log and a row to an outbox. The states are as long as those of the service.

use std::path::PathBuf;
use std::process::Command;

use crate::sql;

/// Games, so that two clients seldom meet.
const GAMES: usize = 10_000;

const TABLES: &str = "\
    CREATE TABLE games (id uuid PRIMARY KEY, version int NOT NULL, state text NOT NULL); \
    CREATE TABLE actions (game_id uuid NOT NULL, number int NOT NULL, payload jsonb NOT NULL, PRIMARY KEY (game_id, number)); \
    CREATE TABLE outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payload jsonb NOT NULL)";

/// `:n` is a game; its id is its number as a UUID.
const SCRIPT: &str = r#"\set n random(1, :games)
SELECT version, state FROM games WHERE id = lpad(to_hex(:n::int), 32, '0')::uuid \gset
WITH won AS (
  UPDATE games SET version = version + 1, state = :state
  WHERE id = lpad(to_hex(:n::int), 32, '0')::uuid AND version = :version::int RETURNING id, version
), logged AS (
  INSERT INTO actions SELECT id, version, '{"type": "build", "seat": 2, "edge": 57, "paid": {"wood": 1, "iron": 1}, "roll": [3, 4]}' FROM won
)
INSERT INTO outbox (payload) SELECT jsonb_build_object('kind', 'your_turn', 'game', id, 'version', version) FROM won;
"#;

/// The database and the script of the measure.
pub struct Baseline {
    url: String,
    script: PathBuf,
    clients: usize,
}

impl Baseline {
    /// Makes a database at `url`, with the states that lie in the service's database `desk` again and again. `folder` is
    /// for the script.
    pub fn make(desk: &str, url: String, folder: &std::path::Path, clients: usize) -> Self {
        sql::run(desk, "CREATE DATABASE baseline").expect("a database");
        sql::run(&url, TABLES).expect("tables");
        let states = sql::texts(desk, "SELECT state AS value FROM snapshots WHERE version > 0 LIMIT 500");
        for state in states.expect("states") {
            let state = state.replace('\'', "''");
            sql::run(&url, &format!("INSERT INTO games SELECT gen_random_uuid(), 0, '{state}'"))
                .expect("a state");
        }
        let spread = format!(
            "CREATE TEMP TABLE known AS SELECT row_number() OVER () - 1 AS n, state FROM games; TRUNCATE games; \
             INSERT INTO games SELECT lpad(to_hex(g), 32, '0')::uuid, 0, k.state FROM generate_series(1, {GAMES}) g \
             JOIN known k ON k.n = g % (SELECT count(*) FROM known)"
        );
        sql::run(&url, &spread).expect("games");
        sql::run(&url, "VACUUM ANALYZE games").expect("statistics");
        std::fs::create_dir_all(folder).expect("a folder");
        let script = folder.join("minimal.sql");
        std::fs::write(&script, SCRIPT).expect("a script");
        Self { url, script, clients }
    }

    /// Transactions a second.
    pub fn run(&self, seconds: u64) -> f64 {
        let mut command = Command::new(pgbench());
        command.args(["-n", "-M", "prepared", "-c", &self.clients.to_string(), "-j", "2"]);
        command.args(["-T", &seconds.to_string(), "-D", &format!("games={GAMES}")]);
        let output = command.arg("-f").arg(&self.script).arg(&self.url).output().expect("pgbench runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let failed = String::from_utf8_lossy(&output.stderr).into_owned();
        let tps = said.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        assert!(output.status.success(), "{failed}");
        tps.unwrap_or_else(|| panic!("{said} {failed}"))
    }
}

/// The bytes that this PostgreSQL has written to its log (WAL) so far.
pub fn log_bytes(url: &str) -> f64 {
    let written = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS value";
    sql::texts(url, written).expect("a place")[0].parse().expect("a number")
}

/// pgbench lies beside the server's programs.
fn pgbench() -> PathBuf {
    let folder =
        Command::new("pg_config").arg("--bindir").output().ok().filter(|output| output.status.success());
    let named = std::env::var_os("PG_BIN_DIR").map(PathBuf::from);
    let asked = folder.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    let usual = (14..30).rev().map(|major| PathBuf::from(format!("/usr/lib/postgresql/{major}/bin")));
    let mut folders = named.into_iter().chain(asked).chain(usual).map(|folder| folder.join("pgbench"));
    folders.find(|program| program.is_file()).unwrap_or_else(|| PathBuf::from("pgbench"))
}
