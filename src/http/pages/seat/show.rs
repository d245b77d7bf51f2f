//! What the page of a seat shows, in its player's language: how the game stands, what is asked, what was chosen.

use actix_web::HttpResponse;
use minijinja::value::{Serde, merge_maps};
use minijinja::{Value, context};

use super::options::{Chosen, OptionWriter, at_place, filled, shape_of};
use super::{first_line, orders, overview, result};
use crate::error::{Code, Error, Sentence};
use crate::http::extract::FormFields;
use crate::http::pages::aids;
use crate::http::pages::choices::{self, MailTopics};
use crate::http::pages::competition;
use crate::http::pages::page::{HtmlPage, PageQuery};
use crate::http::pages::words::PageWords;
use crate::http::problem;
use crate::service::Ctx;
use crate::service::identity::Language;
use crate::service::log::{Ballot, VoteKind};
use crate::service::mail_links::{self, OpenedSeat, SeatMoment};
use crate::service::pictures::{self, BoardOnPage, PictureRequest, PictureStyle};
use crate::service::play::{self, ActionRequest};
use crate::service::tag::Seen;
use crate::service::turn_log::{latest, recent_turns};
use crate::service::votes::Vote;
use crate::service::{messages, preferences, turn};
use crate::store::games::{Status, Visibility};
use crate::texts::{self, GameFacts, GameSentences, when};
use rules::render::{PictureParts, PlaceLabels, RenderOptions, Theme};
use rules::{Json, Legal, Seat};

/// The parameter of the address of forms that says up to which number messages were shown.
pub const SHOWN_UNTIL: &str = "shown";
/// The most lines about what happened that are shown: the latest ones.
const MAX_LINES: usize = 25;

/// What is to be shown beside the page itself.
#[derive(Debug, Default)]
pub struct PageRequest {
    pub chosen: Option<Chosen>,
    /// A part of the page that stands by itself.
    pub part: Option<String>,
    pub place_labels: PlaceLabels,
    /// What the last press did: the name of a text.
    pub done: Option<String>,
    /// Why it did nothing, and what was sent.
    pub refused: Option<(Error, FormFields)>,
}

impl PageRequest {
    pub fn of(query: &PageQuery) -> Self {
        let word = |name| query.get(name).map(str::to_owned);
        Self {
            chosen: Chosen::of(query),
            part: word("show"),
            place_labels: match query.get("names") {
                Some("1") => PlaceLabels::Shown,
                _ => PlaceLabels::Hidden,
            },
            done: word("done"),
            refused: None,
        }
    }

    /// The page, with what the last press did or why it did nothing.
    pub fn respond(self, page: HtmlPage) -> Result<HttpResponse, Error> {
        let page = page.done(self.done.as_deref());
        match self.refused {
            Some((error, sent)) => page.again(error, &sent),
            None => page.shown(),
        }
    }
}

/// The page of an opened link at `address`, of a game that has begun.
pub async fn page(
    ctx: &mut Ctx,
    address: &str,
    opened: &OpenedSeat,
    request: &PageRequest,
) -> Result<HtmlPage, Error> {
    let moment = mail_links::seat_moment(ctx, opened).await?;
    let sentences = GameSentences::new(facts(opened, &moment));
    let words = PageWords::new(&moment.language).about_game(sentences.texts());
    let shown = Shown { opened, moment: &moment, sentences: &sentences };
    let part = match request.part.as_deref() {
        Some(part) => shown.part(ctx, &words, part, request.place_labels).await?,
        None => None,
    };
    if let Some((template, values)) = part {
        let values = context! { address, page_address => address, ..values };
        return Ok(HtmlPage::new(template, &words, merge_maps([values, shown.table()])));
    }
    let selected = match &request.chosen {
        Some(chosen) => shown.select(ctx, chosen).await,
        None => Ok(Selected::Everything),
    };
    let (selected, problem) = match selected {
        Ok(selected) => (selected, None),
        Err(problem) => (Selected::Everything, Some(problem)),
    };
    let board = shown.board(selected.chosen(), request.place_labels)?;
    let result = match moment.status.is_over() {
        true => result::shown(ctx, shown.ending(), &sentences).await?,
        false => Value::UNDEFINED,
    };
    let post_address = post_address(address, moment.messages.unread_until);
    let competition_page = competition::page_of_game(ctx, &opened.loaded).await?;
    let values =
        context! { address => post_address, page_address => address, board, result, competition_page };
    let values = merge_maps([values, shown.turn(selected), shown.overview(), shown.game()?, shown.table()]);
    Ok(HtmlPage::new("seat/seat.html", &words, values).with_problem(problem))
}

