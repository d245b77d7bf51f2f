//! The part of the page with new games: beginning one, and those in which seats are free.

use super::home::AccountWriter;
use crate::error::Error;
use crate::http::pages::choices::{self, choice, select};
use crate::http::pages::page::{Button, HtmlPage, Input, InputKind, PageForm, PageLink, Section};
use crate::service::lobby::{self, GameQuery, GameSort};
use crate::store::Connection;

/// Its name in the address.
pub const PART: &str = "games";

const MAX_OPEN: u16 = 30;

impl AccountWriter<'_> {
    pub async fn games(&self, connection: &mut Connection) -> Result<HtmlPage, Error> {
        let search = GameQuery { sort: GameSort::SoonestFull, limit: Some(MAX_OPEN), ..GameQuery::default() };
        let found = lobby::find(connection, Some(self.account.id), search).await?;
        let is_new =
            |game: &&lobby::GameDetails| game.seats.iter().all(|seat| seat.account != Some(self.account.id));
        let open: Vec<PageForm> = found
            .items
            .iter()
            .filter(is_new)
            .map(|game| {
                let form = PageForm { text: Some(self.game(game)), ..self.press_game("join", game.id) };
                form.with(Button::quiet(self.say("join")))
            })
            .collect();
        let begin = Section {
            text: vec![self.say("begin_text")],
            ..Section::of(self.say("begin"), vec![self.new_game()])
        };
        let open = Section {
            text: open.is_empty().then(|| self.say("none_open")).into_iter().collect(),
            ..Section::of(self.say("open_games"), open)
        };
        Ok(HtmlPage {
            language: self.words.code(),
            title: self.say("more_games"),
            sections: vec![begin, open],
            link: Some(PageLink { label: self.say("back"), address: self.address.to_owned() }),
            ..HtmlPage::default()
        })
    }

    fn new_game(&self) -> PageForm {
        let rulesets: Vec<_> = self.app.rulesets.iter().collect();
        let first = rulesets.first().map(|ruleset| ruleset.id()).unwrap_or_default();
        let least = rulesets.iter().map(|ruleset| *ruleset.players().start()).min().unwrap_or(2);
        let most = rulesets.iter().map(|ruleset| *ruleset.players().end()).max().unwrap_or(8);
        let name = |ruleset: &&dyn rules::AnyRuleset| {
            let players = ruleset.players();
            let label = format!("{} ({}–{})", ruleset.name(), players.start(), players.end());
            choice(ruleset.id(), &label)
        };
        let number = |name: &str, key: &str, least: u8, most: u8, value: u8| Input {
            kind: InputKind::Number,
            name: name.to_owned(),
            label: self.say(key),
            value: value.to_string(),
            least: least.into(),
            most: most.into(),
            ..Input::default()
        };
        let of_words = |name: &'static str, words: &[&str]| {
            let choices = words.iter().map(|word| choice(word, &self.say(&format!("begin_{name}_{word}"))));
            let chosen = words.first().copied().unwrap_or_default();
            select(name, self.say(&format!("begin_{name}")), chosen, choices.collect())
        };
        let title =
            Input { name: "name".to_owned(), label: self.say("begin_name"), most: 80, ..Input::default() };
        PageForm {
            inputs: vec![
                select("ruleset", self.say("begin_ruleset"), first, rulesets.iter().map(name).collect()),
                number("seats", "begin_seats", least, most, 4.clamp(least, most)),
                number("bots", "begin_bots", 0, most.saturating_sub(1), 0),
                choices::clock(self.words),
                choices::order_delay(self.words),
                of_words("visibility", &["private", "public"]),
                of_words("start", &["when_full", "on_confirmation"]),
                title,
                choices::lines("description", self.say("begin_description"), 1000, false),
            ],
            ..PageForm::press(self.address, "begin").with(Button::new(self.say("begin")))
        }
    }
}
