//! The islands: the standard ones as the rules page prints them (§15.2), the conditions H1 to H8 (§6.2), areas and
//! surroundings (§4), and the numbered islands of the free game.

use rules::ComponentData as _;
use rulesets::nord::board::variable;
use rulesets::nord::board::{
    APART, Board, Field, Island, IslandPlan, LaidTile, NoField, Rotation, Settlement, Sites, Spot, Terrain,
    UnmetCondition,
};
use rulesets::nord::components::Components;
use rulesets::nord::options::Sides;

/// What §15.2 and the board file say about an island.
struct Printed {
    players: u8,
    rows: &'static [&'static str],
    cairns: usize,
    /// Sizes of the areas: mountain, forest, karst.
    areas: [&'static [usize]; 3],
    least_apart: u32,
    starts_from_boat: &'static [u32],
}

const PRINTED: [Printed; 3] = [
    Printed {
        players: 2,
        rows: &[
            ".............",
            ".............",
            "...MMMF..CK..",
            "...CKCFFFFC..",
            "....MM.FKFM..",
            "..FFMC.MCFM..",
            "..FKCK.MM....",
            "..MCFFFCKC...",
            "..MM..FFMM...",
            ".............",
            ".............",
        ],
        cairns: 10,
        areas: [&[2, 2, 2, 3, 3, 3], &[2, 2, 3, 4], &[2, 3, 3, 3, 5]],
        least_apart: 3,
        starts_from_boat: &[3, 3],
    },
    Printed {
        players: 3,
        rows: &[
            "............",
            "............",
            "..FFFC..FF..",
            "..MMCK..CF..",
            "..CMMMFFKM..",
            "..KMMCKFCM..",
            "..CF..FFFF..",
            "..FF..MCFK..",
            "..MCKFMKMC..",
            "..MMCFMCMM..",
            "............",
            "............",
        ],
        cairns: 12,
        areas: [&[2, 2, 2, 3, 6], &[2, 2, 2, 3, 6], &[2, 2, 3, 3, 3, 3, 3]],
        least_apart: 3,
        starts_from_boat: &[4, 4, 4],
    },
    Printed {
        players: 4,
        rows: &[
            ".............",
            ".............",
            "..FCKC.MM....",
            "..FFMM.MCFF..",
            "...MMFFCKCF..",
            "...MCKFFFKM..",
            "..MF.....CM..",
            "..MFMMMMMF...",
            "..MCCMCKCF...",
            "..CKKF.FFFC..",
            "....FF.MMCK..",
            ".............",
            ".............",
        ],
        cairns: 14,
        areas: [&[2, 2, 2, 2, 3, 6], &[2, 2, 2, 3, 3, 5], &[2, 3, 3, 3, 5, 6]],
        least_apart: 4,
        starts_from_boat: &[4, 4, 4, 4],
    },
];

fn standard(players: u8) -> Island {
    Components::standard().island(players).expect("a standard island")
}

fn sizes(board: &Board, terrain: Terrain) -> Vec<usize> {
    let areas = board.areas.iter().filter(|area| area.terrain == terrain);
    let mut sizes: Vec<usize> = areas.map(|area| area.fields.len()).collect();
    sizes.sort_unstable();
    sizes
}

fn plan(tiles: &[LaidTile], dragon_boat: Field, settlements: Sites) -> IslandPlan {
    IslandPlan { tiles: tiles.to_vec(), dragon_boat, settlements, starts: Vec::new() }
}

fn is_sound(island: &Island, players: u8) -> Result<(), UnmetCondition> {
    let count = Components::standard().tiles_for(players);
    plan(&island.tiles, island.dragon_boat, island.settlements).check(count)
}

#[test]
fn the_standard_islands_are_those_of_the_page() {
    for printed in PRINTED {
        let island = standard(printed.players);
        assert_eq!(island.rows, printed.rows, "{} players", printed.players);
        assert_eq!(is_sound(&island, printed.players), Ok(()));
        let board = Board::of(island);
        assert_eq!(board.cairns.len(), printed.cairns);
        for (terrain, wanted) in Terrain::ALL.iter().zip(printed.areas) {
            assert_eq!(sizes(&board, *terrain), wanted, "{terrain:?}, {} players", printed.players);
        }
        let sites: Vec<Field> = board.settlements().map(|(_, field)| field).collect();
        assert!(sites.is_sorted(), "settlements are numbered in reading order");
        let pairs = sites.iter().flat_map(|one| sites.iter().map(move |other| one.distance(*other)));
        assert_eq!(pairs.filter(|steps| *steps > 0).min(), Some(printed.least_apart));
        let from_boat = board
            .island
            .starts
            .iter()
            .map(|start| board.island.dragon_boat.distance(board.field_of(*start).unwrap()));
        assert_eq!(from_boat.collect::<Vec<_>>(), printed.starts_from_boat);
    }
}

