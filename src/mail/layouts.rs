//! The templates of emails: they hold no word of any language.

use std::sync::LazyLock;

use minijinja::Environment;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use serde::Serialize;

/// Templates by name; those whose names end in `.html` escape what people typed.
pub struct Layouts(Environment<'static>);

pub static LAYOUTS: LazyLock<Layouts> = LazyLock::new(Layouts::load);

const TEMPLATES: [(&str, &str); 5] = [
    ("page.html", include_str!("layouts/page.html")),
    ("game.html", include_str!("layouts/game.html")),
    ("game.txt", include_str!("layouts/game.txt")),
    ("account.html", include_str!("layouts/account.html")),
    ("account.txt", include_str!("layouts/account.txt")),
];

impl Layouts {
    fn load() -> Self {
        let mut environment = Environment::new();
        environment.set_syntax(no_empty_lines());
        for (name, template) in TEMPLATES {
            if let Err(error) = environment.add_template(name, template) {
                unreachable!("a template of the binary does not read: {error}");
            }
        }
        Self(environment)
    }

    /// The template filled with `page`.
    pub fn fill(&self, name: &str, page: &impl Serialize) -> Result<String, String> {
        let template = self.0.get_template(name).map_err(|error| error.to_string())?;
        template.render(Serde(page)).map_err(|error| error.to_string())
    }
}

/// A line that holds nothing but a statement leaves no empty line behind.
fn no_empty_lines() -> SyntaxConfig {
    match SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
        Ok(syntax) => syntax,
        Err(error) => unreachable!("the usual delimiters are refused: {error}"),
    }
}
