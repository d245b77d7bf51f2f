//! The record of a game, written a page at a time, however long the game was.
//!
//! After the end it is the same for everyone who may see the game, byte for byte: every entry with its secrets and
//! draws, under a seal. Before the end it has what the viewer may see, and what was done from their own seat. A game
//! that was called off or declared void after its start is over like any other: its secret is in it too.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::record::format::{CompetitionPlace, Seal};
use crate::record::{FORMAT, FORMAT_VERSION, Head, Player};
use crate::service::Ctx;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::log;
use crate::service::log::ServiceEvent;
use crate::service::record_texts::{RecordEntryTexts, RecordNarrator};
use crate::service::stored_json::{decode, encode, raw};
use crate::store::history::{Joiner, RecordEntryRow, RecordedGame};
use crate::store::{Connection, StoreError, history};
use crate::time_control::Instant;
use rules::schemas::AnyAction;
use rules::{AnyRuleset, Author, Json, Seat, Viewer};

/// How many entries are read at once.
const PAGE: i64 = 100;

/// Writes the record of a game piece by piece.
pub struct RecordWriter {
    loaded: LoadedGame,
    head: Head,
    seal: Option<Seal>,
    /// The version that was written last.
    written: i64,
    part: Part,
    /// Puts the entries in words, if the record has texts.
    narrator: Option<RecordNarrator>,
    one_line: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Head,
    Entries,
    Done,
}

impl RecordWriter {
    /// Begins the record of a game for `account`. Errors: `game_not_found`; `game_not_running` before the start.
    pub async fn begin(
        ctx: &mut Ctx,
        game: Uuid,
        account: Option<Uuid>,
        texts: Option<Language>,
    ) -> Result<Self, Error> {
        let loaded = LoadedGame::open(ctx, game, account, None).await?;
        let head = record_head(&mut ctx.db, &loaded).await?;
        let seal = if head.complete { Some(Seal::begin(&value(&head)?)) } else { None };
        let reader = (head.viewer, head.complete);
        let narrator = match texts {
            Some(language) => Some(RecordNarrator::begin(&mut ctx.db, &loaded, language, reader).await?),
            None => None,
        };
        Ok(Self { loaded, head, seal, written: -1, part: Part::Head, narrator, one_line: false })
    }

    /// The same on one line, without texts.
    pub async fn begin_line(ctx: &mut Ctx, game: Uuid, account: Option<Uuid>) -> Result<Self, Error> {
        Ok(Self { one_line: true, ..Self::begin(ctx, game, account, None).await? })
    }

    pub fn is_complete(&self) -> bool {
        self.head.complete
    }

    /// The mark of this record in its entity tag: it never changes after the end, but for the players' names.
    pub fn tag(&self) -> Result<String, Error> {
        let digest = Sha256::digest(encode(&self.head)?);
        let head = hex::encode(digest.get(..16).unwrap_or_default());
        Ok(match &self.narrator {
            Some(narrator) => format!("{head}-{}", narrator.mark()),
            None => head,
        })
    }

    /// The next piece of the document; `None` at the end.
    pub async fn next(&mut self, connection: &mut Connection) -> Result<Option<String>, Error> {
        let piece = match self.part {
            Part::Head => self.open()?,
            Part::Entries => self.next_entries(connection).await?,
            Part::Done => return Ok(None),
        };
        Ok(Some(if self.one_line { self.in_line(&piece) } else { piece }))
    }

    /// A piece without line breaks, but for the one at the end of the record. Within a string JSON has none, so only
    /// blank space goes: what is stored as JSON keeps its own.
    fn in_line(&self, piece: &str) -> String {
        let mut line = piece.replace(['\n', '\r'], "");
        if self.part == Part::Done {
            line.push('\n');
        }
        line
    }

    /// The head, and the bracket before the entries.
    fn open(&mut self) -> Result<String, Error> {
        let mut head = encode(&self.head)?;
        head.truncate(head.len().saturating_sub(1));
        head.push_str(",\"entries\":[");
        self.part = Part::Entries;
        Ok(head)
    }

    async fn next_entries(&mut self, connection: &mut Connection) -> Result<String, Error> {
        let last = self.head.last_version;
        let stored = history::recorded_entries(connection, self.loaded.id, self.written, last, PAGE).await?;
        let Some(end) = stored.last().map(|entry| entry.version) else { return Ok(self.close()) };
        let writer = EntryWriter { ruleset: self.loaded.ruleset.as_ref(), viewer: self.head.viewer };
        let mut texts = match &mut self.narrator {
            Some(narrator) => narrator.tell(connection, &self.loaded, &stored).await?,
            None => Vec::new(),
        }
        .into_iter();
        let mut text = String::new();
        for entry in &stored {
            text.push_str(if entry.version == 0 { "\n" } else { ",\n" });
            let mut shown = match self.seal.as_mut() {
                Some(seal) => writer.complete(entry, seal)?,
                None => writer.redacted(entry)?,
            };
            shown.texts = texts.next();
            text.push_str(&encode(&shown)?);
        }
        self.written = end;
        Ok(text)
    }

    fn close(&mut self) -> String {
        self.part = Part::Done;
        match self.seal {
            Some(seal) => format!("\n],\"digest\":\"{}\"}}\n", seal.hex()),
            None => "\n],\"digest\":null}\n".to_owned(),
        }
    }
}

