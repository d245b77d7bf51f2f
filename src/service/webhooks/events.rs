//! What is sent to a webhook: one type of data for what each topic tells, with exactly the members that it has.
//!
//! A body says what happened and where to read more, and never what is in a hand: a program reads the game with its own
//! token. `http/openapi/webhooks.rs` describes the bodies, one type for each topic.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};
use uuid::Uuid;

use crate::error::Error;
use crate::notifications::{OwnTopic, WebhookTopic};
use crate::store::webhook_facts::WebhookFact;
use crate::time_control::Instant;
use rules::Seat;

/// The body of a request to a webhook.
#[derive(Debug, Clone, Serialize)]
pub struct WebhookEvent {
    #[serde(rename = "type")]
    pub topic: WebhookTopic,
    /// When it happened.
    pub timestamp: Instant,
    pub data: WebhookData,
}

// By hand: there is a type for each topic, and some topics belong to the rulesets.
impl PartialSchema for WebhookEvent {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().into()
    }
}

impl ToSchema for WebhookEvent {
    fn name() -> Cow<'static, str> {
        "WebhookEvent".into()
    }
}

/// What happened, and where to read more.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum WebhookData {
    Call(WebhookCallData),
    CallEnded(WebhookCallEndedData),
    Deadline(WebhookDeadlineData),
    Seat(WebhookSeatData),
    Vote(WebhookVoteData),
    SeatOffer(WebhookSeatOfferData),
    Invitation(WebhookInvitationData),
    Membership(WebhookMembershipData),
    Message(WebhookMessageData),
    Competition(WebhookCompetitionData),
    Test(WebhookTestData),
}

