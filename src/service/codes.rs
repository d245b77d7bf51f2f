//! Codes that are mailed at the moment their owner does something on a page that a mailed link or a remembered device
//! must not do by itself: somebody who found an old mail or an open browser can't read today's mailbox.
//!
//! A code has eight characters, a quarter of an hour and ten tries. It is not stored: it is the seal of its row, so that
//! a reader of that table can't tell it.

use chrono::TimeDelta;
use serde::Deserialize;
use strum::VariantArray;
use uuid::Uuid;

use super::tokens;
use crate::error::{Code, Error, Sentence};
use crate::notifications::MailKind;
use crate::service::{Ctx, Tx};
use crate::store::one_time_links::{self, LinkKind, OneTimeLink};

/// How long a code is valid.
pub const CODE_MINUTES: i64 = 15;
/// How often a code may be typed: nobody guesses one of 2^40 in as many tries.
pub(super) const MAX_TRIES: i16 = 10;
/// Least seconds between two mails with a code for the same.
const MIN_INTERVAL_SECONDS: i64 = 60;
/// Digits and letters without those that are read as another one: no I, L, O, U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
pub(super) const CODE_BYTES: usize = 5;
const BITS_OF_A_LETTER: usize = 5;

/// What a code allows, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum CodePurpose {
    RememberDevice,
    MakeToken,
    ExportData,
    DeleteAccount,
    /// To log in with a client; the mail has a link to do so, too.
    #[serde(skip)]
    LogIn,
}

impl CodePurpose {
    fn kind(self) -> LinkKind {
        match self {
            Self::RememberDevice => LinkKind::RememberDevice,
            Self::MakeToken => LinkKind::MakeToken,
            Self::ExportData => LinkKind::ExportData,
            Self::DeleteAccount => LinkKind::DeleteAccount,
            Self::LogIn => LinkKind::LogIn,
        }
    }

    /// The mail that has the code.
    fn mail(self) -> MailKind {
        match self {
            Self::RememberDevice => MailKind::DeviceCode,
            Self::MakeToken => MailKind::TokenCode,
            Self::ExportData => MailKind::ExportCode,
            Self::DeleteAccount => MailKind::DeletionCode,
            Self::LogIn => MailKind::LogIn,
        }
    }

    /// What the code of a mail of this kind is for.
    pub fn of_mail(kind: MailKind) -> Option<Self> {
        Self::VARIANTS.iter().copied().find(|purpose| purpose.mail() == kind)
    }
}

/// Queues a mail with a new code, in place of an older one for the same. What is pressed again within a minute leaves
/// the code that is on its way.
pub async fn request(tx: &mut Tx<'_>, account: Uuid, purpose: CodePurpose) -> Result<(), Error> {
    let now = tx.app.now();
    let since = now - TimeDelta::seconds(MIN_INTERVAL_SECONDS);
    if let Some(latest) = one_time_links::find(&mut tx.db, account, purpose.kind()).await?
        && latest.requested_at > since
    {
        return Ok(());
    }
    let link = OneTimeLink {
        id: tx.app.new_id(),
        requested_at: now,
        expires_at: now + TimeDelta::minutes(CODE_MINUTES),
    };
    one_time_links::put(&mut tx.db, account, purpose.kind(), &link).await?;
    tx.mail_account(account, purpose.mail()).await
}

/// Is a code on its way that can still be typed?
pub async fn is_pending(ctx: &mut Ctx, account: Uuid, purpose: CodePurpose) -> Result<bool, Error> {
    let latest = one_time_links::find(&mut ctx.db, account, purpose.kind()).await?;
    Ok(latest.is_some_and(|link| link.expires_at > ctx.app.now()))
}

/// The code for its mail; `None` when there is nothing to send any more.
pub async fn code_of_mail(
    ctx: &mut Ctx,
    account: Uuid,
    purpose: CodePurpose,
) -> Result<Option<String>, Error> {
    let link = one_time_links::find(&mut ctx.db, account, purpose.kind()).await?;
    let Some(link) = link.filter(|link| link.expires_at > ctx.app.now()) else { return Ok(None) };
    let sealed = tokens::seal(ctx, SEAL, &content(account, purpose, &link)).await?;
    Ok(Some(written(sealed)))
}

