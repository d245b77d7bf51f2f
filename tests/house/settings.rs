//! What an operator sets, and what he is told when it can't be.

use std::fs;
use std::process::Command;

use althing::config::Settings;

use crate::althing::{althing, refusal};
use crate::folders::Playground;

/// What the binary says about one variable.
fn refusal_of(name: &str, value: &str) -> String {
    let playground = Playground::new();
    let mut command = althing(&playground.data());
    command.arg("migrate").env(name, value);
    refusal(command)
}

/// What the binary says about a settings file.
fn refusal_of_file(text: &str) -> String {
    let playground = Playground::new();
    let file = playground.path().join("althing.toml");
    fs::write(&file, text).unwrap();
    let mut command = althing(&playground.data());
    command.arg("--config").arg(&file).arg("migrate");
    refusal(command)
}

fn assert_says(sentence: &str, parts: &[&str]) {
    for part in parts {
        assert!(sentence.contains(part), "no “{part}” in: {sentence}");
    }
}

#[test]
fn an_unknown_key_is_refused_by_name() {
    assert_says(&refusal_of("ALTHING__HTTP__BINDD", "127.0.0.1:1"), &["http", "`bindd`"]);
    assert_says(&refusal_of_file("[mail]\nsender = \"x\"\n"), &["mail", "`sender`"]);
    assert_says(&refusal_of_file("[post]\nfrom = \"x\"\n"), &["`post`"]);
}

#[test]
fn a_value_of_the_wrong_kind_is_refused_with_its_key() {
    assert_says(&refusal_of("ALTHING__HTTP__WORKERS", "many"), &["http.workers"]);
    assert_says(&refusal_of("ALTHING__LOG__FORMAT", "xml"), &["log.format", "text", "json"]);
    assert_says(
        &refusal_of_file("[accounts]\nverify_addresses = \"perhaps\"\n"),
        &["accounts.verify_addresses"],
    );
}

#[test]
fn a_value_that_can_not_work_is_refused_with_its_key() {
    for (name, value, key) in [
        ("ALTHING__CLUB__NAME", "  ", "club.name"),
        ("ALTHING__CLUB__NAME", "Vinland\nClub", "club.name"),
        ("ALTHING__CLUB__NAME", "Vinland \u{202e}bulC", "club.name"),
        ("ALTHING__CLUB__NAME", &"x".repeat(61), "club.name"),
        ("ALTHING__HTTP__BIND", "localhost", "http.bind"),
        ("ALTHING__HTTP__PUBLIC_URL", "https://example.org/", "http.public_url"),
        ("ALTHING__DATABASE__POOL_SIZE", "0", "database.pool_size"),
        ("ALTHING__DATABASE__ACQUIRE_SECONDS", "0", "database.acquire_seconds"),
        ("ALTHING__DATABASE__CONNECT_SECONDS", "0", "database.connect_seconds"),
        ("ALTHING__DATABASE__STATEMENT_SECONDS", "0", "database.statement_seconds"),
        ("ALTHING__DATABASE__WORK_STATEMENT_SECONDS", "0", "database.work_statement_seconds"),
        ("ALTHING__HTTP__REQUEST_SECONDS", "0", "http.request_seconds"),
        ("ALTHING__ACCOUNTS__ACCESS_SECONDS", "-1", "accounts.access_seconds"),
        ("ALTHING__MAIL__FROM", "nobody in particular", "mail.from"),
        ("ALTHING__MAIL__SMTP_URL", "mail.example.org", "mail.smtp_url"),
        ("ALTHING__REPLIES__BIND", "2424", "replies.bind"),
        ("ALTHING__REPLIES__BIND", "0.0.0.0:2424", "replies.allowed"),
        ("ALTHING__REPLIES__BIND", "[2001:db8::1]:2424", "replies.allowed"),
        ("ALTHING__REPLIES__DOMAIN", "reply@example.org", "replies.domain"),
        ("ALTHING__WORK__MAILS_AT_ONCE", "0", "work.mails_at_once"),
        ("ALTHING__LOG__FILTER", "althing=loud", "log.filter"),
        ("ALTHING__LOG__FILTER", "inof", "log.filter"),
        ("ALTHING__LOG__FILTER", "info,deubg", "log.filter"),
        ("ALTHING__LOG__FILTER", "debgu,althing=debug", "log.filter"),
        ("ALTHING__TRACES__OTLP_ENDPOINT", "https://127.0.0.1:4318", "traces.otlp_endpoint"),
        ("ALTHING__TRACES__OTLP_ENDPOINT", "http://127.0.0.1:4318/v1/traces", "traces.otlp_endpoint"),
        ("ALTHING__TRACES__SERVICE_NAME", " ", "traces.service_name"),
        ("ALTHING__TRACES__SAMPLE_RATIO", "1.1", "traces.sample_ratio"),
        ("ALTHING__TRACES__SAMPLE_RATIO", "NaN", "traces.sample_ratio"),
        ("DATABASE_URL", "mysql://x", "database.url"),
    ] {
        assert_says(&refusal_of(name, value), &[&format!("the setting {key} must")]);
    }
}

