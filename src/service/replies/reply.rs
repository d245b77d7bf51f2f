//! A reply to a mail: who wrote it, what it says, and the mail that reports what became of it.

use uuid::Uuid;

use super::answers::Step;
use super::command::{ReplyCommand, looks_like_name};
use super::reply_address::ReplyAddress;
use super::reply_words::{NOTHING_ASKED, RefusedReply, ReplyWords, WRONG_SENDER};
use super::written_reply::{WrittenReply, begins_with_correction};
use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::notifications::enqueue::{self, AnswerNote};
use crate::notifications::suppression::delivered;
use crate::service::App;
use crate::service::limits::{self, CountedAction, LimitSubject};
use crate::service::loaded_game::LoadedGame;
use crate::store::accounts::AccountRow;
use crate::store::invitations::InvitationRow;
use crate::store::reply_addresses::{self, ReplyAddressRow, ReplyTopic};
use crate::store::{self, Connection, invitations, mails, operators, recoveries};
use rules::typed_answers::words;
use rules::{Json, Seat};

/// A mail that came in, reduced to what its writer wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboundMail {
    /// Its id without angle brackets, if it has one.
    pub id: Option<String>,
    /// Its writers, as addresses are compared.
    pub from: Vec<String>,
    /// What its writer is called, if the mail says so.
    pub from_name: Option<String>,
    /// How many lines name a writer: a mail has one (RFC 5322), and of several none is known to be the one that was
    /// checked on its way.
    pub from_lines: usize,
    pub is_automatic: bool,
    /// The lines that its writer wrote, without empty ones.
    pub lines: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyOutcome {
    /// It was read; a mail reports the outcome.
    Answered,
    /// It was no answer, such as an automatic reply; no mail is sent about it.
    Ignored,
    /// The sentence is for the server that brought it.
    Rejected(&'static str),
}

/// How far a reply got.
#[derive(Default)]
pub(super) struct CarriedOut {
    /// The actions, and the version of the game that each was decided on.
    pub given: Vec<(Json, i64)>,
    /// What was done beside the rules: the names of texts.
    pub done: Vec<&'static str>,
    /// What goes to everybody in the game. It is sent with the note that the reply was read, so that the same reply twice
    /// says it once.
    pub said: Option<String>,
    /// Was a link to the page of the account asked for?
    pub wants_account_link: bool,
    /// The mail that is asked for in place of a receipt.
    pub asks_for: Option<MailKind>,
    /// The account that was made by it.
    pub new_account: Option<Uuid>,
    /// Why the next one was not carried out.
    pub refused: Option<RefusedReply>,
}

/// A mail, and what it replies to.
pub(super) struct PendingReply<'r> {
    pub address: &'r ReplyAddressRow,
    pub topic: ReplyTopic,
    pub mail: &'r InboundMail,
    /// Who was written to; `None`: an address without an account.
    pub account: Option<&'r AccountRow>,
    /// Of a reply to an invitation.
    pub invitation: Option<&'r InvitationRow>,
    pub words: ReplyWords<'r>,
    /// Identifies this mail.
    id: Vec<u8>,
}

/// Was the mail sent after the account's password or address last changed, and its sessions were last ended?
async fn is_current(connection: &mut Connection, address: &ReplyAddressRow) -> Result<bool, Error> {
    let Some(account) = address.account_id else { return Ok(true) };
    Ok(recoveries::current(connection, account).await? == address.recovery_id)
}

/// Is this an address for replies?
pub async fn is_known(connection: &mut Connection, address: &ReplyAddress) -> Result<bool, Error> {
    let row = reply_addresses::find(connection, address.partition, &address.mark()).await?;
    match row {
        Some(row) => is_current(connection, &row).await,
        None => Ok(false),
    }
}

const UNKNOWN: &str = "This reply address does not exist, or it has expired.";
const ENDED: &str = "This reply address has expired. Please reply to a newer mail.";
const SEAT_LOST: &str = "You no longer have the seat that this mail was about.";
const BANNED: &str = "Your account is not allowed to play.";

