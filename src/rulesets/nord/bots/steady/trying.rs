//! What the table looks like after an answer, as far as the seat can know, and how well it stands then.

use super::hand::Hand;
use super::standing::standing;
use crate::nord::action::{Attack, DefeatJarl};
use crate::nord::apply::apply;
use crate::nord::board::{Field, Settlement};
use crate::nord::components::Components;
use crate::nord::connections::Connections;
use crate::nord::event::{Event, FighterMoved, JarlDefeated, SettlementAttacked, WorkersPlaced};
use crate::nord::player_view::PlayerView;
use crate::nord::state::{Secret, State, Table};
use crate::nord::validate::attacks::{self, FIFTH, Fate};
use rules::Seat;

/// A copy of the table to try things on.
pub struct Trial<'c> {
    pub components: &'c Components,
    /// What the seat holds, as far as it knows.
    pub hand: Hand,
    seat: Seat,
    state: State,
}

impl<'c> Trial<'c> {
    /// The table as a seat sees it.
    pub fn at(player: &PlayerView<'c>) -> Self {
        let state = State { table: player.table.clone(), secret: Secret::default() };
        let hand = Hand::of(player.components, player.hand, player.table.next_scoring);
        Self { components: player.components, hand, seat: player.seat, state }
    }

    /// Another copy, in which the seat holds less and something else is changed.
    pub fn with(&self, hand: Hand, change: impl FnOnce(&mut Table)) -> Self {
        let mut other = self.again();
        other.hand = hand;
        if let Some(player) = other.state.table.player_mut(self.seat) {
            player.treasures = hand.known.total();
        }
        change(&mut other.state.table);
        other
    }

    fn again(&self) -> Self {
        let Self { components, hand, seat, .. } = *self;
        Self { components, hand, seat, state: self.state.clone() }
    }

    /// The table as it is in this trial.
    pub fn table(&self) -> &Table {
        &self.state.table
    }

    pub fn player_view(&self) -> PlayerView<'_> {
        PlayerView {
            components: self.components,
            table: self.table(),
            seat: self.seat,
            hand: self.hand.known,
        }
    }

    pub fn standing(&self) -> i32 {
        let connections = Connections::of(&self.table().board, &self.table().workers);
        standing(self.table(), &connections, self.seat, &self.hand)
    }

    /// How well it stands after a placement with the best attacks that it forces.
    pub fn placement(&self, fields: &[Field]) -> i32 {
        let mut trial = self.again();
        trial.place(fields);
        trial.after_attacks()
    }

    /// How well it stands after an attack and the best ones that follow.
    pub fn attack(&self, action: &Attack) -> i32 {
        let mut trial = self.again();
        trial.attacks(action);
        trial.after_attacks()
    }

    /// How well it stands after a jarl is defeated.
    pub fn jarl(&self, action: &DefeatJarl) -> i32 {
        let mut trial = self.again();
        let (table, settlement, seat) = (trial.table(), action.settlement, self.seat);
        let points = table.places.get(table.dragon_boat.len()).copied().unwrap_or(0);
        if let Some(jarl) = table.hold(settlement).jarl {
            trial.happens(Event::JarlDefeated(JarlDefeated { seat, settlement, jarl, points }));
        }
        trial.standing()
    }

    /// A fighter goes from one settlement to another.
    pub fn moves(&mut self, from: Settlement, to: Settlement) {
        self.happens(Event::FighterMoved(FighterMoved { seat: self.seat, from, to }));
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

    fn attacks(&mut self, action: &Attack) {
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
        loop {
            let player = self.player_view();
            let connections = player.connections();
            let Some(best) = self.best_attack(&player, &connections) else {
                return standing(self.table(), &connections, self.seat, &self.hand);
            };
            self.attacks(&best);
        }
    }

    fn best_attack(&self, player: &PlayerView<'_>, connections: &Connections<'_>) -> Option<Attack> {
        let mut best: Option<(i32, Attack)> = None;
        for [from, to] in attacks::pairs(player, connections) {
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
        let mut trial = self.again();
        trial.attacks(attack);
        trial.standing()
    }
}
