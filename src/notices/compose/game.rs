//! Letters about a game that is being played.

use std::sync::Arc;

use lettre::address::Address;

use super::current::to_present_address;
use super::stopped::unless_stopped;
use super::{board, broken, service, store};
use crate::app::App;
use crate::error::Error;
use crate::notices::game::{self, Answer, Answered, Former, Moment};
use crate::notices::kind::{Kind, holds};
use crate::notices::letter::{Letter, Written};
use crate::notices::mailer::Undelivered;
use crate::notices::when::when;
use crate::notices::{table, talk, unsubscribe};
use crate::service::answers::{self, Question, Reader, Ways};
use crate::service::log::TableEvent;
use crate::service::titles::Title;
use crate::service::votes;
use crate::store::accounts;
use crate::store::answer_mail_queue;
use crate::store::history::{self, Entry};
use crate::store::occasion::{self, Occasion};
use crate::store::orders;
use crate::store::outbox::Claimed;
use crate::store::{Connection, StoreError};
use rules::{AnyGame, Json, Seat};

/// The most entries of the log that are looked through for what happened.
const MOST_ENTRIES: i64 = 400;

/// The mail of a notice about a game; `None` when it has nothing to say any more.
pub async fn game(
    app: &App,
    connection: &mut Connection,
    notice: &Claimed,
    to: &Address,
    domain: &str,
) -> Result<Option<Letter>, Undelivered> {
    let letter = of_notice(app, connection, notice, to, domain).await?;
    let letter = to_present_address(connection, Some(notice.account), letter).await?;
    unless_stopped(connection, Some(notice.account), letter).await
}

async fn of_notice(
    app: &App,
    connection: &mut Connection,
    notice: &Claimed,
    to: &Address,
    domain: &str,
) -> Result<Option<Letter>, Undelivered> {
    if notice.kind == talk::KIND {
        return talk::letter(app, connection, notice, to, domain).await.map_err(service);
    }
    if let Some(kind) = votes::NoticeKind::of(&notice.kind) {
        let link = link(app, connection, notice).await?;
        let says = table::seat::says(app, connection, kind, notice, link.as_deref()).await;
        let letter = |says| Letter { unsubscribe: link.clone(), ..letter(app, notice, to, domain, says) };
        return Ok(says.map_err(service)?.map(letter));
    }
    let Some(kind) = Kind::of(&app.rulesets, &notice.kind) else {
        return Err(Undelivered::Never(format!("there is no notice {}", notice.kind)));
    };
    let occasion = occasion::now(connection, notice).await.map_err(store)?;
    let Some(occasion) = occasion.filter(|occasion| holds(kind, notice, occasion)) else { return Ok(None) };
    let asked = |game: &dyn AnyGame, seat| match (notice.decision.as_deref(), kind) {
        (Some(decision), _) => answers::named(game, seat, decision),
        (None, Kind::Call(_)) => answers::present(game, seat),
        (None, _) => None,
    };
    let about = About { kind, notice, occasion: &occasion, since: None, answered: Answered::default() };
    let Some(composed) = about.write(app, connection, asked).await? else { return Ok(None) };
    let letter = letter(app, notice, to, domain, composed.says);
    let letter = letter.answered_at(composed.reply.as_deref(), &answers::domain(app));
    Ok(Some(Letter { picture: composed.picture, unsubscribe: composed.unsubscribe, ..letter }))
}

