//! The log of a game: one gapless list of what the rules did and what the service did beside them.
//!
//! Everything that reads entries goes through this module. Events of the service are the same for every viewer and
//! change nothing that the rules know of; an entry may have events of both kinds, as a resignation has.
//!
//! Each entry has a digest, which tells apart two histories of a game that came to the same version. After a failover
//! that lost the last write, or a restore, the same versions are made again with other content. The digest of an entry
//! covers the entry and, through the digest before it, all that came before; so it never comes again with other
//! content. It is keyed with the game's seed, which is secret before the end: what is hidden in an entry can't be found
//! by trying.

use std::fmt::{self, Display, Formatter};

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Error;
use crate::service::stored_json::decode;
use crate::store::games::Status;
use crate::store::history::EntryRow;
pub use crate::store::votes::VoteKind;
use crate::store::votes::VoteResult;
use crate::store::write::NewEntry;
use crate::time_control::Instant;
use rules::{AnyGame, AnyRuleset, Author, Json, Seat, Viewer};

/// The events of the rules in an entry of a service action.
pub const NO_EVENTS: &str = "[]";

/// What `viewer` may see of an entry, one JSON with a `type` for each event: first the events of the service, then what
/// the rules made of it.
pub fn redact(
    ruleset: &dyn AnyRuleset,
    service_events: Option<&str>,
    events: &str,
    viewer: Viewer,
) -> Result<Vec<Json>, serde_json::Error> {
    let mut redacted: Vec<Json> = service_events.map(serde_json::from_str).transpose()?.unwrap_or_default();
    if events != NO_EVENTS {
        redacted.extend(ruleset.redact(events, viewer)?);
    }
    Ok(redacted)
}

/// The version to which a seat returned by an entry, if it did.
pub fn returned_to(entry: &EntryRow) -> Result<Option<i64>, Error> {
    let Some(text) = entry.service_events.as_deref() else { return Ok(None) };
    let events: Vec<ServiceEvent> = decode("the events of an entry", text)?;
    Ok(events.into_iter().find_map(|event| match event {
        ServiceEvent::TakenBack { to_version, .. } => Some(to_version),
        _ => None,
    }))
}

/// Folds an entry into a game, as in a replay. An entry by which a seat [returned](returned_to) to an earlier version
/// can't be folded in.
pub fn fold(game: &mut dyn AnyGame, entry: &EntryRow) -> Result<(), Error> {
    if entry.events == NO_EVENTS {
        return Ok(());
    }
    game.apply(&entry.events)
        .map_err(|error| Error::internal(format!("the replay of version {}", entry.version), error))
}

/// The author of an entry, as it is stored.
pub fn author(stored: &str) -> Result<Author, Error> {
    stored.parse().map_err(|_| Error::bug(format!("an entry is stored as made by {stored}")))
}

/// A version as the rules count it; only before the set-up is a stored one less than 0.
pub fn version(stored: i64) -> Result<u64, Error> {
    u64::try_from(stored)
        .map_err(|error| Error::internal(format!("a running game at version {stored}"), error))
}

/// A version as the database counts it.
pub fn stored_version(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}

