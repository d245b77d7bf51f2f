//! What is pending, in plain sentences: the open decisions, and everything the phase remembers.

use super::{Scene, bundle, listed};
use crate::landnam::question;
use crate::landnam::state::{
    Althing, Flight, Movement, Naming, Offer, Party, Phase, PossibleSuit, Side, Suit, Trading,
};
use rules::{Decision, Seat};

/// Who is awaited, and what the phase remembers.
pub fn public_facts(scene: &Scene<'_>) -> Vec<String> {
    let awaited = open(scene).into_iter().filter(|decision| decision.blocking);
    let mut lines: Vec<String> = awaited.map(|decision| open_decision(scene, &decision)).collect();
    match &scene.table.phase {
        Phase::SetUp | Phase::Roll | Phase::HarvestCard | Phase::Over { .. } => {}
        Phase::Aging { candidates } => {
            lines.push(format!("One of these hexes ages: {}.", listed(candidates)))
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
        let kind = decision.kind.replace('_', " ");
        format!("{kind}, decision {}: {}.", decision.id, scene.names.listed(seats))
    };
    invited.iter().map(line).collect()
}

fn open(scene: &Scene<'_>) -> Vec<Decision> {
    let open = question::open(scene.table).into_iter();
    open.map(|(seat, question)| question.decision(scene.table, seat)).collect()
}

fn open_decision(scene: &Scene<'_>, decision: &Decision) -> String {
    let kind = decision.kind.replace('_', " ");
    format!("{} is awaited: {kind}, decision {}.", scene.name(decision.seat), decision.id)
}

/// The suit being fought, the course so far, the possible suits.
fn in_althing(scene: &Scene<'_>, althing: &Althing) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(suit) = &althing.suit {
        lines.extend(fought(scene, suit));
    }
    let first = althing.first.map(|seat| format!("{} was named to go first.", scene.name(seat)));
    let suitor = althing.suitor.map(|seat| format!("It is {} time to sue.", scene.whose(seat)));
    let brought = Some(format!("Suits brought so far: {}.", althing.brought));
    let course: Vec<String> = [first, suitor, brought].into_iter().flatten().collect();
    lines.push(course.join(" "));
    lines.extend(althing.suits.iter().map(|suit| possible(scene, suit)));
    lines
}

fn possible(scene: &Scene<'_>, suit: &PossibleSuit) -> String {
    let (unit, who) = (suit.unit.0, scene.name(suit.plaintiff));
    let (whose, kind) = (scene.whose(suit.defendant), suit.resource);
    let how = if suit.brought { "has sued" } else { "may sue" };
    format!("{who} {how} over {whose} unit {unit} on {} for {kind}.", suit.hex)
}

fn fought(scene: &Scene<'_>, suit: &Suit) -> Vec<String> {
    let what = format!(
        "Suit {}: {} sues over {} on {} for {}.",
        suit.number,
        scene.name(suit.plaintiff),
        scene.unit_and_owner(suit.unit),
        suit.hex,
        suit.resource
    );
    let answering = match suit.answering {
        Side::Plaintiff => "The plaintiff's side",
        Side::Defendant => "The defence",
    };
    let needed = format!(
        "{answering} must answer with at least {} {}, or concede (answers so far: {}).",
        suit.needed_to_answer(),
        suit.resource,
        suit.answers
    );
    let sides = Side::BOTH.map(|side| party(scene, side, suit.party(side)));
    [what].into_iter().chain(sides).chain([needed]).collect()
}

fn party(scene: &Scene<'_>, side: Side, party: &Party) -> String {
    let side = match side {
        Side::Plaintiff => "Plaintiff's side",
        Side::Defendant => "Defence",
    };
    let mut line = format!("{side}: {} leads, {} staked", scene.name(party.principal), party.total);
    for (seat, added) in party.earlier.iter().zip(&party.added) {
        line.push_str(&format!("; {} led earlier and added {added} times", scene.name(*seat)));
    }
    if !party.asked.is_empty() {
        line.push_str(&format!("; asked to take over so far: {}", scene.names.listed(&party.asked)));
    }
    if let Some(seat) = party.offer {
        line.push_str(&format!("; {} is being asked now", scene.name(seat)));
    }
    line.push('.');
    line
}

/// What was moved, and what is pending.
fn in_movement(scene: &Scene<'_>, movement: &Movement) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(movement.flight.as_ref().map(|flight| flees(scene, flight)));
    lines.extend(movement.naming.map(names_number));
    lines.push(mover(scene, movement));
    lines.extend(effects(movement));
    if !movement.chased.is_empty() {
        let chased = movement.chased.iter().map(|unit| unit.0);
        lines.push(format!("Units chased in this phase: {}.", listed(chased)));
    }
    if !movement.outlaws.is_empty() {
        let stood = movement.outlaws.iter().map(|(unit, place)| format!("unit {} on {place}", unit.0));
        lines.push(format!("Outlaws when the phase began: {}.", listed(stood)));
    }
    lines
}

fn mover(scene: &Scene<'_>, movement: &Movement) -> String {
    let acts = movement.acts;
    match movement.unit {
        Some(unit) => format!(
            "{} is moved; steps left: {}; acts in this phase: {acts}.",
            scene.unit_and_owner(unit),
            movement.steps
        ),
        None => format!("No unit is chosen yet; acts in this phase: {acts}."),
    }
}

fn effects(movement: &Movement) -> Option<String> {
    let stopped = movement.stopped_at.map(|place| format!("stopped at {place}"));
    let effects: Vec<String> = [
        movement.landfall.then(|| "landfall ready".to_owned()),
        movement.mountain_trail.then(|| "mountain trail open".to_owned()),
        movement.drive_off.then(|| "drive off ready".to_owned()),
        movement.on_outer.then(|| "it has entered the outer sea".to_owned()),
        stopped,
    ]
    .into_iter()
    .flatten()
    .collect();
    (!effects.is_empty()).then(|| format!("In effect: {}.", effects.join("; ")))
}

fn flees(scene: &Scene<'_>, flight: &Flight) -> String {
    let why = if flight.drive_off { "driven off" } else { "chased" };
    let (unit, options) = (scene.unit_and_owner(flight.unit), listed(&flight.options));
    format!("{unit} is {why} and must flee from {} to one of: {options}.", flight.hex)
}

fn names_number(naming: Naming) -> String {
    format!("The number of {} is to be named; without a word it is {}.", naming.hex, naming.default.value())
}

/// The offers, and what was done in this turn.
fn in_trading(scene: &Scene<'_>, trading: &Trading) -> Vec<String> {
    let mut lines: Vec<String> = trading.offers.iter().map(|made| offer(scene, made)).collect();
    let closed = if trading.closed { "Trade is over" } else { "Trade is open" };
    lines.push(format!(
        "{closed}; acts in this phase: {}; offers made: {}.",
        trading.acts, trading.offers_made
    ));
    lines.extend(done(trading));
    lines.extend(offer_counts(scene, trading));
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

/// How often each seat has offered; not needed on the board, but public.
fn offer_counts(scene: &Scene<'_>, trading: &Trading) -> Option<String> {
    let counts = scene.seats().map(|seat| (seat, trading.made_by(seat), trading.trade_acts(seat)));
    let counts = counts.filter(|(_, made, acts)| *made > 0 || *acts > 0);
    let texts: Vec<String> = counts
        .map(|(seat, made, acts)| format!("{} {made} (acts of trade: {acts})", scene.name(seat)))
        .collect();
    (!texts.is_empty()).then(|| format!("Offers this turn: {}.", listed(texts)))
}
