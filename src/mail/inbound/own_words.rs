//! The lines that the writer of a mail wrote, without what mail programs quote and add: how they mark that, in the
//! languages of this service and a few more.

/// Before or after the name of the writer that is quoted.
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

/// These lines, trimmed, without empty ones. What stands below a quote counts, where the quote is marked line by line.
pub fn own_words(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut own = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rest = lines.get(at..).unwrap_or_default();
        if begins_signature(line) || cuts_all(rest) {
            break;
        }
        if let Some(length) = intro(rest) {
            let next = rest.iter().skip(length).find(|line| !line.is_empty());
            if !next.is_some_and(|line| line.starts_with('>')) {
                break;
            }
            at += length;
            continue;
        }
        if !line.is_empty() && !line.starts_with('>') {
            own.push((*line).to_owned());
        }
        at += 1;
    }
    own
}

fn begins_signature(line: &str) -> bool {
    let small = line.to_lowercase();
    let is_rule = line.len() > 1 && line.chars().all(|c| "-–—_".contains(c));
    is_rule || DEVICES.iter().any(|device| small.starts_with(device))
}

/// Does a whole mail begin here that is quoted without marks?
fn cuts_all(rest: &[&str]) -> bool {
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
fn intro(rest: &[&str]) -> Option<usize> {
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

#[cfg(test)]
mod tests {
    use super::own_words;

    #[test]
    fn what_others_wrote_is_left_out() {
        for quote in [
            "On Fri, Nov 20, 2026 at 1:00 PM Althing <a@example.org> wrote:\n> 4",
            "On Fri, Nov 20, 2026 at 1:00 PM Althing\n<a@example.org> wrote:\n\n> 4\n> 5",
            "Den fre. 20. nov. 2026 kl. 13:00 skrev Althing <a@example.org>:\n> 4",
            "fre. 20. nov. 2026 kl. 13:00 skrev Althing <a@example.org>:\n\n4",
            "Den fre 20 nov. 2026 kl 13:00 skrev Althing <a@example.org>:\n\n4",
            "Am 20.11.2026 um 13:00 schrieb Althing:\n> 4",
            "Am Fr., 20. Nov. 2026 um 13:00 Uhr schrieb Althing <\na@example.org>:\n> 4",
            "-----Original Message-----\nFrom: Althing\n4",
            "________________________________\nFra: Althing <a@example.org>\nSendt: fredag\n4",
            "From: Althing\nSent: Friday\nTo: Aud\nSubject: x\n\n4",
            "Från: Althing\nSkickat: den 20 november\nTill: Aud\nÄmne: x\n\n4",
            "Von: Althing\nGesendet: Freitag\nAn: Aud\nBetreff: x\n\n4",
            "-- \nAud\n4",
            "---\nAud\n4",
            "—\nAud\n4",
            "Sent from my iPhone\n4",
            "Skickat från min iPhone\n4",
        ] {
            assert_eq!(own_words(&format!("3\n\n{quote}")), ["3"], "{quote}");
        }
    }

    #[test]
    fn an_answer_below_a_marked_quote_is_an_answer() {
        let below = "On Fri, Nov 20, 2026 Althing <a@example.org> wrote:\n> 4\n> 5\n\n3\n-- \nAud";
        assert_eq!(own_words(below), ["3"]);
    }

    #[test]
    fn nothing_of_ones_own_is_nothing() {
        assert_eq!(own_words("> 3\n> 4\n"), Vec::<String>::new());
        assert_eq!(own_words("\r\n \r\n"), Vec::<String>::new());
    }
}
