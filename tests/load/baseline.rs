//! What PostgreSQL alone can do: pgbench sends the statements of the server, with payloads of the same size, from as
//! many clients, to another database of the same PostgreSQL.

use std::path::PathBuf;
use std::process::Command;

use althing::store::{migrate, positions, write};

use crate::sql;

/// As long as what lists show of a game.
const SUMMARY: &str = "repeat('x', 56)";
/// The digest of every entry: what is bound to the guard is what was written last.
const DIGEST: &str = "decode(md5('d'), 'hex')";
/// The game of each client.
const GAME: &str = "('00000000-0000-7000-8000-' || lpad((:client_id)::text, 12, '0'))::uuid";
/// The person of each client.
const NOW: &str = "'2026-11-20T12:00:00Z'::timestamptz";
const ACCOUNT: &str = "('00000000-0000-7000-9000-' || lpad((:client_id)::text, 12, '0'))::uuid";

/// What an action of the real games writes, on average.
pub struct Average {
    /// Entries of the log.
    pub entries: f64,
    /// Notices.
    pub calls: f64,
    /// A state, clocks, an action, an array of events and a list of deadlines of average length.
    pub state: String,
    pub clocks: String,
    pub action: String,
    pub events: String,
    pub deadlines: String,
}

impl Average {
    /// The average of what was written so far to this database.
    pub fn of(database: &str) -> Self {
        let number = |query: &str| one(database, query).parse().expect("a number");
        let typical = |column: &str, table: &str| {
            let length = format!("(SELECT avg(length({column})) FROM {table})");
            one(
                database,
                &format!(
                    "SELECT {column} AS value FROM {table} WHERE {column} IS NOT NULL \
                                    ORDER BY abs(length({column}) - {length}) LIMIT 1"
                ),
            )
        };
        let writes = "(SELECT count(*) FROM entries WHERE request_key IS NOT NULL)";
        Self {
            entries: number(&format!(
                "SELECT ((SELECT count(*) FROM entries WHERE version > 0) / {writes}::float)::text AS value"
            )),
            calls: number(&format!(
                "SELECT ((SELECT count(*) FROM mails WHERE version IS NOT NULL) / {writes}::float)::text AS value"
            )),
            state: typical("state", "positions"),
            clocks: typical("clocks", "positions"),
            action: typical("action", "entries"),
            events: typical("events", "entries"),
            deadlines: typical("deadlines", "entries"),
        }
    }
}

fn one(database: &str, query: &str) -> String {
    sql::texts(database, query).expect("an answer").into_iter().next().expect("a row")
}

/// The database and the scripts of the measure.
pub struct Baseline {
    url: String,
    average: Average,
    scripts: Vec<(PathBuf, u32)>,
    clients: usize,
}

impl Baseline {
    /// Makes a database at `url` with a game for each client; `folder` is for scripts.
    pub fn make(desk: &str, url: String, average: Average, folder: &std::path::Path, clients: usize) -> Self {
        sql::run(desk, "CREATE DATABASE baseline").expect("a database");
        migrate::up(&url).expect("tables");
        sql::run(&url, &fill(&average.state, clients)).expect("games");
        std::fs::create_dir_all(folder).expect("a folder");
        let mut scripts = Vec::new();
        for (entries, entries_weight) in around(average.entries) {
            for (calls, calls_weight) in around(average.calls) {
                let path = folder.join(format!("write-{entries}-{calls}.sql"));
                std::fs::write(&path, script(entries, calls)).expect("a script");
                scripts.push((path, ((entries_weight * calls_weight * 1000.0) as u32).max(1)));
            }
        }
        Self { url, average, scripts, clients }
    }

