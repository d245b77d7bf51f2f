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
    /// You take treasures, whose kinds you see then.
    TreasuresWillBeTaken { fields: Vec<Field> },
    /// An attack will follow that leaves no choice: the server carries it out.
    AttackWillFollow(SettlementAttacked),
    /// You must attack next and choose how.
    AttackForced {
        /// Which settlement can be attacked from where.
        choices: Vec<AttackChoice>,
        /// Is the large dragon boat full after any of them? Then a scoring ends the turn.
        boat_will_be_full: bool,
    },
    /// The large dragon boat fills up. If no place is free, a scoring ends the turn.
    DragonBoatWillHold { occupied: u8, free: u8 },
    /// A scoring follows from the action.
    ScoringWillFollow {
        /// 1 and 3 score raw materials, 2 and 4 fighters.
        #[schema(minimum = 1, maximum = 4)]
        number: u8,
        /// The seat that can do nothing, where that is the cause; missing if the large dragon boat is full.
        #[serde(skip_serializing_if = "Option::is_none")]
        forced_by: Option<Seat>,
        /// One for each seat, in seat order.
        points: Vec<u16>,
    },
    /// The action ends the game; treasures are scored.
    FinalScoringWillFollow {
        /// What your treasures score; missing where the action takes another, still unknown.
        #[serde(skip_serializing_if = "Option::is_none")]
        own_points: Option<u16>,
    },
    /// How many men you have left after the action.
    SupplyWillBe {
        /// Men at home, who can be placed.
        at_home: u8,
    },
    /// Your turn ends with this action, though not all that happens before the next one can be told.
    TurnWillPass {
        /// The seat whose turn is next.
        seat: Seat,
    },
}

/// A settlement to attack, and one to attack it from.
#[wire(Nord)]
#[derive(Copy)]
pub struct AttackChoice {
    /// A settlement with a fighter of yours.
    pub from: Settlement,
    /// The attacked settlement, without a fighter of yours.
    pub to: Settlement,
    /// How many of your men die; missing where that depends on the connection.
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
    hands[usize::from(seat)] = state.secret.hand(seat);
    State { table, secret: Secret { hands, ..Secret::default() }.into() }
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
    let free = before.table.places.len() as u8 - occupied;
    (more > 0).then_some(Effect::DragonBoatWillHold { occupied, free })
}

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
