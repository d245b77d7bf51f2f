//! Pictures of games: the drawing of a ruleset, delivered for a viewer and a version, as SVG, as pixels, as text.
//!
//! Knows the names of the players and how an SVG becomes a PNG; knows nothing of what is in the drawing. What a viewer
//! may see was decided by the view that the ruleset rendered.

mod palette;
mod png;
mod renderer;

pub use png::png;
pub use renderer::{PictureCaller, PngRenderer, WIDTHS};

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::tag::Tag;
use crate::service::{history, log, play};
use crate::store::{self, Connection, accounts, seats};
use rules::render::{Marks, Phrases, PictureParts, RenderOptions, Theme, TurnPoints, chart as points_chart};
use rules::{AnyGame, AnyRuleset, RenderedBoard, Viewer};

/// How a picture is requested, whatever it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PictureStyle {
    pub language: Language,
    pub parts: PictureParts,
    pub theme: Theme,
    /// Are the places marked at which the viewer may act?
    pub marks_legal: bool,
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
        let names = names(style.language, seats.iter().map(|seat| (&seat.name, &seat.bot)));
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
}

/// The names of players as pictures show them: of each seat the person, or the bot.
pub fn names<'s>(
    language: Language,
    seats: impl Iterator<Item = (&'s Option<String>, &'s Option<String>)>,
) -> Vec<String> {
    let phrases = Phrases::shared(language.code());
    let name = |seat: (&Option<String>, &Option<String>)| match seat {
        (Some(person), _) => person.clone(),
        (None, Some(bot)) => phrases.say("bot", &[("name", bot)]),
        (None, None) => String::new(),
    };
    seats.map(name).collect()
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
    render_with_links(connection, loaded, request, None).await
}

/// [`render`] for a page that contains the picture: the marked places are links, whose addresses begin with `links` and
/// end with the name of the place.
pub async fn render_with_links(
    connection: &mut Connection,
    loaded: &LoadedGame,
    request: &PictureRequest,
    links: Option<String>,
) -> Result<RenderedBoard, Error> {
    let Tag { version, viewer, .. } = request.tag;
    let game = if request.present {
        loaded.position()?.1
    } else {
        history::game_at(connection, loaded, version).await?
    };
    let legal = viewer.filter(|_| request.style.marks_legal).map(|seat| game.legal_places(seat));
    let changed = changed_places(connection, loaded.ruleset.as_ref(), loaded.id, (version, viewer)).await?;
    let PictureStyle { language, parts, theme, .. } = request.style;
    let options = RenderOptions {
        names: request.names.clone(),
        language: language.code().to_owned(),
        parts,
        theme,
        marks: Marks { changed, legal: legal.unwrap_or_default(), legal_link: links },
        is_over: request.present && loaded.present.status.is_over(),
    };
    // A ruleset that renders nothing has no board to be found.
    game.render(viewer, &options).ok_or_else(|| Code::RouteNotFound.problem())
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

/// How many entries are read at a time. Mostly one of the last few changed the board; where a suit has gone on for
/// long, nothing is marked, rather than the whole log read.
const READS: [i64; 3] = [12, 60, 240];

/// The places on the board that were changed by the last entry up to `version` that changed any, as `viewer` saw it. An
/// entry that was taken back changed nothing.
pub async fn changed_places(
    connection: &mut Connection,
    ruleset: &dyn AnyRuleset,
    game: Uuid,
    (version, viewer): (i64, Viewer),
) -> Result<Vec<String>, Error> {
    // Entries after this version were taken back, or were looked at in an earlier round.
    let mut version = version;
    for count in READS {
        let first = (version - count).max(-1);
        let entries = store::history::entries(connection, game, first, version, count).await?;
        for entry in entries.iter().rev() {
            if entry.version > version {
                continue;
            }
            if let Some(earlier) = log::returned_to(entry)? {
                version = earlier;
                continue;
            }
            let broken = |error| Error::internal(format!("the events of version {}", entry.version), error);
            let places = ruleset.changed_places(&entry.events, viewer).map_err(broken)?;
            if !places.is_empty() {
                return Ok(places.into_iter().collect::<BTreeSet<String>>().into_iter().collect());
            }
        }
        version = version.min(first);
        if version < 0 {
            break;
        }
    }
    Ok(Vec::new())
}