fn value(shown: &impl serde::Serialize) -> Result<serde_json::Value, Error> {
    serde_json::to_value(shown).map_err(|error| Error::internal("a part of a record as JSON", error))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RecordEntry {
    pub version: i64,
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    /// `order` and `bot` are shown to the seat's own player alone, to others as `seat`.
    pub by: Author,
    /// Null for the server.
    pub seat: Option<Seat>,
    /// Null for set-up, resignations and the service's own actions, and in an incomplete record for other seats.
    #[schema(value_type = Option<AnyAction>)]
    pub action: Option<Json>,
    /// In a complete record with hidden facts; before, as the viewer may see them.
    #[schema(value_type = Vec<Object>)]
    pub events: Json,
    /// What happened beside the rules, such as votes and pauses.
    pub service_events: Vec<ServiceEvent>,
    /// What chance gave, in order; null until the game is over.
    #[schema(value_type = Option<Vec<Object>>)]
    pub draws: Option<Json>,
    /// SHA-256 over the record up to this entry, as hex; null until the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub digest: Option<String>,
    /// The entry in words; with `include=texts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub texts: Option<RecordEntryTexts>,
}

/// Turns stored entries into entries of the record.
struct EntryWriter<'p> {
    pub ruleset: &'p dyn AnyRuleset,
    pub viewer: Viewer,
}

impl EntryWriter<'_> {
    /// An entry with everything in it, added to the seal.
    pub fn complete(&self, entry: &RecordEntryRow, seal: &mut Seal) -> Result<RecordEntry, Error> {
        let events = raw(entry.events.clone())?;
        let draws = raw(entry.draws.clone().unwrap_or_else(|| "[]".to_owned()))?;
        let mut shown = RecordEntry { events, draws: Some(draws), ..bare(entry)? };
        shown.by = shown.by.redacted();
        shown.action = entry.action.clone().map(raw).transpose()?;
        seal.add(&value(&shown)?);
        shown.digest = Some(seal.hex());
        Ok(shown)
    }

    /// An entry as far as the viewer may know of it.
    pub fn redacted(&self, entry: &RecordEntryRow) -> Result<RecordEntry, Error> {
        let redacted = log::redact(self.ruleset, None, &entry.events, self.viewer);
        let redacted =
            redacted.map_err(|error| Error::internal(format!("version {}", entry.version), error))?;
        let mut shown = RecordEntry { events: raw(encode(&redacted)?)?, ..bare(entry)? };
        if shown.seat.is_some() && shown.seat == self.viewer {
            shown.action = entry.action.clone().map(raw).transpose()?;
        } else {
            shown.by = shown.by.redacted();
        }
        Ok(shown)
    }
}

/// What everybody knows of an entry, and its true author.
fn bare(entry: &RecordEntryRow) -> Result<RecordEntry, Error> {
    let by = log::author(&entry.made_by)?;
    let seat = entry.seat.and_then(|seat| Seat::try_from(seat).ok());
    let (version, at) = (entry.version, entry.created_at);
    let service_events = entry.service_events.as_deref().map(serde_json::from_str).transpose();
    let service_events = service_events
        .map_err(|error| Error::internal(format!("version {version} does not read"), error))?
        .unwrap_or_default();
    let (events, action, draws, digest, texts) = (raw("[]".to_owned())?, None, None, None, None);
    Ok(RecordEntry { version, at, by, seat, action, service_events, events, draws, digest, texts })
}

/// The head of the record of a game, as the caller may see it.
async fn record_head(connection: &mut Connection, loaded: &LoadedGame) -> Result<Head, Error> {
    let last_version = loaded.position()?.0;
    let game = history::recorded_game(connection, loaded.id).await?;
    let game = game.ok_or_else(|| Code::GameNotFound.problem())?;
    // By the first read: if the game ends before the second one, the record does not hold the whole log.
    let complete = loaded.present.status.is_over();
    let players = players(connection, loaded, complete).await?;
    Ok(Head {
        format: FORMAT.to_owned(),
        format_version: FORMAT_VERSION,
        complete,
        viewer: loaded.seat.filter(|_| !complete),
        game: loaded.id,
        status: loaded.present.status.word().to_owned(),
        rules_version: number(game.rules_version)?,
        seat_count: number(game.seat_count)?,
        deal_seats: game.deal_seats,
        options: decode("the options of a game", &game.options)?,
        components: decode("the components of a game", &game.components)?,
        created_at: game.created_at,
        started_at: game.started_at,
        finished_at: game.finished_at.filter(|_| complete),
        last_version,
        commitment: hex::encode(&game.commitment),
        secret: complete.then(|| hex::encode(&game.secret)),
        outcome: outcome(&game, complete)?,
        players,
        competition: decode::<RecordedTerms>("the terms of a game", &game.terms)?.competition,
        name: game.name,
        ruleset: game.ruleset,
    })
}

/// The part of a game's terms that its record has.
#[derive(Deserialize)]
struct RecordedTerms {
    competition: Option<CompetitionPlace>,
}

fn outcome<T: DeserializeOwned>(game: &RecordedGame, complete: bool) -> Result<Option<T>, Error> {
    game.outcome
        .as_deref()
        .filter(|_| complete)
        .map(|outcome| decode("the outcome of a game", outcome))
        .transpose()
}

async fn players(
    connection: &mut Connection,
    loaded: &LoadedGame,
    complete: bool,
) -> Result<Vec<Player>, Error> {
    let joiners: Result<Vec<Joiner>, StoreError> = history::joiners(connection, loaded.id).await;
    joiners?.into_iter().map(|joiner| player(joiner, complete)).collect()
}

fn player(joiner: Joiner, complete: bool) -> Result<Player, Error> {
    Ok(Player {
        join_order: number(joiner.join_order)?,
        seat: number(joiner.seat)?,
        account: joiner.account_id,
        name: joiner.name,
        bot: joiner.bot,
        entropy: complete.then(|| hex::encode(&joiner.entropy)),
    })
}

fn number<N, T: TryFrom<N, Error: std::fmt::Display>>(stored: N) -> Result<T, Error> {
    T::try_from(stored).map_err(|error| Error::internal("a stored number", error.to_string()))
}
