//! Devices, tokens and what else lets somebody act for an account, and the forms that take a mailed code.

use chrono::TimeDelta;
use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Deserialize;
use strum::VariantArray;
use uuid::Uuid;

use super::form::{AccountPress, AfterAccountPress, number};
use crate::error::{Code, Error, Sentence};
use crate::http::pages::access::PageAccess;
use crate::http::pages::link::AfterPress;
use crate::http::pages::words::PageWords;
use crate::notifications::MailKind;
use crate::service::access::Scope;
use crate::service::access::personal_tokens::{self, CreatePersonalToken};
use crate::service::codes::{self, CodePurpose};
use crate::service::limits::CountedAction;
use crate::service::{Ctx, accounts, apps, departures, devices, recovery, sessions};
use crate::store::accounts::AccountRow;
use crate::texts::{capital, short_when};

/// The field of each scope that is ticked.
const SCOPE_FIELD: &str = "scope";
/// The most sessions and tokens that are listed.
const MOST_LISTED: u16 = 50;

#[derive(Debug, Deserialize)]
pub struct TokenForm {
    name: String,
    days: String,
    code: String,
}

impl AccountPress<'_> {
    pub(super) async fn mail_code(&self, ctx: &mut Ctx, purpose: CodePurpose) -> Result<AfterPress, Error> {
        self.count(ctx, CountedAction::Mail).await?;
        let account = self.account.id;
        ctx.transaction(async |tx| codes::request(tx, account, purpose).await).await?;
        Ok(AfterPress::Page("code_mailed"))
    }

    pub(super) async fn remember_device(
        &self,
        ctx: &mut Ctx,
        typed: &str,
    ) -> Result<AfterAccountPress, Error> {
        let account = self.account.id;
        let code = codes::check(ctx, account, CodePurpose::RememberDevice, typed).await?;
        let before = self.browser.device(ctx).await?;
        let (credential, label) = (self.access.credential()?, self.browser.label());
        let token = ctx.transaction(async |tx| {
            devices::remember(tx, (account, credential), &code, &label, before.as_ref()).await
        });
        Ok(AfterAccountPress::Remembered(token.await?))
    }

    pub(super) async fn end_device(&self, ctx: &mut Ctx, id: Uuid) -> Result<AfterAccountPress, Error> {
        let account = self.account.id;
        ctx.transaction(async |tx| devices::end(tx, account, id).await).await?;
        Ok(match self.access.device() {
            Some(device) if device.id == id => AfterAccountPress::SignedOut("signed_out"),
            _ => AfterPress::Page("device_ended").into(),
        })
    }

    pub(super) async fn sign_out(&self, ctx: &mut Ctx) -> Result<AfterAccountPress, Error> {
        match self.access.device() {
            Some(device) => self.end_device(ctx, device.id).await,
            None => Err(Code::InvalidField.at("press")),
        }
    }

    pub(super) async fn make_token(
        &self,
        ctx: &mut Ctx,
        form: TokenForm,
    ) -> Result<AfterAccountPress, Error> {
        let account = self.account.id;
        let days: i64 = number("days", &form.days)?;
        let request = CreatePersonalToken {
            name: form.name,
            scopes: self.ticked_scopes()?,
            expires_at: TimeDelta::try_days(days).and_then(|days| ctx.app.now().checked_add_signed(days)),
        };
        let code = codes::check(ctx, account, CodePurpose::MakeToken, &form.code).await?;
        let credential = self.access.credential()?;
        let made = ctx.transaction(async |tx| {
            let made = personal_tokens::make(tx, (account, credential), &request).await?;
            code.use_up(tx).await?;
            tx.mail_account(account, MailKind::TokenMade).await?;
            Ok::<_, Error>(made)
        });
        Ok(AfterAccountPress::TokenMade(made.await?.token))
    }

    /// A page gives no token what operators do: a mailed link would be a way to it.
    fn ticked_scopes(&self) -> Result<Vec<Scope>, Error> {
        let ticked = self.sent.0.iter().filter(|(name, _)| name == SCOPE_FIELD);
        let scope = |(_, word): &(String, String)| {
            scopes().find(|scope| scope.word() == word).ok_or_else(|| Code::InvalidField.at(SCOPE_FIELD))
        };
        let scopes: Vec<Scope> = ticked.map(scope).collect::<Result<_, Error>>()?;
        match scopes.is_empty() {
            true => Err(Code::InvalidField.field(SCOPE_FIELD, Sentence::ScopeWanted)),
            false => Ok(scopes),
        }
    }

    pub(super) async fn export(&self, ctx: &mut Ctx, typed: &str) -> Result<AfterAccountPress, Error> {
        self.count(ctx, CountedAction::Change).await?;
        let account = self.account.id;
        let code = codes::check(ctx, account, CodePurpose::ExportData, typed).await?;
        ctx.transaction(async |tx| code.use_up(tx).await).await?;
        Ok(AfterAccountPress::Export(accounts::export(ctx, account).await?.into()))
    }

    pub(super) async fn delete(
        &self,
        ctx: &mut Ctx,
        typed: &str,
        sure: Option<&str>,
    ) -> Result<AfterAccountPress, Error> {
        if sure.is_none() {
            return Err(Code::InvalidField.field("sure", Sentence::MustBeTicked));
        }
        let account = self.account.id;
        let code = codes::check(ctx, account, CodePurpose::DeleteAccount, typed).await?;
        let credential = self.access.credential()?;
        let departed = ctx
            .transaction(async |tx| departures::depart_by_code(tx, self.account, (credential, &code)).await);
        departed.await?;
        recovery::clear_credential_caches(&ctx.app);
        departures::leave_tables(ctx, Some(account)).await?;
        Ok(AfterAccountPress::SignedOut("account_deleted"))
    }
}

