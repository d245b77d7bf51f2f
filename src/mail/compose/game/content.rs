//! The content of an email about a game: what happened, what is asked, how it can be answered, and where.
//!
//! May know what one seat may see: its view, its legal answers, its redacted events. The state is used only to get
//! these.

use super::GameSnapshot;
use super::options::ListedAnswers;
use crate::mail::layout::{
    BoardSection, ButtonLink, GameSection, GameText, OptionsSection, QuestionSection, RankingSection,
    RecentEvents, ReplyLine, ShapeItem, StandingSection,
};
use crate::notifications::MailKind;
use crate::service::turn::Question;
use crate::service::turn_log::{TurnGroup, latest, recent_turns};
use crate::texts::{self, CallText, GameFacts, GameSentences};
use rules::typed_answers::{self, AnswerWords};
use rules::{CallClass, Field, FieldKind, Json, Legal, Shape};

/// The most lines about what happened that are shown: the latest ones.
const MAX_LINES: usize = 25;
const MAX_SHAPES: usize = 20;

pub fn write(snapshot: &GameSnapshot<'_>) -> Result<GameText, String> {
    let sentences = GameSentences::new(snapshot.facts);
    Writer { snapshot, words: sentences.answer_words(), sentences }.write()
}

struct Writer<'m> {
    snapshot: &'m GameSnapshot<'m>,
    sentences: GameSentences<'m>,
    /// The words in which the reader may answer.
    words: AnswerWords,
}

