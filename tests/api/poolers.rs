//! What a pooler in transaction mode asks of the service: statements without names, and a way past it. The soak puts real
//! poolers in between.

use crate::harness::{Server, Service, Table, seeded_dice};
use crate::support::CountingProxy;

/// Round trips of looking at a game and of acting in it: the least of some.
async fn trips(table: &Table, proxy: &CountingProxy) -> [usize; 2] {
    let mut dice = seeded_dice(5);
    let mut least = [usize::MAX; 2];
    for _ in 0..12 {
        let before = proxy.trips();
        table.view(None).await;
        let seen = proxy.trips();
        table.play(1, &mut dice).await;
        least = [least[0].min(seen - before), least[1].min(proxy.trips() - seen)];
    }
    least
}

#[tokio::test]
async fn statements_without_names_play_with_as_many_round_trips() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Freydis"]).await;
    let mut found = Vec::new();
    for unnamed_statements in [false, true] {
        let mut app = service.app.clone();
        app.connections.unnamed_statements = unnamed_statements;
        let proxy = CountingProxy::before(&service.database.url());
        let server = Server::start(app, proxy.url.clone());
        let people: Vec<_> = people.iter().map(|person| person.at(&server.address)).collect();
        let table = Table::of("landnam", &people).await;
        found.push(trips(&table, &proxy).await);
    }
    assert_eq!(found[0], found[1], "looking and acting, with names and without");
}
