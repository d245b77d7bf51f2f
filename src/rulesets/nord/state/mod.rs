//! Everything there is to know about a game (rules page §5).
//!
//! May know: the vocabulary and the board. May not know: what is allowed. `Table` is what every viewer sees, `Secret`
//! what only its owner or no player may learn. Alliances and links are derived, never stored, except the links with
//! which a turn began.

mod pieces;

pub use pieces::{Figure, Garrison, Garrisons, Jarl, Links, MAX_SEATS, Workers, garrisons_of};

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{Board, Endpoints, Field, Settlement};
use super::connections::Connections;
use super::options::Layout;
use super::treasures::{Treasure, Treasures};
use rules::{Applied, Misfit, OrMisfit, Seat, Shared, stored, wire, words};

#[stored]
pub struct State {
    pub table: Shared<Table>,
    pub secret: Shared<Secret>,
}

/// What everybody sees of the game.
#[wire(Nord)]
pub struct Table {
    /// Counted from 1 over all seats, skipped turns included; 0 in the set-up.
    pub turn: u32,
    pub active: Seat,
    pub phase: Phase,
    /// 1 and 3 score raw materials, 2 and 4 fighters; 5 once all four are done.
    #[schema(minimum = 1, maximum = 5)]
    pub next_scoring: u8,
    pub board: Board,
    /// The seat of each worker, by field.
    #[schema(value_type = std::collections::BTreeMap<String, Seat>)]
    pub workers: Workers,
    /// Who stands in each settlement, empty ones included.
    #[schema(value_type = std::collections::BTreeMap<String, Garrison>)]
    pub settlements: Garrisons,
    /// One for each seat, in seat order.
    pub players: Vec<Player>,
    pub boats: u8,
    /// Who lies in the large dragon boat, from its lowest place up; further places are free.
    pub dragon_boat: Vec<Figure>,
    /// The numbers of the places of the large dragon boat: the points for a jarl there.
    pub places: Vec<u8>,
    /// Where treasures lie face down.
    pub treasures: Vec<Field>,
    pub draw_pile: u8,
    /// Played treasures, the latest last.
    pub discard: Vec<Treasure>,
    pub this_turn: ThisTurn,
    /// How many actions the active seat took in this turn.
    pub acts: u16,
    pub layout: Layout,
}

/// What everybody knows of a seat.
#[wire(Nord)]
#[derive(Copy, Default)]
pub struct Player {
    pub score: i32,
    /// Men at home, who can be placed.
    pub supply: u8,
    pub treasures: u8,
    /// Its pieces stay; it has no decisions any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resigned: bool,
}

/// What the game waits for, told apart by `name`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
#[schema(as = NordPhase)]
pub enum Phase {
    /// Before the game starts.
    Blank {},
    /// The active seat chooses its start settlement.
    ChooseStart {},
    /// The active seat places workers, perhaps after a treasure, or defeats a jarl.
    Turn {},
    /// The workers placed force the active seat to attack.
    Attack {},
    Over {
        ended_by: EndedBy,
    },
}

/// `final_scoring`: the last scoring was run; `resignations`: all but one gave up.
#[words(Nord)]
pub enum EndedBy {
    /// The last scoring was run.
    FinalScoring,
    /// All but one have given up.
    Resignations,
}

/// What was done in the present turn.
#[wire(Nord)]
#[derive(Default)]
pub struct ThisTurn {
    /// The treasure that was played; missing if none was.
    pub played: Option<Treasure>,
    pub mode: PlacementMode,
    /// The settlements that were linked when the turn began.
    pub start_links: Links,
    pub placed: Vec<Field>,
}

/// How workers may be placed: by the ordinary limits, in two land areas, or more of them.
#[words(Nord)]
#[derive(Default)]
pub enum PlacementMode {
    /// The usual number in one area, or at sea.
    #[default]
    Normal,
    /// Land workers in up to two areas.
    TwoAreas,
    /// More workers in one area, or at sea.
    ManyWorkers,
}

#[stored]
#[derive(Default)]
pub struct Secret {
    pub hands: Vec<Treasures>,
    /// What each seat took with its last placement, by seat; tiles that it has played since are still named.
    pub taken: Vec<Vec<BuriedTreasure>>,
    /// The tiles that lie face down on the board, in reading order of their fields.
    pub buried: Vec<BuriedTreasure>,
    /// The draw pile; the top tile is the last.
    pub draw_pile: Vec<Treasure>,
}

/// A treasure and the field where it lies or lay.
#[wire(Nord)]
#[derive(Copy)]
pub struct BuriedTreasure {
    pub field: Field,
    pub treasure: Treasure,
}

impl Table {
    pub fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    /// What is known of a seat; nothing of one that is not there, as a client may name it. What changes a seat goes
    /// through [`Table::player_mut`].
    pub fn player(&self, seat: Seat) -> Player {
        self.players.get(usize::from(seat)).copied().unwrap_or_default()
    }

