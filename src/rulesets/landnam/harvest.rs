//! The roll, the harvest card, the yield, famine and aging (rules page §4, B1–B8).

use super::action::Action;
use super::board::Place;
use super::event::Recorder;
use super::fate::{self, FateCard, SubPhase};
use super::number::Number;
use super::refusals::{self as no, Validation, refuse, refuse_if};
use super::resource::{Bundle, Resource};
use super::state::{Phase, State, Table, Unit};
use super::view::PlayerView;
use super::{althing, turn};
use rules::{Applied, Apply, OrMisfit, Refusal, Seat, wire};

/// Cards for a settler on the hex.
const SETTLER: u8 = 2;

/// Done by the server alone, at the start of each turn.
#[wire]
pub struct RollDice {}

/// May be played before the yield of the roll is given.
#[wire]
pub struct PlayHarvestCard {
    /// `good_year`, `blight` or `fallow`.
    pub card: FateCard,
    /// The hex that `good_year` or `blight` is about; left out with `fallow`.
    pub hex: Option<Place>,
}

/// Lets the harvest come without a card.
#[wire]
pub struct DeclineHarvestCard {}

/// After the harvest: chooses which hex ages.
#[wire]
pub struct ChooseAging {
    /// One of the `candidates` of the phase.
    pub hex: Place,
}

/// A sum of 7 brings the Althing, any other a harvest.
#[wire]
pub struct DiceRolled {
    /// Two faces, 1 to 6, in the order rolled.
    pub dice: [u8; 2],
}

/// The game waits until the seat plays a harvest card or declines.
#[wire]
pub struct HarvestCardAwaited {
    pub seat: Seat,
}

/// The card goes to the discards and changes the harvest of this turn.
#[wire]
pub struct HarvestCardPlayed {
    pub seat: Seat,
    pub card: FateCard,
    /// Missing with `fallow`, which is about no hex.
    pub hex: Option<Place>,
}

/// The seat lets the harvest come as it is.
#[wire]
pub struct HarvestCardDeclined {
    pub seat: Seat,
}

/// What the hexes with the rolled number gave.
#[wire]
pub struct HarvestYielded {
    /// Ordered by hex, then by seat.
    pub yields: Vec<HexYield>,
}

/// What one hex gives to one seat.
#[wire]
pub struct HexYield {
    pub hex: Place,
    pub seat: Seat,
    pub resource: Resource,
    /// How many cards of the kind.
    pub cards: u8,
}

/// The supply had too few cards for the harvest: nobody got any, and everybody gave back all cards of the short kinds.
#[wire]
pub struct FamineStruck {
    /// The kinds of which the supply had too few.
    pub short: Vec<Resource>,
    /// By seat; those that had none of the short kinds are missing.
    pub returned: Vec<FamineLoss>,
}

/// What one seat gave back in a famine.
#[wire]
pub struct FamineLoss {
    pub seat: Seat,
    /// How many cards it gave back.
    #[schema(minimum = 1)]
    pub count: u16,
    /// By kind. Only in the complete record of a finished game.
    pub cards: Option<Bundle>,
}

/// The active seat has several hexes to choose from; a single one ages at once.
#[wire]
pub struct AgingAwaited {
    pub seat: Seat,
    /// The hexes to choose from.
    pub candidates: Vec<Place>,
}

/// After a harvest the number of one hex goes up.
#[wire]
pub struct HexAged {
    pub seat: Seat,
    pub hex: Place,
    pub from: Number,
    /// Its number now: one more, skipping numbers of which no marker is free.
    pub to: Number,
}

/// A harvest card that was played, with its hex where it has one.
pub type PlayedCard = Option<(FateCard, Option<Place>)>;

/// The number rolled; `None` for a 7, or before the roll.
pub fn rolled(table: &Table) -> Option<Number> {
    let [one, other] = table.roll?;
    Number::try_from(one + other).ok()
}

/// What each hex with the rolled number is due to give, in the order of hexes, then seats. Those who have given up are
/// due nothing, but their settlers take everything from the buildings around all the same.
pub fn dues(table: &Table, played: PlayedCard) -> Vec<HexYield> {
    let Some(number) = rolled(table) else { return Vec::new() };
    let mut dues = Vec::new();
    for hex in table.tiles.with_number(number).places() {
        let Some(resource) = table.tile(hex).and_then(|tile| tile.terrain.yields()) else { continue };
        let times = times(hex, played);
        let settler = table.unit_at(hex);
        let shares = table.playing().map(|seat| (seat, times * share(table, hex, settler, seat)));
        let given = shares.filter(|(_, cards)| *cards > 0);
        dues.extend(given.map(|(seat, cards)| HexYield { hex, seat, resource, cards }));
    }
    dues
}