/// The purpose of the seal.
const SEAL: &str = "mailed-code";

fn content(account: Uuid, purpose: CodePurpose, link: &OneTimeLink) -> Vec<u8> {
    let kind: &str = purpose.kind().into();
    [account.as_bytes().as_slice(), link.id.as_bytes(), kind.as_bytes()].concat()
}

/// A code that was typed rightly, to be used up in the transaction of what it allows.
pub struct TypedCode {
    account: Uuid,
    purpose: CodePurpose,
    id: Uuid,
}

/// Checks a code as it was typed. The try is counted before the code is compared, and outside the transaction of what it
/// allows: one that is rolled back would give the try back.
pub async fn check(
    ctx: &mut Ctx,
    account: Uuid,
    purpose: CodePurpose,
    typed: &str,
) -> Result<TypedCode, Error> {
    let tries = (ctx.app.now(), MAX_TRIES);
    let link = one_time_links::count_try(&mut ctx.db, account, purpose.kind(), tries).await?;
    let link = link.ok_or_else(wrong)?;
    let code = read(typed).ok_or_else(wrong)?;
    match tokens::is_sealed(ctx, SEAL, &content(account, purpose, &link), &code).await? {
        true => Ok(TypedCode { account, purpose, id: link.id }),
        false => Err(wrong()),
    }
}

pub(super) fn wrong() -> Error {
    Code::InvalidField.field("code", Sentence::CodeWrong)
}

impl TypedCode {
    /// Uses the code up; the account's row must be locked. Error: `invalid_field` where it was used, replaced or ended
    /// meanwhile.
    pub async fn use_up(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let (kind, now) = (self.purpose.kind(), tx.app.now());
        match one_time_links::use_up(&mut tx.ctx.db, self.account, kind, self.id, now).await? {
            true => Ok(()),
            false => Err(wrong()),
        }
    }
}

/// Eight characters with a space in the middle.
pub(super) fn written(code: [u8; CODE_BYTES]) -> String {
    let bits = code.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    let letters = CODE_BYTES * 8 / BITS_OF_A_LETTER;
    let letter = |place: usize| {
        let index = bits >> (BITS_OF_A_LETTER * (letters - 1 - place)) & 31;
        char::from(ALPHABET[usize::try_from(index).unwrap_or_default()])
    };
    let text: String = (0..letters).map(letter).collect();
    let (begin, end) = text.split_at(letters / 2);
    format!("{begin} {end}")
}

/// Reads a code in any case, with any spaces and hyphens, and with the letters that are mistaken for digits.
pub(super) fn read(typed: &str) -> Option<[u8; CODE_BYTES]> {
    let letters = typed.chars().filter(|letter| !letter.is_whitespace() && *letter != '-');
    let (mut bits, mut count) = (0_u64, 0);
    for letter in letters.map(|letter| letter.to_ascii_uppercase()) {
        let digit = match letter {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        let index = ALPHABET.iter().position(|known| char::from(*known) == digit)?;
        count += 1;
        if count * BITS_OF_A_LETTER > CODE_BYTES * 8 {
            return None;
        }
        bits = bits << BITS_OF_A_LETTER | u64::try_from(index).ok()?;
    }
    let bytes = bits.to_be_bytes();
    (count * BITS_OF_A_LETTER == CODE_BYTES * 8).then(|| bytes[3..].try_into().ok())?
}

#[cfg(test)]
mod tests {
    use super::{read, written};

    #[test]
    fn a_code_is_read_as_it_was_written_and_as_people_type_it() {
        for code in [[0; 5], [255; 5], [1, 2, 3, 4, 5], [0x10, 0x84, 0x21, 0x08, 0x42]] {
            let text = written(code);
            assert_eq!(text.len(), 9, "{text}");
            let typed = [text.clone(), text.to_lowercase(), text.replace(' ', "-"), format!(" {text} ")];
            for typed in typed.iter().chain([&text.replace('0', "O"), &text.replace('1', "l")]) {
                assert_eq!(read(typed), Some(code), "{typed}");
            }
        }
        for wrong in ["", "1234567", "123456789", "1234 567U", "1234 567é", "1234 567 89"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
