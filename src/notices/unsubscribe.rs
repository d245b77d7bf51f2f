//! The link that ends mails of a kind.

use uuid::Uuid;

use crate::app::App;
use crate::error::Error;
use crate::service::notice_settings::{Subject, unsubscribe_token};
use crate::store::Connection;

/// Where a POST ends mails of this stored kind to `account`, and a GET shows what it would do; `None` for mails that
/// can't be turned off.
pub async fn link(
    app: &App,
    connection: &mut Connection,
    account: Option<Uuid>,
    kind: &str,
) -> Result<Option<String>, Error> {
    let (Some(account), Some(subject)) = (account, Subject::of_kind(kind)) else { return Ok(None) };
    let token = unsubscribe_token(app, connection, account, subject).await?;
    Ok(Some(format!("{}/notices/unsubscribe?token={token}", app.settings.http.public_url)))
}
