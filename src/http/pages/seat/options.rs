//! The answers that the page offers: ready ones in groups, those with numbers to fill in as forms; and what was chosen
//! of them before it is sent.

use minijinja::{Value, context};
use serde_json::value::to_raw_value;
use serde_json::{Map, Value as JsonValue};

use crate::http::pages::page::PageQuery;
use crate::service::turn::{self, AskedDecision, ReadyOption, ShapeOption};
use crate::texts::GameSentences;
use rules::legal::KindLimit;
use rules::{AnyGame, AnyRuleset, Field, FieldKind, Json, Legal, Seat, Shape, type_of};

/// A kind of answer with more of them is folded under a heading, where there are many answers.
const MAX_UNFOLDED: usize = 6;
/// With more answers than these, kinds of answers are folded.
const MAX_OPEN: usize = 12;

/// What is chosen on the page and not yet sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chosen {
    /// A ready answer to a decision, by the fingerprint of its action.
    Ready { decision: String, digest: String },
    /// An answer with fields, by the fingerprint of its template; the fields by name.
    Filled { decision: String, shape: String, fields: Vec<(String, String)> },
    /// A place of the board.
    Place(String),
}

/// What the names of fields begin with.
pub const FIELD: &str = "f.";

impl Chosen {
    /// What a query chooses.
    pub fn of(query: &PageQuery) -> Option<Self> {
        if let Some(place) = query.get("place") {
            return Some(Self::Place(place.to_owned()));
        }
        let decision = query.get("decision")?.to_owned();
        if let Some(digest) = query.get("choice") {
            return Some(Self::Ready { decision, digest: digest.to_owned() });
        }
        let shape = query.get("shape")?.to_owned();
        Some(Self::Filled { decision, shape, fields: fields(&query.0) })
    }
}

/// The fields of a form to fill in, by their names.
pub fn fields(sent: &[(String, String)]) -> Vec<(String, String)> {
    let field =
        |(name, value): &(String, String)| Some((name.strip_prefix(FIELD)?.to_owned(), value.clone()));
    sent.iter().filter_map(field).collect()
}

/// Writes decisions for the templates of the page.
pub struct OptionWriter<'m> {
    pub ruleset: &'m dyn AnyRuleset,
    pub sentences: &'m GameSentences<'m>,
}

/// The answers of one kind: ready ones, or forms with the same fields.
struct Part<'l> {
    kind: String,
    options: Vec<ReadyOption<'l>>,
    shapes: Vec<ShapeOption<'l>>,
}

impl OptionWriter<'_> {
    /// One decision, with its answers in `parts`, in the order in which a player looks for them: ready ones as
    /// `options`, those with something to fill in as `shapes` of a form with `fields`. A long part has the heading
    /// `folded`. An option with an `action` is sent at once, and so is a form that `acts`; others are looked at first.
    /// The first form of the first decision is open.
    pub fn asked(&self, place: usize, legal: &Legal<Json>) -> Value {
        let asked = AskedDecision::of(self.sentences, legal);
        let is_short = asked.options.len() <= MAX_OPEN;
        let parts = self.in_usual_order(parts(asked.options, asked.shapes));
        let part = |(at, part)| self.part(part, is_short, (place, at) == (0, 0));
        let parts = parts.into_iter().enumerate().map(part);
        context! { id => asked.id, question => asked.question, parts => parts.collect::<Vec<_>>() }
    }

    fn in_usual_order<'l>(&self, mut parts: Vec<Part<'l>>) -> Vec<Part<'l>> {
        let order = self.ruleset.usual_order();
        let place = |part: &Part<'_>| order.iter().position(|kind| *kind == part.kind).unwrap_or(order.len());
        parts.sort_by_key(place);
        parts
    }

    fn part(&self, part: Part<'_>, is_short: bool, is_first: bool) -> Value {
        let Part { kind, options, shapes } = part;
        let heading = || {
            let heading = self.sentences.group(&kind);
            heading.unwrap_or_else(|| self.sentences.text("seat_page", "several", []))
        };
        let Some(first) = shapes.first() else {
            let is_folded = !is_short && options.len() > MAX_UNFOLDED;
            let folded = is_folded.then(|| format!("{} ({})", heading(), options.len()));
            return context! { folded, options => options.iter().map(|one| self.option(one)).collect::<Vec<_>>() };
        };
        let fields = self.inputs(&first.shape.fields);
        let text = if shapes.len() == 1 { first.text.clone() } else { heading() };
        let folded = (!is_first).then(|| text.clone());
        let acts = shapes.iter().all(|shape| self.ruleset.is_plain(&shape.shape.action));
        let shapes = shapes.iter().map(|shape| context! { digest => &shape.digest, text => &shape.text });
        context! { folded, text, fields, acts, shapes => shapes.collect::<Vec<_>>() }
    }

    fn option(&self, option: &ReadyOption<'_>) -> Value {
        let ReadyOption { number, digest, text, effects, action, .. } = option;
        // What an option leads to stands beside it in a short list, so that a page for it alone would say nothing new. On
        // the board a finger slips more easily: a place that is tapped is looked at first.
        let acts = effects.is_some() || self.ruleset.is_plain(action);
        context! { number, digest, text, effects, action => acts.then(|| action.get()) }
    }

    /// The fields of a form: each with its `legend`, and the `numbers` or the `choices` that are filled in.
    pub fn inputs(&self, fields: &[Field]) -> Vec<Value> {
        fields.iter().map(|field| self.input(field)).collect()
    }

    fn input(&self, field: &Field) -> Value {
        let name = format!("{FIELD}{}", field.name);
        let legend = |bounds: String| {
            let name = self.sentences.text("field_names", field.name, []);
            if bounds.is_empty() { name } else { format!("{name} ({bounds})") }
        };
        match &field.kind {
            FieldKind::Integer { min, max } => {
                let number = number_input(&name, None, *min, *max);
                context! { legend => legend(bounds(*min, *max)), numbers => vec![number] }
            }
            FieldKind::Bundle { limits, min_total, max_total, .. } => {
                let numbers = limits.iter().map(|limit| {
                    let name = format!("{name}.{}", limit.kind);
                    number_input(&name, Some(self.sentences.word(limit.kind)), 0, limit.max)
                });
                let numbers: Vec<_> = numbers.collect();
                context! { legend => legend(bounds(*min_total, *max_total)), numbers }
            }
            FieldKind::Seats { of, .. } => {
                let choice = |seat: &Seat| context! { name => &name, seat => *seat, label => self.sentences.player(*seat) };
                let choices: Vec<_> = of.iter().map(choice).collect();
                context! { legend => legend(String::new()), choices }
            }
        }
    }
}

