//! What a serving process writes down, and how it ends.

use std::fs::{self, File};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use crate::althing::{Server, althing, request_id};
use crate::folders::{Playground, eventually};

#[test]
fn a_json_log_has_one_object_a_line_and_the_request_id_that_the_caller_was_told() {
    let playground = Playground::new();
    let log = playground.path().join("log");
    let mut command = althing(&playground.data());
    command.env("ALTHING__LOG__FORMAT", "json");
    let server = Server::start_with_log(command, File::create(&log).unwrap());
    server.answer("/healthz");
    let told = request_id(&server.answer("/nowhere"));
    let lines = || -> Vec<Value> {
        let text = fs::read_to_string(&log).unwrap();
        text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    };
    eventually("the request is in the log", || {
        lines()
            .iter()
            .any(|line| line["span"]["request_id"] == told.as_str() && line["span"]["path"] == "/nowhere")
    });
    assert!(
        lines().iter().all(|line| line["span"]["path"] != "/healthz"),
        "looks that went well have no line"
    );
}

#[test]
fn what_the_server_could_not_do_is_in_the_log_with_the_error_and_the_request_id() {
    let playground = Playground::new();
    let log = playground.path().join("log");
    let mut command = althing(&playground.data());
    command.env("ALTHING__LOG__FORMAT", "json");
    let server = Server::start_with_log(command, File::create(&log).unwrap());
    let (socket, hidden) = (playground.data().join("socket"), playground.data().join("hidden"));
    fs::rename(&socket, &hidden).unwrap();
    let answer = server.answer("/v1/games").to_lowercase();
    fs::rename(&hidden, &socket).unwrap();
    assert!(answer.starts_with("http/1.1 503 "), "{answer}");
    let told = request_id(&answer);
    eventually("the error is in the log", || {
        let text = fs::read_to_string(&log).unwrap();
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect(line));
        lines.any(|line| line["level"] == "ERROR" && line["span"]["request_id"] == told.as_str())
    });
}

#[test]
fn the_first_lines_of_the_log_name_version_settings_file_data_folder_and_mail_folder() {
    let playground = Playground::new();
    let (log, file) = (playground.path().join("log"), playground.path().join("althing.toml"));
    fs::write(&file, "[lobby]\n").unwrap();
    let mut command = althing(&playground.data());
    command.arg("--config").arg(&file);
    let _server = Server::start_with_log(command, File::create(&log).unwrap());
    let text = fs::read_to_string(&log).unwrap();
    let first: Vec<&str> = text.lines().take(3).collect();
    let parts = [
        (0, env!("CARGO_PKG_VERSION").to_owned()),
        (0, file.display().to_string()),
        (1, playground.data().display().to_string()),
        (2, playground.data().join("mail").display().to_string()),
    ];
    for (line, part) in parts {
        assert!(first[line].contains(&part), "no {part} in line {line} of {first:?}");
    }
}

#[test]
fn a_database_is_named_in_the_log_without_its_password() {
    let playground = Playground::new();
    let mut command = althing(&playground.data());
    // Nobody listens there; the log says where it was looked for.
    command
        .arg("migrate")
        .env("DATABASE_URL", "postgres://freydis:ses%40me@127.0.0.1:1/vinland?application_name=x");
    let said = String::from_utf8(command.output().unwrap().stderr).unwrap();
    assert!(said.contains("127.0.0.1:1/vinland") && !said.contains("ses%40me"), "{said}");
}

#[test]
fn the_filter_decides_what_is_logged() {
    let playground = Playground::new();
    let log = playground.path().join("log");
    let mut command = althing(&playground.data());
    command.env("ALTHING__LOG__FILTER", "error");
    let mut server = Server::start_with_log(command, File::create(&log).unwrap());
    assert_eq!(server.get("/healthz"), 200);
    server.signal(Signal::SIGTERM);
    server.wait();
    assert_eq!(fs::read_to_string(&log).unwrap(), "");
}