/// Something that happened beside the rules; everybody sees the same. No ruleset has events of these types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServiceEvent {
    /// Its pieces stay, it has no decisions any more, and it is ranked behind all others.
    SeatResigned { seat: Seat },
    /// The game stands again as at an earlier version. What the events between told stays told.
    TakenBack {
        seat: Seat,
        /// The version whose position stands again.
        to_version: i64,
    },
    /// The seat has voted yes by opening it.
    VoteOpened {
        vote: Uuid,
        kind: VoteKind,
        seat: Seat,
        /// With `replace_seat`: the seat that is to change hands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        of: Option<Seat>,
        /// With `replace_seat`: the account that is to have it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        account: Option<Uuid>,
        /// With `replace_seat`: the bot that is to play there until the owner returns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        bot: Option<String>,
        #[schema(value_type = String, format = DateTime)]
        expires_at: Instant,
    },
    /// One more ballot; the vote may be decided by it.
    BallotCast { vote: Uuid, seat: Seat, ballot: Ballot },
    /// What follows from it is an event of its own.
    VoteCarried { vote: Uuid, kind: VoteKind },
    /// Nothing changes by it.
    VoteFailed { vote: Uuid, kind: VoteKind, reason: VoteFailureReason },
    /// Another account may take the seat.
    SeatOffered {
        seat: Seat,
        /// Left out where the first that comes may take it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        account: Option<Uuid>,
        #[schema(value_type = String, format = DateTime)]
        expires_at: Instant,
    },
    /// Another account has the seat from now on.
    SeatReplaced {
        seat: Seat,
        account: Uuid,
        /// The account that had it before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        former: Option<Uuid>,
    },
    /// A bot plays for an absent player until they return.
    CaretakerSeated { seat: Seat, bot: String },
    /// The player takes their seat over from the bot again.
    OwnerReturned { seat: Seat },
    /// No seat can act until the game is resumed.
    GamePaused {},
    /// Seats can act again, and clocks run.
    GameResumed {},
    /// Every open decision gets more time.
    ClocksExtended { hours: i64 },
    /// Because the player's nights, days off or vacations changed.
    DeadlineMoved {
        /// The seat that is to answer.
        seat: Seat,
        /// The id of the open decision.
        decision: String,
        /// Until when there is time now; left out while the clock stands still.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        #[schema(value_type = Option<String>, format = DateTime)]
        deadline: Option<Instant>,
    },
    /// The service was down. That time does not count: every deadline was moved by it.
    ServiceOutage {
        #[schema(value_type = String, format = DateTime)]
        from: Instant,
        #[schema(value_type = String, format = DateTime)]
        until: Instant,
        minutes: i64,
    },
    /// The game is ranked as it stands.
    GameEndedByVote {},
    /// The game ends without a result.
    GameCancelled {},
    /// An operator ended the game; no result counts.
    GameVoided {},
}

/// For or against what is proposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ballot {
    /// For what is proposed.
    Yes,
    /// Against what is proposed.
    No,
}

/// `refused`: too many voted no; `expired`: too few had voted yes in time; `withdrawn`: the seat that opened it took it
/// back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VoteFailureReason {
    /// Too many voted no.
    Refused,
    /// Too few had voted yes when its time was over.
    Expired,
    /// The seat that opened it took it back.
    Withdrawn,
}

impl From<VoteFailureReason> for VoteResult {
    fn from(reason: VoteFailureReason) -> Self {
        match reason {
            VoteFailureReason::Refused => Self::Refused,
            VoteFailureReason::Expired => Self::Expired,
            VoteFailureReason::Withdrawn => Self::Withdrawn,
        }
    }
}

const LABEL: &[u8] = b"althing/log/v1\0";
/// How many bytes of the HMAC make a digest.
const DIGEST_BYTES: usize = 16;

/// The digests of new entries that follow the entry of digest `before` (empty: none), in their order. `rest` is what
/// the write changes beside its entries.
pub fn digests(
    seed: &[u8; 32],
    before: &[u8],
    entries: &[NewEntry],
    rest: &[u8],
) -> Result<Vec<Vec<u8>>, Error> {
    let key = Hmac::<Sha256>::new_from_slice(seed)
        .map_err(|error| Error::internal("the key of a game's digests", error))?;
    let mut digests: Vec<Vec<u8>> = Vec::with_capacity(entries.len());
    for entry in entries {
        let mut hasher = FieldHasher(key.clone());
        hasher.0.update(LABEL);
        hasher.add(Some(digests.last().map_or(before, Vec::as_slice)));
        hasher.0.update(&entry.version.to_be_bytes());
        hasher.add(Some(entry.made_by.as_bytes()));
        hasher.add(entry.seat.map(i16::to_be_bytes).as_ref().map(<[u8; 2]>::as_slice));
        for field in [
            entry.action.as_deref(),
            entry.draws.as_deref(),
            entry.request_key.as_deref(),
            entry.service_events.as_deref(),
            entry.standing.map(Status::word),
            entry.deadlines.as_deref(),
            entry.take_backs.as_deref(),
        ] {
            hasher.add(field.map(str::as_bytes));
        }
        hasher.add(Some(entry.events.as_bytes()));
        hasher.add(entry.body_hash.as_deref());
        hasher.add(Some(rest));
        let code = hasher.0.finalize().into_bytes();
        digests.push(code.iter().copied().take(DIGEST_BYTES).collect());
    }
    Ok(digests)
}