/// Carries out a reply, or mails exactly why not. After an error the mail server may deliver it again.
pub async fn reply(
    app: &App,
    connection: &mut Connection,
    address: &ReplyAddress,
    mail: &InboundMail,
) -> Result<ReplyOutcome, Error> {
    let row = reply_addresses::find(connection, address.partition, &address.mark()).await?;
    let Some(row) = row else { return Ok(ReplyOutcome::Rejected(UNKNOWN)) };
    if mail.from_lines > 1 {
        return Ok(ReplyOutcome::Rejected("The mail must have exactly one From line."));
    }
    if mail.is_automatic {
        return Ok(ReplyOutcome::Ignored);
    }
    if !is_current(connection, &row).await? {
        return Ok(ReplyOutcome::Rejected(ENDED));
    }
    let topic: ReplyTopic =
        row.topic.parse().map_err(|_| Error::bug(format!("a mail is stored as about {}", row.topic)))?;
    let invitation = match row.invitation_id {
        Some(id) => invitations::find(connection, row.partition, id).await?,
        None => None,
    };
    let account = owner(connection, &row, invitation.as_ref()).await?;
    let own_address = account.as_ref().map(|account| account.email_key.as_str());
    let own_address = own_address.or_else(|| invitation.as_ref()?.email_key.as_deref());
    let Some(own_address) = own_address else { return Ok(ReplyOutcome::Rejected(ENDED)) };
    // The secret of the address is not enough: a mail that was forwarded contains it, too.
    let is_from_owner = mail.from == [own_address];
    // Mails of strangers are counted by the game: a forwarded mail must not use up what its owner may write.
    let subject = match &account {
        Some(account) if is_from_owner => LimitSubject::Account(account.id),
        _ => LimitSubject::Game(row.partition),
    };
    limits::take(app, connection, CountedAction::Message, subject).await?;
    let Some(loaded) = open(app, connection, &row, topic).await? else {
        return Ok(ReplyOutcome::Rejected(SEAT_LOST));
    };
    if let Some(account) = &account {
        if operators::is_banned(connection, account.id).await? {
            return Ok(ReplyOutcome::Rejected(BANNED));
        }
        if is_from_owner {
            delivered(connection, account.id).await?;
        }
    }
    let id = id(address, mail);
    let note = enqueue::answer_id(&id);
    if mails::is_queued(connection, row.partition, note).await? {
        // The mail server has brought it before.
        return Ok(ReplyOutcome::Answered);
    }
    let language = account.as_ref().map_or(loaded.language.as_str(), |account| &account.language);
    let words = ReplyWords::new(language, loaded.game.ruleset.as_ref());
    let (account, invitation) = (account.as_ref(), invitation.as_ref());
    let reply = PendingReply { address: &row, topic, mail, account, invitation, words, id };
    let done = if is_from_owner {
        reply.carry_out(app, connection, &loaded.game).await?
    } else {
        CarriedOut { refused: Some(reply.words.refused(WRONG_SENDER)), ..CarriedOut::default() }
    };
    reply.conclude(app, connection, done).await?;
    Ok(ReplyOutcome::Answered)
}

/// The account that was written to, or that has the invited address by now.
async fn owner(
    connection: &mut Connection,
    address: &ReplyAddressRow,
    invitation: Option<&InvitationRow>,
) -> Result<Option<AccountRow>, Error> {
    let account = match (address.account_id, invitation.and_then(|row| row.email_key.as_deref())) {
        (Some(account), _) => Some(account),
        (None, Some(email_key)) => store::accounts::owner_of(connection, email_key).await?,
        (None, None) => None,
    };
    let Some(account) = account else { return Ok(None) };
    let row = store::accounts::find(connection, account).await?;
    Ok(row.filter(|row| row.deleted_at.is_none()))
}

/// The game that a mail was about.
struct OpenedGame {
    game: LoadedGame,
    /// In which an address without an account is written to.
    language: String,
}

/// `None`: the reader has nothing to do with it any more.
async fn open(
    app: &App,
    connection: &mut Connection,
    address: &ReplyAddressRow,
    topic: ReplyTopic,
) -> Result<Option<OpenedGame>, Error> {
    let opened = match address.account_id {
        Some(account) => LoadedGame::open(app, connection, address.partition, Some(account), None).await,
        None => LoadedGame::open_for_worker(app, connection, address.partition).await,
    };
    let game = match opened {
        Ok(game) => game,
        Err(error) if error.is(Code::GameNotFound) => return Ok(None),
        Err(error) => return Err(error),
    };
    let has_begun = game.present.version.is_some();
    let is_same = |seat: i16| game.seat.map(i16::from) == Some(seat);
    let is_theirs = match topic {
        ReplyTopic::Invitation | ReplyTopic::SeatOffer => true,
        _ if has_begun => address.seat.map_or(game.seat.is_some(), is_same),
        _ => game.seat.is_some(),
    };
    let stored = store::games::get(connection, address.partition).await?;
    let language = stored.and_then(|stored| stored.language).unwrap_or_default();
    Ok(is_theirs.then_some(OpenedGame { game, language }))
}

/// The same mail twice has one id: that of its mail program, or else a digest of its content.
fn id(address: &ReplyAddress, mail: &InboundMail) -> Vec<u8> {
    let text = mail.id.clone().unwrap_or_else(|| mail.lines.join("\n"));
    [address.mark(), text.into_bytes()].concat()
}