/// A settler takes everything, and the buildings around get nothing.
fn share(table: &Table, hex: Place, settler: Option<Unit>, seat: Seat) -> u8 {
    match settler {
        Some(unit) if unit.seat == seat => SETTLER,
        Some(_) => 0,
        None => table.houses_at(seat, hex),
    }
}

/// `good_year` doubles every due of its hex, `blight` lets it give nothing (B3, B4).
fn times(hex: Place, played: PlayedCard) -> u8 {
    match played {
        Some((FateCard::GoodYear, Some(named))) if named == hex => 2,
        Some((FateCard::Blight, Some(named))) if named == hex => 0,
        _ => 1,
    }
}

/// The hexes that are due to give at least one card, in order.
pub fn due_hexes(dues: &[HexYield]) -> Vec<Place> {
    let mut hexes: Vec<Place> = dues.iter().map(|due| due.hex).collect();
    hexes.dedup();
    hexes
}

/// The hexes of which one ages: those with a settler, if there are any, else those that gave most (B7).
pub fn aging_candidates(table: &Table, yields: &[HexYield]) -> Vec<Place> {
    let hexes = due_hexes(yields);
    let settled: Vec<Place> = hexes.iter().copied().filter(|&hex| table.unit_at(hex).is_some()).collect();
    if !settled.is_empty() {
        return settled;
    }
    let gave =
        |hex: Place| yields.iter().filter(|given| given.hex == hex).map(|given| u16::from(given.cards)).sum();
    let most: u16 = hexes.iter().copied().map(gave).fold(0, u16::max);
    hexes.into_iter().filter(|&hex| gave(hex) == most).collect()
}

/// May the card be played with that hex, which is one of those that are `due`? The hidden supply plays no part (B5).
fn validate_card(player: &PlayerView<'_>, action: &PlayHarvestCard, due: &[Place]) -> Result<(), Refusal> {
    fate::playable(player, action.card, SubPhase::Harvest, "card")?;
    let fits = match action.hex {
        Some(hex) => action.card != FateCard::Fallow && due.contains(&hex),
        None => action.card == FateCard::Fallow,
    };
    refuse_if(!fits, no::HEX_NOT_DUE, "hex")
}

impl RollDice {
    /// A seat can't roll: the server does, by [`roll`].
    pub fn decide(&self, _: &mut Recorder<'_>, _: Seat) -> Validation {
        Err(refuse(no::SERVER_ONLY))
    }
}

/// The server rolls; a 7 opens an Althing.
pub fn roll(recorder: &mut Recorder<'_>) {
    let dice = [(); 2].map(|()| recorder.chance.die("die", 6) as u8);
    recorder.record(DiceRolled { dice });
    if rolled(&recorder.table).is_none() {
        return althing::open(recorder);
    }
    let seat = recorder.table.active;
    let dues = dues(&recorder.table, None);
    // Whatever cards are in hand: to skip the window because of them would reveal which (B2).
    if dues.is_empty() || recorder.secret.fate_cards_of(seat).is_empty() {
        carry_out(recorder, dues, None);
    } else {
        recorder.record(HarvestCardAwaited { seat });
    }
}

impl PlayHarvestCard {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let due = due_hexes(&dues(&recorder.table, None));
        validate_card(&PlayerView::after(recorder, seat), self, &due)?;
        let (card, hex) = (self.card, self.hex);
        recorder.record(HarvestCardPlayed { seat, card, hex });
        let dues = dues(&recorder.table, Some((card, hex)));
        carry_out(recorder, dues, Some(card));
        Ok(())
    }
}

impl DeclineHarvestCard {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        recorder.record(HarvestCardDeclined { seat });
        let dues = dues(&recorder.table, None);
        carry_out(recorder, dues, None);
        Ok(())
    }
}

/// Famine is tested after the card (B6), which has its part in the dues; then the hexes give, and one of them ages.
fn carry_out(recorder: &mut Recorder<'_>, dues: Vec<HexYield>, card: Option<FateCard>) {
    let short = short_kinds(recorder, &dues);
    if !short.is_empty() {
        famine(recorder, short);
        return turn::begin_movement(recorder);
    }
    if dues.is_empty() {
        return turn::begin_movement(recorder);
    }
    recorder.record(HarvestYielded { yields: dues.clone() });
    if card == Some(FateCard::Fallow) {
        return turn::begin_movement(recorder);
    }
    // With one candidate the server answers.
    let candidates = aging_candidates(&recorder.table, &dues);
    let seat = recorder.table.active;
    recorder.record(AgingAwaited { seat, candidates });
}

