//! The stream of one account: everything that happens to its player, in all of their games.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::events::{
    AccountStreamPlace, GameUpdated, LobbyChanged, MessagePosted, NotificationKind, NotificationRaised,
    StreamEvent,
};
use super::feed::AccountFeed;
use super::hub::{Credential, Hub};
use super::positions::{LastEventId, UserPosition};
use super::stream::{Follower, Progress, Stream, frame};
use super::words::StreamWords;
use crate::app::events::ChangeEvent;
use crate::error::Error;
use crate::notifications::MailTemplate;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::log::Mark;
use crate::service::messages::Message;
use crate::service::{App, Ctx};
use crate::store::feeds::{self, FeedMessage, LobbyChangeRow, Span};
use crate::store::history::EntryRow;
use crate::store::stream_items::{self, StreamItem, StreamItemKind};
use crate::store::{Connection, Pool, pool};
use rules::{Seat, Viewer};

const MAX_READ: i64 = 50;
/// The most games with something to relay that are looked for at once.
const MAX_FOUND: i64 = 50;

/// Lets the holder of `credential` follow their own stream.
pub async fn open_user(
    app: &Arc<App>,
    hub: &Hub,
    pool: &Pool,
    (credential, address): (Credential, IpAddr),
    last_event: Option<&LastEventId>,
    texts: Option<Language>,
) -> Result<Stream<UserFollower>, Error> {
    let permit = hub.admit(app, Some(credential), address)?;
    let account = credential.account;
    // The feed is taken before the extent is read, so that no item that comes in between goes unnoticed.
    let feed = hub.account(account);
    let mut connection = pool::acquire(pool).await?;
    let (end, first_kept) = stream_items::extent(&mut connection, account).await?;
    let (position, start) = match last_event {
        None => {
            (UserPosition::load(&mut connection, account, end).await?, Some(StreamEvent::Opened as Start))
        }
        Some(last) => {
            let position: UserPosition = last.parse()?;
            let stored = stream_items::mark(&mut connection, account, position.number).await?;
            let is_kept =
                position.number == end || first_kept.is_some_and(|first| first <= position.number + 1);
            if position.number <= end && is_kept && !position.is_other(stored.as_deref()) {
                (position, None)
            } else {
                (UserPosition::load(&mut connection, account, end).await?, Some(StreamEvent::Reset as Start))
            }
        }
    };
    let first = start.map(|start| start_frame(start, &position)).transpose()?;
    let news = feed.listen();
    let follower = UserFollower { feed, position, app: app.clone(), pool: pool.clone(), texts };
    let heartbeat = Duration::from_secs(app.settings.streams.heartbeat_seconds);
    Ok(Stream::open(follower, news, first, heartbeat, permit))
}

/// Makes the first event of a stream that does not continue from the client's last event.
type Start = fn(AccountStreamPlace) -> StreamEvent<AccountStreamPlace>;

fn start_frame(start: Start, position: &UserPosition) -> Result<String, Error> {
    frame(position, &start(AccountStreamPlace { number: position.number }))
}

pub struct UserFollower {
    feed: Arc<AccountFeed>,
    position: UserPosition,
    app: Arc<App>,
    pool: Pool,
    /// The language of the texts of events, if they have any.
    texts: Option<Language>,
}

impl Follower for UserFollower {
    async fn advance(&mut self, ready: &mut VecDeque<String>) -> Result<Progress, Error> {
        match self.feed.last() {
            Some(last) if last != self.position.number => {
                Box::pin(self.read(last, ready)).await.map(|()| Progress::MoreToRead)
            }
            _ => Ok(Progress::UpToDate),
        }
    }

    fn describe(&self) -> String {
        "of an account".to_owned()
    }
}