#[test]
fn filters_of_the_log_that_mean_something_are_taken() {
    for filter in
        ["info", "OFF", "warn,althing=debug", "althing::work=trace, error", "info,[request{path}]=debug"]
    {
        let playground = Playground::new();
        let file = playground.path().join("althing.toml");
        fs::write(&file, format!("[log]\nfilter = '{filter}'\n")).unwrap();
        assert!(Settings::load(file.to_str()).is_ok(), "{filter}");
    }
}

#[test]
fn replies_may_be_taken_on_any_address_once_it_is_said_who_may_bring_them() {
    let playground = Playground::new();
    let file = playground.path().join("althing.toml");
    let load = |text: &str| {
        fs::write(&file, text).unwrap();
        Settings::load(file.to_str()).map_err(|error| error.to_string())
    };
    let open = load("[replies]\nbind = '0.0.0.0:2424'\nallowed = ['192.0.2.25', '10.0.0.0/8']\n").unwrap();
    let allows = |address: &str| open.replies.allows(address.parse().unwrap());
    assert!(allows("192.0.2.25") && allows("10.1.2.3") && allows("::ffff:10.1.2.3"));
    assert!(!allows("127.0.0.1") && !allows("192.0.2.26") && !allows("::1"));
    let here = load("[replies]\nbind = '127.0.0.1:2424'\n").unwrap();
    assert!(here.replies.allows("127.0.0.1".parse().unwrap()));
    assert!(!here.replies.allows("192.0.2.25".parse().unwrap()));
    for wrong in ["allowed = []", "allowed = ['mail.example.org']"] {
        let sentence = load(&format!("[replies]\nbind = '127.0.0.1:2424'\n{wrong}\n")).unwrap_err();
        assert_says(&sentence, &["replies.allowed"]);
    }
}

#[test]
fn mails_are_from_the_club_unless_their_sender_has_a_name() {
    let playground = Playground::new();
    let file = playground.path().join("althing.toml");
    let sender = |text: &str| {
        fs::write(&file, text).unwrap();
        let settings = Settings::load(file.to_str()).unwrap();
        settings.mail.sender(&settings.club).unwrap().to_string()
    };
    assert_eq!(sender(""), "Althing <althing@localhost>");
    assert_eq!(sender("[club]\nname = ' Vinland '\n"), "Vinland <althing@localhost>");
    assert_eq!(
        sender("[club]\nname = 'Catan, Ting & co.'\n[mail]\nfrom = 'a@b.example'\n"),
        "\"Catan, Ting & co.\" <a@b.example>"
    );
    assert_eq!(
        sender("[club]\nname = 'Vinland'\n[mail]\nfrom = 'Mail <a@b.example>'\n"),
        "Mail <a@b.example>"
    );
}

