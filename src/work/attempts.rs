//! What follows from an attempt at a mail.

use chrono::TimeDelta;

use crate::clock::Instant;
use crate::notices::{Delivered, Undelivered};
use crate::service::answers;
use crate::store::settled::{MailResult, Settled};

/// The wait after the first failure, in seconds; each further one doubles it.
const FIRST_PAUSE_SECONDS: i64 = 30;
/// The longest wait, in seconds.
const LONGEST_PAUSE_SECONDS: i64 = 3_600;
/// A server that says "never" may be wrong for a while (a mailbox that is being moved); so often it is believed.
const MOST_REFUSALS: i16 = 3;

/// What is noted at `now` after attempt number `attempt` (from 1) out of `most`.
pub fn settled<'a>(
    outcome: &'a Result<Delivered, Undelivered>,
    attempt: i16,
    most: i16,
    now: Instant,
) -> Settled<'a> {
    let finally = |result, problem| Settled::Finally { at: now, result, problem };
    match outcome {
        Ok(Delivered::Sent) => finally(MailResult::Sent, None),
        Ok(Delivered::Withdrawn) => finally(MailResult::Stale, None),
        Err(Undelivered::Never(problem)) if attempt >= most.min(MOST_REFUSALS) => {
            finally(MailResult::Dead, Some(problem))
        }
        Err(Undelivered::Refused { sentence, status })
            if answers::is_for_good(status) || attempt >= most.min(MOST_REFUSALS) =>
        {
            finally(MailResult::Dead, Some(sentence))
        }
        Err(Undelivered::Later(problem)) if attempt >= most => finally(MailResult::Dead, Some(problem)),
        Err(
            Undelivered::Never(problem)
            | Undelivered::Later(problem)
            | Undelivered::Refused { sentence: problem, .. },
        ) => Settled::Again { due_at: now + pause(attempt), problem },
    }
}

/// Doubles from failure to failure.
fn pause(attempt: i16) -> TimeDelta {
    let doublings = u32::try_from(attempt - 1).unwrap_or(0).min(16);
    let seconds = FIRST_PAUSE_SECONDS.saturating_mul(2_i64.pow(doublings));
    TimeDelta::seconds(seconds.min(LONGEST_PAUSE_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn later() -> Result<Delivered, Undelivered> {
        Err(Undelivered::Later("busy".to_owned()))
    }

    fn never() -> Result<Delivered, Undelivered> {
        Err(Undelivered::Never("no such mailbox".to_owned()))
    }

    /// The pause in seconds, or how it ended.
    fn after(outcome: &Result<Delivered, Undelivered>, attempt: i16) -> Result<i64, MailResult> {
        let now = Instant::UNIX_EPOCH;
        match settled(outcome, attempt, 8, now) {
            Settled::Again { due_at, .. } => Ok((due_at - now).num_seconds()),
            Settled::Finally { result, .. } => Err(result),
        }
    }

    #[test]
    fn the_pauses_double_up_to_an_hour() {
        let pauses: Vec<_> = (1..=8).map(|attempt| after(&later(), attempt)).collect();
        let expected = [Ok(30), Ok(60), Ok(120), Ok(240), Ok(480), Ok(960), Ok(1920), Err(MailResult::Dead)];
        assert_eq!(pauses, expected);
    }

    #[test]
    fn a_server_that_says_never_is_believed_the_third_time() {
        let pauses: Vec<_> = (1..=3).map(|attempt| after(&never(), attempt)).collect();
        assert_eq!(pauses, [Ok(30), Ok(60), Err(MailResult::Dead)]);
    }

    #[test]
    fn an_address_that_there_is_not_is_tried_once_and_a_policy_three_times() {
        let refused = |status: &str| {
            let (sentence, status) = ("no".to_owned(), status.to_owned());
            Err(Undelivered::Refused { sentence, status })
        };
        assert_eq!(after(&refused("5.1.1"), 1), Err(MailResult::Dead));
        let pauses: Vec<_> = (1..=3).map(|attempt| after(&refused("5.7.1"), attempt)).collect();
        assert_eq!(pauses, [Ok(30), Ok(60), Err(MailResult::Dead)]);
    }

    #[test]
    fn what_left_or_has_nothing_to_say_is_over() {
        assert_eq!(after(&Ok(Delivered::Sent), 1), Err(MailResult::Sent));
        assert_eq!(after(&Ok(Delivered::Withdrawn), 1), Err(MailResult::Stale));
    }
}
