//! All pages of the documentation, by their addresses below `/docs`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use minijinja::value::Serde;
use minijinja::{Environment, Value, context};

use super::codes::{self, CodeEntry, CodeSource};
use super::groups::{self, SchemaGroup};
use super::markdown;
use super::rates;
use super::reference::{ApiReference, text};
use crate::cache::MadeOnce;
use crate::config::Settings;
use crate::error::{Code, Error};
use crate::http::openapi::{Description, example_problem};
use crate::service::access::Scope;
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
        "try.html",
        "home.html",
        "text.html",
        "operation.html",
        "schemas.html",
        "schema.html",
        "errors.html",
        "error.html",
        "missing.html",
        "logged_in.html",
        "guide.md",
    ];
    for (name, template) in parts {
        if let Err(error) = templates.add_template(name, template) {
            unreachable!("a template of the binary does not read: {error}");
        }
    }
    templates
});

/// The title of the handbook, and the rest of it.
fn operating() -> (&'static str, &'static str) {
    let (title, text) = OPERATING.split_once('\n').unwrap_or((OPERATING, ""));
    (title.trim_start_matches("# "), text)
}

/// Fills a template that needs nothing of the site.
fn fill(name: &str, with: Value) -> Result<String, Error> {
    let broken = |error: minijinja::Error| Error::internal("a page of the documentation", error);
    TEMPLATES.get_template(name).map_err(broken)?.render(with).map_err(broken)
}

const CHANGELOG: (&str, &str) = ("Changelog", include_str!("changelog.md"));
const POLICY: (&str, &str) = ("What stays, and what may change", include_str!("policy.md"));
const PIPE: (&str, &str) = ("Rules on a pipe", include_str!("pipe.md"));
/// The handbook of those who run a server. It begins with its title, since it is also read among the sources.
const OPERATING: &str = include_str!("../../../config/README.md");
const GUIDE: &str = "Guide";
/// How many members of types within types the page of a type shows.
const MOST_ROWS: usize = 300;

/// The data that the pages are made of. It never changes while the process runs.
pub struct Site {
    pub reference: ApiReference,
    pub codes: BTreeMap<&'static str, CodeEntry>,
    groups: Vec<SchemaGroup>,
}

