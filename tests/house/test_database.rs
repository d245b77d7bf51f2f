//! The databases that tests are given.

use crate::support::TestDatabase;

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
