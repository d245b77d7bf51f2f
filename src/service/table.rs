//! A game as a request finds it, and what its caller is there: a seat, a spectator, or nobody who may know of it.

use std::sync::Arc;

use uuid::Uuid;

use super::at_hand::Held;
use super::log::Mark;
use super::tag::{Seen, Tag};
use super::titles::Title;
use super::visibility::Ties;
use crate::app::App;
use crate::error::{Code, Error};
use crate::store::games::Status;
use crate::store::positions::{self, GameRow, LoadOptions};
use crate::store::{Connection, history};
use rules::{AnyGame, Seat, Viewer};

/// A game that the caller may see.
pub struct Table {
    pub id: Uuid,
    pub present: GameRow,
    /// Its rules, with the components it was started with.
    pub title: Title,
    /// The caller's seat, if he has one. Before the start its number only says that he has joined.
    pub seat: Option<Seat>,
    /// The game at some version, for whoever only looks; its state is not read again if it is the present one.
    at_hand: Option<Held>,
}

impl Table {
    /// The game `id` for `account`, with what that account did earlier under `key`.
    pub async fn open(
        app: &App,
        connection: &mut Connection,
        id: Uuid,
        account: Option<Uuid>,
        key: Option<&str>,
    ) -> Result<Self, Error> {
        Self::open_by(
            app,
            connection,
            id,
            LoadOptions { account, key, at: app.now(), for_update: true, ..LoadOptions::default() },
        )
        .await
    }

    /// The game `id` for whoever asks. A game that may not be seen is answered like one that does not exist.
    pub async fn open_by(
        app: &App,
        connection: &mut Connection,
        id: Uuid,
        by: LoadOptions<'_>,
    ) -> Result<Self, Error> {
        let present = positions::load(connection, id, by)
            .await?
            .filter(|present| may_see(present, by.account))
            .ok_or_else(|| Code::GameNotFound.problem())?;
        let mut table = Self::with_title(app, connection, id, present).await?;
        table.seat = by.account.and_then(|account| table.seat_of(account));
        Ok(table)
    }

    /// The game `id`, whoever may see it, for work that nobody asked for.
    pub async fn open_for_worker(app: &App, connection: &mut Connection, id: Uuid) -> Result<Self, Error> {
        let present =
            positions::load(connection, id, LoadOptions { for_update: true, ..LoadOptions::default() })
                .await?;
        let present = present.ok_or_else(|| Code::GameNotFound.problem())?;
        Self::with_title(app, connection, id, present).await
    }

    async fn with_title(
        app: &App,
        connection: &mut Connection,
        id: Uuid,
        present: GameRow,
    ) -> Result<Self, Error> {
        let title =
            app.rulesets.of_game(connection, id, &present.ruleset, &present.components_digest).await?;
        if i64::from(present.rules_version) > i64::from(title.rules_version()) {
            return Err(Code::RulesVersionUnsupported.problem());
        }
        Ok(Self { id, present, title, seat: None, at_hand: None })
    }

    /// The seat of `account`, if it has one.
    pub fn seat_of(&self, account: Uuid) -> Option<Seat> {
        let index = self.present.accounts.iter().position(|&sitting| sitting == Some(account))?;
        Seat::try_from(index).ok()
    }

    /// The caller's seat; a stranger to a game he may see is told so.
    pub fn member(&self) -> Result<Seat, Error> {
        self.seat.ok_or_else(|| Code::NotAMember.problem())
    }

    /// The tag of a game for somebody who has seen just that, found without reading the game; `None`: it has to be opened.
    pub async fn still(
        connection: &mut Connection,
        id: Uuid,
        account: Option<Uuid>,
        seen: &Seen,
        from: impl Fn(Viewer) -> Viewer,
    ) -> Result<Option<Tag>, Error> {
        if seen.version().is_none() {
            return Ok(None);
        }
        let Some(probe) = positions::probe_version(connection, id, account).await? else {
            return Ok(None);
        };
        let seat = probe.seat.and_then(|seat| Seat::try_from(seat).ok());
        let mark = Some(Mark::of(&probe.digest));
        let tag = Tag { revision: probe.revision, version: probe.version, mark, viewer: from(seat) };
        // Whether a guest still is one is not read here: a guest goes the long way.
        let ties = Ties { is_member: seat.is_some(), ..Ties::default() };
        Ok((ties.may_see(probe.visibility) && seen.has(&tag)).then_some(tag))
    }

