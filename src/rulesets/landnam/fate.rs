//! The fate cards: their kinds, when each may be played, and drawing them (rules page §5.1, §6, §10, B9, §15).

use super::event::Recorder;
use super::refusals::{self as no, refuse_if};
use super::state::State;
use super::terrain::Terrain;
use super::view::PlayerView;
use rules::{Applied, Apply, Counted, Counts, OrMisfit, Refusal, Seat, wire, words};

/// A fate card. `find_*` and `omen` are played with a step, `good_year`, `blight` and `fallow` before the harvest,
/// `settlement` and `uproar` at the Althing, the others while moving.
#[words]
pub enum FateCard {
    /// The hex explored next is bog.
    FindBog,
    /// The hex explored next is field.
    FindField,
    /// The hex explored next is pasture.
    FindPasture,
    /// The hex explored next is forest.
    FindForest,
    /// The player names the free number marker of the hex explored next.
    Omen,
    /// The ship moved may enter one land hex that is no mountain.
    Landfall,
    /// The settler moved may enter mountains this phase.
    MountainTrail,
    /// Two more steps for the ship moved.
    FairWind,
    /// One more step for the settler moved.
    HardRide,
    /// The unit moved may enter a hex with an opponent's unit, which flees.
    DriveOff,
    /// The suit being fought is broken off.
    Settlement,
    /// The Althing is broken up.
    Uproar,
    /// One hex with the rolled number yields double.
    GoodYear,
    /// One hex with the rolled number yields nothing.
    Blight,
    /// No hex is aged this turn.
    Fallow,
}

/// The fate cards of a game, how many of each.
pub type FateDeck = Counts<FateCard, { FateCard::COUNT }>;

impl Counted for FateCard {
    const COUNTS: &'static str = "FateDeck";
    const ABOUT: &'static str = "Fate cards by kind; kinds of which there are none may be left out.";

    // A group that takes a kind out of its deck may write 0.
    const LEAST: u8 = 0;
    const MOST: u8 = 60;

    fn example() -> serde_json::Value {
        serde_json::json!({ "find_field": 4, "find_forest": 4, "landfall": 3, "settlement": 6, "good_year": 3 })
    }
}

/// The sub-phase marked on a fate card.
#[words]
pub enum SubPhase {
    /// After the roll, before the yield.
    Harvest,
    /// From the naming to the end of an Althing, by anybody.
    Althing,
    /// While a unit is moved.
    Movement,
    /// Named with the step that explores.
    Exploration,
}

impl FateCard {
    pub const fn sub_phase(self) -> SubPhase {
        match self {
            Self::FindBog | Self::FindField | Self::FindPasture | Self::FindForest | Self::Omen => {
                SubPhase::Exploration
            }
            Self::Landfall | Self::MountainTrail | Self::FairWind | Self::HardRide | Self::DriveOff => {
                SubPhase::Movement
            }
            Self::Settlement | Self::Uproar => SubPhase::Althing,
            Self::GoodYear | Self::Blight | Self::Fallow => SubPhase::Harvest,
        }
    }

    pub const fn finds(self) -> Option<Terrain> {
        match self {
            Self::FindBog => Some(Terrain::Bog),
            Self::FindField => Some(Terrain::Field),
            Self::FindPasture => Some(Terrain::Pasture),
            Self::FindForest => Some(Terrain::Forest),
            _ => None,
        }
    }
}

/// The discards were shuffled into a new draw pile, whose order is secret.
#[wire]
pub struct FatePileReshuffled {
    /// Top card first. Only in the complete record of a finished game.
    pub pile: Vec<FateCard>,
}

/// From the top of the pile.
#[wire]
pub struct FateCardDrawn {
    pub seat: Seat,
    /// Shown to the seat that drew it alone.
    pub card: FateCard,
}

/// Does the seat have the card, and is it marked with this sub-phase? The refusal names `field`.
pub fn playable(
    player: &PlayerView<'_>,
    card: FateCard,
    sub_phase: SubPhase,
    field: &'static str,
) -> Result<(), Refusal> {
    refuse_if(card.sub_phase() != sub_phase, no::WRONG_CARD, field)?;
    refuse_if(!player.holds(card), no::CARD_NOT_HELD, field)
}

/// `seat` draws the top fate card. With an empty pile the discards are shuffled first; with both empty nothing is
/// drawn.
pub fn draw(recorder: &mut Recorder<'_>, seat: Seat) {
    if recorder.secret.pile.is_empty() && !recorder.table.discards.is_empty() {
        // The oldest first.
        let discards = recorder.table.discards.clone();
        let pile = recorder.chance.shuffled("fate_discards", &discards);
        recorder.record(FatePileReshuffled { pile });
    }
    if let Some(&card) = recorder.secret.pile.first() {
        recorder.record(FateCardDrawn { seat, card });
    }
}

pub fn discard(state: &mut State, seat: Seat, card: FateCard) -> Applied {
    let cards = state.secret.fate_cards_mut(seat)?;
    let index = cards.iter().position(|held| *held == card).or_misfit("the fate card is not in hand")?;
    state.table.discards.push(cards.remove(index));
    Ok(())
}

impl Apply<State> for FatePileReshuffled {
    fn apply(&self, state: &mut State) -> Applied {
        state.secret.pile.clone_from(&self.pile);
        state.table.discards.clear();
        Ok(())
    }
}

impl Apply<State> for FateCardDrawn {
    /// The event names the card, so that old games stay what they were whatever is in the pile.
    fn apply(&self, state: &mut State) -> Applied {
        let pile = &mut state.secret.pile;
        let top =
            pile.iter().position(|card| *card == self.card).or_misfit("the fate card is not in the pile")?;
        pile.remove(top);
        state.secret.fate_cards_mut(self.seat)?.push(self.card);
        Ok(())
    }
}
