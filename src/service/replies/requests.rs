//! What a reply asks for beside answers to questions of the rules: a seat, a vote, a message, how the game stands.

use uuid::Uuid;

use super::absence::WrittenAbsence;
use super::grammar::ReplyCommand;
use super::reply::{CarriedOut, PendingReply};
use super::reply_words::{NOTHING_ASKED, RefusedReply};
use crate::error::{Code, Error, Sentence};
use crate::notifications::MailKind;
use crate::service::accounts::{self, NewPlayer};
use crate::service::identity::{Language, Name};
use crate::service::loaded_game::LoadedGame;
use crate::service::lobby::{self, RematchDelay};
use crate::service::log::Ballot;
use crate::service::messages::{self, CreateMessage};
use crate::service::play::Included;
use crate::service::play::{self, TakeBack, TakeBackOptions};
use crate::service::tag::Seen;
use crate::service::{Ctx, Tx};
use crate::service::{availability, caretakers, deadlines, votes};
use crate::store::invitations::InvitationRow;
use crate::store::reply_addresses::ReplyTopic;
use crate::store::{self};
use rules::Seat;

/// The highest number that is put behind the name of a player who brings none of their own.
const MAX_NAMES: u32 = 20;

/// What was done: the name of a text; `None`: the mail asked for nothing of the kind.
type Obeyed = Result<Option<&'static str>, Error>;

