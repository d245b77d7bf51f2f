//! The list of events, each at home in the file of its area: what happened, with everything chance gave and every
//! secret inside; and what a viewer may see of one. Every viewer sees every event, at least that something of its type
//! happened, so that missing events reveal nothing.
//!
//! Live play, replay and time travel fold the same events.

use serde::Serialize;
use utoipa::ToSchema;

use super::components::Components;
use super::resource::Bundle;
use super::scoring;
use super::state::{State, Table};
use super::trade::{OfferClosedBecause, OfferId};
use rules::{Seat, Viewer};

rules::list_of! {
/// An event, distinguished by its `type`.
#[schema(as = SettlersEvent)]
pub enum Event applies to State {
    setup: IslandLaid, DeckShuffled;
    founding: SettlementFounded, StartingCardsTaken, RoadFounded;
    turn: TurnBegun, TurnEnded, SeatGivenUp, GameEnded;
    production: DiceRolled, ResourcesProduced;
    robber: DiscardsAwaited, CardsLaidAside, CardsDiscarded, RobberAwaited, RobberMoved, CardStolen;
    development: DevelopmentCardBought, KnightPlayed, RoadBuildingPlayed, FreeRoadPlaced, FreeRoadsEnded;
    development: YearOfPlentyPlayed, MonopolyPlayed;
    trade::offers: TradeOffered, TradeAccepted, TradeRejected, OfferClosed, TradeMade;
    trade: MaritimeTraded, TradingClosed;
    building: RoadBuilt, SettlementBuilt, CityBuilt;
    scoring: LongestRouteMoved, LargestArmyMoved;
}
}

pub type Recorder<'r> = rules::Recorder<'r, Components, State, Event>;

rules::redacted_event!(RedactedEvent as SettlersRedactedEvent);

/// The redacted forms of events with secrets, under the same `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SettlersRedacted)]
pub enum Redacted {
    /// The development cards lie ready in secret order.
    DeckShuffled { count: usize },
    /// Another seat has chosen what it gives back; which cards is shown when the last has chosen.
    CardsLaidAside { seat: Seat },
    /// A card was stolen between two others.
    CardStolen { seat: Seat, victim: Seat },
    /// Another seat bought a development card.
    DevelopmentCardBought { seat: Seat, paid: Bundle },
    /// A trade between others was not carried out; why is between them.
    OfferClosed { offer: OfferId, maker: Seat, reason: OfferClosedBecause },
}

/// What `viewer` may see of `event`. Nothing reaches a viewer except through this and `view`.
pub fn redact(event: &Event, viewer: Viewer) -> RedactedEvent {
    let is = |seat: Seat| viewer == Some(seat);
    RedactedEvent::Redacted(match event {
        Event::DeckShuffled(shuffled) => Redacted::DeckShuffled { count: shuffled.deck.len() },
        Event::CardsLaidAside(aside) if !is(aside.seat) => Redacted::CardsLaidAside { seat: aside.seat },
        Event::CardStolen(stolen) if !is(stolen.seat) && !is(stolen.victim) => {
            Redacted::CardStolen { seat: stolen.seat, victim: stolen.victim }
        }
        Event::DevelopmentCardBought(bought) if !is(bought.seat) => {
            Redacted::DevelopmentCardBought { seat: bought.seat, paid: bought.paid }
        }
        // That a side lacked its cards, and which side by the seat that acted, tells of a hand (§7.1). `reason` is
        // promised to be there, so it says as much as everybody sees.
        Event::OfferClosed(closed)
            if closed.reason == OfferClosedBecause::CardsMissing && !is(closed.maker) =>
        {
            let reason = OfferClosedBecause::NotCarriedOut;
            Redacted::OfferClosed { offer: closed.offer, maker: closed.maker, reason }
        }
        open => return RedactedEvent::Whole(open.clone()),
    })
}

/// Does anyone learn something by it that could not be known before? See [`rules::Rules::reveals`].
///
/// What a seat shows of its own accord is no such thing: the card it plays, that it has what it offers or accepts, and
/// what it lays aside after a seven, which the others do not see yet. A trade that is carried out, or not, tells of the
/// other hand; the end of the game shows all cards.
pub fn reveals(event: &Event) -> bool {
    match event {
        Event::IslandLaid(_)
        | Event::DeckShuffled(_)
        | Event::DiceRolled(_)
        | Event::CardsDiscarded(_)
        | Event::CardStolen(_)
        | Event::DevelopmentCardBought(_)
        | Event::MonopolyPlayed(_)
        | Event::TradeMade(_)
        | Event::GameEnded(_) => true,
        Event::OfferClosed(closed) => closed.reason == OfferClosedBecause::CardsMissing,
        Event::SettlementFounded(_)
        | Event::StartingCardsTaken(_)
        | Event::RoadFounded(_)
        | Event::TurnBegun(_)
        | Event::TurnEnded(_)
        | Event::SeatGivenUp(_)
        | Event::ResourcesProduced(_)
        | Event::DiscardsAwaited(_)
        | Event::CardsLaidAside(_)
        | Event::RobberAwaited(_)
        | Event::RobberMoved(_)
        | Event::KnightPlayed(_)
        | Event::RoadBuildingPlayed(_)
        | Event::FreeRoadPlaced(_)
        | Event::FreeRoadsEnded(_)
        | Event::YearOfPlentyPlayed(_)
        | Event::TradeOffered(_)
        | Event::TradeAccepted(_)
        | Event::TradeRejected(_)
        | Event::MaritimeTraded(_)
        | Event::TradingClosed(_)
        | Event::RoadBuilt(_)
        | Event::SettlementBuilt(_)
        | Event::CityBuilt(_)
        | Event::LongestRouteMoved(_)
        | Event::LargestArmyMoved(_) => false,
    }
}

/// Does it tell of hidden cards that the game goes on when this turn begins? See [`rules::Rules::reveals_by_silence`].
///
/// A seat that has the points wins as its turn begins. Only the longest route can have come to it since its last turn;
/// without it, that the game did not end then has told everything already.
pub fn reveals_by_silence(table: &Table, event: &Event) -> bool {
    let Event::TurnBegun(TurnBegun { seat, .. }) = event else { return false };
    let hidden = i32::from(table.player(*seat).development_cards);
    let missing = i32::from(table.victory_points) - scoring::public_points(table, *seat);
    table.route.holder == Some(*seat) && (1..=hidden).contains(&missing)
}
