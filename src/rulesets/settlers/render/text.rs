//! Everything public, and the viewer's own cards, in plain sentences, which the picture takes from here too; and the
//! page of text: a map in characters, then all sentences in an order that makes sense when read aloud.

use super::{BoardSpot, Scene};
use crate::settlers::board::{Edge, Harbour, Hex, Land, Spot, Vertex};
use crate::settlers::development::{DevelopmentCard, DevelopmentCards};
use crate::settlers::resource::Bundle;
use crate::settlers::state::{BuildingKind, Phase, ResumeAt};
use crate::settlers::trade::{Offer, OfferReply};
use crate::settlers::view::{OwnCards, SeatView};
use rules::render::{Grid, page_part, paragraph, rolled, turn_name};

/// Where in the game it stands, with who is awaited.
pub fn phase(scene: &Scene<'_>) -> String {
    let table = &scene.view.table;
    if scene.options.is_over && !matches!(table.phase, Phase::Over { .. }) {
        return scene.phrases.text("game_over");
    }
    let active = scene.name(table.active);
    let does = |key: &str| scene.say(key, &[("name", &active)]);
    let back = |what: String, then: &ResumeAt| match then {
        ResumeAt::Roll => scene.say("before_roll", &[("what", &what)]),
        _ => what,
    };
    match &table.phase {
        Phase::Blank {} => scene.phrases.text("blank"),
        Phase::Founding(founding) => match founding.settlement {
            None => does("places_settlement"),
            Some(_) => does("lays_first_road"),
        },
        Phase::Roll {} => does("is_to_roll"),
        Phase::Discard { owed } => {
            let owed = owed
                .iter()
                .map(|owed| scene.say("owes", &[("name", &scene.name(owed.seat)), ("n", &owed.count)]));
            scene.say("discards", &[("owed", &scene.phrases.joined(owed, ", ", "none"))])
        }
        Phase::Robber { then } => back(does("moves_robber"), then),
        Phase::FreeRoads { left, then } => {
            back(scene.say("lays_free_roads", &[("name", &active), ("n", left)]), then)
        }
        Phase::Main {} if table.trading_open => does("trades_and_builds"),
        Phase::Main {} => does("builds"),
        Phase::Over { winner: Some(winner), .. } => scene.say("won", &[("name", &scene.name(*winner))]),
        Phase::Over { ended_by, .. } => scene.say("over", &[("why", &scene.phrases.ended_by(ended_by))]),
    }
}

/// What lies open besides the board: dice, robber, offers, cards played.
pub fn public_facts(scene: &Scene<'_>) -> Vec<String> {
    let table = &scene.view.table;
    let mut lines = Vec::new();
    lines.extend(table.dice.map(|dice| rolled(scene.phrases, dice)));
    if table.card_played {
        lines.push(scene.say("card_played", &[("name", &scene.name(table.active))]));
    }
    lines.extend(table.offers.iter().map(|one| offer(scene, one)));
    lines
}

fn offer(scene: &Scene<'_>, offer: &Offer) -> String {
    let reply = |reply: OfferReply| match reply {
        OfferReply::Pending => "pending",
        OfferReply::Accepted => "accepted",
        OfferReply::Rejected => "rejected",
    };
    let to = offer.to.iter().map(|to| {
        let reply = scene.phrases.text(reply(to.reply));
        scene.say("offer_to", &[("name", &scene.name(to.seat)), ("reply", &reply)])
    });
    let answers = offer.answers.map(|id| scene.say("offer_answers", &[("id", &id.0)]));
    let first = if offer.first_come { scene.phrases.text("first_come") } else { String::new() };
    scene.say(
        "offer",
        &[
            ("id", &offer.id.0),
            ("name", &scene.name(offer.from)),
            ("give", &bundle(scene, offer.give)),
            ("get", &bundle(scene, offer.get)),
            ("to", &scene.phrases.joined(to, ", ", "none")),
            ("answers", &answers.unwrap_or_default()),
            ("first", &first),
        ],
    )
}

pub fn own(scene: &Scene<'_>) -> Vec<String> {
    let Some(own) = &scene.view.own else { return Vec::new() };
    let mut lines = vec![
        scene.say("you_hold", &[("cards", &bundle(scene, own.cards))]),
        scene.say("you_hold_too", &[("cards", &development(scene, own.development_cards))]),
    ];
    if own.bought.total() > 0 {
        lines.push(scene.say("bought", &[("cards", &development(scene, own.bought))]));
    }
    if !own.aside.is_empty() {
        lines.push(scene.say("gives_back", &[("cards", &bundle(scene, own.aside))]));
    }
    lines.extend(hidden_points(scene, own));
    lines
}

/// The points of the viewer where they are more than everybody sees.
pub fn hidden_points(scene: &Scene<'_>, own: &OwnCards) -> Option<String> {
    let public = scene.view.seats.iter().find(|seat| seat.seat == own.seat).map(|seat| seat.points);
    (public != Some(own.points)).then(|| scene.phrases.counted("hidden_points", own.points))
}

