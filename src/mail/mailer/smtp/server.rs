//! The address of the SMTP server, and how a connection to it is protected.

use std::fmt;
use std::net::{IpAddr, ToSocketAddrs};

use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use tokio::net::TcpStream;
use tokio::time::timeout;
use url::{Host, Url};

use super::super::Unsent;
use super::{PATIENCE, Step, judge};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Protection {
    /// TLS from the first byte (`smtps://`).
    Always,
    /// The server must offer STARTTLS.
    Required,
    /// STARTTLS when the server offers it.
    Opportunistic,
    Plain,
}

pub struct Server {
    host: String,
    port: u16,
    protection: Protection,
    credentials: Option<Credentials>,
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.protection {
            Protection::Always => "TLS",
            Protection::Required => "STARTTLS",
            Protection::Opportunistic => "STARTTLS if offered",
            Protection::Plain => "unprotected",
        };
        write!(f, "the mail server {}:{} ({how})", self.host, self.port)
    }
}

impl Server {
    /// Reads `smtps://user:password@host`, `smtp://host?tls=required|opportunistic|none`. Without `tls`, `smtp://` is
    /// unprotected to this machine and needs STARTTLS to any other.
    pub fn parse(url: &str) -> Result<Self, String> {
        let url = Url::parse(url).map_err(|error| format!("mail.smtp_url is no URL: {error}"))?;
        let host = url.host().ok_or("mail.smtp_url names no host")?;
        let protection = protection(&url, &host)?;
        let usual = match protection {
            Protection::Always => 465,
            Protection::Required | Protection::Opportunistic => 587,
            Protection::Plain => 25,
        };
        let host = match host {
            Host::Domain(name) => name.to_owned(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        Ok(Self { host, port: url.port().unwrap_or(usual), protection, credentials: credentials(&url)? })
    }

    /// Has the host an address? An error is a sentence for the operator.
    pub fn look_up(&self) -> Result<(), String> {
        let found = (self.host.as_str(), self.port).to_socket_addrs();
        if found.is_ok_and(|mut addresses| addresses.next().is_some()) {
            return Ok(());
        }
        Err(format!("the mail server {} of mail.smtp_url has no address that this machine finds", self.host))
    }

    /// A connection that is greeted, protected and logged in.
    pub async fn connect(&self) -> Result<AsyncSmtpConnection, Unsent> {
        let hello = ClientId::default();
        let mut connection = match self.protection {
            Protection::Always => self.connect_protected(&hello).await?,
            _ => self.connect_plain(&hello).await?,
        };
        let upgrade = match self.protection {
            Protection::Required => true,
            Protection::Opportunistic => connection.can_starttls(),
            Protection::Always | Protection::Plain => false,
        };
        if upgrade {
            let tls = self.tls()?;
            judge(Step::Connect, timeout(PATIENCE, connection.starttls(tls, &hello)).await)?;
        }
        if let Some(credentials) = &self.credentials {
            let mechanisms = [Mechanism::Plain, Mechanism::Login];
            judge(Step::LogIn, timeout(PATIENCE, connection.auth(&mechanisms, credentials)).await)?;
        }
        Ok(connection)
    }

    async fn connect_protected(&self, hello: &ClientId) -> Result<AsyncSmtpConnection, Unsent> {
        let server = (self.host.as_str(), self.port);
        let connecting =
            AsyncSmtpConnection::connect_tokio1(server, Some(PATIENCE), hello, Some(self.tls()?), None);
        judge(Step::Connect, timeout(PATIENCE, connecting).await)
    }

    /// Connects the stream itself, with TCP_NODELAY: with a stream of lettre's every mail waited 40 ms for a delayed
    /// acknowledgement.
    async fn connect_plain(&self, hello: &ClientId) -> Result<AsyncSmtpConnection, Unsent> {
        let broken = |why: String| Unsent::Unreachable(format!("connecting to the mail server: {why}"));
        let stream = timeout(PATIENCE, TcpStream::connect((self.host.as_str(), self.port)))
            .await
            .map_err(|_| broken("no answer in time".to_owned()))?
            .map_err(|error| broken(error.to_string()))?;
        stream.set_nodelay(true).map_err(|error| broken(error.to_string()))?;
        let greeting = AsyncSmtpConnection::connect_with_transport(Box::new(stream), hello);
        judge(Step::Greet, timeout(PATIENCE, greeting).await)
    }

    fn tls(&self) -> Result<TlsParameters, Unsent> {
        TlsParameters::new(self.host.clone())
            .map_err(|_| Unsent::Unreachable("protected connections can't be made here".to_owned()))
    }
}

fn protection(url: &Url, host: &Host<&str>) -> Result<Protection, String> {
    let wish = url.query_pairs().find(|(key, _)| key == "tls").map(|(_, value)| value.into_owned());
    match (url.scheme(), wish.as_deref()) {
        ("smtps", None) => Ok(Protection::Always),
        ("smtp", Some("required")) => Ok(Protection::Required),
        ("smtp", Some("opportunistic")) => Ok(Protection::Opportunistic),
        ("smtp", Some("none")) => Ok(Protection::Plain),
        ("smtp", None) if is_this_machine(host) => Ok(Protection::Plain),
        ("smtp", None) => Ok(Protection::Required),
        ("smtp" | "smtps", Some(_)) => {
            Err("mail.smtp_url: tls is required, opportunistic or none, and goes with smtp://".to_owned())
        }
        _ => Err("mail.smtp_url begins with smtp:// or smtps://".to_owned()),
    }
}

fn is_this_machine(host: &Host<&str>) -> bool {
    match host {
        // The crate parses a host as an IPv4 address only for schemes such as http.
        Host::Domain(name) => {
            *name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        }
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

fn credentials(url: &Url) -> Result<Option<Credentials>, String> {
    if url.username().is_empty() {
        return Ok(None);
    }
    let plain =
        |text: &str| percent_encoding::percent_decode_str(text).decode_utf8().map(|text| text.into_owned());
    let unreadable = |_| "mail.smtp_url: user and password must be UTF-8, percent-encoded".to_owned();
    let user = plain(url.username()).map_err(unreadable)?;
    let password = plain(url.password().unwrap_or_default()).map_err(unreadable)?;
    Ok(Some(Credentials::new(user, password)))
}

#[cfg(test)]
mod tests {
    use super::{Protection, Server};

    fn protection(url: &str) -> Protection {
        Server::parse(url).unwrap().protection
    }

    #[test]
    fn plain_smtp_stays_on_this_machine_unless_the_url_says_so() {
        assert_eq!(protection("smtp://127.0.0.1:2525"), Protection::Plain);
        assert_eq!(protection("smtp://[::1]:2525"), Protection::Plain);
        assert_eq!(protection("smtp://localhost"), Protection::Plain);
        assert_eq!(protection("smtp://mail.example.org"), Protection::Required);
        assert_eq!(protection("smtp://mail.example.org?tls=none"), Protection::Plain);
        assert_eq!(protection("smtps://user:word@mail.example.org"), Protection::Always);
    }

    #[test]
    fn a_url_that_can_not_be_used_is_refused_without_its_password() {
        for url in
            ["http://u:hush@host", "smtps://u:hush@host?tls=none", "smtp://u:hush@host?tls=maybe", "u:hush"]
        {
            let sentence = Server::parse(url).err().unwrap();
            assert!(!sentence.contains("hush"), "{sentence}");
        }
    }

    #[test]
    fn the_log_names_the_host_and_not_the_password() {
        let server = Server::parse("smtps://user:hush@mail.example.org").unwrap();
        assert_eq!(server.to_string(), "the mail server mail.example.org:465 (TLS)");
    }
}
