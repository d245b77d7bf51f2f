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

    /// The folder or file at the top that it belongs to.
    fn top(&self) -> &str {
        self.path.split('/').next().unwrap_or_default().trim_end_matches(".rs")
    }

    /// The feature of `service` that it belongs to.
    fn feature(&self) -> String {
        self.path.split('/').nth(1).unwrap_or_default().trim_end_matches(".rs").to_owned()
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
const IMPURE: &str = "actix_web actix diesel diesel_async tokio lettre minijinja reqwest tracing Utc SystemTime Instant \
    thread sleep ThreadRng OsRng SysRng thread_rng rand::rng rand::random fs env";

#[test]
fn rules_rulesets_and_pairings_are_pure() {
    let impure: Vec<&str> = IMPURE.split(' ').collect();
    let is_pure =
        |source: &Source| ["rules", "rulesets", "pairing"].iter().any(|folder| source.is_in(folder));
    let pure = sources().into_iter().filter(is_pure);
    nobody(pure.flat_map(|source| source.mentions(&impure)).collect());
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

/// The folders that are packages: their `Cargo.toml` says what they may import, and the compiler holds it.
const PACKAGES: [&str; 5] = ["pairing", "rules", "rulesets", "store", "time_control"];

/// What each other folder or file at the top may import: packages, and of what stands above it in the list only what
/// its line names, so there is no circle.
const LAYERS: &[(&str, &str)] = &[
    ("cache", ""),
    ("cluster", ""),
    ("config", ""),
    ("texts", ""),
    ("database", "cluster config"),
    ("telemetry", "config"),
    ("record", "time_control"),
    ("error", "store texts"),
    ("validation", "error"),
    ("app", "config store time_control"),
    ("tools", "app record"),
    ("notifications", "app error store time_control"),
    ("service", "app cache config error notifications record store telemetry texts time_control validation"),
    ("webhooks", "service"),
    ("mail", "config error notifications service store telemetry texts time_control"),
    (
        "http",
        "app cache config error notifications record service store telemetry texts time_control validation",
    ),
    ("workers", "app error mail service store telemetry webhooks"),
    (
        "cli",
        "app cluster config database error http mail service store telemetry texts time_control tools webhooks workers",
    ),
];

fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split_whitespace()
}

#[test]
fn imports_follow_the_layers_and_run_in_no_circle() {
    let mut offences = Vec::new();
    for source in sources() {
        let own = source.top();
        // The library and the binary put everything together.
        if PACKAGES.contains(&own) || ["lib", "main"].contains(&own) {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == own) else {
            offences.push(format!("{}: a layer without a line in LAYERS", source.path));
            continue;
        };
        for (imported, _) in imports(&source.code) {
            if imported != own && !names(allowed).any(|name| name == imported) {
                offences.push(format!("{}: crate::{imported}", source.path));
            }
        }
    }
    for (place, (name, allowed)) in LAYERS.iter().enumerate() {
        let below = LAYERS[..place].iter().map(|(name, _)| *name).collect::<Vec<_>>();
        let above = names(allowed).filter(|other| !below.contains(other) && !PACKAGES.contains(other));
        offences.extend(above.map(|other| format!("{name} may import {other}, which stands below it")));
    }
    nobody(offences);
}

/// Between the features of `service`: each is a file, or a folder.
#[test]
fn no_features_of_the_service_import_each_other_in_a_circle() {
    let mut edges: HashMap<String, Vec<String>> = HashMap::new();
    for source in sources().into_iter().filter(|source| source.is_in("service")) {
        let own = source.feature();
        let mut known: Vec<String> = imports(&source.code)
            .into_iter()
            .filter_map(|(top, feature)| (top == "service").then_some(feature).flatten())
            .collect();
        let depth = source.path.matches('/').count();
        known.extend(after(&source.code, if depth == 1 { "super::" } else { "super::super::" }));
        edges.entry(own).or_default().extend(known);
    }
    // What every feature is called with stands above them; `mod` and `app` hold no rule of any.
    edges.remove("mod");
    edges.remove("app");
    let mut offences = Vec::new();
    for start in edges.keys() {
        let mut reached = vec![start.clone()];
        let mut at = 0;
        while let Some(feature) = reached.get(at).cloned() {
            at += 1;
            for next in edges.get(&feature).into_iter().flatten() {
                if next == start && feature != *start {
                    offences.push(format!("{start} and {feature} know each other"));
                }
                if edges.contains_key(next) && !reached.contains(next) {
                    reached.push(next.clone());
                }
            }
        }
    }
    nobody(offences);
}

/// The modules that a source imports from the top of the package, with what it takes there if that is written out.
fn imports(code: &str) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    let one_line = code.split_whitespace().collect::<Vec<_>>().join(" ");
    for (at, _) in one_line.match_indices("crate::") {
        let path = &one_line[at + "crate::".len()..];
        let top = word(path);
        let rest = path[top.len()..].strip_prefix("::");
        match rest.and_then(|rest| rest.strip_prefix('{')) {
            Some(list) => {
                for name in members(list) {
                    found.push((top.to_owned(), Some(name)));
                }
            }
            None => found.push((top.to_owned(), rest.map(|rest| word(rest).to_owned()))),
        }
    }
    found
}

/// The first words of the members of a list, up to its closing brace.
fn members(list: &str) -> Vec<String> {
    let mut depth = 0;
    let mut names = vec![word(list.trim_start()).to_owned()];
    for (at, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(word(list[at + 1..].trim_start()).to_owned()),
            _ => {}
        }
    }
    names
}

