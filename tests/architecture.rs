//! The house rules that a compiler does not know: who may know whom, and how long a file may be.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A file below `src/`, with its comments taken out.
struct Source {
    /// Relative to `src/`, with forward slashes.
    path: String,
    code: String,
    lines: usize,
    opening: String,
}

impl Source {
    fn is_in(&self, folder: &str) -> bool {
        self.path.starts_with(&format!("{folder}/")) || self.path == format!("{folder}.rs")
    }

    /// The lines of code that contain one of `words` as a whole word.
    fn mentions(&self, words: &[&str]) -> Vec<String> {
        let found = |line: &&str| words.iter().any(|word| has_word(line, word));
        self.code.lines().filter(found).map(|line| format!("{}: {}", self.path, line.trim())).collect()
    }
}

fn has_word(line: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(part) && !line[at + word.len()..].starts_with(part))
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    paths.iter().map(|path| read(&root, path)).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src is readable") {
        let path = entry.expect("src is readable").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            paths.push(path);
        }
    }
}

fn read(root: &Path, path: &Path) -> Source {
    let text = fs::read_to_string(path).expect("a source file is text");
    let name = path.strip_prefix(root).expect("below src").to_string_lossy().replace('\\', "/");
    let code = text.lines().map(without_comment).collect::<Vec<_>>().join("\n");
    let opening = text.lines().next().unwrap_or_default().to_owned();
    Source { path: name, code, lines: text.lines().count(), opening }
}

/// A line up to its comment; `://` inside a text is no comment.
fn without_comment(line: &str) -> &str {
    let comment = line.match_indices("//").find(|(at, _)| !line[..*at].ends_with(':'));
    comment.map_or(line, |(at, _)| &line[..at])
}

fn nobody(offences: Vec<String>) {
    assert!(offences.is_empty(), "\n{}", offences.join("\n"));
}

/// What neither the contract nor a ruleset may know.
const IMPURE: [&str; 22] = [
    "actix_web",
    "actix",
    "diesel",
    "diesel_async",
    "tokio",
    "lettre",
    "minijinja",
    "reqwest",
    "tracing",
    "Utc",
    "SystemTime",
    "Instant",
    "thread",
    "sleep",
    "ThreadRng",
    "OsRng",
    "SysRng",
    "thread_rng",
    "rand::rng",
    "rand::random",
    "fs",
    "env",
];

#[test]
fn rules_and_rulesets_are_pure() {
    let pure = sources().into_iter().filter(|source| source.is_in("rules") || source.is_in("rulesets"));
    nobody(pure.flat_map(|source| source.mentions(&IMPURE)).collect());
}

/// That they know nothing of the service, and the contract no ruleset, is held by their own `Cargo.toml`.
#[test]
fn no_ruleset_knows_another() {
    let rulesets = ["landnam", "settlers", "nord"];
    let mut offences = Vec::new();
    for source in sources() {
        for own in rulesets.iter().filter(|own| source.is_in(&format!("rulesets/{own}"))) {
            let others = rulesets.iter().filter(|other| *other != own);
            let others: Vec<String> = others.map(|other| format!("crate::{other}")).collect();
            offences.extend(source.mentions(&others.iter().map(String::as_str).collect::<Vec<_>>()));
        }
    }
    nobody(offences);
}

/// The public types of each ruleset, and of the contract: where two have the same name, a reader takes one for the other.
#[test]
fn no_public_type_name_twice_within_a_ruleset() {
    let mut offences = Vec::new();
    for folder in ["rules", "rulesets/landnam", "rulesets/settlers", "rulesets/nord"] {
        let mut known = HashMap::new();
        for source in sources().iter().filter(|source| source.is_in(folder)) {
            for name in source.code.lines().filter_map(public_type) {
                if let Some(first) = known.insert(name.to_owned(), source.path.clone()) {
                    offences.push(format!("{name}: {first} and {}", source.path));
                }
            }
        }
    }
    nobody(offences);
}

