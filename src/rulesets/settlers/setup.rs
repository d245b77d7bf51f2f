//! The game before the set-up, and how the island and the deck are laid (rules page §4).

use super::board::{
    Board, CORNER_HEXES, HEXES, Harbour, Hex, Land, NUMBERED_HEXES, SITES, Spot, Spots, Terrain, spiral,
};
use super::components::{Components, Island};
use super::development::{DevelopmentCard, DevelopmentCards};
use super::event::Event;
use super::options::{Layout, Options};
use super::refusals::Validation;
use super::resource::Bundle;
use super::state::{Founding, Phase, Player, Route, Secret, State, Table};
use rules::{Applied, Apply, Chance, OrMisfit, Refusal, Seat, wire};

/// Land, numbers, harbours and robber are in place.
#[wire(Settlers)]
pub struct IslandLaid {
    pub board: Board,
    pub robber: Hex,
    /// The seat that has the first turn.
    pub first_seat: Seat,
}

/// The development cards lie ready in secret order.
#[wire(Settlers)]
pub struct DeckShuffled {
    /// From bottom to top. Only in the complete record of a finished game.
    pub deck: Vec<DevelopmentCard>,
}

/// The game before the first draw. Checks the options. `table.board` already has an island: the printed one, or the one
/// of the options.
pub fn blank(components: &Components, options: &Options, seats: u8) -> Result<State, Refusal> {
    let most = components.players.max;
    // Tests play with two seats, too (see `Components::players`).
    if !(2..=most).contains(&seats) {
        let message = format!("The Settlers take {} to {most} players.", components.players.min);
        return Err(Refusal::new("invalid_seats", message).at_field("seats"));
    }
    validate(options, seats)?;
    let island = island(components, options)?;
    let player = Player { left: components.pieces, ..Player::default() };
    let table = Table {
        turn: 0,
        active: options.first_seat,
        phase: Phase::Blank {},
        dice: None,
        board: Board { hexes: island.hexes, harbours: island.harbours },
        robber: island.robber,
        buildings: Spots::default(),
        roads: Spots::default(),
        players: vec![player; usize::from(seats)],
        bank: components.resource_cards,
        deck: 0,
        route: Route { lengths: vec![0; usize::from(seats)], holder: None },
        army_holder: None,
        card_played: false,
        trading_open: false,
        offers: Vec::new(),
        offers_made: 0,
        acts: 0,
        trading_begun: false,
        trade_build: options.trade_build,
        first_seat: options.first_seat,
        victory_points: options.victory_points.unwrap_or(components.victory_points),
        discard_limit: options.discard_limit.unwrap_or(components.discard_limit),
        layout: options.layout,
        start_corner: options.start_corner,
    };
    let secret = Secret {
        hands: vec![Bundle::EMPTY; usize::from(seats)],
        development: vec![DevelopmentCards::default(); usize::from(seats)],
        aside: vec![Bundle::EMPTY; usize::from(seats)],
        ..Secret::default()
    };
    Ok(State { table: table.into(), secret: secret.into() })
}

fn validate(options: &Options, seats: u8) -> Validation {
    let wrong = |field, message| Err(Refusal::new("invalid_options", message).at_field(field));
    if options.first_seat >= seats {
        let message = format!("The seats of this game are 0 to {}.", seats - 1);
        return Err(Refusal::new("invalid_options", message).at_field("first_seat"));
    }
    match options.start_corner {
        Some(_) if options.layout != Layout::Variable => {
            return wrong("start_corner", "Only the variable layout has a corner to begin at.");
        }
        Some(corner) if !CORNER_HEXES.contains(&corner) => {
            return wrong("start_corner", "The corner hexes are 0, 7, 16, 18, 11 and 2.");
        }
        _ => {}
    }
    if options.board.is_some() != (options.layout == Layout::Custom) {
        return wrong("board", "The custom layout has a board, and no other.");
    }
    if options.victory_points.is_some_and(|points| !(3..=30).contains(&points)) {
        return wrong("victory_points", "The points that win are 3 to 30.");
    }
    if options.discard_limit.is_some_and(|limit| !(1..=95).contains(&limit)) {
        return wrong("discard_limit", "The limit is 1 to 95.");
    }
    Ok(())
}

