//! A reply to a mail: who wrote it, what it says, and the mail that reports what became of it.

use chrono::NaiveDate;
use uuid::Uuid;

use super::answers::{Asked, Meaning};
use super::grammar::{self, Part, PartKind, ReplyCommand};
use super::reply_address::ReplyAddress;
use super::reply_words::{NO_ANSWER, RefusedReply, ReplyWords, WRONG_SENDER};
use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::notifications::enqueue::{self, AnswerNote};
use crate::notifications::suppression::delivered;
use crate::service::Ctx;
use crate::service::limits::{self, CountedAction, LimitSubject};
use crate::service::loaded_game::LoadedGame;
use crate::store::accounts::AccountRow;
use crate::store::invitations::InvitationRow;
use crate::store::reply_addresses::{self, ReplyAddressRow, ReplyReader, ReplyTopic};
use crate::store::{self, Connection, invitations, mails, operators, recoveries};
use rules::{Choice, Json, Seat};

/// A mail that came in, reduced to what its writer wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboundMail {
    /// Its id without angle brackets, if it has one.
    pub id: Option<String>,
    /// Its writers, as addresses are compared.
    pub from: Vec<String>,
    /// What its writer is called, if the mail says so.
    pub from_name: Option<String>,
    /// The number of `From` lines. A mail has one (RFC 5322); of several, none is known to be the one that was checked
    /// on its way.
    pub from_lines: usize,
    pub is_automatic: bool,
    /// The lines that its writer wrote, with empty ones between paragraphs.
    pub lines: Vec<OwnLine>,
}

/// A line that the writer of a mail wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnLine {
    pub text: String,
    pub above: Above,
}

/// What stands above a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Above {
    /// Words of the writer, or nothing.
    #[default]
    Own,
    /// A marked quote, which the line may be a broken part of.
    Quote,
    QuoteAndBlank,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyOutcome {
    /// The reply was read; a mail reports the outcome.
    Answered,
    /// The mail was no answer, such as an automatic reply; no mail is sent about it.
    Ignored,
    /// The mail is rejected, with a sentence for the server that brought it.
    Rejected(&'static str),
}

/// How far a reply got.
#[derive(Default)]
pub(super) struct CarriedOut {
    /// The actions, and the version of the game that each was decided on.
    pub given: Vec<(Json, i64)>,
    /// What was done beside the rules: the names of texts.
    pub done: Vec<&'static str>,
    /// The first and the last day of an absence that was noted.
    pub away: Option<(NaiveDate, NaiveDate)>,
    /// What goes to everybody in the game. It is sent with the note that the reply was read, so that the same reply twice
    /// says it once.
    pub said: Option<String>,
    /// Was a link to the page of the account asked for?
    pub wants_account_link: bool,
    /// The mail that is asked for in place of a receipt.
    pub asks_for: Option<MailKind>,
    pub new_account: Option<Uuid>,
    /// Why the next part was not carried out.
    pub refused: Option<RefusedReply>,
    /// What was not read, as it was written.
    unread: Vec<String>,
    /// Was any part of the reply an answer or a command?
    is_recognised: bool,
}

/// A mail, and what it replies to.
pub(super) struct PendingReply<'r> {
    pub address: &'r ReplyAddressRow,
    pub topic: ReplyTopic,
    pub mail: &'r InboundMail,
    /// Who was written to; `None`: an address without an account.
    pub account: Option<&'r AccountRow>,
    /// The invitation that is replied to, if the mail was about one.
    pub invitation: Option<&'r InvitationRow>,
    pub words: ReplyWords<'r>,
    /// Identifies this mail.
    id: Vec<u8>,
}

/// Answers stand together: below unread words there are none, and behind them the first unread line ends them.
#[derive(Default)]
struct AnswerBlock {
    has_begun: bool,
    is_closed: bool,
}

impl AnswerBlock {
    /// Takes into account what stands above the next part. A line right below a quote may be a broken part of the
    /// quote.
    fn reach(&mut self, above: Above) {
        self.is_closed = match above {
            Above::Own => self.is_closed,
            Above::Quote => true,
            Above::QuoteAndBlank => self.has_begun,
        };
    }
}

