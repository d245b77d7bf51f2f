//! A link of a mail: what it would do, and doing it.

use sha2::{Digest, Sha256};

use super::question::digest;
use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::notifications::enqueue::{self, AnswerNote};
use crate::notifications::suppression::delivered;
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::play::{self, Act, TakeBack, TakeBackOptions};
use crate::service::tag::Seen;
use crate::service::tokens::{AnswerLink, read_answer};
use crate::store::games::Status;
use crate::store::{Connection, history, operators, recoveries};
use rules::decision::is_awaited;
use rules::{Json, Seat};

#[derive(Debug, Clone)]
pub enum LinkState {
    Open(Json),
    /// It has given its answer just now.
    Given(GivenAnswer),
    /// Its answer was taken back just now.
    Returned,
    /// It, or another answer of the same mail, was used.
    Used,
    /// The decision is closed, or can't be answered so any more.
    DecisionClosed,
    /// The decision is gone, because this seat took back what it followed from.
    TakenBack(Seat),
    Expired,
    /// The password or the address of its account changed since it was sent, or sessions were ended.
    Ended,
    /// Another player has the seat.
    SeatLost,
    /// Its account may not play here.
    Banned,
    Paused,
    Over,
    Caretaker,
    /// The refusal of the rules, as a sentence.
    Refused(String),
}

impl LinkState {
    /// Does the link still speak for its account? One that has expired, or was for a seat that another player has, does
    /// not.
    pub fn is_of_its_account(&self) -> bool {
        !matches!(self, Self::Expired | Self::SeatLost | Self::Banned)
    }
}

/// An answer that a link has given.
#[derive(Debug, Clone)]
pub struct GivenAnswer {
    pub action: Json,
    /// The version of the game that it was decided on.
    pub base: i64,
    pub again: bool,
}

/// A link, and the game that it belongs to.
pub struct OpenedLink {
    pub link: AnswerLink,
    pub state: LinkState,
    /// The game as it is now, if the account of the link has a seat there.
    pub loaded: Option<LoadedGame>,
    /// The version to which the seat can return to take the answer back that was given by this mail.
    pub returns_to: Option<i64>,
}

impl OpenedLink {
    fn ended(link: AnswerLink, state: LinkState) -> Self {
        Self { link, state, loaded: None, returns_to: None }
    }
}

/// What a link would do. Changes nothing. Error: `token_invalid`.
pub async fn open_link(app: &App, connection: &mut Connection, token: &str) -> Result<OpenedLink, Error> {
    let (link, is_good) = read_answer(app, connection, token).await?;
    // Who reads an old mailbox learns nothing of the game either.
    if recoveries::current(connection, link.account).await? != Some(link.recovery) {
        return Ok(OpenedLink::ended(link, LinkState::Ended));
    }
    let key = key(link.version, &link.decision);
    let loaded = LoadedGame::open(app, connection, link.game, Some(link.account), Some(&key)).await;
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(error) if error.is(Code::GameNotFound) => {
            return Ok(OpenedLink::ended(link, LinkState::SeatLost));
        }
        Err(error) => return Err(error),
    };
    if loaded.seat != Some(link.seat) {
        return Ok(OpenedLink::ended(link, LinkState::SeatLost));
    }
    let state = if operators::is_banned(connection, link.account).await? {
        LinkState::Banned
    } else if loaded.present.earlier_version.is_some() {
        LinkState::Used
    } else if is_good {
        match state(&loaded, &link)? {
            LinkState::DecisionClosed => why_closed(connection, &link).await?,
            state => state,
        }
    } else {
        LinkState::Expired
    };
    let returns_to = match (&state, loaded.present.earlier_version) {
        (LinkState::Used, Some(first)) => can_return(app, connection, &loaded, link.seat, first - 1).await?,
        _ => None,
    };
    Ok(OpenedLink { link, state, loaded: Some(loaded), returns_to })
}

/// The version, if the seat can return there.
async fn can_return(
    app: &App,
    connection: &mut Connection,
    loaded: &LoadedGame,
    seat: Seat,
    version: i64,
) -> Result<Option<i64>, Error> {
    let options = TakeBackOptions::of(app, connection, loaded, seat).await?;
    Ok(options.versions.contains(&version).then_some(version))
}

/// Takes the answer back that was given by a link or another one of the same mail, if that is still possible. Errors: as
/// [`open_link`]; and `busy`.
pub async fn take_answer_back(
    app: &App,
    connection: &mut Connection,
    token: &str,
) -> Result<OpenedLink, Error> {
    let opened = open_link(app, connection, token).await?;
    let Some(version) = opened.returns_to else { return Ok(opened) };
    let link = opened.link;
    let request = TakeBack {
        game: link.game,
        account: link.account,
        version,
        key: None,
        body: [0; 32],
        seen: Seen::default(),
    };
    match play::take_back(app, connection, &request).await {
        Ok(_) => {}
        // Something else was faster: the page shows how it stands now.
        Err(error) if error.is(Code::CannotTakeBack) || error.is(Code::InvalidField) => {
            return open_link(app, connection, token).await;
        }
        Err(error) => return Err(error),
    }
    ask_again(app, connection, &link, None, token).await?;
    let loaded = LoadedGame::open(app, connection, link.game, Some(link.account), None).await?;
    Ok(OpenedLink { link, state: LinkState::Returned, loaded: Some(loaded), returns_to: None })
}