fn island(components: &Components, options: &Options) -> Result<Island, Refusal> {
    let Some(custom) = options.board else { return Ok(components.standard) };
    let wrong = |field| Err(Refusal::new("invalid_options", "This is no board.").at_field(field));
    let fits = |land: &Land| match land.number {
        None => true,
        Some(number) => land.terrain != Terrain::Desert && (2..=12).contains(&number) && number != 7,
    };
    if !custom.hexes.iter().all(fits) {
        return wrong("board.hexes");
    }
    if !custom.robber.exists() {
        return wrong("board.robber");
    }
    Ok(custom)
}

/// The events of the set-up, up to the first founding.
pub fn setup(components: &Components, blank: &State, chance: &mut Chance) -> Vec<Event> {
    let table = &blank.table;
    let (board, robber) = match table.layout {
        Layout::Standard | Layout::Custom => (table.board, table.robber),
        Layout::Variable => variable(components, table.start_corner, chance),
    };
    let deck = chance.shuffled("development_deck", &components.deck());
    vec![IslandLaid { board, robber, first_seat: table.first_seat }.into(), DeckShuffled { deck }.into()]
}

/// Shuffles land and harbours, and lays the numbers in a spiral from a corner, past the desert (§4.4).
fn variable(components: &Components, corner: Option<Hex>, chance: &mut Chance) -> (Board, Hex) {
    // The order of the draws is fixed: the seed of a game gives each value by the number of its draw.
    let tiles = chance.shuffled("land_tiles", &components.tiles());
    let kinds = chance.shuffled("harbours", &components.harbour_deck());
    let corner = corner.and_then(|corner| CORNER_HEXES.iter().position(|hex| *hex == corner));
    let corner = corner.unwrap_or_else(|| chance.pick("start_corner", CORNER_HEXES.len() as u32) as usize);
    let mut hexes = [Land { terrain: Terrain::Desert, number: None }; HEXES];
    for (land, terrain) in hexes.iter_mut().zip(tiles) {
        land.terrain = terrain;
    }
    number(&mut hexes, corner, &components.numbers_in_order_of_letters);
    let mut harbours = [Harbour::Generic; SITES];
    for (harbour, kind) in harbours.iter_mut().zip(kinds) {
        *harbour = kind;
    }
    // There is a desert: `components` has at most 18 hexes with numbers among 19.
    let desert = hexes.iter().position(|land| land.terrain == Terrain::Desert).unwrap_or(0);
    (Board { hexes, harbours }, Hex(desert as u8))
}

/// Lays the tokens A to R along the spiral from a corner; `corner` is its index in [`CORNER_HEXES`].
pub fn number(hexes: &mut [Land; HEXES], corner: usize, tokens: &[u8; NUMBERED_HEXES]) {
    let mut tokens = tokens.iter();
    for hex in spiral(corner) {
        if let Some(land) = hexes.get_mut(hex.index())
            && land.terrain != Terrain::Desert
        {
            land.number = tokens.next().copied();
        }
    }
}

impl Apply<State> for IslandLaid {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.board = self.board;
        table.robber = self.robber;
        table.first_seat = self.first_seat;
        table.active = self.first_seat;
        table.phase = Phase::Founding(Founding { placed: 0, settlement: None });
        Ok(())
    }
}

impl Apply<State> for DeckShuffled {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.deck =
            u8::try_from(self.deck.len()).ok().or_misfit("more development cards than there can be")?;
        state.secret.deck.clone_from(&self.deck);
        Ok(())
    }
}
