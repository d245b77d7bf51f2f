//! Fair chance, checked offline: every draw is derived again from the secret and what the joiners gave.

use super::defect::Defect;
use super::format::{DEAL, Player};
use super::read::{Record, RecordedEntry};
use rules::{Chance, Draw, chance};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    pub entries: usize,
    pub draws: usize,
}

/// Checks the commitment, every draw, the deal of seats and the seal. The rules are not asked: that is what
/// [`super::replay`] does. An error tells the first thing that differs.
pub fn verify(record: &Record) -> Result<Verified, Defect> {
    let head = &record.head;
    if head.commitment != hex::encode(chance::commitment(&record.secret)) {
        return Err(Defect::Head("the secret is not the one that was promised".to_owned()));
    }
    let mut chance = Chance::seeded(seed(record)?);
    let mut seal = record.sealed_head;
    let mut draws = 0;
    for (version, entry) in (0_u64..).zip(&record.entries) {
        if entry.version != version {
            return Err(Defect::at(version, format!("it says that it is version {}", entry.version)));
        }
        check_draws(entry, &mut chance)?;
        draws += entry.draws.len();
        seal.add(&entry.whole);
        if entry.digest != seal.hex() {
            return Err(Defect::at(version, "the seal does not fit"));
        }
    }
    check_end(record, &seal.hex())?;
    check_seats(record)?;
    Ok(Verified { entries: record.entries.len(), draws })
}

fn seed(record: &Record) -> Result<[u8; 32], Defect> {
    let players = &record.head.players;
    let in_order = (0_u8..).zip(players).all(|(order, player)| player.join_order == order);
    if !in_order || players.len() != usize::from(record.head.seat_count) {
        return Err(Defect::Head("the players are not those who joined, in order".to_owned()));
    }
    let entropies: Option<Vec<Vec<u8>>> = players.iter().map(entropy).collect();
    let entropies = entropies.ok_or_else(|| Defect::Unreadable("`entropy` is not hex".to_owned()))?;
    Ok(chance::game_seed(&record.secret, entropies.iter().map(Vec::as_slice)))
}

fn entropy(player: &Player) -> Option<Vec<u8>> {
    player.entropy.as_deref().and_then(|entropy| hex::decode(entropy).ok())
}

fn check_draws(entry: &RecordedEntry, chance: &mut Chance) -> Result<(), Defect> {
    chance.begin(entry.version);
    for (index, draw) in entry.draws.iter().enumerate() {
        let differs = |purpose: &str, recorded: String, derived: String| {
            let what = format!("draw {index} ({purpose}) is {recorded} and should be {derived}");
            Err(Defect::at(entry.version, what))
        };
        match draw {
            Draw::Die { purpose, faces: of, .. } | Draw::Pick { purpose, of, .. } if *of == 0 => {
                return Err(Defect::at(entry.version, format!("draw {index} ({purpose}) is out of nothing")));
            }
            Draw::Shuffle { purpose, of, value } if u32::try_from(value.len()) != Ok(*of) => {
                return Err(Defect::at(
                    entry.version,
                    format!("draw {index} ({purpose}) is no shuffle of {of}"),
                ));
            }
            Draw::Die { purpose, faces, value } => match chance.die("", *faces) {
                derived if derived != *value => {
                    return differs(purpose, value.to_string(), derived.to_string());
                }
                _ => {}
            },
            Draw::Pick { purpose, of, value } => match chance.pick("", *of) {
                derived if derived != *value => {
                    return differs(purpose, value.to_string(), derived.to_string());
                }
                _ => {}
            },
            Draw::Shuffle { purpose, of, value } => match chance.shuffle("", *of) {
                derived if derived != *value => return differs(purpose, list(value), list(&derived)),
                _ => {}
            },
        }
    }
    Ok(())
}

fn list(values: &[u32]) -> String {
    format!("{values:?}")
}

fn check_end(record: &Record, seal: &str) -> Result<(), Defect> {
    let last = record.head.last_version;
    if i64::try_from(record.entries.len()) != Ok(last.saturating_add(1)) {
        return Err(Defect::Head(format!("the record does not end with version {last}")));
    }
    if record.digest != seal {
        return Err(Defect::Head("the seal of the whole does not fit".to_owned()));
    }
    Ok(())
}

/// Seats are dealt by the first draw, or taken in the order of joining.
fn check_seats(record: &Record) -> Result<(), Defect> {
    let first = record.entries.first().and_then(|entry| entry.draws.first());
    let dealt: Option<Vec<u32>> = match (record.head.deal_seats, first) {
        (false, _) => Some((0..u32::from(record.head.seat_count)).collect()),
        (true, Some(Draw::Shuffle { purpose, value, .. })) if purpose == DEAL => Some(value.clone()),
        (true, _) => None,
    };
    let sits = |(seat, joiner): (usize, &u32)| {
        record.head.players.get(*joiner as usize).is_some_and(|player| usize::from(player.seat) == seat)
    };
    if dealt
        .is_some_and(|dealt| dealt.len() == record.head.players.len() && dealt.iter().enumerate().all(sits))
    {
        return Ok(());
    }
    Err(Defect::Head("the players do not sit where chance put them".to_owned()))
}
