//! The address that replies to one mail go to. What the mail was about is stored with it, and how it numbers the options
//! of its question.

use lettre::message::Mailbox;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::config::Settings;
use crate::error::Error;
use crate::service::loaded_game::LoadedGame;
use crate::service::turn::{Question, options_by_number};
use crate::service::{App, Ctx, history};
use crate::store::reply_addresses::{self, ReplyAddressRow, ReplyTopic};
use crate::store::{Connection, recoveries};
use rules::{AnyGame, Seat};

/// The prefix of the local part of an address for replies.
const PREFIX: &str = "reply+";
/// The secret part, in bytes.
const SECRET_BYTES: usize = 12;
const PARTITION_BYTES: usize = 16;

/// The address that replies to one mail go to: `reply+<partition and secret>@domain`. It fits the 64 characters that a local
/// part may have, and survives servers that change capitals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyAddress {
    pub partition: Uuid,
    secret: [u8; SECRET_BYTES],
}

impl ReplyAddress {
    /// A new one, which can't be guessed.
    fn new(app: &App, partition: Uuid) -> Self {
        Self { partition, secret: app.secrets.bytes() }
    }

    pub fn local(&self) -> String {
        format!("{PREFIX}{}{}", self.partition.simple(), hex::encode(self.secret))
    }

    /// The address of a local part, if it is one.
    pub fn parse(local: &str) -> Option<Self> {
        let local = local.to_ascii_lowercase();
        let bytes = hex::decode(local.strip_prefix(PREFIX)?).ok()?;
        let (partition, secret) = bytes.split_at_checked(PARTITION_BYTES)?;
        Some(Self { partition: Uuid::from_slice(partition).ok()?, secret: secret.try_into().ok()? })
    }

    /// The hash that is stored: a reader of the database can't derive the address from it.
    pub fn mark(&self) -> Vec<u8> {
        Sha256::digest(self.secret).to_vec()
    }
}

/// What is stored of an address: what its mail was about.
pub struct NewReplyAddress<'a> {
    pub topic: ReplyTopic,
    pub game: Uuid,
    /// `None`: an address without an account is written to.
    pub account: Option<Uuid>,
    pub seat: Option<Seat>,
    /// The version of the game that the mail shows.
    pub version: Option<i64>,
    /// The decision whose answers are numbered, or the vote.
    pub decision: Option<&'a str>,
    pub also: Option<String>,
    pub options: Option<String>,
    pub actions: Option<i16>,
    pub invitation: Option<Uuid>,
    /// Who alone reads a reply to messages; `None`: everybody in the game.
    pub addressee: Option<Uuid>,
}

impl NewReplyAddress<'_> {
    pub const fn of(topic: ReplyTopic, game: Uuid, account: Option<Uuid>) -> Self {
        Self {
            topic,
            game,
            account,
            seat: None,
            version: None,
            decision: None,
            also: None,
            options: None,
            actions: None,
            invitation: None,
            addressee: None,
        }
    }
}

/// Makes an address for replies to one mail: the local part. `None`: replies are not taken.
pub async fn create_reply_address(ctx: &mut Ctx, new: NewReplyAddress<'_>) -> Result<Option<String>, Error> {
    if !ctx.app.settings.replies.are_taken() {
        return Ok(None);
    }
    let recovery_id = match new.account {
        Some(account) => Some(recoveries::current(&mut ctx.db, account).await?.unwrap_or_default()),
        None => None,
    };
    let address = ReplyAddress::new(&ctx.app, new.game);
    let row = ReplyAddressRow {
        partition: new.game,
        mark: address.mark(),
        topic: <&str>::from(new.topic).to_owned(),
        account_id: new.account,
        seat: new.seat.map(i16::from),
        version: new.version,
        decision: new.decision.map(str::to_owned),
        also: new.also,
        options: new.options,
        actions: new.actions,
        invitation_id: new.invitation,
        created_at: ctx.app.now(),
        recovery_id,
        addressee_id: new.addressee,
    };
    reply_addresses::insert(&mut ctx.db, &row).await?;
    Ok(Some(address.local()))
}

/// Lets replies of a player be answered again after they visited the page of their seat: a program that answers mails
/// does not do that.
pub async fn heard_from(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<(), Error> {
    Ok(reply_addresses::forget_unread(connection, game, account).await?)
}

/// The domain of addresses for replies, in small letters.
pub fn domain(settings: &Settings) -> String {
    let chosen = settings.replies.domain.to_ascii_lowercase();
    if !chosen.is_empty() {
        return chosen;
    }
    let from = settings.mail.from.parse::<Mailbox>();
    from.map(|from| from.email.domain().to_ascii_lowercase()).unwrap_or_default()
}

/// The game at `version`, at which an answer was given: sentences about the answer are worded from that state.
pub async fn game_when_answered(ctx: &mut Ctx, game: Uuid, version: i64) -> Result<Box<dyn AnyGame>, Error> {
    let loaded = LoadedGame::open_for_worker(ctx, game).await?;
    history::game_at(&mut ctx.db, &loaded, version).await
}

/// The reader of a mail, and the version of the game that it is about.
pub struct QuestionContext {
    pub account: Uuid,
    pub game: Uuid,
    pub seat: Seat,
    pub version: i64,
}

/// Makes an address for answers to `question`, stores how the mail numbers them, and returns the local part. `None`:
/// replies are not taken.
pub async fn create_question_address(
    ctx: &mut Ctx,
    context: &QuestionContext,
    question: &Question,
) -> Result<Option<String>, Error> {
    let broken = |error: serde_json::Error| Error::internal("the options of a question", error);
    let legal = &question.numbered;
    let options: Vec<_> = options_by_number(legal).map(|(_, option)| option).collect();
    let also: Vec<&str> = question.also.iter().map(|legal| legal.decision.id.as_str()).collect();
    let new = NewReplyAddress {
        seat: Some(context.seat),
        version: Some(context.version),
        decision: Some(&legal.decision.id),
        also: Some(serde_json::to_string(&also).map_err(broken)?),
        options: Some(serde_json::to_string(&options).map_err(broken)?),
        actions: Some(i16::try_from(legal.actions.len()).unwrap_or(i16::MAX)),
        ..NewReplyAddress::of(ReplyTopic::Question, context.game, Some(context.account))
    };
    create_reply_address(ctx, new).await
}

#[cfg(test)]
mod tests {
    use super::{ReplyAddress, SECRET_BYTES};

    #[test]
    fn an_address_fits_a_local_part_and_is_read_in_any_capitals() {
        let address = ReplyAddress { partition: uuid::Uuid::from_u128(7), secret: [171; SECRET_BYTES] };
        let local = address.local();
        assert!(local.len() <= 64, "{local}");
        assert_eq!(ReplyAddress::parse(&local.to_uppercase().replace("REPLY", "Reply")), Some(address));
        for wrong in ["", "reply+", "reply+abcd", &local[1..], &format!("{local}00"), "postmaster"] {
            assert_eq!(ReplyAddress::parse(wrong), None, "{wrong}");
        }
    }
}
