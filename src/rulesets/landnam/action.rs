//! What a seat, or the server, can do: the list of all types of action. Each is a struct of its subject.
//!
//! These types are the API: unknown fields are refused by name.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

macro_rules! actions {
    ($($subject:ident: $($name:ident),+;)+) => {
        $(pub use super::$subject::{$($name),+};)+

        /// An action, told apart by its `type`.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
        #[serde(tag = "type", rename_all = "snake_case")]
        #[schema(as = LandnamAction)]
        pub enum Action {
            $($($name($name)),+),+
        }

        $($(impl From<$name> for Action {
            fn from(action: $name) -> Self {
                Self::$name(action)
            }
        })+)+
    };
}

actions! {
    // Phase 1
    harvest: RollDice, PlayHarvestCard, DeclineHarvestCard, ChooseAging;
    althing: NameFirst;
    suits: Sue;
    althing: Yield;
    suits: Raise, AddToSuit, Concede, HandOver, WithdrawHandOver, TakeOver, DeclineSuit;
    althing: PlayAlthingCard;
    // Phase 2
    movement: Step, PlayMovementCard, ExchangeFateCard;
    exploration: ChooseNumber;
    flight: Flee;
    movement: EndMovement;
    // Phase 3
    trade: TradeWithSupply, OfferTrade, AcceptOffer, DeclineOffer, WithdrawOffer, EndTrade;
    building: BuildUnit, BuildShipOnOuter, BuildFarm, BuildTown, BuildHarbour, AgeHex;
    turn: EndTurn;
}
