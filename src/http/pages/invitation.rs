//! `/invite/{link}`: the page of an invitation. If the invited address has no account, accepting makes one.

use actix_web::{Error as WebError, HttpResponse};
use minijinja::context;
use minijinja::value::Serde;
use serde::Deserialize;

use super::hour_sentences::{HourSentences, players};
use super::link::opened;
use super::page::{HtmlPage, go_to};
use super::time_zones;
use super::words::PageWords;
use crate::error::{Code, Error};
use crate::http::extract::{Path, PressedForm};
use crate::http::language::AcceptLanguage;
use crate::notifications::{MailKind, enqueue};
use crate::service::Ctx;
use crate::service::accounts::{self, NewPlayer};
use crate::service::identity::Language;
use crate::service::lobby::InvitationStatus;
use crate::service::mail_links::{self, InvitedReader, OpenedInvitation};

/// `GET /invite/{link}`
pub async fn show(
    link: Path<String>,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let invitation = opened(mail_links::open_invitation_link(&mut ctx, &link.0).await?, &language)?;
    Ok(page(&mut ctx, &link.0, &invitation, language.0).await?.shown()?)
}

/// What a button of the page sends.
#[derive(Debug, Deserialize)]
#[serde(tag = "press", rename_all = "snake_case", deny_unknown_fields)]
pub enum InvitationForm {
    /// The fields are those of a new account. A player who has an account sends none of them.
    Accept {
        #[serde(default)]
        name: String,
        #[serde(default)]
        language: String,
        #[serde(default)]
        time_zone: String,
    },
    Decline {},
    /// No more invitations of this player, or to this address.
    Block {},
    Report {
        #[serde(default)]
        text: String,
    },
}

/// `POST /invite/{link}`
pub async fn press(
    link: Path<String>,
    form: PressedForm<InvitationForm>,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let invitation = opened(mail_links::open_invitation_link(&mut ctx, &link.0).await?, &language)?;
    let done = carry_out(&mut ctx, &link.0, &invitation, form.form).await;
    ctx.app.events.notify();
    match done {
        Ok(address) => Ok(go_to(&address)),
        Err(error) => {
            // The invitation may have been answered meanwhile: it is read again, so that the page shows its status.
            let invitation = opened(mail_links::open_invitation_link(&mut ctx, &link.0).await?, &language)?;
            Ok(page(&mut ctx, &link.0, &invitation, language.0).await?.again(error, &form.sent)?)
        }
    }
}

/// Does what the form asks, and returns the address that the browser goes to next.
async fn carry_out(
    ctx: &mut Ctx,
    token: &str,
    opened: &OpenedInvitation,
    form: Result<InvitationForm, Error>,
) -> Result<String, Error> {
    let here = format!("/invite/{token}");
    match form? {
        InvitationForm::Accept { name, language, time_zone } => {
            let new = match opened.invited {
                InvitedReader::Account(_) => None,
                InvitedReader::Address(_) => Some(new_player(&name, &language, &time_zone)?),
            };
            let accepted = ctx.transaction(async |tx| {
                let accepted = mail_links::accept_invitation(tx, (opened, token), new.as_ref()).await?;
                if accepted.is_new {
                    enqueue::to_account(
                        &tx.ctx.app,
                        &mut tx.ctx.db,
                        accepted.account,
                        MailKind::Welcome,
                        None,
                    )
                    .await?;
                }
                Ok::<_, Error>(accepted)
            });
            Ok(format!("/seat/{}?done=accepted", accepted.await?.link))
        }
        InvitationForm::Decline {} => {
            ctx.transaction(async |tx| mail_links::decline_invitation(tx, opened).await).await?;
            Ok(here)
        }
        InvitationForm::Block {} => {
            mail_links::block_invitations(ctx, opened).await?;
            Ok(here)
        }
        InvitationForm::Report { text } => {
            mail_links::report_invitation(ctx, opened, &text).await?;
            Ok(here)
        }
    }
}

/// The new player that a form describes.
pub fn new_player(name: &str, language: &str, time_zone: &str) -> Result<NewPlayer, Error> {
    let language = Language::offered(language).map_err(|_| Code::InvalidField.at("language"))?;
    Ok(NewPlayer { name: accounts::new_name(name)?, language, time_zone: time_zones::find(time_zone)? })
}

/// The page in the language of the account, or in that of the browser (`browser`) where there is no account.
async fn page(
    ctx: &mut Ctx,
    token: &str,
    opened: &OpenedInvitation,
    browser: Language,
) -> Result<HtmlPage, Error> {
    let reader = match &opened.invited {
        InvitedReader::Account(row) => Some(row),
        InvitedReader::Address(_) => None,
    };
    let words = PageWords::new(reader.map_or(browser.code(), |row| row.language.as_str()));
    let hours = match reader {
        Some(reader) if opened.status == InvitationStatus::Open => {
            HourSentences::load(ctx, &words, reader, &players(&opened.game)).await?
        }
        _ => HourSentences::default(),
    };
    let values = context! {
        address => format!("/invite/{token}"),
        status => Serde(opened.status),
        inviter => &opened.inviter.name,
        inviter_zone => &opened.inviter.time_zone,
        reserves => opened.invitation.reserves,
        game => words.game(&ctx.app, &opened.game),
        hours => hours.at_table(&opened.game),
        reader => reader.map(|row| &row.name),
        browser_language => browser.code(),
    };
    Ok(HtmlPage::new("invitation.html", &words, values))
}
