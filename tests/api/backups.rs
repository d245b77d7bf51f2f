//! What was backed up is restored: every row, games that go on, mails and webhooks that are neither lost nor doubled.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::harness::{Person, PostOffice, Service, Table, seeded_dice, stored};
use crate::process::althing;
use crate::support::{Mail, TestDatabase};

/// A file name that is forgotten at the end.
pub struct Place(pub PathBuf);

impl Place {
    pub fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("althing-{name}-{}", std::process::id())))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn run_on(database: &TestDatabase, role: &str, file: &Path) -> Output {
    let mut command = althing(Path::new("/nonexistent"));
    command.env("DATABASE_URL", database.url()).arg(role).arg(file);
    command.output().unwrap()
}

fn must_succeed(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Backs a database up and restores it into a new one.
pub fn carried(database: &TestDatabase, name: &str) -> TestDatabase {
    let place = Place::new(name);
    must_succeed(&run_on(database, "backup", &place.0));
    let other = TestDatabase::create_bare();
    must_succeed(&run_on(&other, "restore", &place.0));
    other
}

/// Every table with how many rows it has and what they hold.
pub fn contents(database: &TestDatabase) -> Vec<String> {
    let tables = "SELECT tablename::text AS value FROM pg_tables WHERE schemaname = 'public' \
                  AND tablename NOT LIKE '%diesel%' ORDER BY 1";
    let tables = database.texts(tables);
    assert!(tables.len() > 40, "{tables:?}");
    let of = |table: &String| {
        format!(
            "SELECT concat_ws(' ', '{table}', count(*), md5(string_agg(r::text, ' ' ORDER BY r::text))) AS value FROM {table} r"
        )
    };
    // PostgreSQL may read the tables side by side, and then they come in any order.
    let all = tables.iter().map(of).collect::<Vec<_>>().join(" UNION ALL ");
    database.texts(&format!("{all} ORDER BY 1"))
}

/// The same people and seats, asking another server.
fn moved(table: &Table, service: &Service) -> Table {
    let address = &service.servers[0].address;
    let players: Vec<Person> = table.players.iter().map(|player| player.at(address)).collect();
    Table { players, ..table.clone() }
}

fn ids(mails: &[Mail]) -> BTreeSet<String> {
    mails.iter().map(Mail::message_id).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_after_a_restore_and_mails_are_neither_lost_nor_doubled() {
    let mut office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let mut dice = seeded_dice(1);
    let tables = [Table::of("settlers", &people).await, Table::of("nord", &people).await];
    for table in &tables {
        table.play(6, &mut dice).await;
    }
    office.quiet().await;
    office.close();
    let before = office.sink.taken();
    assert!(!before.is_empty());
    // From now on mails wait; at the end for somebody who has done nothing since.
    for table in &tables {
        table.play(6, &mut dice).await;
        while let Some((seat, _, _)) = table.go_on(&mut dice).await {
            if !table.awaited().await.contains(&seat) {
                break;
            }
        }
    }
    let waiting = office.service.database.texts("SELECT kind AS value FROM mails WHERE settled_at IS NULL");
    assert!(!waiting.is_empty());
    let restored = carried(&office.service.database, "games");
    assert_eq!(contents(&restored), contents(&office.service.database));

    let other = PostOffice::open_on(restored, 1, |_| {});
    other.quiet().await;
    let after = other.sink.taken();
    let became = "SELECT concat_ws(' ', kind, seat, version, settled_at, result, problem, claimed_until) AS value FROM mails";
    let became = other.service.database.texts(became);
    assert!(!after.is_empty(), "what waited was lost: {became:#?}");
    assert!(ids(&before).is_disjoint(&ids(&after)), "a mail came twice");
    assert_eq!(ids(&after).len(), after.len());
    let sent = other.service.database.texts("SELECT kind AS value FROM mails WHERE result = 'sent'");
    assert_eq!(sent.len(), before.len() + after.len());
    for table in &tables {
        let table = moved(table, &other.service);
        let version = table.version().await;
        table.play(10, &mut dice).await;
        assert!(table.version().await > version);
        let title = other.service.app.ruleset(&ruleset(&table).await).unwrap();
        stored::must_be_whole(title, &other.service.database, &table);
    }
}

async fn ruleset(table: &Table) -> String {
    table.player(0).get(&table.path).await.must_be(200)["ruleset"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_is_taken_while_people_play_holds_every_game_at_one_moment() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let tables = [Table::of("landnam", &people).await, Table::of("settlers", &people).await];
    let playing =
        tables.clone().map(|table| tokio::spawn(async move { table.play(60, &mut seeded_dice(7)).await }));
    while tables[0].version().await < 5 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let restored = tokio::task::block_in_place(|| carried(&service.database, "moving"));
    for one in playing {
        one.await.unwrap();
    }
    for table in &tables {
        let title = service.app.ruleset(&ruleset(table).await).unwrap();
        stored::must_be_whole(title, &restored, table);
    }
}
