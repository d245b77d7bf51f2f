//! For the suite that every ruleset must pass: the laws of every reachable state (rules page §12: nothing is
//! created, nothing is lost, and what is counted is counted right), and other states that a viewer can't distinguish.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use rules::{Seat, Viewer};
use rulesets::settlers::board::{Edge, Vertex};
use rulesets::settlers::components::Components;
use rulesets::settlers::development::{DevelopmentCard, DevelopmentCards};
use rulesets::settlers::resource::{Bundle, Resource};
use rulesets::settlers::state::{BuildingKind, Phase, Secret, State, Table};
use rulesets::settlers::{Settlers, question, scoring};

use crate::{Conformance, ensure};

impl Conformance for Settlers {
    fn check_invariants(&self, state: &State) -> Result<(), String> {
        let components = &self.components;
        seats(state)?;
        resource_cards(components, state)?;
        development_cards(components, state)?;
        let table = &state.table;
        (0..table.seats()).try_for_each(|seat| pieces(components, table, seat))?;
        table.buildings.iter().try_for_each(|(vertex, _)| keeps_its_distance(table, vertex))?;
        ensure(table.robber.exists(), || "the robber is off the board".to_owned())?;
        let awaited = question::open(table).into_iter().any(|(seat, _)| table.has_resigned(seat));
        ensure(!awaited, || "a seat that has given up is awaited".to_owned())?;
        bonus(components, table)
    }

    /// Exchanges what the viewer can't know, in a way that leaves everything they see as it is.
    fn randomize_hidden(&self, state: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
        let mut other = state.clone();
        if state.table.is_over() {
            // Everything is shown but the order of what is left.
            other.secret.deck.shuffle(rng);
            return other;
        }
        shuffle_development_cards(&mut other, viewer, rng);
        for _ in 0..EXCHANGES {
            exchange(&mut other, viewer, rng);
        }
        other
    }
}

fn seats(state: &State) -> Result<(), String> {
    let (table, secret) = (&state.table, &state.secret);
    let seats = table.players.len();
    let lists = [secret.hands.len(), secret.development.len(), secret.aside.len(), table.route.lengths.len()];
    ensure((2..=4).contains(&seats) && lists == [seats; 4], || format!("{seats} seats, lists of {lists:?}"))?;
    let owners = table.buildings.iter().map(|(_, building)| building.seat);
    let owners = owners.chain(table.roads.iter().map(|(_, seat)| seat)).chain([table.active]);
    let stranger =
        owners.chain(table.offers.iter().map(|offer| offer.from)).any(|seat| usize::from(seat) >= seats);
    ensure(!stranger, || "something belongs to a seat that is not there".to_owned())
}

fn resource_cards(components: &Components, state: &State) -> Result<(), String> {
    for kind in Resource::ALL {
        let in_hands: u16 = state.secret.hands.iter().map(|hand| u16::from(hand.get(kind))).sum();
        let all = in_hands + u16::from(state.table.bank.get(kind));
        let given = u16::from(components.resource_cards.get(kind));
        ensure(all == given, || format!("{all} cards of {kind} instead of {given}"))?;
    }
    let hands = state.secret.hands.iter().zip(&state.table.players);
    let counted = hands.clone().all(|(hand, player)| hand.total() == player.cards);
    ensure(counted, || "the hands are counted wrongly".to_owned())?;
    let covered = state.secret.aside.iter().zip(&state.secret.hands).all(|(aside, hand)| hand.covers(aside));
    ensure(covered, || "more was laid aside than is in hand".to_owned())
}

fn development_cards(components: &Components, state: &State) -> Result<(), String> {
    let (table, secret) = (&state.table, &state.secret);
    // Before the deck is shuffled nothing adds up.
    if matches!(table.phase, Phase::Blank {})
        || (table.deck == 0 && secret.deck.is_empty() && table.turn == 0)
    {
        return Ok(());
    }
    for card in DevelopmentCard::ALL {
        let in_hands: u8 = secret.development.iter().map(|held| held.get(card)).sum();
        let played: u8 = table.players.iter().map(|player| player.played.get(card)).sum();
        let left = secret.deck.iter().filter(|left| **left == card).count();
        let all = usize::from(in_hands) + usize::from(played) + left;
        let given = components.development_cards.get(&card).copied().map_or(0, usize::from);
        ensure(all == given, || format!("{all} cards of {card} instead of {given}"))?;
    }
    let counted = secret.development.iter().zip(&table.players);
    let counted = counted.clone().all(|(held, player)| held.total() == player.development_cards);
    ensure(counted && secret.deck.len() == usize::from(table.deck), || {
        "the development cards are counted wrongly".to_owned()
    })
}

fn pieces(components: &Components, table: &Table, seat: Seat) -> Result<(), String> {
    let (given, left) = (components.pieces, table.player(seat).left);
    let count = |wanted| table.buildings_of(seat).filter(|(_, kind)| *kind == wanted).count();
    let laid = [table.roads_of(seat).count(), count(BuildingKind::Settlement), count(BuildingKind::City)];
    let left = [left.roads, left.settlements, left.cities].map(usize::from);
    let given = [given.roads, given.settlements, given.cities].map(usize::from);
    let all = [0, 1, 2].map(|kind| laid[kind] + left[kind]);
    ensure(all == given, || format!("seat {seat} has {all:?} pieces instead of {given:?}"))?;
    let road_leads = |edge: Edge| {
        let [one, other] = edge.vertices();
        let touches = |vertex: Vertex| {
            table.is_own(vertex, seat)
                || vertex.edges().any(|near| near != edge && table.roads.get(near) == Some(seat))
        };
        touches(one) || touches(other)
    };
    ensure(table.roads_of(seat).all(road_leads), || format!("a road of seat {seat} leads from nowhere"))
}