impl PendingReply<'_> {
    /// Carries out what the reply says, one thing after the other, as far as it goes.
    async fn carry_out(
        &self,
        app: &App,
        connection: &mut Connection,
        loaded: &LoadedGame,
    ) -> Result<CarriedOut, Error> {
        let mut done = CarriedOut::default();
        let Ok(reply) = WrittenReply::read(&self.mail.lines) else {
            done.refused = Some(self.words.refused("no_answer"));
            return Ok(done);
        };
        if self.topic == ReplyTopic::Messages && !is_command(&reply) {
            // A message is answered by a message, however it begins.
            done.said = Some(self.mail.lines.join("\n"));
            done.done.push("said");
            return Ok(done);
        }
        let mut question = self.question_of_mail(connection, loaded).await?;
        let mut at = 0;
        while at < reply.parts.len() && done.asks_for.is_none() {
            let step = match self.topic {
                ReplyTopic::Question => {
                    let state = (&mut question, &mut done);
                    self.answer(app, connection, loaded, (&reply, at), state).await?
                }
                _ => self.command(app, connection, (&reply, at), &mut done).await?,
            };
            if step.is_over {
                break;
            }
            if let Some(refused) = step.refused {
                done.refused = Some(self.stopped((&reply, at, step.parts), &done, refused));
                break;
            }
            at += step.parts;
        }
        Ok(done)
    }

    /// A reply to a mail that asks nothing of the rules: the command that begins with the part `at`.
    async fn command(
        &self,
        app: &App,
        connection: &mut Connection,
        (reply, at): (&WrittenReply, usize),
        done: &mut CarriedOut,
    ) -> Result<Step, Error> {
        let on_line = reply.on_line(at);
        for parts in (1..=on_line).rev().filter(|parts| *parts == on_line || !reply.is_correction(at + parts))
        {
            let command = ReplyCommand::read(&reply.text(at, parts)).filter(|command| self.is_plain(command));
            if let Some(command) = command {
                return self.step(app, connection, (reply, at, parts), command, done).await;
            }
        }
        // What stands below an answer may be a name.
        let is_over = at > 0 && !reply.has_answers_behind(at);
        let refused = (!is_over).then(|| self.words.refused(NOTHING_ASKED));
        Ok(Step { parts: 1, refused, is_over })
    }

    /// Behind a yes may stand the name of its writer, or that of a player who is new; anything else may be a condition.
    fn is_plain(&self, command: &ReplyCommand) -> bool {
        let ReplyCommand::Yes(behind) = command else { return true };
        let names = self
            .account
            .map(|account| account.name.as_str())
            .into_iter()
            .chain(self.mail.from_name.as_deref());
        let mut names = names.map(words);
        let said = words(behind);
        said.is_empty()
            || self.account.is_none() && !begins_with_correction(behind) && looks_like_name(behind)
            || names.any(|name| said.iter().all(|word| name.contains(word)))
    }

    /// Why a reply was not carried out to its end, with what was not, if there is more to it than that.
    fn stopped(
        &self,
        (reply, at, parts): (&WrittenReply, usize, usize),
        done: &CarriedOut,
        why: RefusedReply,
    ) -> RefusedReply {
        let behind = reply.parts.iter().skip(at + parts);
        let more = behind.clone().any(|part| part.is_certain);
        if !more && done.given.is_empty() && done.done.is_empty() {
            return why;
        }
        let stopped = self.words.stopped(&reply.text(at, parts), more);
        RefusedReply { sentence: format!("{stopped} {}", why.sentence), ..why }
    }

    /// Queues the mail that reports it to the account's own address, with what must happen only once.
    async fn conclude(&self, app: &App, connection: &mut Connection, done: CarriedOut) -> Result<(), Error> {
        let refused = done.refused.as_ref().map(|refused| (refused.code, refused.sentence.as_str()));
        let kind = match done.asks_for {
            Some(kind) if refused.is_none() => kind,
            _ if done.given.is_empty() && done.done.is_empty() => MailKind::ReplyRefused,
            _ => MailKind::Receipt,
        };
        let account = done.new_account.or(self.account.map(|account| account.id));
        let note = AnswerNote {
            account,
            address: self.invitation.filter(|_| account.is_none()).and_then(|row| row.email.as_deref()),
            invitation: self.invitation.map(|row| row.id),
            seat: self.address.seat.and_then(|seat| Seat::try_from(seat).ok()),
            since: self.address.version.unwrap_or(-1),
            given: &done.given,
            done: &done.done,
            refused,
            said: done.said.as_deref(),
            said_to: self.address.addressee_id,
            // A stranger's mail is no part of the owner's thread.
            reply_to: self
                .mail
                .id
                .as_deref()
                .filter(|_| refused.is_none_or(|(code, _)| code != WRONG_SENDER)),
            ..AnswerNote::new(kind, self.address.partition, &self.id)
        };
        store::transaction(connection, async |tx| {
            if enqueue::answer(app, tx, &note).await?
                && let Some(account) = account
            {
                self.once(app, tx, account, &done).await?;
            }
            Ok::<_, Error>(())
        })
        .await?;
        app.events.notify();
        Ok(())
    }
}

/// Does the whole reply ask for something else than what its mail is about?
fn is_command(reply: &WrittenReply) -> bool {
    let command = ReplyCommand::read(&reply.text(0, reply.on_line(0)));
    command.is_some_and(|command| !matches!(command, ReplyCommand::Yes(_) | ReplyCommand::No))
}
