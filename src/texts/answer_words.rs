//! The words in which a reader may type answers: those of the ruleset's catalogue, the names of the players, and what
//! people write in any of the languages.

use serde_json::Value;

use super::{Catalogue, MAIL_PHRASES};
use rules::typed_answers::AnswerWords;

/// The section of a ruleset's catalogue that names the open fields of its answers: the first name is shown, and those
/// behind commas are understood as well.
const FIELDS: &str = "fields";

pub fn collect(ruleset: &Catalogue, players: &[String]) -> AnswerWords {
    let mut words = AnswerWords::default();
    let several = ruleset.section("several");
    for (id, word) in &ruleset.section("words") {
        let names = [Some(word), several.get(id)].into_iter().flatten().filter_map(Value::as_str);
        words.add_kind(id, &names.collect::<Vec<_>>());
    }
    for (id, names) in &ruleset.section(FIELDS) {
        let names = names.as_str().unwrap_or_default().split(',').map(str::trim);
        words.add_field(id, &names.collect::<Vec<_>>());
    }
    words.set_players(players);
    let phrases = &*MAIL_PHRASES;
    for (number, names) in (1..).zip(&phrases.numbers) {
        names.iter().for_each(|name| words.add_number(name, number));
    }
    let each = |list: &'static [String]| list.iter().map(String::as_str);
    words.add_joining(each(&phrases.joining));
    words.add_trading(each(&phrases.trading));
    words.add_fillers(each(&phrases.fillers));
    phrases.alike.iter().for_each(|group| words.add_alike(each(group)));
    words.add_refusing(each(&phrases.commands.no));
    words
}
