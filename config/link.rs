//! Packs the relocations of the program where the C library reads that. Unpacked they stay in the memory of every process:
//! 2.7 MB, beside the 28 of an idle server.

use std::env;
use std::process::Command;

/// The first glibc that reads packed relocations. An older one refuses to load such a program.
const FIRST: (u32, u32) = (2, 36);

fn main() {
    println!("cargo::rerun-if-changed=config/link.rs");
    // The C library of another machine can't be asked.
    let is_for_this_machine = env::var_os("TARGET") == env::var_os("HOST");
    if is_for_this_machine && glibc().is_some_and(|version| version >= FIRST) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// The version of this machine's glibc; `None` with another C library.
fn glibc() -> Option<(u32, u32)> {
    let answer = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let text = String::from_utf8(answer.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
}
