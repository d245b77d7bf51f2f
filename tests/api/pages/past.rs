//! Stepping through a game on the page of a seat, and the log by turn.

use serde_json::json;

use crate::harness::{Page, Table, seeded_dice};
use crate::pages::seat::Called;
use crate::replies::latest;

/// Where a page of a step leads, by the label of the link.
fn step(page: &Page, label: &str) -> Option<String> {
    let (before, _) = page.0.text.split_once(&format!("\" aria-label=\"{label}\""))?;
    before.rsplit_once("href=\"").map(|(_, address)| address.replace("&#x2f;", "/"))
}

/// The number of the step that a page shows.
fn number(page: &Page) -> i64 {
    let (_, rest) = page.0.text.split_once(">Step ").unwrap_or_else(|| panic!("no step: {}", page.0.text));
    rest.split_once(" of ").unwrap().0.parse().unwrap()
}

/// The texts between marks of an element that has no attributes.
fn all_in<'p>(page: &'p Page, element: &str) -> Vec<&'p str> {
    let (open, close) = (format!("<{element}>"), format!("</{element}>"));
    page.0.text.split(&open).skip(1).filter_map(|rest| rest.split(&close).next()).collect()
}

fn plain(html: &str) -> String {
    let html = html.replace("&#x2f;", "/").replace("&#x27;", "'").replace("&quot;", "\"");
    html.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

async fn played(ruleset: &str, moves: usize) -> Called {
    let called = Called::to(ruleset).await;
    called.table.play(moves, &mut seeded_dice(5)).await;
    called
}

async fn last_own_version(table: &Table, seat: usize) -> i64 {
    let own = |event: &&serde_json::Value| event["seat"] == seat && event["by"] == "seat";
    table.events(Some(seat)).await.iter().rfind(own).map_or(0, |event| event["version"].as_i64().unwrap())
}

#[tokio::test]
async fn the_page_steps_from_the_last_own_move_to_the_present_and_back_to_the_beginning() {
    for ruleset in ["settlers", "landnam", "nord"] {
        let called = played(ruleset, 60).await;
        let (before, present) = (called.version(), called.table.version().await);
        let mut page = called.browser.open(&format!("{}?at=last", called.page)).await;
        assert_eq!(number(&page), last_own_version(&called.table, called.seat).await, "{ruleset}");
        let mut last = number(&page);
        while let Some(next) = step(&page, "One step forward") {
            page = called.browser.open(&next).await;
            assert!(number(&page) > last, "{ruleset}: {next}");
            last = number(&page);
            assert!(page.0.text.contains("<svg") && !page.0.text.contains("<form"), "{}", page.0.text);
            assert!(page.0.text.contains("<h3>"), "{ruleset}: nothing is said of step {last}");
        }
        assert!(last > 0 && present - last < 3, "{ruleset}: {last} of {present}");
        let mut turns = 0;
        while let Some(earlier) = step(&page, "One turn back") {
            page = called.browser.open(&earlier).await;
            assert!(number(&page) < last, "{ruleset}: {earlier}");
            last = number(&page);
            turns += 1;
        }
        assert!(turns >= 3 && last < 12, "{ruleset}: {turns} turns back to step {last}");
        let start = step(&page, "To the start").map_or(0, |_| 1);
        assert_eq!(start, i64::from(last > 0));
        let now = step(&page, "Now: to the game").unwrap();
        assert_eq!(now, called.page);
        assert_eq!(called.version(), before);
    }
}

#[tokio::test]
async fn a_step_shows_what_the_seat_saw_when_it_was_the_present() {
    for ruleset in ["settlers", "landnam", "nord"] {
        let called = Called::to(ruleset).await;
        let shown = async |version: i64| {
            let page = called.browser.open(&format!("{}?at={version}", called.page)).await;
            let (_, text) = page.0.text.split_once("<pre tabindex=\"0\">").unwrap();
            let view = called.table.get(called.seat, &format!("view?version={version}")).await.must_be(200);
            (plain(text.split("</pre>").next().unwrap()), view["view"].clone())
        };
        let (mut dice, mut seen) = (seeded_dice(5), Vec::new());
        for _ in 0..8 {
            called.table.play(9, &mut dice).await;
            let version = called.table.version().await;
            seen.push((version, shown(version).await));
        }
        for (version, then) in seen {
            assert_eq!(shown(version).await, then, "{ruleset} at {version}");
        }
    }
}

#[tokio::test]
async fn a_step_that_there_is_not_is_the_nearest_one() {
    let called = played("nord", 9).await;
    let present = called.table.version().await;
    let at = async |step: &str| called.browser.open(&format!("{}?at={step}", called.page)).await;
    let beyond = at("99999").await;
    beyond.says(&format!("There is no such step; the game has come to step {present}."));
    assert_eq!(number(&beyond), present);
    assert_eq!(number(&at("-4").await), 0);
    let last = last_own_version(&called.table, called.seat).await;
    assert_eq!((number(&at("x").await), number(&at("").await)), (last, last));
}

#[tokio::test]
async fn what_the_players_decided_beside_the_rules_is_a_step_too() {
    let called = played("settlers", 20).await;
    called.table.post(0, "votes", &json!({"kind": "pause"})).await.must_be(201);
    let version = called.table.version().await;
    let page = called.browser.open(&format!("{}?at={version}", called.page)).await;
    page.says("called a vote to pause the game");
    assert!(page.0.text.contains("<svg"), "{}", page.0.text);
}

#[tokio::test]
async fn the_log_has_a_heading_for_each_turn_with_its_roll() {
    let called = played("settlers", 60).await;
    let page = called.browser.open(&called.page).await;
    let headings: Vec<String> = all_in(&page, "h3").into_iter().map(plain).collect();
    let rolled = |heading: &&String| heading.contains(" + ") && heading.contains(" = ");
    assert!(
        headings.iter().any(|heading| heading.contains("Turn ") && heading.contains(" · ")),
        "{headings:?}"
    );
    assert!(headings.iter().filter(rolled).count() > 0, "{headings:?}");
    page.says_not("began: it was").says_not(" rolled ").says("Step through, from your last move");
    // Whoever is called hears what happened since their last move. A player who makes several moves in a row is called
    // for the first one alone.
    let (before, mut dice) = (called.table.awaited().await[0], seeded_dice(6));
    let mut seat = before;
    while seat == before {
        called.table.go_on(&mut dice).await.unwrap();
        seat = called.table.awaited().await[0];
    }
    called.office.after_seconds(600);
    called.office.quiet().await;
    let mail = latest(&called.office.sink.taken(), &called.table.player(seat).name);
    let text = mail.text();
    let heading = text.lines().find(|line| line.starts_with("  Turn ") && line.contains(" = "));
    assert!(heading.is_some_and(|line| line.contains(", ")), "{text}");
    assert!(!text.contains("began: it was") && mail.html().contains("<strong>Turn "), "{text}");
}

#[tokio::test]
async fn the_set_up_is_the_first_group_of_the_log() {
    let called = Called::to("settlers").await;
    let page = called.browser.open(&called.page).await;
    assert!(all_in(&page, "h3").iter().any(|heading| heading.trim() == "Set-up"), "{}", page.0.text);
    // A ruleset that tells of no turns has a log without headings.
    let toy = played("toy", 6).await;
    let page = toy.browser.open(&toy.page).await;
    assert_eq!(all_in(&page, "h3"), Vec::<&str>::new());
}

#[tokio::test]
async fn the_result_names_the_winner_first_then_the_points_by_source_the_chart_and_the_dice_last() {
    let called = Called::to("nord").await;
    called.table.play(2_000, &mut seeded_dice(3)).await;
    let page = called.browser.open(&called.page).await;
    let text = &page.0.text;
    let order = [
        " with ",
        "The game ended on ",
        "Raw materials",
        "Points over the turns",
        "rematch",
        "The fingerprint:",
    ];
    let places: Vec<usize> =
        order.iter().map(|words| text.find(words).unwrap_or_else(|| panic!("no {words}: {text}"))).collect();
    assert!(places.is_sorted(), "{places:?}");
    let rows: Vec<Vec<i64>> = all_in(&page, "tr").into_iter().skip(1).map(cells).collect();
    let (sources, total) = rows.split_at(4);
    assert_eq!(total.len(), 2);
    for (column, sum) in total[0].iter().enumerate() {
        assert_eq!(sources.iter().map(|row| row[column]).sum::<i64>(), *sum, "{rows:?}");
    }
    called.office.quiet().await;
    let person = &called.table.player(called.seat).name;
    let mail = latest(&called.office.sink.taken(), person).text();
    let (_, ranking) = mail.split_once("HOW IT ENDED").unwrap_or_else(|| panic!("{mail}"));
    let first = ranking.lines().map(str::trim).find(|line| !line.is_empty()).unwrap();
    assert!(first.contains(" with ") && first.ends_with('.'), "{mail}");
}

/// The numbers of a row of the table; a dash is none.
fn cells(row: &str) -> Vec<i64> {
    let cells = row.split("<td>").skip(1).filter_map(|rest| rest.split("</td>").next());
    cells.map(|cell| cell.trim_end_matches('.').parse().unwrap_or(0)).collect()
}

#[tokio::test]
async fn a_game_that_a_vote_ended_has_its_winners_and_points_too() {
    let called = played("settlers", 90).await;
    let vote = called.table.post(0, "votes", &json!({"kind": "end_by_ranking"})).await.must_be(201);
    for seat in [1, 2] {
        called.table.ballot(seat, &vote, "yes").await;
    }
    let page = called.browser.open(&called.page).await;
    page.says("voted to end the game").says("Longest route").says("Points over the turns");
    assert!(page.0.text.contains(" the win, with ") || page.0.text.contains(" with "), "{}", page.0.text);
}
