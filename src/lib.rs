//! Althing: a headless play-by-post server for slow board games.
//!
//! The way of an action: `http` → `service` → `rules`/`rulesets` → `store` → `mail`.

pub mod app;
pub mod clock;
pub mod clocks;
pub mod cluster;
pub mod database;
pub mod error;
pub mod http;
pub mod logs;
pub mod mail;
pub mod measures;
pub mod notifications;
pub mod record;
pub mod service;
pub mod settings;
pub mod shutdown;
pub mod store;
pub mod tools;
pub mod traces;
pub mod webhooks;
pub mod work;
