//! The lists of legal actions stay short, and every listed set is one that the rules allow by their seven conditions.

use conformance::playout::{Observer, Seating, play, seed_of};
use rules::Choice;
use rules::Entry;
use rules::legal::Legal;
use rulesets::nord::Nord;
use rulesets::nord::action::Action;
use rulesets::nord::event::Event;
use rulesets::nord::options::{IslandKind, Options, Sides};
use rulesets::nord::state::{PlacementMode, State};

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
