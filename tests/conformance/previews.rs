//! What is foreseen of an action happens when it is sent, and nothing else happens first; it follows from what the seat
//! sees. An action that can be taken back has shown the seat nothing that was hidden from it.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rules::entry::{self, Author, Entries, Entry, PerformError};
use rules::preview::{self, Foreseen};
use rules::{Json, Legal, Rules, Seat, Viewer};

use super::secrecy::text;
use super::shapes::fill;
use super::{Conformance, Suite, Verdict, ensure, fold};

/// An action and what came of it.
struct Sent<'a, R: Rules> {
    before: &'a R::State,
    seat: Seat,
    action: &'a R::Action,
    entries: &'a [Entry<R::Action, R::Event>],
}

impl<R: Rules> Sent<'_, R> {
    /// Did anyone learn something by it, so that it can't be taken back?
    fn tells(&self, rules: &R) -> Result<bool, String> {
        let mut after = self.before.clone();
        let mut events = self.entries.iter().flat_map(|entry| &entry.events);
        fold(rules, &mut after, events.clone())?;
        Ok(self.entries.iter().any(|entry| !entry.draws.is_empty())
            || events.any(|event| rules.reveals(event) || rules.reveals_by_silence(&after, event)))
    }
}

impl<R: Conformance> Suite<'_, R> {
    /// What was foreseen before the write has happened in it. `self.replayed` is still the state before it.
    pub(super) fn it_was_foreseen(&mut self, entries: &[Entry<R::Action, R::Event>]) -> Verdict {
        let Some(Entry { seat: Some(seat), action: Some(action), .. }) = entries.first() else {
            return Ok(());
        };
        let sent = Sent { before: &self.replayed, seat: *seat, action, entries };
        self.comes_true(&sent)?;
        self.report.foreseen += 1;
        Ok(())
    }

    /// Tries one answer that is listed and one from elsewhere.
    pub(super) fn previews_come_true(&mut self, state: &R::State) -> Verdict {
        let open: Vec<(Seat, &Legal<R::Action>)> = (0..)
            .zip(&self.listed)
            .flat_map(|(seat, legal)| legal.iter().map(move |one| (seat, one)))
            .collect();
        let Some((seat, legal)) = open.choose(&mut self.dice).copied() else { return Ok(()) };
        let which = self.dice.random_range(0..(legal.actions.len() + legal.shapes.len()).max(1));
        let action = match (legal.actions.get(which), legal.shapes.choose(&mut self.dice)) {
            (Some(action), _) => Some(action.clone()),
            (None, Some(shape)) => Some(fill(shape, &mut self.dice)?),
            (None, None) => None,
        };
        let foreign = self.foreign_action();
        let other = self.rules.randomize_hidden(state, Some(seat), &mut self.dice);
        for action in action.iter().chain(&foreign) {
            self.follows_from_the_view(state, &other, seat, action)?;
            self.happens_as_foreseen(state, &other, seat, action)?;
        }
        Ok(())
    }

    fn sent(&mut self, state: &R::State, seat: Seat, action: &R::Action) -> Result<Entries<R>, PerformError> {
        let mut after = state.clone();
        // Chance differs by the version.
        let version = self.dice.random_range(0..1_000_000);
        entry::perform(self.rules, &mut after, version, Author::Seat, Some(seat), action, &mut self.chance)
    }

    fn happens_as_foreseen(
        &mut self,
        state: &R::State,
        other: &R::State,
        seat: Seat,
        action: &R::Action,
    ) -> Verdict {
        match self.sent(state, seat, action) {
            Err(PerformError::Unsettled(error)) => Err(format!("steps: after {action:?}: {error}")),
            Err(PerformError::Refused(refusal)) => {
                let foreseen =
                    preview::foresee(self.rules, state, seat, action).map(|foreseen| foreseen.events);
                let same = matches!(&foreseen, Err(PerformError::Refused(other)) if *other == refusal);
                ensure(same, || {
                    format!("preview: {action:?} is refused ({refusal}), but foreseen is {foreseen:?}")
                })
            }
            Ok(entries) => {
                let sent = Sent { before: state, seat, action, entries: &entries };
                self.comes_true(&sent)?;
                self.report.foreseen += 1;
                self.can_be_unlearnt(&sent, other)
            }
        }
    }

    /// The effects are facts that are so when the action is sent.
    fn comes_true(&self, sent: &Sent<'_, R>) -> Verdict {
        let Sent { before, seat, action, entries } = *sent;
        let foreseen = preview::foresee(self.rules, before, seat, action)
            .map_err(|error| format!("preview: of {action:?}, which was allowed: {error}"))?;
        let mut happened = entries.iter().flat_map(|entry| &entry.events);
        let mut certain = before.clone();
        for event in &foreseen.events {
            let first = happened.next();
            ensure(first == Some(event), || {
                format!("preview: {action:?} promises {event:?}, but what happens is {first:?}")
            })?;
            fold(self.rules, &mut certain, [event])?;
        }
        ensure(certain == foreseen.after, || format!("preview: {action:?} leads to another state"))?;
        let is_certain = !sent.tells(self.rules)?;
        ensure(foreseen.is_complete == is_certain, || {
            format!("preview: {action:?} is said to be certain ({}), and is not", foreseen.is_complete)
        })?;
        let next = happened.next().filter(|_| is_certain);
        ensure(next.is_none(), || format!("preview: {action:?} also leads to {next:?}"))?;
        self.is_shown_so(sent, &foreseen)
    }

    /// The list that the seat is shown holds the events, the ruleset's own effects in the state that was reached, and
    /// how the game stands in it.
    fn is_shown_so(&self, sent: &Sent<'_, R>, foreseen: &Foreseen<R>) -> Verdict {
        let Sent { before, seat, action, .. } = *sent;
        let mut so = String::new();
        for event in &foreseen.events {
            so += preview::event_effect(&self.rules.redact(event, Some(seat))).get();
        }
        let own = preview::own_effects(self.rules, before, seat, action, &foreseen.after);
        so.extend(own.iter().map(|effect| effect.get()));
        let shown = joined(&self.effects(before, seat, action).map_err(|error| error.to_string())?);
        let consequences = shown.strip_prefix(&so);
        let consequences =
            consequences.ok_or_else(|| format!("preview: {action:?} shows {shown}, but {so} is so"))?;
        let (after, ends) = (&foreseen.after, self.rules.outcome(&foreseen.after).is_some());
        let awaited = |state: &R::State| preview::awaited(&self.rules.awaiting(state));
        let goes_on = foreseen.is_complete && !ends;
        for (named, is_so) in [
            ("points_will_be", self.rules.points(after) != self.rules.points(before)),
            ("turn_will_be", self.rules.turn(after) != self.rules.turn(before)),
            ("undecided", !foreseen.is_complete),
            ("game_will_end", foreseen.is_complete && ends),
            ("will_await", goes_on && awaited(after) != awaited(before)),
        ] {
            ensure(consequences.contains(&format!("\"type\":\"{named}\"")) == is_so, || {
                format!("preview: {action:?} shows {consequences}, where {named} is {is_so}")
            })?;
        }
        Ok(())
    }

    fn effects(&self, state: &R::State, seat: Seat, action: &R::Action) -> Result<Vec<Json>, PerformError> {
        preview::effects(self.rules, Some(preview::own_effects), state, seat, action)
    }

    /// A preview costs nothing and leaves no trace. It would be asked as long as anything can be learnt by it.
    fn follows_from_the_view(
        &self,
        state: &R::State,
        other: &R::State,
        seat: Seat,
        action: &R::Action,
    ) -> Verdict {
        let shown = |state: &R::State| match self.effects(state, seat, action) {
            Ok(effects) => joined(&effects),
            Err(error) => error.to_string(),
        };
        let (effects, others) = (shown(state), shown(other));
        ensure(effects == others, || {
            format!("preview: {action:?} of seat {seat} depends on what is hidden:\n{effects}\n{others}")
        })
    }

    /// Where an action tells nothing, it leads to the same events, views and answers when what is hidden from the seat
    /// is another: for the seat, and for all who can't tell the two states apart before it.
    fn can_be_unlearnt(&mut self, sent: &Sent<'_, R>, other: &R::State) -> Verdict {
        if sent.tells(self.rules)? || other == sent.before {
            return Ok(());
        }
        let Sent { before, seat, action, entries } = *sent;
        let others = self
            .sent(other, seat, action)
            .map_err(|error| format!("taking back: {action:?} is refused by hidden facts: {error}"))?;
        for viewer in self.viewers() {
            let knows = viewer != Some(seat)
                && text(&self.rules.view(before, viewer))? != text(&self.rules.view(other, viewer))?;
            if knows {
                continue;
            }
            let seen = self.learnt(before, entries, viewer)?;
            let seen_otherwise = self.learnt(other, &others, viewer)?;
            ensure(seen == seen_otherwise, || {
                format!(
                    "taking back: {action:?} of seat {seat} reveals nothing, but {viewer:?} learns by it\n\
                     {seen}\n{seen_otherwise}"
                )
            })?;
        }
        self.report.unlearnt += 1;
        Ok(())
    }

    /// What a viewer is shown of the entries: events, each version, and what can be done at the end.
    fn learnt(
        &self,
        before: &R::State,
        entries: &[Entry<R::Action, R::Event>],
        viewer: Viewer,
    ) -> Result<String, String> {
        let mut after = before.clone();
        let events = entries.iter().flat_map(|entry| &entry.events);
        fold(self.rules, &mut after, events)?;
        let legal = viewer.map(|seat| self.rules.legal(&after, seat));
        let views = self.views(before, entries, viewer)?;
        text(&(self.redacted(entries, viewer)?, views, self.rules.awaiting(&after), legal))
    }
}

fn joined(effects: &[Json]) -> String {
    effects.iter().map(|effect| effect.get()).collect()
}
