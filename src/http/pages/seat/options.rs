//! The answers that the page offers: ready ones in groups, those with numbers to fill in as forms.

use std::collections::BTreeSet;

use serde::Serialize;

use super::chosen::FIELD;
use crate::service::turn::{AskedDecision, ReadyOption, ShapeOption};
use crate::texts::GameSentences;
use rules::{AnyGame, Field, FieldKind, Json, Legal, Seat};

/// A kind of answer with at least so many is folded under a heading, where there are many answers.
const FOLDED: usize = 5;
/// With more answers than these, kinds of answers are folded.
const MAX_OPEN: usize = 12;

/// One decision, with its answers.
#[derive(Debug, Serialize)]
pub struct DecisionPart {
    id: String,
    question: String,
    groups: Vec<OptionGroup>,
    forms: Vec<ShapeForm>,
}

#[derive(Debug, Serialize)]
struct OptionGroup {
    /// What these answers have in common; `None`: they stand openly.
    heading: Option<String>,
    options: Vec<OptionLink>,
}

/// A ready answer. Its link shows what it leads to; sending it comes after that.
#[derive(Debug, Serialize)]
struct OptionLink {
    digest: String,
    text: String,
    effects: Option<String>,
}

/// An answer with something to fill in.
#[derive(Debug, Serialize)]
struct ShapeForm {
    text: String,
    /// The fingerprint of its template.
    digest: String,
    fields: Vec<FieldInputs>,
}

#[derive(Debug, Serialize)]
pub struct FieldInputs {
    pub legend: String,
    pub numbers: Vec<NumberInput>,
    pub choices: Vec<SeatInput>,
}

#[derive(Debug, Serialize)]
pub struct NumberInput {
    pub name: String,
    pub label: Option<String>,
    pub least: u32,
    pub most: u32,
    pub value: u32,
    /// From the least to the most.
    pub bounds: String,
}

#[derive(Debug, Serialize)]
pub struct SeatInput {
    pub name: String,
    pub seat: Seat,
    pub label: String,
}

/// Writes decisions for the page.
pub struct OptionWriter<'m> {
    pub sentences: &'m GameSentences<'m>,
}

impl OptionWriter<'_> {
    pub fn asked(&self, legal: &Legal<Json>) -> DecisionPart {
        let asked = AskedDecision::of(self.sentences, legal, usize::MAX);
        let form = |ShapeOption { text, digest, shape, .. }| {
            let fields = shape.fields.iter().map(|field| self.inputs(field)).collect();
            ShapeForm { text, digest, fields }
        };
        DecisionPart {
            id: asked.id.to_owned(),
            question: asked.question,
            groups: self.grouped(asked.options),
            forms: asked.shapes.into_iter().map(form).collect(),
        }
    }

    fn grouped(&self, options: Vec<ReadyOption>) -> Vec<OptionGroup> {
        let is_short = options.len() <= MAX_OPEN;
        let mut groups: Vec<(String, Vec<OptionLink>)> = Vec::new();
        for ReadyOption { kind, digest, text, effects, .. } in options {
            let option = OptionLink { digest, text, effects };
            match groups.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, options)) => options.push(option),
                None => groups.push((kind, vec![option])),
            }
        }
        let mut open = OptionGroup { heading: None, options: Vec::new() };
        let mut folded = Vec::new();
        for (kind, options) in groups {
            if is_short || options.len() < FOLDED {
                open.options.extend(options);
            } else {
                let heading = self.sentences.group(&kind);
                let heading = heading.unwrap_or_else(|| self.sentences.text("seat_page", "several", []));
                folded.push(OptionGroup { heading: Some(heading), options });
            }
        }
        std::iter::once(open).filter(|group| !group.options.is_empty()).chain(folded).collect()
    }

    pub fn inputs(&self, field: &Field) -> FieldInputs {
        let name = format!("{FIELD}{}", field.name);
        let legend = |bounds: String| {
            let name = self.sentences.text("field_names", field.name, []);
            if bounds.is_empty() { name } else { format!("{name} ({bounds})") }
        };
        match &field.kind {
            FieldKind::Integer { min, max } => {
                let number = NumberInput {
                    name,
                    label: None,
                    least: *min,
                    most: *max,
                    value: *min,
                    bounds: bounds(*min, *max),
                };
                FieldInputs { legend: legend(bounds(*min, *max)), numbers: vec![number], choices: vec![] }
            }
            FieldKind::Bundle { limits, min_total, max_total, .. } => {
                let numbers = limits.iter().map(|limit| NumberInput {
                    name: format!("{name}.{}", limit.kind),
                    label: Some(self.sentences.word(limit.kind)),
                    least: 0,
                    most: limit.max,
                    value: 0,
                    bounds: bounds(0, limit.max),
                });
                let legend = legend(bounds(*min_total, *max_total));
                FieldInputs { legend, numbers: numbers.collect(), choices: vec![] }
            }
            FieldKind::Seats { of, .. } => {
                let choice = |seat: &Seat| SeatInput {
                    name: name.clone(),
                    seat: *seat,
                    label: self.sentences.player(*seat),
                };
                FieldInputs {
                    legend: legend(String::new()),
                    numbers: vec![],
                    choices: of.iter().map(choice).collect(),
                }
            }
        }
    }
}

