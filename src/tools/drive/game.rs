//! One game on the pipe: how it begins, and what is asked of it.

use std::collections::BTreeMap;

use conformance::ToolRuleset;
use rules::{AnyGame, Chance, Decision, Json, Seat, TakeBacks, Viewer};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::answer::{Awaiting, Effects, LegalShown, SeenView, StateShown, line};
use super::fault::Fault;
use super::request::{Load, OfLegal, Preview, Setup};

/// The highest version with which a game can be loaded; many programs can't write higher numbers.
const MAX_LOADED_VERSION: u64 = 1 << 53;

pub(super) struct RunningGame<'r> {
    pub ruleset: &'r dyn ToolRuleset,
    pub game: Box<dyn AnyGame>,
    /// The number of the last entry.
    pub version: u64,
    /// The seed of draws, where a request does not give them.
    pub seed: [u8; 32],
    pub take_backs: TakeBacks,
    /// The positions of the versions that may still be returned to.
    pub positions: BTreeMap<u64, String>,
    /// The standing orders, those of a seat oldest first.
    pub orders: Vec<(Seat, Json)>,
}

/// A position as [`AnyGame::position`] gives it once something was taken back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionWithIds {
    decision_ids: Box<RawValue>,
    state: Box<RawValue>,
}

impl<'r> RunningGame<'r> {
    pub fn set_up(ruleset: &'r dyn ToolRuleset, setup: Setup) -> Result<(Self, String), Fault> {
        let seed = seed(setup.seed.as_deref())?;
        let options = ruleset.interface().options(setup.options.as_deref())?;
        let mut game = ruleset.interface().blank(&options, setup.players)?;
        let mut chance = chance_of(setup.chance, seed);
        // The set-up draws as entry 0.
        chance.begin(0);
        let mut entries = game.start(&mut chance)?;
        let mut running = Self::of(ruleset, game, 0, seed);
        running.begin_with(&entries);
        let first = if entries.is_empty() { None } else { Some(entries.remove(0)) };
        let answer = running.begun(first, entries);
        Ok((running, answer))
    }

    /// A game that goes on from a state, and the answer.
    pub fn load(ruleset: &'r dyn ToolRuleset, load: Load) -> Result<(Self, String), Fault> {
        let seed = seed(load.seed.as_deref())?;
        if load.version > MAX_LOADED_VERSION {
            return Err(Fault::high_version(MAX_LOADED_VERSION));
        }
        let state = load.state.get();
        let mut game =
            ruleset.interface().load(state).map_err(|error| Fault::malformed_state(&error.to_string()))?;
        if let Some(ids) = &load.decision_ids {
            let position = format!("{{\"decision_ids\":{ids},\"state\":{state}}}");
            game = ruleset
                .interface()
                .load(&position)
                .map_err(|error| Fault::malformed_decision_ids(&error.to_string()))?;
        }
        let position = game.position().map_err(unreadable)?;
        ruleset.check_position(&position).map_err(|detail| Fault::impossible_state(&detail))?;
        let mut chance = chance_of(load.chance, seed);
        let steps = game.settle(load.version, &mut chance)?;
        let mut running = Self::of(ruleset, game, load.version, seed);
        running.begin_with(&steps);
        let answer = running.begun(None, steps);
        Ok((running, answer))
    }

    fn of(ruleset: &'r dyn ToolRuleset, game: Box<dyn AnyGame>, version: u64, seed: [u8; 32]) -> Self {
        let take_backs = TakeBacks::default();
        Self { ruleset, game, version, seed, take_backs, positions: BTreeMap::new(), orders: Vec::new() }
    }

    /// Refused like the action itself, which it leaves undone.
    pub fn preview(&self, preview: &Preview) -> Result<String, Fault> {
        self.ensure_answers(preview.seat, preview.decision.as_deref(), &preview.action)?;
        let effects = self.game.preview(preview.seat, &preview.action)?;
        Ok(line(&Effects { version: self.version, effects }))
    }

    pub fn legal(&self, of: &OfLegal) -> Result<String, Fault> {
        self.ensure_seat(of.seat)?;
        let legal = self.game.listed(of.seat, of.effects);
        Ok(line(&LegalShown { legal, take_back: self.take_back_of(of.seat) }))
    }

    pub fn awaiting(&self) -> String {
        line(&Awaiting { awaiting: self.game.awaiting(), outcome: self.game.outcome() })
    }

    pub fn view(&self, viewer: Viewer) -> Result<String, Fault> {
        viewer.map_or(Ok(()), |seat| self.ensure_seat(seat))?;
        Ok(line(&SeenView { view: self.game.view(viewer) }))
    }

    pub fn state(&self) -> Result<String, Fault> {
        let position = self.position()?;
        let (state, decision_ids) = match serde_json::from_str(&position) {
            Ok(PositionWithIds { decision_ids, state }) => (state, Some(decision_ids)),
            Err(_) => (RawValue::from_string(position).map_err(unreadable)?, None),
        };
        Ok(line(&StateShown { version: self.version, state, decision_ids }))
    }

    /// The position as it is stored.
    pub fn position(&self) -> Result<String, Fault> {
        self.game.position().map_err(unreadable)
    }

    pub fn ensure_seat(&self, seat: Seat) -> Result<(), Fault> {
        let seats = self.game.points().len();
        if usize::from(seat) < seats { Ok(()) } else { Err(Fault::unknown_seat(seats)) }
    }

    /// Is the decision open for the seat, if one is named, and does the action answer it?
    pub fn ensure_answers(&self, seat: Seat, decision: Option<&str>, action: &RawValue) -> Result<(), Fault> {
        self.ensure_seat(seat)?;
        let Some(decision) = decision else { return Ok(()) };
        self.ensure_open(seat, decision)?;
        let answered = self.game.decision_for(seat, action)?;
        match answered {
            Some(answered) if answered.id != decision => Err(Fault::other_decision(decision)),
            _ => Ok(()),
        }
    }

    pub fn ensure_open(&self, seat: Seat, decision: &str) -> Result<(), Fault> {
        let is_open = |open: &Decision| open.seat == seat && open.id == decision;
        if self.game.awaiting().iter().any(is_open) {
            return Ok(());
        }
        Err(Fault::closed(self.game.closed_code(decision), decision))
    }
}

/// Chance as a request gives it, or else from the seed.
pub(super) fn chance_of(given: Option<Vec<Value>>, seed: [u8; 32]) -> Chance {
    given.map_or_else(|| Chance::seeded(seed), Chance::given)
}

/// A state of this process that can't be written or read again, which the conformance suite would find.
pub(super) fn unreadable(error: serde_json::Error) -> Fault {
    Fault::malformed_state(&error.to_string())
}

/// Up to 32 bytes as hex, padded with zeros at the end.
fn seed(text: Option<&str>) -> Result<[u8; 32], Fault> {
    let bytes = hex::decode(text.unwrap_or_default()).map_err(|_| Fault::invalid_seed())?;
    let mut seed = [0; 32];
    let given = seed.get_mut(..bytes.len()).ok_or_else(Fault::invalid_seed)?;
    given.copy_from_slice(&bytes);
    Ok(seed)
}