#[test]
fn every_tile_side_has_the_areas_of_the_page() {
    let components = Components::standard();
    let cairns = |back: bool| -> usize {
        let sides = components.tiles.iter().map(|tile| if back { &tile.back } else { &tile.front });
        sides.flatten().flat_map(|row| row.chars()).filter(|letter| *letter == 'C').count()
    };
    assert_eq!((cairns(false), cairns(true)), (14, 12));
    for tile in &components.tiles {
        let laid = Island {
            rows: tile.front.to_vec(),
            dragon_boat: Field::new(9, 9),
            settlements: Default::default(),
            starts: vec![],
            tiles: vec![],
        };
        let board = Board::of(laid);
        let mut areas: Vec<usize> = board.areas.iter().map(|area| area.fields.len()).collect();
        areas.sort_unstable();
        assert_eq!(areas, [2, 3, 3], "a front has one area of each terrain: {:?}", tile.front);
    }
}

#[test]
fn an_island_is_read_back_with_everything_that_follows_from_it() {
    for players in 2..=4 {
        let board = Board::of(standard(players));
        let text = serde_json::to_string(&board).expect("JSON");
        let again: Board = serde_json::from_str(&text).expect("a board");
        assert_eq!(again, board);
        assert_eq!(again.cairns, board.cairns);
        assert_eq!(again.areas, board.areas);
    }
}

#[test]
fn settlements_cover_their_field_and_may_split_an_area() {
    let rows = ["KCK".to_owned()];
    let mut island = Island {
        rows: rows.to_vec(),
        dragon_boat: Field::new(1, 5),
        settlements: Default::default(),
        starts: vec![],
        tiles: vec![],
    };
    assert_eq!(sizes(&Board::of(island.clone()), Terrain::Karst), [3]);
    island.settlements.put(Settlement(0), Field::new(1, 0));
    let board = Board::of(island);
    assert_eq!(sizes(&board, Terrain::Karst), [1, 1]);
    assert!(board.cairns.is_empty());
    assert_eq!(board.land(Field::new(1, 0)), None);
}

#[test]
fn cells_know_what_they_lie_beside() {
    let board = Board::of(standard(2));
    for settlement in Settlement::all().filter(|settlement| board.field_of(*settlement).is_some()) {
        let place = board.field_of(settlement).unwrap();
        assert_eq!(board.gates(settlement).len(), 4);
        assert_eq!(board.surroundings(settlement).len(), 8);
        for cell in board.gates(settlement) {
            assert_eq!(board.field(*cell).distance(place), 1);
            assert_eq!(board.endpoints(*cell).settlements().collect::<Vec<_>>(), [settlement]);
            assert!(!board.endpoints(*cell).has_boat());
        }
    }
    for cell in &board.boat_sides {
        assert!(board.endpoints(*cell).has_boat() && board.endpoints(*cell).has_no_settlement());
    }
    let far_out = Field::new(-7, -7);
    let cell = board.cell(far_out).expect("eight boats can come there");
    let near: Vec<Field> = board.near(cell).iter().map(|near| board.field(*near)).collect();
    assert_eq!(near, far_out.neighbours());
    assert_eq!(board.cell(Field::new(300, 0)), None);
}

#[test]
fn what_breaks_a_condition_is_found() {
    let island = standard(2);
    let with = |change: fn(&mut Island)| {
        let mut changed = island.clone();
        change(&mut changed);
        is_sound(&changed, 2)
    };
    let h1 = [
        with(|island| island.tiles.truncate(5)),
        with(|island| island.tiles[0].side = 'B'),
        with(|island| island.tiles[0].side = 'x'),
        with(|island| island.tiles[0].y -= 1),
    ];
    assert_eq!(h1, [Err(UnmetCondition::Tiles); 4]);
    assert_eq!(with(|island| island.dragon_boat = Field::new(3, 2)), Err(UnmetCondition::BoatOnLand));
    assert_eq!(with(|island| island.dragon_boat = Field::new(0, 0)), Err(UnmetCondition::BoatOffshore));
    assert_eq!(with(|island| island.tiles[0].y += 4), Err(UnmetCondition::TilesApart));
    assert_eq!(
        with(|island| island.settlements.put(Settlement(0), Field::new(6, 3))),
        Err(UnmetCondition::TooNear)
    );
    assert_eq!(
        with(|island| island.settlements.put(Settlement(0), Field::new(5, 3))),
        Err(UnmetCondition::SettlementInland)
    );
    assert_eq!(
        with(|island| island.settlements.put(Settlement(0), Field::new(0, 0))),
        Err(UnmetCondition::SettlementsOnTiles)
    );
    assert_eq!(
        with(|island| island.settlements.put(Settlement(6), Field::new(2, 8))),
        Err(UnmetCondition::SettlementsOnTiles)
    );
}

