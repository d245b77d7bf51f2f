//! The web face: the only folder that knows actix.
//!
//! One page of routes ([`routes`]), extractors that say who may call ([`extract`]), one file per resource. A handler
//! checks who and what, calls one service function, and shapes the reply. It keeps no state.

mod accounts;
mod actions;
pub mod address;
mod audit;
mod availability;
mod blocks;
mod branches;
mod cors;
mod departure;
mod email;
pub mod extract;
mod games;
mod health;
mod inbox;
mod invitation_links;
mod invitations;
mod layers;
mod limits;
mod log_in_links;
mod look;
mod looker;
mod metrics;
mod notices;
pub mod openapi;
mod operators;
mod orders;
mod origin;
mod pages;
mod paging;
mod password;
mod people;
mod personal_tokens;
mod pictures;
pub mod problem;
mod ratings;
mod records;
pub mod reply;
mod resign;
pub mod routes;
mod rulesets;
mod seats;
pub mod server;
mod sessions;
mod sse;
mod streams;
mod successors;
mod tables;
mod tag;
mod talk;
mod time_limit;
mod traced;
mod votes;
mod waiting;
mod webhooks;
