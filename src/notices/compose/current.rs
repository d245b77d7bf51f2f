//! A mail that may be acted on goes to the address that its account has now, and to no other.

use uuid::Uuid;

use super::store;
use crate::notices::letter::Letter;
use crate::notices::mailer::Undelivered;
use crate::service::accounts::email_key;
use crate::store::{Connection, accounts};

/// The letter, if it goes to the present address of that account. It was claimed with the address of a moment ago: were
/// that changed since, the old mailbox would get links that are good.
pub async fn to_present_address(
    connection: &mut Connection,
    account: Option<Uuid>,
    letter: Option<Letter>,
) -> Result<Option<Letter>, Undelivered> {
    let (Some(account), Some(to)) = (account, letter.as_ref().map(|letter| &letter.to)) else {
        return Ok(letter);
    };
    let key = email_key(to.as_ref());
    if accounts::has_address(connection, account, &key).await.map_err(store)? {
        return Ok(letter);
    }
    Err(Undelivered::Later("the address was changed meanwhile".to_owned()))
}
