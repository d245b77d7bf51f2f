//! The part of the page about mails: how each thing in this game reaches its player.

use super::page::PageWriter;
use crate::error::Error;
use crate::http::extract::FormFields;
use crate::http::pages::mail_modes;
use crate::http::pages::page::{Button, PageForm, Section};
use crate::http::pages::words::PageWords;
use crate::service::mail_links::OpenedSeat;
use crate::service::preferences::{self, GamePreferences, UpdateGamePreferences};
use crate::service::{App, Ctx};

/// Its name in the address.
pub const PART: &str = "mails";

pub async fn set(ctx: &mut Ctx, opened: &OpenedSeat, fields: &FormFields) -> Result<(), Error> {
    let change = UpdateGamePreferences { modes: mail_modes::chosen(fields)? };
    preferences::set_for_game(ctx, opened.link.game, opened.link.account, change).await?;
    Ok(())
}

impl PageWriter<'_> {
    pub fn mails(&self, app: &App, words: &PageWords, set: &GamePreferences) -> Vec<Section> {
        let modes = PageForm {
            inputs: mail_modes::inputs(app, words, &set.modes, true),
            ..PageForm::press(self.address, "set_mails").with(Button::new(self.say("mails_save")))
        };
        let account = PageForm {
            text: Some(self.say("mails_account")),
            ..PageForm::press(self.address, "mail_account_link")
                .with(Button::quiet(self.say("mails_account_button")))
        };
        let more = Section { forms: vec![account], ..Section::default() };
        vec![Section { text: vec![self.say("mails_text")], forms: vec![modes], ..Section::default() }, more]
    }
}
