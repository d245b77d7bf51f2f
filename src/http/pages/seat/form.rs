//! What the buttons of the page of a seat send, and the use cases that they call.

use serde::Deserialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{mails, orders, table};
use crate::error::{Code, Error, Sentence};
use crate::http::extract::FormFields;
use crate::http::pages::choices;
use crate::notifications::{MailKind, enqueue, suppression};
use crate::service::Ctx;
use crate::service::caretakers;
use crate::service::identity::EmailAddress;
use crate::service::limits::{self, CountedAction, LimitSubject};
use crate::service::lobby::{self, Invited, RematchDelay};
use crate::service::log::{Ballot, VoteKind};
use crate::service::mail_links::{self, LinkOrigin, OpenedSeat};
use crate::service::messages::{self, NewMessage};
use crate::service::play::{self, Act, TakeBack};
use crate::service::tag::Seen;
use crate::service::votes::{self, Proposal, Successor};
use crate::store::Connection;
use rules::{Json, Seat};

/// For how many hours votes are taken that are opened on the page.
const VOTE_HOURS: i64 = 72;

/// What a button sends. All of a form are texts.
#[derive(Debug, Deserialize)]
#[serde(tag = "press", rename_all = "snake_case")]
pub enum SeatForm {
    Act {
        decision: String,
        action: String,
        version: String,
    },
    TakeBack {
        version: String,
    },
    /// Takes the seat in a rematch, which is opened if there is none.
    Rematch {
        /// Missing where the page was opened before there was such a field: then as proposed.
        order_delay: Option<String>,
    },
    /// Play again instead of the bot.
    ComeBack {},
    /// Give up for good.
    Resign {
        /// Is there, if the box was ticked.
        sure: Option<String>,
    },
    OpenVote {
        kind: VoteKind,
    },
    /// A vote to give a seat to somebody else.
    ReplaceSeat {
        seat: String,
        successor: String,
        #[serde(default)]
        name: String,
    },
    Vote {
        vote: Uuid,
        ballot: Ballot,
    },
    WithdrawVote {
        vote: Uuid,
    },
    /// Standing orders without anything to fill in: those that are ticked are given, the others taken back.
    TickOrders {
        #[serde(flatten)]
        fields: FormFields,
    },
    GiveOrder {
        shape: String,
        #[serde(flatten)]
        fields: FormFields,
    },
    RemoveOrder {
        order: Uuid,
    },
    ResumeOrder {
        order: Uuid,
    },
    /// To the whole table, or to one seat.
    Say {
        text: String,
        #[serde(default)]
        to: String,
    },
    /// The messages that the page showed were read.
    ReadMessages {},
    WriteNote {
        #[serde(default)]
        text: String,
    },
    SetMails {
        #[serde(flatten)]
        fields: FormFields,
    },
    /// Mail the link to the player's own page.
    MailAccountLink {},
    /// Send mail to the address again.
    ResumeMail {},
    /// End this link and all earlier ones.
    EndLinks {},
    Confirm {},
    Leave {},
    /// A name or an address.
    Invite {
        who: String,
        reserve: Option<String>,
    },
    WithdrawInvitation {
        invitation: Uuid,
    },
    Kick {
        account: Uuid,
    },
    CancelGame {
        sure: Option<String>,
    },
}

impl SeatForm {
    /// The part of the page that the button stands on; `None`: the page itself.
    pub fn part(&self) -> Option<&'static str> {
        match self {
            Self::TickOrders { .. }
            | Self::GiveOrder { .. }
            | Self::RemoveOrder { .. }
            | Self::ResumeOrder { .. } => Some(orders::PART),
            Self::WriteNote { .. } => Some(table::PART),
            Self::SetMails { .. } => Some(mails::PART),
            _ => None,
        }
    }
}

