//! The preferences of a reader about mails: how each topic reaches them (in all games or in one), their quiet hours,
//! and the hour of their daily mail. Also what became of their mails.

mod deliveries;
mod set;
mod unsubscribe;

use uuid::Uuid;

use crate::error::Error;
use crate::notifications::MailKind;
use crate::service::Ctx;

pub use deliveries::{Delivery, DeliveryStatus, deliveries};
pub use set::{
    DeliveryPreferences, GamePreferences, UpdateDeliveryPreferences, UpdateGamePreferences, for_game, set,
    set_for_game, show,
};
pub use unsubscribe::{
    UnsubscribeScope, refusal_token, refuses_unasked, set_refusal, unsubscribe, unsubscribe_scope,
    unsubscribe_token,
};

/// Queues a test mail to the account's own address, whatever its preferences are.
pub async fn test(ctx: &mut Ctx, account: Uuid) -> Result<(), Error> {
    ctx.mail_account(account, MailKind::Test).await
}
