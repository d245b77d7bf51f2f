//! The part of the page of an account about its feeds, and the browsers that show its notifications.

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Deserialize;

use crate::error::Error;
use crate::http::pages::access::PageAccess;
use crate::http::pages::link::AfterPress;
use crate::http::pages::words::PageWords;
use crate::service::push::{self, CreatePushSubscription, PushKeys, PushSubscription};
use crate::service::{Ctx, news};
use crate::store::accounts::AccountRow;
use crate::texts::short_when;

/// What the script of the page sends for the browser.
#[derive(Debug, Deserialize)]
pub struct PushForm {
    endpoint: String,
    p256dh: String,
    auth: String,
    #[serde(default)]
    label: String,
}

pub async fn shown(ctx: &mut Ctx, words: &PageWords, account: &AccountRow) -> Result<Value, Error> {
    let feeds = news::show(ctx, account.id).await?;
    let key = push::public_key(ctx).await?.application_server_key;
    let browser = |one: &PushSubscription| {
        let name = if one.label.is_empty() { &one.host } else { &one.label };
        let since = short_when(one.created_at, &account.time_zone, &account.language);
        let about = context! { name, since, failing => one.failing_since.is_some() };
        context! { id => Serde(one.id), line => words.say_of("push", "browser", about) }
    };
    let browsers: Vec<Value> = push::list(ctx, account.id).await?.items.iter().map(browser).collect();
    Ok(context! { feeds => Serde(feeds), push => context! { key, browsers } })
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

/// Subscribes the browser, unless what opened the page has ended meanwhile.
pub async fn subscribe(
    ctx: &mut Ctx,
    account: &AccountRow,
    access: PageAccess<'_>,
    form: PushForm,
) -> Result<AfterPress, Error> {
    let PushForm { endpoint, p256dh, auth, label } = form;
    let new = CreatePushSubscription { endpoint, keys: PushKeys { p256dh, auth }, label: Some(label) };
    let (credential, device) = (access.credential()?, access.device().map(|device| device.id));
    let still_valid = async |ctx: &mut Ctx| credential.ensure_valid(ctx).await;
    ctx.transaction(async |tx| push::create(tx, (account.id, device), new, still_valid).await).await?;
    Ok(AfterPress::Page("push_subscribed"))
}
