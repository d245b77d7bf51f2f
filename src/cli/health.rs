//! `althing health`: is the server that runs with these settings ready? Asks it, and opens no database.

use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

use secrecy::ExposeSecret;
use serde_json::{Value, json};
use tokio::net::TcpStream;

use super::http_get::{GetRequest, JsonAnswer, get};
use super::{Outcome, block_on, exit_code, reached_at, say, say_json, settings};
use crate::config::{HttpSettings, Settings};

/// How long each answer may take. Readiness promises one within three seconds.
const PATIENCE: Duration = Duration::from_secs(4);

#[derive(clap::Args)]
pub struct HealthArguments {
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub fn run(file: Option<&str>, arguments: &HealthArguments) -> Outcome {
    let settings = settings(file)?;
    let health = block_on(ask(&settings))?;
    match arguments.json {
        true => say_json(&health.json())?,
        false => say(&health.sentence()),
    }
    Ok(exit_code(health.is_ready()))
}

/// What a server says about itself.
pub struct ServerHealth {
    /// Where it was asked.
    pub address: String,
    /// The answer of `/healthz`, and then that of `/readyz`; or why there was none.
    ready: Result<JsonAnswer, String>,
}

impl ServerHealth {
    pub fn is_ready(&self) -> bool {
        self.ready.as_ref().is_ok_and(|answer| answer.status.is_success())
    }

    /// Did a server of ours answer at all?
    pub fn is_reached(&self) -> bool {
        self.ready.is_ok()
    }

    pub fn sentence(&self) -> String {
        match &self.ready {
            Ok(answer) if answer.status.is_success() => {
                let status = answer.body["status"].as_str().unwrap_or("ready");
                let reasons = answer.body["reasons"].as_array();
                let reasons: String = reasons.into_iter().flatten().map(in_words).collect();
                format!("{status}: http://{}{reasons}", self.address)
            }
            Ok(answer) => {
                let why = answer.body["detail"].as_str().unwrap_or("it gives no reason");
                let reason = answer.body["reason"].as_str().map(|reason| format!(" ({reason})"));
                let status = answer.status.as_u16();
                format!(
                    "not ready: http://{} answers {status}: {why}{}",
                    self.address,
                    reason.unwrap_or_default()
                )
            }
            Err(why) => format!("not reached: http://{}: {why}", self.address),
        }
    }

    fn json(&self) -> Value {
        let (status, body, problem) = match &self.ready {
            Ok(answer) => (Some(answer.status.as_u16()), Some(&answer.body), None),
            Err(why) => (None, None, Some(why)),
        };
        json!({
            "address": self.address,
            "ready": self.is_ready(),
            "http_status": status,
            "answer": body,
            "problem": problem,
        })
    }
}

/// A line for something that does not go on in the background.
fn in_words(reason: &Value) -> String {
    let code = reason["code"].as_str().unwrap_or_default();
    match reason["seconds"].as_i64() {
        Some(seconds) => format!("\n  {code}, for {seconds} s"),
        None => format!("\n  {code}"),
    }
}

/// Asks the server at the address of the settings.
pub async fn ask(Settings { http, .. }: &Settings) -> ServerHealth {
    match address(http) {
        Ok(address) => {
            let asked = tokio::time::timeout(PATIENCE * 2, ready(address, http)).await;
            let ready = asked.unwrap_or_else(|_| Err("it does not answer in time".to_owned()));
            ServerHealth { address: address.to_string(), ready }
        }
        Err(why) => ServerHealth { address: http.bind.clone(), ready: Err(why) },
    }
}

async fn ready(address: SocketAddr, http: &HttpSettings) -> Result<JsonAnswer, String> {
    let host = address.to_string();
    let token = http.metrics_token.expose_secret();
    let question = |path| GetRequest { host: &host, path, token };
    let alive = get(connect(address).await?, question("/healthz"), PATIENCE).await?;
    if alive.body["status"] != "ok" {
        return Err(format!("another program listens there: it answers /healthz with {}", alive.status));
    }
    get(connect(address).await?, question("/readyz"), PATIENCE).await
}

async fn connect(address: SocketAddr) -> Result<TcpStream, String> {
    TcpStream::connect(address).await.map_err(|why| format!("no server listens there ({why})"))
}

/// Where to reach what listens at `http.bind`.
fn address(http: &HttpSettings) -> Result<SocketAddr, String> {
    let found = http.bind.to_socket_addrs().ok().and_then(|mut addresses| addresses.next());
    let address = found.ok_or_else(|| format!("http.bind is {}, which has no address", http.bind))?;
    if address.port() == 0 {
        return Err(
            "http.bind has port 0, which is another port at each start: set one to be asked at".to_owned()
        );
    }
    Ok(reached_at(address))
}

#[cfg(test)]
mod tests {
    use super::address;
    use crate::config::Settings;

    #[test]
    fn a_server_that_listens_everywhere_is_asked_on_this_machine() {
        let asked = |bind: &str| {
            let mut http = Settings::defaults().unwrap().http;
            http.bind = bind.to_owned();
            address(&http).map(|address| address.to_string())
        };
        assert_eq!(asked("0.0.0.0:8080").unwrap(), "127.0.0.1:8080");
        assert_eq!(asked("[::]:8080").unwrap(), "[::1]:8080");
        assert_eq!(asked("127.0.0.2:80").unwrap(), "127.0.0.2:80");
        assert!(asked("127.0.0.1:0").unwrap_err().contains("port 0"));
    }
}
