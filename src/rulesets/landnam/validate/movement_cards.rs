//! Which cards marked movement may be played, and the exchange of a fate card (B25–B28, B38).

use super::steps::March;
use crate::landnam::board::Place;
use crate::landnam::card::{FateCard, SubPhase};
use crate::landnam::refusals::{movement as no, refuse, shared};
use crate::landnam::resource::Resource;
use crate::landnam::state::{Unit, UnitId, UnitKind};
use rules::Refusal;

impl March<'_> {
    /// The unit for which the card may be played. "No effect" means: the wrong kind of unit, or the same effect
    /// still unused; anything finer depends on the future (B26).
    pub fn movement_card(&self, card: FateCard, unit: Option<UnitId>) -> Result<Unit, Refusal> {
        if card.sub_phase() != SubPhase::Movement {
            return Err(refuse(shared::WRONG_CARD).of("card"));
        }
        if !self.player.holds(card) {
            return Err(refuse(shared::CARD_NOT_HELD).of("card"));
        }
        let unit = self.unit(self.played_for(unit)?)?;
        if self.has_effect(card, unit.kind) {
            Ok(unit)
        } else {
            Err(refuse(shared::CARD_WITHOUT_EFFECT).of("card"))
        }
    }

    /// The unit is named exactly as long as none is chosen (B25), so that there is one way to say it.
    fn played_for(&self, named: Option<UnitId>) -> Result<UnitId, Refusal> {
        match (named, self.movement.unit) {
            (Some(unit), None) | (None, Some(unit)) => Ok(unit),
            (Some(unit), Some(chosen)) if unit != chosen => Err(refuse(no::ANOTHER_UNIT_MOVES).of("unit")),
            (Some(_), Some(_)) => Err(refuse(no::UNIT_CHOSEN).of("unit")),
            (None, None) => Err(refuse(no::UNIT_NEEDED).of("unit")),
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
    pub fn admits(&self, card: FateCard, unit: Unit) -> Option<Place> {
        let fits = matches!(
            (card, unit.kind),
            (FateCard::Landfall, UnitKind::Ship) | (FateCard::MountainTrail, UnitKind::Settler)
        );
        let stopped_at = self.movement.stopped_at.filter(|_| fits)?;
        self.passenger(unit).by_card(&self.ground).contains(stopped_at).then_some(stopped_at)
    }

    /// May the fate card be exchanged for a card of that kind?
    pub fn exchange(&self, card: FateCard, kind: Resource) -> Result<(), Refusal> {
        if !self.is_untouched() {
            return Err(refuse(no::MOVEMENT_BEGUN));
        }
        if !self.player.holds(card) {
            return Err(refuse(shared::CARD_NOT_HELD).of("card"));
        }
        if self.player.has_run_out(kind) {
            return Err(refuse(shared::NONE_IN_SUPPLY).of("resource"));
        }
        Ok(())
    }

    /// Has nothing been done in this phase yet?
    pub fn is_untouched(&self) -> bool {
        self.movement.unit.is_none()
    }
}
