//! What a seat, or the server, can do: the list of all types of action. Each is a struct of its subject.
//!
//! These types are the API: unknown fields are refused by name.

rules::list_of! {
/// An action, distinguished by its `type`.
#[schema(as = LandnamAction)]
pub enum Action {
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
}