/// The mail that follows an answer; `None` when its reader has left the seat, or is asked nothing more after a link.
pub async fn answer(
    app: &App,
    connection: &mut Connection,
    mail: &answer_mail_queue::Claimed,
    to: &Address,
    domain: &str,
) -> Result<Option<Letter>, Undelivered> {
    let Some(kind) = answers::Kind::of(&mail.kind) else {
        return Err(Undelivered::Never(format!("there is no mail {} about answers", mail.kind)));
    };
    let notice = notice(mail);
    let occasion = occasion::now(connection, &notice).await.map_err(store)?;
    let Some(occasion) = occasion.filter(|occasion| occasion.holds_seat) else { return Ok(None) };
    let said: Option<Json> = mail.said.as_deref().and_then(|said| serde_json::from_str(said).ok());
    let before = match mail.said_at.filter(|_| said.is_some()) {
        Some(version) => {
            Some(answers::when_said(app, connection, mail.game, version).await.map_err(service)?)
        }
        None => None,
    };
    let said = said.as_ref().zip(before.as_deref()).map(|(action, game)| Answer { action, game });
    let answered = Answered { said, refused: mail.sentence.as_deref() };
    let since = (kind != answers::Kind::ReplyRefused).then_some(mail.since);
    let kind = Kind::Answer(kind);
    let about = About { kind, notice: &notice, occasion: &occasion, since, answered };
    let Some(composed) = about.write(app, connection, answers::present).await? else { return Ok(None) };
    let letter = Letter {
        message_id: format!("{}.a{}.{}.{}@{domain}", mail.game, mail.id.simple(), mail.seat, mail.kind),
        reply_to_mail: mail.reply_to.clone(),
        picture: composed.picture,
        ..letter(app, &notice, to, domain, composed.says)
    };
    let letter = letter.answered_at(composed.reply.as_deref(), &answers::domain(app));
    let letter = to_present_address(connection, Some(mail.account), Some(letter)).await?;
    unless_stopped(connection, Some(mail.account), letter).await
}

/// The mail that follows an answer, as the notice it resembles.
fn notice(mail: &answer_mail_queue::Claimed) -> Claimed {
    Claimed {
        game: mail.game,
        version: mail.since,
        seat: mail.seat,
        kind: mail.kind.clone(),
        account: mail.account,
        decision: None,
        attempts: mail.attempts,
        claimed_until: mail.claimed_until,
        created_at: mail.claimed_until,
        name: mail.name.clone(),
        email: mail.email.clone(),
        language: mail.language.clone(),
    }
}

/// What a mail about a game says, and what belongs to it.
struct Composed {
    says: Written,
    /// Where replies to it go: the local part of an address.
    reply: Option<String>,
    picture: Option<Arc<Vec<u8>>>,
    /// Where mails of its kind are ended.
    unsubscribe: Option<String>,
}

/// What a mail about a game is about.
struct About<'a> {
    kind: Kind,
    notice: &'a Claimed,
    occasion: &'a Occasion,
    /// What happened after this version is told; `None`: after what the reader did himself.
    since: Option<i64>,
    answered: Answered<'a>,
}

