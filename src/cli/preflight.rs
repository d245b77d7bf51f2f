//! What a start finds out before it opens the database, so that a wrong setting costs nothing.

use std::io;
use std::net::TcpListener;

use secrecy::ExposeSecret;

use crate::app;
use crate::config::Settings;
use crate::http::server;
use crate::mail::Mailer;
use crate::store::connect::DatabaseTarget;

/// Which of its addresses a process is going to open.
#[derive(Debug, Clone, Copy)]
pub struct Unopened {
    pub serves: bool,
    pub works: bool,
}

/// Refuses what can't work: addresses that can't be opened, a database's or mail server's URL that can't be read, a
/// folder for mails that can't be written. An error is a sentence for the operator.
pub fn check(settings: &Settings, unopened: Unopened) -> Result<(), String> {
    readable(settings)?;
    if unopened.serves {
        server::listen(&settings.http.bind, "ALTHING__HTTP__BIND").map_err(|error| error.to_string())?;
    }
    if unopened.works {
        if !unopened.serves && !settings.work.bind.is_empty() {
            server::listen(&settings.work.bind, "ALTHING__WORK__BIND").map_err(|error| error.to_string())?;
        }
        receivable(settings).map_err(|error| error.to_string())?;
        if let Some(mailer) = with_named_folder(settings)? {
            mailer.make_folder()?;
        }
    }
    Ok(())
}

/// The same, while perhaps a server runs with these settings and has opened its addresses; leaves nothing behind.
pub fn check_beside_a_server(settings: &Settings) -> Result<(), String> {
    readable(settings)?;
    for opened in
        [server::listen(&settings.http.bind, "ALTHING__HTTP__BIND").map(|_| ()), receivable(settings)]
    {
        match opened {
            Err(error) if error.kind() != io::ErrorKind::AddrInUse => return Err(error.to_string()),
            _ => {}
        }
    }
    with_named_folder(settings)?.map_or(Ok(()), |mailer| mailer.try_folder())
}

fn readable(settings: &Settings) -> Result<(), String> {
    let options = app::connections(&settings.database)?;
    let url = settings.database.url.expose_secret();
    if !url.is_empty() {
        DatabaseTarget::new(url, &options)?;
    }
    Mailer::new(settings, None).map(|_| ())
}

/// Can mail be received at `replies.bind`?
fn receivable(settings: &Settings) -> io::Result<()> {
    let address = settings.replies.bind.as_str();
    if address.is_empty() {
        return Ok(());
    }
    let refused = |why: io::Error| {
        io::Error::new(
            why.kind(),
            format!("replies can't be received at {address} ({why}): set another replies.bind"),
        )
    };
    TcpListener::bind(address).map(|_| ()).map_err(refused)
}

/// The mailer, if the settings name its folder. One below the private PostgreSQL's is made after that.
fn with_named_folder(settings: &Settings) -> Result<Option<Mailer>, String> {
    if settings.mail.folder.is_empty() {
        return Ok(None);
    }
    Mailer::new(settings, None).map(Some)
}