impl Site {
    /// The pages of a service with these rulesets. Error: a defect of this release.
    pub fn of(rulesets: &RulesetRegistry) -> Result<&'static Self, Error> {
        static MADE: MadeOnce<Vec<&str>, Site> = MadeOnce::new();
        let document = &Description::of(rulesets)?.document;
        let make = || {
            let codes = codes::all(rulesets.iter());
            let reference = ApiReference::new(document, codes.keys().copied());
            let groups = groups::of(&reference, rulesets.iter());
            Ok(Site { reference, codes, groups })
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
            ("changelog", None) => self.text_page(CHANGELOG).map(Some),
            ("policy", None) => self.text_page(POLICY).map(Some),
            ("pipe", None) => self.text_page(PIPE).map(Some),
            ("operating", None) => self.text_page(operating()).map(Some),
            ("schemas", None) => self.schemas().map(Some),
            ("errors", None) => self.errors().map(Some),
            ("logged-in", None) => self.show("logged_in.html", context! { title => "Logging in" }).map(Some),
            ("operations", Some(id)) => {
                self.operation_page(id, settings).map(|page| self.show("operation.html", page)).transpose()
            }
            ("schemas", Some(name)) => {
                self.schema(name).map(|page| self.show("schema.html", page)).transpose()
            }
            ("errors", Some(code)) => self.code(code).map(|page| self.show("error.html", page)).transpose(),
            _ => Ok(None),
        }
    }

    /// A page with the subjects beside it, and the operations of its own subject.
    fn show(&self, template: &str, page: Value) -> Result<String, Error> {
        let here = page.get_attr("tag").ok();
        let here = here.as_ref().and_then(Value::as_str);
        let subjects = self.reference.tags().map(|(name, _)| {
            let operations = (here == Some(name)).then(|| self.tagged(here));
            context! { name, operations }
        });
        let subjects: Vec<Value> = subjects.collect();
        fill(template, context! { subjects, ..page })
    }

    /// The operations with a tag; without one, what is sent to webhooks.
    fn tagged(&self, tag: Option<&str>) -> Value {
        let own = self.reference.operations.iter().filter(|entry| entry.tag.as_deref() == tag);
        Value::from(Serde(own.collect::<Vec<_>>()))
    }

    /// The pages that are written in Markdown: address, title and text. What the settings fill in is left out.
    pub fn texts(&self) -> Result<[(&'static str, &'static str, String); 5], Error> {
        let guide = fill("guide.md", context! { streams => context! {} })?;
        let written = |address, (title, text): (&'static str, &str)| (address, title, text.to_owned());
        Ok([
            ("guide", GUIDE, guide),
            written("pipe", PIPE),
            written("operating", operating()),
            written("policy", POLICY),
            written("changelog", CHANGELOG),
        ])
    }

    /// What stands where no page is.
    pub fn missing(&self) -> Result<String, Error> {
        self.show("missing.html", context! { title => "No such page" })
    }

    fn home(&self) -> Result<String, Error> {
        let tags = self.reference.tags().map(|(name, about)| {
            context! { name, about, operations => self.tagged(Some(name)) }
        });
        let with = context! {
            title => "Althing API",
            version => self.reference.text("/info/version"),
            about_html => self.reference.markdown(self.reference.text("/info/description")),
            tags => tags.collect::<Vec<_>>(),
            webhooks => self.tagged(None),
        };
        self.show("home.html", with)
    }

    fn guide(&self, settings: &Settings) -> Result<String, Error> {
        let streams = &settings.streams;
        let with = context! {
            rates => rates::table(&self.reference, &settings.limits),
            are_limited => settings.limits.enabled,
            every_page => settings.http.allowed_origins.iter().any(|origin| origin == "*"),
            access_minutes => settings.accounts.access_seconds / 60,
            scopes => Scope::of_apps()
                .map(|scope| context! { word => scope.word(), about => scope.about() })
                .collect::<Vec<_>>(),
            streams => context! {
                per_account => streams.per_account,
                per_address => streams.per_address,
                keep_days => streams.keep_days,
            },
            languages => crate::texts::CODES.join(", "),
            address => &settings.http.public_url,
        };
        self.text_page((GUIDE, &fill("guide.md", with)?))
    }

    /// A page that is written in Markdown.
    fn text_page(&self, (title, markdown): (&str, &str)) -> Result<String, Error> {
        let (text_html, headings) = markdown::render_page(markdown, &|name| self.reference.link(name));
        self.show("text.html", context! { title, text_html, headings => Serde(headings) })
    }

    fn schemas(&self) -> Result<String, Error> {
        let count = self.reference.schemas().count();
        let with = context! { title => "Schemas", count, groups => Serde(&self.groups) };
        self.show("schemas.html", with)
    }

    fn schema(&self, name: &str) -> Option<Value> {
        let (name, schema) = self.reference.schemas().find(|(known, _)| *known == name)?;
        let uses = self.reference.uses(name);
        let operations = uses.into_iter().flat_map(|uses| &uses.operations);
        let operations = operations.filter_map(|id| Some(self.reference.operation(id)?.0));
        Some(context! {
            title => name,
            about_html => self.reference.markdown(text(&schema["description"])),
            shape => Serde(self.reference.shape(schema, MOST_ROWS)),
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
        self.show("errors.html", with)
    }

    fn code(&self, code: &str) -> Option<Value> {
        let entry = self.codes.get(code)?;
        let own = Code::ALL.iter().find(|known| known.row().0 == code);
        let example = own.map_or_else(
            || {
                serde_json::json!({
                    "type": format!("/docs/errors/{code}"), "title": entry.title, "status": entry.status,
                    "code": code, "detail": entry.title,
                })
            },
            |own| example_problem(*own),
        );
        Some(context! {
            title => code,
            status => entry.status,
            meaning_html => markdown::render_inline(&entry.title, &|name| self.reference.link(name)),
            meanings => Serde(&entry.meanings),
            advice_html => self.reference.markdown(&entry.advice),
            operations => Serde(self.operations_ending_in(code)),
            example => format!("{example:#}"),
        })
    }
}
