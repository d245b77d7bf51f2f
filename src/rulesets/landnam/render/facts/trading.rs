//! Phase 3 in progress.

use crate::landnam::render::scene::Scene;
use crate::landnam::render::words::{bundle, listed};
use crate::landnam::state::{Offer, Trading};

/// The offers, and what was done in this turn.
pub fn trading(scene: &Scene<'_>, trading: &Trading) -> Vec<String> {
    let mut lines: Vec<String> = trading.offers.iter().map(|made| offer(scene, made)).collect();
    let closed = if trading.closed { "Trade is over" } else { "Trade is open" };
    lines.push(format!(
        "{closed}; acts in this phase: {}; offers made: {}.",
        trading.acts, trading.offers_made
    ));
    lines.extend(done(trading));
    lines.extend(counted(scene, trading));
    lines
}

fn offer(scene: &Scene<'_>, offer: &Offer) -> String {
    let declined = match offer.declined.as_slice() {
        [] => String::new(),
        seats => format!("; declined by {}", scene.names.listed(seats)),
    };
    format!(
        "Offer {}: {} gives {} for {}, to {}{declined}.",
        offer.id.0,
        scene.name(offer.maker),
        bundle(offer.give),
        bundle(offer.want),
        scene.names.listed(&offer.to)
    )
}

fn done(trading: &Trading) -> Vec<String> {
    let line = |what: &str, things: Vec<String>| {
        (!things.is_empty()).then(|| format!("{what} this turn: {}.", things.join(", ")))
    };
    let spent =
        |what: &str, count: u8| (count > 0).then(|| format!("{what} spent on farms this turn: {count}."));
    let made = trading.made_at.iter().map(|(corner, count)| format!("{count} at {corner}")).collect();
    [
        line("Units built", trading.new_units.iter().map(|unit| unit.0.to_string()).collect()),
        line("Units built by buildings", made),
        line(
            "Units that built a harbour or aged",
            trading.acted.iter().map(|unit| unit.0.to_string()).collect(),
        ),
        line("Buildings built or expanded", trading.new_buildings.iter().map(ToString::to_string).collect()),
        line(
            "Hexes left by units that became farms",
            trading.vacated.iter().map(ToString::to_string).collect(),
        ),
        spent("Ships", trading.ships_spent),
        spent("Settlers", trading.settlers_spent),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// How often each seat has offered; nobody needs it on the board, but it is public.
fn counted(scene: &Scene<'_>, trading: &Trading) -> Option<String> {
    let counts = scene.seats().map(|seat| (seat, trading.made_by(seat), trading.trade_acts(seat)));
    let counts = counts.filter(|(_, made, acts)| *made > 0 || *acts > 0);
    let texts: Vec<String> = counts
        .map(|(seat, made, acts)| format!("{} {made} (acts of trade: {acts})", scene.name(seat)))
        .collect();
    (!texts.is_empty()).then(|| format!("Offers this turn: {}.", listed(texts)))
}