/// The kinds of which more is due than the supply has.
fn short_kinds(recorder: &Recorder<'_>, dues: &[HexYield]) -> Vec<Resource> {
    let due = |kind: Resource| -> u32 {
        dues.iter().filter(|due| due.resource == kind).map(|due| u32::from(due.cards)).sum()
    };
    let stock = recorder.secret.stock;
    Resource::ALL.into_iter().filter(|&kind| due(kind) > u32::from(stock.get(kind))).collect()
}

/// Everybody returns all cards of the short kinds, also those who were due nothing (B6).
fn famine(recorder: &mut Recorder<'_>, short: Vec<Resource>) {
    let lost = |seat: Seat| {
        let hand = recorder.secret.hand(seat);
        let mut cards = Bundle::EMPTY;
        short.iter().for_each(|&kind| cards.set(kind, hand.get(kind)));
        FamineLoss { seat, count: cards.sum(), cards: Some(cards) }
    };
    let losses = (0..recorder.table.seats()).map(lost).filter(|loss| loss.count > 0);
    let returned = losses.collect();
    recorder.record(FamineStruck { short, returned });
}

impl ChooseAging {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let hex = self.hex;
        let table = &recorder.table;
        let fits = matches!(&table.phase, Phase::Aging { candidates } if candidates.contains(&hex));
        refuse_if(!fits, no::HEX_NOT_CANDIDATE, "hex")?;
        let from = table.number(hex).ok_or_else(|| refuse(no::HEX_WITHOUT_NUMBER).at_field("hex"))?;
        let to = from.aged(&table.supply.numbers);
        recorder.record(HexAged { seat, hex, from, to });
        turn::begin_movement(recorder);
        Ok(())
    }
}

impl Apply<State> for DiceRolled {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.roll = Some(self.dice);
        Ok(())
    }
}

impl Apply<State> for HarvestCardAwaited {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.phase = Phase::HarvestCard;
        Ok(())
    }
}

impl Apply<State> for HarvestCardPlayed {
    fn apply(&self, state: &mut State) -> Applied {
        fate::discard(state, self.seat, self.card)
    }
}

impl Apply<State> for HarvestCardDeclined {}

impl Apply<State> for HarvestYielded {
    fn apply(&self, state: &mut State) -> Applied {
        for given in &self.yields {
            state.secret.give(given.seat, Bundle::of(given.resource, given.cards))?;
        }
        Ok(())
    }
}

impl Apply<State> for FamineStruck {
    fn apply(&self, state: &mut State) -> Applied {
        for loss in &self.returned {
            let cards = loss.cards.or_misfit("cards that were left out for a viewer")?;
            state.secret.take(loss.seat, cards)?;
        }
        Ok(())
    }
}

impl FamineStruck {
    /// How many cards each seat returned is public; of which kinds is not, where two were short.
    pub fn redacted(&self) -> Self {
        let returned = self.returned.iter().map(|loss| FamineLoss { cards: None, ..loss.clone() });
        Self { short: self.short.clone(), returned: returned.collect() }
    }
}

impl Apply<State> for AgingAwaited {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.phase = Phase::Aging { candidates: self.candidates.clone() };
        Ok(())
    }
}

impl Apply<State> for HexAged {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.replace_number(self.hex, self.from, self.to)
    }
}

/// To play none, or each card in hand with each hex it may be about.
pub fn legal_cards(player: &PlayerView<'_>) -> Vec<Action> {
    let due = due_hexes(&dues(player.table, None));
    let mut actions = vec![DeclineHarvestCard {}.into()];
    for card in player.different_fate_cards() {
        let hexes = std::iter::once(None).chain(due.iter().copied().map(Some));
        let plays = hexes.map(|hex| PlayHarvestCard { card, hex });
        actions.extend(plays.filter(|play| validate_card(player, play, &due).is_ok()).map(Action::from));
    }
    actions
}

pub fn legal_aging(player: &PlayerView<'_>) -> Vec<Action> {
    match &player.table.phase {
        Phase::Aging { candidates } => candidates.iter().map(|&hex| ChooseAging { hex }.into()).collect(),
        _ => Vec::new(),
    }
}
