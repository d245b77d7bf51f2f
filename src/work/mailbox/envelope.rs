//! Whom a mail is for.

use crate::app::App;
use crate::error::Error;
use crate::service::answers::{self, Address, ReturnAddress};
use crate::store::Connection;

/// Somebody whom a mail can be for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipient {
    Reply(Address),
    Returned(ReturnAddress),
}

#[derive(Debug, Default)]
pub struct Envelope {
    /// The envelope sender; `None` before it was named.
    pub from: Option<String>,
    pub to: Vec<Recipient>,
}

/// Why an address is none of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotHere {
    Elsewhere,
    /// Ours, but it leads nowhere, or not any more.
    Unknown,
}

/// Whom an address leads to. An error means that it can't be looked up now.
pub async fn find(
    app: &App,
    connection: &mut Connection,
    address: &str,
) -> Result<Result<Recipient, NotHere>, Error> {
    let Some((local, domain)) = address.rsplit_once('@') else { return Ok(Err(NotHere::Unknown)) };
    if !domain.eq_ignore_ascii_case(&answers::domain(app)) {
        return Ok(Err(NotHere::Elsewhere));
    }
    if let Some(address) = Address::of(local) {
        let is_known = answers::is_known(connection, &address).await?;
        return Ok(if is_known { Ok(Recipient::Reply(address)) } else { Err(NotHere::Unknown) });
    }
    if let Some(address) = ReturnAddress::of(local) {
        let is_ours = address.is_ours(app, connection).await?;
        return Ok(if is_ours { Ok(Recipient::Returned(address)) } else { Err(NotHere::Unknown) });
    }
    Ok(Err(NotHere::Unknown))
}
