//! `althing drive`: the rules over standard input and output, for authors of clients and bots.
//!
//! May know: one ruleset by its JSON face, and lines in and out. May not know: any ruleset by name, files, the web.
//! One JSON request a line, one JSON answer a line. Whatever is wrong with a request is an answer too, and the
//! game stays as it was. The pipe hides nothing: events, draws and states come with their secrets.

use std::io;
use std::io::{BufRead, Read, Write};
use std::process::ExitCode;

use clap::Args;
use rules::{AnyGame, AnyRuleset, Author, Chance, Seat, StoredEntry, Viewer};
use serde_json::Value;
use serde_json::value::RawValue;

use request::{
    Act, Awaiting, EntryShown, Fault, LegalShown, Load, Loaded, Request, SeenView, Setup, StateShown,
    Written, line,
};

mod request;

/// The arguments of `drive`.
#[derive(Debug, Args)]
pub struct DriveArguments {
    /// The ruleset, for example `landnam`.
    pub ruleset: String,
}

/// Answers standard input on standard output until the input ends.
pub fn run(arguments: &DriveArguments) -> ExitCode {
    let ruleset = match super::ruleset(&arguments.ruleset) {
        Ok(ruleset) => ruleset,
        Err(code) => return code,
    };
    match serve(ruleset.as_ref(), io::stdin().lock(), io::stdout().lock()) {
        // A reader that closes the pipe is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("althing: reading or writing failed: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Answers each line of `input` with a line on `output`. Blank lines are skipped.
///
/// # Errors
/// Only when reading or writing fails; a request that can't be served is answered.
pub fn serve(ruleset: &dyn AnyRuleset, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::new(ruleset);
    loop {
        let answer = match next(&mut input)? {
            Line::End => return Ok(()),
            Line::TooLong => Fault::line_too_long().into_json(),
            Line::Text(text) if text.trim_ascii().is_empty() => continue,
            Line::Text(text) => session.answer(&text).unwrap_or_else(Fault::into_json),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
}

/// The longest request, in bytes; a state with everything in it has a few thousand.
pub(super) const MAX_REQUEST_BYTES: u64 = 1 << 20;

pub(super) enum Line {
    /// A line, without its end.
    Text(Vec<u8>),
    /// A line longer than [`MAX_REQUEST_BYTES`]; it was passed over.
    TooLong,
    End,
}

pub(super) fn next(input: &mut impl BufRead) -> io::Result<Line> {
    let mut text = Vec::new();
    if input.by_ref().take(MAX_REQUEST_BYTES + 1).read_until(b'\n', &mut text)? == 0 {
        return Ok(Line::End);
    }
    if text.last() == Some(&b'\n') {
        text.pop();
    } else if text.len() as u64 > MAX_REQUEST_BYTES {
        pass_over(input)?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(text))
}

/// Reads to the end of the line without keeping it.
fn pass_over(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        if let Some(end) = buffer.iter().position(|&byte| byte == b'\n') {
            input.consume(end + 1);
            return Ok(());
        }
        let all = buffer.len();
        input.consume(all);
    }
}

/// At most one game at a time; a new one replaces the old one.
struct Session<'r> {
    ruleset: &'r dyn AnyRuleset,
    running: Option<RunningGame>,
}

struct RunningGame {
    game: Box<dyn AnyGame>,
    /// The number of the last entry.
    version: u64,
    /// The seed of draws, where a request does not give them.
    seed: [u8; 32],
}

impl<'r> Session<'r> {
    pub fn new(ruleset: &'r dyn AnyRuleset) -> Self {
        Self { ruleset, running: None }
    }

    fn answer(&mut self, text: &[u8]) -> Result<String, Fault> {
        match Request::read(text)? {
            Request::Setup(setup) => self.setup(setup),
            Request::Load(load) => self.load(load),
            Request::Act(act) => self.running_mut()?.act(act),
            Request::Legal(of) => self.running()?.legal(of.seat),
            Request::Awaiting => self.running().map(RunningGame::awaiting),
            Request::View(seen) => self.running()?.view(seen.seat),
            Request::State => self.running()?.state(),
        }
    }

    fn setup(&mut self, setup: Setup) -> Result<String, Fault> {
        let seed = seed(setup.seed.as_deref())?;
        let options = self.ruleset.options(setup.options.as_deref())?;
        let mut game = self.ruleset.blank(&options, setup.players)?;
        let entries = game.start(&mut chance(setup.chance, seed, 0))?;
        let running = self.running.insert(RunningGame { game, version: 0, seed });
        running.append(entries)
    }

    fn load(&mut self, load: Load) -> Result<String, Fault> {
        let seed = seed(load.seed.as_deref())?;
        let mut game = self
            .ruleset
            .load(load.state.get())
            .map_err(|error| Fault::malformed_state(&error.to_string()))?;
        game.check_invariants().map_err(|detail| Fault::impossible_state(&detail))?;
        let steps = game.settle(load.version, &mut chance(load.chance, seed, load.version))?;
        let version = steps.last().map_or(load.version, |step| step.version);
        let running = self.running.insert(RunningGame { game, version, seed });
        Ok(line(&Loaded {
            version,
            steps,
            awaiting: running.game.awaiting(),
            outcome: running.game.outcome(),
        }))
    }

    fn running(&self) -> Result<&RunningGame, Fault> {
        self.running.as_ref().ok_or_else(Fault::no_game)
    }

    fn running_mut(&mut self) -> Result<&mut RunningGame, Fault> {
        self.running.as_mut().ok_or_else(Fault::no_game)
    }
}

impl RunningGame {
    fn act(&mut self, act: Act) -> Result<String, Fault> {
        self.ensure_seat(act.seat)?;
        if let Some(decision) = &act.decision {
            let open = self.game.awaiting();
            if !open.iter().any(|open| open.seat == act.seat && open.id == *decision) {
                return Err(Fault::closed(self.game.closed_code(decision), decision));
            }
            let answered = self.game.decision_for(act.seat, &act.action)?;
            if answered.is_some_and(|answered| answered.id != *decision) {
                return Err(Fault::other_decision(decision));
            }
        }
        let mut chance = chance(act.chance, self.seed, self.version);
        let entries =
            self.game.perform(self.version, Author::Seat, Some(act.seat), &act.action, &mut chance)?;
        self.append(entries)
    }

    /// Moves the version on by these entries and shows them.
    fn append(&mut self, entries: Vec<StoredEntry>) -> Result<String, Fault> {
        self.version = entries.last().map_or(self.version, |entry| entry.version);
        let mut entries = entries.into_iter();
        let Some(first) = entries.next() else { return Err(Fault::no_game()) };
        let StoredEntry { seat, action, events, draws, .. } = first;
        Ok(line(&Written {
            version: self.version,
            entry: EntryShown { seat, action, events, draws },
            steps: entries.collect(),
            awaiting: self.game.awaiting(),
            outcome: self.game.outcome(),
        }))
    }

    fn legal(&self, seat: Seat) -> Result<String, Fault> {
        self.ensure_seat(seat)?;
        Ok(line(&LegalShown { legal: self.game.legal(seat) }))
    }

    fn awaiting(&self) -> String {
        line(&Awaiting { awaiting: self.game.awaiting(), outcome: self.game.outcome() })
    }

    fn view(&self, viewer: Viewer) -> Result<String, Fault> {
        viewer.map_or(Ok(()), |seat| self.ensure_seat(seat))?;
        Ok(line(&SeenView { view: self.game.view(viewer) }))
    }

    fn state(&self) -> Result<String, Fault> {
        let state = self
            .game
            .position()
            .and_then(RawValue::from_string)
            .map_err(|error| Fault::malformed_state(&error.to_string()))?;
        Ok(line(&StateShown { version: self.version, state }))
    }

    fn ensure_seat(&self, seat: Seat) -> Result<(), Fault> {
        let seats = self.game.points().len();
        if usize::from(seat) < seats { Ok(()) } else { Err(Fault::unknown_seat(seats)) }
    }
}

fn chance(given: Option<Vec<Value>>, seed: [u8; 32], version: u64) -> Chance {
    let mut chance = given.map_or_else(|| Chance::seeded(seed), Chance::given);
    chance.begin(version);
    chance
}

/// Up to 32 bytes as hex, padded with zeros at the end.
fn seed(text: Option<&str>) -> Result<[u8; 32], Fault> {
    let bytes = hex::decode(text.unwrap_or_default()).map_err(|_| Fault::invalid_seed())?;
    let mut seed = [0; 32];
    let given = seed.get_mut(..bytes.len()).ok_or_else(Fault::invalid_seed)?;
    given.copy_from_slice(&bytes);
    Ok(seed)
}
