//! What a caller may do: everything after a log-in, or what the scopes of a token name.
//!
//! Knows how a token is made and looked up; knows nothing of what an operation does with the answer.

mod grant;
pub mod known;
mod operator;
pub mod personal;
mod scope;
pub mod token;

pub use grant::Grant;
pub use operator::operator;
pub use scope::{Scope, Scopes};
