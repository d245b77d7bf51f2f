//! Refusals of those who are not asked.

use super::row;
use rules::RefusalCode;

pub const GAME_OVER: RefusalCode = row("game_over", "The game is over.");
pub const SERVER_ONLY: RefusalCode = row("server_only", "The server does this itself.");
pub const NOT_AWAITED: RefusalCode = row("not_awaited", "You are asked nothing now.");
/// You are asked something else now.
pub const WRONG_PHASE: RefusalCode = row("wrong_phase", "You are asked something else now.");

pub const ALL: &[RefusalCode] = &[GAME_OVER, SERVER_ONLY, NOT_AWAITED, WRONG_PHASE];
