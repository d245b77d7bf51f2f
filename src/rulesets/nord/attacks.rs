//! Attacks that new connections force (rules page §9.4).

use super::action::Action;
use super::board::{Field, Settlement};
use super::connections::{Connections, ShortestConnection};
use super::event::Recorder;
use super::refusals::{self as no, Validation, ensure, refuse, require_settlement};
use super::state::{Figure, State, Table};
use super::turn;
use super::view::PlayerView;
use rules::{Applied, Apply, OrMisfit, Refusal, Seat, wire};

/// With this many attackers or more the player chooses where the fifth goes.
pub const FIFTH: usize = 5;

/// Attacks a settlement that your new workers have linked to one with a fighter of yours.
#[wire(Nord)]
pub struct Attack {
    /// A settlement with a fighter of yours.
    pub from: Settlement,
    /// The attacked settlement, without a fighter of yours.
    pub to: Settlement,
    /// All your workers on one shortest connection of the two settlements, in any order.
    #[schema(min_items = 1, max_items = 24)]
    pub attackers: Vec<Field>,
    /// Where the fifth attacker goes, `from` or `to`. Required with five attackers or more, left out with fewer.
    pub fifth: Option<Settlement>,
}

/// The attackers left their fields; what became of them is counted here.
#[wire(Nord)]
pub struct SettlementAttacked {
    pub seat: Seat,
    pub from: Settlement,
    pub to: Settlement,
    /// A shortest connection between the settlements; workers of others on it stay.
    pub path: Vec<Field>,
    /// The attacking seat's workers on the path, who all left their fields.
    pub attackers: Vec<Field>,
    /// How many fishing boats came back to the supply.
    pub boats: u8,
    /// How many attackers died and lie in the large dragon boat.
    pub dead: u8,
    /// How many became fighters in `to`.
    pub fighters_to: u8,
    /// How many became fighters in `from`.
    pub fighters_from: u8,
    pub home: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttackOutcome {
    pub dead: u8,
    pub to: u8,
    pub from: u8,
    pub home: u8,
}

impl AttackOutcome {
    /// The outcome for the attackers, one after the other, with `free_places` in the large dragon boat.
    pub fn of(attackers: usize, fifth_to_target: bool, free_places: usize) -> Self {
        let mut outcome = Self::default();
        for nth in 1..=attackers {
            let fallen = usize::from(outcome.dead);
            match nth {
                1 | 4 if fallen < free_places => outcome.dead += 1,
                2 => outcome.to += 1,
                3 => outcome.from += 1,
                FIFTH if fifth_to_target => outcome.to += 1,
                FIFTH => outcome.from += 1,
                _ => outcome.home += 1,
            }
        }
        outcome
    }
}

/// The pairs of start and target that the seat must choose from, in order; none if nothing is to be attacked.
pub fn forced_pairs(player: &PlayerView<'_>, connections: &Connections) -> Vec<[Settlement; 2]> {
    let (own, links) = (player.own_settlements(), connections.links());
    let before = player.table.this_turn.start_links;
    let targets = |from: Settlement| {
        let linked = links.with(from).settlements();
        linked.filter(move |to| !own.has(*to) && !before.has(from, *to)).map(move |to| [from, to])
    };
    own.settlements().flat_map(targets).collect()
}

/// May the seat attack so? Its attackers are sorted. The result is the connection of the two settlements.
fn validate(
    player: &PlayerView<'_>,
    connections: &Connections,
    action: &Attack,
    attackers: &[Field],
) -> Result<ShortestConnection, Refusal> {
    require_settlement(&player.table.board, action.from, "from")?;
    require_settlement(&player.table.board, action.to, "to")?;
    let forced = forced_pairs(player, connections).contains(&[action.from, action.to]);
    ensure(forced, || refuse(no::NO_ATTACK))?;
    let shortest = connections.shortest(action.from, action.to, player.seat).into_iter();
    let way = shortest.into_iter().find(|way| way.own == attackers);
    let way = way.ok_or_else(|| refuse(no::NOT_SHORTEST).at_field("attackers"))?;
    match action.fifth {
        None if way.own.len() >= FIFTH => Err(refuse(no::NEED_FIFTH).at_field("fifth")),
        Some(_) if way.own.len() < FIFTH => Err(refuse(no::NO_FIFTH).at_field("fifth")),
        Some(side) if side != action.from && side != action.to => {
            Err(refuse(no::NEED_FIFTH).at_field("fifth"))
        }
        _ => Ok(way),
    }
}

impl Attack {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let mut attackers = self.attackers.clone();
        attackers.sort_unstable();
        let way =
            validate(&PlayerView::after(recorder, seat), &recorder.table.connections(), self, &attackers)?;
        let attacked = attack(&recorder.table, seat, self, attackers, way.path);
        recorder.record(attacked);
        continue_or_end_turn(recorder, seat);
        Ok(())
    }
}

pub fn attack(
    table: &Table,
    seat: Seat,
    action: &Attack,
    attackers: Vec<Field>,
    path: Vec<Field>,
) -> SettlementAttacked {
    let &Attack { from, to, fifth, .. } = action;
    let outcome = AttackOutcome::of(attackers.len(), fifth == Some(to), table.free_places());
    SettlementAttacked {
        seat,
        from,
        to,
        path,
        boats: table.count_at_sea(&attackers) as u8,
        attackers,
        dead: outcome.dead,
        fighters_to: outcome.to,
        fighters_from: outcome.from,
        home: outcome.home,
    }
}

pub fn continue_or_end_turn(recorder: &mut Recorder<'_>, seat: Seat) {
    if forced_pairs(&PlayerView::after(recorder, seat), &recorder.table.connections()).is_empty() {
        turn::end(recorder, seat);
    }
}

impl Apply<State> for SettlementAttacked {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        for &field in &self.attackers {
            table.workers.take(field).or_misfit("no worker on the field")?;
        }
        table.add_boats(self.boats.into())?;
        let dead = std::iter::repeat_n(Figure::Man { seat: self.seat }, usize::from(self.dead));
        table.lay_in_boat(dead)?;
        table.add_fighters(self.to, self.seat, self.fighters_to as i8)?;
        table.add_fighters(self.from, self.seat, self.fighters_from as i8)?;
        table.add_men(self.seat, self.home)?;
        table.count_act()
    }
}

pub fn legal(player: &PlayerView<'_>, connections: &Connections) -> Vec<Attack> {
    let mut attacks = Vec::new();
    for [from, to] in forced_pairs(player, connections) {
        for way in connections.shortest(from, to, player.seat) {
            let sides: &[_] = if way.own.len() < FIFTH { &[None] } else { &[Some(from), Some(to)] };
            let attack = |&fifth| Attack { from, to, attackers: way.own.clone(), fifth };
            attacks.extend(sides.iter().map(attack));
        }
    }
    attacks
}

/// The only attack there is, if there is no fifth attacker to send somewhere: a step of the server (§17).
pub fn only_way_on(player: &PlayerView<'_>) -> Option<Action> {
    let connections = player.connections();
    // Every pair can be attacked, so that several leave a choice, whatever connects them.
    let &[[from, to]] = forced_pairs(player, &connections).as_slice() else { return None };
    let mut ways = connections.shortest(from, to, player.seat);
    let ShortestConnection { own: attackers, .. } = ways.pop_if(|way| way.own.len() < FIFTH)?;
    ways.is_empty().then_some(Action::Attack(Attack { from, to, attackers, fifth: None }))
}
