//! What is pending, in plain sentences: the open decisions, and everything the phase remembers.

use super::Scene;
use crate::landnam::question;
use crate::landnam::state::{
    Althing, Flight, Movement, Naming, Offer, Party, Phase, PossibleSuit, Side, Suit, Trading,
};
use rules::{Decision, Seat};

pub fn public_facts(scene: &Scene<'_>) -> Vec<String> {
    // What a turn remembers is of no use once the players have ended the game in its middle.
    if scene.options.is_over {
        return Vec::new();
    }
    let awaited = open(scene).into_iter().filter(|decision| decision.blocking);
    let line = |decision: Decision| {
        let name = scene.name(decision.seat);
        scene.say("awaited", &[("name", &name), ("what", &what(scene, &decision))])
    };
    let mut lines: Vec<String> = awaited.map(line).collect();
    match &scene.table.phase {
        Phase::SetUp | Phase::Roll | Phase::HarvestCard | Phase::Over { .. } => {}
        Phase::Aging { candidates } => {
            lines.push(scene.say("ages", &[("hexes", &scene.places(candidates))]));
        }
        Phase::Althing(session) => lines.extend(in_althing(scene, session)),
        Phase::Movement(phase) => lines.extend(in_movement(scene, phase)),
        Phase::Trading(phase) => lines.extend(in_trading(scene, phase)),
    }
    lines
}

/// The seats with optional decisions; those with the same decision in one sentence.
pub fn invited(scene: &Scene<'_>) -> Vec<String> {
    let mut invited: Vec<(Decision, Vec<Seat>)> = Vec::new();
    for decision in open(scene).into_iter().filter(|decision| !decision.blocking) {
        let same =
            |other: &&mut (Decision, Vec<Seat>)| other.0.id == decision.id && other.0.kind == decision.kind;
        match invited.iter_mut().find(same) {
            Some((_, seats)) => seats.push(decision.seat),
            None => invited.push((decision.clone(), vec![decision.seat])),
        }
    }
    let line = |(decision, seats): &(Decision, Vec<Seat>)| {
        let what = what(scene, decision);
        scene.say("invited", &[("what", &what), ("names", &scene.names().listed(seats))])
    };
    invited.iter().map(line).collect()
}

/// What is decided, as a word or a few.
fn what(scene: &Scene<'_>, decision: &Decision) -> String {
    scene.phrases.text(&format!("do_{}", decision.kind))
}

fn open(scene: &Scene<'_>) -> Vec<Decision> {
    if scene.options.is_over {
        return Vec::new();
    }
    let open = question::open(scene.table).into_iter();
    open.map(|(seat, question)| question.decision(scene.table, seat)).collect()
}

fn in_althing(scene: &Scene<'_>, althing: &Althing) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(suit) = &althing.suit {
        lines.extend(fought(scene, suit));
    }
    let of = |key: &str, seat: Seat| scene.say(key, &[("name", &scene.name(seat))]);
    let first = althing.first.map(|seat| of("named_first", seat));
    let suitor = althing.suitor.map(|seat| of("suitor", seat));
    let brought = Some(scene.phrases.counted("brought", althing.brought));
    let course: Vec<String> = [first, suitor, brought].into_iter().flatten().collect();
    lines.push(course.join(" "));
    lines.extend(althing.suits.iter().map(|suit| possible(scene, suit)));
    lines
}

fn possible(scene: &Scene<'_>, suit: &PossibleSuit) -> String {
    let key = if suit.brought { "has_sued" } else { "may_sue" };
    scene.say(
        key,
        &[
            ("name", &scene.name(suit.plaintiff)),
            ("defendant", &scene.name(suit.defendant)),
            ("unit", &suit.unit.0),
            ("hex", &scene.place(suit.hex)),
            ("kind", &scene.phrases.word(suit.resource)),
        ],
    )
}

fn fought(scene: &Scene<'_>, suit: &Suit) -> Vec<String> {
    let kind = scene.phrases.word(suit.resource);
    let what = scene.say(
        "suit",
        &[
            ("n", &suit.number),
            ("name", &scene.name(suit.plaintiff)),
            ("unit", &scene.unit_and_owner(suit.unit)),
            ("hex", &scene.place(suit.hex)),
            ("kind", &kind),
        ],
    );
    let key = match suit.answering {
        Side::Plaintiff => "plaintiff_must",
        Side::Defendant => "defence_must",
    };
    let needed =
        scene.say(key, &[("n", &suit.needed_to_answer()), ("kind", &kind), ("answers", &suit.answers)]);
    let sides = Side::BOTH.map(|side| party(scene, side, suit.party(side)));
    [what].into_iter().chain(sides).chain([needed]).collect()
}

fn party(scene: &Scene<'_>, side: Side, party: &Party) -> String {
    let key = match side {
        Side::Plaintiff => "plaintiff_party",
        Side::Defendant => "defence_party",
    };
    let mut line = scene.say(key, &[("name", &scene.name(party.principal)), ("n", &party.total)]);
    for (seat, added) in party.earlier.iter().zip(&party.added) {
        line.push_str(&scene.say("led_earlier", &[("name", &scene.name(*seat)), ("n", added)]));
    }
    if !party.asked.is_empty() {
        let names = scene.names().listed(&party.asked);
        line.push_str(&scene.say("asked_so_far", &[("names", &names)]));
    }
    if let Some(seat) = party.offer {
        line.push_str(&scene.say("asked_now", &[("name", &scene.name(seat))]));
    }
    line.push('.');
    line
}