/// What is to be done next for a reply.
enum Step<'p> {
    Act(&'p Part, Choice<Json>),
    Obey(&'p Part, ReplyCommand),
    /// Nothing more, since this part can't be done.
    Stop(&'p Part, RefusedReply),
    Refuse(RefusedReply),
    /// The question of the mail is gone; the history of the game says why.
    QuestionClosed,
    End,
}

/// Was the mail sent after the account's password or address last changed, and its sessions were last ended?
async fn is_current(connection: &mut Connection, address: &ReplyAddressRow) -> Result<bool, Error> {
    let Some(account) = address.account_id else { return Ok(true) };
    Ok(recoveries::current(connection, account).await? == address.recovery_id)
}

pub async fn is_known(connection: &mut Connection, address: &ReplyAddress) -> Result<bool, Error> {
    let row = reply_addresses::find(connection, address.partition, &address.mark()).await?;
    match row {
        Some(row) => is_current(connection, &row).await,
        None => Ok(false),
    }
}

/// The most replies in a row that are answered though nothing in them was recognised.
const MAX_UNREAD: i32 = 3;
const UNKNOWN: &str = "This reply address does not exist, or it has expired.";
const ENDED: &str = "This reply address has expired. Please reply to a newer mail.";
const SEAT_LOST: &str = "You no longer have the seat that this mail was about.";
const BANNED: &str = "Your account is not allowed to play.";

/// Carries out a reply, or mails exactly why not. After an error the mail server may deliver it again.
pub async fn reply(ctx: &mut Ctx, address: &ReplyAddress, mail: &InboundMail) -> Result<ReplyOutcome, Error> {
    let row = reply_addresses::find(&mut ctx.db, address.partition, &address.mark()).await?;
    let Some(row) = row else { return Ok(ReplyOutcome::Rejected(UNKNOWN)) };
    if mail.from_lines > 1 {
        return Ok(ReplyOutcome::Rejected("The mail must have exactly one From line."));
    }
    if mail.is_automatic {
        return Ok(ReplyOutcome::Ignored);
    }
    if !is_current(&mut ctx.db, &row).await? {
        return Ok(ReplyOutcome::Rejected(ENDED));
    }
    let topic: ReplyTopic =
        row.topic.parse().map_err(|_| Error::bug(format!("a mail is stored as about {}", row.topic)))?;
    let invitation = match row.invitation_id {
        Some(id) => invitations::find(&mut ctx.db, row.partition, id).await?,
        None => None,
    };
    let account = owner(&mut ctx.db, &row, invitation.as_ref()).await?;
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
    limits::take(ctx, CountedAction::Message, subject).await?;
    let Some(loaded) = open(ctx, &row, topic).await? else {
        return Ok(ReplyOutcome::Rejected(SEAT_LOST));
    };
    if let Some(account) = &account {
        if operators::is_banned(&mut ctx.db, account.id).await? {
            return Ok(ReplyOutcome::Rejected(BANNED));
        }
        if is_from_owner {
            delivered(&mut ctx.db, account.id).await?;
        }
    }
    let id = id(address, mail);
    let note = enqueue::answer_id(&id);
    if mails::is_queued(&mut ctx.db, row.partition, note).await? {
        // The mail server has delivered this mail before.
        return Ok(ReplyOutcome::Answered);
    }
    let language = match &account {
        Some(account) => account.language.clone(),
        None => language_of_mail(&mut ctx.db, loaded.language, invitation.as_ref()).await?,
    };
    let words = ReplyWords::new(&language, loaded.game.ruleset.as_ref());
    let (account, invitation) = (account.as_ref(), invitation.as_ref());
    let reply = PendingReply { address: &row, topic, mail, account, invitation, words, id };
    let done = if is_from_owner {
        reply.carry_out(ctx, &loaded.game).await?
    } else {
        CarriedOut { refused: Some(reply.words.refused(WRONG_SENDER)), ..CarriedOut::default() }
    };
    reply.conclude(ctx, done).await?;
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
    /// The language of its chat, if it has one.
    language: Option<String>,
}

/// The language of the mail to an address without an account: that of the game, or else of the player who invites.
async fn language_of_mail(
    connection: &mut Connection,
    of_game: Option<String>,
    invitation: Option<&InvitationRow>,
) -> Result<String, Error> {
    let inviter = match (&of_game, invitation) {
        (None, Some(invitation)) => store::accounts::find(connection, invitation.invited_by).await?,
        _ => None,
    };
    Ok(of_game.or(inviter.map(|inviter| inviter.language)).unwrap_or_default())
}

/// The game that the mail was about; `None`: its reader has no part in the game any more.
async fn open(
    ctx: &mut Ctx,
    address: &ReplyAddressRow,
    topic: ReplyTopic,
) -> Result<Option<OpenedGame>, Error> {
    let opened = match address.account_id {
        Some(account) => LoadedGame::open(ctx, address.partition, Some(account), None).await,
        None => LoadedGame::open_for_worker(ctx, address.partition).await,
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
    let stored = store::games::get(&mut ctx.db, address.partition).await?;
    let language = stored.and_then(|stored| stored.language);
    Ok(is_theirs.then_some(OpenedGame { game, language }))
}

/// The same mail twice has one id: that of its mail program, or else a digest of its content.
fn id(address: &ReplyAddress, mail: &InboundMail) -> Vec<u8> {
    let text = mail.id.clone().unwrap_or_else(|| mail.text());
    [address.mark(), text.into_bytes()].concat()
}

impl InboundMail {
    fn text(&self) -> String {
        self.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

impl PendingReply<'_> {
    /// Carries out what the reply says, one thing after the other, as far as it goes.
    async fn carry_out(&self, ctx: &mut Ctx, loaded: &LoadedGame) -> Result<CarriedOut, Error> {
        let mut done = CarriedOut::default();
        let names: Vec<String> = self
            .account
            .map(|account| account.name.clone())
            .into_iter()
            .chain(self.mail.from_name.clone())
            .collect();
        let parts = grammar::parts(&self.mail.lines, &names);
        if self.topic == ReplyTopic::Messages && !is_command(&parts) {
            // A message is answered by a message, however it begins.
            let said = ReplyCommand::Say(grammar::message(&self.mail.lines, &names));
            done.refused = self.obey(ctx, &said, &mut done).await?;
            done.is_recognised = done.refused.is_none();
            return Ok(done);
        }
        self.carry_out_parts(ctx, loaded, (&parts, &mut done)).await?;
        if done.refused.is_none() && done.asks_for.is_none() {
            let is_nothing = done.given.is_empty() && done.done.is_empty() && done.unread.is_empty();
            done.refused = match done.unread.as_slice() {
                [] => is_nothing.then(|| self.words.refused(NO_ANSWER)),
                unread => Some(self.words.unread(unread)),
            };
        }
        Ok(done)
    }

    async fn carry_out_parts(
        &self,
        ctx: &mut Ctx,
        loaded: &LoadedGame,
        (parts, done): (&[Part], &mut CarriedOut),
    ) -> Result<(), Error> {
        let question = match self.topic {
            ReplyTopic::Question => Some(self.question_of_mail(&mut ctx.db, loaded).await?),
            _ => None,
        };
        let mut block = AnswerBlock::default();
        let mut rest = parts;
        let mut moved = None;
        loop {
            let step = {
                let loaded = moved.as_ref().unwrap_or(loaded);
                let running = question.as_ref().map(|question| (question, loaded.running()));
                let asked = running.as_ref().map(|(question, running)| {
                    let (_, game) = running.as_ref()?;
                    let game = (loaded.ruleset.as_ref(), game.as_ref());
                    Ok(Asked::new(self, game, question, !done.given.is_empty()))
                });
                self.next_step(asked.as_ref(), (parts, &mut rest), (&mut block, done))
            };
            let (part, refused) = match step {
                Step::End => return Ok(()),
                Step::Refuse(why) => {
                    done.refused = Some(why);
                    return Ok(());
                }
                Step::QuestionClosed => {
                    done.refused = Some(self.why_closed(&mut ctx.db).await?);
                    return Ok(());
                }
                Step::Stop(part, why) => (part, Some(why)),
                Step::Obey(part, command) => (part, self.obey(ctx, &command, done).await?),
                Step::Act(part, choice) => {
                    let acted = self.act(ctx, choice, done.given.len()).await?;
                    (part, acted.map(|given| done.given.push(given)).err())
                }
            };
            if let Some(why) = refused {
                done.refused = Some(self.stopped((part, rest), done, why));
                return Ok(());
            }
            if done.asks_for.is_some() {
                return Ok(());
            }
            block.has_begun = true;
            if question.is_some() && has_more(rest) {
                let (game, account) = (self.address.partition, self.address.account_id);
                moved = Some(LoadedGame::open(ctx, game, account, None).await?);
            }
        }
    }

    /// Reads on to the next part that is to be carried out, and notes those that are unread.
    fn next_step<'p>(
        &self,
        asked: Option<&Result<Asked<'_>, &Error>>,
        (parts, rest): (&'p [Part], &mut &'p [Part]),
        (block, done): (&mut AnswerBlock, &mut CarriedOut),
    ) -> Step<'p> {
        let is_unread =
            |part: &&Part| matches!(self.meaning(asked, std::slice::from_ref(*part)).0, Meaning::Unread);
        while let Some(part) = rest.first() {
            block.reach(part.above);
            let (means, length) = self.meaning(asked, rest);
            *rest = rest.get(length..).unwrap_or_default();
            done.is_recognised |= !matches!(means, Meaning::Unread | Meaning::Courtesy);
            match means {
                Meaning::Courtesy => {}
                Meaning::Unread => {
                    done.unread.push(part.text.clone());
                    block.is_closed = true;
                    // The words of an option say nothing once its question is gone.
                    if !block.has_begun && matches!(asked, Some(Ok(asked)) if asked.is_closed()) {
                        return Step::QuestionClosed;
                    }
                    // Where a yes or no is asked for, it stands alone.
                    if !block.has_begun && self.asks_for_consent(asked) {
                        return Step::Refuse(self.words.plain_yes_or_no(&done.unread));
                    }
                }
                _ if block.is_closed => done.unread.push(part.text.clone()),
                _ if is_consent(part) && parts.iter().any(|part| is_unread(&part)) => {
                    let unread: Vec<String> =
                        parts.iter().filter(is_unread).map(|part| part.text.clone()).collect();
                    return Step::Refuse(self.words.plain_yes_or_no(&unread));
                }
                // An "OK" before an answer is a courtesy where no yes is asked for.
                Meaning::Refused(_) if is_yes(part) && has_more(rest) => {}
                Meaning::Refused(why) => return Step::Stop(part, why),
                Meaning::Command(command) => return Step::Obey(part, command),
                Meaning::Answer(choice) => return Step::Act(part, choice),
            }
        }
        Step::End
    }

    /// The meaning of the first of these parts, and how many parts it takes up. Where the rules ask nothing, only
    /// commands mean something.
    fn meaning(&self, asked: Option<&Result<Asked<'_>, &Error>>, parts: &[Part]) -> (Meaning, usize) {
        let Some(part) = parts.first() else { return (Meaning::Courtesy, 1) };
        let means = match (asked, &part.kind) {
            (Some(Ok(asked)), _) => return asked.read(parts),
            (_, PartKind::Courtesy | PartKind::Banner) => Meaning::Courtesy,
            (None, PartKind::Command(command)) => Meaning::Command(command.clone()),
            // Commands that answer no decision work even while the game can't be played.
            (Some(Err(_)), PartKind::Command(command)) if !command.is_answer() => {
                Meaning::Command(command.clone())
            }
            (Some(Err(error)), PartKind::Number(_) | PartKind::Command(_)) => {
                Meaning::Refused(self.words.refusal_of(error))
            }
            (None | Some(Err(_)), _) => Meaning::Unread,
        };
        (means, 1)
    }

    /// Is a yes or a no what the mail asks for?
    fn asks_for_consent(&self, asked: Option<&Result<Asked<'_>, &Error>>) -> bool {
        match self.topic {
            ReplyTopic::Question => matches!(asked, Some(Ok(asked)) if asked.asks_for_consent()),
            ReplyTopic::Messages | ReplyTopic::Game => false,
            _ => true,
        }
    }

    /// The refusal of a reply that was stopped at a part. It names the part if other parts were carried out or follow.
    fn stopped(
        &self,
        (part, behind): (&Part, &[Part]),
        done: &CarriedOut,
        why: RefusedReply,
    ) -> RefusedReply {
        let more = has_more(behind);
        if !more && done.given.is_empty() && done.done.is_empty() {
            return why;
        }
        let stopped = self.words.stopped(&part.text, more);
        RefusedReply { sentence: format!("{stopped} {}", why.sentence), ..why }
    }

    /// Queues the mail that reports the outcome to the account's own address, together with the effects that must
    /// happen only once. After several replies in a row in which nothing was recognised no mail is sent: a program
    /// answers each mail, and each of its answers would be answered.
    async fn conclude(&self, ctx: &mut Ctx, mut done: CarriedOut) -> Result<(), Error> {
        let account = done.new_account.or(self.account.map(|account| account.id));
        let reader = account.or(self.address.invitation_id).unwrap_or_default();
        let is_stranger = done.refused.as_ref().is_some_and(|refused| refused.code == WRONG_SENDER);
        let now = ctx.app.now();
        ctx.transaction(async |tx| {
            let game = self.address.partition;
            if done.is_recognised {
                reply_addresses::forget_unread(&mut tx.db, game, reader).await?;
            } else {
                let by = ReplyReader { game, reader, is_stranger };
                let count = reply_addresses::count_unread(&mut tx.bare(), by, now).await?;
                if count > MAX_UNREAD {
                    return Ok(());
                }
                if let Some(refused) = done.refused.as_mut().filter(|_| count == MAX_UNREAD) {
                    refused.sentence =
                        format!("{} {}", refused.sentence, self.words.refused("no_more").sentence);
                }
            }
            let note = self.note(&done, account, is_stranger);
            // The report is stored under the id of the mail: for a mail that comes again, `once` is not run again.
            if enqueue::answer(&tx.ctx.app, &mut tx.ctx.db, &note).await?
                && let Some(account) = account
            {
                self.once(tx, account, &done).await?;
            }
            Ok::<_, Error>(())
        })
        .await?;
        ctx.app.events.notify();
        Ok(())
    }

    fn note<'n>(&'n self, done: &'n CarriedOut, account: Option<Uuid>, is_stranger: bool) -> AnswerNote<'n> {
        let refused = done.refused.as_ref().map(|refused| (refused.code, refused.sentence.as_str()));
        let kind = match done.asks_for {
            Some(kind) if refused.is_none() => kind,
            _ if done.given.is_empty() && done.done.is_empty() => MailKind::ReplyRefused,
            _ => MailKind::Receipt,
        };
        AnswerNote {
            account,
            address: self.invitation.filter(|_| account.is_none()).and_then(|row| row.email.as_deref()),
            invitation: self.invitation.map(|row| row.id),
            seat: self.address.seat.and_then(|seat| Seat::try_from(seat).ok()),
            since: self.address.version.unwrap_or(-1),
            given: &done.given,
            done: &done.done,
            away: done.away,
            refused,
            said: done.said.as_deref(),
            said_to: self.address.addressee_id,
            // A stranger's mail is no part of the owner's thread.
            reply_to: self.mail.id.as_deref().filter(|_| !is_stranger),
            ..AnswerNote::new(kind, self.address.partition, &self.id)
        }
    }
}

/// Is the whole reply one command that answers nothing, whatever its mail is about?
fn is_command(parts: &[Part]) -> bool {
    let mut meant = parts.iter().filter(|part| !part.kind.is_courtesy());
    let first = meant.next().filter(|_| meant.next().is_none());
    first.is_some_and(|part| matches!(&part.kind, PartKind::Command(command) if !command.is_answer()))
}

fn has_more(parts: &[Part]) -> bool {
    parts.iter().any(|part| !part.kind.is_courtesy())
}

fn is_yes(part: &Part) -> bool {
    matches!(part.kind, PartKind::Command(ReplyCommand::Yes(_)))
}

fn is_consent(part: &Part) -> bool {
    matches!(&part.kind, PartKind::Command(command) if command.is_consent())
}