/// The name of the type that a line declares, if others may use it.
fn public_type(line: &str) -> Option<&str> {
    let declared = line.trim_start().strip_prefix("pub")?;
    let declared = declared.strip_prefix("(crate)").unwrap_or(declared).trim_start();
    let (keyword, name) = declared.split_once(' ')?;
    let end = name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len());
    // A macro that declares a type names it by a variable: `pub struct $name`.
    (["struct", "enum", "trait", "type"].contains(&keyword) && end > 0).then(|| &name[..end])
}

#[test]
fn only_http_knows_actix() {
    let others = sources().into_iter().filter(|source| !source.is_in("http"));
    nobody(others.flat_map(|source| source.mentions(&["actix_web", "actix"])).collect());
}

#[test]
fn only_store_knows_diesel() {
    let others = sources().into_iter().filter(|source| !source.is_in("store"));
    nobody(
        others.flat_map(|source| source.mentions(&["diesel", "diesel_async", "diesel_migrations"])).collect(),
    );
}

#[test]
fn nothing_imports_http_but_the_binary() {
    let others = sources().into_iter().filter(|source| !source.is_in("http") && source.path != "main.rs");
    nobody(others.flat_map(|source| source.mentions(&["crate::http", "althing::http"])).collect());
}

#[test]
fn the_store_knows_neither_service_nor_mail() {
    let store = sources().into_iter().filter(|source| source.is_in("store"));
    nobody(
        store
            .flat_map(|source| {
                source.mentions(&["crate::service", "crate::notifications", "crate::mail", "crate::workers"])
            })
            .collect(),
    );
}

/// What a seat is called for is its ruleset's to say. (`althing` is the name of this server, too.)
#[test]
fn no_list_of_the_rulesets_calls_is_kept_anywhere_else() {
    let rulesets = rulesets::all();
    let shared = ["your_turn", "trade_offered", "offer_answered", "unpayable_offer", "althing"];
    let calls = rulesets.iter().flat_map(|ruleset| ruleset.call_kinds()).map(|call| call.name);
    let own: Vec<String> =
        calls.filter(|name| !shared.contains(name)).map(|name| format!("{name:?}")).collect();
    assert!(!own.is_empty());
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let others = sources().into_iter().filter(|source| !source.is_in("rulesets") && !source.is_in("rules"));
    nobody(others.flat_map(|source| source.mentions(&own)).collect());
}

#[test]
fn only_the_clock_asks_for_the_time() {
    let asks = ["Utc::now", "Local::now", "SystemTime::now"];
    let others = sources().into_iter().filter(|source| source.path != "app/clock.rs");
    nobody(others.flat_map(|source| source.mentions(&asks)).collect());
}

#[test]
fn every_folder_says_what_it_may_know() {
    let folders = sources()
        .into_iter()
        .filter(|source| source.path.ends_with("mod.rs") || source.path.ends_with("lib.rs"));
    nobody(folders.filter(|folder| !folder.opening.starts_with("//!")).map(|folder| folder.path).collect());
}

#[test]
fn every_file_is_short_enough_to_be_read() {
    let long = sources().into_iter().filter(|source| source.lines > 700);
    nobody(long.map(|source| format!("{}: {} lines", source.path, source.lines)).collect());
}

#[test]
fn a_word_is_found_only_as_a_whole() {
    assert!(has_word("use actix_web::App;", "actix_web"));
    assert!(!has_word("let practix_webs = 1;", "actix_web"));
    assert_eq!(public_type("    pub(crate) struct Deck<T>(T);"), Some("Deck"));
    assert_eq!(public_type("pub fn deck() {"), None);
    assert_eq!(without_comment("let a = 1; // diesel"), "let a = 1; ");
    assert_eq!(without_comment("\"http://x\""), "\"http://x\"");
}
