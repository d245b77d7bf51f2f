//! One mail's conversation with the server (RFC 5321, 3.3).

use lettre::address::Address;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{Extension, MailParameter};
use tokio::time::timeout;

use super::super::{Delivered, Undelivered};
use super::PATIENCE;
use super::problem::{Step, judge};

/// Names sender and recipient, then asks `compose`, then hands over what it gave. `None`: the mail is taken back.
pub async fn hold(
    connection: &mut AsyncSmtpConnection,
    from: &Address,
    to: &Address,
    compose: impl AsyncFnOnce() -> Result<Option<Vec<u8>>, Undelivered>,
) -> Result<Delivered, Undelivered> {
    let sender = Mail::new(Some(from.clone()), parameters(connection, from, to)?);
    judge(Step::Sender, timeout(PATIENCE, connection.command(sender)).await)?;
    let recipient = Rcpt::new(to.clone(), vec![]);
    judge(Step::Recipient, timeout(PATIENCE, connection.command(recipient)).await)?;
    let Some(mail) = compose().await? else {
        judge(Step::Content, timeout(PATIENCE, connection.command(Rset)).await)?;
        return Ok(Delivered::Withdrawn);
    };
    judge(Step::Content, timeout(PATIENCE, connection.command(Data)).await)?;
    judge(Step::Content, timeout(PATIENCE, connection.message(&mail)).await)?;
    Ok(Delivered::Sent)
}

/// Addresses beyond ASCII need a server that knows them (RFC 6531); our mails themselves are always ASCII.
fn parameters(
    connection: &AsyncSmtpConnection,
    from: &Address,
    to: &Address,
) -> Result<Vec<MailParameter>, Undelivered> {
    let ascii = |address: &Address| address.to_string().is_ascii();
    if ascii(from) && ascii(to) {
        return Ok(vec![]);
    }
    if connection.server_info().supports_feature(Extension::SmtpUtfEight) {
        return Ok(vec![MailParameter::SmtpUtfEight]);
    }
    Err(Undelivered::Never("the mail server does not know addresses beyond ASCII".to_owned()))
}
