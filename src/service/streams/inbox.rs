//! The inbox: everything that awaits or invites a player, over all their games.

use chrono::DateTime;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::Error;
use crate::service::accounts::MailStopped;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::play::{self, GameView, GameWords, LegalActions, TakeBackOptions};
use crate::service::{Ctx, page};
use crate::store::inbox::{self, InboxPlace, InboxRow};
use crate::texts::GameSentences;
use crate::time_control::Instant;
use rules::Seat;

/// What waits for you in all games, most urgent first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Inbox {
    /// First what awaits you, then what invites you, then what there is to read; each by deadline, then by age.
    pub items: Vec<InboxItem>,
    /// For `cursor`; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
    /// With `include`: each game of this page in which a decision is open for your seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub games: Option<Vec<InboxGame>>,
    /// Why no mail is sent to you. Null while mail arrives, and on further pages.
    pub mail_stopped: Option<MailStopped>,
}

/// Something that awaits or invites you.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct InboxItem {
    #[serde(rename = "type")]
    pub item_type: InboxItemType,
    /// Does the game wait for you?
    pub awaited: bool,
    pub game_id: Uuid,
    pub game_name: String,
    pub ruleset: String,
    /// Your seat, or the one offered to you; null before the seats are dealt.
    pub seat: Option<i16>,
    /// The id of the open decision; null for other items.
    pub decision_id: Option<String>,
    /// The same as `decision_id`.
    #[schema(deprecated)]
    pub decision: Option<String>,
    /// What the decision asks, in the language of `Content-Language`; with `include=texts`, and left out of other items.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub text: Option<String>,
    /// The open vote; null for other items.
    pub vote_id: Option<Uuid>,
    /// Null for other items.
    pub invitation_id: Option<Uuid>,
    /// The kind of the decision or vote; null for other items.
    pub kind: Option<String>,
    /// How many messages you have not read; null for other items.
    pub unread: Option<i64>,
    /// Since when it waits.
    #[schema(value_type = String, format = DateTime)]
    pub since: Instant,
    /// Until when there is time; null without a limit.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Instant>,
}

/// `confirmation`: a full game starts when you confirm to be there; `seat_offer`: a seat may be taken by you.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum InboxItemType {
    /// A decision is open for your seat.
    Decision,
    /// Your game is full and starts when every player has confirmed to be there; you have not.
    Confirmation,
    /// A vote is open in your game, and you have not voted.
    Vote,
    /// A seat of a game is offered to you.
    SeatOffer,
    /// You are invited to a game.
    Invitation,
    /// There is something to read.
    Messages,
}

/// What the inbox can bring along of each game in which a decision is open for the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum InboxInclude {
    /// What your seat may do: as `list_legal_actions` gives it.
    Legal,
    /// The game as your seat sees it: as `get_game_view` gives it.
    View,
    /// A sentence beside each item that is a decision, and beside everything that `legal` lists.
    Texts,
    /// Each ready action of `legal` as the body of a request that sends it.
    Requests,
}

/// What is included, and the language of texts.
#[derive(Debug, Clone, Copy, Default)]
pub struct InboxIncluded<'i> {
    pub include: &'i [InboxInclude],
    pub language: Language,
}

impl InboxIncluded<'_> {
    fn has(self, include: InboxInclude) -> bool {
        self.include.contains(&include)
    }
}

/// All of it is of one moment, which may be later than that of the items.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct InboxGame {
    pub game_id: Uuid,
    /// The `ETag` of the game at this moment, for `If-Match` of your next action.
    pub etag: String,
    /// What your seat may do, if you included `legal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub legal: Option<LegalActions>,
    /// The game as your seat sees it, if you included `view`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub view: Option<GameView>,
}

/// A page of the inbox of `account`, with what is to be included.
pub async fn inbox(
    ctx: &mut Ctx,
    account: Uuid,
    given: Option<&str>,
    limit: u16,
    included: InboxIncluded<'_>,
) -> Result<Inbox, Error> {
    let list = format!("inbox {account}");
    let after = match given {
        Some(given) => read(&page::read_text(&list, given)?)?,
        None => beginning(),
    };
    // One more than the page shows whether there is another page, and one more may be about mail.
    let mut page =
        inbox::page(&mut ctx.db, ctx.app.is_sharded, account, ctx.app.now(), &after, i64::from(limit) + 2)
            .await?;
    let is_stopped = page.first().is_some_and(|item| item.what == inbox::MAIL_STOPPED);
    let stopped = is_stopped.then(|| page.remove(0));
    let mail_stopped = stopped.map(|item| MailStopped::new(item.since, item.kind.unwrap_or_default()));
    let more = page.len() > usize::from(limit);
    page.truncate(usize::from(limit));
    let next_cursor = page.last().filter(|_| more).map(|last| page::write_text(&list, &written(last)));
    let mut items: Vec<InboxItem> = page.into_iter().map(shown).collect::<Result<_, _>>()?;
    let games = match included.include {
        [] => None,
        _ => Some(games_of(ctx, account, &mut items, included).await?),
    };
    Ok(Inbox { items, next_cursor, games, mail_stopped })
}

