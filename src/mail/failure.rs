//! Finds the enhanced status (RFC 3463) of a failed mail, in a reply of the mail server or in a later report. It is
//! taken from the field for it, or from the words where there is none.

use crate::texts::PROGRAM_PHRASES;

/// The status of an address that does not exist.
const NO_SUCH_MAILBOX: &str = "5.1.1";
/// The status of a refusal without a reason.
const UNKNOWN: &str = "5.0.0";
/// The status of a refusal for reasons that may pass, such as a policy.
const REFUSED: &str = "5.7.0";

/// The status of a failure, from the status field `given`, if there is one, and the description `text`; `None` if
/// neither tells whether the failure is permanent or temporary.
pub fn status_of(given: Option<&str>, text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let first = given.and_then(|given| statuses(given).next());
    let statuses: Vec<&str> = first.into_iter().chain(statuses(&text)).collect();
    // A precise status says more than a general one before it (`5.0.0 (550-5.1.1 no such account)`).
    let precise = statuses.iter().find(|status| !is_general(status)).copied();
    // The status field, where there is one, decides whether the failure is temporary.
    let is_for_now = first.map_or_else(
        || precise.map_or_else(|| code(&text) == Some('4'), |status| status.starts_with('4')),
        |first| first.starts_with('4'),
    );
    if is_for_now {
        let for_now = |status: &&&str| status.starts_with('4');
        return Some(statuses.iter().find(for_now).copied().unwrap_or("4.0.0").to_owned());
    }
    match precise.filter(|status| status.starts_with('5')) {
        // Servers give these two also for mailboxes that get too much mail, and for senders.
        Some(status @ ("5.1.0" | "5.2.1")) if may_pass(&text) && !is_gone(&text) => {
            tracing::debug!(status, "a refusal that may pass");
            Some(REFUSED.to_owned())
        }
        Some(status) => Some(status.to_owned()),
        None if is_gone(&text) && !may_pass(&text) => Some(NO_SUCH_MAILBOX.to_owned()),
        None if code(&text) == Some('5') || !statuses.is_empty() => {
            Some(statuses.first().copied().unwrap_or(UNKNOWN).to_owned())
        }
        None => None,
    }
}

/// Does the status say nothing about the mailbox: its third number means "other or undefined", or it is about the
/// protocol (`5.5.x`)? `5.1.0` is about the address at least.
fn is_general(status: &str) -> bool {
    status != "5.1.0" && (status.ends_with(".0") || status.get(1..4) == Some(".5."))
}

fn is_gone(text: &str) -> bool {
    let phrases = &*PROGRAM_PHRASES;
    // The address is left out, since it may stand between the words of a phrase.
    let words: Vec<&str> = text.split_whitespace().filter(|word| !word.contains('@')).collect();
    let text = words.join(" ");
    let says = |sentence: &str, list: &[String]| list.iter().any(|phrase| has_words(sentence, phrase));
    let has_gone =
        |sentence: &str| says(sentence, &phrases.gone_subjects) && says(sentence, &phrases.gone_predicates);
    phrases.gone.iter().any(|phrase| text.contains(phrase.as_str())) || text.split(". ").any(has_gone)
}

fn may_pass(text: &str) -> bool {
    PROGRAM_PHRASES.not_gone.iter().any(|phrase| has_words(text, phrase))
}

/// Does the text have the phrase where a word begins? (`rbl` is no part of `marble`.)
fn has_words(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        !before.is_some_and(char::is_alphanumeric)
    })
}

/// The class of the first SMTP code in a text: three digits that stand alone.
fn code(text: &str) -> Option<char> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.');
    let is_code = |word: &&str| matches!(word.as_bytes(), [b'4' | b'5', b'0'..=b'5', b'0'..=b'9']);
    words.into_iter().find(is_code).and_then(|word| word.chars().next())
}

/// The statuses in a text, without IP addresses and versions of programs, which also have dots between numbers.
fn statuses(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| {
        !letter.is_ascii_alphanumeric() && letter != '.' && letter != '/' && letter != '@'
    })
    .map(|word| word.trim_end_matches('.'))
    .filter(|word| is_status(word))
}

fn is_status(word: &str) -> bool {
    let mut numbers = word.split('.');
    let mut is_number = |most: usize| {
        let number = numbers.next().unwrap_or_default();
        (1..=most).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    // RFC 3463 knows seven subjects.
    let is_whole = is_number(1) && is_number(1) && is_number(3);
    is_whole
        && numbers.next().is_none()
        && word.starts_with(['4', '5'])
        && matches!(word.as_bytes().get(2), Some(b'0'..=b'7'))
}

#[cfg(test)]
mod tests {
    use super::status_of;
    use crate::notifications::suppression::is_for_good;

    fn status(text: &str) -> Option<String> {
        status_of(None, text)
    }

    #[test]
    fn only_a_whole_status_is_one() {
        for (answer, expected) in [
            ("550 5.1.1 <aud@example.org>: no such user", "5.1.1"),
            ("550-5.7.133 not here\n550 5.7.133 never", "5.7.133"),
            ("554 5.1", "5.0.0"),
            ("550 5.1.1.1", "5.0.0"),
            ("550 5.9.1 sendmail/5.1.1", "5.0.0"),
            ("550 client 5.1.1.7 is listed", "5.0.0"),
            ("sorry (#5.1.1)", "5.1.1"),
            ("450 4.2.1 later", "4.2.1"),
            ("451 later", "4.0.0"),
        ] {
            assert_eq!(status(answer).as_deref(), Some(expected), "{answer}");
        }
        assert_eq!(status("thank you"), None);
        assert_eq!(status(""), None);
    }

    #[test]
    fn a_mailbox_that_there_is_not_is_known_by_status_or_by_words() {
        for answer in [
            "550 No such user",
            "550 5.1.1 RCPT",
            "550 5.0.0 550-5.1.1 The account does not exist",
            "551 User not local; please try <x@example.org>",
            "553 sorry, no mailbox here by that name",
            "553 Mailbox name not allowed",
            "550-We are sorry\n550-but this recipient does not exist\n550 here",
            "554 delivery error: dd This user doesn't have a yahoo.com account (aud@example.org) [0]",
            "550 5.5.0 Requested action not taken: mailbox unavailable",
            "550 Empfänger unbekannt",
            "550 utilisateur inconnu",
            "550 User unknown in relay recipient table",
            "550 User <aud@example.org> not found",
            "554 The recipient aud does not exist",
            "550 Die Mailbox oder der Benutzer aud ist unbekannt",
        ] {
            assert!(is_for_good(&status(answer).unwrap()), "{answer}");
        }
    }

    #[test]
    fn policy_full_mailboxes_and_what_is_tried_again_say_nothing_of_the_address() {
        for answer in [
            "550 5.7.1 no such user is allowed to write here",
            "550 blocked: unknown user of a listed network",
            "554 Message rejected as spam",
            "552 5.2.2 mailbox full",
            "550 mailbox unavailable: over quota",
            "550 sender verify failed: no such user",
            "550 5.2.1 The user you are trying to contact is receiving mail at a rate that is too high",
            "450 no such user, greylisted",
            "450 4.1.1 user unknown",
            "550 no",
        ] {
            assert!(!is_for_good(&status(answer).unwrap()), "{answer}");
        }
        assert_eq!(status_of(Some("4.4.7"), "550 5.1.1 no such user").as_deref(), Some("4.4.7"));
    }
}
