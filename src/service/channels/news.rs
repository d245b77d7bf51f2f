//! The news of a game since a channel was told last: what a spectator may know, in the language of the channel.
//!
//! It is made of the open decisions, of the service's own events, and of who made an entry as far as others are told:
//! two games that differ in what is hidden have the same news.

use minijinja::value::Serde;
use minijinja::{Value, context};
use rules::render::{Phrases, turn_name};
use rules::{AnyGame, Author, Decision, Outcome, Seat};

use super::content::{AwaitedSeat, ChannelTopic, PostLine};
use crate::error::Error;
use crate::service::Ctx;
use crate::service::bot_names::{NamedSeat, bot_names};
use crate::service::loaded_game::LoadedGame;
use crate::service::log::ServiceEvent;
use crate::service::play::GameClocks;
use crate::service::{pictures, stored_json};
use crate::store::game_channels::{ChannelRow, ToldNews};
use crate::store::games::Status;
use crate::store::history::{self, EntryRow};
use crate::store::seats;
use crate::texts::{self, CallText, Catalogue, Reader, TextRenderer, distinctive_name, when};
use crate::time_control::{Deadline, Instant};
use rules::CallKind;

/// The most entries of the log that are read: of more, the latest.
const MAX_ENTRIES: i64 = 200;
/// The most sentences about what happened: of more, the latest.
const MAX_EVENTS: usize = 12;

pub struct News {
    pub title: String,
    pub lines: Vec<PostLine>,
    pub awaited: Vec<AwaitedSeat>,
    /// What the channel has been told once this is posted.
    pub told: ToldNews,
    words: NewsWords,
}

impl News {
    /// Leaves nothing but a sentence by which a channel is tried out.
    pub fn replace_by_test(&mut self) {
        self.lines = vec![PostLine { topic: None, text: self.label("news", "test") }];
    }

    /// A text of the service about the game, in the language of the channel.
    pub fn label(&self, section: &str, key: &str) -> String {
        self.words.say(section, key, context! { table => &self.title })
    }
}

/// The news of a game that a channel was told of up to `before`; deadlines up to `near_until` are near.
pub async fn collect(
    ctx: &mut Ctx,
    loaded: &LoadedGame,
    channel: &ChannelRow,
    before: &ToldNews,
    (name, near_until): (&str, Instant),
) -> Result<News, Error> {
    let seats = seats::shown(&mut ctx.db, &[loaded.id]).await?;
    let bots = bot_names(loaded.id, seats.iter().map(NamedSeat::from));
    let players = pictures::names(seats.iter().map(|seat| &seat.name).zip(&bots));
    let words = NewsWords::new(loaded, channel, players);
    let (status, version) = (loaded.present.status, loaded.present.version.unwrap_or(-1));
    let mut collector = Collector { loaded, words: &words, lines: Vec::new() };
    if before.version < -1 && matches!(status, Status::Open | Status::Confirming) {
        collector.created();
    }
    if before.version < 0 && version >= 0 {
        collector.started();
    }
    let after = before.version.max(version - MAX_ENTRIES);
    let entries = history::entries(&mut ctx.db, loaded.id, after, version, MAX_ENTRIES).await?;
    collector.happened(&entries)?;
    if status != before.status {
        collector.changed(status)?;
    }
    let mut told = ToldNews { version, status, awaited: String::new(), reminded_of: before.reminded_of };
    let mut awaited = Vec::new();
    if status == Status::Running {
        let (_, game) = loaded.position()?;
        let asked = Asked::of(game.as_ref(), &GameClocks::deadlines(loaded)?);
        told.awaited = asked.key();
        let near = asked.first_deadline().filter(|deadline| *deadline <= near_until);
        if told.awaited != before.awaited {
            collector.awaited(&asked);
        } else if near.is_some() && near != before.reminded_of {
            collector.reminder(&asked);
        }
        told.reminded_of = near.or(before.reminded_of);
        awaited = asked.shown(&words);
    }
    let lines = collector.lines;
    Ok(News { title: words.title(loaded, name), lines, awaited, told, words })
}

/// Sentences for readers who have no seat.
struct NewsWords {
    language: &'static str,
    time_zone: String,
    players: Vec<String>,
    service: std::sync::Arc<Catalogue>,
    ruleset: std::sync::Arc<Catalogue>,
    renderer: TextRenderer,
}

impl NewsWords {
    fn new(loaded: &LoadedGame, channel: &ChannelRow, players: Vec<String>) -> Self {
        let language = texts::code(&channel.language);
        let service = Catalogue::read(texts::emails(language));
        let ruleset = Catalogue::of_ruleset(loaded.ruleset.as_ref(), language);
        let reader = Reader { language, me: None, players: players.clone() };
        let renderer = TextRenderer::new(reader, &service, Some(&ruleset));
        Self { language, time_zone: channel.time_zone.clone(), players, service, ruleset, renderer }
    }

