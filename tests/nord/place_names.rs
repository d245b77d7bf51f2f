//! What places are called in sentences: settlements by number, fields by the settlement that they are nearest to.

use rules::render::Phrases;
use rules::{Chance, Rules, Texts};
use rulesets::nord::Nord;

fn name_in(language: &str, key: &str) -> Option<String> {
    let rules = Nord::default();
    let mut state = rules.blank(&Default::default(), 3).unwrap();
    for event in rules.setup(&state, &mut Chance::seeded([7; 32])) {
        rules.apply(&mut state, &event).unwrap();
    }
    let phrases = Phrases::new(language, |language| rules.texts(language));
    rules.place_names(&rules.view(&state, None), &phrases).get(key)
}

#[test]
fn a_settlement_has_its_number_and_lies_somewhere() {
    // s1 lies on 2,3 and s3 on 6,4.
    assert_eq!(name_in("en", "s1").unwrap(), "settlement 1");
    assert_eq!(name_in("en", "at.s3").unwrap(), "settlement 3 in the north");
    assert_eq!(name_in("de", "at.s1").unwrap(), "Siedlung 1 im Nordwesten");
}

#[test]
fn fields_are_called_by_their_terrain_and_the_nearest_settlement() {
    let way = |key: &str| {
        let name = name_in("en", key).unwrap();
        name.split_once(' ').unwrap().1.to_owned()
    };
    assert_eq!(way("2,2"), "north of settlement 1");
    assert_eq!(way("3,2"), "north-east of settlement 1");
    assert_eq!(way("2,1"), "2 north of settlement 1");
    assert_eq!(way("1,1"), "north-north-west of settlement 1");
    assert_eq!(name_in("en", "20,5").unwrap(), "sea 1 north/11 east of settlement 4");
}

#[test]
fn fields_beside_each_other_are_called_by_one_settlement() {
    let name = name_in("en", "2,1;2,2").unwrap();
    assert!(name.contains("north") && name.ends_with("2 north of settlement 1"), "{name}");
    assert_eq!(name.matches("settlement").count(), 1);
}
