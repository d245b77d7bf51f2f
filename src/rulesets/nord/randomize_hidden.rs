//! Another state that is just as possible for one who sees what a viewer sees.

use rand::Rng;
use rand::seq::SliceRandom;

use super::state::{Phase, State};
use super::treasure::{Treasure, Treasures};
use rules::{Seat, Viewer};

/// All tiles that the viewer can't know go round: those of other hands, those on the board and those of the draw pile.
/// After the end hands are shown.
pub fn randomize_hidden(state: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
    let mut other = state.clone();
    let is_over = matches!(state.table.phase, Phase::Over { .. });
    let secret = &mut other.secret;
    let hidden = |seat: Seat| !is_over && viewer != Some(seat);
    for (seat, taken) in (0..).zip(&mut secret.taken) {
        if viewer != Some(seat) {
            taken.clear();
        }
    }
    let mut hands: Vec<&mut Treasures> =
        (0..).zip(&mut secret.hands).filter(|(seat, _)| hidden(*seat)).map(|(_, hand)| hand).collect();
    let mut tiles: Vec<Treasure> = hands.iter().flat_map(|hand| tiles_of(**hand)).collect();
    tiles.extend(secret.buried.iter().map(|buried| buried.treasure));
    tiles.append(&mut secret.draw_pile);
    tiles.shuffle(rng);
    for hand in &mut hands {
        let count = usize::from(hand.total()).min(tiles.len());
        **hand = tiles.drain(..count).collect();
    }
    for (buried, treasure) in secret.buried.iter_mut().zip(tiles.drain(..state.secret.buried.len())) {
        buried.treasure = treasure;
    }
    secret.draw_pile = tiles;
    other
}

fn tiles_of(hand: Treasures) -> impl Iterator<Item = Treasure> {
    hand.kinds().flat_map(|(treasure, count)| std::iter::repeat_n(treasure, usize::from(count)))
}
