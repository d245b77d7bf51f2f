//! Finds what a part of a reply means, given the open decisions, and carries answers out.

use std::collections::HashMap;
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use super::grammar::{Part, PartKind, ReplyCommand};
use super::reply::PendingReply;
use super::reply_words::{NOT_PLAIN, QUESTION_CLOSED, RefusedReply, ReplyWords};
use crate::error::Error;
use crate::service::Ctx;
use crate::service::bot_names::{NamedSeat, bot_names};
use crate::service::loaded_game::LoadedGame;
use crate::service::play::{self, Act, ActionRequest, Included};
use crate::service::stored_json::{decode, stored_seat};
use crate::service::tag::Seen;
use crate::service::turn::{current_question, options_by_number};
use crate::store::reply_addresses::ReplyAddressRow;
use crate::store::{Connection, history, seats};
use crate::texts::{GameFacts, GameSentences};
use rules::typed_answers::{fill, words};
use rules::{AnyGame, AnyRuleset, Choice, Json, Legal, Seat, type_of};

/// The most lines into which a mail program is taken to break the words of an option.
const MAX_BROKEN: usize = 4;

/// The question of the mail that is answered. It does not change from one answer of a reply to the next.
pub(super) struct QuestionOfMail {
    seat: Seat,
    decision: String,
    /// The other decisions of the mail.
    also: Vec<String>,
    /// The ready answers by their numbers, then those with something to fill in.
    options: Vec<Json>,
    ready: usize,
    /// The kind of the decision; `None` inside: the decision was closed when the first answer was read.
    kind: OnceLock<Option<&'static str>>,
    people: Vec<Option<String>>,
    bots: Vec<Option<String>>,
}

pub(super) enum Meaning {
    Answer(Choice<Json>),
    Command(ReplyCommand),
    /// Understood for certain, but not possible.
    Refused(RefusedReply),
    Courtesy,
    Unread,
}

/// The decisions that are open to the seat at one moment of carrying a reply out.
pub(super) struct Asked<'a> {
    open: Vec<Legal<Json>>,
    ruleset: &'a dyn AnyRuleset,
    game: &'a dyn AnyGame,
    words: &'a ReplyWords<'a>,
    sentences: GameSentences<'a>,
    in_mail: &'a QuestionOfMail,
    /// Has something been answered since the mail?
    is_later: bool,
    /// The ready answers by their words, or by their places; of those that are worded alike the first.
    by_words: OnceLock<HashMap<Vec<String>, Choice<Json>>>,
}

impl<'a> Asked<'a> {
    pub(super) fn new(
        reply: &'a PendingReply<'_>,
        (ruleset, game): (&'a dyn AnyRuleset, &'a dyn AnyGame),
        in_mail: &'a QuestionOfMail,
        is_later: bool,
    ) -> Self {
        let open = if is_later { in_mail.open_now(game) } else { in_mail.open(game) };
        let of_mail = || Some(open.iter().find(|legal| legal.decision.id == in_mail.decision)?.decision.kind);
        in_mail.kind.get_or_init(of_mail);
        let sentences = GameSentences::new(GameFacts {
            ruleset,
            game,
            name: "",
            seat: Some(in_mail.seat),
            language: reply.words.language(),
            people: &in_mail.people,
            bots: &in_mail.bots,
            former: &[],
            can_reply: true,
        });
        let by_words = OnceLock::new();
        Self { open, ruleset, game, words: &reply.words, sentences, in_mail, is_later, by_words }
    }

    /// The meaning of the first of these parts, and how many parts it takes up.
    pub(super) fn read(&self, parts: &[Part]) -> (Meaning, usize) {
        let Some(part) = parts.first() else { return (Meaning::Courtesy, 1) };
        let means = match &part.kind {
            PartKind::Number(number) => self.numbered(*number, None),
            PartKind::Filled { number, behind, is_marked } => match self.worded(&part.text) {
                Some(choice) => Meaning::Answer(choice),
                None => self.numbered(*number, Some((behind, *is_marked))),
            },
            PartKind::Words => return self.broken(parts),
            // A line in capitals may be an option, and no banner.
            PartKind::Banner => match self.broken(parts) {
                (Meaning::Unread, length) => return (Meaning::Courtesy, length),
                answer => return answer,
            },
            PartKind::Command(command) => match command {
                ReplyCommand::Yes(_) => self.agreement(true),
                ReplyCommand::No => self.agreement(false),
                command => Meaning::Command(command.clone()),
            },
            PartKind::Courtesy => Meaning::Courtesy,
        };
        (means, 1)
    }

