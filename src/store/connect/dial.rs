//! Opens connections: tries the hosts in turn, with encryption as set.

use std::convert::Infallible;
use std::error::Error;
use std::future::{Ready, ready};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};
use tokio_postgres::config::{SslMode, SslNegotiation};
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::TlsConnect;
use tokio_postgres::{Client, Config};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::Error as TlsError;
use tokio_rustls::rustls::pki_types::ServerName;

use super::connection::Pulse;
use super::encryption::Try;
use super::target::{Endpoint, Inner, ServerAddress, SessionAttributes};
use super::unnamed::UnnamedStatements;
use super::wire::{Carrier, Wire};
use super::{DatabaseConnection, trust};

/// The question whether a server can encrypt.
const MAY_ENCRYPT: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];
/// Keepalives for a URL without any: a server that is gone is noticed after a minute.
const IDLE: Duration = Duration::from_secs(30);
const INTERVAL: Duration = Duration::from_secs(10);
const RETRIES: u32 = 3;
/// The driver's own default, which is too long.
const DRIVERS_IDLE: Duration = Duration::from_secs(2 * 60 * 60);

struct Failure {
    why: String,
    /// Trying with more or less encryption may succeed.
    is_about_encryption: bool,
}

impl Failure {
    fn new(why: impl ToString) -> Self {
        Self { why: why.to_string(), is_about_encryption: false }
    }

    fn of_encryption(why: impl ToString) -> Self {
        Self { why: why.to_string(), is_about_encryption: true }
    }
}

/// Connects to the first host that can be reached and is suitable.
pub(super) async fn connect(target: &Inner) -> Result<DatabaseConnection<Client>, String> {
    let mut problems = Vec::new();
    let limit = target.options.limits.connect;
    for (number, host) in target.in_order() {
        let problem = match tokio::time::timeout(limit, reach(target, host)).await {
            Ok(Ok(opened)) => {
                target.found(number);
                return Ok(opened);
            }
            Ok(Err(problem)) => problem,
            Err(_) => format!("no answer within {} s", limit.as_secs_f32()),
        };
        problems.push(format!("the database at {host} can't be used: {problem}"));
    }
    Err(problems.join("; "))
}

async fn reach(target: &Inner, host: &Endpoint) -> Result<DatabaseConnection<Client>, String> {
    // A socket file is not encrypted; a process that can listen there needs no connection.
    let tries =
        if matches!(host.place, ServerAddress::Unix(_)) { &[Try::Plain] } else { target.encryption.tries() };
    let mut problems = Vec::new();
    for how in tries {
        match attempt(target, host, *how).await {
            Ok(opened) => return suitable(opened, target.attributes).await,
            Err(failure) => {
                problems.push((*how, failure.why));
                if !failure.is_about_encryption {
                    break;
                }
            }
        }
    }
    if let [(_, only)] = problems.as_slice() {
        return Err(only.clone());
    }
    let sentences = problems.iter().map(|(how, why)| match how {
        Try::Plain => format!("without encryption: {why}"),
        Try::Either | Try::Encrypted => format!("with encryption: {why}"),
    });
    Err(sentences.collect::<Vec<_>>().join("; "))
}

async fn attempt(target: &Inner, host: &Endpoint, how: Try) -> Result<DatabaseConnection<Client>, Failure> {
    let Carried { carrier, binding, certificate, is_encrypted } = carrier(target, host, how).await?;
    let pulse = Arc::new(Pulse::new(target.options.clone(), certificate));
    let carrier: Box<dyn Carrier> = match target.options.unnamed_statements {
        true => Box::new(UnnamedStatements::over(carrier)),
        false => carrier,
    };
    let wire = Wire::new(carrier, pulse.clone(), target.options.limits.statement, binding);
    let mut config = target.config.clone();
    // The connection is encrypted already: the driver only needs to know.
    match is_encrypted {
        true => config.ssl_mode(SslMode::Require).ssl_negotiation(SslNegotiation::Direct),
        false => config.ssl_mode(SslMode::Disable),
    };
    let (client, drive) = config.connect_raw(wire, Agreed).await.map_err(|error| Failure {
        is_about_encryption: error.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION),
        why: describe(&error),
    })?;
    Ok(DatabaseConnection::begin(client, drive, pulse, host.to_string()))
}

/// A socket, with encryption if need be.
struct Carried {
    carrier: Box<dyn Carrier>,
    /// What ties passwords to it.
    binding: Option<Vec<u8>>,
    /// The certificate of the server, in DER.
    certificate: Option<Vec<u8>>,
    is_encrypted: bool,
}

impl Carried {
    fn plain(carrier: impl Carrier + 'static) -> Self {
        Self { carrier: Box::new(carrier), binding: None, certificate: None, is_encrypted: false }
    }
}

