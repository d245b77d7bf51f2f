//! The binary as a pipe: a request a line, an answer a line.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use althing::tools::drive::serve;
use conformance::{Tool, ToolRuleset};
use serde_json::{Value, json};

use super::toy::Toy;

pub struct Pipe {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Pipe {
    pub fn open(ruleset: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_althing"))
            .args(["drive", ruleset])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let input = process.stdin.take().expect("piped");
        let output = BufReader::new(process.stdout.take().expect("piped")).lines();
        Self { process, input, output }
    }

    pub fn ask(&mut self, request: &Value) -> Value {
        writeln!(self.input, "{request}").expect("the pipe holds");
        let line = self.output.next().expect("an answer").expect("UTF-8");
        serde_json::from_str(&line).expect("JSON")
    }

    /// Ends the input; the process ends well then.
    pub fn close(self) {
        let Self { mut process, input, .. } = self;
        drop(input);
        assert!(process.wait().expect("it ends").success());
    }
}

/// The answers to some lines, without a process.
fn answers(ruleset: &dyn ToolRuleset, lines: &[String]) -> Vec<Value> {
    let mut output = Vec::new();
    serve(ruleset, lines.join("\n").as_bytes(), &mut output).expect("memory does not break");
    let text = String::from_utf8(output).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("one JSON a line")).collect()
}

/// The answers of a ruleset of the registry to some requests.
pub fn asked_of(ruleset: &str, requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    answers(conformance::find(ruleset).expect("the registry has it").as_ref(), &lines)
}

/// The answers of the toy.
pub fn toy(requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    toy_lines(&lines)
}

/// The answers of the toy to some lines.
pub fn toy_lines(lines: &[String]) -> Vec<Value> {
    let interface = Box::new(Toy::default().registered());
    answers(&Tool::new(interface, Toy::default()), lines)
}

/// The code of an error.
pub fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or("no error")
}

pub fn state() -> Value {
    json!({"op": "state"})
}
