//! Everything public, and what the viewer holds, in plain sentences: the picture and the page both take them from here.

use super::{Scene, words};
use crate::settlers::board::{HARBOUR_EDGES, Hex, Land};
use crate::settlers::state::{BuildingKind, Offer, Phase, Reply, Resume};
use crate::settlers::view::SeatView;
use rules::Seat;

impl Scene<'_> {
    pub fn name(&self, seat: Seat) -> String {
        self.names.inside(seat)
    }
}

/// `Turn 12`, or the set-up.
pub fn turn(scene: &Scene<'_>) -> String {
    match scene.view.table.turn {
        0 => "Set-up".to_owned(),
        turn => format!("Turn {turn}"),
    }
}

/// Where in the game it stands, with who is awaited.
pub fn phase(scene: &Scene<'_>) -> String {
    let table = &scene.view.table;
    let active = scene.name(table.active);
    let back = |then: &Resume| if *then == Resume::Roll { ", before the roll" } else { "" };
    match &table.phase {
        Phase::Blank {} => "nothing lies on the table yet".to_owned(),
        Phase::Founding(founding) => match founding.settlement {
            None => format!("{active} places a settlement"),
            Some(vertex) => format!("{active} lays a road at vertex {}", vertex.0),
        },
        Phase::Roll {} => format!("{active} is to roll"),
        Phase::Discard { owed } => {
            let owed = owed.iter().map(|owed| format!("{} owes {}", scene.name(owed.seat), owed.count));
            format!("discards after a seven: {}", owed.collect::<Vec<String>>().join(", "))
        }
        Phase::Robber { then } => format!("{active} moves the robber{}", back(then)),
        Phase::FreeRoads { left, then } => {
            format!("{active} lays {}{}", words::count(*left, "free road"), back(then))
        }
        Phase::Main {} if table.trading_open => format!("{active} trades and builds"),
        Phase::Main {} => format!("{active} builds; trade is over"),
        Phase::Over { winner: Some(winner), .. } => format!("over; {} has won", scene.name(*winner)),
        Phase::Over { ended_by, .. } => format!("over: {}", ended_by.word().replace('_', " ")),
    }
}

/// What lies open besides the board: dice, robber, offers, cards played.
pub fn matters(scene: &Scene<'_>) -> Vec<String> {
    let table = &scene.view.table;
    let mut lines = Vec::new();
    if let Some([one, two]) = table.dice {
        lines.push(format!("The dice show {one} and {two}: {}.", one + two));
    }
    if table.card_played {
        lines.push(format!("{} has played a development card in this turn.", scene.name(table.active)));
    }
    lines.extend(table.offers.iter().map(|one| offer(scene, one)));
    lines
}

fn offer(scene: &Scene<'_>, offer: &Offer) -> String {
    let said = |reply: Reply| match reply {
        Reply::Pending => "not answered yet",
        Reply::Accepted => "accepted",
        Reply::Rejected => "rejected",
    };
    let to = offer.to.iter().map(|to| format!("{} ({})", scene.name(to.seat), said(to.reply)));
    let answers = offer.answers.map_or_else(String::new, |id| format!(" in answer to offer {}", id.0));
    let first = if offer.first_come { "; the first who accepts has it" } else { "" };
    format!(
        "Offer {}: {} gives {} for {} to {}{answers}{first}.",
        offer.id.0,
        scene.name(offer.from),
        words::bundle(offer.give),
        words::bundle(offer.get),
        to.collect::<Vec<String>>().join(", "),
    )
}

/// What only the viewer sees.
pub fn own(scene: &Scene<'_>) -> Vec<String> {
    let Some(own) = &scene.view.own else { return Vec::new() };
    let mut lines = vec![
        format!("You hold {}.", words::bundle(own.cards)),
        format!("And {}.", words::development(own.development_cards)),
    ];
    if own.bought.total() > 0 {
        lines.push(format!("Bought in this turn: {}.", words::development(own.bought)));
    }
    if !own.aside.is_empty() {
        lines.push(format!("You give back {}.", words::bundle(own.aside)));
    }
    lines.push(format!("With hidden cards you have {}.", words::count(own.points, "point")));
    lines
}

pub fn standing(scene: &Scene<'_>, seat: &SeatView) -> String {
    let player = scene.view.table.player(seat.seat);
    format!(
        "{}, {}, {}",
        words::count(seat.points, "point"),
        words::count(player.cards, "card"),
        words::count(player.development_cards, "development card"),
    )
}

/// What else is known of a seat.
pub fn details(scene: &Scene<'_>, seat: &SeatView) -> Vec<String> {
    let table = &scene.view.table;
    let player = table.player(seat.seat);
    let of = |wanted: BuildingKind| {
        words::places(
            table.buildings_of(seat.seat).filter(|(_, kind)| *kind == wanted).map(|(vertex, _)| vertex.0),
        )
    };
    let mut lines = vec![
        format!("Settlements at {}; cities at {}.", of(BuildingKind::Settlement), of(BuildingKind::City)),
        format!("Roads on edges {}.", words::places(table.roads_of(seat.seat).map(|edge| edge.0))),
        format!(
            "Longest route {}{}; played: {}{}.",
            table.route.lengths.get(usize::from(seat.seat)).copied().unwrap_or(0),
            if table.route.holder == Some(seat.seat) { " (holds the card, 2 points)" } else { "" },
            words::development(player.played),
            if table.army_holder == Some(seat.seat) { " (largest army, 2 points)" } else { "" },
        ),
        format!(
            "Pieces left: {}, {}, {}. Rates with the bank: {}.",
            words::count(player.left.roads, "road"),
            words::count(player.left.settlements, "settlement"),
            if player.left.cities == 1 {
                "1 city".to_owned()
            } else {
                format!("{} cities", player.left.cities)
            },
            words::bundle(seat.rates),
        ),
    ];
    if let Some(shown) = &seat.shown {
        let (cards, development) = (words::bundle(shown.cards), words::development(shown.development_cards));
        lines.push(format!("Held at the end {cards}, and {development}."));
    }
    if player.resigned {
        lines.push("Has given up.".to_owned());
    }
    lines
}

pub fn bank(scene: &Scene<'_>) -> Vec<String> {
    let table = &scene.view.table;
    vec![format!("{}; {}.", words::bundle(table.bank), words::count(table.deck, "development card"))]
}

/// A land hex.
pub fn land(scene: &Scene<'_>, hex: Hex, land: Land) -> String {
    let number = land.number.map_or_else(String::new, |number| format!(" {number}"));
    let robber = if scene.view.table.robber == hex { ", the robber stands here" } else { "" };
    format!("hex {}: {}{number}{robber}", hex.0, words::terrain(land.terrain))
}

/// A harbour, with the vertices that use it.
pub fn harbour(scene: &Scene<'_>, site: usize) -> String {
    let kind = scene.view.table.board.harbours.get(site).copied();
    let kind = kind.map_or_else(String::new, words::harbour);
    let ends = HARBOUR_EDGES.get(site).map_or_else(String::new, |edge| {
        let [one, other] = edge.vertices();
        format!("vertices {} and {}", one.0, other.0)
    });
    format!("harbour {kind} at {ends}")
}
