//! The bot that looks ahead: what it imagines, that it answers alike to the same, and that its turns end.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::search::Searchable;
use rules::{Author, Bots, Chance, Choice, Rules, Seat, perform, start};
use rulesets::settlers::Settlers;
use rulesets::settlers::action::Action;
use rulesets::settlers::state::State;

/// Plays a game of three until it has ended or has had so many actions; `looks` is asked before each with the seat and what
/// its bot chose.
fn play(bot: &str, actions: usize, mut looks: impl FnMut(&Settlers, &State, Seat, &Choice<Action>)) -> State {
    let rules = Settlers::default();
    let mut chance = Chance::seeded([5; 32]);
    let mut state = rules.blank(&Default::default(), 3).unwrap();
    let mut version = start(&rules, &mut state, &mut chance).unwrap().last().unwrap().version;
    let mut dice = ChaCha8Rng::from_seed([6; 32]);
    for _ in 0..actions {
        let asked = rules.asked(&state);
        // Invitations first, as in every game between bots.
        let Some(decision) = asked.iter().min_by_key(|decision| decision.blocking) else { break };
        let seat = decision.seat;
        let choice =
            rules.choose(bot, &rules.view(&state, Some(seat)), &rules.legal(&state, seat), &mut dice);
        let choice = choice.expect("an answer");
        looks(&rules, &state, seat, &choice);
        // A refusal of what the bot chose fails the test here.
        let entries =
            perform(&rules, &mut state, version, Author::Bot, Some(seat), &choice.action, &mut chance);
        version = entries.unwrap().last().unwrap().version;
    }
    state
}

#[test]
fn what_is_imagined_agrees_with_what_is_seen() {
    play("steady", 150, |rules, state, _, _| {
        for seat in 0..3 {
            let view = rules.view(state, Some(seat));
            let (of, imagined) = rules.imagine(&view, &mut ChaCha8Rng::from_seed([1; 32])).unwrap();
            assert_eq!((of, rules.view(&imagined, Some(seat))), (seat, view));
        }
    });
}

#[test]
fn nothing_is_imagined_for_a_spectator() {
    let rules = Settlers::default();
    let state = rules.blank(&Default::default(), 3).unwrap();
    assert!(rules.imagine(&rules.view(&state, None), &mut ChaCha8Rng::from_seed([1; 32])).is_none());
}

#[test]
fn the_same_view_and_dice_get_the_same_answer() {
    play("steady", 60, |rules, state, seat, _| {
        let answer = || {
            let mut dice = ChaCha8Rng::from_seed([2; 32]);
            rules.choose("strong", &rules.view(state, Some(seat)), &rules.legal(state, seat), &mut dice)
        };
        assert_eq!(answer(), answer());
    });
}

#[test]
fn a_game_ends_and_no_turn_is_full_of_offers() {
    let mut offers = (0, 0);
    let state = play("strong", 2000, |_, state, _, choice| {
        let turn = state.table.turn;
        offers = if offers.0 == turn { offers } else { (turn, 0) };
        offers.1 += usize::from(matches!(choice.action, Action::OfferTrade(_)));
        assert!(offers.1 <= 12, "{offers:?}");
    });
    assert!(state.table.is_over());
}
