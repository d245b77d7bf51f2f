//! Phase 2: steps, movement cards, the exchange of a fate card, and the end of the phase (rules page §6, B25–B28, B32,
//! B33, B37–B39). Unknown hexes are discovered in `exploration`; units that are chased flee in `flight`.

use super::access::{BoardAreas, Mover, home_of};
use super::action::Action;
use super::board::{Place, PlaceSet};
use super::event::Recorder;
use super::fate::{self, FateCard, SubPhase};
use super::refusals::{self as no, Validation, refuse, refuse_if};
use super::resource::{Bundle, Resource};
use super::state::{Movement, OutlawStart, Phase, State, Table, Unit, UnitId, UnitKind};
use super::view::PlayerView;
use super::{exploration, flight, turn};
use rules::{Applied, Apply, Misfit, Refusal, Seat, wire};

/// Moves a unit to a neighbouring place, or explores it if it is unknown.
#[wire]
pub struct Step {
    /// The first step of the phase decides which unit is moved in it.
    pub unit: UnitId,
    /// A neighbour of where it stands.
    pub to: Place,
    /// Exploration cards for an unknown hex: at most one `find_*` and one `omen`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<FateCard>,
}

/// Gives the unit that is moved more steps or rights in this phase.
#[wire]
pub struct PlayMovementCard {
    /// A fate card for movement.
    pub card: FateCard,
    /// Needed only while no unit is chosen; it is chosen then.
    pub unit: Option<UnitId>,
}

/// Gives a fate card for a resource card instead of moving; ends the phase.
#[wire]
pub struct ExchangeFateCard {
    /// The card given up; it goes to the discards.
    pub card: FateCard,
    /// The kind taken, of which the supply must have a card.
    pub resource: Resource,
}

/// Ends phase 2, movement and exploration; trade follows.
#[wire]
pub struct EndMovement {}

/// Phase 2 begins: movement and exploration.
#[wire]
pub struct MovementBegun {
    pub seat: Seat,
}

/// The card goes to the discards; its effect waits for a step.
#[wire]
pub struct MovementCardPlayed {
    pub seat: Seat,
    pub card: FateCard,
    pub unit: UnitId,
}

/// Instead of moving; it ends the phase.
#[wire]
pub struct FateCardExchanged {
    pub seat: Seat,
    /// The card given, which goes to the discards.
    pub card: FateCard,
    /// The kind taken from the supply.
    pub resource: Resource,
}

/// Only this unit may move in the phase.
#[wire]
pub struct UnitChosen {
    pub seat: Seat,
    pub unit: UnitId,
    /// How many steps it has, without cards.
    pub steps: u8,
}

/// One step into a known place.
#[wire]
pub struct UnitMoved {
    pub seat: Seat,
    pub unit: UnitId,
    pub from: Place,
    pub to: Place,
    pub steps: u8,
    /// Did the step use up the card `landfall`?
    pub landfall: bool,
    /// Did the step use up the card `drive_off`?
    pub drive_off: bool,
}

/// Phase 2 is over; red tokens follow their outlaws.
#[wire]
pub struct MovementEnded {
    pub seat: Seat,
}

/// Phase 2 as the active player sees it.
#[derive(Debug, Clone, Copy)]
pub struct MoveContext<'a> {
    pub player: PlayerView<'a>,
    pub movement: &'a Movement,
    pub areas: BoardAreas,
    pub home: PlaceSet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    Explore,
    Enter {
        /// Does it need its landfall for that?
        landfall: bool,
        /// The unit there, which must flee first.
        against: Option<flight::ChaseTarget>,
    },
}

/// The places next to a unit that its next step may lead to, by terrain alone.
#[derive(Debug, Clone, Copy)]
struct Ways {
    unknown: PlaceSet,
    ordinary: PlaceSet,
    /// Those that a card which it has played opens to it.
    by_card: PlaceSet,
}

impl Ways {
    /// May the unit enter a known place, and does it need its landfall for that?
    fn needs_landfall(&self, unit: Unit, to: Place) -> Result<bool, Refusal> {
        if self.ordinary.contains(to) {
            return Ok(false);
        }
        refuse_if(!self.by_card.contains(to), no::TERRAIN_BARRED, "to")?;
        Ok(unit.kind == UnitKind::Ship)
    }
}

/// The steps of a unit without cards (rules page §6).
const fn ordinary_steps(kind: UnitKind) -> u8 {
    match kind {
        UnitKind::Ship => 2,
        UnitKind::Settler => 1,
    }
}

impl<'a> MoveContext<'a> {
    /// Phase 2 as `player` sees it; `None` in other phases.
    pub fn of(player: PlayerView<'a>) -> Option<Self> {
        let (table, movement) = (player.table, player.table.movement()?);
        Some(Self { player, movement, areas: BoardAreas::of(table), home: home_of(table, player.seat) })
    }

