//! The commands of a mail server that brings something.

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// `LHLO`: it speaks LMTP and wants an answer for each recipient.
    Lhlo,
    /// `EHLO`.
    Ehlo,
    /// `HELO`.
    Helo,
    /// `MAIL FROM`, with the size it announces.
    Mail {
        /// The envelope sender; empty for mails about mails.
        from: String,
        /// In bytes.
        size: Option<usize>,
    },
    /// `RCPT TO`.
    Recipient(String),
    /// `DATA`.
    Data,
    /// `RSET`.
    Reset,
    /// `NOOP`.
    Nothing,
    /// `VRFY`.
    Verify,
    /// `QUIT`.
    Quit,
    /// A command that is known, with arguments that are not.
    Malformed,
    Unknown,
}

impl Command {
    /// Reads a line without its end.
    pub fn read(line: &str) -> Self {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb.to_ascii_uppercase().as_str() {
            "LHLO" => Self::Lhlo,
            "EHLO" => Self::Ehlo,
            "HELO" => Self::Helo,
            "MAIL" => mail(rest),
            "RCPT" => match path(rest, "TO:") {
                Some((to, _)) if !to.is_empty() => Self::Recipient(to),
                _ => Self::Malformed,
            },
            "DATA" => Self::Data,
            "RSET" => Self::Reset,
            "NOOP" => Self::Nothing,
            "VRFY" => Self::Verify,
            "QUIT" => Self::Quit,
            _ => Self::Unknown,
        }
    }
}

fn mail(rest: &str) -> Command {
    let Some((from, parameters)) = path(rest, "FROM:") else { return Command::Malformed };
    let size = parameters.split_whitespace().find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.eq_ignore_ascii_case("SIZE").then(|| value.parse().unwrap_or(usize::MAX))
    });
    Command::Mail { from, size }
}

/// The address between angle brackets behind `label`, and what follows it.
fn path(rest: &str, label: &str) -> Option<(String, String)> {
    let (head, tail) = rest.split_at_checked(label.len())?;
    if !head.eq_ignore_ascii_case(label) {
        return None;
    }
    let (address, parameters) = tail.trim_start().strip_prefix('<')?.split_once('>')?;
    Some((address.to_owned(), parameters.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn commands_are_read_in_any_case_with_what_extensions_add() {
        let from = |address: &str, size| Command::Mail { from: address.to_owned(), size };
        assert_eq!(Command::read("mail from:<a@b> SIZE=20 BODY=8BITMIME SMTPUTF8"), from("a@b", Some(20)));
        assert_eq!(Command::read("MAIL FROM:<>"), from("", None));
        assert_eq!(Command::read("MAIL FROM:<a@b> size=much"), from("a@b", Some(usize::MAX)));
        assert_eq!(Command::read("RCPT TO: <ø@b>"), Command::Recipient("ø@b".to_owned()));
        assert_eq!(Command::read("RCPT TO:<>"), Command::Malformed);
        assert_eq!(Command::read("RCPT a@b"), Command::Malformed);
        assert_eq!(Command::read("quit"), Command::Quit);
        assert_eq!(Command::read("BDAT 20 LAST"), Command::Unknown);
    }
}
