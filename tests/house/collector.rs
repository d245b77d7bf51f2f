//! A collector of OpenTelemetry of our own on a real socket: it keeps what it is told.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;

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
