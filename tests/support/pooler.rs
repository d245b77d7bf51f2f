//! A PgBouncer in transaction mode between servers and their database, if `ALTHING_TEST_POOLER` names one:
//! `unnamed:PROGRAM`, or `named:PROGRAM` for one that keeps prepared statements. Tests themselves look at the database
//! without it.

use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use althing::service::App;
use althing::store::connect::DatabaseTarget;

use super::test_cluster;

struct Pooler {
    port: u16,
    unnamed_statements: bool,
}

/// What a server is to be started with on the database at `url`.
pub fn behind(mut app: App, url: String) -> (App, String) {
    static POOLER: OnceLock<Option<Pooler>> = OnceLock::new();
    let Some(pooler) = POOLER.get_or_init(start) else { return (app, url) };
    // Some tests put something of their own in between.
    let Some(database) = url.strip_prefix(&test_cluster().url("")) else { return (app, url) };
    let pooled = format!("postgres://althing@127.0.0.1:{}/{database}?sslmode=disable", pooler.port);
    app.connections.direct = Some(DatabaseTarget::new(&url, &app.connections).unwrap());
    app.connections.unnamed_statements = pooler.unnamed_statements;
    (app, pooled)
}

fn start() -> Option<Pooler> {
    let named = std::env::var("ALTHING_TEST_POOLER").ok()?;
    let (statements, program) = named.split_once(':').unwrap();
    let unnamed_statements = statements == "unnamed";
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let socket = test_cluster().url("");
    let socket = socket.split(['@', ':']).nth(2).unwrap().replace("%2F", "/");
    let kept = if unnamed_statements { "" } else { "max_prepared_statements = 500" };
    let settings = format!(
        "[databases]\n* = host={socket} user=althing\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
         unix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 4\nmax_client_conn = 5000\n\
         server_idle_timeout = 5\nignore_startup_parameters = options\nlog_connections = 0\nlog_disconnections = 0\n{kept}\n"
    );
    let file = std::env::temp_dir().join(format!("pgbouncer-{}.ini", std::process::id()));
    std::fs::write(&file, settings).unwrap();
    // It ends when this process does: the shell then reads the end of its input. PgBouncer does not run as root.
    let keep =
        "if [ \"$(id -u)\" = 0 ]; then set -- \"$@\" -u postgres; fi; \"$@\" & cat > /dev/null; kill $!";
    let mut shell = Command::new("sh");
    shell.args(["-c", keep, "sh", program, "-q"]).arg(&file).stdin(Stdio::piped());
    // The handle of its input stays open as long as the process lives.
    std::mem::forget(shell.spawn().unwrap());
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(20), "PgBouncer does not listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(Pooler { port, unnamed_statements })
}