/// Gathers the answers of one kind. Forms of one kind with the same fields are one form.
fn parts<'l>(options: Vec<ReadyOption<'l>>, shapes: Vec<ShapeOption<'l>>) -> Vec<Part<'l>> {
    let mut parts: Vec<Part<'l>> = Vec::new();
    for option in options {
        match parts.iter_mut().find(|part| part.kind == option.kind) {
            Some(part) => part.options.push(option),
            None => parts.push(Part { kind: option.kind.clone(), options: vec![option], shapes: Vec::new() }),
        }
    }
    for shape in shapes {
        let is_alike = |part: &&mut Part<'_>| {
            part.shapes.first().is_some_and(|other| are_alike(other.shape, shape.shape))
        };
        match parts.iter_mut().find(is_alike) {
            Some(part) => part.shapes.push(shape),
            None => {
                let kind = type_of(&shape.shape.action).unwrap_or_default();
                parts.push(Part { kind, options: Vec::new(), shapes: vec![shape] });
            }
        }
    }
    parts
}

fn number_input(name: &str, label: Option<String>, least: u32, most: u32) -> Value {
    context! { name, label, least, most, value => least, bounds => bounds(least, most) }
}

/// From the least to the most.
fn bounds(least: u32, most: u32) -> String {
    if least == most { least.to_string() } else { format!("{least}–{most}") }
}

/// The answer with fields of an open decision, by the fingerprint of its template.
pub fn shape_of<'l>(legal: &'l Legal<Json>, fingerprint: &str) -> Option<&'l Shape<Json>> {
    legal.shapes.iter().find(|known| turn::digest(&known.action) == fingerprint)
}

/// Are both of one kind, with the same to fill in? Then one form serves both.
pub fn are_alike(one: &Shape<Json>, other: &Shape<Json>) -> bool {
    type_of(&one.action) == type_of(&other.action) && one.fields == other.fields
}

