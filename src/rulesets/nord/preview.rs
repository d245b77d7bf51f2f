//! What players wish to know before they send an action, beyond the events that follow for certain: attacks that are
//! forced, who dies in them, the large dragon boat, and scorings that are set off (rules page §9.3, §17).
//!
//! All of it follows from what everybody sees. The certain events stop at the first treasure tile; these facts don't,
//! since no tile changes them.

use serde::Serialize;
use utoipa::ToSchema;

use super::Nord;
use super::action::Action;
use super::attacks::{self, Attack, AttackOutcome, SettlementAttacked};
use super::board::{Field, Settlement};
use super::components::Components;
use super::event::Event;
use super::scoring::{self, ScoringBegun};
use super::state::{Phase, Secret, State};
use super::treasures::{Treasures, hand_score};
use super::view::PlayerView;
use rules::preview::{Foreseen, foresee};
use rules::{Previews, Seat, wire};

/// What will be true after an action, distinguished by its `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = NordOwnEffect)]
pub enum Effect {
    /// The seat will take the treasures of fields; which they are it sees then.
    TreasuresWillBeTaken {
        /// The fields, in reading order.
        fields: Vec<Field>,
    },
    /// An attack will follow that leaves no choice: the server carries it out.
    AttackWillFollow(SettlementAttacked),
    /// The seat will have to attack, and chooses how.
    AttackForced {
        /// The pairs of settlements to choose from.
        choices: Vec<AttackChoice>,
        /// Is the large dragon boat full then, whichever attack is chosen? A scoring follows at the end of the turn.
        boat_will_be_full: bool,
    },
    /// More places of the large dragon boat will be occupied. If none is free, a scoring follows at the end of the
    /// turn.
    DragonBoatWillHold {
        /// How many places are occupied then.
        occupied: u8,
        /// How many places are free then.
        free: u8,
    },
    /// A scoring will be run.
    ScoringWillFollow {
        /// Its number, 1 to 4: 1 and 3 raw materials, 2 and 4 fighters.
        #[schema(minimum = 1, maximum = 4)]
        number: u8,
        /// The seat that can do nothing, where that is the cause; else the large dragon boat is full.
        #[serde(skip_serializing_if = "Option::is_none")]
        forced_by: Option<Seat>,
        /// The points that each seat gets in it, by seat.
        points: Vec<u16>,
    },
    /// All treasures will be scored, and the game will be over.
    FinalScoringWillFollow {
        /// The points for the own treasures; left out where the action takes another one, which nobody knows yet.
        #[serde(skip_serializing_if = "Option::is_none")]
        own_points: Option<u16>,
    },
    /// The seat will have another number of men at home.
    SupplyWillBe {
        /// How many men are at home then.
        at_home: u8,
    },
    /// The turn of the seat will be over, although not all that happens until then can be told.
    TurnWillPass {
        /// The seat whose turn it is then.
        seat: Seat,
    },
}

/// A target and the settlement from which it can be attacked.
#[wire(Nord)]
#[derive(Copy)]
pub struct AttackChoice {
    /// The start: a settlement with an own fighter.
    pub from: Settlement,
    /// The target: a settlement without one.
    pub to: Settlement,
    /// How many own men die, where it is the same whichever of the shortest connections is chosen.
    pub dead: Option<u8>,
}

impl Previews for Nord {
    type Effect = Effect;

    fn effects(&self, before: &State, seat: Seat, action: &Action, after: &State) -> Vec<Effect> {
        let known = without_unseen_treasures(before, seat);
        let Ok(foreseen) = foresee(self, &known, seat, action) else { return Vec::new() };
        let taken = taken_treasures(before, action);
        let scorings = scorings(&foreseen.events);
        let is_final = scorings.iter().any(|(begun, _)| begun.number == scoring::LAST);
        let mut effects = Vec::new();
        if !taken.is_empty() {
            effects.push(Effect::TreasuresWillBeTaken { fields: taken.clone() });
        }
        effects.extend(attacks_that_follow(action, &foreseen.events).map(Effect::AttackWillFollow));
        effects.extend(forced_attack(&self.components, &foreseen.after, seat));
        effects.extend(dragon_boat(before, &foreseen.events));
        effects.extend(scorings.into_iter().map(|(ScoringBegun { number, forced_by }, points)| {
            Effect::ScoringWillFollow { number, forced_by, points }
        }));
        if is_final {
            let score = hand_score(&self.components, seat, before.secret.hand(seat));
            let own_points = taken.is_empty().then_some(score.different + score.equal);
            effects.push(Effect::FinalScoringWillFollow { own_points });
        }
        effects.extend(supply(before, &foreseen, seat));
        // Once the certain events come to another turn, they tell of it themselves.
        let turn = |state: &State| (state.table.turn, state.table.active);
        if turn(after) == turn(before) && turn(&foreseen.after) != turn(before) {
            effects.push(Effect::TurnWillPass { seat: foreseen.after.table.active });
        }
        effects
    }
}

