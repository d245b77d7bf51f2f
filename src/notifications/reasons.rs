//! The reasons why a mail is not sent although nothing failed: it is stale or suppressed. The texts are stored and
//! shown to players and operators, so they must not change.

use crate::store::mails::queue::MailResult;

macro_rules! reasons {
    ($($reason:ident: $result:ident $text:literal),* $(,)?) => {
        /// Why a mail is stale or suppressed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Withheld { $($reason),* }

        impl Withheld {
            pub const ALL: &[Self] = &[$(Self::$reason),*];

            pub fn result(self) -> MailResult {
                match self { $(Self::$reason => MailResult::$result),* }
            }

            /// As it is stored and shown.
            pub fn reason(self) -> &'static str {
                match self { $(Self::$reason => $text),* }
            }
        }
    };
}

reasons! {
    AccountDeleted: Stale "stale: account deleted",
    AccountBanned: Stale "stale: account banned",
    AddressUnproved: Stale "stale: address not proved",
    AddressProved: Stale "stale: address already proved",
    LinkClosed: Stale "stale: link no longer open",
    AddressChangeClosed: Stale "stale: address change no longer open",
    WebhookEnabled: Stale "stale: webhook enabled again",
    GameGone: Stale "stale: game gone",
    GameNotInPlay: Stale "stale: game not in play",
    SeatLeft: Stale "stale: seat left",
    SeatTaken: Stale "stale: seat taken",
    DecisionClosed: Stale "stale: decision closed",
    DeadlineMoved: Stale "stale: deadline moved",
    ActedSince: Stale "stale: acted since",
    MessagesRead: Stale "stale: messages read",
    VoteClosed: Stale "stale: vote closed",
    VoteOpen: Stale "stale: vote still open",
    BallotCast: Stale "stale: ballot cast",
    OfferClosed: Stale "stale: offer closed",
    CaretakerGone: Stale "stale: caretaker gone",
    InvitationClosed: Stale "stale: invitation closed",
    SenderUnwelcome: Stale "stale: sender blocked or banned",
    TableChanged: Stale "stale: table has changed",
    PresenceConfirmed: Stale "stale: presence confirmed",
    Repeated: Stale "stale: told again later",
    AnnouncementOver: Stale "stale: announcement over",
    NothingLeft: Stale "stale: nothing left to tell",
    RegisteredAgain: Stale "stale: registered again later",
    Preference: Suppressed "suppressed: preference",
    AddressSuppressed: Suppressed "suppressed: address stopped",
    AddressRefused: Suppressed "suppressed: address wants no such mail",
    AddressLimit: Suppressed "suppressed: too many mails to the address",
}

#[cfg(test)]
mod tests {
    use super::Withheld;

    #[test]
    fn a_reason_begins_with_its_result() {
        for withheld in Withheld::ALL {
            assert!(withheld.reason().starts_with(&format!("{}: ", withheld.result().word())));
        }
    }
}
