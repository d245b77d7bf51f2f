//! What those who run the service may do: bar people, strike games out, look after mails that could not be delivered,
//! announce things.
//!
//! Every function here trusts that its caller is an operator; `access::operator` says who is. Everything is noted in the
//! audit log: of the account it is about, else of the operator's own.

pub mod announcements;
pub mod bans;
pub mod dead_letters;
pub mod people;
mod reason;
mod void;

pub use reason::Reason;
pub use void::void;