struct FieldHasher(Hmac<Sha256>);

impl FieldHasher {
    /// Adds a field with its length, so that no two lists of fields are hashed alike.
    fn add(&mut self, field: Option<&[u8]>) {
        match field {
            Some(field) => {
                self.0.update(&u64::try_from(field.len()).unwrap_or(u64::MAX).to_be_bytes());
                self.0.update(field);
            }
            None => self.0.update(&u64::MAX.to_be_bytes()),
        }
    }
}

/// The part of a digest that is shown, in entity tags and in the ids of streams: 16 characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mark([u8; 8]);

impl Mark {
    pub fn of(digest: &[u8]) -> Self {
        let mut mark = [0; 8];
        mark.iter_mut().zip(digest).for_each(|(to, from)| *to = *from);
        Self(mark)
    }

    /// Reads a mark that is written in small hexadecimal digits.
    pub fn read(text: &str) -> Option<Self> {
        let mut mark = [0; 8];
        let is_written_so = text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        hex::decode_to_slice(text, &mut mark).ok().filter(|()| is_written_so).map(|()| Self(mark))
    }
}

impl Display for Mark {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(&hex::encode(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two(events: &str, last: &str) -> [NewEntry; 2] {
        let first = NewEntry {
            version: 4,
            made_by: "seat",
            seat: Some(1),
            action: Some("{}".to_owned()),
            events: events.to_owned(),
            draws: None,
            request_key: None,
            body_hash: None,
            last_version: None,
            service_events: None,
            standing: None,
            deadlines: None,
            digest: Vec::new(),
            take_backs: None,
        };
        let second = NewEntry {
            version: 5,
            made_by: "server",
            seat: None,
            action: None,
            events: last.to_owned(),
            ..first.clone()
        };
        [first, second]
    }

    fn last(seed: u8, before: &[u8], entries: &[NewEntry], rest: &str) -> Vec<u8> {
        digests(&[seed; 32], before, entries, rest.as_bytes()).unwrap().pop().unwrap()
    }

    #[test]
    fn an_equal_last_entry_after_another_history_has_another_digest() {
        let usual = last(1, b"", &two("[1]", "[2]"), "");
        assert_eq!(usual, last(1, b"", &two("[1]", "[2]"), ""));
        for other in [
            last(1, b"", &two("[3]", "[2]"), ""),
            last(1, b"x", &two("[1]", "[2]"), ""),
            last(1, b"", &two("[1]", "[2]"), "later"),
            last(2, b"", &two("[1]", "[2]"), ""),
        ] {
            assert_ne!(usual, other);
        }
    }

    #[test]
    fn a_field_that_is_missing_is_not_an_empty_one() {
        let mut empty = two("[1]", "[2]");
        empty[1].draws = Some(String::new());
        assert_ne!(last(1, b"", &two("[1]", "[2]"), ""), last(1, b"", &empty, ""));
    }

    #[test]
    fn a_mark_is_read_as_it_was_written() {
        let mark = Mark::of(&[1, 0xab, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(mark.to_string(), "01ab030405060708");
        assert_eq!(Mark::read("01ab030405060708"), Some(mark));
        for wrong in ["", "01AB030405060708", "01ab0304050607", "01ab0304050607089", "zzab030405060708"] {
            assert_eq!(Mark::read(wrong), None, "{wrong}");
        }
    }
}
