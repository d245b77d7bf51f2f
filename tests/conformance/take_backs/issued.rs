//! What was given out once never comes again: ids of decisions, and numbers of offers.

use std::collections::HashSet;

use rules::{Decision, Seat};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{Verdict, ensure};

/// The id of a decision, as it is shown to its seat.
pub(super) type Shown = (Seat, String);

pub(super) fn shown(open: &[Decision]) -> Vec<Shown> {
    open.iter().map(|decision| (decision.seat, decision.id.clone())).collect()
}

#[derive(Default)]
pub(super) struct Issued {
    open: Vec<Shown>,
    /// Every id that was ever open.
    ids: HashSet<Shown>,
    /// Every offer that was ever made: the type of its event, the turn, its number.
    offers: HashSet<(String, u32, String)>,
}

#[derive(Deserialize)]
struct Offered<'e> {
    #[serde(rename = "type")]
    kind: &'e str,
    #[serde(borrow)]
    offer: Option<&'e RawValue>,
}

impl Issued {
    /// A write has left these decisions open.
    pub fn pass(&mut self, open: Vec<Shown>) -> Verdict {
        for (index, one) in open.iter().enumerate() {
            let (seat, id) = one;
            ensure(!open[..index].contains(one), || format!("ids: {id} is open twice for seat {seat}"))?;
            let is_allowed = self.open.contains(one) || self.ids.insert(one.clone());
            ensure(is_allowed, || format!("ids: {id} of seat {seat} was closed and opens again"))?;
        }
        self.open = open;
        Ok(())
    }

    /// The game has returned to a moment at which the decisions `then` were open. Gives the number of those that have
    /// stayed open all the while.
    pub fn return_to(&mut self, then: &[Shown], open: Vec<Shown>) -> Result<u64, String> {
        let kept: Vec<&Shown> = then.iter().filter(|one| self.open.contains(one)).collect();
        for one in &kept {
            ensure(open.contains(one), || {
                format!("ids: {} of seat {} was open all the while and has gone or changed", one.1, one.0)
            })?;
        }
        let count = kept.len() as u64;
        let others = |one: &&Shown| !then.contains(one) && self.open.contains(one);
        if let Some((seat, id)) = open.iter().find(others) {
            return Err(format!("ids: {id} of seat {seat} was opened since, and is still open"));
        }
        self.pass(open)?;
        Ok(count)
    }

    /// Events (a JSON array) that were decided in this turn.
    pub fn pass_offers(&mut self, turn: u32, events: &RawValue) -> Verdict {
        // Most events are no offers, and reading them takes its time.
        if !events.get().contains("offered\"") {
            return Ok(());
        }
        let events: Vec<Offered<'_>> =
            serde_json::from_str(events.get()).map_err(|error| error.to_string())?;
        for Offered { kind, offer } in events {
            let Some(offer) = offer.filter(|_| kind.ends_with("offered")) else { continue };
            let is_new = self.offers.insert((kind.to_owned(), turn, offer.get().to_owned()));
            ensure(is_new, || format!("offers: {kind} {offer} comes twice in turn {turn}"))?;
        }
        Ok(())
    }

    pub fn offers(&self) -> u64 {
        self.offers.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(ids: &[(Seat, &str)]) -> Vec<Shown> {
        ids.iter().map(|(seat, id)| (*seat, (*id).to_owned())).collect()
    }

    #[test]
    fn an_id_that_was_closed_must_not_open_again() {
        let mut issued = Issued::default();
        issued.pass(ids(&[(0, "a"), (1, "a")])).unwrap();
        issued.pass(ids(&[(1, "a")])).unwrap();
        assert!(issued.pass(ids(&[(0, "a"), (1, "a")])).is_err());
    }

    #[test]
    fn a_return_keeps_what_stayed_open_and_opens_the_rest_under_new_ids() {
        let begin = || {
            let mut issued = Issued::default();
            issued.pass(ids(&[(0, "a"), (1, "trade")])).unwrap();
            issued.pass(ids(&[(0, "b"), (1, "trade")])).unwrap();
            issued
        };
        let then = ids(&[(0, "a"), (1, "trade")]);
        assert_eq!(begin().return_to(&then, ids(&[(0, "a~1"), (1, "trade")])), Ok(1));
        for wrong in [
            [(0, "a"), (1, "trade")].as_slice(),
            &[(0, "a~1"), (1, "trade~1")],
            &[(0, "b"), (1, "trade")],
            &[(0, "a~1")],
        ] {
            assert!(begin().return_to(&then, ids(wrong)).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_number_is_given_to_one_offer_in_a_turn() {
        let mut issued = Issued::default();
        let offer = |number: u32| {
            RawValue::from_string(format!(r#"[{{"type":"trade_offered","seat":1,"offer":{number}}}]"#))
                .unwrap()
        };
        issued.pass_offers(3, &offer(1)).unwrap();
        issued.pass_offers(3, &offer(2)).unwrap();
        issued.pass_offers(4, &offer(1)).unwrap();
        assert!(issued.pass_offers(3, &offer(1)).is_err());
    }
}
