//! Changing what a viewer can't know must not change what they see.

use rules::render::{Marks, RenderOptions};
use rules::{Author, Chance, Entry, Viewer, entry};
use serde::Serialize;

use super::{Conformance, Suite, Verdict, fold};

impl<R: Conformance> Suite<'_, R> {
    pub(super) fn viewers(&self) -> impl Iterator<Item = Viewer> + use<R> {
        (0..self.seats).map(Some).chain([None])
    }

    /// View, picture, questions, legal answers, lapses, points and steps are the same on a randomized state, byte for byte.
    pub(super) fn hidden_facts_change_nothing(&mut self, state: &R::State) -> Verdict {
        for viewer in self.viewers() {
            let other = self.rules.randomize_hidden(state, viewer, &mut self.dice);
            self.rules.check_invariants(&other).map_err(|error| format!("randomize_hidden: {error}"))?;
            let (original, randomized) = (self.seen_by(state, viewer)?, self.seen_by(&other, viewer)?);
            if original != randomized {
                return Err(format!("secrecy: {viewer:?} can tell apart\n{original}\n{randomized}"));
            }
            self.report.randomized += u64::from(other != *state);
        }
        Ok(())
    }

    fn seen_by(&self, state: &R::State, viewer: Viewer) -> Result<String, String> {
        let legal = viewer.map(|seat| self.rules.legal(state, seat));
        // What would be done for an absent seat is listed where nothing else is ready to send.
        let lapses = self.rules.awaiting(state).into_iter().filter(|open| viewer == Some(open.seat));
        let lapses: Vec<_> = lapses.map(|open| self.rules.lapse(state, &open)).collect();
        let view = self.rules.view(state, viewer);
        let places = viewer.map(|seat| self.rules.legal_places(state, seat));
        let marks = Marks { legal: places.unwrap_or_default(), ..Marks::default() };
        let picture = self.rules.render(&view, &RenderOptions { marks, ..RenderOptions::default() });
        let parts = (
            view,
            (picture.svg, picture.text),
            self.rules.awaiting(state),
            (legal, lapses),
            self.rules.points(state),
            self.rules.turn(state),
            self.rules.rank(state),
        );
        let seen = text(&parts)?;
        if seen.contains(&hex::encode(self.seed)) {
            return Err("secrecy: the seed can be seen".to_owned());
        }
        Ok(seen)
    }

    /// A step of the server follows from what every viewer can see.
    pub(super) fn step_is_public(&mut self, next: &Entry<R::Action, R::Event>) -> Verdict {
        let other = self.rules.randomize_hidden(&self.replayed, None, &mut self.dice);
        let step = self.rules.advance(&other).map(|(actor, action)| (actor, Some(action)));
        let same = step == Some((next.seat, next.action.clone()));
        same.then_some(())
            .ok_or_else(|| format!("steps: {next:?} depends on hidden facts: with others it is {step:?}"))
    }

    /// The same action is done on a randomized state. A viewer that can't tell the two states apart after any of the
    /// entries has been shown the same events. (Not the other way round: a view may show what no event did.)
    pub(super) fn events_show_no_more_than_the_view(
        &mut self,
        entries: &[Entry<R::Action, R::Event>],
    ) -> Verdict {
        let Some(Entry { version, seat, action: Some(action), .. }) = entries.first() else { return Ok(()) };
        for viewer in self.viewers() {
            let randomized = self.rules.randomize_hidden(&self.replayed, viewer, &mut self.dice);
            let mut other = randomized.clone();
            let mut chance = Chance::seeded(self.seed);
            let written = entry::perform(
                self.rules,
                &mut other,
                version.saturating_sub(1),
                Author::Bot,
                *seat,
                action,
                &mut chance,
            );
            // Refused: the action itself shows what `randomize_hidden` has taken away.
            let Ok(others) = written else { continue };
            let (shown, shown_otherwise) = (self.redacted(entries, viewer)?, self.redacted(&others, viewer)?);
            if shown != shown_otherwise
                && self.views(&self.replayed, entries, viewer)? == self.views(&randomized, &others, viewer)?
            {
                return Err(format!(
                    "secrecy: {viewer:?} sees no difference but is shown\n{shown}\n{shown_otherwise}"
                ));
            }
            self.report.redacted += entries.len() as u64;
        }
        Ok(())
    }

    /// What the viewer sees after each entry: every version can be viewed, not only the last one.
    pub(super) fn views(
        &self,
        before: &R::State,
        entries: &[Entry<R::Action, R::Event>],
        viewer: Viewer,
    ) -> Result<Vec<String>, String> {
        let mut state = before.clone();
        let after = entries.iter().map(|entry| {
            fold(self.rules, &mut state, &entry.events)?;
            text(&self.rules.view(&state, viewer))
        });
        after.collect()
    }

    pub(super) fn redacted(
        &self,
        entries: &[Entry<R::Action, R::Event>],
        viewer: Viewer,
    ) -> Result<String, String> {
        let redacted: Vec<Vec<R::RedactedEvent>> = entries
            .iter()
            .map(|entry| entry.events.iter().map(|event| self.rules.redact(event, viewer)).collect())
            .collect();
        text(&redacted)
    }

    /// Events are the same after they were written down and read again.
    pub(super) fn events_are_stored(&self, entries: &[Entry<R::Action, R::Event>]) -> Verdict {
        for entry in entries {
            let text = text(&entry.events)?;
            let read: Vec<R::Event> =
                serde_json::from_str(&text).map_err(|error| format!("stored form: {error} in {text}"))?;
            if read != entry.events {
                return Err(format!("stored form: other events are read from {text}"));
            }
        }
        Ok(())
    }
}

pub(super) fn text(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| format!("stored form: {error}"))
}
