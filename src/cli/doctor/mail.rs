//! Checks of mail: does the mail server take ours, and do we take replies.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use lettre::Address;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;
use uuid::Uuid;

use super::DoctorCheck;
use crate::app::Secrets;
use crate::app::clock::SystemClock;
use crate::cli::reached_at;
use crate::config::Settings;
use crate::mail::{Composed, Email, Mailer};
use crate::service::replies;

const PATIENCE: Duration = Duration::from_secs(10);

pub async fn examine(
    settings: &Settings,
    folder: Option<&Path>,
    test_to: Option<&Address>,
) -> Vec<DoctorCheck> {
    let mut checks = match Mailer::new(settings, folder) {
        Err(problem) => vec![DoctorCheck::failed("mail out", problem, "correct the settings in [mail]")],
        Ok(mailer) => {
            let has_place = folder.is_some() || !settings.mail.folder.is_empty();
            let mut checks = vec![outbound(&mailer, has_place).await];
            if let Some(to) = test_to {
                checks.push(send(&mailer, settings, to).await);
            }
            checks
        }
    };
    checks.push(inbound(settings).await);
    checks
}

/// `has_place`: otherwise mails go below the working folder of the service, which is not known here.
async fn outbound(mailer: &Mailer, has_place: bool) -> DoctorCheck {
    if let Mailer::Folder(_) = mailer {
        let to = mailer.destination();
        return match if has_place { mailer.try_folder() } else { Ok(()) } {
            Ok(()) => DoctorCheck::warning(
                "mail out",
                format!("mails become {to}: nobody gets them"),
                "set mail.smtp_url, or pass links on yourself (althing admin reset-password)",
            ),
            Err(problem) => DoctorCheck::failed("mail out", problem, "without it no mail is kept"),
        };
    }
    match mailer.try_connection().await {
        Ok(()) => DoctorCheck::ok("mail out", format!("{} lets us in", mailer.destination())),
        Err(unsent) => DoctorCheck::failed(
            "mail out",
            format!("{}: {unsent}", mailer.destination()),
            "see that mail.smtp_url is right, and that this server may send through that one",
        ),
    }
}

async fn send(mailer: &Mailer, settings: &Settings, to: &Address) -> DoctorCheck {
    let id = Uuid::from_bytes(Secrets::System.bytes());
    let message_id = format!("{}.test@{}", id.simple(), mailer.domain());
    let text = format!(
        "This mail was sent by althing doctor of {}.\nYour mail server passed it on.\n",
        settings.http.public_url
    );
    let says = Composed {
        subject: format!("{}: a test mail", settings.club.name),
        html: format!(
            "<p>{}</p>",
            text.trim().replace('&', "&amp;").replace('<', "&lt;").replace('\n', "<br>")
        ),
        text,
    };
    let email = Email::new(to, "", message_id, SystemClock::System.now(), says);
    match mailer.deliver(to, None, async move || Ok(email)).await {
        Ok(()) => DoctorCheck::ok(
            "test mail",
            format!("it was handed over for {to}: see whether it arrives, and not among spam"),
        ),
        Err(unsent) => {
            DoctorCheck::failed("test mail", unsent.to_string(), "see what the log of your mail server says")
        }
    }
}

/// The answer that an address gets which has the form of one for replies and is none: the domain was right.
const NO_SUCH_ADDRESS: &str = "550 5.1.1";

async fn inbound(settings: &Settings) -> DoctorCheck {
    let Ok(bind) = settings.replies.bind.parse::<SocketAddr>() else {
        return DoctorCheck::skipped(
            "mail in",
            "replies.bind is empty: no replies are received, and mails don't offer them",
        );
    };
    let at = reached_at(bind);
    if !settings.replies.allows(at.ip()) {
        return DoctorCheck::skipped(
            "mail in",
            format!("only the mail servers of replies.allowed may connect to {at}"),
        );
    }
    let domain = replies::domain(settings);
    let answer = timeout(PATIENCE, offer(at, &format!("reply+doctor@{domain}"))).await;
    match answer.unwrap_or_else(|_| Err("no answer in time".to_owned())) {
        Ok(answer) if answer.starts_with(NO_SUCH_ADDRESS) || answer.starts_with("250") => {
            DoctorCheck::ok("mail in", format!("replies to {domain} are received at {at}"))
        }
        Ok(answer) => DoctorCheck::failed(
            "mail in",
            format!("{at} does not take replies to {domain}: {answer}"),
            "see that replies.domain is right, and that the database can be reached",
        ),
        Err(why) => DoctorCheck::warning(
            "mail in",
            format!("nothing receives replies at {at}: {why}"),
            "start althing, or althing work, which receives them",
        ),
    }
}

/// What the server for replies says to a mail for an address; none is handed over.
async fn offer(at: SocketAddr, to: &str) -> Result<String, String> {
    let stream = TcpStream::connect(at).await.map_err(|error| error.to_string())?;
    let (from_server, mut to_server) = stream.into_split();
    let mut lines = BufReader::new(from_server).lines();
    let recipient = format!("RCPT TO:<{to}>");
    let mut answer = String::new();
    for command in ["", "LHLO doctor", "MAIL FROM:<>", recipient.as_str()] {
        if !command.is_empty() {
            let line = format!("{command}\r\n");
            to_server.write_all(line.as_bytes()).await.map_err(|error| error.to_string())?;
        }
        // All lines of an answer but its last have a hyphen behind the code.
        loop {
            let line = lines.next_line().await.map_err(|error| error.to_string())?;
            answer = line.ok_or("the connection broke")?;
            if answer.as_bytes().get(3) != Some(&b'-') {
                break;
            }
        }
        if !answer.starts_with('2') {
            break;
        }
    }
    let _ = to_server.write_all(b"QUIT\r\n").await;
    Ok(answer)
}