fn bounds(least: u32, most: u32) -> String {
    if least == most { least.to_string() } else { format!("{least}–{most}") }
}

/// The values of a form as a person would type them: `give=wool:2,iron:1 to=1,2`.
pub fn typed(fields: &[(String, String)]) -> String {
    let names: BTreeSet<&str> =
        fields.iter().map(|(name, _)| name.split('.').next().unwrap_or_default()).collect();
    let value = |name: &str| {
        let of_field = fields.iter().filter_map(|(field, value)| {
            let rest = field.strip_prefix(name)?;
            match rest.strip_prefix('.') {
                Some(kind) if value.trim() != "0" && !value.trim().is_empty() => {
                    Some(format!("{kind}:{}", value.trim()))
                }
                None if rest.is_empty() => Some(value.trim().to_owned()),
                _ => None,
            }
        });
        of_field.collect::<Vec<_>>().join(",")
    };
    names.iter().map(|name| format!("{name}={}", value(name))).collect::<Vec<_>>().join(" ")
}

/// The decisions as far as their answers are about a place of the board.
pub fn at_place(game: &dyn AnyGame, seat: Seat, open: &[Legal<Json>], place: &str) -> Vec<Legal<Json>> {
    let about = |actions: Vec<&Json>| -> Vec<bool> {
        let places = game.places_of(seat, &actions);
        places.iter().map(|places| places.iter().any(|one| one == place)).collect()
    };
    let here = |legal: &Legal<Json>| {
        let of_actions = about(legal.actions.iter().collect());
        let of_shapes = about(legal.shapes.iter().map(|shape| &shape.action).collect());
        let actions = legal.actions.iter().zip(of_actions).filter(|(_, here)| *here);
        let shapes = legal.shapes.iter().zip(of_shapes).filter(|(_, here)| *here);
        Legal {
            decision: legal.decision.clone(),
            actions: actions.map(|(action, _)| action.clone()).collect(),
            shapes: shapes.map(|(shape, _)| shape.clone()).collect(),
        }
    };
    open.iter().map(here).filter(|legal| !legal.actions.is_empty() || !legal.shapes.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::typed;

    #[test]
    fn a_form_is_read_like_a_line_that_was_typed() {
        let fields = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        let offer = fields(&[
            ("give.wool", "2"),
            ("give.iron", "0"),
            ("want.grain", " 1 "),
            ("to", "1"),
            ("to", "3"),
        ]);
        assert_eq!(typed(&offer), "give=wool:2 to=1,3 want=grain:1");
        assert_eq!(typed(&fields(&[("cards", "4")])), "cards=4");
        assert_eq!(typed(&fields(&[("cards.wool", "0")])), "cards=");
    }
}
