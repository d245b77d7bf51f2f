//! What hexes and corners are called in sentences: by the tiles that lie there, and unknown hexes by known ones beside
//! them. Keys are those of marks, `1,-2`, `outer` and `1,-2,N`; `1,-2>2,-2` is the way from the one to the other, and
//! `nth.4` the number behind the name of a ship or settler that does not stand alone.
//!
//! May know: the view, the geometry of the board, the texts. May not know: the state, or what is allowed.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::board::{Corner, Place};
use super::state::{Table, Tile, UnitId};
use super::view::View;
use rules::render::{Compass, Phrases, PlaceNames, Value, beside, told_apart};
use rules::{Hex, Pole};

pub fn place_names(view: &View, phrases: &Phrases) -> PlaceNames {
    let (table, phrases) = (view.table.clone(), phrases.clone());
    let names = OnceLock::new();
    PlaceNames::new(move |key| {
        let naming = Naming { table: &table, phrases: &phrases };
        let names: &Names = names.get_or_init(|| naming.all());
        if let Some((from, to)) = key.split_once('>') {
            return naming.way(names, from.parse().ok()?, to.parse().ok()?);
        }
        if let Some(id) = key.strip_prefix("nth.") {
            return Some(naming.nth(UnitId(id.parse().ok()?)).unwrap_or_default());
        }
        match key.parse::<Place>() {
            Ok(place) => names.places.get(&place).cloned(),
            Err(_) => names.corners.get(&key.parse().ok()?).cloned(),
        }
    })
}

#[derive(Default)]
struct Names {
    places: HashMap<Place, String>,
    corners: HashMap<Corner, String>,
}

struct Naming<'n> {
    table: &'n Table,
    phrases: &'n Phrases,
}

/// Where the middle of a hex lies from the middle of the board, as steps of one hex to the right, and down.
fn middle(hex: Hex) -> (f32, f32) {
    (f32::from(hex.q) + f32::from(hex.r) / 2.0, f32::from(hex.r) * 0.866)
}

fn from_middle(hex: Hex) -> Option<Compass> {
    let (right, down) = middle(hex);
    Compass::of(right, down)
}

/// In which direction one hex lies from another.
fn direction(from: Place, to: Place) -> Option<Compass> {
    let (from, to) = (middle(from.hex()?), middle(to.hex()?));
    Compass::of(to.0 - from.0, to.1 - from.1)
}

