//! What to build next, trading towards it, building, and the end of the turn (rules page §7, §8).

use super::movement::Routes;
use super::{best, best_action, rises};
use crate::landnam::action::{AcceptOffer, Action, ExchangeFateCard, OfferTrade, TradeWithSupply};
use crate::landnam::board::Place;
use crate::landnam::fate::FateCard;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{Offer, UnitKind};
use crate::landnam::trade::rate;
use crate::landnam::view::SeatKnowledge;
use rules::{FieldKind, Legal, Seat, Shape};

/// Cards beyond these are spent on harbours and aging.
const PLENTY: u16 = 6;
/// A unit is not built for a place worth less.
const LEAST_BERTH: f32 = 0.1;
/// With this many of a kind some of them may be spent.
const SPARE: u8 = 4;

/// Trades towards the best thing to build, builds what is worth most, then ends the turn.
pub fn act(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    let goals = goals(known);
    let affordable = goals.first().is_some_and(|&goal| known.hand.covers(&goal));
    if !affordable && let Some(trade) = trade_towards(known, legal, &goals) {
        return Some(trade);
    }
    house(known, legal)
        .or_else(|| unit(known, legal))
        .or_else(|| luxury(known, legal))
        .or_else(|| legal.find(|action| matches!(action, Action::EndTurn(_))))
}

/// A town before a farm; each where it yields most.
fn house(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    let wants = known.wants();
    best_action(legal, 0.0, |action| match action {
        Action::BuildTown(town) => Some(10.0 + known.yields_at(town.corner, &wants)),
        Action::BuildFarm(farm) => {
            let expandable = if known.may_be_expanded(farm.corner) { 0.1 } else { 0.0 };
            Some(1.0 + known.yields_at(farm.corner, &wants) + expandable)
        }
        _ => None,
    })
}

fn unit(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    if !wants_units(known) {
        return None;
    }
    let ships = Routes::new(known, UnitKind::Ship);
    let settlers = Routes::new(known, UnitKind::Settler);
    best_action(legal, LEAST_BERTH, |action| match action {
        Action::BuildUnit(built) if built.unit == UnitKind::Ship => Some(ships.at(built.hex)),
        Action::BuildUnit(built) => Some(settlers.at(built.hex)),
        Action::BuildShipOnOuter(_) => Some(ships.at(Place::OUTER) * 0.9),
        _ => None,
    })
}

/// What cards can be spent on when there are plenty.
fn luxury(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    if known.hand.sum() < PLENTY {
        return None;
    }
    best_action(legal, 0.0, |action| match action {
        Action::BuildHarbour(harbour) => {
            let in_hand = known.hand.get(harbour.resource);
            (in_hand >= SPARE).then_some(f32::from(in_hand))
        }
        Action::AgeHex(aged) => {
            let tile = known.table.tile(known.table.unit(aged.unit)?.place)?;
            let in_hand = known.hand.get(tile.terrain.yields()?);
            let rises = rises(tile.number?, &known.table.supply.numbers);
            (in_hand >= SPARE && rises).then_some(1.0)
        }
        _ => None,
    })
}

/// Units that are useful at a time: to explore, to settle, to yield, and to be sued in vain.
const UNITS_WANTED: u8 = 3;
/// With more cards than this more units are built.
const RICH: u16 = 5;

/// The costs of what could be built with the cards, the most useful first.
fn goals(known: &SeatKnowledge<'_>) -> Vec<Bundle> {
    let mut goals = Vec::with_capacity(4);
    let costs = &known.components.costs;
    let houses = known.houses_left() > 0;
    if houses && known.town_sites().next().is_some() {
        goals.push(costs.town);
    }
    if houses && settles_soon(known) {
        goals.push(costs.farm);
    }
    if wants_units(known) {
        goals.extend([costs.settler, costs.ship]);
    }
    goals
}

/// Does an own unit stand where a farm can be built?
fn settles_soon(known: &SeatKnowledge<'_>) -> bool {
    let table = known.table;
    let mut own = table.units.iter().filter(|unit| unit.seat == known.seat && !table.is_outlaw(unit.id));
    own.any(|unit| unit.place.corners().iter().any(|&corner| known.is_site(corner)))
}

fn wants_units(known: &SeatKnowledge<'_>) -> bool {
    let own = known.table.units_of(known.seat, UnitKind::Ship)
        + known.table.units_of(known.seat, UnitKind::Settler);
    // Every three cards beyond these make a seat wish for one unit more.
    let spare = known.hand.sum().saturating_sub(RICH) / 3;
    u16::from(own) < u16::from(UNITS_WANTED) + spare
}

/// An exchange that completes the first goal at hand, if one card is all it lacks.
pub fn completing_exchange(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    let goals = goals(known);
    let wanted = goals.iter().take(2).find_map(|&goal| {
        let missing = goal - known.hand;
        if missing.sum() == 1 { missing.kinds().next().map(|(kind, _)| kind) } else { None }
    })?;
    best_action(legal, 0.2, |action| match action {
        Action::ExchangeFateCard(ExchangeFateCard { card, resource }) if *resource == wanted => {
            Some(1.0 - worth_keeping(*card))
        }
        _ => None,
    })
}

