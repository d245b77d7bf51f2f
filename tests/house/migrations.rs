//! Every migration can be taken back, and leads to the same schema again.

use althing::store::migrate;

use crate::support::{TestDatabase, texts};

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
    let lines = texts(&database.url(), SCHEMA).unwrap();
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
fn a_second_run_has_nothing_to_do() {
    let database = TestDatabase::create();
    assert_eq!(migrate::up(&database.url()).unwrap(), Vec::<String>::new());
}
