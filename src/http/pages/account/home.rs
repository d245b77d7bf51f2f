//! The page itself: what waits for its player, and all their games.

use minijinja::{Value, context};
use uuid::Uuid;

use super::{games, settings};
use crate::error::Error;
use crate::http::pages::page::{Button, HtmlPage, PageForm, PageLink, Section};
use crate::http::pages::table;
use crate::http::pages::words::PageWords;
use crate::notifications::suppression::suppressed;
use crate::service::lobby::{self, GameDetails, GameQuery};
use crate::service::streams::{self, InboxItem, InboxItemType};
use crate::service::{App, Ctx};
use crate::store::Connection;
use crate::store::accounts::AccountRow;
use crate::store::games::Status;
use crate::texts::when;

const MAX_ITEMS: u16 = 50;
const MAX_GAMES: u16 = 50;
const MAX_OVER: u16 = 10;

/// Writes the page of an account.
pub struct AccountWriter<'w> {
    pub app: &'w App,
    pub words: &'w PageWords,
    pub account: &'w AccountRow,
    pub address: &'w str,
}

impl AccountWriter<'_> {
    pub fn say(&self, key: &str) -> String {
        self.say_of(key, context! {})
    }

    pub fn say_of(&self, key: &str, about: Value) -> String {
        self.words.say_of("account", key, about)
    }

    pub async fn home(&self, ctx: &mut Ctx) -> Result<HtmlPage, Error> {
        let account = self.account.id;
        let inbox = streams::inbox(ctx, account, None, MAX_ITEMS, &[]).await?;
        let waiting: Vec<PageForm> =
            inbox.items.iter().enumerate().map(|(place, item)| self.item(place, item)).collect();
        let in_play = [Status::Open, Status::Confirming, Status::Running, Status::Paused];
        let playing = self.own_games(&mut ctx.db, in_play.to_vec(), MAX_GAMES).await?;
        let over = self.own_games(&mut ctx.db, vec![Status::Finished, Status::Cancelled], MAX_OVER).await?;
        let mut sections = vec![
            Section {
                text: waiting.is_empty().then(|| self.say("nothing_waits")).into_iter().collect(),
                ..Section::of(self.say("waiting"), waiting)
            },
            Section {
                text: playing.is_empty().then(|| self.say("no_games")).into_iter().collect(),
                ..Section::of(self.say("games"), playing)
            },
        ];
        if !over.is_empty() {
            sections.push(Section::of(self.say("over"), over));
        }
        let part = |part: &str| PageLink {
            label: self.say(&format!("more_{part}")),
            address: format!("{}?show={part}", self.address),
        };
        let links = vec![part(games::PART), part(settings::PART)];
        sections.push(Section { heading: Some(self.say("more")), links, ..Section::default() });
        if let Some(stopped) = suppressed(&mut ctx.db, account).await? {
            let form = PageForm {
                text: Some(self.say_of("mail_stopped", context! { status => stopped.status })),
                ..PageForm::press(self.address, "resume_mail").with(Button::new(self.say("mail_button")))
            };
            sections.insert(0, Section { forms: vec![form], ..Section::default() });
        }
        let end = PageForm {
            text: Some(self.say("end_links")),
            ..PageForm::press(self.address, "end_links").with(Button::quiet(self.say("end_links_button")))
        };
        sections.push(Section { forms: vec![end], ..Section::default() });
        Ok(HtmlPage {
            language: self.words.code(),
            title: self.say_of("title", context! { name => &self.account.name }),
            sections,
            ..HtmlPage::default()
        })
    }

    /// Something that waits, with the button that opens its page.
    fn item(&self, place: usize, item: &InboxItem) -> PageForm {
        let until = item.deadline.map(|at| when(at, &self.account.time_zone, &self.account.language));
        let title = table::ruleset(self.app, &item.ruleset);
        let about = context! {
            table => if item.game_name.is_empty() { title } else { item.game_name.as_str() },
            until => until,
            unread => item.unread,
        };
        let (key, press) = match item.item_type {
            InboxItemType::Decision if item.awaited => ("decision", "open"),
            InboxItemType::Decision => ("optional_decision", "open"),
            InboxItemType::Confirmation => ("confirmation", "open"),
            InboxItemType::Vote => ("vote", "open"),
            InboxItemType::Messages => ("messages", "open"),
            InboxItemType::Invitation => ("invitation", "open_invitation"),
            InboxItemType::SeatOffer => ("seat_offer", "open_offer"),
        };
        let form = PageForm { text: Some(self.say_of(key, about)), ..PageForm::press(self.address, press) };
        let form = PageForm { id: format!("item-{place}"), ..form.sending("game", item.game_id.to_string()) };
        let form = match (item.item_type, item.invitation_id, item.seat) {
            (InboxItemType::Invitation, Some(id), _) => form.sending("invitation", id.to_string()),
            (InboxItemType::SeatOffer, _, Some(seat)) => form.sending("seat", seat.to_string()),
            _ => form,
        };
        form.with(if item.awaited { Button::new(self.say("open")) } else { Button::quiet(self.say("open")) })
    }

    async fn own_games(
        &self,
        connection: &mut Connection,
        statuses: Vec<Status>,
        limit: u16,
    ) -> Result<Vec<PageForm>, Error> {
        let search = GameQuery { status: statuses, mine: true, limit: Some(limit), ..GameQuery::default() };
        let found = lobby::find(connection, Some(self.account.id), search).await?;
        let open = |game: &GameDetails| {
            let form = PageForm { text: Some(self.game(game)), ..self.press_game("open", game.id) };
            form.with(Button::quiet(self.say("open")))
        };
        Ok(found.items.iter().map(open).collect())
    }

    pub fn press_game(&self, press: &str, game: Uuid) -> PageForm {
        let form = PageForm::press(self.address, press).sending("game", game.to_string());
        PageForm { id: format!("{press}-{game}"), ..form }
    }

    /// A game in a list: its name, its ruleset and who sits there.
    pub fn game(&self, game: &GameDetails) -> String {
        let people: Vec<String> = game.seats.iter().filter_map(|seat| seat.name.clone()).collect();
        let about = context! {
            table => table::name(self.app, game),
            title => table::ruleset(self.app, &game.ruleset),
            people,
            free => game.free_seats,
        };
        let is_waiting = game.status.is_waiting();
        self.say_of(if is_waiting { "waiting_game" } else { "game" }, about)
    }
}
