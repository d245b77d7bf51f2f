//! Mails about votes and seats of a game that is being played.

use serde_json::json;
use uuid::Uuid;

use super::scene::Scene;
use super::sheet::{Place, Sheet, Words};
use crate::app::App;
use crate::error::Error;
use crate::notices::letter::Written;
use crate::service::log::Ballot;
use crate::service::votes::{self, NoticeKind, VoteShown, VoteStatus};
use crate::store::outbox::Claimed;
use crate::store::{Connection, people, seats};

/// What a notice says; `None` when it has become pointless. `link` is where mails of its kind are ended.
pub async fn says(
    app: &App,
    connection: &mut Connection,
    kind: NoticeKind,
    notice: &Claimed,
    link: Option<&str>,
) -> Result<Option<Written>, Error> {
    let Some(scene) = Scene::now(app, connection, notice, link).await? else { return Ok(None) };
    let in_play = scene.table.present.status.is_in_play();
    let written = match kind {
        NoticeKind::SeatReplaced if !scene.is_member() => seat_replaced(app, &scene),
        NoticeKind::CaretakerSeated if in_play && scene.holds_seat() => match scene.bot() {
            Some(bot) => caretaker_seated(app, &scene, bot),
            None => return Ok(None),
        },
        NoticeKind::Vote if in_play && scene.holds_seat() => {
            let Some(vote) = vote(app, connection, &scene, notice).await? else { return Ok(None) };
            if !is_asked(&scene, &vote) {
                return Ok(None);
            }
            ask(app, &scene, &vote)
        }
        NoticeKind::VoteDecided if in_play && scene.holds_seat() => {
            let vote = vote(app, connection, &scene, notice).await?;
            match vote.filter(|vote| vote.status != VoteStatus::Open) {
                Some(vote) => decided(app, &scene, &vote),
                None => return Ok(None),
            }
        }
        NoticeKind::SeatOffered if in_play && !scene.is_member() => {
            return offer(app, connection, &scene, notice).await;
        }
        _ => return Ok(None),
    };
    written.map(Some).map_err(Error::Internal)
}

/// The vote that the notice is about.
async fn vote(
    app: &App,
    connection: &mut Connection,
    scene: &Scene,
    notice: &Claimed,
) -> Result<Option<VoteShown>, Error> {
    match notice.decision.as_deref().map(Uuid::try_parse) {
        Some(Ok(vote)) => votes::read(app, connection, &scene.table, vote).await,
        _ => Ok(None),
    }
}

/// Is the vote still open, and has the seat a voice that it has not raised?
fn is_asked(scene: &Scene, vote: &VoteShown) -> bool {
    let has_voted = vote.ballots.iter().any(|ballot| ballot.seat == scene.seat);
    vote.status == VoteStatus::Open && vote.voters.contains(&scene.seat) && !has_voted
}

fn ask(app: &App, scene: &Scene, vote: &VoteShown) -> Result<Written, String> {
    let game = address(app, scene);
    let ballots = format!("{game}/votes/{}/ballots", vote.id);
    about(scene, vote).write(Sheet {
        kind: NoticeKind::Vote.word(),
        facts: vec!["vote", "needed", "expires"],
        places: vec![
            ("POST", ballots.clone(), "ballot"),
            ("GET", format!("{game}/votes"), "votes"),
            ("GET", format!("{game}/view"), "view"),
        ],
        answer: Some((ballots, json!({"ballot": "yes"}))),
        why: "why",
    })
}

fn decided(app: &App, scene: &Scene, vote: &VoteShown) -> Result<Written, String> {
    let game = address(app, scene);
    about(scene, vote).write(Sheet {
        kind: NoticeKind::VoteDecided.word(),
        facts: vec!["vote", "decided"],
        places: vec![("GET", format!("{game}/votes"), "votes"), ("GET", format!("{game}/view"), "view")],
        why: "why",
        ..Sheet::default()
    })
}

/// What the texts say of a vote.
fn about(scene: &Scene, vote: &VoteShown) -> Words {
    let said = |ballot: Ballot| vote.ballots.iter().filter(|cast| cast.ballot == ballot).count();
    let status = match vote.status {
        VoteStatus::Open => "open",
        VoteStatus::Carried => "carried",
        VoteStatus::Refused => "refused",
        VoteStatus::Expired => "expired",
        VoteStatus::Withdrawn => "withdrawn",
    };
    scene.words([
        ("status", status.into()),
        ("mine", (vote.opened_by == scene.seat).into()),
        ("kind", vote.kind.word().into()),
        ("opener", usize::from(vote.opened_by).into()),
        ("of", vote.seat.map(usize::from).unwrap_or_default().into()),
        ("bot", vote.bot.clone().unwrap_or_default().into()),
        ("named", vote.account.is_some().into()),
        ("until", scene.when(vote.expires_at).into()),
        ("voters", vote.voters.len().into()),
        ("needed", vote.needed.into()),
        ("yes", said(Ballot::Yes).into()),
        ("no", said(Ballot::No).into()),
    ])
}

async fn offer(
    app: &App,
    connection: &mut Connection,
    scene: &Scene,
    notice: &Claimed,
) -> Result<Option<Written>, Error> {
    let until = seats::offer_to(connection, notice.game, notice.seat, notice.account).await?;
    let until = until.filter(|until| *until > app.now() && !scene.table.has_resigned(scene.seat));
    let Some(until) = until else { return Ok(None) };
    let proposer = vote(app, connection, scene, notice).await?.map(|vote| usize::from(vote.opened_by));
    let proposer = proposer.and_then(|seat| scene.table.present.accounts.get(seat).copied().flatten());
    let proposer: Vec<Uuid> = proposer.into_iter().collect();
    if !people::blocked_among(connection, notice.account, &proposer).await?.is_empty() {
        return Ok(None);
    }
    let game = address(app, scene);
    let take = format!("{game}/seats/{}/take", scene.seat);
    let written = scene.words([("until", scene.when(until).into())]).write(Sheet {
        kind: NoticeKind::SeatOffered.word(),
        facts: vec!["expires"],
        places: vec![("POST", take.clone(), "take"), ("GET", game, "table")],
        answer: Some((take, json!({}))),
        why: "why_offered",
    });
    written.map(Some).map_err(Error::Internal)
}

fn caretaker_seated(app: &App, scene: &Scene, bot: &str) -> Result<Written, String> {
    let game = address(app, scene);
    let back = format!("{game}/return");
    scene.words([("bot", bot.into())]).write(Sheet {
        kind: NoticeKind::CaretakerSeated.word(),
        places: vec![("POST", back.clone(), "return"), ("GET", format!("{game}/view"), "view")],
        answer: Some((back, json!({}))),
        why: "why",
        ..Sheet::default()
    })
}

fn seat_replaced(app: &App, scene: &Scene) -> Result<Written, String> {
    let others: Place =
        ("GET", format!("{}/v1/games?status=open", app.settings.http.public_url), "open_tables");
    let kind = NoticeKind::SeatReplaced.word();
    scene.words([]).write(Sheet { kind, places: vec![others], why: "why_table", ..Sheet::default() })
}

fn address(app: &App, scene: &Scene) -> String {
    format!("{}/v1/games/{}", app.settings.http.public_url, scene.table.id)
}
