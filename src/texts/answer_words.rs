//! Collects the words that a reader may use in answers: those of the ruleset's catalogue, and the names of the players.

use serde_json::Value;

use super::{Catalogue, MAIL_PHRASES};
use rules::typed_answers::{AnswerWords, fold};

/// The section of a ruleset's catalogue with the names of the fields of its answers. The first name is shown, and the
/// others, behind commas, are understood as well.
const FIELDS: &str = "fields";

pub fn collect(ruleset: &Catalogue, players: &[String]) -> AnswerWords {
    let mut words = AnswerWords::default();
    let several = ruleset.section("several");
    for (id, word) in &ruleset.section("words") {
        let names = [Some(word), several.get(id)].into_iter().flatten().filter_map(Value::as_str);
        words.add(id, &names.collect::<Vec<_>>());
    }
    for (id, names) in &ruleset.section(FIELDS) {
        let names = names.as_str().unwrap_or_default().split(',').map(str::trim);
        words.add(id, &names.collect::<Vec<_>>());
    }
    words.set_players(players);
    words.joining.extend(MAIL_PHRASES.joining.iter().map(|word| fold(word)));
    words
}
