//! What places are called in sentences: by the tiles that lie there.

use rules::render::Phrases;
use rules::{Rules, Seat, Texts};

use super::position::{Game, standard};

fn name_for(game: &Game, seat: Option<Seat>, language: &str, key: &str) -> Option<String> {
    let phrases = Phrases::new(language, |language| game.rules.texts(language));
    game.rules.place_names(&game.rules.view(&game.state, seat), &phrases).get(key)
}

#[test]
fn a_vertex_is_called_by_its_tiles_the_likeliest_first() {
    let named = |key| name_for(&standard(), None, "en", key).unwrap();
    assert_eq!(named("vertex.18"), "6 brick · 4 wool · desert");
    assert_eq!(named("vertex.20"), "8 ore · 10 brick · coast");
    assert_eq!(named("vertex.15"), "10 brick · ore harbour 2:1");
    // Where two vertices have the same tiles, each says which corner it is.
    assert_eq!(named("vertex.2"), "9 lumber (north corner) · coast");
    assert_eq!(name_for(&standard(), None, "en", "vertex.54"), None);
}

#[test]
fn an_edge_is_called_by_what_it_separates_and_a_way_says_where_it_leads() {
    let game = standard().roads(0, &[26]);
    assert_eq!(name_for(&game, Some(0), "en", "edge.25").unwrap(), "between 11 lumber and 12 grain");
    assert_eq!(name_for(&game, Some(0), "en", "edge.22").unwrap(), "on the east coast of 10 brick");
    let way = |seat| name_for(&game, seat, "en", "way.25").unwrap();
    assert_eq!(way(Some(0)), "between 11 lumber and 12 grain, towards 9 grain");
    // Nothing of theirs is there, so that it leads from nowhere.
    assert_eq!(way(Some(1)), "between 11 lumber and 12 grain");
    assert_eq!(way(None), "between 11 lumber and 12 grain");
}

#[test]
fn a_hex_is_called_by_its_number_and_where_it_lies() {
    assert_eq!(name_for(&standard(), None, "en", "hex.12").unwrap(), "forest 8 in the south-west");
    assert_eq!(name_for(&standard(), None, "de", "hex.9").unwrap(), "Wüste in der Mitte");
    assert_eq!(name_for(&standard(), None, "nn", "hex.2").unwrap(), "skog 9 i nordaust");
}
