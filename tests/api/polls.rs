//! What workers look for all the time costs as much with many games as with few.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use althing::store;
use althing::store::positions::VersionKey;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text};
use diesel_async::RunQueryDsl;
use serde_json::json;
use uuid::Uuid;

use crate::harness::{PostOffice, Service, Table, connect, relay_all, seeded_dice};
use crate::support::{TestDatabase, run};

/// Games in the database; `tests/load/million.py` has a million.
const GAMES: u64 = 10_000;
/// Rows of any one table that all polls of one second together may read: far fewer than there are games. A poll that
/// goes through all of them would read that many several times a second.
const MOST_ROWS_A_SECOND: u64 = 1_000;
/// Rows of any one table that a move and all that follows from it may read.
const MOST_ROWS_A_MOVE: u64 = 20;

/// A database that holds [`GAMES`] and half as many people, and plans every statement without a look at its values,
/// as one does that has been asked often.
fn world() -> TestDatabase {
    let database = TestDatabase::create();
    let url = database.url();
    database.run(&include_str!("../load/world.sql").replace("{games}", &GAMES.to_string()));
    // What the world deletes at its end would be read over, and plans made without statistics, until autovacuum comes,
    // which a busy machine delays.
    database.run("VACUUM ANALYZE");
    let name = url.rsplit('/').next().unwrap();
    database.run(&format!("ALTER DATABASE {name} SET plan_cache_mode = 'force_generic_plan'"));
    database
}

