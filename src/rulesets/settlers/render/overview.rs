//! How a game stands in figures, and in which order a player looks for what can be done.

use super::{Scene, icons, text};
use crate::settlers::action::Action;
use crate::settlers::components::Components;
use crate::settlers::development::DevelopmentCard;
use crate::settlers::question;
use crate::settlers::resource::{Bundle, Resource};
use crate::settlers::view::{OwnCards, SeatView};
use rules::render::{Card, Cost, CostPart, Figure, Hand, Icon, Overview, PlayerOverview};

pub fn overview(scene: &Scene<'_>, components: &Components) -> Overview {
    let table = &scene.view.table;
    Overview {
        players: scene.view.seats.iter().map(|seat| player(scene, seat)).collect(),
        hand: scene.view.own.as_ref().map(|own| hand(scene, components, own)),
        dice: table.dice,
        goal: (!is_over(scene)).then(|| scene.phrases.counted("goal", table.victory_points)),
    }
}

fn is_over(scene: &Scene<'_>) -> bool {
    scene.options.is_over || scene.view.table.is_over()
}

fn player(scene: &Scene<'_>, seen: &SeatView) -> PlayerOverview {
    let (table, phrases, seat) = (&scene.view.table, scene.phrases, seen.seat);
    let player = table.player(seat);
    let (has_army, has_route) = (table.army_holder == Some(seat), table.route.holder == Some(seat));
    let (knights, length) = (table.knights(seat), table.route.lengths[usize::from(seat)]);
    let said = |key: &str, count: u8, (holds, with): (bool, &str)| {
        let holds = if holds { phrases.text(with) } else { String::new() };
        scene.say(key, &[("n", &count), ("holds", &holds)])
    };
    let figures = vec![
        Figure::new(icons::CARDS_IN_HAND, player.cards, phrases.counted("resource_cards", player.cards)),
        Figure::new(
            icons::DEVELOPMENT_CARDS,
            player.development_cards,
            phrases.counted("development_cards", player.development_cards),
        ),
        Figure::new(icons::knights(has_army), knights, said("knights", knights, (has_army, "holds_army"))),
        Figure::new(
            icons::route(has_route),
            length,
            said("longest_route", length, (has_route, "holds_route")),
        ),
    ];
    let mut asked = question::of_seat(table, seat).map(|question| question.decision(table, seat));
    PlayerOverview {
        seat,
        is_active: !is_over(scene) && table.active == seat,
        is_awaited: !is_over(scene) && asked.any(|decision| decision.blocking),
        has_resigned: player.resigned,
        points: seen.points,
        figures,
    }
}

fn hand(scene: &Scene<'_>, components: &Components, own: &OwnCards) -> Hand {
    let phrases = scene.phrases;
    let resources = Resource::ALL.into_iter().map(|kind| Card {
        icon: icons::resource(kind),
        count: own.cards.get(kind).into(),
        name: phrases.word(kind),
        note: None,
    });
    let held = own.development_cards.kinds().map(|(kind, count)| Card {
        icon: icons::development(kind),
        count: count.into(),
        name: phrases.word(kind),
        note: unplayable(scene, own, kind),
    });
    Hand {
        cards: resources.chain(held).collect(),
        costs: if is_over(scene) { Vec::new() } else { costs(scene, components, own) },
        notes: notes(scene, own),
    }
}

/// Why a card, or some of the kind, can't be played before the next turn. A point is never played.
fn unplayable(scene: &Scene<'_>, own: &OwnCards, kind: DevelopmentCard) -> Option<String> {
    let (held, bought) = (own.development_cards.get(kind), own.bought.get(kind));
    let table = &scene.view.table;
    match kind {
        DevelopmentCard::VictoryPoint => None,
        _ if bought > 0 && bought == held => Some(scene.phrases.text("bought_now")),
        _ if table.card_played && table.active == own.seat => Some(scene.phrases.text("one_a_turn")),
        _ if bought > 0 => Some(scene.phrases.counted("some_bought_now", bought)),
        _ => None,
    }
}

fn costs(scene: &Scene<'_>, components: &Components, own: &OwnCards) -> Vec<Cost> {
    let (prices, left) = (components.costs, scene.view.table.player(own.seat).left);
    let cost = |icon: Icon, name: String, price: Bundle, left: u8| Cost {
        icon,
        name,
        parts: parts(scene, price),
        is_payable: left > 0 && own.cards.covers(&price),
        left: Some(left.into()),
    };
    let word = |kind: &str| scene.phrases.word(kind);
    let card = scene.phrases.text("development_card");
    vec![
        cost(icons::ROAD, scene.phrases.text("road"), prices.road, left.roads),
        cost(icons::SETTLEMENT, word("settlement"), prices.settlement, left.settlements),
        cost(icons::CITY, word("city"), prices.city, left.cities),
        cost(icons::DEVELOPMENT_CARD, card, prices.development_card, scene.view.table.deck),
    ]
}

fn parts(scene: &Scene<'_>, price: Bundle) -> Vec<CostPart> {
    let part = |(kind, count): (Resource, u8)| {
        CostPart::new(icons::resource(kind), count, scene.phrases.of_kind(count, kind))
    };
    price.kinds().map(part).collect()
}

fn notes(scene: &Scene<'_>, own: &OwnCards) -> Vec<String> {
    let aside = !own.aside.is_empty();
    let aside = aside.then(|| {
        let cards = scene.phrases.bundle(own.aside.kinds(), "no_cards");
        scene.say("gives_back", &[("cards", &cards)])
    });
    text::hidden_points(scene, own).into_iter().chain(aside).collect()
}

/// What says all of itself in a list and can be taken back, or could never be looked at first. A card that is bought or
/// played is none of these, nor is a trade with another player: they can't be taken back.
pub const fn is_plain(action: &Action) -> bool {
    matches!(
        action,
        Action::Roll(_)
            | Action::BuildRoad(_)
            | Action::BuildSettlement(_)
            | Action::BuildCity(_)
            | Action::PlaceFreeRoad(_)
            | Action::MaritimeTrade(_)
            | Action::OfferTrade(_)
            | Action::CounterTrade(_)
            | Action::RejectTrade(_)
            | Action::WithdrawTrade(_)
            | Action::EndTurn(_)
    )
}

pub const USUAL_ORDER: [&str; 22] = [
    "roll",
    "place_setup_settlement",
    "place_setup_road",
    "discard",
    "move_robber",
    "place_free_road",
    "confirm_trade",
    "accept_trade",
    "reject_trade",
    "counter_trade",
    "build_settlement",
    "build_city",
    "build_road",
    "buy_development_card",
    "play_knight",
    "play_road_building",
    "play_year_of_plenty",
    "play_monopoly",
    "offer_trade",
    "maritime_trade",
    "withdraw_trade",
    "end_turn",
];
