//! The four scorings with what follows from them (rules page §12, §13): 1 and 3 count raw materials, 2 and 4 fighters.
//! The fifth, of treasures, is in `treasures`, as is the laying of new ones.

use super::board::{Cell, Endpoints, Field, Ground, SETTLEMENTS, Settlement, Terrain};
use super::connections::Connections;
use super::event::{Event, Recorder};
use super::state::{Figure, Garrison, MAX_SEATS, State, Table};
use super::treasures;
use rules::{Applied, Apply, OrMisfit, ScoreSource, Seat, wire};

/// The number of the last scoring but the final one.
pub const LAST: u8 = 4;

/// The large dragon boat is full, or a seat could do nothing.
#[wire(Nord)]
pub struct ScoringBegun {
    /// 1 and 3 score raw materials, 2 and 4 fighters.
    #[schema(minimum = 1, maximum = 4)]
    pub number: u8,
    /// The seat that could do nothing, where that is the cause; missing if the large dragon boat is full.
    pub forced_by: Option<Seat>,
}

/// The points that a seat gets for its workers at a settlement.
#[wire(Nord)]
#[derive(Copy)]
pub struct Delivery {
    pub seat: Seat,
    pub settlement: Settlement,
    /// Forest areas with a worker of the seat, a point each.
    pub forests: u8,
    /// Mountain workers, a point each.
    pub mountains: u8,
}

/// Wood and stone were scored, in scorings 1 and 3.
#[wire(Nord)]
pub struct MaterialsDelivered {
    /// Everything that gave points, ordered by settlement and seat.
    pub deliveries: Vec<Delivery>,
    /// One for each seat, in seat order.
    pub points: Vec<u16>,
}

#[wire(Nord)]
#[derive(Copy)]
pub struct PlacedWorker {
    pub field: Field,
    pub seat: Seat,
}

/// The mountain workers that delivered went home.
#[wire(Nord)]
pub struct MountainsCollapsed {
    pub workers: Vec<PlacedWorker>,
}

/// How the fighters of one seat in one settlement fared.
#[wire(Nord)]
#[derive(Copy)]
pub struct Meal {
    pub seat: Seat,
    pub settlement: Settlement,
    /// The food there, as much for each seat.
    pub food: u8,
    pub fed: u8,
    pub unfed: u8,
}

/// Fed fighters scored and stay, the others went home, in scorings 2 and 4.
#[wire(Nord)]
pub struct FightersFed {
    /// Ordered by settlement and seat, with seats that gave up.
    pub meals: Vec<Meal>,
    /// One for each seat, in seat order.
    pub points: Vec<u16>,
}

/// All sea workers went home, and their boats to the supply.
#[wire(Nord)]
pub struct StormRaised {
    pub workers: Vec<PlacedWorker>,
}

/// The dead went home, and the jarls moved down to the lowest places.
#[wire(Nord)]
pub struct DragonBoatCleared {
    /// One for each seat, in seat order.
    pub men: Vec<u8>,
}

/// The game goes on where it was interrupted, or ends after the fourth.
#[wire(Nord)]
pub struct ScoringEnded {
    /// Which scoring it was, 1 to 4.
    #[schema(minimum = 1, maximum = 4)]
    pub number: u8,
}

/// Runs the next scoring, whether a seat forced it or the large dragon boat is full.
pub fn run(recorder: &mut Recorder<'_>, forced_by: Option<Seat>) {
    let number = recorder.table.next_scoring;
    recorder.record(ScoringBegun { number, forced_by });
    let counts_fighters = number.is_multiple_of(2);
    if counts_fighters {
        score_fighters(recorder);
    } else {
        score_materials(recorder);
    }
    // What would follow the fourth one changes nothing that counts any more (§13.2).
    if number < LAST {
        if counts_fighters {
            raise_storm(recorder);
        }
        clear_dragon_boat(recorder);
        treasures::refill(recorder);
    }
    recorder.record(ScoringEnded { number });
}

/// Forests and mountains deliver; then the mountains that did collapse (§13.1).
fn score_materials(recorder: &mut Recorder<'_>) {
    let table = &recorder.table;
    let connections = table.connections();
    let deliveries = deliveries(table, &connections);
    let mut points = vec![0; table.players.len()];
    for delivery in &deliveries {
        points[usize::from(delivery.seat)] += u16::from(delivery.forests) + u16::from(delivery.mountains);
    }
    let workers = delivering_mountains(table, &connections);
    recorder.record(MaterialsDelivered { deliveries, points });
    if !workers.is_empty() {
        recorder.record(MountainsCollapsed { workers });
    }
}

