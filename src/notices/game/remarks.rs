//! What became of an answer by mail, and for whom the game waits now.

use super::Moment;
use super::voice::Voice;
use crate::notices::Kind;
use crate::service::answers;

/// The remarks; only mails that follow an answer have any.
pub fn remarks(moment: &Moment<'_>, voice: &Voice<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(said) = &moment.answered.said {
        remarks.push(voice.line("you_answered", [("answer", voice.answer(said).into())]));
    }
    remarks.extend(moment.answered.refused.map(str::to_owned));
    let follows = matches!(moment.kind, Kind::Answer(kind) if kind != answers::Kind::NextQuestion);
    if follows && moment.question.is_none() {
        remarks.extend(waiting(moment, voice));
    }
    remarks
}

/// For whom the game waits; `None` when it is over.
pub fn waiting(moment: &Moment<'_>, voice: &Voice<'_>) -> Option<String> {
    let mut seats: Vec<_> = moment.game.awaiting().into_iter().filter(|open| open.blocking).collect();
    seats.dedup_by_key(|open| open.seat);
    let awaited: Vec<String> = seats.iter().map(|open| voice.player(open.seat)).collect();
    (!awaited.is_empty()).then(|| voice.line("waiting", [("awaited", awaited.into())]))
}
