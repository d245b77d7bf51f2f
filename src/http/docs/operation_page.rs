//! The page of an operation, or of something that the service sends to webhooks.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::codes::CodeSource;
use super::curl;
use super::examples::ShownExample;
use super::rates;
use super::reference::{OperationEntry, list, members, text};
use super::site::Site;
use super::types::{FieldRow, SchemaShape, bounds};
use crate::config::LimitSettings;

#[derive(Serialize)]
pub struct OperationPage<'s> {
    title: &'s str,
    id: &'s str,
    method: &'s str,
    path: &'s str,
    is_webhook: bool,
    is_deprecated: bool,
    tag: Option<&'s str>,
    about_html: String,
    /// Who may call it, in a sentence.
    caller_html: Option<String>,
    rate: Option<String>,
    parameters: Vec<ParameterGroup>,
    body: Option<BodyPart>,
    curl: Option<String>,
    responses: Vec<ResponsePart>,
    codes: Vec<CodeRow<'s>>,
    common_codes: Vec<CodeRow<'s>>,
    has_ruleset_codes: bool,
}

#[derive(Serialize)]
struct ParameterGroup {
    place: &'static str,
    fields: Vec<FieldRow>,
}

#[derive(Serialize)]
struct BodyPart {
    about_html: String,
    is_required: bool,
    contents: Vec<ContentPart>,
}

#[derive(Serialize)]
struct ContentPart {
    media_type: String,
    type_html: String,
    shape: SchemaShape,
    examples: Vec<ShownExample>,
}

#[derive(Serialize)]
struct ResponsePart {
    status: String,
    about_html: String,
    headers: Vec<FieldRow>,
    contents: Vec<ContentPart>,
    /// What can be done next with what it brings: ids of operations.
    links: BTreeSet<String>,
}

/// A code that an operation can end in.
#[derive(Serialize)]
pub struct CodeRow<'s> {
    pub code: &'s str,
    pub status: u16,
    pub title: &'s str,
}