#[test]
fn a_secret_is_not_repeated_when_it_is_refused() {
    let sentence = refusal_of("ALTHING__MAIL__SMTP_URL", "imap://me:sesame@example.org");
    assert!(!sentence.contains("sesame"), "{sentence}");
}

#[test]
fn a_broken_settings_file_is_refused_by_line_without_quoting_it() {
    let sentence = refusal_of_file("[mail]\nsmtp_url = \"smtps://me:sesame@example.org\n");
    assert_says(&sentence, &["line 2", "althing.toml"]);
    assert!(!sentence.contains("sesame"), "{sentence}");
}

#[test]
fn a_missing_settings_file_is_refused_by_name() {
    let playground = Playground::new();
    let mut command = althing(&playground.data());
    command.args(["--config", "/nowhere/althing.toml", "migrate"]);
    assert_says(&refusal(command), &["/nowhere/althing.toml"]);
}

#[test]
fn a_secret_may_stand_in_a_file_but_not_in_two_places() {
    let playground = Playground::new();
    let file = playground.path().join("url");
    fs::write(&file, "postgres://freydis:sesame@127.0.0.1:1/vinland\n").unwrap();
    let with_file = || -> Command {
        let mut command = althing(&playground.data());
        command.arg("migrate").env("ALTHING__DATABASE__URL_FILE", &file);
        command
    };
    assert_says(&refusal(with_file()), &["the database at 127.0.0.1:1 can't be used"]);
    let mut twice = with_file();
    twice.env("ALTHING__DATABASE__URL", "postgres://127.0.0.1/x");
    assert_says(&refusal(twice), &["database.url and database.url_file are both given"]);
    assert_says(
        &refusal_of("ALTHING__MAIL__SMTP_URL_FILE", "/nowhere/url"),
        &["mail.smtp_url_file", "/nowhere/url"],
    );
}

#[test]
fn the_environment_wins_over_the_file() {
    let playground = Playground::new();
    let file = playground.path().join("althing.toml");
    fs::write(&file, "[http]\nbind = \"nonsense\"\n").unwrap();
    let mut command = althing(&playground.data());
    command.arg("migrate").env("ALTHING_CONFIG", &file);
    assert!(command.output().unwrap().status.success());
}

#[test]
fn the_defaults_are_in_order() {
    assert!(Settings::defaults().is_ok());
}

#[test]
fn every_key_of_the_defaults_is_explained() {
    let text = include_str!("../../config/default.toml");
    let lines: Vec<&str> = text.lines().collect();
    for (above, line) in lines.iter().zip(lines.iter().skip(1)) {
        let is_key = line.contains(" = ") && !line.starts_with('#');
        let nothing_above = above.is_empty() || above.starts_with('[');
        assert!(!(is_key && nothing_above), "{line}");
    }
}

/// The file that the package installs: as it is, and with the lines that a club edits.
#[test]
fn the_settings_of_the_package_can_be_used_as_they_are_and_edited() {
    let text = include_str!("../../config/package/althing.toml");
    let mut edited = Vec::new();
    let lines = text.lines().map(|line| match line.strip_prefix('#') {
        // A setting, and no sentence, follows the sign directly.
        Some(setting) if setting.starts_with(|first: char| first.is_ascii_lowercase()) => {
            edited.push(setting.split(" = ").next().unwrap());
            setting
        }
        _ => line,
    });
    let lines: Vec<&str> = lines.collect();
    assert_eq!(edited, ["public_url", "from", "smtp_url"]);
    let playground = Playground::new();
    let file = playground.path().join("althing.toml");
    for text in [text.to_owned(), lines.join("\n")] {
        fs::write(&file, text).unwrap();
        let settings = Settings::load(file.to_str()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(settings.database.data_dir, "/var/lib/althing");
    }
}