    fn worded(&self, text: &str) -> Option<Choice<Json>> {
        let of_all = || {
            let mut by_words = HashMap::new();
            for legal in &self.open {
                for action in &legal.actions {
                    let said = words(&self.sentences.action(action));
                    by_words.entry(said).or_insert_with(|| legal.answer(action.clone()));
                }
            }
            for (place, choice) in self.by_places() {
                by_words.entry(place).or_insert(choice);
            }
            by_words
        };
        self.by_words.get_or_init(of_all).get(&words(text)).cloned()
    }

    /// The ready answers by the name of the place alone, where one is about it; also without what the name says of the
    /// coast. The name has to have a number: a line that is nothing but "sea" may be anything.
    fn by_places(&self) -> Vec<(Vec<String>, Choice<Json>)> {
        let names = self.game.place_names(Some(self.in_mail.seat), self.words.language());
        let (mut whole, mut short): (ByPlace, ByPlace) = (HashMap::new(), HashMap::new());
        for legal in &self.open {
            let actions: Vec<&Json> = legal.actions.iter().collect();
            for (action, places) in actions.iter().zip(self.game.places_of(self.in_mail.seat, &actions)) {
                let name = match places.as_slice() {
                    [place] => names.get(place).unwrap_or_default(),
                    _ => continue,
                };
                // A harbour is called by its rate, `3:1`, and a tile by its number.
                let is_tile = |part: &str| has_number(&words(part)) && !part.contains(':');
                let parts = name.rsplit_once(" · ").filter(|(_, last)| !is_tile(last));
                let shorter = parts.map(|(tiles, _)| (&mut short, tiles));
                for (by_place, said) in std::iter::once((&mut whole, name.as_str())).chain(shorter) {
                    let only = || Some(legal.answer((*action).clone()));
                    by_place.entry(words(said)).and_modify(|choice| *choice = None).or_insert_with(only);
                }
            }
        }
        // A name is another place's before it is a shorter form of one.
        short.retain(|said, _| !whole.contains_key(said));
        let found = whole.into_iter().chain(short).filter(|(said, _)| has_number(said));
        found.filter_map(|(said, choice)| Some((said, choice?))).collect()
    }

    /// An option in its own words, which a mail program may have broken into lines.
    fn broken(&self, parts: &[Part]) -> (Meaning, usize) {
        let mut text = String::new();
        for (place, part) in parts.iter().take(MAX_BROKEN).enumerate() {
            let may_go_on = part.goes_on && matches!(part.kind, PartKind::Words | PartKind::Filled { .. });
            if place > 0 && !may_go_on {
                break;
            }
            text = format!("{text} {}", part.text);
            if let Some(choice) = self.worded(&text) {
                return (Meaning::Answer(choice), place + 1);
            }
        }
        (Meaning::Unread, 1)
    }

    /// The one answer of the question that a plain yes or no means.
    fn agreement(&self, is_yes: bool) -> Meaning {
        // A yes or no is for the first question of the mail; once an answer was given, for the question that is asked
        // now.
        let first = self.open.iter().find(|legal| legal.decision.id == self.in_mail.decision);
        let Some(legal) = first.or_else(|| self.open.first().filter(|_| self.is_later)) else {
            return Meaning::Refused(self.words.refused(QUESTION_CLOSED));
        };
        let mut meant = legal.actions.iter().filter(|action| self.ruleset.agrees(action) == Some(is_yes));
        match meant.next().filter(|_| meant.next().is_none()) {
            Some(action) => Meaning::Answer(legal.answer(action.clone())),
            None => Meaning::Refused(self.words.refused(NOT_PLAIN)),
        }
    }

