//! A seat answers a decision, or gives up.

use std::collections::BTreeSet;
use std::time::Instant as Moment;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::commit::{Before, Change, Committed, Draft, Request, ServiceAction, commit};
use super::legal::{self, Included, LegalDecision};
use super::texts::{GameWords, put_event_texts};
use super::views::{
    AwaitedDecision, GameView, RedactedEvent, awaited, redact_stored, redact_written, stored_deadlines,
    view_after,
};
use super::{SERVICE_AUTHOR, retried};
use crate::error::{Code, Error, Sentence};
use crate::service::access::Grant;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::log::{self, ServiceEvent};
use crate::service::rulesets::RulesetPart;
use crate::service::tag::{Seen, Tag};
use crate::service::{App, Ctx, LazyCtx, Tx, history};
use crate::store::{Connection, orders, seats, write};
use crate::texts::GameSentences;
use crate::time_control::Deadline;
use rules::entry::PerformError;
use rules::schemas::AnyEffect;
use rules::{AnyGame, Author, Chance, Json, Outcome, Seat, Shape, StoredEntry, type_of};

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionRequest {
    /// The ruleset that you take the game for; with another the action is refused.
    pub ruleset: Option<String>,
    /// The id of the decision that is answered; it must be open for your seat.
    pub decision: String,
    /// One of its legal actions, as listed or as a shape filled in.
    #[schema(value_type = rules::schemas::AnyAction)]
    pub action: Json,
}

/// An action that a player submits.
#[derive(Debug)]
pub struct Act {
    pub game: Uuid,
    pub account: Uuid,
    /// The credential of the caller, which must still be valid when the action is stored; `None`: a page or a mail, whose
    /// link was checked.
    pub grant: Option<Grant>,
    pub request: ActionRequest,
    /// The idempotency key: a repeat under the same one has no second effect.
    pub key: Option<String>,
    /// SHA-256 of the body, which detects a different request under the same key.
    pub body: [u8; 32],
    /// The precondition of the caller (`If-Match`), if there is one.
    pub seen: Seen,
    /// What the reply brings along.
    pub included: Included,
}

/// What happened, as far as your seat may know, and what it may do next.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ActionResult {
    pub ruleset: &'static str,
    /// The version of the game that the action was decided on.
    #[serde(skip)]
    pub base: i64,
    /// The tag of the game as it is shown here.
    #[serde(skip)]
    pub tag: Tag,
    /// After the action and the server's steps that followed.
    pub version: i64,
    pub events: Vec<RedactedEvent>,
    pub legal: Vec<LegalDecision>,
    pub awaited: Vec<AwaitedDecision>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub outcome: Option<Outcome>,
    /// The game at that version as your seat sees it, as `get_game_view` gives it; with `include=view`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub view: Option<GameView>,
}

impl ActionResult {
    /// The answer for the seat that made a change; `game` is the game after it.
    pub(super) fn committed(
        loaded: &LoadedGame,
        game: &dyn AnyGame,
        seat: Seat,
        entries: &[StoredEntry],
        service_events: &[ServiceEvent],
        committed: &Committed,
    ) -> Result<Self, Error> {
        let ruleset = loaded.ruleset.as_ref();
        let events = redact_written(ruleset, entries, service_events, committed.at, Some(seat))?;
        let tag = loaded.tag_after(Some(seat), committed.revision, committed.version, committed.mark);
        Ok(Self::of(ruleset.id(), game, seat, (committed.base, tag), events, &committed.deadlines))
    }

    fn of(
        ruleset: &'static str,
        game: &dyn AnyGame,
        seat: Seat,
        (base, tag): (i64, Tag),
        events: Vec<RedactedEvent>,
        deadlines: &[Deadline],
    ) -> Self {
        Self {
            ruleset,
            base,
            version: tag.version,
            tag,
            events,
            legal: LegalDecision::all(game, seat, false),
            awaited: awaited(game, deadlines),
            outcome: game.outcome(),
            view: None,
        }
    }

