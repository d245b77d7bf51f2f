//! Reads a record from an untrusted source, and verifies its seal and its chance without the rules.

use rules::{Author, Chance, Draw, Json, Seat, chance, reading};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::format::{DEAL, Defect, FORMAT, FORMAT_VERSION, Head, Player, Seal};

#[derive(Debug)]
pub struct Record {
    pub head: Head,
    /// The secret from which, with the players' entropy, every draw is derived.
    pub secret: [u8; 32],
    /// The seal of the head alone, before any entry.
    pub(super) sealed_head: Seal,
    pub entries: Vec<RecordedEntry>,
    /// The seal of the whole, as hex.
    pub digest: String,
}

#[derive(Debug, Deserialize)]
pub struct RecordedEntry {
    pub version: u64,
    /// The author; standing orders and bots count as their seat.
    pub by: Author,
    /// The seat that the entry is about; `None` for the server.
    pub seat: Option<Seat>,
    /// The action; `None` for the set-up.
    pub action: Option<Json>,
    /// The events, as a JSON array.
    pub events: Json,
    /// The service action of the entry, if it has one.
    pub service_events: Vec<TableMark>,
    pub draws: Vec<Draw>,
    /// The seal up to this entry, as hex.
    pub digest: String,
    /// The entry as it stands in the record: the seal also covers members that this release does not know.
    #[serde(skip)]
    pub(super) whole: Value,
}

/// A service action, as far as a replay needs it.
#[derive(Debug, Clone, Deserialize)]
pub struct TableMark {
    /// Its type: `seat_resigned` and others.
    #[serde(rename = "type")]
    pub kind: String,
    /// The version to which a seat returned, if it did.
    pub to_version: Option<u64>,
}

/// The type of the service event for a seat that takes its last actions back.
const TAKEN_BACK: &str = "taken_back";

impl RecordedEntry {
    /// Does the entry have a service action of this type?
    pub(super) fn marks(&self, kind: &str) -> bool {
        self.service_events.iter().any(|mark| mark.kind == kind)
    }

    /// The version to which a seat returned by this entry.
    pub(super) fn returned_to(&self) -> Option<u64> {
        let mark = self.service_events.iter().find(|mark| mark.kind == TAKEN_BACK)?;
        mark.to_version
    }
}

#[derive(Deserialize)]
struct Document<'d> {
    #[serde(borrow)]
    entries: Vec<&'d RawValue>,
    digest: String,
}

impl Record {
    pub fn read(text: &str) -> Result<Self, Defect> {
        let mut whole: Value = serde_json::from_str(text).map_err(|error| unreadable(&error.to_string()))?;
        if whole["format"] != FORMAT {
            return Err(unreadable(&format!("its `format` is not `{FORMAT}`")));
        }
        if whole["format_version"] != FORMAT_VERSION {
            return Err(unreadable(&format!("its `format_version` is not {FORMAT_VERSION}")));
        }
        if whole["complete"] != true {
            return Err(unreadable("it was made before the end of the game"));
        }
        let sealed_head = Seal::begin(&whole);
        let Some(Value::Array(values)) = whole.get_mut("entries").map(Value::take) else {
            return Err(unreadable("`entries` is no list"));
        };
        let head: Head = parse(text, "")?;
        let secret = head.secret.as_deref().and_then(|secret| hex::decode(secret).ok());
        let secret = secret.and_then(|secret| secret.try_into().ok());
        let document: Document<'_> = parse(text, "")?;
        let entries = document.entries.iter().zip(values).enumerate();
        Ok(Self {
            secret: secret.ok_or_else(|| unreadable("`secret` is not 32 bytes as hex"))?,
            entries: entries
                .map(|(index, (raw, whole))| entry(index, raw, whole))
                .collect::<Result<_, _>>()?,
            digest: document.digest,
            head,
            sealed_head,
        })
    }