    /// The own unit of that name, if it may be the one that is moved.
    pub fn unit(&self, id: UnitId) -> Result<Unit, Refusal> {
        let unit = self.player.own_unit(id)?;
        let is_other = self.movement.unit.is_some_and(|chosen| chosen != id);
        refuse_if(is_other, no::ANOTHER_UNIT_MOVES, "unit")?;
        Ok(unit)
    }

    /// The units that may be moved: the chosen one, or every own one.
    pub fn units(&self) -> impl Iterator<Item = Unit> + use<'a> {
        let chosen = self.movement.unit;
        self.player.own_units().filter(move |unit| chosen.is_none_or(|chosen| chosen == unit.id))
    }

    fn steps_left(&self, unit: Unit) -> u8 {
        if self.movement.unit.is_some() { self.movement.steps } else { ordinary_steps(unit.kind) }
    }

    fn mover(&self, unit: Unit) -> Mover {
        Mover { kind: unit.kind, at: unit.place, home: self.home }
    }

    /// What a step of the unit to a place comes to, or why it may not be made.
    pub fn step(&self, unit: Unit, to: Place) -> Result<StepKind, Refusal> {
        refuse_if(self.steps_left(unit) == 0, no::NO_STEPS_LEFT, "unit")?;
        refuse_if(!unit.place.touches(to), no::NOT_ADJACENT, "to")?;
        self.step_by(self.ways(unit), unit, to)
    }

    fn step_by(&self, ways: Ways, unit: Unit, to: Place) -> Result<StepKind, Refusal> {
        if ways.unknown.contains(to) {
            return Ok(StepKind::Explore);
        }
        let landfall = ways.needs_landfall(unit, to)?;
        self.first_step(unit, to)?;
        let against = self.chased_at(to)?;
        Ok(StepKind::Enter { landfall, against })
    }

    fn ways(&self, unit: Unit) -> Ways {
        let mover = self.mover(unit);
        let card_is_played = match unit.kind {
            UnitKind::Ship => self.movement.landfall,
            UnitKind::Settler => self.movement.mountain_trail,
        };
        Ways {
            unknown: unit.place.near() - self.areas.known,
            ordinary: mover.ordinary(&self.areas),
            by_card: if card_is_played { mover.by_card(&self.areas) } else { PlaceSet::EMPTY },
        }
    }

    fn reach(&self, unit: Unit) -> impl Iterator<Item = (Place, StepKind)> {
        let ways = self.ways(unit);
        let open = ways.unknown | ways.ordinary | ways.by_card;
        let near = if self.steps_left(unit) > 0 { open } else { PlaceSet::EMPTY };
        near.places().filter_map(move |to| Some((to, self.step_by(ways, unit, to).ok()?)))
    }

    pub fn can_step(&self) -> bool {
        self.units().any(|unit| self.reach(unit).next().is_some())
    }

    /// May the unit enter the terrain of a known place next to it, and does it need its landfall for that?
    pub fn opens(&self, unit: Unit, to: Place) -> Result<bool, Refusal> {
        self.ways(unit).needs_landfall(unit, to)
    }

    /// The first step a player ever makes from the outer sea (B37).
    fn first_step(&self, unit: Unit, to: Place) -> Result<(), Refusal> {
        let table = self.player.table;
        if unit.place != Place::OUTER || table.player(unit.seat).first_side.is_some() {
            return Ok(());
        }
        let side = to.side();
        let is_free = side.is_some() && table.players.iter().all(|player| player.first_side != side);
        refuse_if(!is_free, no::FIRST_STEP_BARRED, "to")
    }

    /// The unit for which the card may be played. "No effect" means: the wrong kind of unit, or the same effect
    /// still unused; anything finer depends on the future (B26).
    fn movement_card(&self, card: FateCard, unit: Option<UnitId>) -> Result<Unit, Refusal> {
        fate::playable(&self.player, card, SubPhase::Movement, "card")?;
        let unit = self.unit(self.played_for(unit)?)?;
        refuse_if(!self.has_effect(card, unit.kind), no::CARD_WITHOUT_EFFECT, "card")?;
        Ok(unit)
    }

    /// The unit is named exactly as long as none is chosen (B25), so that there is one way to say it.
    fn played_for(&self, named: Option<UnitId>) -> Result<UnitId, Refusal> {
        match (named, self.movement.unit) {
            (Some(unit), None) | (None, Some(unit)) => Ok(unit),
            (Some(unit), Some(chosen)) if unit != chosen => {
                Err(refuse(no::ANOTHER_UNIT_MOVES).at_field("unit"))
            }
            (Some(_), Some(_)) => Err(refuse(no::UNIT_CHOSEN).at_field("unit")),
            (None, None) => Err(refuse(no::UNIT_NEEDED).at_field("unit")),
        }
    }

    fn has_effect(&self, card: FateCard, kind: UnitKind) -> bool {
        match card {
            FateCard::Landfall => kind == UnitKind::Ship && !self.movement.landfall,
            FateCard::FairWind => kind == UnitKind::Ship,
            FateCard::MountainTrail => kind == UnitKind::Settler && !self.movement.mountain_trail,
            FateCard::HardRide => kind == UnitKind::Settler,
            FateCard::DriveOff => !self.movement.drive_off,
            _ => false,
        }
    }

    /// The hex that stopped the unit, if this card lets it in there after all (B28).
    fn admitted_by(&self, card: FateCard, unit: Unit) -> Option<Place> {
        let fits = matches!(
            (card, unit.kind),
            (FateCard::Landfall, UnitKind::Ship) | (FateCard::MountainTrail, UnitKind::Settler)
        );
        let stopped_at = self.movement.stopped_at.filter(|_| fits)?;
        self.mover(unit).by_card(&self.areas).contains(stopped_at).then_some(stopped_at)
    }

    /// May the fate card be exchanged for a card of that kind? Only as the first thing in the phase (B38).
    fn exchange(&self, card: FateCard, kind: Resource) -> Result<(), Refusal> {
        if self.movement.unit.is_some() {
            return Err(refuse(no::MOVEMENT_BEGUN));
        }
        refuse_if(!self.player.holds(card), no::CARD_NOT_HELD, "card")?;
        refuse_if(self.player.has_run_out(kind), no::NONE_IN_SUPPLY, "resource")
    }
}

