//! Choosing start settlements, where the island does not name them, and seating the other jarls (rules page §6.1, steps
//! 9 to 11).

use super::action::Action;
use super::board::{Board, Settlement};
use super::components::Components;
use super::event::Recorder;
use super::refusals::{self as no, Validation, ensure, refuse, require_settlement};
use super::state::{Figure, Jarl, State, Table};
use super::turn;
use rules::{Applied, Apply, Seat, wire};

/// A fighter and your jarl go there.
#[wire(Nord)]
pub struct ChooseStart {
    pub settlement: Settlement,
}

/// The seat's first fighter and its jarl are there.
#[wire(Nord)]
pub struct StartChosen {
    pub seat: Seat,
    pub settlement: Settlement,
}

/// Settlements without a player got neutral jarls; jarls that are not needed lie in the large dragon boat.
#[wire(Nord)]
pub struct JarlsSeated {
    pub neutral: Vec<Settlement>,
    /// How many jarls are not needed; they take the lowest places.
    pub unused: u8,
}

fn validate(table: &Table, settlement: Settlement) -> Validation {
    require_settlement(&table.board, settlement, "settlement")?;
    let taken = matches!(table.garrison(settlement).jarl, Some(Jarl::Own { .. }));
    ensure(!taken, || refuse(no::OCCUPIED).at_field("settlement"))
}

impl ChooseStart {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        validate(&recorder.table, self.settlement)?;
        recorder.record(StartChosen { seat, settlement: self.settlement });
        continue_setup(recorder);
        Ok(())
    }
}

/// Those who have given up begin in the first free settlement; after the last player the other jarls are seated, and
/// the first turn begins.
pub fn continue_setup(recorder: &mut Recorder<'_>) {
    let taken = loop {
        let table = &recorder.table;
        let (taken, seat) = (taken(table), table.active);
        if taken.len() == usize::from(table.seats()) {
            break taken;
        }
        let first = free(table).next().filter(|_| table.has_resigned(seat));
        let Some(settlement) = first else { return };
        recorder.record(StartChosen { seat, settlement });
    };
    let table = &recorder.table;
    let seated = seat_jarls(recorder.components, &table.board, &taken, table.seats());
    recorder.record(seated);
    turn::begin_first(recorder);
}

fn taken(table: &Table) -> Vec<Settlement> {
    let own =
        table.settlements.iter().filter(|(_, garrison)| matches!(garrison.jarl, Some(Jarl::Own { .. })));
    own.map(|(settlement, _)| settlement).collect()
}

/// Neutral jarls go into the settlements that no player has taken, unused ones into the large dragon boat (steps 10 and
/// 11).
pub fn seat_jarls(components: &Components, board: &Board, taken: &[Settlement], seats: Seat) -> JarlsSeated {
    let all = board.settlements().map(|(settlement, _)| settlement);
    let neutral = all.filter(|settlement| !taken.contains(settlement)).collect();
    // There is a jarl for each seat (see `components`).
    JarlsSeated { neutral, unused: components.coloured_jarls - seats }
}

impl Apply<State> for StartChosen {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.garrison_mut(self.settlement)?.jarl = Some(Jarl::Own { seat: self.seat });
        table.add_fighters(self.settlement, self.seat, 1)?;
        table.take_men(self.seat, 1)?;
        table.active = (self.seat + 1) % table.seats();
        Ok(())
    }
}

impl Apply<State> for JarlsSeated {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        for &settlement in &self.neutral {
            table.garrison_mut(settlement)?.jarl = Some(Jarl::Neutral {});
        }
        let unused = std::iter::repeat_n(Figure::UnusedJarl {}, usize::from(self.unused));
        table.lay_in_boat(unused)
    }
}

fn free(table: &Table) -> impl Iterator<Item = Settlement> {
    let all = table.board.settlements().map(|(settlement, _)| settlement);
    all.filter(|settlement| validate(table, *settlement).is_ok())
}

pub fn legal(table: &Table) -> Vec<Action> {
    free(table).map(|settlement| Action::ChooseStart(ChooseStart { settlement })).collect()
}
