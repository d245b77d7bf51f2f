//! The game before the set-up, and how the island is laid, treasures are dealt and the tribes begin (rules page §6).

use std::sync::OnceLock;

use super::board::{Board, IslandPlan, LaidTile, variable};
use super::components::Components;
use super::event::{Event, Redacted};
use super::options::{IslandKind, Options, Sides, StartSeating};
use super::refusals::ensure;
use super::start::{StartChosen, seat_jarls};
use super::state::{BuriedTreasure, Links, MAX_SEATS, Phase, Player, Secret, State, Table, garrisons_of};
use super::treasures::{Treasure, TreasureAction, Treasures};
use super::turn::TurnBegun;
use rules::{Applied, Apply, Chance, Refusal, Viewer, wire};

/// Everybody sees the island from now on.
#[wire(Nord)]
pub struct IslandLaid {
    pub board: Board,
    /// Of a variable island alone: the number that gives it again.
    pub number: Option<u32>,
}

/// Each seat got a hand, some lie on cairns, the rest is the draw pile. Views show numbers and the own hand.
#[wire(Nord)]
pub struct TreasuresDealt {
    /// What each seat got, in seat order. Only in the complete record of a finished game.
    pub hands: Vec<Treasures>,
    /// What lies face down on the cairns. Only in the complete record of a finished game.
    pub buried: Vec<BuriedTreasure>,
    /// From bottom to top. Only in the complete record of a finished game.
    pub draw_pile: Vec<Treasure>,
}

/// The game before anything was drawn. The options are checked here. `table.board` already holds the island: the
/// one the options fix, or the standard one, which [`setup`] replaces if the island is drawn.
pub fn blank(
    components: &Components,
    standard: &StandardBoards,
    options: &Options,
    seats: u8,
) -> Result<State, Refusal> {
    let blank = blank_as_stored(components, standard, options, seats)?;
    let named = options.custom.as_ref().is_none_or(IslandPlan::names_those_in_play);
    ensure(named, || {
        wrong("custom.settlements", "The settlements are s1, s2 and so on, as many as there are tiles.")
    })?;
    Ok(blank)
}

