//! The bot that does something sensible: it tries every answer on a copy of the position and takes the one after which
//! it stands best. A treasure is worth playing if the best placement that it allows is worth more than the best one
//! without it, by more than the tile would bring at the end.
//!
//! May know: what its seat sees and its legal answers. It uses no randomness: the same position
//! gets the same answer. It considers nothing beyond the end of its own turn.

use std::cmp::Reverse;

use super::evaluation::{ValuedHand, evaluate};
use crate::nord::action::{Action, Attack, DefeatJarl, PlayTreasure};
use crate::nord::board::Field;
use crate::nord::components::Components;
use crate::nord::connections::Connections;
use crate::nord::event::{FighterMoved, JarlDefeated, WorkersPlaced};
use crate::nord::placement::Fields;
use crate::nord::state::{PlacementMode, State, Table};
use crate::nord::treasures::TreasureAction;
use crate::nord::view::PlayerView;
use crate::nord::{attacks, placement};
use rules::{Apply, Choice, Legal, Seat, Shared};

/// The answer after which the seat stands best, the first of equals.
pub fn choose(player: &PlayerView<'_>, legal: &[Legal<Action>]) -> Option<Choice<Action>> {
    // At most one decision of a seat is open at a time.
    let legal = legal.first()?;
    let simulation = Simulation::at(player);
    let values = legal.actions.iter().filter_map(|action| Some((value(&simulation, action)?, action)));
    let best = first_best(values);
    let most = best.map(|(most, _)| most);
    if let Some(play) = best_treasure(&simulation, &legal.actions, most) {
        return Some(legal.answer(Action::PlayTreasure(play)));
    }
    best.map(|(_, action)| legal.answer(action.clone()))
}

/// The first of those with the highest value.
fn first_best<T>(values: impl Iterator<Item = (i32, T)>) -> Option<(i32, T)> {
    values.reduce(|best, next| if next.0 > best.0 { next } else { best })
}

/// How good an answer is; only to be compared with other answers to the same question. Treasures are compared apart.
fn value(simulation: &Simulation<'_>, action: &Action) -> Option<i32> {
    Some(match action {
        Action::ChooseStart(start) => {
            let board = &simulation.table().board;
            -(board.field_of(start.settlement)?.distance(board.island.dragon_boat) as i32)
        }
        Action::PlayTreasure(_) => return None,
        Action::PlaceWorkers(placed) => simulation.placement(&placed.fields),
        Action::Attack(attack) => simulation.attack(attack),
        Action::DefeatJarl(defeated) => simulation.jarl(defeated),
    })
}

/// Only the best ways to send a negotiator, judged by the position right after it, are tried with every placement.
const MAX_NEGOTIATORS: usize = 3;

/// The treasure after which the seat stands better than `most`, if there is one among the answers.
fn best_treasure(simulation: &Simulation<'_>, answers: &[Action], most: Option<i32>) -> Option<PlayTreasure> {
    let plays: Vec<&PlayTreasure> = answers
        .iter()
        .filter_map(|answer| match answer {
            Action::PlayTreasure(play) => Some(play),
            _ => None,
        })
        .collect();
    let values = TreasureAction::ALL.into_iter().filter_map(|action| {
        let of_action = plays.iter().filter(|play| simulation.components.action_of(play.treasure) == action);
        // The tile that is missed least.
        let left = |play: &PlayTreasure| {
            simulation.hand.without(simulation.components, play.treasure, simulation.table().next_scoring)
        };
        let tile = of_action.clone().max_by_key(|play| (left(play).value, Reverse(play.treasure)))?;
        match action {
            TreasureAction::Negotiator => {
                let ways = of_action.filter(|play| play.treasure == tile.treasure).copied().collect();
                best_negotiator(simulation, left(tile), ways)
            }
            other => best_with_mode(simulation, left(tile), tile, other.mode()),
        }
    });
    let (value, play) = first_best(values)?;
    most.is_none_or(|most| value > most).then_some(play)
}

fn best_with_mode(
    simulation: &Simulation<'_>,
    left: ValuedHand,
    play: &PlayTreasure,
    mode: PlacementMode,
) -> Option<(i32, PlayTreasure)> {
    let played = simulation.with(left, |table| {
        table.this_turn.played = Some(play.treasure);
        table.this_turn.mode = mode;
    });
    let values = placements(&played)
        .filter(|fields| !is_usual(simulation, fields, mode))
        .map(|fields| played.placement(&fields));
    values.max().map(|value| (value, play.clone()))
}

/// Could these workers be placed without the treasure?
fn is_usual(simulation: &Simulation<'_>, fields: &[Field], mode: PlacementMode) -> bool {
    let board = &simulation.table().board;
    let limits = simulation.components.limits;
    let area = |field: &Field| board.land(*field).map(|land| land.area);
    let first = fields.first().and_then(area);
    match mode {
        PlacementMode::Normal => true,
        PlacementMode::TwoAreas => fields.iter().all(|field| area(field) == first),
        PlacementMode::ManyWorkers => {
            fields.len() <= usize::from(if first.is_some() { limits.land } else { limits.sea })
        }
    }
}

