//! Everything public, and the viewer's own treasures, in plain sentences: the picture and the page both take them from
//! here.
//!
//! May know: the scene. May not know: how a picture or a page is laid out.

use super::Scene;
use crate::nord::board::{Field, Ground, Settlement};
use crate::nord::state::{Figure, Jarl, Phase, PlacementMode};
use crate::nord::treasures::Treasures;
use rules::Seat;

/// Where in the game it stands, with the player who is awaited.
pub fn phase(scene: &Scene<'_>) -> String {
    let table = scene.table();
    if scene.options.is_over && !matches!(table.phase, Phase::Over { .. }) {
        return scene.phrases.text("game_over");
    }
    let active = scene.name(table.active);
    let does = |key: &str| scene.say(key, &[("name", &active)]);
    match &table.phase {
        Phase::Blank {} => scene.phrases.text("blank"),
        Phase::ChooseStart {} => does("chooses_start"),
        Phase::Turn {} if table.this_turn.played.is_some() => does("to_place"),
        Phase::Turn {} => does("to_play"),
        Phase::Attack {} => does("must_attack"),
        Phase::Over { ended_by } => scene.say("over", &[("why", &scene.phrases.ended_by(ended_by))]),
    }
}

/// What the next scoring counts, and its number; `None` after the last one.
fn next_scoring(scene: &Scene<'_>) -> Option<(u8, String)> {
    let number = scene.table().next_scoring;
    let kind = if number % 2 == 1 { "materials" } else { "fighters" };
    (1..=4).contains(&number).then(|| (number, scene.phrases.text(kind)))
}

fn scoring_line(scene: &Scene<'_>) -> Option<String> {
    let (number, kind) = next_scoring(scene)?;
    Some(scene.say("next_scoring", &[("number", &number), ("kind", &kind)]))
}

/// The next scoring, and how many places are free until it comes.
pub fn scoring_and_free_places(scene: &Scene<'_>) -> Option<String> {
    let next = scoring_line(scene)?;
    Some(format!("{next}; {}", scene.phrases.counted("free_places", scene.table().free_places())))
}

/// What lies open besides the board: the next scoring, what was done in this turn, who is linked.
pub fn public_facts(scene: &Scene<'_>) -> Vec<String> {
    scoring_and_free_places(scene).into_iter().chain(turn_and_links(scene)).collect()
}

/// What was done in this turn, and who is linked.
pub fn turn_and_links(scene: &Scene<'_>) -> Vec<String> {
    let (table, phrases) = (scene.table(), scene.phrases);
    let mut lines = Vec::new();
    let this = &table.this_turn;
    if let Some(kind) = this.played {
        let key = match this.mode {
            PlacementMode::Normal => "played",
            PlacementMode::TwoAreas => "played_two_areas",
            PlacementMode::ManyWorkers => "played_many",
        };
        let (name, treasure) = (scene.name(table.active), phrases.word(kind.name()));
        lines.push(scene.say(key, &[("name", &name), ("treasure", &treasure)]));
    }
    if !this.placed.is_empty() {
        lines.push(scene.say("placed", &[("fields", &fields(scene, &this.placed))]));
    }
    let links = scene.view.links.pairs();
    let links: Vec<String> =
        links.map(|[one, other]| scene.say("link", &[("one", &one), ("other", &other)])).collect();
    if !links.is_empty() {
        lines.push(scene.say("links", &[("links", &links.join(", "))]));
    }
    if !scene.view.boat_links.is_empty() {
        let linked = phrases.listed(&scene.view.boat_links, ", ");
        lines.push(scene.say("boat_links", &[("settlements", &linked)]));
    }
    lines
}

pub fn own(scene: &Scene<'_>) -> Vec<String> {
    let Some(own) = &scene.view.own else { return Vec::new() };
    let mut lines = vec![scene.say("you_hold", &[("treasures", &treasures(scene, own.treasures))])];
    if !own.taken.is_empty() {
        let taken = own.taken.iter().map(|taken| {
            let treasure = scene.phrases.word(taken.treasure.name());
            scene.say("taken_one", &[("treasure", &treasure), ("field", &taken.field)])
        });
        lines.push(scene.say("taken", &[("treasures", &scene.phrases.joined(taken, ", ", "none"))]));
    }
    lines
}

