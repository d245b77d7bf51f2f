//! What a collector of traces is told, and that a bad one harms nobody.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;

use crate::althing::{Server, althing, request_id};
use crate::folders::{Playground, eventually};

fn end(mut server: Server) {
    let told = Instant::now();
    server.signal(Signal::SIGTERM);
    assert!(server.wait().success());
    assert!(told.elapsed() < Duration::from_secs(10), "it took {:?}", told.elapsed());
}

#[test]
fn a_collector_is_told_route_status_and_request_id_before_the_process_ends_and_nothing_that_was_asked() {
    let (playground, collector) = (Playground::new(), Collector::start());
    let mut command = althing(&playground.data());
    command
        .env("ALTHING__TRACES__OTLP_ENDPOINT", collector.url())
        .env("ALTHING__TRACES__SERVICE_NAME", "vinland")
        .env("ALTHING__LOG__FILTER", "error");
    let server = Server::start(command);
    let secret = "01890a5d-ac96-774b-bcce-b302099a8057";
    let answer = server.answer(&format!("/v1/games/{secret}?token=sesame"));
    assert_eq!(server.get("/nowhere/sesame"), 404);
    end(server);

    let spans = collector.spans();
    let (service, span) = spans
        .iter()
        .find(|(_, span)| attribute(&span.attributes, "request.id") == request_id(&answer))
        .expect("the request was told");
    assert_eq!(attribute(service, "service.name"), "vinland");
    let route = attribute(&span.attributes, "http.route");
    assert!(route.starts_with("/v1/games/{") && route.ends_with('}'), "{route}");
    assert_eq!(span.name, format!("GET {route}"));
    let status = attribute(&span.attributes, "http.response.status_code");
    assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{status}: {answer}");
    assert!(span.events.is_empty() && span.end_time_unix_nano > span.start_time_unix_nano);
    let lost = spans.iter().find(|(_, span)| span.name == "GET").expect("what has no route is told too");
    assert_eq!(attribute(&lost.1.attributes, "http.response.status_code"), "404");

    for told in collector.told() {
        assert_eq!(told.line, "POST /v1/traces HTTP/1.1");
        let text = String::from_utf8_lossy(&told.body);
        assert!(!text.contains("sesame") && !text.contains(secret), "{text}");
    }
}

#[test]
fn nobody_is_told_anything_unless_the_settings_name_him() {
    let (playground, collector) = (Playground::new(), Collector::start());
    let log = playground.path().join("log");
    let mut command = althing(&playground.data());
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url()).env("ALTHING__LOG__FILTER", "trace");
    let server = Server::start_with_log(command, File::create(&log).unwrap());
    assert_eq!(server.get("/healthz"), 200);
    end(server);
    assert_eq!(collector.told().len(), 0);
    assert!(!fs::read_to_string(&log).unwrap().contains("http.route"), "the span is not in the log either");
}

#[test]
fn a_collector_that_is_not_there_is_logged_once_and_harms_nothing() {
    let playground = Playground::new();
    let log = playground.path().join("log");
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = althing(&playground.data());
    command
        .env("ALTHING__TRACES__OTLP_ENDPOINT", format!("http://{nobody}"))
        .env("OTEL_BSP_SCHEDULE_DELAY", "50");
    let server = Server::start_with_log(command, File::create(&log).unwrap());
    let complaints = || fs::read_to_string(&log).unwrap().matches("traces can't be sent").count();
    assert_eq!(server.get("/healthz"), 200);
    eventually("it is logged", || complaints() == 1);
    for _ in 0..10 {
        assert_eq!(server.get("/healthz"), 200);
        std::thread::sleep(Duration::from_millis(60));
    }
    end(server);
    assert_eq!(complaints(), 1);
}

#[test]
fn a_collector_that_never_answers_holds_up_neither_a_request_nor_the_end() {
    let playground = Playground::new();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = althing(&playground.data());
    command
        .env("ALTHING__TRACES__OTLP_ENDPOINT", format!("http://{}", silent.local_addr().unwrap()))
        .env("OTEL_BSP_SCHEDULE_DELAY", "50");
    let server = Server::start(command);
    assert_eq!(server.get("/healthz"), 200);
    silent.accept().unwrap(); // from here on a batch is on its way
    let asked = Instant::now();
    assert_eq!(server.get("/healthz"), 200);
    assert!(asked.elapsed() < Duration::from_secs(2), "it took {:?}", asked.elapsed());
    end(server);
}

// A collector of OpenTelemetry of our own on a real socket: it keeps what it is told.

/// Runs until the test ends.
pub struct Collector {
    address: SocketAddr,
    told: Arc<Mutex<Vec<RedactedEvent>>>,
}

/// One request to the collector.
#[derive(Clone)]
pub struct RedactedEvent {
    /// Its first line.
    pub line: String,
    /// Its bytes after the head.
    pub body: Vec<u8>,
}

impl Collector {
    /// Starts it on a free port.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let told = Arc::new(Mutex::new(Vec::new()));
        let theirs = told.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let told = theirs.clone();
                std::thread::spawn(move || listen(&stream, &told));
            }
        });
        Self { address, told }
    }

    /// The address for the settings.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Every request so far, in order.
    pub fn told(&self) -> Vec<RedactedEvent> {
        self.told.lock().unwrap().clone()
    }

    /// Every span so far, with what is said of the service that it is from.
    pub fn spans(&self) -> Vec<(Vec<KeyValue>, Span)> {
        let requests = self
            .told()
            .into_iter()
            .map(|told| ExportTraceServiceRequest::decode(told.body.as_slice()).expect("a request of OTLP"));
        let resources = requests.flat_map(|request| request.resource_spans);
        let spans = resources.flat_map(|of| {
            let service = of.resource.unwrap_or_default().attributes;
            let spans = of.scope_spans.into_iter().flat_map(|scope| scope.spans);
            spans.map(|span| (service.clone(), span)).collect::<Vec<_>>()
        });
        spans.collect()
    }
}

/// The value of an attribute as text; empty if it is not there.
pub fn attribute(attributes: &[KeyValue], key: &str) -> String {
    let found = attributes.iter().find(|attribute| attribute.key == key);
    match found.and_then(|attribute| attribute.value.clone()).and_then(|value| value.value) {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        Some(other) => panic!("{key} is {other:?}"),
        None => String::new(),
    }
}

/// Takes request after request of one connection.
fn listen(mut stream: &TcpStream, told: &Mutex<Vec<RedactedEvent>>) {
    let mut reader = BufReader::new(stream);
    loop {
        let head: Vec<String> =
            reader.by_ref().lines().map_while(Result::ok).take_while(|line| !line.is_empty()).collect();
        let Some(line) = head.first().cloned() else { return };
        let length = head.iter().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().unwrap())
        });
        let mut body = vec![0; length.unwrap_or(0)];
        reader.read_exact(&mut body).unwrap();
        told.lock().unwrap().push(RedactedEvent { line, body });
        let answer = "HTTP/1.1 200 OK\r\nContent-Type: application/x-protobuf\r\nContent-Length: 0\r\n\r\n";
        stream.write_all(answer.as_bytes()).unwrap();
    }
}
