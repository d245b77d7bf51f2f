//! Positions that read like the page's cases, and playing on from them.

use rules::{Chance, Rules, Seat};
use rulesets::settlers::Settlers;
use rulesets::settlers::action::Action;
use rulesets::settlers::board::{Edge, Hex, Vertex};
use rulesets::settlers::development::{DevelopmentCard, DevelopmentCards};
use rulesets::settlers::event::Event;
use rulesets::settlers::options::{Options, TradeBuild};
use rulesets::settlers::resource::{Bundle, Resource};
use rulesets::settlers::scoring;
use rulesets::settlers::state::{Building, BuildingKind, Phase, State};
use serde_json::{Value, json};

/// The vertex path Z of §17: edges 23 to 32.
pub const Z: [u8; 10] = [23, 24, 25, 26, 27, 28, 29, 30, 31, 32];
/// Path Y: 33 38 43 39 44 40.
pub const Y: [u8; 5] = [49, 54, 55, 56, 57];
/// Path X: 0 4 8 13 9 14.
pub const X: [u8; 5] = [1, 7, 13, 14, 15];

/// A game that stands somewhere.
#[derive(Clone)]
pub struct Game {
    pub rules: Settlers,
    pub state: State,
}

/// Four at the printed island; seat 0 is active, has rolled, and trade is open. Nothing lies on the board.
pub fn standard() -> Game {
    with(4, Options::default())
}

/// The same with other options.
pub fn with(seats: u8, options: Options) -> Game {
    let rules = Settlers::default();
    let mut state = rules.blank(&options, seats).expect("a table");
    for event in rules.setup(&state, &mut Chance::seeded([7; 32])) {
        rules.apply(&mut state, &event).unwrap();
    }
    let table = &mut state.table;
    (table.turn, table.active, table.phase) = (1, 0, Phase::Main {});
    (table.trading_open, table.trading_begun, table.dice) = (true, true, Some([1, 2]));
    Game { rules, state }
}

/// Where building does not close trade.
pub fn combined() -> Game {
    with(4, Options { trade_build: TradeBuild::Combined, ..Options::default() })
}

/// A game just begun, with everything drawn.
pub fn begun(seats: u8) -> Game {
    let mut game = with(seats, Options::default());
    game.state = game.rules.blank(&Options::default(), seats).expect("a table");
    for event in game.rules.setup(&game.state, &mut Chance::seeded([7; 32])) {
        game.rules.apply(&mut game.state, &event).unwrap();
    }
    game
}

impl Game {
    pub fn settlement(mut self, seat: Seat, vertices: &[u8]) -> Self {
        for &vertex in vertices {
            self.put(seat, vertex, BuildingKind::Settlement);
        }
        self
    }

    pub fn city(mut self, seat: Seat, vertices: &[u8]) -> Self {
        for &vertex in vertices {
            self.put(seat, vertex, BuildingKind::City);
        }
        self
    }

    fn put(&mut self, seat: Seat, vertex: u8, kind: BuildingKind) {
        self.state.table.buildings.put(Vertex(vertex), Building { seat, kind });
        let left = &mut self.state.table.player_mut(seat).unwrap().left;
        match kind {
            BuildingKind::Settlement => left.settlements -= 1,
            BuildingKind::City => left.cities -= 1,
        }
        self.measure();
    }

    pub fn roads(mut self, seat: Seat, edges: &[u8]) -> Self {
        for &edge in edges {
            self.state.table.roads.put(Edge(edge), seat);
            self.state.table.player_mut(seat).unwrap().left.roads -= 1;
        }
        self.measure();
        self
    }

    fn measure(&mut self) {
        for seat in 0..self.state.table.seats() {
            self.state.table.route.lengths[usize::from(seat)] =
                scoring::longest_route(&self.state.table, seat);
        }
    }

    /// Resource cards out of the bank: lumber, brick, wool, grain, ore.
    pub fn hand(mut self, seat: Seat, cards: [u8; 5]) -> Self {
        self.state.pay_out(seat, Bundle::new(cards)).unwrap();
        self
    }

    pub fn bank(mut self, cards: [u8; 5]) -> Self {
        self.state.table.bank = Bundle::new(cards);
        self
    }

    /// Development cards held since earlier, taken out of the deck.
    pub fn holding(mut self, seat: Seat, cards: &[DevelopmentCard]) -> Self {
        for card in cards {
            let place =
                self.state.secret.deck.iter().position(|left| left == card).expect("left in the deck");
            self.state.secret.deck.remove(place);
            self.state.table.deck -= 1;
            self.state.secret.development[usize::from(seat)].add(*card);
            self.state.table.player_mut(seat).unwrap().development_cards += 1;
        }
        self
    }

    /// The next card to be bought.
    pub fn on_top(mut self, card: DevelopmentCard) -> Self {
        let deck = &mut self.state.secret.deck;
        let place = deck.iter().position(|left| *left == card).expect("left in the deck");
        let card = deck.remove(place);
        deck.push(card);
        self
    }