impl PendingReply<'_> {
    /// Carries a command out. `Some`: the refusal of the command.
    pub(super) async fn obey(
        &self,
        ctx: &mut Ctx,
        command: &ReplyCommand,
        done: &mut CarriedOut,
    ) -> Result<Option<RefusedReply>, Error> {
        let obeyed = match command {
            ReplyCommand::Status | ReplyCommand::Help => {
                let is_help = *command == ReplyCommand::Help;
                done.asks_for = Some(if is_help { MailKind::Help } else { MailKind::Status });
                return Ok(None);
            }
            ReplyCommand::Settings if self.account.is_some() => {
                done.wants_account_link = true;
                Ok(Some("settings_sent"))
            }
            ReplyCommand::Say(text) if self.account.is_some() && done.said.is_none() => {
                self.say(ctx, text, done).await
            }
            ReplyCommand::Settings | ReplyCommand::Say(_) => Ok(None),
            ReplyCommand::Yes(name) => self.agree(ctx, name.as_deref().unwrap_or_default(), done).await,
            ReplyCommand::No => self.disagree(ctx).await,
            ReplyCommand::TakeBack => self.take_back(ctx).await,
            ReplyCommand::Away(absence) => self.be_away(ctx, absence, done).await,
            ReplyCommand::ComeBack => self.come_back(ctx).await,
            ReplyCommand::Rematch => self.rematch(ctx).await,
        };
        match obeyed {
            Ok(Some(word)) => {
                done.done.push(word);
                Ok(None)
            }
            Ok(None) => Ok(Some(self.words.refused(NOTHING_ASKED))),
            Err(error) => Ok(Some(self.words.refused_by(error)?)),
        }
    }

    /// Notes a message that is posted when the reply is concluded. A message that could not be posted then is refused
    /// now.
    async fn say(&self, ctx: &mut Ctx, text: &str, done: &mut CarriedOut) -> Obeyed {
        messages::check(text)?;
        if let Some(account) = self.account {
            let place = (self.address.partition, account.id);
            messages::seats_of_addressee(ctx, place, self.address.addressee_id).await?;
        }
        done.said = Some(text.to_owned());
        Ok(Some("said"))
    }

    /// What happens in the transaction that queues the report of a reply, so that the same reply twice does it once.
    pub(super) async fn once(&self, tx: &mut Tx<'_>, account: Uuid, done: &CarriedOut) -> Result<(), Error> {
        if let Some(text) = &done.said {
            let (game, addressee) = (self.address.partition, self.address.addressee_id);
            let to = messages::seats_of_addressee(tx, (game, account), addressee).await?;
            let message = CreateMessage { text: text.clone(), to };
            messages::post(tx, game, account, &message).await?;
        }
        if done.wants_account_link {
            tx.mail_account(account, MailKind::AccountLink).await?;
        }
        if done.new_account.is_some() {
            tx.mail_account(account, MailKind::Welcome).await?;
        }
        Ok(())
    }

    async fn agree(&self, ctx: &mut Ctx, name: &str, done: &mut CarriedOut) -> Obeyed {
        let (game, account) = (self.address.partition, self.address.account_id);
        match (self.topic, account) {
            (ReplyTopic::Invitation, _) => self.accept_invitation(ctx, name, done).await,
            (ReplyTopic::Presence, Some(account)) => {
                let confirmed =
                    ctx.transaction(async |tx| lobby::confirm(tx, game, account, &Seen::Nothing).await);
                confirmed.await.map(|_| Some("confirmed"))
            }
            (ReplyTopic::Vote, _) => self.vote(ctx, Ballot::Yes).await,
            (ReplyTopic::SeatOffer, Some(account)) => {
                let Some(seat) = self.offered_seat() else { return Ok(None) };
                let taken =
                    ctx.transaction(async |tx| votes::take(tx, game, seat, account, &Seen::Nothing).await);
                taken.await.map(|_| Some("seat_taken"))
            }
            (ReplyTopic::Caretaker, _) => self.come_back(ctx).await,
            (ReplyTopic::Rematch, _) => self.rematch(ctx).await,
            _ => Ok(None),
        }
    }

    async fn disagree(&self, ctx: &mut Ctx) -> Obeyed {
        let (game, account) = (self.address.partition, self.address.account_id);
        match (self.topic, account) {
            (ReplyTopic::Invitation, _) => self.decline_invitation(ctx).await,
            (ReplyTopic::Presence, Some(account)) => {
                let left = ctx.transaction(async |tx| lobby::leave(tx, game, account, &Seen::Nothing).await);
                left.await.map(|()| Some("left"))
            }
            (ReplyTopic::Vote, _) => self.vote(ctx, Ballot::No).await,
            (ReplyTopic::SeatOffer, _) => Ok(Some("seat_not_taken")),
            (ReplyTopic::Caretaker, _) => Ok(Some("bot_goes_on")),
            (ReplyTopic::Rematch, _) => Ok(Some("no_rematch")),
            _ => Ok(None),
        }
    }

    fn offered_seat(&self) -> Option<Seat> {
        self.address.seat.and_then(|seat| Seat::try_from(seat).ok())
    }

    /// The invitation that is answered.
    fn invitation(&self) -> Result<&InvitationRow, Error> {
        self.invitation.ok_or_else(|| Code::InvitationNotFound.problem())
    }

    /// Sits down, with a new account where the address has none.
    async fn accept_invitation(&self, ctx: &mut Ctx, name: &str, done: &mut CarriedOut) -> Obeyed {
        let InvitationRow { game_id, id, invited_by, .. } = *self.invitation()?;
        if let Some(account) = self.account {
            let accepted = ctx.transaction(async |tx| {
                lobby::accept(tx, game_id, id, account.id, Vec::new(), &Seen::Nothing).await
            });
            return accepted.await.map(|_| Some("accepted"));
        }
        let Some(email) = self.invitation()?.email.as_deref() else { return Ok(None) };
        let inviter = store::accounts::find(&mut ctx.db, invited_by).await?;
        let time_zone = inviter.map_or_else(|| "UTC".to_owned(), |inviter| inviter.time_zone);
        let language = Language::try_from(self.words.language().to_owned()).unwrap_or_default();
        let mut last = Code::NameTaken.at("name");
        for name in self.names(name, email)? {
            let new = NewPlayer { name, language, time_zone: time_zone.clone() };
            let accepted = ctx.transaction(async |tx| {
                let account = accounts::create_by_mail(tx, email, &new).await?;
                lobby::accept(tx, game_id, id, account, Vec::new(), &Seen::Nothing).await?;
                Ok::<_, Error>(account)
            });
            match accepted.await {
                Ok(account) => {
                    done.new_account = Some(account);
                    return Ok(Some("accepted"));
                }
                Err(error) if error.is(Code::NameTaken) => last = error,
                Err(error) => return Err(error),
            }
        }
        Err(last)
    }

    /// The names that a new player may get, in order: the one they wrote and no other, or else what their mail or their
    /// address calls them, with a number if it is taken. Error: `invalid_field` for a name that can be none.
    fn names(&self, written: &str, email: &str) -> Result<Vec<Name>, Error> {
        if !written.is_empty() {
            return Ok(vec![accounts::new_name(written)?]);
        }
        let local = email.split(['@', '+']).next().unwrap_or_default();
        let plain = |text: &str| -> String {
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.collect::<Vec<_>>().join(" ").chars().take(24).collect()
        };
        let candidates =
            [self.mail.from_name.as_deref().map(plain), Some(plain(local)), Some("Player".into())];
        let candidates: Vec<String> = candidates.into_iter().flatten().collect();
        let numbered = (2..=MAX_NAMES)
            .flat_map(|number| candidates.iter().map(move |candidate| format!("{candidate} {number}")));
        let all = candidates.iter().cloned().chain(numbered);
        Ok(all.filter_map(|name| Name::try_from(name).ok()).collect())
    }

    async fn decline_invitation(&self, ctx: &mut Ctx) -> Obeyed {
        let InvitationRow { game_id, id, .. } = *self.invitation()?;
        let declined = ctx.transaction(async |tx| match self.account {
            Some(account) => lobby::decline(tx, game_id, id, account.id).await,
            None => lobby::decline_for_address(tx, game_id, id).await,
        });
        declined.await.map(|()| Some("declined"))
    }

    async fn vote(&self, ctx: &mut Ctx, ballot: Ballot) -> Obeyed {
        let vote = self.address.decision.as_deref().and_then(|vote| Uuid::try_parse(vote).ok());
        let (Some(vote), Some(account)) = (vote, self.address.account_id) else { return Ok(None) };
        let place = (self.address.partition, vote);
        let cast = ctx.transaction(async |tx| votes::cast(tx, place, account, ballot, &Seen::Nothing).await);
        cast.await.map(|_| Some(if ballot == Ballot::Yes { "voted_yes" } else { "voted_no" }))
    }

    async fn take_back(&self, ctx: &mut Ctx) -> Obeyed {
        let (game, account) = (self.address.partition, self.address.account_id);
        let loaded = LoadedGame::open(ctx, game, account, None).await?;
        let (Some(seat), Some(account)) = (loaded.seat, account) else { return Ok(None) };
        let options = TakeBackOptions::of(ctx, &loaded, seat).await?;
        let version = options.versions.first().copied().ok_or_else(|| Code::CannotTakeBack.problem())?;
        let (seen, included) = (Seen::default(), Included::default());
        let request = TakeBack { game, account, version, key: None, body: [0; 32], seen, included };
        play::take_back(ctx, &request).await.map(|_| Some("taken_back"))
    }

    async fn be_away(&self, ctx: &mut Ctx, absence: &WrittenAbsence, done: &mut CarriedOut) -> Obeyed {
        let Some(account) = self.account else { return Ok(None) };
        let today = availability::today_of(&ctx.app, account);
        let days = absence.days(today);
        let days = days.ok_or_else(|| Code::InvalidField.field("last_day", Sentence::VacationEndsFirst))?;
        ctx.transaction(async |tx| availability::be_away(tx, account.id, days).await).await?;
        deadlines::apply_availability(ctx, account.id).await;
        done.away = Some(days);
        Ok(Some("away"))
    }

    /// Plays again instead of the bot, or ends an absence, or both.
    async fn come_back(&self, ctx: &mut Ctx) -> Obeyed {
        let (game, Some(account)) = (self.address.partition, self.address.account_id) else {
            return Ok(None);
        };
        let ended = ctx.transaction(async |tx| availability::end_absence(tx, account).await).await?;
        if ended {
            deadlines::apply_availability(ctx, account).await;
        }
        let returned =
            ctx.transaction(async |tx| caretakers::return_to_seat(tx, game, account, &Seen::Nothing).await);
        let returned = returned.await;
        // Where the game is over, for one, nobody returns to a seat; that is no reason to refuse the end of an absence.
        if ended { Ok(Some("absence_ended")) } else { returned.map(|_| Some("came_back")) }
    }

    async fn rematch(&self, ctx: &mut Ctx) -> Obeyed {
        let (game, Some(account)) = (self.address.partition, self.address.account_id) else {
            return Ok(None);
        };
        let seated = ctx
            .transaction(async |tx| lobby::sit_down_again(tx, game, account, RematchDelay::Proposed).await);
        seated.await.map(|_| Some("rematch"))
    }
}
