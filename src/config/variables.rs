//! Variables that look like settings and are none: a mistyped one would be ignored without a word.

use std::collections::BTreeSet;
use std::env;

use config::{Config, File, FileFormat};

use super::{DEFAULTS, SettingsError, changes, unreadable};

const PREFIX: &str = "ALTHING_";

/// Refuses a variable that was meant for a setting and reaches none. Other variables that begin with `ALTHING_` are
/// none of our business: scripts of operators have their own.
pub fn check() -> Result<(), SettingsError> {
    let defaults = Config::builder().add_source(File::from_str(DEFAULTS, FileFormat::Toml)).build();
    let known = changes::flat(&defaults.map_err(|error| unreadable(&error))?).into_keys().collect();
    let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    match names.filter_map(|name| problem(&name, &known).map(|problem| (name, problem))).min() {
        Some((variable, problem)) => Err(SettingsError::Variable { variable, problem }),
        None => Ok(()),
    }
}

/// What is wrong with a variable; `None` if it sets one of the `known` keys, or has nothing to do with them.
fn problem(name: &str, known: &BTreeSet<String>) -> Option<String> {
    let upper = name.to_ascii_uppercase();
    let rest = upper.strip_prefix(PREFIX)?;
    let meant = |key: &String| words(&key.replace('.', "_")) == words(rest);
    let right = |key: &String| format!("{PREFIX}_{}", key.replace('.', "__").to_ascii_uppercase());
    match rest.strip_prefix('_') {
        // The library takes it in either case.
        Some(path) if known.contains(&path.replace("__", ".").to_ascii_lowercase()) => None,
        _ => match known.iter().find(|key| meant(key)) {
            Some(key) => Some(format!("has the wrong underscores: write {}", right(key))),
            None if rest.contains("__") || rest.starts_with('_') => Some(unknown(rest, known)),
            None => None,
        },
    }
}

/// The words between underscores, however many these are.
fn words(name: &str) -> Vec<String> {
    name.split('_').filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect()
}

fn unknown(rest: &str, known: &BTreeSet<String>) -> String {
    let path = rest.trim_start_matches('_').to_ascii_lowercase();
    let (section, key) = path.split_once("__").unwrap_or((path.as_str(), ""));
    let has_section = known.iter().any(|key| key.split_once('.').is_some_and(|(known, _)| known == section));
    match has_section {
        true => format!("names no setting: there is no `{key}` in [{section}]"),
        false => format!("names no setting: there is no section `{section}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::problem;

    fn says(name: &str) -> String {
        let known = ["http.bind", "mail.smtp_url"].map(str::to_owned).into();
        problem(name, &known).unwrap_or_default()
    }

    #[test]
    fn a_variable_that_misses_its_setting_is_told_what_it_missed() {
        for wrong in ["ALTHING_HTTP__BIND", "ALTHING_HTTP_BIND", "ALTHING__HTTP_BIND", "althing_http__bind"] {
            assert!(says(wrong).ends_with("write ALTHING__HTTP__BIND"), "{wrong}: {}", says(wrong));
        }
        assert!(says("ALTHING__MAIL__SMTPURL").contains("no `smtpurl` in [mail]"));
        assert!(says("ALTHING__HTP__BIND").contains("no section `htp`"));
        assert!(says("ALTHING_MAIL__SENDER").contains("no `sender` in [mail]"));
    }

    #[test]
    fn settings_and_the_variables_of_others_are_left_alone() {
        for right in [
            "ALTHING__HTTP__BIND",
            "althing__mail__smtp_url",
            "ALTHING_CONFIG",
            "ALTHING_PROGRAM",
            "HTTP__BIND",
        ] {
            assert_eq!(says(right), "", "{right}");
        }
    }
}
