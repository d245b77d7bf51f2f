//! A game in words, as pages show it to those who have no seat in it yet, or wait for it to begin.

use minijinja::{Value, context};

use super::choices::clock_in_words;
use super::words::PageWords;
use crate::service::App;
use crate::service::lobby::wait_in_minutes;
use crate::service::lobby::{GameDetails, SeatOccupant, StartRule};
use crate::store::games::Visibility;

/// What a game is called: one without a name has that of its ruleset.
pub fn name<'g>(app: &'g App, game: &'g GameDetails) -> &'g str {
    if game.name.is_empty() { ruleset(app, &game.ruleset) } else { &game.name }
}

/// The name of a ruleset.
pub fn ruleset<'a>(app: &'a App, id: &'a str) -> &'a str {
    app.ruleset(id).map_or(id, |ruleset| ruleset.name())
}

/// What is to be known before one takes a seat, a line each.
pub fn facts(app: &App, words: &PageWords, game: &GameDetails) -> Vec<String> {
    let say = |key: &str, about: Value| words.say_of("table", key, about);
    let people: Vec<String> = game.seats.iter().map(|seat| occupant(words, seat)).collect();
    let start = match game.start {
        StartRule::WhenFull => say("start_when_full", context! {}),
        StartRule::OnConfirmation => say("start_on_confirmation", context! { hours => game.confirm_hours }),
    };
    let visibility = match game.visibility {
        Visibility::Public => "public",
        Visibility::Unlisted => "unlisted",
        Visibility::Private => "private",
    };
    let mut facts = vec![
        say("game", context! { title => ruleset(app, &game.ruleset), seats => game.seat_count }),
        say("people", context! { people }),
    ];
    let options = app.ruleset(&game.ruleset).map(|found| words.options(found, &game.options));
    facts.extend(options.into_iter().flatten());
    if game.progress.is_none() {
        facts.push(say("free", context! { free => game.free_seats }));
        facts.push(start);
    }
    facts.push(clock_in_words(words, game.clock));
    if let Some(minutes) = wait_in_minutes(game.order_delay_seconds) {
        facts.push(say("order_delay", context! { minutes }));
    }
    facts.push(say(if game.rated { "rated" } else { "unrated" }, context! {}));
    facts.push(say(visibility, context! {}));
    let description = game.description.trim();
    facts.extend((!description.is_empty()).then(|| say("description", context! { description })));
    facts
}

fn occupant(words: &PageWords, seat: &SeatOccupant) -> String {
    match (&seat.name, &seat.bot) {
        (Some(name), _) => name.clone(),
        (None, Some(bot)) => words.phrase_of("words", "bot", context! { name => bot }),
        (None, None) => words.phrase("words", "nobody"),
    }
}
