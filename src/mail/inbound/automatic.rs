//! Mails that programs write: they are no answers, and answering them makes programs answer each other for ever.

use mail_parser::{HeaderValue, Message};

use crate::texts::MAIL_PHRASES;

/// Did a program write it? It came from the envelope sender `return_path`, which is empty for mails about mails.
pub fn is_automatic(message: &Message<'_>, return_path: &str) -> bool {
    let header = |name: &str| value(message, name);
    let submitted = header("Auto-Submitted");
    let precedence = header("Precedence");
    let suppress = header("X-Auto-Response-Suppress");
    let named = ["X-Autoreply", "X-Auto-Reply", "X-Autorespond", "X-Autoresponder", "X-Mail-Autoreply"];
    return_path.is_empty()
        || !submitted.is_empty() && submitted != "no"
        || ["bulk", "junk", "list", "auto_reply", "auto-reply"].contains(&precedence.as_str())
        || !suppress.is_empty() && suppress != "none"
        || named.into_iter().any(|name| message.header(name).is_some())
        || is_report(message)
        || is_away(message.subject().unwrap_or_default())
}

/// A header in small letters, without what follows a semicolon.
fn value(message: &Message<'_>, name: &str) -> String {
    let text = match message.header(name) {
        Some(HeaderValue::Text(text)) => text.to_string(),
        Some(HeaderValue::TextList(texts)) => texts.join(" "),
        Some(HeaderValue::Empty) | None => String::new(),
        // What has a form of its own is there, at least.
        Some(_) => message.header_raw(name).unwrap_or("?").to_owned(),
    };
    text.split(';').next().unwrap_or_default().trim().to_lowercase()
}

fn is_report(message: &Message<'_>) -> bool {
    let kind = message.header("Content-Type").and_then(HeaderValue::as_content_type);
    kind.is_some_and(|kind| kind.c_type == "multipart" && kind.c_subtype.as_deref() == Some("report"))
}

fn is_away(subject: &str) -> bool {
    let subject = subject.trim_start().to_lowercase();
    MAIL_PHRASES.absent.iter().any(|phrase| subject.starts_with(phrase))
}

#[cfg(test)]
mod tests {
    use mail_parser::MessageParser;

    use super::is_automatic;

    fn automatic(headers: &str) -> bool {
        let mail = format!("From: a@example.org\r\n{headers}\r\n\r\n1\r\n");
        is_automatic(&MessageParser::default().parse(mail.as_bytes()).unwrap(), "a@example.org")
    }

    #[test]
    fn programs_say_so_in_one_of_many_headers() {
        for headers in [
            "Auto-Submitted: auto-replied",
            "Auto-Submitted: auto-generated; owner-email=\"x@y\"",
            "Precedence: bulk",
            "Precedence: auto_reply",
            "X-Auto-Response-Suppress: All",
            "X-Autoreply: yes",
            "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
        ] {
            assert!(automatic(headers), "{headers}");
        }
        assert!(
            !automatic("Auto-Submitted: no") && !automatic("Subject: Re: Out of office: it is your turn")
        );
    }

    #[test]
    fn an_absent_person_says_so_in_ten_languages() {
        for subject in [
            "Out of Office: Re: it is your turn",
            "Automatic reply: x",
            "Autosvar: x",
            "Frånvaro: x",
            "Automatische Antwort: x",
            "Réponse automatique : x",
            "Respuesta automática: x",
            "Risposta automatica: x",
            "Automatisch antwoord: x",
            "Resposta automática: x",
            "Automaattinen vastaus: x",
            "Automatyczna odpowiedź: x",
        ] {
            assert!(automatic(&format!("Subject: {subject}")), "{subject}");
        }
    }

    #[test]
    fn a_mail_without_a_return_path_is_automatic() {
        let message = MessageParser::default().parse(b"From: a@example.org\r\n\r\n1\r\n".as_slice()).unwrap();
        assert!(is_automatic(&message, ""));
    }
}
