//! A game as it was loaded for a caller, who has a seat, is a spectator, or may not see it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant as Moment;

use serde_json::value::RawValue;
use uuid::Uuid;

use super::game_cache::{CachedGame, PlayedGame};
use super::log::Mark;
use super::rulesets::Ruleset;
use super::stored_json::decode;
use super::tag::Tag;
use crate::error::{Code, Error, Sentence};
use crate::service::{App, Ctx, LazyCtx};
use crate::store::games::{Game, Status, Visibility};
use crate::store::positions::{self, GameRow, LoadOptions, VersionKey};
use crate::store::write::Write;
use crate::store::{Connection, history};
use crate::time_control::Instant;
use rules::{AnyGame, Seat, TakeBacks, Viewer};

/// A game that the caller may see.
pub struct LoadedGame {
    pub id: Uuid,
    pub present: GameRow,
    /// Its ruleset, with the components it was started with.
    pub ruleset: Ruleset,
    /// The caller's seat, if they have one. Before the start its number only says that they have joined.
    pub seat: Option<Seat>,
    /// The game as it was cached, for a read; if the cached version is the present one, the state is not read again.
    cached: Option<CachedGame>,
}

impl LoadedGame {
    /// The game `id` for `account` to act in, with what that account did earlier under `key`.
    pub async fn open(
        ctx: &mut Ctx,
        id: Uuid,
        account: Option<Uuid>,
        key: Option<&str>,
    ) -> Result<Self, Error> {
        Self::open_by(
            ctx,
            id,
            LoadOptions { account, key, at: ctx.app.now(), for_update: true, ..LoadOptions::default() },
        )
        .await
    }

    /// The game `id` for a caller. A game that they may not see is answered like one that does not exist.
    pub async fn open_by(ctx: &mut Ctx, id: Uuid, by: LoadOptions<'_>) -> Result<Self, Error> {
        let present = positions::load(&mut ctx.db, id, by)
            .await?
            .filter(|present| may_see_row(present, by.account))
            .ok_or_else(|| Code::GameNotFound.problem())?;
        let mut loaded = Self::with_ruleset(ctx, id, present).await?;
        loaded.seat = by.account.and_then(|account| loaded.seat_of(account));
        Ok(loaded)
    }

    /// A game as it stood after its last write, for an account that has a seat there.
    pub fn played(id: Uuid, played: &PlayedGame, account: Uuid) -> Option<Self> {
        let (present, ruleset) = (played.row.clone(), Arc::clone(&played.ruleset));
        let loaded = Self { id, present, ruleset, seat: None, cached: None };
        let seat = Some(loaded.seat_of(account)?);
        Some(Self { seat, ..loaded })
    }

    /// Keeps the game as it stands after a write, to be acted in without reading it: it was read at that moment.
    pub fn keep_played(
        self,
        app: &App,
        (write, revision): (Write, i64),
        game: Box<dyn AnyGame>,
        read_at: Moment,
    ) {
        // The orders that were loaded may not apply any more, and a game that ended or rests is not acted in.
        if !write.disarmed.is_empty() || write.status.is_some() {
            return app.played_game_cache.remove(&self.id);
        }
        let game: Arc<dyn AnyGame> = Arc::from(game);
        let cached =
            CachedGame { version: write.version, digest: Arc::from(&*write.digest), game: Arc::clone(&game) };
        app.game_cache.insert(self.id, cached);
        let row = GameRow {
            revision,
            version: Some(write.version),
            digest: Some(write.digest),
            state: None,
            clocks: write.clocks,
            take_backs: Some(write.take_backs),
            earlier_clocks: write.earlier_clocks,
            earlier_version: None,
            earlier_body: None,
            earlier_last: None,
            ..self.present
        };
        let played = PlayedGame { row, ruleset: self.ruleset, game, read_at };
        app.played_game_cache.insert(self.id, Arc::new(played));
    }

    /// The game `id` for work that no caller requested.
    pub async fn open_for_worker(ctx: &mut Ctx, id: Uuid) -> Result<Self, Error> {
        let present =
            positions::load(&mut ctx.db, id, LoadOptions { for_update: true, ..LoadOptions::default() })
                .await?;
        let present = present.ok_or_else(|| Code::GameNotFound.problem())?;
        Self::with_ruleset(ctx, id, present).await
    }

