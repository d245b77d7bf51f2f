//! What is wrong with settings and surroundings is said in one line: by `config --check`, which opens nothing, and by a
//! start, which has not opened the database by then.

use std::fs;
use std::net::TcpListener;

use crate::althing::{althing, refusal};
use crate::folders::Playground;
use crate::hands::{assert_says, settings_file, with};

/// A variable that is wrong, and what must be said of it. None needs a database to be found out.
const WRONG: &[(&str, &str, &[&str])] = &[
    // Names.
    ("ALTHING_HTTP__BIND", "0.0.0.0:80", &["ALTHING_HTTP__BIND", "write ALTHING__HTTP__BIND"]),
    ("ALTHING_MAIL_SMTP_URL", "smtp://x:sesame@y", &["write ALTHING__MAIL__SMTP_URL"]),
    ("ALTHING__MAIL_FROM", "a@b.example", &["write ALTHING__MAIL__FROM"]),
    ("ALTHING__HTP__BIND", "127.0.0.1:1", &["ALTHING__HTP__BIND", "no section `htp`"]),
    ("ALTHING__HTTP__PORT", "80", &["ALTHING__HTTP__PORT", "no `port` in [http]"]),
    ("ALTHING_MAIL__SENDER", "x", &["no `sender` in [mail]"]),
    ("ALTHING_CONFIG", "/nowhere/althing.toml", &["/nowhere/althing.toml"]),
    // Addresses.
    ("ALTHING__HTTP__BIND", "999.1.1.1:1", &["http.bind", "must be an address and a port"]),
    ("ALTHING__HTTP__BIND", "localhost", &["http.bind", "must be an address and a port"]),
    ("ALTHING__HTTP__BIND", "127.0.0.1:99999", &["http.bind", "must be an address and a port"]),
    ("ALTHING__HTTP__BIND", "192.0.2.7:8080", &["192.0.2.7:8080 can't be listened on"]),
    ("ALTHING__HTTP__BIND", "web.nowhere.invalid:80", &["web.nowhere.invalid:80 can't be listened on"]),
    ("ALTHING__HTTP__PUBLIC_URL", "play.example.org", &["http.public_url", "http:// or https://"]),
    ("ALTHING__HTTP__TRUSTED_PROXIES", "my-proxy", &["http.trusted_proxies", "10.0.0.0/8"]),
    ("ALTHING__HTTP__ALLOWED_ORIGINS", "games.example.org", &["http.allowed_origins", "https://games"]),
    ("ALTHING__REPLIES__BIND", "mail.example.org:2424", &["replies.bind", "an address and a port"]),
    ("ALTHING__REPLIES__BIND", "0.0.0.0:2424", &["replies.allowed"]),
    ("ALTHING__TRACES__OTLP_ENDPOINT", "https://127.0.0.1:4318", &["traces.otlp_endpoint"]),
    // The database.
    ("DATABASE_URL", "mysql://me:sesame@host/x", &["database.url", "postgres://"]),
    ("DATABASE_URL", "postgres://me:sesame@host/x?sslmode=always", &["database.url", "sslmode must be"]),
    ("DATABASE_URL", "postgres://me:sesame@host/x?sslmode=verify-ca", &["sslrootcert"]),
    ("DATABASE_URL", "postgres://me:sesame@host/x?sslrootcert=/nowhere/ca.pem", &["/nowhere/ca.pem"]),
    ("ALTHING__DATABASE__URL_FILE", "/nowhere/url", &["database.url_file", "/nowhere/url"]),
    (
        "ALTHING__DATABASE__DIRECT_URL",
        "postgres://me:sesame@host/x",
        &["database.direct_url", "database.url"],
    ),
    (
        "ALTHING__DATABASE__PREPARED_STATEMENTS",
        "unnamed",
        &["database.prepared_statements", "database.direct_url"],
    ),
    ("ALTHING__DATABASE__PREPARED_STATEMENTS", "never", &["database.prepared_statements", "unnamed"]),
    ("ALTHING__DATABASE__POOL_SIZE", "0", &["database.pool_size must be from 1"]),
    ("ALTHING__DATABASE__GAMES_PER_STATEMENT", "9", &["database.games_per_statement must be from 1"]),
    // Mail.
    ("ALTHING__MAIL__SMTP_URL", "imap://me:sesame@host", &["mail.smtp_url", "smtp:// or smtps://"]),
    ("ALTHING__MAIL__SMTP_URL", "smtp://me:sesame@host?tls=maybe", &["mail.smtp_url", "tls is required"]),
    ("ALTHING__MAIL__SMTP_URL", "smtp://", &["mail.smtp_url names no host"]),
    ("ALTHING__MAIL__FROM", "nobody in particular", &["mail.from", "must be a mail address"]),
    ("ALTHING__MAIL__FOLDER", "/proc/mail", &["/proc/mail", "mail.folder"]),
    // Kinds and ranges.
    ("ALTHING__OPERATORS__ACCOUNTS", "Ingolf", &["operators.accounts", "ids of accounts", "make-operator"]),
    ("ALTHING__ACCOUNTS__VERIFY_ADDRESSES", "perhaps", &["accounts.verify_addresses"]),
    ("ALTHING__LIMITS__LOG_IN", "often", &["limits.log_in", "20/minute"]),
    ("ALTHING__HTTP__MAX_CONNECTIONS", "0", &["http.max_connections must be from 1"]),
    ("ALTHING__STREAMS__ANONYMOUS", "10000", &["streams.anonymous", "streams.per_process"]),
    ("ALTHING__CLUB__NAME", " ", &["club.name", "1 to 60 characters"]),
    ("ALTHING__LOG__FILTER", "inof", &["log.filter", "must be a level"]),
    ("ALTHING__LOG__FORMAT", "xml", &["log.format", "text or json"]),
];

