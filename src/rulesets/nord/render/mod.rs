//! The board as a viewer may see it: a picture, and text for screen readers.
//!
//! May know: the view, the vocabulary, the geometry of the board, the texts. May not know: the state, or what is
//! allowed. Both are made from the same sentences in `facts`; fields, settlements and seats have the ids that actions
//! use, and marks name fields, `4,6`, and settlements, `s1`.

mod facts;
mod ghost;
mod icons;
mod island;
mod overview;
mod picture;
mod worth;

pub use icons::ICONS;
pub use island::style as terrain_style;

use super::Nord;
use super::action::Action;
use super::board::{Board, Field, Ground, Rectangle, Settlement, Terrain};
use super::event::{Event, RedactedEvent};
use super::state::{Jarl, Table};
use super::treasures::PlayTreasure;
use super::view::View;
use rules::render::{
    Names, Overview, Phrases, PictureParts, PlaceLabels, RenderOptions, RenderedBoard, SquareMap, Value,
    page_part, paragraph, turn_name,
};
use rules::{Render, Seat, Texts};

impl Render for Nord {
    fn render(&self, view: &View, options: &RenderOptions) -> RenderedBoard {
        rendered(self, view, options, None)
    }

    fn render_chosen(&self, view: &View, action: &Action, options: &RenderOptions) -> RenderedBoard {
        rendered(self, view, options, Some(action))
    }

    fn overview(&self, view: &View, options: &RenderOptions) -> Overview {
        let phrases = Phrases::new(&options.language, |language| self.texts(language));
        overview::overview(
            &Scene { view, options, phrases: &phrases, chosen: None, shows_ids: false },
            &self.components,
        )
    }

    fn is_plain(&self, action: &Action) -> bool {
        overview::is_plain(action)
    }

    fn usual_order(&self) -> &'static [&'static str] {
        &overview::USUAL_ORDER
    }

    /// What a viewer sees change on the board: where men were placed or went, and where a fight was. What a scoring takes
    /// from the board is gone and not marked.
    fn changed_places(&self, event: &RedactedEvent) -> Vec<String> {
        let RedactedEvent::Whole(event) = event else { return Vec::new() };
        match event {
            Event::StartChosen(chosen) => vec![chosen.settlement.to_string()],
            Event::WorkersPlaced(placed) => placed.fields.iter().map(ToString::to_string).collect(),
            Event::FighterMoved(moved) => vec![moved.from.to_string(), moved.to.to_string()],
            Event::SettlementAttacked(attack) => vec![attack.from.to_string(), attack.to.to_string()],
            Event::JarlDefeated(defeat) => vec![defeat.settlement.to_string()],
            _ => Vec::new(),
        }
    }

    fn places_of(&self, _view: &View, action: &Action) -> Vec<String> {
        places_of(action)
    }

    fn worth(&self, view: &View, action: &Action) -> Option<i32> {
        worth::of(view, action)
    }
}

fn places_of(action: &Action) -> Vec<String> {
    match action {
        Action::ChooseStart(choice) => vec![choice.settlement.to_string()],
        Action::PlayTreasure(PlayTreasure { from, to, .. }) => {
            [from, to].into_iter().flatten().map(ToString::to_string).collect()
        }
        Action::PlaceWorkers(placing) => placing.fields.iter().map(ToString::to_string).collect(),
        Action::Attack(attack) => vec![attack.to.to_string()],
        Action::DefeatJarl(defeat) => vec![defeat.settlement.to_string()],
    }
}

fn rendered(rules: &Nord, view: &View, options: &RenderOptions, chosen: Option<&Action>) -> RenderedBoard {
    let phrases = Phrases::new(&options.language, |language| rules.texts(language));
    let shows_ids = options.place_labels == PlaceLabels::Shown;
    let scene = Scene { view, options, phrases: &phrases, chosen, shows_ids };
    // No players stand above the board alone.
    let overview = match options.parts {
        PictureParts::Board => Overview::default(),
        PictureParts::Upper | PictureParts::Whole => overview::overview(&scene, &rules.components),
    };
    let svg = picture::picture(&scene, &overview);
    RenderedBoard { svg, text: page(&Scene { shows_ids: true, ..scene }) }
}

#[derive(Debug, Clone, Copy)]
struct Scene<'a> {
    view: &'a View,
    options: &'a RenderOptions,
    phrases: &'a Phrases,
    /// What the viewer has chosen to do.
    chosen: Option<&'a Action>,
    /// Are fields and settlements named by their ids?
    shows_ids: bool,
}

