//! §18.7, §18.8, §18.10 and §18.11: scorings.

use rules::ComponentData as _;
use rules::Spot;
use rulesets::nord::components::Components;
use rulesets::nord::event::Event;
use rulesets::nord::state::{Figure, State};
use rulesets::nord::treasures::hand_score;
use rulesets::nord::treasures::{Treasure, Treasures};

use super::diagram::{FAR, field, fields, position, post};
use super::game::Game;

/// The large dragon boat is full, and X, the last seat, ends its turn far away.
fn scored(mut state: State, number: u8) -> (Game, Vec<Event>) {
    let last = state.table.seats() - 1;
    let mut far = [0; 4];
    far[usize::from(last)] = 1;
    post(&mut state, FAR, far);
    if state.table.dragon_boat.is_empty() {
        state.table.dragon_boat = vec![Figure::Man { seat: last }; 10];
    }
    state.table.active = last;
    state.table.next_scoring = number;
    state.secret.draw_pile = vec![Treasure::Axe, Treasure::Gold];
    state.table.draw_pile = 2;
    let mut game = Game::at(state);
    let events = game.place(&["-6,-7"]).expect("there is sea");
    (game, events)
}

fn deliveries(fighters_a: [u8; 4], fighters_b: [u8; 4]) -> (Game, Vec<Event>) {
    let mut state = position(
        "MTSX",
        "
        ~  ~  ~  mT fT ~  ~
        mM A  mM mM fT B  ~
        ~  mT ~  ~  ~  kS ~
        ~  fT ~  ~  ~  c  ~",
    );
    post(&mut state, "A", fighters_a);
    post(&mut state, "B", fighters_b);
    scored(state, 1)
}

fn points(events: &[Event]) -> Vec<u16> {
    let points = events.iter().find_map(|event| match event {
        Event::MaterialsDelivered(delivered) => Some(delivered.points.clone()),
        Event::FightersFed(fed) => Some(fed.points.clone()),
        _ => None,
    });
    points.expect("a scoring")
}

fn collapsed(events: &[Event]) -> Vec<String> {
    let workers = events.iter().find_map(|event| match event {
        Event::MountainsCollapsed(collapsed) => Some(&collapsed.workers),
        _ => None,
    });
    workers.expect("mountains").iter().map(|worker| worker.field.to_string()).collect()
}

#[test]
fn raw_materials_are_delivered_by_all_but_those_with_fewest_fighters() {
    let (game, events) = deliveries([3, 2, 0, 0], [3, 2, 1, 0]);
    assert_eq!(points(&events), [5, 2, 0, 0]);
    assert_eq!(collapsed(&events), ["3,0", "0,1", "2,1", "3,1"]);
    assert_eq!(game.state.table.workers.get(field("1,2")), Some(1), "7 did not deliver");
    assert_eq!(game.state.table.treasures, [field("5,3")]);
    assert_eq!(game.state.secret.buried_at(field("5,3")), Some(Treasure::Gold));
    assert!(game.state.table.dragon_boat.is_empty());
    assert_eq!(game.state.table.next_scoring, 2);
}

#[test]
fn a_third_with_fewer_fighters_lets_the_second_deliver() {
    let (_, events) = deliveries([3, 2, 1, 0], [3, 2, 1, 0]);
    assert_eq!(points(&events), [5, 6, 0, 0]);
    assert!(collapsed(&events).contains(&"1,2".to_owned()), "now 7 goes home too");
}

#[test]
fn two_with_fewest_fighters_deliver_nothing() {
    let (_, events) = deliveries([3, 2, 0, 0], [3, 2, 2, 0]);
    assert_eq!(points(&events)[..3], [5, 0, 0]);
}

#[test]
fn where_all_have_equally_many_all_deliver() {
    let (_, events) = deliveries([2, 2, 0, 0], [1, 0, 0, 0]);
    assert_eq!(points(&events)[..2], [5, 4]);
}

