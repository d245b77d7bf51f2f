//! `althing manual`: the manual pages and the completions of shells, made from the same definition as `--help`.
//!
//! May know: the definition of the command line, and the folder that is named. Packages are made with it
//! (`config/package/build.sh`); for a program that was installed by hand, name `/usr/local/share`.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::roff::{Roff, bold, roman};

/// Where each shell looks below `share`. Debian's zsh looks there for packages, others and `/usr/local` use
/// `site-functions`.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions/althing"),
    (Shell::Zsh, "zsh/vendor-completions/_althing"),
    (Shell::Fish, "fish/vendor_completions.d/althing.fish"),
];

/// What `--help` does not say: places and variables. The settings themselves explain what can be set.
const PLACES: [(&str, &str); 3] = [
    (
        "/etc/althing/althing.toml",
        "The settings of the service that a package installs. Every setting has a default.",
    ),
    (
        "/var/lib/althing",
        "The private PostgreSQL of that service, and the emails that no mail server is named for.",
    ),
    ("/usr/share/doc/althing", "How to run it for a club, and the licences."),
];
const VARIABLES: [(&str, &str); 4] = [
    ("ALTHING__SECTION__KEY", "A setting, before what the file says: ALTHING__HTTP__BIND is bind in [http]."),
    ("ALTHING_CONFIG", "The settings file, if --config names none."),
    ("DATABASE_URL", "The PostgreSQL to use, before every other setting of it."),
    ("PG_BIN_DIR", "The folder of the programs of PostgreSQL that the private one is run with."),
];

/// The arguments of `manual`.
#[derive(Debug, Args)]
pub struct ManualArguments {
    /// The folder, such as `/usr/local/share`; `man`, `bash-completion`, `zsh` and `fish` are made below it.
    pub folder: PathBuf,
}

pub fn run(command: Command, arguments: &ManualArguments) -> ExitCode {
    let folder = &arguments.folder;
    match write(command, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("althing: the manual can't be written below {}: {why}", folder.display());
            ExitCode::FAILURE
        }
    }
}

fn write(command: Command, folder: &Path) -> io::Result<()> {
    let name = command.get_name().to_owned();
    for (shell, place) in COMPLETIONS {
        let mut file = create(&folder.join(place))?;
        clap_complete::generate(shell, &mut command.clone(), &name, &mut file);
    }
    let pages = folder.join("man/man1");
    fs::create_dir_all(&pages)?;
    clap_mangen::generate_to(command, &pages)?;
    let mut first = File::options().append(true).open(pages.join(format!("{name}.1")))?;
    more_sections().to_writer(&mut first)
}

fn create(path: &Path) -> io::Result<File> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    File::create(path)
}

/// What follows on the page of the program itself.
fn more_sections() -> Roff {
    let mut page = Roff::new();
    for (title, entries) in [("ENVIRONMENT", VARIABLES.as_slice()), ("FILES", &PLACES)] {
        page.control("SH", [title]);
        for (name, meaning) in entries {
            page.control("TP", []).text([bold(*name)]).text([roman(*meaning)]);
        }
    }
    page
}
