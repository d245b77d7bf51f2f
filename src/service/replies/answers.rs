//! Carrying out a reply to the question of a mail, one answer after the other.

use sha2::{Digest, Sha256};

use super::asked::{Asked, AskedFor, Meaning, NumberedAnswers, ReadAnswer};
use super::command::ReplyCommand;
use super::question::current_question;
use super::reply::{CarriedOut, PendingReply};
use super::reply_words::{QUESTION_CLOSED, RefusedReply};
use super::written_reply::WrittenReply;
use crate::error::Error;
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::play::{self, Act};
use crate::service::tag::Seen;
use crate::store::{Connection, history, seats};
use crate::texts::{GameFacts, GameSentences};
use rules::{AnyGame, Choice, Json, Legal, Seat};

/// What a part of a reply came to.
pub(super) struct Step {
    /// How many parts it took.
    pub parts: usize,
    /// Why it was not carried out.
    pub refused: Option<RefusedReply>,
    /// It was the writer's name, or something else below the answers.
    pub is_over: bool,
}

impl Step {
    pub const fn done(parts: usize) -> Self {
        Self { parts, refused: None, is_over: false }
    }
}

/// What does not change from one answer of a reply to the next.
pub(super) struct QuestionOfMail {
    in_mail: NumberedAnswers,
    /// The kind of its decision, if that is still open.
    kind: Option<&'static str>,
    people: Vec<Option<String>>,
    bots: Vec<Option<String>>,
    /// What the writer is called.
    names: Vec<String>,
}

impl PendingReply<'_> {
    pub(super) async fn question_of_mail(
        &self,
        connection: &mut Connection,
        loaded: &LoadedGame,
    ) -> Result<QuestionOfMail, Error> {
        let seats = seats::shown(connection, &[loaded.id]).await?;
        let people: Vec<_> = seats.iter().map(|seat| seat.name.clone()).collect();
        let bots = seats.iter().map(|seat| seat.bot.clone()).collect();
        let name = people.get(usize::from(self.seat())).cloned().flatten();
        let names = [name, self.mail.from_name.clone()].into_iter().flatten().collect();
        Ok(QuestionOfMail { in_mail: self.numbered_in_mail(), kind: None, people, bots, names })
    }

    /// Carries the answer out that begins with the part `at` of a reply; as many have been given before it. The first one
    /// is one to the question of the mail, and any after it to what is asked then.
    pub(super) async fn answer(
        &self,
        app: &App,
        connection: &mut Connection,
        loaded: &LoadedGame,
        (reply, at): (&WrittenReply, usize),
        (question, done): (&mut QuestionOfMail, &mut CarriedOut),
    ) -> Result<Step, Error> {
        let answered = done.given.len();
        let moved;
        let loaded = if at == 0 {
            loaded
        } else {
            moved = LoadedGame::open(app, connection, self.address.partition, self.address.account_id, None)
                .await?;
            &moved
        };
        let read = match loaded.running() {
            Ok((_, game)) => self.read(loaded, game.as_ref(), (reply, at), answered, question),
            // What is no answer of the rules can be said all the same.
            Err(error) => match ReplyCommand::read(&reply.text(at, 1)) {
                Some(command) if !matches!(command, ReplyCommand::Yes(_) | ReplyCommand::No) => {
                    Some(ReadAnswer { parts: 1, means: Ok(Meaning::Command(command)) })
                }
                _ => Some(ReadAnswer { parts: 1, means: Err(self.words.refusal_of(&error)) }),
            },
        };
        let Some(ReadAnswer { parts, means }) = read else {
            return Ok(Step { parts: 1, refused: None, is_over: true });
        };
        let choice = match means {
            Ok(Meaning::Courtesy) => return Ok(Step::done(parts)),
            Ok(Meaning::Command(command)) => {
                return self.step(app, connection, (reply, at, parts), command, done).await;
            }
            Ok(Meaning::Answer(choice)) => Ok(choice),
            Err(why) => Err(why),
        };
        let refused = self.act(app, connection, choice, answered, done).await?;
        Ok(Step { parts, refused, is_over: false })
    }

    /// A command with what stands behind it; a message goes on to the end of the reply.
    pub(super) async fn step(
        &self,
        app: &App,
        connection: &mut Connection,
        (reply, at, parts): (&WrittenReply, usize, usize),
        command: ReplyCommand,
        done: &mut CarriedOut,
    ) -> Result<Step, Error> {
        let (command, parts) = match command {
            ReplyCommand::Say(said) => {
                let all = match ReplyCommand::read(&reply.rest(at)) {
                    Some(ReplyCommand::Say(all)) => all,
                    _ => said,
                };
                (ReplyCommand::Say(all), reply.parts.len() - at)
            }
            command => (command, parts),
        };
        let refused = self.obey(app, connection, &command, done).await?;
        Ok(Step { parts, refused, is_over: false })
    }

    /// What the part `at` means now. `None`: it is no answer, but something that people write below one.
    fn read(
        &self,
        loaded: &LoadedGame,
        game: &dyn AnyGame,
        (reply, at): (&WrittenReply, usize),
        answered: usize,
        question: &mut QuestionOfMail,
    ) -> Option<ReadAnswer> {
        let open = if answered == 0 { self.open(game) } else { self.open_now(game) };
        if answered == 0 {
            let of_mail =
                open.iter().find(|legal| Some(&legal.decision.id) == self.address.decision.as_ref());
            question.kind = of_mail.map(|legal| legal.decision.kind);
        }
        let sentences = GameSentences::new(GameFacts {
            ruleset: loaded.ruleset.as_ref(),
            game,
            name: "",
            seat: self.seat(),
            language: self.words.language(),
            people: &question.people,
            bots: &question.bots,
            former: &[],
            can_reply: true,
        });
        let typed = sentences.answer_words();
        let asked = Asked::new(AskedFor {
            open: &open,
            ruleset: loaded.ruleset.as_ref(),
            words: &self.words,
            typed: &typed,
            sentences: &sentences,
            in_mail: &question.in_mail,
            since: (answered > 0).then_some(question.kind.unwrap_or_default()),
            names: &question.names,
        });
        let read = asked.read(reply, at);
        if read.means.is_ok() {
            return Some(read);
        }
        let is_certain = reply.parts.get(at).is_some_and(|part| part.is_certain);
        let line = reply.text(at, reply.on_line(at));
        let is_name = at > 0 && asked.is_name(&line);
        let may_be_no_answer = at > 0 && !is_certain && !asked.is_attempt(&line);
        let is_over = !reply.has_answers_behind(at) && (is_name || may_be_no_answer);
        (!is_over).then_some(read)
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
