//! Answers to the question of a mail: by number, in words, or a plain yes or no.

use sha2::{Digest, Sha256};

use super::answer_line::{TypedAnswer, WrittenAnswer};
use super::question::current_question;
use super::reply::{CarriedOut, PendingReply};
use super::reply_words::{NOTHING_ASKED, QUESTION_CLOSED, RefusedReply, described};
use crate::error::Error;
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::play::{self, Act};
use crate::service::tag::Seen;
use crate::store::{Connection, history, seats};
use crate::texts::{GameFacts, GameSentences};
use rules::{AnyGame, Choice, Json, Legal, Seat, typed_answers};

/// Answers to one decision by their numbers: the ready ones first, then those with something to fill in.
struct NumberedAnswers {
    decision: String,
    options: Vec<Json>,
    /// How many of them are ready.
    ready: usize,
}

impl PendingReply<'_> {
    /// Carries one answer out; `answered` came before it in the same reply. The first one of a reply is one to the
    /// question of the mail, and any after it to what is asked then. `Some`: why it was not carried out.
    pub(super) async fn answer(
        &self,
        app: &App,
        connection: &mut Connection,
        loaded: &LoadedGame,
        (answered, written): (usize, &WrittenAnswer),
        done: &mut CarriedOut,
    ) -> Result<Option<RefusedReply>, Error> {
        let moved;
        let loaded = if answered == 0 {
            loaded
        } else {
            moved = LoadedGame::open(app, connection, self.address.partition, self.address.account_id, None)
                .await?;
            &moved
        };
        let game = match loaded.running() {
            Ok((_, game)) => game,
            Err(error) => return Ok(Some(self.words.refusal_of(&error))),
        };
        let open = if answered == 0 { self.open(game.as_ref()) } else { self.open_now(game.as_ref()) };
        let choice = match &written.answer {
            TypedAnswer::Number(number, behind) => {
                let numbered =
                    if answered == 0 { Some(self.numbered_in_mail()) } else { numbered_now(&open) };
                match numbered {
                    Some(numbered) => self.numbered(*number, behind, numbered, &open),
                    None => Err(self.words.refused(QUESTION_CLOSED)),
                }
            }
            TypedAnswer::Words(_) if open.is_empty() => Err(self.words.refused(QUESTION_CLOSED)),
            TypedAnswer::Words(text) => match typed_answers::parse(&self.words.kinds_as_ids(text), &open) {
                Ok(choice) => Ok(choice),
                Err(why) => {
                    let found = self.described(connection, (loaded, game.as_ref()), written, &open).await?;
                    found.ok_or_else(|| self.words.unreadable(&why))
                }
            },
            TypedAnswer::Command(_) => Err(self.words.refused(NOTHING_ASKED)),
        };
        self.act(app, connection, choice, answered, done).await
    }

    /// A yes or a no: the one answer of the question that means it.
    pub(super) async fn answer_plainly(
        &self,
        app: &App,
        connection: &mut Connection,
        is_yes: bool,
        answered: usize,
        done: &mut CarriedOut,
    ) -> Result<Option<RefusedReply>, Error> {
        let account = self.address.account_id;
        let loaded = LoadedGame::open(app, connection, self.address.partition, account, None).await?;
        let game = match loaded.running() {
            Ok((_, game)) => game,
            Err(error) => return Ok(Some(self.words.refusal_of(&error))),
        };
        let open = if answered == 0 { self.open(game.as_ref()) } else { self.open_now(game.as_ref()) };
        // The mail asks one question first; what else is open comes after it.
        let first = open.iter().position(|legal| Some(&legal.decision.id) == self.address.decision.as_ref());
        let Some(legal) = open.get(first.unwrap_or(0)) else {
            let closed = Err(self.words.refused(QUESTION_CLOSED));
            return self.act(app, connection, closed, answered, done).await;
        };
        let means = |action: &&Json| loaded.ruleset.agrees(action) == Some(is_yes);
        let meant: Vec<&Json> = legal.actions.iter().filter(means).collect();
        let choice = match meant.as_slice() {
            [action] => Ok(legal.answer((*action).clone())),
            _ => Err(self.words.refused("not_plain")),
        };
        self.act(app, connection, choice, answered, done).await
    }

    async fn act(
        &self,
        app: &App,
        connection: &mut Connection,
        choice: Result<Choice<Json>, RefusedReply>,
        answered: usize,
        done: &mut CarriedOut,
    ) -> Result<Option<RefusedReply>, Error> {
        let acted = match choice {
            Ok(choice) => match play::act(app, connection, &self.action(&choice, answered)).await {
                Ok(reply) => Ok((choice.action, reply.base)),
                Err(error) => Err(self.words.refused_by(error)?),
            },
            Err(refused) => Err(refused),
        };
        Ok(match acted {
            Ok(given) => {
                done.given.push(given);
                None
            }
            Err(refused) if refused.code == QUESTION_CLOSED && answered == 0 => {
                Some(self.why_closed(connection).await?)
            }
            Err(refused) => Some(refused),
        })
    }

    async fn why_closed(&self, connection: &mut Connection) -> Result<RefusedReply, Error> {
        let version = self.address.version.unwrap_or(-1);
        let by = history::taken_back_by(connection, self.address.partition, version).await?;
        let text = if by.is_some() { "question_taken_back" } else { QUESTION_CLOSED };
        Ok(RefusedReply { code: QUESTION_CLOSED, ..self.words.refused(text) })
    }

    /// The answer that the mail or the page describes in these words.
    async fn described(
        &self,
        connection: &mut Connection,
        (loaded, game): (&LoadedGame, &dyn AnyGame),
        answer: &WrittenAnswer,
        open: &[Legal<Json>],
    ) -> Result<Option<Choice<Json>>, Error> {
        let TypedAnswer::Words(text) = &answer.answer else { return Ok(None) };
        let seats = seats::shown(connection, &[loaded.id]).await?;
        let people: Vec<_> = seats.iter().map(|seat| seat.name.clone()).collect();
        let bots: Vec<_> = seats.iter().map(|seat| seat.bot.clone()).collect();
        let sentences = GameSentences::new(GameFacts {
            ruleset: loaded.ruleset.as_ref(),
            game,
            name: "",
            seat: self.seat(),
            language: self.words.language(),
            people: &people,
            bots: &bots,
            former: &[],
            can_reply: true,
        });
        Ok(described(text, open, &sentences, answer.is_certain))
    }

    fn seat(&self) -> Seat {
        self.address.seat.and_then(|seat| Seat::try_from(seat).ok()).unwrap_or_default()
    }

    /// The question that the game asks the seat now, first; then what else is open to it.
    fn open_now(&self, game: &dyn AnyGame) -> Vec<Legal<Json>> {
        let question = current_question(game, self.seat());
        question
            .map(|question| std::iter::once(question.numbered).chain(question.also).collect())
            .unwrap_or_default()
    }

    /// The decisions of the mail that are still open.
    fn open(&self, game: &dyn AnyGame) -> Vec<Legal<Json>> {
        let also = self.address.also.as_deref().unwrap_or_default();
        let also: Vec<String> = serde_json::from_str(also).unwrap_or_default();
        let was_in_mail = |id: &String| Some(id) == self.address.decision.as_ref() || also.contains(id);
        game.legal(self.seat()).into_iter().filter(|legal| was_in_mail(&legal.decision.id)).collect()
    }

    /// The answers of the very mail that is answered.
    fn numbered_in_mail(&self) -> NumberedAnswers {
        NumberedAnswers {
            decision: self.address.decision.clone().unwrap_or_default(),
            options: serde_json::from_str(self.address.options.as_deref().unwrap_or_default())
                .unwrap_or_default(),
            ready: self.address.actions.and_then(|ready| usize::try_from(ready).ok()).unwrap_or_default(),
        }
    }

    /// The answer of that number; what is to be filled in stands behind it.
    fn numbered(
        &self,
        number: usize,
        behind: &str,
        numbered: NumberedAnswers,
        open: &[Legal<Json>],
    ) -> Result<Choice<Json>, RefusedReply> {
        let NumberedAnswers { decision, options, ready } = numbered;
        let count = options.len();
        let option = number.checked_sub(1).and_then(|index| options.into_iter().nth(index));
        let option = option.ok_or_else(|| self.words.no_such_number(number, count))?;
        if number <= ready {
            if !behind.is_empty() {
                return Err(self.words.nothing_to_fill_in(number));
            }
            // Whether it is still open is validated like every action: the same mail twice is answered alike.
            return Ok(Choice { decision, action: option });
        }
        let legal = open.iter().find(|legal| legal.decision.id == decision);
        let legal = legal.ok_or_else(|| self.words.refused(QUESTION_CLOSED))?;
        let shape = legal.shapes.iter().find(|shape| shape.action.get() == option.get());
        let shape = shape.ok_or_else(|| self.words.refused(QUESTION_CLOSED))?;
        let filled = typed_answers::fill(shape, &self.words.kinds_as_ids(behind));
        let action = filled.map_err(|why| self.words.unreadable(&why))?;
        Ok(Choice { decision, action })
    }

    /// The same mail twice acts once: each of its answers has a key of its own.
    fn action(&self, choice: &Choice<Json>, answered: usize) -> Act {
        Act {
            game: self.address.partition,
            account: self.address.account_id.unwrap_or_default(),
            ruleset: None,
            key: Some(self.key(choice, answered)),
            decision: choice.decision.clone(),
            body: Sha256::digest(choice.action.get().as_bytes()).into(),
            action: choice.action.clone(),
            seen: Seen::default(),
        }
    }

    /// One idempotency key for every first answer to a question at one version: whichever comes first is the only one.
    /// Those after it follow from it.
    fn key(&self, choice: &Choice<Json>, answered: usize) -> String {
        let first = format!("mail.{}.", self.address.version.unwrap_or(-1));
        match answered {
            0 => first + &choice.decision,
            answered => {
                format!("{first}{}.{answered}", self.address.decision.as_deref().unwrap_or_default())
            }
        }
    }
}

/// The answers to the first question that is open, as a mail about it would number them.
fn numbered_now(open: &[Legal<Json>]) -> Option<NumberedAnswers> {
    let legal = open.first()?;
    let shapes = legal.shapes.iter().map(|shape| &shape.action);
    Some(NumberedAnswers {
        decision: legal.decision.id.clone(),
        options: legal.actions.iter().chain(shapes).cloned().collect(),
        ready: legal.actions.len(),
    })
}
