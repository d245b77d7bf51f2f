//! The real binary as a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, User, geteuid};

/// The binary with a data folder and a free port, and nothing else of our surroundings that it would heed.
pub fn althing(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_althing"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ALTHING_") {
            command.env_remove(name);
        }
    }
    command.env_remove("DATABASE_URL").env_remove("PG_BIN_DIR").current_dir("/");
    command
        .env("ALTHING__DATABASE__DATA_DIR", data)
        .env("ALTHING__HTTP__BIND", "127.0.0.1:0")
        .env("ALTHING__HTTP__STOP_DELAY_SECONDS", "0")
        .env("ALTHING__LIMITS__ENABLED", "false");
    command
}

/// As a user who is not root: ourselves, or for root the user `nobody`.
pub fn as_somebody(mut command: Command) -> Command {
    if geteuid().is_root() {
        let nobody = User::from_name("nobody").unwrap().expect("there is a user nobody");
        command.uid(nobody.uid.as_raw()).gid(nobody.gid.as_raw());
    }
    command
}

/// What a command that refuses to start says on its standard error, apart from its log.
pub fn refusal(mut command: Command) -> String {
    let Output { status, stderr, .. } = command.output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    assert!(!status.success(), "it did not refuse: {said}");
    let is_log = |line: &&str| line.contains(" INFO ");
    let sentences: Vec<&str> = said.lines().filter(|line| !is_log(line)).collect();
    assert_eq!(sentences.len(), 1, "not one sentence: {said}");
    sentences[0].to_owned()
}

/// A serving process. Dropping it kills it.
pub struct Server {
    child: Option<Child>,
    /// Where it listens, `host:port`.
    pub address: String,
}

impl Server {
    /// Starts it and waits until it listens.
    pub fn start(command: Command) -> Self {
        Self::start_with_log(command, Stdio::null())
    }

    /// The same, with a place for what it logs.
    pub fn start_with_log(mut command: Command, log: impl Into<Stdio>) -> Self {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        let mut lines = said.lines().map_while(Result::ok);
        let line = lines.find(|line| line.contains("listening on http://")).expect("it listens");
        let address = line.split("http://").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
        // Whatever else it says must have somewhere to go.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child: Some(child), address }
    }

    /// A process that was started otherwise, to ask it at its address. It has to end by itself.
    pub fn watching(address: &str) -> Self {
        Self { child: None, address: address.to_owned() }
    }

    /// The status of the answer to a GET; 0 when there is none.
    pub fn get(&self, path: &str) -> u16 {
        self.answer(path).split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
    }

    /// The whole answer to a GET.
    pub fn answer(&self, path: &str) -> String {
        let Ok(mut stream) = TcpStream::connect(&self.address) else { return String::new() };
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let mut answer = String::new();
        let _ = stream.write_all(request.as_bytes()).and_then(|()| stream.read_to_string(&mut answer));
        answer
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.as_ref().unwrap().id().cast_signed()), signal).unwrap();
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> ExitStatus {
        self.child.as_mut().unwrap().wait().unwrap()
    }

    /// Kills it without a chance to say good-bye.
    pub fn kill(&mut self) {
        self.signal(Signal::SIGKILL);
        self.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The request id in an answer.
pub fn request_id(answer: &str) -> String {
    let answer = answer.to_lowercase();
    answer.lines().find_map(|line| line.strip_prefix("x-request-id: ")).unwrap().to_owned()
}