pub fn seat_line(scene: &Scene<'_>, seat: &SeatView) -> String {
    let player = scene.view.table.player(seat.seat);
    let phrases = scene.phrases;
    let standing = scene.say(
        "standing",
        &[
            ("points", &phrases.counted("points", seat.points)),
            ("cards", &phrases.counted("cards", player.cards)),
            ("development", &phrases.counted("development_cards", player.development_cards)),
        ],
    );
    scene.say("seat_line", &[("seat", &seat.seat), ("name", &scene.name(seat.seat)), ("standing", &standing)])
}

pub fn details(scene: &Scene<'_>, seat: &SeatView) -> Vec<String> {
    let [places, won, rest] = [places(scene, seat), vec![won(scene, seat)], supplies(scene, seat)];
    [places, won, rest].concat()
}

/// What the strip of players does not say of a seat: where its pieces are, and what is left.
pub fn below_the_strip(scene: &Scene<'_>, seat: &SeatView) -> Vec<String> {
    let mut played = scene.view.table.player(seat.seat).played;
    played.set(DevelopmentCard::Knight, 0);
    let line = || scene.say("played", &[("cards", &development(scene, played)), ("holds", &"")]);
    let played = (!played.is_empty()).then(line);
    places(scene, seat).into_iter().chain(played).chain(supplies(scene, seat)).collect()
}

fn places(scene: &Scene<'_>, seat: &SeatView) -> Vec<String> {
    let (table, phrases) = (&scene.view.table, scene.phrases);
    let of = |sought: BuildingKind| {
        let buildings = table.buildings_of(seat.seat).filter(move |(_, kind)| *kind == sought);
        buildings.map(|(vertex, _)| vertex.0).collect::<Vec<u8>>()
    };
    let at = |key: &str, none: &str, places: Vec<u8>| match places.as_slice() {
        [] => phrases.text(none),
        _ => scene.say(key, &[("places", &phrases.joined(places, ", ", none))]),
    };
    let houses = [
        at("settlements_at", "no_settlements", of(BuildingKind::Settlement)),
        at("cities_at", "no_cities", of(BuildingKind::City)),
    ];
    let roads = at("roads_on", "no_roads", table.roads_of(seat.seat).map(|edge| edge.0).collect());
    vec![houses.join(" "), roads]
}

/// The longest route, and what was played.
fn won(scene: &Scene<'_>, seat: &SeatView) -> String {
    let (table, phrases) = (&scene.view.table, scene.phrases);
    let player = table.player(seat.seat);
    let if_held = |key: &str, held: bool| if held { phrases.text(key) } else { String::new() };
    let route = table.route.lengths[usize::from(seat.seat)];
    let holds_route = if_held("holds_route", table.route.holder == Some(seat.seat));
    let holds_army = if_held("holds_army", table.army_holder == Some(seat.seat));
    let won = [
        scene.say("route", &[("n", &route), ("holds", &holds_route)]),
        scene.say("played", &[("cards", &development(scene, player.played)), ("holds", &holds_army)]),
    ];
    won.join(" ")
}

/// What is left, and what there is to say of a seat that plays no more.
fn supplies(scene: &Scene<'_>, seat: &SeatView) -> Vec<String> {
    let (player, phrases) = (scene.view.table.player(seat.seat), scene.phrases);
    let left = [
        scene.say(
            "left",
            &[
                ("roads", &phrases.counted("roads", player.left.roads)),
                ("settlements", &phrases.counted("settlements", player.left.settlements)),
                ("cities", &phrases.counted("cities", player.left.cities)),
            ],
        ),
        scene.say("rates", &[("cards", &bundle(scene, seat.rates))]),
    ];
    let mut lines = vec![left.join(" ")];
    if let Some(shown) = &seat.shown {
        let (cards, development) = (bundle(scene, shown.cards), development(scene, shown.development_cards));
        lines.push(scene.say("held_at_end", &[("cards", &cards), ("development", &development)]));
    }
    if player.resigned {
        lines.push(phrases.text("gave_up"));
    }
    lines
}

pub fn bank(scene: &Scene<'_>) -> Vec<String> {
    let table = &scene.view.table;
    let development = scene.phrases.counted("development_cards", table.deck);
    vec![format!("{}; {development}.", bundle(scene, table.bank))]
}

pub fn land(scene: &Scene<'_>, hex: Hex, land: Land) -> String {
    let number = land.number.map_or_else(String::new, |number| format!(" {number}"));
    let here = scene.view.table.robber == hex;
    let robber = if here { scene.phrases.text("robber_here") } else { String::new() };
    let land = format!("{}{number}", scene.phrases.word(land.terrain));
    if !scene.shows_ids {
        return format!("{land}{robber}");
    }
    scene.say("hex", &[("id", &hex.0), ("land", &land), ("robber", &robber)])
}