/// Fills the fields of a form into a shape; `None` if they are not within the bounds that the page showed.
pub fn filled(shape: &Shape<Json>, fields: &[(String, String)]) -> Option<Json> {
    let mut action: Map<String, JsonValue> = serde_json::from_str(shape.action.get()).ok()?;
    let sent = |name: &str| -> Vec<&str> {
        let values = fields.iter().filter(|(known, _)| known == name).map(|(_, value)| value.trim());
        values.filter(|value| !value.is_empty()).collect()
    };
    for Field { name, kind } in &shape.fields {
        let value = match kind {
            FieldKind::Integer { min, max } => match sent(name).as_slice() {
                [] if min == max => JsonValue::from(*min),
                [number] => number.parse().ok().filter(|number| (min..=max).contains(&number))?.into(),
                _ => return None,
            },
            FieldKind::Bundle { limits, min_total, max_total, not_in } => {
                let barred = not_in.and_then(|other| action.get(other)).and_then(JsonValue::as_object);
                let (mut counts, mut total) = (Map::new(), 0);
                for KindLimit { kind, max } in limits {
                    let count: u32 = match sent(&format!("{name}.{kind}")).as_slice() {
                        [] => 0,
                        [count] => count.parse().ok().filter(|count| count <= max)?,
                        _ => return None,
                    };
                    if count > 0 {
                        counts.insert((*kind).to_owned(), count.into());
                    }
                    // Each count is within its limit, so that the sum can't overflow.
                    total += count;
                }
                let is_barred = |kind: &String| barred.is_some_and(|other| other.contains_key(kind));
                if counts.keys().any(is_barred) || !(min_total..=max_total).contains(&&total) {
                    return None;
                }
                JsonValue::Object(counts)
            }
            FieldKind::Seats { of, .. } => {
                let seat = |seat: &str| seat.parse().ok().filter(|seat: &Seat| of.contains(seat));
                let seats: Vec<Seat> = sent(name).into_iter().map(seat).collect::<Option<_>>()?;
                if seats.is_empty() {
                    // An action that names no seats means all of them.
                    action.remove(*name);
                    continue;
                }
                seats.into()
            }
        };
        action.insert((*name).to_owned(), value);
    }
    to_raw_value(&action).ok()
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
    use super::*;

    #[test]
    fn a_query_chooses_one_thing_or_nothing() {
        let chosen = |query: &str| Chosen::of(&PageQuery::from(query));
        assert_eq!(chosen("done=acted&utm_source=mail"), None);
        assert_eq!(chosen("place=1%2C-2"), Some(Chosen::Place("1,-2".to_owned())));
        let ready = Chosen::Ready { decision: "t1.x.0".to_owned(), digest: "ab".to_owned() };
        assert_eq!(chosen("decision=t1.x.0&choice=ab"), Some(ready));
        let filled = chosen("decision=d&shape=ab&f.give.wool=2&f.to=1&f.to=2&press=x");
        let fields = [("give.wool", "2"), ("to", "1"), ("to", "2")];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        assert_eq!(filled, Some(Chosen::Filled { decision: "d".to_owned(), shape: "ab".to_owned(), fields }));
        assert_eq!(chosen("decision=d"), None);
    }

    #[test]
    fn the_fields_of_a_form_fill_a_shape_within_its_bounds() {
        let json = |text: &str| -> Json { serde_json::from_str(text).unwrap() };
        let limits = || ["wool", "iron", "grain"].map(|kind| KindLimit { kind, max: 3 }).to_vec();
        let bundle = |name, not_in| Field {
            name,
            kind: FieldKind::Bundle { limits: limits(), min_total: 1, max_total: 4, not_in },
        };
        let to = Field { name: "to", kind: FieldKind::Seats { of: vec![1, 3], min: 1 } };
        let fields = vec![bundle("give", None), bundle("want", Some("give")), to];
        let offer = Shape { action: json(r#"{"type":"offer","give":{},"want":{},"to":[1]}"#), fields };
        let number = Field { name: "cards", kind: FieldKind::Integer { min: 1, max: 4 } };
        let draw = Shape { action: json(r#"{"cards":1,"type":"draw"}"#), fields: vec![number] };
        let answer = |shape: &Shape<Json>, pairs: &[(&str, &str)]| {
            let pairs: Vec<(String, String)> =
                pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let filled = filled(shape, &pairs)?;
            Some(serde_json::from_str::<JsonValue>(filled.get()).unwrap())
        };
        let sent = [("give.wool", "2"), ("give.iron", "0"), ("want.grain", " 1 "), ("to", "1"), ("to", "3")];
        let shown =
            serde_json::json!({"type": "offer", "give": {"wool": 2}, "want": {"grain": 1}, "to": [1, 3]});
        assert_eq!(answer(&offer, &sent), Some(shown));
        let to_all = serde_json::json!({"type": "offer", "give": {"wool": 2}, "want": {"grain": 1}});
        assert_eq!(answer(&offer, &sent[..3]), Some(to_all));
        assert_eq!(answer(&draw, &[("cards", "4")]), Some(serde_json::json!({"type": "draw", "cards": 4})));
        for wrong in [
            &[("give.wool", "4"), ("want.grain", "1")][..],
            &[("give.wool", "0"), ("want.grain", "1")],
            &[("give.wool", "1"), ("want.wool", "1")],
            &[("give.wool", "3"), ("give.iron", "2"), ("want.grain", "1")],
            &[("give.wool", "1"), ("want.grain", "x")],
            &[("give.wool", "1"), ("want.grain", "1"), ("to", "2")],
        ] {
            assert_eq!(answer(&offer, wrong), None, "{wrong:?}");
        }
        assert_eq!((answer(&draw, &[]), answer(&draw, &[("cards", "5")])), (None, None));
    }
}
