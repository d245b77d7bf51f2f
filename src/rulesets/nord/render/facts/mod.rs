//! Everything public, and what the viewer holds, in plain sentences: the picture and the page both take them from here.
//!
//! May know: the scene and the words. May not know: how a picture or a page is laid out.

mod matters;
mod places;
mod seats;

pub use matters::{dragon_boat, figure, matters, own, phase, supply, turn};
pub use places::{areas, boat, field, sea_workers, settlement};
pub use seats::{details, standing};
