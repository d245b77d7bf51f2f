//! A competition as it is stored, put together: what `pairing` computes with, and who the entrants are.

use pairing::{Competition, Correction, Entrant, PairedTable, PlayedRound, Standing};
use uuid::Uuid;

use super::settings::Terms;
use super::terms_of;
use crate::error::{Code, Error};
use crate::service::stored_json::decode;
use crate::store::competition_rounds::{self, RoundRow, TableRow};
use crate::store::competitions::{self, CompetitionRow, CorrectionRow, EntrantRow};
use crate::store::{Connection, accounts};

pub struct Stored {
    pub row: CompetitionRow,
    pub terms: Terms,
    /// Those who have a number, by it.
    pub entrants: Vec<EntrantRow>,
    pub rounds: Vec<RoundRow>,
    /// Round by round.
    pub tables: Vec<TableRow>,
    pub corrections: Vec<CorrectionRow>,
    pub competition: Competition,
}

impl Stored {
    pub async fn load(connection: &mut Connection, row: CompetitionRow) -> Result<Self, Error> {
        let terms = terms_of(&row)?;
        let mut entrants = competitions::entrants(connection, row.id).await?;
        entrants.retain(|entrant| entrant.number.is_some());
        entrants.sort_by_key(|entrant| entrant.number);
        let rounds = competition_rounds::all(connection, row.id).await?;
        let tables = competition_rounds::tables(connection, row.id).await?;
        let corrections = competitions::corrections(connection, row.id).await?;
        let mut competition = terms.competition();
        competition.entrants = entrants.iter().map(entrant).collect();
        competition.rounds = rounds.iter().map(|round| played(round, &tables)).collect::<Result<_, _>>()?;
        competition.corrections = corrections.iter().map(correction).collect::<Result<_, _>>()?;
        Ok(Self { row, terms, entrants, rounds, tables, corrections, competition })
    }

    pub fn secret(&self) -> Result<[u8; 32], Error> {
        self.row
            .secret
            .as_slice()
            .try_into()
            .map_err(|error| Error::internal("the secret of a competition", error))
    }

    /// An error where what is stored contradicts itself.
    pub fn must_be_sound(&self) -> Result<(), Error> {
        let broken = |error| Error::internal(format!("competition {}", self.row.id), error);
        self.competition.check().map_err(broken)
    }

    pub fn standings(&self) -> Result<Vec<Standing>, Error> {
        self.must_be_sound()?;
        Ok(pairing::standings(&self.competition, &self.secret()?))
    }

    /// Error: `round_not_found`.
    pub fn played(&self, round: i32) -> Result<&PlayedRound, Error> {
        let index = usize::try_from(round - 1).ok();
        let found = index.and_then(|index| self.competition.rounds.get(index));
        found.ok_or_else(|| Code::RoundNotFound.problem())
    }

    /// Who was paired at a table.
    pub fn paired(&self, table: &TableRow) -> Result<&PairedTable, Error> {
        let index = usize::try_from(table.number).ok();
        let found = index.and_then(|index| self.played(table.round).ok()?.pairing.tables.get(index));
        found.ok_or_else(|| Error::bug(format!("game {} is of no table", table.game_id)))
    }

    pub fn tables_of(&self, round: i32) -> impl Iterator<Item = &TableRow> {
        self.tables.iter().filter(move |table| table.round == round)
    }

    /// Are all games of the last round over?
    pub fn round_is_over(&self) -> bool {
        self.tables_of(self.row.round).all(|table| table.ended_at.is_some())
    }

    pub fn all_is_over(&self) -> bool {
        self.tables.iter().all(|table| table.ended_at.is_some())
    }

    pub fn entrant(&self, number: u32) -> Option<&EntrantRow> {
        self.entrants.get(number as usize)
    }

    /// Names of the entrants by number; bots have that of their kind.
    pub async fn names(&self, connection: &mut Connection) -> Result<Vec<String>, Error> {
        names(connection, &self.entrants).await
    }
}

/// What these are called; bots by the name of their kind.
pub async fn names(connection: &mut Connection, rows: &[EntrantRow]) -> Result<Vec<String>, Error> {
    let ids: Vec<Uuid> = rows.iter().filter_map(|row| row.account_id).collect();
    let known = accounts::names(connection, &ids).await?;
    let name = |row: &EntrantRow| match row.account_id {
        Some(id) => {
            known.iter().find(|(account, _)| *account == id).map(|(_, name)| name.clone()).unwrap_or_default()
        }
        None => row.bot.clone().unwrap_or_default(),
    };
    Ok(rows.iter().map(name).collect())
}

fn entrant(row: &EntrantRow) -> Entrant {
    let round = |stored: Option<i32>| stored.and_then(|round| u32::try_from(round).ok());
    Entrant { withdrawn_from: round(row.withdrawn_from), replaced_from: round(row.replaced_from) }
}

fn played(round: &RoundRow, tables: &[TableRow]) -> Result<PlayedRound, Error> {
    let pairing = decode(
        format_args!("round {} of competition {}", round.round, round.competition_id),
        &round.pairing,
    )?;
    let of_round = || tables.iter().filter(|table| table.round == round.round);
    let results = of_round().map(|table| {
        let results = table.results.as_deref();
        results.map(|text| decode(format_args!("the results of game {}", table.game_id), text)).transpose()
    });
    let results = results.collect::<Result<_, _>>()?;
    let next = u32::try_from(round.round + 1).unwrap_or_default();
    let known = |table: &TableRow| table.known_from.and_then(|from| u32::try_from(from).ok()).unwrap_or(next);
    let known_from: Vec<u32> = of_round().map(known).collect();
    // Where no round was paired before the results were there, nothing needs to be said.
    let known_from = if known_from.iter().all(|from| *from == next) { Vec::new() } else { known_from };
    Ok(PlayedRound { pairing, results, known_from })
}

fn correction(row: &CorrectionRow) -> Result<Correction, Error> {
    decode(format_args!("correction {} of competition {}", row.number, row.competition_id), &row.correction)
}
