//! Pictures of games: the drawing of a ruleset, delivered for a viewer and a version, as SVG, as pixels, as text.
//!
//! Knows the names of the players and how an SVG becomes a PNG; knows nothing of what is in the drawing. What a viewer
//! may see was decided by the view that the ruleset rendered.

mod changes;
mod palette;
mod png;
mod raster;
mod renderer;
mod standings;

pub use changes::{changed_places, changed_since};
pub use png::png;
pub use renderer::{PictureCaller, PictureSize, PngRenderer, WIDTHS};
pub use standings::{COLUMN_ROWS, StandingsColumn, StandingsFacts, StandingsRow, standings};

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::service::bot_names::{NamedSeat, bot_names};
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::tag::Tag;
use crate::service::{history, play};
use crate::store::history::EntryRow;
use crate::store::{Connection, accounts, seats};
use rules::render::{
    CardFacts, Marks, Phrases, PictureParts, PlaceLabels, RenderOptions, Theme, TurnPoints,
    card as drawn_card, chart as points_chart,
};
use rules::{AnyGame, Json, RenderedBoard, Viewer};

/// How a picture is requested, whatever it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PictureStyle {
    pub language: Language,
    pub parts: PictureParts,
    pub theme: Theme,
    /// Are the places marked at which the viewer may act?
    pub marks_legal: bool,
    pub place_labels: PlaceLabels,
}

/// A picture that is requested. Equal requests give equal pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureRequest {
    /// The version of the game, and the viewer.
    pub tag: Tag,
    /// Is the version of `tag` the present one?
    pub present: bool,
    /// The names of the players, by seat.
    pub names: Vec<String>,
    pub style: PictureStyle,
}

impl PictureRequest {
    /// The picture of `version`, or of now. Errors: `game_not_running` before the start, `version_beyond_present`,
    /// `invalid_parameter`.
    pub async fn of(
        connection: &mut Connection,
        loaded: &LoadedGame,
        viewer: Viewer,
        version: Option<i64>,
        style: PictureStyle,
    ) -> Result<Self, Error> {
        if version.is_some_and(|version| version < 0) {
            return Err(Code::InvalidParameter.field("version", Sentence::AtLeast { least: 0 }));
        }
        let version = play::version(loaded, version)?;
        let seats = seats::shown(connection, &[loaded.id]).await?;
        let bots = bot_names(loaded.id, seats.iter().map(NamedSeat::from));
        let names = names(seats.iter().map(|seat| &seat.name).zip(&bots));
        let tag = loaded.tag_at(connection, viewer, version).await?;
        Ok(Self { tag, present: loaded.present.version == Some(version), names, style })
    }

    /// The picture of a game as it is now, with the names of its players.
    pub fn of_present(loaded: &LoadedGame, viewer: Viewer, names: Vec<String>, style: PictureStyle) -> Self {
        Self { tag: loaded.tag(viewer), present: true, names, style }
    }

    /// The part of an entity tag that stands for what the picture depends on beside the game: the names, which players
    /// may change, and how it is requested.
    pub fn mark(&self) -> String {
        let text = format!("{:?}\n{}", self.style, self.names.join("\n"));
        let digest = Sha256::digest(text.as_bytes());
        hex::encode(digest.get(..6).unwrap_or_default())
    }

    /// The places to mark at which the viewer may act.
    fn legal_places(&self, game: &dyn AnyGame) -> Vec<String> {
        let viewer = self.tag.viewer.filter(|_| self.style.marks_legal);
        viewer.map(|seat| game.legal_places(seat)).unwrap_or_default()
    }

    fn options(&self, loaded: &LoadedGame, marks: Marks) -> RenderOptions {
        let PictureStyle { language, parts, theme, place_labels, .. } = self.style;
        RenderOptions {
            names: self.names.clone(),
            language: language.code().to_owned(),
            parts,
            theme,
            place_labels,
            marks,
            is_over: self.present && loaded.present.status.is_over(),
        }
    }
}

/// The names of players as pictures show them: of each seat that of the person, or of the bot.
pub fn names<'s>(seats: impl Iterator<Item = (&'s Option<String>, &'s Option<String>)>) -> Vec<String> {
    seats.map(|(person, bot)| person.as_ref().or(bot.as_ref()).cloned().unwrap_or_default()).collect()
}

/// The language of a reader who requests none: that of their account, or else the one their client prefers.
pub async fn language_of(
    connection: &mut Connection,
    account: Option<Uuid>,
    preferred: Language,
) -> Result<Language, Error> {
    let Some(id) = account else { return Ok(preferred) };
    let account = accounts::find(connection, id).await?;
    Ok(account.and_then(|account| Language::try_from(account.language).ok()).unwrap_or(preferred))
}

