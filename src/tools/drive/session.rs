//! The games of a process, each under the name that the caller gives it.

use std::collections::HashMap;

use conformance::ToolRuleset;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::answer::{Closed, Redacted, line};
use super::fault::Fault;
use super::game::RunningGame;
use super::request::{Op, Redact, Request};
use super::write::TAKEN_BACK;

/// The most games that are kept at a time, the one without a name among them.
pub(super) const MAX_GAMES: usize = 1_000;
pub(super) const MAX_NAME_BYTES: usize = 100;

/// What is kept between requests.
pub(super) struct Session<'r> {
    ruleset: &'r dyn ToolRuleset,
    /// By name; a new game replaces the old one of its name.
    games: HashMap<Option<String>, RunningGame<'r>>,
}

impl<'r> Session<'r> {
    pub fn new(ruleset: &'r dyn ToolRuleset) -> Self {
        Self { ruleset, games: HashMap::new() }
    }

    pub fn answer(&mut self, text: &[u8]) -> Result<String, Fault> {
        let Request { game: name, op } = Request::read(text)?;
        match op {
            Op::Setup(setup) => self.begin(name, |ruleset| RunningGame::set_up(ruleset, setup)),
            Op::Load(load) => self.begin(name, |ruleset| RunningGame::load(ruleset, load)),
            Op::Redact(redact) => self.redact(&redact),
            Op::Close(_) => self.close(name),
            Op::Act(act) => self.game_mut(name)?.act(act),
            Op::TakeBack(take_back) => self.game_mut(name)?.take_back(take_back),
            Op::Resign(resign) => self.game_mut(name)?.resign(resign),
            Op::Lapse(lapse) => self.game_mut(name)?.lapse(lapse),
            Op::Order(order) => self.game_mut(name)?.order(order),
            Op::Preview(preview) => self.game(name)?.preview(&preview),
            Op::Legal(of) => self.game(name)?.legal(&of),
            Op::Awaiting(_) => Ok(self.game(name)?.awaiting()),
            Op::View(of) => self.game(name)?.view(of.seat),
            Op::State(_) => self.game(name)?.state(),
        }
    }

    /// Keeps the game that `make` makes, under the name.
    fn begin(
        &mut self,
        name: Option<String>,
        make: impl FnOnce(&'r dyn ToolRuleset) -> Result<(RunningGame<'r>, String), Fault>,
    ) -> Result<String, Fault> {
        self.ensure_room(name.as_deref())?;
        let (game, answer) = make(self.ruleset)?;
        self.games.insert(name, game);
        Ok(answer)
    }

    /// Is there room for a game of that name?
    fn ensure_room(&self, name: Option<&str>) -> Result<(), Fault> {
        if name.is_some_and(|name| name.len() > MAX_NAME_BYTES) {
            return Err(Fault::long_name());
        }
        let replaces = self.games.contains_key(&name.map(str::to_owned));
        if replaces || self.games.len() < MAX_GAMES { Ok(()) } else { Err(Fault::too_many_games()) }
    }

    fn close(&mut self, name: Option<String>) -> Result<String, Fault> {
        match self.games.remove(&name) {
            Some(_) => Ok(line(&Closed { closed: name })),
            None => Err(Fault::no_game(name.as_deref())),
        }
    }

    fn redact(&self, redact: &Redact) -> Result<String, Fault> {
        let seats = *self.ruleset.interface().players().end();
        if redact.viewer.is_some_and(|viewer| viewer >= seats) {
            return Err(Fault::unknown_viewer(seats));
        }
        let mut events = Vec::new();
        for (index, event) in redact.events.iter().enumerate() {
            if is_of_the_pipe(event) {
                events.push(event.clone());
                continue;
            }
            let seen = self.ruleset.interface().redact(&format!("[{event}]"), redact.viewer);
            events.extend(seen.map_err(|error| Fault::malformed_event(&error, index))?);
        }
        Ok(line(&Redacted { events }))
    }

    fn game(&self, name: Option<String>) -> Result<&RunningGame<'r>, Fault> {
        self.games.get(&name).ok_or_else(|| Fault::no_game(name.as_deref()))
    }

    fn game_mut(&mut self, name: Option<String>) -> Result<&mut RunningGame<'r>, Fault> {
        self.games.get_mut(&name).ok_or_else(|| Fault::no_game(name.as_deref()))
    }
}

/// Is it an event that no ruleset has? Everybody sees such an event as it is.
fn is_of_the_pipe(event: &RawValue) -> bool {
    #[derive(Deserialize)]
    struct Tag {
        r#type: String,
    }
    serde_json::from_str(event.get()).is_ok_and(|tag: Tag| tag.r#type == TAKEN_BACK)
}
