//! The state of the process that use cases are called with: the environment, and caches.

use std::ops::{Deref, DerefMut};

use super::access::personal_tokens::PersonalTokenCache;
use super::competitions::{CACHED_COMPETITIONS, CompetitionCache};
use super::game_cache::{AnswerCache, CACHED_ANSWERS, CACHED_GAMES, GameCache, PlayedGameCache};
use super::passwords::Passwords;
use super::pictures::PngRenderer;
use super::results::{CACHED_SCORES, FinalScoreCache};
use super::rulesets::RulesetRegistry;
use super::sessions::RevokedSessions;
use super::tokens::{self, AccessTokenCache, SigningKeys};
use crate::app::clock::SystemClock;
use crate::app::{Environment, Secrets};
use crate::config::Settings;
use crate::error::{Code, Error};
use crate::notifications::Kinds;
use rules::AnyRuleset;

/// Cheap to clone. Nothing in it is needed to continue a game: a process that restarts fills its caches again.
#[derive(Clone)]
pub struct App {
    environment: Environment,
    /// Hashes passwords, a few at a time.
    pub passwords: Passwords,
    /// The keys that sign tokens, as far as this process has seen them.
    pub keys: SigningKeys,
    pub access_token_cache: AccessTokenCache,
    pub personal_token_cache: PersonalTokenCache,
    pub revoked_sessions: RevokedSessions,
    pub rulesets: RulesetRegistry,
    /// The games that were read a moment ago.
    pub game_cache: GameCache,
    /// The views and legal actions that were sent a moment ago.
    pub answer_cache: AnswerCache,
    /// The games that were acted in a moment ago.
    pub played_game_cache: PlayedGameCache,
    /// The scores of games that are over.
    pub final_score_cache: FinalScoreCache,
    /// The standings of competitions that were looked at a moment ago.
    pub competition_cache: CompetitionCache,
    /// Renders pictures as PNGs, a few at a time.
    pub png_renderer: PngRenderer,
}

impl Deref for App {
    type Target = Environment;

    fn deref(&self) -> &Environment {
        &self.environment
    }
}

impl DerefMut for App {
    fn deref_mut(&mut self) -> &mut Environment {
        &mut self.environment
    }
}

impl App {
    /// Builds what a process shares; an error says which setting can't be used.
    pub fn new(settings: Settings, clock: SystemClock, secrets: Secrets) -> Result<Self, String> {
        tokens::install();
        Ok(Self {
            passwords: Passwords::new(&settings.accounts)?,
            environment: Environment::new(settings, clock, secrets)?,
            keys: SigningKeys::default(),
            access_token_cache: AccessTokenCache::default(),
            personal_token_cache: PersonalTokenCache::default(),
            revoked_sessions: RevokedSessions::default(),
            rulesets: RulesetRegistry::new(rulesets::all()),
            game_cache: GameCache::new(CACHED_GAMES),
            answer_cache: AnswerCache::new(CACHED_ANSWERS),
            played_game_cache: PlayedGameCache::new(CACHED_GAMES),
            final_score_cache: FinalScoreCache::new(CACHED_SCORES),
            competition_cache: CompetitionCache::new(CACHED_COMPETITIONS),
            png_renderer: PngRenderer::default(),
        })
    }

    /// The ruleset of that name. Error: `ruleset_not_found`.
    pub fn ruleset(&self, id: &str) -> Result<&dyn AnyRuleset, Error> {
        let found = self.rulesets.find(id).map(|(_, ruleset)| ruleset.as_ref());
        found.ok_or_else(|| Code::RulesetNotFound.problem())
    }

    /// The kinds of notification, the calls of the rulesets among them.
    pub fn kinds(&self) -> &Kinds {
        self.rulesets.kinds()
    }
}
