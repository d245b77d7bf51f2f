//! The names of bots. Players read of "Ketil" and not of the strategy, which the bots of a game mostly share.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::identity::Name;
use crate::store::seats::ShownSeat;

/// Names of the settlers of Iceland and of their sagas, men and women by turns. None is a word of a language that the
/// service speaks, and hardly two begin alike.
pub const NAMES: [&str; 40] = [
    "Ketil", "Groa", "Sturla", "Hallgerd", "Eyvind", "Yrsa", "Kolbein", "Thora", "Ottar", "Ingunn", "Bersi",
    "Solveig", "Njal", "Gunnhild", "Flosi", "Rannveig", "Atli", "Dalla", "Hoskuld", "Asgerd", "Kjartan",
    "Sigrid", "Bolli", "Jorunn", "Egil", "Gjaflaug", "Steinar", "Ragnhild", "Ulf", "Bergljot", "Halldor",
    "Svanhild", "Geir", "Astrid", "Ingolf", "Yngvild", "Sigurd", "Gudrid", "Ari", "Hild",
];

/// How many names further another one is tried. It is greater than the number of seats, so that a bot which makes room
/// for a person takes no name of another bot, and shares no divisor with the number of names, so that all are tried.
const STEP: usize = 9;

/// Steps from a seat to the next that share no divisor with the number of names.
const STRIDES: [usize; 8] = [1, 3, 7, 11, 13, 17, 19, 21];

/// What names the bots of a game: a seat, and who has it.
#[derive(Debug, Clone, Copy)]
pub struct NamedSeat<'s> {
    /// The place in the order of joining, which the deal of the seats does not change.
    pub join_order: i16,
    /// The name of the player, if a person has the seat.
    pub person: Option<&'s str>,
    /// Does a bot play it, for its player or as its only one?
    pub has_bot: bool,
}

/// The names of the bots of `game`, in the order of `seats`, which are all of the game; `None` where no bot plays. They
/// follow from the id of the game and the order of joining, so that nothing need be stored, and change only when a
/// person of the same name comes.
pub fn bot_names<'s>(game: Uuid, seats: impl IntoIterator<Item = NamedSeat<'s>>) -> Vec<Option<String>> {
    let seats: Vec<NamedSeat<'s>> = seats.into_iter().collect();
    if seats.iter().all(|seat| !seat.has_bot) {
        return vec![None; seats.len()];
    }
    // A name that is not allowed to accounts, as that of a deleted one, is like none of ours.
    let people = seats.iter().filter_map(|seat| Name::try_from(seat.person?.to_owned()).ok());
    let people: Vec<Name> = people.collect();
    let (first, stride) = order_of_names(game);
    let mut by_join_order: Vec<usize> = (0..seats.len()).collect();
    by_join_order.sort_by_key(|place| seats.get(*place).map(|seat| seat.join_order));
    let mut taken: Vec<&'static str> = Vec::new();
    let mut named = vec![None; seats.len()];
    // Every seat takes a name, so that those of the bots stay when one more begins to play.
    for place in by_join_order {
        let Some((seat, named)) = seats.get(place).zip(named.get_mut(place)) else { continue };
        let order = usize::try_from(seat.join_order).unwrap_or_default();
        let tried = (0..NAMES.len()).map(|tries| first + (order + tries * STEP) * stride);
        let free = tried.filter_map(|at| NAMES.get(at % NAMES.len()).copied());
        let name = free.into_iter().find(|name| !taken.contains(name) && !is_of_person(name, &people));
        taken.extend(name);
        *named = name.filter(|_| seat.has_bot).map(str::to_owned);
    }
    named
}

/// The names of the bots that have seats in `game`, from what is stored of each seat in some order: the player's name,
/// the bot, and the place in the order of joining.
pub fn names_of_bots(
    game: Uuid,
    people: &[Option<String>],
    bots: &[Option<String>],
    join_orders: &[i16],
) -> Vec<Option<String>> {
    let seats = people.iter().zip(bots).zip(join_orders);
    let named = seats.map(|((person, bot), join_order)| NamedSeat {
        join_order: *join_order,
        person: person.as_deref(),
        has_bot: bot.is_some(),
    });
    bot_names(game, named)
}

