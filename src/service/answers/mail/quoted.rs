//! How mail programs mark what others wrote, in the languages of this service and a few more.

/// Before or after the name of whom they quote.
const WROTE: [&str; 10] = [
    " wrote",
    " skrev",
    " schrieb",
    " a écrit",
    " escribió",
    " ha scritto",
    " schreef",
    " escreveu",
    " kirjoitti",
    " napisał",
];
const BEGINNINGS: [&str; 34] = [
    "on ", "den ", "am ", "le ", "el ", "il ", "op ", "em ", "dnia ", "man", "tir", "tys", "ons", "tor",
    "fre", "lør", "lau", "søn", "sun", "mån", "tis", "lör", "sön", "mo", "di", "mi", "do", "fr", "sa", "so",
    "tue", "wed", "thu", "sat",
];
/// Names of the first header of a quoted mail, and of those that may follow it.
const SENDERS: [&str; 8] = ["from:", "fra:", "frå:", "från:", "von:", "de:", "da:", "van:"];
const FOLLOWING: [&str; 16] = [
    "sent:",
    "date:",
    "to:",
    "subject:",
    "sendt:",
    "dato:",
    "til:",
    "emne:",
    "skickat:",
    "datum:",
    "till:",
    "ämne:",
    "gesendet:",
    "an:",
    "betreff:",
    "envoyé",
];
const DEVICES: [&str; 14] = [
    "sent from my ",
    "sent from ",
    "sendt fra ",
    "sendt frå ",
    "skickat från ",
    "von meinem ",
    "gesendet von ",
    "get outlook for",
    "last ned outlook",
    "hämta outlook",
    "holen sie sich outlook",
    "envoyé de mon",
    "enviado desde mi",
    "sent with ",
];
/// The most lines over which a sentence that introduces a quote is broken.
const MOST_LINES: usize = 4;

pub fn begins_signature(line: &str) -> bool {
    let small = line.to_lowercase();
    let is_rule = line.len() > 1 && line.chars().all(|c| "-–—_".contains(c));
    is_rule || DEVICES.iter().any(|device| small.starts_with(device))
}

/// Does a whole mail begin here that is quoted without marks?
pub fn cuts_all(rest: &[&str]) -> bool {
    let Some(line) = rest.first() else { return false };
    if ["-----", "_____", "=====", "*****"].iter().any(|rule| line.starts_with(rule)) {
        return true;
    }
    let is_one_of = |line: &str, names: &[&str]| {
        let small = line.trim_start_matches('*').to_lowercase();
        names.iter().any(|name| small.starts_with(name))
    };
    let followed = rest.iter().skip(1).take(MOST_LINES).any(|line| is_one_of(line, &FOLLOWING));
    is_one_of(line, &SENDERS) && followed
}

/// How many lines a sentence has that introduces a quote, if one begins here.
pub fn intro(rest: &[&str]) -> Option<usize> {
    let first = rest.first()?.to_lowercase();
    if !BEGINNINGS.iter().any(|beginning| first.starts_with(beginning)) {
        return None;
    }
    let mut sentence = String::new();
    for (index, line) in rest.iter().take(MOST_LINES).enumerate() {
        sentence.push_str(&line.to_lowercase());
        sentence.push(' ');
        if line.ends_with(':') {
            let dated = sentence.contains(|c: char| c.is_ascii_digit());
            return (dated && WROTE.iter().any(|wrote| sentence.contains(wrote))).then_some(index + 1);
        }
        if line.is_empty() {
            return None;
        }
    }
    None
}
