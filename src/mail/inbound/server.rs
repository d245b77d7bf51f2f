//! The port for inbound mail, and the bound on its connections.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::session::SmtpSession;
use crate::service::App;
use crate::store::Pool;

/// How long open sessions may still take after the signal to stop.
const GRACE: Duration = Duration::from_secs(6);
const LONGEST_SESSION: Duration = Duration::from_secs(600);
/// The pause after an error of `accept`, such as too few file descriptors, which would otherwise repeat in a busy loop.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);
/// How long sending the refusal of a connection may take.
const LONGEST_REFUSAL: Duration = Duration::from_millis(100);

/// A bound port that does not serve yet.
pub struct SmtpServer {
    listener: TcpListener,
}

impl SmtpServer {
    /// Opens the port that the settings name; `None` when none is named.
    pub fn bind(app: &App) -> io::Result<Option<Self>> {
        let replies = &app.settings.replies;
        if !replies.are_taken() {
            return Ok(None);
        }
        let advice = |why: io::Error| {
            let bind = &replies.bind;
            io::Error::new(
                why.kind(),
                format!("{bind} can't be listened on for replies ({why}): set replies.bind"),
            )
        };
        let listener = TcpListener::bind(&replies.bind).map_err(advice)?;
        listener.set_nonblocking(true)?;
        tracing::info!(at = %listener.local_addr()?, "replies are taken");
        Ok(Some(Self { listener }))
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves clients until `stop` is ready.
    pub async fn serve(self, app: &Arc<App>, pool: &Pool, stop: impl Future<Output = ()>) {
        let listener = match tokio::net::TcpListener::from_std(self.listener) {
            Ok(listener) => listener,
            Err(error) => return tracing::error!(%error, "no replies can be taken"),
        };
        let mut stop = std::pin::pin!(stop);
        let mut sessions = FuturesUnordered::new();
        loop {
            tokio::select! {
                biased;
                () = &mut stop => break,
                Some(()) = sessions.next() => {}
                accepted = listener.accept() => match accepted {
                    Ok((stream, from)) if !app.settings.replies.allows(from.ip()) => {
                        // Mail is accepted only from mail servers that the operator named.
                        tracing::warn!(%from, "a mail server that replies.allowed does not name was turned away");
                        refuse(stream, b"554 5.7.1 this server does not accept mail from your address\r\n").await;
                    }
                    Ok((stream, _)) if sessions.len() < app.settings.replies.connections => {
                        sessions.push(run_session(app, pool, stream));
                    }
                    Ok((stream, _)) => refuse(stream, b"421 4.3.2 too many connections\r\n").await,
                    Err(_) => tokio::time::sleep(ACCEPT_AGAIN).await,
                }
            }
        }
        let rest = async { while sessions.next().await.is_some() {} };
        if tokio::time::timeout(GRACE, rest).await.is_err() {
            tracing::warn!("sessions of inbound mail were broken off; their servers come again");
        }
    }
}

async fn run_session(app: &Arc<App>, pool: &Pool, stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    let (from, to) = stream.into_split();
    let session = SmtpSession::new(app, pool, BufReader::new(from), to);
    let _ = tokio::time::timeout(LONGEST_SESSION, session.run()).await;
}

async fn refuse(mut stream: TcpStream, answer: &[u8]) {
    let _ = tokio::time::timeout(LONGEST_REFUSAL, stream.write_all(answer)).await;
}
