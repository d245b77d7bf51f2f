//! How statements are sent.

use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;

use crate::harness::{Service, Table, connect};
use althing::store;

#[derive(QueryableByName)]
struct Prepared {
    /// Statements of this kind that the connection has prepared.
    #[diesel(sql_type = BigInt)]
    statements: i64,
    /// How often they were planned or run from a kept plan.
    #[diesel(sql_type = BigInt)]
    calls: i64,
}

#[tokio::test]
async fn a_statement_in_sql_is_prepared_once_per_connection_and_then_reused() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    let game = table.id.parse().unwrap();
    let mut ctx = connect(&service).await;
    for _ in 0..7 {
        store::positions::load(&mut ctx.db, game, store::positions::LoadOptions::default())
            .await
            .unwrap()
            .unwrap();
    }
    let prepared: Prepared = diesel::sql_query(
        "SELECT count(*) AS statements, sum(generic_plans + custom_plans)::bigint AS calls \
         FROM pg_prepared_statements WHERE statement LIKE 'SELECT g.id, g.ruleset, g.rules_version%'",
    )
    .get_result(&mut ctx.db)
    .await
    .unwrap();
    assert_eq!((prepared.statements, prepared.calls), (1, 7));
}
