//! Standing orders: what a seat may leave behind, and what it answers.
//!
//! May know: what one seat sees and its legal answers. May not know: the state, any secret of another seat, dice.
//! An order only ever gives one of the answers that are listed to its seat.
//!
//! | order | answers |
//! |---|---|
//! | `althing_card` | the standing invitation to play Althing cards, when a suit against an own unit would be lost |
//! | `yield` `sue` | `sue` |
//! | `raise` `hand_over` `concede` | `answer_suit`, in this order |
//! | `take_over` `decline_suits` | `take_over` |
//! | `flee` | `flee` |
//! | `accept_trade` `decline_trades` | `trade_answer` |
//! | `end_turn` | `build` |

mod accept;
mod answer;
mod kinds;
mod lookout;
mod spent;
mod suits;
mod trades;
mod typical;

pub use accept::accept;
pub use answer::answer;
pub use kinds::*;
pub use lookout::Lookout;
pub use spent::{REASONS, spent};
pub use typical::typical;
