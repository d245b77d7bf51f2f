//! What is sent: what happened, and where to look. Nothing that only the rules may know; a program looks at the game
//! with its own token.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::topic::WebhookTopic;
use crate::error::Error;
use crate::notifications::{Kinds, MailKind};
use crate::service::App;
use crate::store::webhook_facts::WebhookFact;
use crate::time_control::Instant;

/// The body of a request to a webhook.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookBody {
    /// The topic, or `test`.
    #[serde(rename = "type")]
    pub topic: String,
    /// When it became true.
    #[schema(value_type = String, format = DateTime)]
    pub timestamp: Instant,
    /// What became true.
    pub data: WebhookData,
}

/// What became true.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookData {
    /// Whom it is told: the owner of the webhook.
    pub account_id: Uuid,
    /// What it is more exactly, a word: where a topic has several kinds they differ here, such as `kicked` and
    /// `table_cancelled`. There may be new ones.
    pub kind: String,
    /// The game; null in a test.
    pub game_id: Option<Uuid>,
    /// What the table is called.
    pub game_name: Option<String>,
    /// The title.
    pub ruleset: Option<String>,
    /// The seat that is told; null before the seats are dealt.
    pub seat: Option<i16>,
    /// The version of the game that made it true; null before the start, and where none did.
    pub version: Option<i64>,
    /// The decision that is or was asked.
    pub decision: Option<String>,
    /// Until when there was time to answer, as it stood when this was written; null where no clock runs.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Instant>,
    /// The vote that was opened.
    pub vote_id: Option<Uuid>,
    /// The invitation.
    pub invitation_id: Option<Uuid>,
    /// The number of the message among those that the owner can read.
    pub message: Option<i64>,
    /// Where to look.
    pub links: Option<WebhookLinks>,
}

/// Where to look.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookLinks {
    /// The game or table.
    pub game: String,
    /// What the seat sees; null before the start.
    pub view: Option<String>,
    /// What the seat may do now; null where nothing is asked.
    pub legal: Option<String>,
}

impl WebhookBody {
    pub fn of_test(account: Uuid, now: Instant) -> Self {
        let data = WebhookData {
            account_id: account,
            kind: "test".to_owned(),
            game_id: None,
            game_name: None,
            ruleset: None,
            seat: None,
            version: None,
            decision: None,
            deadline: None,
            vote_id: None,
            invitation_id: None,
            message: None,
            links: None,
        };
        Self { topic: "test".to_owned(), timestamp: now, data }
    }

    pub(super) fn of(app: &App, fact: &WebhookFact) -> Self {
        let about = About::of(app.kinds(), fact);
        let data = WebhookData {
            account_id: fact.account_id,
            kind: fact.kind.clone(),
            game_id: Some(fact.game_id),
            game_name: Some(fact.game_name.clone()),
            ruleset: Some(fact.ruleset.clone()),
            seat: fact.seat,
            version: fact.version.filter(|version| *version >= 0),
            decision: about.decision,
            deadline: fact.deadline,
            vote_id: about.vote,
            invitation_id: about.invitation,
            message: about.message,
            links: Some(links(app, fact)),
        };
        Self { topic: fact.topic.clone(), timestamp: fact.happened_at, data }
    }

    pub(super) fn text(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|error| Error::internal("what is sent", error))
    }

    pub(super) fn read(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(|error| Error::internal("what was sent", error))
    }
}

#[derive(Default)]
struct About {
    decision: Option<String>,
    vote: Option<Uuid>,
    invitation: Option<Uuid>,
    message: Option<i64>,
}

impl About {
    fn of(kinds: &Kinds, fact: &WebhookFact) -> Self {
        let reference = fact.reference.as_deref();
        let id = || reference.and_then(|reference| Uuid::parse_str(reference).ok());
        match fact.kind.as_str() {
            "vote" | "vote_decided" => Self { vote: id(), ..Self::default() },
            "invitation" => Self { invitation: id(), ..Self::default() },
            "message" => {
                let message = reference.and_then(|reference| reference.parse().ok());
                Self { message, ..Self::default() }
            }
            kind if is_asked(kinds, kind) => {
                Self { decision: reference.map(str::to_owned), ..Self::default() }
            }
            _ => Self::default(),
        }
    }
}

/// Is such a fact about a decision?
fn is_asked(kinds: &Kinds, kind: &str) -> bool {
    let is_about_time =
        |kind| matches!(kind, MailKind::DeadlineNear | MailKind::DeadlineNearer | MailKind::LapsePlayed);
    let notified = kinds.named(kind).map(|entry| entry.kind);
    notified.is_some_and(|kind| matches!(kind, MailKind::Call(_)) || is_about_time(kind))
        || kind == WebhookTopic::NO_LONGER_AWAITED.name()
}

fn links(app: &App, fact: &WebhookFact) -> WebhookLinks {
    let public_url = &app.settings.http.public_url;
    let game = format!("{public_url}/v1/games/{}", fact.game_id);
    let has_begun = fact.version.is_some_and(|version| version >= 0);
    let is_open = is_asked(app.kinds(), &fact.kind) && fact.kind != WebhookTopic::NO_LONGER_AWAITED.name();
    WebhookLinks {
        view: has_begun.then(|| format!("{game}/view")),
        legal: (is_open && fact.kind != "lapse_played").then(|| format!("{game}/legal")),
        game,
    }
}