/// The games of these items, in their order, in two statements at most however many they are, and one more for texts.
/// What a seat may see is decided just as where one game is read.
async fn games_of(
    ctx: &mut Ctx,
    account: Uuid,
    items: &mut [InboxItem],
    included: InboxIncluded<'_>,
) -> Result<Vec<InboxGame>, Error> {
    let mut ids: Vec<Uuid> = Vec::new();
    for item in items.iter().filter(|item| item.item_type == InboxItemType::Decision) {
        if !ids.contains(&item.game_id) {
            ids.push(item.game_id);
        }
    }
    let mut loaded = LoadedGame::open_all_to_read(ctx, &ids, account).await?;
    loaded.sort_by_key(|game| ids.iter().position(|id| *id == game.id));
    let seated: Vec<(&LoadedGame, Seat)> =
        loaded.iter().filter_map(|game| Some((game, game.seat?))).collect();
    let words = match included.has(InboxInclude::Texts) {
        true => {
            let games: Vec<&LoadedGame> = seated.iter().map(|(game, _)| *game).collect();
            GameWords::load_all(&mut ctx.db, &games, included.language).await?
        }
        false => Vec::new(),
    };
    let take_back = match included.has(InboxInclude::Legal) {
        true => TakeBackOptions::of_all(ctx, &seated).await?.into_iter().map(Some).collect(),
        false => seated.iter().map(|_| None).collect::<Vec<_>>(),
    };
    let shown = seated.into_iter().zip(take_back).map(|((game, seat), take_back)| {
        let moment = play::present(&ctx.app, game)?;
        let with_view = included.has(InboxInclude::View);
        let words = words.iter().find(|words| words.are_of(game.id));
        if let Some(words) = words {
            let sentences = GameSentences::new(words.facts(game, moment.game.as_ref(), Some(seat)));
            for item in items.iter_mut().filter(|item| item.game_id == game.id) {
                let asked = item.decision.as_deref().zip(item.kind.as_deref());
                item.text = asked.map(|(decision, kind)| sentences.question(kind, decision));
            }
        }
        let legal = |take_back| {
            let mut legal = play::legal_with(game, seat, &moment, take_back);
            legal.put(game, (seat, &moment), words, included.has(InboxInclude::Requests));
            legal
        };
        Ok(InboxGame {
            game_id: game.id,
            etag: game.tag(Some(seat)).to_string(),
            legal: take_back.map(legal),
            view: with_view.then(|| play::view(game, Some(seat), &moment, words)).transpose()?,
        })
    });
    shown.collect()
}

fn shown(item: InboxRow) -> Result<InboxItem, Error> {
    let unknown = |_| Error::bug(format!("there is no {} in an inbox", item.what));
    let what: InboxItemType = item.what.parse().map_err(unknown)?;
    let id = |of: InboxItemType| if what == of { Uuid::parse_str(&item.key).ok() } else { None };
    let decision = (what == InboxItemType::Decision).then(|| item.key.clone());
    Ok(InboxItem {
        item_type: what,
        awaited: item.rank == 0,
        game_id: item.game,
        game_name: item.name,
        ruleset: item.ruleset,
        seat: item.seat,
        decision_id: decision.clone(),
        decision,
        text: None,
        vote_id: id(InboxItemType::Vote),
        invitation_id: id(InboxItemType::Invitation),
        kind: item.kind,
        unread: item.count,
        since: item.since,
        deadline: item.until,
    })
}

/// The place before the first item.
fn beginning() -> InboxPlace {
    InboxPlace {
        rank: -1,
        due: DateTime::UNIX_EPOCH,
        since: DateTime::UNIX_EPOCH,
        game: Uuid::nil(),
        key: String::new(),
    }
}

fn written(item: &InboxRow) -> String {
    let (due, since) = (item.due().timestamp_micros(), item.since.timestamp_micros());
    format!("{} {due} {since} {} {}", item.rank, item.game.simple(), item.key)
}

fn read(text: &str) -> Result<InboxPlace, Error> {
    let instant =
        |word: &str| word.parse().ok().and_then(DateTime::from_timestamp_micros).ok_or_else(page::unusable);
    let mut words = text.splitn(5, ' ');
    let mut word = || words.next().ok_or_else(page::unusable);
    Ok(InboxPlace {
        rank: word()?.parse().map_err(|_| page::unusable())?,
        due: instant(word()?)?,
        since: instant(word()?)?,
        game: Uuid::try_parse(word()?).map_err(|_| page::unusable())?,
        key: word()?.to_owned(),
    })
}
