//! Treasure tiles (rules page §2): their kinds, playing one before workers are placed (§9.2), new ones on free cairns
//! after a scoring (§13.3), and what hands score at the end (§13.4).
//!
//! Workers who take the tiles of their fields are in `placement`, the deal in `setup`.

use super::action::Action;
use super::board::{Endpoints, Field, Settlement};
use super::components::Components;
use super::connections::Connections;
use super::event::{Recorder, Redacted};
use super::placement;
use super::refusals::{self as no, Validation, ensure, refuse, require_settlement};
use super::state::{BuriedTreasure, Links, PlacementMode, State};
use super::view::PlayerView;
use rules::{Applied, Apply, Counted, Counts, OrMisfit, Refusal, Seat, wire, words};

/// A treasure tile; playing it has one of three effects, and equal or different ones score at the end.
#[words(Nord)]
pub enum Treasure {
    Axe,
    Gold,
    Hammer,
    Helmet,
    Chalice,
    Sword,
}

pub type Treasures = Counts<Treasure, { Treasure::COUNT }>;

impl Counted for Treasure {
    const COUNTS: &'static str = "NordTreasures";
    const ABOUT: &'static str = "Treasures by kind; kinds of which there are none are left out.";

    const MOST: u8 = 6;

    fn example() -> serde_json::Value {
        serde_json::json!({ "axe": 1 })
    }
}

/// What playing a treasure does; the components say which kind does what.
#[words(Nord)]
pub enum TreasureAction {
    /// Moves one own fighter to a settlement that is linked.
    Negotiator,
    /// The land workers of this turn may lie in two areas.
    TwoAreas,
    /// More workers in this turn.
    ManyWorkers,
}

impl TreasureAction {
    /// How workers may be placed after playing it.
    pub const fn mode(self) -> PlacementMode {
        match self {
            Self::Negotiator => PlacementMode::Normal,
            Self::TwoAreas => PlacementMode::TwoAreas,
            Self::ManyWorkers => PlacementMode::ManyWorkers,
        }
    }
}

/// Before workers are placed; at most one in a turn.
#[wire(Nord)]
pub struct PlayTreasure {
    pub treasure: Treasure,
    /// Negotiators (`gold`, `hammer`) only: the settlement that one of your fighters leaves.
    pub from: Option<Settlement>,
    /// Negotiators only: where the fighter goes, a settlement linked with `from`.
    pub to: Option<Settlement>,
}

/// The treasure lies open on the discard pile.
#[wire(Nord)]
pub struct TreasurePlayed {
    pub seat: Seat,
    pub treasure: Treasure,
    /// How the seat may place workers in this turn.
    pub mode: PlacementMode,
}

/// By a negotiator, `gold` or `hammer`.
#[wire(Nord)]
pub struct FighterMoved {
    pub seat: Seat,
    pub from: Settlement,
    pub to: Settlement,
}

/// The discards are the draw pile now, in secret order.
#[wire(Nord)]
pub struct DiscardShuffled {
    /// From bottom to top. Only in the complete record of a finished game.
    pub draw_pile: Vec<Treasure>,
}

/// New treasures lie face down on free cairns.
#[wire(Nord)]
pub struct TreasuresLaid {
    /// What lies on the fields. Only in the complete record of a finished game.
    pub buried: Vec<BuriedTreasure>,
}

/// What the treasures of a seat score; 0 where it gave up.
#[wire(Nord)]
#[derive(Copy)]
pub struct HandScore {
    pub seat: Seat,
    pub treasures: Treasures,
    pub different: u16,
    pub equal: u16,
}

/// At the end all treasures are shown and counted.
#[wire(Nord)]
pub struct TreasuresScored {
    /// One for each seat, in seat order.
    pub hands: Vec<HandScore>,
}