#[test]
fn fighters_are_fed_and_counted_and_the_storm_takes_the_boats() {
    let mut state = position(
        "MTBX",
        "
        ~  ~  ~  ~  ~  ~
        kT fT ~  ~  ~  ~
        kB ~  A  ~M ~M ~
        cM kT mB ~  ~  ~
        ~  ~  ~  ~  ~  ~",
    );
    post(&mut state, "A", [5, 1, 0, 0]);
    let (supply, boats) = (state.table.player(0).supply, state.table.boats);
    let (game, events) = scored(state, 2);
    assert_eq!(points(&events)[..3], [9, 1, 0]);
    assert_eq!((game.fighters("A", 0), game.fighters("A", 1)), (3, 1));
    assert_eq!(game.supply(0), supply + 4);
    assert_eq!(game.state.table.boats, boats + 2);
    let stays = fields(&["0,1", "1,1", "0,2", "0,3", "1,3", "2,3"]);
    assert_eq!(game.state.table.workers.iter().map(|(field, _)| field).collect::<Vec<_>>(), stays);
    assert!(game.state.table.treasures.is_empty(), "a worker stands on the cairn");
}

#[test]
fn clearing_sends_the_dead_home_and_moves_the_jarls_down() {
    let mut state = position("MST", "~ ~ ~ ~\n ~ A k ~\n ~ ~ ~ ~");
    let man = |seat| Figure::Man { seat };
    let jarl = Figure::NeutralJarl {};
    let mut boat = vec![jarl, man(0), man(1), Figure::Jarl { seat: 0 }, man(2)];
    boat.extend([man(0); 5]);
    state.table.dragon_boat = boat;
    post(&mut state, "A", [1, 1, 0, 0]);
    let supplies = [0, 1, 2].map(|seat| state.table.player(seat).supply);
    let (game, _) = scored(state, 1);
    assert_eq!(game.state.table.dragon_boat, [jarl, Figure::Jarl { seat: 0 }]);
    assert_eq!(game.state.table.free_places(), 8);
    assert_eq!(game.state.table.places[2], 6, "the next dead takes the third place");
    // The last one placed a worker.
    assert_eq!([0, 1, 2].map(|seat| game.supply(seat)), [supplies[0] + 6, supplies[1] + 1, supplies[2]]);
}

#[test]
fn new_treasures_come_from_the_shuffled_discard_pile_when_the_pile_is_empty() {
    let mut state = position("MT", "~ ~ ~ ~ ~\n ~ A c c c\n ~ ~ ~ ~ ~");
    post(&mut state, "A", [1, 0, 0, 0]);
    state.table.discard = vec![Treasure::Sword; 5];
    let (game, events) = scored(state, 1);
    let table = &game.state.table;
    assert_eq!((table.treasures.len(), table.draw_pile, table.discard.len()), (3, 4, 0));
    assert_eq!(game.state.secret.buried_at(field("2,1")), Some(Treasure::Gold));
    assert_eq!(game.state.secret.buried_at(field("4,1")), Some(Treasure::Sword));
    assert!(events.iter().any(|event| matches!(event, Event::DiscardShuffled(_))));
}

#[test]
fn treasures_score_twice_over() {
    use Treasure::{Axe, Chalice, Gold, Hammer, Helmet};
    let points = |treasures: &[Treasure]| {
        let hand: Treasures = treasures.iter().copied().collect();
        let score = hand_score(&Components::standard(), 0, hand);
        (score.different, score.equal)
    };
    assert_eq!(points(&[Helmet, Helmet, Helmet, Axe, Axe, Axe, Gold, Chalice]), (5, 18));
    assert_eq!(points(&[Hammer; 4]), (1, 16));
    assert_eq!(points(&[Chalice; 2]), (1, 0));
    assert_eq!(points(&Treasure::all().collect::<Vec<_>>()), (15, 0));
    assert_eq!(points(&[]), (0, 0));
}
