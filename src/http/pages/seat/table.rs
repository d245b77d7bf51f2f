//! The part of the page with what is seldom wanted: votes, the private note, giving up.

use super::page::PageWriter;
use crate::http::pages::choices::lines;
use crate::http::pages::page::{Button, Input, InputKind, PageForm, Section};

/// Its name in the address.
pub const PART: &str = "table";

impl PageWriter<'_> {
    pub fn table(&self, note: &str) -> Vec<Section> {
        let mut sections = self.open_votes();
        sections.extend(self.new_votes());
        sections.push(self.note(note));
        sections.extend(self.resignation());
        sections
    }

    fn note(&self, note: &str) -> Section {
        let text = Input { value: note.to_owned(), ..lines("text", self.say("note_label"), 10_000, false) };
        let form = PageForm {
            inputs: vec![text],
            ..PageForm::press(self.address, "write_note").with(Button::quiet(self.say("note_save")))
        };
        Section::of(self.say("note"), vec![form])
    }

    fn resignation(&self) -> Option<Section> {
        let can_resign =
            self.moment.status.is_in_play() && !self.opened.loaded.has_resigned(self.opened.link.seat);
        let form = PageForm {
            inputs: vec![sure(self.say("resign_sure"))],
            ..PageForm::press(self.address, "resign").with(Button::quiet(self.say("resign")))
        };
        can_resign.then(|| Section {
            text: vec![self.say("resign_text")],
            ..Section::of(self.say("resign"), vec![form])
        })
    }
}

/// A box to tick before what can't be undone.
pub fn sure(label: String) -> Input {
    Input {
        kind: InputKind::Check,
        name: "sure".to_owned(),
        label,
        value: "yes".to_owned(),
        ..Input::default()
    }
}
