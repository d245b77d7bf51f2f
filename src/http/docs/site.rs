//! All pages of the documentation, by their addresses below `/docs`.

use std::collections::BTreeMap;

use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::codes::{self, CodeEntry, CodeSource};
use super::examples::ShownExample;
use super::markdown;
use super::operation_page::CodeRow;
use super::rates;
use super::reference::{ApiReference, OperationEntry, text};
use super::templates::fill;
use super::types::SchemaShape;
use crate::cache::MadeOnce;
use crate::config::Settings;
use crate::error::Error;
use crate::http::openapi::Description;
use crate::service::rulesets::RulesetRegistry;

const CHANGELOG: &str = include_str!("changelog.md");
const POLICY: &str = include_str!("policy.md");

/// What the pages are made of; the same as long as the process runs.
pub struct Site {
    pub reference: ApiReference,
    pub codes: BTreeMap<&'static str, CodeEntry>,
}

/// An operation as lists show it.
#[derive(Serialize)]
pub struct OperationLine<'s> {
    id: &'s str,
    method: &'s str,
    path: &'s str,
    summary: &'s str,
    is_deprecated: bool,
}

impl<'s> From<&'s OperationEntry> for OperationLine<'s> {
    fn from(entry: &'s OperationEntry) -> Self {
        Self {
            id: &entry.id,
            method: &entry.method,
            path: &entry.path,
            summary: &entry.summary,
            is_deprecated: entry.is_deprecated,
        }
    }
}

#[derive(Serialize)]
struct TagPart<'s> {
    name: &'s str,
    about: &'s str,
    operations: Vec<OperationLine<'s>>,
}

/// The page of a type.
#[derive(Serialize)]
struct SchemaPage<'s> {
    title: &'s str,
    about_html: String,
    shape: SchemaShape,
    examples: Vec<ShownExample>,
    used_by_operations: Vec<OperationLine<'s>>,
    used_by_schemas: Vec<&'s String>,
    source: String,
}

#[derive(Serialize)]
struct CodePage<'s> {
    title: &'s str,
    status: u16,
    meaning: &'s str,
    meanings: &'s [(&'static str, &'static str)],
    advice_html: String,
    /// `None`: any operation can end so.
    operations: Option<Vec<OperationLine<'s>>>,
    example: String,
}

