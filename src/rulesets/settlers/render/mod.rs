//! The board as a viewer may see it: a picture, and text for screen readers.
//!
//! May know: the view, the vocabulary, the geometry of the board, the texts. May not know: the state, or what is
//! allowed. Both are made from the same sentences in `text`; hexes, vertices, edges and seats have the ids that actions
//! use.

mod marks;
mod picture;
mod text;

use super::Settlers;
use super::action::Action;
use super::event::RedactedEvent;
use super::view::View;
use rules::render::{Names, Phrases, RenderOptions, RenderedBoard, Value};
use rules::{Render, Seat, Texts};

#[derive(Debug, Clone, Copy)]
struct Scene<'a> {
    view: &'a View,
    options: &'a RenderOptions,
    phrases: &'a Phrases,
}

impl Scene<'_> {
    fn names(&self) -> Names<'_> {
        Names(&self.options.names, self.phrases)
    }

    fn name(&self, seat: Seat) -> String {
        self.names().inside(seat)
    }

    fn say(&self, key: &str, values: &[Value<'_>]) -> String {
        self.phrases.say(key, values)
    }
}

impl Render for Settlers {
    fn render(&self, view: &View, options: &RenderOptions) -> RenderedBoard {
        let phrases = Phrases::new(&options.language, |language| self.texts(language));
        let scene = Scene { view, options, phrases: &phrases };
        RenderedBoard { svg: picture::picture(&scene), text: text::page(&scene) }
    }

    fn changed_places(&self, event: &RedactedEvent) -> Vec<String> {
        marks::changed_places(event)
    }

    fn places_of(&self, _view: &View, action: &Action) -> Vec<String> {
        marks::places_of(action)
    }
}
