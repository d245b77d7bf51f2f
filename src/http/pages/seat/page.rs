//! What the page of a seat says, in its player's language: how the game stands, what is asked, what was chosen.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use serde::Serialize;

use super::chosen::Chosen;
use super::options::{AskedDecision, OptionWriter, at_place, typed};
use super::votes::MessagePart;
use super::{mails, orders, table};
use crate::error::Error;
use crate::http::extract::FormFields;
use crate::http::pages::page::{Button, HtmlPage, PageForm, PageLink, Section, send};
use crate::http::pages::query::PageQuery;
use crate::http::pages::words::PageWords;
use crate::http::problem;
use crate::service::Ctx;
use crate::service::identity::Language;
use crate::service::mail_links::{self, OpenedSeat, SeatMoment};
use crate::service::pictures::{self, PictureRequest, PictureStyle};
use crate::service::play::{self, PreviewRequest};
use crate::service::recent_events::recent_events;
use crate::service::tag::Seen;
use crate::service::{messages, preferences, replies};
use crate::store::Connection;
use crate::store::games::Status;
use crate::texts::{self, GameFacts, GameSentences, when};
use rules::render::PictureParts;
use rules::typed_answers::{self, AnswerWords};
use rules::{Json, Legal};

/// The parameter of the address of forms that says up to which number messages were shown.
pub const SHOWN_UNTIL: &str = "shown";
/// The most lines of what happened; of more the latest are shown.
const MAX_LINES: usize = 25;

/// What the template `seat.html` shows.
#[derive(Debug, Default, Serialize)]
pub struct SeatPage {
    pub language: &'static str,
    pub title: String,
    /// The address of the page.
    pub address: String,
    /// Where its forms go: to the page, with what it showed.
    pub post_address: String,
    /// What the last press of a button did.
    pub done: Option<String>,
    pub problem: Option<String>,
    /// For whom the game waits, or why nothing can be done.
    pub status: String,
    /// Until when there is time to answer.
    pub until: Option<String>,
    pub preview: Option<AnswerPreview>,
    /// Where the whole page is, when only a part of it is shown.
    pub back: Option<String>,
    pub asked: Vec<AskedDecision>,
    pub ranking: Option<ListPart>,
    /// What follows from the end of the game.
    pub result: Vec<Section>,
    pub board: Option<BoardPart>,
    pub take_back: Option<TakeBackPart>,
    /// For a player for whom a bot plays.
    pub come_back: Option<String>,
    pub votes: Vec<Section>,
    pub happened: Option<ListPart>,
    pub standing: Option<ListPart>,
    pub messages: Vec<MessagePart>,
    /// Says that they were read, if any of them was not.
    pub read_messages: Option<PageForm>,
    pub message_form: PageForm,
    /// Parts of the page that stand by themselves.
    pub links: Vec<PageLink>,
    /// For a player whose address gets no mail.
    pub mail_stopped: Option<ButtonPart>,
    pub end_links: ButtonPart,
    pub words: PageLabels,
}

/// The labels of the page's own buttons and headings.
#[derive(Debug, Default, Serialize)]
pub struct PageLabels {
    pub board_text: String,
    pub look: String,
    pub send: String,
    pub messages: String,
    pub more: String,
}

/// An answer before it is sent.
#[derive(Debug, Serialize)]
pub struct AnswerPreview {
    pub question: String,
    pub answer: String,
    /// What it leads to for certain.
    pub effects: Option<ListPart>,
    pub decision: String,
    pub action: String,
    pub version: i64,
}

#[derive(Debug, Serialize)]
pub struct BoardPart {
    pub heading: String,
    /// A drawing of ours, in which every text is escaped.
    pub svg: String,
    /// The same for readers without pictures.
    pub text: String,
}

