//! How good people are at a title, and how they keep to their tables; from finished public games alone.
//!
//! May know the store and the outcome of a game, not the rules. Workers take note of every result once and in the order
//! of finishing; requests only read what is noted. Games that are not public change nothing here, so that nobody learns
//! of one by looking at those who play it.

mod history;
mod list;
mod note;
mod scale;
mod shown;

pub use history::{Estimate, RatingChange, RatingHistory, history};
pub use list::{RatedPerson, Ratings, list};
pub use note::rate_next;
pub use shown::{RatingShown, Reliability, ratings_of, reliability_of};