    async fn with_ruleset(ctx: &mut Ctx, id: Uuid, present: GameRow) -> Result<Self, Error> {
        let ruleset =
            ctx.app.rulesets.of_game(&mut ctx.db, id, &present.ruleset, &present.components_digest).await?;
        if i64::from(present.rules_version) > i64::from(ruleset.rules_version()) {
            return Err(Code::RulesVersionUnsupported.problem());
        }
        Ok(Self { id, present, ruleset, seat: None, cached: None })
    }

    pub fn seat_of(&self, account: Uuid) -> Option<Seat> {
        let index = self.present.accounts.iter().position(|&sitting| sitting == Some(account))?;
        Seat::try_from(index).ok()
    }

    pub fn member(&self) -> Result<Seat, Error> {
        self.seat.ok_or_else(|| Code::NotAMember.problem())
    }

    /// The tag of a game that the caller may see, found without reading the game; `None`: it has to be opened.
    pub async fn present_tag(
        ctx: &LazyCtx,
        game: Uuid,
        account: Option<Uuid>,
        from: impl Fn(Viewer) -> Viewer,
    ) -> Result<Option<Tag>, Error> {
        let (_, probe) = ctx.probes.send(VersionKey { game, account }).await?;
        let Some(probe) = probe else { return Ok(None) };
        let seat = probe.seat.and_then(|seat| Seat::try_from(seat).ok());
        let mark = Some(Mark::of(&probe.digest));
        let tag = Tag { revision: probe.revision, version: probe.version, mark, viewer: from(seat) };
        // Whether a guest is still invited or offered a seat is not read here: their reads load the game.
        let ties = Ties { is_member: seat.is_some(), ..Ties::default() };
        Ok(ties.may_see(probe.visibility).then_some(tag))
    }

    /// The game for a read: its state is left out if it is cached.
    pub async fn open_to_read(ctx: &mut Ctx, id: Uuid, account: Option<Uuid>) -> Result<Self, Error> {
        let cached = ctx.app.game_cache.get(&id);
        let digest = cached.as_ref().map(|cached| cached.digest.as_ref());
        let by = LoadOptions { account, cached_digest: digest, at: ctx.app.now(), ..LoadOptions::default() };
        let loaded = Self::open_by(ctx, id, by).await?;
        Ok(Self { cached, ..loaded })
    }

    /// The games among `ids` in which `account` has a seat, for reads, all from one moment. A game that this process
    /// can't play is left out.
    pub async fn open_all_to_read(ctx: &mut Ctx, ids: &[Uuid], account: Uuid) -> Result<Vec<Self>, Error> {
        let cached: HashMap<Uuid, CachedGame> =
            ids.iter().filter_map(|id| Some((*id, ctx.app.game_cache.get(id)?))).collect();
        let digests: Vec<&[u8]> = cached.values().map(|cached| cached.digest.as_ref()).collect();
        let rows = positions::load_all(&mut ctx.db, ids, account, &digests, ctx.app.now()).await?;
        let mut games = Vec::with_capacity(rows.len());
        for (id, present) in rows {
            let loaded = match Self::with_ruleset(ctx, id, present).await {
                Err(error) if error.is(Code::RulesVersionUnsupported) => continue,
                loaded => loaded?,
            };
            let seat = loaded.seat_of(account);
            if seat.is_some() {
                games.push(Self { seat, cached: cached.get(&id).cloned(), ..loaded });
            }
        }
        Ok(games)
    }

    /// The game as it stands, from the cache; if it is not there, it is cached for the next read. Refused before the
    /// start.
    pub fn cached_position(&self, app: &App) -> Result<CachedGame, Error> {
        let is_present = |cached: &&CachedGame| {
            self.present.digest.as_deref() == Some(&*cached.digest)
                && self.present.version == Some(cached.version)
        };
        if let Some(cached) = self.cached.as_ref().filter(is_present) {
            return Ok(cached.clone());
        }
        let (version, game) = self.position()?;
        let digest = Arc::from(self.present.digest.clone().unwrap_or_default());
        let cached = CachedGame { version, digest, game: Arc::from(game) };
        app.game_cache.insert(self.id, cached.clone());
        Ok(cached)
    }

