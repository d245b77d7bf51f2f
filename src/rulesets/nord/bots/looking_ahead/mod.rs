//! The bots that look ahead: what [`rules::search`] has to know of NORD.
//!
//! May know: what its seat sees and its legal answers. Hidden are treasures alone; the bot draws them at random, and
//! its value function takes those that it finds for unknown ones.

mod assets;
mod hand;
mod value;

use std::cmp::Reverse;

use rand::Rng;
use rand::seq::SliceRandom;

use crate::nord::Nord;
use crate::nord::action::{Action, PlayTreasure};
use crate::nord::board::Field;
use crate::nord::components::Components;
use crate::nord::event::Event;
use crate::nord::state::{BuriedTreasure, Phase, PlacementMode, Player, Secret, State, Table};
use crate::nord::treasures::{Treasure, TreasureAction, Treasures};
use crate::nord::view::View;
use hand::ValuedHand;
use rules::search::{Effort, Searchable};
use rules::{Chance, Legal, Rules, Seat};

/// More worlds would only differ in treasures whose kinds the value function does not look at.
pub const STEADY: Effort = Effort { worlds: 1, nodes: 1500, beyond: 0 };
/// Against bots that played by rules of thumb it won 84 % of 200 games of two, 58 % of three and 46 % of four, at 9, 11 and
/// 14 times their cost for a decision. With 8 positions it won no more in games of three and four, at 19 times their cost.
pub const STRONG: Effort = Effort { beyond: 5, ..STEADY };

/// Only the best ways to send a negotiator, judged by the position right after it, are tried with every placement.
const MAX_NEGOTIATORS: usize = 3;

impl Searchable for Nord {
    fn imagine(&self, view: &View, rng: &mut dyn Rng) -> Option<(Seat, State)> {
        let own = view.own.as_ref()?;
        let table = view.table.clone();
        let mut unknown = self.components.treasure_tiles();
        for known in own.treasures.each().chain(table.discard.iter().copied()) {
            if let Some(place) = unknown.iter().position(|tile| *tile == known) {
                unknown.swap_remove(place);
            }
        }
        unknown.shuffle(rng);
        let mut deal = |count: usize| unknown.split_off(unknown.len().saturating_sub(count));
        let hand_of = |(seat, player): (Seat, &Player)| -> Treasures {
            if seat == own.seat { own.treasures } else { deal(player.treasures.into()).into_iter().collect() }
        };
        let hands = (0..).zip(&table.players).map(hand_of).collect();
        let tiles = deal(table.treasures.len());
        let buried = table.treasures.iter().zip(tiles);
        let buried = buried.map(|(&field, treasure)| BuriedTreasure { field, treasure }).collect();
        let mut secret = Secret { hands, buried, draw_pile: unknown, taken: Vec::new() };
        secret.taken_mut(own.seat).clone_from(&own.taken);
        Some((own.seat, State { table, secret: secret.into() }))
    }

    fn value(&self, state: &State, seat: Seat) -> f32 {
        value::value(self, state, seat)
    }

    /// Of the treasures that do the same, the one that is missed least; after a treasure, what it alone allows.
    fn candidates(&self, state: &State, seat: Seat, legal: &Legal<Action>) -> Vec<Action> {
        if matches!(state.table.phase, Phase::ChooseStart {}) {
            return nearest_start(&state.table, legal);
        }
        let spared = TreasureAction::ALL.map(|action| self.spared(state, seat, legal, action));
        let worth_a_try = |action: &&Action| match action {
            Action::PlaceWorkers(placed) => !is_usual(&self.components, &state.table, &placed.fields),
            Action::PlayTreasure(play) => spared.contains(&Some(play.treasure)),
            Action::ChooseStart(_) | Action::Attack(_) | Action::DefeatJarl(_) => true,
        };
        let candidates: Vec<Action> = legal.actions.iter().filter(worth_a_try).cloned().collect();
        if candidates.is_empty() {
            return legal.actions.clone();
        }
        self.with_best_negotiators(state, seat, candidates)
    }

    fn awaits_replies(&self, _action: &Action) -> bool {
        false
    }

    /// The value of a placement is that of the best attacks after it, so that none is looked at again.
    fn ends_plan(&self, event: &Event) -> bool {
        self.reveals(event) || matches!(event, Event::WorkersPlaced(_) | Event::SettlementAttacked(_))
    }

    /// All but treasures, which can be played in many ways and are played in few turns.
    fn replies(&self, _state: &State, _seat: Seat, legal: &Legal<Action>) -> Vec<Action> {
        legal.actions.iter().filter(|action| as_play(action).is_none()).cloned().collect()
    }
}

impl Nord {
    /// The treasure in hand that is missed least of those that do this.
    fn spared(
        &self,
        state: &State,
        seat: Seat,
        legal: &Legal<Action>,
        action: TreasureAction,
    ) -> Option<Treasure> {
        let (components, next_scoring) = (&self.components, state.table.next_scoring);
        let hand = ValuedHand::of(components, state.secret.hand(seat), next_scoring);
        let tiles = legal.actions.iter().filter_map(as_play).map(|play| play.treasure);
        let of_action = tiles.filter(|tile| components.action_of(*tile) == action);
        of_action.max_by_key(|tile| (hand.without(components, *tile, next_scoring).value, Reverse(*tile)))
    }

    fn with_best_negotiators(&self, state: &State, seat: Seat, actions: Vec<Action>) -> Vec<Action> {
        let sends = |action: &Action| as_play(action).is_some_and(|play| play.to.is_some());
        let (ways, mut others): (Vec<Action>, Vec<Action>) = actions.into_iter().partition(sends);
        let valued = ways.into_iter().filter_map(|way| {
            let mut after = state.clone();
            self.carry_out(&mut after, Some(seat), &way, &mut Chance::seeded(Default::default())).ok()?;
            Some((value::value(self, &after, seat), way))
        });
        let mut valued: Vec<(f32, Action)> = valued.collect();
        valued.sort_by(|one, other| other.0.total_cmp(&one.0));
        others.extend(valued.into_iter().take(MAX_NEGOTIATORS).map(|(_, way)| way));
        others
    }
}

/// The start nearest to the small dragon boat: the value function says nothing about places.
fn nearest_start(table: &Table, legal: &Legal<Action>) -> Vec<Action> {
    let board = &table.board;
    let distance = |action: &&Action| match action {
        Action::ChooseStart(start) => {
            board.field_of(start.settlement).map(|field| field.distance(board.island.dragon_boat))
        }
        _ => None,
    };
    legal.actions.iter().min_by_key(distance).cloned().into_iter().collect()
}

const fn as_play(action: &Action) -> Option<&PlayTreasure> {
    match action {
        Action::PlayTreasure(play) => Some(play),
        _ => None,
    }
}

/// Could these workers be placed without the treasure that was played for them?
fn is_usual(components: &Components, table: &Table, fields: &[Field]) -> bool {
    let area = |field: &Field| table.board.land(*field).map(|land| land.area);
    let first = fields.first().and_then(area);
    match table.this_turn.mode {
        PlacementMode::Normal => false,
        PlacementMode::TwoAreas => fields.iter().all(|field| area(field) == first),
        PlacementMode::ManyWorkers => {
            let limits = components.limits;
            fields.len() <= usize::from(if first.is_some() { limits.land } else { limits.sea })
        }
    }
}
