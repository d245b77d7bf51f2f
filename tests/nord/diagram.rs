//! Positions drawn as the rules page draws them (§18): one token per field, columns separated by blanks.

use rules::Rules;
use rules::Seat;
use rulesets::nord::Nord;
use rulesets::nord::board::{Field, Island, Settlement, Sites};
use rulesets::nord::connections::Connections;
use rulesets::nord::options::Options;
use rulesets::nord::state::{Garrison, Phase, State};

/// Where the players that a case is not about have their fighters: a settlement far out at sea.
pub const FAR: &str = "s8";

/// The field of a name.
pub fn field(name: &str) -> Field {
    name.parse().expect("a field")
}

/// The fields of some names, in reading order.
pub fn fields(names: &[&str]) -> Vec<Field> {
    let mut fields: Vec<Field> = names.iter().map(|name| field(name)).collect();
    fields.sort_unstable();
    fields
}

/// The settlement of a name (`s1`), or of the letter in a diagram: A is the first.
pub fn settlement(name: &str) -> Settlement {
    match name.as_bytes() {
        [letter @ b'A'..=b'C'] => Settlement::at(usize::from(letter - b'A')).expect("a settlement"),
        _ => name.parse().expect("a settlement"),
    }
}

/// A position in which it is seat 0's turn. `seats` are the letters of the players, in order.
pub fn position(seats: &str, picture: &str) -> State {
    let mut rows = Vec::new();
    let mut settlements = Sites::default();
    let mut dragon_boat = field("-6,6");
    let mut workers = Vec::new();
    for (y, line) in (0_i16..).zip(picture.lines().filter(|line| !line.trim().is_empty())) {
        let mut row = String::new();
        for (x, token) in (0_i16..).zip(line.split_whitespace()) {
            let place = Field::new(x, y);
            let mut letters = token.chars();
            let ground = letters.next().expect("a token");
            row.push(match ground {
                'm' => 'M',
                'f' => 'F',
                'k' => 'K',
                'c' => 'C',
                'A'..='C' => 'K',
                _ => '.',
            });
            match ground {
                'A'..='C' => settlements.put(settlement(&ground.to_string()), place),
                '@' => dragon_boat = place,
                _ => {}
            }
            if let Some(owner) = letters.next() {
                let seat = seats.find(owner).expect("a player of the case");
                workers.push((place, seat as Seat));
            }
        }
        rows.push(row);
    }
    settlements.put(settlement(FAR), field("-6,-6"));
    let diagram = Island { rows, dragon_boat, settlements, starts: Vec::new(), tiles: Vec::new() };
    lay(seats.len() as u8, diagram, &workers)
}

fn lay(seats: u8, diagram: Island, workers: &[(Field, Seat)]) -> State {
    let options = Options { diagram: Some(diagram), ..Options::default() };
    let mut state = Nord::default().blank(&options, seats).expect("a table");
    let table = &mut state.table;
    for &(place, seat) in workers {
        table.workers.put(place, seat);
        table.boats -= u8::from(table.board.land(place).is_none());
    }
    table.phase = Phase::Turn {};
    table.turn = 1;
    table.this_turn.start_links = Connections::of(&table.board, &table.workers).links();
    state
}

/// Puts fighters into a settlement, by seat.
pub fn post(state: &mut State, name: &str, fighters: [u8; 4]) {
    let jarl = state.table.garrison(settlement(name)).jarl;
    state.table.settlements.put(settlement(name), Garrison { fighters, jarl });
}
