//! Memory and processor time of processes, as Linux tells them.

use std::fs;

/// Clock ticks a second; Linux shows processor time to programs in these, whatever its own tick is.
const TICKS: f64 = 100.0;

/// Memory in use now, in MiB.
pub fn resident(pid: u32) -> f64 {
    status(pid, "VmRSS:")
}

/// The most memory that was ever in use, in MiB.
pub fn peak(pid: u32) -> f64 {
    status(pid, "VmHWM:")
}

fn status(pid: u32, name: &str) -> f64 {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

/// Processor time of a process and of its children that have ended, in seconds.
pub fn time(pid: u32) -> f64 {
    let fields = after_name(pid);
    let ticks = |index: usize| fields.get(index).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12) + ticks(13) + ticks(14)) / TICKS
}

/// Processor time of a process and all its children, living and ended, in seconds.
pub fn time_of_family(pid: u32) -> f64 {
    let everybody = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = everybody.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let children = pids.filter(|&child| parent(child) == Some(pid));
    time(pid) + children.map(time).sum::<f64>()
}

fn parent(pid: u32) -> Option<u32> {
    after_name(pid).get(1)?.parse().ok()
}

/// The fields of `/proc/…/stat` after the name, which may hold anything.
fn after_name(pid: u32) -> Vec<String> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let rest = text.rsplit_once(") ").map_or("", |(_, rest)| rest);
    rest.split(' ').map(str::to_owned).collect()
}
