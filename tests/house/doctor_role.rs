//! `althing doctor`: a check of each thing that the service needs, on installations that are in order and on such that
//! are not.

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use althing::store::connect::valid_until;
use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use serde_json::Value;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::{ServerConfig, ServerConnection};

use crate::althing::{Server, althing};
use crate::encryption::{EVERYBODY, Encrypted, expired, self_signed};
use crate::folders::Playground;
use crate::hands::{Said, assert_says, with};
use crate::support::{SmtpSink, Stage, TestDatabase, Whim};

/// A name server that knows these records: a name, the number of their kind, and their data.
fn name_server(records: &'static [(&str, u16, &[&str])]) -> String {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        let mut question = [0; 512];
        while let Ok((length, from)) = socket.recv_from(&mut question) {
            socket.send_to(&answer(&question[..length], records), from).unwrap();
        }
    });
    address
}

fn answer(question: &[u8], records: &[(&str, u16, &[&str])]) -> Vec<u8> {
    let (mut at, mut labels) = (12, Vec::new());
    while question[at] != 0 {
        let length = usize::from(question[at]);
        labels.push(String::from_utf8(question[at + 1..at + 1 + length].to_vec()).unwrap());
        at += 1 + length;
    }
    let (name, kind) = (labels.join("."), u16::from_be_bytes([question[at + 1], question[at + 2]]));
    let found = records.iter().filter(|(of, number, _)| *of == name && *number == kind);
    let data: Vec<Vec<u8>> =
        found.flat_map(|(_, _, texts)| texts.iter()).map(|text| data(kind, text)).collect();
    let is_known = records.iter().any(|(of, ..)| *of == name);
    let mut packet = question[..2].to_vec();
    packet.extend([
        0x81,
        if is_known { 0x80 } else { 0x83 },
        0,
        1,
        0,
        u8::try_from(data.len()).unwrap(),
        0,
        0,
        0,
        0,
    ]);
    packet.extend(&question[12..at + 5]);
    for data in data {
        packet.extend([192, 12, 0, u8::try_from(kind).unwrap(), 0, 1, 0, 0, 0, 60]);
        packet.extend(u16::try_from(data.len()).unwrap().to_be_bytes());
        packet.extend(data);
    }
    packet
}

fn data(kind: u16, text: &str) -> Vec<u8> {
    match kind {
        16 => [&[u8::try_from(text.len()).unwrap()], text.as_bytes()].concat(),
        _ => [&[0, 10, u8::try_from(text.len()).unwrap()], text.as_bytes(), &[0]].concat(),
    }
}

const IN_ORDER: &[(&str, u16, &[&str])] = &[
    ("play.example.org", 16, &["other=1", "v=spf1 mx -all"]),
    ("play.example.org", 15, &["mail"]),
    ("s1._domainkey.play.example.org", 16, &["v=DKIM1; k=rsa; p=MIIB"]),
    ("_dmarc.example.org", 16, &["v=DMARC1; p=reject"]),
];

/// The result of a check, and what it found.
fn result<'v>(said: &'v Value, name: &str) -> (&'v str, &'v str) {
    let check = said["checks"].as_array().unwrap().iter().find(|check| check["name"] == name);
    let check = check.unwrap_or_else(|| panic!("no check {name}: {said:#}"));
    (check["result"].as_str().unwrap(), check["found"].as_str().unwrap())
}

/// Fails unless a check had a result and found something like this.
fn hold(said: &Value, name: &str, wanted: &str, part: &str) {
    let (result, found) = result(said, name);
    assert!(result == wanted && found.contains(part), "{name} is {result}: {found}");
}

fn doctor(data: &Path, words: &[&str], variables: &[(&str, &str)]) -> Said {
    with(data, &[&["doctor", "--json"], words].concat(), variables)
}