    /// Brings along what was requested. What was done is stored by now: all of it is read and rendered afterwards.
    pub(super) async fn bring(
        self,
        connection: &mut Connection,
        loaded: &LoadedGame,
        after: (&dyn AnyGame, &[Deadline]),
        included: Included,
    ) -> Result<Self, Error> {
        if included == Included::default() {
            return Ok(self);
        }
        // Boxed: most replies bring nothing along, and their future stays as small as it was.
        Box::pin(self.bring_all(connection, loaded, after, included)).await
    }

    async fn bring_all(
        mut self,
        connection: &mut Connection,
        loaded: &LoadedGame,
        (game, deadlines): (&dyn AnyGame, &[Deadline]),
        included: Included,
    ) -> Result<Self, Error> {
        let seat = loaded.member()?;
        let words = match included.texts {
            Some(language) => Some(GameWords::load(connection, loaded, language, Some(self.base + 1)).await?),
            None => None,
        };
        let sentences = words.as_ref().map(|words| GameSentences::new(words.facts(loaded, game, Some(seat))));
        if let Some(sentences) = &sentences {
            put_event_texts(&mut self.events, sentences);
        }
        let ruleset = included.requests.then_some(self.ruleset);
        legal::put_all(&mut self.legal, sentences.as_ref(), ruleset);
        if included.view {
            let shown = (self.version, Some(seat));
            self.view = Some(view_after(self.ruleset, shown, game, deadlines, sentences.as_ref())?);
        }
        Ok(self)
    }
}

/// Carries an action out, with everything that follows from it; an error changes nothing.
pub async fn act(ctx: &mut Ctx, act: &Act) -> Result<ActionResult, Error> {
    retried(Author::Seat.into_str(), async || try_to_act(ctx, act).await).await
}

/// [`act`], without reading the game if this process wrote it a moment ago. Whatever stands in the way of that is found
/// out by reading it: nothing is refused on what is remembered.
pub async fn act_in_played(ctx: &LazyCtx, act: &Act) -> Result<ActionResult, Error> {
    if let Some(result) = try_without_reading(ctx, act).await? {
        return Ok(result);
    }
    self::act(&mut ctx.connect().await?, act).await
}

/// One try; `None` when another write moved the game in between.
async fn try_to_act(ctx: &mut Ctx, act: &Act) -> Result<Option<ActionResult>, Error> {
    let read_at = Moment::now();
    let loaded = LoadedGame::open(ctx, act.game, Some(act.account), act.key.as_deref()).await?;
    let seat = loaded.member()?;
    if let Some(result) = earlier(&mut ctx.db, &loaded, (seat, &act.body), act.included).await? {
        return Ok(Some(result));
    }
    // Only after repeats: the first request has moved the game, so that the precondition of a repeat never holds.
    act.seen.ensure_current(&loaded.tag(Some(seat)))?;
    let (_, game) = loaded.running()?;
    let (Draft { write, after }, decided) = Decided::of(&ctx.app, &loaded, game, seat, act)?;
    let Some(revision) = write::write(&mut ctx.db, &write).await? else {
        after.conflicted();
        if let Some(grant) = act.grant {
            grant.ensure_valid(ctx).await?;
        }
        return Ok(None);
    };
    let committed = after.committed(&write, revision);
    let result = decided.stored(&ctx.app, &loaded, seat, &committed)?;
    let moved = (decided.game.as_ref(), committed.deadlines.as_slice());
    let result = result.bring(&mut ctx.db, &loaded, moved, act.included).await?;
    loaded.keep_played(&ctx.app, (write, revision), decided.game, read_at);
    Ok(Some(result))
}