    /// The version of the game; refused before the start.
    pub fn version(&self) -> Result<i64, Error> {
        let not_started = || Code::GameNotRunning.because(Sentence::NotStarted);
        self.present.version.ok_or_else(not_started)
    }

    /// The version and the game at it; refused before the start.
    pub fn position(&self) -> Result<(i64, Box<dyn AnyGame>), Error> {
        let (Some(version), Some(state)) = (self.present.version, &self.present.state) else {
            return Err(Code::GameNotRunning.because(Sentence::NotStarted));
        };
        Ok((version, self.game(state)?))
    }

    /// The version and the game at it; refused before the start, after the end, and while the game is paused.
    pub fn running(&self) -> Result<(i64, Box<dyn AnyGame>), Error> {
        self.ensure_running()?;
        self.position()
    }

    /// Refuses a game that is over or paused.
    pub fn ensure_running(&self) -> Result<(), Error> {
        if self.present.status == Status::Paused {
            return Err(Code::GamePaused.problem());
        }
        self.ensure_not_over()
    }

    fn ensure_not_over(&self) -> Result<(), Error> {
        if self.present.status.is_over() {
            return Err(Code::GameNotRunning.because(Sentence::GameIsOver));
        }
        Ok(())
    }

    /// The version and the game at it; refused before the start and after the end, but not while the game is paused.
    pub fn in_play(&self) -> Result<(i64, Box<dyn AnyGame>), Error> {
        self.ensure_not_over()?;
        self.position()
    }

    /// The tag of the game as it stands, as `viewer` sees it.
    pub fn tag(&self, viewer: Viewer) -> Tag {
        Tag {
            revision: self.present.revision,
            version: self.present.version.unwrap_or(-1),
            mark: self.present.digest.as_deref().map(Mark::of),
            viewer,
        }
    }

    /// The tag of the game after a change to what was loaded.
    pub fn tag_after(&self, viewer: Viewer, revision: i64, version: i64, mark: Mark) -> Tag {
        Tag { revision, version, mark: Some(mark), viewer }
    }

    /// The tag of the game as it was at `version`, which must not be beyond the present.
    pub async fn tag_at(
        &self,
        connection: &mut Connection,
        viewer: Viewer,
        version: i64,
    ) -> Result<Tag, Error> {
        let present = self.tag(viewer);
        if present.version == version {
            return Ok(present);
        }
        let digest = history::digest(connection, self.id, version).await?;
        Ok(Tag { version, mark: digest.as_deref().map(Mark::of), ..present })
    }

    /// The account that has the seat; `None`: a bot has it.
    pub fn owner_of(&self, seat: Seat) -> Option<Uuid> {
        self.present.accounts.get(usize::from(seat)).copied().flatten()
    }

    /// The bot that plays the seat, for its owner or as its only player.
    pub fn bot_of(&self, seat: Seat) -> Option<&str> {
        self.present.bots.get(usize::from(seat))?.as_deref()
    }

    /// By seat: does the owner play it, and no bot?
    pub fn played_by_owner(&self) -> Vec<bool> {
        let seats = self.present.accounts.iter().zip(&self.present.bots);
        seats.map(|(owner, bot)| owner.is_some() && bot.is_none()).collect()
    }

    /// Refuses a request that names another ruleset than that of the game.
    pub fn must_be_of(&self, ruleset: Option<&str>) -> Result<(), Error> {
        let own = self.ruleset.id();
        if ruleset.is_some_and(|ruleset| ruleset != own) {
            return Err(Code::InvalidField.field("ruleset", Sentence::OtherRuleset { own }));
        }
        Ok(())
    }