    /// Is none of the questions of the mail open any more?
    pub(super) fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    /// Does the first question ask for a yes or no?
    pub(super) fn asks_for_consent(&self) -> bool {
        let first = self.open.iter().find(|legal| legal.decision.id == self.in_mail.decision);
        first.is_some_and(|legal| legal.actions.iter().any(|action| self.ruleset.agrees(action).is_some()))
    }

    /// The option with that number, filled in with the text behind it. The first number of a reply is one of the mail.
    /// A later number is one of the mail, too, while that option is open, and otherwise one of the question that has
    /// followed.
    fn numbered(&self, number: usize, behind: Option<(&str, bool)>) -> Meaning {
        match self.option(number) {
            Ok((decision, option, is_ready)) => self.filled(number, (decision, option, is_ready), behind),
            // A number that is no option, with words behind it, may be a date or a house number.
            Err(_) if behind.is_some_and(|(_, is_marked)| !is_marked) => Meaning::Unread,
            Err(why) => Meaning::Refused(why),
        }
    }

    fn option(&self, number: usize) -> Result<(&str, &Json, bool), RefusedReply> {
        let mail = self.in_mail;
        let no_such_number = |count: usize| self.words.no_such_number(number, count);
        let option = number.checked_sub(1).and_then(|index| mail.options.get(index));
        if !self.is_later {
            let option = option.ok_or_else(|| no_such_number(mail.options.len()))?;
            return Ok((&mail.decision, option, number <= mail.ready));
        }
        if let Some((option, (legal, is_ready))) =
            option.and_then(|option| Some((option, self.holds(option)?)))
        {
            return Ok((&legal.decision.id, option, is_ready));
        }
        let asked = self.open.first().ok_or_else(|| self.words.refused(QUESTION_CLOSED))?;
        if mail.kind.get() == Some(&Some(asked.decision.kind)) {
            return Err(match option {
                Some(_) => self.words.answer_gone(number),
                None => no_such_number(mail.options.len()),
            });
        }
        let option = options_by_number(asked).find(|(its, _)| *its == number).map(|(_, option)| option);
        let option = option.ok_or_else(|| no_such_number(options_by_number(asked).count()))?;
        Ok((&asked.decision.id, option, number <= asked.actions.len()))
    }

    /// The open decision that has this option, and whether the option is ready, with nothing to fill in.
    fn holds(&self, option: &Json) -> Option<(&Legal<Json>, bool)> {
        let is_it = |action: &Json| action.get() == option.get();
        let ready = self.open.iter().find(|legal| legal.actions.iter().any(is_it)).map(|legal| (legal, true));
        let is_shape = |legal: &&Legal<Json>| legal.shapes.iter().any(|shape| is_it(&shape.action));
        ready.or_else(|| Some((self.open.iter().find(is_shape)?, false)))
    }

    fn filled(
        &self,
        number: usize,
        (decision, option, is_ready): (&str, &Json, bool),
        behind: Option<(&str, bool)>,
    ) -> Meaning {
        let answer = |action: Json| Meaning::Answer(Choice { decision: decision.to_owned(), action });
        let (typed, is_marked) = behind.unwrap_or(("", true));
        if is_ready {
            // Whether the option is still open is checked by `play::act`, after repeats: the same mail twice is
            // answered alike.
            return match behind {
                None => answer(option.clone()),
                Some(_) if self.worded(typed).is_some_and(|said| said.action.get() == option.get()) => {
                    answer(option.clone())
                }
                Some((_, true)) => Meaning::Refused(self.words.nothing_to_fill_in(number)),
                Some(_) => Meaning::Unread,
            };
        }
        let Some(legal) = self.open.iter().find(|legal| legal.decision.id == decision) else {
            return Meaning::Refused(self.words.refused(QUESTION_CLOSED));
        };
        // Shapes of one type differ in their bounds alone: which of them was named makes no difference.
        let own = legal.shapes.iter().filter(|shape| shape.action.get() == option.get());
        let alike = legal.shapes.iter().filter(|shape| type_of(&shape.action) == type_of(option));
        let typed_words = self.sentences.answer_words();
        let mut filled = own.chain(alike).map(|shape| fill(shape, typed, &typed_words)).peekable();
        let why = match filled.peek() {
            Some(Err(why)) => self.words.unreadable(why),
            Some(Ok(_)) | None => self.words.refused(QUESTION_CLOSED),
        };
        match filled.find_map(Result::ok) {
            Some(action) => answer(action),
            None if is_marked => Meaning::Refused(why),
            None => Meaning::Unread,
        }
    }
}