/// One try in the game as this process wrote it last; `None` if it is not at hand, if the action would be refused there,
/// or if the game does not stand like that any more.
async fn try_without_reading(ctx: &LazyCtx, act: &Act) -> Result<Option<ActionResult>, Error> {
    // A precondition names the revision of what the lobby shows, which the write does not guard.
    if matches!(act.seen, Seen::OneOf(_)) {
        return Ok(None);
    }
    // A game that rests or is over is not in the cache.
    let played = ctx.app.played_game_cache.get(&act.game).filter(|played| played.is_fresh());
    let Some(played) = played else { return Ok(None) };
    let Some(loaded) = LoadedGame::played(act.game, &played, act.account) else { return Ok(None) };
    let seat = loaded.member()?;
    // The error is found again, in the game as it stands, and answered then.
    let decided = Decided::of(&ctx.app, &loaded, played.game.copy(), seat, act);
    let Ok((Draft { write, after }, decided)) = decided else { return Ok(None) };
    let (write, revision) = ctx.writes.send(write).await?;
    let Some(revision) = revision else {
        after.conflicted();
        ctx.app.played_game_cache.remove(&act.game);
        return Ok(None);
    };
    let committed = after.committed(&write, revision);
    let mut result = decided.stored(&ctx.app, &loaded, seat, &committed)?;
    if act.included != Included::default() {
        let moved = (decided.game.as_ref(), committed.deadlines.as_slice());
        result = result.bring(&mut ctx.connect().await?.db, &loaded, moved, act.included).await?;
    }
    loaded.keep_played(&ctx.app, (write, revision), decided.game, played.read_at);
    Ok(Some(result))
}

/// An action that was decided, beside what is to be stored of it.
struct Decided {
    /// The action, the server's steps after it, and the answers of standing orders.
    entries: Vec<StoredEntry>,
    /// The game afterwards.
    game: Box<dyn AnyGame>,
}

impl Decided {
    fn of(
        app: &App,
        loaded: &LoadedGame,
        mut game: Box<dyn AnyGame>,
        seat: Seat,
        act: &Act,
    ) -> Result<(Draft, Self), Error> {
        let base = loaded.version()?;
        validate(loaded, game.as_ref(), seat, &act.request)?;
        let before = Before::of(game.as_ref());
        let mut chance = Chance::seeded(loaded.game_seed()?);
        let mut entries = game
            .perform(log::version(base)?, Author::Seat, Some(seat), &act.request.action, &mut chance)
            .map_err(refused)?;
        let change = Change {
            acting: Some(seat),
            caller: act.grant.map(|grant| grant.of(act.account)),
            request: act.key.as_deref().map(|key| Request { key, body: &act.body }),
            ..Change::new(loaded, base, app.now(), &mut entries, &before, game.as_mut())
        };
        let draft = Draft::with_orders(app, change)?;
        Ok((draft, Self { entries, game }))
    }

    /// Wakes who waits for the action, which is stored by now, and answers it.
    fn stored(
        &self,
        app: &App,
        loaded: &LoadedGame,
        seat: Seat,
        committed: &Committed,
    ) -> Result<ActionResult, Error> {
        committed.announce(app, loaded.id);
        ActionResult::committed(loaded, self.game.as_ref(), seat, &self.entries, &[], committed)
    }
}

/// Does the owner of the seat play it, in the ruleset that the request names, and can it answer the decision with that
/// action?
fn validate(
    loaded: &LoadedGame,
    game: &dyn AnyGame,
    seat: Seat,
    ActionRequest { ruleset, decision, action }: &ActionRequest,
) -> Result<(), Error> {
    if loaded.bot_of(seat).is_some() {
        return Err(Code::CaretakerPlays.problem());
    }
    loaded.must_be_of(ruleset.as_deref())?;
    answers(game, seat, decision, action)
        .map_err(|error| RulesetPart::Action.explain(loaded.ruleset.as_ref(), action, error))
}

