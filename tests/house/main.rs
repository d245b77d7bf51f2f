//! The house around the games: private cluster, settings, logs, start and stop of real processes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

#[path = "../support/mod.rs"]
mod support;

mod admin_role;
mod althing;
mod backups;
mod cluster_refusals;
mod cluster_shared;
mod cluster_start;
mod config_role;
mod doctor_role;
mod encryption;
mod folders;
mod freeze;
mod hands;
mod health_role;
mod logs_and_stop;
mod migrations;
mod settings;
mod shard_role;
mod traces;
mod unit;
mod wrong_settings;
