//! The empty table, and how island, treasures and tribes are laid (rules page §6).

use super::board::{Board, Island, LaidTile, Settlement, build, check, variable};
use super::components::Components;
use super::event::{Event, IslandLaid, JarlsSeated, StartChosen, TreasuresDealt, TurnBegun};
use super::options::{CustomIsland, IslandKind, Options, Sides, StartOrder};
use super::state::{Buried, Links, Phase, Player, Secret, State, Table, holds_of};
use super::treasure::{Treasure, TreasureAction, Treasures};
use rules::{Chance, Refusal, Seat};

/// The table before anything was drawn. The options are checked here, and the island waits in the table's board: the one
/// they fix, or the one for first games until chance has laid another.
pub fn blank(components: &Components, options: &Options, seats: u8) -> Result<State, Refusal> {
    let players = components.players;
    if !(players.min..=players.max).contains(&seats) {
        let message = format!("NORD takes {} to {} players.", players.min, players.max);
        return Err(Refusal::new("invalid_seats", message).of("seats"));
    }
    fit_together(options)?;
    let board = Board::of(island(components, options, seats)?);
    // One marks the score; the one who becomes a fighter is still in the supply (§6.1, step 8).
    let player = Player { supply: components.men.saturating_sub(1), ..Player::default() };
    let table = Table {
        turn: 0,
        active: 0,
        phase: Phase::Blank {},
        next_scoring: 1,
        settlements: holds_of(&board),
        board,
        workers: Default::default(),
        players: vec![player; usize::from(seats)],
        boats: u8::try_from(components.tiles_for(seats)).unwrap_or(u8::MAX),
        dragon_boat: Vec::new(),
        places: components.dragon_boat_places.clone(),
        treasures: Vec::new(),
        draw_pile: 0,
        discard: Vec::new(),
        this_turn: Default::default(),
        acts: 0,
        layout: options.layout(),
    };
    let secret = Secret { hands: vec![Treasures::default(); usize::from(seats)], ..Secret::default() };
    Ok(State { table, secret })
}

fn fit_together(options: &Options) -> Result<(), Refusal> {
    let wrong = |field, message| Err(Refusal::new("invalid_options", message).of(field));
    let variable = options.island == IslandKind::Variable;
    if options.sides != Sides::Front && !variable {
        return wrong("sides", "Only the variable island has sides to choose.");
    }
    match options.number {
        Some(_) if !variable => return wrong("number", "Only variable islands have numbers."),
        Some(number) if number >= variable::NUMBERS => {
            return wrong("number", "The numbers of islands are 0 to 999999.");
        }
        _ => {}
    }
    if options.custom.is_some() != (options.island == IslandKind::Custom) {
        return wrong("custom", "The custom island is given, and no other.");
    }
    if options.diagram.is_some() && options.island != IslandKind::Standard {
        return wrong("diagram", "A diagram takes the place of the standard island.");
    }
    Ok(())
}

fn island(components: &Components, options: &Options, seats: u8) -> Result<Island, Refusal> {
    if let Some(diagram) = &options.diagram {
        return Ok(diagram.clone());
    }
    if let Some(given) = &options.custom {
        return custom(components, given, seats);
    }
    let numbered =
        options.number.and_then(|number| variable::island(components, seats, options.sides, number));
    numbered
        .or_else(|| components.island(seats))
        .ok_or_else(|| Refusal::new("invalid_seats", "There is no island for so many players.").of("seats"))
}

