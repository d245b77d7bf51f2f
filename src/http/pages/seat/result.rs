//! What the page says once a game is over: the rating, how to check the dice, and how to play again.

use super::page::PageWriter;
use crate::http::pages::choices;
use crate::http::pages::page::{Button, PageForm, PageLink, Section};
use crate::http::pages::words::PageWords;
use crate::store::games::Status;

impl PageWriter<'_> {
    pub fn result(&self) -> Vec<Section> {
        if !self.moment.status.is_over() {
            return Vec::new();
        }
        let again = PageForm {
            inputs: vec![choices::order_delay(&PageWords::new(&self.moment.language))],
            ..PageForm::press(self.post_address, "rematch").with(Button::new(self.say("rematch_button")))
        };
        let mut sections = vec![Section {
            text: vec![self.say("rematch_text")],
            ..Section::of(self.say("rematch"), vec![again])
        }];
        if let Some(change) = &self.moment.rating_change {
            let text = self.sentences.line(
                "rating_change",
                [("before", change.before.rating.into()), ("after", change.after.rating.into())],
            );
            sections.insert(0, Section { text: vec![text], ..Section::default() });
        }
        if self.moment.status != Status::Expired {
            sections.push(Section {
                heading: Some(self.say("dice")),
                text: vec![self.say("dice_text")],
                list: vec![self.sentences.text(
                    "seat_page",
                    "dice_commitment",
                    [("commitment", self.moment.commitment.as_str().into())],
                )],
                links: vec![PageLink {
                    label: self.say("dice_record"),
                    address: format!("{}/record", self.address),
                }],
                ..Section::default()
            });
        }
        sections
    }
}
