//! The description of the service, OpenAPI 3.1: made from the code, served, and kept in `openapi.yaml`.
//!
//! The handlers' annotations say what an operation takes and gives. What follows from their shape is added here: the
//! problems every operation can end in, the key that makes a repeat harmless, and the titles' own types. Knows every
//! handler, and nothing of what they do.

mod annotated;
mod conditions;
mod document;
pub(super) mod examples;
mod links;
mod plain_words;
mod problems;
mod scopes;
mod serve;
mod titles;

pub use document::{Description, description};
pub(super) use serve::{docs, docs_home, home, json, yaml};
