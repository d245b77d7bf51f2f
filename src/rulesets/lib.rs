//! The registry of rulesets: a folder and two lines each.
//!
//! A ruleset may know the crate `rules` and no other crate of this project.
pub mod landnam;
pub mod nord;
pub mod settlers;

use rules::{AnyRuleset, Registered};

/// Every ruleset with its own components, in the order of the registry.
pub fn all() -> Vec<Box<dyn AnyRuleset>> {
    vec![
        Box::new(Registered::complete(landnam::Landnam::default())),
        Box::new(Registered::complete(settlers::Settlers::default())),
        Box::new(Registered::complete(nord::Nord::default())),
    ]
}

pub fn find(id: &str) -> Option<Box<dyn AnyRuleset>> {
    all().into_iter().find(|ruleset| ruleset.id() == id)
}