fn in_movement(scene: &Scene<'_>, movement: &Movement) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(movement.flight.as_ref().map(|flight| flees(scene, flight)));
    lines.extend(movement.naming.map(|naming| names_number(scene, naming)));
    lines.push(mover(scene, movement));
    lines.extend(effects(scene, movement));
    if !movement.chased.is_empty() {
        let chased = movement.chased.iter().map(|unit| unit.0);
        lines.push(scene.say("chased", &[("units", &scene.listed(chased))]));
    }
    if !movement.outlaws.is_empty() {
        let stood = movement.outlaws.iter().map(|outlaw| {
            let unit = scene.say("gone_unit", &[("id", &outlaw.unit.0)]);
            scene.say("unit_on", &[("unit", &unit), ("place", &scene.place(outlaw.place))])
        });
        lines.push(scene.say("outlaws", &[("units", &scene.listed(stood))]));
    }
    lines
}

fn mover(scene: &Scene<'_>, movement: &Movement) -> String {
    match movement.unit {
        Some(unit) => {
            scene.say("moved", &[("unit", &scene.unit_and_owner(unit)), ("steps", &movement.steps)])
        }
        None => scene.phrases.text("none_moved"),
    }
}

fn effects(scene: &Scene<'_>, movement: &Movement) -> Option<String> {
    let stopped = movement.stopped_at.map(|place| scene.say("stopped", &[("place", &scene.place(place))]));
    let effects: Vec<String> = [
        movement.landfall.then(|| scene.phrases.text("landfall")),
        movement.mountain_trail.then(|| scene.phrases.text("trail")),
        movement.drive_off.then(|| scene.phrases.text("drive_off_ready")),
        movement.on_outer.then(|| scene.phrases.text("on_outer")),
        stopped,
    ]
    .into_iter()
    .flatten()
    .collect();
    (!effects.is_empty()).then(|| scene.say("effects", &[("effects", &effects.join("; "))]))
}

fn flees(scene: &Scene<'_>, flight: &Flight) -> String {
    let key = if flight.drive_off { "flees_driven" } else { "flees_chased" };
    let (unit, options) = (scene.unit_and_owner(flight.unit), scene.places(&flight.options));
    scene.say(key, &[("unit", &unit), ("hex", &scene.place(flight.hex)), ("options", &options)])
}

fn names_number(scene: &Scene<'_>, naming: Naming) -> String {
    scene.say("names_number", &[("hex", &scene.place(naming.hex)), ("number", &naming.default.value())])
}

fn in_trading(scene: &Scene<'_>, trading: &Trading) -> Vec<String> {
    let mut lines: Vec<String> = trading.offers.iter().map(|made| offer(scene, made)).collect();
    let key = if trading.closed { "trade_over" } else { "trade_open" };
    lines.push(scene.say(key, &[("offers", &trading.offers_made)]));
    lines.extend(done(scene, trading));
    lines.extend(offer_counts(scene, trading));
    lines
}

fn offer(scene: &Scene<'_>, offer: &Offer) -> String {
    let declined = match offer.declined.as_slice() {
        [] => String::new(),
        seats => scene.say("declined_by", &[("names", &scene.names().listed(seats))]),
    };
    scene.say(
        "offer",
        &[
            ("id", &offer.id.0),
            ("name", &scene.name(offer.maker)),
            ("give", &scene.bundle(offer.give, "none")),
            ("want", &scene.bundle(offer.want, "none")),
            ("to", &scene.names().listed(&offer.to)),
            ("declined", &declined),
        ],
    )
}

fn done(scene: &Scene<'_>, trading: &Trading) -> Vec<String> {
    let line = |key: &str, things: Vec<String>| {
        (!things.is_empty()).then(|| scene.say(key, &[("things", &things.join(", "))]))
    };
    let spent = |key: &str, count: u8| (count > 0).then(|| scene.phrases.counted(key, count));
    let made = trading.made_at.iter();
    let made = made.map(|made| scene.say("made_at", &[("n", &made.units), ("corner", &made.corner)]));
    [
        line("units_built", trading.new_units.iter().map(|unit| unit.0.to_string()).collect()),
        line("made_by_buildings", made.collect()),
        line("units_acted", trading.acted.iter().map(|unit| unit.0.to_string()).collect()),
        line("buildings_built", trading.new_buildings.iter().map(ToString::to_string).collect()),
        line("vacated", trading.vacated.iter().map(|&place| scene.place(place)).collect()),
        spent("ships_spent", trading.ships_spent),
        spent("settlers_spent", trading.settlers_spent),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// How often each seat has offered; not needed on the board, but public.
fn offer_counts(scene: &Scene<'_>, trading: &Trading) -> Option<String> {
    let counts = scene.seats().map(|seat| (seat, trading.made_by(seat), trading.trade_acts(seat)));
    let counts = counts.filter(|(_, made, acts)| *made > 0 || *acts > 0);
    let texts: Vec<String> = counts
        .map(|(seat, made, acts)| {
            scene.say("offer_count", &[("name", &scene.name(seat)), ("made", &made), ("acts", &acts)])
        })
        .collect();
    (!texts.is_empty()).then(|| scene.say("offer_counts", &[("counts", &scene.listed(texts))]))
}