/// The best of the ways to send the negotiator, each with the best placement after it.
fn best_negotiator(
    simulation: &Simulation<'_>,
    left: ValuedHand,
    ways: Vec<&PlayTreasure>,
) -> Option<(i32, PlayTreasure)> {
    let sent = |play: &PlayTreasure| -> Option<Simulation<'_>> {
        let (from, to) = (play.from?, play.to?);
        let mut after = simulation.with(left, |table| table.this_turn.played = Some(play.treasure));
        after.record(FighterMoved { seat: after.seat, from, to });
        Some(after)
    };
    let mut ways: Vec<(i32, &PlayTreasure, Simulation<'_>)> =
        ways.into_iter().filter_map(|play| sent(play).map(|after| (after.evaluate(), play, after))).collect();
    ways.sort_by_key(|(value, ..)| Reverse(*value));
    ways.truncate(MAX_NEGOTIATORS);
    let best = |after: &Simulation<'_>| placements(after).map(|fields| after.placement(&fields)).max();
    let values = ways.iter().filter_map(|(_, play, after)| Some((best(after)?, (*play).clone())));
    values.max_by_key(|(value, _)| *value)
}

fn placements<'t>(simulation: &'t Simulation<'_>) -> impl Iterator<Item = Fields> + use<'t> {
    let player = simulation.player_view();
    placement::placements(&player, &player.connections())
}

/// A copy of the position, as far as the seat can know it, to try answers on.
#[derive(Clone)]
struct Simulation<'c> {
    components: &'c Components,
    /// The treasures of the seat, as far as it knows them.
    hand: ValuedHand,
    seat: Seat,
    state: State,
}

impl<'c> Simulation<'c> {
    fn at(player: &PlayerView<'c>) -> Self {
        let state = State { table: player.table.clone().into(), secret: Shared::default() };
        let hand = ValuedHand::of(player.components, player.hand, player.table.next_scoring);
        Self { components: player.components, hand, seat: player.seat, state }
    }

    /// Another copy, with another hand and a change.
    fn with(&self, hand: ValuedHand, change: impl FnOnce(&mut Table)) -> Self {
        let mut other = Self { hand, ..self.clone() };
        if let Ok(player) = other.state.table.player_mut(self.seat) {
            player.treasures = hand.known.total();
        }
        change(&mut other.state.table);
        other
    }

    fn table(&self) -> &Table {
        &self.state.table
    }

    fn player_view(&self) -> PlayerView<'_> {
        PlayerView {
            components: self.components,
            table: self.table(),
            seat: self.seat,
            hand: self.hand.known,
        }
    }

    fn evaluate(&self) -> i32 {
        evaluate(self.table(), &self.table().connections(), self.seat, &self.hand)
    }

    /// How well it stands after a placement with the best attacks that it forces.
    fn placement(&self, fields: &[Field]) -> i32 {
        let mut simulation = self.clone();
        simulation.place(fields);
        simulation.after_attacks()
    }

    /// How well it stands after an attack and the best ones that follow.
    fn attack(&self, action: &Attack) -> i32 {
        let mut simulation = self.clone();
        simulation.carry_out(action);
        simulation.after_attacks()
    }

    /// How well it stands after a jarl is defeated.
    fn jarl(&self, action: &DefeatJarl) -> i32 {
        let mut simulation = self.clone();
        let (settlement, seat) = (action.settlement, self.seat);
        let (jarl, place) = (self.table().garrison(settlement).jarl, self.table().next_place());
        if let Some((jarl, points)) = jarl.zip(place) {
            simulation.record(JarlDefeated { seat, settlement, jarl, points });
        }
        simulation.evaluate()
    }

    fn record(&mut self, event: impl Apply<State>) {
        // A bot that imagines an event wrongly only plays worse.
        let _ = event.apply(&mut self.state);
    }

    /// The workers stand there; which treasures they find is not known, but how many.
    fn place(&mut self, fields: &[Field]) {
        let (seat, boats) = (self.seat, self.table().count_at_sea(fields) as u8);
        self.record(WorkersPlaced { seat, fields: fields.to_vec(), boats });
        let found = fields.iter().filter(|field| self.table().treasures.contains(field)).count() as u8;
        if let Ok(player) = self.state.table.player_mut(seat) {
            player.treasures += found;
        }
    }

    fn carry_out(&mut self, action: &Attack) {
        let attacked = attacks::attack(self.table(), self.seat, action, action.attackers.clone(), Vec::new());
        self.record(attacked);
    }

    /// How well the seat stands after all attacks that are forced, each the best at its time.
    fn after_attacks(mut self) -> i32 {
        loop {
            // Computed once for both, since this runs for every placement.
            let connections = self.table().connections();
            let Some(best) = self.best_attack(&connections) else {
                return evaluate(self.table(), &connections, self.seat, &self.hand);
            };
            self.carry_out(&best);
        }
    }

    fn best_attack(&self, connections: &Connections) -> Option<Attack> {
        let attacks = attacks::legal(&self.player_view(), connections).into_iter();
        let values = attacks.map(|attack| {
            let mut simulation = self.clone();
            simulation.carry_out(&attack);
            (simulation.evaluate(), attack)
        });
        first_best(values).map(|(_, attack)| attack)
    }
}
