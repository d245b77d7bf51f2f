//! A push service and a browser of our own: what comes is decrypted and verified by another curve, another cipher and
//! another library than the server's.

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::p256::{PublicKey, SecretKey};
use web_push_native::{Auth, decrypt};

use crate::webhooks::receiver::{Heard, Receiver, Whim};

/// A request that came.
#[derive(Debug, Clone)]
pub struct Pushed {
    pub path: String,
    /// By names in small letters.
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl From<Heard> for Pushed {
    fn from(Heard { line, headers, body }: Heard) -> Self {
        Self { path: line.split(' ').nth(1).unwrap().to_owned(), headers, body }
    }
}

impl Pushed {
    /// What the browser reads.
    pub fn read_by(&self, browser: &Browser) -> Value {
        serde_json::from_slice(&self.plain_text(browser)).unwrap()
    }

    pub fn plain_text(&self, browser: &Browser) -> Vec<u8> {
        assert_eq!(self.headers["content-encoding"], "aes128gcm");
        assert!(self.body.len() <= 4_096);
        decrypt(self.body.clone(), &browser.secret, &Auth::clone_from_slice(&browser.auth)).unwrap()
    }

    /// The claims of the server, whose signature must be by this key (RFC 8292).
    pub fn claims(&self, key: &str) -> Value {
        let given = self.headers["authorization"].strip_prefix("vapid ").unwrap();
        let parameter = |name: &str| {
            let mut parts = given.split(',').map(str::trim);
            parts.find_map(|part| part.strip_prefix(&format!("{name}="))).unwrap().to_owned()
        };
        assert_eq!(parameter("k"), key);
        let token = parameter("t");
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let verifying = VerifyingKey::from_sec1_bytes(&decoded(key)).unwrap();
        let signature = Signature::from_slice(&decoded(signature)).unwrap();
        verifying.verify(signed.as_bytes(), &signature).unwrap();
        let (header, claims) = signed.split_once('.').unwrap();
        let header: Value = serde_json::from_slice(&decoded(header)).unwrap();
        assert_eq!(header, json!({"typ": "JWT", "alg": "ES256"}));
        serde_json::from_slice(&decoded(claims)).unwrap()
    }
}

/// A browser with its keys.
pub struct Browser {
    name: String,
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    pub fn new(name: &str) -> Self {
        let seed = name.bytes().fold([9_u8; 32], |mut seed, byte| {
            seed.rotate_left(1);
            seed[0] ^= byte;
            seed
        });
        Self { name: name.to_owned(), secret: SecretKey::from_slice(&seed).unwrap(), auth: [seed[5]; 16] }
    }

    pub fn keys(&self) -> Value {
        let public: PublicKey = self.secret.public_key();
        let point = public.to_encoded_point(false);
        json!({"p256dh": encoded(point.as_bytes()), "auth": encoded(&self.auth)})
    }

    /// What it gives to a server when it subscribes.
    pub fn subscription(&self, service: &PushService) -> Value {
        json!({"endpoint": service.endpoint(&self.name), "keys": self.keys(), "label": self.name})
    }
}

pub fn encoded(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

fn decoded(text: &str) -> Vec<u8> {
    BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
}

/// Runs until the test ends.
pub struct PushService(Receiver);

impl PushService {
    /// RFC 8030, 5: a message that is taken is answered with 201.
    pub fn start() -> Self {
        Self(Receiver::answering(201))
    }

    pub fn origin(&self) -> String {
        self.0.origin()
    }

    pub fn endpoint(&self, name: &str) -> String {
        format!("{}/send/{name}?secret=capability", self.origin())
    }

    pub fn will_answer(&self, statuses: impl IntoIterator<Item = u16>) {
        self.0.will(statuses.into_iter().map(Whim::Answer));
    }

    pub fn pushed(&self) -> Vec<Pushed> {
        self.0.requests().into_iter().map(Pushed::from).collect()
    }
}
