//! `althing config`: what can be set, and what is.

use serde_json::json;

use crate::althing::althing;
use crate::folders::Playground;
use crate::hands::{assert_says, run, settings_file, with};

#[test]
fn the_defaults_are_printed_as_a_file_that_can_be_used() {
    let playground = Playground::new();
    let defaults = with(&playground.data(), &["config", "--defaults"], &[]).done().out;
    assert_eq!(defaults, include_str!("../../config/default.toml"));
    let file = settings_file(playground.path(), &defaults);
    let mut command = althing(&playground.data());
    for name in ["DATABASE__DATA_DIR", "LIMITS__ENABLED", "HTTP__STOP_DELAY_SECONDS"] {
        command.env_remove(format!("ALTHING__{name}"));
    }
    let said = run(command.args(["--config", &file, "config", "--check", "--json"])).done().json();
    // The port is a variable of these tests.
    assert_eq!(
        said["changed"],
        json!([{"key": "http.bind", "value": "127.0.0.1:0", "default": "127.0.0.1:8080"}])
    );
}

#[test]
fn a_check_lists_what_differs_from_the_defaults_and_no_secret() {
    let playground = Playground::new();
    let text = "[club]\nname = 'Vinland'\n[database]\nurl = 'postgres://freydis:sesame@127.0.0.1:1/vinland'\n\
                pool_size = 8\n[mail]\nsmtp_url = 'smtp://me:tellus@127.0.0.1:1?tls=none'\n";
    let file = settings_file(playground.path(), text);
    let variables = [
        ("ALTHING__HTTP__METRICS_TOKEN", "open-barley"),
        ("ALTHING__HTTP__WORKERS", "3"),
        ("ALTHING__CHANNELS__SLACK_HOSTS", "chat.example.org, other.example.org"),
        ("ALTHING__DATABASE__DATA_DIR", ""),
        ("ALTHING__LIMITS__ENABLED", "true"),
        ("ALTHING__HTTP__STOP_DELAY_SECONDS", "1"),
    ];
    let said = with(&playground.data(), &["--config", &file, "config", "--check"], &variables).done();
    assert_eq!(
        said.out,
        format!(
            "settings file: {file}\n\
             channels.slack_hosts = [\"chat.example.org\",\"other.example.org\"]    (default [])\n\
             club.name = \"Vinland\"    (default \"Althing\")\n\
             database.url = (a secret)    (default (a secret))\n\
             http.bind = \"127.0.0.1:0\"    (default \"127.0.0.1:8080\")\n\
             http.metrics_token = (a secret)    (default (a secret))\n\
             http.workers = 3    (default 0)\n\
             mail.smtp_url = (a secret)    (default (a secret))\n\
             the settings can be used; 7 differ from the defaults\n"
        )
    );
    let json =
        with(&playground.data(), &["--config", &file, "config", "--check", "--json"], &variables).done();
    assert_eq!(json.json()["changed"].as_array().unwrap().len(), 7);
    for secret in ["sesame", "tellus", "open-barley"] {
        assert!(!said.out.contains(secret) && !json.out.contains(secret), "{secret}");
    }
}

#[test]
fn a_check_warns_of_a_mail_server_that_is_not_found_now() {
    let playground = Playground::new();
    let variables = [("ALTHING__MAIL__SMTP_URL", "smtps://me:sesame@mail.nowhere.invalid")];
    let said = with(&playground.data(), &["config", "--check"], &variables).done();
    assert_says(&said.out, &["warning: the mail server mail.nowhere.invalid", "can be used"]);
    let json = with(&playground.data(), &["config", "--check", "--json"], &variables).done().json();
    assert_eq!(json["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn a_check_leaves_no_folder_behind_and_takes_none_away() {
    let playground = Playground::new();
    let folder = playground.path().join("a/b/mails");
    let variables = [("ALTHING__MAIL__FOLDER", folder.to_str().unwrap())];
    with(&playground.data(), &["config", "--check"], &variables).done();
    assert!(!playground.path().join("a").exists());
    std::fs::create_dir_all(folder.parent().unwrap()).unwrap();
    with(&playground.data(), &["config", "--check"], &variables).done();
    assert!(folder.parent().unwrap().exists() && !folder.exists());
}

#[test]
fn settings_that_can_not_be_used_are_said_in_json_too() {
    let playground = Playground::new();
    let said =
        with(&playground.data(), &["config", "--check", "--json"], &[("ALTHING__HTTP__BIND", "localhost")]);
    assert_eq!((said.code, said.json()["ok"].as_bool()), (1, Some(false)));
    assert_says(said.json()["problem"].as_str().unwrap(), &["http.bind"]);
    let neither = with(&playground.data(), &["config"], &[]);
    assert_eq!(neither.code, 2);
    assert_says(&neither.err, &["--defaults", "--check"]);
}
