//! Which actions answer which question.

use super::Question;
use crate::landnam::action::Action;

impl Question {
    /// Is `action` an answer to it? Whether it is allowed is another matter.
    pub fn takes(self, action: &Action) -> bool {
        match self {
            Self::HarvestCard => matches!(action, Action::PlayHarvestCard(_) | Action::DeclineHarvestCard(_)),
            Self::ChooseAging => matches!(action, Action::ChooseAging(_)),
            Self::NameFirst => matches!(action, Action::NameFirst(_)),
            Self::Sue => matches!(action, Action::Sue(_) | Action::Yield(_)),
            Self::AnswerSuit { .. } => {
                matches!(action, Action::Raise(_) | Action::Concede(_)) || Self::LeadSuit.takes(action)
            }
            Self::LeadSuit => matches!(action, Action::HandOver(_) | Action::WithdrawHandOver(_)),
            Self::TakeOver { side, .. } => match action {
                Action::TakeOver(taken) => taken.side == side,
                Action::DeclineSuit(declined) => declined.side == side,
                _ => false,
            },
            Self::AddToSuit => matches!(action, Action::AddToSuit(_)),
            Self::AlthingCard => matches!(action, Action::PlayAlthingCard(_)),
            Self::Movement => matches!(
                action,
                Action::Step(_)
                    | Action::PlayMovementCard(_)
                    | Action::ExchangeFateCard(_)
                    | Action::EndMovement(_)
            ),
            Self::ChooseNumber => matches!(action, Action::ChooseNumber(_)),
            Self::Flee => matches!(action, Action::Flee(_)),
            Self::Build => is_building(action) || Self::Trade.takes(action),
            Self::TradeAnswer { offer, .. } => match action {
                Action::AcceptOffer(accepted) => accepted.offer == offer,
                Action::DeclineOffer(declined) => declined.offer == offer,
                _ => false,
            },
            Self::Trade => matches!(action, Action::OfferTrade(_) | Action::WithdrawOffer(_)),
        }
    }
}

/// What only the active player does in phase 3.
const fn is_building(action: &Action) -> bool {
    matches!(
        action,
        Action::TradeWithSupply(_)
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
