//! What stands in the way of a private PostgreSQL: one clear sentence each, with what to do.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use nix::unistd::geteuid;

use crate::althing::{althing, as_somebody, refusal};
use crate::folders::Playground;

fn assert_says(sentence: &str, parts: &[&str]) {
    for part in parts {
        assert!(sentence.contains(part), "no “{part}” in: {sentence}");
    }
}

#[test]
fn a_named_folder_without_programs_is_refused() {
    let playground = Playground::new();
    let mut command = althing(&playground.data());
    command.arg("migrate").env("PG_BIN_DIR", playground.path());
    assert_says(&refusal(command), &["PG_BIN_DIR", "initdb", "correct it, or unset it"]);
}

/// Hides the system's PostgreSQL in a mount namespace of the process; only root can do that.
#[test]
fn a_machine_without_postgresql_is_told_what_to_install() {
    let hide =
        "for folder in /usr/lib/postgresql /usr/local/bin; do mount -t tmpfs none $folder || exit 9; done";
    let unshare = |script: String| {
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", &script]);
        command
    };
    let possible = unshare(hide.to_owned()).status().is_ok_and(|status| status.success());
    if !possible {
        return eprintln!("not tried: this user can't hide a folder from a process");
    }
    let playground = Playground::new();
    let binary = env!("CARGO_BIN_EXE_althing");
    let data = playground.data();
    let script =
        format!("{hide}; export ALTHING__DATABASE__DATA_DIR={}; exec {binary} migrate", data.display());
    let mut command = unshare(script);
    command.env_remove("DATABASE_URL").env_remove("PG_BIN_DIR").env("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
    assert_says(&refusal(command), &["were not found", "apt-get install postgresql", "DATABASE_URL"]);
}

#[test]
fn an_unwritable_folder_is_refused() {
    let playground = Playground::new();
    fs::set_permissions(playground.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let mut command = althing(&playground.data());
    command.arg("migrate");
    let sentence = refusal(as_somebody(command));
    assert_says(&sentence, &["can't be used for data", "Permission denied", "ALTHING__DATABASE__DATA_DIR"]);
}

#[test]
fn a_file_in_the_place_of_the_folder_is_refused() {
    let playground = Playground::new();
    fs::write(playground.data(), "not a folder").unwrap();
    let mut command = althing(&playground.data());
    command.arg("migrate");
    assert_says(&refusal(command), &["can't be used for data", "choose another folder"]);
}

#[test]
fn a_foreign_folder_is_refused_and_left_alone() {
    let playground = Playground::new();
    fs::create_dir(playground.data()).unwrap();
    fs::write(playground.data().join("thesis.tex"), "years of work").unwrap();
    let mut command = althing(&playground.data());
    command.arg("migrate");
    let sentence = refusal(command);
    assert_says(&sentence, &["is not empty", "thesis.tex", "choose another folder"]);
    assert_eq!(fs::read_dir(playground.data()).unwrap().count(), 1);
}

#[test]
fn data_of_another_major_version_are_refused() {
    let playground = Playground::new();
    fs::create_dir_all(playground.data().join("postgres")).unwrap();
    fs::write(playground.data().join("althing-data"), "").unwrap();
    fs::write(playground.data().join("postgres/PG_VERSION"), "12\n").unwrap();
    let mut command = althing(&playground.data());
    command.arg("migrate");
    assert_says(
        &refusal(command),
        &["made by PostgreSQL 12", "apt-get install postgresql-12", "DATABASE_URL"],
    );
}

#[test]
fn a_folder_whose_name_is_too_long_for_a_socket_is_refused() {
    let playground = Playground::new();
    let mut command = althing(&playground.path().join("x".repeat(100)));
    command.arg("migrate");
    assert_says(&refusal(command), &["too long a name", "107", "choose a shorter"]);
}

#[test]
fn a_folder_that_the_unprivileged_user_cannot_reach_is_refused() {
    if !geteuid().is_root() {
        return eprintln!("not tried: only root hands PostgreSQL to another user");
    }
    let playground = Playground::new();
    fs::set_permissions(playground.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let mut command = althing(&playground.data());
    command.arg("migrate");
    let sentence = refusal(command);
    assert_says(&sentence, &["refuses to run as root", "can't enter", &playground.path().to_string_lossy()]);
}

#[test]
fn a_database_that_does_not_answer_is_refused_without_its_password() {
    let playground = Playground::new();
    let mut command = althing(&playground.data());
    command.arg("migrate").env("DATABASE_URL", "postgres://freydis:sesame@127.0.0.1:1/vinland");
    let sentence = refusal(command);
    assert_says(&sentence, &["can't be used", "Connection refused"]);
    assert!(!sentence.contains("sesame"), "{sentence}");
}

#[test]
fn a_taken_port_is_refused() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let playground = Playground::new();
    let mut command = althing(&playground.data());
    command.env("ALTHING__HTTP__BIND", &address);
    assert_says(&refusal(command), &[&address, "taken", "ALTHING__HTTP__BIND"]);
}
