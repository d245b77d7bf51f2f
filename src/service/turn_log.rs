//! What happened in a game, in the words of one player or a spectator and grouped by turns. Pages, mails and feeds show
//! the same groups.

use serde::Serialize;
use uuid::Uuid;

use crate::error::Error;
use crate::service::history::{WalkedBack, walk_back};
use crate::service::log::{self, ServiceEvent};
use crate::service::stored_json::decode;
use crate::store::history::EntryRow;
use crate::store::{Connection, accounts};
use crate::texts::{FormerPlayer, GameFacts, GameSentences, capital};
use crate::time_control::Instant;
use rules::{AnyRuleset, Author, LogRole, Seat};

/// The longest line, in characters.
const MAX_LINE_LENGTH: usize = 400;

/// A turn with what happened in it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct TurnGroup {
    /// `Turn 37`, or the set-up; `None` where the turn is not known, as in a game that does not count any.
    pub title: Option<String>,
    /// The seat whose turn it was.
    pub seat: Option<Seat>,
    /// Who had it, or the word for the reader.
    pub player: Option<String>,
    /// `5 + 3 = 8`
    pub dice: Option<String>,
    /// Oldest first; none for a turn in which nothing worth telling happened.
    pub lines: Vec<String>,
    /// The version at which it began, and its turn, which together are those of no other group; 0 is the set-up.
    #[serde(skip)]
    pub began_at: i64,
    #[serde(skip)]
    pub turn: Option<u32>,
    /// When it was last added to.
    #[serde(skip)]
    pub last_at: Instant,
}

impl TurnGroup {
    /// How many lines it takes in a list that is cut: a turn without any still has its heading.
    fn length(&self) -> usize {
        self.lines.len().max(1)
    }
}

/// The turn in which an entry was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogTurn {
    /// Before the first one.
    SetUp,
    Of {
        turn: u32,
        seat: Seat,
        /// Its roll, as far as it was made.
        dice: Option<[u8; 2]>,
    },
    #[default]
    Unknown,
}

impl LogTurn {
    /// The turn after these events.
    fn after(self, roles: &[LogRole]) -> Self {
        roles.iter().fold(self, |known, role| match (*role, known) {
            (LogRole::TurnBegins { turn, seat }, _) => Self::Of { turn, seat, dice: None },
            (LogRole::Dice(dice), Self::Of { turn, seat, .. }) => Self::Of { turn, seat, dice: Some(dice) },
            _ => known,
        })
    }
}

/// The roles of the events of the rules in an entry.
pub fn roles(ruleset: &dyn AnyRuleset, entry: &EntryRow) -> Result<Vec<LogRole>, Error> {
    let broken = |error| Error::internal(format!("the events of version {}", entry.version), error);
    ruleset.log_roles(&entry.events).map_err(broken)
}

/// The turn that was on when `version` was written, before its own events. Costs one read of a few entries, or three
/// where a turn has very many.
pub async fn turn_before(
    connection: &mut Connection,
    (ruleset, game): (&dyn AnyRuleset, Uuid),
    version: i64,
) -> Result<LogTurn, Error> {
    let mut dice = None;
    let turn_of = |entry: &EntryRow| {
        for role in roles(ruleset, entry)?.into_iter().rev() {
            match role {
                LogRole::TurnBegins { turn, seat } => return Ok(Some(LogTurn::Of { turn, seat, dice })),
                LogRole::Dice(faces) => dice = dice.or(Some(faces)),
                LogRole::Line => {}
            }
        }
        Ok(None)
    };
    Ok(match walk_back(connection, game, version - 1, turn_of).await? {
        WalkedBack::Found(turn) => turn,
        WalkedBack::ToTheBeginning => LogTurn::SetUp,
        WalkedBack::OutOfReach => LogTurn::Unknown,
    })
}