/// Phase 2 as `seat` sees it after everything recorded so far.
pub fn move_context<'s>(recorder: &'s Recorder<'_>, seat: Seat) -> Result<MoveContext<'s>, Refusal> {
    MoveContext::of(PlayerView::after(recorder, seat)).ok_or_else(|| refuse(no::WRONG_PHASE))
}

impl Step {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let Step { unit, to, cards } = self;
        let context = move_context(recorder, seat)?;
        let unit = context.unit(*unit)?;
        let kind = context.step(unit, *to)?;
        context.validate_exploration_cards(kind, *to, cards)?;
        choose(recorder, unit);
        match kind {
            StepKind::Explore => exploration::explore(recorder, unit, *to, cards),
            StepKind::Enter { landfall, against: None } => enter(recorder, unit, *to, landfall, false),
            StepKind::Enter { landfall, against: Some(target) } => {
                if flight::chase(recorder, unit, *to, target)? {
                    enter(recorder, unit, *to, landfall, target.drive_off)?;
                }
                Ok(())
            }
        }
    }
}

/// The first thing done with a unit chooses it for the phase (B25).
fn choose(recorder: &mut Recorder<'_>, unit: Unit) {
    if recorder.table.movement().is_some_and(|movement| movement.unit.is_none()) {
        let steps = ordinary_steps(unit.kind);
        recorder.record(UnitChosen { seat: unit.seat, unit: unit.id, steps });
    }
}

/// The steps that the moved unit has left once it has used one more.
pub fn steps_after_one(table: &Table) -> Result<u8, Refusal> {
    let steps = table.movement().and_then(|movement| movement.steps.checked_sub(1));
    steps.ok_or_else(|| refuse(no::NO_STEPS_LEFT).at_field("unit"))
}

/// The unit enters a known place, which uses a step.
pub fn enter(
    recorder: &mut Recorder<'_>,
    unit: Unit,
    to: Place,
    landfall: bool,
    drive_off: bool,
) -> Validation {
    let steps = steps_after_one(&recorder.table)?;
    let (seat, from, unit) = (unit.seat, unit.place, unit.id);
    recorder.record(UnitMoved { seat, unit, from, to, steps, landfall, drive_off });
    Ok(())
}

impl PlayMovementCard {
    /// A movement card is played. If it lets the unit in where it was stopped, the unit enters in that same step (B28).
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let card = self.card;
        let context = move_context(recorder, seat)?;
        let unit = context.movement_card(card, self.unit)?;
        let admitted = context.admitted_by(card, unit);
        choose(recorder, unit);
        recorder.record(MovementCardPlayed { seat, card, unit: unit.id });
        if let Some(to) = admitted {
            let steps = move_context(recorder, seat)?.movement.steps;
            let landfall = card == FateCard::Landfall;
            let Unit { id, place: from, .. } = unit;
            recorder.record(UnitMoved { seat, unit: id, from, to, steps, landfall, drive_off: false });
        }
        Ok(())
    }
}