fn keeps_its_distance(table: &Table, vertex: Vertex) -> Result<(), String> {
    let near = vertex.neighbours().any(|near| table.buildings.get(near).is_some());
    ensure(!near, || format!("two buildings stand side by side at {}", vertex.0))
}

fn bonus(components: &Components, table: &Table) -> Result<(), String> {
    for seat in 0..table.seats() {
        let known = table.route.lengths.get(usize::from(seat)).copied();
        ensure(known == Some(scoring::longest_route(table, seat)), || {
            format!("the route of seat {seat} is {known:?}")
        })?;
    }
    let competing = scoring::competing_routes(table);
    let longest = competing.iter().copied().max();
    let held = |seat: Seat| competing.get(usize::from(seat)).copied();
    let fits = table.route.holder.is_none_or(|seat| held(seat) == longest);
    ensure(fits, || "the bonus is held by a seat without the longest route".to_owned())?;
    let most = (0..table.seats()).map(|seat| table.knights(seat)).max().unwrap_or(0);
    let army =
        table.army_holder.map_or(most < components.largest_army_from, |seat| table.knights(seat) == most);
    ensure(army, || "the bonus is held by a seat without the largest army".to_owned())
}

/// Enough to mix four hands.
const EXCHANGES: u32 = 48;

/// Redeals the development cards that the viewer does not see: those in other hands and those of the deck. If that
/// gives a seat more points than it can have, it is undone: that game would be over.
fn shuffle_development_cards(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    let before = state.secret.clone();
    let secret: &mut Secret = &mut state.secret;
    let hidden = (0..).zip(&mut secret.development).filter(|(seat, _)| viewer != Some(*seat));
    let mut hands: Vec<(Seat, &mut DevelopmentCards)> = hidden.collect();
    let of = |cards: &DevelopmentCards| -> Vec<DevelopmentCard> {
        cards.kinds().flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count))).collect()
    };
    let mut cards: Vec<DevelopmentCard> = hands.iter().flat_map(|(_, held)| of(held)).collect();
    cards.append(&mut secret.deck);
    cards.shuffle(rng);
    for (seat, held) in &mut hands {
        let taken: Vec<DevelopmentCard> = cards.drain(..usize::from(held.total()).min(cards.len())).collect();
        if *seat == state.table.active {
            let bought = usize::from(secret.bought.total()).min(taken.len());
            secret.bought = taken[..bought].iter().copied().collect();
        }
        **held = taken.into_iter().collect();
    }
    secret.deck = cards;
    if state.table.playing().any(|seat| would_have_won(state, seat)) {
        state.secret = before;
    }
}

/// Has the seat the points that win, now or since a turn of its own? Of all points only those of the longest route can
/// come to it in the turns of others.
fn would_have_won(state: &State, seat: Seat) -> bool {
    let table = &state.table;
    let since = if table.active != seat && table.route.holder == Some(seat) { scoring::BONUS } else { 0 };
    scoring::total_points(state, seat) - since >= i32::from(table.victory_points)
}

/// One card of a hidden hand for one of another hidden hand, of another kind. Sizes of hands stay, and so does what the
/// bank has. What follows from an answer to an open offer stays too, and so do cards that were laid aside.
fn exchange(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    let seats = state.table.seats().max(1);
    let [one, two] = [0, 0].map(|_| rng.random_range(0..seats));
    let [gives, gets] = [0, 0].map(|_| Resource::ALL[rng.random_range(0..Resource::COUNT)]);
    let hidden = viewer != Some(one) && viewer != Some(two) && one != two && gives != gets;
    if !hidden || spare(state, one, gives) == 0 || spare(state, two, gets) == 0 {
        return;
    }
    let before = state.secret.hands.clone();
    let outcomes = outcomes(state);
    // `spare` allows it.
    let _ = state.hand_over(one, two, Bundle::of(gives, 1));
    let _ = state.hand_over(two, one, Bundle::of(gets, 1));
    if self::outcomes(state) != outcomes {
        state.secret.hands = before;
    }
}

fn spare(state: &State, seat: Seat, kind: Resource) -> u8 {
    state.secret.hand(seat).get(kind).saturating_sub(state.secret.aside_of(seat).get(kind))
}

/// For each open offer: could its maker, and could each addressee, carry it out now?
fn outcomes(state: &State) -> Vec<bool> {
    let holds = |seat: Seat, cards: &Bundle| state.secret.hand(seat).covers(cards);
    let offers = state.table.offers.iter();
    offers
        .flat_map(|offer| {
            let takers = offer.to.iter().map(|to| holds(to.seat, &offer.get));
            std::iter::once(holds(offer.from, &offer.give)).chain(takers).collect::<Vec<bool>>()
        })
        .collect()
}
