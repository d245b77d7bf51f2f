//! The strip of players and the hand of the reader, as the templates `strip.html` and `hand.html` show them.

use minijinja::value::Serde;
use minijinja::{Value, context};

use crate::service::mail_links::{OpenedSeat, SeatMoment};
use crate::texts::{GameSentences, short_when};
use rules::render::{Overview, PlayerOverview, symbols};

/// What the templates show of the players and of the reader's cards, with the definitions of the pictures in it.
pub fn shown(
    opened: &OpenedSeat,
    moment: &SeatMoment,
    sentences: &GameSentences<'_>,
    overview: &Overview,
) -> Value {
    let player = |player: &PlayerOverview| {
        let awaited = || moment.awaited.iter().filter(|open| open.blocking && open.seat == player.seat);
        let until = awaited().filter_map(|open| open.deadline).min();
        let is_bot = moment.people.get(usize::from(player.seat)).is_some_and(Option::is_none);
        let label = match () {
            () if player.seat == opened.link.seat => Some("you"),
            () if is_bot => Some("bot_mark"),
            () => None,
        };
        context! {
            name => sentences.name(player.seat),
            label => label.map(|key| sentences.label("words", key)),
            is_awaited => awaited().next().is_some(),
            until => until.map(|at| short_when(at, &moment.time_zone, &moment.language)),
            ..Value::from(Serde(player))
        }
    };
    context! {
        players => overview.players.iter().map(player).collect::<Vec<_>>(),
        hand => Serde(&overview.hand),
        dice => Serde(overview.dice),
        goal => &overview.goal,
        symbols => symbols(overview),
    }
}