    fn say(&self, section: &str, key: &str, values: Value) -> String {
        self.renderer.say(self.service.template(section, key), values)
    }

    fn title(&self, loaded: &LoadedGame, name: &str) -> String {
        let of = (loaded.ruleset.as_ref(), self.language);
        distinctive_name(&self.service, name, of, self.players.clone())
    }

    fn name(&self, seat: Seat) -> String {
        self.players.get(usize::from(seat)).cloned().unwrap_or_default()
    }
}

struct Collector<'n> {
    loaded: &'n LoadedGame,
    words: &'n NewsWords,
    lines: Vec<PostLine>,
}

impl Collector<'_> {
    fn line(&mut self, topic: ChannelTopic, text: String) {
        if !text.is_empty() {
            self.lines.push(PostLine { topic: Some(topic), text });
        }
    }

    fn created(&mut self) {
        let text = self.words.say("news", "created", Value::UNDEFINED);
        self.line(ChannelTopic::GameCreated, text);
    }

    fn started(&mut self) {
        let text = self.words.say("news", "started", context! { people => &self.words.players });
        self.line(ChannelTopic::GameStarted, text);
    }

    /// Lapses, votes, and what the service did; nothing else of the log.
    fn happened(&mut self, entries: &[EntryRow]) -> Result<(), Error> {
        let begin = self.lines.len();
        for entry in entries {
            if let (true, Some(seat)) = (entry.made_by == Author::Lapse.into_str(), entry.seat) {
                let text = self.words.say("lines", "late", context! { seat });
                let line = PostLine { topic: Some(ChannelTopic::LapsePlayed), text };
                // A player who is away for long is named once.
                if !self.lines.contains(&line) {
                    self.lines.push(line);
                }
            }
            let Some(stored) = entry.service_events.as_deref() else { continue };
            let events: Vec<ServiceEvent> = stored_json::decode("the events of an entry", stored)?;
            for event in events {
                let Some(topic) = topic_of(&event) else { continue };
                let values = Value::from(Serde(&event));
                let key = values.get_attr("type").map(|kind| kind.to_string()).unwrap_or_default();
                let text = self.words.say("service_events", &key, values);
                self.line(topic, text);
            }
        }
        let surplus = self.lines.len().saturating_sub(begin + MAX_EVENTS);
        self.lines.drain(begin..begin + surplus);
        Ok(())
    }

    /// The game ended, or never began.
    fn changed(&mut self, status: Status) -> Result<(), Error> {
        let has_begun = self.loaded.present.version.is_some();
        match status {
            Status::Finished => self.ended()?,
            Status::Expired => {
                let text = self.words.say("news", "expired", Value::UNDEFINED);
                self.line(ChannelTopic::GameEnded, text);
            }
            // After the start an event of the log says it.
            Status::Cancelled | Status::Voided if !has_begun => {
                let text = self.words.say("news", "called_off", Value::UNDEFINED);
                self.line(ChannelTopic::GameEnded, text);
            }
            Status::Cancelled
            | Status::Voided
            | Status::Open
            | Status::Confirming
            | Status::Running
            | Status::Paused => {}
        }
        Ok(())
    }

    fn ended(&mut self) -> Result<(), Error> {
        let Some(stored) = self.loaded.present.outcome.as_deref() else { return Ok(()) };
        let outcome: Outcome = stored_json::decode("an outcome", stored)?;
        let winners: Vec<String> = outcome.winners().map(|place| self.words.name(place.seat)).collect();
        let points = outcome.winners().next().map_or(0, |place| place.points);
        let key = if winners.len() > 1 { "winners" } else { "winner" };
        let over = self.words.say("seat_page", "over", Value::UNDEFINED);
        let won = self.words.say("result", key, context! { winners, points, me => false });
        self.line(ChannelTopic::GameEnded, format!("{over} {won}"));
        for place in &outcome.ranking {
            let tied = outcome.ranking.iter().filter(|other| other.rank == place.rank).count() > 1;
            let player = self.words.name(place.seat);
            let values = context! { tied, rank => place.rank, player, points => place.points };
            let text = self.words.say("lines", "place", values);
            self.line(ChannelTopic::GameEnded, text);
        }
        Ok(())
    }

    fn awaited(&mut self, asked: &Asked) {
        for (call, seats) in &asked.calls {
            let text = self.words.service.text_of_call(CallText::News, *call, &self.words.ruleset);
            let awaited: Vec<String> = seats.iter().map(|(seat, _)| self.words.name(*seat)).collect();
            let phrases = Phrases::new(self.words.language, |language| self.loaded.ruleset.texts(language));
            let turn = turn_name(&phrases, asked.turn);
            let text = text.unwrap_or_default();
            let said = self.words.renderer.say(text, context! { awaited, turn });
            self.line(ChannelTopic::Awaited, said);
        }
        self.deadline(asked, ChannelTopic::Awaited);
    }

    fn reminder(&mut self, asked: &Asked) {
        let first = asked.first_deadline();
        let late =
            asked.seats().filter(|(_, deadline)| *deadline == first).map(|(seat, _)| self.words.name(seat));
        let awaited: Vec<String> = late.collect();
        let text = self.words.say("news", "deadline_near", context! { awaited });
        self.line(ChannelTopic::DeadlineNear, text);
        self.deadline(asked, ChannelTopic::DeadlineNear);
    }

    fn deadline(&mut self, asked: &Asked, topic: ChannelTopic) {
        let Some(first) = asked.first_deadline() else { return };
        let until = when(first, &self.words.time_zone, self.words.language);
        let text = self.words.say("lines", "deadline", context! { until });
        self.line(topic, text);
    }
}

