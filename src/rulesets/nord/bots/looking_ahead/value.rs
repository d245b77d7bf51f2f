//! How well a seat stands: the points that everybody will have at the end if the position stays much as it is.
//!
//! Each thing that scores is worth something at the beginning of a stage, which is the time up to a scoring, and
//! something at its end, when the large dragon boat is full. What it is worth at the end is what the scoring gives for
//! it and what is left of it at the beginning of the next stage. So a scoring that comes changes nothing by itself, and
//! a turn that brings it is compared fairly with one that doesn't.

use super::hand::{ValuedHand, expected_score};
use crate::nord::Nord;
use crate::nord::action::Action;
use crate::nord::attacks;
use crate::nord::board::{Ground, Settlement};
use crate::nord::connections::Connections;
use crate::nord::state::{Figure, MAX_SEATS, Phase, State, Table};
use crate::nord::treasures::Treasures;
use crate::nord::view::PlayerView;
use crate::nord::{jarls, scoring};
use rules::{Chance, Rules, Seat};

/// What counts for a seat.
#[derive(Clone, Copy)]
enum Asset {
    /// Forest areas that deliver.
    Forests,
    /// Mountain workers who deliver.
    Mountains,
    /// The squares of fed fighters.
    Fed,
    /// The squares of those who would be fed without fishing boats.
    FedOnLand,
    /// Those fed by fishing boats alone.
    FedAtSea,
    Unfed,
    Supply,
    Dead,
    /// Workers in fishing boats.
    AtSea,
    /// The number of the next place in the large dragon boat, if a jarl can be defeated.
    Jarl,
    /// The same if only the funeral is missing.
    JarlWithoutFuneral,
}

const ASSETS: usize = 11;

type Assets = [f32; ASSETS];

/// A hundredth of a point decides between those who have equal points, as more tiles do.
const TILE_AT_THE_END: f32 = 0.01;
/// After a treasure workers are still to be placed: such a position only serves to compare treasures.
const UNFINISHED: f32 = 1000.0;

/// The worth of each asset in points, by stage, at its beginning and at its end.
const WEIGHTS: [[[f32; 2]; 4]; ASSETS] = [
    [[0.9, 1.45], [0.45, 0.75], [0.75, 1.0], [0.0, 0.0]], // forests
    [[0.75, 1.3], [0.35, 0.65], [0.65, 1.15], [0.0, 0.0]], // mountains
    [[0.8, 0.85], [0.85, 1.0], [0.25, 0.6], [0.6, 1.0]],  // fed
    [[0.1, 0.1], [0.1, 0.7], [0.45, 0.15], [0.15, 0.0]],  // fed on land
    [[0.0, 0.0], [0.0, 0.8], [0.0, 0.0], [0.0, 0.0]],     // fed at sea
    [[0.9, 0.9], [0.9, 0.25], [0.8, 0.6], [0.6, 0.0]],    // unfed
    [[0.3, 0.3], [0.3, 0.25], [0.25, 0.15], [0.15, 0.0]], // supply
    [[0.15, 0.3], [0.15, 0.25], [0.12, 0.15], [0.07, 0.0]], // dead
    [[0.1, 0.1], [0.1, 0.25], [0.05, 0.0], [0.0, 0.0]],   // at sea
    [[0.7, 0.49], [0.7, 0.49], [0.7, 0.49], [0.6, 0.0]],  // jarl
    [[0.3, 0.18], [0.3, 0.18], [0.3, 0.18], [0.2, 0.0]],  // jarl without funeral
];

/// What a treasure of another seat is worth.
const TREASURE: f32 = 2.6;

/// How well the seat stands, in points ahead of the others.
pub fn value(rules: &Nord, state: &State, seat: Seat) -> f32 {
    match state.table.phase {
        Phase::Attack {} => match attacked(rules, state) {
            Some(after) => value(rules, &after, seat),
            None => ahead(&expected(rules, state, seat), &state.table, seat),
        },
        Phase::Over { .. } => ahead(&reached(&state.table), &state.table, seat),
        _ => {
            let unfinished = if state.table.this_turn.played.is_some() { UNFINISHED } else { 0.0 };
            ahead(&expected(rules, state, seat), &state.table, seat) - unfinished
        }
    }
}

/// The position after the attack that is best for the active seat.
fn attacked(rules: &Nord, state: &State) -> Option<State> {
    let seat = state.table.active;
    let player = PlayerView::of(&rules.components, state, seat);
    let attacks = attacks::legal(&player, &player.connections());
    let only = attacks.len() == 1;
    let after = attacks.into_iter().filter_map(|attack| {
        let mut after = state.clone();
        let action = Action::Attack(attack);
        let carried_out =
            rules.carry_out(&mut after, Some(seat), &action, &mut Chance::seeded(Default::default()));
        carried_out.ok().map(|_| after)
    });
    let valued = after.map(|after| (if only { 0.0 } else { value(rules, &after, seat) }, after));
    valued.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, after)| after)
}

/// How many points the seat is ahead of the others' average. To let the best of them count for half won 14 games of 48
/// against two `steady` bots instead of 21.
fn ahead(points: &[f32; MAX_SEATS], table: &Table, seat: Seat) -> f32 {
    let others = table.playing().filter(|other| *other != seat).map(|other| points[usize::from(other)]);
    let (sum, count) = others.fold((0.0, 0.0), |(sum, count), points| (sum + points, count + 1.0));
    // A bot may be asked in a game that all others have left.
    points[usize::from(seat)] - sum / f32::max(count, 1.0)
}