/// The one option about a place, by the words of its name; `None` where there are several.
type ByPlace = HashMap<Vec<String>, Option<Choice<Json>>>;

fn has_number(said: &[String]) -> bool {
    said.iter().any(|word| word.parse::<u8>().is_ok())
}

impl QuestionOfMail {
    /// The question that the game asks the seat now, first; then what else is open to it.
    fn open_now(&self, game: &dyn AnyGame) -> Vec<Legal<Json>> {
        match current_question(game, self.seat) {
            Some(question) => std::iter::once(question.numbered).chain(question.also).collect(),
            None => Vec::new(),
        }
    }

    /// The decisions of the mail that are still open.
    fn open(&self, game: &dyn AnyGame) -> Vec<Legal<Json>> {
        let mut open = game.legal(self.seat);
        open.retain(|legal| legal.decision.id == self.decision || self.also.contains(&legal.decision.id));
        open
    }
}

impl PendingReply<'_> {
    pub(super) async fn question_of_mail(
        &self,
        connection: &mut Connection,
        loaded: &LoadedGame,
    ) -> Result<QuestionOfMail, Error> {
        let seats = seats::shown(connection, &[loaded.id]).await?;
        let ReplyAddressRow { seat, decision, also, options, actions, .. } = self.address;
        let (Some(seat), Some(decision), Some(also), Some(options), Some(ready)) =
            (seat, decision, also, options, actions)
        else {
            return Err(Error::bug("the address for replies to a question is stored without the question"));
        };
        Ok(QuestionOfMail {
            seat: stored_seat(*seat)?,
            decision: decision.clone(),
            also: decode("the other decisions of a mail", also)?,
            options: decode("the options of a mail", options)?,
            ready: usize::try_from(*ready).map_err(|error| Error::internal("a number of options", error))?,
            kind: OnceLock::new(),
            people: seats.iter().map(|seat| seat.name.clone()).collect(),
            bots: bot_names(loaded.id, seats.iter().map(NamedSeat::from)),
        })
    }

    /// Carries an answer out, after `answered` others of the same reply. The inner error is a refusal for the writer.
    pub(super) async fn act(
        &self,
        ctx: &mut Ctx,
        choice: Choice<Json>,
        answered: usize,
    ) -> Result<Result<(Json, i64), RefusedReply>, Error> {
        let refused = match play::act(ctx, &self.action(&choice, answered)).await {
            Ok(reply) => return Ok(Ok((choice.action, reply.base))),
            Err(error) => self.words.refused_by(error)?,
        };
        if refused.code != QUESTION_CLOSED || answered > 0 {
            return Ok(Err(refused));
        }
        Ok(Err(self.why_closed(&mut ctx.db).await?))
    }

    pub(super) async fn why_closed(&self, connection: &mut Connection) -> Result<RefusedReply, Error> {
        let version = self.address.version.unwrap_or(-1);
        let by = history::taken_back_by(connection, self.address.partition, version).await?;
        let text = if by.is_some() { "question_taken_back" } else { QUESTION_CLOSED };
        Ok(RefusedReply { code: QUESTION_CLOSED, ..self.words.refused(text) })
    }

    /// The action for an answer, with an idempotency key: a mail that is delivered twice acts once.
    fn action(&self, choice: &Choice<Json>, answered: usize) -> Act {
        Act {
            game: self.address.partition,
            account: self.address.account_id.unwrap_or_default(),
            grant: None,
            request: ActionRequest {
                ruleset: None,
                decision: choice.decision.clone(),
                action: choice.action.clone(),
            },
            key: Some(self.key(choice, answered)),
            body: Sha256::digest(choice.action.get().as_bytes()).into(),
            seen: Seen::default(),
            included: Included::default(),
        }
    }

    /// The first answers of all replies to a question at one version share an idempotency key, so that only the reply
    /// that comes first acts. The keys of its later answers are numbered on.
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