impl UserFollower {
    async fn read(&mut self, last: i64, ready: &mut VecDeque<String>) -> Result<(), Error> {
        let (account, position) = (self.feed.account, self.position);
        let after = position.number;
        let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
        let mark = stream_items::mark(&mut ctx.db, account, after).await?;
        if last < after || position.is_other(mark.as_deref()) {
            // The number in the feed may be older than this position: only the database can tell if items were lost.
            let (end, _) = stream_items::extent(&mut ctx.db, account).await?;
            if end < after || position.is_other(mark.as_deref()) {
                self.position = UserPosition::load(&mut ctx.db, account, end).await?;
                ready.push_back(start_frame(StreamEvent::Reset, &self.position)?);
            }
            self.feed.advance(end);
            return Ok(());
        }
        let items = stream_items::after(&mut ctx.db, account, after, last, MAX_READ).await?;
        if items.is_empty() {
            // The items were swept, or their games are gone, since the feed was polled.
            self.position = UserPosition::load(&mut ctx.db, account, last).await?;
            return Ok(());
        }
        let mut contents = Contents::load(&mut ctx.db, &items).await?;
        if let Some(language) = self.texts {
            contents.load_words(&mut ctx, account, &items, language).await?;
        }
        for item in &items {
            self.position = UserPosition { number: item.number, mark: Some(Mark::of(&item.mark)) };
            if let Some(event) = contents.event(&mut ctx, item).await? {
                ready.push_back(frame(&self.position, &event)?);
            }
        }
        Ok(())
    }
}

/// What the items of one page are about, by game and by position within the game.
pub(super) struct Contents {
    entries: HashMap<(Uuid, i64), EntryRow>,
    messages: HashMap<(Uuid, i64), FeedMessage>,
    changes: HashMap<(Uuid, i64), LobbyChangeRow>,
    /// The words of texts, by game. A game in which the account has no seat any more has none.
    words: HashMap<Uuid, StreamWords>,
}

impl Contents {
    pub(super) async fn load(connection: &mut Connection, items: &[StreamItem]) -> Result<Self, Error> {
        let about = |kind: StreamItemKind| -> Vec<Span> {
            let items = items.iter().filter(|item| item.kind == kind);
            items.map(|item| Span::at(item.game, item.position)).collect()
        };
        let (mut entries, mut messages, mut changes) = (HashMap::new(), HashMap::new(), HashMap::new());
        let versions = about(StreamItemKind::Entry);
        if !versions.is_empty() {
            let read = feeds::entries(connection, &versions).await?;
            entries.extend(read.into_iter().map(|(game, entry)| ((game, entry.version), entry)));
        }
        let places = about(StreamItemKind::Message);
        if !places.is_empty() {
            let read = feeds::messages(connection, &places).await?;
            messages.extend(read.into_iter().map(|sent| ((sent.game, sent.message), sent)));
        }
        let places = about(StreamItemKind::Change);
        if !places.is_empty() {
            let read = feeds::changes(connection, &places).await?;
            changes.extend(read.into_iter().map(|row| ((row.game_id, row.change), row)));
        }
        Ok(Self { entries, messages, changes, words: HashMap::new() })
    }

    /// Loads the words for texts of the entries.
    async fn load_words(
        &mut self,
        ctx: &mut Ctx,
        account: Uuid,
        items: &[StreamItem],
        language: Language,
    ) -> Result<(), Error> {
        let mut first_versions: HashMap<Uuid, i64> = HashMap::new();
        for item in items.iter().filter(|item| item.kind == StreamItemKind::Entry) {
            let first = first_versions.entry(item.game).or_insert(item.position);
            *first = item.position.min(*first);
        }
        if first_versions.is_empty() {
            return Ok(());
        }
        let ids: Vec<Uuid> = first_versions.keys().copied().collect();
        for loaded in LoadedGame::open_all_to_read(ctx, &ids, account).await? {
            let (game, seat) = (loaded.id, loaded.seat);
            let since = first_versions.get(&game).copied().unwrap_or(0);
            self.words.insert(game, StreamWords::load(ctx, loaded, (language, seat), since).await?);
        }
        Ok(())
    }