#[test]
fn an_installation_that_is_in_order_is_found_to_be() {
    let playground = Playground::new();
    let sink = SmtpSink::start();
    let free = |_| TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let [web, replies] = [0, 1].map(free);
    let (url, port) = (sink.url(), web.rsplit(':').next().unwrap());
    // An address of this machine that the settings don't take for one.
    let public = format!("http://0.0.0.0:{port}");
    let variables = [
        ("ALTHING__HTTP__BIND", web.as_str()),
        ("ALTHING__HTTP__PUBLIC_URL", &public),
        ("ALTHING__HTTP__MAX_CONNECTIONS", "10"),
        ("ALTHING__HTTP__METRICS_TOKEN", "open-barley"),
        ("ALTHING__MAIL__SMTP_URL", &url),
        ("ALTHING__MAIL__FROM", "Vinland <mail@play.example.org>"),
        ("ALTHING__REPLIES__BIND", &replies),
    ];
    let mut command = althing(&playground.data());
    command.envs(variables);
    let _server = Server::start(command);
    let names = name_server(IN_ORDER);
    let words =
        ["--resolver", &names, "--dkim-selector", "s1", "--send-test-mail", "ingolf@play.example.org"];
    let said = doctor(&playground.data(), &words, &variables);
    let json = said.done().json();
    for (name, part) in [
        ("settings", "can be used"),
        ("database", "PostgreSQL"),
        ("writing", "takes writes"),
        ("schema", "migrations have run"),
        ("clock", "s ahead"),
        ("workers", "was seen"),
        ("mails", "none was given up"),
        ("open files", "may be open"),
        ("server", "ready: http://"),
        ("mail out", "lets us in"),
        ("test mail", "ingolf@play.example.org"),
        ("mail in", "replies to play.example.org are received"),
        ("SPF", "v=spf1 mx -all"),
        ("DKIM", "s1._domainkey.play.example.org has a key"),
        ("DMARC", "_dmarc.example.org says “v=DMARC1; p=reject”"),
        ("MX", "names the mail servers that take replies (1)"),
        ("public address", "Althing answers at http://0.0.0.0"),
    ] {
        hold(&json, name, "ok", part);
    }
    hold(&json, "encryption", "warning", "not encrypted");
    assert_eq!(json["ok"], true);
    let mails = sink.taken();
    assert_eq!(mails.len(), 1);
    assert_says(&mails[0].subject(), &["a test mail"]);
    assert_says(&mails[0].text(), &[&public]);
    // The same for people.
    let said = with(&playground.data(), &["doctor", "--resolver", &names], &variables).done();
    assert_says(&said.out, &["ok       database", "skipped  DKIM", "failed: 0"]);
    assert!(!said.out.contains("open-barley") && !json.to_string().contains("open-barley"));
}

#[test]
fn whatever_is_broken_is_named_with_what_to_do_about_it() {
    let playground = Playground::new();
    let [closed, silent] = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    let (dead, quiet) = (closed.local_addr().unwrap().to_string(), silent.local_addr().unwrap());
    drop(closed);
    let database = format!("postgres://freydis:sesame@{dead}/vinland");
    let smtp = format!("smtp://me:sesame@{dead}?tls=none");
    let public = format!("https://0.0.0.0:{}", quiet.port());
    drop(silent);
    let mails = playground.path().join("mails");
    fs::create_dir(&mails).unwrap();
    fs::set_permissions(&mails, fs::Permissions::from_mode(0o755)).unwrap();
    let variables = [
        ("DATABASE_URL", database.as_str()),
        ("ALTHING__HTTP__BIND", &dead),
        ("ALTHING__HTTP__PUBLIC_URL", &public),
        ("ALTHING__HTTP__MAX_CONNECTIONS", "1000000"),
        ("ALTHING__MAIL__SMTP_URL", &smtp),
        ("ALTHING__MAIL__FOLDER", mails.to_str().unwrap()),
        ("ALTHING__MAIL__FROM", "Vinland <mail@two.example.org>"),
    ];
    let names = name_server(&[
        ("two.example.org", 16, &["v=spf1 -all", "v=spf1 mx"]),
        ("s1._domainkey.two.example.org", 16, &["v=DKIM1; p="]),
    ]);
    let said = doctor(&playground.data(), &["--resolver", &names, "--dkim-selector", "s1"], &variables);
    assert_eq!(said.code, 1, "{said:?}");
    let json = said.json();
    hold(&json, "database", "failed", "refused");
    hold(&json, "schema", "skipped", "");
    hold(&json, "server", "warning", "no server listens");
    hold(&json, "folder", "warning", "755");
    hold(&json, "open files", "warning", "1000000");
    hold(&json, "mail out", "failed", "refused");
    hold(&json, "mail in", "skipped", "");
    hold(&json, "SPF", "failed", "2 SPF records");
    hold(&json, "DKIM", "failed", "no key");
    hold(&json, "DMARC", "warning", "two.example.org");
    hold(&json, "public address", "warning", "refused");
    hold(&json, "certificate", "skipped", "");
    assert_eq!(json["ok"], false);
    for check in json["checks"].as_array().unwrap() {
        let is_bad = check["result"] == "failed" || check["result"] == "warning";
        assert_eq!(is_bad, check["advice"].is_string(), "{check}");
    }
    assert!(!said.out.contains("sesame") && !said.err.contains("sesame"), "{said:?}");
}