/// May the seat play it (§9.2)? If it is a negotiator, the result is the way of the fighter.
fn validate(
    player: &PlayerView<'_>,
    connections: &Connections,
    action: &PlayTreasure,
) -> Result<Option<[Settlement; 2]>, Refusal> {
    ensure(player.table.this_turn.played.is_none(), || refuse(no::ALREADY_PLAYED))?;
    ensure(placement::is_possible(player, connections, player.own_settlements()), || {
        refuse(no::NO_PLACEMENT)
    })?;
    ensure(player.hand.get(action.treasure) > 0, || refuse(no::NOT_IN_HAND).at_field("treasure"))?;
    let negotiates = player.components.action_of(action.treasure) == TreasureAction::Negotiator;
    match (negotiates, action.from, action.to) {
        (false, None, None) => Ok(None),
        (true, Some(from), Some(to)) => {
            let links = connections.links();
            validate_negotiator(player, connections, &links, from, to).map(|()| Some([from, to]))
        }
        _ => Err(refuse(no::WRONG_SETTLEMENTS)),
    }
}

/// May a fighter of the seat go from one settlement to the other?
fn validate_negotiator(
    player: &PlayerView<'_>,
    connections: &Connections,
    links: &Links,
    from: Settlement,
    to: Settlement,
) -> Validation {
    require_settlement(&player.table.board, from, "from")?;
    require_settlement(&player.table.board, to, "to")?;
    let there = player.table.fighters(from, player.seat);
    ensure(there > 0, || refuse(no::NO_FIGHTER).at_field("from"))?;
    ensure(links.has(from, to), || refuse(no::NOT_LINKED).at_field("to"))?;
    // Workers must still be placed afterwards, from the settlements that the fighter leaves the seat with.
    let stays = player.own_settlements().settlements().filter(|settlement| *settlement != from || there > 1);
    let after = stays.collect::<Endpoints>() | Endpoints::only(to);
    ensure(placement::is_possible(player, connections, after), || refuse(no::NO_PLACEMENT).at_field("to"))
}

impl PlayTreasure {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let way = validate(&PlayerView::after(recorder, seat), &recorder.table.connections(), self)?;
        let mode = recorder.components.action_of(self.treasure).mode();
        recorder.record(TreasurePlayed { seat, treasure: self.treasure, mode });
        if let Some([from, to]) = way {
            recorder.record(FighterMoved { seat, from, to });
        }
        Ok(())
    }
}

/// Lays a tile on every free cairn, in reading order, as long as there are tiles. The discard pile is shuffled only
/// when one is needed and none is left (§13.3).
pub fn refill(recorder: &mut Recorder<'_>) {
    let table = &recorder.table;
    let is_free = |field: &Field| table.workers.get(*field).is_none() && !table.treasures.contains(field);
    let mut free: Vec<Field> = table.board.cairns.iter().copied().filter(is_free).collect();
    lay(recorder, &mut free);
    if !free.is_empty() && !recorder.table.discard.is_empty() {
        let discard = recorder.table.discard.clone();
        let draw_pile = recorder.chance.shuffled("discard_pile", &discard);
        recorder.record(DiscardShuffled { draw_pile });
        lay(recorder, &mut free);
    }
}

/// Lays tiles from the draw pile on the first of these fields, as many as there are.
fn lay(recorder: &mut Recorder<'_>, free: &mut Vec<Field>) {
    let tiles = recorder.secret.draw_pile.iter().rev();
    let buried: Vec<BuriedTreasure> =
        free.iter().zip(tiles).map(|(&field, &treasure)| BuriedTreasure { field, treasure }).collect();
    free.drain(..buried.len());
    if !buried.is_empty() {
        recorder.record(TreasuresLaid { buried });
    }
}

/// All show their treasures, and those who have not given up score them (§13.4).
pub fn score(recorder: &mut Recorder<'_>) {
    let scored = |seat: Seat| {
        let treasures = recorder.secret.hand(seat);
        if recorder.table.has_resigned(seat) {
            return HandScore { seat, treasures, different: 0, equal: 0 };
        }
        hand_score(recorder.components, seat, treasures)
    };
    let hands = (0..recorder.table.seats()).map(scored).collect();
    recorder.record(TreasuresScored { hands });
}

