//! The examples of the description. They stand in the files of `examples/`, with people and ids that are made up; tests
//! hold each to the type it is an example of.
//!
//! Code makes the examples of actions and webhook events, since each ruleset has actions and calls of its own.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::TimeDelta;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::error::Error;
use crate::notifications::{MailKind, OwnTopic, WebhookTopic};
use crate::service::webhooks::{CompetitionNews, WebhookCompetitionKind, WebhookEvent};
use crate::store::webhook_facts::WebhookFact;
use crate::time_control::Instant;
use rules::{AnyRuleset, Author, Chance, Choice, Json};

/// The seats of the game in which a bot shows the actions of a ruleset.
const SEATS: u8 = 3;
/// How many actions of that game are compared.
const WATCHED: u64 = 60;
/// The most bytes of an action that is shown as an example.
const LONG: usize = 120;

/// Makes a function for each example: `file: names` for the members of a file, `page of item` for a page whose one item
/// is another example.
macro_rules! examples {
    ($($file:literal: $($name:ident)+;)+ pages: $($page:ident of $item:ident,)+) => {
        static EXAMPLES: LazyLock<Map<String, Value>> = LazyLock::new(|| {
            let files = [$(include_str!(concat!("examples/", $file, ".json"))),+];
            // A file that is no JSON leaves its examples out, and the comparison with openapi.yaml fails.
            files.into_iter().flat_map(|file| serde_json::from_str::<Map<_, _>>(file).unwrap_or_default()).collect()
        });
        $($(pub fn $name() -> Value {
            EXAMPLES.get(stringify!($name)).cloned().unwrap_or_default()
        })+)+
        $(pub fn $page() -> Value {
            json!({ "items": [$item()], "next_cursor": null, "prev_cursor": null })
        })+
    };
}

examples! {
    "accounts": account account_for_operators app address announcement availability availability_overlap blocks crosstable current_token dead_letters
        export following friend friends game_for_operators made_token notes pending_address people personal_tokens profile rated_player rating_change reports
        sessions tokens vacation work_queues;
    "channels": channel channel_event created_channel;
    "clubs": club club_channel club_member club_message club_standing created_club_channel;
    "competitions": competition competition_correction competition_entrant competition_export competition_round competition_standing;
    "games": finished_game game invitation invitation_links made_link received_invitations ruleset ruleset_summary;
    "notifications": created_webhook deliveries feeds game_notices new_webhook_secret notice_settings push_key push_subscription webhook
        webhook_deliveries webhook_test;
    "play": dry_run events inbox legal message messages note order_set orders preview record reply view vote;
    "streams": account_stream_event competition_stream_event game_stream_event person_stream_event stream_ticket;
    pages: accounts_for_operators of account_for_operators, games_for_operators of game_for_operators, announcements of announcement, apps of app, channels of channel, clubs of club, club_channels of club_channel, club_members of club_member, club_messages of club_message, club_standings of club_standing, competition_corrections of competition_correction,
        competition_entrants of competition_entrant, competition_rounds of competition_round, competition_standings of competition_standing, competitions of competition, finished_games of finished_game, games of game, invitations of invitation,
        push_subscriptions of push_subscription, rated_players of rated_player, rating_changes of rating_change, rulesets of ruleset_summary, votes of vote,
        webhooks of webhook,
}

/// The games of a batch, of which one is shown.
pub fn created_games() -> Value {
    json!({ "games": [game()] })
}

/// The first lines of a board. A whole board is longer than the rest of the operation's description.
pub fn board() -> &'static str {
    include_str!("examples/board.txt")
}

/// The description of the stream's response, with some events as they are sent.
pub fn game_stream() -> &'static str {
    include_str!("examples/game_stream.md").trim_end()
}

pub fn account_stream() -> &'static str {
    include_str!("examples/account_stream.md").trim_end()
}

/// An action of each ruleset: of the kind that a bot makes most often, the longest one that has at most `LONG` bytes.
pub fn actions(shipped: &[&dyn AnyRuleset]) -> Value {
    let examples = shipped.iter().filter_map(|ruleset| {
        let Choice { decision, action } = usual_action(*ruleset)?;
        let example = json!({ "ruleset": ruleset.id(), "decision": decision, "action": action });
        Some((ruleset.id().to_owned(), json!({ "value": example })))
    });
    Value::Object(examples.collect())
}

