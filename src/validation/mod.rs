//! Validates JSON against a JSON Schema. Each mistake is named in our own words and with a pointer.
//!
//! May know: `error`, plain data. The schemas come from the description of the service and from the rulesets;
//! [`prepare`] rewrites them, so that a mistake is named once and about the alternative that was meant.

mod control_characters;
mod json_text;
mod mistakes;
mod prepare;

use std::borrow::Cow;
use std::collections::BTreeMap;

pub use control_characters::{holds_control_characters, is_verbatim, with_control_characters};
pub use json_text::{MOST_VALUES, parsable};
pub use prepare::{referred, remove_notes};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::error::{MOST_MISTAKES, Sentence, below};

/// A request with more unknown names than these is refused for the first of them alone.
pub const MOST_UNKNOWN: usize = 100;

/// A compiled schema. Compiling takes milliseconds, so it is kept.
pub struct CompiledSchema {
    validator: Validator,
    /// The compiled schema as JSON, in which bounds and names are looked up for sentences.
    prepared: Value,
}

impl CompiledSchema {
    /// Compiles `schema`, which refers to `types` by any path that ends in their names. An error is a bug in the
    /// schema.
    pub fn compile(schema: &Value, types: &Map<String, Value>) -> Result<Self, String> {
        let prepared = |schema: &Value| {
            let mut prepared = schema.clone();
            remove_notes(&mut prepared);
            prepare::prepare(&mut prepared, types);
            prepared
        };
        let part = |name: &str| types.get(name).map(prepared).ok_or_else(|| format!("no such type: {name}"));
        let mut prepared = prepared(schema);
        let mut defined = BTreeMap::new();
        let mut wanted = referred(&prepared);
        while let Some(name) = wanted.pop() {
            if defined.contains_key(&name) {
                continue;
            }
            let part = part(&name)?;
            wanted.extend(referred(&part));
            defined.insert(name, part);
        }
        prepared["$defs"] = json!(defined);
        let options = jsonschema::draft202012::options().should_validate_formats(true);
        let validator = options.build(&prepared).map_err(|error| error.to_string())?;
        Ok(Self { validator, prepared })
    }

    /// The mistakes in a value by JSON Pointer, at most one more than [`MOST_MISTAKES`].
    pub fn mistakes(&self, value: &Value) -> Vec<(String, Sentence)> {
        if self.validator.is_valid(value) {
            return Vec::new();
        }
        // `iter_errors` finds all errors before it gives the first one, so collecting them costs nothing.
        let errors: Vec<_> = self.validator.iter_errors(value).collect();
        let mut unknown = errors.iter().filter(|error| mistakes::unknown_names(error) > 0).peekable();
        if let Some(first) = unknown.peek().copied()
            && unknown.map(mistakes::unknown_names).sum::<usize>() > MOST_UNKNOWN
        {
            let pointer = mistakes::of(first, &self.prepared).next().map(|(pointer, _)| pointer);
            return vec![(pointer.unwrap_or_default(), Sentence::UnknownAtMost { most: MOST_UNKNOWN })];
        }
        let mut named = BTreeMap::new();
        for (pointer, sentence) in errors.iter().flat_map(|error| mistakes::of(error, &self.prepared)) {
            named.entry(pointer).or_insert(sentence);
            if named.len() > MOST_MISTAKES {
                break;
            }
        }
        if named.is_empty() {
            named.insert(String::new(), Sentence::NotUsable);
        }
        named.into_iter().collect()
    }

    /// The JSON type that the schema demands, for turning the text of a parameter into a value.
    pub fn kind(&self) -> Option<&str> {
        kind(self.resolved())
    }

    /// The JSON type that the schema demands of the items of a list.
    pub fn item_kind(&self) -> Option<&str> {
        kind(resolve(self.resolved().get("items")?, &self.prepared))
    }

    fn resolved(&self) -> &Value {
        resolve(&self.prepared, &self.prepared)
    }
}

fn resolve<'s>(schema: &'s Value, root: &'s Value) -> &'s Value {
    let pointer = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
    pointer.and_then(|pointer| root.pointer(pointer)).unwrap_or(schema)
}

