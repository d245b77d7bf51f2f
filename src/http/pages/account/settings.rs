//! The part of the page with settings: the profile, and how mails come.

use super::home::AccountWriter;
use crate::error::Error;
use crate::http::pages::choices::{self, choice, select};
use crate::http::pages::mail_modes;
use crate::http::pages::page::{Button, HtmlPage, Input, InputKind, PageForm, PageLink, Section};
use crate::service::Ctx;
use crate::service::preferences::{self, DeliveryPreferences};

/// Its name in the address.
pub const PART: &str = "settings";

impl AccountWriter<'_> {
    pub async fn settings(&self, ctx: &mut Ctx) -> Result<HtmlPage, Error> {
        let set = preferences::show(ctx, self.account.id).await?;
        let password = PageForm {
            text: Some(self.say("password_text")),
            ..PageForm::press(self.address, "mail_password_link")
                .with(Button::quiet(self.say("password_button")))
        };
        Ok(HtmlPage {
            language: self.words.code(),
            title: self.say("more_settings"),
            sections: vec![
                Section::of(self.say("profile"), vec![self.profile()]),
                Section {
                    text: vec![self.say("mails_text")],
                    ..Section::of(self.say("mails"), vec![self.mails(&set)])
                },
                Section::of(self.say("password"), vec![password]),
            ],
            link: Some(PageLink { label: self.say("back"), address: self.address.to_owned() }),
            ..HtmlPage::default()
        })
    }

    fn profile(&self) -> PageForm {
        let about = Input {
            value: self.account.about.clone(),
            ..choices::lines("about", self.say("about"), 1000, false)
        };
        PageForm {
            inputs: vec![
                choices::name(self.words, &self.account.name),
                choices::language(self.words, &self.account.language),
                choices::time_zone(self.words, &self.account.time_zone),
                about,
            ],
            ..PageForm::press(self.address, "set_profile").with(Button::new(self.say("save")))
        }
    }

    fn mails(&self, set: &DeliveryPreferences) -> PageForm {
        let minutes = |name: &str, key: &str, least: i64, most: i64, value: Option<i16>| Input {
            kind: InputKind::Number,
            name: name.to_owned(),
            label: self.say(key),
            value: value.map(|value| value.to_string()).unwrap_or_default(),
            least,
            most,
            ..Input::default()
        };
        let (from, to) = set.quiet_hours.map(|hours| (hours.from, hours.to)).unzip();
        let warn = Input {
            kind: InputKind::Check,
            name: "warn_in_quiet".to_owned(),
            label: self.say("warn_in_quiet"),
            value: "yes".to_owned(),
            is_checked: set.warn_in_quiet_hours,
            ..Input::default()
        };
        let mut inputs = mail_modes::inputs(self.app, self.words, &set.modes, false);
        inputs.extend([
            self.hour("quiet_from", from, true),
            self.hour("quiet_to", to, true),
            warn,
            self.hour("digest_hour", Some(set.digest_hour), false),
            minutes("batch_minutes", "batch_minutes", 1, 720, Some(set.batch_minutes)),
            minutes("hold_down_minutes", "hold_down_minutes", 0, 1440, set.hold_down_minutes),
        ]);
        PageForm { inputs, ..PageForm::press(self.address, "set_mails").with(Button::new(self.say("save"))) }
    }

    /// A full hour of the day; `can_be_none`: or none.
    fn hour(&self, name: &'static str, hour: Option<i16>, can_be_none: bool) -> Input {
        let none = can_be_none.then(|| choice("", &self.say("no_hour")));
        let hours = (0..24).map(|hour| choice(&hour.to_string(), &format!("{hour}:00")));
        let chosen = hour.map(|hour| hour.to_string()).unwrap_or_default();
        select(name, self.say(name), &chosen, none.into_iter().chain(hours).collect())
    }
}