impl Site {
    pub fn operation_page(&self, id: &str, settings: &LimitSettings) -> Option<OperationPage<'_>> {
        let (entry, operation) = self.reference.operation(id)?;
        let is_webhook = entry.tag.is_none();
        Some(OperationPage {
            title: &entry.summary,
            id: &entry.id,
            method: &entry.method,
            path: &entry.path,
            is_webhook,
            is_deprecated: entry.is_deprecated,
            tag: entry.tag.as_deref(),
            about_html: self.reference.markdown(text(&operation["description"])),
            caller_html: (!is_webhook).then(|| self.caller(operation)),
            rate: rates::of(entry, settings),
            parameters: self.parameters(operation),
            body: operation.get("requestBody").map(|body| self.body(body)),
            curl: (!is_webhook).then(|| curl::command(&self.reference, entry, operation)),
            responses: self.responses(operation),
            codes: self.code_rows(self.reference.codes(operation)),
            common_codes: match is_webhook {
                true => Vec::new(),
                false => self.code_rows(self.reference.common_codes()),
            },
            has_ruleset_codes: operation["x-ruleset-refusals"] == true,
        })
    }

    /// Codes with their meanings, by status.
    fn code_rows<'s>(&'s self, codes: impl Iterator<Item = &'s str>) -> Vec<CodeRow<'s>> {
        let known = codes.filter_map(|code| Some((code, self.codes.get(code)?)));
        let mut rows: Vec<CodeRow<'_>> =
            known.map(|(code, entry)| CodeRow { code, status: entry.status, title: &entry.title }).collect();
        rows.sort_by_key(|row| row.status);
        rows
    }

    fn caller(&self, operation: &Value) -> String {
        let ways = list(&operation["security"]);
        let is_open = ways.iter().any(|way| way.as_object().is_some_and(|way| way.is_empty()));
        let scope = operation["x-scope"].as_str();
        let said = match (ways.is_empty(), scope, operation["x-session-only"] == true) {
            (true, ..) => "Anyone may call this; it takes no token.".to_owned(),
            (_, _, true) => {
                "Needs the `access_token` of a session; a personal access token is not enough.".to_owned()
            }
            (_, Some(scope), _) if is_open => format!(
                "Works without a token. With one, the caller is known: the `access_token` of a session, or a personal \
                 access token with the scope `{scope}`."
            ),
            (_, Some(scope), _) => format!(
                "Needs the `access_token` of a session, or a personal access token with the scope `{scope}`."
            ),
            (_, None, _) => "Takes the `access_token` of a session.".to_owned(),
        };
        self.reference.markdown(&said)
    }

    fn parameters(&self, operation: &Value) -> Vec<ParameterGroup> {
        let mut by_place: BTreeMap<usize, Vec<FieldRow>> = BTreeMap::new();
        for parameter in list(&operation["parameters"]) {
            let parameter = self.reference.resolve(parameter);
            let place = PLACES.iter().position(|(place, _)| *place == text(&parameter["in"]));
            by_place
                .entry(place.unwrap_or_default())
                .or_default()
                .push(self.field(text(&parameter["name"]), parameter));
        }
        let group =
            |(place, fields): (usize, _)| Some(ParameterGroup { place: PLACES.get(place)?.1, fields });
        by_place.into_iter().filter_map(group).collect()
    }

    /// A parameter or a header.
    fn field(&self, name: &str, described: &Value) -> FieldRow {
        let schema = &described["schema"];
        let mut about = text(&described["description"]).to_owned();
        let example = described.get("example").or_else(|| schema.get("example"));
        if let Some(example) = example {
            about.push_str(&format!("\n\nExample: `{}`", super::types::shown(example)));
        }
        FieldRow {
            name: name.to_owned(),
            type_html: self.reference.type_html(schema),
            is_required: described["required"] == true,
            is_deprecated: described["deprecated"] == true,
            about_html: self.reference.markdown(&about),
            bounds: bounds(schema),
        }
    }

    fn body(&self, body: &Value) -> BodyPart {
        let body = self.reference.resolve(body);
        BodyPart {
            about_html: self.reference.markdown(text(&body["description"])),
            is_required: body["required"] == true,
            contents: self.contents(body),
        }
    }

    fn contents(&self, described: &Value) -> Vec<ContentPart> {
        let content = |(media_type, content): (&String, &Value)| {
            let schema = content.get("itemSchema").unwrap_or(&content["schema"]);
            ContentPart {
                media_type: media_type.clone(),
                type_html: self.reference.type_html(schema),
                shape: self.reference.shape(schema),
                examples: self.reference.examples(content),
            }
        };
        members(&described["content"]).map(content).collect()
    }

    /// Every response but the problems, which have a table of their own.
    fn responses(&self, operation: &Value) -> Vec<ResponsePart> {
        let part = |(status, response): (&String, &Value)| {
            let response = self.reference.resolve(response);
            if response["content"].get("application/problem+json").is_some() {
                return None;
            }
            let headers = members(&response["headers"]);
            let links = members(&response["links"]);
            let next = links.filter_map(|(_, link)| self.reference.resolve(link)["operationId"].as_str());
            Some(ResponsePart {
                status: status.clone(),
                about_html: self.reference.markdown(text(&response["description"])),
                headers: headers
                    .map(|(name, header)| self.field(name, self.reference.resolve(header)))
                    .collect(),
                contents: self.contents(response),
                links: next.map(str::to_owned).collect(),
            })
        };
        members(&operation["responses"]).filter_map(part).collect()
    }

    /// The operations that can end in a code, by id; `None`: any can.
    pub fn operations_ending_in(&self, code: &str) -> Option<Vec<&OperationEntry>> {
        let entry = self.codes.get(code)?;
        if self.reference.common_codes().any(|common| common == code) || ANY_ADDRESS.contains(&code) {
            return None;
        }
        let is_of_rules = entry.sources.contains(&CodeSource::Ruleset);
        let ends = |operation: &Value| {
            self.reference.codes(operation).any(|named| named == code)
                || is_of_rules && operation["x-ruleset-refusals"] == true
        };
        let operations = self.reference.operations.iter();
        Some(operations.filter(|entry| ends(self.reference.described(entry))).collect())
    }
}

/// What is answered before it is known which operation is meant.
const ANY_ADDRESS: [&str; 1] = ["method_not_allowed"];

/// Where parameters stand, in the order in which a page shows them.
const PLACES: [(&str, &str); 4] =
    [("path", "In the path"), ("query", "In the query"), ("header", "In headers"), ("cookie", "In cookies")];