/// A place by its id, or, where ids are not shown, by the land around it: `forest 8 · hills 5`.
pub fn spot(scene: &Scene<'_>, spot: BoardSpot) -> String {
    if scene.shows_ids {
        return match spot {
            BoardSpot::Hex(hex) => scene.say("hex_place", &[("id", &hex.0)]),
            BoardSpot::Vertex(vertex) => scene.say("vertex", &[("id", &vertex.0)]),
            BoardSpot::Edge(edge) => scene.say("edge", &[("id", &edge.0)]),
        };
    }
    let is_there = |hex: Hex| match spot {
        BoardSpot::Hex(there) => hex == there,
        BoardSpot::Vertex(vertex) => vertex.hexes().any(|there| there == hex),
        BoardSpot::Edge(edge) => edge.vertices().iter().all(|end| end.hexes().any(|there| there == hex)),
    };
    let lands = scene.view.table.board.lands().filter(|(hex, _)| is_there(*hex));
    let said = lands.map(|(_, land)| {
        let number = land.number.map_or_else(String::new, |number| format!(" {number}"));
        format!("{}{number}", scene.phrases.word(land.terrain))
    });
    scene.phrases.joined(said, " · ", "none")
}

pub fn harbour(scene: &Scene<'_>, edge: Edge, harbour: Harbour) -> String {
    let rate = match harbour.resource() {
        Some(kind) => format!("2:1 {}", scene.phrases.word(kind)),
        None => scene.phrases.text("rate_any"),
    };
    if !scene.shows_ids {
        return rate;
    }
    let [one, other] = edge.vertices();
    scene.say("harbour", &[("rate", &rate), ("one", &one.0), ("other", &other.0)])
}

/// `2 wool, 1 ore`; `no cards`.
fn bundle(scene: &Scene<'_>, cards: Bundle) -> String {
    scene.phrases.bundle(cards.kinds(), "no_cards")
}

/// `2 knights, 1 monopoly`; `no development cards`.
fn development(scene: &Scene<'_>, cards: DevelopmentCards) -> String {
    scene.phrases.bundle(cards.kinds(), "no_development_cards")
}

/// Columns and rows of one drawing unit.
const WIDE: usize = 6;
const HIGH: usize = 2;

/// The whole page, in lines of at most 78 columns.
pub fn page(scene: &Scene<'_>) -> String {
    let phrases = scene.phrases;
    let mut out = String::new();
    let mut say = |text: &str| out.push_str(&paragraph(text));
    say(&format!("{}: {}.", turn_name(phrases, scene.view.table.turn), phase(scene)));
    public_facts(scene).iter().chain(&own(scene)).for_each(|line| say(line));
    out.push('\n');
    out.push_str(&map(scene));
    ["map_key", "map_rest"].into_iter().for_each(|key| out.push_str(&paragraph(&phrases.text(key))));
    page_part(&mut out, &phrases.text("players"), &players(scene));
    let lands: Vec<String> =
        scene.view.table.board.lands().map(|(hex, tile)| land(scene, hex, tile)).collect();
    page_part(&mut out, &phrases.text("hexes"), &lands);
    let sites = scene.view.table.board.sites();
    let harbours: Vec<String> = sites.map(|(_, edge, kind)| harbour(scene, edge, kind)).collect();
    page_part(&mut out, &phrases.text("harbours"), &harbours);
    page_part(&mut out, &phrases.text("bank"), &bank(scene));
    out
}

fn players(scene: &Scene<'_>) -> Vec<String> {
    let seats = scene.view.seats.iter();
    seats.map(|seat| format!("{}. {}", seat_line(scene, seat), details(scene, seat).join(" "))).collect()
}

/// The island in characters: hexes with terrain and number, vertices with what stands there.
fn map(scene: &Scene<'_>) -> String {
    let table = &scene.view.table;
    let mut grid = Grid::new(78, 36);
    // No vertex lies farther to the west than -5, or to the north than -8.
    let place = |(x, y): (i8, i8)| ((x + 5) as usize * WIDE + 4, (y + 8) as usize * HIGH);
    for vertex in Vertex::all() {
        let (column, row) = place(vertex.point());
        let building = table.buildings.get(vertex).map_or_else(String::new, |building| {
            let is_city = building.kind == BuildingKind::City;
            let letter = scene.phrases.text(if is_city { "city_letter" } else { "settlement_letter" });
            format!("{letter}{}", building.seat)
        });
        grid.centre(column, row, 6, &format!("{}{building}", vertex.0));
    }
    for (hex, land) in table.board.lands() {
        let (column, row) = place(hex.centre());
        let robber = (table.robber == hex).then(|| format!(" {}", scene.phrases.text("robber_letter")));
        let number = land.number.map_or_else(String::new, |number| format!(" {number}"));
        let terrain: String = scene.phrases.word(land.terrain).chars().take(4).collect();
        grid.centre(column, row, 6, &format!("#{}{}", Hex::index(hex), robber.unwrap_or_default()));
        grid.centre(column, row + 1, 7, &format!("{terrain}{number}"));
    }
    grid.to_string()
}
