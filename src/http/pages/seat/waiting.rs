//! The page of a seat before the game begins, and of one that never began: who is there, what it waits for, and what
//! its owner may change.

use minijinja::{Value, context};

use super::page::SHOWN_UNTIL;
use super::table::sure;
use crate::error::Error;
use crate::http::pages::choices::lines;
use crate::http::pages::page::{Button, HtmlPage, Input, InputKind, PageForm, Section};
use crate::http::pages::table;
use crate::http::pages::words::PageWords;
use crate::service::accounts;
use crate::service::lobby::{self, GameDetails, Invitation, InvitationStatus};
use crate::service::mail_links::OpenedSeat;
use crate::service::messages::{self, Message, ShownMessages};
use crate::service::{App, Ctx};
use crate::store::accounts::AccountRow;
use crate::store::games::Status;
use crate::texts::when;

/// How many messages are shown, if no more are unread.
const LEAST_MESSAGES: i64 = 20;
const MAX_INVITATIONS: u16 = 100;

/// The page of an opened link at `address`.
pub async fn build(ctx: &mut Ctx, address: &str, opened: &OpenedSeat) -> Result<HtmlPage, Error> {
    let link = opened.link;
    let (game, reader) = (Some(link.account), accounts::stored(&mut ctx.db, link.account).await?);
    let game = lobby::get(ctx, link.game, game).await?;
    let said = messages::shown(&mut ctx.db, link.game, link.account, LEAST_MESSAGES).await?;
    let address = match said.unread_until {
        Some(number) => format!("{address}?{SHOWN_UNTIL}={number}"),
        None => address.to_owned(),
    };
    let is_owner = game.owner == link.account && game.status.is_waiting();
    let mut invitations = match is_owner {
        true => lobby::invitations(ctx, link.game, link.account, None, MAX_INVITATIONS).await?.items,
        false => Vec::new(),
    };
    invitations.retain(|invitation| invitation.status == InvitationStatus::Open);
    let words = PageWords::new(&reader.language);
    let writer =
        WaitingWriter { app: &ctx.app, words: &words, address: &address, game: &game, reader: &reader };
    let mut sections = vec![writer.start()];
    if is_owner {
        sections.extend(writer.owner(&invitations));
    }
    sections.push(writer.messages(&said));
    if game.status.is_waiting() {
        sections.push(writer.leave(is_owner));
    }
    sections.push(writer.end_links());
    Ok(HtmlPage {
        language: words.code(),
        title: writer.say("title", context! { table => table::name(&ctx.app, &game) }),
        text: vec![writer.status()],
        sections,
        ..HtmlPage::default()
    })
}

struct WaitingWriter<'w> {
    app: &'w App,
    words: &'w PageWords,
    /// Where forms go: to the page, with what it showed.
    address: &'w str,
    game: &'w GameDetails,
    reader: &'w AccountRow,
}