/// Is the decision open for this seat, and does the action answer it?
fn answers(game: &dyn AnyGame, seat: Seat, decision: &str, action: &Json) -> Result<(), Error> {
    let open = game.awaiting();
    if !open.iter().any(|open| open.id == decision && open.seat == seat) {
        return Err(not_open(game, seat, open.iter().any(|open| open.id == decision), decision));
    }
    match game.decision_for(seat, action)? {
        Some(answered) if answered.id == decision => Ok(()),
        Some(other) => Err(wrong_phase(Sentence::AnswersOther { decision: other.id })),
        None => Err(wrong_phase(Sentence::AnswersNone {
            decision: decision.to_owned(),
            kinds: kinds(game, seat, decision),
        })),
    }
}

fn not_open(game: &dyn AnyGame, seat: Seat, for_another: bool, decision: &str) -> Error {
    if for_another && !game.is_shared(decision) {
        return Code::NotYourDecision.problem();
    }
    if is_offer_closed(game.closed_code(decision)) {
        return Code::OfferClosed.problem();
    }
    let own = game.awaiting().into_iter().filter(|open| open.seat == seat);
    let open = own.map(|open| open.id).collect();
    let sentence = Sentence::OpenDecisions { decision: decision.to_owned(), open };
    Code::DecisionClosed.field("decision", sentence)
}

/// The kinds of action that answer the decision.
fn kinds(game: &dyn AnyGame, seat: Seat, decision: &str) -> Vec<String> {
    let legal = game.legal(seat).into_iter().filter(|legal| legal.decision.id == decision);
    let templates = |shapes: Vec<Shape<Json>>| shapes.into_iter().map(|shape| shape.action);
    let actions = legal.flat_map(|legal| legal.actions.into_iter().chain(templates(legal.shapes)));
    let kinds: BTreeSet<String> = actions.filter_map(|action| type_of(&action)).collect();
    kinds.into_iter().collect()
}

fn wrong_phase(sentence: Sentence) -> Error {
    Code::WrongPhase.field("action.type", sentence)
}

/// Rulesets refuse a closed offer with the code of the service.
fn is_offer_closed(code: &str) -> bool {
    code == Code::OfferClosed.row().0
}

fn refused(stopped: PerformError) -> Error {
    match stopped {
        // A closed offer is one problem, whether the rules refuse it or its decision is gone: the client has to read
        // again.
        PerformError::Refused(refusal) if is_offer_closed(refusal.code) => Code::OfferClosed.problem(),
        PerformError::Refused(refusal) => refusal.into(),
        PerformError::Unsettled(error) => Error::internal("what follows an action", error),
    }
}

/// The result of an earlier request with the same idempotency key, rebuilt from the log.
pub(super) async fn earlier(
    connection: &mut Connection,
    loaded: &LoadedGame,
    (seat, body): (Seat, &[u8; 32]),
    included: Included,
) -> Result<Option<ActionResult>, Error> {
    let present = &loaded.present;
    let (Some(first), Some(last)) = (present.earlier_version, present.earlier_last) else { return Ok(None) };
    if present.earlier_body.as_deref() != Some(body.as_slice()) {
        return Err(Code::KeyReused.problem());
    }
    let entries = history::between(connection, loaded, first - 1, last).await?;
    let events = redact_stored(loaded.ruleset.as_ref(), &entries, Some(seat))?;
    let game = history::game_at(connection, loaded, last).await?;
    let deadlines = stored_deadlines(entries.last().and_then(|entry| entry.deadlines.as_deref()))?;
    let after = loaded.tag_at(connection, Some(seat), last).await?;
    let ruleset = loaded.ruleset.id();
    let result = ActionResult::of(ruleset, game.as_ref(), seat, (first - 1, after), events, &deadlines);
    result.bring(connection, loaded, (game.as_ref(), deadlines.as_slice()), included).await.map(Some)
}

