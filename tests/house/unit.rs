//! The service of systemd: its command line is run here as it would be there, and systemd's own checks look at the rest.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::althing::{Server, althing, as_somebody};
use crate::folders::{Playground, eventually};

const UNIT: &str = include_str!("../../config/althing.service");
const PROGRAM: &str = "/usr/local/bin/althing";

/// What a key of the unit says.
fn values(key: &str) -> Vec<&'static str> {
    UNIT.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('=')).collect()
}

/// The unit as it would be on a machine where the state is below `state` and the settings are in `settings`: its command as
/// its user, with the variables and the mask for new files that it sets.
fn command(state: &Path, settings: &Path) -> Command {
    let start = values("ExecStart")[0].strip_prefix(PROGRAM).expect("it starts the program");
    let arguments = start.split_whitespace().map(|argument| match argument {
        "/etc/althing.toml" => settings.to_str().unwrap(),
        argument => argument,
    });
    // The shell sets what systemd would: the mask for new files.
    let mut command = althing(state);
    let program = command.get_program().to_owned();
    let environment: Vec<_> =
        command.get_envs().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))).collect();
    command = Command::new("sh");
    command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").envs(environment).current_dir("/");
    command.arg("-c").arg(format!("umask {}; exec \"$@\"", values("UMask")[0])).arg("sh");
    command.arg(program).args(arguments);
    for variable in values("Environment") {
        let (name, value) = variable.split_once('=').unwrap();
        command.env(name, value.replace("%S", state.to_str().unwrap()));
    }
    as_somebody(command)
}

/// A folder that the unit's user owns, as `StateDirectory=` makes it, and a file of settings that everybody reads.
fn state(playground: &Playground) -> (std::path::PathBuf, std::path::PathBuf) {
    let state = playground.path().join("lib");
    let folder = state.join(values("StateDirectory")[0]);
    fs::create_dir_all(&folder).unwrap();
    let mut own = as_somebody(Command::new("true"));
    assert!(own.status().unwrap().success());
    if nix::unistd::geteuid().is_root() {
        let nobody = nix::unistd::User::from_name("nobody").unwrap().unwrap();
        std::os::unix::fs::chown(&folder, Some(nobody.uid.as_raw()), Some(nobody.gid.as_raw())).unwrap();
    }
    let settings = playground.path().join("althing.toml");
    fs::write(&settings, "[http]\nbind = \"127.0.0.1:0\"\n").unwrap();
    (state, settings)
}

#[test]
fn the_unit_runs_as_its_user_with_its_own_database_and_comes_back_after_a_crash() {
    let playground = Playground::new();
    let (state, settings) = state(&playground);
    let mut server = Server::start(command(&state, &settings));
    assert_eq!(server.get("/readyz"), 200);
    server.kill();
    let mut again = Server::start(command(&state, &settings));
    assert_eq!(again.get("/readyz"), 200);
    again.signal(nix::sys::signal::Signal::SIGTERM);
    assert!(again.wait().success());
    // What the unit waits for before what is left is killed: its PostgreSQL has stopped.
    let wait = values("ExecStopPost")[0].replace("%S", state.to_str().unwrap());
    let script = wait.split('\'').nth(1).expect("a script");
    assert!(as_somebody(Command::new("sh")).arg("-c").arg(script).status().unwrap().success());
    let note = state.join("althing/postgres/postmaster.pid");
    assert!(!note.exists(), "PostgreSQL still runs");
    eventually("the keeper is gone", || {
        fs::File::open(state.join("althing/keeper.lock")).is_ok_and(|lock| lock.try_lock().is_ok())
    });
}

#[test]
fn the_unit_never_gives_up_and_may_open_as_many_files_as_there_may_be_connections() {
    assert_eq!(values("Restart"), ["always"]);
    assert_eq!(values("StartLimitIntervalSec"), ["0"]);
    let files: usize = values("LimitNOFILE")[0].parse().unwrap();
    assert!(files > althing::config::Settings::defaults().unwrap().http.max_connections + 1_000);
}

#[test]
fn systemd_finds_no_fault_with_the_unit_and_little_that_it_could_do_to_the_machine() {
    let is_here = Command::new("systemd-analyze").arg("--version").output().is_ok();
    if !is_here {
        eprintln!("systemd-analyze is not installed: nothing was checked");
        return;
    }
    let playground = Playground::new();
    let unit = playground.path().join("althing.service");
    // It wants to see the program.
    fs::write(&unit, UNIT.replace(PROGRAM, env!("CARGO_BIN_EXE_althing"))).unwrap();
    let verified = Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&unit).output().unwrap();
    let said = String::from_utf8_lossy(&verified.stderr);
    assert!(verified.status.success() && !said.contains("althing.service:"), "{said}");
    // The threshold is in tenths.
    let security = Command::new("systemd-analyze")
        .args(["security", "--offline=yes", "--threshold=30", "--no-pager"])
        .arg(&unit)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&security.stdout);
    assert!(security.status.success(), "{said}{}", String::from_utf8_lossy(&security.stderr));
}