#[test]
fn settings_that_can_not_be_used_are_the_first_thing_to_correct() {
    let playground = Playground::new();
    let said = doctor(&playground.data(), &[], &[("ALTHING__HTTP__WORKERS", "many")]);
    assert_eq!(said.code, 1);
    hold(&said.json(), "settings", "failed", "http.workers");
    let resolver = with(&playground.data(), &["doctor", "--resolver", "nine"], &[]).refused();
    assert_says(&resolver, &["--resolver must be the address"]);
    assert_eq!(with(&playground.data(), &["doctor", "--send-test-mail", "nobody"], &[]).code, 2);
}

fn take_newest_migration_back(database: &TestDatabase) {
    let migrations = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations")).unwrap();
    let newest = migrations.map(|entry| entry.unwrap().path()).max().unwrap();
    database.run(&std::fs::read_to_string(newest.join("down.sql")).unwrap());
    database.run("DELETE FROM __diesel_schema_migrations WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)");
}

#[test]
fn a_schema_of_another_version_and_a_mail_server_that_refuses_are_seen() {
    let playground = Playground::new();
    let (database, sink) = (TestDatabase::create(), SmtpSink::start());
    sink.will([Whim::Refuse(Stage::Recipient, 550)]);
    let (database_url, smtp_url) = (database.url(), sink.url());
    let variables = [("DATABASE_URL", database_url.as_str()), ("ALTHING__MAIL__SMTP_URL", &smtp_url)];
    database.run("INSERT INTO __diesel_schema_migrations (version) VALUES ('29990101')");
    let said = doctor(&playground.data(), &["--send-test-mail", "a@b.example"], &variables);
    assert_eq!(said.code, 1);
    hold(&said.json(), "schema", "warning", "29990101");
    hold(&said.json(), "test mail", "failed", "550");
    database.run(
        "UPDATE __diesel_schema_migrations SET checksum = 'of another text' WHERE version = '202611220161'",
    );
    let said = doctor(&playground.data(), &[], &variables);
    assert_eq!(said.code, 1);
    hold(&said.json(), "schema", "failed", "2026-11-22-0161_outages ran in this database with another text");
    database.run("UPDATE __diesel_schema_migrations SET checksum = NULL");
    database.run("DELETE FROM __diesel_schema_migrations WHERE version = '29990101'");
    take_newest_migration_back(&database);
    let said = doctor(&playground.data(), &[], &variables).done().json();
    hold(&said, "schema", "warning", "not run yet: 1 of");
    hold(&said, "workers", "warning", "no worker");
    hold(&said, "disk", "skipped", "");
    hold(&said, "SPF", "skipped", "localhost");
    hold(&said, "public address", "warning", "this machine alone");
}

