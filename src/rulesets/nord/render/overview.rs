//! How a game stands in figures, and in which order a player looks for what can be done.

use super::{Scene, facts, icons};
use crate::nord::action::Action;
use crate::nord::components::Components;
use crate::nord::question;
use crate::nord::state::Phase;
use crate::nord::treasures;
use crate::nord::view::OwnTreasures;
use rules::Seat;
use rules::render::{Card, Figure, Hand, Overview, PlayerOverview};

pub fn overview(scene: &Scene<'_>, components: &Components) -> Overview {
    let goal = if is_over(scene) { None } else { facts::scoring_and_free_places(scene) };
    Overview {
        players: scene.seats().map(|seat| player(scene, seat)).collect(),
        hand: scene.view.own.as_ref().map(|own| hand(scene, components, own)),
        dice: None,
        goal,
    }
}

fn is_over(scene: &Scene<'_>) -> bool {
    scene.options.is_over || matches!(scene.table().phase, Phase::Over { .. })
}

fn player(scene: &Scene<'_>, seat: Seat) -> PlayerOverview {
    let (table, phrases) = (scene.table(), scene.phrases);
    let player = table.player(seat);
    let workers = table.workers.iter().filter(|(_, owner)| *owner == seat).count() as u8;
    let fighters: u8 = table.settlements.iter().map(|(_, garrison)| garrison.fighters_of(seat)).sum();
    let figures = vec![
        Figure::new(icons::AT_HOME, player.supply, facts::at_home(scene, player.supply)),
        Figure::new(icons::WORKERS, workers, phrases.counted("workers_out", workers)),
        Figure::new(icons::FIGHTERS, fighters, phrases.counted("fighters_out", fighters)),
        Figure::new(icons::TREASURES, player.treasures, phrases.counted("treasures", player.treasures)),
    ];
    let awaited = question::open(table).is_some_and(|(awaited, _)| awaited == seat);
    PlayerOverview {
        seat,
        is_active: !is_over(scene) && table.active == seat,
        is_awaited: !is_over(scene) && awaited,
        has_resigned: player.resigned,
        points: player.score,
        figures,
    }
}

fn hand(scene: &Scene<'_>, components: &Components, own: &OwnTreasures) -> Hand {
    let table = scene.table();
    let has_played = table.active == own.seat && table.this_turn.played.is_some();
    let note = || has_played.then(|| scene.phrases.text("one_a_turn"));
    let cards = own.treasures.kinds().map(|(kind, count)| Card {
        icon: icons::treasure(kind),
        count: count.into(),
        name: scene.phrases.word(kind.name()),
        note: note(),
    });
    let worth = treasures::hand_score(components, own.seat, own.treasures);
    let worth = worth.different + worth.equal;
    // Once the game is over the points have them.
    let worth = (worth > 0 && !is_over(scene)).then(|| scene.phrases.counted("worth", worth));
    Hand { cards: cards.collect(), costs: Vec::new(), notes: worth.into_iter().collect() }
}

/// Nothing is: every action places men, moves them or plays a treasure, and is looked at on the board first.
pub const fn is_plain(_action: &Action) -> bool {
    false
}

/// A treasure is played before workers are placed, but in few turns.
pub const USUAL_ORDER: [&str; 5] =
    ["choose_start", "attack", "place_workers", "defeat_jarl", "play_treasure"];
