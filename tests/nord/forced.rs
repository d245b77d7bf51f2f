//! §18.13: who can do nothing forces a scoring.

use conformance::playout::{Observer, Seating, play, seed_of};
use rules::legal::Legal;
use rules::{Choice, ComponentData as _, Entry};
use rulesets::nord::action::{Action, DefeatJarl};
use rulesets::nord::components::Components;
use rulesets::nord::event::Event;
use rulesets::nord::options::{IslandKind, Options, Sides};
use rulesets::nord::state::{EndedBy, Garrison, Jarl, Phase, PlacementMode, State};
use rulesets::nord::view::PlayerView;
use rulesets::nord::{Nord, placement};

use super::diagram::{FAR, position, post, settlement};
use super::game::Game;

/// Seat 0 has three fighters in A, which is linked with the small dragon boat; seat 1 is far away, and it is its turn.
fn table() -> State {
    let mut state = position("RB", "~ ~ ~ ~ ~\n ~ A kR ~R @\n ~ ~ ~ ~ ~");
    post(&mut state, "A", [3, 0, 0, 0]);
    post(&mut state, FAR, [0, 1, 0, 0]);
    state.table.active = 1;
    state
}

fn forced_by(events: &[Event]) -> Vec<Option<u8>> {
    let begun = events.iter().filter_map(|event| match event {
        Event::ScoringBegun(begun) => Some(begun.forced_by),
        _ => None,
    });
    begun.collect()
}

#[test]
fn without_men_and_jarls_a_scoring_is_forced_and_the_next_player_follows() {
    let mut state = table();
    state.table.players[0].supply = 0;
    let mut game = Game::at(state);
    let events = game.place(&["-6,-7"]).expect("there is sea");
    assert_eq!(forced_by(&events), [Some(0)]);
    assert_eq!((game.state.table.active, game.state.table.next_scoring), (1, 2));
}

#[test]
fn without_men_the_only_jarl_is_defeated() {
    let mut state = table();
    state.table.players[0].supply = 0;
    state
        .table
        .settlements
        .put(settlement("A"), Garrison { fighters: [3, 0, 0, 0], jarl: Some(Jarl::Neutral {}) });
    let mut listing = Game::at(state.clone());
    listing.state.table.active = 0;
    assert_eq!(listing.listed(), [Action::DefeatJarl(DefeatJarl { settlement: settlement("A") })]);

    let mut game = Game::at(state);
    let events = game.place(&["-6,-7"]).expect("there is sea");
    assert!(events.iter().any(|event| matches!(event, Event::JarlDefeated(defeated) if defeated.seat == 0)));
    assert_eq!(forced_by(&events), []);
    assert_eq!(game.state.table.active, 1);
}

#[test]
fn with_only_the_sea_before_the_gates_it_takes_a_boat() {
    let mut state = position("RB", "~ ~ ~\n ~ A ~\n ~ ~ ~");
    post(&mut state, "A", [1, 0, 0, 0]);
    let possible = |state: &State| {
        let components = Components::standard();
        let player = PlayerView::of(&components, state, 0);
        placement::is_possible(&player, &player.connections(), player.own_settlements())
    };
    assert!(possible(&state));
    state.table.boats = 0;
    assert!(!possible(&state));
}

#[test]
fn two_in_a_row_may_force_one_each_and_after_the_fourth_the_game_is_over() {
    let mut state = table();
    state.table.next_scoring = 3;
    state.table.players[0].supply = 0;
    state.table.players[1].supply = 1;
    let mut game = Game::at(state);
    // The third is forced by seat 0; it brings nobody home, so seat 1 forces the fourth.
    let events = game.place(&["-6,-7"]).expect("there is sea");
    assert_eq!(forced_by(&events), [Some(0), Some(1)]);
    assert_eq!(game.state.table.phase, Phase::Over { ended_by: EndedBy::FinalScoring });
    assert!(events.iter().any(|event| matches!(event, Event::TreasuresScored(_))));
}

// The lists of legal actions stay short, and every listed set is one that the rules allow by their seven conditions.

const GAMES: u64 = if cfg!(debug_assertions) { 6 } else { 300 };

#[derive(Debug, Default)]
struct Longest {
    normal: usize,
    many: usize,
    attacks: usize,
}

impl Observer<Nord> for Longest {
    fn consulted(
        &mut self,
        state: &State,
        legal: &[Legal<Action>],
        _choice: Option<&Choice<Action>>,
    ) -> Result<(), String> {
        for asked in legal {
            let length = match (asked.decision.kind, state.table.this_turn.mode) {
                ("attack", _) => &mut self.attacks,
                (_, PlacementMode::ManyWorkers) => &mut self.many,
                _ => &mut self.normal,
            };
            *length = asked.actions.len().max(*length);
        }
        Ok(())
    }

    fn wrote(&mut self, _state: &State, _entries: &[Entry<Action, Event>]) -> Result<(), String> {
        Ok(())
    }
}

fn longest(options: &Options) -> Longest {
    let mut longest = Longest::default();
    for game in 0..GAMES {
        let bots = vec!["random".to_owned(); 2 + (game % 3) as usize];
        let seating = Seating { options: options.clone(), bots, seed: seed_of(9, game), leaves: Vec::new() };
        play(&Nord::default(), &seating, &mut longest).expect("the game ends");
    }
    longest
}

#[test]
fn random_games_list_a_few_hundred_actions_at_most() {
    let longest = longest(&Options::default());
    println!("standard islands: {longest:?}");
    assert!(longest.normal <= 300 && longest.many <= 600 && longest.attacks <= 300, "{longest:?}");
}

#[test]
fn on_the_wildest_islands_lists_stay_ready_to_send() {
    let options = Options { island: IslandKind::Variable, sides: Sides::Back, ..Options::default() };
    let longest = longest(&options);
    println!("variable islands, backs: {longest:?}");
    assert!(longest.normal <= 600 && longest.many <= 2_500 && longest.attacks <= 400, "{longest:?}");
}
