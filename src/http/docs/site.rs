//! All pages of the documentation, by their addresses below `/docs`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use minijinja::value::Serde;
use minijinja::{Environment, Value, context};

use super::codes::{self, CodeEntry, CodeSource};
use super::markdown;
use super::rates;
use super::reference::{ApiReference, text};
use crate::cache::MadeOnce;
use crate::config::Settings;
use crate::error::Error;
use crate::http::openapi::Description;
use crate::service::rulesets::RulesetRegistry;
use crate::texts::no_empty_lines;

macro_rules! templates {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!($name))),*]
    };
}

/// The templates of the pages. What is filled into them is escaped, but for what they mark as `safe`: HTML of our own,
/// whose names end with `_html`.
static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_syntax(no_empty_lines());
    let parts = templates![
        "layout.html",
        "parts.html",
        "home.html",
        "text.html",
        "operation.html",
        "schemas.html",
        "schema.html",
        "errors.html",
        "error.html",
        "missing.html",
        "guide.md",
    ];
    for (name, template) in parts {
        if let Err(error) = templates.add_template(name, template) {
            unreachable!("a template of the binary does not read: {error}");
        }
    }
    templates
});

fn fill(name: &str, with: Value) -> Result<String, Error> {
    let broken = |error: minijinja::Error| Error::internal("a page of the documentation", error);
    TEMPLATES.get_template(name).map_err(broken)?.render(with).map_err(broken)
}

const CHANGELOG: &str = include_str!("changelog.md");
const POLICY: &str = include_str!("policy.md");

/// The data that the pages are made of. It never changes while the process runs.
pub struct Site {
    pub reference: ApiReference,
    pub codes: BTreeMap<&'static str, CodeEntry>,
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
            ("operations", Some(id)) => {
                self.operation_page(id, &settings.limits).map(|page| fill("operation.html", page)).transpose()
            }
            ("schemas", Some(name)) => self.schema(name).map(|page| fill("schema.html", page)).transpose(),
            ("errors", Some(code)) => self.code(code).map(|page| fill("error.html", page)).transpose(),
            _ => Ok(None),
        }
    }

    /// What stands where no page is.
    pub fn missing(&self) -> Result<String, Error> {
        fill("missing.html", context! { title => "No such page" })
    }

    fn home(&self) -> Result<String, Error> {
        let tagged = |tag: Option<&str>| {
            let own = self.reference.operations.iter().filter(|entry| entry.tag.as_deref() == tag);
            Value::from(Serde(own.collect::<Vec<_>>()))
        };
        let tags = self.reference.tags().map(|(name, about)| {
            context! { name, about, operations => tagged(Some(name)) }
        });
        let with = context! {
            title => "Althing API",
            version => self.reference.text("/info/version"),
            about_html => self.reference.markdown(self.reference.text("/info/description")),
            tags => tags.collect::<Vec<_>>(),
            webhooks => tagged(None),
        };
        fill("home.html", with)
    }

    fn guide(&self, settings: &Settings) -> Result<String, Error> {
        let streams = &settings.streams;
        let with = context! {
            rates => rates::table(&self.reference, &settings.limits),
            are_limited => settings.limits.enabled,
            every_page => settings.http.allowed_origins.iter().any(|origin| origin == "*"),
            access_minutes => settings.accounts.access_seconds / 60,
            streams => context! {
                per_account => streams.per_account,
                per_address => streams.per_address,
                keep_days => streams.keep_days,
            },
            languages => crate::texts::CODES.join(", "),
        };
        self.text_page("Guide", &fill("guide.md", with)?)
    }

    /// A page that is written in Markdown.
    fn text_page(&self, title: &str, markdown: &str) -> Result<String, Error> {
        let (text_html, headings) = markdown::render_page(markdown, &|name| self.reference.link(name));
        fill("text.html", context! { title, text_html, headings => Serde(headings) })
    }

    fn schemas(&self) -> Result<String, Error> {
        let names: Vec<&String> = self.reference.schemas().map(|(name, _)| name).collect();
        fill("schemas.html", context! { title => "Schemas", names => Serde(names) })
    }

    fn schema(&self, name: &str) -> Option<Value> {
        let (name, schema) = self.reference.schemas().find(|(known, _)| *known == name)?;
        let uses = self.reference.uses(name);
        let operations = uses.into_iter().flat_map(|uses| &uses.operations);
        let operations = operations.filter_map(|id| Some(self.reference.operation(id)?.0));
        Some(context! {
            title => name,
            about_html => self.reference.markdown(text(&schema["description"])),
            shape => Serde(self.reference.shape(schema)),
            examples => Serde(self.reference.examples(&serde_json::json!({ "schema": schema }))),
            used_by_operations => Serde(operations.collect::<Vec<_>>()),
            used_by_schemas => Serde(uses.map(|uses| &uses.schemas)),
            source => format!("{schema:#}"),
        })
    }

    fn errors(&self) -> Result<String, Error> {
        let rows = |wanted: &dyn Fn(&CodeEntry) -> bool| {
            let rows = self.codes.iter().filter(|(_, entry)| wanted(entry));
            rows.map(|(code, entry)| entry.row(code)).collect::<Vec<_>>()
        };
        let with = context! {
            title => "Errors",
            service => rows(&|entry| !entry.sources.contains(&CodeSource::Ruleset)),
            rulesets => rows(&|entry| entry.sources.contains(&CodeSource::Ruleset)),
        };
        fill("errors.html", with)
    }

    fn code(&self, code: &str) -> Option<Value> {
        let entry = self.codes.get(code)?;
        let example = serde_json::json!({
            "type": format!("/docs/errors/{code}"), "title": entry.title, "status": entry.status, "code": code,
            "detail": entry.title,
        });
        Some(context! {
            title => code,
            status => entry.status,
            meaning => &entry.title,
            meanings => Serde(&entry.meanings),
            advice_html => self.reference.markdown(&entry.advice),
            operations => Serde(self.operations_ending_in(code)),
            example => format!("{example:#}"),
        })
    }
}