/// Where the browser goes then.
pub enum AfterSeatForm {
    /// The page again, which says what was done: the name of a text.
    Page(&'static str),
    /// The page of another seat, by its link.
    Seat(String, &'static str),
    /// Nowhere: the reader has no link any more, or no seat.
    Nowhere(&'static str),
}

/// A button pressed on the page of a seat.
pub struct SeatPress<'p> {
    pub token: &'p str,
    pub opened: &'p OpenedSeat,
}

impl SeatPress<'_> {
    pub async fn carry_out(&self, ctx: &mut Ctx, form: SeatForm) -> Result<AfterSeatForm, Error> {
        let link = self.opened.link;
        let (game, account) = (link.game, link.account);
        let next = match form {
            SeatForm::Act { decision, action, version } => {
                self.act(ctx, decision, &action, &version).await?;
                AfterSeatForm::Page("acted")
            }
            SeatForm::TakeBack { version } => {
                self.take_back(ctx, &version).await?;
                AfterSeatForm::Page("returned")
            }
            SeatForm::Rematch { order_delay } => {
                let chosen = order_delay.as_deref().map(choices::chosen_order_delay).transpose()?;
                let order_delay = chosen.map_or(RematchDelay::Proposed, RematchDelay::Chosen);
                let seated = ctx.transaction(async |tx| {
                    let rematch = lobby::sit_down_again(tx, game, account, order_delay).await?;
                    mail_links::create_seat_link(
                        tx,
                        (rematch.id, account),
                        None,
                        LinkOrigin::Page(self.token),
                    )
                    .await
                });
                AfterSeatForm::Seat(seated.await?, "rematch")
            }
            SeatForm::ComeBack {} => {
                ctx.transaction(async |tx| {
                    caretakers::return_to_seat(tx, game, account, &Seen::Nothing).await
                })
                .await?;
                AfterSeatForm::Page("came_back")
            }
            SeatForm::Resign { sure } => {
                must_be_sure(sure.as_deref())?;
                ctx.transaction(async |tx| play::resign(tx, game, account, &Seen::Nothing).await).await?;
                AfterSeatForm::Page("resigned")
            }
            SeatForm::OpenVote { kind } => {
                self.open_vote(ctx, Proposal { kind, replace: None, hours: VOTE_HOURS }).await?
            }
            SeatForm::ReplaceSeat { seat, successor, name } => {
                let successor = self.successor(&mut ctx.db, &successor, &name).await?;
                let seat: Seat = seat.parse().map_err(|_| Code::InvalidField.at("seat"))?;
                let kind = VoteKind::ReplaceSeat;
                let proposal = Proposal { kind, replace: Some((seat, successor)), hours: VOTE_HOURS };
                self.open_vote(ctx, proposal).await?
            }
            SeatForm::Vote { vote, ballot } => {
                ctx.transaction(async |tx| {
                    votes::cast(tx, (game, vote), account, ballot, &Seen::Nothing).await
                })
                .await?;
                AfterSeatForm::Page("voted")
            }
            SeatForm::WithdrawVote { vote } => {
                ctx.transaction(async |tx| votes::withdraw(tx, (game, vote), account, &Seen::Nothing).await)
                    .await?;
                AfterSeatForm::Page("vote_withdrawn")
            }
            SeatForm::TickOrders { fields } => {
                orders::tick(ctx, self.opened, &fields).await?;
                AfterSeatForm::Page("orders_set")
            }
            SeatForm::GiveOrder { shape, fields } => {
                orders::give(ctx, self.opened, &shape, &fields).await?;
                AfterSeatForm::Page("orders_set")
            }
            SeatForm::RemoveOrder { order } => {
                ctx.transaction(async |tx| crate::service::orders::remove(tx, game, account, order).await)
                    .await?;
                AfterSeatForm::Page("orders_set")
            }
            SeatForm::ResumeOrder { order } => {
                ctx.transaction(async |tx| {
                    let owner = (account, link.credential);
                    crate::service::orders::resume(tx, game, owner, order).await
                })
                .await?;
                AfterSeatForm::Page("orders_set")
            }
            SeatForm::Say { text, to } => {
                self.say(ctx, text, &to).await?;
                AfterSeatForm::Page("said")
            }
            SeatForm::ReadMessages {} => AfterSeatForm::Page("messages_read"),
            SeatForm::WriteNote { text } => {
                messages::write_note(ctx, game, account, &text, &Seen::Nothing).await?;
                AfterSeatForm::Page("note_written")
            }
            SeatForm::SetMails { fields } => {
                mails::set(ctx, self.opened, &fields).await?;
                AfterSeatForm::Page("mails_set")
            }
            SeatForm::MailAccountLink {} => {
                self.count(ctx, CountedAction::Mail).await?;
                let kind = MailKind::AccountLink;
                ctx.transaction(async |tx| {
                    enqueue::to_account(&tx.ctx.app, &mut tx.ctx.db, account, kind, None).await
                })
                .await?;
                AfterSeatForm::Page("link_mailed")
            }
            SeatForm::ResumeMail {} => {
                suppression::resume(&mut ctx.db, account).await?;
                AfterSeatForm::Page("mail_resumed")
            }
            SeatForm::EndLinks {} => {
                self.count(ctx, CountedAction::Mail).await?;
                mail_links::end_seat_links(ctx, self.opened, self.token).await?;
                AfterSeatForm::Nowhere("links_ended")
            }
            SeatForm::Confirm {} => {
                ctx.transaction(async |tx| lobby::confirm(tx, game, account, &Seen::Nothing).await).await?;
                AfterSeatForm::Page("confirmed")
            }
            SeatForm::Leave {} => {
                ctx.transaction(async |tx| lobby::leave(tx, game, account, &Seen::Nothing).await).await?;
                AfterSeatForm::Nowhere("left")
            }
            SeatForm::Invite { who, reserve } => {
                let invited = if who.contains('@') {
                    let email = EmailAddress::try_from(who)
                        .map_err(|_| Code::InvalidField.field("email", Sentence::MustBeEmail))?;
                    Invited::Email(email)
                } else {
                    Invited::Name(who)
                };
                self.count(ctx, CountedAction::Invite).await?;
                let reserve = reserve.is_some();
                ctx.transaction(async |tx| lobby::invite(tx, game, account, &invited, reserve).await).await?;
                AfterSeatForm::Page("invited")
            }
            SeatForm::WithdrawInvitation { invitation } => {
                ctx.transaction(async |tx| lobby::withdraw(tx, game, invitation, account).await).await?;
                AfterSeatForm::Page("invitation_withdrawn")
            }
            SeatForm::Kick { account: guest } => {
                ctx.transaction(async |tx| lobby::kick(tx, game, account, guest, &Seen::Nothing).await)
                    .await?;
                AfterSeatForm::Page("kicked")
            }
            SeatForm::CancelGame { sure } => {
                must_be_sure(sure.as_deref())?;
                ctx.transaction(async |tx| lobby::cancel(tx, game, account, &Seen::Nothing).await).await?;
                AfterSeatForm::Page("cancelled")
            }
        };
        ctx.app.events.notify();
        Ok(next)
    }

    async fn act(&self, ctx: &mut Ctx, decision: String, action: &str, version: &str) -> Result<(), Error> {
        let link = self.opened.link;
        let action: Json = serde_json::from_str(action).map_err(|_| Code::MalformedAction.problem())?;
        let version: i64 = version.parse().map_err(|_| Code::DecisionClosed.problem())?;
        let body: [u8; 32] = Sha256::digest(action.get().as_bytes()).into();
        let act = Act {
            game: link.game,
            account: link.account,
            ruleset: None,
            // Pressed twice, it acts once.
            key: Some(format!("page.{version}.{decision}")),
            decision,
            action,
            body,
            seen: Seen::default(),
        };
        play::act(ctx, &act).await?;
        suppression::delivered(&mut ctx.db, link.account).await
    }

    async fn take_back(&self, ctx: &mut Ctx, version: &str) -> Result<(), Error> {
        let link = self.opened.link;
        let request = TakeBack {
            game: link.game,
            account: link.account,
            version: version.parse().map_err(|_| Code::CannotTakeBack.problem())?,
            key: None,
            body: [0; 32],
            seen: Seen::default(),
        };
        play::take_back(ctx, &request).await.map(|_| ())
    }

    async fn count(&self, ctx: &mut Ctx, counted: CountedAction) -> Result<(), Error> {
        limits::take(ctx, counted, LimitSubject::Account(self.opened.link.account)).await
    }

    async fn open_vote(&self, ctx: &mut Ctx, proposal: Proposal) -> Result<AfterSeatForm, Error> {
        let link = self.opened.link;
        ctx.transaction(async |tx| votes::open(tx, link.game, link.account, &proposal, &Seen::Nothing).await)
            .await?;
        Ok(AfterSeatForm::Page("vote_opened"))
    }

    /// Who shall have a seat: a bot, the first who comes, or the player of that name.
    async fn successor(
        &self,
        connection: &mut Connection,
        kind: &str,
        name: &str,
    ) -> Result<Successor, Error> {
        match kind {
            "bot" => {
                let bot = caretakers::caretaker(self.opened.loaded.ruleset.as_ref());
                Ok(Successor::Bot(bot.ok_or_else(|| Code::InvalidField.at("bot"))?.to_owned()))
            }
            "anybody" => Ok(Successor::Anybody),
            _ => {
                let person = crate::service::people::show(connection, name).await?;
                Ok(Successor::Account(person.id))
            }
        }
    }

    async fn say(&self, ctx: &mut Ctx, text: String, to: &str) -> Result<(), Error> {
        let link = self.opened.link;
        self.count(ctx, CountedAction::Message).await?;
        let seat = match to {
            "" => None,
            seat => Some(seat.parse().map_err(|_| Code::InvalidField.at("to"))?),
        };
        let message = NewMessage { text, to: seat.map(|seat| vec![seat]) };
        let said =
            ctx.transaction(async |tx| messages::post(tx, link.game, link.account, &message).await).await?;
        // The page shows what was said before, so that it has been read.
        messages::mark_read(ctx, link.game, link.account, said.number).await?;
        Ok(())
    }
}

/// What can't be undone takes a tick beside the button. Error: `invalid_field`.
fn must_be_sure(sure: Option<&str>) -> Result<(), Error> {
    if sure.is_some() { Ok(()) } else { Err(Code::InvalidField.field("sure", Sentence::MustBeTicked)) }
}
