//! Plays a game of any ruleset to its end with two accounts and a bot, and fetches the picture of its board.
//!
//! With the client that openapi-generator's rust (reqwest) makes of the description.

use std::collections::HashMap;
use std::fmt::{Display, Formatter};
use std::time::Duration;

use althing_client::apis::configuration::Configuration;
use althing_client::apis::{
    accounts_api, games_api, pictures_api, play_api, sessions_api, tokens_api, Error,
};
use althing_client::models::create_game::Ruleset;
use althing_client::models::{
    ActionRequest, ActionResult, AwaitedDecision, CreateAccount, CreateGame, CreatePersonalToken,
    CreateSession, JoinGame, LegalActions, Outcome, PlayInclude, Scope,
};
use rand::seq::IndexedRandom;

const PASSWORD: &str = "a long ship west";
const MOST_REQUESTS: usize = 20_000;
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

type Failure = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let name = std::env::var("RULESET").unwrap_or_else(|_| "landnam".to_owned());
    let ruleset = match name.as_str() {
        "nord" => Ruleset::Nord,
        "settlers" => Ruleset::Settlers,
        _ => Ruleset::Landnam,
    };
    let (host, guest) = (account(&name, "host").await?, account(&name, "guest").await?);
    let mut table = CreateGame::new(ruleset, 3);
    table.bots = Some(vec!["steady".to_owned()]);
    table.deal_seats = Some(false);
    let game = games_api::create_game(&host, table, Some(&key())).await?.id.to_string();
    games_api::join_game(&guest, &game, JoinGame::new(), None, None).await?;
    // In the order of joining, the bot is second.
    let ended = play(&HashMap::from([(0, host.clone()), (2, guest)]), &game).await?;
    println!("rust: a game of {name} played to its end {ended}; board {}", board(&host, &game).await?);
    Ok(())
}

fn key() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// Makes an account, and a personal token that plays for it.
async fn account(ruleset: &str, role: &str) -> Result<Configuration, Failure> {
    let address = std::env::var("API")?;
    let client = |token: Option<String>| Configuration {
        base_path: address.clone(),
        bearer_access_token: token,
        ..Configuration::default()
    };
    let login = format!("rust-{ruleset}-{role}");
    let registration = CreateAccount::new(format!("{login}@example.org"), login.clone(), PASSWORD.to_owned());
    accounts_api::create_account(&client(None), registration, None).await?;
    let log_in = CreateSession::new(login, PASSWORD.to_owned());
    let session = sessions_api::create_session(&client(None), log_in, None).await?;
    let scopes = vec![Scope::GamesColonRead, Scope::GamesColonCreate, Scope::GamesColonPlay];
    let token = CreatePersonalToken::new("player".to_owned(), scopes);
    let made = tokens_api::create_personal_token(&client(Some(session.access_token)), token, None).await?;
    Ok(client(Some(made.token)))
}

/// What a read or the reply to an action tells a seat: what it may do, ready to send, and how the game stands.
struct Turn {
    version: i64,
    ready: Vec<ActionRequest>,
    awaited: Vec<AwaitedDecision>,
    outcome: Option<Box<Outcome>>,
}

/// The turn of a ruleset; each has types of its own.
macro_rules! turn {
    ($decisions:expr, $view:expr, $wrapped:path) => {{
        let view = $view.ok_or("the view is missing")?;
        let blocking = $decisions.into_iter().filter(|asked| asked.decision.blocking);
        let ready = blocking.flat_map(|asked| asked.requests.unwrap_or_default());
        let ready = ready.map(|request| $wrapped(Box::new(request))).collect();
        Turn { version: view.version, ready, awaited: view.awaited, outcome: view.outcome }
    }};
}

async fn read(player: &Configuration, game: &str) -> Result<Turn, Failure> {
    Ok(match play_api::list_legal_actions(player, game, None, include(), None).await? {
        LegalActions::Landnam(legal) => turn!(legal.decisions, legal.view, ActionRequest::Landnam),
        LegalActions::Nord(legal) => turn!(legal.decisions, legal.view, ActionRequest::Nord),
        LegalActions::Settlers(legal) => turn!(legal.decisions, legal.view, ActionRequest::Settlers),
    })
}