#[derive(Debug, Serialize)]
pub struct ListPart {
    pub heading: String,
    pub lines: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct TakeBackPart {
    pub button: String,
    pub version: i64,
}

#[derive(Debug, Default, Serialize)]
pub struct ButtonPart {
    pub says: String,
    pub button: String,
}

/// What is to be shown beside the page itself.
#[derive(Debug, Default)]
pub struct PageRequest {
    pub chosen: Option<Chosen>,
    /// A part of the page that stands by itself.
    pub part: Option<String>,
    /// What the last press did: the name of a text.
    pub done: Option<String>,
    /// Why it did nothing, and what was sent.
    pub refused: Option<(Error, FormFields)>,
}

impl PageRequest {
    pub fn of(query: &PageQuery) -> Self {
        let word = |name| query.get(name).map(str::to_owned);
        Self { chosen: Chosen::of(query), part: word("show"), done: word("done"), refused: None }
    }
}

/// The page of an opened link at `address`, of a game that has begun.
pub async fn respond(
    ctx: &mut Ctx,
    address: String,
    opened: &OpenedSeat,
    request: PageRequest,
    status: StatusCode,
) -> Result<HttpResponse, Error> {
    let moment = mail_links::seat_moment(ctx, opened).await?;
    let sentences = GameSentences::new(facts(opened, &moment));
    let is_part = request.part.is_some();
    let post_address = match moment.messages.unread_until {
        // The parts of the page that stand by themselves show no messages.
        Some(number) if !is_part => format!("{address}?{SHOWN_UNTIL}={number}"),
        _ => address.clone(),
    };
    let writer = PageWriter {
        opened,
        moment: &moment,
        sentences: &sentences,
        address: &address,
        post_address: &post_address,
    };
    let words = PageWords::new(&moment.language);
    let done = request.done.as_deref().and_then(|done| words.done(done));
    if let Some(part) = request.part.as_deref()
        && let Some((title, sections)) = writer.part(ctx, &words, part).await?
    {
        let link = Some(PageLink { label: writer.say("back_to_game"), address: address.clone() });
        let page = HtmlPage { language: words.code(), title, done, sections, link, ..HtmlPage::default() };
        let page = match &request.refused {
            Some((error, sent)) => page.again(error, sent),
            None => page,
        };
        return page.with_status(status);
    }
    let board = board(&mut ctx.db, opened, &moment).await?;
    let selected = match &request.chosen {
        Some(chosen) => select(ctx, opened, &moment, &sentences, chosen).await,
        None => Ok(Selected::Everything),
    };
    let (selected, problem) = match selected {
        Ok(selected) => (selected, None),
        Err(problem) => (Selected::Everything, Some(problem)),
    };
    let refused = request.refused.as_ref();
    let refusal = refused.map(|(error, _)| problem::detail_in(error, words.code()).into_owned());
    let mut page = SeatPage {
        language: words.code(),
        done,
        problem: refusal.or(problem),
        mail_stopped: moment.mail_stopped.as_deref().map(|status| ButtonPart {
            says: sentences.text("seat_page", "mail_stopped", [("status", status.into())]),
            button: writer.say("mail_button"),
        }),
        ..writer.write(board, selected)?
    };
    if let Some((_, sent)) = refused {
        page.message_form.keep(sent);
    }
    send(status, "seat.html", &page)
}

fn facts<'m>(opened: &'m OpenedSeat, moment: &'m SeatMoment) -> GameFacts<'m> {
    GameFacts {
        ruleset: opened.loaded.ruleset.as_ref(),
        game: moment.game.as_ref(),
        name: &moment.name,
        seat: opened.link.seat,
        language: &moment.language,
        people: &moment.people,
        bots: &moment.bots,
        former: &moment.former,
        can_reply: false,
    }
}

/// The board as the seat sees it; where it may act, places are links.
async fn board(
    connection: &mut Connection,
    opened: &OpenedSeat,
    moment: &SeatMoment,
) -> Result<Option<(String, String)>, Error> {
    let language = Language::try_from(moment.language.clone()).unwrap_or_default();
    let style = PictureStyle {
        language,
        parts: PictureParts::Board,
        marks_legal: !moment.open.is_empty(),
        ..PictureStyle::default()
    };
    let names = pictures::names(language, moment.people.iter().zip(&moment.bots));
    let request = PictureRequest::of_present(&opened.loaded, Some(opened.link.seat), names, style);
    let links = Some("?place=".to_owned());
    let drawn = pictures::render_with_links(connection, &opened.loaded, &request, links).await;
    match drawn {
        Ok(board) => Ok(Some((board.svg, board.text))),
        // A ruleset that draws nothing has no board to show.
        Err(error) if error.code().1 == 404 => Ok(None),
        Err(error) => Err(error),
    }
}

/// What of the answers is shown.
enum Selected {
    Everything,
    /// Those about a place of the board.
    AtPlace(Vec<Legal<Json>>),
    /// One, before it is sent.
    One(AnswerPreview),
}

/// What was chosen on the page. Error: a sentence, if it is not possible.
async fn select(
    ctx: &mut Ctx,
    opened: &OpenedSeat,
    moment: &SeatMoment,
    sentences: &GameSentences<'_>,
    chosen: &Chosen,
) -> Result<Selected, String> {
    let gone = || sentences.text("seat_page", "answer_gone", []);
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
            let action = legal.actions.iter().find(|action| replies::digest(action) == *digest);
            (legal, action.ok_or_else(gone)?.clone())
        }
        Chosen::Filled { decision, shape, fields } => {
            let legal = find(decision)?;
            let shape = legal.shapes.iter().find(|known| replies::digest(&known.action) == *shape);
            let filled =
                typed_answers::fill(shape.ok_or_else(gone)?, &typed(fields), &AnswerWords::default());
            (legal, filled.map_err(|_| sentences.text("seat_page", "not_filled", []))?)
        }
    };
    // What was filled in is validated by the rules before it is shown as possible.
    let request = PreviewRequest {
        game: opened.link.game,
        account: opened.link.account,
        ruleset: None,
        decision: legal.decision.id.clone(),
        action: action.clone(),
        seen: Seen::default(),
    };
    if let Err(error) = play::preview(ctx, &request).await {
        return Err(problem::detail_in(&error, texts::code(&moment.language)).into_owned());
    }
    let effects = sentences.effects(&action);
    Ok(Selected::One(AnswerPreview {
        question: sentences.question(legal.decision.kind, &legal.decision.id),
        answer: sentences.action(&action),
        effects: (!effects.is_empty())
            .then(|| ListPart { heading: sentences.text("seat_page", "effects", []), lines: effects }),
        decision: legal.decision.id.clone(),
        action: action.get().to_owned(),
        version: moment.version,
    }))
}

