//! Explains what is wrong with JSON that a ruleset could not read. The JSON is checked against the schema only after
//! the refusal, so that a valid action costs nothing here. Needed where the caller has not said which ruleset they
//! mean.

use serde_json::{Map, Value, json};

use crate::cache::MadeOnce;
use crate::error::{Code, Error, Mistake, RequestPart};
use crate::validation::CompiledSchema;
use rules::tagged_options::RULESET;
use rules::{AnyRuleset, Json, schemas};

/// A part of a request that a ruleset reads itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RulesetPart {
    Action,
    Order,
    Options,
}

impl RulesetPart {
    /// Its name in the body, and the code with which it is refused.
    fn row(self) -> (&'static str, Code) {
        match self {
            Self::Action => ("action", Code::MalformedAction),
            Self::Order => ("order", Code::MalformedOrder),
            Self::Options => ("options", Code::InvalidOptions),
        }
    }

    fn schema(self, ruleset: &dyn AnyRuleset) -> Result<CompiledSchema, String> {
        let all = schemas::of(ruleset)?;
        let name = match self {
            Self::Action => &all.action,
            Self::Order => &all.order,
            Self::Options => &all.options,
        };
        let types: Map<String, Value> = all.types.clone().into_iter().collect();
        CompiledSchema::compile(&json!({ "$ref": name }), &types)
    }

    /// The error with everything that is wrong with `given`, if `given` could not be read; any other error as it is.
    pub fn explain(self, ruleset: &dyn AnyRuleset, given: &Json, error: Error) -> Error {
        let (name, code) = self.row();
        if !matches!(&error, Error::Refused(refusal) if refusal.code == code.row().0) {
            return error;
        }
        let Ok(mut value) = serde_json::from_str::<Value>(given.get()) else { return error };
        if let (Self::Options, Some(members)) = (self, value.as_object_mut()) {
            members.remove(RULESET);
        }
        let Some(schema) = compiled(self, ruleset) else { return error };
        let mistakes = schema.mistakes(&value).into_iter();
        let mistake =
            |(within, sentence)| Mistake::new(RequestPart::Body(format!("/{name}{within}")), sentence);
        let mistakes: Vec<Mistake> = mistakes.map(mistake).collect();
        if mistakes.is_empty() { error } else { code.mistaken(mistakes) }
    }
}

/// `None` for a ruleset whose types don't describe it.
fn compiled(part: RulesetPart, ruleset: &dyn AnyRuleset) -> Option<&'static CompiledSchema> {
    static COMPILED: MadeOnce<(&str, RulesetPart), CompiledSchema> = MadeOnce::new();
    COMPILED.get((ruleset.id(), part), "what explains a ruleset's refusals", || part.schema(ruleset))
}
