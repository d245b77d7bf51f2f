//! One cluster, several processes: the first starts it, the last stops it, however they go.

use std::process::Child;

use althing::cluster::Cluster;
use nix::sys::signal::{Signal, kill};

use crate::althing::{Server, althing};
use crate::cluster_start::settings;
use crate::folders::Playground;
use crate::support::run;

#[test]
fn two_processes_share_one_postgresql() {
    let playground = Playground::new();
    let one = Server::start(althing(&playground.data()));
    let first = playground.postmaster();
    let other = Server::start(althing(&playground.data()));
    assert_eq!(playground.postmaster(), first);
    assert_eq!((one.get("/readyz"), other.get("/readyz")), (200, 200));
}

#[test]
fn a_killed_starter_does_not_take_the_database_away_and_the_last_killed_stops_it() {
    let playground = Playground::new();
    let mut starter = Server::start(althing(&playground.data()));
    let mut other = Server::start(althing(&playground.data()));
    starter.kill();
    for _ in 0..10 {
        assert_eq!(other.get("/readyz"), 200);
        std::thread::sleep(std::time::Duration::from_millis(30));
    }
    other.kill();
    playground.wait_until_stopped();
}

#[test]
fn a_polite_end_stops_the_database_too() {
    let playground = Playground::new();
    let mut server = Server::start(althing(&playground.data()));
    server.signal(Signal::SIGTERM);
    assert!(server.wait().success());
    assert!(!playground.is_running(), "it ended before its database");
}

#[test]
fn a_polite_end_does_not_wait_for_a_database_that_others_use() {
    let playground = Playground::new();
    let mut one = Server::start(althing(&playground.data()));
    let other = Server::start(althing(&playground.data()));
    one.signal(Signal::SIGTERM);
    assert!(one.wait().success());
    assert_eq!(other.get("/readyz"), 200);
}

#[test]
fn many_can_start_at_once_on_an_empty_folder() {
    let playground = Playground::new();
    let migrate = |_| althing(&playground.data()).arg("migrate").spawn().unwrap();
    let mut all: Vec<Child> = (0..5).map(migrate).collect();
    assert!(all.iter_mut().all(|one| one.wait().unwrap().success()));
}

#[test]
fn a_start_while_it_stops_waits_and_starts_anew() {
    let playground = Playground::new();
    for pause in 0..15 {
        let cluster = Cluster::open(&settings(&playground)).unwrap();
        run(&cluster.url(Cluster::DATABASE), "SELECT 1").unwrap();
        drop(cluster);
        // Some come before the keeper has noticed, some while it stops, some after.
        std::thread::sleep(std::time::Duration::from_millis(pause * 10));
    }
}

#[test]
fn a_killed_keeper_is_replaced_by_the_next_user() {
    let playground = Playground::new();
    let one = Cluster::open(&settings(&playground)).unwrap();
    let postmaster = playground.postmaster();
    kill(playground.keeper(), Signal::SIGKILL).unwrap();
    run(&one.url(Cluster::DATABASE), "SELECT 1").unwrap();
    let other = Cluster::open(&settings(&playground)).unwrap();
    assert_eq!(playground.postmaster(), postmaster);
    drop((one, other));
    playground.wait_until_stopped();
}

#[test]
fn a_starter_killed_half_way_leaves_nothing_running() {
    let playground = Playground::new();
    for after in [5, 50, 150, 400, 600, 800] {
        let mut starter = althing(&playground.data()).arg("migrate").spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(after));
        starter.kill().unwrap();
        starter.wait().unwrap();
    }
    let cluster = Cluster::open(&settings(&playground)).unwrap();
    run(&cluster.url(Cluster::DATABASE), "SELECT 1").unwrap();
    drop(cluster);
    playground.wait_until_stopped();
}
