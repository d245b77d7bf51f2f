//! What the answer of a chat service to a post means.

use chrono::TimeDelta;
use serde_json::Value;

use crate::service::webhooks::{RequestAnswer, problem_of_status};
use crate::store::game_channels::ChannelFormat;

/// How long to wait when a service asks for it without saying how long, and the longest wait, in seconds.
const USUAL_WAIT: f64 = 60.0;
const MAX_WAIT: f64 = 3_600.0;

/// How an attempt to post ended.
#[derive(Debug, Clone, PartialEq)]
pub enum PostOutcome {
    Delivered(u16),
    /// The service asks to be left alone for a while; that is no failure.
    Wait(u16, TimeDelta),
    /// The address is gone, or may not be posted to any more: a sentence for its owner.
    Gone(u16, String),
    /// Tried again; the status if there was an answer, and a sentence for its owner.
    Failed(Option<u16>, String),
}

impl PostOutcome {
    pub fn of(format: ChannelFormat, answer: &RequestAnswer) -> Self {
        let status = answer.status;
        let Some(problem) = problem_of_status(status) else { return Self::Delivered(status) };
        let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        if status == 429 {
            return Self::Wait(status, wait(answer, &body));
        }
        if is_gone(format, status, &body) {
            Self::Gone(status, problem)
        } else {
            Self::Failed(Some(status), problem)
        }
    }
}

fn is_gone(format: ChannelFormat, status: u16, body: &Value) -> bool {
    match format {
        // 401 and 404: the webhook was deleted, or its token is another one now.
        ChannelFormat::Discord => matches!(status, 401 | 403 | 404 | 410),
        // `invalid_token`, `action_prohibited`; `no_service`, `channel_not_found`; `channel_is_archived`.
        ChannelFormat::Slack => matches!(status, 401 | 403 | 404 | 410),
        // The bot was deleted, or put out of the chat; some of that is told as a bad request.
        ChannelFormat::Telegram => match status {
            401 | 403 | 404 => true,
            400 => {
                let description = body["description"].as_str().unwrap_or_default().to_lowercase();
                ["chat not found", "upgraded to a supergroup", "chat_write_forbidden", "peer_id_invalid"]
                    .iter()
                    .any(|gone| description.contains(gone))
            }
            _ => false,
        },
        // The token was ended (`M_UNKNOWN_TOKEN`), or its account has left the room (`M_FORBIDDEN`).
        ChannelFormat::Matrix => matches!(status, 401 | 403 | 410),
        ChannelFormat::Althing => status == 410,
    }
}

/// How long a service asks to wait: in the header, or where the services write it in the body.
fn wait(answer: &RequestAnswer, body: &Value) -> TimeDelta {
    let header = answer.retry_after.as_deref().and_then(|text| text.trim().parse::<f64>().ok());
    let seconds = header
        .or_else(|| body["parameters"]["retry_after"].as_f64())
        .or_else(|| body["retry_after"].as_f64())
        .or_else(|| body["retry_after_ms"].as_f64().map(|milliseconds| milliseconds / 1_000.0))
        .filter(|seconds| seconds.is_finite())
        .unwrap_or(USUAL_WAIT);
    let milliseconds = seconds.clamp(1.0, MAX_WAIT) * 1_000.0;
    // Within the bounds above it is a small positive number.
    TimeDelta::milliseconds(milliseconds.ceil() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, retry_after: Option<&str>, body: &str) -> RequestAnswer {
        RequestAnswer { status, retry_after: retry_after.map(str::to_owned), body: body.as_bytes().to_vec() }
    }

    fn of(format: ChannelFormat, status: u16, body: &str) -> PostOutcome {
        PostOutcome::of(format, &answer(status, None, body))
    }

    #[test]
    fn a_service_that_asks_to_wait_is_left_alone_for_as_long_as_it_says() {
        let waits = |retry_after, body| {
            let outcome = PostOutcome::of(ChannelFormat::Discord, &answer(429, retry_after, body));
            assert!(matches!(outcome, PostOutcome::Wait(429, _)), "{outcome:?}");
            let PostOutcome::Wait(_, wait) = outcome else { return 0 };
            wait.num_milliseconds()
        };
        assert_eq!(waits(Some("7"), "{\"retry_after\": 3}"), 7_000);
        assert_eq!(waits(None, "{\"retry_after\": 0.25}"), 1_000);
        assert_eq!(waits(None, "{\"parameters\": {\"retry_after\": 41}}"), 41_000);
        assert_eq!(waits(None, "{\"retry_after_ms\": 2500}"), 2_500);
        for unsaid in [waits(None, ""), waits(Some("Fri, 31 Dec"), "[]"), waits(Some("NaN"), "")] {
            assert_eq!(unsaid, 60_000);
        }
        assert_eq!(waits(Some("1e300"), ""), 3_600_000);
        assert_eq!(waits(Some("-5"), ""), 1_000);
    }

    #[test]
    fn what_is_gone_for_good_is_told_from_what_fails_for_now() {
        use ChannelFormat::{Althing, Discord, Matrix, Slack, Telegram};
        let gone = [
            (Discord, 404, "{\"code\": 10015}"),
            (Discord, 401, ""),
            (Slack, 404, "no_service"),
            (Slack, 410, "channel_is_archived"),
            (Telegram, 401, ""),
            (Telegram, 403, ""),
            (Telegram, 404, ""),
            (Telegram, 400, "{\"description\": \"Bad Request: chat not found\"}"),
            (Matrix, 401, "{\"errcode\": \"M_UNKNOWN_TOKEN\"}"),
            (Matrix, 403, "{\"errcode\": \"M_FORBIDDEN\"}"),
            (Althing, 410, ""),
        ];
        for (format, status, body) in gone {
            assert!(matches!(of(format, status, body), PostOutcome::Gone(..)), "{format:?} {status}");
        }
        let failed = [
            (Discord, 400, ""),
            (Discord, 500, ""),
            (Slack, 400, "invalid_blocks"),
            (Telegram, 400, "{\"description\": \"Bad Request: wrong file identifier\"}"),
            (Matrix, 404, ""),
            (Matrix, 502, ""),
            (Althing, 404, ""),
            (Slack, 302, ""),
        ];
        for (format, status, body) in failed {
            assert!(matches!(of(format, status, body), PostOutcome::Failed(..)), "{format:?} {status}");
        }
        assert_eq!(of(Telegram, 200, "{\"ok\": true}"), PostOutcome::Delivered(200));
        assert_eq!(of(Discord, 204, ""), PostOutcome::Delivered(204));
    }
}