async fn carrier(target: &Inner, host: &Endpoint, how: Try) -> Result<Carried, Failure> {
    let mut socket = match &host.place {
        ServerAddress::Unix(folder) => {
            let socket = UnixStream::connect(folder.join(format!(".s.PGSQL.{}", host.port))).await;
            return socket.map(Carried::plain).map_err(Failure::new);
        }
        ServerAddress::Tcp(address) => {
            call(address, host.port, &target.config).await.map_err(Failure::new)?
        }
    };
    if how == Try::Plain {
        return Ok(Carried::plain(socket));
    }
    if !target.encryption.direct && !agrees(&mut socket).await.map_err(Failure::new)? {
        return match how {
            Try::Either => Ok(Carried::plain(socket)),
            _ => Err(Failure::new("it can't encrypt, and sslmode wants encryption")),
        };
    }
    let name = ServerName::try_from(host.name.clone()).map_err(|_| {
        Failure::of_encryption(format!("{} is no name that a certificate can be for", host.name))
    })?;
    let connector = TlsConnector::from(target.encryption.config.clone());
    let stream = connector.connect(name, socket).await.map_err(|error| {
        let cause = error.get_ref().and_then(|cause| cause.downcast_ref::<TlsError>());
        Failure::of_encryption(match cause {
            Some(cause) => trust::complaint(cause, &host.name),
            None => format!("encryption failed: {error}"),
        })
    })?;
    let certificate = stream.get_ref().1.peer_certificates().and_then(|chain| chain.first());
    let binding = certificate.and_then(|certificate| trust::end_point(certificate));
    let certificate = certificate.map(|certificate| certificate.to_vec());
    Ok(Carried { carrier: Box::new(stream), binding, certificate, is_encrypted: true })
}

/// Asks the server whether it can encrypt. It answers with one byte, after which encryption begins: bytes that an
/// attacker in the middle puts behind it become part of the handshake, and make it fail.
async fn agrees(socket: &mut TcpStream) -> io::Result<bool> {
    socket.write_all(&MAY_ENCRYPT).await?;
    match socket.read_u8().await? {
        b'S' => Ok(true),
        b'N' => Ok(false),
        _ => Err(io::Error::other("what answers there is no PostgreSQL")),
    }
}

async fn call(host: &str, port: u16, config: &Config) -> io::Result<TcpStream> {
    let addresses: Vec<SocketAddr> = tokio::net::lookup_host((host, port)).await?.collect();
    let socket = TcpStream::connect(&addresses[..]).await?;
    socket.set_nodelay(true)?;
    let options = SockRef::from(&socket);
    #[cfg(target_os = "linux")]
    options.set_tcp_user_timeout(config.get_tcp_user_timeout().copied())?;
    if config.get_keepalives() {
        let idle = Some(config.get_keepalives_idle()).filter(|idle| *idle != DRIVERS_IDLE).unwrap_or(IDLE);
        let keepalive = TcpKeepalive::new()
            .with_time(idle)
            .with_interval(config.get_keepalives_interval().unwrap_or(INTERVAL))
            .with_retries(config.get_keepalives_retries().unwrap_or(RETRIES));
        options.set_tcp_keepalive(&keepalive)?;
    }
    Ok(socket)
}

/// Checks that a server is what `target_session_attrs` demands.
async fn suitable(
    opened: DatabaseConnection<Client>,
    attributes: SessionAttributes,
) -> Result<DatabaseConnection<Client>, String> {
    let (question, complaint) = match attributes {
        SessionAttributes::Any => return Ok(opened),
        SessionAttributes::ReadWrite => {
            ("SELECT current_setting('transaction_read_only')::bool", "it only reads")
        }
        SessionAttributes::Primary => ("SELECT pg_is_in_recovery()", "it follows another server"),
    };
    let answer = opened.connection.query_one(question, &[]).await;
    match answer.and_then(|row| row.try_get(0)) {
        Ok(false) => Ok(opened),
        Ok(true) => Err(format!("{complaint}, and target_session_attrs wants another")),
        Err(error) => Err(describe(&error)),
    }
}

/// What a pooler says that takes no time limits for statements; the words are PgBouncer's.
const NO_OPTIONS: &str = "unsupported startup parameter: options";

/// An error of the driver in one line, without passwords.
pub(super) fn describe(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(error) if error.message().contains(NO_OPTIONS) => format!(
            "{}: {}: let PgBouncer ignore it (ignore_startup_parameters = options), or set database.limits_on_server = \
             false",
            error.severity(),
            error.message()
        ),
        Some(error) => format!("{}: {}", error.severity(), error.message()),
        None => error.source().map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}")),
    }
}

/// Encryption was agreed on before: there is nothing left to do.
struct Agreed;

impl TlsConnect<Wire> for Agreed {
    type Stream = Wire;
    type Error = Infallible;
    type Future = Ready<Result<Wire, Infallible>>;

    fn connect(self, wire: Wire) -> Self::Future {
        ready(Ok(wire))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::super::{ConnectOptions, DatabaseTarget};

    /// What is said about a database that refuses every connection with these words.
    async fn refused_with(message: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("postgres://althing@{}/althing?sslmode=disable", listener.local_addr().unwrap());
        let fields = format!("SFATAL\0VFATAL\0C08P01\0M{message}\0\0");
        std::thread::spawn(move || {
            let (mut socket, _) = listener.accept().unwrap();
            let mut length = [0; 4];
            socket.read_exact(&mut length).unwrap();
            let mut rest = vec![0; u32::from_be_bytes(length) as usize - 4];
            socket.read_exact(&mut rest).unwrap();
            let length = u32::try_from(fields.len() + 4).unwrap().to_be_bytes();
            socket.write_all(&[b"E", &length[..], fields.as_bytes()].concat()).unwrap();
        });
        let target = DatabaseTarget::new(&url, &ConnectOptions::default()).unwrap();
        target.connect().await.err().unwrap()
    }

    #[tokio::test]
    async fn a_pooler_that_takes_no_options_is_answered_with_the_settings_that_help() {
        let told = refused_with("unsupported startup parameter: options").await;
        for setting in ["ignore_startup_parameters = options", "database.limits_on_server = false"] {
            assert!(told.contains(setting), "{told}");
        }
        let other = refused_with("no such database: althing").await;
        assert!(other.contains("no such database") && !other.contains("PgBouncer"), "{other}");
    }
}
