//! A game that goes on action by action, with the steps of the server in between.

use rules::chance::Chance;
use rules::entry::{Author, PerformError, perform};
use rules::{Rules, Seat};
use rulesets::nord::Nord;
use rulesets::nord::action::{Action, Attack, DefeatJarl, PlaceWorkers, PlayTreasure};
use rulesets::nord::event::{Event, SettlementAttacked};
use rulesets::nord::state::State;
use rulesets::nord::treasures::Treasure;

use super::diagram::{fields, settlement};

pub struct Game {
    pub rules: Nord,
    pub state: State,
    chance: Chance,
    version: u64,
}

impl Game {
    pub fn at(state: State) -> Self {
        Self { rules: Nord::default(), state, chance: Chance::seeded([7; 32]), version: 0 }
    }

    /// Everything that happened, or the code of the refusal.
    pub fn act(&mut self, action: &Action) -> Result<Vec<Event>, &'static str> {
        let seat = self.state.table.active;
        self.act_as(seat, action)
    }

    pub fn act_as(&mut self, seat: Seat, action: &Action) -> Result<Vec<Event>, &'static str> {
        let before = self.state.clone();
        let (rules, state, chance) = (&self.rules, &mut self.state, &mut self.chance);
        let written = perform(rules, state, self.version, Author::Seat, Some(seat), action, chance);
        match written {
            Ok(entries) => {
                self.version += entries.len() as u64;
                Ok(entries.into_iter().flat_map(|entry| entry.events).collect())
            }
            Err(PerformError::Refused(refusal)) => {
                assert_eq!(self.state, before, "a refusal leaves no trace");
                Err(refusal.code)
            }
            Err(other) => panic!("{other}"),
        }
    }

    pub fn place(&mut self, names: &[&str]) -> Result<Vec<Event>, &'static str> {
        self.act(&place(names))
    }

    pub fn play(&mut self, treasure: Treasure) -> Result<Vec<Event>, &'static str> {
        self.act(&Action::PlayTreasure(PlayTreasure { treasure, from: None, to: None }))
    }

    pub fn negotiate(&mut self, from: &str, to: &str) -> Result<Vec<Event>, &'static str> {
        let (from, to) = (Some(settlement(from)), Some(settlement(to)));
        self.act(&Action::PlayTreasure(PlayTreasure { treasure: Treasure::Gold, from, to }))
    }

    pub fn attack(&mut self, from: &str, to: &str, attackers: &[&str]) -> Result<Vec<Event>, &'static str> {
        self.act(&attack(from, to, attackers, None))
    }

    pub fn defeat(&mut self, name: &str) -> Result<Vec<Event>, &'static str> {
        self.act(&Action::DefeatJarl(DefeatJarl { settlement: settlement(name) }))
    }

    /// What the active seat can do.
    pub fn listed(&self) -> Vec<Action> {
        let legal = self.rules.legal(&self.state, self.state.table.active);
        legal.into_iter().flat_map(|legal| legal.actions).collect()
    }

    /// The placements among it.
    pub fn placements(&self) -> usize {
        self.listed().iter().filter(|action| matches!(action, Action::PlaceWorkers(_))).count()
    }

    /// Gives a seat treasures, out of nowhere.
    pub fn give(&mut self, seat: Seat, treasures: &[Treasure]) {
        let hand = self.state.secret.hand_mut(seat).expect("a hand");
        treasures.iter().for_each(|treasure| hand.add(*treasure));
        let count = hand.total();
        self.state.table.player_mut(seat).expect("a seat").treasures = count;
    }

    pub fn fighters(&self, name: &str, seat: Seat) -> u8 {
        self.state.table.fighters(settlement(name), seat)
    }

    pub fn supply(&self, seat: Seat) -> u8 {
        self.state.table.player(seat).supply
    }
}

pub fn place(names: &[&str]) -> Action {
    Action::PlaceWorkers(PlaceWorkers { fields: fields(names).into() })
}

pub fn attack(from: &str, to: &str, attackers: &[&str], fifth: Option<&str>) -> Action {
    Action::Attack(Attack {
        from: settlement(from),
        to: settlement(to),
        attackers: fields(attackers),
        fifth: fifth.map(settlement),
    })
}

/// The attacks among the events.
pub fn attacks(events: &[Event]) -> Vec<SettlementAttacked> {
    let attacks = events.iter().filter_map(|event| match event {
        Event::SettlementAttacked(attacked) => Some(attacked.clone()),
        _ => None,
    });
    attacks.collect()
}
