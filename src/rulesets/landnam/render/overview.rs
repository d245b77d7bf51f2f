//! How a game stands in figures, and in which order a player looks for what can be done.

use super::{Scene, facts, icons};
use crate::landnam::action::Action;
use crate::landnam::components::Components;
use crate::landnam::fate::{FateCard, SubPhase};
use crate::landnam::question::{self, Question};
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{BuildingKind, Phase, UnitKind};
use crate::landnam::view::{Own, SeatView};
use rules::render::{Card, Cost, CostPart, Figure, Hand, Icon, Overview, PlayerOverview};

pub fn overview(scene: &Scene<'_>, components: &Components) -> Overview {
    let goal = || scene.phrases.counted("goal", components.victory_points);
    Overview {
        players: scene.view.seats.iter().map(|seat| player(scene, seat)).collect(),
        hand: scene.view.own.as_ref().map(|own| hand(scene, components, own)),
        dice: scene.table.roll,
        goal: (!is_over(scene)).then(goal),
    }
}

fn is_over(scene: &Scene<'_>) -> bool {
    scene.options.is_over || matches!(scene.table.phase, Phase::Over { .. })
}

fn player(scene: &Scene<'_>, seen: &SeatView) -> PlayerOverview {
    let (table, phrases, seat) = (scene.table, scene.phrases, seen.seat);
    let player = table.player(seat);
    let buildings = |kind: BuildingKind| {
        scene.buildings_of(seat).filter(|(_, building)| building.kind == kind).count() as u8
    };
    let buildings = [("farms", buildings(BuildingKind::Farm)), ("towns", buildings(BuildingKind::Town))];
    let units = [
        ("ships", table.units_of(seat, UnitKind::Ship)),
        ("settlers", table.units_of(seat, UnitKind::Settler)),
    ];
    let (houses, tokens) = (table.houses(seat), player.white + player.red + player.black);
    let units_text = some(scene, &units);
    let figures = vec![
        Figure::new(icons::CARDS_IN_HAND, seen.cards, phrases.counted("resource_cards", seen.cards)),
        Figure::new(icons::FATE_CARDS, seen.fate_cards, phrases.counted("fate_cards", seen.fate_cards)),
        Figure::new(icons::HOUSES, houses, houses_text(scene, houses, &buildings)),
        Figure::new(
            icons::UNITS,
            units[0].1 + units[1].1,
            units_text.unwrap_or_else(|| phrases.text("no_units")),
        ),
        Figure::new(icons::TOKENS, tokens, facts::tokens_won(scene, player)),
    ];
    let awaited = question::first_of_seat(table, seat, Question::blocking);
    PlayerOverview {
        seat,
        is_active: !is_over(scene) && table.active == seat,
        is_awaited: !is_over(scene) && awaited.is_some(),
        has_resigned: player.resigned,
        points: seen.points,
        figures,
    }
}

/// `3 houses: 1 farm, 1 town`: a town has two.
fn houses_text(scene: &Scene<'_>, houses: u8, buildings: &[(&str, u8)]) -> String {
    let counted = scene.phrases.counted("houses", houses);
    some(scene, buildings).map_or(counted.clone(), |buildings| format!("{counted}: {buildings}"))
}

/// Those of which there are some.
fn some(scene: &Scene<'_>, kinds: &[(&str, u8)]) -> Option<String> {
    let kinds = kinds.iter().filter(|(_, count)| *count > 0);
    let kinds: Vec<String> = kinds.map(|(key, count)| scene.phrases.counted(key, count)).collect();
    (!kinds.is_empty()).then(|| kinds.join(", "))
}

fn hand(scene: &Scene<'_>, components: &Components, own: &Own) -> Hand {
    let phrases = scene.phrases;
    let resources = Resource::ALL.into_iter().map(|kind| Card {
        icon: icons::resource(kind),
        count: own.cards.get(kind).into(),
        name: phrases.word(kind),
        note: None,
    });
    let held = FateCard::ALL.into_iter().filter_map(|kind| {
        let count = own.fate_cards.iter().filter(|card| **card == kind).count() as u32;
        let note = || (!is_time_for(scene, own, kind)).then(|| phrases.text(when(kind)));
        (count > 0).then(|| Card { icon: icons::fate(kind), count, name: phrases.word(kind), note: note() })
    });
    Hand {
        cards: resources.chain(held).collect(),
        costs: if is_over(scene) { Vec::new() } else { costs(scene, components, own) },
        notes: Vec::new(),
    }
}

/// Is it the part of the turn in which the card is played? At an Althing everybody may play one.
fn is_time_for(scene: &Scene<'_>, own: &Own, card: FateCard) -> bool {
    let is_active = scene.table.active == own.seat;
    match (&scene.table.phase, card.sub_phase()) {
        (Phase::HarvestCard, SubPhase::Harvest) => is_active,
        (Phase::Althing(_), SubPhase::Althing) => true,
        (Phase::Movement(_), SubPhase::Movement | SubPhase::Exploration) => is_active,
        _ => false,
    }
}

