//! Development cards: buying and playing them (rules page §9).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::Edge;
use super::building::{close_trade_if_strict, lay_road, road_places, validate_cost, validate_road_place};
use super::event::Recorder;
use super::legal::Answers;
use super::refusals::{self as no, Verdict, ensure, refuse};
use super::resource::{Bundle, Resource};
use super::scoring::{settle_army, settle_route};
use super::state::{CardCount, Phase, ResumeAt, State};
use super::view::PlayerView;
use rules::{Refusal, Seat};

words! {
    /// A kind of development card.
    enum DevelopmentCard as SettlersDevelopmentCard {
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
}

impl DevelopmentCard {
    pub const COUNT: usize = 5;
    /// Every kind, in the fixed order of the rules page.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Knight, Self::RoadBuilding, Self::YearOfPlenty, Self::Monopoly, Self::VictoryPoint];
}

/// Numbers of development cards by kind; in JSON an object without noughts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(from = "BTreeMap<DevelopmentCard, u8>", into = "BTreeMap<DevelopmentCard, u8>")]
#[schema(as = SettlersDevelopmentCards, value_type = BTreeMap<DevelopmentCard, u8>, example = json!({"knight": 1}))]
pub struct DevelopmentCards([u8; DevelopmentCard::COUNT]);

impl DevelopmentCards {
    pub const fn get(&self, card: DevelopmentCard) -> u8 {
        self.0[card as usize]
    }

    pub fn total(&self) -> u8 {
        self.0.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    pub fn add(&mut self, card: DevelopmentCard) {
        let count = &mut self.0[card as usize];
        *count = count.saturating_add(1);
    }

    pub fn remove(&mut self, card: DevelopmentCard) {
        let count = &mut self.0[card as usize];
        *count = count.saturating_sub(1);
    }

    pub fn kinds(self) -> impl Iterator<Item = (DevelopmentCard, u8)> {
        let all = DevelopmentCard::ALL.into_iter();
        all.map(move |card| (card, self.get(card))).filter(|&(_, count)| count > 0)
    }
}

impl FromIterator<DevelopmentCard> for DevelopmentCards {
    fn from_iter<I: IntoIterator<Item = DevelopmentCard>>(cards: I) -> Self {
        let mut counts = Self::default();
        cards.into_iter().for_each(|card| counts.add(card));
        counts
    }
}

impl From<BTreeMap<DevelopmentCard, u8>> for DevelopmentCards {
    fn from(counts: BTreeMap<DevelopmentCard, u8>) -> Self {
        Self(DevelopmentCard::ALL.map(|card| counts.get(&card).copied().unwrap_or(0)))
    }
}

impl From<DevelopmentCards> for BTreeMap<DevelopmentCard, u8> {
    fn from(cards: DevelopmentCards) -> Self {
        cards.kinds().collect()
    }
}

wire! {
    /// Buys the top card of the deck.
    struct BuyDevelopmentCard as SettlersBuyDevelopmentCard {}

    /// Plays a knight; the robber moves next.
    struct PlayKnight as SettlersPlayKnight {}

    /// Plays road building; the roads are laid next.
    struct PlayRoadBuilding as SettlersPlayRoadBuilding {}

    /// Lays a road free of charge.
    struct PlaceFreeRoad as SettlersPlaceFreeRoad {
        /// The edge where it lies.
        pub edge: Edge,
    }

    /// Takes two cards of choice from the bank, or the last one.
    struct PlayYearOfPlenty as SettlersPlayYearOfPlenty {
        /// The cards to be taken.
        pub cards: Bundle,
    }

    /// Takes all cards of one kind from all opponents.
    struct PlayMonopoly as SettlersPlayMonopoly {
        /// The kind to be taken.
        pub resource: Resource,
    }

    /// A development card was bought.
    struct DevelopmentCardBought as SettlersDevelopmentCardBought {
        /// The seat that bought it.
        pub seat: Seat,
        /// The kind of the card.
        pub card: DevelopmentCard,
        /// What was paid for it.
        pub paid: Bundle,
    }

    /// A knight was played.
    struct KnightPlayed as SettlersKnightPlayed {
        /// The seat that played it.
        pub seat: Seat,
    }

    /// Road building was played.
    struct RoadBuildingPlayed as SettlersRoadBuildingPlayed {
        /// The seat that played it.
        pub seat: Seat,
        /// How many roads may be laid, 1 or 2.
        pub roads: u8,
    }

    /// A road was laid free of charge.
    struct FreeRoadPlaced as SettlersFreeRoadPlaced {
        /// The seat that laid it.
        pub seat: Seat,
        /// The edge where it lies.
        pub edge: Edge,
    }

    /// The free roads are laid, or there is no place for another.
    struct FreeRoadsEnded as SettlersFreeRoadsEnded {
        /// The seat that laid them.
        pub seat: Seat,
    }

    /// Year of plenty was played.
    struct YearOfPlentyPlayed as SettlersYearOfPlentyPlayed {
        /// The seat that played it.
        pub seat: Seat,
        /// What was taken from the bank.
        pub cards: Bundle,
    }

    /// A monopoly card was played.
    struct MonopolyPlayed as SettlersMonopolyPlayed {
        /// The seat that played it.
        pub seat: Seat,
        /// The kind that was taken.
        pub resource: Resource,
        /// How many each opponent handed over; seats that had none are missing.
        pub taken: Vec<CardCount>,
    }
}

fn validate_purchase(player: &PlayerView<'_>) -> Verdict {
    ensure(player.table.deck > 0, refuse(no::DECK_EMPTY))?;
    validate_cost(player, player.components.costs.development_card)
}

/// May the seat show a card of that kind: held, not bought in this turn, and none played yet?
fn validate_card(player: &PlayerView<'_>, card: DevelopmentCard) -> Verdict {
    ensure(!player.table.card_played, refuse(no::CARD_ALREADY_PLAYED))?;
    let held = player.development.get(card);
    ensure(held > 0, refuse(no::CARD_NOT_HELD))?;
    ensure(held > player.bought.get(card), refuse(no::CARD_BOUGHT_THIS_TURN))
}

/// How many roads road building gives: two, or one if that is the last piece. It can't be played for nothing.
fn validate_road_building(player: &PlayerView<'_>) -> Result<u8, Refusal> {
    validate_card(player, DevelopmentCard::RoadBuilding)?;
    ensure(!road_places(player).is_empty(), refuse(no::NO_PLACE_FOR_ROADS))?;
    Ok(player.table.player(player.seat).left.roads.min(2))
}

impl BuyDevelopmentCard {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
        validate_purchase(&recorder.player_view(seat))?;
        let card = recorder.state().secret.deck.last().copied().ok_or_else(|| refuse(no::DECK_EMPTY))?;
        close_trade_if_strict(recorder);
        let paid = recorder.components.costs.development_card;
        recorder.record(DevelopmentCardBought { seat, card, paid });
        Ok(())
    }
}

impl PlayKnight {
    /// It counts for the army at once, and then the robber moves.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
        validate_card(&recorder.player_view(seat), DevelopmentCard::Knight)?;
        recorder.record(KnightPlayed { seat });
        settle_army(recorder, seat);
        Ok(())
    }
}

