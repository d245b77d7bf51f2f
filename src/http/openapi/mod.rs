//! The description of the service, OpenAPI 3.1: made from the code, served, and kept in `openapi.yaml`.
//!
//! The handlers' annotations say what an operation takes and gives, and the arguments of the handlers what it needs.
//! What follows from that is added here: the problems every operation can end in, the key that makes a repeat harmless,
//! and the rulesets' own types. Knows every handler, and nothing of what they do.

mod directions;
mod document;
mod events;
pub(super) mod examples;
mod operations;
mod responses;
mod rulesets;
mod serve;
mod shared;
mod webhooks;
mod yaml;

pub use document::{Description, describe};
pub(super) use events::{AccountStreamEvent, GameStreamEvent};
pub(super) use serve::{home, json, yaml};
