//! Every way to answer the open decision of a seat, listed by the predicates that validate it (rules page §8.1).
//!
//! Everything is listed ready to send; there are no shapes. Placements come first, the shortest first, then jarls, then
//! treasures.

mod sets;

use super::action::{Action, ChooseStart, DefeatJarl, PlaceWorkers, PlayTreasure};
use super::board::{Field, Settlement};
use super::connections::Connections;
use super::player_view::PlayerView;
use super::question::{Question, of_seat};
use super::state::Table;
use super::treasure::{Treasure, TreasureAction};
use super::validate::{attacks, jarls, placement, start, treasures};
use rules::Legal;

/// The open decision of the seat with its answers.
pub fn legal(player: PlayerView<'_>) -> Vec<Legal<Action>> {
    let Some(question) = of_seat(player.table, player.seat) else { return Vec::new() };
    let decision = question.decision(player.table, player.seat);
    vec![Legal { decision, actions: answers(&player, question), shapes: Vec::new() }]
}

pub fn answers(player: &PlayerView<'_>, question: Question) -> Vec<Action> {
    match question {
        Question::ChooseStart => {
            starts(player.table).map(|settlement| Action::ChooseStart(ChooseStart { settlement })).collect()
        }
        Question::Turn => turn(player),
        Question::Attack => all_attacks(player),
    }
}

fn starts(table: &Table) -> impl Iterator<Item = Settlement> {
    let all = table.board.settlements().map(|(settlement, _)| settlement);
    all.filter(|settlement| start::choice(table, *settlement).is_ok())
}

fn turn(player: &PlayerView<'_>) -> Vec<Action> {
    let connections = player.connections();
    let placements = placements(player, &connections).into_iter();
    let mut actions: Vec<Action> =
        placements.map(|fields| Action::PlaceWorkers(PlaceWorkers { fields })).collect();
    let can_place = !actions.is_empty();
    if player.table.this_turn.played.is_none() {
        let defeatable = jarls::defeatable(player, &connections).into_iter();
        actions.extend(defeatable.map(|settlement| Action::DefeatJarl(DefeatJarl { settlement })));
        if can_place {
            playable(player, &connections, &mut actions);
        }
    }
    actions
}

/// Every set of fields on which the seat can place workers now.
pub fn placements(player: &PlayerView<'_>, connections: &Connections<'_>) -> Vec<Vec<Field>> {
    let board = &player.table.board;
    let roots = connections.roots(player.own());
    let sets = sets::sets(board, connections, &roots, placement::bounds(player));
    sets.iter().map(|set| set.cells().map(|cell| board.field(cell)).collect()).collect()
}

fn playable(player: &PlayerView<'_>, connections: &Connections<'_>, actions: &mut Vec<Action>) {
    for (treasure, _) in player.hand.kinds() {
        if player.components.action_of(treasure) == TreasureAction::Negotiator {
            actions.extend(journeys(player, connections, treasure));
        } else {
            actions.push(Action::PlayTreasure(PlayTreasure { treasure, from: None, to: None }));
        }
    }
}

/// Every move of a fighter that a negotiator can make.
fn journeys(player: &PlayerView<'_>, connections: &Connections<'_>, treasure: Treasure) -> Vec<Action> {
    let links = connections.links();
    let pairs = player.own().settlements().flat_map(|from| {
        let linked = links.with(from).settlements();
        linked.map(move |to| [from, to])
    });
    let allowed = pairs.filter(|[from, to]| treasures::negotiator(player, connections, *from, *to).is_ok());
    let played = |[from, to]: [Settlement; 2]| PlayTreasure { treasure, from: Some(from), to: Some(to) };
    allowed.map(|pair| Action::PlayTreasure(played(pair))).collect()
}

fn all_attacks(player: &PlayerView<'_>) -> Vec<Action> {
    let connections = player.connections();
    let mut actions = Vec::new();
    for [from, to] in attacks::pairs(player, &connections) {
        for way in connections.ways(from, to, player.seat) {
            actions.extend(attacks::options(&way, [from, to]).into_iter().map(Action::Attack));
        }
    }
    actions
}
