//! How far a caller's proof reaches.

use uuid::Uuid;

use super::{Scope, Scopes};
use crate::app::App;
use crate::error::{Code, Error, More};
use crate::store::{Connection, sessions};

/// What a caller may do with what he came with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grant {
    /// He logged in: everything that is his.
    Session(Uuid),
    /// He came with a personal access token: what its scopes name.
    Token { id: Uuid, scopes: Scopes },
}

impl Grant {
    /// Must reach as far as `scope`. Error: `scope_too_small`, which names it.
    pub fn require(self, scope: Scope) -> Result<(), Error> {
        match self {
            Self::Session(_) => Ok(()),
            Self::Token { scopes, .. } if scopes.contains(scope) => Ok(()),
            Self::Token { .. } => {
                let message = format!("This token was not given the scope {scope}.");
                Err(Code::ScopeTooSmall.with(message, More::Scope(scope.word())))
            }
        }
    }

    /// Must still hold: neither ended nor run out, and its account neither barred nor gone. For what must not outlive the
    /// proof it was made with, asked for after a row is locked that whoever ends the proof locks, too.
    /// Errors: `session_ended`, `token_invalid`.
    pub async fn must_hold(self, app: &App, connection: &mut Connection) -> Result<(), Error> {
        let (session, token) = match self {
            Self::Session(id) => (Some(id), None),
            Self::Token { id, .. } => (None, Some(id)),
        };
        let ended =
            sessions::ended_credentials(connection, session.as_slice(), token.as_slice(), app.now()).await?;
        match session {
            _ if ended.is_empty() => Ok(()),
            Some(_) => Err(Code::SessionEnded.problem()),
            None => Err(Code::TokenInvalid.problem()),
        }
    }

    /// Must be a log-in; gives its session. Error: `session_required`.
    pub fn session_only(self) -> Result<Uuid, Error> {
        match self {
            Self::Session(session) => Ok(session),
            Self::Token { .. } => Err(Code::SessionRequired.problem()),
        }
    }
}