    pub fn player_mut(&mut self, seat: Seat) -> Result<&mut Player, Misfit> {
        self.players.get_mut(usize::from(seat)).or_misfit("no such seat")
    }

    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.player(seat).resigned
    }

    pub fn playing(&self) -> impl Iterator<Item = Seat> {
        (0..self.seats()).filter(|seat| !self.has_resigned(*seat))
    }

    /// What stands in a settlement; nothing in one that is not there, as a client may name it. What changes it goes
    /// through [`Table::garrison_mut`].
    pub fn garrison(&self, settlement: Settlement) -> Garrison {
        self.settlements.get(settlement).unwrap_or_default()
    }

    pub fn fighters(&self, settlement: Settlement, seat: Seat) -> u8 {
        self.garrison(settlement).fighters_of(seat)
    }

    pub fn own_settlements(&self, seat: Seat) -> Endpoints {
        let own = self.settlements.iter().filter(|(_, garrison)| garrison.fighters_of(seat) > 0);
        own.map(|(settlement, _)| settlement).collect()
    }

    /// The workers in fishing boats with their owners, in reading order.
    pub fn sea_workers(&self) -> impl Iterator<Item = (Field, Seat)> {
        self.workers.iter().filter(|(field, _)| self.board.land(*field).is_none())
    }

    /// How many of these fields lie at sea, which is how many fishing boats the workers there take.
    pub fn count_at_sea(&self, fields: &[Field]) -> usize {
        fields.iter().filter(|field| self.board.land(**field).is_none()).count()
    }

    pub fn free_places(&self) -> usize {
        self.places.len() - self.dragon_boat.len()
    }

    /// The number of the lowest free place of the large dragon boat, which is what a jarl brings (§10).
    pub fn next_place(&self) -> Option<u8> {
        self.places.get(self.dragon_boat.len()).copied()
    }

    pub fn connections(&self) -> Arc<Connections> {
        self.workers.connections(&self.board)
    }
}

/// What events change.
impl Table {
    /// The active player has acted once more, so that their next decision has another id.
    pub fn count_act(&mut self) -> Applied {
        self.acts = self.acts.checked_add(1).or_misfit("more acts than a turn can have")?;
        Ok(())
    }

    pub fn add_men(&mut self, seat: Seat, men: u8) -> Applied {
        let player = self.player_mut(seat)?;
        player.supply = player.supply.checked_add(men).or_misfit("more men than there can be")?;
        Ok(())
    }

    pub fn take_men(&mut self, seat: Seat, men: u8) -> Applied {
        let player = self.player_mut(seat)?;
        player.supply = player.supply.checked_sub(men).or_misfit("fewer men in supply than are taken")?;
        Ok(())
    }

    pub fn add_boats(&mut self, boats: usize) -> Applied {
        let all = usize::from(self.boats) + boats;
        self.boats = u8::try_from(all).ok().or_misfit("more fishing boats than there can be")?;
        Ok(())
    }

    /// Figures take the lowest free places of the large dragon boat.
    pub fn lay_in_boat(&mut self, figures: impl IntoIterator<Item = Figure>) -> Applied {
        self.dragon_boat.extend(figures);
        let fits = self.dragon_boat.len() <= self.places.len();
        fits.then_some(()).or_misfit("more figures than places in the large dragon boat")
    }

    pub fn add_points(&mut self, points: &[u16]) -> Applied {
        for (player, points) in self.players.iter_mut().zip(points) {
            player.add_points(*points)?;
        }
        Ok(())
    }

    pub fn garrison_mut(&mut self, settlement: Settlement) -> Result<&mut Garrison, Misfit> {
        self.settlements.get_mut(settlement).or_misfit("no such settlement")
    }

    pub fn add_fighters(&mut self, settlement: Settlement, seat: Seat, more: i8) -> Applied {
        let fighters = self.garrison_mut(settlement)?.fighters_of_mut(seat)?;
        *fighters = fighters.checked_add_signed(more).or_misfit("fewer fighters than are taken")?;
        Ok(())
    }

    pub fn send_home(&mut self, field: Field, seat: Seat) -> Applied {
        self.workers.take(field).or_misfit("no worker on the field")?;
        self.add_men(seat, 1)
    }
}

impl Player {
    pub fn add_points(&mut self, points: u16) -> Applied {
        self.score = self.score.checked_add(points.into()).or_misfit("more points than there can be")?;
        Ok(())
    }
}

impl Secret {
    // A client may name a seat that is not there: it holds nothing. What changes a hand misfits.

    pub fn hand(&self, seat: Seat) -> Treasures {
        self.hands.get(usize::from(seat)).copied().unwrap_or_default()
    }

    pub fn hand_mut(&mut self, seat: Seat) -> Result<&mut Treasures, Misfit> {
        self.hands.get_mut(usize::from(seat)).or_misfit("no such hand")
    }

    /// What a seat took with its last placement, and where each tile lay.
    pub fn taken(&self, seat: Seat) -> &[BuriedTreasure] {
        self.taken.get(usize::from(seat)).map_or(&[], Vec::as_slice)
    }

    pub fn taken_mut(&mut self, seat: Seat) -> &mut Vec<BuriedTreasure> {
        let seats = usize::from(seat) + 1;
        if self.taken.len() < seats {
            self.taken.resize_with(seats, Vec::new);
        }
        &mut self.taken[usize::from(seat)]
    }

    pub fn buried_at(&self, field: Field) -> Option<Treasure> {
        self.buried.iter().find(|buried| buried.field == field).map(|buried| buried.treasure)
    }
}