/// Where forms of a page go: to the page, with what it showed.
pub fn post_address(address: &str, unread_until: Option<i64>) -> String {
    unread_until.map_or(address.to_owned(), |number| format!("{address}?{SHOWN_UNTIL}={number}"))
}

fn facts<'m>(opened: &'m OpenedSeat, moment: &'m SeatMoment) -> GameFacts<'m> {
    GameFacts {
        ruleset: opened.loaded.ruleset.as_ref(),
        game: moment.game.as_ref(),
        name: &moment.name,
        seat: Some(opened.link.seat),
        language: &moment.language,
        people: &moment.people,
        bots: &moment.bots,
        former: &moment.former,
        can_reply: false,
    }
}

/// Which answers are shown.
enum Selected {
    Everything,
    /// The answers about a place of the board.
    AtPlace(Vec<Legal<Json>>),
    /// The chosen answer, before it is sent, with its certain effects.
    One {
        action: Json,
        preview: Value,
    },
}

impl Selected {
    fn chosen(&self) -> Option<&Json> {
        match self {
            Self::One { action, .. } => Some(action),
            Self::Everything | Self::AtPlace(_) => None,
        }
    }
}

/// Collects what the templates of the page show.
struct Shown<'m> {
    opened: &'m OpenedSeat,
    moment: &'m SeatMoment,
    sentences: &'m GameSentences<'m>,
}