/// What treasures are worth: different kinds by the list of points, many equal ones by their square.
pub fn hand_score(components: &Components, seat: Seat, treasures: Treasures) -> HandScore {
    let kinds = treasures.kinds().count();
    // The list has an entry for each number of kinds (see `components`).
    let different = components.different_kinds_points[kinds];
    let many = treasures.kinds().filter(|(_, count)| *count >= components.equal_kinds_from);
    let equal = many.map(|(_, count)| u16::from(count) * u16::from(count)).sum();
    HandScore { seat, treasures, different: different.into(), equal }
}

impl Apply<State> for TreasurePlayed {
    fn apply(&self, state: &mut State) -> Applied {
        let Self { seat, treasure, mode } = *self;
        let hand = state.secret.hand_mut(seat)?;
        hand.take(Treasures::of(treasure, 1))?;
        let table = &mut state.table;
        table.player_mut(seat)?.treasures = hand.total();
        table.discard.push(treasure);
        table.this_turn.played = Some(treasure);
        table.this_turn.mode = mode;
        table.count_act()
    }
}

impl Apply<State> for FighterMoved {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.add_fighters(self.from, self.seat, -1)?;
        table.add_fighters(self.to, self.seat, 1)
    }
}

impl Apply<State> for DiscardShuffled {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.discard.clear();
        state.table.draw_pile = self.draw_pile.len() as u8;
        state.secret.draw_pile.clone_from(&self.draw_pile);
        Ok(())
    }
}

impl DiscardShuffled {
    pub fn redacted(&self) -> Redacted {
        Redacted::DiscardShuffled { count: self.draw_pile.len() }
    }
}

impl Apply<State> for TreasuresLaid {
    fn apply(&self, state: &mut State) -> Applied {
        let State { table, secret } = state;
        let left = secret.draw_pile.len().checked_sub(self.buried.len());
        let left = left.or_misfit("fewer treasures in the pile than are buried")?;
        secret.draw_pile.truncate(left);
        table.draw_pile = left as u8;
        secret.buried.extend(&self.buried);
        secret.buried.sort_unstable_by_key(|buried| buried.field);
        table.treasures = secret.buried.iter().map(|buried| buried.field).collect();
        Ok(())
    }
}

impl TreasuresLaid {
    pub fn redacted(&self) -> Redacted {
        Redacted::TreasuresLaid { fields: self.buried.iter().map(|buried| buried.field).collect() }
    }
}

impl Apply<State> for TreasuresScored {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        let points: Vec<u16> = self.hands.iter().map(|hand| hand.different + hand.equal).collect();
        table.add_points(&points)
    }
}

/// Every treasure that the seat can play, where it can place a worker.
pub fn legal(player: &PlayerView<'_>, connections: &Connections) -> Vec<Action> {
    let mut actions = Vec::new();
    // Every kind of negotiator has the same ways.
    let mut ways = None;
    for (treasure, _) in player.hand.kinds() {
        if player.components.action_of(treasure) == TreasureAction::Negotiator {
            let ways = ways.get_or_insert_with(|| negotiator_ways(player, connections));
            let plays = ways.iter().map(|[from, to]| (Some(*from), Some(*to)));
            actions.extend(plays.map(|(from, to)| Action::PlayTreasure(PlayTreasure { treasure, from, to })));
        } else {
            actions.push(Action::PlayTreasure(PlayTreasure { treasure, from: None, to: None }));
        }
    }
    actions
}

/// Every way from one settlement to another on which the seat can send a fighter.
fn negotiator_ways(player: &PlayerView<'_>, connections: &Connections) -> Vec<[Settlement; 2]> {
    let links = connections.links();
    let pairs = player.own_settlements().settlements().flat_map(move |from| {
        let linked = links.with(from).settlements();
        linked.map(move |to| [from, to])
    });
    pairs.filter(|[from, to]| validate_negotiator(player, connections, &links, *from, *to).is_ok()).collect()
}
