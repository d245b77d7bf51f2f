//! The first moments of a game of the first ruleset: its set-up with a known seed, and what follows by itself; with
//! standing orders, votes and messages beside it.

use chrono::TimeDelta;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::{id, noon, value};
use crate::record::{FORMAT, FORMAT_VERSION, Head, Player};
use crate::service::log::{self, Ballot, VoteKind};
use crate::service::messages::{GameNote, Message, MessagePage};
use crate::service::orders::{
    SpentOrder, StandingOrder, StandingOrderDryRun, StandingOrderPage, StandingOrderResult,
};
use crate::service::page::Page;
use crate::service::play::{
    ActionResult, ActionVersions, EventPage, GameView, LegalActions, Preview, RedactedEvent, TakeBackOptions,
    awaited, redact_written,
};
use crate::service::streams::{Inbox, InboxItem, InboxItemType};
use crate::service::tag::Tag;
use crate::service::votes::{SeatBallot, Vote, VoteStatus};
use crate::store::games::Status;
use crate::time_control::Deadline;
use rules::{
    AnyGame, AnyRuleset, Author, Chance, Choice, Json, Legal, PreviewedDecision, RenderOptions, Seat,
    StoredEntry, TakeBackLimit, chance,
};

const SEATS: u8 = 3;

/// How many things of a kind an example shows.
const FEW: usize = 2;

/// Does something with the game; null if there is none.
fn with_game(show: impl FnOnce(&dyn AnyRuleset, &dyn AnyGame, &[StoredEntry]) -> Value) -> Value {
    let Some(ruleset) = rulesets::all().into_iter().next() else { return Value::Null };
    let Ok(options) = ruleset.options(None) else { return Value::Null };
    let Ok(mut game) = ruleset.blank(&options, SEATS) else { return Value::Null };
    let mut chance = Chance::seeded([0x5e; 32]);
    match game.start(&mut chance) {
        Ok(entries) => show(ruleset.as_ref(), game.as_ref(), &entries),
        Err(_) => Value::Null,
    }
}

fn awaited_seat(game: &dyn AnyGame) -> Seat {
    game.awaiting().iter().find(|decision| decision.blocking).map_or(0, |decision| decision.seat)
}

fn version(entries: &[StoredEntry]) -> i64 {
    entries.last().map_or(0, |entry| log::stored_version(entry.version))
}

/// The deadlines of the awaited seats.
fn until(game: &dyn AnyGame) -> Vec<Deadline> {
    let open = game.awaiting().into_iter().filter(|decision| decision.blocking);
    open.map(|decision| Deadline { seat: decision.seat, decision: decision.id, deadline: noon() }).collect()
}

/// A few of the ways to answer.
fn few(legal: Vec<Legal<Json>>) -> Vec<Legal<Json>> {
    let shortened = legal.into_iter().map(|mut legal| {
        legal.actions.truncate(FEW);
        legal.shapes.truncate(FEW);
        legal
    });
    shortened.take(FEW).collect()
}

const LINES_OF_A_BOARD: usize = 16;

/// How many actions a game is watched for an example.
const WATCHED: u64 = 60;
/// What is too long for an example, in bytes.
const LONG: usize = 120;

/// For each ruleset an answer that a bot gave in a game, the one that has most to it.
pub fn actions(shipped: &[&dyn AnyRuleset]) -> Value {
    let examples = shipped.iter().filter_map(|ruleset| {
        let Choice { decision, action } = rich_action(*ruleset)?;
        let example = json!({ "ruleset": ruleset.id(), "decision": decision, "action": action });
        Some((ruleset.id().to_owned(), json!({ "value": example })))
    });
    Value::Object(examples.collect())
}

fn rich_action(ruleset: &dyn AnyRuleset) -> Option<Choice<Json>> {
    let mut game = ruleset.blank(&ruleset.options(None).ok()?, SEATS).ok()?;
    let (mut chance, mut dice) = (Chance::seeded([0x5e; 32]), ChaCha8Rng::seed_from_u64(0x5e));
    let bot = ruleset.bots().first()?;
    game.start(&mut chance).ok()?;
    let mut richest = None;
    for version in 1..=WATCHED {
        let Some(decision) = game.awaiting().into_iter().find(|decision| decision.blocking) else { break };
        let choice = game.choose(bot, decision.seat, &mut dice)?;
        game.perform(version, Author::Bot, Some(decision.seat), &choice.action, &mut chance).ok()?;
        let size = choice.action.get().len();
        if size <= LONG && richest.as_ref().is_none_or(|(known, _)| *known < size) {
            richest = Some((size, choice));
        }
    }
    richest.map(|(_, choice)| choice)
}

