//! The geometry of the board (section 2, the counts of section 13), names of places and corners, sets of places.

use rulesets::landnam::board::{Corner, PLACES, Place, PlaceSet, SIDES};

fn place(name: &str) -> Place {
    name.parse().expect("a place of the board")
}

#[test]
fn the_counts_of_section_13_hold() {
    assert_eq!(Place::hexes().filter(|place| place.is_interior()).count(), 37);
    assert_eq!(Place::hexes().filter(|place| place.is_rim()).count(), 24);
    assert_eq!(Corner::all().count(), 96);
    for side in 0..SIDES {
        assert_eq!(Place::hexes().filter(|place| place.side() == Some(side)).count(), 3);
    }
    assert_eq!(Place::hexes().filter(|place| place.is_rim() && place.side().is_none()).count(), 6);
}

#[test]
fn sides_go_clockwise_from_the_one_north_of_east() {
    let sides = ["4,-2", "2,2", "-2,4", "-4,2", "-2,-2", "2,-4"];
    for (number, name) in (0..).zip(sides) {
        assert_eq!(place(name).side(), Some(number), "{name}");
    }
    assert_eq!(place("4,0").side(), None);
    assert_eq!(place("0,0").side(), None);
    assert_eq!(Place::OUTER.side(), None);
}

#[test]
fn the_outer_sea_touches_exactly_the_rim() {
    assert_eq!(Place::OUTER.neighbours().len(), 24);
    for place in Place::hexes() {
        assert_eq!(place.touches(Place::OUTER), place.is_rim());
        assert_eq!(Place::OUTER.touches(place), place.is_rim());
    }
}

#[test]
fn corner_hexes_of_the_rim_touch_one_interior_hex_and_the_others_two() {
    for rim in Place::hexes().filter(|place| place.is_rim()) {
        let inside = rim.neighbours().iter().filter(|place| place.is_interior()).count();
        assert_eq!(inside, if rim.side().is_some() { 2 } else { 1 });
    }
}

#[test]
fn neighbours_are_mutual_and_listed_in_order() {
    for place in Place::hexes().chain([Place::OUTER]) {
        assert!(place.neighbours().is_sorted());
        assert!(place.neighbours().iter().all(|near| near.touches(place)));
    }
}

#[test]
fn every_corner_lies_between_three_places_that_list_it() {
    for corner in Corner::all() {
        assert!(corner.places().iter().all(|place| place.corners().contains(&corner)));
        assert!(corner.places().iter().any(|place| place.is_interior()));
    }
    let interior = Place::hexes().filter(|place| place.is_interior());
    assert!(interior.map(|place| place.corners().len()).all(|count| count == 6));
}

#[test]
fn edges_join_corners_that_share_their_two_hexes() {
    for corner in Corner::all() {
        for edge in corner.edges() {
            assert!(edge.between.iter().all(|&place| corner.touches(place) && edge.to.touches(place)));
            assert!(edge.to.edges().iter().any(|back| back.to == corner));
        }
    }
}

#[test]
fn names_are_read_back_and_strangers_are_refused() {
    for place in Place::hexes().chain([Place::OUTER]) {
        assert_eq!(place.to_string().parse(), Ok(place));
    }
    for corner in Corner::all() {
        assert_eq!(corner.to_string().parse(), Ok(corner));
    }
    assert!("5,0".parse::<Place>().is_err());
    assert!("4,-4,N".parse::<Corner>().is_err());
    assert!(serde_json::from_str::<Place>("\"inner\"").is_err());
}

#[test]
fn places_come_in_the_order_of_the_rules() {
    let set: PlaceSet = [Place::OUTER, Place::centre()].into_iter().collect();
    assert_eq!(set.places().collect::<Vec<_>>(), [Place::centre(), Place::OUTER]);
    assert_eq!((set.len(), set.first()), (2, Some(Place::centre())));
    assert_eq!(PlaceSet::ALL.len(), PLACES);
}

#[test]
fn sets_are_joined_cut_and_taken_away() {
    let (centre, outer) = (PlaceSet::only(Place::centre()), PlaceSet::only(Place::OUTER));
    assert_eq!((centre | outer) & centre, centre);
    assert_eq!((centre | outer) - centre, outer);
    assert!((centre & outer).is_empty());
}
