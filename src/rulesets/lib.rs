//! The registry of rulesets: one folder and one line each.
//!
//! A ruleset may know the crate `rules` and nothing else.
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