impl Site {
    /// The pages of a service with these rulesets. Error: a defect of this release.
    pub fn of(rulesets: &RulesetRegistry) -> Result<&'static Self, Error> {
        static MADE: MadeOnce<Vec<&str>, Site> = MadeOnce::new();
        let document = &Description::of(rulesets)?.document;
        let make = || {
            let codes = codes::all(rulesets.iter());
            Ok(Site { reference: ApiReference::new(document, codes.keys().copied()), codes })
        };
        let made = MADE.get(rulesets.ids(), "the documentation", make);
        made.ok_or_else(|| Error::internal("the documentation", "it can't be made"))
    }

    /// The page at an address below `/docs`; `None` where there is none.
    pub fn page(&self, address: &str, settings: &Settings) -> Result<Option<String>, Error> {
        let (kind, name) = address.split_once('/').map_or((address, None), |(kind, name)| (kind, Some(name)));
        match (kind, name) {
            ("", None) => self.home().map(Some),
            ("guide", None) => self.guide(settings).map(Some),
            ("changelog", None) => self.text_page("Changelog", CHANGELOG).map(Some),
            ("policy", None) => self.text_page("What stays, and what may change", POLICY).map(Some),
            ("schemas", None) => self.schemas().map(Some),
            ("errors", None) => self.errors().map(Some),
            ("operations", Some(id)) => self
                .operation_page(id, &settings.limits)
                .map(|page| fill("operation.html", &page))
                .transpose(),
            ("schemas", Some(name)) => self.schema(name).map(|page| fill("schema.html", &page)).transpose(),
            ("errors", Some(code)) => self.code(code).map(|page| fill("error.html", &page)).transpose(),
            _ => Ok(None),
        }
    }

    /// What stands where no page is.
    pub fn missing(&self) -> Result<String, Error> {
        fill("missing.html", &context! { title => "No such page" })
    }

    fn home(&self) -> Result<String, Error> {
        let tagged = |tag: Option<&str>| {
            let own = self.reference.operations.iter().filter(|entry| entry.tag.as_deref() == tag);
            own.map(OperationLine::from).collect::<Vec<_>>()
        };
        let tags: Vec<TagPart<'_>> = self
            .reference
            .tags()
            .map(|(name, about)| TagPart { name, about, operations: tagged(Some(name)) })
            .collect();
        let with = context! {
            title => "Althing API",
            version => self.reference.text("/info/version"),
            about_html => self.reference.markdown(self.reference.text("/info/description")),
            tags => Serde(tags),
            webhooks => Serde(tagged(None)),
        };
        fill("home.html", &with)
    }

    fn guide(&self, settings: &Settings) -> Result<String, Error> {
        let with = context! {
            rates => Serde(rates::table(&self.reference, &settings.limits)),
            are_limited => settings.limits.enabled,
            access_minutes => settings.accounts.access_seconds / 60,
            streams => Serde(StreamLimits {
                per_account: settings.streams.per_account,
                per_address: settings.streams.per_address,
                keep_days: settings.streams.keep_days,
            }),
            languages => crate::texts::CODES.join(", "),
        };
        self.text_page("Guide", &fill("guide.md", &with)?)
    }

    /// A page that is written in Markdown.
    fn text_page(&self, title: &str, markdown: &str) -> Result<String, Error> {
        let (text_html, headings) = markdown::render_page(markdown, &|name| self.reference.link(name));
        fill("text.html", &context! { title => title, text_html => text_html, headings => Serde(headings) })
    }

    fn schemas(&self) -> Result<String, Error> {
        let names: Vec<&String> = self.reference.schemas().map(|(name, _)| name).collect();
        fill("schemas.html", &context! { title => "Schemas", names => Serde(names) })
    }

    fn schema(&self, name: &str) -> Option<SchemaPage<'_>> {
        let (name, schema) = self.reference.schemas().find(|(known, _)| *known == name)?;
        let uses = self.reference.uses(name);
        let operations = uses.into_iter().flat_map(|uses| &uses.operations);
        let operations = operations.filter_map(|id| Some(self.reference.operation(id)?.0.into()));
        Some(SchemaPage {
            title: name,
            about_html: self.reference.markdown(text(&schema["description"])),
            shape: self.reference.shape(schema),
            examples: self.reference.examples(&serde_json::json!({ "schema": schema })),
            used_by_operations: operations.collect(),
            used_by_schemas: uses.into_iter().flat_map(|uses| &uses.schemas).collect(),
            source: serde_json::to_string_pretty(schema).unwrap_or_default(),
        })
    }

    fn errors(&self) -> Result<String, Error> {
        let rows = |wanted: &dyn Fn(&CodeEntry) -> bool| {
            let rows = self.codes.iter().filter(|(_, entry)| wanted(entry));
            rows.map(|(code, entry)| CodeRow { code, status: entry.status, title: &entry.title })
                .collect::<Vec<_>>()
        };
        let with = context! {
            title => "Errors",
            service => Serde(rows(&|entry| !entry.sources.contains(&CodeSource::Ruleset))),
            rulesets => Serde(rows(&|entry| entry.sources.contains(&CodeSource::Ruleset))),
        };
        fill("errors.html", &with)
    }

    fn code(&self, code: &str) -> Option<CodePage<'_>> {
        let (code, entry) = self.codes.get_key_value(code)?;
        let operations = self.operations_ending_in(code);
        let example = serde_json::json!({
            "type": format!("/docs/errors/{code}"), "title": entry.title, "status": entry.status, "code": code,
            "detail": entry.title,
        });
        Some(CodePage {
            title: code,
            status: entry.status,
            meaning: &entry.title,
            meanings: &entry.meanings,
            advice_html: self.reference.markdown(&entry.advice),
            operations: operations.map(|found| found.into_iter().map(OperationLine::from).collect()),
            example: serde_json::to_string_pretty(&example).unwrap_or_default(),
        })
    }
}

/// How many streams there may be, for the guide.
#[derive(Serialize)]
struct StreamLimits {
    per_account: usize,
    per_address: usize,
    keep_days: i64,
}
