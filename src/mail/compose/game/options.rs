//! Which ready answers an email lists, and in which order. Their numbers are those of all answers, whatever is left out.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::mail::layout::AnswerItem;
use crate::service::turn::{self, MAX_WITH_EFFECTS, options_by_number};
use crate::texts::{GameFacts, GameSentences};
use rules::{Json, Legal, type_of};

/// The most ready answers that are listed. Few questions have as many, and the link of the mail leads to all of them.
const MAX_ANSWERS: usize = 150;
/// Of more answers of one type that differ by their places, only the best are listed: fifty places without a board
/// beside them tell nobody anything.
const MAX_PLACES: usize = 15;
const BEST_PLACES: usize = 10;

/// The listed answers, and sentences about those that are not.
pub struct ListedAnswers {
    pub answers: Vec<AnswerItem>,
    pub left_out: Vec<String>,
}

/// An answer and its number.
type Numbered<'l> = (usize, &'l Json);

/// Answers of one type.
struct Alike<'l> {
    answers: Vec<Numbered<'l>>,
    /// How many there are beside those that are listed, and the lowest and the highest of their numbers.
    others: Option<(usize, usize, usize)>,
}

impl ListedAnswers {
    pub fn of(facts: &GameFacts<'_>, sentences: &GameSentences<'_>, legal: &Legal<Json>) -> Self {
        let mut types: Vec<(String, Vec<Numbered<'_>>)> = Vec::new();
        let mut place_of_type = BTreeMap::new();
        for numbered in options_by_number(legal).take(legal.actions.len()) {
            let name = type_of(numbered.1).unwrap_or_default();
            let place = *place_of_type.entry(name.clone()).or_insert(types.len());
            match types.get_mut(place) {
                Some((_, answers)) => answers.push(numbered),
                None => types.push((name, vec![numbered])),
            }
        }
        let mut listed = Self { answers: Vec::new(), left_out: Vec::new() };
        let groups: Vec<Alike<'_>> =
            types.into_iter().map(|(_, answers)| Alike::best_of(facts, answers)).collect();
        let count: usize = groups.iter().map(|group| group.answers.len()).sum();
        for Alike { answers, others } in groups {
            let has_effects = others.is_some() || count <= MAX_WITH_EFFECTS;
            let best = answers.len();
            for (number, action) in answers {
                if listed.answers.len() == MAX_ANSWERS {
                    break;
                }
                let effects = if has_effects { turn::effects(sentences, action) } else { None };
                listed.answers.push(AnswerItem { number, text: sentences.action(action), effects });
            }
            if let Some((count, first, last)) = others {
                let values = [("best", best), ("count", count), ("first", first), ("last", last)];
                let values = values.map(|(name, value)| (name, value.into()));
                listed.left_out.push(sentences.line("other_places", values));
            }
        }
        if let Some(more) = count.checked_sub(MAX_ANSWERS).filter(|more| *more > 0) {
            listed.left_out.push(sentences.line("more_options", [("count", more.into())]));
        }
        listed
    }
}

impl<'l> Alike<'l> {
    /// All of them; of many that differ by their places those from which most comes, the first of equals before the
    /// others.
    fn best_of(facts: &GameFacts<'_>, answers: Vec<Numbered<'l>>) -> Self {
        if answers.len() <= MAX_PLACES {
            return Self { answers, others: None };
        }
        let actions: Vec<&Json> = answers.iter().map(|(_, action)| *action).collect();
        let worths = facts.seat.and_then(|seat| {
            let worths = facts.game.worths(seat, &actions);
            worths.into_iter().collect::<Option<Vec<i32>>>()
        });
        let Some(worths) = worths else { return Self { answers, others: None } };
        let mut ranked: Vec<(i32, Numbered<'l>)> = worths.into_iter().zip(answers).collect();
        ranked.sort_by_key(|(worth, _)| Reverse(*worth));
        let others = ranked.split_off(BEST_PLACES);
        let numbers = || others.iter().map(|(_, (number, _))| *number);
        let range = numbers().min().zip(numbers().max());
        Self {
            answers: ranked.into_iter().map(|(_, answer)| answer).collect(),
            others: range.map(|(first, last)| (others.len(), first, last)),
        }
    }
}
