//! What the page of a competition shows: how it stands, the tables of its rounds, the standings, how it is played.

use minijinja::{Value, context};

use super::CompetitionSentences;
use crate::http::pages::aids;
use crate::http::pages::page::PageQuery;
use crate::http::pages::words::PageWords;
use crate::service::App;
use crate::service::addresses::public_page;
use crate::service::competitions::{
    CompetitionCorrection, CompetitionEntrant, CompetitionOverview, CompetitionRound, CompetitionStanding,
    EntrantRole, FormSettings, RoundTable, TableOccupant,
};
use crate::store::competitions::CompetitionStatus;
use crate::texts::{short_when, when};
use pairing::{FirstOrder, PlayedBy, Reason, Standing};

/// The section of the texts.
const TEXTS: &str = "competition";
/// The most tables, rows of the standings, entrants and corrections of a page. What is more has pages of its own, and of
/// entrants and corrections the API tells.
const MOST_TABLES: usize = 200;
const MOST_ROWS: usize = 200;
const MOST_NAMES: usize = 200;
const MOST_CORRECTIONS: usize = 50;

pub struct CompetitionBody<'c> {
    pub app: &'c App,
    pub words: &'c PageWords,
    pub overview: &'c CompetitionOverview,
    /// The time zone of the reader.
    pub zone: &'c str,
    /// The address of the page, to which parameters are added.
    pub base: &'c str,
    /// The address of the page of its club, if the reader can open one.
    pub club_page: Option<String>,
}

/// A part of a list that is too long for one page.
struct Cut {
    from: usize,
    most: usize,
}

