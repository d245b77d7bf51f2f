//! What pictures and text maps hold: every piece and number of the view, under the names that actions use.

use conformance::playout::{self, Observer, Seating, seed_of};
use rules::Render;
use rules::render::RenderOptions;
use rules::{Entry, RenderedBoard, Rules, Viewer};
use rulesets::nord::Nord;
use rulesets::nord::action::Action;
use rulesets::nord::board::Ground;
use rulesets::nord::event::Event;
use rulesets::nord::options::Options;
use rulesets::nord::state::State;
use serde_json::json;

/// Keeps the state after so many writes.
struct Until {
    left: usize,
    state: Option<State>,
}

impl Observer<Nord> for Until {
    fn wrote(&mut self, state: &State, _entries: &[Entry<Action, Event>]) -> Result<(), String> {
        self.left = self.left.checked_sub(1).ok_or("far enough")?;
        self.state = Some(state.clone());
        Ok(())
    }
}

fn after(writes: usize, options: serde_json::Value) -> State {
    let options: Options = serde_json::from_value(options).expect("options");
    let bots = vec!["random".to_owned(); 4];
    let seating = Seating { options, bots, seed: seed_of(12, 0), leaves: vec![] };
    let mut until = Until { left: writes, state: None };
    let _ = playout::play(&Nord::default(), &seating, &mut until);
    until.state.expect("a state")
}

fn drawn(state: &State, viewer: Viewer) -> RenderedBoard {
    let rules = Nord::default();
    let names = ["Ada", "Björn", "<Cy & co>", "Dag"].map(str::to_owned).into();
    rules.render(&rules.view(state, viewer), &RenderOptions { names, ..RenderOptions::default() })
}

#[test]
fn every_piece_and_number_is_in_the_picture_and_on_the_page() {
    for options in [json!({}), json!({"island": "variable", "sides": "back"})] {
        let state = after(40, options);
        let (table, board) = (&state.table, &state.table.board);
        let RenderedBoard { svg, text } = drawn(&state, Some(0));
        for (field, ..) in board.island.land() {
            let open = board.cell(field).is_some_and(|cell| matches!(board.ground(cell), Ground::Land(_)));
            assert_eq!(svg.contains(&format!("data-field=\"{field}\" data-terrain")), open);
            assert!(text.contains(&field.to_string()), "{field}");
        }
        for (field, seat) in table.workers.iter() {
            assert!(svg.contains(&format!("data-worker=\"{field}\" data-seat=\"{seat}\"")));
        }
        for field in &table.treasures {
            assert!(text.contains(&format!("{field} (treasure)")), "{field}");
        }
        assert_eq!(svg.matches("data-treasure=\"true\"").count(), table.treasures.len());
        for (settlement, field) in board.settlements() {
            assert!(svg.contains(&format!("data-settlement=\"{settlement}\" data-field=\"{field}\"")));
            assert!(text.contains(&format!("Settlement {settlement} on {field}: ")));
        }
        assert!(svg.contains(&format!("data-dragon-boat=\"{}\"", board.island.dragon_boat)));
        for number in &table.places {
            assert!(svg.contains(&format!("data-place=\"{number}\"")));
        }
        assert!(svg.contains("&lt;Cy &amp; co&gt;") && !svg.contains("<Cy"));
        assert!(text.contains("You hold ") && text.contains("Free places: "));
        assert!(text.lines().all(|line| line.chars().count() <= 78), "{text}");
    }
}

#[test]
fn a_spectators_picture_does_not_show_hands_and_nobodys_shows_what_lies_face_down() {
    let state = after(40, json!({}));
    let drawing = drawn(&state, None);
    assert!(!drawing.svg.contains("You hold") && !drawing.text.contains("You hold"));
    let mut other = state.clone();
    other
        .secret
        .buried
        .iter_mut()
        .for_each(|buried| buried.treasure = rulesets::nord::treasures::Treasure::Axe);
    assert_eq!(drawn(&state, Some(0)).svg, drawn(&other, Some(0)).svg);
}
