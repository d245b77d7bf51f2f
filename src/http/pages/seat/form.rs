//! What the buttons of the page of a seat send, and the use cases that they call.

use serde::Deserialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::channels::ChannelForm;
use super::{channels, options, orders};
use crate::error::{Code, Error, Sentence};
use crate::http::extract::FormFields;
use crate::http::pages::access::PageAccess;
use crate::http::pages::choices;
use crate::http::pages::link::{AfterPress, in_transaction};
use crate::notifications::{MailKind, enqueue, suppression};
use crate::service::Ctx;
use crate::service::channels as game_channels;
use crate::service::identity::EmailAddress;
use crate::service::limits::{self, CountedAction, LimitSubject};
use crate::service::lobby::{self, CreateInvitation, RematchDelay};
use crate::service::log::{Ballot, VoteKind};
use crate::service::mail_links::{self, OpenedSeat, SeatLink};
use crate::service::messages::{self, CreateMessage};
use crate::service::orders as standing_orders;
use crate::service::play::{self, Act, ActionRequest, Included, TakeBack};
use crate::service::preferences::{self, UpdateGamePreferences};
use crate::service::tag::Seen;
use crate::service::votes::{self, CreateVote};
use crate::service::{accounts, caretakers, people, turn};
use crate::store::Connection;
use rules::Json;

/// What a button sends. All of a form are texts.
#[derive(Debug, Deserialize)]
#[serde(tag = "press", rename_all = "snake_case")]
pub enum SeatForm {
    Act {
        decision: String,
        action: String,
        version: String,
    },
    /// The same of an answer with fields, by the fingerprint of its template.
    ActFilled {
        decision: String,
        shape: String,
        version: String,
    },
    TakeBack {
        version: String,
    },
    /// Takes the seat in a rematch, which is opened if there is none. Without `order_delay`, where the page was opened
    /// before there was such a field, it is as proposed.
    Rematch {
        order_delay: Option<String>,
    },
    /// Play again instead of the bot.
    ComeBack {},
    /// Give up for good. `sure` is there if the box was ticked.
    Resign {
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
    TickOrders {},
    GiveOrder {},
    RemoveOrder {
        order: Uuid,
    },
    ResumeOrder {
        order: Uuid,
    },
    /// A message to the whole table, or to one seat.
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
    SetMails {},
    /// Mail the link to the player's own page.
    MailAccountLink {},
    /// Send mail to the address again.
    ResumeMail {},
    /// End this link and all earlier ones.
    EndLinks {},
    Confirm {},
    Leave {},
    /// `who`: a name or an address.
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
    SetChannel(ChannelForm),
    TestChannel {
        channel: Uuid,
    },
    EndChannel {
        channel: Uuid,
    },
    ResumeChannel {
        channel: Uuid,
    },
    AgreeToChannel {
        channel: Uuid,
    },
    DisagreeWithChannel {
        channel: Uuid,
    },
}

impl SeatForm {
    /// The part of the page that the button stands on; `None`: the page itself.
    pub fn part(&self) -> Option<&'static str> {
        match self {
            Self::TickOrders {}
            | Self::GiveOrder {}
            | Self::RemoveOrder { .. }
            | Self::ResumeOrder { .. } => Some("orders"),
            Self::WriteNote { .. } => Some("table"),
            Self::SetMails {} => Some("mails"),
            Self::SetChannel(_)
            | Self::TestChannel { .. }
            | Self::EndChannel { .. }
            | Self::ResumeChannel { .. }
            | Self::AgreeToChannel { .. }
            | Self::DisagreeWithChannel { .. } => Some(channels::PART),
            _ => None,
        }
    }
}

/// A button pressed on the page of a seat.
pub struct SeatPress<'p> {
    pub access: PageAccess<'p>,
    pub opened: &'p OpenedSeat,
    pub sent: &'p FormFields,
}