/// Seven tiles that leave no sea beside the one in the middle.
#[test]
fn a_tile_without_a_sea_is_refused() {
    let lay = |side, x, y, rotation| LaidTile { side, x, y, rotation };
    let tiles = [
        lay('1', 0, 0, Rotation::None),
        lay('2', -2, -1, Rotation::Quarter),
        lay('3', 4, -1, Rotation::Quarter),
        lay('4', 0, -2, Rotation::None),
        lay('5', 0, 2, Rotation::Half),
        lay('6', 4, 3, Rotation::None),
    ];
    let plan = plan(&tiles, Field::new(-3, 0), Default::default());
    assert_eq!(plan.check(6), Err(UnmetCondition::TileInland));
}

#[test]
fn numbered_islands_meet_every_condition_and_most_wishes() {
    let components = Components::standard();
    let (mut islands, mut lonely, mut on_cairns) = (0, 0, 0);
    let (mut stretched, mut off_middle) = (0, 0);
    for players in 2..=4 {
        for sides in [Sides::Front, Sides::Mixed, Sides::Back] {
            for number in 0..15 {
                let number = number * 24_989 % variable::NUMBERS;
                let island = variable::island(&components, players, sides, number)
                    .expect("every number has an island");
                assert_eq!(
                    is_sound(&island, players),
                    Ok(()),
                    "{players} players, {sides:?}, island {number}"
                );
                assert_eq!(island.settlements.iter().count(), usize::from(players) + 4);
                assert!(island.starts.is_empty());
                let backs = island.tiles.iter().filter(|tile| tile.side.is_alphabetic()).count();
                assert!(sides != Sides::Front || backs == 0);
                assert!(sides != Sides::Back || backs == island.tiles.len());
                let on_cairn = |field: Field| island.land().any(|(land, _, cairn)| land == field && cairn);
                on_cairns += island.settlements.iter().filter(|(_, field)| on_cairn(*field)).count();
                let (long, off) = shape(&island);
                stretched += usize::from(long);
                off_middle += usize::from(off > 4);
                let board = Board::of(island);
                lonely += board.areas.iter().filter(|area| area.fields.len() == 1).count();
                let sites: Vec<Field> = board.settlements().map(|(_, field)| field).collect();
                assert!(sites.is_sorted());
                assert!(sites.iter().all(|site| site.distance(board.island.dragon_boat) >= APART));
                islands += 1;
            }
        }
    }
    println!("{islands} islands: {lonely} fields alone, {on_cairns} settlements on cairns");
    assert_eq!(islands, 135);
    println!("{stretched} stretched, the boat off the middle on {off_middle}");
    assert!(lonely + on_cairns <= islands / 30, "{lonely} fields alone, {on_cairns} settlements on cairns");
    assert!(stretched + off_middle <= islands / 60, "{stretched} stretched, {off_middle} off the middle");
}

/// Is the island longer than 1.4 times its width (S1), and how far is the boat from its middle, in half fields (S5)?
fn shape(island: &Island) -> (bool, i16) {
    let land = || island.land().map(|(field, ..)| field);
    let span = |numbers: Vec<i16>| {
        let least = numbers.iter().copied().min().expect("land");
        (least, numbers.iter().copied().max().expect("land") - least + 1)
    };
    let (west, wide) = span(land().map(|field| field.x).collect());
    let (north, high) = span(land().map(|field| field.y).collect());
    let off = |least: i16, length: i16, at: i16| (2 * (at - least) + 1 - length).abs();
    let boat = island.dragon_boat;
    (5 * wide.max(high) > 7 * wide.min(high), off(west, wide, boat.x).max(off(north, high, boat.y)))
}

#[test]
fn a_number_gives_the_same_island_again_and_another_number_another() {
    let components = Components::standard();
    let island = |number| variable::island(&components, 3, Sides::Front, number);
    assert_eq!(island(482_113), island(482_113));
    assert_ne!(island(482_113), island(482_114));
}

#[test]
fn names_are_read_back_and_have_one_spelling() {
    for field in [Field::new(4, 6), Field::new(-1, 0), Field::new(12, -3)] {
        assert_eq!(field.to_string().parse(), Ok(field));
    }
    for wrong in ["", "1", "1,2,3", "+1,2", "01,2", "1, 2", "-0,1", "99999,0"] {
        assert_eq!(wrong.parse::<Field>(), Err(NoField), "{wrong}");
    }
}

#[test]
fn fields_are_ordered_as_one_reads() {
    assert!(Field::new(9, 0) < Field::new(0, 1));
    assert!(Field::new(0, 1) < Field::new(1, 1));
    assert!(Field::new(3, 3).around().is_sorted());
}
