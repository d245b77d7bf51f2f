//! What tests need of the outside: a PostgreSQL, and in it a migrated database of their own.
//!
//! Use it with `#[path = "../support/mod.rs"] mod support;`. Knows the public face of the cluster and of the
//! migrations; knows nothing of what is tested.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]
#![allow(dead_code, unused_imports, reason = "each test binary uses its own part")]

mod citus;
mod database;
mod freeze;
pub mod pooler;
mod postgres;
mod proxy;
mod smtp;
mod sql;

pub use citus::nodes as citus_nodes;
pub use database::{TestDatabase, test_cluster};
pub use freeze::FreezingProxy;
pub use postgres::Postgres;
pub use proxy::CountingProxy;
pub use smtp::{Mail, SmtpSink, Stage, Whim};
pub use sql::{Reader, Session, run, texts};
