//! All addresses, hung on a few branches. The web framework tries one address after another, those with placeholders by
//! regular expressions; below a branch only those that hang there are tried.

use actix_web::web::{self, ServiceConfig};

use super::address::Address;

/// Where most addresses begin; what is asked for most often comes first.
const BRANCHES: [&str; 5] = ["/v1/games/{game_id}", "/v1/me", "/v1/people", "/v1/rulesets", "/v1/admin"];

/// Addresses on their way into the service.
#[derive(Default)]
pub struct Branches {
    addresses: Vec<Address>,
}

impl Branches {
    /// Takes an address; the order does not matter.
    pub fn add(&mut self, address: Address) {
        self.addresses.push(address);
    }

    pub fn grow(mut self, routes: &mut ServiceConfig) {
        // What has no placeholder is found by comparison alone.
        self.addresses.sort_by_key(Address::has_placeholder);
        for branch in BRANCHES {
            let (below, others) = self.addresses.into_iter().partition(|address| address.branch() == branch);
            self.addresses = others;
            let below: Vec<Address> = below;
            routes.service(
                web::scope(branch)
                    .configure(|routes| below.into_iter().for_each(|address| address.place(routes))),
            );
        }
        self.addresses.into_iter().for_each(|address| address.place(routes));
    }
}

/// The branch that an address hangs on, "" for none, and what is left of it.
pub fn split(path: &'static str) -> (&'static str, &'static str) {
    let hangs = |branch: &'static str| {
        let rest = path.strip_prefix(branch)?;
        (rest.is_empty() || rest.starts_with('/')).then_some((branch, rest))
    };
    BRANCHES.into_iter().find_map(hangs).unwrap_or(("", path))
}
