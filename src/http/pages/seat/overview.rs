//! The strip of players and the hand of the reader, as the templates `strip.html` and `hand.html` show them.

use minijinja::value::{Serde, merge_maps};
use minijinja::{Value, context};

use crate::service::play::AwaitedDecision;
use crate::texts::{GameSentences, short_when};
use rules::render::{Overview, PlayerOverview, symbols};

/// What the templates show of an overview, with the definitions of the pictures in it. `bots` are the names of bots by
/// seat; `clock` adds what only the service knows of a player, such as until when they have time.
pub fn shown(
    overview: &Overview,
    sentences: &GameSentences<'_>,
    bots: &[Option<String>],
    clock: impl Fn(&PlayerOverview) -> Value,
) -> Value {
    let player = |player: &PlayerOverview| {
        let name = sentences.name(player.seat);
        let bot = bots.get(usize::from(player.seat)).and_then(Option::as_ref);
        let label = match bot {
            _ if sentences.is_reader(player.seat) => Some("you"),
            // A person may have had the seat then.
            Some(bot) if *bot == name => Some("bot_mark"),
            _ => None,
        };
        let label = label.map(|key| sentences.label("words", key));
        merge_maps([context! { name, label }, clock(player), Value::from(Serde(player))])
    };
    context! {
        players => overview.players.iter().map(player).collect::<Vec<_>>(),
        hand => Serde(&overview.hand),
        dice => Serde(overview.dice),
        goal => &overview.goal,
        symbols => symbols(overview),
    }
}

/// Whether the game waits for a player, and until when in this time zone, for [`shown`].
pub fn clock(
    awaited: &[AwaitedDecision],
    time_zone: &str,
    language: &str,
) -> impl Fn(&PlayerOverview) -> Value {
    move |player| {
        let of_player = || awaited.iter().filter(|open| open.blocking && open.seat == player.seat);
        let until = of_player().filter_map(|open| open.deadline).min();
        context! {
            is_awaited => of_player().next().is_some(),
            until => until.map(|at| short_when(at, time_zone, language)),
        }
    }
}
