//! Starting: the first time, again, as another user, and after things went wrong.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use althing::cluster::{Cluster, ClusterSettings};
use nix::sys::signal::{Signal, kill};
use nix::unistd::{User, geteuid};

use crate::althing::{Server, althing, as_somebody};
use crate::folders::{Playground, eventually};
use crate::support::{Postgres, run, texts};

pub fn settings(playground: &Playground) -> ClusterSettings {
    let keeper = PathBuf::from(env!("CARGO_BIN_EXE_althing"));
    ClusterSettings { keeper, ..ClusterSettings::new(playground.data()) }
}

fn time_to_open(playground: &Playground) -> Duration {
    let begun = Instant::now();
    drop(Cluster::open(&settings(playground)).unwrap());
    begun.elapsed()
}

/// A new cluster and its server, without anything of ours.
fn time_of_postgresql() -> Duration {
    let begun = Instant::now();
    drop(Postgres::start("", &[]));
    begun.elapsed()
}

/// The quickest of three each, in turns: the machine has other things to do.
fn quickest(mut one: impl FnMut() -> Duration, mut other: impl FnMut() -> Duration) -> (Duration, Duration) {
    let turns: Vec<_> = (0..3).map(|_| (one(), other())).collect();
    (turns.iter().map(|turn| turn.0).min().unwrap(), turns.iter().map(|turn| turn.1).min().unwrap())
}

#[test]
fn the_first_start_takes_little_more_than_postgresql_itself_takes_for_a_new_cluster() {
    let (first, bare) = quickest(|| time_to_open(&Playground::new()), time_of_postgresql);
    assert!(first < 3 * bare, "the first start took {first:?}, a new PostgreSQL {bare:?}");
}

#[test]
fn a_later_start_takes_less_than_half_of_what_postgresql_takes_for_a_new_cluster() {
    let playground = Playground::new();
    time_to_open(&playground);
    let again = || {
        playground.wait_until_stopped();
        time_to_open(&playground)
    };
    let (later, bare) = quickest(again, time_of_postgresql);
    assert!(2 * later < bare, "a later start took {later:?}, a new PostgreSQL {bare:?}");
}

#[test]
fn only_the_owner_can_enter_the_folders() {
    let playground = Playground::new();
    let cluster = Cluster::open(&settings(&playground)).unwrap();
    let mode = |name: &str| fs::metadata(cluster.folder().join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("") & 0o007, 0, "others can enter the data folder");
    assert_eq!(mode("socket"), 0o700);
    assert_eq!(mode("postgres"), 0o700);
}

#[test]
fn a_user_who_is_not_root_has_his_own_in_his_data_home() {
    let playground = Playground::new();
    if geteuid().is_root() {
        let nobody = User::from_name("nobody").unwrap().unwrap();
        chown(playground.path(), Some(nobody.uid.as_raw()), Some(nobody.gid.as_raw())).unwrap();
    }
    let mut command = althing(&playground.data());
    command.arg("migrate").env_remove("ALTHING__DATABASE__DATA_DIR").env("XDG_DATA_HOME", playground.path());
    assert!(as_somebody(command).status().unwrap().success());
    assert!(playground.path().join("althing/postgres/PG_VERSION").is_file());
}

#[test]
fn what_was_written_survives_the_death_of_everything() {
    let playground = Playground::new();
    let cluster = Cluster::open(&settings(&playground)).unwrap();
    let url = cluster.url(Cluster::DATABASE);
    run(&url, "CREATE TABLE saga (value text)").unwrap();
    run(&url, "INSERT INTO saga VALUES ('remembered')").unwrap();
    kill(playground.keeper(), Signal::SIGKILL).unwrap();
    kill(playground.postmaster().unwrap(), Signal::SIGKILL).unwrap();
    drop(cluster);
    let _cluster = Cluster::open(&settings(&playground)).unwrap();
    assert_eq!(texts(&url, "SELECT value FROM saga").unwrap(), ["remembered"]);
}

#[test]
fn a_note_of_a_dead_server_with_the_number_of_a_living_stranger_is_no_hindrance() {
    let playground = Playground::new();
    drop(Cluster::open(&settings(&playground)).unwrap());
    playground.wait_until_stopped();
    let data = playground.data().join("postgres");
    let stranger = std::process::id();
    let note = format!("{stranger}\n{}\n1\n5432\n\n\n\nready\n", data.display());
    fs::write(data.join("postmaster.pid"), note).unwrap();
    assert!(Cluster::open(&settings(&playground)).is_ok());
}

#[test]
fn a_half_made_cluster_is_made_anew() {
    let playground = Playground::new();
    let left = playground.data().join("postgres.new-1");
    fs::create_dir_all(&left).unwrap();
    fs::write(playground.data().join("althing-data"), "").unwrap();
    fs::write(left.join("PG_VERSION"), "15").unwrap();
    let cluster = Cluster::open(&settings(&playground)).unwrap();
    assert!(run(&cluster.url(Cluster::DATABASE), "SELECT 1").is_ok());
    assert!(!left.exists());
}

#[test]
fn a_postgresql_that_dies_in_use_is_started_again() {
    let playground = Playground::new();
    let server = Server::start(althing(&playground.data()));
    assert_eq!(server.get("/readyz"), 200);
    let first = playground.postmaster().unwrap();
    kill(first, Signal::SIGKILL).unwrap();
    eventually("another PostgreSQL answers", || {
        playground.postmaster().is_some_and(|pid| pid != first) && server.get("/readyz") == 200
    });
}