const fn when(card: FateCard) -> &'static str {
    match card.sub_phase() {
        SubPhase::Harvest => "card_at_harvest",
        SubPhase::Althing => "card_at_the_althing",
        SubPhase::Movement => "card_while_moving",
        SubPhase::Exploration => "card_while_exploring",
    }
}

fn costs(scene: &Scene<'_>, components: &Components, own: &Own) -> Vec<Cost> {
    let (prices, phrases, table) = (components.costs, scene.phrases, scene.table);
    let Some(seen) = scene.view.seats.get(usize::from(own.seat)) else { return Vec::new() };
    let pays = |price: &Bundle| own.cards.covers(price);
    let cost = |icon: Icon, kind: &str, price: Bundle, left: u8| Cost {
        icon,
        name: phrases.word(kind),
        parts: parts(scene, price),
        is_payable: left > 0 && pays(&price),
        left: Some(left.into()),
    };
    let farmer = CostPart::new(icons::UNIT, 1_u32, phrases.text("a_unit_there"));
    let has_unit = table.units.iter().any(|unit| unit.seat == own.seat);
    let mut farm = cost(icons::FARM, "farm", prices.farm, seen.houses_left);
    farm.parts.push(farmer);
    farm.is_payable &= has_unit;
    let of_its_kind =
        |count: u8| vec![CostPart::new(icons::ANY_CARD, count, phrases.counted("cards_of_its_kind", count))];
    let harbours = table.supply.harbours;
    let harbour = Cost {
        icon: icons::HARBOUR,
        name: phrases.word("harbour"),
        parts: of_its_kind(prices.harbour.of_its_kind),
        is_payable: Resource::ALL
            .into_iter()
            .any(|kind| harbours.get(kind) > 0 && pays(&prices.harbour.of(kind))),
        left: Some(harbours.sum().into()),
    };
    let aging = Cost {
        icon: icons::AGING,
        name: phrases.text("aging"),
        parts: of_its_kind(prices.aging.of_its_kind),
        is_payable: Resource::ALL.into_iter().any(|kind| pays(&prices.aging.of(kind))),
        left: None,
    };
    vec![
        cost(icons::SETTLER, "settler", prices.settler, seen.settlers_left),
        cost(icons::SHIP, "ship", prices.ship, seen.ships_left),
        farm,
        cost(icons::TOWN, "town", prices.town, seen.houses_left),
        harbour,
        aging,
    ]
}

fn parts(scene: &Scene<'_>, price: Bundle) -> Vec<CostPart> {
    let part = |(kind, count): (Resource, u8)| {
        CostPart::new(icons::resource(kind), count, scene.phrases.of_kind(count, kind))
    };
    price.kinds().map(part).collect()
}

/// What says all of itself in a list and can be taken back, or could never be looked at first. To concede is none of
/// these, since its price is an outlaw or a token; nor is a step, which may discover a hex, nor a card that is played.
pub const fn is_plain(action: &Action) -> bool {
    matches!(
        action,
        Action::DeclineHarvestCard(_)
            | Action::NameFirst(_)
            | Action::Yield(_)
            | Action::WithdrawHandOver(_)
            | Action::DeclineSuit(_)
            | Action::ExchangeFateCard(_)
            | Action::EndMovement(_)
            | Action::TradeWithSupply(_)
            | Action::OfferTrade(_)
            | Action::DeclineOffer(_)
            | Action::WithdrawOffer(_)
            | Action::EndTrade(_)
            | Action::BuildUnit(_)
            | Action::BuildShipOnOuter(_)
            | Action::BuildFarm(_)
            | Action::BuildTown(_)
            | Action::BuildHarbour(_)
            | Action::AgeHex(_)
            | Action::EndTurn(_)
    )
}

/// In a suit the cards come before giving in, and that before what asks other players; moves and buildings come before
/// exchanges.
pub const USUAL_ORDER: [&str; 34] = [
    "play_harvest_card",
    "decline_harvest_card",
    "choose_aging",
    "choose_number",
    "flee",
    "name_first",
    "raise",
    "take_over",
    "add_to_suit",
    "sue",
    "play_althing_card",
    "concede",
    "decline_suit",
    "yield",
    "hand_over",
    "withdraw_hand_over",
    "step",
    "play_movement_card",
    "end_movement",
    "exchange_fate_card",
    "accept_offer",
    "decline_offer",
    "build_farm",
    "build_town",
    "build_unit",
    "build_ship_on_outer",
    "build_harbour",
    "age_hex",
    "offer_trade",
    "trade_with_supply",
    "withdraw_offer",
    "end_trade",
    "end_turn",
    "roll_dice",
];