impl ExchangeFateCard {
    /// A fate card becomes a resource card, and the phase ends (B38).
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let ExchangeFateCard { card, resource } = *self;
        move_context(recorder, seat)?.exchange(card, resource)?;
        recorder.record(FateCardExchanged { seat, card, resource });
        EndMovement {}.decide(recorder, seat)
    }
}

impl EndMovement {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        flight::let_tokens_follow(recorder);
        recorder.record(MovementEnded { seat });
        turn::begin_trade(recorder);
        Ok(())
    }
}

impl Apply<State> for MovementBegun {
    /// Where the outlaws stand is noted, for their tokens may follow at the end of the phase (B36).
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        let outlaws = table.units.iter().filter(|unit| table.is_outlaw(unit.id));
        let outlaws = outlaws.map(|unit| OutlawStart { unit: unit.id, place: unit.place }).collect();
        table.phase = Phase::Movement(Movement { outlaws, ..Movement::default() });
        Ok(())
    }
}

impl Apply<State> for MovementCardPlayed {
    /// The card goes to the discards, and its effect waits or adds up (B26).
    fn apply(&self, state: &mut State) -> Applied {
        fate::discard(state, self.seat, self.card)?;
        let movement = state.table.movement_mut()?;
        movement.acts += 1;
        match self.card {
            FateCard::Landfall => movement.landfall = true,
            FateCard::MountainTrail => movement.mountain_trail = true,
            FateCard::DriveOff => movement.drive_off = true,
            FateCard::FairWind => movement.steps += 2,
            FateCard::HardRide => movement.steps += 1,
            _ => return Err(Misfit("the card is played in another phase")),
        }
        Ok(())
    }
}

impl Apply<State> for FateCardExchanged {
    fn apply(&self, state: &mut State) -> Applied {
        fate::discard(state, self.seat, self.card)?;
        state.secret.give(self.seat, Bundle::of(self.resource, 1))?;
        Ok(())
    }
}

impl Apply<State> for UnitChosen {
    fn apply(&self, state: &mut State) -> Applied {
        let movement = state.table.movement_mut()?;
        movement.unit = Some(self.unit);
        movement.steps = self.steps;
        Ok(())
    }
}

impl Apply<State> for UnitMoved {
    /// Entering a hex that the unit has just discovered uses no further step and is no further act.
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.relocate(self.unit, self.to)?;
        if self.from == Place::OUTER {
            let player = table.player_mut(self.seat)?;
            player.first_side = player.first_side.or(self.to.side());
        }
        let movement = table.movement_mut()?;
        if self.steps < movement.steps {
            movement.acts += 1;
        }
        movement.steps = self.steps;
        movement.landfall &= !self.landfall;
        movement.drive_off &= !self.drive_off;
        movement.stopped_at = None;
        movement.on_outer = self.to == Place::OUTER;
        Ok(())
    }
}

impl Apply<State> for MovementEnded {}

/// Every step with and without exploration cards, every movement card, every exchange, and the end of the phase.
pub fn legal_movement(player: PlayerView<'_>) -> Vec<Action> {
    let Some(context) = MoveContext::of(player) else { return Vec::new() };
    let mut actions = Vec::with_capacity(32);
    let mut in_hand = player.fate_cards.to_vec();
    in_hand.sort_unstable();
    in_hand.dedup();
    for unit in context.units() {
        for (to, kind) in context.reach(unit) {
            let step = |cards| Action::from(Step { unit: unit.id, to, cards });
            actions.push(step(Vec::new()));
            if kind == StepKind::Explore {
                actions.extend(context.exploration_card_sets(to, &in_hand).map(step));
            }
        }
    }
    list_movement_cards(&context, &in_hand, &mut actions);
    list_exchanges(&context, &in_hand, &mut actions);
    actions.push(EndMovement {}.into());
    actions
}

fn list_movement_cards(context: &MoveContext<'_>, in_hand: &[FateCard], actions: &mut Vec<Action>) {
    for &card in in_hand.iter().filter(|card| card.sub_phase() == SubPhase::Movement) {
        // Named only while none is chosen.
        let named = context.units().map(|unit| context.movement.unit.is_none().then_some(unit.id));
        let playable = named.filter(|&unit| context.movement_card(card, unit).is_ok());
        actions.extend(playable.map(|unit| Action::from(PlayMovementCard { card, unit })));
    }
}

fn list_exchanges(context: &MoveContext<'_>, in_hand: &[FateCard], actions: &mut Vec<Action>) {
    for &card in in_hand {
        let kinds = Resource::ALL.into_iter().filter(|&kind| context.exchange(card, kind).is_ok());
        actions.extend(kinds.map(|resource| Action::from(ExchangeFateCard { card, resource })));
    }
}
