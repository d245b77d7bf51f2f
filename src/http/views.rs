//! `/v1/games/{game_id}/view`, `/legal` and `/events`: the game as a seat or a spectator may see it, now, at an earlier
//! version, or as soon as something happens.

use std::net::IpAddr;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{Error as WebError, HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::endpoint::Argument;
use super::etag::{self, IfNoneMatch};
use super::extract::{Caller, MaybeCaller, Path, Query, scope};
use super::includes::{self, TextInclude, TextLanguage, in_words};
use super::openapi::examples;
use super::origin::Origin;
use super::streams::credential;
use crate::error::{Code, Error, Sentence};
use crate::service::game_cache::{AnswerKey, CachedAnswer, GamePart};
use crate::service::loaded_game::LoadedGame;
use crate::service::page::{limit, several};
use crate::service::play::{
    self, EventPage, GameView, GameWords, Included, LegalActions, PlayInclude, put_event_texts,
};
use crate::service::streams::{self, Credential, Hub};
use crate::service::tag::{Seen, Tag};
use crate::service::{App, Ctx, LazyCtx};
use crate::texts::GameSentences;
use rules::Viewer;

/// The most versions whose events are given at once.
const MAX_VERSIONS: u16 = 500;
const DEFAULT_VERSIONS: u16 = 100;

const MAX_WAIT_SECONDS: u16 = 30;

/// Longer answers are not cached: all of them together take at most 16 MB.
const MAX_CACHED_BYTES: usize = 32 << 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ViewAs {
    /// As a spectator, also for a caller who has a seat.
    Spectator,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ViewParameters {
    /// `spectator` hides what only your seat knows.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub view_as: Option<ViewAs>,
    /// As your seat could see it at this version; now if left out.
    #[param(minimum = 0)]
    pub version: Option<i64>,
    /// `texts` adds how the game stands in words.
    #[serde(default, deserialize_with = "several")]
    #[param(value_type = Option<Vec<TextInclude>>, style = Form, explode)]
    pub include: Vec<TextInclude>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LegalParameters {
    /// What was legal at this version; now if left out.
    #[param(minimum = 0)]
    pub version: Option<i64>,
    /// What the answer brings along: sentences, ready requests, the view, or several of these.
    #[serde(default, deserialize_with = "several")]
    #[param(value_type = Option<Vec<PlayInclude>>, style = Form, explode)]
    pub include: Vec<PlayInclude>,
}

pub fn checked_version(field: &'static str, version: Option<i64>) -> Result<Option<i64>, Error> {
    if version.is_some_and(|version| version < 0) {
        return Err(Code::InvalidParameter.field(field, Sentence::AtLeast { least: 0 }));
    }
    Ok(version)
}

/// A game that is requested, and what the caller has seen of it.
struct ReadRequest<'r> {
    game: Uuid,
    account: Option<Uuid>,
    view_as: Option<ViewAs>,
    /// `None`: as the game is now.
    version: Option<i64>,
    members_only: bool,
    seen: &'r Seen,
    included: Included,
    /// What is read, if its answer follows from the tag.
    part: Option<GamePart>,
    /// The first version whose events are put in words.
    events_from: Option<i64>,
}

/// A game that is to be shown.
struct ShownGame<'s> {
    loaded: &'s LoadedGame,
    tag: Tag,
    /// The words of its sentences, if they are included.
    words: Option<GameWords>,
}

impl<'r> ReadRequest<'r> {
    /// A game as it is now, with nothing beside it.
    fn new(game: Uuid, account: Option<Uuid>, seen: &'r Seen) -> Self {
        let (view_as, version, members_only, events_from) = (None, None, false, None);
        let (included, part) = (Included::default(), None);
        Self { game, account, view_as, version, members_only, seen, included, part, events_from }
    }

    /// Answers with what `show` makes of the game at the version that `version_of` chooses, unless the caller has seen
    /// just that. The tag names the version to show.
    async fn answer<T: Serialize>(
        &self,
        ctx: &LazyCtx,
        version_of: impl FnOnce(&LoadedGame) -> Result<i64, Error>,
        show: impl AsyncFnOnce(&mut Ctx, &ShownGame<'_>) -> Result<T, Error>,
    ) -> Result<HttpResponse, Error> {
        let viewer = |seat: Viewer| seat.filter(|_| self.view_as.is_none());
        let key = self.answer_key();
        if let Some(answer) = self.repeated(ctx, key, viewer).await? {
            return Ok(answer);
        }
        let ctx = &mut ctx.connect().await?;
        let loaded = LoadedGame::open_to_read(ctx, self.game, self.account).await?;
        if self.members_only {
            loaded.member()?;
        }
        let version = version_of(&loaded)?;
        let tag = loaded.tag_at(&mut ctx.db, viewer(loaded.seat), version).await?;
        let words = match self.included.texts {
            Some(language) => Some(GameWords::load(&mut ctx.db, &loaded, language, self.events_from).await?),
            None => None,
        };
        let shown = includes::tag(&tag, self.included, words.as_ref());
        if self.seen.has(&shown) {
            return Ok(in_words(etag::not_modified(&shown), self.included.texts));
        }
        let body = show(ctx, &ShownGame { loaded: &loaded, tag, words }).await?;
        let body = etag::encode(&body)?;
        if let Some(key) = key.filter(|_| body.len() <= MAX_CACHED_BYTES) {
            ctx.app.answer_cache.insert(key, CachedAnswer { tag, body: body.clone() });
        }
        Ok(in_words(etag::send_encoded(&shown, body), self.included.texts))
    }

    /// Whether the answer depends on the position and the viewer alone: what is read at another version has another tag,
    /// and what is brought along may depend on more.
    fn is_plain(&self) -> bool {
        self.version.is_none() && self.included == Included::default()
    }

    fn answer_key(&self) -> Option<AnswerKey> {
        let part = self.part.filter(|_| self.is_plain())?;
        Some(AnswerKey { game: self.game, account: self.account, as_spectator: self.view_as.is_some(), part })
    }

    /// The answer to a read that was answered before, without reading the game: most reads end here.
    async fn repeated(
        &self,
        ctx: &LazyCtx,
        key: Option<AnswerKey>,
        viewer: impl Fn(Viewer) -> Viewer,
    ) -> Result<Option<HttpResponse>, Error> {
        let cached = key.and_then(|key| cached_answer(&ctx.app, &key));
        if !self.is_plain() || (self.seen.version().is_none() && cached.is_none()) {
            return Ok(None);
        }
        let tag = LoadedGame::present_tag(ctx, self.game, self.account, viewer).await?;
        let Some(tag) = tag.filter(|tag| tag.viewer.is_some() || !self.members_only) else {
            return Ok(None);
        };
        if self.seen.has(&tag) {
            return Ok(Some(etag::not_modified(&tag)));
        }
        let cached = cached.filter(|cached| cached.tag == tag);
        Ok(cached.map(|cached| etag::send_encoded(&tag, cached.body)))
    }
}

/// What was answered last, unless this process knows that the game has moved since: then its tag is not looked up in vain.
fn cached_answer(app: &App, key: &AnswerKey) -> Option<CachedAnswer> {
    let cached = app.answer_cache.get(key)?;
    let game = app.game_cache.get(&key.game);
    game.is_none_or(|game| game.version == cached.tag.version).then_some(cached)
}

/// View a game
///
/// The game as your seat or a spectator sees it.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/view", tag = "play",
    responses((
        status = 200, description = "What you may see of the game", body = GameView,
        example = json!(examples::view()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "rules_version_unsupported",
        "too_many_streams",
    ]))),
)]
pub async fn get_game_view(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    parameters: Query<ViewParameters>,
    language: TextLanguage,
    seen: IfNoneMatch,
    ctx: LazyCtx,
) -> Result<HttpResponse, Error> {
    let ViewParameters { view_as, version, include } = parameters.0;
    let version = checked_version("version", version)?;
    let included = Included { texts: language.of(&include), ..Included::default() };
    let (game, account, seen) = (game.0, caller.account(), &seen.0);
    let part = Some(GamePart::View);
    let request = ReadRequest { view_as, version, included, part, ..ReadRequest::new(game, account, seen) };
    let version_of = |loaded: &LoadedGame| play::version(loaded, version);
    let shown = request.answer(&ctx, version_of, async |ctx, ShownGame { loaded, tag, words }| {
        let moment = play::moment(ctx, loaded, tag.version).await?;
        play::view(loaded, tag.viewer, &moment, words.as_ref())
    });
    shown.await
}

