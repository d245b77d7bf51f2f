//! Hexes, their corners and their names.

use rules::{Hex, HexCorner, NotAHex};

#[test]
fn every_neighbour_is_one_step_away_and_knows_it() {
    for hex in Hex::disc(3) {
        for neighbour in hex.neighbours() {
            assert_eq!(hex.distance(neighbour), 1);
            assert!(neighbour.neighbours().contains(&hex));
        }
    }
}

#[test]
fn a_disc_has_three_r_times_r_plus_one_and_one_hexes() {
    assert_eq!(Hex::disc(3).count(), 37);
    assert_eq!(Hex::disc(4).count(), 61);
}

#[test]
fn a_corner_touches_exactly_the_hexes_that_list_it() {
    for hex in Hex::disc(3) {
        for corner in hex.corners() {
            for touched in corner.hexes() {
                assert!(touched.corners().contains(&corner));
            }
            assert!(corner.hexes().contains(&hex));
        }
    }
}

#[test]
fn corners_one_edge_apart_share_two_hexes() {
    for corner in Hex::CENTRE.corners() {
        for other in corner.neighbours() {
            assert!(other.neighbours().contains(&corner));
            let shared = corner.hexes().iter().filter(|hex| other.hexes().contains(hex)).count();
            assert_eq!(shared, 2);
        }
    }
}

#[test]
fn names_are_read_back_and_have_one_spelling() {
    assert_eq!("2,-3".parse(), Ok(Hex::new(2, -3)));
    assert_eq!("2,-3,S".parse(), Ok(HexCorner::south(Hex::new(2, -3))));
    assert_eq!(HexCorner::north(Hex::new(-1, 0)).to_string(), "-1,0,N");
    assert_eq!("-128,127".parse(), Ok(Hex::new(-128, 127)));
    for wrong in ["", "1", "1,", "1,2,3", "+1,2", "01,2", "00,2", "1, 2", "-0,1", "--1,2", "128,0", "-129,0"]
    {
        assert_eq!(wrong.parse::<Hex>(), Err(NotAHex), "{wrong}");
    }
    for wrong in ["1,2", "1,2,E", "1,2,n"] {
        assert_eq!(wrong.parse::<HexCorner>(), Err(NotAHex), "{wrong}");
    }
}