    /// A write failed although its transaction has locked the position.
    #[track_caller]
    pub fn moved_while_locked(&self) -> Error {
        Error::bug(format!("game {} was moved while it was locked", self.id))
    }

    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.present.resigned.get(usize::from(seat)).copied().unwrap_or(false)
    }

    pub fn game(&self, state: &str) -> Result<Box<dyn AnyGame>, Error> {
        self.ruleset
            .load(state)
            .map_err(|error| Error::internal(format!("the stored state of game {}", self.id), error))
    }

    /// What can be taken back at the version that was loaded.
    pub fn take_backs(&self) -> Result<TakeBacks, Error> {
        let stored = self.present.take_backs.as_deref();
        stored.map_or_else(
            || Ok(TakeBacks::default()),
            |stored| decode(format_args!("the take-backs of game {}", self.id), stored),
        )
    }

    /// The clocks at the versions that can be returned to, as JSON; those that an earlier release stored beside their
    /// entries are missing.
    pub fn earlier_clocks(&self) -> Result<Vec<(i64, Box<RawValue>)>, Error> {
        let stored = self.present.earlier_clocks.as_deref();
        stored.map_or_else(
            || Ok(Vec::new()),
            |stored| decode(format_args!("the earlier clocks of game {}", self.id), stored),
        )
    }

    pub fn game_seed(&self) -> Result<[u8; 32], Error> {
        let seed = self.present.game_seed.as_deref().and_then(|seed| seed.try_into().ok());
        seed.ok_or_else(|| Error::bug(format!("game {} has no seed", self.id)))
    }
}

#[cfg(test)]
impl LoadedGame {
    /// A running game without clocks and orders, at version 0, with these owners and bots.
    pub fn for_tests(
        ruleset: Box<dyn rules::AnyRuleset>,
        accounts: Vec<Option<Uuid>>,
        bots: &[Option<&str>],
    ) -> Self {
        let seats = accounts.len();
        let present = GameRow {
            ruleset: ruleset.id().to_owned(),
            rules_version: 1,
            status: Status::Running,
            visibility: crate::store::games::Visibility::Public,
            components_digest: Vec::new(),
            game_seed: Some(vec![7; 32]),
            accounts,
            bots: bots.iter().map(|bot| bot.map(str::to_owned)).collect(),
            availability: vec![None; seats],
            resigned: vec![false; seats],
            is_guest: false,
            revision: 1,
            outcome: None,
            version: Some(0),
            digest: Some(Vec::new()),
            state: None,
            clock: None,
            clocks: None,
            take_backs: None,
            earlier_clocks: None,
            earlier_version: None,
            earlier_body: None,
            earlier_last: None,
            order_changes: Some(0),
            orders: None,
            order_delay: None,
        };
        Self { id: Uuid::nil(), present, ruleset: ruleset.into(), seat: None, cached: None }
    }
}

fn may_see_row(present: &GameRow, account: Option<Uuid>) -> bool {
    let is_member = account.is_some_and(|account| present.accounts.contains(&Some(account)));
    Ties { is_member, is_guest: present.is_guest, has_link: false }.may_see(present.visibility)
}

// Who may see a game. For a caller who may not see it a game does not exist: everything that reads a game checks here
// and answers `game_not_found`. When five places each checked by themselves, their answers differed.

/// What ties an account to a game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ties {
    /// It has a seat.
    pub is_member: bool,
    /// It is offered a seat, is a member of the game's club, or is invited to a game that has not started.
    pub is_guest: bool,
    /// It has a working invitation link.
    pub has_link: bool,
}

impl Ties {
    pub fn may_see(self, visibility: Visibility) -> bool {
        visibility != Visibility::Private || self.is_member || self.is_guest || self.has_link
    }
}

/// May `account` see the game at `at`? Reads the store only where that matters.
pub async fn may_see(
    connection: &mut Connection,
    game: &Game,
    account: Option<Uuid>,
    is_member: bool,
    at: Instant,
) -> Result<bool, Error> {
    let ties = Ties { is_member, ..Ties::default() };
    if ties.may_see(game.visibility) {
        return Ok(true);
    }
    let is_guest = positions::is_guest(connection, game.id, account, at).await?;
    Ok(Ties { is_guest, ..ties }.may_see(game.visibility))
}