/// List legal actions
///
/// Every open decision of your seat with its answers: actions ready to send, with what each leads to, or shapes to fill
/// in. `take_back` tells what your seat may take back.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/legal", tag = "play",
    responses((
        status = 200, description = "What your seat may do", body = LegalActions,
        example = json!(examples::legal()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "game_not_running", "version_beyond_present",
        "rules_version_unsupported",
    ]))),
)]
pub async fn list_legal_actions(
    caller: Caller<scope::GamesRead>,
    game: Path<Uuid>,
    parameters: Query<LegalParameters>,
    language: TextLanguage,
    seen: IfNoneMatch,
    ctx: LazyCtx,
) -> Result<HttpResponse, Error> {
    let version = checked_version("version", parameters.0.version)?;
    let included = language.included(&parameters.0.include);
    let (game, account, seen) = (game.0, Some(caller.account), &seen.0);
    let request = ReadRequest {
        version,
        members_only: true,
        included,
        part: Some(GamePart::LegalActions),
        ..ReadRequest::new(game, account, seen)
    };
    let version_of = |loaded: &LoadedGame| play::version(loaded, version);
    let listed = request.answer(&ctx, version_of, async |ctx, shown| {
        let ShownGame { loaded, tag, words } = shown;
        let moment = play::moment(ctx, loaded, tag.version).await?;
        let seat = loaded.member()?;
        let mut legal = play::legal(ctx, loaded, seat, &moment).await?;
        legal.put(loaded, (seat, &moment), words.as_ref(), included.requests);
        if included.view {
            legal.view = Some(play::view(loaded, tag.viewer, &moment, words.as_ref())?);
        }
        Ok(legal)
    });
    listed.await
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EventParameters {
    /// Only events after this version; from the set-up on if left out.
    #[param(minimum = 0)]
    pub after: Option<i64>,
    /// Events of at most this many versions; 100 if left out.
    #[param(minimum = 1, maximum = 500)]
    pub limit: Option<u16>,
    /// `spectator` hides what only your seat knows.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub view_as: Option<ViewAs>,
    /// Without what happened after this version.
    #[param(minimum = 0)]
    pub version: Option<i64>,
    /// Seconds to wait for an event after `after` if there is none yet.
    #[param(minimum = 0, maximum = 30)]
    pub wait: Option<u16>,
    /// `texts` adds what a log says of each event.
    #[serde(default, deserialize_with = "several")]
    #[param(value_type = Option<Vec<TextInclude>>, style = Form, explode)]
    pub include: Vec<TextInclude>,
}

/// List the events of a game
///
/// What happened after a version, as far as your seat or a spectator may know. With `wait` the reply comes as soon as
/// there is something, or without events when the time is over.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/events", tag = "play",
    responses((
        status = 200, description = "What happened, oldest event first", body = EventPage,
        example = json!(examples::events()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_not_running", "version_beyond_present", "rules_version_unsupported",
        "too_many_streams",
    ]))),
)]
pub async fn list_game_events(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    parameters: Query<EventParameters>,
    (seen, language): (IfNoneMatch, TextLanguage),
    (request, origin, _): (HttpRequest, Origin, LongPoll),
    hub: Data<Hub>,
    ctx: LazyCtx,
) -> Result<HttpResponse, Error> {
    let EventParameters { after, limit: versions, view_as, version, wait, include } = parameters.0;
    let (after, version) = (checked_version("after", after)?, checked_version("version", version)?);
    let versions = i64::from(limit(versions, DEFAULT_VERSIONS, MAX_VERSIONS)?);
    if let (Some(seconds), None) = (wait, version) {
        let after = after.ok_or_else(|| Code::InvalidParameter.field("after", Sentence::WaitNeedsAfter))?;
        let follower = (caller.0.as_ref().map(|caller| credential(caller, &request)), origin.0);
        wait_until_beyond(&ctx, &hub, follower, game.0, after, seconds).await?;
    }
    let (game, account, seen) = (game.0, caller.account(), &seen.0);
    let included = Included { texts: language.of(&include), ..Included::default() };
    let request = ReadRequest {
        view_as,
        version,
        included,
        events_from: Some(after.map_or(0, |after| after.saturating_add(1))),
        ..ReadRequest::new(game, account, seen)
    };
    let version_of = |loaded: &LoadedGame| match (version, loaded.present.version) {
        // Before the start there are no events, which is no error.
        (None, None) => Ok(-1),
        _ => play::version(loaded, version),
    };
    let listed = request.answer(&ctx, version_of, async |ctx, shown| {
        let ShownGame { loaded, tag, words } = shown;
        if let (Some(after), Some(present)) = (after, loaded.present.version)
            && after > present
        {
            return Err(play::beyond_present("after", present));
        }
        let mut page = play::events(&mut ctx.db, loaded, tag.viewer, tag.version, after, versions).await?;
        if let Some(words) = words.as_ref().filter(|_| !page.items.is_empty()) {
            let moment = play::moment(ctx, loaded, tag.version).await?;
            let facts = words.facts(loaded, moment.game.as_ref(), tag.viewer);
            put_event_texts(&mut page.items, &GameSentences::new(facts));
        }
        Ok(page)
    });
    listed.await
}