fn reached(table: &Table) -> [f32; MAX_SEATS] {
    let mut points = [0.0; MAX_SEATS];
    for (points, player) in points.iter_mut().zip(&table.players) {
        *points = player.score as f32 + f32::from(player.treasures) * TILE_AT_THE_END;
    }
    points
}

/// The points that every seat will have at the end. Only the treasures of `seat` are known.
fn expected(rules: &Nord, state: &State, seat: Seat) -> [f32; MAX_SEATS] {
    let table = &state.table;
    let stage = usize::from(table.next_scoring.clamp(1, 4)) - 1;
    let left = left_of_stage(table);
    let assets = assets(table, &table.connections());
    let mut points = reached(table);
    let weights = WEIGHTS.map(|weights| {
        let [begin, end] = weights[stage];
        begin * left + end * (1.0 - left)
    });
    for ((other, points), assets) in (0..table.seats()).zip(&mut points).zip(&assets) {
        *points += assets.iter().zip(&weights).map(|(count, weight)| count * weight).sum::<f32>();
        *points += if other == seat {
            hand(rules, state, seat, left)
        } else {
            f32::from(table.player(other).treasures) * TREASURE
        };
    }
    points
}

/// 1 at the beginning of a stage, 0 at its end, by the free places of the large dragon boat.
fn left_of_stage(table: &Table) -> f32 {
    let men = table.dragon_boat.iter().filter(|figure| matches!(figure, Figure::Man { .. })).count();
    let free = table.free_places() as f32;
    free / (free + men as f32).max(1.0)
}

/// What the treasures of the seat will bring more than none would. Those found in the last turn are taken for unknown
/// ones: where they are imagined, their kinds are.
fn hand(rules: &Nord, state: &State, seat: Seat, left: f32) -> f32 {
    let all = state.secret.hand(seat);
    let mut known = all;
    for tile in state.secret.taken(seat) {
        if known.get(tile.treasure) > 0 {
            known.remove(tile.treasure);
        }
    }
    let at = |stage: u8| {
        let of = |hand| expected_score(&rules.components, hand, stage);
        // What a find is worth takes long to work out.
        let nothing_found = known.total() == all.total();
        let found = || ValuedHand::of(&rules.components, known, stage).with_found(all.total());
        let value = if nothing_found { of(known) } else { found() };
        (value - of(Treasures::default())) as f32 / 100.0
    };
    let next_scoring = state.table.next_scoring;
    at(next_scoring) * left + at(next_scoring + 1) * (1.0 - left)
}

fn assets(table: &Table, connections: &Connections) -> [Assets; MAX_SEATS] {
    let mut assets = [Assets::default(); MAX_SEATS];
    let mut add = |seat: Seat, asset: Asset, more: f32| {
        if let Some(assets) = assets.get_mut(usize::from(seat)) {
            assets[asset as usize] += more;
        }
    };
    for delivery in scoring::deliveries(table, connections) {
        add(delivery.seat, Asset::Forests, delivery.forests.into());
        add(delivery.seat, Asset::Mountains, delivery.mountains.into());
    }
    for meal in scoring::meals(table, connections) {
        let at_sea = fed_at_sea(table, connections, meal.settlement);
        let (fed, on_land) = (meal.fed, meal.fed.min(meal.food.saturating_sub(at_sea)));
        add(meal.seat, Asset::Fed, (fed * fed).into());
        add(meal.seat, Asset::FedOnLand, (on_land * on_land).into());
        add(meal.seat, Asset::FedAtSea, (fed - on_land).into());
        add(meal.seat, Asset::Unfed, meal.unfed.into());
    }
    for (_, seat) in table.sea_workers() {
        add(seat, Asset::AtSea, 1.0);
    }
    for figure in &table.dragon_boat {
        if let Figure::Man { seat } = figure {
            add(*seat, Asset::Dead, 1.0);
        }
    }
    let number = table.next_place().map_or(0.0, f32::from);
    let boat_links = connections.boat_links();
    for (seat, player) in (0..).zip(&table.players) {
        add(seat, Asset::Supply, player.supply.into());
        let foreign = table
            .settlements
            .iter()
            .filter(|(_, garrison)| garrison.jarl.is_some_and(|jarl| !jarl.is_of(seat)));
        let mut reached =
            foreign.filter(|(settlement, _)| jarls::has_majority(table, *settlement, seat)).peekable();
        if reached.peek().is_some() {
            let linked = reached.any(|(settlement, _)| boat_links.has(settlement));
            add(seat, if linked { Asset::Jarl } else { Asset::JarlWithoutFuneral }, number);
        }
    }
    assets
}

/// How many fighters of each seat the fishing boats around a settlement feed.
fn fed_at_sea(table: &Table, connections: &Connections, settlement: Settlement) -> u8 {
    let around = table.board.surroundings(settlement).iter();
    let feeds = |cell: &&_| {
        matches!(table.board.ground(**cell), Ground::Sea) && connections.endpoints_of(**cell).has(settlement)
    };
    around.filter(feeds).count() as u8
}