/// The events of these entries as the reader may see them, by turn, oldest first. `before` is the turn that was on
/// before the first of them.
pub fn recent_turns(
    facts: &GameFacts<'_>,
    sentences: &GameSentences<'_>,
    entries: &[EntryRow],
    before: LogTurn,
) -> Result<Vec<TurnGroup>, Error> {
    let mut log = TurnLog::new(before);
    let mut turns_then: Vec<(i64, LogTurn)> = Vec::new();
    let mut names_then: Option<GameSentences<'_>> = None;
    let mut former = facts.former.iter();
    let mut until = i64::MIN;
    for entry in entries {
        // Names change at most a few times: the same sentences serve until the next change.
        if entry.version > until {
            until = former.find(|former| former.until >= entry.version).map_or(i64::MAX, |next| next.until);
            names_then = sentences.at(entry.version);
        }
        log.add(facts, names_then.as_ref().unwrap_or(sentences), entry)?;
        if let Some(version) = log::returned_to(entry)? {
            let then = turns_then.iter().rev().find(|(earlier, _)| *earlier <= version);
            log.now = then.map_or(before, |(_, turn)| *turn);
        }
        turns_then.push((entry.version, log.now));
    }
    let counts_turns = facts.game.turn().0 == 0 || log.groups.iter().any(|group| group.seat.is_some());
    let mut groups = log.groups;
    for group in groups.iter_mut().filter(|group| !counts_turns && group.seat.is_none()) {
        // The ruleset's log does not tell of turns.
        group.title = None;
    }
    Ok(groups)
}

/// The last groups, with at most so many lines, and how many lines were left out.
pub fn latest(mut groups: Vec<TurnGroup>, most: usize) -> (usize, Vec<TurnGroup>) {
    let mut surplus = groups.iter().map(TurnGroup::length).sum::<usize>().saturating_sub(most);
    let left_out = surplus;
    while surplus > 0 {
        match groups.first_mut() {
            Some(first) if first.length() > surplus => {
                first.lines.drain(..surplus);
                surplus = 0;
            }
            Some(first) => {
                surplus -= first.length();
                groups.remove(0);
            }
            None => break,
        }
    }
    (left_out, groups)
}

struct TurnLog {
    groups: Vec<TurnGroup>,
    now: LogTurn,
    /// The version and the instant of the entry that is being added.
    entry: (i64, Instant),
}

impl TurnLog {
    fn new(now: LogTurn) -> Self {
        Self { groups: Vec::new(), now, entry: (0, Instant::default()) }
    }

    /// Adds what an entry tells, in the sentences of those who had the seats then.
    fn add(
        &mut self,
        facts: &GameFacts<'_>,
        sentences: &GameSentences<'_>,
        entry: &EntryRow,
    ) -> Result<(), Error> {
        let broken = |error| Error::internal(format!("the events of version {}", entry.version), error);
        let redacted = log::redact(facts.ruleset, entry.service_events.as_deref(), &entry.events, facts.seat)
            .map_err(broken)?;
        self.entry = (entry.version, entry.created_at);
        let roles = roles(facts.ruleset, entry)?;
        // Events of the service come first, and are lines.
        let service_events = redacted.len().saturating_sub(roles.len());
        for line in authorship(facts, sentences, entry) {
            self.line(sentences, line);
        }
        let roles = std::iter::repeat_n(LogRole::Line, service_events).chain(roles);
        for (event, role) in redacted.iter().zip(roles) {
            match role {
                LogRole::TurnBegins { .. } => {
                    self.now = self.now.after(&[role]);
                    self.open_group(sentences);
                }
                LogRole::Dice(_) if self.takes_dice() => {
                    self.now = self.now.after(&[role]);
                    let dice = dice(self.now);
                    self.group(sentences).dice = dice;
                }
                LogRole::Dice(_) | LogRole::Line => self.line(sentences, sentences.event(event)),
            }
        }
        Ok(())
    }

    /// Is this the first roll of a turn?
    fn takes_dice(&self) -> bool {
        matches!(self.now, LogTurn::Of { dice: None, .. })
    }

    fn line(&mut self, sentences: &GameSentences<'_>, line: String) {
        if !line.is_empty() {
            self.group(sentences).lines.push(shortened(line));
        }
    }

    /// The group of the present turn. A turn to which a player returned gets a new one.
    fn group(&mut self, sentences: &GameSentences<'_>) -> &mut TurnGroup {
        let title = title(sentences, self.now);
        if self.groups.last().is_none_or(|last| last.title != title) {
            self.open_group(sentences);
        }
        let last = self.groups.len().saturating_sub(1);
        self.groups[last].last_at = self.entry.1;
        &mut self.groups[last]
    }

    fn open_group(&mut self, sentences: &GameSentences<'_>) {
        let (turn, seat) = match self.now {
            LogTurn::Of { turn, seat, .. } => (Some(turn), Some(seat)),
            LogTurn::SetUp => (Some(0), None),
            LogTurn::Unknown => (None, None),
        };
        self.groups.push(TurnGroup {
            title: title(sentences, self.now),
            seat,
            player: seat.map(|seat| capital(&sentences.player(seat))),
            dice: dice(self.now),
            lines: Vec::new(),
            began_at: self.entry.0,
            turn,
            last_at: self.entry.1,
        });
    }
}