/// The game without the treasures that the seat does not see. Whatever happens in it happens in the game, too: nothing
/// but other treasures depends on them.
fn without_unseen_treasures(state: &State, seat: Seat) -> State {
    let mut table = state.table.clone();
    table.treasures.clear();
    table.discard.clear();
    let mut hands = vec![Treasures::default(); table.players.len()];
    if let Some(own) = hands.get_mut(usize::from(seat)) {
        *own = state.secret.hand(seat);
    }
    State { table, secret: Secret { hands, ..Secret::default() } }
}

fn taken_treasures(before: &State, action: &Action) -> Vec<Field> {
    let Action::PlaceWorkers(placed) = action else { return Vec::new() };
    before.table.treasures.iter().copied().filter(|field| placed.fields.contains(field)).collect()
}

/// The attacks that the server carries out. The one that the action itself is does not count.
fn attacks_that_follow(action: &Action, events: &[Event]) -> impl Iterator<Item = SettlementAttacked> {
    let itself = usize::from(matches!(action, Action::Attack(_)));
    let attacks = events.iter().filter_map(|event| match event {
        Event::SettlementAttacked(attacked) => Some(attacked.clone()),
        _ => None,
    });
    attacks.skip(itself)
}

/// What the seat must choose from; nothing where the game stands at its final scoring instead.
fn forced_attack(components: &Components, after: &State, seat: Seat) -> Option<Effect> {
    if !matches!(after.table.phase, Phase::Attack {}) {
        return None;
    }
    let player = PlayerView::of(components, after, seat);
    let attacks = attacks::legal(&player, &player.connections());
    if attacks.is_empty() {
        return None;
    }
    let free = after.table.free_places();
    let dead = |attack: &Attack| AttackOutcome::of(attack.attackers.len(), false, free).dead;
    let boat_will_be_full = attacks.iter().all(|attack| usize::from(dead(attack)) == free);
    let of_pairs = attacks.chunk_by(|one, next| (one.from, one.to) == (next.from, next.to));
    let choices = of_pairs.filter_map(|ways| {
        let (first, others) = ways.split_first()?;
        let is_same = others.iter().all(|way| dead(way) == dead(first));
        Some(AttackChoice { from: first.from, to: first.to, dead: is_same.then(|| dead(first)) })
    });
    Some(Effect::AttackForced { choices: choices.collect(), boat_will_be_full })
}

/// Who comes to lie in the large dragon boat until it is scored or the turn is over.
fn dragon_boat(before: &State, events: &[Event]) -> Option<Effect> {
    let is_over = |event: &&Event| matches!(event, Event::ScoringBegun(_) | Event::TurnEnded(_));
    let more: u8 = events
        .iter()
        .take_while(|event| !is_over(event))
        .map(|event| match event {
            Event::SettlementAttacked(attacked) => attacked.dead,
            Event::JarlDefeated(_) => 1,
            _ => 0,
        })
        .sum();
    let occupied = before.table.dragon_boat.len() as u8 + more;
    let free = (before.table.places.len() as u8).saturating_sub(occupied);
    (more > 0).then_some(Effect::DragonBoatWillHold { occupied, free })
}

/// Every scoring with the points of each seat.
fn scorings(events: &[Event]) -> Vec<(ScoringBegun, Vec<u16>)> {
    let mut scorings: Vec<(ScoringBegun, Vec<u16>)> = Vec::new();
    for event in events {
        match (event, scorings.last_mut()) {
            (Event::ScoringBegun(begun), _) => scorings.push((begun.clone(), Vec::new())),
            (Event::MaterialsDelivered(delivered), Some(last)) => last.1.clone_from(&delivered.points),
            (Event::FightersFed(fed), Some(last)) => last.1.clone_from(&fed.points),
            _ => {}
        }
    }
    scorings
}

fn supply(before: &State, foreseen: &Foreseen<Nord>, seat: Seat) -> Option<Effect> {
    let [now, at_home] = [before, &foreseen.after].map(|state| state.table.player(seat).supply);
    (at_home != now).then_some(Effect::SupplyWillBe { at_home })
}