/// How many deliveries or meals there usually are at most.
const USUAL: usize = 16;

/// All that gives points, by settlement and seat: those who have given up score no more, but they count in the
/// comparison of who may deliver, and their mountains collapse like any other.
pub fn deliveries(table: &Table, connections: &Connections) -> Vec<Delivery> {
    let gathered = gather(table, connections);
    let mut deliveries = Vec::with_capacity(USUAL);
    for (settlement, _) in table.board.settlements() {
        let plays = |seat: &Seat| *seat < table.seats() && !table.has_resigned(*seat);
        for seat in deliverers(&table.garrison(settlement)).filter(plays) {
            let Gathered { areas, mountains } = gathered[settlement.index()][usize::from(seat)];
            let forests = areas.count_ones() as u8;
            if forests > 0 || mountains > 0 {
                deliveries.push(Delivery { seat, settlement, forests, mountains });
            }
        }
    }
    deliveries
}

/// What the workers of a seat gather for a settlement: the forest areas, a bit each, and the mountain workers.
#[derive(Clone, Copy, Default)]
struct Gathered {
    areas: u64,
    mountains: u8,
}

/// By settlement and seat, for all workers that are connected with one.
fn gather(table: &Table, connections: &Connections) -> [[Gathered; MAX_SEATS]; SETTLEMENTS] {
    let mut gathered = [[Gathered::default(); MAX_SEATS]; SETTLEMENTS];
    for (cell, seat) in connections.workers() {
        let Ground::Land(land) = table.board.ground(cell) else { continue };
        for settlement in connections.endpoints_of(cell).settlements() {
            let known = &mut gathered[settlement.index()][usize::from(seat)];
            match land.terrain {
                Terrain::Mountain => known.mountains += 1,
                Terrain::Forest => known.areas |= land.area_bit(),
                Terrain::Karst => {}
            }
        }
    }
    gathered
}

/// Who may deliver to a settlement: all with fighters there, but those with fewest of them only if all have equally
/// many.
fn deliverers(garrison: &Garrison) -> impl Iterator<Item = Seat> + use<> {
    let garrison = *garrison;
    let present = move || garrison.fighters.into_iter().filter(|count| *count > 0);
    // Where there is nobody, nobody has the most.
    let (most, fewest) = (present().max().unwrap_or(0), present().min().unwrap_or(0));
    let may = move |seat: &Seat| {
        let count = garrison.fighters_of(*seat);
        count > 0 && (count == most || count > fewest)
    };
    (0..garrison.fighters.len() as u8).filter(may)
}

/// The mountain workers who deliver somewhere, in reading order.
fn delivering_mountains(table: &Table, connections: &Connections) -> Vec<PlacedWorker> {
    let mut markets = [Endpoints::NONE; MAX_SEATS];
    for (settlement, garrison) in table.settlements.iter() {
        for seat in deliverers(&garrison) {
            markets[usize::from(seat)] |= Endpoints::only(settlement);
        }
    }
    let delivers = |cell: Cell, seat: Seat| {
        let ground = table.board.ground(cell);
        let is_mountain = matches!(ground, Ground::Land(land) if land.terrain == Terrain::Mountain);
        let market = markets[usize::from(seat)];
        is_mountain && connections.endpoints_of(cell).intersects(market)
    };
    let delivering = connections.workers().filter(|(cell, seat)| delivers(*cell, *seat));
    delivering.map(|(cell, seat)| PlacedWorker { field: table.board.field(cell), seat }).collect()
}

/// The fighters eat; those who are not fed go home, and the others score by their squares (§13.2).
fn score_fighters(recorder: &mut Recorder<'_>) {
    let table = &recorder.table;
    let meals = meals(table, &table.connections());
    let mut points = vec![0; table.players.len()];
    // Those who have given up eat, but score no more.
    for meal in meals.iter().filter(|meal| !table.has_resigned(meal.seat)) {
        points[usize::from(meal.seat)] += u16::from(meal.fed) * u16::from(meal.fed);
    }
    recorder.record(FightersFed { meals, points });
}

