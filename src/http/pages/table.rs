//! A game as pages show it to those who have no seat in it yet, or wait for it to begin.

use minijinja::value::Serde;
use minijinja::{Value, context};

use super::words::PageWords;
use crate::service::App;
use crate::service::lobby::{GameDetails, SeatOccupant, wait_in_minutes};

/// The name of a ruleset.
pub fn ruleset<'a>(app: &'a App, id: &'a str) -> &'a str {
    app.ruleset(id).map_or(id, |ruleset| ruleset.name())
}

/// A game for templates: what the API says of it, and `table` (what it is called: one without a name has that of its
/// ruleset), `title` (its ruleset), `people`, `option_sentences` and `order_delay_minutes`.
pub fn shown(app: &App, words: &PageWords, game: &GameDetails) -> Value {
    let title = ruleset(app, &game.ruleset);
    let people: Vec<String> = game.seats.iter().map(|seat| occupant(words, seat)).collect();
    let options = app.ruleset(&game.ruleset).map(|found| words.options(found, &game.options));
    context! {
        table => if game.name.is_empty() { title } else { &game.name },
        title,
        people,
        option_sentences => options.unwrap_or_default(),
        order_delay_minutes => wait_in_minutes(game.order_delay_seconds),
        ..Value::from(Serde(game))
    }
}

fn occupant(words: &PageWords, seat: &SeatOccupant) -> String {
    match (&seat.name, &seat.bot) {
        (Some(name), _) => name.clone(),
        (None, Some(bot)) => words.phrase_of("words", "bot", context! { name => bot }),
        (None, None) => words.phrase("words", "nobody"),
    }
}
