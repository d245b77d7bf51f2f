//! Development cards: buying and playing them (rules page §9).

use super::board::Edge;
use super::building::{close_trade_if_strict, lay_road, road_places, validate_cost, validate_road_place};
use super::event::Recorder;
use super::question::Answers;
use super::refusals::{self as no, Validation, ensure, refuse};
use super::resource::{Bundle, Resource};
use super::scoring::{settle_army, settle_route};
use super::state::{CardCount, Phase, ResumeAt, State};
use super::view::PlayerView;
use rules::{Applied, Apply, Counted, Counts, Misfit, OrMisfit, Refusal, Seat, wire, words};

/// All but `victory_point` are played, one in a turn.
#[words(Settlers)]
pub enum DevelopmentCard {
    /// Moves the robber, and counts for the army.
    Knight,
    /// Two roads free of charge.
    RoadBuilding,
    /// Two cards of choice from the bank.
    YearOfPlenty,
    /// All cards of a kind from all opponents.
    Monopoly,
    /// A point, hidden until its owner wins.
    VictoryPoint,
}

pub type DevelopmentCards = Counts<DevelopmentCard, { DevelopmentCard::COUNT }>;

impl Counted for DevelopmentCard {
    const COUNTS: &'static str = "SettlersDevelopmentCards";
    const ABOUT: &'static str = "Development cards by kind; kinds of which there are none are left out.";

    const MOST: u8 = 14;

    fn example() -> serde_json::Value {
        serde_json::json!({ "knight": 1 })
    }
}

/// You alone learn which card it is.
#[wire(Settlers)]
pub struct BuyDevelopmentCard {}

/// You move the robber next.
#[wire(Settlers)]
pub struct PlayKnight {}

/// You lay up to two roads next, free of charge.
#[wire(Settlers)]
pub struct PlayRoadBuilding {}

/// One of the free roads of the card `road_building`.
#[wire(Settlers)]
pub struct PlaceFreeRoad {
    pub edge: Edge,
}

/// Takes two cards of your choice from the bank.
#[wire(Settlers)]
pub struct PlayYearOfPlenty {
    /// Two cards, or one if the bank has no more.
    pub cards: Bundle,
}

/// All opponents hand over their cards of one kind.
#[wire(Settlers)]
pub struct PlayMonopoly {
    pub resource: Resource,
}

/// From the top of the deck; it can be played from the next turn on.
#[wire(Settlers)]
pub struct DevelopmentCardBought {
    pub seat: Seat,
    /// Shown to the buyer alone.
    pub card: DevelopmentCard,
    pub paid: Bundle,
}

/// The robber moves next; the knight counts for the largest army.
#[wire(Settlers)]
pub struct KnightPlayed {
    pub seat: Seat,
}

/// The seat lays its free roads next.
#[wire(Settlers)]
pub struct RoadBuildingPlayed {
    pub seat: Seat,
    /// How many roads may be laid: 2, or 1 if there is no more place or piece.
    pub roads: u8,
}

/// A road that costs nothing, by the card `road_building`.
#[wire(Settlers)]
pub struct FreeRoadPlaced {
    pub seat: Seat,
    pub edge: Edge,
}

/// All are laid, or there is no place for another.
#[wire(Settlers)]
pub struct FreeRoadsEnded {
    pub seat: Seat,
}

/// The seat took cards of its choice from the bank.
#[wire(Settlers)]
pub struct YearOfPlentyPlayed {
    pub seat: Seat,
    /// What the seat took.
    pub cards: Bundle,
}

/// All opponents handed over their cards of one kind.
#[wire(Settlers)]
pub struct MonopolyPlayed {
    pub seat: Seat,
    pub resource: Resource,
    /// How many each opponent handed over; those that had none are missing.
    pub taken: Vec<CardCount>,
}

fn validate_purchase(player: &PlayerView<'_>) -> Validation {
    ensure(player.table.deck > 0, refuse(no::DECK_EMPTY))?;
    validate_cost(player, player.components.costs.development_card)
}

/// May the seat play a card of that kind: in hand, not bought in this turn, and none played yet?
fn validate_card(player: &PlayerView<'_>, card: DevelopmentCard) -> Validation {
    ensure(!player.table.card_played, refuse(no::CARD_ALREADY_PLAYED))?;
    let in_hand = player.development.get(card);
    ensure(in_hand > 0, refuse(no::CARD_NOT_HELD))?;
    ensure(in_hand > player.bought.get(card), refuse(no::CARD_BOUGHT_THIS_TURN))
}

