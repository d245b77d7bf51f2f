//! People, tables and servers to test with.

#![allow(dead_code, unused_imports, reason = "each topic uses its own part")]

mod answer;
mod browser;
pub mod described;
mod fill;
mod listener;
mod log;
mod person;
mod post_office;
pub mod process;
pub mod record_file;
mod server;
mod service;
pub mod stored;
mod table;

pub use answer::Answer;
pub use browser::{Browser, CookieBrowser, Crafted, Page, WebForm, unescaped};
pub use listener::{Frame, Listener};
pub use log::{Call, Log};
pub use person::Person;
pub use post_office::{PostOffice, until};
pub use server::Server;
pub use service::{Service, connect, connect_to, relay_all, seeded_app};
pub use table::{Board, Move, Table, by_type, moves, seeded_dice};