    /// Are there as many entries as the head says?
    pub(super) fn check_length(&self) -> Result<(), Defect> {
        let last = self.head.last_version;
        if last.checked_add(1).map(usize::try_from) == Some(Ok(self.entries.len())) {
            return Ok(());
        }
        Err(Defect::Head(format!("the record does not end with version {last}")))
    }
}

fn entry(index: usize, raw: &RawValue, whole: Value) -> Result<RecordedEntry, Defect> {
    let entry: RecordedEntry = parse(raw.get(), &format!("entries[{index}]."))?;
    Ok(RecordedEntry { whole, ..entry })
}

/// Parses a part of the record; `place` is its path, for the error.
fn parse<'d, T: Deserialize<'d>>(text: &'d str, place: &str) -> Result<T, Defect> {
    let mut reader = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let detail = reading::sentence(error.inner());
        unreadable(&if path == "." {
            format!("{place}{detail}")
        } else {
            format!("`{place}{path}`: {detail}")
        })
    })
}

fn unreadable(what: &str) -> Defect {
    Defect::Unreadable(what.to_owned())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    pub entries: usize,
    pub draws: usize,
}

/// Checks the commitment, every draw, the deal of seats and the seal. The rules are not run here but by
/// [`super::replay`]. An error tells the first difference.
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
        check_return(record, entry)?;
        draws += entry.draws.len();
        seal.add(&entry.whole);
        if entry.digest != seal.hex() {
            return Err(Defect::at(version, "the seal does not fit"));
        }
    }
    record.check_length()?;
    if record.digest != seal.hex() {
        return Err(Defect::Head("the seal of the whole does not fit".to_owned()));
    }
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
        let wrong = |purpose: &str, what: &str| {
            Err(Defect::at(entry.version, format!("draw {index} ({purpose}) is {what}")))
        };
        let (purpose, recorded, derived) = match draw {
            Draw::Die { purpose, faces: of, .. } | Draw::Pick { purpose, of, .. } if *of == 0 => {
                return wrong(purpose, "out of nothing");
            }
            Draw::Shuffle { purpose, of, value } if u32::try_from(value.len()) != Ok(*of) => {
                return wrong(purpose, &format!("no shuffle of {of}"));
            }
            Draw::Die { purpose, faces, value } => {
                (purpose, value.to_string(), chance.die("", *faces).to_string())
            }
            Draw::Pick { purpose, of, value } => {
                (purpose, value.to_string(), chance.pick("", *of).to_string())
            }
            Draw::Shuffle { purpose, of, value } => {
                (purpose, format!("{value:?}"), format!("{:?}", chance.shuffle("", *of)))
            }
        };
        if recorded != derived {
            return wrong(purpose, &format!("{recorded} and should be {derived}"));
        }
    }
    Ok(())
}

/// Checks a take-back: every entry since that version must be the seat's own action or a step of the server, without
/// chance.
fn check_return(record: &Record, entry: &RecordedEntry) -> Result<(), Defect> {
    let Some(to) = entry.returned_to() else { return Ok(()) };
    let since = to.checked_add(1).and_then(|first| usize::try_from(first).ok());
    let since = since.zip(usize::try_from(entry.version).ok());
    // A version that is not in the record gives no entries, and a take-back of none is refused below.
    let undone = since.and_then(|(first, last)| record.entries.get(first..last)).unwrap_or_default();
    let is_own = |undone: &RecordedEntry| match undone.by {
        Author::Server => true,
        Author::Seat => undone.seat == entry.seat,
        Author::Order | Author::Bot | Author::Lapse => false,
    };
    let only_rules =
        |undone: &RecordedEntry| undone.service_events.is_empty() || undone.returned_to().is_some();
    let may_be_undone =
        |undone: &RecordedEntry| is_own(undone) && undone.draws.is_empty() && only_rules(undone);
    if !undone.is_empty() && undone.iter().all(may_be_undone) {
        return Ok(());
    }
    Err(Defect::at(entry.version, format!("nobody could return from here to version {to}")))
}

/// Checks the seats: they are dealt by the first draw, or follow the order of joining.
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
