//! The address that replies to one mail go to.

use lettre::message::Mailbox;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::service::App;

/// What local parts for replies begin with.
const PREFIX: &str = "reply+";
/// The secret part, in bytes.
const SECRET_BYTES: usize = 12;
const GAME_BYTES: usize = 16;

/// The address that replies to one mail go to: `reply+<game and secret>@domain`. It fits the 64 characters that a local
/// part may have, and survives servers that change capitals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyAddress {
    pub game: Uuid,
    secret: [u8; SECRET_BYTES],
}

impl ReplyAddress {
    /// A new one, which can't be guessed.
    pub fn new(app: &App, game: Uuid) -> Self {
        Self { game, secret: app.secrets.bytes() }
    }

    pub fn local(&self) -> String {
        format!("{PREFIX}{}{}", self.game.simple(), hex::encode(self.secret))
    }

    /// The address of a local part, if it is one.
    pub fn parse(local: &str) -> Option<Self> {
        let local = local.to_ascii_lowercase();
        let bytes = hex::decode(local.strip_prefix(PREFIX)?).ok()?;
        let (game, secret) = bytes.split_at_checked(GAME_BYTES)?;
        Some(Self { game: Uuid::from_slice(game).ok()?, secret: secret.try_into().ok()? })
    }

    /// What is stored of it: a reader of the database can't make the address of it.
    pub fn mark(&self) -> Vec<u8> {
        Sha256::digest(self.secret).to_vec()
    }
}

/// The domain of addresses for replies, in small letters.
pub fn domain(app: &App) -> String {
    let chosen = app.settings.replies.domain.to_ascii_lowercase();
    if !chosen.is_empty() {
        return chosen;
    }
    let from = app.settings.mail.from.parse::<Mailbox>();
    from.map(|from| from.email.domain().to_ascii_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{ReplyAddress, SECRET_BYTES};

    #[test]
    fn an_address_fits_a_local_part_and_is_read_in_any_capitals() {
        let address = ReplyAddress { game: uuid::Uuid::from_u128(7), secret: [171; SECRET_BYTES] };
        let local = address.local();
        assert!(local.len() <= 64, "{local}");
        assert_eq!(ReplyAddress::parse(&local.to_uppercase().replace("REPLY", "Reply")), Some(address));
        for wrong in ["", "reply+", "reply+abcd", &local[1..], &format!("{local}00"), "postmaster"] {
            assert_eq!(ReplyAddress::parse(wrong), None, "{wrong}");
        }
    }
}