pub fn figure(scene: &Scene<'_>, figure: Figure) -> String {
    match figure {
        Figure::Man { seat } => scene.say("dead_man", &[("name", &scene.name(seat))]),
        Figure::Jarl { seat } => scene.jarl(Jarl::Own { seat }),
        Figure::NeutralJarl {} => scene.jarl(Jarl::Neutral {}),
        Figure::UnusedJarl {} => scene.phrases.text("unused_jarl"),
    }
}

pub fn dragon_boat(scene: &Scene<'_>) -> Vec<String> {
    let table = scene.table();
    let taken = table.places.iter().zip(&table.dragon_boat);
    let line = |(number, lies): (&u8, &Figure)| {
        scene.say("place", &[("number", number), ("lies", &figure(scene, *lies))])
    };
    let mut lines: Vec<String> = taken.map(line).collect();
    let free: Vec<u8> = table.places.iter().skip(table.dragon_boat.len()).copied().collect();
    if !free.is_empty() {
        lines.push(scene.say("free_list", &[("places", &scene.phrases.joined(free, ", ", "none"))]));
    }
    lines
}

pub fn supply(scene: &Scene<'_>) -> Vec<String> {
    let (table, phrases) = (scene.table(), scene.phrases);
    vec![scene.say(
        "supply_line",
        &[
            ("boats", &phrases.counted("boats", table.boats)),
            ("pile", &phrases.counted("treasures", table.draw_pile)),
            ("played", &treasures(scene, table.discard.iter().copied().collect())),
        ],
    )]
}

pub fn settlement(scene: &Scene<'_>, settlement: Settlement, field: Field) -> String {
    let garrison = scene.table().garrison(settlement);
    let jarl = garrison.jarl.map_or_else(|| scene.phrases.text("no_jarl"), |jarl| scene.jarl(jarl));
    let fighters = scene.seats().filter(|seat| garrison.fighters_of(*seat) > 0);
    let fighters = fighters.map(|seat| {
        scene.say("fighters_of", &[("n", &garrison.fighters_of(seat)), ("name", &scene.name(seat))])
    });
    let fighters = scene.phrases.joined(fighters, ", ", "none");
    if !scene.shows_ids {
        return scene.say("settlement_there", &[("jarl", &jarl), ("fighters", &fighters)]);
    }
    scene.say(
        "settlement",
        &[("id", &settlement), ("field", &field), ("jarl", &jarl), ("fighters", &fighters)],
    )
}

pub fn boat(scene: &Scene<'_>) -> String {
    if !scene.shows_ids {
        return scene.phrases.text("small_boat_there");
    }
    scene.say("small_boat", &[("field", &scene.board().island.dragon_boat)])
}

pub fn field(scene: &Scene<'_>, field: Field) -> String {
    let word = |kind: &str| scene.phrases.word(kind);
    let ground = match scene.board().ground_of(field) {
        Ground::Land(land) if land.cairn => word("cairn"),
        Ground::Land(land) => word(land.terrain.into()),
        _ => word("sea"),
    };
    let on = on(scene, field, false);
    if !scene.shows_ids {
        return format!("{ground}{on}");
    }
    scene.say("field", &[("field", &field), ("ground", &ground), ("on", &on)])
}

/// `, a worker of Ada` or `, a treasure lies here`; of a cairn only if requested.
fn on(scene: &Scene<'_>, field: Field, with_cairn: bool) -> String {
    let table = scene.table();
    let cairn = with_cairn && scene.board().land(field).is_some_and(|land| land.cairn);
    if let Some(seat) = table.workers.get(field) {
        let key = if cairn { "cairn_and_worker" } else { "worker_on" };
        return scene.say(key, &[("name", &scene.name(seat))]);
    }
    match (table.treasures.contains(&field), cairn) {
        (true, _) => scene.phrases.text("treasure_on"),
        (false, true) => scene.phrases.text("bare_cairn"),
        (false, false) => String::new(),
    }
}

