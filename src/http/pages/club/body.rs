//! What the page of a club shows: how one joins it and what is played in it, its competitions, games and standings.

use minijinja::value::Serde;
use minijinja::{Value, context};
use uuid::Uuid;

use crate::error::Error;
use crate::http::pages::aids;
use crate::http::pages::competition::CompetitionSentences;
use crate::http::pages::hour_sentences::{HourSentences, players};
use crate::http::pages::words::PageWords;
use crate::service::addresses::{competition_page, public_page};
use crate::service::clubs::{self, Club, ClubStanding, RulesetStandings};
use crate::service::competitions::{self, CompetitionDetails, CompetitionQuery};
use crate::service::lobby::{self, GameDetails, GameQuery, GameSort, JoinRule};
use crate::service::{App, Ctx};
use crate::store::accounts::AccountRow;
use crate::store::club_members::ClubRole;
use crate::store::clubs::{ClubJoining, ClubVisibility};
use crate::store::competitions::CompetitionStatus;
use crate::store::games::{Status, Visibility};

/// The section of the texts.
const TEXTS: &str = "club";
/// The most competitions of each status, games that wait and that run, and players of the standings of a ruleset.
const COMPETITIONS: [(CompetitionStatus, u16); 3] =
    [(CompetitionStatus::Open, 20), (CompetitionStatus::Running, 20), (CompetitionStatus::Finished, 5)];
const MOST_WAITING: u16 = 30;
const MOST_RUNNING: u16 = 30;
const MOST_ROWS: usize = 50;

/// Who reads about a club.
#[derive(Clone, Copy)]
pub enum ClubReader<'r> {
    Anybody,
    /// A player, whose own page is at this address.
    Player(&'r AccountRow, &'r str),
}

impl ClubReader<'_> {
    fn account(self) -> Option<Uuid> {
        match self {
            Self::Anybody => None,
            Self::Player(account, _) => Some(account.id),
        }
    }

    fn zone(&self) -> &str {
        match self {
            Self::Anybody => "UTC",
            Self::Player(account, _) => &account.time_zone,
        }
    }

    fn competition(self, id: Uuid) -> String {
        match self {
            Self::Anybody => competition_page(id),
            Self::Player(_, address) => format!("{address}?show=competition&id={id}"),
        }
    }
}

pub struct ClubBody<'c> {
    words: &'c PageWords,
    club: &'c Club,
    reader: ClubReader<'c>,
    competitions: Vec<CompetitionDetails>,
    waiting: Vec<GameDetails>,
    running: Vec<GameDetails>,
    standings: Vec<RulesetStandings>,
}

/// How many members a club has, and how one becomes one.
pub fn summary(words: &PageWords, club: &Club) -> String {
    let members = words.say_of(TEXTS, "members", context! { count => club.member_count });
    format!("{members}. {}", words.say(TEXTS, joining(club)))
}

fn joining(club: &Club) -> &'static str {
    match (club.ended_at, club.joining) {
        (Some(_), _) => "ended",
        (None, ClubJoining::Open) => "joining_open",
        (None, ClubJoining::Request) => "joining_request",
        (None, ClubJoining::Link) => "joining_link",
    }
}

impl<'c> ClubBody<'c> {
    /// `club`: as it is shown to the reader.
    pub async fn load(
        ctx: &mut Ctx,
        words: &'c PageWords,
        club: &'c Club,
        reader: ClubReader<'c>,
    ) -> Result<Self, Error> {
        let account = reader.account();
        let mut competitions = Vec::new();
        for (status, most) in COMPETITIONS {
            let search = CompetitionQuery {
                status: Some(status),
                club: Some(club.id),
                limit: Some(most),
                ..CompetitionQuery::default()
            };
            competitions.extend(competitions::list(ctx, account, search).await?.items);
        }
        let waiting = GameQuery {
            club: Some(club.id),
            sort: GameSort::SoonestFull,
            limit: Some(MOST_WAITING),
            ..GameQuery::default()
        };
        let running = GameQuery {
            club: Some(club.id),
            status: vec![Status::Running, Status::Paused],
            limit: Some(MOST_RUNNING),
            ..GameQuery::default()
        };
        Ok(Self {
            words,
            club,
            reader,
            competitions,
            waiting: lobby::find(&mut ctx.db, account, waiting).await?.items,
            running: lobby::find(&mut ctx.db, account, running).await?.items,
            standings: clubs::best_of_rulesets(&mut ctx.db, club, MOST_ROWS).await?,
        })
    }

