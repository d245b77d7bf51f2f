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
use crate::support::{run, texts};

pub fn settings(playground: &Playground) -> ClusterSettings {
    let keeper = PathBuf::from(env!("CARGO_BIN_EXE_althing"));
    ClusterSettings { keeper, ..ClusterSettings::new(playground.data()) }
}

/// The quickest of three: the machine has other things to do, and the bars are about an idle one.
fn quickest(mut start: impl FnMut() -> Duration) -> Duration {
    (0..3).map(|_| start()).min().unwrap()
}

fn time_to_open(playground: &Playground) -> Duration {
    let begun = Instant::now();
    drop(Cluster::open(&settings(playground)).unwrap());
    begun.elapsed()
}

#[test]
fn the_first_start_takes_less_than_five_seconds() {
    let first = quickest(|| time_to_open(&Playground::new()));
    assert!(first < Duration::from_secs(5), "the first start took {first:?}");
}

#[test]
fn later_starts_take_less_than_one_second() {
    let playground = Playground::new();
    time_to_open(&playground);
    let later = quickest(|| {
        playground.wait_until_stopped();
        time_to_open(&playground)
    });
    assert!(later < Duration::from_secs(1), "a later start took {later:?}");
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
