//! What holds for everybody.

use althing::time_control::{counted, deadline};
use chrono::TimeDelta;
use proptest::prelude::*;

use crate::people::{instants, people};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_more_time_counts_than_passes(who in people(), from in instants(), minutes in 0..20_000_i64) {
        let elapsed = TimeDelta::minutes(minutes);
        let counted = counted(from, from + elapsed, &who);
        prop_assert!(TimeDelta::zero() <= counted && counted <= elapsed);
    }

    #[test]
    fn what_counts_adds_up(who in people(), from in instants(), one in 0..9_000_i64, two in 0..9_000_i64) {
        let middle = from + TimeDelta::minutes(one);
        let end = middle + TimeDelta::minutes(two);
        prop_assert_eq!(counted(from, middle, &who) + counted(middle, end, &who), counted(from, end, &who));
    }

    #[test]
    fn minute_by_minute_the_wall_clock_says_what_counts(
        who in people(), from in instants(), minutes in 0..4_000_i64,
    ) {
        let counts = |minute: &i64| {
            let at = from + TimeDelta::minutes(*minute);
            who.counts(at.with_timezone(&who.zone()).naive_local())
        };
        let by_hand = (0..minutes).filter(counts).count();
        let end = from + TimeDelta::minutes(minutes);
        prop_assert_eq!(counted(from, end, &who), TimeDelta::minutes(by_hand as i64));
    }

    #[test]
    fn a_deadline_is_the_first_instant_at_which_the_budget_has_counted(
        who in people(), opened_at in instants(), minutes in 1..10_000_i64,
    ) {
        let budget = TimeDelta::minutes(minutes);
        let until = deadline(opened_at, budget, &who).unwrap();
        prop_assert_eq!(counted(opened_at, until, &who), budget);
        prop_assert!(counted(opened_at, until - TimeDelta::microseconds(1), &who) < budget);
    }

    #[test]
    fn whoever_has_more_time_has_it_longer(
        who in people(), opened_at in instants(), minutes in 0..10_000_i64, more in 1..5_000_i64,
    ) {
        let (less, more) = (TimeDelta::minutes(minutes), TimeDelta::minutes(minutes + more));
        prop_assert!(deadline(opened_at, less, &who) < deadline(opened_at, more, &who));
    }
}
