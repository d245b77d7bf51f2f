//! Encrypted connections to PostgreSQL, against real servers with good and bad certificates.

use std::path::PathBuf;

use althing::store::connect::{ConnectOptions, DatabaseTarget};
use althing::store::diagnosis;
use althing::store::notify::{Listener, Notification};
use althing::store::{health, pool};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    date_time_ymd,
};

use crate::althing::{Server, althing, refusal};
use crate::folders::Playground;
use crate::support::Postgres;

/// What PostgreSQL needs to encrypt: a certificate and its key, in PEM.
pub struct Identity {
    certificate: String,
    key: String,
}

/// An authority of the test.
struct Authority {
    issuer: Issuer<'static, KeyPair>,
    certificate: String,
}

impl Authority {
    fn new(name: &str) -> Self {
        let key = KeyPair::generate().unwrap();
        let mut parameters = CertificateParams::new(vec![]).unwrap();
        parameters.distinguished_name.push(DnType::CommonName, name);
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = parameters.self_signed(&key).unwrap().pem();
        Self { issuer: Issuer::new(parameters, key), certificate }
    }

    /// Signs a certificate for these hosts; `change` makes it a bad one.
    fn sign(&self, hosts: &[&str], change: impl FnOnce(&mut CertificateParams)) -> Identity {
        let hosts: Vec<String> = hosts.iter().map(ToString::to_string).collect();
        let mut parameters = CertificateParams::new(hosts).unwrap();
        parameters.extended_key_usages =
            vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth];
        change(&mut parameters);
        let key = KeyPair::generate().unwrap();
        let certificate = parameters.signed_by(&key, &self.issuer).unwrap();
        Identity { certificate: certificate.pem(), key: key.serialize_pem() }
    }
}

/// As people make one for a server of their own: it signs for itself and calls itself an authority.
pub fn self_signed(host: &str, change: impl FnOnce(&mut CertificateParams)) -> Identity {
    let key = KeyPair::generate().unwrap();
    let mut parameters = CertificateParams::new(vec![host.to_owned()]).unwrap();
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    change(&mut parameters);
    Identity { certificate: parameters.self_signed(&key).unwrap().pem(), key: key.serialize_pem() }
}

pub fn expired(parameters: &mut CertificateParams) {
    (parameters.not_before, parameters.not_after) = (date_time_ymd(2001, 1, 1), date_time_ymd(2002, 1, 1));
}

fn not_yet(parameters: &mut CertificateParams) {
    (parameters.not_before, parameters.not_after) = (date_time_ymd(2901, 1, 1), date_time_ymd(2902, 1, 1));
}

/// Everybody on this machine, encrypted or not.
pub const EVERYBODY: &str = "host all all 127.0.0.1/32 trust";
const ENCRYPTED_ONLY: &str = "hostssl all all 127.0.0.1/32 trust";
const PLAIN_ONLY: &str = "hostnossl all all 127.0.0.1/32 trust";

/// A server that encrypts, and the folder with its files.
pub struct Encrypted {
    server: Postgres,
    files: PathBuf,
}

impl Encrypted {
    pub fn start(
        access: &str,
        identity: &Identity,
        files: &[(&str, &str)],
        settings: &[(&str, &str)],
    ) -> Self {
        let own = [("server.crt", identity.certificate.as_str()), ("server.key", identity.key.as_str())];
        let files = Postgres::files(&[&own, files].concat());
        let path = |name: &str| files.join(name).to_string_lossy().into_owned();
        let (certificate, key) = (path("server.crt"), path("server.key"));
        let server = Postgres::start(access, settings);
        server.set("ssl_cert_file", &certificate);
        server.set("ssl_key_file", &key);
        server.set("ssl", "on");
        Self { server, files }
    }