#[test]
fn every_wrong_variable_is_named_in_one_line_by_a_check() {
    let playground = Playground::new();
    for (name, value, parts) in WRONG {
        let sentence = with(&playground.data(), &["config", "--check"], &[(name, value)]).refused();
        assert_says(&sentence, parts);
        assert!(!sentence.contains("sesame"), "{sentence}");
    }
    assert!(!playground.data().exists(), "a check opens no database");
}

#[test]
fn every_wrong_variable_is_named_in_one_line_by_a_start_before_it_opens_the_database() {
    let playground = Playground::new();
    for (name, value, parts) in WRONG {
        let sentence = with(&playground.data(), &[], &[(name, value)]).refused();
        assert_says(&sentence, parts);
        assert!(!sentence.contains("sesame"), "{sentence}");
    }
    assert!(!playground.data().exists(), "the database was opened");
}

#[test]
fn a_wrong_settings_file_is_refused_by_its_key_or_line() {
    let playground = Playground::new();
    for (text, parts) in [
        ("[http]\nport = 80\n", &["http", "`port`", "althing config --defaults"][..]),
        ("[post]\nfrom = 'x'\n", &["`post`"]),
        ("[mail]\nsmtp_url = 'smtps://me:sesame@example.org\n", &["line 2"]),
        ("bind = '127.0.0.1:1'\n", &["`bind`"]),
        ("[database]\nurl = 'postgres://a/b'\nurl_file = '/x'\n", &["database.url_file"]),
        ("[operators]\naccounts = ['Ingolf']\n", &["operators.accounts", "ids of accounts"]),
    ] {
        let file = settings_file(playground.path(), text);
        let sentence = with(&playground.data(), &["--config", &file, "config", "--check"], &[]).refused();
        assert_says(&sentence, parts);
        assert!(!sentence.contains("sesame"), "{sentence}");
    }
}

#[test]
fn an_address_that_another_process_has_is_named_before_the_database_is_opened() {
    let playground = Playground::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for name in ["ALTHING__HTTP__BIND", "ALTHING__REPLIES__BIND"] {
        let sentence = with(&playground.data(), &[], &[(name, &address)]).refused();
        assert_says(&sentence, &[&address]);
        // The server that has it may be the one that is asked about.
        with(&playground.data(), &["config", "--check"], &[(name, &address)]).done();
    }
    assert!(!playground.data().exists(), "the database was opened");
}

#[test]
fn the_default_folder_of_mails_is_tried_at_the_start() {
    let playground = Playground::new();
    with(&playground.data(), &["migrate"], &[]).done();
    // Where the folder should be there is a file.
    fs::write(playground.data().join("mail"), "").unwrap();
    let mut command = althing(&playground.data());
    command.arg("work");
    assert_says(&refusal(command), &["mail", "can't be written into", "mail.folder"]);
}