/// The scopes that a page can give to a token.
fn scopes() -> impl Iterator<Item = Scope> {
    Scope::VARIANTS.iter().copied().filter(|scope| *scope != Scope::Admin)
}

/// What the page shows: devices, sessions and tokens.
pub async fn shown(
    ctx: &mut Ctx,
    words: &PageWords,
    (access, account): (PageAccess<'_>, &AccountRow),
) -> Result<Value, Error> {
    let when = |at| short_when(at, &account.time_zone, &account.language);
    let own = access.device().map(|device| device.id);
    let devices = devices::list(ctx, account.id).await?.into_iter().map(|device| {
        context! {
            id => Serde(device.id),
            label => device.label,
            since => when(device.created_at),
            used => when(device.last_used_at),
            is_own => own == Some(device.id),
        }
    });
    let devices: Vec<Value> = devices.collect();
    let sessions = sessions::page(ctx, account.id, Uuid::nil(), None, MOST_LISTED).await?;
    let sessions = sessions.items.into_iter().map(|session| {
        let (label, used) = (session.device, when(session.last_used_at));
        context! { id => Serde(session.id), label, used }
    });
    let sessions: Vec<Value> = sessions.collect();
    let tokens = personal_tokens::page(&mut ctx.db, account.id, None, MOST_LISTED).await?.items;
    let tokens = tokens.into_iter().filter(|token| token.expires_at > ctx.app.now()).map(|token| {
        let scopes = token.scopes.iter().map(|scope| scope_phrase(words, *scope));
        let scopes: Vec<String> = scopes.collect();
        context! {
            id => Serde(token.id),
            name => token.name,
            scopes,
            until => when(token.expires_at),
            used => token.last_used_at.map(when),
        }
    });
    let tokens: Vec<Value> = tokens.collect();
    let scopes = scopes().map(|scope| (scope.word(), capital(&scope_phrase(words, scope))));
    let apps = apps::list(ctx, account.id).await?.items.into_iter().map(|app| {
        let scopes = app.scopes.iter().map(|scope| scope_phrase(words, *scope));
        context! {
            id => Serde(app.id),
            name => app.client_id,
            origin => app.redirect_origin,
            scopes => scopes.collect::<Vec<_>>(),
            used => when(app.last_used_at),
        }
    });
    let apps: Vec<Value> = apps.collect();
    Ok(context! {
        devices,
        sessions,
        apps,
        tokens,
        scopes => Serde(scopes.collect::<Vec<_>>()),
        device_code => has_device_code(ctx, (access, account)).await?,
        token_code => codes::is_pending(ctx, account.id, CodePurpose::MakeToken).await?,
    })
}

/// Was a code mailed by which this browser can be remembered? One that is remembered is not offered it.
pub async fn has_device_code(
    ctx: &mut Ctx,
    (access, account): (PageAccess<'_>, &AccountRow),
) -> Result<bool, Error> {
    Ok(access.device().is_none() && codes::is_pending(ctx, account.id, CodePurpose::RememberDevice).await?)
}

/// What a scope allows, for the middle of a sentence.
pub fn scope_phrase(words: &PageWords, scope: Scope) -> String {
    words.phrase("scopes", &scope.word().replace(':', "_"))
}
