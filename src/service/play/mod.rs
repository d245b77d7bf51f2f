//! Playing: looking at a game, acting in it, and what bots do there.
//!
//! A write is decided on the state that one statement read and is stored by one other, guarded by the version it was
//! decided on. Whoever comes second reads again and is judged anew.

mod act;
mod bot_turn;
pub(super) mod commit;
mod look;
mod order_turn;
mod ordered;
mod reply;
mod resign;
mod summary;
mod ticking;
pub mod told;
mod tries;

pub use act::{Act, act};
pub use bot_turn::bot_turn;
pub use commit::{AtTable, Change, commit};
pub use look::{Events, LegalNow, Moment, ViewNow, events, legal, moment, version, view};
pub use order_turn::{answer as answer_ordered, order_turn};
pub use reply::{Awaited, Reply, awaited};
pub use resign::resign;
pub use summary::Summary;
pub use told::ToldEvent;
pub use tries::{TABLE, tries};
