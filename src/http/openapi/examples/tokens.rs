//! The token of Aud's bot.

use chrono::TimeDelta;
use serde_json::Value;

use super::{id, noon, value};
use crate::service::access::Scope;
use crate::service::access::personal::{MadePersonalToken, PersonalToken, PersonalTokens};

pub fn made_token() -> Value {
    let token = "althing_pat_q83vEjRWeJASNFZ4kBI0VniQq83vEjRWeJASNFZ4kBI7Vx2A".to_owned();
    value(&MadePersonalToken { token, personal_token: bot() })
}

pub fn personal_tokens() -> Value {
    value(&PersonalTokens { tokens: vec![bot()], next_cursor: None })
}

fn bot() -> PersonalToken {
    PersonalToken {
        id: id(0xd0),
        name: "my bot".to_owned(),
        scopes: vec![Scope::GamesRead, Scope::GamesPlay],
        created_at: noon(),
        expires_at: noon() + TimeDelta::days(90),
        last_used_at: None,
    }
}
