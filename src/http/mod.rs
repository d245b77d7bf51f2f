//! The web face: the only folder that knows actix.
//!
//! One list of routes ([`routes`]), extractors for who may call and what is sent ([`extract`]), one file per
//! resource. A handler takes what it needs in its signature, calls one service function, and shapes the reply. It keeps
//! no state.

mod accounts;
mod actions;
mod address;
mod address_text;
mod apps;
mod availability;
mod channels;
mod club_messages;
mod clubs;
mod competitions;
mod compression;
mod cors;
mod ctx;
mod deprecation;
mod described;
mod docs;
mod endpoint;
mod etag;
mod extract;
mod feeds;
mod game_exports;
mod games;
mod health;
mod inbox;
mod includes;
mod invitation_links;
mod invitations;
mod language;
mod layers;
mod limits;
mod messages;
mod metrics;
mod oauth;
pub mod openapi;
mod operators;
mod orders;
mod origin;
mod pages;
mod password;
mod people;
mod personal_tokens;
mod pictures;
mod preferences;
mod problem;
mod push;
mod record;
mod router;
mod routes;
mod rulesets;
mod scripts;
mod seats;
pub mod server;
mod sessions;
mod streams;
mod views;
mod votes;
mod webhooks;
