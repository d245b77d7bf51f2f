//! The titles this process can play, and the components each running game was started with.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::notifications::Kinds;
use crate::store::{self, Connection};
use rules::AnyRuleset;

/// A title with one set of components.
pub type Title = Arc<dyn AnyRuleset>;

/// SHA-256 of a title's components.
pub type ComponentsDigest = [u8; 32];

/// Titles by name and digest of components.
type ByComponents = HashMap<(&'static str, Vec<u8>), Title>;

/// The titles of this process. Cheap to clone.
#[derive(Clone)]
pub struct Titles {
    shipped: Arc<Vec<(ComponentsDigest, Title)>>,
    kinds: Arc<Kinds>,
    /// Titles with components of an earlier release, as running games still use them.
    earlier: Arc<RwLock<ByComponents>>,
}

impl Titles {
    /// These titles, with the components they ship.
    pub fn new(titles: Vec<Box<dyn AnyRuleset>>) -> Self {
        let calls = titles.iter().flat_map(|title| title.call_kinds()).copied();
        let kinds = Arc::new(Kinds::new(calls));
        let shipped = titles.into_iter().map(|title| (digest(title.components()), Title::from(title)));
        Self { kinds, shipped: Arc::new(shipped.collect()), earlier: Arc::default() }
    }

    /// Every title, in the order of the registry.
    pub fn iter(&self) -> impl Iterator<Item = &dyn AnyRuleset> {
        self.shipped.iter().map(|(_, title)| title.as_ref())
    }

    /// A title and the digest of the components it ships.
    pub fn find(&self, id: &str) -> Option<&(ComponentsDigest, Title)> {
        self.shipped.iter().find(|(_, title)| title.id() == id)
    }

    /// What there can be mails about, with everything that one of them calls a seat for.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// The title of `game` with the components that game was started with.
    pub async fn of_game(
        &self,
        connection: &mut Connection,
        game: Uuid,
        id: &str,
        components: &[u8],
    ) -> Result<Title, Error> {
        let unsupported = || Code::RulesVersionUnsupported.problem();
        let (shipped, title) = self.find(id).ok_or_else(unsupported)?;
        if shipped == components {
            return Ok(title.clone());
        }
        if let Some(known) = self.known(title.id(), components) {
            return Ok(known);
        }
        let text = store::games::components(connection, game)
            .await?
            .ok_or_else(|| Error::Internal(format!("game {game} has no components")))?;
        let earlier = Title::from(title.with_components(&text).map_err(|_| unsupported())?);
        self.keep(title.id(), components, earlier.clone());
        Ok(earlier)
    }

    fn known(&self, id: &'static str, components: &[u8]) -> Option<Title> {
        let earlier = self.earlier.read().unwrap_or_else(PoisonError::into_inner);
        earlier.get(&(id, components.to_vec())).cloned()
    }

    fn keep(&self, id: &'static str, components: &[u8], title: Title) {
        let mut earlier = self.earlier.write().unwrap_or_else(PoisonError::into_inner);
        earlier.insert((id, components.to_vec()), title);
    }
}

/// What tells one set of components from another.
pub fn digest(components: &str) -> ComponentsDigest {
    Sha256::digest(components).into()
}