    /// From now on it shows another certificate.
    pub fn show(&self, identity: &Identity) {
        let files = Postgres::files(&[("server.crt", &identity.certificate), ("server.key", &identity.key)]);
        // Each alone would not fit to the other.
        let set = |name: &str, file: &str| {
            self.server.run(&format!("ALTER SYSTEM SET {name} = '{}'", files.join(file).display()));
        };
        set("ssl_cert_file", "server.crt");
        self.server.set("ssl_key_file", &files.join("server.key").to_string_lossy());
    }

    pub fn url(&self, host: &str, parameters: &str) -> String {
        format!("postgres://tester@{host}:{}/postgres?{parameters}", self.server.port)
    }

    fn file(&self, name: &str) -> String {
        self.files.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Encrypted {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.files);
    }
}

/// Whether a connection is encrypted; or why there is none.
async fn connect(url: &str) -> Result<bool, String> {
    let target = DatabaseTarget::new(url, &ConnectOptions::default())?;
    let mut link = target.connect().await?;
    let server = diagnosis::server(&mut link.connection).await;
    server.map(|server| server.encrypted).map_err(|error| error.to_string())
}

use Expected::{Plain, Refused, Yes};

/// What must come of a URL.
#[derive(Debug, Clone, Copy)]
enum Expected {
    /// Encrypted.
    Yes,
    /// A connection without encryption.
    Plain,
    /// Refused, with these words.
    Refused(&'static str),
}

async fn hold(url: &str, expected: Expected) {
    let got = connect(url).await;
    match expected {
        Yes => assert_eq!(got, Ok(true), "{url}"),
        Plain => assert_eq!(got, Ok(false), "{url}"),
        Refused(words) => {
            let why = got.expect_err(url);
            assert!(why.contains(words), "{url}: no “{words}” in: {why}");
        }
    }
}

#[tokio::test]
async fn each_sslmode_means_what_it_means_to_postgresqls_own_client() {
    let (authority, foreign) = (Authority::new("Ours"), Authority::new("Foreign"));
    let right = authority.sign(&["localhost", "127.0.0.1"], |_| {});
    let server = Encrypted::start(EVERYBODY, &right, &[("root.crt", &authority.certificate)], &[]);
    let root = format!("&sslrootcert={}", server.file("root.crt"));
    let not_ours = "not signed by an authority";
    let identities = [
        (right, [Yes, Yes, Yes]),
        (authority.sign(&["elsewhere.example"], |_| {}), [Yes, Yes, Refused("not for localhost but for")]),
        (authority.sign(&[], |_| {}), [Yes, Yes, Refused("not for localhost")]),
        (authority.sign(&["localhost"], expired), [Yes, Refused("has expired"), Refused("has expired")]),
        (authority.sign(&["localhost"], not_yet), [Yes, Refused("not valid yet"), Refused("not valid yet")]),
        (foreign.sign(&["localhost"], |_| {}), [Yes, Refused(not_ours), Refused(not_ours)]),
        (self_signed("localhost", |_| {}), [Yes, Refused(not_ours), Refused(not_ours)]),
    ];
    for (identity, [require, verify_ca, verify_full]) in identities {
        server.show(&identity);
        hold(&server.url("localhost", "sslmode=disable"), Plain).await;
        hold(&server.url("localhost", "sslmode=allow"), Plain).await;
        hold(&server.url("localhost", "sslmode=prefer"), Yes).await;
        hold(&server.url("localhost", ""), Yes).await;
        hold(&server.url("localhost", "sslmode=require"), require).await;
        hold(&server.url("localhost", &format!("sslmode=verify-ca{root}")), verify_ca).await;
        hold(&server.url("localhost", &format!("sslmode=verify-full{root}")), verify_full).await;
        // A root certificate that is named counts in the weaker modes, too.
        hold(&server.url("localhost", &format!("sslmode=require{root}")), verify_ca).await;
        // Nobody whom browsers trust has signed any of them.
        hold(&server.url("localhost", "sslmode=verify-full"), Refused("its certificate")).await;
        hold(&server.url("localhost", "sslrootcert=system"), Refused("its certificate")).await;
    }
}

#[tokio::test]
async fn the_servers_own_certificate_will_do_as_root_certificate_while_it_is_valid() {
    let old = self_signed("localhost", expired);
    let other = self_signed("elsewhere.example", |_| {});
    let own = self_signed("localhost", |_| {});
    let named = [("own", own.certificate.as_str()), ("old", &old.certificate), ("other", &other.certificate)];
    let server = Encrypted::start(EVERYBODY, &own, &named, &[]);
    let url = |mode: &str, root: &str| {
        server.url("localhost", &format!("sslmode={mode}&sslrootcert={}", server.file(root)))
    };
    hold(&url("verify-ca", "own"), Yes).await;
    hold(&url("verify-full", "own"), Yes).await;
    hold(&url("verify-full", "other"), Refused("not signed")).await;
    server.show(&other);
    hold(&url("verify-ca", "other"), Yes).await;
    hold(&url("verify-full", "other"), Refused("elsewhere.example")).await;
    server.show(&old);
    hold(&url("verify-ca", "old"), Refused("has expired")).await;
}

#[tokio::test]
async fn encryption_is_given_up_or_taken_up_only_where_the_mode_lets_it() {
    let authority = Authority::new("Ours");
    let right = authority.sign(&["localhost"], |_| {});
    let encrypted = Encrypted::start(ENCRYPTED_ONLY, &right, &[], &[]);
    hold(&encrypted.url("localhost", "sslmode=disable"), Refused("no encryption")).await;
    hold(&encrypted.url("localhost", "sslmode=allow"), Yes).await;
    hold(&encrypted.url("localhost", "sslmode=prefer"), Yes).await;
    let plain = Encrypted::start(PLAIN_ONLY, &right, &[], &[]);
    hold(&plain.url("localhost", "sslmode=prefer"), Plain).await;
    hold(&plain.url("localhost", "sslmode=require"), Refused("pg_hba.conf")).await;
    plain.server.set("ssl", "off");
    hold(&plain.url("localhost", "sslmode=prefer"), Plain).await;
    hold(&plain.url("localhost", "sslmode=require"), Refused("it can't encrypt")).await;
    // Nobody can be met on a socket file who is not there anyway.
    let socket = plain.server.socket_url();
    hold(&format!("{socket}?sslmode=verify-full"), Plain).await;
}

#[tokio::test]
async fn a_server_may_want_a_certificate_of_ours_and_a_password_bound_to_its_own() {
    let (authority, foreign) = (Authority::new("Ours"), Authority::new("Foreign"));
    let right = authority.sign(&["localhost"], |_| {});
    let named = |authority: &Authority| {
        authority.sign(&[], |parameters| {
            parameters.distinguished_name.push(DnType::CommonName, "tester");
        })
    };
    let (ours, theirs) = (named(&authority), named(&foreign));
    let files = [
        ("root.crt", authority.certificate.as_str()),
        ("ours.crt", &ours.certificate),
        ("ours.key", &ours.key),
        ("theirs.crt", &theirs.certificate),
        ("theirs.key", &theirs.key),
    ];
    let access = "hostssl all keyholder 127.0.0.1/32 scram-sha-256\nhostssl all all 127.0.0.1/32 cert";
    let server = Encrypted::start(access, &right, &files, &[]);
    server.server.set("ssl_ca_file", &server.file("root.crt"));
    let root = format!("sslmode=verify-full&sslrootcert={}", server.file("root.crt"));
    let with = |name: &str| {
        let (certificate, key) = (server.file(&format!("{name}.crt")), server.file(&format!("{name}.key")));
        server.url("localhost", &format!("{root}&sslcert={certificate}&sslkey={key}"))
    };
    hold(&with("ours"), Yes).await;
    hold(&with("theirs"), Refused("localhost")).await;
    hold(&server.url("localhost", &root), Refused("certificate")).await;
    let mixed = format!("{root}&sslcert={}&sslkey={}", server.file("ours.crt"), server.file("theirs.key"));
    hold(&server.url("localhost", &mixed), Refused("don't fit together")).await;
    // The other way in: a password, which a server in the middle can't pass on.
    server.server.run("CREATE ROLE keyholder LOGIN PASSWORD 'sesame'");
    let keyholder = |password: &str, more: &str| {
        let port = server.server.port;
        format!("postgres://keyholder:{password}@localhost:{port}/postgres?{root}&{more}")
    };
    hold(&keyholder("sesame", "channel_binding=require"), Yes).await;
    hold(&keyholder("sesame", "channel_binding=disable"), Yes).await;
    hold(&keyholder("barley", ""), Refused("password authentication failed")).await;
}

#[tokio::test]
async fn of_several_hosts_the_one_that_takes_writes_is_used_and_all_are_named_when_there_is_none() {
    let reads = Postgres::start(EVERYBODY, &[]);
    reads.set("default_transaction_read_only", "on");
    let writes = Postgres::start(EVERYBODY, &[]);
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let hosts = format!("127.0.0.1:{closed},127.0.0.1:{},localhost:{}", reads.port, writes.port);
    let url = |wanted: &str| format!("postgres://tester@{hosts}/postgres?target_session_attrs={wanted}");
    let target = DatabaseTarget::new(&url("read-write"), &ConnectOptions::default()).unwrap();
    for _ in 0..2 {
        let mut link = target.connect().await.unwrap();
        health::write(&mut link.connection).await.unwrap();
    }
    // Without a wish the first that answers will do.
    let mut link =
        DatabaseTarget::new(&url("any"), &ConnectOptions::default()).unwrap().connect().await.unwrap();
    assert!(health::write(&mut link.connection).await.is_err());
    // The roles change: a pool follows, once its connections were refused a write.
    let pool = pool::open(&url("read-write"), 2).unwrap();
    health::write(&mut pool::acquire(&pool).await.unwrap()).await.unwrap();
    reads.set("default_transaction_read_only", "off");
    writes.run("ALTER DATABASE postgres SET default_transaction_read_only = on");
    writes.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND \
         pid <> pg_backend_pid()",
    );
    let mut last = String::new();
    for _ in 0..200 {
        match health::write(&mut pool::acquire(&pool).await.unwrap()).await {
            Ok(()) => break,
            Err(error) => last = error.to_string(),
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    health::write(&mut pool::acquire(&pool).await.unwrap()).await.unwrap_or_else(|_| panic!("{last}"));
    drop(writes);
    drop(reads);
    let why = DatabaseTarget::new(&url("read-write"), &ConnectOptions::default())
        .unwrap()
        .connect()
        .await
        .err()
        .unwrap();
    assert!(why.matches("can't be used").count() == 3 && why.contains(&closed.to_string()), "{why}");
}

#[tokio::test]
async fn the_certificate_of_encryption_without_a_question_is_looked_at_too() {
    let authority = Authority::new("Ours");
    let right = authority.sign(&["localhost"], |_| {});
    let server = Encrypted::start(ENCRYPTED_ONLY, &right, &[("root.crt", &authority.certificate)], &[]);
    let version = server.server.texts("SELECT current_setting('server_version_num') AS value");
    if version[0].as_str() < "170000" {
        return; // older servers always want to be asked
    }
    let direct = format!("sslmode=verify-full&sslrootcert={}&sslnegotiation=direct", server.file("root.crt"));
    hold(&server.url("localhost", &direct), Yes).await;
    hold(&server.url("127.0.0.1", &direct), Refused("not for 127.0.0.1")).await;
}

#[tokio::test]
async fn every_connection_of_the_service_is_encrypted() {
    let authority = Authority::new("Ours");
    let right = authority.sign(&["localhost"], |_| {});
    let encrypted = Encrypted::start(ENCRYPTED_ONLY, &right, &[("root.crt", &authority.certificate)], &[]);
    let url = encrypted
        .url("localhost", &format!("sslmode=verify-full&sslrootcert={}", encrypted.file("root.crt")));
    let playground = Playground::new();
    let mut command = althing(&playground.data());
    command.env("DATABASE_URL", &url).env("ALTHING__MAIL__FOLDER", playground.path().join("mails"));
    let server = Server::start(command);
    assert_eq!((server.get("/readyz"), server.get("/v1/games")), (200, 200));
    // Listening, too.
    let mut listener =
        Listener::open(&DatabaseTarget::new(&url, &ConnectOptions::default()).unwrap()).await.unwrap();
    encrypted.server.run("NOTIFY althing_work");
    assert_eq!(listener.recv().await, Some(Notification::Work(String::new())));
    let sessions = "SELECT ssl::text AS value FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                    WHERE client_addr IS NOT NULL";
    let sessions = encrypted.server.texts(sessions);
    assert!(sessions.len() > 2 && sessions.iter().all(|ssl| ssl == "true"), "{sessions:?}");
}

/// What the binary says about a database that it can't use.
fn refusal_of(url: &str) -> String {
    let playground = Playground::new();
    let mut command = althing(&playground.data());
    command.arg("migrate").env("DATABASE_URL", url);
    refusal(command)
}

#[test]
fn a_wrong_database_url_is_refused_with_host_and_cause_and_never_with_the_password() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let server = Postgres::start("host all all 127.0.0.1/32 scram-sha-256", &[]);
    server.run("CREATE ROLE aud LOGIN PASSWORD 'other'");
    let open = server.port;
    for (url, words) in [
        (
            format!("postgres://aud:sesame@127.0.0.1:{closed}/x"),
            [format!("127.0.0.1:{closed}"), "refused".to_owned()],
        ),
        (
            format!("postgres://aud:sesame@127.0.0.1:{open}/x"),
            [format!("127.0.0.1:{open}"), "password authentication failed".to_owned()],
        ),
        (
            format!("postgres://aud:other@127.0.0.1:{open}/nowhere"),
            [format!("127.0.0.1:{open}"), "\"nowhere\" does not exist".to_owned()],
        ),
        (
            "postgres://aud:sesame@nowhere.invalid/x".to_owned(),
            ["nowhere.invalid:5432".to_owned(), "lookup".to_owned()],
        ),
        ("postgres://aud:ses@sesame@127.0.0.1/x".to_owned(), ["database.url".to_owned(), "%40".to_owned()]),
        ("postgres://aud:sesame@127.0.0.1:port/x".to_owned(), ["database.url".to_owned(), "port".to_owned()]),
        (
            "postgres://aud:sesame@127.0.0.1/x?sslmod=require".to_owned(),
            ["database.url".to_owned(), "sslmod ".to_owned()],
        ),
        (
            "postgres://127.0.0.1/x?password=a&sesame=1".to_owned(),
            ["database.url".to_owned(), "%26".to_owned()],
        ),
        (
            "postgres://aud:sesame@127.0.0.1/x?sslmode=verify-ca".to_owned(),
            ["database.url".to_owned(), "sslrootcert".to_owned()],
        ),
        (
            "postgres:///x?user=aud&password=sesame".to_owned(),
            ["database.url".to_owned(), "no host".to_owned()],
        ),
        (
            "postgres://aud:sesame@127.0.0.1/x?sslmode=verify-ca&sslrootcert=/nowhere/root.crt".to_owned(),
            ["/nowhere/root.crt".to_owned(), "No such file".to_owned()],
        ),
    ] {
        let sentence = refusal_of(&url);
        assert!(words.iter().all(|word| sentence.contains(word.as_str())), "{url}: {sentence}");
        assert!(!sentence.contains("sesame"), "{url}: {sentence}");
    }
}
