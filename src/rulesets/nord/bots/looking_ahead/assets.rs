//! What counts for each seat, counted once over the settlements and once over the workers: this runs for every position
//! that is looked at.

use crate::nord::board::{Endpoints, Ground, SETTLEMENTS, Settlement, Terrain};
use crate::nord::connections::Connections;
use crate::nord::jarls;
use crate::nord::state::{Figure, Garrison, MAX_SEATS, Table};
use rules::Seat;

/// What counts for a seat.
#[derive(Clone, Copy)]
pub enum Asset {
    /// Forest areas that deliver, once for each settlement, as everything that delivers.
    Forests,
    /// Mountain workers who deliver.
    Mountains,
    /// What the seat gathers for settlements where it has too few fighters to deliver.
    Blocked,
    /// What it gathers for settlements where it has none.
    Unowned,
    /// The squares of fed fighters.
    Fed,
    /// The squares of those who would be fed without fishing boats.
    FedOnLand,
    /// Those fed by fishing boats alone.
    FedAtSea,
    Unfed,
    /// The points that one more fighter would bring, for each settlement that feeds one more.
    Hungry,
    Supply,
    Dead,
    /// Workers in fishing boats.
    AtSea,
    ForestWorkers,
    MountainWorkers,
    /// Workers who are connected with a settlement of the seat.
    Allied,
    /// Settlements with a fighter.
    Presence,
    /// Free gates of these.
    Gates,
    /// Settlements that are linked with them and have no fighter of the seat: an attack from there is impossible.
    LinkedUnowned,
    /// The number of the next place in the large dragon boat, if a jarl can be defeated.
    Jarl,
    /// The same if only the funeral is missing.
    JarlWithoutFuneral,
    /// The same for every other jarl, half without a funeral.
    OtherJarls,
    /// The same if only one fighter is missing somewhere.
    NearJarl,
    /// Settlements where nobody has as many fighters.
    Lead,
}

pub const ASSETS: usize = 23;

pub type Assets = [f32; ASSETS];

/// The assets of every seat.
pub fn count(table: &Table, connections: &Connections) -> [Assets; MAX_SEATS] {
    let mut tally = Tally {
        table,
        connections,
        assets: [[0.0; ASSETS]; MAX_SEATS],
        own: [Endpoints::NONE; MAX_SEATS],
        markets: [Endpoints::NONE; MAX_SEATS],
    };
    tally.garrisons();
    tally.jarls();
    tally.workers();
    tally.men();
    tally.assets
}

struct Tally<'t> {
    table: &'t Table,
    connections: &'t Connections,
    assets: [Assets; MAX_SEATS],
    /// The settlements where each seat has fighters.
    own: [Endpoints; MAX_SEATS],
    /// Those to which it may deliver.
    markets: [Endpoints; MAX_SEATS],
}

