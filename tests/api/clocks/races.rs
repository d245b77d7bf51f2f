//! Several workers, and people, at the same deadline.

use chrono::TimeDelta;

use althing::service::deadlines;

use super::{asked, three};
use crate::harness::{Service, connect, stored};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workers_that_race_for_one_lapse_play_it_once() {
    let service = super::service();
    for _ in 0..5 {
        let table = three_more(&service).await;
        service.app.clock.advance(TimeDelta::hours(72));
        let workers: Vec<_> = (0..4)
            .map(|_| {
                let (app, url) = (service.app.clone(), service.database.url());
                // On a thread of its own, as in the service: the work of a worker is not `Send`.
                let runtime = tokio::runtime::Handle::current();
                let work = async move || {
                    let mut ctx = crate::harness::connect_to(&app, &url).await;
                    let mut done = 0;
                    while deadlines::sweep(&mut ctx).await.unwrap() {
                        done += 1;
                    }
                    done
                };
                tokio::task::spawn_blocking(move || runtime.block_on(work()))
            })
            .collect();
        for worker in workers {
            worker.await.unwrap();
        }
        let entries = stored::log(&service.database, &table.id);
        assert_eq!(entries.values().filter(|entry| entry["made_by"] == "lapse").count(), 1);
        stored::must_be_whole(service.app.ruleset("toy").unwrap(), &service.database, &table);
    }
}

async fn three_more(service: &Service) -> crate::harness::Table {
    let mark = service.app.new_id().simple().to_string();
    let names = ["a", "b", "c"].map(|first| format!("{first}{}", &mark[20..]));
    let mut people = Vec::new();
    for name in &names {
        people.push(service.person(name).await);
    }
    crate::harness::Table::with(&super::banked("toy", 3), &people).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_and_a_lapse_at_the_same_moment_are_one_answer() {
    let service = super::service();
    let table = three(&service).await;
    for _ in 0..8 {
        let seat = asked(&table).await;
        let open = super::awaited(&table).await;
        let before = table.version().await;
        service.app.clock.advance(TimeDelta::hours(100));
        let body = serde_json::json!({"decision": open["decision"], "action": {"type": "bet", "amount": 1}});
        let path = format!("{}/actions", table.path);
        let mut ctx = connect(&service).await;
        let (answer, swept) = tokio::join!(table.player(seat).post(&path, &body), deadlines::sweep(&mut ctx));
        assert!(matches!(answer.status, 200 | 409), "{}", answer.text);
        swept.unwrap();
        let log = stored::log(&service.database, &table.id);
        let mine = log.values().filter(|entry| {
            entry["version"].as_i64() > Some(before)
                && entry["seat"] == seat
                && entry["made_by"] != "server"
                && !entry["action"].is_null()
        });
        assert_eq!(mine.count(), 1, "an answer and a lapse");
        for seat in 0..3 {
            table.post(seat, "return", &serde_json::json!({})).await.must_be(200);
        }
    }
}