/// How many roads road building gives: two, or one if that is the last piece. It can't be played for nothing.
fn validate_road_building(player: &PlayerView<'_>) -> Result<u8, Refusal> {
    validate_card(player, DevelopmentCard::RoadBuilding)?;
    ensure(!road_places(player).is_empty(), refuse(no::NO_PLACE_FOR_ROADS))?;
    Ok(player.table.player(player.seat).left.roads.min(2))
}

impl BuyDevelopmentCard {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        validate_purchase(&PlayerView::after(recorder, seat))?;
        let card = recorder.secret.deck.last().copied().ok_or_else(|| refuse(no::DECK_EMPTY))?;
        close_trade_if_strict(recorder);
        let paid = recorder.components.costs.development_card;
        recorder.record(DevelopmentCardBought { seat, card, paid });
        Ok(())
    }
}

impl PlayKnight {
    /// It counts for the army at once, and then the robber moves.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        validate_card(&PlayerView::after(recorder, seat), DevelopmentCard::Knight)?;
        recorder.record(KnightPlayed { seat });
        settle_army(recorder, seat);
        Ok(())
    }
}

impl PlayRoadBuilding {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let roads = validate_road_building(&PlayerView::after(recorder, seat))?;
        recorder.record(RoadBuildingPlayed { seat, roads });
        Ok(())
    }
}

impl PlaceFreeRoad {
    /// The second road is lost where none can lie any more.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        validate_road_place(&PlayerView::after(recorder, seat), self.edge)?;
        recorder.record(FreeRoadPlaced { seat, edge: self.edge });
        settle_route(recorder);
        let is_more = matches!(recorder.table.phase, Phase::FreeRoads { left, .. } if left > 0);
        if !is_more || road_places(&PlayerView::after(recorder, seat)).is_empty() {
            recorder.record(FreeRoadsEnded { seat });
        }
        Ok(())
    }
}

impl PlayYearOfPlenty {
    /// Two cards that the bank has, or its only one.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        validate_card(&PlayerView::after(recorder, seat), DevelopmentCard::YearOfPlenty)?;
        let (cards, bank) = (self.cards, recorder.table.bank);
        ensure(!bank.is_empty(), refuse(no::BANK_EMPTY))?;
        ensure(cards.total() == bank.total().min(2), refuse(no::BAD_CARDS).at_field("cards"))?;
        ensure(bank.covers(&cards), refuse(no::BANK_EMPTY).at_field("cards"))?;
        recorder.record(YearOfPlentyPlayed { seat, cards });
        Ok(())
    }
}

impl PlayMonopoly {
    /// Allowed even if no opponent has such a card, since a refusal would reveal that.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        validate_card(&PlayerView::after(recorder, seat), DevelopmentCard::Monopoly)?;
        let resource = self.resource;
        let secret = &recorder.secret;
        let count = |seat: Seat| secret.hand(seat).get(resource);
        let in_hand = recorder.table.others(seat).map(|seat| CardCount { seat, count: count(seat) });
        let taken = in_hand.filter(|in_hand| in_hand.count > 0).collect();
        recorder.record(MonopolyPlayed { seat, resource, taken });
        Ok(())
    }
}

impl Apply<State> for DevelopmentCardBought {
    fn apply(&self, state: &mut State) -> Applied {
        state.pay(self.seat, self.paid)?;
        state.table.count_act(self.seat)?;
        state.secret.deck.pop();
        state.table.deck = state.table.deck.checked_sub(1).or_misfit("no card in the deck")?;
        state.secret.bought.put(one(self.card))?;
        change_cards(state, self.seat, |held| held.put(one(self.card)))?;
        Ok(())
    }
}

/// The card leaves the hand and lies open. Returns where the turn goes on after it.
fn lay_open(state: &mut State, seat: Seat, card: DevelopmentCard) -> Result<ResumeAt, Misfit> {
    state.table.count_act(seat)?;
    state.table.card_played = true;
    change_cards(state, seat, |held| held.take(one(card)))?;
    state.table.player_mut(seat)?.played.put(one(card))?;
    Ok(if state.table.phase == (Phase::Roll {}) { ResumeAt::Roll } else { ResumeAt::Main })
}

