//! Every way in which the rules say no: stable codes with their meanings (rules page §8.1, §9.3).
//!
//! A code is never changed or given another meaning; clients branch on it.

use rules::RefusalCode;
pub use rules::refusal::refuse;
use rules::refusal::row;

/// It is somebody else's turn.
pub const NOT_YOUR_TURN: RefusalCode = row("not_your_turn", "It is somebody else's turn.");
pub const NOT_AWAITED: RefusalCode = row("not_awaited", "Nothing is asked of you now.");
/// This can't be done at this point of the turn.
pub const WRONG_PHASE: RefusalCode = row("wrong_phase", "This can't be done at this point of the turn.");
pub const GAME_OVER: RefusalCode = row("game_over", "The game is over.");
/// The island has no such settlement.
pub const UNKNOWN_SETTLEMENT: RefusalCode = row("unknown_settlement", "The island has no such settlement.");
pub const OCCUPIED: RefusalCode = row("occupied", "Another player begins there.");
/// You have played a treasure in this turn.
pub const ALREADY_PLAYED: RefusalCode = row("already_played", "You have played a treasure in this turn.");
/// A treasure is played before the workers are placed, so one that was picked up has to wait.
pub const ALREADY_PLACED: RefusalCode = row(
    "already_placed",
    "A treasure is played before the workers are placed; one that was picked up has to wait for the next turn.",
);
/// There would be no place for workers; without one no treasure is played.
pub const NO_PLACEMENT: RefusalCode =
    row("no_placement", "There would be no place for workers; without one no treasure is played.");
/// You do not hold this treasure.
pub const NOT_IN_HAND: RefusalCode = row("not_in_hand", "You do not hold this treasure.");
/// A negotiator names both settlements, another treasure none.
pub const WRONG_SETTLEMENTS: RefusalCode =
    row("wrong_settlements", "A negotiator names both settlements, another treasure none.");
/// You have no fighter there.
pub const NO_FIGHTER: RefusalCode = row("no_fighter", "You have no fighter there.");
/// The two settlements are not linked.
pub const NOT_LINKED: RefusalCode = row("not_linked", "The two settlements are not linked.");
/// No field is named, or one is named twice.
pub const BAD_FIELDS: RefusalCode = row("bad_fields", "No field is named, or one is named twice.");
/// Something stands there.
pub const NOT_FREE: RefusalCode = row("not_free", "Something stands there.");
/// Land and sea can't be mixed in a turn.
pub const MIXED: RefusalCode = row("mixed", "Land and sea can't be mixed in a turn.");
/// These are more workers than may be placed in this turn.
pub const TOO_MANY: RefusalCode = row("too_many", "These are more workers than may be placed in this turn.");
/// You do not have so many men at home.
pub const NO_MEN: RefusalCode = row("no_men", "You do not have so many men at home.");
/// There are not so many fishing boats left.
pub const NO_BOATS: RefusalCode = row("no_boats", "There are not so many fishing boats left.");
/// The new workers must hang together by edges; old workers do not help.
pub const NOT_ADJACENT: RefusalCode =
    row("not_adjacent", "The new workers must hang together by edges; old workers do not help.");
/// The new workers lie in more areas than they may.
pub const TOO_MANY_AREAS: RefusalCode =
    row("too_many_areas", "The new workers lie in more areas than they may.");
/// None of the fields joins a settlement with a fighter of yours, or an alliance of one.
pub const NOT_CONNECTED: RefusalCode = row(
    "not_connected",
    "None of the fields joins a settlement with a fighter of yours, or an alliance of one.",
);
/// The new workers do not force you to attack there from there.
pub const NO_ATTACK: RefusalCode =
    row("no_attack", "The new workers do not force you to attack there from there.");
/// These are not your workers of one of the shortest connections.
pub const NOT_SHORTEST: RefusalCode =
    row("not_shortest", "These are not your workers of one of the shortest connections.");
/// Say whether the fifth attacker goes to the start or to the target.
pub const NEED_FIFTH: RefusalCode =
    row("need_fifth", "Say whether the fifth attacker goes to the start or to the target.");
/// There is no fifth attacker.
pub const NO_FIFTH: RefusalCode = row("no_fifth", "There is no fifth attacker.");
/// Who has played a treasure places workers.
pub const TREASURE_PLAYED: RefusalCode = row("treasure_played", "Who has played a treasure places workers.");
/// There is no jarl but perhaps your own.
pub const NO_JARL: RefusalCode = row("no_jarl", "There is no jarl but perhaps your own.");
/// It takes two fighters there, and more than anybody else has.
pub const NO_MAJORITY: RefusalCode =
    row("no_majority", "It takes two fighters there, and more than anybody else has.");
/// The settlement is not linked with the small dragon boat, where the funeral is held.
pub const NO_FUNERAL: RefusalCode =
    row("no_funeral", "The settlement is not linked with the small dragon boat, where the funeral is held.");

/// Every refusal of the rules.
pub const ALL: &[RefusalCode] = &[
    NOT_YOUR_TURN,
    NOT_AWAITED,
    WRONG_PHASE,
    GAME_OVER,
    UNKNOWN_SETTLEMENT,
    OCCUPIED,
    ALREADY_PLAYED,
    ALREADY_PLACED,
    NO_PLACEMENT,
    NOT_IN_HAND,
    WRONG_SETTLEMENTS,
    NO_FIGHTER,
    NOT_LINKED,
    BAD_FIELDS,
    NOT_FREE,
    MIXED,
    TOO_MANY,
    NO_MEN,
    NO_BOATS,
    NOT_ADJACENT,
    TOO_MANY_AREAS,
    NOT_CONNECTED,
    NO_ATTACK,
    NOT_SHORTEST,
    NEED_FIFTH,
    NO_FIFTH,
    TREASURE_PLAYED,
    NO_JARL,
    NO_MAJORITY,
    NO_FUNERAL,
];
