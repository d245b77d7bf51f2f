//! Development cards (rules page §9).

use super::{Verdict, building, ensure};
use crate::settlers::development::DevelopmentCard;
use crate::settlers::player_view::PlayerView;
use crate::settlers::refusals::{self as no, refuse};
use crate::settlers::resource::{Bundle, Resource};

/// May the seat show a card of that kind: held, not bought in this turn, and none played yet?
pub fn playable(player: &PlayerView<'_>, card: DevelopmentCard) -> Verdict {
    ensure(!player.table.card_played, || refuse(no::CARD_ALREADY_PLAYED))?;
    ensure(player.development.get(card) > 0, || refuse(no::CARD_NOT_HELD))?;
    ensure(player.may_show(card), || refuse(no::CARD_BOUGHT_THIS_TURN))
}

/// How many roads road building gives: two, or one if that is the last piece. It can't be played for nothing.
pub fn road_building(player: &PlayerView<'_>) -> Result<u8, rules::Refusal> {
    playable(player, DevelopmentCard::RoadBuilding)?;
    let pieces = player.table.player(player.seat).left.roads;
    let place = pieces > 0 && !building::road_candidates(player).is_empty();
    ensure(place, || refuse(no::NO_PLACE_FOR_ROADS))?;
    Ok(pieces.min(2))
}

/// May the seat take these with year of plenty: two that the bank has, or its only one?
pub fn year_of_plenty(player: &PlayerView<'_>, cards: Bundle) -> Verdict {
    playable(player, DevelopmentCard::YearOfPlenty)?;
    let bank = player.table.bank;
    ensure(!bank.is_empty(), || refuse(no::BANK_EMPTY))?;
    ensure(cards.total() == bank.total().min(2), || refuse(no::BAD_CARDS).of("cards"))?;
    ensure(bank.covers(&cards), || refuse(no::BANK_EMPTY).of("cards"))
}

/// What year of plenty may take: unordered pairs, or the only card there is.
pub fn plenty_choices(bank: Bundle) -> Vec<Bundle> {
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
