//! Every migration can be taken back, and leads to the same schema again; but not by mistake.

use std::fs;
use std::path::Path;

use althing::store::migrate;

use crate::althing::{althing, refusal};
use crate::support::TestDatabase;

/// Tables, columns, constraints, indexes and functions of the schema, each as a line.
const SCHEMA: &str = "
    SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) AS value
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL
    SELECT concat_ws(' ', conrelid::regclass::text, conname, pg_get_constraintdef(oid)) FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL
    SELECT concat_ws(' ', oid::regprocedure, md5(prosrc)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ORDER BY 1";

/// What is left of the schema apart from diesel's own list of migrations.
pub fn schema(database: &TestDatabase) -> Vec<String> {
    let lines = database.texts(SCHEMA);
    lines.into_iter().filter(|line| !line.contains("__diesel")).collect()
}

#[test]
fn down_leaves_nothing_and_up_leads_to_the_same_schema_again() {
    let database = TestDatabase::create_bare();
    let ran = migrate::up(&database.url()).unwrap();
    let first = schema(&database);
    assert!(!first.is_empty());
    let taken_back = migrate::down(&database.url()).unwrap();
    assert_eq!(taken_back.len(), ran.len());
    assert_eq!(schema(&database), Vec::<String>::new());
    migrate::up(&database.url()).unwrap();
    assert_eq!(schema(&database), first);
}

#[test]
fn nothing_is_taken_back_until_somebody_says_that_all_may_be_lost() {
    let database = TestDatabase::create();
    database.run(&include_str!("../load/world.sql").replace("{games}", "40"));
    let down = || {
        let mut command = althing(Path::new("/nonexistent"));
        command.env("DATABASE_URL", database.url()).args(["migrate", "--down"]);
        command
    };
    let before = schema(&database);
    let sentence = refusal(down());
    for part in ["20 accounts", "40 games", "36 of them running", "--yes-drop-all-data", "althing backup"] {
        assert!(sentence.contains(part), "no “{part}” in: {sentence}");
    }
    assert_eq!(schema(&database), before);
    assert_eq!(database.texts("SELECT count(*)::text AS value FROM games"), ["40"]);
    let mut alone = althing(Path::new("/nonexistent"));
    alone.env("DATABASE_URL", database.url()).args(["migrate", "--yes-drop-all-data"]);
    assert!(!alone.output().unwrap().status.success(), "it means nothing without --down");
    assert!(down().arg("--yes-drop-all-data").output().unwrap().status.success());
    assert_eq!(schema(&database), Vec::<String>::new());
    // Of a database without tables nothing would be lost, but it is not done without being told either.
    assert!(refusal(down()).contains("0 games"));
}

#[test]
fn a_second_run_has_nothing_to_do() {
    let database = TestDatabase::create();
    assert_eq!(migrate::up(&database.url()).unwrap(), Vec::<String>::new());
}

// What ran, held against what this version has.

/// A database as a version before checksums left it.
fn without_checksums() -> TestDatabase {
    let database = TestDatabase::create();
    database.run("ALTER TABLE __diesel_schema_migrations DROP COLUMN checksum, DROP COLUMN needs");
    database
}

/// What a process says that refuses to start with this database.
fn refused_start(database: &TestDatabase) -> String {
    let mut command = althing(Path::new("/nonexistent"));
    command.env("DATABASE_URL", database.url());
    refusal(command)
}

#[test]
fn a_migration_that_was_changed_after_it_ran_is_named_at_start() {
    let database = TestDatabase::create();
    database
        .run("UPDATE __diesel_schema_migrations SET checksum = 'of another text' WHERE version LIKE '%0161'");
    let sentence = refused_start(&database);
    for part in ["2026-11-22-0161_outages", "another text", "nothing was changed", "althing restore FILE"] {
        assert!(sentence.contains(part), "no “{part}” in: {sentence}");
    }
    assert!(migrate::up(&database.url()).is_err());
}

#[test]
fn a_database_from_before_checksums_gets_them_if_its_schema_is_as_it_should_be() {
    let database = without_checksums();
    // What an operator has added is no fault.
    database.run("CREATE TABLE of_mine (id int); CREATE INDEX mine ON games (created_at); ALTER TABLE games ADD mine int");
    let before = schema(&database);
    assert_eq!(migrate::up(&database.url()).unwrap(), Vec::<String>::new());
    assert_eq!(schema(&database), before);
    let unnoted = "SELECT version::text AS value FROM __diesel_schema_migrations WHERE checksum IS NULL";
    assert_eq!(database.texts(unnoted), [""; 0]);
    let schemas = "SELECT nspname::text AS value FROM pg_namespace WHERE nspname LIKE 'althing%'";
    assert_eq!(database.texts(schemas), [""; 0]);
}

#[test]
fn a_checksum_that_was_not_stored_any_more_is_stored_by_the_next_start() {
    let database = TestDatabase::create();
    // The process ended between the last migration and its checksum.
    database.run(
        "UPDATE __diesel_schema_migrations SET checksum = NULL \
          WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)",
    );
    assert_eq!(migrate::up(&database.url()).unwrap(), Vec::<String>::new());
    let unnoted = "SELECT version::text AS value FROM __diesel_schema_migrations WHERE checksum IS NULL";
    assert_eq!(database.texts(unnoted), [""; 0]);
}

#[test]
fn a_database_from_before_checksums_whose_schema_is_another_is_refused_with_the_difference() {
    for (change, migration, difference) in [
        (
            "ALTER TABLE entries RENAME service_events TO table_events",
            "2026-11-21-0004_play",
            "column entries.service_events of type",
        ),
        ("DROP TABLE vacations", "2026-11-", "column vacations."),
        (
            "ALTER TABLE mails ALTER due_at TYPE date",
            "2026-11-",
            "column mails.due_at of type timestamp with time zone",
        ),
        ("DROP INDEX games_lobby", "2026-11-", "index games_lobby"),
        ("ALTER TABLE notes DROP CONSTRAINT notes_pkey", "2026-11-", "notes_pkey"),
    ] {
        let database = without_checksums();
        database.run(change);
        let before = schema(&database);
        let sentence = refused_start(&database);
        assert!(sentence.contains(migration) && sentence.contains(difference), "{change}: {sentence}");
        assert_eq!(schema(&database), before);
    }
}

#[test]
fn an_older_version_serves_beside_a_newer_one_unless_the_newer_one_forbids_it() {
    let database = TestDatabase::create();
    database.run("INSERT INTO __diesel_schema_migrations (version, checksum) VALUES ('209901010100', 'new')");
    assert_eq!(migrate::up(&database.url()).unwrap(), Vec::<String>::new());
    // It takes away what versions before 2099-01-01 use.
    database.run(
        "INSERT INTO __diesel_schema_migrations (version, checksum, needs) \
         VALUES ('209901020100', 'newer', '209901010100')",
    );
    let sentence = refused_start(&database);
    for part in ["209901020100", "newer version", env!("CARGO_PKG_VERSION"), "install that version"] {
        assert!(sentence.contains(part), "no “{part}” in: {sentence}");
    }
    // This version has what the newest one needs.
    database.run(
        "UPDATE __diesel_schema_migrations SET needs = (SELECT min(version) FROM __diesel_schema_migrations) \
          WHERE version = '209901020100'",
    );
    assert_eq!(migrate::up(&database.url()).unwrap(), Vec::<String>::new());
}

#[test]
fn a_process_that_may_not_migrate_refuses_to_start_until_somebody_has() {
    let database = TestDatabase::create_bare();
    let mut command = althing(Path::new("/nonexistent"));
    command.env("DATABASE_URL", database.url()).env("ALTHING__DATABASE__MIGRATE_AT_START", "false");
    let sentence = refusal(command);
    assert!(
        sentence.contains("migrations have to run first") && sentence.contains("althing migrate"),
        "{sentence}"
    );
    assert!(schema(&database).is_empty());
    assert!(migrate::must_be_up(&database.url()).is_err());
    migrate::up(&database.url()).unwrap();
    migrate::must_be_up(&database.url()).unwrap();
}

// Releases serve side by side.

/// The last migration of 1.0.0. Those after it are of a release that is to come.
const LAST_RELEASE: &str = "2026-11-23-0200_reply_headers";
/// New constraints on tables of the release that its statements can't break: they are about columns that it does not know,
/// or about columns that it always fills.
const HARMLESS: [&str; 4] = [
    "mail_questions: CHECK (((topic <> 'question'::text) OR",
    "personal_tokens: FOREIGN KEY (grant_id)",
    "webhooks: FOREIGN KEY (app_id)",
    "push_subscriptions: FOREIGN KEY (app_id)",
];

/// Whatever a release relies on or can trip over, a line each: what must stay as it is, and what must not come.
const RELIED_ON: &str = "
    SELECT format('column %s.%s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod)) AS value
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped";
const TRIPPED_OVER: &str = "
    SELECT format('%s: %s must be given', c.relname, a.attname) AS value
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''
    UNION ALL
    SELECT format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f')
    UNION ALL
    SELECT format('%s: unique %s', indrelid::regclass, pg_get_indexdef(indexrelid)) FROM pg_index
      JOIN pg_class c ON c.oid = indrelid WHERE c.relnamespace = 'public'::regnamespace AND indisunique";

#[test]
fn migrations_after_the_release_only_add_so_that_it_can_go_on_beside_the_next_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut names: Vec<String> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let place = names.iter().position(|name| name == LAST_RELEASE).unwrap();
    let (released, later) = names.split_at(place + 1);
    let text = |name: &String| fs::read_to_string(folder.join(name).join("up.sql")).unwrap();
    let database = TestDatabase::create_bare();
    released.iter().for_each(|name| database.run(&text(name)));
    let (relied_on, tables) = (database.texts(RELIED_ON), database.texts(TABLES));
    let mut tripped_over = database.texts(TRIPPED_OVER);
    let mut faults = Vec::new();
    for name in later {
        let text = text(name);
        database.run(&text);
        // What it takes away it may take away once the release before does without it, and then it says so.
        if text.starts_with("-- Needs: ") {
            continue;
        }
        let now = database.texts(RELIED_ON);
        let gone = relied_on.iter().filter(|line| !now.contains(line)).map(|line| format!("{line} is gone"));
        let of_release = |line: &String| tables.iter().any(|table| line.starts_with(&format!("{table}: ")));
        let now = database.texts(TRIPPED_OVER);
        let come = now.iter().filter(|line| !tripped_over.contains(line) && of_release(line));
        let come = come.filter(|line| !HARMLESS.iter().any(|harmless| line.starts_with(harmless))).cloned();
        faults.extend(gone.chain(come).map(|fault| format!("{name}: {fault}")));
        tripped_over = now;
    }
    assert_eq!(faults, Vec::<String>::new());
    assert!(later.len() >= 15 && relied_on.len() > 300, "{} and {}", later.len(), relied_on.len());
}

/// The last migration that a cluster of Citus has only run before its tables were spread.
const BEFORE_SHARDS: &str = "2026-11-28-0900_competitions";

/// Citus passes an index that is dropped, or a table that is altered, on to its nodes with the whole text that was sent,
/// and refuses a text of several statements: such a migration would end the upgrade of a sharded service. So each is one
/// statement. `tests/citus/run.sh` runs this on shards.
#[test]
fn later_migrations_run_on_a_database_that_is_in_use_one_statement_each() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let folders = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let mut later: Vec<_> = folders.filter(|path| path.file_name().unwrap() > BEFORE_SHARDS).collect();
    later.sort();
    assert!(later.len() >= 2);
    let text = |path: &Path, file: &str| {
        let text = fs::read_to_string(path.join(file)).unwrap();
        let lines =
            text.lines().filter(|line| !line.trim_start().starts_with("--")).collect::<Vec<_>>().join("\n");
        // The body of a function holds statements of its own.
        let outside: String = lines.split("$$").step_by(2).collect();
        assert_eq!(outside.matches(';').count(), 1, "{file} of {}", path.display());
        text
    };
    let database = TestDatabase::create();
    let before = schema(&database);
    later.iter().rev().for_each(|path| database.run(&text(path, "down.sql")));
    assert_ne!(schema(&database), before);
    later.iter().for_each(|path| database.run(&text(path, "up.sql")));
    // The end of an upgrade, which does on shards what no migration can.
    let mut command = althing(Path::new("/nonexistent"));
    command.env("DATABASE_URL", database.url()).arg("migrate");
    assert!(command.output().unwrap().status.success());
    assert_eq!(schema(&database), before);
}

// The databases that tests are given.

const TABLES: &str =
    "SELECT table_name::text AS value FROM information_schema.tables WHERE table_schema = 'public'";

#[test]
fn a_test_database_has_the_tables_of_the_migrations() {
    let database = TestDatabase::create();
    let tables = database.texts(TABLES);
    assert!(tables.contains(&"accounts".to_owned()), "{tables:?}");
}

#[test]
fn every_test_database_is_its_own() {
    let (one, other) = (TestDatabase::create(), TestDatabase::create());
    assert_ne!(one.url(), other.url());
}

#[test]
fn a_bare_test_database_has_no_tables() {
    let database = TestDatabase::create_bare();
    assert_eq!(database.texts(TABLES), [""; 0]);
}
