//! Checks of the address that players use: does its name lead anywhere, does this service answer there, and until when
//! is its certificate valid.

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::Error as TlsError;
use tokio_rustls::rustls::pki_types::ServerName;
use url::Url;

use super::{DoctorCheck, certificate_check};
use crate::cli::http_get::{GetRequest, JsonAnswer, get};
use crate::config::Settings;
use crate::webhooks::tls_config;

const PATIENCE: Duration = Duration::from_secs(8);
const NAME: &str = "public address";

/// Where the address leads.
struct Destination {
    host: String,
    port: u16,
    is_encrypted: bool,
    path: String,
}

pub async fn examine(settings: &Settings) -> Vec<DoctorCheck> {
    let public = settings.http.public_url.as_str();
    let Some(destination) = destination(public) else {
        return vec![DoctorCheck::failed(NAME, format!("{public} is no address"), "set http.public_url")];
    };
    if settings.http.is_private() {
        let found = format!("{public} can be reached from this machine alone");
        return vec![DoctorCheck::warning(
            NAME,
            found,
            "set http.public_url to the address that players use: mails link to it",
        )];
    }
    let mut checks = Vec::new();
    if !destination.is_encrypted {
        let found = format!("{public} is not encrypted: passwords can be read on the way");
        checks.push(DoctorCheck::warning(
            "encryption",
            found,
            "put a proxy with TLS in front, and set http.public_url to https://",
        ));
    }
    let sought =
        timeout(PATIENCE, tokio::net::lookup_host((destination.host.as_str(), destination.port))).await;
    if !sought.is_ok_and(|found| found.is_ok_and(|mut addresses| addresses.next().is_some())) {
        let found = format!("{} has no address that this machine finds", destination.host);
        checks.push(DoctorCheck::failed(NAME, found, "enter it into DNS, or correct http.public_url"));
        return checks;
    }
    let (answer, certificate) = ask(&destination).await;
    checks.push(match answer {
        Ok(answer) if answer.body["status"] == "ok" => {
            DoctorCheck::ok(NAME, format!("Althing answers at {public}"))
        }
        Ok(answer) => DoctorCheck::failed(
            NAME,
            format!("what answers at {public}/healthz is not Althing ({})", answer.status),
            "let your proxy pass everything on to http.bind",
        ),
        Err(why) => DoctorCheck::warning(
            NAME,
            format!("{public} does not answer from this machine: {why}"),
            "try it from another network: some routers don't lead back to their own address",
        ),
    });
    if destination.is_encrypted {
        checks.push(match certificate {
            Ok(certificate) => {
                certificate_check("certificate", "the public address' certificate", Some(&certificate))
            }
            Err(Trouble::Certificate(why)) => {
                DoctorCheck::failed("certificate", why, "players' browsers refuse it: renew or replace it")
            }
            Err(Trouble::Other) => {
                DoctorCheck::skipped("certificate", "no encrypted connection could be made")
            }
        });
    }
    checks
}

fn destination(public: &str) -> Option<Destination> {
    let url = Url::parse(&format!("{public}/healthz")).ok()?;
    Some(Destination {
        host: url.host_str()?.trim_matches(['[', ']']).to_owned(),
        port: url.port_or_known_default()?,
        is_encrypted: url.scheme() == "https",
        path: url.path().to_owned(),
    })
}

/// Why there is no certificate to look at.
enum Trouble {
    /// The certificate can't be trusted.
    Certificate(String),
    Other,
}

async fn ask(to: &Destination) -> (Result<JsonAnswer, String>, Result<Vec<u8>, Trouble>) {
    let host = match (to.port, to.is_encrypted) {
        (443, true) | (80, false) => to.host.clone(),
        (port, _) => format!("{}:{port}", to.host),
    };
    let question = GetRequest { host: &host, path: &to.path, token: "" };
    let stream = match timeout(PATIENCE, TcpStream::connect((to.host.as_str(), to.port))).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(why)) => return (Err(why.to_string()), Err(Trouble::Other)),
        Err(_) => return (Err("it takes no connection".to_owned()), Err(Trouble::Other)),
    };
    if !to.is_encrypted {
        return (get(stream, question, PATIENCE).await, Err(Trouble::Other));
    }
    let (Ok(name), Ok(config)) = (ServerName::try_from(to.host.clone()), tls_config()) else {
        return (Err("no certificate can be for its name".to_owned()), Err(Trouble::Other));
    };
    match timeout(PATIENCE, TlsConnector::from(Arc::clone(&config)).connect(name, stream)).await {
        Ok(Ok(stream)) => {
            let chain = stream.get_ref().1.peer_certificates();
            let certificate = chain.and_then(|chain| chain.first()).map(|first| first.to_vec());
            (get(stream, question, PATIENCE).await, certificate.ok_or(Trouble::Other))
        }
        Ok(Err(error)) => {
            let cause = error.get_ref().and_then(|cause| cause.downcast_ref::<TlsError>());
            let trouble = match cause {
                Some(TlsError::InvalidCertificate(why)) => {
                    Trouble::Certificate(format!("the certificate of {} can't be trusted: {why}", to.host))
                }
                _ => Trouble::Other,
            };
            (Err(format!("no encrypted connection can be made ({error})")), Err(trouble))
        }
        Err(_) => (Err("it does not encrypt in time".to_owned()), Err(Trouble::Other)),
    }
}
