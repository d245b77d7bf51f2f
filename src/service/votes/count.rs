//! Who may vote, and what their votes come to.

use crate::service::log::VoteKind;
use crate::service::table::Table;
use rules::Seat;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It depends on those who have not voted.
    Open,
    Carried,
    Refused,
    /// Its time is over and it is not carried.
    Expired,
}

/// The seats that may vote about something that concerns `of`.
pub fn voters(table: &Table, opened_by: Seat, of: Option<Seat>) -> Vec<Seat> {
    if of == Some(opened_by) {
        return vec![opened_by];
    }
    let seats = (0..).zip(&table.present.accounts).filter(|(_, account)| account.is_some());
    let plays = |seat: &Seat| {
        let bot = table.present.bots.get(usize::from(*seat));
        !table.has_resigned(*seat) && bot.is_none_or(Option::is_none) && of != Some(*seat)
    };
    seats.map(|(seat, _)| seat).filter(plays).collect()
}

/// How many must say yes.
pub fn needed(kind: VoteKind, voters: usize) -> usize {
    match kind {
        VoteKind::EndByRanking | VoteKind::Cancel => voters,
        VoteKind::Pause | VoteKind::Resume | VoteKind::ExtendClocks | VoteKind::ReplaceSeat => voters / 2 + 1,
    }
}

/// What these ballots come to; those of seats that may not vote don't count.
pub fn judge(kind: VoteKind, voters: &[Seat], ballots: &[(Seat, bool)], is_expired: bool) -> Verdict {
    let said =
        |what: bool| ballots.iter().filter(|(seat, yes)| voters.contains(seat) && *yes == what).count();
    let (yes, no, needed) = (said(true), said(false), needed(kind, voters.len()));
    if yes > 0 && yes >= needed {
        Verdict::Carried
    } else if is_expired {
        let goes_on = kind == VoteKind::Resume && yes > no;
        if goes_on { Verdict::Carried } else { Verdict::Expired }
    } else if voters.len() - no < needed.max(1) {
        Verdict::Refused
    } else {
        Verdict::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: [Seat; 4] = [0, 1, 2, 3];

    fn judged(kind: VoteKind, yes: &[Seat], no: &[Seat], is_expired: bool) -> Verdict {
        let ballots: Vec<(Seat, bool)> =
            yes.iter().map(|seat| (*seat, true)).chain(no.iter().map(|seat| (*seat, false))).collect();
        judge(kind, &FOUR, &ballots, is_expired)
    }

    #[test]
    fn more_than_half_of_all_carry_a_pause() {
        assert_eq!(judged(VoteKind::Pause, &[0, 1], &[], false), Verdict::Open);
        assert_eq!(judged(VoteKind::Pause, &[0, 1, 3], &[], false), Verdict::Carried);
        assert_eq!(judged(VoteKind::Pause, &[0, 1], &[2, 3], false), Verdict::Refused);
        assert_eq!(judged(VoteKind::Pause, &[0, 1], &[2], true), Verdict::Expired);
    }

    #[test]
    fn one_no_keeps_a_game_from_being_ended() {
        assert_eq!(judged(VoteKind::Cancel, &[0, 1, 2], &[], false), Verdict::Open);
        assert_eq!(judged(VoteKind::Cancel, &[0, 1, 2], &[3], false), Verdict::Refused);
        assert_eq!(judged(VoteKind::EndByRanking, &FOUR, &[], false), Verdict::Carried);
    }

    #[test]
    fn absent_people_can_not_keep_a_table_from_going_on() {
        assert_eq!(judged(VoteKind::Resume, &[2], &[], false), Verdict::Open);
        assert_eq!(judged(VoteKind::Resume, &[2], &[], true), Verdict::Carried);
        assert_eq!(judged(VoteKind::Resume, &[2], &[0], true), Verdict::Expired);
    }

    #[test]
    fn who_may_not_vote_is_not_counted() {
        assert_eq!(judged(VoteKind::Pause, &[7, 8, 9, 0], &[], false), Verdict::Open);
    }
}
