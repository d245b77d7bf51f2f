//! What happened since the reader last acted, as he is told it.

use super::Moment;
use super::page::Happened;
use super::voice::Voice;
use crate::service::log;
use rules::Author;

/// The most lines shown; of more the latest are shown.
const MOST_LINES: usize = 25;
const LONGEST_LINE: usize = 400;

/// The part of the page, if there is anything to tell.
pub fn happened(moment: &Moment<'_>, voice: &Voice<'_>) -> Result<Option<Happened>, String> {
    let mut lines = Vec::new();
    let mut then: Option<Voice<'_>> = None;
    let mut former = moment.former.iter();
    let mut until = i64::MIN;
    for entry in moment.since {
        // Names change at most a few times: in between one voice does.
        if entry.version > until {
            until = former.find(|former| former.until >= entry.version).map_or(i64::MAX, |next| next.until);
            then = voice.at(entry.version);
        }
        let voice = then.as_ref().unwrap_or(voice);
        let told =
            log::tell(moment.title, entry.table_events.as_deref(), &entry.events, Some(moment.seat))
                .map_err(|error| format!("the events of version {} do not read: {error}", entry.version))?;
        if let (true, Some(seat)) = (entry.made_by == Author::Lapse.into_str(), entry.seat) {
            lines.push(voice.line("late", [("seat", seat.into())]));
        }
        if entry.made_by == Author::Order.into_str() && entry.seat == Some(i16::from(moment.seat)) {
            lines.push(voice.line("ordered", []));
        }
        lines.extend(told.iter().map(|event| voice.event(event)).filter(|line| !line.is_empty()));
    }
    lines.extend(moment.disarmed.iter().map(|order| voice.disarmed(order)));
    if lines.is_empty() {
        return Ok(None);
    }
    let left_out = lines.len().saturating_sub(MOST_LINES);
    let earlier = (left_out > 0).then(|| voice.line("earlier", [("count", left_out.into())]));
    let lines = lines.split_off(left_out).into_iter().map(shortened).collect();
    Ok(Some(Happened { heading: voice.heading("happened"), earlier, lines }))
}

fn shortened(line: String) -> String {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
