//! Many competitions as JSON, for `verify.py`: `run.sh` calls this.

use std::io::Write;

use pairing::{CompetitionForm, ExportedCompetition, Fill};

use crate::made_up::{Numbers, empty, play, settings};

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// A Swiss of 5 to 200 entrants over 7 rounds for each size of tables and each number, to the file `PAIRINGS_TO`.
#[test]
#[ignore = "run.sh calls it"]
fn export() {
    let path = std::env::var("PAIRINGS_TO").expect("PAIRINGS_TO names a file");
    let mut file = std::io::BufWriter::new(std::fs::File::create(path).expect("a file that can be written"));
    for size in 2..=5 {
        for number in 0..setting("PAIRINGS_COUNT", 5) {
            let mut numbers = Numbers(number << 8 | size as u64);
            let secret = numbers.secret();
            let fill = if numbers.below(2) == 0 { Fill::Byes } else { Fill::Bots };
            let entrants = 5 + numbers.below(setting("PAIRINGS_MOST", 200) - 4) as usize;
            let competition = empty(settings(CompetitionForm::Swiss { rounds: 7 }, size, fill), entrants);
            let played = play(competition, &secret, &mut numbers, false);
            let exported = ExportedCompetition::of(played, &secret, true);
            serde_json::to_writer(&mut file, &exported).expect("it can be written");
            writeln!(file).expect("it can be written");
        }
    }
}
