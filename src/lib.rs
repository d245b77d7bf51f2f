//! Althing: a headless play-by-post server for slow board games.
//!
//! The way of an action: `http` → `service` → `rules`/`rulesets` → `store` → `mail`.

pub mod app;
pub mod cache;
pub mod cli;
pub mod cluster;
pub mod config;
pub mod database;
pub mod error;
pub mod http;
pub mod mail;
pub mod notifications;
pub mod record;
pub mod service;
pub mod telemetry;
pub mod texts;
pub mod tools;
pub mod validation;
pub mod webhooks;
pub mod workers;

pub use {store, time_control};