fn one(card: DevelopmentCard) -> DevelopmentCards {
    DevelopmentCards::of(card, 1)
}

/// How many development cards a seat has in hand is public, and counted anew.
fn change_cards(
    state: &mut State,
    seat: Seat,
    change: impl FnOnce(&mut DevelopmentCards) -> Applied,
) -> Applied {
    let held = state.secret.development.get_mut(usize::from(seat)).or_misfit("no such hand")?;
    change(held)?;
    state.table.player_mut(seat)?.development_cards = held.total();
    Ok(())
}

impl Apply<State> for KnightPlayed {
    fn apply(&self, state: &mut State) -> Applied {
        let then = lay_open(state, self.seat, DevelopmentCard::Knight)?;
        state.table.phase = Phase::Robber { then };
        Ok(())
    }
}

impl Apply<State> for RoadBuildingPlayed {
    fn apply(&self, state: &mut State) -> Applied {
        let then = lay_open(state, self.seat, DevelopmentCard::RoadBuilding)?;
        state.table.phase = Phase::FreeRoads { left: self.roads, then };
        Ok(())
    }
}

impl Apply<State> for FreeRoadPlaced {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.count_act(self.seat)?;
        lay_road(&mut state.table, self.seat, self.edge)?;
        if let Phase::FreeRoads { left, .. } = &mut state.table.phase {
            *left = left.checked_sub(1).or_misfit("no free road is left")?;
        }
        Ok(())
    }
}

impl Apply<State> for FreeRoadsEnded {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.resume();
        Ok(())
    }
}

impl Apply<State> for YearOfPlentyPlayed {
    fn apply(&self, state: &mut State) -> Applied {
        lay_open(state, self.seat, DevelopmentCard::YearOfPlenty)?;
        state.pay_out(self.seat, self.cards)
    }
}

impl Apply<State> for MonopolyPlayed {
    fn apply(&self, state: &mut State) -> Applied {
        lay_open(state, self.seat, DevelopmentCard::Monopoly)?;
        for taken in &self.taken {
            state.hand_over(taken.seat, self.seat, Bundle::of(self.resource, taken.count))?;
        }
        Ok(())
    }
}

pub fn list_purchase(answers: &mut Answers<'_>) {
    if validate_purchase(&answers.player).is_ok() {
        answers.add(BuyDevelopmentCard {});
    }
}

pub fn list_cards(answers: &mut Answers<'_>) {
    let player = answers.player;
    let is_playable = |card: DevelopmentCard| validate_card(&player, card).is_ok();
    if is_playable(DevelopmentCard::Knight) {
        answers.add(PlayKnight {});
    }
    if validate_road_building(&player).is_ok() {
        answers.add(PlayRoadBuilding {});
    }
    if is_playable(DevelopmentCard::YearOfPlenty) {
        let choices = plenty_choices(player.table.bank);
        answers.extend(choices.into_iter().map(|cards| PlayYearOfPlenty { cards }));
    }
    if is_playable(DevelopmentCard::Monopoly) {
        answers.extend(Resource::ALL.map(|resource| PlayMonopoly { resource }));
    }
}

/// What year of plenty may take: unordered pairs, or the only card there is.
fn plenty_choices(bank: Bundle) -> Vec<Bundle> {
    if bank.total() < 2 {
        return bank.kinds().map(|(kind, _)| Bundle::of(kind, 1)).collect();
    }
    let mut pairs = Vec::with_capacity(15);
    for (place, first) in Resource::ALL.into_iter().enumerate() {
        for second in Resource::ALL.into_iter().skip(place) {
            let pair: Bundle = [first, second].into_iter().collect();
            if bank.covers(&pair) {
                pairs.push(pair);
            }
        }
    }
    pairs
}

pub fn list_free_roads(answers: &mut Answers<'_>) {
    let places = road_places(&answers.player);
    answers.extend(places.into_iter().map(|edge| PlaceFreeRoad { edge }));
}

/// For an absent seat (§15): the lowest edge.
pub fn default_free_road(player: &PlayerView<'_>) -> Option<PlaceFreeRoad> {
    road_places(player).first().map(|&edge| PlaceFreeRoad { edge })
}