    /// The game for whoever only looks: its state is left out if it is at hand.
    pub async fn open_to_look(
        app: &App,
        connection: &mut Connection,
        id: Uuid,
        account: Option<Uuid>,
    ) -> Result<Self, Error> {
        let at_hand = app.at_hand.recall(id);
        let digest = at_hand.as_ref().map(|held| held.digest.as_ref());
        let by = LoadOptions { account, cached_digest: digest, at: app.now(), ..LoadOptions::default() };
        let table = Self::open_by(app, connection, id, by).await?;
        Ok(Self { at_hand, ..table })
    }

    /// The game as it stands, if it is at hand.
    fn held(&self) -> Option<&Held> {
        self.at_hand.as_ref().filter(|held| {
            self.present.digest.as_deref() == Some(&*held.digest)
                && self.present.version == Some(held.version)
        })
    }

    /// The game as it stands, for whoever only looks; it is at hand for the next. Refused before the start.
    pub fn look(&self, app: &App) -> Result<Held, Error> {
        if let Some(held) = self.held() {
            return Ok(held.clone());
        }
        let (version, game) = self.position()?;
        let digest = Arc::from(self.present.digest.clone().unwrap_or_default());
        let held = Held { version, digest, game: Arc::from(game) };
        app.at_hand.keep(self.id, held.clone());
        Ok(held)
    }

    /// The version of the game; refused before the start.
    pub fn version(&self) -> Result<i64, Error> {
        let not_started = || Code::GameNotRunning.because("The game has not started.");
        self.present.version.ok_or_else(not_started)
    }

    /// The version and the game at it; refused before the start.
    pub fn position(&self) -> Result<(i64, Box<dyn AnyGame>), Error> {
        let (Some(version), Some(state)) = (self.present.version, &self.present.state) else {
            return Err(Code::GameNotRunning.because("The game has not started yet."));
        };
        Ok((version, self.game(state)?))
    }

    /// The same, refused after the end and while the game rests, too.
    pub fn running(&self) -> Result<(i64, Box<dyn AnyGame>), Error> {
        if self.present.status == Status::Paused {
            return Err(Code::GamePaused.problem());
        }
        self.in_play()
    }

    /// The same, refused after the end but not while the game rests.
    pub fn in_play(&self) -> Result<(i64, Box<dyn AnyGame>), Error> {
        if self.present.status.is_over() {
            return Err(Code::GameNotRunning.because("The game is over."));
        }
        self.position()
    }

    /// What tells this present from others, for whoever looks from `viewer`'s place.
    pub fn tag(&self, viewer: Viewer) -> Tag {
        Tag {
            revision: self.present.revision,
            version: self.present.version.unwrap_or(-1),
            mark: self.present.digest.as_deref().map(Mark::of),
            viewer,
        }
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

    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.present.resigned.get(usize::from(seat)).copied().unwrap_or(false)
    }

    /// A game of this table from a stored state.
    pub fn game(&self, state: &str) -> Result<Box<dyn AnyGame>, Error> {
        self.title
            .load(state)
            .map_err(|error| Error::Internal(format!("the state of game {} does not load: {error}", self.id)))
    }

    /// The seed of every draw of this game.
    pub fn game_seed(&self) -> Result<[u8; 32], Error> {
        let seed = self.present.game_seed.as_deref().and_then(|seed| seed.try_into().ok());
        seed.ok_or_else(|| Error::Internal(format!("game {} has no seed", self.id)))
    }
}

fn may_see(present: &GameRow, account: Option<Uuid>) -> bool {
    let is_member = account.is_some_and(|account| present.accounts.contains(&Some(account)));
    Ties { is_member, is_guest: present.is_guest, has_link: false }.may_see(present.visibility)
}
