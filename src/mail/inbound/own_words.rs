//! The lines that the writer of a mail wrote, without what mail programs quote and add.

use crate::texts::MAIL_PHRASES;

/// The most lines over which a sentence that introduces a quote is broken.
const MAX_LINES: usize = 4;

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
    is_rule || starts_with_one_of(&small, &MAIL_PHRASES.devices)
}

/// Does a whole mail begin here that is quoted without marks?
fn cuts_all(rest: &[&str]) -> bool {
    let Some(line) = rest.first() else { return false };
    if ["-----", "_____", "=====", "*****"].iter().any(|rule| line.starts_with(rule)) {
        return true;
    }
    let is_header = |line: &str, names: &[String]| {
        starts_with_one_of(&line.trim_start_matches('*').to_lowercase(), names)
    };
    let next = &MAIL_PHRASES.quote_next_headers;
    let followed = rest.iter().skip(1).take(MAX_LINES).any(|line| is_header(line, next));
    is_header(line, &MAIL_PHRASES.quote_first_headers) && followed
}

/// How many lines a sentence has that introduces a quote, if one begins here.
fn intro(rest: &[&str]) -> Option<usize> {
    let first = rest.first()?.to_lowercase();
    let says_who = MAIL_PHRASES.quote_verbs.iter().any(|verb| first.contains(verb));
    if !says_who && !begins_intro(&first) {
        return None;
    }
    let mut sentence = String::new();
    for (index, line) in rest.iter().take(MAX_LINES).enumerate() {
        let small = line.to_lowercase();
        // An answer may stand right above it.
        if line.is_empty() || index > 0 && begins_intro(&small) {
            return None;
        }
        sentence.push_str(&small);
        sentence.push(' ');
        if line.ends_with(':') {
            let dated = sentence.contains(|c: char| c.is_ascii_digit());
            let has_verb = MAIL_PHRASES.quote_verbs.iter().any(|verb| sentence.contains(verb));
            return (dated && has_verb).then_some(index + 1);
        }
    }
    None
}

/// Is the first word one that such sentences begin with?
fn begins_intro(line: &str) -> bool {
    MAIL_PHRASES.quote_beginnings.iter().any(|beginning| {
        let behind = line.strip_prefix(beginning.trim_end());
        behind.is_some_and(|behind| behind.starts_with([' ', '.', ',']))
    })
}

fn starts_with_one_of(line: &str, phrases: &[String]) -> bool {
    phrases.iter().any(|phrase| line.starts_with(phrase))
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
            "20. nov. 2026 kl. 13:00 skrev Althing <a@example.org>:\n> 4",
            "20 nov. 2026 kl. 13:00 skrev Althing <a@example.org>:\n\n4",
            "Althing <a@example.org> schrieb am Fr., 20. Nov. 2026, 13:00:\n\n4",
            "Le ven. 20 nov. 2026 à 13:00, Althing <a@example.org> a écrit :\n> 4",
            "-----Original Message-----\nFrom: Althing\n4",
            "________________________________\nFra: Althing <a@example.org>\nSendt: fredag\n4",
            "From: Althing\nSent: Friday\nTo: Aud\nSubject: x\n\n4",
            "Från: Althing\nSkickat: den 20 november\nTill: Aud\nÄmne: x\n\n4",
            "Von: Althing\nGesendet: Freitag\nAn: Aud\nBetreff: x\n\n4",
            "Gesendet: Freitag, 20. November 2026 um 13:00 Uhr\nVon: Althing\nAn: Aud\nBetreff: x\n\n4",
            "*Fra:* Althing <a@example.org>\n*Sendt:* fredag 20. november 2026\n*Til:* Aud\n*Emne:* x\n\n4",
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
    fn an_answer_right_above_a_quote_is_no_part_of_it() {
        for answer in ["Monopoly ore", "Move the ship", "So: 3", "3", "3, 2, end", "Do 3"] {
            let quote = "On Fri, Nov 20, 2026 at 1:00 PM Althing\n<a@example.org> wrote:\n> 4";
            assert_eq!(own_words(&format!("{answer}\n{quote}")), [answer]);
        }
    }

    #[test]
    fn answers_between_the_lines_of_a_quote_are_answers() {
        let between =
            "On Fri, Nov 20, 2026 Althing wrote:\n> What do you build?\n\nroad 5\n\n> 4. End\nend\n> -- ";
        assert_eq!(own_words(between), ["road 5", "end"]);
    }

    #[test]
    fn nothing_of_ones_own_is_nothing() {
        assert_eq!(own_words("> 3\n> 4\n"), Vec::<String>::new());
        assert_eq!(own_words("\r\n \r\n"), Vec::<String>::new());
    }
}
