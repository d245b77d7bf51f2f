//! Test databases on a cluster of Citus, if `ALTHING_TEST_CITUS` names the ports of its nodes on loopback, the coordinator's
//! first: `5600,5601,5602`. `tests/citus/nodes.sh` starts one.

use std::sync::OnceLock;
use std::time::Duration;

use althing::store::{migrate, sharding};

use super::sql::Session;

/// The ports of the nodes, the coordinator's first.
pub struct Nodes(Vec<u16>);

pub fn nodes() -> Option<&'static Nodes> {
    static NODES: OnceLock<Option<Nodes>> = OnceLock::new();
    let named = || std::env::var("ALTHING_TEST_CITUS").ok();
    NODES
        .get_or_init(|| {
            named().map(|ports| Nodes(ports.split(',').map(|port| port.parse().unwrap()).collect()))
        })
        .as_ref()
}

impl Nodes {
    /// A database at the coordinator.
    pub fn url(&self, database: &str) -> String {
        url(self.0[0], database)
    }

    /// A database over all nodes, with the schema spread over them. The copy of one that is made once: a node finds its
    /// parts of it by their names and numbers, which are equal in a copy.
    pub fn create(&self, name: &str) {
        static TEMPLATE: OnceLock<String> = OnceLock::new();
        let template = TEMPLATE.get_or_init(|| self.template());
        self.on_all(|desk| {
            desk.run(&format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")).unwrap()
        });
        // Settings of a database are not copied.
        for setting in sharding::DATABASE_SETTINGS {
            desk(self.0[0]).run(&format!("ALTER DATABASE {name} SET {setting}")).unwrap();
        }
    }

    pub fn drop(&self, name: &str) {
        self.on_all(|desk| drop(desk.run(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))));
    }

    fn template(&self) -> String {
        let name = format!("template_{}", std::process::id());
        self.drop(&name);
        for port in &self.0 {
            desk(*port).run(&format!("CREATE DATABASE {name}")).unwrap();
            Session::to(url(*port, &name)).run("CREATE EXTENSION citus").unwrap();
        }
        let coordinator = Session::to(self.url(&name));
        coordinator.run(&format!("SELECT citus_set_coordinator_host('127.0.0.1', {})", self.0[0])).unwrap();
        for port in &self.0[1..] {
            coordinator.run(&format!("SELECT citus_add_node('127.0.0.1', {port})")).unwrap();
        }
        drop(coordinator);
        migrate::up(&self.url(&name)).unwrap();
        // A test may run in a runtime of its own.
        let spread = || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(sharding::shard(&self.url(&name))).unwrap()
        };
        std::thread::scope(|scope| scope.spawn(spread).join().unwrap());
        // A database that somebody is connected to can't be copied, and Citus keeps a process in each.
        self.on_all(|desk| {
            desk.run(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false")).unwrap();
            let end =
                format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
            let left =
                format!("SELECT count(*)::text AS value FROM pg_stat_activity WHERE datname = '{name}'");
            while desk.texts(&left).unwrap() != ["0"] {
                desk.run(&end).unwrap();
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        name
    }

    fn on_all(&self, work: impl Fn(&Session)) {
        self.0.iter().for_each(|port| work(&desk(*port)));
    }
}

fn desk(port: u16) -> Session {
    Session::to(url(port, "postgres"))
}

fn url(port: u16, database: &str) -> String {
    format!("postgres://althing@127.0.0.1:{port}/{database}")
}
