//! The service over HTTP, on a real PostgreSQL.
//!
//! Each test has a database of its own, people who registered, and one or more servers in this process or as real
//! processes. Nothing here reaches into the service but to set it up or to look at what is stored.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

#[path = "../landnam/game.rs"]
#[allow(dead_code, reason = "only positions are used here")]
mod game;
#[path = "../settlers/position.rs"]
#[allow(dead_code, reason = "only some positions are used here")]
mod island;
#[path = "../landnam/position.rs"]
#[allow(dead_code, reason = "only some positions are used here")]
mod position;
#[path = "../house/althing.rs"]
#[allow(dead_code, reason = "only serving is used here")]
mod process;
#[path = "../landnam/session.rs"]
#[allow(dead_code, reason = "only some actions are used here")]
mod session;
#[path = "../trial/stones.rs"]
mod stones;
#[path = "../support/mod.rs"]
mod support;
#[path = "../trial/toy/mod.rs"]
#[allow(dead_code, reason = "only the sound toy is used here")]
mod toy;

mod harness;

mod accounts;
mod addresses;
mod alerts;
mod backups;
mod batches;
mod bot_names;
mod browsers;
mod channels;
mod clocks;
mod club_messages;
mod club_standings;
mod clubs;
mod competitions;
mod compression;
mod crash;
mod database_outages;
mod departures;
mod description;
mod documentation;
mod edge;
mod endings;
mod examples;
mod failover;
mod feeds;
mod filling;
mod followed;
mod forget;
mod friends;
mod game_exports;
mod game_lists;
mod guesses;
mod inbox;
mod limits;
mod lobby;
mod lobby_races;
mod meetings;
mod metrics;
mod noninterference;
mod notifications;
mod oauth;
mod operator_lists;
mod operators;
mod orders;
mod outages;
mod overlap;
mod pages;
mod passwords;
mod people;
mod person_streams;
mod personal_tokens;
mod pictures;
mod play;
mod played;
mod players;
mod polls;
mod poolers;
mod profile;
mod push;
mod races;
mod ratings;
mod record;
mod record_checks;
mod records;
mod recovery;
mod refused_moves;
mod replies;
mod reply_headers;
mod requests;
mod secrecy;
mod sessions;
mod settlers;
mod stage;
mod streams;
mod table_streams;
mod tables;
mod tags;
mod take_backs;
mod talk;
mod tokens;
mod trades;
mod untranslated;
mod user_streams;
mod visibility;
mod webhooks;
mod whole_records;
mod words;
mod wrong_inputs;
