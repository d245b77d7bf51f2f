//! The secret end of a link: the id of the game or account that the link belongs to, so that it is looked up there, and
//! a secret that can't be guessed.

use std::fmt::{self, Display, Formatter};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use uuid::Uuid;

use crate::service::App;

const PARTITION_BYTES: usize = 16;

/// With `N` bytes of secret. Its text has 4 characters for 3 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkToken<const N: usize> {
    /// A game or an account.
    pub partition: Uuid,
    pub secret: [u8; N],
}

impl<const N: usize> LinkToken<N> {
    pub fn new(app: &App, partition: Uuid) -> Self {
        Self { partition, secret: app.secrets.bytes() }
    }

    /// The token that a text is, if it has the form of one.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        let (partition, secret) = bytes.split_at_checked(PARTITION_BYTES)?;
        Some(Self { partition: Uuid::from_slice(partition).ok()?, secret: secret.try_into().ok()? })
    }
}

impl<const N: usize> Display for LinkToken<N> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let bytes = [self.partition.as_bytes().as_slice(), &self.secret].concat();
        formatter.write_str(&BASE64_URL_SAFE_NO_PAD.encode(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_as_it_was_written_and_nothing_else_is_one() {
        let token = LinkToken { partition: Uuid::from_u128(7), secret: [171; 16] };
        let text = token.to_string();
        assert_eq!(text.len(), 43);
        assert_eq!(LinkToken::parse(&text), Some(token));
        for wrong in ["", "x", &text[..42], &format!("{text}A"), &text.replace('A', "+")] {
            assert_eq!(LinkToken::<16>::parse(wrong), None, "{wrong}");
        }
        assert_eq!(LinkToken::<24>::parse(&text), None);
    }
}
