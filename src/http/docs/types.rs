//! Types of the description on a page: in a word or two, and member by member.

use minijinja::{Value as Page, context};
use serde::Serialize;
use serde_json::Value;

use super::markdown::escape;
use super::reference::{ApiReference, first_sentence, list, members, schema_name, text};
use super::unfolding::{Unfolding, named};

/// How deep members within members are shown; what is deeper has a type of its own.
const DEEPEST: usize = 4;
/// How many values of an enum stand in a line.
const MOST_VALUES: usize = 24;

/// A member of an object, for a template.
#[derive(Debug, Serialize)]
pub struct FieldRow {
    /// With the members around it: `clock.hours`, `items[].id`.
    pub name: String,
    pub type_html: String,
    pub is_required: bool,
    pub is_deprecated: bool,
    pub about_html: String,
    pub bounds: String,
    /// Its type, where it has a name and is unfolded.
    pub inner: Option<UnfoldedType>,
}

/// A type within another.
#[derive(Debug, Serialize)]
pub struct UnfoldedType {
    pub name: String,
    pub shape: SchemaShape,
}

/// What a type is made of, for a template.
#[derive(Debug, Default, Serialize)]
pub struct SchemaShape {
    pub type_html: String,
    pub bounds: String,
    pub fields: Vec<FieldRow>,
    pub discriminator: Option<String>,
    pub forms: Vec<UnionForm>,
    /// Of an enum: `value` and `about_html`.
    pub values: Vec<Page>,
}

/// An alternative of a union, for a template.
#[derive(Debug, Serialize)]
pub struct UnionForm {
    /// That of the discriminator, where there is one.
    pub value: Option<String>,
    pub type_html: String,
    /// The first sentence about it.
    pub about_html: String,
    pub inner: Option<UnfoldedType>,
}