    pub fn knights(mut self, seat: Seat, count: u8) -> Self {
        for _ in 0..count {
            self = self.holding(seat, &[DevelopmentCard::Knight]);
            self.state.secret.development[usize::from(seat)] = {
                let mut held: DevelopmentCards = self.state.secret.development[usize::from(seat)];
                held.remove(DevelopmentCard::Knight);
                held
            };
            let player = self.state.table.player_mut(seat).unwrap();
            player.development_cards -= 1;
            player.played.add(DevelopmentCard::Knight);
        }
        self
    }

    pub fn route_holder(mut self, seat: Seat) -> Self {
        self.state.table.route.holder = Some(seat);
        self
    }

    pub fn army_holder(mut self, seat: Seat) -> Self {
        self.state.table.army_holder = Some(seat);
        self
    }

    pub fn robber(mut self, hex: u8) -> Self {
        self.state.table.robber = Hex(hex);
        self
    }

    pub fn active(mut self, seat: Seat) -> Self {
        self.state.table.active = seat;
        self
    }

    pub fn number(mut self, hex: usize, number: u8) -> Self {
        self.state.table.board.hexes[hex].number = Some(number);
        self
    }

    pub fn before_the_roll(mut self) -> Self {
        let table = &mut self.state.table;
        (table.phase, table.trading_open, table.dice) = (Phase::Roll {}, false, None);
        table.trading_begun = false;
        self
    }

    /// The action is allowed: what happens. `chance` is what the dice and the draws give.
    pub fn does_by(&mut self, seat: Seat, action: Value, chance: Vec<Value>) -> Vec<Event> {
        let read: Action = serde_json::from_value(action.clone()).expect("an action");
        let mut chance = Chance::given(chance);
        let events = self.rules.decide(&self.state, Some(seat), &read, &mut chance);
        let events = events.unwrap_or_else(|refusal| panic!("{action} of seat {seat}: {refusal}"));
        chance.finish().expect("the chance that was given");
        for event in &events {
            self.rules.apply(&mut self.state, event).unwrap();
        }
        events
    }

    /// The same without chance.
    pub fn does(&mut self, seat: Seat, action: Value) -> Vec<Event> {
        self.does_by(seat, action, vec![])
    }

    /// Rolls for the active seat.
    pub fn rolls(&mut self, dice: [u8; 2]) -> Vec<Event> {
        self.does_by(self.state.table.active, json!({"type": "roll"}), dice.map(Value::from).to_vec())
    }

    /// The code with which the action is refused.
    pub fn refuses(&self, seat: Seat, action: Value) -> &'static str {
        let read: Action = serde_json::from_value(action.clone()).expect("an action");
        let verdict = self.rules.decide(&self.state, Some(seat), &read, &mut Chance::seeded([0; 32]));
        let code = verdict.expect_err(&format!("{action} of seat {seat} is allowed")).code;
        assert!(self.rules.refusals().iter().any(|row| row.code == code), "{code} is in no table");
        code
    }

    /// Every listed action of a seat of that type, as JSON.
    pub fn listed(&self, seat: Seat, kind: &str) -> Vec<Value> {
        let legal = self.rules.legal(&self.state, seat);
        let actions = legal.into_iter().flat_map(|legal| legal.actions);
        let actions = actions.map(|action| serde_json::to_value(action).unwrap());
        actions.filter(|action| action["type"] == kind).collect()
    }

    /// One field of every listed action of that type.
    pub fn places(&self, seat: Seat, kind: &str, field: &str) -> Vec<u64> {
        self.listed(seat, kind).iter().map(|action| action[field].as_u64().expect("a place")).collect()
    }

    /// Lumber, brick, wool, grain, ore in hand.
    pub fn cards(&self, seat: Seat) -> [u8; 5] {
        counts(self.state.secret.hand(seat))
    }

    pub fn bank_has(&self) -> [u8; 5] {
        counts(self.state.table.bank)
    }

    /// The seats that are awaited, in order.
    pub fn awaited(&self) -> Vec<Seat> {
        let open = self.rules.awaiting(&self.state);
        open.iter().filter(|decision| decision.blocking).map(|decision| decision.seat).collect()
    }

    /// The kind of the decision that the active seat is asked.
    pub fn asked(&self) -> &'static str {
        let open = self.rules.awaiting(&self.state);
        open.iter().find(|decision| decision.blocking).map_or("nothing", |decision| decision.kind)
    }

    pub fn lengths(&self) -> &[u8] {
        &self.state.table.route.lengths
    }

    pub fn winner(&self) -> Option<Seat> {
        match self.state.table.phase {
            Phase::Over { winner, .. } => winner,
            _ => None,
        }
    }
}

fn counts(cards: Bundle) -> [u8; 5] {
    Resource::ALL.map(|kind| cards.get(kind))
}