/// A seat gives up, with everything that follows.
pub async fn resign(tx: &mut Tx<'_>, game: Uuid, account: Uuid, seen: &Seen) -> Result<ActionResult, Error> {
    retried(SERVICE_AUTHOR, async || try_to_resign(tx, game, account, seen).await).await
}

/// One try; `None` when another write moved the game in between.
async fn try_to_resign(
    tx: &mut Tx<'_>,
    game: Uuid,
    account: Uuid,
    seen: &Seen,
) -> Result<Option<ActionResult>, Error> {
    let loaded = LoadedGame::open(tx, game, Some(account), None).await?;
    let seat = loaded.member()?;
    seen.ensure_current(&loaded.tag(Some(seat)))?;
    let (base, mut game) = loaded.in_play()?;
    if loaded.has_resigned(seat) {
        return Err(Code::SeatResigned.problem());
    }
    let before = Before::of(game.as_ref());
    let mut chance = Chance::seeded(loaded.game_seed()?);
    let mut entries = game
        .resign(log::version(base)?, seat, &mut chance)
        .map_err(|error| Error::internal("what follows a resignation", error))?;
    let at = tx.app.now();
    let service_action =
        ServiceAction { events: vec![ServiceEvent::SeatResigned { seat }], ..ServiceAction::default() };
    let change = Change {
        acting: Some(seat),
        service_action: &service_action,
        ..Change::new(&loaded, base, at, &mut entries, &before, game.as_mut())
    };
    let Some(committed) = commit(tx, change).await? else { return Ok(None) };
    seats::resign(&mut tx.db, loaded.id, i16::from(seat), at).await?;
    orders::clear(&mut tx.db, loaded.id, i16::from(seat)).await?;
    let events = &service_action.events;
    ActionResult::committed(&loaded, game.as_ref(), seat, &entries, events, &committed).map(Some)
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Preview {
    pub ruleset: &'static str,
    /// The tag of the game at that version.
    #[serde(skip)]
    pub tag: Tag,
    pub version: i64,
    pub decision: String,
    /// First events as you would see them, then facts; ends with `undecided` where chance or hidden facts decide the
    /// rest.
    #[schema(value_type = Vec<AnyEffect>)]
    pub effects: Vec<Json>,
    /// The action and its effects in words; with `include=texts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub texts: Option<PreviewTexts>,
}

/// A previewed action in the words of pages and emails, in the language of `Content-Language`.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewTexts {
    /// What the action does.
    pub action: String,
    /// What each of `effects` says, in their order; empty where nothing needs to be said.
    pub effects: Vec<String>,
}

/// Checks an action as if it were sent, and says what it would lead to. Writes nothing and draws nothing.
pub async fn preview(
    ctx: &mut Ctx,
    game: Uuid,
    account: Uuid,
    request: &ActionRequest,
    seen: &Seen,
    texts: Option<Language>,
) -> Result<Preview, Error> {
    let loaded = LoadedGame::open_to_read(ctx, game, Some(account)).await?;
    let seat = loaded.member()?;
    let tag = loaded.tag(Some(seat));
    seen.ensure_current(&tag)?;
    loaded.ensure_running()?;
    let present = loaded.cached_position(&ctx.app)?;
    let game = present.game.as_ref();
    validate(&loaded, game, seat, request)?;
    let effects = game.preview(seat, &request.action).map_err(refused)?;
    let (ruleset, decision) = (loaded.ruleset.id(), request.decision.clone());
    let texts = match texts {
        Some(language) => {
            let words = GameWords::load(&mut ctx.db, &loaded, language, None).await?;
            let sentences = GameSentences::new(words.facts(&loaded, game, Some(seat)));
            let effects = effects.iter().map(|effect| sentences.effect(effect)).collect();
            Some(PreviewTexts { action: sentences.action(&request.action), effects })
        }
        None => None,
    };
    Ok(Preview { ruleset, tag, version: present.version, decision, effects, texts })
}