impl Shown<'_> {
    /// A part that stands by itself: its template and what it shows. `None`: there is no such part now.
    async fn part(
        &self,
        ctx: &mut Ctx,
        words: &PageWords,
        part: &str,
        place_labels: PlaceLabels,
    ) -> Result<Option<(&'static str, Value)>, Error> {
        let link = self.opened.link;
        Ok(match part {
            "orders" if self.moment.status.is_in_play() => {
                Some(("seat/orders.html", orders::shown(ctx, self.opened, self.sentences).await?))
            }
            "mails" => {
                let set = preferences::for_game(ctx, link.game, link.account).await?;
                let of_game = MailTopics::OfGame(self.opened.loaded.ruleset.id());
                let topics = choices::mail_topics(&ctx.app, words, &set.modes, of_game);
                Some(("seat/mails.html", context! { topics }))
            }
            "table" => {
                let note = messages::note(ctx, link.game, link.account).await?.text;
                Some(("seat/table.html", context! { note }))
            }
            "board" => {
                let board = self.board(None, place_labels)?;
                let names = place_labels == PlaceLabels::Shown;
                board.map(|board| ("seat/board.html", context! { board, names }))
            }
            _ => None,
        })
    }

    /// The board as the seat sees it, drawn (`svg`) and in words (`text`). Where the seat may act, places are links;
    /// after an answer was `chosen`, it shows what that answer puts on the board instead.
    fn board(&self, chosen: Option<&Json>, place_labels: PlaceLabels) -> Result<Option<Value>, Error> {
        let (moment, loaded) = (self.moment, &self.opened.loaded);
        let style = PictureStyle {
            language: self.language(),
            parts: PictureParts::Board,
            marks_legal: !moment.open.is_empty(),
            place_labels,
            theme: Theme::Page,
        };
        let request = PictureRequest::of_present(loaded, Some(self.opened.link.seat), self.names(), style);
        let page = BoardOnPage {
            place_link: Some("?place="),
            large_link: Some("?show=board"),
            chosen,
            since: &moment.entries,
        };
        match pictures::render_on_page(loaded, &request, &page) {
            Ok(board) => Ok(Some(context! { svg => board.svg, text => board.text })),
            // A ruleset without the rendering part has no board.
            Err(error) if error.code().1 == 404 => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn ending(&self) -> result::Ending<'_> {
        let moment = self.moment;
        result::Ending {
            loaded: &self.opened.loaded,
            outcome: moment.outcome.as_ref(),
            finished_at: moment.finished_at,
            rating_change: moment.rating_change.as_ref(),
            names: self.names(),
            language: &moment.language,
            time_zone: &moment.time_zone,
        }
    }

    fn language(&self) -> Language {
        Language::try_from(self.moment.language.clone()).unwrap_or_default()
    }

    /// The names of the players, as pictures show them.
    fn names(&self) -> Vec<String> {
        pictures::names(self.moment.people.iter().zip(&self.moment.bots))
    }

    /// How the game stands in figures.
    fn overview(&self) -> Value {
        let (opened, moment) = (self.opened, self.moment);
        let options = RenderOptions {
            names: self.names(),
            language: moment.language.clone(),
            is_over: moment.status.is_over(),
            ..RenderOptions::default()
        };
        let overview = moment.game.overview(Some(opened.link.seat), &options);
        let clock = overview::clock(&moment.awaited, &moment.time_zone, &moment.language);
        overview::shown(&overview, self.sentences, &moment.bots, clock)
    }

    /// What was chosen on the page. Error: a sentence, if it is not possible.
    async fn select(&self, ctx: &mut Ctx, chosen: &Chosen) -> Result<Selected, String> {
        let (opened, moment, sentences) = (self.opened, self.moment, self.sentences);
        let gone = || sentences.text("seat_page", "answer_gone", []);
        let said = |error: &Error| problem::detail_in(error, texts::code(&moment.language)).into_owned();
        let find =
            |decision: &str| moment.open.iter().find(|legal| legal.decision.id == decision).ok_or_else(gone);
        let (legal, action) = match chosen {
            Chosen::Place(place) => {
                let here = at_place(moment.game.as_ref(), opened.link.seat, &moment.open, place);
                match here.as_slice() {
                    [Legal { decision, actions, shapes }] if actions.len() == 1 && shapes.is_empty() => {
                        (find(&decision.id)?, actions[0].clone())
                    }
                    [] => return Err(gone()),
                    _ => return Ok(Selected::AtPlace(here)),
                }
            }
            Chosen::Ready { decision, digest } => {
                let legal = find(decision)?;
                let action = legal.actions.iter().find(|action| turn::digest(action) == *digest);
                (legal, action.ok_or_else(gone)?.clone())
            }
            Chosen::Filled { decision, shape, fields } => {
                let legal = find(decision)?;
                let filled = filled(shape_of(legal, shape).ok_or_else(gone)?, fields);
                let unfit = || said(&Code::InvalidField.because(Sentence::NumbersDoNotFit));
                (legal, filled.ok_or_else(unfit)?)
            }
        };
        // The rules validate the filled-in action before the page offers to send it.
        let (game, account) = (opened.link.game, opened.link.account);
        let decision = legal.decision.id.clone();
        let request = ActionRequest { ruleset: None, decision, action: action.clone() };
        if let Err(error) = play::preview(ctx, game, account, &request, &Seen::Nothing, None).await {
            return Err(said(&error));
        }
        let preview = context! {
            question => sentences.question(legal.decision.kind, &legal.decision.id),
            answer => sentences.action(&action),
            effects => sentences.effects(&action),
            decision => &legal.decision.id,
            action => action.get(),
        };
        Ok(Selected::One { action, preview })
    }

    /// What is asked, or the answer that was chosen.
    fn turn(&self, selected: Selected) -> Value {
        let ruleset = self.opened.loaded.ruleset.as_ref();
        let options = OptionWriter { ruleset, sentences: self.sentences };
        let asked = |open: &[Legal<Json>]| {
            open.iter().enumerate().map(|(place, legal)| options.asked(place, legal)).collect::<Vec<_>>()
        };
        match selected {
            Selected::Everything => context! { asked => asked(&self.moment.open) },
            Selected::AtPlace(here) => context! { asked => asked(&here), is_selection => true },
            Selected::One { preview, .. } => context! { asked => asked(&[]), preview, is_selection => true },
        }
    }

    /// How the game stands, what happened, and what is said at the table.
    fn game(&self) -> Result<Value, Error> {
        let moment = self.moment;
        let own = self.opened.link.seat;
        let facts = facts(self.opened, moment);
        let happened = recent_turns(&facts, self.sentences, &moment.entries, moment.turn_before)?;
        let (left_out, happened) = latest(happened, MAX_LINES);
        let people = (0..).zip(&moment.people).filter(|(seat, name)| *seat != own && name.is_some());
        Ok(context! {
            version => moment.version,
            rules_page => aids::address(self.opened.loaded.ruleset.as_ref()),
            turn => first_line::turn_name(self.sentences, moment.game.as_ref(), moment.status),
            is_awaited => self.is_awaited(),
            status => self.status(),
            until => self.until(),
            is_over => moment.status.is_over(),
            has_begun => moment.status != Status::Expired,
            commitment => &moment.commitment,
            take_back => moment.take_back.versions.first(),
            left_out,
            happened => Serde(&happened),
            standing => if moment.status.is_over() { vec![] } else { self.sentences.standing() },
            messages => Serde(&moment.messages.messages),
            has_unread => moment.messages.unread_until.is_some(),
            others => self.named(people.map(|(seat, _)| seat)),
            mail_stopped => &moment.mail_stopped,
        })
    }

    /// The votes, and what the players of the game can decide.
    fn table(&self) -> Value {
        let (moment, loaded) = (self.moment, &self.opened.loaded);
        let is_possible = |kind: &VoteKind| match kind {
            VoteKind::Pause => moment.status == Status::Running,
            VoteKind::Resume => moment.status == Status::Paused,
            VoteKind::ExtendClocks => loaded.present.clock.is_some(),
            VoteKind::EndByRanking | VoteKind::Cancel => true,
            // It has a form of its own.
            VoteKind::ReplaceSeat => false,
        };
        let kinds = VoteKind::ALL.into_iter().filter(is_possible).map(VoteKind::word);
        let seats = (0..).zip(&moment.people).map(|(seat, _)| seat);
        context! {
            is_in_play => moment.status.is_in_play(),
            has_caretaker => moment.has_caretaker,
            has_resigned => loaded.has_resigned(self.opened.link.seat),
            is_private => loaded.present.visibility == Visibility::Private,
            own_seat => self.opened.link.seat,
            playing => self.named(seats.filter(|seat| !loaded.has_resigned(*seat))),
            votes => moment.votes.iter().map(|vote| self.vote(vote)).collect::<Vec<_>>(),
            vote_kinds => kinds.collect::<Vec<_>>(),
        }
    }

    /// An open vote, with the ballots that the reader may cast.
    fn vote(&self, vote: &Vote) -> Value {
        let (moment, seat) = (self.moment, self.opened.link.seat);
        let cast = vote.ballots.iter().find(|cast| cast.seat == seat).map(|cast| cast.ballot);
        let is_voter = vote.voters.contains(&seat) && !moment.has_caretaker;
        let offered = [(Ballot::Yes, "yes"), (Ballot::No, "no")].into_iter();
        let ballots = offered.filter(|(ballot, _)| is_voter && cast != Some(*ballot)).map(|(_, word)| word);
        context! {
            id => Serde(vote.id),
            facts => Value::from_pairs(vote.facts(seat)),
            until => when(vote.expires_at, &moment.time_zone, &moment.language),
            ballots => ballots.collect::<Vec<_>>(),
            is_withdrawable => vote.opened_by == seat && !moment.has_caretaker,
        }
    }

    /// Seats, each with what its player is called.
    fn named(&self, seats: impl Iterator<Item = Seat>) -> Value {
        Value::from(Serde(seats.map(|seat| (seat, self.sentences.player(seat))).collect::<Vec<_>>()))
    }

    /// For whom the game waits, or why nothing can be done.
    fn status(&self) -> String {
        let moment = self.moment;
        first_line::status(self.sentences, moment.status, moment.outcome.as_ref(), moment.has_caretaker)
    }

    fn is_awaited(&self) -> bool {
        let own = self.opened.link.seat;
        self.moment.status.is_in_play()
            && !self.moment.has_caretaker
            && self.moment.awaited.iter().any(|open| open.blocking && open.seat == own)
    }

    /// When the time for the first decision of the seat is over.
    fn until(&self) -> Option<String> {
        let own = self.moment.awaited.iter().filter(|awaited| awaited.seat == self.opened.link.seat);
        let deadline = own.filter_map(|awaited| awaited.deadline).min()?;
        let until = when(deadline, &self.moment.time_zone, &self.moment.language);
        Some(self.sentences.line("deadline", [("until", until.into())]))
    }
}