/// The same for a game that was laid out before: 1.0.0 took islands of one's own with a gap in the names of their
/// settlements, and such games must still be read.
pub fn blank_as_stored(
    components: &Components,
    standard: &StandardBoards,
    options: &Options,
    seats: u8,
) -> Result<State, Refusal> {
    let players = components.players;
    if !(players.min..=players.max).contains(&seats) {
        let message = format!("NORD takes {} to {} players.", players.min, players.max);
        return Err(Refusal::new("invalid_seats", message).at_field("seats"));
    }
    validate(options)?;
    let board = board(components, standard, options, seats)?;
    // One marks the score; the one who becomes a fighter is still in the supply (§6.1, step 8).
    let player = Player { supply: components.men - 1, ..Player::default() };
    let table = Table {
        turn: 0,
        active: 0,
        phase: Phase::Blank {},
        next_scoring: 1,
        settlements: garrisons_of(&board),
        board,
        workers: Default::default(),
        players: vec![player; usize::from(seats)],
        boats: components.tiles_for(seats) as u8,
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
    Ok(State { table: table.into(), secret: secret.into() })
}

fn wrong(field: &'static str, message: &'static str) -> Refusal {
    Refusal::new("invalid_options", message).at_field(field)
}

fn validate(options: &Options) -> Result<(), Refusal> {
    let is = |island| options.island == island;
    ensure(options.sides == Sides::Front || is(IslandKind::Variable), || {
        wrong("sides", "Only the variable island has sides to choose.")
    })?;
    ensure(options.number.is_none() || is(IslandKind::Variable), || {
        wrong("number", "Only variable islands have numbers.")
    })?;
    ensure(options.number.is_none_or(|number| number < variable::NUMBERS), || {
        wrong("number", "The numbers of islands are 0 to 999999.")
    })?;
    ensure(options.custom.is_some() == is(IslandKind::Custom), || {
        wrong("custom", "`custom` belongs to `island: custom`, and is required there.")
    })?;
    ensure(options.diagram.is_none() || is(IslandKind::Standard), || {
        wrong("diagram", "A diagram takes the place of the standard island.")
    })
}

/// The boards of the standard islands by number of players, each laid for the first game on it: that takes as long as
/// six actions. They belong to one set of components.
#[derive(Debug, Clone, Default)]
pub struct StandardBoards([OnceLock<Board>; MAX_SEATS + 1]);

impl StandardBoards {
    fn of(&self, components: &Components, players: u8) -> Option<Board> {
        let board = self.0.get(usize::from(players))?;
        if let Some(laid) = board.get() {
            return Some(laid.clone());
        }
        let laid = Board::of(components.island(players)?);
        Some(board.get_or_init(|| laid).clone())
    }
}

fn board(
    components: &Components,
    standard: &StandardBoards,
    options: &Options,
    seats: u8,
) -> Result<Board, Refusal> {
    if let Some(diagram) = &options.diagram {
        return Ok(Board::of(diagram.clone()));
    }
    if let Some(given) = &options.custom {
        return custom(components, given, seats);
    }
    let numbered =
        options.number.and_then(|number| variable::island(components, seats, options.sides, number));
    numbered.map(Board::of).or_else(|| standard.of(components, seats)).ok_or_else(|| {
        Refusal::new("invalid_seats", "There is no island for so many players.").at_field("seats")
    })
}

fn custom(components: &Components, given: &IslandPlan, seats: u8) -> Result<Board, Refusal> {
    let near = |tile: &LaidTile| (-100..=100).contains(&tile.x) && (-100..=100).contains(&tile.y);
    ensure(given.tiles.iter().all(near), || {
        wrong("custom.tiles", "The tiles lie no farther than 100 fields from 0,0.")
    })?;
    given.check(components.tiles_for(seats)).map_err(|unmet| {
        let (field, message) = unmet.describe();
        wrong(field, message)
    })?;
    ensure(given.starts.is_empty() || given.has_starts_for(seats), || {
        wrong("custom.starts", "Name one start settlement for each player, or none.")
    })?;
    Ok(Board::of(given.build(components)))
}

/// The events of the set-up, up to the first turn or the first choice of a start settlement.
pub fn setup(components: &Components, blank: &State, chance: &mut Chance) -> Vec<Event> {
    let table = &blank.table;
    let laid = lay(components, table, chance);
    let board = laid.board.clone();
    let mut events = vec![Event::IslandLaid(laid)];
    events.push(Event::TreasuresDealt(deal(components, &board, table.seats(), chance)));
    if board.island.starts.is_empty() {
        return events;
    }
    let starts = match table.layout.start_order {
        StartSeating::Listed => board.island.starts.clone(),
        StartSeating::Random => chance.shuffled("start_settlements", &board.island.starts),
    };
    let chosen = (0..table.seats()).zip(&starts);
    events.extend(chosen.map(|(seat, &settlement)| Event::StartChosen(StartChosen { seat, settlement })));
    events.push(Event::JarlsSeated(seat_jarls(components, &board, &starts, table.seats())));
    events.push(Event::TurnBegun(TurnBegun { turn: 1, seat: 0, links: Links::default() }));
    events
}

/// The island of `table.board`, or the variable one of the number that is drawn.
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

/// One tile of each action for everybody; the rest is shuffled, and laid on the cairns from the top (§6.1, steps 6 and
/// 7).
fn deal(components: &Components, board: &Board, seats: u8, chance: &mut Chance) -> TreasuresDealt {
    let mut hands = vec![Treasures::default(); usize::from(seats)];
    let mut rest: Vec<Treasure> = Vec::new();
    for action in TreasureAction::ALL.into_iter() {
        // The purposes of draws are part of the record of fair chance; they never change.
        let purpose = match action {
            TreasureAction::Negotiator => "negotiators",
            TreasureAction::TwoAreas => "two_areas",
            TreasureAction::ManyWorkers => "many_workers",
        };
        let mut tiles = components.treasure_tiles();
        tiles.retain(|tile| components.action_of(*tile) == action);
        let mut tiles = chance.shuffled(purpose, &tiles).into_iter();
        hands.iter_mut().zip(tiles.by_ref()).for_each(|(hand, tile)| hand.add(tile));
        rest.extend(tiles);
    }
    let mut draw_pile = chance.shuffled("treasures", &rest);
    let fields = board.cairns.iter();
    let buried =
        fields.map_while(|&field| Some(BuriedTreasure { field, treasure: draw_pile.pop()? })).collect();
    TreasuresDealt { hands, buried, draw_pile }
}

impl Apply<State> for IslandLaid {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.board = self.board.clone();
        table.layout.number = self.number;
        table.settlements = garrisons_of(&self.board);
        table.phase = Phase::ChooseStart {};
        Ok(())
    }
}

impl Apply<State> for TreasuresDealt {
    fn apply(&self, state: &mut State) -> Applied {
        let State { table, secret } = state;
        for (player, hand) in table.players.iter_mut().zip(&self.hands) {
            player.treasures = hand.total();
        }
        table.treasures = self.buried.iter().map(|buried| buried.field).collect();
        table.draw_pile = self.draw_pile.len() as u8;
        secret.hands.clone_from(&self.hands);
        secret.buried.clone_from(&self.buried);
        secret.draw_pile.clone_from(&self.draw_pile);
        Ok(())
    }
}

impl TreasuresDealt {
    pub fn redacted(&self, viewer: Viewer) -> Redacted {
        Redacted::TreasuresDealt {
            own: viewer.and_then(|seat| self.hands.get(usize::from(seat)).copied()),
            counts: self.hands.iter().map(Treasures::total).collect(),
            fields: self.buried.iter().map(|buried| buried.field).collect(),
            draw_pile_count: self.draw_pile.len(),
        }
    }
}
