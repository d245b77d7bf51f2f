//! A mail server of somebody else, that hands over what it got for us; and the people who write it.

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};

use crate::support::Mail;

/// One connection.
pub struct Postman {
    stream: BufReader<TcpStream>,
    each: bool,
}

impl Postman {
    /// One that wants an answer for each recipient.
    pub fn lmtp(at: SocketAddr) -> Self {
        Self::greet(at, "LHLO")
    }

    /// One that wants one answer for all.
    pub fn smtp(at: SocketAddr) -> Self {
        Self::greet(at, "EHLO")
    }

    fn greet(at: SocketAddr, verb: &str) -> Self {
        let mut postman =
            Self { stream: BufReader::new(TcpStream::connect(at).unwrap()), each: verb == "LHLO" };
        assert!(postman.hear().starts_with("220 "));
        assert!(postman.say(&format!("{verb} mx.example.org")).contains("PIPELINING"));
        postman
    }

    /// Says a line, and hears the answer.
    pub fn say(&mut self, line: &str) -> String {
        self.send(&format!("{line}\r\n"));
        self.hear()
    }

    pub fn send(&mut self, text: &str) {
        self.stream.get_mut().write_all(text.as_bytes()).unwrap();
    }

    /// Sends as much as the other side takes.
    pub fn pour(&mut self, text: &str) -> bool {
        self.stream.get_mut().write_all(text.as_bytes()).is_ok()
    }

    /// Sends nothing more, and still hears.
    pub fn hang_up(&self) {
        self.stream.get_ref().shutdown(Shutdown::Write).unwrap();
    }

    /// One whole answer.
    pub fn hear(&mut self) -> String {
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            let read = self.stream.read_line(&mut line).unwrap_or(0);
            answer.push_str(&line);
            if read == 0 || line.as_bytes().get(3) != Some(&b'-') {
                return answer.trim_end().to_owned();
            }
        }
    }

    /// Hands a mail over, and gives the answers to it.
    pub fn bring(&mut self, from: &str, to: &[&str], mail: &str) -> Vec<String> {
        let answer = self.say(&format!("MAIL FROM:<{from}>"));
        assert!(answer.starts_with("250"), "{answer}");
        for recipient in to {
            let answer = self.say(&format!("RCPT TO:<{recipient}>"));
            assert!(answer.starts_with("250"), "{answer}");
        }
        assert!(self.say("DATA").starts_with("354"));
        let stuffed: String = mail
            .lines()
            .map(|line| if line.starts_with('.') { format!(".{line}\r\n") } else { format!("{line}\r\n") })
            .collect();
        self.send(&format!("{stuffed}.\r\n"));
        (0..if self.each { to.len() } else { 1 }).map(|_| self.hear()).collect()
    }
}

/// A mail in reply to another one.
#[derive(Clone)]
pub struct Draft {
    pub from: String,
    pub to: String,
    pub id: String,
    pub headers: Vec<String>,
    pub text: String,
}

impl Draft {
    /// What somebody called `name` answers; what he answers to stands below, as mail programs do it.
    pub fn reply(name: &str, mail: &Mail, text: &str) -> Self {
        let quoted: String = mail.text().lines().map(|line| format!("> {line}\n")).collect();
        let text = format!(
            "{text}\n\nOn Fri, Nov 20, 2026 at 1:00 PM Althing\n<althing@localhost> wrote:\n\n{quoted}"
        );
        Self {
            from: format!("{}@example.org", name.to_lowercase()),
            to: mail.header("Reply-To"),
            id: format!("re-{}", mail.message_id()),
            headers: vec![format!("Subject: Re: {}", mail.subject().replace('–', "-"))],
            text,
        }
    }

    /// The same with nothing below.
    pub fn plain(name: &str, mail: &Mail, text: &str) -> Self {
        Self { text: text.to_owned(), ..Self::reply(name, mail, "") }
    }

    /// The same with another header.
    pub fn with(mut self, header: &str) -> Self {
        let name = header.split(':').next().unwrap();
        self.headers.retain(|other| other.split(':').next() != Some(name));
        self.headers.push(header.to_owned());
        self
    }

    /// As it goes over the wire.
    pub fn mail(&self) -> String {
        let headers: String = self.headers.iter().map(|header| format!("{header}\r\n")).collect();
        format!(
            "From: Somebody <{}>\r\nTo: <{}>\r\nMessage-ID: <{}>\r\nDate: Fri, 20 Nov 2026 12:00:00 +0000\r\n\
             {headers}\r\n{}\r\n",
            self.from,
            self.to,
            self.id,
            self.text.replace('\n', "\r\n")
        )
    }

    /// Hands it over by LMTP, and gives the answer.
    pub fn sent(&self, at: SocketAddr) -> String {
        Postman::lmtp(at).bring(&self.from, &[&self.to], &self.mail()).remove(0)
    }
}