/// The words right after `mark`.
fn after(code: &str, mark: &str) -> Vec<String> {
    code.match_indices(mark).map(|(at, _)| word(&code[at + mark.len()..]).to_owned()).collect()
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// Words that this project once had for itself, or that name a player by a gender. The field's own words stand in the
/// glossary of `src/README.md`.
const PRIVATE_WORDS: [&str; 22] = [
    "at_hand", "glance", "knock", "knocks", "looker", "herald", "scribe", "shelf", "tongue", "crew", "shift",
    "studio", "lend", "whoever", "whomever", "he", "him", "his", "himself", "she", "her", "hers",
];

#[test]
fn no_private_word_is_left_in_code_comments_or_texts() {
    let mut offences = Vec::new();
    for (path, text) in texts() {
        for (number, line) in text.lines().enumerate() {
            for private in PRIVATE_WORDS {
                if line.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(private))
                    || has_word(line, private)
                {
                    offences.push(format!("{path}:{}: {private}: {}", number + 1, line.trim()));
                }
            }
        }
    }
    nobody(offences);
}

/// A type in a comment stands in backticks or is a link: where one stands bare, a rename took a plain word for it.
#[test]
fn no_comment_has_a_type_where_a_word_was_meant() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    collect(&root.join("src"), &mut paths);
    let mut known = HashMap::new();
    for source in sources() {
        let names = source.code.lines().filter_map(public_type).filter(|name| is_compound(name));
        known.extend(names.map(|name| (name.to_owned(), ())));
    }
    let mut offences = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a source file is text");
        for (number, line) in text.lines().enumerate() {
            let Some(comment) = line.trim_start().strip_prefix("//") else { continue };
            // Every other part stands between backticks.
            let bare =
                comment.split('`').step_by(2).flat_map(|part| part.split(|c: char| !c.is_alphanumeric()));
            for name in bare.filter(|word| known.contains_key(*word)) {
                offences.push(format!("{}:{}: {name}", path.display(), number + 1));
            }
        }
    }
    nobody(offences);
}

/// Is it made of several words, so that it is no word of a sentence?
fn is_compound(name: &str) -> bool {
    name.chars().filter(|character| character.is_uppercase()).count() > 1
}

/// Every source with its comments, the READMEs, the description and the English texts.
fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    collect(&root.join("src"), &mut paths);
    let more = ["README.md", "config/README.md", "src/README.md", "openapi.yaml", "config/default.toml"];
    let written =
        ["changelog", "errors", "guide", "pipe", "policy"].map(|page| format!("src/http/docs/{page}.md"));
    paths.extend(more.iter().map(|path| root.join(path)).chain(written.iter().map(|path| root.join(path))));
    paths.extend(
        ["accounts", "emails", "pages", "problems"]
            .map(|name| root.join(format!("src/texts/en/{name}.json"))),
    );
    paths.extend(
        ["landnam", "settlers", "nord"].map(|id| root.join(format!("src/rulesets/{id}/texts/en.json"))),
    );
    let read = |path: &PathBuf| fs::read_to_string(path).expect("a source file is text");
    let name = |path: &PathBuf| path.strip_prefix(root).expect("below the root").display().to_string();
    paths.iter().map(|path| (name(path), read(path))).collect()
}

/// A path in a comment that a move has left behind leads a reader astray.
#[test]
fn files_that_comments_and_the_map_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "tests", "config", "migrations"] {
        collect_files(&root.join(folder), &mut files);
    }
    files.extend(["README.md", "openapi.yaml", "Cargo.toml"].map(str::to_owned));
    let exists = |path: &str| files.iter().any(|file| file == path || file.ends_with(&format!("/{path}")));
    let mut offences = Vec::new();
    for (name, text) in texts().into_iter().filter(|(name, _)| name.ends_with(".rs") || name.ends_with(".md"))
    {
        let comments =
            text.lines().filter(|line| name.ends_with(".md") || line.trim_start().starts_with("//"));
        for line in comments {
            let quoted = line.split('`').skip(1).step_by(2);
            let paths = quoted.filter(|word| {
                let is_path =
                    word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-./".contains(c));
                is_path
                    && [".rs", ".json", ".toml", ".html", ".py", ".sh"].iter().any(|end| word.ends_with(end))
            });
            // `/openapi.json` is an address, and `.html` an ending.
            let paths = paths.filter(|path| path.starts_with("../") || !path.starts_with(['/', '.']));
            let missing = paths.filter(|path| !exists(path.trim_start_matches("../")));
            offences.extend(missing.map(|path| format!("{name}: there is no `{path}`")));
        }
    }
    nobody(offences);
}

fn collect_files(folder: &Path, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the folder is readable").path();
        if path.is_dir() {
            collect_files(&path, files);
        } else {
            files.push(path.to_string_lossy().into_owned());
        }
    }
}

/// Where two types have one name, a reader takes one for the other. Rulesets stand beside each other: each is a world of
/// its own.
#[test]
fn no_public_type_name_twice() {
    let mut offences = Vec::new();
    for folder in ["", "rulesets/landnam", "rulesets/settlers", "rulesets/nord"] {
        let mut known = HashMap::new();
        let is_there = |source: &Source| match folder {
            "" => !source.is_in("rulesets"),
            folder => source.is_in(folder),
        };
        for source in sources().iter().filter(|source| is_there(source)) {
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

/// Games between bots and the suite of laws serve tests, and the tools for authors of rulesets.
#[test]
fn only_tools_and_unit_tests_know_conformance() {
    let others = sources().into_iter().filter(|source| !source.is_in("tools"));
    let product = others.map(|mut source| {
        let end = source.code.find("#[cfg(test)]").unwrap_or(source.code.len());
        source.code.truncate(end);
        source
    });
    nobody(product.flat_map(|source| source.mentions(&["conformance"])).collect());
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
