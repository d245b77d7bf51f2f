//! `althing health`: asks the server, opens no database.

use std::io::{Read, Write};
use std::net::TcpListener;

use crate::althing::{Server, althing};
use crate::folders::{Playground, eventually};
use crate::hands::{assert_says, with};
use crate::support::{FreezingProxy, TestDatabase};

#[test]
fn a_server_that_is_ready_is_healthy_and_one_without_its_database_is_not() {
    let (playground, database) = (Playground::new(), TestDatabase::create());
    let proxy = FreezingProxy::before(&database.url());
    let mut command = althing(&playground.data());
    command.env("DATABASE_URL", &proxy.url).env("ALTHING__MAIL__FOLDER", playground.path().join("mail"));
    let server = Server::start(command);
    let nowhere = playground.path().join("unused");
    let ask = |words: &[&str]| with(&nowhere, words, &[("ALTHING__HTTP__BIND", &server.address)]);
    // The worker of the same process gives its first sign of life a moment later.
    eventually("a worker was seen", || ask(&["health"]).out.starts_with("ready"));
    let healthy = ask(&["health"]).done();
    assert_eq!(healthy.out, format!("ready: http://{}\n", server.address));
    let json = ask(&["health", "--json"]).done().json();
    assert_eq!((json["ready"].as_bool(), json["http_status"].as_u64()), (Some(true), Some(200)));
    proxy.freeze();
    let sick = ask(&["health"]);
    assert_eq!(sick.code, 1, "{sick:?}");
    assert_says(&sick.out, &["not ready", "503", "(database_unreachable)"]);
    proxy.thaw();
    assert!(!nowhere.exists(), "no database was opened");
}

#[test]
fn a_server_without_a_worker_is_healthy_and_says_what_does_not_go_on() {
    let (playground, database) = (Playground::new(), TestDatabase::create());
    let mut command = althing(&playground.data());
    command.env("DATABASE_URL", database.url()).arg("serve");
    let server = Server::start(command);
    let ask =
        || with(&playground.data(), &["health"], &[("ALTHING__HTTP__BIND", &server.address)]).done().out;
    assert_eq!(ask(), format!("degraded: http://{}\n  no_worker\n", server.address));
    database.run("INSERT INTO heartbeats (seen_at) VALUES (now() - interval '10 minutes')");
    let said = ask();
    assert!(said.contains("\n  no_worker, for 60"), "{said}");
}

#[test]
fn where_nothing_listens_or_something_else_nothing_is_healthy() {
    let playground = Playground::new();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let ask = |words: &[&str], bind: &str| with(&playground.data(), words, &[("ALTHING__HTTP__BIND", bind)]);
    let nobody = ask(&["health"], &free);
    assert_eq!(nobody.code, 1);
    assert_says(&nobody.out, &["not reached", &free, "no server listens there"]);
    let json = ask(&["health", "--json"], &free);
    assert_eq!((json.code, json.json()["ready"].as_bool()), (1, Some(false)));
    assert_says(&ask(&["health"], "127.0.0.1:0").out, &["port 0"]);
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for stream in other.incoming().flatten() {
            let mut stream = stream;
            let _ = stream.read(&mut [0; 1024]);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
        }
    });
    let stranger = ask(&["health"], &address);
    assert_eq!(stranger.code, 1);
    assert_says(&stranger.out, &["another program"]);
}
