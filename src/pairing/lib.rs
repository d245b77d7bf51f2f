//! Competitions: who meets whom in the next round, in which seat, and who stands where.
//!
//! A **competition** has **entrants**, numbered by sign-up from 0, and **rounds**; a round has **tables**, and a
//! table has **seats** in order. The forms are league, Swiss and knockout. All functions are pure: what they answer
//! follows from the competition so far and a secret whose SHA-256 was published before anybody signed up. So once the
//! secret is revealed anybody can find every pairing again; `tests/pairings/verify.py` does, and is the second half
//! of this description. Knows nothing of the web, the database, the rules of any game or the clock. Only whole
//! numbers are used.
//!
//! A pairing comes from [`pair`], standings from [`standings`], and the next season of a league from
//! [`next_divisions`].

mod chance;
mod competition;
mod exact;
mod export;
mod knockout;
mod league;
mod pairing;
mod search;
mod seats;
mod sizes;
mod standings;
mod swiss;

pub use chance::commitment;
pub use competition::{
    Competition, CompetitionForm, CompetitionSettings, CompetitionTable, Correction, Entrant, Fill,
    FirstOrder, KnockoutForm, LeagueForm, PlayedBy, PlayedRound, SeatResult, SwissForm, TableSeat,
};
pub use export::ExportedCompetition;
pub use league::{DivisionRound, DivisionSeason, first_divisions, next_divisions, season};
pub use pairing::{Bye, CannotPair, PairedTable, Pairing, Reason, pair};
pub use standings::{Standing, standings};
