//! An address that mail came back from for good gets none but those that prove an address.

use uuid::Uuid;

use super::service;
use crate::notices::letter::Letter;
use crate::notices::mailer::Undelivered;
use crate::service::answers;
use crate::store::Connection;

/// The letter, if the address of that account still takes mail. Without an account there is nothing to ask: mail to
/// an address that was merely invited came back to nobody.
pub async fn unless_stopped(
    connection: &mut Connection,
    account: Option<Uuid>,
    letter: Option<Letter>,
) -> Result<Option<Letter>, Undelivered> {
    let (Some(account), true) = (account, letter.is_some()) else { return Ok(letter) };
    match answers::is_stopped(connection, account).await.map_err(service)? {
        Some(stopped) => {
            Err(Undelivered::Never(format!("mail to this address came back with {}", stopped.status)))
        }
        None => Ok(letter),
    }
}