/// The argument of an operation that may wait for something to happen: lengthens its time limit by the seconds of its
/// parameter `wait`.
pub struct LongPoll;

impl Argument for LongPoll {
    async fn read(_: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        Ok(Self)
    }

    fn extra_time(request: &HttpRequest) -> Duration {
        let wait = request.query_string().split('&').find_map(|pair| pair.strip_prefix("wait="));
        // A `wait` that is no number is refused when the parameters are read.
        let seconds: u64 = wait.and_then(|seconds| seconds.parse().ok()).unwrap_or(0);
        Duration::from_secs(seconds.min(u64::from(MAX_WAIT_SECONDS)))
    }
}

/// Waits until `game` has moved beyond version `after`, at most `seconds`; not at all for a game that is over. Uses no
/// database connection meanwhile.
async fn wait_until_beyond(
    ctx: &LazyCtx,
    hub: &Hub,
    (credential, address): (Option<Credential>, IpAddr),
    game: Uuid,
    after: i64,
    seconds: u16,
) -> Result<(), Error> {
    if seconds > MAX_WAIT_SECONDS {
        return Err(
            Code::InvalidParameter.field("wait", Sentence::AtMost { most: i64::from(MAX_WAIT_SECONDS) })
        );
    }
    let account = credential.map(|credential| credential.account);
    let loaded = LoadedGame::open(&mut ctx.connect().await?, game, account, None).await?;
    let version = loaded.present.version.unwrap_or(-1);
    if seconds == 0 || version > after || loaded.present.status.is_over() {
        return Ok(());
    }
    if after > version {
        return Err(play::beyond_present("after", version));
    }
    let mut permit = hub.admit(&ctx.app, credential, address)?;
    let feed = hub.game(game, &loaded.ruleset);
    streams::moved_beyond(&feed, after, &mut permit, Duration::from_secs(u64::from(seconds))).await;
    Ok(())
}
