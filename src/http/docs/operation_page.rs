//! The page of an operation, or of something that the service sends to webhooks.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::value::Serde;
use minijinja::{Value as Page, context};
use serde_json::Value;

use super::codes::CodeSource;
use super::examples::command;
use super::rates;
use super::reference::{OperationEntry, list, members, text};
use super::site::Site;
use super::try_form;
use super::types::{FieldRow, bounds};
use crate::config::Settings;

impl Site {
    /// The values for the template of the page; `None` if there is no such operation.
    pub fn operation_page(&self, id: &str, settings: &Settings) -> Option<Page> {
        let (entry, operation) = self.reference.operation(id)?;
        let is_webhook = entry.tag.is_none();
        Some(context! {
            title => &entry.summary,
            is_webhook,
            about_html => self.reference.markdown(text(&operation["description"])),
            caller_html => (!is_webhook).then(|| self.caller(operation)),
            rate => rates::of(entry, &settings.limits),
            parameters => self.parameters(operation),
            body => operation.get("requestBody").map(|body| self.body(body)),
            curl => (!is_webhook).then(|| {
                command(&self.reference, entry, operation, &settings.http.public_url)
            }),
            form => (!is_webhook).then(|| try_form::of(&self.reference, entry, operation)),
            responses => self.responses(operation),
            codes => self.code_rows(self.reference.codes(operation)),
            common_codes => self.code_rows(self.reference.common_codes().filter(|_| !is_webhook)),
            has_ruleset_codes => operation["x-ruleset-refusals"] == true,
            ..Page::from(Serde(entry))
        })
    }

    /// Codes with their meanings, sorted by status.
    fn code_rows<'s>(&'s self, codes: impl Iterator<Item = &'s str>) -> Vec<Page> {
        let mut known: Vec<_> = codes.filter_map(|code| self.codes.get_key_value(code)).collect();
        known.sort_by_key(|(_, entry)| entry.status);
        known.into_iter().map(|(code, entry)| entry.row(code)).collect()
    }

    /// Who may call the operation: a sentence as HTML.
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
            (_, None, _) if operation["x-any-token"] == true => {
                "Takes any token: the `access_token` of a session, or a \
                personal access token or that of an app, whatever its scopes."
                    .to_owned()
            }
            (_, None, _) => "Takes the `access_token` of a session.".to_owned(),
        };
        self.reference.markdown(&said)
    }

    fn parameters(&self, operation: &Value) -> Vec<Page> {
        let mut by_place: BTreeMap<usize, Vec<FieldRow>> = BTreeMap::new();
        for parameter in list(&operation["parameters"]) {
            let parameter = self.reference.resolve(parameter);
            let place = PLACES.iter().position(|(place, _)| *place == text(&parameter["in"]));
            by_place
                .entry(place.unwrap_or_default())
                .or_default()
                .push(self.field(text(&parameter["name"]), parameter));
        }
        let group = |(place, fields): (usize, Vec<FieldRow>)| {
            Some(context! { place => PLACES.get(place)?.1, fields => Serde(fields) })
        };
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
            inner: None,
        }
    }

    fn body(&self, body: &Value) -> Page {
        let body = self.reference.resolve(body);
        context! {
            about_html => self.reference.markdown(text(&body["description"])),
            is_required => body["required"] == true,
            contents => self.contents(body),
        }
    }

    fn contents(&self, described: &Value) -> Vec<Page> {
        let content = |(media_type, content): (&String, &Value)| {
            let schema = content.get("itemSchema").unwrap_or(&content["schema"]);
            context! {
                media_type,
                type_html => self.reference.type_html(schema),
                shape => Serde(self.reference.shape(schema, MOST_ROWS)),
                examples => Serde(self.reference.examples(content)),
            }
        };
        members(&described["content"]).map(content).collect()
    }

    /// Every response but the problems, which have a table of their own.
    fn responses(&self, operation: &Value) -> Vec<Page> {
        let part = |(status, response): (&String, &Value)| {
            let response = self.reference.resolve(response);
            if response["content"].get("application/problem+json").is_some() {
                return None;
            }
            let headers = members(&response["headers"]);
            let headers = headers.map(|(name, header)| self.field(name, self.reference.resolve(header)));
            // The ids of operations that can follow.
            let links: BTreeSet<&str> = members(&response["links"])
                .filter_map(|(_, link)| self.reference.resolve(link)["operationId"].as_str())
                .collect();
            Some(context! {
                status,
                about_html => self.reference.markdown(text(&response["description"])),
                headers => Serde(headers.collect::<Vec<_>>()),
                contents => self.contents(response),
                links => Serde(links),
            })
        };
        members(&operation["responses"]).filter_map(part).collect()
    }

    /// The operations that can end in `code`; `None` if any can, or if there is no such code.
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

/// How many members of types within types a body or a response shows.
const MOST_ROWS: usize = 60;

/// Codes that are answered before it is known which operation is meant.
const ANY_ADDRESS: [&str; 1] = ["method_not_allowed"];

/// Where parameters stand, in the order in which a page shows them.
const PLACES: [(&str, &str); 4] =
    [("path", "In the path"), ("query", "In the query"), ("header", "In headers"), ("cookie", "In cookies")];
