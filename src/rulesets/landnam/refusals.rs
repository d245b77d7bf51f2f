//! Every way in which the rules say no: stable codes with their meanings. A code is never changed or given another
//! meaning; clients branch on it.

use rules::RefusalCode;
pub use rules::refusal::{Validation, refuse};

/// Refuses, naming the field that is wrong, if `wrong` holds.
pub fn refuse_if(wrong: bool, code: RefusalCode, field: &'static str) -> Validation {
    if wrong { Err(refuse(code).at_field(field)) } else { Ok(()) }
}

rules::refusals! {
    // Of those who are not asked
    GAME_OVER = "game_over": "The game is over.";
    SERVER_ONLY = "server_only": "The server does this itself.";
    NOT_AWAITED = "not_awaited": "You have nothing to decide now.";
    WRONG_PHASE = "wrong_phase": "You have something else to decide now.";
    // Of more than one part of the turn
    UNKNOWN_UNIT = "unknown_unit": "No unit of that name is on the board.";
    NOT_YOUR_UNIT = "not_your_unit": "The unit belongs to somebody else.";
    CARD_NOT_HELD = "card_not_held": "You do not hold that fate card.";
    WRONG_CARD = "wrong_card": "The card is not played in this part of the turn.";
    CARD_WITHOUT_EFFECT = "card_without_effect": "The card could have no effect now.";
    CARDS_NOT_HELD = "cards_not_held": "You do not hold these resource cards.";
    NONE_IN_SUPPLY = "none_in_supply": "The supply has run out of that kind.";
    HEX_OCCUPIED = "hex_occupied": "Another unit stands on that hex.";
    TERRAIN_BARRED = "terrain_barred": "The unit may not enter that terrain.";
    // Of the harvest and the Althing (§4, §5)
    HEX_NOT_DUE = "hex_not_due": "Good Year and Blight name a hex that yields this turn, Fallow names none.";
    HEX_NOT_CANDIDATE = "hex_not_candidate": "The hex is not among those that may age.";
    NO_SUCH_SEAT = "no_such_seat": "There is no such seat at the table.";
    SUIT_NOT_POSSIBLE = "suit_not_possible": "The suit is not among the possible suits of this Althing.";
    SUIT_ALREADY_BROUGHT = "suit_already_brought": "The suit was brought already.";
    STAKE_TOO_LOW = "stake_too_low": "More cards must be staked than that.";
    ALREADY_INVOLVED = "already_involved": "That seat is or was a principal in this suit.";
    ALREADY_ASKED = "already_asked": "This side has asked that seat in this suit before.";
    HAS_RESIGNED = "has_resigned": "That seat has given up.";
    HAND_OVER_OPEN = "hand_over_open": "This side has asked somebody to take over; that must be answered or withdrawn first.";
    NO_HAND_OVER = "no_hand_over": "This side has asked nobody to take over.";
    SUIT_CLOSED = "suit_closed": "Settlement names the suit that is being fought, Uproar names none.";
    // Of movement and exploration (§6)
    ANOTHER_UNIT_MOVES = "another_unit_moves": "Another unit was chosen in this phase; only one is moved.";
    NO_STEPS_LEFT = "no_steps_left": "The unit has no steps left.";
    NOT_ADJACENT = "not_adjacent": "The unit does not stand next to that place.";
    FIRST_STEP_BARRED = "first_step_barred": "The first step from the outer sea goes to a side of the rim where no other player has landed, and to no corner hex.";
    NOTHING_TO_EXPLORE = "nothing_to_explore": "Exploration cards are played with a step to an unknown hex.";
    TOO_MANY_CARDS = "too_many_cards": "At most one card that finds a terrain and one omen go with a step.";
    UNIT_NEEDED = "unit_needed": "Name the unit that the card is played for.";
    UNIT_CHOSEN = "unit_chosen": "The unit of this phase has been chosen; the card is played for it without naming it.";
    MOVEMENT_BEGUN = "movement_begun": "A fate card is exchanged instead of moving, not once the movement has begun.";
    NO_MARKER_LEFT = "no_marker_left": "No marker of that number is free.";
    NO_FLIGHT_THERE = "no_flight_there": "The unit may not flee to that place.";
    // Of trade (§7)
    TRADE_CLOSED = "trade_closed": "Trading is over for this turn.";
    SAME_KIND = "same_kind": "Cards are traded for another kind.";
    GIFT = "gift": "Both sides of a trade give at least one card.";
    KIND_ON_BOTH_SIDES = "kind_on_both_sides": "No kind may be on both sides of a trade.";
    WRONG_RECIPIENTS = "wrong_recipients": "An offer goes to other seats, each named once; a counter-offer to the active seat alone.";
    TOO_MANY_OFFERS = "too_many_offers": "You have made as many offers as one turn allows.";
    OFFER_CLOSED = "offer_closed": "The offer is gone.";
    OFFER_NOT_TO_YOU = "offer_not_to_you": "The offer was not made to you, or you have declined it.";
    NOT_YOUR_OFFER = "not_your_offer": "The offer is somebody else's.";
    // Of building (§8)
    NOT_AFFORDABLE = "not_affordable": "You do not hold the cards it costs.";
    UNIT_BUILT_THIS_TURN = "unit_built_this_turn": "A unit does nothing in the turn in which it was built.";
    UNIT_ACTED_THIS_TURN = "unit_acted_this_turn": "The unit has built a harbour or aged a hex in this turn.";
    UNIT_IS_OUTLAW = "unit_is_outlaw": "An outlaw builds no farm.";
    NO_UNIT_LEFT = "no_unit_left": "No piece of that kind is in your supply.";
    NO_HOUSE_LEFT = "no_house_left": "You do not have enough houses left.";
    NOT_YOUR_BUILDING = "not_your_building": "You have no building at that corner.";
    BUILDING_IS_NEW = "building_is_new": "The building was built or expanded in this turn.";
    BUILDING_SPENT = "building_spent": "The building has built as many units as it may in this turn.";
    FARM_MADE_A_UNIT = "farm_made_a_unit": "A farm that built a unit in this turn is not expanded in it.";
    ALREADY_A_TOWN = "already_a_town": "The building is a town already.";
    CORNER_WITHOUT_SEA = "corner_without_sea": "No sea hex lies at that corner.";
    NOT_AT_CORNER = "not_at_corner": "The hex does not lie at that corner.";
    HEX_UNKNOWN = "hex_unknown": "The hex is unknown.";
    HEX_VACATED = "hex_vacated": "A unit that built a farm has left that hex in this turn; it is free again next turn.";
    CORNER_TAKEN = "corner_taken": "A building stands at that corner.";
    CORNER_TOO_CLOSE = "corner_too_close": "A building stands one edge away, and the hexes along that edge are not both sea or mountain.";
    CORNER_WITHOUT_NUMBER = "corner_without_number": "No hex with a number lies at that corner.";
    NOT_A_SHIP = "not_a_ship": "Only a ship on the sea builds a harbour.";
    NO_HARBOUR_SITE = "no_harbour_site": "Harbours are built on sea hexes inside the rim.";
    HARBOUR_EXISTS = "harbour_exists": "The hex has a harbour.";
    HARBOUR_WITHOUT_NUMBER = "harbour_without_number": "No hex with a number borders the sea hex.";
    NO_HARBOUR_MARKER = "no_harbour_marker": "No harbour marker of that kind is left.";
    NOT_A_SETTLER = "not_a_settler": "Only a settler or a landed ship ages a hex.";
    HEX_WITHOUT_NUMBER = "hex_without_number": "The hex has no number.";
    AGING_CHANGES_NOTHING = "aging_changes_nothing": "No other number marker is free, so aging would change nothing.";
}
