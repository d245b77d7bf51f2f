//! Every migration can be taken back, and leads to the same schema again; but not by mistake.

use std::path::Path;

use althing::store::migrate;

use crate::althing::{althing, refusal};
use crate::support::TestDatabase;

/// Tables, columns, constraints and indexes of the schema, each as a line.
const SCHEMA: &str = "
    SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) AS value
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL
    SELECT concat_ws(' ', conrelid::regclass::text, conname, pg_get_constraintdef(oid)) FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    ORDER BY 1";

/// What is left of the schema apart from diesel's own list of migrations.
fn schema(database: &TestDatabase) -> Vec<String> {
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
