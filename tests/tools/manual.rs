//! `althing manual`: what a package installs beside the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn althing(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_althing")).args(arguments).output().expect("the binary runs")
}

/// The commands that `--help` lists.
fn commands() -> Vec<String> {
    let help = String::from_utf8(althing(&["--help"]).stdout).unwrap();
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter_map(|line| line.trim().split(' ').next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

#[test]
fn the_manual_has_a_page_for_each_command_and_each_shell_completes_it() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("manual");
    let _ = fs::remove_dir_all(&folder);
    let output = althing(&["manual", folder.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let shells = [
        "bash-completion/completions/althing",
        "zsh/vendor-completions/_althing",
        "fish/vendor_completions.d/althing.fish",
    ];
    let completions = shells.map(|shell| read(&folder, shell));
    let first = read(&folder, "man/man1/althing.1");
    let commands = commands();
    assert!(commands.contains(&"backup".to_owned()), "{commands:?}");
    for command in &commands {
        assert!(read(&folder, &format!("man/man1/althing-{command}.1")).contains(".SH NAME"));
        assert!(first.contains(&format!("althing\\-{command}(1)")), "the first page does not list {command}");
        for (shell, completion) in shells.iter().zip(&completions) {
            assert!(completion.contains(command.as_str()), "{shell} does not complete {command}");
        }
    }
    for named in ["/etc/althing/althing.toml", "ALTHING_CONFIG", "DATABASE_URL"] {
        assert!(first.contains(named), "the first page does not name {named}");
    }
    let hidden = fs::read_dir(folder.join("man/man1")).unwrap().filter(|page| {
        let name = page.as_ref().unwrap().file_name().into_string().unwrap();
        name.contains("keep")
    });
    assert_eq!(hidden.count(), 0, "what people can't use has no page");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let output = althing(&["manual", "/dev/null/share"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("can't be written below /dev/null/share"));
}