impl PlayRoadBuilding {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
        let roads = validate_road_building(&recorder.player_view(seat))?;
        recorder.record(RoadBuildingPlayed { seat, roads });
        Ok(())
    }
}

impl PlaceFreeRoad {
    /// The second road is lost where none can lie any more.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
        validate_road_place(&recorder.player_view(seat), self.edge)?;
        recorder.record(FreeRoadPlaced { seat, edge: self.edge });
        settle_route(recorder);
        let is_more = matches!(recorder.table().phase, Phase::FreeRoads { left, .. } if left > 0);
        if !is_more || road_places(&recorder.player_view(seat)).is_empty() {
            recorder.record(FreeRoadsEnded { seat });
        }
        Ok(())
    }
}

impl PlayYearOfPlenty {
    /// Two cards that the bank has, or its only one.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
        validate_card(&recorder.player_view(seat), DevelopmentCard::YearOfPlenty)?;
        let (cards, bank) = (self.cards, recorder.table().bank);
        ensure(!bank.is_empty(), refuse(no::BANK_EMPTY))?;
        ensure(cards.total() == bank.total().min(2), refuse(no::BAD_CARDS).of("cards"))?;
        ensure(bank.covers(&cards), refuse(no::BANK_EMPTY).of("cards"))?;
        recorder.record(YearOfPlentyPlayed { seat, cards });
        Ok(())
    }
}

