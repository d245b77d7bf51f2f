//! What to tell whom, and how it leaves: kinds of notice, texts per language, letters, the mailer;
//! and how something is brought to a webhook.
//!
//! May know the store, the rules and their texts. Says nothing that is not stored, and nothing a seat may not see.
//! Does not know when something is sent, or how often it is tried: that is the worker's.

pub mod account;
pub mod answer_page;
mod collection;
mod command;
pub mod compose;
pub mod game;
pub mod kind;
pub mod letter;
pub mod mailer;
mod mask;
mod pages;
mod table;
mod talk;
mod texts;
mod unsubscribe;
pub mod webhook;
mod when;

pub use kind::Kind;
pub use letter::{Letter, Written};
pub use mailer::{Delivered, Mailer, Undelivered};
pub use mask::masked;
pub use pages::PageWords;
