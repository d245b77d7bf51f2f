//! What fields and settlements are called in sentences: a settlement by its number, a field by its terrain and the
//! settlement that it is nearest to. Keys are those of marks, `4,6` and `s1`; `at.s1` says also where the settlement lies,
//! and several fields, `4,6;4,7`, have one name.
//!
//! May know: the view, the geometry of the board, the texts. May not know: the state, or what is allowed.

use super::board::{Board, Field, Ground, Settlement, Terrain};
use super::view::View;
use rules::render::{Compass, Phrases, PlaceNames};

pub fn place_names(view: &View, phrases: &Phrases) -> PlaceNames {
    let (board, phrases) = (view.table.board.clone(), phrases.clone());
    PlaceNames::new(move |key| {
        let naming = Naming { board: &board, phrases: &phrases };
        if let Ok(settlement) = key.parse() {
            return Some(naming.settlement(settlement));
        }
        if let Some(settlement) = key.strip_prefix("at.") {
            return naming.settlement_within(settlement.parse().ok()?);
        }
        let fields: Result<Vec<Field>, _> = key.split(';').map(str::parse).collect();
        naming.fields(&fields.ok()?)
    })
}

struct Naming<'n> {
    board: &'n Board,
    phrases: &'n Phrases,
}

impl Naming<'_> {
    fn settlement(&self, settlement: Settlement) -> String {
        self.phrases.place("settlement", &[("number", &(settlement.0 + 1))])
    }

    /// `settlement 3 in the north-east`
    fn settlement_within(&self, settlement: Settlement) -> Option<String> {
        let at = self.board.field_of(settlement)?;
        let land = || self.board.island.land().map(|(field, ..)| field);
        let middle =
            |least: Option<i16>, most: Option<i16>| Some((f32::from(least?) + f32::from(most?)) / 2.0);
        let (across, down) = (|| land().map(|field| field.x), || land().map(|field| field.y));
        let x = f32::from(at.x) - middle(across().min(), across().max())?;
        let y = f32::from(at.y) - middle(down().min(), down().max())?;
        // Within a field of the middle it lies in no direction that one would see.
        let part = Compass::of(x, y).filter(|_| x.abs().max(y.abs()) > 1.0);
        let within = Compass::within(part, self.phrases);
        Some(
            self.phrases
                .place("settlement_within", &[("place", &self.settlement(settlement)), ("where", &within)]),
        )
    }

    /// `forest north, 2 north and north-east of settlement 3`
    fn fields(&self, fields: &[Field]) -> Option<String> {
        let distance = |at: Field| fields.iter().map(|field| steps(at, *field)).sum::<u32>();
        let (nearest, at) = self.board.settlements().min_by_key(|(_, at)| distance(*at))?;
        let mut from_near = fields.to_vec();
        from_near.sort_by_key(|field| steps(at, *field));
        let mut said = Vec::with_capacity(fields.len());
        let mut terrain = "";
        for field in from_near {
            let way = self.way(at, field);
            // The terrain is said again only where it is another one.
            let own = self.terrain(field);
            said.push(if own == terrain { way } else { format!("{} {way}", self.phrases.place(own, &[])) });
            terrain = own;
        }
        let list = self.phrases.listed(&said, ", ");
        Some(self.phrases.place("near", &[("list", &list), ("place", &self.settlement(nearest))]))
    }

    fn terrain(&self, field: Field) -> &'static str {
        match self.board.ground_of(field) {
            Ground::Land(land) if land.cairn => "cairn",
            Ground::Land(land) => match land.terrain {
                Terrain::Mountain => "mountain",
                Terrain::Forest => "forest",
                Terrain::Karst => "karst",
            },
            Ground::Settlement(_) | Ground::Boat | Ground::Sea | Ground::Rim => "sea",
        }
    }

    /// Where a field lies from another: `north`, `2 north-east`, `3 north/1 east`.
    fn way(&self, from: Field, to: Field) -> String {
        let (right, down) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
        let (across, along) = (right.unsigned_abs(), down.unsigned_abs());
        let (vertical, horizontal) =
            (if down < 0 { Compass::N } else { Compass::S }, if right < 0 { Compass::W } else { Compass::E });
        let between = Compass::of(right.signum() as f32, down.signum() as f32);
        match (across, along) {
            (1, 2) => self.between(vertical, between),
            (2, 1) => self.between(horizontal, between),
            (0, _) => self.far(along, vertical),
            (_, 0) => self.far(across, horizontal),
            (across, along) if across == along => {
                between.map_or_else(String::new, |way| self.far(across, way))
            }
            (across, along) => format!("{}/{}", self.count(along, vertical), self.count(across, horizontal)),
        }
    }

    /// `north-north-east`, a knight's move away.
    fn between(&self, mostly: Compass, partly: Option<Compass>) -> String {
        let (one, other): (&str, &str) = (mostly.into(), partly.map_or("", Into::into));
        self.phrases.place(&format!("{one}{other}"), &[])
    }

    fn far(&self, steps: u32, way: Compass) -> String {
        if steps == 1 { way.way(self.phrases) } else { self.count(steps, way) }
    }

    fn count(&self, steps: u32, way: Compass) -> String {
        format!("{steps} {}", way.way(self.phrases))
    }
}

/// As a king moves.
fn steps(one: Field, other: Field) -> u32 {
    let (across, along) = (one.x.abs_diff(other.x), one.y.abs_diff(other.y));
    // A field beside counts less than one across a corner, and both count as near.
    u32::from(across.max(along)) * 4 + u32::from(across.min(along))
}
