//! Where the reader goes on, and which game this is.

use super::Moment;
use super::page::{Address, Addresses, Example};
use super::voice::Voice;
use crate::notices::command;

/// The addresses of the API that matter now. `body` is an answer that could be sent as it is.
pub fn addresses(moment: &Moment<'_>, voice: &Voice<'_>, body: Option<serde_json::Value>) -> Addresses {
    let game = format!("{}/v1/games/{}", moment.public_url, moment.id);
    let place = |method, path: &str, line| Address {
        method,
        url: format!("{game}{path}"),
        what: voice.line(line, []),
    };
    let mut listed = vec![place("GET", "/view", "view")];
    let since = match moment.acted_at {
        Some(version) => format!("/events?after={version}"),
        None => "/events".to_owned(),
    };
    listed.push(place("GET", &since, "events"));
    if moment.question.is_some() {
        listed.push(place("GET", "/legal", "legal"));
        listed.push(place("POST", "/actions", "act"));
    }
    let example = body.map(|body| Example {
        lead: voice.line("example", []),
        command: command::post(&format!("{game}/actions"), true, &body.to_string()),
    });
    Addresses { heading: voice.heading("where"), listed, example }
}

pub fn notes(moment: &Moment<'_>, voice: &Voice<'_>) -> Vec<String> {
    let signature = voice.line(
        "signature",
        [
            ("game", moment.id.to_string().into()),
            ("version", moment.version.into()),
            ("seat", moment.seat.into()),
            ("player", name(moment).into()),
        ],
    );
    let commitment = voice.line("commitment", [("commitment", moment.commitment.into())]);
    let mut notes = vec![signature, commitment, voice.line("why", [])];
    notes.extend(moment.unsubscribe.map(|url| voice.line("unsubscribe", [("url", url.into())])));
    notes
}

fn name(moment: &Moment<'_>) -> String {
    moment.people.get(usize::from(moment.seat)).cloned().flatten().unwrap_or_default()
}