/// Sends a ready request. There is no reply if another was faster.
async fn act(player: &Configuration, game: &str, request: ActionRequest) -> Result<Option<Turn>, Failure> {
    match play_api::create_action(player, game, request, include(), Some(&key()), None).await {
        Ok(ActionResult::Landnam(result)) => {
            Ok(Some(turn!(result.legal, result.view, ActionRequest::Landnam)))
        }
        Ok(ActionResult::Nord(result)) => Ok(Some(turn!(result.legal, result.view, ActionRequest::Nord))),
        Ok(ActionResult::Settlers(result)) => {
            Ok(Some(turn!(result.legal, result.view, ActionRequest::Settlers)))
        }
        Err(Error::ResponseError(said)) if said.status.as_u16() == 409 => Ok(None),
        Err(Error::ResponseError(said)) => Err(said.content.into()),
        Err(error) => Err(error.into()),
    }
}

/// What reads of legal actions and replies to actions bring along.
fn include() -> Option<Vec<PlayInclude>> {
    Some(vec![PlayInclude::Requests, PlayInclude::View])
}

/// Counts the requests of a game, and those that an action took beside its own within a stretch: since the last action of
/// the same seat, if nobody has acted since.
#[derive(Default)]
struct Tally {
    requests: usize,
    within: usize,
    actions: usize,
    stretches: usize,
    /// The last action: its seat, the version that it led to, and how many requests had been sent then.
    last: Option<(i32, i64, usize)>,
}

impl Tally {
    fn acted(&mut self, seat: i32, before: i64, after: i64) {
        self.actions += 1;
        match self.last {
            Some((last, version, sent)) if (last, version) == (seat, before) => {
                self.within += self.requests - sent - 1;
            }
            _ => self.stretches += 1,
        }
        self.last = Some((seat, after, self.requests));
    }
}

impl Display for Tally {
    fn fmt(&self, text: &mut Formatter) -> std::fmt::Result {
        let Tally { requests, within, actions, stretches, .. } = self;
        write!(
            text,
            "{actions} actions in {stretches} stretches by {requests} requests ({within} within a stretch)"
        )
    }
}

/// Plays until the game has ended. What a seat may do is read when the game may wait for it; from then on, each reply brings
/// the next ready requests, until the game waits for others.
async fn play(players: &HashMap<i32, Configuration>, game: &str) -> Result<String, Failure> {
    let mut tally = Tally::default();
    let (mut seat, mut told) = (0, None);
    while tally.requests < MOST_REQUESTS {
        let turn = match told.take() {
            Some(turn) => turn,
            None => {
                tally.requests += 1;
                read(&players[&seat], game).await?
            }
        };
        let mut called = turn.awaited.iter().filter(|one| one.blocking && players.contains_key(&one.seat));
        if let Some(request) = turn.ready.choose(&mut rand::rng()) {
            tally.requests += 1;
            told = act(&players[&seat], game, request.clone()).await?;
            if let Some(told) = &told {
                tally.acted(seat, turn.version, told.version);
            }
        } else if let Some(outcome) = turn.outcome {
            if tally.within > 0 {
                return Err(format!("an action took more than its own request: {tally}").into());
            }
            return Ok(format!("by {}: {tally}, {} seats ranked", outcome.ended_by, outcome.ranking.len()));
        } else if let Some(next) = called.next() {
            seat = next.seat;
        } else {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    Err(format!("not over after {tally}").into())
}

/// The size of the picture of the board.
async fn board(player: &Configuration, game: &str) -> Result<String, Failure> {
    let png = pictures_api::get_board_png(player, game, None, None, None, None, None, None, None, None, None)
        .await?;
    let png = png.bytes().await?;
    let number =
        |at: usize| png[at..at + 4].iter().fold(0, |number: u32, byte| number << 8 | u32::from(*byte));
    if png.len() < 10_000 || !png.starts_with(PNG) || number(16) < 300 || number(20) < 300 {
        return Err(format!("no picture of a board: {} bytes", png.len()).into());
    }
    Ok(format!("{} × {}", number(16), number(20)))
}
