//! For the conformance suite: laws of every reachable state (rules page §19), and other states that a viewer
//! can't distinguish from one.

use rand::Rng;
use rand::seq::SliceRandom;
use rules::{Seat, Viewer};
use rulesets::nord::board::{Ground, Settlement};
use rulesets::nord::components::Components;
use rulesets::nord::state::{Figure, Jarl, MAX_SEATS, Phase, Secret, State, Table};
use rulesets::nord::treasures::{Treasure, Treasures};
use rulesets::nord::view::PlayerView;
use rulesets::nord::{Nord, attacks, jarls, placement, question};

use crate::{Conformance, ensure};

impl Conformance for Nord {
    fn check_invariants(&self, state: &State) -> Result<(), String> {
        let components = &self.components;
        let table = &state.table;
        seats(state)?;
        (0..table.seats()).try_for_each(|seat| men(components, table, seat))?;
        workers(table)?;
        boats(components, table)?;
        if matches!(table.phase, Phase::Blank {}) {
            return Ok(());
        }
        treasures(components, state)?;
        ensure(table.settlements.iter().map(|(settlement, _)| settlement).eq(island(table)), || {
            "the settlements are not those of the island".to_owned()
        })?;
        let awaited = question::open(table).map(|(seat, _)| seat);
        ensure(!awaited.is_some_and(|seat| table.has_resigned(seat)), || {
            "a seat that has given up is awaited".to_owned()
        })?;
        if table.turn == 0 {
            return Ok(());
        }
        jarls_and_places(components, table)?;
        (0..table.seats()).try_for_each(|seat| has_fighters(table, seat))?;
        something_to_do(components, state)
    }

    /// Another state that is just as possible for `viewer`: redeals all tiles that the viewer can't know: those of
    /// other hands, those on the board and those of the draw pile. After the end hands are shown.
    fn randomize_hidden(&self, state: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
        let mut other = state.clone();
        let is_over = matches!(state.table.phase, Phase::Over { .. });
        let secret: &mut Secret = &mut other.secret;
        let hidden = |seat: Seat| !is_over && viewer != Some(seat);
        for (seat, taken) in (0..).zip(&mut secret.taken) {
            if viewer != Some(seat) {
                taken.clear();
            }
        }
        let mut hands: Vec<&mut Treasures> =
            (0..).zip(&mut secret.hands).filter(|(seat, _)| hidden(*seat)).map(|(_, hand)| hand).collect();
        let mut tiles: Vec<Treasure> = hands.iter().flat_map(|hand| hand.each()).collect();
        tiles.extend(secret.buried.iter().map(|buried| buried.treasure));
        tiles.append(&mut secret.draw_pile);
        tiles.shuffle(rng);
        for hand in &mut hands {
            let count = usize::from(hand.total()).min(tiles.len());
            **hand = tiles.drain(..count).collect();
        }
        for (buried, treasure) in secret.buried.iter_mut().zip(tiles.drain(..state.secret.buried.len())) {
            buried.treasure = treasure;
        }
        secret.draw_pile = tiles;
        other
    }
}

fn island(table: &Table) -> impl Iterator<Item = Settlement> {
    table.board.settlements().map(|(settlement, _)| settlement)
}

fn seats(state: &State) -> Result<(), String> {
    let (table, seats) = (&state.table, state.table.players.len());
    ensure((2..=MAX_SEATS).contains(&seats) && state.secret.hands.len() == seats, || {
        format!("{seats} seats, {} hands", state.secret.hands.len())
    })?;
    let known = |seat: Seat| usize::from(seat) < seats;
    let idle = table
        .settlements
        .iter()
        .all(|(_, garrison)| garrison.fighters.iter().skip(seats).all(|men| *men == 0));
    ensure(idle && known(table.active) && table.workers.iter().all(|(_, seat)| known(seat)), || {
        "something belongs to a seat that is not there".to_owned()
    })
}

/// Supply, workers, fighters and dead of a player; one more man marks the score.
fn men(components: &Components, table: &Table, seat: Seat) -> Result<(), String> {
    let workers = table.workers.iter().filter(|(_, owner)| *owner == seat).count();
    let fighters: usize =
        table.settlements.iter().map(|(_, garrison)| usize::from(garrison.fighters_of(seat))).sum();
    let dead = table.dragon_boat.iter().filter(|figure| **figure == Figure::Man { seat }).count();
    let all = usize::from(table.player(seat).supply) + workers + fighters + dead;
    let given = usize::from(components.men) - 1;
    ensure(all == given, || format!("seat {seat} has {all} men instead of {given}"))
}

