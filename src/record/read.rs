//! Reading a record that anybody may have written.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::defect::Defect;
use super::format::{FORMAT, FORMAT_VERSION, Head};
use super::seal::Seal;
use rules::{Author, Draw, Json, Seat};

#[derive(Debug)]
pub struct Record {
    /// What stands before the entries.
    pub head: Head,
    /// What every draw follows from.
    pub secret: [u8; 32],
    /// The seal that the head alone gives.
    pub(super) sealed_head: Seal,
    /// The entries, as they stand in the record.
    pub entries: Vec<RecordedEntry>,
    /// The seal of the whole, as hex.
    pub digest: String,
}

#[derive(Debug, Deserialize)]
pub struct RecordedEntry {
    pub version: u64,
    /// Who made it; orders and bots count as their seat.
    pub by: Author,
    /// The seat it is about; `None` for the server.
    pub seat: Option<Seat>,
    /// What was done; `None` for the set-up.
    pub action: Option<Json>,
    /// Everything that happened, as a JSON array.
    pub events: Json,
    /// What the table did beside the rules.
    pub table_events: Vec<TableMark>,
    /// What chance gave, in order.
    pub draws: Vec<Draw>,
    /// The seal up to this entry, as hex.
    pub digest: String,
    /// The entry as it stands in the record, for the seal.
    #[serde(skip)]
    pub(super) whole: Value,
}

/// What kind of thing the table did, as far as the rules must know of it.
#[derive(Debug, Clone, Deserialize)]
pub struct TableMark {
    /// Its type: `seat_resigned` and others.
    #[serde(rename = "type")]
    pub kind: String,
}

impl RecordedEntry {
    /// Did the table do something of that type here?
    pub(super) fn marks(&self, kind: &str) -> bool {
        self.table_events.iter().any(|mark| mark.kind == kind)
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
}

fn entry(index: usize, raw: &RawValue, whole: Value) -> Result<RecordedEntry, Defect> {
    let entry: RecordedEntry = parse(raw.get(), &format!("entries[{index}]."))?;
    Ok(RecordedEntry { whole, ..entry })
}

/// A part of the record; `place` says where it stands.
fn parse<'d, T: Deserialize<'d>>(text: &'d str, place: &str) -> Result<T, Defect> {
    let mut reader = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let said = error.inner().to_string();
        let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said);
        unreadable(&if path == "." { format!("{place}{said}") } else { format!("`{place}{path}`: {said}") })
    })
}

fn unreadable(what: &str) -> Defect {
    Defect::Unreadable(what.to_owned())
}
