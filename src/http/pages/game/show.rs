//! A game that has begun, as a spectator sees it: how it stands, the board, what happened, how it ended.

use minijinja::value::{Serde, merge_maps};
use minijinja::{Value, context};

use super::preview;
use crate::error::Error;
use crate::http::pages::aids;
use crate::http::pages::competition;
use crate::http::pages::page::HtmlPage;
use crate::http::pages::seat::{first_line, overview, result};
use crate::http::pages::words::PageWords;
use crate::service::Ctx;
use crate::service::addresses::public_page;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::pictures::{self, BoardOnPage, PictureRequest, PictureStyle};
use crate::service::spectators::SpectatorMoment;
use crate::service::turn_log::{latest, recent_turns};
use crate::store::history::EntryRow;
use crate::texts::{GameSentences, title, when};
use rules::render::{PictureParts, PlaceLabels, RenderOptions, Theme};

/// The most lines about what happened that are shown: the latest ones.
const MAX_LINES: usize = 25;
/// Among how many of the latest entries the last change of the board is looked for.
const MAX_CHANGE: usize = 12;

pub async fn page(
    ctx: &mut Ctx,
    loaded: &LoadedGame,
    language: Language,
    part: Option<&str>,
) -> Result<HtmlPage, Error> {
    let moment = SpectatorMoment::read(ctx, loaded, language).await?;
    let sentences = GameSentences::new(moment.facts(loaded));
    let words = PageWords::new(language.code()).about_game(sentences.texts());
    let shown = Shown { loaded, moment: &moment, sentences: &sentences, language };
    let board = shown.board()?;
    if let (Some("board"), Some(board)) = (part, &board) {
        let table = sentences.table();
        let values = context! { table, board, page_address => public_page(loaded.id), is_public => true };
        return Ok(HtmlPage::new("seat/board.html", &words, values));
    }
    let result = match moment.status.is_over() {
        true => result::shown(ctx, shown.ending(), &sentences).await?,
        false => Value::UNDEFINED,
    };
    let picture = board.as_ref().map(|_| super::picture::request(loaded, shown.names(), language));
    let description = format!("{}{}", shown.turn_name(), shown.status());
    let values = context! {
        board,
        result,
        preview => preview(&ctx.app, loaded, description, picture.as_ref()),
        competition_page => competition::page_of_game(ctx, loaded).await?,
        rules_page => aids::address(loaded.ruleset.as_ref()),
        ..shown.game()?
    };
    Ok(HtmlPage::new("game/game.html", &words, merge_maps([values, shown.overview()])))
}

/// Collects what the template of the page shows.
struct Shown<'m> {
    loaded: &'m LoadedGame,
    moment: &'m SpectatorMoment,
    sentences: &'m GameSentences<'m>,
    language: Language,
}

impl Shown<'_> {
    /// How the game stands, and what happened last.
    fn game(&self) -> Result<Value, Error> {
        let moment = self.moment;
        let facts = moment.facts(self.loaded);
        let happened = recent_turns(&facts, self.sentences, &moment.entries, moment.turn_before)?;
        let (left_out, happened) = latest(happened, MAX_LINES);
        Ok(context! {
            table => self.sentences.table(),
            page_address => public_page(self.loaded.id),
            is_public => true,
            is_utc => true,
            ruleset_title => title(self.loaded.ruleset.as_ref(), self.language.code()),
            turn => self.turn_name(),
            status => self.status(),
            until => self.until(),
            is_over => moment.status.is_over(),
            left_out,
            happened => Serde(&happened),
        })
    }

    /// The strip of players.
    fn overview(&self) -> Value {
        let (moment, language) = (self.moment, self.language.code());
        let options = RenderOptions {
            names: self.names(),
            language: language.to_owned(),
            is_over: moment.status.is_over(),
            ..RenderOptions::default()
        };
        let overview = moment.game.overview(None, &options);
        let clock = overview::clock(&moment.awaited, "UTC", language);
        overview::shown(&overview, self.sentences, &moment.bots, clock)
    }

    /// The board, drawn (`svg`) and in words (`text`); `None` for a ruleset that draws none.
    fn board(&self) -> Result<Option<Value>, Error> {
        let style = PictureStyle {
            language: self.language,
            parts: PictureParts::Board,
            theme: Theme::Page,
            marks_legal: false,
            place_labels: PlaceLabels::Hidden,
        };
        let request = PictureRequest::of_present(self.loaded, None, self.names(), style);
        let since = self.last_change()?;
        let page = BoardOnPage { large_link: Some("?show=board"), since, ..BoardOnPage::default() };
        match pictures::render_on_page(self.loaded, &request, &page) {
            Ok(board) => Ok(Some(context! { svg => board.svg, text => board.text })),
            Err(error) if error.code().1 == 404 => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The entries from the last one that changed the board, among the latest.
    fn last_change(&self) -> Result<&[EntryRow], Error> {
        let entries = &self.moment.entries;
        for at in (entries.len().saturating_sub(MAX_CHANGE)..entries.len()).rev() {
            let tail = &entries[at..];
            if !pictures::changed_since(self.loaded.ruleset.as_ref(), tail, None)?.is_empty() {
                return Ok(tail);
            }
        }
        Ok(&[])
    }

    fn names(&self) -> Vec<String> {
        pictures::names(self.moment.context.people.iter().zip(&self.moment.bots))
    }

    fn ending(&self) -> result::Ending<'_> {
        let moment = self.moment;
        result::Ending {
            loaded: self.loaded,
            outcome: moment.outcome.as_ref(),
            finished_at: moment.context.finished_at,
            rating_change: None,
            names: self.names(),
            language: self.language.code(),
            time_zone: "UTC",
        }
    }

    fn turn_name(&self) -> String {
        first_line::turn_name(self.sentences, self.moment.game.as_ref(), self.moment.status)
    }

    /// For whom the game waits, or who has won.
    fn status(&self) -> String {
        let moment = self.moment;
        first_line::status(self.sentences, moment.status, moment.outcome.as_ref(), false)
    }

    /// When the time of the first who is awaited is over.
    fn until(&self) -> Option<String> {
        let awaited = self.moment.awaited.iter().filter(|open| open.blocking);
        let until = when(awaited.filter_map(|open| open.deadline).min()?, "UTC", self.language.code());
        Some(self.sentences.line("deadline", [("until", until.into())]))
    }
}