fn workers(table: &Table) -> Result<(), String> {
    let can_stand = |field| {
        let cell = table.board.cell(field);
        cell.is_some_and(|cell| matches!(table.board.ground(cell), Ground::Sea | Ground::Land(_)))
    };
    let lost = table.workers.iter().find(|(field, _)| !can_stand(*field));
    ensure(lost.is_none(), || format!("a worker stands where none can: {lost:?}"))
}

fn boats(components: &Components, table: &Table) -> Result<(), String> {
    let at_sea = table.sea_workers().count();
    let given = components.tiles_for(table.seats());
    ensure(usize::from(table.boats) + at_sea == given, || {
        format!("{} fishing boats and {at_sea} sea workers instead of {given}", table.boats)
    })
}

fn treasures(components: &Components, state: &State) -> Result<(), String> {
    let (table, secret) = (&state.table, &state.secret);
    for kind in Treasure::ALL.into_iter() {
        let in_hands: usize = secret.hands.iter().map(|hand| usize::from(hand.get(kind))).sum();
        let buried = secret.buried.iter().filter(|buried| buried.treasure == kind).count();
        let piled = secret.draw_pile.iter().chain(&table.discard).filter(|tile| **tile == kind).count();
        let given = components.treasures.iter().find(|row| row.kind == kind).map_or(0, |row| row.count);
        let all = in_hands + buried + piled;
        ensure(all == usize::from(given) || is_before_the_deal(state), || {
            format!("{all} tiles of {} instead of {given}", kind.name())
        })?;
    }
    let counted =
        secret.hands.iter().zip(&table.players).all(|(hand, player)| hand.total() == player.treasures);
    let fields = secret.buried.iter().map(|buried| buried.field).eq(table.treasures.iter().copied());
    ensure(counted && fields && secret.draw_pile.len() == usize::from(table.draw_pile), || {
        "the treasures are counted wrongly".to_owned()
    })?;
    let taken = table.treasures.iter().all(|field| table.workers.get(*field).is_none());
    let on_cairns = table.treasures.iter().all(|field| table.board.cairns.contains(field));
    ensure(taken && on_cairns, || "a treasure lies where none can".to_owned())
}

/// The island lies, and nothing else does.
fn is_before_the_deal(state: &State) -> bool {
    state.secret.draw_pile.is_empty() && state.secret.buried.is_empty() && state.table.turn == 0
}

fn jarls_and_places(components: &Components, table: &Table) -> Result<(), String> {
    let seated = table.settlements.iter().filter(|(_, garrison)| garrison.jarl.is_some()).count();
    let dead = table.dragon_boat.iter().filter(|figure| !matches!(figure, Figure::Man { .. })).count();
    let given = usize::from(components.coloured_jarls + components.neutral_jarls);
    ensure(seated + dead == given, || format!("{} jarls instead of {given}", seated + dead))?;
    let of = |seat: Seat| {
        let seated = table
            .settlements
            .iter()
            .filter(|(_, garrison)| garrison.jarl == Some(Jarl::Own { seat }))
            .count();
        seated + table.dragon_boat.iter().filter(|figure| **figure == Figure::Jarl { seat }).count()
    };
    ensure((0..table.seats()).all(|seat| of(seat) == 1), || "a player's jarl is lost".to_owned())?;
    ensure(table.dragon_boat.len() <= table.places.len(), || "the large dragon boat overflows".to_owned())
}

/// Fighters leave only to another settlement, and every settlement feeds one.
fn has_fighters(table: &Table, seat: Seat) -> Result<(), String> {
    let own = table.own_settlements(seat);
    ensure(!own.has_no_settlement(), || format!("seat {seat} has no fighter left"))
}

/// An awaited seat has an answer, and while workers are placed nothing else is forced.
fn something_to_do(components: &Components, state: &State) -> Result<(), String> {
    let table = &state.table;
    let player = PlayerView::of(components, state, table.active);
    let connections = player.connections();
    let forced = attacks::forced_pairs(&player, &connections);
    match table.phase {
        Phase::Turn {} => {
            let possible = placement::is_possible(&player, &connections, player.own_settlements())
                || !jarls::defeatable(&player, &connections).is_empty();
            ensure(possible && forced.is_empty() && table.free_places() > 0, || {
                "a turn in which nothing can be done".to_owned()
            })
        }
        Phase::Attack {} => {
            ensure(!forced.is_empty(), || "an attack without a target".to_owned())?;
            let is_new = |from, to| {
                let mut shortest = connections.shortest(from, to, table.active).into_iter();
                shortest.all(|way| way.own.iter().any(|field| table.this_turn.placed.contains(field)))
            };
            ensure(forced.iter().all(|[from, to]| is_new(*from, *to)), || {
                "an attack of old workers alone".to_owned()
            })
        }
        _ => Ok(()),
    }
}
