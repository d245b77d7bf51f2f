//! The port where mail comes in, and who may come at the same moment.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::super::shift::Stop;
use super::session::Session;
use crate::app::App;
use crate::store::Pool;

/// How long talks that have begun may still take when the work is to end.
const GRACE: Duration = Duration::from_secs(6);
/// How long one server may talk altogether.
const LONGEST_TALK: Duration = Duration::from_secs(600);
/// How long nobody is let in after the system said that it can't.
const BREATH: Duration = Duration::from_millis(100);

/// A port that is open but at which nobody is served yet.
pub struct Door {
    listener: TcpListener,
}

impl Door {
    /// Opens the port that the settings name; `None` when none is named.
    pub fn open(app: &App) -> io::Result<Option<Self>> {
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

    /// Serves whoever comes, until the work is to end.
    pub async fn keep(self, app: &App, pool: &Pool, mut stop: Stop) {
        let listener = match tokio::net::TcpListener::from_std(self.listener) {
            Ok(listener) => listener,
            Err(error) => return tracing::error!(%error, "no replies can be taken"),
        };
        let mut talks = FuturesUnordered::new();
        loop {
            tokio::select! {
                biased;
                () = stop.said() => break,
                Some(()) = talks.next() => {}
                come = listener.accept() => match come {
                    Ok((stream, from)) if !app.settings.replies.allows(from.ip()) => refuse(stream, from).await,
                    Ok((stream, _)) if talks.len() < app.settings.replies.connections => {
                        talks.push(talk(app, pool, stream));
                    }
                    Ok((stream, _)) => turn_away(stream).await,
                    Err(_) => tokio::time::sleep(BREATH).await,
                }
            }
        }
        let rest = async { while talks.next().await.is_some() {} };
        if tokio::time::timeout(GRACE, rest).await.is_err() {
            tracing::warn!("talks about mail were broken off; their servers come again");
        }
    }
}

async fn talk(app: &App, pool: &Pool, stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    let (from, to) = stream.into_split();
    let session = Session::new(app, pool, BufReader::new(from), to);
    let _ = tokio::time::timeout(LONGEST_TALK, session.hold()).await;
}

async fn turn_away(stream: TcpStream) {
    dismiss(stream, b"421 4.3.2 too many connections\r\n").await;
}

/// Only mail servers that the operator named are believed.
async fn refuse(stream: TcpStream, from: SocketAddr) {
    tracing::warn!(%from, "a mail server that replies.allowed does not name was turned away");
    dismiss(stream, b"554 5.7.1 this server takes no mail from you\r\n").await;
}

async fn dismiss(mut stream: TcpStream, why: &[u8]) {
    let _ = tokio::time::timeout(BREATH, stream.write_all(why)).await;
}