/// The topic of an event of the service; `None`: it is not told, since another sentence of the post says it, or it says
/// too little.
fn topic_of(event: &ServiceEvent) -> Option<ChannelTopic> {
    match event {
        ServiceEvent::VoteOpened { .. }
        | ServiceEvent::VoteCarried { .. }
        | ServiceEvent::VoteFailed { .. } => Some(ChannelTopic::Vote),
        ServiceEvent::SeatResigned { .. }
        | ServiceEvent::SeatOffered { .. }
        | ServiceEvent::SeatReplaced { .. }
        | ServiceEvent::CaretakerSeated { .. }
        | ServiceEvent::OwnerReturned { .. }
        | ServiceEvent::GamePaused {}
        | ServiceEvent::GameResumed {} => Some(ChannelTopic::Membership),
        ServiceEvent::ClocksExtended { .. } | ServiceEvent::ServiceOutage { .. } => {
            Some(ChannelTopic::DeadlineNear)
        }
        ServiceEvent::GameEndedByVote {} | ServiceEvent::GameCancelled {} | ServiceEvent::GameVoided {} => {
            Some(ChannelTopic::GameEnded)
        }
        ServiceEvent::TakenBack { .. }
        | ServiceEvent::BallotCast { .. }
        | ServiceEvent::DeadlineMoved { .. } => None,
    }
}

/// A seat that a game waits for, and until when.
type CalledSeat = (Seat, Option<Instant>);

/// For whom a game waits, by what each seat is called for.
struct Asked {
    turn: u32,
    calls: Vec<(CallKind, Vec<CalledSeat>)>,
}

impl Asked {
    fn of(game: &dyn AnyGame, deadlines: &[Deadline]) -> Self {
        let until = |decision: &Decision| {
            let is_its = |open: &&Deadline| open.seat == decision.seat && open.decision == decision.id;
            deadlines.iter().find(is_its).map(|open| open.deadline)
        };
        let mut asked = Self { turn: game.turn().0, calls: Vec::new() };
        for decision in game.awaiting().into_iter().filter(|decision| decision.blocking) {
            let call = decision.call.unwrap_or(CallKind::YOUR_TURN);
            let seat = (decision.seat, until(&decision));
            match asked.calls.iter_mut().find(|(known, _)| *known == call) {
                Some((_, seats)) if seats.iter().any(|(known, _)| *known == seat.0) => {}
                Some((_, seats)) => seats.push(seat),
                None => asked.calls.push((call, vec![seat])),
            }
        }
        asked
    }

    fn seats(&self) -> impl Iterator<Item = CalledSeat> {
        self.calls.iter().flat_map(|(_, seats)| seats.iter().copied())
    }

    fn first_deadline(&self) -> Option<Instant> {
        self.seats().filter_map(|(_, deadline)| deadline).min()
    }

    /// Changes when other seats are awaited, for something else, or in another turn; not with each decision of a turn.
    fn key(&self) -> String {
        let calls = self.calls.iter().map(|(call, seats)| {
            let seats = seats.iter().map(|(seat, _)| seat.to_string()).collect::<Vec<_>>();
            format!("{} {}", call.name, seats.join(","))
        });
        let calls = calls.collect::<Vec<_>>().join("; ");
        if calls.is_empty() { calls } else { format!("{}: {calls}", self.turn) }
    }

    fn shown(&self, words: &NewsWords) -> Vec<AwaitedSeat> {
        let shown =
            self.seats().map(|(seat, deadline)| AwaitedSeat { seat, name: words.name(seat), deadline });
        shown.collect()
    }
}