/// The view of the seat that is awaited.
pub fn view() -> Value {
    with_game(|ruleset, game, entries| {
        let viewer = Some(awaited_seat(game));
        let (awaited, view) = (awaited(game, &until(game)), game.view(viewer));
        value(&GameView {
            ruleset: ruleset.id(),
            version: version(entries),
            status: Status::Running,
            viewer,
            awaited,
            outcome: None,
            view,
        })
    })
}

/// The board as text, as a spectator sees it: its first lines.
pub fn board() -> String {
    let names = ["Ada", "Bo", "Cid"].map(str::to_owned).into();
    let options = RenderOptions { names, ..RenderOptions::default() };
    let text = with_game(|_, game, _| json!(game.render(None, &options).map(|board| board.text)));
    let lines = text.as_str().unwrap_or_default().lines();
    // A whole board is longer than all else that the operation says.
    lines.take(LINES_OF_A_BOARD).map(|line| format!("{}\n", line.trim_end())).collect()
}

/// What that seat may do, in part.
pub fn legal() -> Value {
    with_game(|ruleset, game, entries| {
        let shortened = game.legal_with_effects(awaited_seat(game)).into_iter().map(|mut legal| {
            legal.actions.truncate(FEW);
            legal.shapes.truncate(FEW);
            legal.effects.iter_mut().for_each(|effects| effects.truncate(FEW));
            legal
        });
        let decisions = shortened.take(FEW).collect();
        let take_back = TakeBackOptions { versions: Vec::new(), left: 3, limit: TakeBackLimit::ChanceDrawn };
        value(&LegalActions { ruleset: ruleset.id(), version: version(entries), decisions, take_back })
    })
}

/// What the first listed action would lead to.
pub fn preview() -> Value {
    with_game(|ruleset, game, entries| {
        let listed = game.legal_with_effects(awaited_seat(game)).into_iter().next();
        let Some(PreviewedDecision { decision, effects, .. }) = listed else { return Value::Null };
        let effects = effects.into_iter().flatten().next().unwrap_or_default();
        let decision = decision.id;
        let version = version(entries);
        value(&Preview { ruleset: ruleset.id(), tag: tag(version), version, decision, effects })
    })
}

/// The last events.
pub fn events() -> Value {
    with_game(|ruleset, game, entries| {
        let events = last_events(ruleset, entries, awaited_seat(game));
        let version = version(entries);
        value(&EventPage { ruleset: ruleset.id(), items: events, version, next_after: version })
    })
}

/// What an action could be answered with.
pub fn reply() -> Value {
    with_game(|ruleset, game, entries| {
        let seat = awaited_seat(game);
        let reply = ActionResult::of(
            ruleset.id(),
            game,
            ActionVersions { before: 0, after: tag(version(entries)) },
            seat,
            last_events(ruleset, entries, seat),
            &until(game),
        );
        let legal = few(game.legal(seat));
        let mut reply = value(&reply);
        reply["legal"] = json!(legal);
        reply
    })
}

/// It goes into a header, which the body of an example does not show.
fn tag(version: i64) -> Tag {
    Tag { revision: 0, version, mark: None, viewer: None }
}

fn last_events(ruleset: &dyn AnyRuleset, entries: &[StoredEntry], seat: Seat) -> Vec<RedactedEvent> {
    let mut events = redact_written(ruleset, entries, None, noon(), Some(seat)).unwrap_or_default();
    events.split_off(events.len().saturating_sub(FEW))
}

/// A limit for suits against the units of a seat, and an order that was laid down.
pub fn orders() -> Value {
    let gone = raw(&json!({"type": "concede", "suits": {"unit": 7}}));
    let spent = Some(SpentOrder { at: noon(), reason: "unit_gone".to_owned() });
    let gone = StandingOrder { id: id(0xd1), order: gone, set_at: noon(), spent, suspended: None };
    value(&StandingOrderPage {
        ruleset: "landnam",
        items: vec![gone, shown()],
        forbidden_orders: vec!["althing_card".to_owned()],
        next_cursor: None,
        limit: crate::service::orders::MOST_ORDERS,
    })
}

