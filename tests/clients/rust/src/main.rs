//! Plays a game of any ruleset to its end with two accounts and a bot, and fetches the picture of its board.
//!
//! With the client that openapi-generator's rust (reqwest) makes of the description.

mod choose;

use std::collections::HashSet;
use std::mem::{discriminant, Discriminant};
use std::time::Duration;

use althing_client::apis::configuration::Configuration;
use althing_client::apis::{
    accounts_api, games_api, pictures_api, play_api, sessions_api, tokens_api, Error,
};
use althing_client::models::create_game::Ruleset;
use althing_client::models::{
    ActionRequest, CreateAccount, CreateGame, CreatePersonalToken, CreateSession, GameView, JoinGame,
    LandnamAction, NordAction, Outcome, Scope, SettlersAction,
};

const PASSWORD: &str = "a long ship west";
const MOST_ACTIONS: usize = 5_000;
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
    let game = games_api::create_game(&host, table, Some(&key())).await?.id.to_string();
    games_api::join_game(&guest, &game, JoinGame::new(), None, None).await?;
    let ended = play(&[host.clone(), guest], &game).await?;
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

/// Plays until the game has ended.
async fn play(players: &[Configuration], game: &str) -> Result<String, Failure> {
    let mut kinds = HashSet::new();
    let (mut tried, mut done) = (0, 0);
    while tried < MOST_ACTIONS {
        let mut asked = false;
        for player in players {
            let legal = play_api::list_legal_actions(player, game, None, None).await?;
            let Some(answer) = choose::choose(&legal) else { continue };
            asked = true;
            tried += 1;
            let kind = kind(&answer);
            match play_api::create_action(player, game, answer, Some(&key()), None).await {
                Ok(_) => {
                    done += 1;
                    kinds.insert(kind);
                }
                // Another was faster; or bounds of single fields, which can't say everything, were kept and yet it is refused.
                Err(Error::ResponseError(said)) if matches!(said.status.as_u16(), 409 | 422) => (),
                Err(Error::ResponseError(said)) => return Err(said.content.into()),
                Err(error) => return Err(error.into()),
            }
        }
        if !asked {
            if let Some(Outcome { ended_by, ranking }) = outcome(&players[0], game).await? {
                let (kinds, seats) = (kinds.len(), ranking.len());
                return Ok(format!("by {ended_by}: {done} actions of {kinds} kinds, {seats} seats ranked"));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    Err(format!("not over after {tried} actions, of which {done} were taken").into())
}

/// What an answer does, whatever it does it with.
#[derive(PartialEq, Eq, Hash)]
enum Kind {
    Landnam(Discriminant<LandnamAction>),
    Nord(Discriminant<NordAction>),
    Settlers(Discriminant<SettlersAction>),
}

fn kind(answer: &ActionRequest) -> Kind {
    match answer {
        ActionRequest::Landnam(answer) => Kind::Landnam(discriminant(&*answer.action)),
        ActionRequest::Nord(answer) => Kind::Nord(discriminant(&*answer.action)),
        ActionRequest::Settlers(answer) => Kind::Settlers(discriminant(&*answer.action)),
    }
}

/// How the game ended, once it has.
async fn outcome(player: &Configuration, game: &str) -> Result<Option<Outcome>, Failure> {
    let outcome = match play_api::get_game_view(player, game, None, None, None).await? {
        GameView::Landnam(view) => view.outcome,
        GameView::Nord(view) => view.outcome,
        GameView::Settlers(view) => view.outcome,
    };
    Ok(outcome.map(|outcome| *outcome))
}

/// The size of the picture of the board.
async fn board(player: &Configuration, game: &str) -> Result<String, Failure> {
    let png = pictures_api::get_board_png(player, game, None, None, None, None, None, None, None, None).await?;
    let png = png.bytes().await?;
    let number =
        |at: usize| png[at..at + 4].iter().fold(0, |number: u32, byte| number << 8 | u32::from(*byte));
    if png.len() < 10_000 || !png.starts_with(PNG) || number(16) < 300 || number(20) < 300 {
        return Err(format!("no picture of a board: {} bytes", png.len()).into());
    }
    Ok(format!("{} × {}", number(16), number(20)))
}
