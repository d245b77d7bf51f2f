//! What the table looks like after an answer, as far as the seat can know, and how well it stands then.

use super::standing::standing;
use crate::rules::Seat;
use crate::rulesets::nord::action::{Attack, DefeatJarl, PlaceWorkers};
use crate::rulesets::nord::apply::apply;
use crate::rulesets::nord::board::Field;
use crate::rulesets::nord::components::Components;
use crate::rulesets::nord::event::{Event, JarlDefeated, SettlementAttacked, WorkersPlaced};
use crate::rulesets::nord::judge::attacks::{self, FIFTH, Fate};
use crate::rulesets::nord::sight::Sight;
use crate::rulesets::nord::state::{Secret, State, Table};
use crate::rulesets::nord::treasure::Treasures;

/// A copy of the table to try things on.
struct Trial<'c> {
    components: &'c Components,
    seat: Seat,
    state: State,
}

/// How well the seat stands after a placement with the best attacks that it forces.
pub fn placement(sight: &Sight<'_>, action: &PlaceWorkers) -> i32 {
    let mut trial = Trial::at(sight);
    trial.place(&action.fields);
    trial.after_attacks()
}

/// How well it stands after an attack and the best ones that follow.
pub fn attack(sight: &Sight<'_>, action: &Attack) -> i32 {
    let mut trial = Trial::at(sight);
    trial.attack(action);
    trial.after_attacks()
}

/// How well it stands after a jarl is defeated.
pub fn jarl(sight: &Sight<'_>, action: &DefeatJarl) -> i32 {
    let mut trial = Trial::at(sight);
    let (table, settlement, seat) = (trial.table(), action.settlement, sight.seat);
    let points = table.places.get(table.dragon_boat.len()).copied().unwrap_or(0);
    if let Some(jarl) = table.hold(settlement).jarl {
        trial.happens(Event::JarlDefeated(JarlDefeated { seat, settlement, jarl, points }));
    }
    standing(trial.table(), sight.seat)
}

impl<'c> Trial<'c> {
    fn at(sight: &Sight<'c>) -> Self {
        let state = State { table: sight.table.clone(), secret: Secret::default() };
        Self { components: sight.components, seat: sight.seat, state }
    }

    fn table(&self) -> &Table {
        &self.state.table
    }

    fn sight(&self) -> Sight<'_> {
        let hand = Treasures::default();
        Sight { components: self.components, table: self.table(), seat: self.seat, hand }
    }

    fn happens(&mut self, event: Event) {
        apply(&mut self.state, &event);
    }

    fn at_sea(&self, fields: &[Field]) -> u8 {
        fields.iter().filter(|field| self.table().board.land(**field).is_none()).count() as u8
    }

    /// The workers stand there; which treasures they find is not known, but how many.
    fn place(&mut self, fields: &[Field]) {
        let boats = self.at_sea(fields);
        let placed = WorkersPlaced { seat: self.seat, fields: fields.to_vec(), boats };
        self.happens(Event::WorkersPlaced(placed));
        let found = fields.iter().filter(|field| self.table().treasures.contains(field)).count() as u8;
        if let Some(player) = self.state.table.player_mut(self.seat) {
            player.treasures += found;
        }
    }

    fn attack(&mut self, action: &Attack) {
        let attackers = action.attackers.clone();
        let fate = Fate::of(attackers.len(), action.fifth == Some(action.to), self.table().free_places());
        self.happens(Event::SettlementAttacked(SettlementAttacked {
            seat: self.seat,
            from: action.from,
            to: action.to,
            path: Vec::new(),
            boats: self.at_sea(&attackers),
            attackers,
            dead: fate.dead,
            fighters_to: fate.to,
            fighters_from: fate.from,
            home: fate.home,
        }));
    }

    /// How well the seat stands after all attacks that are forced, each the best at its time.
    fn after_attacks(mut self) -> i32 {
        while let Some(best) = self.best_attack() {
            self.attack(&best);
        }
        standing(self.table(), self.seat)
    }

    fn best_attack(&self) -> Option<Attack> {
        let sight = self.sight();
        let connections = sight.connections();
        let mut best: Option<(i32, Attack)> = None;
        for [from, to] in attacks::pairs(&sight, &connections) {
            for way in connections.ways(from, to, self.seat) {
                for attack in attacks::options(&way, [from, to]) {
                    let value = self.value_of(&attack);
                    if best.as_ref().is_none_or(|(most, _)| value > *most) {
                        best = Some((value, attack));
                    }
                }
            }
        }
        best.map(|(_, attack)| attack)
    }

    fn value_of(&self, attack: &Attack) -> i32 {
        debug_assert!(attack.fifth.is_some() == (attack.attackers.len() >= FIFTH));
        let mut trial = Trial { components: self.components, seat: self.seat, state: self.state.clone() };
        trial.attack(attack);
        standing(trial.table(), self.seat)
    }
}