    /// An item as an event for its owner; `None` if what it is about is no longer stored.
    async fn event(
        &self,
        ctx: &mut Ctx,
        item: &StreamItem,
    ) -> Result<Option<StreamEvent<AccountStreamPlace>>, Error> {
        let (game_id, key) = (item.game, (item.game, item.position));
        let seat = item.seat.and_then(|seat| Seat::try_from(seat).ok());
        match item.kind {
            StreamItemKind::Entry => self.update(ctx, item, seat).await,
            StreamItemKind::Message => {
                let own =
                    self.messages.get(&key).and_then(|sent| Some((sent, sent.number_of(item.account)?)));
                let Some((sent, number)) = own else { return Ok(None) };
                let message = Message::sent(sent, number);
                Ok(Some(StreamEvent::Message(MessagePosted { game_id, message })))
            }
            StreamItemKind::Change => self.change(item),
            StreamItemKind::Call => Ok(notification(&ctx.app, item, seat).map(StreamEvent::Notification)),
        }
    }

    /// An item as an event for those who have no seat in the game; `None` if it is nothing for them.
    pub(super) async fn event_for_spectators<P>(
        &self,
        ctx: &mut Ctx,
        item: &StreamItem,
    ) -> Result<Option<StreamEvent<P>>, Error> {
        match item.kind {
            StreamItemKind::Entry => self.update(ctx, item, None).await,
            StreamItemKind::Change => self.change(item),
            StreamItemKind::Message | StreamItemKind::Call => Ok(None),
        }
    }

    async fn update<P>(
        &self,
        ctx: &mut Ctx,
        item: &StreamItem,
        viewer: Viewer,
    ) -> Result<Option<StreamEvent<P>>, Error> {
        let Some(entry) = self.entries.get(&(item.game, item.position)) else { return Ok(None) };
        let rulesets = &ctx.app.rulesets;
        let ruleset =
            rulesets.of_game(&mut ctx.db, item.game, &item.ruleset, &item.components_digest).await?;
        let updated = GameUpdated::new(item.game, ruleset.as_ref(), entry, viewer)?;
        let sentences = self.words.get(&item.game).map(StreamWords::sentences);
        Ok(Some(StreamEvent::GameEvents(updated.in_words(sentences.as_ref()))))
    }

    fn change<P>(&self, item: &StreamItem) -> Result<Option<StreamEvent<P>>, Error> {
        let change = self.changes.get(&(item.game, item.position)).cloned();
        change.map(|row| Ok(StreamEvent::LobbyChange(LobbyChanged::new(row)?))).transpose()
    }
}

/// An item as a notification to the owner of the stream. `None` for a kind that this release does not know, as after a
/// rollback.
fn notification(app: &App, item: &StreamItem, seat: Option<Seat>) -> Option<NotificationRaised> {
    let entry = app.kinds().named(item.call.as_deref()?)?;
    let reference = item.decision.clone();
    let (decision, vote_id) = match entry.template {
        MailTemplate::Votes(_) => (None, reference.and_then(|id| Uuid::parse_str(&id).ok())),
        _ => (reference, None),
    };
    Some(NotificationRaised {
        game_id: item.game,
        version: item.position,
        seat: seat?,
        kind: NotificationKind(entry.name),
        decision_id: decision.clone(),
        decision,
        vote_id,
    })
}

/// Relays what happened in games to the streams of the accounts in them, and tries each game once. A game that fails
/// does not hold up the others; the error is that of the last game that failed.
pub async fn relay(ctx: &mut Ctx) -> Result<(), Error> {
    let kinds: Vec<&str> = ctx.app.kinds().in_streams().collect();
    let (mut after, mut outcome) = (Uuid::nil(), Ok(()));
    loop {
        let due = stream_items::due_games(&mut ctx.db, after, MAX_FOUND).await?;
        let Some(last) = due.last() else { return outcome };
        after = *last;
        for game in due {
            let relayed = match ctx.app.is_sharded {
                true => {
                    ctx.transaction(async |tx| {
                        Ok::<_, Error>(stream_items::fan_out_in_steps(&mut tx.bare(), game, &kinds).await?)
                    })
                    .await
                }
                false => stream_items::fan_out(&mut ctx.db, game, &kinds).await.map_err(Error::from),
            };
            match relayed {
                Ok(accounts) => {
                    accounts
                        .into_iter()
                        .for_each(|account| ctx.app.events.changed(ChangeEvent::Account(account)));
                }
                Err(error) => outcome = Err(error),
            }
        }
    }
}