/// How much a fate card is worth keeping, 0 to 1.
pub fn worth_keeping(card: FateCard) -> f32 {
    match card {
        FateCard::Settlement => 0.9,
        FateCard::Uproar => 0.6,
        FateCard::GoodYear => 0.7,
        FateCard::FindBog | FateCard::FindField | FateCard::FindPasture | FateCard::FindForest => 0.5,
        FateCard::FairWind | FateCard::HardRide | FateCard::Blight => 0.4,
        FateCard::Omen => 0.45,
        FateCard::Landfall | FateCard::MountainTrail | FateCard::DriveOff | FateCard::Fallow => 0.2,
    }
}

/// A seat gets an offer for a kind only if the estimate of its cards of that kind is this high.
const LIKELY: f32 = 1.0;
/// A trade must better the hand by this much.
const LEAST_TRADE_GAIN: f32 = 0.15;
/// A seat that lacks this many points or fewer gets no trade.
const CLOSE: i32 = 2;

/// A trade towards the first goal that one can bring nearer.
fn trade_towards(known: &SeatKnowledge<'_>, legal: &Legal<Action>, goals: &[Bundle]) -> Option<Action> {
    goals.iter().find_map(|&goal| {
        let missing = goal - known.hand;
        let (wanted, _) = missing.kinds().next()?;
        let spare = known.hand - goal;
        offer(known, legal, spare, wanted, missing.sum()).or_else(|| {
            let affordable: u16 = spare
                .kinds()
                .map(|(kind, count)| u16::from(count / rate(known.table, known.seat, kind)))
                .sum();
            if affordable < missing.sum() { None } else { with_supply(known, legal, spare, wanted) }
        })
    })
}

fn with_supply(
    known: &SeatKnowledge<'_>,
    legal: &Legal<Action>,
    spare: Bundle,
    wanted: Resource,
) -> Option<Action> {
    best_action(legal, f32::MIN, |action| match action {
        Action::TradeWithSupply(TradeWithSupply { give, get }) if *get == wanted => {
            let rate = rate(known.table, known.seat, *give);
            spare.get(*give).checked_sub(rate).map(f32::from)
        }
        _ => None,
    })
}

/// One card for one card, once in a turn, for the last card that is lacking, to those who may well have it.
fn offer(
    known: &SeatKnowledge<'_>,
    legal: &Legal<Action>,
    spare: Bundle,
    wanted: Resource,
    lacking: u16,
) -> Option<Action> {
    if lacking > 1 || known.table.trading()?.made_by(known.seat) > 0 {
        return None;
    }
    let kinds = spare.kinds().filter(|&(kind, _)| kind != wanted);
    let given = best(kinds.map(|(kind, in_hand)| (f32::from(in_hand), kind)), 0.0)?;
    let partners = legal.shapes.iter().find_map(offer_seats)?.iter().copied();
    let to: Vec<Seat> = partners.filter(|&seat| known.guess(seat, wanted) > LIKELY).collect();
    let (give, want) = (Bundle::of(given, 1), Bundle::of(wanted, 1));
    (!to.is_empty()).then_some(Action::OfferTrade(OfferTrade { give, want, to: Some(to) }))
}

fn offer_seats(shape: &Shape<Action>) -> Option<&[Seat]> {
    let offer = matches!(shape.action, Action::OfferTrade(_));
    let fields = shape.fields.iter().filter(|_| offer);
    fields.into_iter().find_map(|field| match &field.kind {
        FieldKind::Seats { of, .. } => Some(of.as_slice()),
        _ => None,
    })
}

/// Accepts an offer that improves the own hand and brings no seat near the end.
pub fn answer_offer(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    let offers = &known.table.trading()?.offers;
    let accepted = legal.find(|action| match action {
        Action::AcceptOffer(AcceptOffer { offer }) => {
            offers.iter().any(|open| open.id == *offer && betters(known, open))
        }
        _ => false,
    });
    accepted.or_else(|| legal.find(|action| matches!(action, Action::DeclineOffer(_))))
}

fn betters(known: &SeatKnowledge<'_>, offer: &Offer) -> bool {
    if known.lacking(offer.maker) <= CLOSE {
        return false;
    }
    let after = known.hand - offer.want + offer.give;
    hand_worth(known, after) > hand_worth(known, known.hand) + LEAST_TRADE_GAIN
}

/// What a hand is worth: its cards, and how far the goals are.
fn hand_worth(known: &SeatKnowledge<'_>, hand: Bundle) -> f32 {
    let wants = known.wants();
    let cards: f32 = hand.kinds().map(|(kind, count)| wants[kind.index()] * f32::from(count).sqrt()).sum();
    let near: f32 = goals(known)
        .iter()
        .enumerate()
        .map(|(rank, &goal)| 1.5 / (1.0 + rank as f32) / (1.0 + f32::from((goal - hand).sum())))
        .sum();
    cards + near
}