/// Declares data about a game: what all of it has, and the members given.
macro_rules! about_games {
    ($($(#[$about:meta])* $name:ident { $($(#[$member_about:meta])* $member:ident: $type:ty,)* })*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Serialize, ToSchema)]
        pub struct $name {
            /// The account that owns the webhook.
            pub account_id: Uuid,
            pub game_id: Uuid,
            /// Empty if it has none.
            pub game_name: String,
            pub ruleset: String,
            $($(#[$member_about])* pub $member: $type,)*
        }
    )*};
}

about_games! {
    /// A decision is open for your seat.
    WebhookCallData {
        seat: Seat,
        /// The version of the game that opened the decision.
        #[schema(minimum = 0)]
        version: i64,
        decision_id: String,
        /// The same as `decision_id`.
        #[schema(deprecated)]
        decision: String,
        /// Until when there is time, as it was when this was written; null where no clock runs, or when the decision was
        /// over by then.
        #[schema(value_type = Option<String>, format = DateTime)]
        deadline: Option<Instant>,
        links: WebhookDecisionLinks,
    }

    /// A decision that you were called to has been answered or is over.
    WebhookCallEndedData {
        /// The seat that you were called for.
        seat: Seat,
        /// The version of the game that opened the decision: the same as in the webhook that called you.
        #[schema(minimum = 0)]
        version: i64,
        /// The same as in the webhook that called you.
        decision_id: String,
        /// The same as `decision_id`.
        #[schema(deprecated)]
        decision: String,
        links: WebhookViewLinks,
    }

    /// Your time for a decision runs out.
    WebhookDeadlineData {
        /// Is it the first warning, or the last?
        kind: WebhookDeadlineKind,
        seat: Seat,
        #[schema(minimum = 0)]
        version: i64,
        decision_id: String,
        /// The same as `decision_id`.
        #[schema(deprecated)]
        decision: String,
        /// Until when there is time, as it was when this was written; null when the decision was over by then.
        #[schema(value_type = Option<String>, format = DateTime)]
        deadline: Option<Instant>,
        links: WebhookDecisionLinks,
    }

    /// Something happened to your seat, or to the game as a whole; the `type` says what.
    WebhookSeatData {
        seat: Seat,
        /// The version of the game at which it happened.
        #[schema(minimum = 0)]
        version: i64,
        links: WebhookViewLinks,
    }

    /// A vote was opened, or decided.
    WebhookVoteData {
        /// Are you asked to vote, or is it the outcome of a vote that you opened?
        kind: WebhookVoteKind,
        seat: Seat,
        /// The version of the game at which it happened.
        #[schema(minimum = 0)]
        version: i64,
        vote_id: Uuid,
        links: WebhookViewLinks,
    }

    /// A vote of the players offers you a seat.
    WebhookSeatOfferData {
        /// The seat that you may take.
        seat: Seat,
        /// The version of the game at which it happened.
        #[schema(minimum = 0)]
        version: i64,
        vote_id: Uuid,
        links: WebhookViewLinks,
    }

    /// You are invited to a game that has not started.
    WebhookInvitationData {
        invitation_id: Uuid,
        links: WebhookGameLinks,
    }

    /// Your place in a game changed, or what becomes of a game that has not started.
    WebhookMembershipData {
        kind: WebhookMembershipKind,
        /// The seat that it is about; null before the seats are dealt.
        seat: Option<Seat>,
        /// The version of the game at which it happened; null before the start.
        #[schema(minimum = 0)]
        version: Option<i64>,
        links: WebhookGameLinks,
    }

    /// There is a message that you may read.
    WebhookMessageData {
        /// Your seat; null before the seats are dealt.
        seat: Option<Seat>,
        /// The number of the message among those that you may read.
        #[schema(minimum = 1)]
        number: i64,
        links: WebhookMessageLinks,
    }
}

/// Builds data from a fact: what all data about a game has, and the members given.
macro_rules! of_fact {
    ($name:ident of $fact:ident { $($member:ident $(: $value:expr)?,)* }) => {
        $name {
            account_id: $fact.account_id,
            game_id: $fact.game_id,
            game_name: $fact.game_name.clone(),
            ruleset: $fact.ruleset.clone(),
            $($member $(: $value)?,)*
        }
    };
}

impl WebhookEvent {
    pub fn of_test(account: Uuid, now: Instant) -> Self {
        let data = WebhookData::Test(WebhookTestData { account_id: account });
        Self { topic: WebhookTopic::Own(OwnTopic::Test), timestamp: now, data }
    }

    /// What is sent to the webhooks of `account` about a competition.
    pub fn of_competition(public_url: &str, account: Uuid, news: &CompetitionNews<'_>, now: Instant) -> Self {
        let CompetitionNews { kind, competition_id, name, round } = *news;
        let data = WebhookCompetitionData {
            account_id: account,
            kind,
            competition_id,
            competition_name: name.to_owned(),
            round,
            links: WebhookCompetitionLinks {
                competition: format!("{public_url}/v1/competitions/{competition_id}"),
            },
        };
        let topic = WebhookTopic::Own(OwnTopic::Competition);
        Self { topic, timestamp: now, data: WebhookData::Competition(data) }
    }

    /// What is sent of a fact; `public_url` is that of the server. An error is a bug: the fact lacks what its topic tells.
    pub fn of(public_url: &str, topic: WebhookTopic, fact: &WebhookFact) -> Result<Self, Error> {
        let data = WebhookData::of(topic, &format!("{public_url}/v1/games/{}", fact.game_id), fact)?;
        Ok(Self { topic, timestamp: fact.happened_at, data })
    }
}

impl WebhookData {
    fn of(topic: WebhookTopic, game: &str, fact: &WebhookFact) -> Result<Self, Error> {
        let lacks = |what| move || Error::bug(format!("a {} of {game} has no {what}", fact.kind));
        let seat = fact.seat.and_then(|seat| Seat::try_from(seat).ok());
        let version = fact.version.filter(|version| *version >= 0);
        let in_play =
            || Ok::<_, Error>((seat.ok_or_else(lacks("seat"))?, version.ok_or_else(lacks("version"))?));
        let decision = || fact.reference.clone().ok_or_else(lacks("decision"));
        let reference = fact.reference.as_deref();
        let id = || reference.and_then(|id| Uuid::parse_str(id).ok()).ok_or_else(lacks("id"));
        let view = || WebhookViewLinks { game: game.to_owned(), view: format!("{game}/view") };
        let legal = || WebhookDecisionLinks {
            game: game.to_owned(),
            view: format!("{game}/view"),
            legal: format!("{game}/legal"),
        };
        let deadline = fact.deadline;
        let own = match topic {
            WebhookTopic::Own(own) => own,
            WebhookTopic::Call(_) => {
                let ((seat, version), decision, links) = (in_play()?, decision()?, legal());
                let decision_id = decision.clone();
                return Ok(Self::Call(
                    of_fact!(WebhookCallData of fact { seat, version, decision_id, decision, deadline, links, }),
                ));
            }
        };
        Ok(match own {
            OwnTopic::NoLongerAwaited => {
                let ((seat, version), decision, links) = (in_play()?, decision()?, view());
                let decision_id = decision.clone();
                Self::CallEnded(
                    of_fact!(WebhookCallEndedData of fact { seat, version, decision_id, decision, links, }),
                )
            }
            OwnTopic::DeadlineNear => {
                let ((seat, version), decision, links) = (in_play()?, decision()?, legal());
                let decision_id = decision.clone();
                let kind = fact.kind.parse().map_err(|_| lacks("kind that is known")())?;
                Self::Deadline(
                    of_fact!(WebhookDeadlineData of fact { kind, seat, version, decision_id, decision, deadline, links, }),
                )
            }
            OwnTopic::GameStarted
            | OwnTopic::GameEnded
            | OwnTopic::GameUpdated
            | OwnTopic::LapsePlayed
            | OwnTopic::OrderDisarmed
            | OwnTopic::Outage => {
                let ((seat, version), links) = (in_play()?, view());
                Self::Seat(of_fact!(WebhookSeatData of fact { seat, version, links, }))
            }
            OwnTopic::Vote => {
                let ((seat, version), vote_id, links) = (in_play()?, id()?, view());
                let kind = fact.kind.parse().map_err(|_| lacks("kind that is known")())?;
                Self::Vote(of_fact!(WebhookVoteData of fact { kind, seat, version, vote_id, links, }))
            }
            OwnTopic::SeatOffered => {
                let ((seat, version), vote_id, links) = (in_play()?, id()?, view());
                Self::SeatOffer(of_fact!(WebhookSeatOfferData of fact { seat, version, vote_id, links, }))
            }
            OwnTopic::Invitation => {
                let (invitation_id, links) = (id()?, WebhookGameLinks { game: game.to_owned() });
                Self::Invitation(of_fact!(WebhookInvitationData of fact { invitation_id, links, }))
            }
            OwnTopic::Membership => {
                let kind = fact.kind.parse().map_err(|_| lacks("kind that is known")())?;
                let links = WebhookGameLinks { game: game.to_owned() };
                Self::Membership(of_fact!(WebhookMembershipData of fact { kind, seat, version, links, }))
            }
            OwnTopic::Message => {
                let number = reference.and_then(|number| number.parse().ok()).ok_or_else(lacks("number"))?;
                let links =
                    WebhookMessageLinks { game: game.to_owned(), messages: format!("{game}/messages") };
                Self::Message(of_fact!(WebhookMessageData of fact { seat, number, links, }))
            }
            // Told where it becomes true, and no fact of a game.
            OwnTopic::Competition => return Err(lacks("competition")()),
            OwnTopic::Test => Self::Test(WebhookTestData { account_id: fact.account_id }),
        })
    }

    /// The name of the schema that describes the data.
    pub fn type_name(&self) -> Cow<'static, str> {
        match self {
            Self::Call(_) => WebhookCallData::name(),
            Self::CallEnded(_) => WebhookCallEndedData::name(),
            Self::Deadline(_) => WebhookDeadlineData::name(),
            Self::Seat(_) => WebhookSeatData::name(),
            Self::Vote(_) => WebhookVoteData::name(),
            Self::SeatOffer(_) => WebhookSeatOfferData::name(),
            Self::Invitation(_) => WebhookInvitationData::name(),
            Self::Membership(_) => WebhookMembershipData::name(),
            Self::Message(_) => WebhookMessageData::name(),
            Self::Competition(_) => WebhookCompetitionData::name(),
            Self::Test(_) => WebhookTestData::name(),
        }
    }
}

/// What happened in a competition.
#[derive(Debug, Clone, Copy)]
pub struct CompetitionNews<'n> {
    pub kind: WebhookCompetitionKind,
    pub competition_id: Uuid,
    pub name: &'n str,
    /// The round that was paired last; none was where there is none.
    pub round: Option<i32>,
}

/// A round of a competition that you entered is paired, or the competition has ended.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookCompetitionData {
    /// The account that owns the webhook.
    pub account_id: Uuid,
    pub kind: WebhookCompetitionKind,
    pub competition_id: Uuid,
    pub competition_name: String,
    /// The round that was paired last, counted from 1; null if none was.
    #[schema(minimum = 1)]
    pub round: Option<i32>,
    pub links: WebhookCompetitionLinks,
}