fn usual_action(ruleset: &dyn AnyRuleset) -> Option<Choice<Json>> {
    let mut game = ruleset.blank(&ruleset.options(None).ok()?, SEATS).ok()?;
    let (mut chance, mut dice) = (Chance::seeded([0x5e; 32]), ChaCha8Rng::seed_from_u64(0x5e));
    let bot = ruleset.bots().first()?;
    game.start(&mut chance).ok()?;
    let mut by_kind: BTreeMap<String, Vec<Choice<Json>>> = BTreeMap::new();
    for version in 1..=WATCHED {
        let Some(decision) = game.awaiting().into_iter().find(|decision| decision.blocking) else { break };
        let choice = game.choose(bot, decision.seat, &mut dice)?;
        game.perform(version, Author::Bot, Some(decision.seat), &choice.action, &mut chance).ok()?;
        let action: Value = serde_json::from_str(choice.action.get()).ok()?;
        let has_more = action.as_object().is_some_and(|members| members.len() > 1);
        if has_more && choice.action.get().len() <= LONG {
            by_kind.entry(action["type"].as_str()?.to_owned()).or_default().push(choice);
        }
    }
    let most = by_kind.into_values().max_by_key(Vec::len)?;
    most.into_iter().max_by_key(|choice| choice.action.get().len())
}

/// An id like those in the files, which differ in their last byte only.
fn id(last: u8) -> Uuid {
    Uuid::from_u128(0x0193_449f_68c0_7b2f_8c3e_1a2b_3c4d_5e00 | u128::from(last))
}

/// 2026-11-20T12:00:00Z, as in the files.
fn noon() -> Instant {
    Instant::from_timestamp(1_795_176_000, 0).unwrap_or_default()
}

/// An example of an event of `topic`. An error is a bug: the topic needs a value that is not given here.
pub fn webhook_event(topic: WebhookTopic) -> Result<WebhookEvent, Error> {
    let (is_in_lobby, reference) = match topic {
        WebhookTopic::Own(OwnTopic::Test) => return Ok(WebhookEvent::of_test(id(0xa0), noon())),
        WebhookTopic::Own(OwnTopic::Competition) => {
            let news = CompetitionNews {
                kind: WebhookCompetitionKind::RoundPaired,
                competition_id: id(0xc0),
                name: "Winter league",
                round: Some(2),
            };
            return Ok(WebhookEvent::of_competition("https://games.example.org", id(0xa0), &news, noon()));
        }
        WebhookTopic::Own(OwnTopic::Membership) => (true, None),
        WebhookTopic::Own(OwnTopic::Invitation) => (true, Some(id(0xf1).to_string())),
        WebhookTopic::Own(OwnTopic::Vote | OwnTopic::SeatOffered) => (false, Some(id(0xf0).to_string())),
        WebhookTopic::Own(OwnTopic::Message) => (false, Some("3".to_owned())),
        WebhookTopic::Own(_) | WebhookTopic::Call(_) => (false, Some("t12.build.3".to_owned())),
    };
    let kind = match topic {
        // The event names its kind, and no kind has the name of this topic.
        WebhookTopic::Own(OwnTopic::Membership) => MailKind::SeatLost.name(),
        other => other.name(),
    };
    let fact = WebhookFact {
        id: id(0xe1),
        webhook_id: id(0xe0),
        account_id: id(0xa0),
        topic: topic.name().to_owned(),
        kind: kind.to_owned(),
        game_id: id(0x01),
        game_name: "Thing by the sea".to_owned(),
        ruleset: "landnam".to_owned(),
        seat: Some(1).filter(|_| !is_in_lobby),
        version: Some(12).filter(|_| !is_in_lobby),
        reference,
        happened_at: noon(),
        place: 0,
        deadline: Some(noon() + TimeDelta::hours(24)),
    };
    WebhookEvent::of("https://games.example.org", topic, &fact)
}