impl Tally<'_> {
    fn add(&mut self, seat: usize, asset: Asset, more: f32) {
        if let Some(assets) = self.assets.get_mut(seat) {
            assets[asset as usize] += more;
        }
    }

    fn garrisons(&mut self) {
        let (table, connections) = (self.table, self.connections);
        for (settlement, garrison) in table.settlements.iter() {
            let present = garrison.fighters.iter().copied().filter(|count| *count > 0);
            let Some(most) = present.clone().max() else { continue };
            let fewest = present.clone().min().unwrap_or(0);
            let leads = present.filter(|count| *count == most).count() == 1;
            let food = Food::at(table, connections, settlement);
            let gates = table.board.gates(settlement).iter();
            let gates = gates.filter(|cell| connections.is_free(**cell)).count() as f32;
            for (seat, &count) in garrison.fighters.iter().enumerate() {
                if count == 0 {
                    continue;
                }
                self.own[seat] |= Endpoints::only(settlement);
                if count == most || count > fewest {
                    self.markets[seat] |= Endpoints::only(settlement);
                }
                let (fed, on_land) = (count.min(food.on_land + food.at_sea), count.min(food.on_land));
                self.add(seat, Asset::Fed, (fed * fed).into());
                self.add(seat, Asset::FedOnLand, (on_land * on_land).into());
                self.add(seat, Asset::FedAtSea, (fed - on_land).into());
                self.add(seat, Asset::Unfed, (count - fed).into());
                if food.on_land + food.at_sea > count {
                    self.add(seat, Asset::Hungry, (2 * count + 1).into());
                }
                self.add(seat, Asset::Presence, 1.0);
                self.add(seat, Asset::Gates, gates);
                if leads && count == most {
                    self.add(seat, Asset::Lead, 1.0);
                }
            }
        }
    }

    fn jarls(&mut self) {
        let table = self.table;
        let number = table.next_place().map_or(0.0, f32::from);
        let boat_links = self.connections.boat_links();
        for seat in 0..table.seats() {
            let (mut with_funeral, mut without, mut near) = (0.0, 0.0, false);
            for settlement in self.own.get(usize::from(seat)).copied().unwrap_or_default().settlements() {
                let garrison = table.garrison(settlement);
                if garrison.jarl.is_none_or(|jarl| jarl.is_of(seat)) {
                    continue;
                }
                if !jarls::has_majority(table, settlement, seat) {
                    near |= needs_one(&garrison, seat);
                } else if boat_links.has(settlement) {
                    with_funeral += 1.0;
                } else {
                    without += 1.0;
                }
            }
            let seat = usize::from(seat);
            if with_funeral > 0.0 {
                self.add(seat, Asset::Jarl, number);
                self.add(seat, Asset::OtherJarls, number * (with_funeral - 1.0 + without / 2.0));
            } else if without > 0.0 {
                self.add(seat, Asset::JarlWithoutFuneral, number);
                self.add(seat, Asset::OtherJarls, number * (without - 1.0) / 2.0);
            }
            if near {
                self.add(seat, Asset::NearJarl, number);
            }
        }
    }

    fn workers(&mut self) {
        let (table, connections) = (self.table, self.connections);
        let mut areas = [[0_u64; MAX_SEATS]; SETTLEMENTS];
        for (cell, seat) in connections.workers() {
            let seat = usize::from(seat);
            let touched = connections.endpoints_of(cell);
            if touched.intersects(self.own[seat]) {
                self.add(seat, Asset::Allied, 1.0);
            }
            let Ground::Land(land) = table.board.ground(cell) else {
                self.add(seat, Asset::AtSea, 1.0);
                continue;
            };
            match land.terrain {
                Terrain::Mountain => {
                    self.add(seat, Asset::MountainWorkers, 1.0);
                    for settlement in touched.settlements() {
                        self.gathers(seat, settlement, Asset::Mountains, 1.0);
                    }
                }
                Terrain::Forest => {
                    self.add(seat, Asset::ForestWorkers, 1.0);
                    for settlement in touched.settlements() {
                        areas[settlement.index()][seat] |= land.area_bit();
                    }
                }
                Terrain::Karst => {}
            }
        }
        for (settlement, _) in table.board.settlements() {
            for (seat, areas) in areas[settlement.index()].iter().enumerate() {
                self.gathers(seat, settlement, Asset::Forests, areas.count_ones() as f32);
            }
        }
    }

    /// Adds what a seat gathers for a settlement to what delivers, or to what can't yet.
    fn gathers(&mut self, seat: usize, settlement: Settlement, delivers: Asset, count: f32) {
        let asset = if self.markets[seat].has(settlement) {
            delivers
        } else if self.own[seat].has(settlement) {
            Asset::Blocked
        } else {
            Asset::Unowned
        };
        self.add(seat, asset, count);
    }

    fn men(&mut self) {
        let table = self.table;
        for figure in &table.dragon_boat {
            if let Figure::Man { seat } = figure {
                self.add(usize::from(*seat), Asset::Dead, 1.0);
            }
        }
        let links = self.connections.links();
        for (seat, player) in table.players.iter().enumerate().take(MAX_SEATS) {
            self.add(seat, Asset::Supply, player.supply.into());
            let own = self.own[seat];
            let linked = own.settlements().fold(Endpoints::NONE, |all, one| all | links.with(one));
            let unowned = linked.settlements().filter(|settlement| !own.has(*settlement)).count();
            self.add(seat, Asset::LinkedUnowned, unowned as f32);
        }
    }
}

/// How many fighters of each seat a settlement feeds.
struct Food {
    on_land: u8,
    at_sea: u8,
}

impl Food {
    fn at(table: &Table, connections: &Connections, settlement: Settlement) -> Self {
        let (mut at_sea, mut areas) = (0, 0_u64);
        for &cell in table.board.surroundings(settlement) {
            if !connections.endpoints_of(cell).has(settlement) {
                continue;
            }
            match table.board.ground(cell) {
                Ground::Sea => at_sea += 1,
                Ground::Land(land) if land.terrain == Terrain::Forest => areas |= land.area_bit(),
                _ => {}
            }
        }
        Self { on_land: 1 + areas.count_ones() as u8, at_sea }
    }
}

/// Would one more fighter have the majority that defeats a jarl?
fn needs_one(garrison: &Garrison, seat: Seat) -> bool {
    let own = garrison.fighters_of(seat) + 1;
    (0..).zip(garrison.fighters).all(|(other, count)| other == seat || count < own)
}
