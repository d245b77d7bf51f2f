//! Competitions: sign-up, rounds, standings, and who may do and see what.

mod following;
pub mod hall;
mod organising;
mod played;
mod schedules;
