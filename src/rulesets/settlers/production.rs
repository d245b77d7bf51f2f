//! The roll: production, or a seven (rules page §6.2, §6.3).

use super::event::Recorder;
use super::refusals::Validation;
use super::resource::{Bundle, Resource};
use super::robber;
use super::state::{SeatCards, State, Table};
use rules::{Applied, Apply, Seat, wire};

/// Rolls both dice; a 7 brings the robber.
#[wire(Settlers)]
pub struct Roll {}

/// The yield follows, or after a 7 the robber.
#[wire(Settlers)]
pub struct DiceRolled {
    pub seat: Seat,
    /// Two faces, 1 to 6.
    pub dice: [u8; 2],
}

/// What the hexes with the rolled number gave.
#[wire(Settlers)]
pub struct ResourcesProduced {
    /// By seat; those that got nothing are missing.
    pub yields: Vec<SeatCards>,
    /// Kinds of which the bank had too few: nobody got any.
    pub short: Vec<Resource>,
}

const MAX_SEATS: usize = 4;

impl Roll {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let mut die = || recorder.chance.die("die", 6) as u8;
        let dice = [die(), die()];
        recorder.record(DiceRolled { seat, dice });
        match dice.iter().sum() {
            7 => robber::seven(recorder, seat),
            number => produce(recorder, number),
        }
        Ok(())
    }
}

/// Of each kind every seat gets what it claims, or, if the bank can't pay all claims, none gets any.
fn produce(recorder: &mut Recorder<'_>, number: u8) {
    let table = &recorder.table;
    let claims = claims(table, number);
    let total = |kind: Resource| claims.iter().map(|claim| u16::from(claim.get(kind))).sum::<u16>();
    let is_short = |kind: &Resource| total(*kind) > u16::from(table.bank.get(*kind));
    let short: Vec<Resource> = Resource::ALL.into_iter().filter(is_short).collect();
    let paid = |mut cards: Bundle| {
        short.iter().for_each(|kind| cards.set(*kind, 0));
        cards
    };
    let yields = (0..).zip(claims).map(|(seat, claim)| SeatCards { seat, cards: paid(claim) });
    let yields = yields.filter(|yields| !yields.cards.is_empty()).collect();
    recorder.record(ResourcesProduced { yields, short });
}

/// What the buildings around the hexes of that number claim, by seat; the robber's hex gives nothing, and seats that
/// have given up claim nothing, else the bank would run dry for the others.
fn claims(table: &Table, number: u8) -> [Bundle; MAX_SEATS] {
    let mut claims = [Bundle::EMPTY; MAX_SEATS];
    for (hex, land) in table.board.lands() {
        let Some(resource) = land.terrain.resource() else { continue };
        if land.number != Some(number) || hex == table.robber {
            continue;
        }
        for building in table.buildings_on(hex).filter(|building| !table.has_resigned(building.seat)) {
            claims[usize::from(building.seat)] += Bundle::of(resource, building.kind.worth());
        }
    }
    claims
}

impl Apply<State> for DiceRolled {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.count_act(self.seat)?;
        state.table.dice = Some(self.dice);
        Ok(())
    }
}

impl Apply<State> for ResourcesProduced {
    fn apply(&self, state: &mut State) -> Applied {
        self.yields.iter().try_for_each(|yields| state.pay_out(yields.seat, yields.cards))?;
        state.table.enter_main();
        Ok(())
    }
}