/// Writes the page, and the parts of it that stand by themselves.
pub struct PageWriter<'m> {
    pub opened: &'m OpenedSeat,
    pub moment: &'m SeatMoment,
    pub sentences: &'m GameSentences<'m>,
    pub address: &'m str,
    /// Where forms go.
    pub post_address: &'m str,
}

impl PageWriter<'_> {
    pub fn say(&self, key: &str) -> String {
        self.sentences.text("seat_page", key, [])
    }

    /// A part that stands by itself: its title and what is in it. `None`: there is no such part now.
    async fn part(
        &self,
        ctx: &mut Ctx,
        words: &PageWords,
        part: &str,
    ) -> Result<Option<(String, Vec<Section>)>, Error> {
        let link = self.opened.link;
        let sections = match part {
            orders::PART if self.moment.status.is_in_play() => {
                let set = crate::service::orders::list(ctx, link.game, link.account).await?;
                let offered = orders::offered(self.opened, &set)?;
                (self.say("orders_title"), self.orders(&set, &offered))
            }
            mails::PART => {
                let set = preferences::for_game(ctx, link.game, link.account).await?;
                (self.say("mails_title"), self.mails(&ctx.app, words, &set))
            }
            table::PART => {
                let note = messages::note(ctx, link.game, link.account).await?;
                (self.say("table_title"), self.table(&note.text))
            }
            _ => return Ok(None),
        };
        Ok(Some(sections))
    }

    fn write(&self, board: Option<(String, String)>, selected: Selected) -> Result<SeatPage, Error> {
        let moment = self.moment;
        let options = OptionWriter { sentences: self.sentences };
        let ask = |open: &[Legal<Json>]| open.iter().map(|legal| options.asked(legal)).collect();
        let back = || Some(self.say("back"));
        let (asked, preview, back) = match selected {
            Selected::Everything => (ask(&moment.open), None, None),
            Selected::AtPlace(here) => (ask(&here), None, back()),
            Selected::One(preview) => (Vec::new(), Some(preview), back()),
        };
        let list = |heading: &str, lines: Vec<String>| {
            (!lines.is_empty())
                .then(|| ListPart { heading: self.sentences.text("headings", heading, []), lines })
        };
        let mut happened = recent_events(&facts(self.opened, moment), self.sentences, &moment.entries)?;
        let happened = happened.split_off(happened.len().saturating_sub(MAX_LINES));
        let standing = if moment.status.is_over() { vec![] } else { self.sentences.standing() };
        Ok(SeatPage {
            title: self.say("title"),
            address: self.address.to_owned(),
            post_address: self.post_address.to_owned(),
            status: self.status(),
            until: self.until(),
            preview,
            back,
            asked,
            ranking: list("ranking", self.ranking()),
            result: self.result(),
            board: board.map(|(svg, text)| BoardPart {
                heading: self.sentences.text("headings", "board", []),
                svg,
                text,
            }),
            take_back: moment
                .take_back
                .versions
                .first()
                .map(|version| TakeBackPart { button: self.say("take_back"), version: *version }),
            come_back: (moment.has_caretaker && moment.status.is_in_play()).then(|| self.say("come_back")),
            votes: self.open_votes(),
            happened: list("happened", happened),
            standing: list("standing", standing),
            messages: moment.messages.messages.iter().map(|sent| self.message(sent)).collect(),
            read_messages: moment.messages.unread_until.map(|_| {
                PageForm::press(self.post_address, "read_messages")
                    .with(Button::quiet(self.say("read_messages")))
            }),
            message_form: self.message_form(),
            links: self.parts(),
            end_links: ButtonPart { says: self.say("end_links"), button: self.say("end_links_button") },
            words: PageLabels {
                board_text: self.say("board_text"),
                look: self.say("look"),
                send: self.say("send"),
                messages: self.say("messages"),
                more: self.say("more"),
            },
            ..SeatPage::default()
        })
    }

    fn parts(&self) -> Vec<PageLink> {
        let link = |part: &str| PageLink {
            label: self.say(&format!("more_{part}")),
            address: format!("{}?show={part}", self.address),
        };
        let is_in_play = self.moment.status.is_in_play();
        let orders = is_in_play.then(|| link(orders::PART));
        orders.into_iter().chain([link(table::PART), link(mails::PART)]).collect()
    }

    fn status(&self) -> String {
        match self.moment.status {
            Status::Paused => self.say("paused"),
            status if status.is_over() => self.say("over"),
            _ if self.moment.has_caretaker => self.say("caretaker"),
            _ => self.sentences.waiting().unwrap_or_else(|| self.say("nobody")),
        }
    }

    /// When the time for the first decision of the seat is over.
    fn until(&self) -> Option<String> {
        let own = self.moment.awaited.iter().filter(|awaited| awaited.seat == self.opened.link.seat);
        let deadline = own.filter_map(|awaited| awaited.deadline).min()?;
        let until = when(deadline, &self.moment.time_zone, &self.moment.language);
        Some(self.sentences.line("deadline", [("until", until.into())]))
    }

    fn ranking(&self) -> Vec<String> {
        let Some(outcome) = &self.moment.outcome else { return Vec::new() };
        let ended_by = self.sentences.ended_by(&outcome.ended_by);
        std::iter::once(ended_by).chain(self.sentences.places(outcome)).collect()
    }
}
