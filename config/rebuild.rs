//! Migrations become part of the binary; the compiler has to be told that a change of one is a change of the crate.
//!
//! Diesel runs them but does not show them, and restoring a backup needs their text: it runs them in its own transaction.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../migrations");
    println!("cargo::rerun-if-changed=../../migrations");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    // Diesel's name for a migration, and its order.
    let mut migrations: Vec<(String, String)> = names
        .into_iter()
        .map(|name| (name.split('_').next().unwrap_or_default().replace('-', ""), name))
        .collect();
    migrations.sort();
    let mut text = String::from("&[");
    for (version, name) in migrations {
        // The place of the checkout is left to the compiler: one that was moved, and what was built there, goes on working.
        let up = format!("/../../migrations/{name}/up.sql");
        let read = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {up:?}))");
        write!(text, "KnownMigration {{ version: {version:?}, name: {name:?}, text: {read} }},")?;
    }
    text.push(']');
    Ok(fs::write(PathBuf::from(env::var("OUT_DIR")?).join("migrations.rs"), text)?)
}