fn title(sentences: &GameSentences<'_>, turn: LogTurn) -> Option<String> {
    match turn {
        LogTurn::SetUp => Some(sentences.turn_name(0)),
        LogTurn::Of { turn, .. } => Some(sentences.turn_name(turn)),
        LogTurn::Unknown => None,
    }
}

fn dice(turn: LogTurn) -> Option<String> {
    match turn {
        LogTurn::Of { dice: Some([one, two]), .. } => {
            Some(format!("{one} + {two} = {}", u16::from(one) + u16::from(two)))
        }
        _ => None,
    }
}

/// Does the reader see anything of an entry in a log?
pub fn is_told(
    facts: &GameFacts<'_>,
    sentences: &GameSentences<'_>,
    entry: &EntryRow,
) -> Result<bool, Error> {
    let mut log = TurnLog::new(LogTurn::Unknown);
    log.add(facts, sentences, entry)?;
    Ok(!log.groups.is_empty())
}

/// That an entry was made by the rules for an absent player, or by an order of the reader.
fn authorship(facts: &GameFacts<'_>, sentences: &GameSentences<'_>, entry: &EntryRow) -> Vec<String> {
    let mut lines = Vec::new();
    let seat = entry.seat.and_then(|seat| Seat::try_from(seat).ok());
    if let (true, Some(seat)) = (entry.made_by == Author::Lapse.into_str(), seat) {
        lines.push(sentences.lapsed(seat));
    }
    // Nobody learns of the orders of a player who had the seat before them.
    let is_own =
        facts.seat.is_some_and(|seat| entry.seat == Some(i16::from(seat)) && sentences.is_reader(seat));
    if entry.made_by == Author::Order.into_str() && is_own {
        lines.push(sentences.line("ordered", []));
    }
    lines
}

fn shortened(line: String) -> String {
    match line.char_indices().nth(MAX_LINE_LENGTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The players whose seats went to others in these entries.
pub async fn former_players(
    connection: &mut Connection,
    entries: &[EntryRow],
) -> Result<Vec<FormerPlayer>, Error> {
    let mut former = Vec::new();
    for entry in entries {
        let Some(text) = &entry.service_events else { continue };
        let events: Vec<ServiceEvent> = decode("service events", text)?;
        for event in events {
            let ServiceEvent::SeatReplaced { seat, former: Some(account), .. } = event else { continue };
            former.push(FormerPlayer { seat, until: entry.version, name: name(connection, account).await? });
        }
    }
    Ok(former)
}

async fn name(connection: &mut Connection, account: Uuid) -> Result<Option<String>, Error> {
    Ok(accounts::find(connection, account).await?.map(|row| row.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(title: &str, lines: &[&str]) -> TurnGroup {
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        TurnGroup { title: Some(title.to_owned()), lines, ..TurnGroup::default() }
    }

    #[test]
    fn a_list_that_is_cut_keeps_the_latest_lines_under_the_heading_of_their_turn() {
        let turns = vec![turn("1", &["a", "b"]), turn("2", &[]), turn("3", &["c", "d", "e"])];
        assert_eq!(latest(turns.clone(), 6), (0, turns.clone()));
        assert_eq!(
            latest(turns.clone(), 5),
            (1, vec![turn("1", &["b"]), turns[1].clone(), turns[2].clone()])
        );
        assert_eq!(latest(turns.clone(), 3), (3, vec![turns[2].clone()]));
        assert_eq!(latest(turns.clone(), 1), (5, vec![turn("3", &["e"])]));
        assert_eq!(latest(turns, 0), (6, vec![]));
    }

    #[test]
    fn the_roll_of_a_turn_belongs_to_it_until_the_next_one_begins() {
        let begins = |turn| LogRole::TurnBegins { turn, seat: 1 };
        let dice = LogRole::Dice([5, 3]);
        let first = LogTurn::SetUp.after(&[dice, begins(1), LogRole::Line]);
        assert_eq!(first, LogTurn::Of { turn: 1, seat: 1, dice: None });
        assert_eq!(first.after(&[dice]), LogTurn::Of { turn: 1, seat: 1, dice: Some([5, 3]) });
        assert_eq!(first.after(&[dice, begins(2)]), LogTurn::Of { turn: 2, seat: 1, dice: None });
    }
}