    /// Who has a seat in the games that wait for players.
    pub fn waiting_players(&self) -> impl Iterator<Item = Uuid> {
        self.waiting.iter().flat_map(players)
    }

    /// What the template shows. `hours`: those that the reader shares with players of games that wait.
    pub fn values(&self, app: &App, hours: &HourSentences) -> Value {
        let Club { name, about, defaults, .. } = self.club;
        let ruleset = defaults.ruleset.as_deref();
        let is_public = self.club.visibility == ClubVisibility::Public;
        context! {
            name,
            summary => summary(self.words, self.club),
            about => about.trim(),
            has_ended => self.club.ended_at.is_some(),
            by_link => self.club.joining == ClubJoining::Link,
            is_public,
            id => Serde(self.club.id),
            ruleset_title => ruleset.map(|ruleset| self.words.ruleset_name(app, ruleset)),
            rules_page => ruleset.and_then(|ruleset| app.ruleset(ruleset).ok()).and_then(aids::address),
            usual_clock => defaults.clock.map(|clock| self.words.clock(clock)),
            competitions => self.competitions.iter().map(|one| self.competition(app, one)).collect::<Vec<_>>(),
            waiting => self.waiting.iter().map(|game| self.game(app, game, hours)).collect::<Vec<_>>(),
            running => self.running.iter().map(|game| self.game(app, game, hours)).collect::<Vec<_>>(),
            standings => self.standings.iter().map(|one| self.standings(app, one)).collect::<Vec<_>>(),
        }
    }

    fn competition(&self, app: &App, details: &CompetitionDetails) -> Value {
        let zone = self.reader.zone();
        let sentences = CompetitionSentences { app, words: self.words, details, zone };
        context! {
            address => self.reader.competition(details.id),
            name => &details.name,
            about => sentences.summary(),
        }
    }

    /// A game in a list. Everybody can open a public one; private ones are shown to members, as lines.
    fn game(&self, app: &App, game: &GameDetails, hours: &HourSentences) -> Value {
        let is_new = game.your_seat.is_none()
            && self.reader.account().is_some_and(|account| !players(game).contains(&account));
        let is_of_club = self.club.your_role.is_some_and(|role| role >= ClubRole::Member);
        let is_open_to_reader = is_of_club || game.visibility == Visibility::Public;
        context! {
            id => Serde(game.id),
            line => self.words.game_line(app, game),
            address => (game.visibility != Visibility::Private).then(|| public_page(game.id)),
            may_join => is_new
                && is_open_to_reader
                && game.status == Status::Open
                && game.join == JoinRule::Open
                && game.free_seats > 0,
            hours => if is_new && game.status.is_waiting() { hours.at_table(game) } else { Vec::new() },
        }
    }

    fn standings(&self, app: &App, standings: &RulesetStandings) -> Value {
        let row = |(index, standing): (usize, &ClubStanding)| {
            context! {
                rank => index + 1,
                name => &standing.name,
                games => standing.games,
                wins => standing.wins,
                share => self.words.decimal(standing.average_place_share, 1000),
            }
        };
        context! {
            title => self.words.ruleset_name(app, &standings.ruleset),
            rows => standings.best.iter().enumerate().map(row).collect::<Vec<_>>(),
            more => standings.more,
        }
    }
}