/// What everybody gets, by settlement and seat.
pub fn meals(table: &Table, connections: &Connections) -> Vec<Meal> {
    let mut meals = Vec::with_capacity(USUAL);
    for (settlement, _) in table.board.settlements() {
        let garrison = table.garrison(settlement);
        // What there is to eat is counted only where somebody eats.
        if garrison.fighters == [0; MAX_SEATS] {
            continue;
        }
        let food = food(table, connections, settlement);
        for seat in 0..table.seats() {
            let fighters = garrison.fighters_of(seat);
            if fighters > 0 {
                let fed = fighters.min(food);
                meals.push(Meal { seat, settlement, food, fed, unfed: fighters - fed });
            }
        }
    }
    meals
}

/// How many fighters of each player a settlement feeds: one, and one for each forest area and each fishing boat around
/// it whose workers are connected with it.
fn food(table: &Table, connections: &Connections, settlement: Settlement) -> u8 {
    let mut food = 1;
    let mut areas = 0_u64;
    for &cell in table.board.surroundings(settlement) {
        if !connections.endpoints_of(cell).has(settlement) {
            continue;
        }
        match table.board.ground(cell) {
            Ground::Sea => food += 1,
            Ground::Land(land) if land.terrain == Terrain::Forest => areas |= land.area_bit(),
            _ => {}
        }
    }
    food + areas.count_ones() as u8
}

fn raise_storm(recorder: &mut Recorder<'_>) {
    let at_sea = recorder.table.sea_workers();
    let workers: Vec<PlacedWorker> = at_sea.map(|(field, seat)| PlacedWorker { field, seat }).collect();
    if !workers.is_empty() {
        recorder.record(StormRaised { workers });
    }
}

/// The dead go home, and the jarls move down (§12).
fn clear_dragon_boat(recorder: &mut Recorder<'_>) {
    let boat = &recorder.table.dragon_boat;
    let of = |seat: Seat| boat.iter().filter(|figure| **figure == Figure::Man { seat }).count() as u8;
    let men: Vec<u8> = (0..recorder.table.seats()).map(of).collect();
    recorder.record(DragonBoatCleared { men });
}

/// Where the points come from. A score is one number, so they are found in what happened.
pub fn sources(table: &Table, events: &[Event]) -> Vec<ScoreSource> {
    let of = |name, points: &dyn Fn(&Event, Seat) -> u16| {
        let all = |seat: Seat| events.iter().map(|event| i32::from(points(event, seat))).sum();
        ScoreSource::new(name, 0..table.seats(), all)
    };
    let at = |points: &[u16], seat: Seat| points.get(usize::from(seat)).copied().unwrap_or_default();
    vec![
        of("materials", &|event, seat| match event {
            Event::MaterialsDelivered(delivered) => at(&delivered.points, seat),
            _ => 0,
        }),
        of("fighters", &|event, seat| match event {
            Event::FightersFed(fed) => at(&fed.points, seat),
            _ => 0,
        }),
        of("jarls", &|event, seat| match event {
            Event::JarlDefeated(defeat) if defeat.seat == seat => defeat.points.into(),
            _ => 0,
        }),
        of("treasures", &|event, seat| match event {
            Event::TreasuresScored(scored) => {
                let own = scored.hands.iter().filter(|hand| hand.seat == seat);
                own.map(|hand| hand.different + hand.equal).sum()
            }
            _ => 0,
        }),
    ]
}

impl Apply<State> for ScoringBegun {}

impl Apply<State> for MaterialsDelivered {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.add_points(&self.points)
    }
}

impl Apply<State> for MountainsCollapsed {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        self.workers.iter().try_for_each(|worker| table.send_home(worker.field, worker.seat))
    }
}

impl Apply<State> for FightersFed {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        for meal in &self.meals {
            *table.garrison_mut(meal.settlement)?.fighters_of_mut(meal.seat)? = meal.fed;
            table.add_men(meal.seat, meal.unfed)?;
        }
        table.add_points(&self.points)
    }
}

impl Apply<State> for StormRaised {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.add_boats(self.workers.len())?;
        self.workers.iter().try_for_each(|worker| table.send_home(worker.field, worker.seat))
    }
}

impl Apply<State> for DragonBoatCleared {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        for (seat, men) in (0..).zip(&self.men) {
            table.add_men(seat, *men)?;
        }
        table.dragon_boat.retain(|figure| !matches!(figure, Figure::Man { .. }));
        Ok(())
    }
}

impl Apply<State> for ScoringEnded {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.next_scoring = self.number.checked_add(1).or_misfit("more scorings than there can be")?;
        Ok(())
    }
}