pub fn areas(scene: &Scene<'_>) -> Vec<String> {
    let areas = scene.board().areas.iter();
    let field = |field: &Field| match on(scene, *field, true).strip_prefix(", ") {
        Some(on) => format!("{field} ({on})"),
        None => field.to_string(),
    };
    areas
        .map(|area| {
            let fields: Vec<String> = area.fields.iter().map(field).collect();
            format!("{}: {}", scene.phrases.word(<&str>::from(area.terrain)), fields.join("; "))
        })
        .collect()
}

pub fn sea_workers(scene: &Scene<'_>) -> Vec<String> {
    let line = |(field, seat)| scene.say("at_sea", &[("field", &field), ("name", &scene.name(seat))]);
    scene.table().sea_workers().map(line).collect()
}

pub fn worker(scene: &Scene<'_>, field: Field, seat: Seat) -> String {
    let key = match (scene.board().land(field).is_some(), scene.shows_ids) {
        (true, true) => "worker",
        (true, false) => "worker_there",
        (false, true) => "sea_worker",
        (false, false) => "sea_worker_there",
    };
    let worker = scene.say(key, &[("name", &scene.name(seat)), ("field", &field)]);
    if !scene.table().this_turn.placed.contains(&field) {
        return worker;
    }
    scene.say("placed_now", &[("worker", &worker)])
}

pub fn seat_line(scene: &Scene<'_>, seat: Seat) -> String {
    let player = scene.table().player(seat);
    let phrases = scene.phrases;
    let standing = scene.say(
        "standing",
        &[
            ("points", &phrases.counted("points", player.score)),
            ("home", &at_home(scene, player.supply)),
            ("treasures", &phrases.counted("treasures", player.treasures)),
        ],
    );
    scene.phrases.say("seat_line", &[("seat", &seat), ("name", &scene.name(seat)), ("standing", &standing)])
}

pub fn at_home(scene: &Scene<'_>, men: u8) -> String {
    scene.say("at_home", &[("men", &scene.phrases.counted("men", men))])
}

pub fn details(scene: &Scene<'_>, seat: Seat) -> Vec<String> {
    let (table, phrases) = (scene.table(), scene.phrases);
    let fighters = table.settlements.iter().filter(|(_, garrison)| garrison.fighters_of(seat) > 0);
    let fighters = fighters.map(|(settlement, garrison)| {
        scene.say("fighters_in", &[("n", &garrison.fighters_of(seat)), ("settlement", &settlement)])
    });
    let fighters = phrases.joined(fighters, ", ", "none");
    let jarl = table.settlements.iter().find(|(_, garrison)| garrison.jarl == Some(Jarl::Own { seat }));
    let jarl = jarl.map(|(settlement, _)| scene.say("own_jarl", &[("settlement", &settlement)]));
    let workers = || table.workers.iter().filter(|(_, owner)| *owner == seat).map(|(field, _)| field);
    let (land, sea): (Vec<Field>, Vec<Field>) =
        workers().partition(|field| scene.board().land(*field).is_some());
    let mut first = vec![scene.say("fighters_line", &[("fighters", &fighters)])];
    first.extend(jarl);
    let mut lines = vec![
        first.join(" "),
        scene.say("workers_line", &[("land", &fields(scene, &land)), ("sea", &fields(scene, &sea))]),
    ];
    let shown = scene.view.shown.as_ref().and_then(|hands| hands.get(usize::from(seat)));
    if let Some(hand) = shown {
        lines.push(scene.say("held_at_end", &[("treasures", &treasures(scene, *hand))]));
    }
    if table.has_resigned(seat) {
        lines.push(phrases.text("gave_up"));
    }
    lines
}

/// `2 axes, 1 gold`; `no treasures`.
fn treasures(scene: &Scene<'_>, treasures: Treasures) -> String {
    scene.phrases.bundle(treasures.kinds().map(|(kind, count)| (kind.name(), count)), "no_treasures")
}

/// `4,6; 4,7 and 5,6`, with semicolons, since fields have commas in them; `none`.
fn fields(scene: &Scene<'_>, fields: &[Field]) -> String {
    scene.phrases.listed(fields, "; ")
}