impl PlayMonopoly {
    /// No cards at all are allowed too, for a refusal would tell.
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
        validate_card(&recorder.player_view(seat), DevelopmentCard::Monopoly)?;
        let resource = self.resource;
        let secret = &recorder.state().secret;
        let count = |seat: Seat| secret.hand(seat).get(resource);
        let held = recorder.table().others(seat).map(|seat| CardCount { seat, count: count(seat) });
        let taken = held.filter(|held| held.count > 0).collect();
        recorder.record(MonopolyPlayed { seat, resource, taken });
        Ok(())
    }
}

impl DevelopmentCardBought {
    pub fn apply(&self, state: &mut State) {
        state.pay(self.seat, self.paid);
        state.table.count_act(self.seat);
        state.secret.deck.pop();
        state.table.deck = state.table.deck.saturating_sub(1);
        state.secret.bought.add(self.card);
        if let Some(held) = state.secret.development.get_mut(usize::from(self.seat)) {
            held.add(self.card);
        }
        if let Some(player) = state.table.player_mut(self.seat) {
            player.development_cards = player.development_cards.saturating_add(1);
        }
    }
}

/// The card leaves the hand and lies open. Returns where the turn goes on after it.
fn lay_open(state: &mut State, seat: Seat, card: DevelopmentCard) -> ResumeAt {
    state.table.count_act(seat);
    state.table.card_played = true;
    if let Some(held) = state.secret.development.get_mut(usize::from(seat)) {
        held.remove(card);
    }
    if let Some(player) = state.table.player_mut(seat) {
        player.development_cards = player.development_cards.saturating_sub(1);
        player.played.add(card);
    }
    if state.table.phase == (Phase::Roll {}) { ResumeAt::Roll } else { ResumeAt::Main }
}

impl KnightPlayed {
    pub fn apply(&self, state: &mut State) {
        let then = lay_open(state, self.seat, DevelopmentCard::Knight);
        state.table.phase = Phase::Robber { then };
    }
}

impl RoadBuildingPlayed {
    pub fn apply(&self, state: &mut State) {
        let then = lay_open(state, self.seat, DevelopmentCard::RoadBuilding);
        state.table.phase = Phase::FreeRoads { left: self.roads, then };
    }
}

impl FreeRoadPlaced {
    pub fn apply(&self, state: &mut State) {
        state.table.count_act(self.seat);
        lay_road(&mut state.table, self.seat, self.edge);
        if let Phase::FreeRoads { left, .. } = &mut state.table.phase {
            *left = left.saturating_sub(1);
        }
    }
}

impl FreeRoadsEnded {
    pub fn apply(&self, state: &mut State) {
        state.table.resume();
    }
}

impl YearOfPlentyPlayed {
    pub fn apply(&self, state: &mut State) {
        lay_open(state, self.seat, DevelopmentCard::YearOfPlenty);
        state.pay_out(self.seat, self.cards);
    }
}

impl MonopolyPlayed {
    pub fn apply(&self, state: &mut State) {
        lay_open(state, self.seat, DevelopmentCard::Monopoly);
        for taken in &self.taken {
            state.hand_over(taken.seat, self.seat, Bundle::of(self.resource, taken.count));
        }
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
            let mut pair = Bundle::of(first, 1);
            pair += Bundle::of(second, 1);
            if bank.covers(&pair) {
                pairs.push(pair);
            }
        }
    }
    pairs
}

/// All edges where a free road can lie.
pub fn list_free_roads(answers: &mut Answers<'_>) {
    let places = road_places(&answers.player);
    answers.extend(places.into_iter().map(|edge| PlaceFreeRoad { edge }));
}

/// For an absent seat (§15): the lowest edge.
pub fn default_free_road(player: &PlayerView<'_>) -> Option<PlaceFreeRoad> {
    road_places(player).first().map(|&edge| PlaceFreeRoad { edge })
}