/// The board of a game as the viewer may see it. A past version costs a bounded replay.
pub async fn render(
    connection: &mut Connection,
    loaded: &LoadedGame,
    request: &PictureRequest,
) -> Result<RenderedBoard, Error> {
    let Tag { version, viewer, .. } = request.tag;
    let game = if request.present {
        loaded.position()?.1
    } else {
        history::game_at(connection, loaded, version).await?
    };
    let changed = changed_places(connection, loaded.ruleset.as_ref(), loaded.id, (version, viewer)).await?;
    let legal = request.legal_places(game.as_ref());
    let options = request.options(loaded, Marks { changed, legal, ..Marks::default() });
    // A ruleset that renders nothing has no board to be found.
    game.render(viewer, &options).ok_or_else(|| Code::RouteNotFound.problem())
}

/// How wide and how high a card is, in pixels.
pub const CARD_WIDTH: u16 = rules::render::CARD_WIDTH as u16;
pub const CARD_HEIGHT: u16 = rules::render::CARD_HEIGHT as u16;

/// The board of a game as it is now beside its players, for services that show where a link leads: an SVG document.
pub async fn card(
    connection: &mut Connection,
    loaded: &LoadedGame,
    request: &PictureRequest,
) -> Result<String, Error> {
    let board = render(connection, loaded, request).await?;
    let game = loaded.position()?.1;
    let options = request.options(loaded, Marks::default());
    let facts = CardFacts {
        overview: &game.overview(request.tag.viewer, &options),
        names: &request.names,
        phrases: &Phrases::new(&options.language, |language| loaded.ruleset.texts(language)),
        turn: game.turn().0,
        is_over: options.is_over,
    };
    Ok(drawn_card(&board.svg, facts))
}

/// What a page adds to the board that it contains.
#[derive(Debug, Clone, Copy, Default)]
pub struct BoardOnPage<'p> {
    /// Makes the marked places links: what their addresses begin with; they end with the name of the place.
    pub place_link: Option<&'p str>,
    /// The address of the board drawn large.
    pub large_link: Option<&'p str>,
    /// The action that the viewer chose and has not sent: it is shown on the board, and other actions are not.
    pub chosen: Option<&'p Json>,
    /// The entries since the viewer's last own one, oldest first. What they changed is marked.
    pub since: &'p [EntryRow],
}

/// The board of a game as it is now, for a page that contains it.
pub fn render_on_page(
    loaded: &LoadedGame,
    request: &PictureRequest,
    page: &BoardOnPage<'_>,
) -> Result<RenderedBoard, Error> {
    let viewer = request.tag.viewer;
    let game = loaded.position()?.1;
    let marks = Marks {
        changed: changed_since(loaded.ruleset.as_ref(), page.since, viewer)?,
        legal: request.legal_places(game.as_ref()),
        legal_link: page.place_link.map(str::to_owned),
        large_link: page.large_link.map(str::to_owned),
    };
    let options = request.options(loaded, marks);
    let board = match (page.chosen, viewer) {
        (Some(action), Some(seat)) => game.render_chosen(seat, action, &options),
        _ => game.render(viewer, &options),
    };
    board.ok_or_else(|| Code::RouteNotFound.problem())
}

/// The most versions that are read at once.
const VERSIONS_AT_ONCE: i64 = 500;

/// The points of every seat over the turns of a game that is over, as an SVG document. The chart never changes again,
/// except for names. Its cost grows with the length of the game, which the rules bound.
pub async fn chart(
    connection: &mut Connection,
    loaded: &LoadedGame,
    request: &PictureRequest,
) -> Result<String, Error> {
    let mut game = history::game_at(connection, loaded, 0).await?;
    let mut turns = Turns::new(game.as_ref());
    let mut version = 0;
    while version < request.tag.version {
        let last = request.tag.version.min(version + VERSIONS_AT_ONCE);
        let entries = history::between(connection, loaded, version, last).await?;
        history::fold(connection, loaded, game.as_mut(), &entries, |game| turns.record(game)).await?;
        version = last;
    }
    let PictureStyle { language, theme, .. } = request.style;
    Ok(points_chart(&turns.ended(game.as_ref()), &request.names, (language.code(), theme)))
}

/// The points of every seat at the end of each turn.
struct Turns {
    standings: Vec<TurnPoints>,
    turn: u32,
}

impl Turns {
    fn new(game: &dyn AnyGame) -> Self {
        let turn = game.turn().0;
        let start = TurnPoints { turn: turn.saturating_sub(1), points: game.points() };
        Self { standings: vec![start], turn }
    }

    fn record(&mut self, game: &dyn AnyGame) {
        let turn = game.turn().0;
        if turn < self.turn {
            // The action that ended the turn was taken back.
            self.standings.retain(|ended| ended.turn < turn);
            self.turn = turn;
        }
        if turn != self.turn {
            self.standings.push(TurnPoints { turn: self.turn, points: game.points() });
            self.turn = turn;
        }
    }

    fn ended(mut self, game: &dyn AnyGame) -> Vec<TurnPoints> {
        self.standings.push(TurnPoints { turn: self.turn, points: game.points() });
        self.standings
    }
}
