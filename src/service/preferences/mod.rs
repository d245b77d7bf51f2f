//! What a reader sets about the mails they get: how each kind of notification reaches them, in all games or in one,
//! when they are left in peace, and when their daily mail comes; and what became of their mails.

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

/// Queues a mail that shows that mails arrive, to the account's own address, whatever is set.
pub async fn test(ctx: &mut Ctx, account: Uuid) -> Result<(), Error> {
    ctx.mail_account(account, MailKind::Test).await
}
