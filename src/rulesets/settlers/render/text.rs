//! Everything public, and the viewer's own cards, in plain sentences, which the picture takes from here too; and the
//! page of text: a map in characters, then all sentences in an order that makes sense when read aloud.

use super::Scene;
use crate::settlers::board::{HARBOUR_EDGES, Harbour, Hex, Land, SITES, Spot, Vertex};
use crate::settlers::development::DevelopmentCards;
use crate::settlers::resource::Bundle;
use crate::settlers::state::{BuildingKind, Phase, ResumeAt};
use crate::settlers::trade::{Offer, OfferReply};
use crate::settlers::view::SeatView;
use rules::render::{Grid, counted, page_part, paragraph, turn_name};

/// Where in the game it stands, with who is awaited.
pub fn phase(scene: &Scene<'_>) -> String {
    let table = &scene.view.table;
    let active = scene.name(table.active);
    let back = |then: &ResumeAt| if *then == ResumeAt::Roll { ", before the roll" } else { "" };
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
            format!("{active} lays {}{}", counted(*left, "free road"), back(then))
        }
        Phase::Main {} if table.trading_open => format!("{active} trades and builds"),
        Phase::Main {} => format!("{active} builds; trade is over"),
        Phase::Over { winner: Some(winner), .. } => format!("over; {} has won", scene.name(*winner)),
        Phase::Over { ended_by, .. } => format!("over: {}", ended_by.to_string().replace('_', " ")),
    }
}

/// What lies open besides the board: dice, robber, offers, cards played.
pub fn public_facts(scene: &Scene<'_>) -> Vec<String> {
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
    let answer = |reply: OfferReply| match reply {
        OfferReply::Pending => "not answered yet",
        OfferReply::Accepted => "accepted",
        OfferReply::Rejected => "rejected",
    };
    let to = offer.to.iter().map(|to| format!("{} ({})", scene.name(to.seat), answer(to.reply)));
    let answers = offer.answers.map_or_else(String::new, |id| format!(" in answer to offer {}", id.0));
    let first = if offer.first_come { "; the first who accepts has it" } else { "" };
    format!(
        "Offer {}: {} gives {} for {} to {}{answers}{first}.",
        offer.id.0,
        scene.name(offer.from),
        bundle(offer.give),
        bundle(offer.get),
        to.collect::<Vec<String>>().join(", "),
    )
}

pub fn own(scene: &Scene<'_>) -> Vec<String> {
    let Some(own) = &scene.view.own else { return Vec::new() };
    let mut lines = vec![
        format!("You hold {}.", bundle(own.cards)),
        format!("And {}.", development(own.development_cards)),
    ];
    if own.bought.total() > 0 {
        lines.push(format!("Bought in this turn: {}.", development(own.bought)));
    }
    if !own.aside.is_empty() {
        lines.push(format!("You give back {}.", bundle(own.aside)));
    }
    lines.push(format!("With hidden cards you have {}.", counted(own.points, "point")));
    lines
}

pub fn standing(scene: &Scene<'_>, seat: &SeatView) -> String {
    let player = scene.view.table.player(seat.seat);
    format!(
        "{}, {}, {}",
        counted(seat.points, "point"),
        counted(player.cards, "card"),
        counted(player.development_cards, "development card"),
    )
}

pub fn details(scene: &Scene<'_>, seat: &SeatView) -> Vec<String> {
    let table = &scene.view.table;
    let player = table.player(seat.seat);
    let of = |sought: BuildingKind| {
        places(table.buildings_of(seat.seat).filter(|(_, kind)| *kind == sought).map(|(vertex, _)| vertex.0))
    };
    let mut lines = vec![
        format!("Settlements at {}; cities at {}.", of(BuildingKind::Settlement), of(BuildingKind::City)),
        format!("Roads on edges {}.", places(table.roads_of(seat.seat).map(|edge| edge.0))),
        format!(
            "Longest route {}{}; played: {}{}.",
            table.route.lengths.get(usize::from(seat.seat)).copied().unwrap_or(0),
            if table.route.holder == Some(seat.seat) { " (holds the card, 2 points)" } else { "" },
            development(player.played),
            if table.army_holder == Some(seat.seat) { " (largest army, 2 points)" } else { "" },
        ),
        format!(
            "Pieces left: {}, {}, {}. Rates with the bank: {}.",
            counted(player.left.roads, "road"),
            counted(player.left.settlements, "settlement"),
            if player.left.cities == 1 {
                "1 city".to_owned()
            } else {
                format!("{} cities", player.left.cities)
            },
            bundle(seat.rates),
        ),
    ];
    if let Some(shown) = &seat.shown {
        let (cards, development) = (bundle(shown.cards), development(shown.development_cards));
        lines.push(format!("Held at the end {cards}, and {development}."));
    }
    if player.resigned {
        lines.push("Has given up.".to_owned());
    }
    lines
}

pub fn bank(scene: &Scene<'_>) -> Vec<String> {
    let table = &scene.view.table;
    vec![format!("{}; {}.", bundle(table.bank), counted(table.deck, "development card"))]
}

