//! The part of the page of an account about its feeds.

use minijinja::value::Serde;
use minijinja::{Value, context};

use crate::error::Error;
use crate::http::pages::access::PageAccess;
use crate::http::pages::link::AfterPress;
use crate::service::{Ctx, news};
use crate::store::accounts::AccountRow;

pub async fn shown(ctx: &mut Ctx, account: &AccountRow) -> Result<Value, Error> {
    Ok(context! { feeds => Serde(news::show(ctx, account.id).await?) })
}

/// Makes new addresses, unless what opened the page has ended meanwhile: they would outlive it.
pub async fn renew(ctx: &mut Ctx, account: &AccountRow, access: PageAccess<'_>) -> Result<AfterPress, Error> {
    let credential = access.credential()?;
    let still_valid = async |ctx: &mut Ctx| credential.ensure_valid(ctx).await;
    ctx.transaction(async |tx| news::renew(tx, account.id, still_valid).await).await?;
    Ok(AfterPress::Page("feeds_renewed"))
}

pub async fn end(ctx: &mut Ctx, account: &AccountRow) -> Result<AfterPress, Error> {
    ctx.transaction(async |tx| news::end(tx, account.id).await).await?;
    Ok(AfterPress::Page("feeds_ended"))
}