impl SeatPress<'_> {
    pub async fn carry_out(&self, ctx: &mut Ctx, form: Result<SeatForm, Error>) -> Result<AfterPress, Error> {
        let SeatLink { game, account, credential, .. } = self.opened.link;
        let seen = &Seen::Nothing;
        let next = match form? {
            SeatForm::Act { decision, action, version } => self.act(ctx, decision, &action, &version).await?,
            SeatForm::ActFilled { decision, shape, version } => {
                let action = self.filled(&decision, &shape)?;
                self.act(ctx, decision, action.get(), &version).await?
            }
            SeatForm::TakeBack { version } => self.take_back(ctx, &version).await?,
            SeatForm::Rematch { order_delay } => self.rematch(ctx, order_delay.as_deref()).await?,
            SeatForm::ComeBack {} => {
                in_transaction!(ctx, caretakers::return_to_seat(game, account, seen), "came_back")
            }
            SeatForm::Resign { sure } => {
                must_be_sure(sure.as_deref())?;
                in_transaction!(ctx, play::resign(game, account, seen), "resigned")
            }
            SeatForm::OpenVote { kind } => {
                in_transaction!(ctx, votes::open(game, account, &CreateVote::of(kind), seen), "vote_opened")
            }
            SeatForm::ReplaceSeat { seat, successor, name } => {
                let new = self.replacement(&mut ctx.db, &seat, &successor, &name).await?;
                in_transaction!(ctx, votes::open(game, account, &new, seen), "vote_opened")
            }
            SeatForm::Vote { vote, ballot } => {
                in_transaction!(ctx, votes::cast((game, vote), account, ballot, seen), "voted")
            }
            SeatForm::WithdrawVote { vote } => {
                in_transaction!(ctx, votes::withdraw((game, vote), account, seen), "vote_withdrawn")
            }
            SeatForm::TickOrders {} => orders::tick(ctx, self.opened, self.sent).await?,
            SeatForm::GiveOrder {} => orders::give(ctx, self.opened, self.sent).await?,
            SeatForm::RemoveOrder { order } => {
                in_transaction!(ctx, standing_orders::remove(game, account, order), "orders_set")
            }
            SeatForm::ResumeOrder { order } => {
                in_transaction!(
                    ctx,
                    standing_orders::resume(game, (account, credential), order),
                    "orders_set"
                )
            }
            SeatForm::Say { text, to } => self.say(ctx, text, &to).await?,
            SeatForm::ReadMessages {} => AfterPress::Page("messages_read"),
            SeatForm::WriteNote { text } => {
                messages::write_note(ctx, game, account, &text, seen).await?;
                AfterPress::Page("note_written")
            }
            SeatForm::SetMails {} => {
                let change = UpdateGamePreferences { modes: choices::mail_modes(self.sent)? };
                preferences::set_for_game(ctx, game, account, change).await?;
                AfterPress::Page("mails_set")
            }
            SeatForm::MailAccountLink {} => self.mail_account_link(ctx).await?,
            SeatForm::ResumeMail {} => {
                suppression::resume(&mut ctx.db, account).await?;
                AfterPress::Page("mail_resumed")
            }
            SeatForm::EndLinks {} => {
                self.count(ctx, CountedAction::Mail).await?;
                self.end_links(ctx).await?
            }
            SeatForm::Confirm {} => in_transaction!(ctx, lobby::confirm(game, account, seen), "confirmed"),
            SeatForm::Leave {} => {
                ctx.transaction(async |tx| lobby::leave(tx, game, account, seen).await).await?;
                self.nowhere(ctx, "left").await?
            }
            SeatForm::Invite { who, reserve } => {
                let new = invitation(who, reserve.is_some())?;
                self.count(ctx, CountedAction::Invite).await?;
                in_transaction!(ctx, lobby::invite(game, account, &new), "invited")
            }
            SeatForm::WithdrawInvitation { invitation } => {
                in_transaction!(ctx, lobby::withdraw(game, invitation, account), "invitation_withdrawn")
            }
            SeatForm::Kick { account: guest } => {
                in_transaction!(ctx, lobby::kick(game, account, guest, seen), "kicked")
            }
            SeatForm::CancelGame { sure } => {
                must_be_sure(sure.as_deref())?;
                in_transaction!(ctx, lobby::cancel(game, account, seen), "cancelled")
            }
            SeatForm::SetChannel(new) => {
                self.count(ctx, CountedAction::Costly).await?;
                channels::set(ctx, self.opened.link, new).await?
            }
            SeatForm::TestChannel { channel } => {
                self.count(ctx, CountedAction::Costly).await?;
                channels::test(ctx, self.opened.link, channel).await?
            }
            SeatForm::EndChannel { channel } => channels::end(ctx, self.opened.link, channel).await?,
            SeatForm::ResumeChannel { channel } => channels::resume(ctx, self.opened.link, channel).await?,
            SeatForm::AgreeToChannel { channel } => {
                in_transaction!(ctx, game_channels::agree((game, channel), account), "channel_agreed")
            }
            SeatForm::DisagreeWithChannel { channel } => {
                in_transaction!(ctx, game_channels::withdraw((game, channel), account), "channel_disagreed")
            }
        };
        ctx.app.events.notify();
        Ok(next)
    }

    async fn end_links(&self, ctx: &mut Ctx) -> Result<AfterPress, Error> {
        match self.access {
            PageAccess::Link(token) => {
                mail_links::end_seat_links(ctx, self.opened, token.as_bytes()).await?;
                self.nowhere(ctx, "links_ended").await
            }
            PageAccess::Device(device) => {
                let pressed =
                    [device.id.as_bytes().as_slice(), &ctx.app.now().timestamp().to_be_bytes()].concat();
                mail_links::end_seat_links(ctx, self.opened, &pressed).await?;
                Ok(AfterPress::Page("links_ended"))
            }
        }
    }

    async fn nowhere(&self, ctx: &mut Ctx, done: &'static str) -> Result<AfterPress, Error> {
        let reader = accounts::stored(&mut ctx.db, self.opened.link.account).await?;
        Ok(AfterPress::Nowhere(reader.language, done))
    }

    async fn rematch(&self, ctx: &mut Ctx, order_delay: Option<&str>) -> Result<AfterPress, Error> {
        let SeatLink { game, account, .. } = self.opened.link;
        let chosen = order_delay.map(choices::order_delay).transpose()?;
        let order_delay = chosen.map_or(RematchDelay::Proposed, RematchDelay::Chosen);
        let link = ctx.transaction(async |tx| {
            let rematch = lobby::sit_down_again(tx, game, account, order_delay).await?;
            let (place, origin) = ((rematch.id, account), self.access.origin());
            mail_links::create_seat_link(tx, place, None, origin).await
        });
        Ok(AfterPress::seat(&link.await?, "rematch"))
    }

    async fn mail_account_link(&self, ctx: &mut Ctx) -> Result<AfterPress, Error> {
        self.count(ctx, CountedAction::Mail).await?;
        let (account, kind) = (self.opened.link.account, MailKind::AccountLink);
        ctx.transaction(async |tx| {
            enqueue::to_account(&tx.ctx.app, &mut tx.ctx.db, account, kind, None).await
        })
        .await?;
        Ok(AfterPress::Page("link_mailed"))
    }

    async fn act(
        &self,
        ctx: &mut Ctx,
        decision: String,
        action: &str,
        version: &str,
    ) -> Result<AfterPress, Error> {
        let link = self.opened.link;
        let action: Json = serde_json::from_str(action).map_err(|_| Code::MalformedAction.problem())?;
        let version: i64 = version.parse().map_err(|_| Code::DecisionClosed.problem())?;
        let body: [u8; 32] = Sha256::digest(action.get().as_bytes()).into();
        let act = Act {
            game: link.game,
            account: link.account,
            grant: None,
            // The key makes a button that is pressed twice act once.
            key: Some(format!("page.{version}.{decision}")),
            request: ActionRequest { ruleset: None, decision, action },
            body,
            seen: Seen::default(),
            included: Included::default(),
        };
        play::act(ctx, &act).await?;
        suppression::delivered(&mut ctx.db, link.account).await?;
        Ok(AfterPress::Page("acted"))
    }

    /// An answer whose fields were filled in, if it is still open. Its fields are within the bounds that were shown.
    fn filled(&self, decision: &str, shape: &str) -> Result<Json, Error> {
        let (_, game) = self.opened.loaded.position()?;
        let open = turn::open_decisions(game.as_ref(), self.opened.link.seat);
        let legal = open.iter().find(|legal| legal.decision.id == decision);
        let known = legal.and_then(|legal| options::shape_of(legal, shape));
        let known = known.ok_or_else(|| Code::DecisionClosed.problem())?;
        let filled = options::filled(known, &options::fields(&self.sent.0));
        filled.ok_or_else(|| Code::InvalidField.because(Sentence::NumbersDoNotFit))
    }

    async fn take_back(&self, ctx: &mut Ctx, version: &str) -> Result<AfterPress, Error> {
        let link = self.opened.link;
        let request = TakeBack {
            game: link.game,
            account: link.account,
            version: version.parse().map_err(|_| Code::CannotTakeBack.problem())?,
            key: None,
            body: [0; 32],
            seen: Seen::default(),
            included: Included::default(),
        };
        play::take_back(ctx, &request).await?;
        Ok(AfterPress::Page("returned"))
    }

    async fn count(&self, ctx: &mut Ctx, counted: CountedAction) -> Result<(), Error> {
        limits::take(ctx, counted, LimitSubject::Account(self.opened.link.account)).await
    }

    /// The vote to give a seat to a bot, to the first player who takes it, or to the player called `name`.
    async fn replacement(
        &self,
        connection: &mut Connection,
        seat: &str,
        successor: &str,
        name: &str,
    ) -> Result<CreateVote, Error> {
        let mut new = CreateVote::of(VoteKind::ReplaceSeat);
        match successor {
            "bot" => {
                let bot = caretakers::caretaker(self.opened.loaded.ruleset.as_ref());
                new.bot = Some(bot.ok_or_else(|| Code::InvalidField.at("bot"))?.to_owned());
            }
            "anybody" => {}
            _ => new.account = Some(people::id_of(connection, name).await?),
        }
        new.seat = Some(seat.parse().map_err(|_| Code::InvalidField.at("seat"))?);
        Ok(new)
    }

    async fn say(&self, ctx: &mut Ctx, text: String, to: &str) -> Result<AfterPress, Error> {
        let link = self.opened.link;
        self.count(ctx, CountedAction::Message).await?;
        let seat = match to {
            "" => None,
            seat => Some(seat.parse().map_err(|_| Code::InvalidField.at("to"))?),
        };
        let message = CreateMessage { text, to: seat.map(|seat| vec![seat]) };
        let said =
            ctx.transaction(async |tx| messages::post(tx, link.game, link.account, &message).await).await?;
        // The page shows all earlier messages, so a player who writes has read them.
        messages::mark_read(ctx, link.game, link.account, said.number).await?;
        Ok(AfterPress::Page("said"))
    }
}

/// Requires the tick beside the button of an action that can't be undone.
fn must_be_sure(sure: Option<&str>) -> Result<(), Error> {
    if sure.is_some() { Ok(()) } else { Err(Code::InvalidField.field("sure", Sentence::MustBeTicked)) }
}

/// The invitation of a player by name, or by mail address.
fn invitation(who: String, reserve: bool) -> Result<CreateInvitation, Error> {
    if !who.contains('@') {
        return Ok(CreateInvitation { name: Some(who), email: None, reserve });
    }
    let email = EmailAddress::try_from(who);
    let email = email.map_err(|_| Code::InvalidField.field("email", Sentence::MustBeEmail))?;
    Ok(CreateInvitation { name: None, email: Some(email), reserve })
}
