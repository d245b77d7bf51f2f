//! Everything public, and what the viewer holds, in plain sentences: the picture and the page both take them from here.

mod althing;
mod hex;
mod matters;
mod movement;
mod own;
mod seats;
mod supply;
mod trading;
mod turn;

pub use hex::{hex, outer};
pub use matters::{invited, matters};
pub use own::own;
pub use seats::{buildings, standing, supplies, tokens, units};
pub use supply::supply;
pub use turn::heading;
