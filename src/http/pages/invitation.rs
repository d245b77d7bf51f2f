//! `/invite/{link}`: the page of an invitation. An account is made by it where the invited address has none.

use actix_web::{HttpResponse, ResponseError};
use minijinja::context;
use serde::Deserialize;

use super::page::{Button, HtmlPage, PageForm, Section, go_to};
use super::words::PageWords;
use super::{choices, dead_link};
use crate::error::{Code, Error};
use crate::http::extract::{AcceptLanguage, Path, PressedForm};
use crate::notifications::{MailKind, enqueue};
use crate::service::accounts::{self, NewPlayer};
use crate::service::identity::Language;
use crate::service::lobby::InvitationStatus;
use crate::service::mail_links::{self, InvitedReader, OpenedInvitation};
use crate::service::{App, Ctx};

/// `GET /invite/{link}`
pub async fn show(link: Path<String>, language: AcceptLanguage, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    match mail_links::open_invitation_link(&mut ctx, &link.0).await? {
        Ok(opened) => InvitationWriter::new(&ctx.app, &opened, language.0).page(&link.0).shown(),
        Err(dead) => dead_link::refused(dead, language.0.code()),
    }
}

/// What a button of the page sends.
#[derive(Debug, Deserialize)]
#[serde(tag = "press", rename_all = "snake_case", deny_unknown_fields)]
pub enum InvitationForm {
    /// The name, the language and the zone of a player who has no account.
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
) -> Result<HttpResponse, Error> {
    let opened = match mail_links::open_invitation_link(&mut ctx, &link.0).await? {
        Ok(opened) => opened,
        Err(dead) => return dead_link::refused(dead, language.0.code()),
    };
    let done = match form.form {
        Ok(form) => carry_out(&mut ctx, &link.0, &opened, form).await,
        Err(error) => Err(error),
    };
    ctx.app.events.notify();
    match done {
        Ok(address) => Ok(go_to(&address)),
        Err(error) if !error.status_code().is_server_error() => {
            // It may have been answered meanwhile: the page shows how it stands now.
            let opened = match mail_links::open_invitation_link(&mut ctx, &link.0).await? {
                Ok(opened) => opened,
                Err(dead) => return dead_link::refused(dead, language.0.code()),
            };
            let status = error.status_code();
            let writer = InvitationWriter::new(&ctx.app, &opened, language.0);
            writer.page(&link.0).again(&error, &form.sent).with_status(status)
        }
        Err(error) => Err(error),
    }
}

/// Where the browser goes then.
async fn carry_out(
    ctx: &mut Ctx,
    token: &str,
    opened: &OpenedInvitation,
    form: InvitationForm,
) -> Result<String, Error> {
    let here = format!("/invite/{token}");
    match form {
        InvitationForm::Accept { name, language, time_zone } => {
            let new = match opened.invited {
                InvitedReader::Account(_) => None,
                InvitedReader::Address(_) => Some(new_player(&name, &language, time_zone)?),
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
            ctx.transaction(async |tx| mail_links::block_invitations(tx, opened).await).await?;
            Ok(here)
        }
        InvitationForm::Report { text } => {
            let reported = ctx.transaction(async |tx| mail_links::report_invitation(tx, opened, &text).await);
            reported.await?;
            Ok(here)
        }
    }
}

/// Who wants to play. Error: `invalid_field`.
pub fn new_player(name: &str, language: &str, time_zone: String) -> Result<NewPlayer, Error> {
    let language = Language::offered(language).map_err(|_| Code::InvalidField.at("language"))?;
    Ok(NewPlayer { name: accounts::new_name(name)?, language, time_zone })
}

struct InvitationWriter<'o> {
    app: &'o App,
    opened: &'o OpenedInvitation,
    words: PageWords,
    /// Of the browser: a player without an account has no other yet.
    language: Language,
}

impl<'o> InvitationWriter<'o> {
    fn new(app: &'o App, opened: &'o OpenedInvitation, language: Language) -> Self {
        let code = match &opened.invited {
            InvitedReader::Account(row) => row.language.as_str(),
            InvitedReader::Address(_) => language.code(),
        };
        Self { app, opened, words: PageWords::new(code), language }
    }

    fn page(&self, token: &str) -> HtmlPage {
        let address = format!("/invite/{token}");
        let is_open = self.opened.status == InvitationStatus::Open;
        HtmlPage {
            language: self.words.code(),
            title: self.say("title"),
            text: if is_open { vec![] } else { vec![self.say(self.status())] },
            sections: if is_open { self.sections(&address) } else { vec![] },
            link: (!is_open).then(|| dead_link::ask(&self.words)),
            ..HtmlPage::default()
        }
    }

    fn status(&self) -> &'static str {
        match self.opened.status {
            InvitationStatus::Open => "open",
            InvitationStatus::Accepted => "accepted",
            InvitationStatus::Declined => "declined",
            InvitationStatus::Withdrawn => "withdrawn",
            InvitationStatus::Closed => "closed",
        }
    }

    fn say(&self, key: &str) -> String {
        let ruleset = self.app.ruleset(&self.opened.game.ruleset).map_or("", |ruleset| ruleset.name());
        let name = &self.opened.game.name;
        let about = context! {
            inviter => &self.opened.inviter.name,
            table => if name.is_empty() { ruleset } else { name },
        };
        self.words.say_of("invitation", key, about)
    }

    fn sections(&self, address: &str) -> Vec<Section> {
        let words = &self.words;
        let mut about = super::table::facts(self.app, words, &self.opened.game);
        about.extend(self.opened.invitation.reserves.then(|| self.say("reserved")));
        let (inputs, text) = match &self.opened.invited {
            InvitedReader::Account(row) => {
                (vec![], words.say_of("invitation", "as_account", context! { name => &row.name }))
            }
            InvitedReader::Address(_) => (
                vec![
                    choices::name(words, ""),
                    choices::language(words, self.language.code()),
                    choices::time_zone(words, &self.opened.inviter.time_zone),
                ],
                self.say("no_password"),
            ),
        };
        let accept = PageForm { text: Some(text), inputs, ..PageForm::press(address, "accept") };
        let decline = PageForm::press(address, "decline").with(Button::quiet(self.say("decline")));
        let block = match &self.opened.invited {
            InvitedReader::Account(_) => "block_inviter",
            InvitedReader::Address(_) => "block_address",
        };
        let block = PageForm::press(address, "block").with(Button::quiet(self.say(block)));
        let report = PageForm {
            folded: Some(self.say("report")),
            inputs: vec![choices::lines("text", self.say("report_text"), 1000, false)],
            ..PageForm::press(address, "report").with(Button::quiet(self.say("report_button")))
        };
        vec![
            Section { list: about, ..Section::default() },
            Section::of(self.say("sit_down"), vec![accept.with(Button::new(self.say("accept")))]),
            Section::of(self.say("otherwise"), vec![decline, block, report]),
        ]
    }
}
