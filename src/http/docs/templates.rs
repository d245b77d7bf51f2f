//! The templates of the pages. What is filled into them is escaped, unless its name ends with `_html`.

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment};
use serde::Serialize;

use crate::error::Error;

macro_rules! templates {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!($name))),*]
    };
}

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    // A line with nothing but a tag leaves no line behind.
    match SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
        Ok(syntax) => templates.set_syntax(syntax),
        Err(error) => unreachable!("the syntax of the templates can't be had: {error}"),
    }
    templates.set_auto_escape_callback(|name| match name.ends_with(".html") {
        true => AutoEscape::Html,
        false => AutoEscape::None,
    });
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

pub fn fill(name: &str, with: &impl Serialize) -> Result<String, Error> {
    let broken = |error: minijinja::Error| Error::internal("a page of the documentation", error);
    let with = minijinja::value::Serde(with);
    TEMPLATES.get_template(name).map_err(broken)?.render(with).map_err(broken)
}
