//! What an app asks for when it sends the browser of a player to `/oauth/authorize` (RFC 6749, 4.1.1; RFC 7636, 4.3).

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use super::client_id;
use super::oauth_error::{OAuthCode, OAuthError};
use super::redirect::Redirect;
use crate::service::access::{Scope, Scopes};

const MAX_STATE_CHARS: usize = 2_000;

/// A request that the player can allow.
#[derive(Debug, Clone)]
pub struct AuthorizationRequest {
    pub client: String,
    pub redirect: Redirect,
    /// Passed back as it came.
    pub state: Option<String>,
    pub scopes: Scopes,
    /// SHA-256 of the verifier that comes with the code.
    pub challenge: Vec<u8>,
}

/// Why a request can't be allowed.
#[derive(Debug, Clone)]
pub enum RefusedRequest {
    /// It does not say who asks.
    NoClient,
    /// It does not say where to go back to, or it is nowhere that a browser is sent to.
    NoRedirect,
    /// The app can be sent the error.
    Redirectable(Box<RedirectableRefusal>),
}

/// The error that an app is sent, and where to.
#[derive(Debug, Clone)]
pub struct RedirectableRefusal {
    pub client: String,
    pub redirect: Redirect,
    pub state: Option<String>,
    pub error: OAuthError,
}

impl AuthorizationRequest {
    /// Reads the parameters of a request. Those that are unknown are ignored (RFC 6749, 3.1); a known one that comes
    /// twice makes the request invalid.
    pub fn read(pairs: &[(String, String)]) -> Result<Self, RefusedRequest> {
        let all = |name: &str| {
            pairs
                .iter()
                .filter(|(known, _)| known == name)
                .map(|(_, value)| value.as_str())
                .collect::<Vec<_>>()
        };
        let only = |name: &str| match all(name).as_slice() {
            [value] => Some((*value).to_owned()),
            _ => None,
        };
        let client = only("client_id").filter(|client| client_id(client).is_some());
        let client = client.ok_or(RefusedRequest::NoClient)?;
        let redirect = only("redirect_uri").and_then(|text| Redirect::read(&text));
        let redirect = redirect.ok_or(RefusedRequest::NoRedirect)?;
        let state = only("state").filter(|state| state.len() <= MAX_STATE_CHARS);
        let refused = |error: OAuthError| {
            let (client, redirect, state) = (client.clone(), redirect.clone(), state.clone());
            RefusedRequest::Redirectable(Box::new(RedirectableRefusal { client, redirect, state, error }))
        };
        let known = [
            "response_type",
            "state",
            "scope",
            "code_challenge",
            "code_challenge_method",
            "response_mode",
            "request",
            "request_uri",
        ];
        if known.iter().any(|name| all(name).len() > 1) {
            return Err(refused(OAuthCode::InvalidRequest.about("A parameter comes twice.")));
        }
        if state.is_none() && !all("state").is_empty() {
            return Err(refused(OAuthCode::InvalidRequest.about("The state has more than 2000 characters.")));
        }
        for (name, code) in
            [("request", OAuthCode::RequestNotSupported), ("request_uri", OAuthCode::RequestUriNotSupported)]
        {
            if only(name).is_some() {
                return Err(refused(code.about("Send the parameters themselves.")));
            }
        }
        match only("response_type").as_deref() {
            Some("code") => {}
            Some(_) => {
                return Err(refused(OAuthCode::UnsupportedResponseType.about("Ask for response_type=code.")));
            }
            None => return Err(refused(OAuthCode::InvalidRequest.about("The response_type is missing."))),
        }
        if only("response_mode").is_some_and(|mode| mode != "query") {
            return Err(refused(OAuthCode::InvalidRequest.about("The response_mode can be query alone.")));
        }
        // The method must be named: without it, it would be `plain` (RFC 7636, 4.3), which hides nothing.
        let challenge =
            only("code_challenge").filter(|_| only("code_challenge_method").as_deref() == Some("S256"));
        let challenge = challenge.and_then(|text| BASE64_URL_SAFE_NO_PAD.decode(text).ok());
        let challenge = challenge.filter(|bytes| bytes.len() == 32);
        let wanted =
            OAuthCode::InvalidRequest.about("A code_challenge with code_challenge_method=S256 is required.");
        let challenge = challenge.ok_or_else(|| refused(wanted))?;
        let scopes = read_scopes(&only("scope").unwrap_or_default()).map_err(refused)?;
        Ok(Self {
            client: client.clone(),
            redirect: redirect.clone(),
            state: state.clone(),
            scopes,
            challenge,
        })
    }
}

/// Reads a list of scopes as apps send it (RFC 6749, 3.3). None of them may be `admin`.
pub fn read_scopes(text: &str) -> Result<Scopes, OAuthError> {
    let known = |word: &str| word.parse::<Scope>().ok().filter(|scope| *scope != Scope::Admin);
    let scopes: Option<Scopes> = text.split(' ').filter(|word| !word.is_empty()).map(known).collect();
    match scopes {
        None => Err(OAuthCode::InvalidScope.about("A scope is unknown, or no app can have it.")),
        Some(scopes) if scopes.is_empty() => Err(OAuthCode::InvalidScope.about("Name at least one scope.")),
        Some(scopes) => Ok(scopes),
    }
}
