//! `althing shard` where there is no cluster of Citus to spread games over. What it does on one is in `tests/citus`.

use std::path::Path;

use crate::althing::{althing, refusal};
use crate::migrations::schema;
use crate::support::TestDatabase;

/// What the command says that refuses this database.
fn refused(database: &TestDatabase) -> String {
    let mut command = althing(Path::new("/nonexistent"));
    command.env("DATABASE_URL", database.url()).arg("shard");
    refusal(command)
}

/// A database with the tables of Citus' catalogue that tell which node this is and which nodes there are.
fn with_catalogue(group: u32, nodes: &str) -> TestDatabase {
    let database = TestDatabase::create();
    database.run(&format!(
        "CREATE TABLE pg_dist_local_group (groupid integer);
         INSERT INTO pg_dist_local_group VALUES ({group});
         CREATE TABLE pg_dist_node (shouldhaveshards boolean, isactive boolean);
         INSERT INTO pg_dist_node VALUES {nodes};"
    ));
    database
}

#[test]
fn a_database_without_citus_is_refused_with_what_to_install() {
    let database = TestDatabase::create();
    let before = schema(&database);
    let sentence = refused(&database);
    for part in ["no extension citus", "CREATE EXTENSION citus", "citus_add_node"] {
        assert!(sentence.contains(part), "no “{part}” in: {sentence}");
    }
    assert_eq!(schema(&database), before);
}

#[test]
fn a_database_that_was_not_migrated_is_refused_before_anything_is_spread() {
    let database = TestDatabase::create_bare();
    assert!(refused(&database).contains("althing migrate"), "{}", refused(&database));
    assert_eq!(schema(&database), Vec::<String>::new());
}

#[test]
fn a_worker_node_is_refused() {
    let database = with_catalogue(2, "(true, true)");
    let before = schema(&database);
    assert!(refused(&database).contains("not its coordinator"));
    assert_eq!(schema(&database), before);
}

#[test]
fn a_cluster_whose_nodes_may_hold_no_shards_is_refused() {
    for nodes in ["(false, true)", "(true, false)", "(false, true), (true, false)"] {
        let database = with_catalogue(0, nodes);
        let before = schema(&database);
        assert!(refused(&database).contains("no node of the cluster may hold shards"), "{nodes}");
        assert_eq!(schema(&database), before);
    }
}

#[test]
fn a_database_that_can_not_be_reached_is_named_without_its_password() {
    let mut command = althing(Path::new("/nonexistent"));
    command.env("DATABASE_URL", "postgres://althing:a-secret@127.0.0.1:1/althing").arg("shard");
    let sentence = refusal(command);
    assert!(sentence.contains("127.0.0.1") && !sentence.contains("a-secret"), "{sentence}");
}