fn custom(components: &Components, given: &CustomIsland, seats: u8) -> Result<Island, Refusal> {
    let wrong = |field, message| Err(Refusal::new("invalid_options", message).of(field));
    let near = |tile: &LaidTile| (-100..=100).contains(&tile.x) && (-100..=100).contains(&tile.y);
    if !given.tiles.iter().all(near) {
        return wrong("custom.tiles", "The tiles lie no farther than 100 fields from 0,0.");
    }
    let CustomIsland { tiles, dragon_boat, settlements, starts } = given;
    if let Err(flaw) = check(tiles, *dragon_boat, settlements, components.tiles_for(seats)) {
        return wrong(flaw.field(), flaw.message());
    }
    let known = starts.iter().all(|start| settlements.get(*start).is_some());
    let once = (1..).zip(starts).all(|(next, start)| !starts.iter().skip(next).any(|other| other == start));
    if !known || !once || !(starts.is_empty() || starts.len() == usize::from(seats)) {
        return wrong(
            "custom.starts",
            "There is a settlement of its own for each player to begin in, or none at all.",
        );
    }
    Ok(build(components, tiles, *dragon_boat, *settlements, starts.clone()))
}

/// The events of the set-up, up to the first turn or the first choice of a start settlement.
pub fn setup(components: &Components, blank: &State, chance: &mut Chance) -> Vec<Event> {
    let table = &blank.table;
    let laid = lay(components, table, chance);
    let board = laid.board.clone();
    let mut events = vec![Event::IslandLaid(laid)];
    events.push(Event::TreasuresDealt(deal(components, &board, table.seats(), chance)));
    if board.starts().is_empty() {
        return events;
    }
    let starts = match table.layout.start_order {
        StartOrder::Listed => board.starts().to_vec(),
        StartOrder::Random => chance.shuffled("start_settlements", board.starts()),
    };
    let chosen = (0..table.seats()).zip(&starts);
    events.extend(chosen.map(|(seat, &settlement)| Event::StartChosen(StartChosen { seat, settlement })));
    events.push(Event::JarlsSeated(jarls(components, &board, &starts, table.seats())));
    events.push(Event::TurnBegun(TurnBegun { turn: 1, seat: 0, links: Links::default() }));
    events
}

/// The island that waits on the blank table, or the variable one of the number that is drawn.
fn lay(components: &Components, table: &Table, chance: &mut Chance) -> IslandLaid {
    let layout = table.layout;
    if layout.island != IslandKind::Variable || layout.number.is_some() {
        return IslandLaid { board: table.board.clone(), number: layout.number };
    }
    let number = chance.pick("island", variable::NUMBERS);
    match variable::island(components, table.seats(), layout.sides, number) {
        Some(island) => IslandLaid { board: Board::of(island), number: Some(number) },
        None => IslandLaid { board: table.board.clone(), number: None },
    }
}

/// One tile of each action for everybody; the rest is shuffled, and laid on the cairns from the top (§6.1, steps 6 and 7).
fn deal(components: &Components, board: &Board, seats: u8, chance: &mut Chance) -> TreasuresDealt {
    let mut hands = vec![Treasures::default(); usize::from(seats)];
    let mut rest: Vec<Treasure> = Vec::new();
    let actions = [
        ("negotiators", TreasureAction::Negotiator),
        ("two_areas", TreasureAction::TwoAreas),
        ("many_workers", TreasureAction::ManyWorkers),
    ];
    for (purpose, action) in actions {
        let mut tiles = components.treasure_tiles();
        tiles.retain(|tile| components.action_of(*tile) == action);
        let mut tiles = chance.shuffled(purpose, &tiles).into_iter();
        hands.iter_mut().zip(tiles.by_ref()).for_each(|(hand, tile)| hand.add(tile));
        rest.extend(tiles);
    }
    let mut draw_pile = chance.shuffled("treasures", &rest);
    let fields = board.cairns().iter();
    let buried = fields.map_while(|&field| Some(Buried { field, treasure: draw_pile.pop()? })).collect();
    TreasuresDealt { hands, buried, draw_pile }
}

/// Neutral jarls into the settlements that no player has taken, unused ones into the large dragon boat (§6.1, steps 10
/// and 11).
pub fn jarls(components: &Components, board: &Board, taken: &[Settlement], seats: Seat) -> JarlsSeated {
    let free = board
        .settlements()
        .map(|(settlement, _)| settlement)
        .filter(|settlement| !taken.contains(settlement));
    JarlsSeated { neutral: free.collect(), unused: components.coloured_jarls.saturating_sub(seats) }
}