/// Why the decision of a link is closed.
async fn why_closed(connection: &mut Connection, link: &AnswerLink) -> Result<LinkState, Error> {
    let by = history::taken_back_by(connection, link.game, link.version).await?;
    let by = by.and_then(|seat| Seat::try_from(seat).ok());
    Ok(by.map_or(LinkState::DecisionClosed, LinkState::TakenBack))
}

fn state(loaded: &LoadedGame, link: &AnswerLink) -> Result<LinkState, Error> {
    if loaded.present.status == Status::Paused {
        return Ok(LinkState::Paused);
    }
    if loaded.present.status.is_over() {
        return Ok(LinkState::Over);
    }
    if loaded.present.bots.get(usize::from(link.seat)).is_some_and(Option::is_some) {
        return Ok(LinkState::Caretaker);
    }
    let (_, game) = loaded.position()?;
    let open = game.legal(link.seat);
    let open_decision = open.into_iter().find(|legal| legal.decision.id == link.decision);
    let action = open_decision
        .and_then(|legal| legal.actions.into_iter().find(|action| digest(action) == link.digest));
    Ok(action.map_or(LinkState::DecisionClosed, LinkState::Open))
}

/// Gives the answer of a link, once. Errors: as [`open_link`]; and `busy`.
pub async fn use_link(app: &App, connection: &mut Connection, token: &str) -> Result<OpenedLink, Error> {
    let opened = open_link(app, connection, token).await?;
    let LinkState::Open(action) = &opened.state else {
        if let (LinkState::DecisionClosed | LinkState::TakenBack(_), Some(loaded)) =
            (&opened.state, &opened.loaded)
        {
            // The question may have changed without a new notification: the next mail shows the present one.
            let (_, game) = loaded.position()?;
            if is_awaited(&game.awaiting(), opened.link.seat) {
                ask_again(app, connection, &opened.link, None, token).await?;
            }
        }
        return Ok(opened);
    };
    let action = action.clone();
    let link = opened.link;
    let state = match play::act(app, connection, &answer(&link, action.clone())).await {
        Ok(reply) => {
            delivered(connection, link.account).await?;
            let again = reply.legal.iter().any(|legal| legal.decision.blocking);
            let given = GivenAnswer { action, base: reply.base, again };
            if again {
                ask_again(app, connection, &link, Some(&given), token).await?;
            }
            LinkState::Given(given)
        }
        Err(error) => refused(error)?,
    };
    let loaded = LoadedGame::open(app, connection, link.game, Some(link.account), None).await?;
    let returns_to = match &state {
        LinkState::Given(given) => can_return(app, connection, &loaded, link.seat, given.base).await?,
        _ => None,
    };
    Ok(OpenedLink { link, state, loaded: Some(loaded), returns_to })
}

/// One idempotency key for every answer to a question at one version: whichever comes first is the only one.
pub(super) fn key(version: i64, decision: &str) -> String {
    format!("mail.{version}.{decision}")
}

fn answer(link: &AnswerLink, action: Json) -> Act {
    Act {
        game: link.game,
        account: link.account,
        ruleset: None,
        decision: link.decision.clone(),
        body: Sha256::digest(action.get().as_bytes()).into(),
        action,
        key: Some(key(link.version, &link.decision)),
        seen: Seen::default(),
    }
}

/// What is found when another answer was faster.
fn refused(error: Error) -> Result<LinkState, Error> {
    let Error::Known(problem) = &error else {
        return match error {
            Error::Refused(refusal) => Ok(LinkState::Refused(refusal.message.into_owned())),
            error => Err(error),
        };
    };
    Ok(match problem.code {
        Code::KeyReused => LinkState::Used,
        Code::DecisionClosed | Code::OfferClosed | Code::NotYourDecision => LinkState::DecisionClosed,
        Code::NotAMember | Code::GameNotFound => LinkState::SeatLost,
        Code::GamePaused => LinkState::Paused,
        Code::GameNotRunning => LinkState::Over,
        Code::CaretakerPlays => LinkState::Caretaker,
        _ => return Err(error),
    })
}

async fn ask_again(
    app: &App,
    connection: &mut Connection,
    link: &AnswerLink,
    given: Option<&GivenAnswer>,
    token: &str,
) -> Result<(), Error> {
    let next = AnswerNote {
        kind: MailKind::NextQuestion,
        account: link.account,
        game: link.game,
        seat: link.seat,
        since: link.version,
        said: given.map(|given| &given.action),
        said_at: given.map(|given| given.base),
        refused: None,
        reply_to: None,
        answer: token.as_bytes(),
    };
    enqueue::answer(app, connection, &next).await
}
