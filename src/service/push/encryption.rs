//! Encrypts a message for one browser (RFC 8291), in one record of `aes128gcm` (RFC 8188).
//!
//! The crates that do so draw their randomness themselves and bring another copy of each primitive; what is left of them
//! are the few lines below, over P-256, HMAC and AES-GCM of the same makers.

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Key, Nonce};
use hmac::{Hmac, Mac};
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

/// The most bytes of a message: push services take 4096 of the encrypted record (RFC 8030, 7.2).
pub const MAX_BYTES: usize = 3_000;
/// The size of a record that is announced; the message is the only one and shorter.
const RECORD_SIZE: u32 = 4_096;
/// The delimiter of the last record, without padding (RFC 8188, 2).
const LAST_RECORD: u8 = 2;

/// What a browser gives to those who push to it.
pub struct BrowserKeys {
    pub public: PublicKey,
    pub auth: [u8; 16],
}

impl BrowserKeys {
    /// `None` for what is no point of the curve, not uncompressed, or of another length.
    pub fn read(p256dh: &[u8], auth: &[u8]) -> Option<Self> {
        let is_uncompressed = p256dh.len() == 65;
        let public = PublicKey::from_sec1_bytes(p256dh).ok().filter(|_| is_uncompressed)?;
        Some(Self { public, auth: auth.try_into().ok()? })
    }
}

/// The body of a request. `sender` and `salt` must be new for every message (RFC 8291, 3.1). `None` if the message is too
/// long.
pub fn encrypt(message: &[u8], browser: &BrowserKeys, sender: &SecretKey, salt: [u8; 16]) -> Option<Vec<u8>> {
    if message.len() > MAX_BYTES {
        return None;
    }
    let (browser_public, sender_public) =
        (browser.public.to_sec1_bytes(), sender.public_key().to_sec1_bytes());
    // RFC 8291, 3.3 and 3.4: both HKDF steps, each with an output of one block.
    let shared = sender.diffie_hellman(&browser.public);
    let pseudorandom = hmac(&browser.auth, &[shared.raw_secret_bytes()])?;
    let info: [&[u8]; 4] = [b"WebPush: info\0", &browser_public, &sender_public, &[1]];
    let input_key = hmac(&pseudorandom, &info)?;
    // RFC 8188, 2.2 and 2.3.
    let pseudorandom = hmac(&salt, &[&input_key])?;
    let key = hmac(&pseudorandom, &[b"Content-Encoding: aes128gcm\0\x01"])?;
    let nonce = hmac(&pseudorandom, &[b"Content-Encoding: nonce\0\x01"])?;
    let cipher = Aes128Gcm::new(Key::<Aes128Gcm>::from_slice(key.get(..16)?));
    let record = [message, &[LAST_RECORD]].concat();
    let sealed = cipher.encrypt(Nonce::from_slice(nonce.get(..12)?), record.as_slice()).ok()?;
    // RFC 8188, 2.1: salt, record size, and the public key of the sender as the id of the key.
    let key_length = u8::try_from(sender_public.len()).ok()?;
    Some([&salt, RECORD_SIZE.to_be_bytes().as_slice(), &[key_length], &sender_public, &sealed].concat())
}

fn hmac(key: &[u8], message: &[&[u8]]) -> Option<[u8; 32]> {
    let mut mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(key).ok()?;
    message.iter().for_each(|part| mac.update(part));
    Some(mac.finalize().into_bytes().into())
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// The example of RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_comes_out_byte_for_byte() {
        let browser = BrowserKeys::read(
            &bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            &bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        );
        let sender = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let message = b"When I grow up, I want to be a watermelon";
        let body = encrypt(message, &browser.unwrap(), &sender, salt).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg\
                        Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(BASE64_URL_SAFE_NO_PAD.encode(body), expected);
    }

    #[test]
    fn what_is_no_key_of_a_browser_and_what_is_too_long_is_refused() {
        let good =
            bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        assert!(BrowserKeys::read(&good, &[0; 15]).is_none() && BrowserKeys::read(&good, &[0; 17]).is_none());
        let mut off_the_curve = good.clone();
        off_the_curve[64] ^= 1;
        let infinity = [0; 65];
        for wrong in [&off_the_curve[..], &infinity, &good[..64], &good[..33], &[]] {
            assert!(BrowserKeys::read(wrong, &[0; 16]).is_none(), "{wrong:?}");
        }
        let browser = BrowserKeys::read(&good, &[0; 16]).unwrap();
        let sender = SecretKey::from_slice(&[7; 32]).unwrap();
        assert!(
            encrypt(&[b'x'; MAX_BYTES], &browser, &sender, [0; 16]).is_some_and(|body| body.len() <= 4_096)
        );
        assert!(encrypt(&[b'x'; MAX_BYTES + 1], &browser, &sender, [0; 16]).is_none());
    }
}
