//! Attacks that new connections force (rules page §9.4).

use super::{ensure, is_there};
use crate::nord::action::Attack;
use crate::nord::board::{Field, Settlement};
use crate::nord::connections::{Connections, Way};
use crate::nord::player_view::PlayerView;
use crate::nord::refusals::{self as no, refuse};
use rules::Refusal;

/// From so many attackers on somebody chooses where the fifth goes.
pub const FIFTH: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fate {
    pub dead: u8,
    /// How many become fighters in the target.
    pub to: u8,
    /// How many become fighters in the start.
    pub from: u8,
    pub home: u8,
}

impl Fate {
    /// The fate of so many attackers, one after the other, with so many places free in the large dragon boat.
    pub fn of(attackers: usize, fifth_to_target: bool, free_places: usize) -> Self {
        let mut fate = Self::default();
        for nth in 1..=attackers {
            let fallen = usize::from(fate.dead);
            match nth {
                1 | 4 if fallen < free_places => fate.dead += 1,
                2 => fate.to += 1,
                3 => fate.from += 1,
                FIFTH if fifth_to_target => fate.to += 1,
                FIFTH => fate.from += 1,
                _ => fate.home += 1,
            }
        }
        fate
    }
}

/// The pairs of start and target that the seat must choose from, in order; none if nothing is to be attacked.
pub fn pairs(player: &PlayerView<'_>, connections: &Connections<'_>) -> Vec<[Settlement; 2]> {
    let (own, links) = (player.own(), connections.links());
    let before = player.table.this_turn.start_links;
    let targets = |from: Settlement| {
        let linked = links.with(from).settlements();
        linked.filter(move |to| !own.has(*to) && !before.has(from, *to)).map(move |to| [from, to])
    };
    own.settlements().flat_map(targets).collect()
}

/// Every attack from one settlement to another, in order.
pub fn options(way: &Way, [from, to]: [Settlement; 2]) -> Vec<Attack> {
    let sides = if way.own.len() < FIFTH { vec![None] } else { vec![Some(from), Some(to)] };
    let attackers = || way.own.clone();
    sides.into_iter().map(|fifth| Attack { from, to, attackers: attackers(), fifth }).collect()
}

/// May the seat attack so? Its attackers are sorted. The connection is told.
pub fn attack(
    player: &PlayerView<'_>,
    connections: &Connections<'_>,
    action: &Attack,
    attackers: &[Field],
) -> Result<Way, Refusal> {
    is_there(player.table, action.from, "from")?;
    is_there(player.table, action.to, "to")?;
    let forced = pairs(player, connections).contains(&[action.from, action.to]);
    ensure(forced, || refuse(no::NO_ATTACK))?;
    let ways = connections.ways(action.from, action.to, player.seat).into_iter();
    let way = ways.into_iter().find(|way| way.own == attackers);
    let way = way.ok_or_else(|| refuse(no::NOT_SHORTEST).of("attackers"))?;
    match action.fifth {
        None if way.own.len() >= FIFTH => Err(refuse(no::NEED_FIFTH).of("fifth")),
        Some(_) if way.own.len() < FIFTH => Err(refuse(no::NO_FIFTH).of("fifth")),
        Some(side) if side != action.from && side != action.to => Err(refuse(no::NEED_FIFTH).of("fifth")),
        _ => Ok(way),
    }
}