impl ApiReference {
    /// A type in a word or two, with links to those that have names.
    pub fn type_html(&self, schema: &Value) -> String {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str).and_then(schema_name) {
            let name = escape(name);
            return format!("<a href=\"/docs/schemas/{name}\">{name}</a>");
        }
        let schema = self.resolve(schema);
        for (keyword, between) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")] {
            let parts = list(&schema[keyword]);
            if !parts.is_empty() {
                return self.joined(parts.iter(), between);
            }
        }
        if let Some(only) = schema.get("const") {
            return literal(only);
        }
        let values = list(&schema["enum"]);
        if !values.is_empty() {
            let shown = values.iter().take(MOST_VALUES).map(literal).collect::<Vec<_>>().join(", ");
            return format!("{shown}{}", if values.len() > MOST_VALUES { ", …" } else { "" });
        }
        match &schema["type"] {
            Value::String(kind) => self.kind_html(kind, schema),
            Value::Array(kinds) => {
                let kinds = kinds.iter().map(|kind| self.kind_html(text(kind), schema));
                kinds.collect::<Vec<_>>().join(" or ")
            }
            _ if schema.get("properties").is_some() => "object".to_owned(),
            _ => "any JSON".to_owned(),
        }
    }

    fn joined<'v>(&self, parts: impl Iterator<Item = &'v Value>, between: &str) -> String {
        let mut shown: Vec<String> = Vec::new();
        for part in parts.map(|part| self.type_html(part)) {
            if !shown.contains(&part) {
                shown.push(part);
            }
        }
        shown.join(between)
    }

    fn kind_html(&self, kind: &str, schema: &Value) -> String {
        match kind {
            "array" => format!("array of {}", self.type_html(&schema["items"])),
            "object" => match &schema["additionalProperties"] {
                values @ Value::Object(_) if schema.get("properties").is_none() => {
                    format!("object with values of {}", self.type_html(values))
                }
                _ => "object".to_owned(),
            },
            "null" => "null".to_owned(),
            kind => {
                // That a number fits into 32 bits is said by its bounds.
                let format =
                    schema.get("format").and_then(Value::as_str).filter(|format| !format.starts_with("int"));
                let format = format.map(|format| format!(" ({})", escape(format)));
                format!("{}{}", escape(kind), format.unwrap_or_default())
            }
        }
    }

    /// The type with its members, forms or values, and as many types within it as have room in so many rows.
    pub fn shape(&self, schema: &Value, most_rows: usize) -> SchemaShape {
        Unfolding::widest(most_rows, |unfolding| self.shape_within(schema, unfolding))
    }

    fn shape_within(&self, schema: &Value, unfolding: &Unfolding) -> SchemaShape {
        let schema = self.resolve(schema);
        let mut shape = SchemaShape { bounds: bounds(schema), ..SchemaShape::default() };
        let forms = [&schema["oneOf"], &schema["anyOf"]].into_iter().flat_map(list).collect::<Vec<_>>();
        let are_values = !forms.is_empty() && forms.iter().all(|form| form.get("const").is_some());
        if are_values {
            let value = |form: &&Value| {
                let about_html = self.markdown(text(&form["description"]));
                context! { value => shown(&form["const"]), about_html }
            };
            shape.values = forms.iter().map(value).collect();
        } else if forms.is_empty() {
            let value = |value: &Value| context! { value => shown(value), about_html => "" };
            shape.values = list(&schema["enum"]).iter().map(value).collect();
        } else {
            shape.discriminator = schema["discriminator"]["propertyName"].as_str().map(str::to_owned);
            let mapping: Vec<_> = members(&schema["discriminator"]["mapping"]).collect();
            shape.forms = forms.iter().map(|form| self.form(form, &mapping, unfolding)).collect();
        }
        if shape.values.is_empty() && shape.forms.is_empty() {
            shape.type_html = self.type_html(schema);
        }
        // The members of a union stand with its forms.
        if shape.forms.is_empty() || forms.iter().all(|form| form.get("$ref").is_none()) {
            self.add_fields(schema, ("", DEEPEST), unfolding, &mut shape.fields);
        }
        shape
    }

    fn form(&self, form: &Value, mapping: &[(&String, &Value)], unfolding: &Unfolding) -> UnionForm {
        let value = mapping.iter().find(|(_, target)| form.get("$ref") == Some(target));
        UnionForm {
            value: value.map(|(value, _)| (*value).clone()),
            type_html: self.type_html(form),
            about_html: self.markdown(first_sentence(text(&self.resolve(form)["description"]))),
            inner: self.unfolded(form, unfolding),
        }
    }

    /// The type of a member, if it has a name and there is room for it.
    fn unfolded(&self, member: &Value, unfolding: &Unfolding) -> Option<UnfoldedType> {
        let name = named(member)?;
        let deeper = unfolding.within(name)?;
        let shape = self.shape_within(self.at(&format!("/components/schemas/{name}")), &deeper);
        // A plain text or number is described by its row.
        let is_plain = shape.fields.is_empty() && shape.forms.is_empty() && shape.values.is_empty();
        (!is_plain).then(|| UnfoldedType { name: name.to_owned(), shape })
    }

    /// Adds the members of a type; `prefix` and `depth`: those of the members around it.
    fn add_fields(
        &self,
        schema: &Value,
        (prefix, depth): (&str, usize),
        unfolding: &Unfolding,
        rows: &mut Vec<FieldRow>,
    ) {
        for part in list(&schema["allOf"]) {
            self.add_fields(self.resolve(part), (prefix, depth), unfolding, rows);
        }
        let required = list(&schema["required"]);
        let is_required = |name: &str| required.iter().any(|one| one == name);
        let mut fields: Vec<_> = members(&schema["properties"]).collect();
        fields.sort_by_key(|(name, _)| !is_required(name));
        for (name, member) in fields {
            if !unfolding.has_room() {
                return;
            }
            let full = format!("{prefix}{name}");
            let resolved = self.resolve(member);
            // What is said of a member that may be null stands with its other form.
            let forms = list(&member["oneOf"]);
            let or_null = forms.iter().any(|form| form["type"] == "null");
            let in_form = forms.iter().filter(|_| or_null).map(|form| &form["description"]);
            let about = [&member["description"], &resolved["description"]];
            let about = about.into_iter().chain(in_form).find_map(Value::as_str);
            rows.push(FieldRow {
                type_html: self.type_html(member),
                is_required: is_required(name),
                is_deprecated: resolved["deprecated"] == true,
                about_html: self.markdown(about.unwrap_or_default()),
                bounds: bounds(if member.get("$ref").is_some() { member } else { resolved }),
                inner: self.unfolded(member, unfolding),
                name: full.clone(),
            });
            if depth > 0 && member.get("$ref").is_none() {
                self.add_fields(member, (&format!("{full}."), depth - 1), unfolding, rows);
                self.add_fields(&member["items"], (&format!("{full}[]."), depth - 1), unfolding, rows);
            }
        }
    }
}

/// What a value may be, as far as its type does not say.
pub fn bounds(schema: &Value) -> String {
    let number = |keyword: &str| schema.get(keyword).filter(|value| value.is_number()).map(Value::to_string);
    let range = |least: &str, most: &str, unit: &str| match (number(least), number(most)) {
        (Some(least), Some(most)) if least == most => Some(format!("exactly {least}{unit}")),
        (Some(least), Some(most)) => Some(format!("{least} to {most}{unit}")),
        (Some(least), None) => Some(format!("at least {least}{unit}")),
        (None, Some(most)) => Some(format!("at most {most}{unit}")),
        (None, None) => None,
    };
    let named =
        |keyword: &str, name: &str| schema.get(keyword).map(|value| format!("{name} {}", shown(value)));
    let said = [
        range("minimum", "maximum", ""),
        range("minLength", "maxLength", " characters"),
        range("minItems", "maxItems", " items"),
        (schema["uniqueItems"] == true).then(|| "no item twice".to_owned()),
        named("pattern", "pattern"),
        named("default", "default"),
    ];
    said.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn literal(value: &Value) -> String {
    format!("<code>{}</code>", escape(&value.to_string()))
}

/// A text as it is, anything else as JSON.
pub fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