/// What happened in a competition. More kinds may be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookCompetitionKind {
    /// The round is paired: you have a table in it, or a bye.
    RoundPaired,
    /// The last round is over.
    CompetitionOver,
    /// The organisers called it off.
    CompetitionCancelled,
}

/// Where to read more of a competition.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookCompetitionLinks {
    #[schema(format = "uri")]
    pub competition: String,
}

/// Your webhook works.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookTestData {
    /// The account that owns the webhook.
    pub account_id: Uuid,
}

/// Which warning it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookDeadlineKind {
    /// The first warning.
    DeadlineNear,
    /// The last warning.
    DeadlineNearer,
}

/// What happened about a vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookVoteKind {
    /// It was opened, and you have not voted.
    Vote,
    /// It is decided; you had opened it.
    VoteDecided,
}

/// What happened to your place in a game, or to a game that has not started. More kinds may be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookMembershipKind {
    /// The game is full, and you are asked to confirm to be there.
    ConfirmPresence,
    /// You did not confirm in time, and have no seat any more.
    SeatLost,
    /// The owner of the game sent you away.
    Kicked,
    /// The game was called off before it started.
    GameCancelled,
    /// The game was given up before it started: no other player had joined for too long.
    GameExpired,
    /// A bot plays for you until you return.
    CaretakerSeated,
    /// Your seat has another player now.
    SeatReplaced,
}

/// Where to read more of a game, and to answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookDecisionLinks {
    #[schema(format = "uri")]
    pub game: String,
    /// The URL of the seat's view.
    #[schema(format = "uri")]
    pub view: String,
    /// The URL of what the seat may do now.
    #[schema(format = "uri")]
    pub legal: String,
}

/// Where to read more of a game that is played.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookViewLinks {
    #[schema(format = "uri")]
    pub game: String,
    /// The URL of the seat's view.
    #[schema(format = "uri")]
    pub view: String,
}

/// Where to read more of a game.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookGameLinks {
    #[schema(format = "uri")]
    pub game: String,
}

/// Where to read a message.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookMessageLinks {
    #[schema(format = "uri")]
    pub game: String,
    /// The URL of the messages of the game.
    #[schema(format = "uri")]
    pub messages: String,
}