/// The same command with SIGHUP as a terminal leaves it: tests that `nohup` started ignore it, and so would the server.
fn from_a_terminal(command: &Command) -> Command {
    let mut terminal = Command::new("env");
    terminal.arg("--default-signal=HUP").arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => terminal.env(name, value),
            None => terminal.env_remove(name),
        };
    }
    terminal
}

#[test]
fn it_ends_within_ten_seconds_though_a_client_hangs_in_the_middle_of_a_request() {
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
        let playground = Playground::new();
        let mut server = Server::start(from_a_terminal(&althing(&playground.data())));
        let mut hanging = TcpStream::connect(&server.address).unwrap();
        hanging
            .write_all(b"POST /v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
            .unwrap();
        let told = Instant::now();
        server.signal(signal);
        assert!(server.wait().success());
        assert!(told.elapsed() < Duration::from_secs(10), "it took {:?}", told.elapsed());
    }
}

#[test]
fn a_server_that_was_asked_to_end_is_not_ready_but_answers_until_a_balancer_has_noticed() {
    let playground = Playground::new();
    let mut command = althing(&playground.data());
    command.env("ALTHING__HTTP__STOP_DELAY_SECONDS", "3");
    let mut server = Server::start(command);
    assert_eq!(server.get("/readyz"), 200);
    let signalled = Instant::now();
    server.signal(Signal::SIGTERM);
    while server.get("/readyz") == 200 {
        assert!(signalled.elapsed() < Duration::from_secs(2), "it still says that it is ready");
    }
    assert!(server.answer("/readyz").contains(r#""reason":"stopping""#));
    // New requests are answered meanwhile, as everything else is.
    assert_eq!((server.get("/healthz"), server.get("/v1/games")), (200, 200));
    assert!(server.wait().success());
    assert!(signalled.elapsed() >= Duration::from_secs(3), "it ended after {:?}", signalled.elapsed());
}

#[test]
fn a_process_that_only_works_says_how_it_is_where_it_is_told_to() {
    let playground = Playground::new();
    let mut command = althing(&playground.data());
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    command.env("ALTHING__WORK__BIND", &address).arg("work");
    let mut worker = command.stderr(Stdio::null()).spawn().unwrap();
    let server = Server::watching(&address);
    let begun = Instant::now();
    while server.get("/readyz") != 200 {
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not answer");
        std::thread::sleep(Duration::from_millis(50));
    }
    while !server.answer("/readyz").contains(r#""status":"ready""#) {
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", server.answer("/readyz"));
        std::thread::sleep(Duration::from_millis(50));
    }
    let metrics = server.answer("/metrics");
    for name in [
        "althing_build_info{version=",
        "althing_mails_total{result=\"sent\"}",
        "althing_heartbeat_age_seconds ",
        "process_open_fds ",
    ] {
        assert!(metrics.contains(name), "no {name} in {metrics}");
    }
    assert_eq!((server.get("/healthz"), server.get("/v1/games"), server.get("/docs")), (200, 404, 404));
    kill(Pid::from_raw(worker.id().cast_signed()), Signal::SIGTERM).unwrap();
    assert!(worker.wait().unwrap().success());
}

#[test]
fn a_server_without_its_database_is_up_but_not_ready() {
    let playground = Playground::new();
    let server = Server::start(althing(&playground.data()));
    assert_eq!((server.get("/healthz"), server.get("/readyz")), (200, 200));
    fs::rename(playground.data().join("socket"), playground.data().join("hidden")).unwrap();
    // Connections that are open go on; a worker that has none yet can't answer.
    let answers: Vec<u16> = (0..8).map(|_| server.get("/readyz")).collect();
    assert!(answers.iter().all(|status| [200, 503].contains(status)), "{answers:?}");
    assert_eq!(server.get("/healthz"), 200);
    fs::rename(playground.data().join("hidden"), playground.data().join("socket")).unwrap();
    assert_eq!(server.get("/readyz"), 200);
}
