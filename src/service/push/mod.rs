//! Web push: browsers that show the notifications of an account, also while no page is open (RFC 8030).
//!
//! Browsers get what is mailed at once, at the same time, and by the same preferences. A push says in which game its
//! reader is needed and what is asked, never what is in a hand, and leads to a page that asks for the device or a mail.
//! The push service of the browser sees when and how much is sent; what is said is encrypted for the browser alone.
//! Subscriptions end with recovery and deletion, and when their push service says that they are gone.

mod deliveries;
mod encryption;
mod subscriptions;
mod vapid;

pub use deliveries::{PreparedPush, claim, forget, settle};
pub use subscriptions::{
    CreatePushSubscription, PushKeys, PushServerKey, PushSubscription, create, delete, list, public_key, test,
};