impl<'a> Scene<'a> {
    fn table(&self) -> &'a Table {
        &self.view.table
    }

    fn board(&self) -> &'a Board {
        &self.view.table.board
    }

    fn names(&self) -> Names<'a> {
        Names(&self.options.names, self.phrases)
    }

    fn name(&self, seat: Seat) -> String {
        self.names().inside(seat)
    }

    fn say(&self, key: &str, values: &[Value<'_>]) -> String {
        self.phrases.say(key, values)
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        0..self.table().seats()
    }

    /// `neutral jarl`, or `jarl of Ada`.
    fn jarl(&self, jarl: Jarl) -> String {
        match jarl {
            Jarl::Neutral {} => self.phrases.text("neutral_jarl"),
            Jarl::Own { seat } => self.say("jarl_of", &[("name", &self.name(seat))]),
        }
    }

    /// The place that a mark names, by the field where it lies.
    fn marked_field(&self, mark: &str) -> Option<(Option<Settlement>, Field)> {
        match mark.parse::<Settlement>() {
            Ok(id) => {
                let (_, field) = self.board().settlements().find(|(known, _)| *known == id)?;
                Some((Some(id), field))
            }
            Err(_) => mark.parse().ok().map(|field| (None, field)),
        }
    }

    /// What the picture shows of the world: land with one field of sea around, workers, and where something is marked.
    /// Empty sea beyond would only make the island smaller.
    fn window(&self) -> Rectangle {
        let land: Vec<Field> = self.board().island.land().map(|(field, ..)| field).collect();
        let coast = Rectangle::around(land.into_iter(), 1);
        let far = Field::new(
            coast.left + i16::try_from(coast.columns).unwrap_or_default() - 1,
            coast.top + i16::try_from(coast.rows).unwrap_or_default() - 1,
        );
        let marks = &self.options.marks;
        let marked = marks.legal.iter().chain(&marks.changed).filter_map(|mark| self.marked_field(mark));
        let workers = self.table().workers.iter().map(|(field, _)| field);
        let mut seen: Vec<Field> = workers.chain(marked.map(|(_, field)| field)).collect();
        seen.extend([Field::new(coast.left, coast.top), far, self.board().island.dragon_boat]);
        Rectangle::around(seen.into_iter(), 0)
    }

    /// What the map in characters shows: land, small dragon boat and workers, with one field of sea around.
    fn extent(&self) -> Rectangle {
        let land = self.board().island.land().map(|(field, ..)| field);
        let workers = self.table().workers.iter().map(|(field, _)| field);
        let seen: Vec<Field> = land.chain(workers).chain([self.board().island.dragon_boat]).collect();
        Rectangle::around(seen.into_iter(), 1)
    }
}

/// The page of text, in lines of at most 78 columns: a map in characters, then everything in sentences, in an order
/// that makes sense when read aloud.
fn page(scene: &Scene<'_>) -> String {
    let phrases = scene.phrases;
    let mut out = String::new();
    let mut say = |text: &str| out.push_str(&paragraph(text));
    say(&format!("{}: {}.", turn_name(phrases, scene.table().turn), facts::phase(scene)));
    facts::public_facts(scene).iter().chain(&facts::own(scene)).for_each(|line| say(line));
    out.push('\n');
    out.push_str(&map(scene));
    ["map_key", "map_rest"].into_iter().for_each(|key| out.push_str(&paragraph(&phrases.text(key))));
    let mut part = |key: &str, lines: &[String]| page_part(&mut out, &phrases.text(key), lines);
    part("players", &players(scene));
    let settlements = scene.board().settlements();
    let mut settlements: Vec<String> =
        settlements.map(|(settlement, field)| facts::settlement(scene, settlement, field)).collect();
    settlements.push(facts::boat(scene));
    part("settlements", &settlements);
    part("areas", &facts::areas(scene));
    part("sea_part", &facts::sea_workers(scene));
    part("large_boat", &facts::dragon_boat(scene));
    part("supply", &facts::supply(scene));
    out
}

fn players(scene: &Scene<'_>) -> Vec<String> {
    let line = |seat| format!("{}. {}", facts::seat_line(scene, seat), facts::details(scene, seat).join(" "));
    scene.seats().map(line).collect()
}

fn map(scene: &Scene<'_>) -> String {
    let extent = scene.extent();
    let mut map = SquareMap::new((extent.left, extent.top), extent.columns, extent.rows);
    extent.fields().for_each(|field| map.inside((field.x, field.y), &signs(scene, field)));
    map.to_string()
}

/// The letter of a field and what lies or stands on it.
fn signs(scene: &Scene<'_>, field: Field) -> String {
    let table = scene.table();
    let letter = match scene.board().ground_of(field) {
        Ground::Settlement(settlement) => return settlement.to_string(),
        Ground::Boat => return "@".to_owned(),
        Ground::Land(land) => scene.phrases.text(match land.terrain {
            Terrain::Mountain => "mountain_letter",
            Terrain::Forest => "forest_letter",
            Terrain::Karst if land.cairn => "cairn_letter",
            Terrain::Karst => "karst_letter",
        }),
        Ground::Sea | Ground::Rim => "~".to_owned(),
    };
    match table.workers.get(field) {
        Some(seat) => format!("{letter}{seat}"),
        None if table.treasures.contains(&field) => format!("{letter}?"),
        None => letter,
    }
}
