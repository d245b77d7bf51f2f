//! Plays games ahead, with the operator's knowledge of their seeds, so that during the measure only the server works.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::{AnyGame, AnyRuleset, Author, Chance, Choice, Decision, Json, Seat};
use serde_json::Value;

use crate::sql;
use crate::stage::Game;

/// An action of a game, ready to be sent.
pub struct Step {
    pub seat: usize,
    pub body: String,
}

/// A game and everything that will be done in it.
pub struct Plan {
    pub game: Game,
    pub steps: Vec<Step>,
}

/// Plays `game` ahead to its end, or to so many actions, with one kind of bot.
pub fn ahead(title: &dyn AnyRuleset, database: &str, game: &Game, bot: &str, most: usize) -> Plan {
    let query = format!(
        "SELECT json_build_array(g.game_seed, p.version, p.state)::text AS value \
         FROM games g JOIN positions p ON p.game_id = g.id WHERE g.id = '{}'",
        game.id
    );
    let row: Value = serde_json::from_str(&sql::texts(database, &query).expect("a row")[0]).expect("JSON");
    let text = |index: usize| row[index].as_str().expect("text");
    let seed = hex::decode(&text(0)[2..]).expect("bytes").try_into().expect("32 bytes");
    let mut version = row[1].as_u64().expect("a version");
    let mut held = title.load(text(2)).expect("a state");
    let mut dice = ChaCha8Rng::from_seed(seed);
    let mut steps = Vec::new();
    let mut left: Vec<Decision> = Vec::new();
    while steps.len() < most && held.outcome().is_none() {
        let (seat, choice) = choose(held.as_ref(), bot, &mut dice, &mut left);
        let mut chance = Chance::seeded(seed);
        let entries = held.perform(version, Author::Seat, Some(seat), &choice.action, &mut chance);
        version = entries.expect("bots do what is legal").last().expect("an entry").version;
        let body = format!("{{\"decision\":\"{}\",\"action\":{}}}", choice.decision, choice.action);
        steps.push(Step { seat: usize::from(seat), body });
    }
    Plan { game: game.clone(), steps }
}

/// Whoever is called answers first, as he would at a table; then somebody who is awaited.
fn choose(
    game: &dyn AnyGame,
    bot: &str,
    dice: &mut ChaCha8Rng,
    left: &mut Vec<Decision>,
) -> (Seat, Choice<Json>) {
    let open = game.awaiting();
    left.retain(|decision| open.contains(decision));
    for called in open.iter().filter(|decision| !decision.blocking && decision.call.is_some()) {
        if left.contains(called) {
            continue;
        }
        match game.choose(bot, called.seat, dice) {
            Some(choice) => return (called.seat, choice),
            None => left.push(called.clone()),
        }
    }
    let awaited = open.iter().find(|decision| decision.blocking).expect("somebody is awaited");
    (awaited.seat, game.choose(bot, awaited.seat, dice).expect("a bot that is awaited answers"))
}