/// The type of a schema that is not "null".
fn kind(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        one => one.as_str(),
    }
}

/// Turns 3.0 into 3: JSON Schema takes 3.0 for an integer, and serde, which reads the value afterwards, does not.
pub fn whole_numbers(value: &mut Value) {
    /// Below this a float is exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < EXACT);
            #[expect(clippy::cast_possible_truncation, reason = "a whole number within 2^53")]
            if let Some(float) = float {
                *value = json!(float as i64);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(whole_numbers),
        Value::Object(members) => members.values_mut().for_each(whole_numbers),
        _ => {}
    }
}

/// The place where deserialising stopped, as a JSON Pointer.
pub fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter().fold(String::new(), |pointer, segment| {
        let name = match segment {
            Segment::Seq { index } => Cow::Owned(index.to_string()),
            Segment::Map { key } => Cow::Borrowed(key.as_str()),
            Segment::Enum { .. } | Segment::Unknown => return pointer,
        };
        below(pointer, &name)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::{CompiledSchema, MOST_UNKNOWN, whole_numbers};
    use crate::error::{MOST_MISTAKES, Sentence};

    fn types() -> Map<String, Value> {
        let types = json!({
            "Build": {
                "type": "object", "additionalProperties": false, "required": ["type", "corner"],
                "properties": { "type": { "const": "build" }, "corner": { "type": "integer", "minimum": 0, "maximum": 53 } },
            },
            "Pass": {
                "type": "object", "additionalProperties": false, "required": ["type"],
                "properties": { "type": { "const": "pass" } },
            },
            "Action": {
                "oneOf": [{ "$ref": "#/components/schemas/Build" }, { "$ref": "#/components/schemas/Pass" }],
                "discriminator": {
                    "propertyName": "type",
                    "mapping": { "build": "#/components/schemas/Build", "pass": "#/components/schemas/Pass" },
                },
                "properties": { "type": { "type": "string" } },
                "required": ["type"],
            },
            "ChessRequest": {
                "type": "object", "additionalProperties": false, "required": ["ruleset", "decision", "action"],
                "properties": {
                    "ruleset": { "const": "chess", "description": "…" },
                    "decision": { "type": "string", "description": "…" },
                    "action": { "$ref": "#/components/schemas/Action" },
                },
            },
            "GoRequest": {
                "type": "object", "additionalProperties": false, "required": ["ruleset", "decision", "action"],
                "properties": {
                    "ruleset": { "const": "go", "description": "…" },
                    "decision": { "type": "string", "description": "…" },
                    "action": { "$ref": "#/components/schemas/Stone" },
                },
            },
            "Stone": { "type": "object", "properties": { "point": { "type": "string" } } },
            "Request": {
                "oneOf": [{ "$ref": "#/components/schemas/ChessRequest" }, { "$ref": "#/components/schemas/GoRequest" }],
                "discriminator": {
                    "propertyName": "ruleset",
                    "mapping": { "chess": "#/components/schemas/ChessRequest", "go": "#/components/schemas/GoRequest" },
                },
                "properties": { "ruleset": { "type": "string" } },
                "required": ["ruleset"],
            },
            "Settings": {
                "type": "object", "additionalProperties": false,
                "properties": {
                    "action": { "oneOf": [{ "$ref": "#/components/schemas/Action" }, { "type": "null" }] },
                    "language": { "type": ["string", "null"], "pattern": "^(en|nn)$" },
                    "names": { "type": "array", "maxItems": 2, "items": { "type": "string", "minLength": 1, "maxLength": 3 } },
                },
            },
        });
        types.as_object().cloned().unwrap_or_default()
    }

    fn wrong(name: &str, value: Value) -> Vec<(String, Sentence)> {
        let schema =
            CompiledSchema::compile(&json!({ "$ref": format!("#/components/schemas/{name}") }), &types());
        schema.unwrap().mistakes(&value)
    }

    fn pointers(name: &str, value: Value) -> Vec<String> {
        wrong(name, value).into_iter().map(|(pointer, _)| pointer).collect()
    }

    #[test]
    fn a_union_is_held_to_the_alternative_that_is_meant() {
        assert!(wrong("Action", json!({"type": "build", "corner": 3})).is_empty());
        let beyond = wrong("Action", json!({"type": "build", "corner": 54}));
        assert_eq!(beyond, [("/corner".to_owned(), Sentence::Between { least: 0, most: 53 })]);
        assert_eq!(pointers("Action", json!({"type": "pass", "corner": 3})), ["/corner"]);
        let other = wrong("Action", json!({"type": "fly", "corner": 3}));
        let sentence = Sentence::NotAmong {
            given: Some("fly".to_owned()),
            allowed: vec!["build".to_owned(), "pass".to_owned()],
        };
        assert_eq!(other, [("/type".to_owned(), sentence)]);
        assert_eq!(wrong("Action", json!({})), [("/type".to_owned(), Sentence::Missing)]);
        assert_eq!(wrong("Action", json!([])), [(String::new(), Sentence::MustBeObject { or_null: false })]);
    }

    #[test]
    fn without_a_ruleset_what_all_of_them_have_in_common_is_checked() {
        for ruleset in [json!({}), json!({"ruleset": null}), json!({"ruleset": "toy"})] {
            let with = |mut more: Value| {
                more.as_object_mut().unwrap().extend(ruleset.as_object().cloned().unwrap());
                pointers("Request", more)
            };
            assert_eq!(with(json!({"decision": "d", "action": {"type": "win"}})), [""; 0]);
            assert_eq!(with(json!({"decision": 1, "action": [], "x": 1})), ["/action", "/decision", "/x"]);
        }
        let of_chess = json!({"ruleset": "chess", "decision": 1, "action": {"type": "build", "corner": "3"}});
        assert_eq!(pointers("Request", of_chess), ["/action/corner", "/decision"]);
    }

    #[test]
    fn null_stands_for_what_is_left_out_and_everything_else_must_fit() {
        assert!(wrong("Settings", json!({"action": null, "language": null})).is_empty());
        assert_eq!(pointers("Settings", json!({"action": {"type": "build"}})), ["/action/corner"]);
        let language = wrong("Settings", json!({"language": "fr"}));
        let allowed = vec!["en".to_owned(), "nn".to_owned()];
        assert_eq!(language, [("/language".to_owned(), Sentence::OneOf { allowed })]);
        let names = wrong("Settings", json!({"names": ["a", "abcd", 3]}));
        assert_eq!(
            names,
            [
                ("/names".to_owned(), Sentence::ItemsAtMost { most: 2 }),
                ("/names/1".to_owned(), Sentence::CharactersBetween { least: 1, most: 3 }),
                ("/names/2".to_owned(), Sentence::MustBeText { or_null: false }),
            ]
        );
    }

    #[test]
    fn not_more_mistakes_are_named_than_anybody_reads() {
        let many = wrong("Settings", json!({"names": vec![0; 30_000]}));
        assert_eq!(many.len(), MOST_MISTAKES + 1);
    }

    #[test]
    fn of_many_unknown_names_one_mistake_is_made_and_of_some_not_more_than_are_named() {
        let unknown = |count: usize| {
            let members: Map<String, Value> = (0..count).map(|n| (format!("x{n:05}"), json!(n))).collect();
            wrong("Settings", Value::Object(members))
        };
        assert_eq!(unknown(MOST_UNKNOWN).len(), MOST_MISTAKES + 1);
        let sentence = Sentence::UnknownAtMost { most: MOST_UNKNOWN };
        assert_eq!(unknown(MOST_UNKNOWN + 1), [("/x00000".to_owned(), sentence.clone())]);
        assert_eq!(unknown(10_000), [("/x00000".to_owned(), sentence)]);
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_point() {
        let mut value = json!({"a": [3.0, 3.5, -0.0, 1e300], "b": 7});
        whole_numbers(&mut value);
        assert_eq!(
            value.to_string(),
            r#"{"a":[3,3.5,0,1e+300],"b":7}"#.replace("1e+300", &json!(1e300).to_string())
        );
    }
}