/// The limit when it was given.
pub fn order_set() -> Value {
    let (tag, order) = (tag(12), shown());
    value(&StandingOrderResult { ruleset: "landnam", order, version: 12, tag, events: vec![] })
}

pub fn dry_run() -> Value {
    let order = raw(&json!({"type": "end_turn"}));
    value(&StandingOrderDryRun { ruleset: "landnam", version: 12, order, decision: None, action: None })
}

fn shown() -> StandingOrder {
    let suits = json!({"side": "defendant", "resource": "wool"});
    let order = raw(&json!({"type": "raise", "suits": suits, "up_to": 3, "over": 0, "keep": 0}));
    StandingOrder { id: id(0xd2), order, set_at: noon(), spent: None, suspended: None }
}

fn raw(order: &Value) -> Json {
    serde_json::value::to_raw_value(order).unwrap_or_default()
}

pub fn vote() -> Value {
    value(&pause())
}

pub fn votes() -> Value {
    value(&Page::whole(vec![pause()]))
}

fn pause() -> Vote {
    Vote {
        id: id(0xb0),
        kind: VoteKind::Pause,
        status: VoteStatus::Open,
        opened_by: 0,
        seat: None,
        account: None,
        bot: None,
        voters: vec![0, 1],
        needed: 2,
        ballots: vec![SeatBallot { seat: 0, ballot: Ballot::Yes }],
        opened_at: noon(),
        expires_at: noon() + TimeDelta::hours(72),
    }
}

pub fn message() -> Value {
    value(&example_message())
}

pub fn messages() -> Value {
    value(&MessagePage {
        items: vec![example_message()],
        read: Some(2),
        unread: Some(1),
        next_cursor: None,
        prev_cursor: None,
    })
}

pub fn note() -> Value {
    value(&GameNote { text: "Bjarni hoards wool.".to_owned(), revision: 1, updated_at: Some(noon()) })
}

pub fn example_message() -> Message {
    Message {
        id: id(0xe0),
        number: 3,
        account: id(0xa1),
        name: Some("Bjarni".to_owned()),
        seat: Some(1),
        to: None,
        text: "Wool for iron, anybody?".to_owned(),
        at: noon(),
    }
}

/// What a spectator is given before the end.
pub fn record() -> Value {
    let raw = || serde_json::from_str("{}").unwrap_or_default();
    let head = Head {
        format: FORMAT.to_owned(),
        format_version: FORMAT_VERSION,
        complete: false,
        viewer: None,
        game: id(0x01),
        name: "Landnám on Fridays".to_owned(),
        status: "running".to_owned(),
        ruleset: "landnam".to_owned(),
        rules_version: 1,
        seat_count: 3,
        deal_seats: true,
        options: raw(),
        components: raw(),
        created_at: noon(),
        started_at: Some(noon()),
        finished_at: None,
        last_version: 0,
        commitment: hex::encode(chance::commitment(&[0x5e; 32])),
        secret: None,
        outcome: None,
        players: vec![player(0, 1, Some("Aud")), player(1, 0, Some("Bjarni")), player(2, 2, None)],
    };
    let mut record = value(&head);
    record["entries"] = json!([
        {"version": 0, "at": noon(), "by": "server", "seat": null, "action": null, "events": [],
            "service_events": [], "draws": null},
    ]);
    record["digest"] = Value::Null;
    record
}

fn player(join_order: u8, seat: u8, name: Option<&str>) -> Player {
    Player {
        join_order,
        seat,
        account: name.map(|_| id(0xa0 + join_order)),
        name: name.map(str::to_owned),
        bot: if name.is_none() { Some("steady".to_owned()) } else { None },
        entropy: None,
    }
}

/// An inbox with a decision in it.
pub fn inbox() -> Value {
    let awaited = InboxItem {
        item_type: InboxItemType::Decision,
        awaited: true,
        game_id: id(0x01),
        game_name: "Landnám on Fridays".to_owned(),
        ruleset: "landnam".to_owned(),
        seat: Some(0),
        decision: Some("t3.build.1".to_owned()),
        vote_id: None,
        invitation_id: None,
        kind: Some("build".to_owned()),
        unread: None,
        since: noon(),
        deadline: None,
    };
    value(&Inbox { items: vec![awaited], next_cursor: None, games: None, mail_stopped: None })
}