impl CompetitionBody<'_> {
    /// What the template shows of the competition, or of the part that is asked for.
    pub fn values(&self, query: &PageQuery) -> Value {
        let details = &self.overview.details;
        let from = query.get("from").and_then(|from| from.parse::<usize>().ok()).unwrap_or_default();
        let number = query.get("round").and_then(|number| number.parse::<i32>().ok());
        let round = self.overview.rounds.iter().find(|round| Some(round.round) == number);
        let cut = |most| Cut { from: from.max(1) - 1, most };
        let of_page = match (round, query.get("part")) {
            (Some(round), _) => {
                context! { rounds => [self.round(round, &cut(MOST_TABLES))], is_part => true }
            }
            (None, Some("standings")) => {
                context! { standings => self.standings(&cut(MOST_ROWS)), is_part => true }
            }
            _ => self.whole(),
        };
        context! {
            name => &details.name,
            whole => self.base.trim_end_matches(['?', '&']),
            status => self.sentences().status(),
            ..of_page
        }
    }

    /// What it is and how far it is, in short.
    pub fn description(&self) -> String {
        self.sentences().summary()
    }

    fn sentences(&self) -> CompetitionSentences<'_> {
        let Self { app, words, zone, .. } = *self;
        CompetitionSentences { app, words, details: &self.overview.details, zone }
    }

    fn say(&self, key: &str, about: Value) -> String {
        self.words.say_of(TEXTS, key, about)
    }

    fn phrase(&self, key: &str, about: Value) -> String {
        self.words.phrase_of(TEXTS, key, about)
    }

    fn whole(&self) -> Value {
        let CompetitionOverview { details, club, organiser, corrections, bye_points, .. } = self.overview;
        let has_begun = details.status != CompetitionStatus::Open;
        let sentences = self.sentences();
        let ruleset = &details.games.ruleset;
        // The latest ones say most.
        let first = corrections.len().saturating_sub(MOST_CORRECTIONS);
        let corrections = corrections.iter().skip(first).map(|correction| self.correction(correction));
        context! {
            about => details.about.trim(),
            is_open => !has_begun,
            is_over => details.ended_at.is_some(),
            signed_up => (!has_begun).then(|| sentences.signed_up()),
            of_club => club,
            club_page => &self.club_page,
            organiser,
            ruleset_title => self.words.ruleset_name(self.app, ruleset),
            rules_page => self.app.ruleset(ruleset).ok().and_then(aids::address),
            rules => sentences.rules(*bye_points),
            rounds => self.rounds(),
            standings => self.has_results().then(|| self.standings(&Cut { from: 0, most: MOST_ROWS })),
            entrants => (!self.has_results()).then(|| self.entrants(EntrantRole::Entrant)),
            substitutes => self.entrants(EntrantRole::Substitute),
            corrections => corrections.collect::<Vec<_>>(),
            commitment => &details.commitment,
            export => format!("/v1/competitions/{}/export", details.id),
        }
    }

    /// The latest round, and earlier ones as far as there is room; of the others, where they are shown.
    fn rounds(&self) -> Vec<Value> {
        let mut room = MOST_TABLES;
        let shown = self.overview.rounds.iter().rev().enumerate().map(|(age, round)| {
            let fits = round.tables.len() <= room;
            if age > 0 && !fits {
                room = 0;
                let title = self.round_title(round);
                return context! { title, address => format!("{}round={}", self.base, round.round) };
            }
            let cut = Cut { from: 0, most: room };
            room = room.saturating_sub(round.tables.len());
            self.round(round, &cut)
        });
        shown.collect()
    }

    fn round_title(&self, round: &CompetitionRound) -> String {
        self.say("round", context! { round => round.round })
    }

    fn round(&self, round: &CompetitionRound, cut: &Cut) -> Value {
        let tables = round.tables.iter().skip(cut.from).take(cut.most).map(|table| self.table(table));
        let byes = round.byes.iter().map(|bye| {
            let name = bye.name.as_deref().unwrap_or_default();
            self.words.entrant(bye.account_id, name)
        });
        let (byes, more_byes) = self.names(byes.filter(|_| cut.from == 0));
        let next = cut.from + cut.most;
        let more = (next < round.tables.len())
            .then(|| format!("{}round={}&from={}", self.base, round.round, next + 1));
        context! {
            title => self.round_title(round),
            paired => self.say("paired", context! { at => when(round.paired_at, self.zone, self.words.code()) }),
            tables => tables.collect::<Vec<_>>(),
            byes,
            more_byes,
            more,
        }
    }

    fn table(&self, table: &RoundTable) -> Value {
        let division = table.reasons.iter().find_map(|reason| match reason {
            Reason::Division { division } => Some(division + 1),
            _ => None,
        });
        let division = division.filter(|_| self.has_divisions());
        let label = self.say("table", context! { number => table.table + 1, division });
        let has_result = table.seats.iter().any(|seat| seat.place.is_some());
        let state = match (has_result, table.ended_at, table.game_id) {
            (true, ..) => None,
            (false, Some(_), _) => Some("no_result"),
            (false, None, Some(_)) => Some("playing"),
            (false, None, None) => Some("not_begun"),
        };
        let mut seats: Vec<&TableOccupant> = table.seats.iter().collect();
        seats.sort_by_key(|seat| seat.place);
        let people: Vec<String> = seats.into_iter().map(|seat| self.occupant(seat)).collect();
        // With places the names stand in their order.
        let people = match has_result {
            true => people.join(" · "),
            false => self.say("people", context! { people }),
        };
        let game = table.game_id.filter(|_| self.overview.is_public).map(public_page);
        context! { label, game, people, state => state.map(|state| self.phrase(state, context! {})) }
    }

    /// Who sits at a table, and what came of it.
    fn occupant(&self, seat: &TableOccupant) -> String {
        let name = match (seat.entrant, &seat.name) {
            (Some(_), name) => self.words.entrant(seat.account_id, name.as_deref().unwrap_or_default()),
            (None, _) => self.phrase("filler", context! {}),
        };
        let (Some(place), Some(points), Some(by)) = (seat.place, seat.points, seat.played_by) else {
            return name;
        };
        let note = match by {
            PlayedBy::Owner => None,
            PlayedBy::Replacement => Some(self.phrase("by_replacement", context! {})),
            PlayedBy::Lapse => Some(self.phrase("by_lapse", context! {})),
        };
        self.phrase("placed", context! { place, name, points, note })
    }

    fn is_knockout(&self) -> bool {
        matches!(self.overview.details.form, FormSettings::Knockout { .. })
    }

    fn has_divisions(&self) -> bool {
        self.overview.standings.iter().any(|row| row.standing.division > 0)
    }

    /// Before anybody has played the standings are the lots alone.
    fn has_results(&self) -> bool {
        self.overview.standings.iter().any(|row| row.standing.tables > 0)
    }

    fn standings(&self, cut: &Cut) -> Value {
        let rows = &self.overview.standings;
        let shown = rows.iter().enumerate().skip(cut.from).take(cut.most);
        let mut divisions: Vec<(usize, Vec<Value>)> = Vec::new();
        for (index, row) in shown {
            let shown = self.row(index, row);
            match divisions.last_mut() {
                Some((division, shown_rows)) if *division == row.standing.division => shown_rows.push(shown),
                _ => divisions.push((row.standing.division, vec![shown])),
            }
        }
        let divisions = divisions.into_iter().map(|(division, rows)| {
            let title = self.say("division", context! { number => division + 1 });
            context! { title => self.has_divisions().then_some(title), rows }
        });
        let next = cut.from + cut.most;
        let is_drawn = self.overview.details.scoring.first_order == FirstOrder::Drawn;
        context! {
            divisions => divisions.collect::<Vec<_>>(),
            is_knockout => self.is_knockout(),
            order => self.say("order", context! { is_drawn, is_knockout => self.is_knockout() }),
            more => (next < rows.len()).then(|| format!("{}part=standings&from={}", self.base, next + 1)),
        }
    }

    fn row(&self, index: usize, row: &CompetitionStanding) -> Value {
        let standing = &row.standing;
        let rows = &self.overview.standings;
        let near =
            [index.checked_sub(1), Some(index + 1)].into_iter().flatten().filter_map(|at| rows.get(at));
        let is_tied =
            standing.tables > 0 && near.into_iter().any(|other| are_equal(&other.standing, standing));
        let hundredths = |value| self.words.hundredths(value);
        let mut notes = Vec::new();
        let mut note = |key, about| notes.push(self.phrase(key, about));
        if standing.byes > 0 {
            note("row_byes", context! { count => standing.byes });
        }
        if let Some(round) = standing.replaced_from {
            note("row_replaced", context! { round });
        }
        if standing.lapsed > 0 {
            note("row_lapsed", context! { count => standing.lapsed });
        }
        if let Some(round) = standing.withdrawn_from {
            note("row_withdrawn", context! { round });
        }
        if standing.corrected != 0 {
            note("row_corrected", context! { change => self.change(standing.corrected) });
        }
        if is_tied {
            let opponents = hundredths(standing.opponents);
            note("row_tied", context! { direct => standing.direct, opponents });
        }
        context! {
            rank => standing.rank,
            name => self.words.entrant(row.account_id, &row.name),
            games => standing.tables,
            reached => standing.reached,
            points => hundredths(standing.match_points),
            share => self.words.decimal(standing.points, 1000),
            note => notes.join("; "),
        }
    }

    /// A change of match points, with its sign.
    fn change(&self, change: i64) -> String {
        let sign = if change > 0 { "+" } else { "" };
        format!("{sign}{}", self.words.hundredths(change))
    }

    fn correction(&self, made: &CompetitionCorrection) -> Value {
        let correction = &made.correction;
        let is_it = |row: &&CompetitionStanding| row.standing.entrant == correction.entrant;
        let row = self.overview.standings.iter().find(is_it);
        let name = row.map(|row| self.words.entrant(row.account_id, &row.name));
        let about = context! {
            name,
            change => self.change(correction.change),
            round => correction.table.map(|table| table.round),
            table => correction.table.map(|table| table.table + 1),
            at => short_when(made.made_at, self.zone, self.words.code()),
        };
        context! { what => self.say("correction", about), note => &correction.note }
    }

    /// Those who signed up and are this now.
    fn entrants(&self, role: EntrantRole) -> Value {
        let entrants = self.overview.entrants.iter().filter(|entrant| entrant.role == role);
        let (names, more) = self.names(
            entrants
                .map(|entrant: &CompetitionEntrant| self.words.entrant(entrant.account_id, &entrant.name)),
        );
        context! { names, more }
    }

    /// As many names as a page has room for, and how many are left out.
    fn names(&self, names: impl Iterator<Item = String>) -> (Vec<String>, usize) {
        let mut names: Vec<String> = names.collect();
        let more = names.len().saturating_sub(MOST_NAMES);
        names.truncate(MOST_NAMES);
        (names, more)
    }
}

/// Do only the criteria behind the points tell two apart?
fn are_equal(one: &Standing, other: &Standing) -> bool {
    let shown = |row: &Standing| (row.division, row.reached, row.last_place, row.match_points, row.points);
    shown(one) == shown(other)
}