impl Writer<'_> {
    fn write(&self) -> Result<GameText, String> {
        let question = self.snapshot.question;
        let subject = match (self.snapshot.kind, question) {
            // The reader goes on with the next question, so the subject of a receipt names that.
            (MailKind::Receipt, Some(_)) => self.sentences.text("subject", "receipt_next", []),
            _ => self.of_kind("subject", CallText::Subject),
        };
        let section = GameSection {
            remarks: self.remarks(),
            asked: question.map(|question| self.question(question)),
            button: Some(self.button()),
            replies: self.replies(),
            ranking: self.ranking(),
            board: self.board(),
            happened: self.recent_events()?,
            standing: self.standing(),
            options: question.and_then(|question| self.options(&question.numbered)),
            ..GameSection::default()
        };
        Ok(GameText {
            language: texts::code(self.snapshot.facts.language),
            subject,
            lead: self.lead(),
            section,
            notes: self.notes(),
        })
    }

    /// A text in the wording for this kind of mail.
    fn of_kind(&self, section: &str, of_call: CallText) -> String {
        match self.snapshot.kind {
            MailKind::Call(call) => self.sentences.of_call(of_call, call),
            kind => self.sentences.text(section, kind.name(), []),
        }
    }

    fn heading(&self, name: &str) -> String {
        self.sentences.heading(name, self.snapshot.kind.name())
    }

    fn line<const N: usize>(&self, key: &str, values: [(&str, minijinja::Value); N]) -> String {
        self.sentences.line(key, values)
    }

    /// The first sentence, with the deadline of the question.
    fn lead(&self) -> String {
        let lead = self.of_kind("lead", CallText::Lead);
        match &self.snapshot.until {
            Some(until) if self.snapshot.question.is_some() => {
                format!("{lead} {}", self.line("deadline", [("until", until.as_str().into())]))
            }
            _ => lead,
        }
    }

    /// The result of an answer by mail, and for whom the game waits now. Only mails that follow an answer have remarks.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for given in self.snapshot.answered.given {
            let answer = self.sentences.past_action(given.action, given.game);
            remarks.push(self.line("you_answered", [("answer", answer.into())]));
        }
        let done = self.snapshot.answered.done.iter();
        remarks.extend(done.map(|done| self.done(done)));
        remarks.extend(self.snapshot.answered.refused.map(str::to_owned));
        if self.snapshot.kind == MailKind::Help {
            remarks.push(self.sentences.text("help", "game", []));
        }
        let follows =
            matches!(self.snapshot.kind, MailKind::Receipt | MailKind::ReplyRefused | MailKind::Status);
        if follows && self.snapshot.question.is_none() && !self.snapshot.is_over {
            remarks.extend(self.sentences.waiting());
        }
        remarks
    }

    /// Something that was done beside the rules. A message is shown, since its writer may have meant another part of
    /// their mail.
    fn done(&self, done: &str) -> String {
        match self.snapshot.answered.said {
            Some((text, None)) if done == "said" => {
                self.sentences.text("done", done, [("text", text.into())])
            }
            Some((text, Some(to))) if done == "said" => {
                self.sentences.text("done", "said_privately", [("text", text.into()), ("to", to.into())])
            }
            _ => match self.snapshot.answered.away {
                Some((first, last)) if done == "away" => {
                    self.sentences.text("done", done, [("first", first.into()), ("last", last.into())])
                }
                _ => self.sentences.text("done", done, []),
            },
        }
    }

    /// The hint at what can be replied where nothing is asked.
    fn replies(&self) -> Vec<ReplyLine> {
        let can_say = self.snapshot.facts.can_reply && self.snapshot.question.is_none();
        let reply = match self.snapshot.kind {
            MailKind::GameEnded => "reply_ended",
            _ => "reply_game",
        };
        can_say.then(|| self.reply_line(reply, [])).into_iter().collect()
    }

    fn reply_line<const N: usize>(&self, key: &str, values: [(&str, minijinja::Value); N]) -> ReplyLine {
        ReplyLine {
            here: self.sentences.text("lines", key, values.clone()),
            there: self.sentences.text("in_digest", key, values),
        }
    }

    /// The events since the reader last acted, as they may see them; `None` if there are none.
    fn recent_events(&self) -> Result<Option<RecentEvents>, String> {
        let facts = &self.snapshot.facts;
        let (since, before) = (self.snapshot.since, self.snapshot.turn_before);
        let turns = recent_turns(facts, &self.sentences, since, before).map_err(|error| error.to_string())?;
        let (left_out, mut turns) = latest(turns, MAX_LINES);
        let disarmed = self.snapshot.disarmed.iter().map(|order| {
            self.sentences.disarmed(&order.kind, &order.content, order.reason.as_deref().unwrap_or_default())
        });
        let disarmed: Vec<String> = disarmed.collect();
        if !disarmed.is_empty() {
            // It is about now, and in no turn.
            turns.insert(0, TurnGroup { lines: disarmed, ..TurnGroup::default() });
        }
        if turns.is_empty() {
            return Ok(None);
        }
        let earlier = (left_out > 0).then(|| self.line("earlier", [("count", left_out.into())]));
        Ok(Some(RecentEvents { heading: self.heading("happened"), earlier, turns }))
    }

    /// What the reader has to decide with. A game that is over shows its result instead.
    fn standing(&self) -> Option<StandingSection> {
        let lines = if self.snapshot.is_over { vec![] } else { self.sentences.standing() };
        (!lines.is_empty()).then(|| StandingSection { heading: self.heading("standing"), lines })
    }

    fn board(&self) -> Option<BoardSection> {
        let board = self.snapshot.board?;
        Some(BoardSection {
            heading: self.heading("board"),
            about: self.line("board_about", []),
            has_picture: board.picture.is_some(),
            map: board.map.trim_end().to_owned(),
        })
    }

    fn ranking(&self) -> Option<RankingSection> {
        let outcome = self.snapshot.outcome.as_ref()?;
        Some(RankingSection {
            heading: self.heading("ranking"),
            winner: self.sentences.winner(outcome),
            why: self.sentences.ended_by(&outcome.ended_by),
            places: self.sentences.places(outcome),
            after: self.after_the_end(),
        })
    }

    /// The change of the reader's rating, and how chance can be verified.
    fn after_the_end(&self) -> Vec<String> {
        let rating = self.snapshot.rating.map(|(before, after)| {
            self.line("rating_change", [("before", before.into()), ("after", after.into())])
        });
        rating.into_iter().chain([self.line("dice_check", [])]).collect()
    }

    /// The button to the page of the seat, where the turn is played or read.
    fn button(&self) -> ButtonLink {
        let GameFacts { game, seat, .. } = self.snapshot.facts;
        let is_own_turn = Some(game.turn().1) == seat;
        let label = match (self.snapshot.question, self.snapshot.kind) {
            (_, MailKind::Call(call))
                if matches!(call.class, CallClass::Offer | CallClass::UnpayableOffer) =>
            {
                "button_offer"
            }
            (Some(_), _) if is_own_turn => "button_play",
            (None, MailKind::GameEnded) => "button_ended",
            // Out of turn, a card is given up, a unit flees or a suit goes on.
            _ => "button_look",
        };
        let url = format!("{}/seat/{}", self.snapshot.public_url, self.snapshot.seat_link);
        ButtonLink { label: self.line(label, []), url }
    }

    fn notes(&self) -> Vec<String> {
        vec![self.line("link_note", []), self.line("why", [])]
    }

    fn question(&self, question: &Question) -> QuestionSection {
        let ask = |legal: &Legal<Json>| self.sentences.question(legal.decision.kind, &legal.decision.id);
        // Invitations that are always open are left out.
        let others = question.also.iter().filter(|other| other.decision.is_asked());
        let others: Vec<String> = others.map(ask).collect();
        let also = (!others.is_empty()).then(|| self.line("also", [("questions", others.into())]));
        QuestionSection { heading: self.heading("asked"), question: ask(&question.numbered), also }
    }

    /// The ready answers numbered, then those with something to fill in; `None` when there are none.
    fn options(&self, legal: &Legal<Json>) -> Option<OptionsSection> {
        if legal.actions.is_empty() && legal.shapes.is_empty() {
            return None;
        }
        let ListedAnswers { answers: listed, left_out: mut more } =
            ListedAnswers::of(&self.snapshot.facts, &self.sentences, legal);
        let numbers = (legal.actions.len() + 1)..;
        let how = self.how_to_answer(numbers.clone().zip(&legal.shapes).next());
        let shapes = numbers.zip(&legal.shapes).take(MAX_SHAPES).map(|option| self.shape(option));
        let shapes: Vec<ShapeItem> = shapes.collect();
        if let Some(count) = legal.shapes.len().checked_sub(shapes.len()).filter(|count| *count > 0) {
            more.push(self.line("more_options", [("count", count.into())]));
        }
        Some(OptionsSection { heading: self.heading("options"), how, listed, more, shapes })
    }

    /// How to answer from the mail itself.
    fn how_to_answer(&self, first_shape: Option<(usize, &Shape<Json>)>) -> Vec<ReplyLine> {
        let mut how = Vec::new();
        if self.snapshot.facts.can_reply {
            how.push(self.reply_line("reply_how", []));
            if let Some((number, shape)) = first_shape {
                let example = format!("{number} {}", typed_answers::example(shape, &self.words));
                how.push(self.reply_line("reply_shape", [("example", example.into())]));
            }
        }
        how
    }

    fn shape(&self, (number, shape): (usize, &Shape<Json>)) -> ShapeItem {
        ShapeItem {
            number,
            text: self.line("shape", [("what", self.sentences.shape(shape).into())]),
            fields: shape.fields.iter().map(|field| self.bounds(field)).collect(),
        }
    }

    fn bounds(&self, field: &Field) -> String {
        let name = ("name", self.words.show(field.name).into());
        match &field.kind {
            FieldKind::Integer { min, max } => {
                let values = [name, ("min", (*min).into()), ("max", (*max).into())];
                self.sentences.text("fields", "integer", values)
            }
            FieldKind::Bundle { limits: most, min_total, max_total, not_in } => {
                // A limit that no choice can pass says nothing.
                let limits: Vec<String> = most
                    .iter()
                    .filter(|limit| limit.max < *max_total)
                    .map(|limit| format!("{} {}", limit.max, self.sentences.word(limit.kind)))
                    .collect();
                let values = [
                    name,
                    ("min_total", (*min_total).into()),
                    ("max_total", (*max_total).into()),
                    ("limits", limits.join(", ").into()),
                    (
                        "not_in",
                        not_in.map_or(minijinja::Value::UNDEFINED, |name| self.words.show(name).into()),
                    ),
                ];
                self.sentences.text("fields", "bundle", values)
            }
            FieldKind::Seats { of, .. } => {
                let seats: Vec<String> = of.iter().map(|seat| self.words.show_seat(*seat)).collect();
                self.sentences.text("fields", "seats", [name, ("seats", seats.into())])
            }
        }
    }
}