/// Rows that were read since the counters were set back, by table: those of the table itself and those of its indexes.
fn rows_read(database: &TestDatabase) -> BTreeMap<String, u64> {
    let query = "SELECT t.relname || ' ' || (t.seq_tup_read + coalesce(sum(i.idx_tup_read), 0)) AS value \
        FROM pg_stat_user_tables t LEFT JOIN pg_stat_user_indexes i USING (relid) GROUP BY t.relid, t.relname, t.seq_tup_read";
    let lines = database.texts(query);
    let read = |line: &String| {
        let (table, rows) = line.split_once(' ').unwrap();
        (table.to_owned(), rows.parse().unwrap())
    };
    lines.iter().map(read).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_look_of_any_worker_and_no_inbox_touches_more_rows_than_are_due_however_many_games_there_are() {
    let database = world();
    let office = PostOffice::open_on(database, 2, |_| {});
    let service = &office.service;
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    service.database.run("SELECT pg_stat_reset()");
    let table = Table::of("landnam", &people).await;
    let mut dice = seeded_dice(1);
    // Counters are told at most once a second.
    let begun = Instant::now();
    let mut moves = 0;
    while begun.elapsed() < Duration::from_millis(2_500) {
        table.play(2, &mut dice).await;
        moves += 2;
        people[0].get("/v1/me/inbox").await.must_be(200);
        office.service.app.events.notify();
    }
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    people[0].get("/v1/me/inbox").await.must_be(200);
    let read = rows_read(&service.database);
    // A busy machine plays more slowly, and polls go on all the while; what a move reads is no poll's doing.
    let most_rows = MOST_ROWS_A_SECOND * (begun.elapsed().as_secs() + 1) + MOST_ROWS_A_MOVE * moves;
    assert!(read["relayed"] > 0, "the counters were not told: {read:?}");
    let many: Vec<_> = read.iter().filter(|(_, rows)| **rows > most_rows).collect();
    assert!(many.is_empty(), "rows read: {many:?}");
}

/// Sixty games of nobody, made like `game`, that wait before any other in the order of the queue.
fn fill_queue(url: &str, game: &str) {
    let fill = format!(
        "INSERT INTO games SELECT (g).* FROM (SELECT jsonb_populate_record(g, jsonb_build_object('id', \
         lpad(i::text, 32, '0')::uuid)) AS g FROM games g, generate_series(1, 60) i WHERE g.id = '{game}') f \
         ON CONFLICT DO NOTHING; \
         INSERT INTO relay_due SELECT lpad(i::text, 32, '0')::uuid, 'change', 1 FROM generate_series(1, 60) i"
    );
    run(url, &fill).unwrap();
}

/// What the items of all streams say, without their numbers.
const ITEMS: &str = "SELECT concat_ws(' ', account_id, game_id, kind, position, call, decision, seat) AS value \
    FROM stream_items ORDER BY 1";

/// Is there an account whose numbers have gaps, or don't end at the head of its stream?
const GAPS: &str = "SELECT h.account_id::text AS value FROM stream_heads h LEFT JOIN stream_items i USING (account_id) \
    GROUP BY h.account_id, h.last_number HAVING count(i.number) <> h.last_number OR max(i.number) <> h.last_number";

#[tokio::test]
async fn a_game_is_relayed_once_however_many_others_wait_and_however_many_workers_are_at_it() {
    let office = PostOffice::open_on(TestDatabase::create(), 0, |_| {});
    let service = &office.service;
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let tables = [Table::of("landnam", &people).await, Table::of("settlers", &people).await];
    let url = service.database.url();
    let mut dice = seeded_dice(1);
    let mut relayed = 0;
    for round in 0..8 {
        fill_queue(&url, &tables[0].id);
        for table in &tables {
            table.play(1 + round % 3, &mut dice).await;
            people[0].post(&format!("{}/messages", table.path), &json!({"text": "Well met"})).await;
        }
        // All of them find the same games in the same order, and race for each.
        tokio::join!(relay_all(service), relay_all(service), relay_all(service), relay_all(service));
        assert_eq!(service.database.texts("SELECT kind AS value FROM relay_due"), Vec::<String>::new());
        assert_eq!(service.database.texts(GAPS), Vec::<String>::new());
        let items = service.database.texts(ITEMS);
        assert!(items.len() > relayed, "nothing was relayed");
        relayed = items.len();
        let doubled = items.windows(2).find(|two| two[0] == two[1]);
        assert_eq!(doubled, None);
    }
    // Every entry reached everybody.
    let missed = "SELECT e.version::text AS value FROM entries e JOIN seats s USING (game_id) WHERE NOT EXISTS \
        (SELECT FROM stream_items i WHERE i.account_id = s.account_id AND i.game_id = e.game_id AND i.kind = 'entry' \
        AND i.position = e.version)";
    assert_eq!(service.database.texts(missed), Vec::<String>::new());
}

// How statements are sent.

#[derive(QueryableByName)]
struct Prepared {
    /// Statements of this kind that the connection has prepared.
    #[diesel(sql_type = BigInt)]
    statements: i64,
    /// How often they ran after they were planned for that.
    #[diesel(sql_type = BigInt)]
    planned: i64,
    /// How often they ran by a kept plan.
    #[diesel(sql_type = BigInt)]
    kept: i64,
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
    // PostgreSQL plans a statement five times before it keeps a plan, if that is as cheap; here the caller has no log-in,
    // and a statement that compares with null would be planned each time.
    assert_eq!(prepared(&mut ctx.db, "SELECT g.id, g.ruleset, g.rules_version%").await, (1, 5, 2));
}

#[tokio::test]
async fn a_read_of_several_versions_keeps_its_plan() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let game = Table::of("landnam", &people).await.id.parse().unwrap();
    let mut ctx = connect(&service).await;
    let key = VersionKey { game, account: None };
    let unknown = VersionKey { game: Uuid::nil(), account: None };
    for _ in 0..7 {
        let probes = store::positions::probe_versions(&mut ctx.db, &[&key, &unknown, &key]).await.unwrap();
        let found: Vec<bool> = probes.iter().map(Option::is_some).collect();
        assert_eq!(found, [true, false, true]);
    }
    // With the keys in an array it would be planned each time, since nothing tells how many there are.
    assert_eq!(prepared(&mut ctx.db, "SELECT k.place%").await, (1, 5, 2));
}

/// Statements like this that the connection has prepared, and how often they were planned, and carried out by a kept plan.
async fn prepared(connection: &mut store::Connection, like: &str) -> (i64, i64, i64) {
    let prepared: Prepared = diesel::sql_query(
        "SELECT count(*) AS statements, sum(custom_plans)::bigint AS planned, sum(generic_plans)::bigint AS kept \
         FROM pg_prepared_statements WHERE statement LIKE $1",
    )
    .bind::<Text, _>(like)
    .get_result(connection)
    .await
    .unwrap();
    (prepared.statements, prepared.planned, prepared.kept)
}