impl About<'_> {
    /// The orders of the reader that were laid down when the notice was written.
    async fn disarmed(&self, connection: &mut Connection) -> Result<Vec<orders::OrderRow>, StoreError> {
        if self.kind != Kind::OrderDisarmed {
            return Ok(vec![]);
        }
        let Claimed { game, account, version, .. } = *self.notice;
        orders::disarmed(connection, game, account, version).await
    }

    /// What it says, and how it can be answered; `None` when it should ask something and nothing is asked.
    async fn write(
        &self,
        app: &App,
        connection: &mut Connection,
        asked: impl FnOnce(&dyn AnyGame, Seat) -> Option<Question>,
    ) -> Result<Option<Composed>, Undelivered> {
        let (notice, occasion) = (self.notice, self.occasion);
        let Ok(seat) = Seat::try_from(notice.seat) else {
            return Err(Undelivered::Never(format!("there is no seat {}", notice.seat)));
        };
        let title = title(app, connection, notice, occasion).await?;
        let since = self.entries(connection).await.map_err(store)?;
        let standing = title.load(&occasion.state).map_err(|error| broken(&error))?;
        let question = asked(standing.as_ref(), seat);
        if self.kind == Kind::Answer(answers::Kind::NextQuestion) && question.is_none() {
            return Ok(None);
        }
        let reader = Reader { account: notice.account, game: notice.game, seat, version: occasion.version };
        let ways = match &question {
            Some(question) => answers::ways(app, connection, &reader, question).await.map_err(service)?,
            None => Ways::default(),
        };
        let board = board::of(app, standing.as_ref(), seat, occasion).await;
        let unsubscribe = link(app, connection, notice).await?;
        let disarmed = self.disarmed(connection).await.map_err(store)?;
        let former = former(connection, &since).await?;
        let moment = Moment {
            disarmed: &disarmed,
            kind: self.kind,
            id: notice.game,
            table: &occasion.name,
            title: title.as_ref(),
            game: standing.as_ref(),
            version: occasion.version,
            commitment: &occasion.commitment,
            seat,
            question: question.as_ref(),
            ways: &ways,
            board: board.as_ref(),
            answered: self.answered,
            until: occasion.deadline.map(|at| {
                when(
                    at,
                    occasion.time_zone.as_deref().unwrap_or_default(),
                    notice.language.as_deref().unwrap_or_default(),
                )
            }),
            people: &occasion.people,
            bots: &occasion.bots,
            former: &former,
            acted_at: occasion.last_own_version,
            since: &since,
            language: notice.language.as_deref().unwrap_or_default(),
            public_url: &app.settings.http.public_url,
            unsubscribe: unsubscribe.as_deref(),
        };
        let says = game::write(&moment).map_err(|error| broken(&error))?;
        let picture = board.and_then(|board| board.picture);
        Ok(Some(Composed { says, reply: ways.reply, picture, unsubscribe }))
    }

    /// What the reader has not seen yet, as far as it fits.
    async fn entries(&self, connection: &mut Connection) -> Result<Vec<Entry>, StoreError> {
        let occasion = self.occasion;
        let oldest = occasion.version.saturating_sub(MOST_ENTRIES);
        let after = self.since.or(occasion.last_own_version).unwrap_or(-1).max(oldest);
        history::entries(connection, self.notice.game, after, occasion.version, MOST_ENTRIES).await
    }
}

/// Who had seats that somebody else has since these entries were made.
async fn former(connection: &mut Connection, since: &[Entry]) -> Result<Vec<Former>, Undelivered> {
    let mut former = Vec::new();
    for entry in since {
        let Some(text) = &entry.table_events else { continue };
        let events: Vec<TableEvent> = serde_json::from_str(text).map_err(|error| broken(&error))?;
        for event in events {
            let TableEvent::SeatReplaced { seat, former: Some(account), .. } = event else { continue };
            let name = accounts::find(connection, account).await.map_err(store)?.map(|row| row.name);
            former.push(Former { seat, until: entry.version, name });
        }
    }
    Ok(former)
}

async fn title(
    app: &App,
    connection: &mut Connection,
    notice: &Claimed,
    occasion: &Occasion,
) -> Result<Title, Undelivered> {
    let title = app.rulesets.of_game(connection, notice.game, &occasion.ruleset, &occasion.components_digest);
    let title = title.await.map_err(|error: Error| service(error))?;
    if i64::from(occasion.rules_version) > i64::from(title.rules_version()) {
        return Err(Undelivered::Later("the game needs a newer server".to_owned()));
    }
    Ok(title)
}

/// Where mails of its kind are ended.
async fn link(
    app: &App,
    connection: &mut Connection,
    notice: &Claimed,
) -> Result<Option<String>, Undelivered> {
    unsubscribe::link(app, connection, Some(notice.account), &notice.kind).await.map_err(service)
}

fn letter(app: &App, notice: &Claimed, to: &Address, domain: &str, says: Written) -> Letter {
    let game = notice.game;
    // A version comes again after a failover that lost it, and mail programs drop an id that they have had.
    let made = notice.created_at.timestamp_micros();
    Letter {
        to: to.clone(),
        name: notice.name.clone().unwrap_or_default(),
        message_id: format!("{game}.{}.{}.{}.{made:x}@{domain}", notice.version, notice.seat, notice.kind),
        thread: Some(format!("{game}@{domain}")),
        list: Some(format!("{game}.games.{domain}")),
        reply_to: None,
        reply_to_mail: None,
        picture: None,
        unsubscribe: None,
        date: app.now(),
        says,
    }
}
