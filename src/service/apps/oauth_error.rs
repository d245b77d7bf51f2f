//! Errors as apps get them.

use strum::IntoStaticStr;

/// The codes of RFC 6749 (4.1.2.1, 5.2) and RFC 8628 (3.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum OAuthCode {
    InvalidRequest,
    InvalidClient,
    InvalidGrant,
    InvalidScope,
    UnsupportedGrantType,
    UnsupportedResponseType,
    RequestNotSupported,
    RequestUriNotSupported,
    AccessDenied,
    AuthorizationPending,
    SlowDown,
    ExpiredToken,
}

/// What went wrong, and a sentence for the developer of the app: ASCII without quotes (RFC 6749, 5.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OAuthError {
    pub code: OAuthCode,
    pub about: &'static str,
}

impl OAuthCode {
    pub const fn about(self, about: &'static str) -> OAuthError {
        OAuthError { code: self, about }
    }
}