pub fn land(scene: &Scene<'_>, hex: Hex, land: Land) -> String {
    let number = land.number.map_or_else(String::new, |number| format!(" {number}"));
    let robber = if scene.view.table.robber == hex { ", the robber stands here" } else { "" };
    format!("hex {}: {}{number}{robber}", hex.0, land.terrain)
}

/// A harbour, with the vertices that use it.
pub fn harbour(scene: &Scene<'_>, site: usize) -> String {
    let kind = scene.view.table.board.harbours.get(site).copied();
    let kind = kind.map_or_else(String::new, rate);
    let ends = HARBOUR_EDGES.get(site).map_or_else(String::new, |edge| {
        let [one, other] = edge.vertices();
        format!("vertices {} and {}", one.0, other.0)
    });
    format!("harbour {kind} at {ends}")
}

/// What a harbour does: `3:1`, or `2:1 ore`.
fn rate(harbour: Harbour) -> String {
    harbour.resource().map_or_else(|| "3:1".to_owned(), |kind| format!("2:1 {kind}"))
}

/// `2 wool, 1 ore`; `no cards`.
fn bundle(cards: Bundle) -> String {
    let kinds: Vec<String> = cards.kinds().map(|(kind, count)| format!("{count} {kind}")).collect();
    or_none(&kinds, "no cards")
}

/// `2 knight, 1 monopoly`; `no development cards`.
fn development(cards: DevelopmentCards) -> String {
    let kinds = cards.kinds().map(|(card, count)| format!("{count} {}", card.to_string().replace('_', " ")));
    or_none(&kinds.collect::<Vec<String>>(), "no development cards")
}

/// Numbers with commas between them; `none`.
fn places(places: impl Iterator<Item = u8>) -> String {
    or_none(&places.map(|place| place.to_string()).collect::<Vec<String>>(), "none")
}

fn or_none(parts: &[String], none: &str) -> String {
    if parts.is_empty() { none.to_owned() } else { parts.join(", ") }
}

/// How the map is read; the sentences below it say the same in words.
const KEY: [&str; 2] = [
    "In a hex: #its number, terrain and the number that is rolled for it, R for the robber. Between hexes: the vertices by \
     number; 18s0 is a settlement of seat 0 at vertex 18, 18c0 a city.",
    "The sentences below hold everything that the map shows, and the roads and harbours.",
];

/// Columns and rows of one drawing unit.
const WIDE: i16 = 6;
const HIGH: i16 = 2;

/// The whole page, in lines of at most 78 columns.
pub fn page(scene: &Scene<'_>) -> String {
    let mut out = String::new();
    let mut say = |text: &str| out.push_str(&paragraph(text));
    say(&format!("{}: {}.", turn_name(scene.view.table.turn), phase(scene)));
    public_facts(scene).iter().chain(&own(scene)).for_each(|line| say(line));
    out.push('\n');
    out.push_str(&map(scene));
    KEY.iter().for_each(|line| out.push_str(&paragraph(line)));
    page_part(&mut out, "Players", &players(scene));
    let lands = scene.view.table.board.lands().map(|(hex, tile)| land(scene, hex, tile));
    page_part(&mut out, "Hexes, from the north, each row from the west", &lands.collect::<Vec<String>>());
    let harbours: Vec<String> = (0..SITES).map(|site| harbour(scene, site)).collect();
    page_part(&mut out, "Harbours, clockwise from the north-west", &harbours);
    page_part(&mut out, "Bank", &bank(scene));
    out
}

fn players(scene: &Scene<'_>) -> Vec<String> {
    let seats = scene.view.seats.iter();
    seats
        .map(|seat| {
            let standing = standing(scene, seat);
            let details = details(scene, seat).join(" ");
            format!("Seat {}, {}: {standing}. {details}", seat.seat, scene.name(seat.seat))
        })
        .collect()
}

/// The island in characters: hexes with terrain and number, vertices with what stands there.
fn map(scene: &Scene<'_>) -> String {
    let table = &scene.view.table;
    let mut grid = Grid::new(78, 36);
    let place = |(x, y): (i8, i8)| {
        let column = (i16::from(x) + 5) * WIDE + 4;
        let row = (i16::from(y) + 8) * HIGH;
        (usize::try_from(column).unwrap_or(0), usize::try_from(row).unwrap_or(0))
    };
    for vertex in Vertex::all() {
        let (column, row) = place(vertex.point());
        let building = table.buildings.get(vertex).map_or_else(String::new, |building| {
            let kind = if building.kind == BuildingKind::City { 'c' } else { 's' };
            format!("{kind}{}", building.seat)
        });
        grid.centre(column, row, 6, &format!("{}{building}", vertex.0));
    }
    for (hex, land) in table.board.lands() {
        let (column, row) = place(hex.centre());
        let robber = if table.robber == hex { " R" } else { "" };
        let number = land.number.map_or_else(String::new, |number| format!(" {number}"));
        let terrain: String = land.terrain.to_string().chars().take(4).collect();
        grid.centre(column, row, 6, &format!("#{}{robber}", Hex::index(hex)));
        grid.centre(column, row + 1, 7, &format!("{terrain}{number}"));
    }
    grid.to_string()
}
