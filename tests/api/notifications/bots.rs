//! Bots move between requests, and people are called when it is their turn again.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::json;

use crate::harness::{PostOffice, Table};

#[tokio::test]
async fn a_game_against_bots_goes_on_by_itself_and_calls_the_only_person() {
    let office = PostOffice::open_with(2, |_| {});
    let people = office.service.people(["Aud"]).await;
    let game = json!({"ruleset": "toy", "seats": 4, "bots": ["random", "random", "random"]});
    let table = Table::with(&game, &people).await;
    let mut dice = ChaCha8Rng::seed_from_u64(3);
    let calls = |mails: &[crate::support::Mail]| {
        mails.iter().filter(|mail| mail.message_id().contains("your_turn")).count()
    };
    let seat = table.view(Some(0)).await["viewer"].as_u64().unwrap();
    // She is either the first, or the game begins with a mail that says so and bots.
    let begun = usize::from(seat != 0);
    for turn in 1..=3 {
        let mails = office.mails(begun + turn).await;
        assert_eq!(calls(&mails), turn);
        assert_eq!(table.awaited().await, [usize::try_from(seat).unwrap()]);
        let moves = table.moves(0, &mut dice).await;
        table.make(0, &moves[0]).await.must_be(200);
    }
}
