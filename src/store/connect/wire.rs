//! The bytes to and from the server, with a limit on waiting for answers.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;
use tokio_postgres::tls::{ChannelBinding, TlsStream};

use super::connection::Pulse;
use super::frames::{self, Answers, Requests};
use crate::sqlstate;

/// What the bytes go over: a socket, or a socket with encryption.
pub trait Carrier: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Carrier for S {}

/// Passes bytes on. If an answer takes longer than `limit`, reading fails, and with it all code that waits for this
/// connection. Appends the SQLSTATE of errors to their messages.
pub struct Wire {
    carrier: Box<dyn Carrier>,
    pulse: Arc<Pulse>,
    limit: Option<Duration>,
    binding: Option<Vec<u8>>,
    requests: Requests,
    answers: Answers,
    /// Something was sent since the last complete request.
    has_begun: bool,
    /// Since when an answer, or the next one, is waited for.
    since: Instant,
    alarm: Option<Pin<Box<Sleep>>>,
    /// The beginning of an error, until it is whole, and what came after it.
    pending: Vec<u8>,
    /// What was pending and may be read now.
    released: Vec<u8>,
}

impl Wire {
    /// Around a socket whose encryption is agreed on. `binding` ties a password to the certificate of the server.
    pub fn new(
        carrier: Box<dyn Carrier>,
        pulse: Arc<Pulse>,
        limit: Option<Duration>,
        binding: Option<Vec<u8>>,
    ) -> Self {
        Self {
            carrier,
            pulse,
            limit,
            binding,
            requests: Requests::default(),
            answers: Answers::default(),
            has_begun: false,
            since: Instant::now(),
            alarm: None,
            pending: Vec::new(),
            released: Vec::new(),
        }
    }

    fn is_waiting(&self) -> bool {
        self.has_begun || self.pulse.is_waiting()
    }

    /// Notes that something is on its way to the server.
    fn begins(&mut self) {
        if !self.is_waiting() {
            self.since = Instant::now();
        }
        self.has_begun = true;
    }

    /// Follows the answers in `bytes`, up to where an error begins.
    fn follow(&mut self, bytes: &[u8]) -> usize {
        let (pulse, mut complete) = (&self.pulse, false);
        let passed = self.answers.feed(bytes, |status| {
            pulse.answered(status);
            complete = true;
        });
        if complete {
            self.since = Instant::now();
            self.has_begun = self.has_begun && self.pulse.is_waiting();
        }
        passed
    }

    /// Releases what is pending, as far as it is whole. It begins with an error.
    fn release(&mut self) {
        while let Some(length) = frames::length(&self.pending).filter(|length| *length <= self.pending.len())
        {
            let rest = self.pending.split_off(length);
            let error = std::mem::replace(&mut self.pending, rest);
            match frames::reworded(&error, sqlstate::with_code) {
                Some((code, reworded)) => {
                    self.pulse.refused(&code);
                    self.released.extend(reworded);
                }
                None => self.released.extend(error),
            }
            let pending = std::mem::take(&mut self.pending);
            let passed = self.follow(&pending);
            self.released.extend(&pending[..passed]);
            self.pending = pending[passed..].to_vec();
        }
    }

    /// Nothing comes: is it time to give up? Otherwise the task is woken when it is.
    fn give_up_if_overdue(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(limit) = self.limit.filter(|_| self.is_waiting()) else { return Poll::Pending };
        let due = self.since + limit;
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(due.into())));
        // It may have been set for an earlier request: then it is set again, once it goes off.
        while alarm.as_mut().poll(context).is_ready() {
            if Instant::now() >= due {
                self.pulse.gave_up();
                let why = format!("the database did not answer within {} s", limit.as_secs_f32());
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, why)));
            }
            alarm.as_mut().reset(due.into());
        }
        Poll::Pending
    }

    /// Reads on while the end of an error is missing.
    fn poll_more(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut space = [0; 4096];
        let mut more = ReadBuf::new(&mut space);
        match Pin::new(&mut self.carrier).poll_read(context, &mut more) {
            Poll::Ready(read) => read?,
            Poll::Pending => return self.give_up_if_overdue(context),
        }
        if more.filled().is_empty() {
            // It will never be whole.
            self.released.append(&mut self.pending);
        } else {
            self.pending.extend(more.filled());
            self.release();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let wire = self.get_mut();
        loop {
            if !wire.released.is_empty() {
                let step = wire.released.len().min(buffer.remaining());
                buffer.put_slice(&wire.released[..step]);
                wire.released.drain(..step);
                return Poll::Ready(Ok(()));
            }
            if !wire.pending.is_empty() {
                ready!(wire.poll_more(context))?;
                continue;
            }
            let before = buffer.filled().len();
            match Pin::new(&mut wire.carrier).poll_read(context, buffer) {
                Poll::Ready(read) => read?,
                Poll::Pending => return wire.give_up_if_overdue(context),
            }
            let fresh = &buffer.filled()[before..];
            let passed = wire.follow(fresh);
            if passed < fresh.len() {
                wire.pending.extend_from_slice(&fresh[passed..]);
                buffer.set_filled(before + passed);
                wire.release();
                if passed == 0 {
                    continue;
                }
            }
            return Poll::Ready(Ok(()));
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wire = self.get_mut();
        wire.begins();
        let written = match Pin::new(&mut wire.carrier).poll_write(context, bytes) {
            Poll::Ready(written) => written?,
            Poll::Pending => return wire.give_up_if_overdue(context).map_ok(|()| 0),
        };
        let requests = wire.requests.feed(&bytes[..written]);
        if requests > 0 {
            wire.pulse.requested(requests);
            wire.has_begun = false;
        }
        // Reading was tried before, when no answer was expected: the alarm must be set here, or the task would not be
        // woken.
        let _ = wire.give_up_if_overdue(context)?;
        Poll::Ready(Ok(written))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().carrier).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().carrier).poll_shutdown(context)
    }
}

impl TlsStream for Wire {
    fn channel_binding(&self) -> ChannelBinding {
        self.binding.clone().map_or_else(ChannelBinding::none, ChannelBinding::tls_server_end_point)
    }
}