    /// Transactions a second.
    pub fn run(&self, seconds: u64) -> f64 {
        let version = one(&self.url, "SELECT max(version)::text AS value FROM positions");
        let level = format!(
            "UPDATE positions SET version = {version}; DELETE FROM decisions; \
             INSERT INTO decisions SELECT game_id, 0, 't{version}', 'build', true, {version}, updated_at FROM positions"
        );
        sql::run(&self.url, &level).expect("level ground");
        let mut command = Command::new(pgbench());
        command.args(["-n", "-M", "prepared", "-c", &self.clients.to_string(), "-j", "2"]);
        command.args(["-T", &seconds.to_string(), "-D", &format!("v={version}")]);
        let Average { state, clocks, action, events, deadlines, .. } = &self.average;
        let texts = [
            ("state", state),
            ("clocks", clocks),
            ("action", action),
            ("events", events),
            ("deadlines", deadlines),
        ];
        for (name, value) in texts {
            command.arg("-D").arg(format!("{name}={value}"));
        }
        for (script, weight) in &self.scripts {
            command.arg("-f").arg(format!("{}@{weight}", script.display()));
        }
        let output = command.arg(&self.url).output().expect("pgbench runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let failed = String::from_utf8_lossy(&output.stderr).into_owned();
        let tps = said.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        assert!(output.status.success(), "{failed}");
        tps.unwrap_or_else(|| panic!("{said} {failed}"))
    }
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

/// The two whole numbers around an average, with the weights that give it.
fn around(average: f64) -> [(usize, f64); 2] {
    let share = average - average.floor();
    let low = average.floor() as usize;
    [(low, 1.0 - share), (low + 1, share)]
}

/// Games as the service stores them, as far as the statements touch them.
fn fill(state: &str, clients: usize) -> String {
    let id = GAME.replace("(:client_id)", "n");
    let account = ACCOUNT.replace("(:client_id)", "n");
    let series = format!("generate_series(0, {}) n", clients - 1);
    let state = state.replace('\'', "''");
    format!(
        "INSERT INTO games (id, ruleset, rules_version, name, status, visibility, owner_id, seat_count, deal_seats, \
         options, components, components_digest, commitment, secret, game_seed, created_at) \
         SELECT {id}, 'landnam', 1, 'Landnám', 'running', 'public', {account}, 4, true, '{{}}', '{{}}', \
         sha256('c'), sha256('p'), sha256('s'), sha256('g'), {NOW} FROM {series}; \
         INSERT INTO seats (game_id, seat, account_id, bot, entropy, join_order, joined_at) SELECT {id}, s, CASE s WHEN 0 THEN {account} ELSE gen_random_uuid() END, NULL, '', s, {NOW} \
         FROM {series}, generate_series(0, 3) s; \
         INSERT INTO positions (game_id, version, state, updated_at, digest) \
         SELECT {id}, 0, '{state}', {NOW}, {DIGEST} FROM {series}; ANALYZE"
    )
}

/// One transaction as the server makes it: the read, then the write of so many entries and calls.
fn script(entries: usize, calls: usize) -> String {
    let read = bind(
        &positions::load_statement(),
        &[GAME.to_owned(), ACCOUNT.to_owned(), NOW.to_owned(), "('k' || :v)".to_owned()],
    );
    let write = bind(&write::write_statement(), &bound(entries, calls));
    format!("{read};\n{write};\n\\set v :v + {entries}\n")
}

/// What is bound to the write, in its order.
fn bound(entries: usize, calls: usize) -> Vec<String> {
    let each = |count: usize, what: &dyn Fn(usize) -> String, of: &str| {
        let values: Vec<String> = (1..=count).map(what).collect();
        format!("ARRAY[{}]::{of}[]", values.join(", "))
    };
    let same = |count: usize, what: &str, of: &str| each(count, &|_| what.to_owned(), of);
    let first = |what: &str, of: &str| {
        let only_first = |index: usize| if index == 1 { what.to_owned() } else { "NULL".to_owned() };
        each(entries, &only_first, of)
    };
    let last = format!("((:v)::bigint + {entries})");
    let texts = [
        &last,
        DIGEST,
        ":state",
        SUMMARY,
        ":clocks",
        NOW,
        // Blanks, since pgbench takes a name after a colon for a variable.
        "'{\"count\": 0,\"turn\": 1,\"used\": [],\"seat\": 0,\"versions\": [1],\"barrier\": {\"reason\": \"chance_drawn\",\"seat\": null}}'",
        GAME,
        "(:v)::bigint",
        DIGEST,
        "0::bigint",
        &format!("({last} / 32 <> (:v)::bigint / 32)"),
        "NULL::uuid",
        NOW,
        "false",
        "false",
        "NULL::text",
        "NULL::text",
        &each(entries, &|index| format!("(:v)::bigint + {index}"), "bigint"),
        &same(entries, "'seat'", "text"),
        &same(entries, "0", "smallint"),
        &same(entries, ":action", "text"),
        &same(entries, ":events", "text"),
        &same(entries, "NULL", "text"),
        &first("'k' || :v", "text"),
        &first("sha256('body')", "bytea"),
        &first(&last, "bigint"),
        &same(entries, "NULL", "text"),
        &same(entries, "NULL", "text"),
        &only_last(entries, ":deadlines"),
        &same(entries, DIGEST, "bytea"),
        &first(":clocks", "text"),
        "ARRAY[0]::smallint[]",
        "ARRAY['t' || :v]::text[]",
        "ARRAY[0]::smallint[]",
        &format!("ARRAY['t' || {last}]::text[]"),
        "ARRAY['build']::text[]",
        "ARRAY[true]",
        &format!("ARRAY[{NOW}]"),
        &format!("ARRAY[{NOW}]"),
        &format!("ARRAY[{NOW}]"),
        "ARRAY[]::uuid[]",
        "ARRAY[]::text[]",
        "ARRAY[]::smallint[]",
        "ARRAY[]::text[]",
        "ARRAY[]::timestamptz[]",
        &each(calls, &|index| (index - 1).to_string(), "smallint"),
        &same(calls, "'your_turn'", "text"),
        &same(calls, ACCOUNT, "uuid"),
        &same(calls, "'t1.build.1'", "text"),
        &same(calls, "NULL", "timestamptz"),
    ];
    texts.map(str::to_owned).to_vec()
}

/// So many texts, all of them null but the last.
fn only_last(count: usize, what: &str) -> String {
    let values: Vec<&str> = (1..=count).map(|index| if index == count { what } else { "NULL" }).collect();
    format!("ARRAY[{}]::text[]", values.join(", "))
}

/// Puts values in the place of `$1`, `$2`, ….
fn bind(statement: &str, values: &[String]) -> String {
    assert!(!statement.contains(&format!("${}", values.len() + 1)), "more is bound than is known here");
    let last_first = (1..=values.len()).rev();
    last_first.fold(statement.to_owned(), |text, index| {
        assert!(text.contains(&format!("${index}")), "less is bound than is known here");
        text.replace(&format!("${index}"), &values[index - 1])
    })
}