impl<'s> From<&'s ShownSeat> for NamedSeat<'s> {
    fn from(seat: &'s ShownSeat) -> Self {
        Self {
            join_order: seat.join_order,
            person: seat.name.as_deref(),
            has_bot: seat.bot.is_some() || seat.caretaker.is_some(),
        }
    }
}

/// Where the names of a game begin, and how far it is from one to the next.
fn order_of_names(game: Uuid) -> (usize, usize) {
    let digest = Sha256::new().chain_update(b"bot names\0").chain_update(game.as_bytes()).finalize();
    let byte = |place: usize| digest.get(place).copied().map_or(0, usize::from);
    (byte(0), STRIDES.get(byte(1) % STRIDES.len()).copied().unwrap_or(1))
}

/// Are the names so alike that two accounts could not have them?
fn is_of_person(name: &str, people: &[Name]) -> bool {
    let Ok(name) = Name::try_from(name.to_owned()) else { return true };
    let keys = name.keys();
    people.iter().any(|person| person.keys().iter().any(|key| keys.contains(key)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use uuid::Uuid;

    use super::{NAMES, NamedSeat, bot_names};
    use crate::service::identity::Name;

    fn game(number: u128) -> Uuid {
        Uuid::from_u128(0x0193_4490_0000_7000_8000_0000_0000_0000 + number)
    }

    const BOT: NamedSeat<'_> = NamedSeat { join_order: 0, person: None, has_bot: true };

    fn person(name: &str) -> NamedSeat<'_> {
        NamedSeat { join_order: 0, person: Some(name), has_bot: false }
    }

    /// The names of the bots, in seats that were taken in this order.
    fn named<'s>(game: Uuid, seats: impl IntoIterator<Item = NamedSeat<'s>>) -> Vec<Option<String>> {
        bot_names(game, (0..).zip(seats).map(|(join_order, seat)| NamedSeat { join_order, ..seat }))
    }

    #[test]
    fn every_name_could_be_that_of_an_account_and_no_two_look_alike() {
        let keys = NAMES.map(|name| Name::try_from(name.to_owned()).unwrap().key().to_owned());
        assert_eq!(keys.into_iter().collect::<BTreeSet<_>>().len(), NAMES.len());
    }

    #[test]
    fn the_bots_of_a_game_have_different_names_and_people_have_none() {
        for number in 0..200 {
            let names = named(game(number), [vec![person("Ellen")], vec![BOT; 7]].concat());
            assert_eq!(names[0], None);
            assert_eq!(names.iter().flatten().collect::<BTreeSet<_>>().len(), 7, "{names:?}");
        }
    }

    #[test]
    fn games_have_bots_of_many_names() {
        let names = (0..400).flat_map(|number| named(game(number), [BOT, BOT, BOT]));
        assert_eq!(names.flatten().collect::<BTreeSet<_>>().len(), NAMES.len());
    }

    #[test]
    fn a_name_stays_when_seats_are_dealt_when_others_come_and_when_a_caretaker_begins_to_play() {
        let seats = |has_bot| {
            let seat = |join_order, person, has_bot| NamedSeat { join_order, person, has_bot };
            [seat(0, Some("Ellen"), has_bot), seat(1, None, true), seat(2, Some("Greta"), false)]
        };
        let before = bot_names(game(1), seats(false));
        let [ellen, bot, greta] = seats(true);
        let after = bot_names(game(1), [greta, bot, ellen]);
        assert_eq!(before[1], after[1]);
        assert!(after[2].is_some() && after[2] != after[1], "{after:?}");
        assert_eq!(bot_names(game(1), [ellen, bot])[1], before[1]);
    }

    #[test]
    fn a_bot_makes_room_for_a_person_whose_name_looks_like_its_own_and_the_other_bots_keep_theirs() {
        let alone = named(game(2), [person("Ellen"), BOT, BOT, BOT]);
        let mine = alone[2].clone().unwrap();
        for name in [mine.clone(), mine.to_uppercase()] {
            let with_me = named(game(2), [person(&name), BOT, BOT, BOT]);
            assert_ne!(with_me[2], alone[2]);
            assert_eq!([&with_me[1], &with_me[3]], [&alone[1], &alone[3]]);
        }
    }
}
