//! A mail that shows that mails arrive.

use uuid::Uuid;

use crate::app::App;
use crate::error::Error;
use crate::store::Connection;
use crate::store::account_mails::{self, AccountMail};

pub const TEST: &str = "test";

/// Queues one to `account`, at its own address, whatever is set.
pub async fn test(app: &App, connection: &mut Connection, account: Uuid) -> Result<(), Error> {
    let mail = AccountMail { account_id: account, kind: TEST, address: None };
    Ok(account_mails::insert(connection, app.new_id(), mail, app.now()).await?)
}