impl Naming<'_> {
    fn say(&self, key: &str, values: &[Value<'_>]) -> String {
        self.phrases.place(key, values)
    }

    fn all(&self) -> Names {
        let known: Vec<Place> = Place::hexes().filter(|&place| self.table.tile(place).is_some()).collect();
        let mut places: HashMap<Place, String> =
            Place::hexes().filter_map(|place| Some((place, self.rim(place)?))).collect();
        places.insert(Place::OUTER, self.phrases.word(Place::OUTER));
        let candidates: Vec<Vec<String>> = known.iter().map(|&place| self.known(place)).collect();
        places.extend(known.into_iter().zip(told_apart(&candidates)));
        let unknown: Vec<(Place, String)> = Place::hexes()
            .filter(|place| place.is_interior() && !places.contains_key(place))
            .map(|place| (place, self.unknown(place, &places)))
            .collect();
        places.extend(unknown);
        let corners: Vec<Vec<String>> = Corner::all().map(|corner| self.corner(corner, &places)).collect();
        let corners = Corner::all().zip(told_apart(&corners)).collect();
        Names { places, corners }
    }

    /// A hex of the rim: its side and the part of it, or the corner.
    fn rim(&self, place: Place) -> Option<String> {
        let hex = place.hex().filter(|_| place.is_rim())?;
        let Some(side) = place.side() else {
            let corner = from_middle(hex)?.corner(self.phrases);
            return Some(self.say("rim_corner", &[("corner", &corner)]));
        };
        let faces = [Compass::Ne, Compass::Se, Compass::S, Compass::Sw, Compass::Nw, Compass::N];
        let faces = *faces.get(usize::from(side))?;
        // The northern and the southern side run from west to east, the others from north to south.
        let (right, down) = middle(hex);
        let runs_across = matches!(faces, Compass::N | Compass::S);
        let middle_down = if matches!(faces, Compass::Ne | Compass::Nw) { -1.0 } else { 1.0 };
        let along = if runs_across { right } else { down - middle_down * 2.0 * 0.866 };
        let part = match (runs_across, along) {
            (_, along) if along.abs() < 0.4 => "rim_middle",
            (true, along) if along < 0.0 => "rim_west",
            (true, _) => "rim_east",
            (false, along) if along < 0.0 => "rim_north",
            (false, _) => "rim_south",
        };
        let side: &str = faces.into();
        let side = self.say(&format!("rim_{side}"), &[]);
        Some(self.say("rim", &[("rim", &side), ("part", &self.say(part, &[]))]))
    }

    /// `forest 8`, `sea`, `sea with wool harbour`
    fn tile(&self, tile: Tile) -> String {
        let terrain = self.phrases.word(tile.terrain);
        match (tile.number, tile.harbour) {
            (Some(number), _) => self.say("tile", &[("terrain", &terrain), ("number", &number.value())]),
            (_, Some(resource)) => {
                self.say("harbour", &[("terrain", &terrain), ("resource", &self.phrases.word(resource))])
            }
            _ => terrain,
        }
    }

    fn known(&self, place: Place) -> Vec<String> {
        let (Some(tile), Some(hex)) = (self.table.tile(place), place.hex()) else { return Vec::new() };
        let short = self.tile(tile);
        let within = Compass::within(from_middle(hex), self.phrases);
        let in_part = self.say("within", &[("what", &short), ("where", &within)]);
        // By a neighbour with a number, if there is one: they are told apart more easily.
        let near = place.neighbours().iter().filter_map(|&near| {
            let tile = self.table.tile(near).filter(|tile| tile.number.is_some())?;
            // `pasture 2 north of pasture 2` would help nobody.
            let tile = Some(self.tile(tile)).filter(|tile| *tile != short)?;
            Some(beside(self.phrases, &short, direction(near, place)?, &tile))
        });
        let mut names: Vec<String> = [short.clone(), in_part].into_iter().chain(near).collect();
        names.push(self.in_row(&short, hex));
        names
    }

    /// The last resort: `sea (row 3 from the north, place 2 from the west)`
    fn in_row(&self, what: &str, hex: Hex) -> String {
        let row = hex.r + 5;
        let place = if hex.r < 0 { hex.q + hex.r + 5 } else { hex.q + 5 };
        self.say("in_row", &[("what", &what), ("row", &row), ("place", &place)])
    }

    /// An unknown hex, by a known one beside it.
    fn unknown(&self, place: Place, named: &HashMap<Place, String>) -> String {
        let unknown = self.say("unknown", &[]);
        let near = place.neighbours().iter().filter_map(|&near| Some((near, named.get(&near)?)));
        // One with a number, and among those the one with the shortest name.
        let best = near.min_by_key(|(near, name)| {
            let has_number = self.table.tile(*near).is_some_and(|tile| tile.number.is_some());
            (near.is_rim(), !has_number, name.chars().count())
        });
        let name =
            best.and_then(|(near, name)| Some(beside(self.phrases, &unknown, direction(near, place)?, name)));
        // Beside a hex that only its row tells apart, the own row says the same in fewer words.
        let in_row = place.hex().map(|hex| self.in_row(&unknown, hex));
        name.into_iter().chain(in_row).min_by_key(|name| name.chars().count()).unwrap_or(unknown)
    }

    /// A hex in short: what it is, without where it lies.
    fn short(&self, place: Place) -> String {
        match self.table.tile(place) {
            Some(tile) => self.tile(tile),
            None if place == Place::OUTER => self.phrases.word(place),
            None if place.is_rim() => self.say("rim_short", &[]),
            None => self.say("unknown", &[]),
        }
    }

    /// `forest 8 · bog 5 · sea`
    fn corner(&self, corner: Corner, named: &HashMap<Place, String>) -> Vec<String> {
        let mut places = corner.places().to_vec();
        let number = |place: &Place| self.table.tile(*place).and_then(|tile| tile.number);
        let is_known = |place: &Place| self.table.tile(*place).is_some();
        places.sort_by_key(|place| {
            (
                number(place).is_none(),
                !is_known(place),
                number(place).map(|number| 7_u8.abs_diff(number.value())),
            )
        });
        let joined = |first: &str| {
            let rest = places.iter().skip(1).map(|&place| self.short(place));
            [first.to_owned()].into_iter().chain(rest).collect::<Vec<_>>().join(" · ")
        };
        let Some(&first) = places.first() else { return Vec::new() };
        let pointing = self.pointing(corner, first);
        let with_corner = |name: &str| {
            let corner = pointing?.corner(self.phrases);
            Some(joined(&self.say("corner", &[("tile", &name), ("corner", &corner)])))
        };
        let short = self.short(first);
        let longer = with_corner(&short);
        let longest = named.get(&first).and_then(|name| with_corner(name));
        [joined(&short)].into_iter().chain(longer).chain(longest).collect()
    }

    /// Where a corner lies from the middle of one of its hexes.
    fn pointing(&self, corner: Corner, place: Place) -> Option<Compass> {
        let name = corner.name();
        let (right, down) = middle(name.hex);
        let down = down + if name.pole == Pole::N { -0.577 } else { 0.577 };
        let (x, y) = middle(place.hex()?);
        Compass::of(right - x, down - y)
    }

    /// `from forest 8 north-east to bog 5`
    fn way(&self, names: &Names, from: Place, to: Place) -> Option<String> {
        let (start, end) = (names.places.get(&from)?, names.places.get(&to)?);
        let is_step = from.touches(to);
        match direction(from, to).filter(|_| is_step) {
            // The outer sea is called by a name, which some languages inflect.
            _ if from == Place::OUTER => Some(self.say("from_outer", &[("to", end)])),
            _ if to == Place::OUTER => Some(self.say("to_outer", &[("from", start)])),
            Some(way) => {
                let values: [Value<'_>; 3] =
                    [("from", start), ("way", &way.onward(self.phrases)), ("to", &self.short(to))];
                Some(self.say("step", &values))
            }
            None => Some(self.say("way", &[("from", start), ("to", end)])),
        }
    }

    /// The number behind the name of a ship or settler, counted among those of its owner and kind that stand on one place,
    /// as on the outer sea; `None` where it stands alone.
    fn nth(&self, id: UnitId) -> Option<String> {
        let unit = self.table.unit(id)?;
        let alike = self
            .table
            .units
            .iter()
            .filter(|other| (other.seat, other.kind, other.place) == (unit.seat, unit.kind, unit.place));
        let mut ids: Vec<UnitId> = alike.map(|other| other.id).collect();
        ids.sort_unstable();
        let index = ids.iter().position(|other| *other == id).filter(|_| ids.len() > 1)?;
        Some(format!(" {}", index + 1))
    }
}
