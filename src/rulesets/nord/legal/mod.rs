//! Every way to answer the open decision of a seat, listed by the predicates that judge it (rules page §8.1).
//!
//! Everything is listed ready to send; there are no shapes. Placements come first, the shortest first, then jarls, then
//! treasures.

mod sets;

use super::action::{Action, ChooseStart, DefeatJarl, PlaceWorkers, PlayTreasure};
use super::board::{Field, Settlement};
use super::connections::Connections;
use super::judge::{attacks, jarls, placement, start, treasures};
use super::question::{Question, of_seat};
use super::sight::Sight;
use super::state::Table;
use super::treasure::{Treasure, TreasureAction};
use crate::rules::Legal;

/// The open decision of the seat with its answers.
pub fn legal(sight: Sight<'_>) -> Vec<Legal<Action>> {
    let Some(question) = of_seat(sight.table, sight.seat) else { return Vec::new() };
    let decision = question.decision(sight.table, sight.seat);
    vec![Legal { decision, actions: answers(&sight, question), shapes: Vec::new() }]
}

/// The answers to a question.
pub fn answers(sight: &Sight<'_>, question: Question) -> Vec<Action> {
    match question {
        Question::ChooseStart => {
            starts(sight.table).map(|settlement| Action::ChooseStart(ChooseStart { settlement })).collect()
        }
        Question::Turn => turn(sight),
        Question::Attack => all_attacks(sight),
    }
}

fn starts(table: &Table) -> impl Iterator<Item = Settlement> {
    let all = table.board.settlements().map(|(settlement, _)| settlement);
    all.filter(|settlement| start::choice(table, *settlement).is_ok())
}

fn turn(sight: &Sight<'_>) -> Vec<Action> {
    let connections = sight.connections();
    let placements = placements(sight, &connections).into_iter();
    let mut actions: Vec<Action> =
        placements.map(|fields| Action::PlaceWorkers(PlaceWorkers { fields })).collect();
    let can_place = !actions.is_empty();
    if sight.table.this_turn.played.is_none() {
        let defeatable = jarls::defeatable(sight, &connections).into_iter();
        actions.extend(defeatable.map(|settlement| Action::DefeatJarl(DefeatJarl { settlement })));
        if can_place {
            playable(sight, &connections, &mut actions);
        }
    }
    actions
}

/// Every set of fields on which the seat can place workers now.
pub fn placements(sight: &Sight<'_>, connections: &Connections<'_>) -> Vec<Vec<Field>> {
    let board = &sight.table.board;
    let roots = connections.roots(sight.own());
    let sets = sets::sets(board, connections, &roots, placement::bounds(sight));
    sets.iter().map(|set| set.cells().map(|cell| board.field(cell)).collect()).collect()
}

fn playable(sight: &Sight<'_>, connections: &Connections<'_>, actions: &mut Vec<Action>) {
    for (treasure, _) in sight.hand.kinds() {
        if sight.components.action_of(treasure) == TreasureAction::Negotiator {
            actions.extend(journeys(sight, connections, treasure));
        } else {
            actions.push(Action::PlayTreasure(PlayTreasure { treasure, from: None, to: None }));
        }
    }
}

/// Every move of a fighter that a negotiator can make.
fn journeys(sight: &Sight<'_>, connections: &Connections<'_>, treasure: Treasure) -> Vec<Action> {
    let links = connections.links();
    let pairs = sight.own().settlements().flat_map(|from| {
        let linked = links.with(from).settlements();
        linked.map(move |to| [from, to])
    });
    let allowed = pairs.filter(|[from, to]| treasures::negotiator(sight, connections, *from, *to).is_ok());
    let played = |[from, to]: [Settlement; 2]| PlayTreasure { treasure, from: Some(from), to: Some(to) };
    allowed.map(|pair| Action::PlayTreasure(played(pair))).collect()
}

fn all_attacks(sight: &Sight<'_>) -> Vec<Action> {
    let connections = sight.connections();
    let mut actions = Vec::new();
    for [from, to] in attacks::pairs(sight, &connections) {
        for way in connections.ways(from, to, sight.seat) {
            actions.extend(attacks::options(&way, [from, to]).into_iter().map(Action::Attack));
        }
    }
    actions
}
