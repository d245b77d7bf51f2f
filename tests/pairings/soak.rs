//! Many competitions as JSON, for `verify.py`: `run.sh` calls this.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use pairing::{Competition, CompetitionForm, ExportedCompetition, Fill, KnockoutForm, LeagueForm, SwissForm};

use crate::made_up::{Numbers, empty, play, settings};

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn write(to: &mut impl Write, competition: Competition, secret: &[u8; 32]) {
    let exported = ExportedCompetition::of(competition, secret, true);
    serde_json::to_writer(&mut *to, &exported).expect("it can be written");
    writeln!(to).expect("it can be written");
}

/// For each size of tables and each number, in the folder `PAIRINGS_TO`: in `swiss.jsonl` a Swiss of 5 to 200
/// entrants over 7 rounds to which nothing happens, in `others.jsonl` a small one of any form to which anything may
/// happen.
#[test]
#[ignore = "run.sh calls it"]
fn export() {
    let folder = std::env::var("PAIRINGS_TO").expect("PAIRINGS_TO names a folder");
    let file = |name| {
        BufWriter::new(File::create(Path::new(&folder).join(name)).expect("a file that can be written"))
    };
    let (mut swiss, mut others) = (file("swiss.jsonl"), file("others.jsonl"));
    for size in 2..=5 {
        for number in 0..setting("PAIRINGS_COUNT", 5) {
            let mut numbers = Numbers(number << 8 | size as u64);
            let secret = numbers.secret();
            let fill = if numbers.below(2) == 0 { Fill::Byes } else { Fill::Bots };
            let entrants = 5 + numbers.below(setting("PAIRINGS_MOST", 200) - 4) as usize;
            let plain =
                empty(settings(CompetitionForm::Swiss(SwissForm { rounds: 7 }), size, fill), entrants);
            write(&mut swiss, play(plain, &secret, &mut numbers, false), &secret);
            let any = any(size, fill, &mut numbers);
            write(&mut others, play(any, &secret, &mut numbers, true), &secret);
        }
    }
}

fn any(size: usize, fill: Fill, numbers: &mut Numbers) -> Competition {
    let entrants = 2 * size + numbers.below(20) as usize;
    let half = numbers.below(entrants as u64 - 2 * size as u64 + 1) as u32 + size as u32;
    let divisions = vec![(half..entrants as u32).collect(), (0..half).collect()];
    let form = match numbers.below(3) {
        0 => CompetitionForm::Swiss(SwissForm { rounds: 5 }),
        1 => CompetitionForm::Knockout(KnockoutForm { advance: 1 + numbers.below(size as u64 / 2) as usize }),
        _ => CompetitionForm::League(LeagueForm { divisions, rounds: 5, promoted: 2 }),
    };
    let mut settings = settings(form, size, fill);
    if numbers.below(2) == 0 {
        settings.most += 1;
        settings.least = (settings.least - 1).max(2).max(if fill == Fill::Bots { size / 2 * 2 } else { 2 });
    }
    if numbers.below(2) == 0 {
        settings.first_order = pairing::FirstOrder::Given;
        settings.bye_points = Some(100);
        settings.match_points.insert(size, (0..size as i64).map(|place| 500 >> place).collect());
    }
    empty(settings, entrants)
}