impl WaitingWriter<'_> {
    fn say(&self, key: &str, about: Value) -> String {
        self.words.say_of("waiting", key, about)
    }

    fn plain(&self, key: &str) -> String {
        self.say(key, context! {})
    }

    fn status(&self) -> String {
        let until = |at| when(at, &self.reader.time_zone, &self.reader.language);
        match self.game.status {
            Status::Open => self.say("open", context! { free => self.game.free_seats }),
            Status::Confirming => {
                self.say("confirming", context! { until => self.game.confirm_until.map(until) })
            }
            Status::Expired => self.plain("expired"),
            _ => self.plain("cancelled"),
        }
    }

    fn start(&self) -> Section {
        let own = self.game.seats.iter().find(|seat| seat.account == Some(self.reader.id));
        let is_asked =
            self.game.status == Status::Confirming && own.is_some_and(|seat| seat.confirmed == Some(false));
        let confirm = is_asked.then(|| {
            PageForm::press(self.address, "confirm").with(Button::new(self.plain("confirm_button")))
        });
        let unconfirmed = self.game.seats.iter().filter(|seat| seat.confirmed == Some(false));
        let missing: Vec<String> = unconfirmed.filter_map(|seat| seat.name.clone()).collect();
        let mut list = table::facts(self.app, self.words, self.game);
        list.extend((!missing.is_empty()).then(|| self.say("missing", context! { people => missing })));
        Section { list, forms: confirm.into_iter().collect(), ..Section::default() }
    }

    /// What the owner does: inviting, taking invitations back, sending players away.
    fn owner(&self, invitations: &[Invitation]) -> Vec<Section> {
        let who = Input {
            name: "who".to_owned(),
            label: self.plain("invite_who"),
            least: 2,
            most: 254,
            is_required: true,
            ..Input::default()
        };
        let reserve = Input {
            kind: InputKind::Check,
            name: "reserve".to_owned(),
            label: self.plain("invite_reserve"),
            value: "yes".to_owned(),
            is_checked: self.game.free_seats > 0,
            ..Input::default()
        };
        let invite = PageForm {
            inputs: vec![who, reserve],
            ..PageForm::press(self.address, "invite").with(Button::new(self.plain("invite_button")))
        };
        let withdraw = |invitation: &Invitation| {
            let invited = invitation.invited.name.as_deref().or(invitation.invited.email.as_deref());
            PageForm {
                text: Some(self.say("invited", context! { who => invited.unwrap_or_default() })),
                ..PageForm::press(self.address, "withdraw_invitation")
                    .sending("invitation", invitation.id.to_string())
                    .with(Button::quiet(self.plain("withdraw_button")))
            }
        };
        let guests = self.game.seats.iter().filter(|seat| seat.account != Some(self.reader.id));
        let kicks = guests.filter_map(|seat| {
            let (account, name) = (seat.account?, seat.name.as_deref()?);
            let form = PageForm::press(self.address, "kick").sending("account", account.to_string());
            Some(form.with(Button::quiet(self.say("kick_button", context! { name }))))
        });
        let kicks: Vec<PageForm> = kicks.collect();
        let mut sections = vec![Section::of(
            self.plain("invite"),
            std::iter::once(invite).chain(invitations.iter().map(withdraw)).collect(),
        )];
        if !kicks.is_empty() {
            sections.push(Section::of(self.plain("kick"), kicks));
        }
        sections
    }

    fn messages(&self, said: &ShownMessages) -> Section {
        let line = |message: &Message| {
            let nobody = || self.words.phrase("words", "nobody");
            format!("{}: {}", message.name.clone().unwrap_or_else(nobody), message.text)
        };
        let form = PageForm {
            inputs: vec![lines("text", self.plain("say"), 2000, true)],
            ..PageForm::press(self.address, "say").with(Button::quiet(self.plain("say_button")))
        };
        let read = said.unread_until.map(|_| {
            let button = Button::quiet(self.plain("read_messages"));
            PageForm::press(self.address, "read_messages").with(button)
        });
        let forms = read.into_iter().chain([form]).collect();
        Section {
            list: said.messages.iter().map(line).collect(),
            ..Section::of(self.plain("messages"), forms)
        }
    }

    fn leave(&self, is_owner: bool) -> Section {
        let leave = PageForm {
            text: is_owner.then(|| self.plain("leave_owner")),
            ..PageForm::press(self.address, "leave").with(Button::quiet(self.plain("leave_button")))
        };
        let cancel = is_owner.then(|| PageForm {
            inputs: vec![sure(self.plain("cancel_sure"))],
            ..PageForm::press(self.address, "cancel_game").with(Button::quiet(self.plain("cancel_button")))
        });
        Section::of(self.plain("leave"), std::iter::once(leave).chain(cancel).collect())
    }

    fn end_links(&self) -> Section {
        let account = PageForm {
            text: Some(self.plain("account")),
            ..PageForm::press(self.address, "mail_account_link")
                .with(Button::quiet(self.plain("account_button")))
        };
        let end = PageForm {
            text: Some(self.plain("end_links")),
            ..PageForm::press(self.address, "end_links").with(Button::quiet(self.plain("end_links_button")))
        };
        Section::of(self.plain("your_link"), vec![account, end])
    }
}