#[test]
fn mails_that_go_into_a_folder_are_warned_of_and_a_name_server_that_is_silent_fails_nothing() {
    let playground = Playground::new();
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let names = silent.local_addr().unwrap().to_string();
    let nothing_yet = doctor(&playground.data(), &["--resolver", &names], &[]).done().json();
    hold(&nothing_yet, "database", "warning", "no database in");
    assert!(!playground.data().exists(), "a check makes nothing");
    with(&playground.data(), &["migrate"], &[]).done();
    let said = doctor(&playground.data(), &["--resolver", &names], &[]).done().json();
    hold(&said, "mail out", "warning", "nobody gets them");
    hold(&said, "SPF", "skipped", "folder");
    hold(&said, "disk", "ok", "MB are free");
    hold(&said, "folder", "ok", "");
    let sink = SmtpSink::start();
    let url = sink.url();
    let variables =
        [("ALTHING__MAIL__SMTP_URL", url.as_str()), ("ALTHING__MAIL__FROM", "a@play.example.org")];
    let said = doctor(&playground.data(), &["--resolver", &names], &variables).done().json();
    hold(&said, "SPF", "skipped", "no answer in time");
}

fn certificate(year: i32) -> Vec<u8> {
    let mut wanted = CertificateParams::new(vec!["play.example.org".to_owned()]).unwrap();
    wanted.not_after = date_time_ymd(year, 3, 9);
    wanted.self_signed(&KeyPair::generate().unwrap()).unwrap().der().to_vec()
}

#[test]
fn the_end_of_a_certificate_is_read_in_both_forms_of_a_date() {
    for year in [2031, 2061] {
        let end = valid_until(&certificate(year)).unwrap();
        assert_eq!(end.to_rfc3339(), format!("{year}-03-09T00:00:00+00:00"));
    }
    let whole = certificate(2031);
    for length in 0..whole.len() {
        // A part of one may hold the date already; it must only not break anything.
        let _ = valid_until(&whole[..length]);
    }
    for broken in
        [&[][..], &[0x30], &[0x30, 0x84, 0xff, 0xff, 0xff, 0xff], &[0x30, 0x80, 0, 0], b"-----BEGIN"]
    {
        assert_eq!(valid_until(broken), None);
    }
}

#[test]
fn a_certificate_of_the_database_that_has_ended_is_seen_though_nobody_asked_for_it() {
    let playground = Playground::new();
    let encrypted = Encrypted::start(EVERYBODY, &self_signed("localhost", |_| {}), &[], &[]);
    let url = encrypted.url("127.0.0.1", "sslmode=require");
    let variables = [("DATABASE_URL", url.as_str())];
    let said = doctor(&playground.data(), &[], &variables).done().json();
    hold(&said, "database", "ok", ", encrypted");
    hold(&said, "schema", "warning", "the database is empty");
    hold(&said, "database's TLS", "ok", "is valid until");
    encrypted.show(&self_signed("localhost", expired));
    let said = doctor(&playground.data(), &[], &variables);
    assert_eq!(said.code, 1);
    hold(&said.json(), "database's TLS", "failed", "ended on 2002-01-01");
}

/// A server that encrypts with a certificate that nobody signed but itself.
fn unsigned_server() -> u16 {
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec!["0.0.0.0".to_owned()]).unwrap().self_signed(&key).unwrap();
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    let (listener, config) = (TcpListener::bind("127.0.0.1:0").unwrap(), Arc::new(config));
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut session = ServerConnection::new(Arc::clone(&config)).unwrap();
            let _ = session.complete_io(&mut stream);
        }
    });
    port
}

#[test]
fn a_public_address_whose_certificate_browsers_refuse_or_that_is_not_found_is_seen() {
    let playground = Playground::new();
    with(&playground.data(), &["migrate"], &[]).done();
    let public = format!("https://0.0.0.0:{}", unsigned_server());
    let said = doctor(&playground.data(), &[], &[("ALTHING__HTTP__PUBLIC_URL", &public)]);
    assert_eq!(said.code, 1);
    hold(&said.json(), "certificate", "failed", "can't be trusted");
    hold(&said.json(), "public address", "warning", "no encrypted connection");
    let nowhere = [("ALTHING__HTTP__PUBLIC_URL", "https://play.nowhere.invalid")];
    let said = doctor(&playground.data(), &[], &nowhere);
    assert_eq!(said.code, 1);
    hold(&said.json(), "public address", "failed", "has no address");
}
