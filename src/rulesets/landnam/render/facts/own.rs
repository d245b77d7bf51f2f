//! What only the viewer knows.

use crate::landnam::render::scene::Scene;
use crate::landnam::render::words::{bundle, card, listed};

/// The viewer's hand; none for a spectator.
pub fn own(scene: &Scene<'_>) -> Option<String> {
    let own = scene.view.own.as_ref()?;
    let fate = if own.fate_cards.is_empty() {
        "no fate card".to_owned()
    } else {
        listed(own.fate_cards.iter().map(|&held| card(held)))
    };
    let held = if own.cards.is_empty() { "no resource card".to_owned() } else { bundle(own.cards) };
    Some(format!("You are {} (seat {}). You hold {held}; {fate}.", scene.name(own.seat), own.seat))
}
