//! The registry of rulesets: a folder and two lines each.
//!
//! A ruleset may know the crate `rules` and no other crate of this project.
pub mod landnam;
pub mod nord;
pub mod settlers;

use rules::{AnyRuleset, BoardGeometry, Bots, Previews, Registered, Render, StandingOrders, Texts};

/// The registry: a `Vec` of what `$of`, a generic function, makes of each ruleset with its own components.
#[macro_export]
macro_rules! each_ruleset {
    ($of:path) => {
        vec![
            $of($crate::landnam::Landnam::default()),
            $of($crate::settlers::Settlers::default()),
            $of($crate::nord::Nord::default()),
        ]
    };
}

/// Every ruleset, in the order of the registry.
pub fn all() -> Vec<Box<dyn AnyRuleset>> {
    fn boxed<R: Render + Bots + StandingOrders + Previews + Texts + BoardGeometry>(
        rules: R,
    ) -> Box<dyn AnyRuleset> {
        Box::new(Registered::complete(rules))
    }
    each_ruleset!(boxed)
}

pub fn find(id: &str) -> Option<Box<dyn AnyRuleset>> {
    all().into_iter().find(|ruleset| ruleset.id() == id)
}
