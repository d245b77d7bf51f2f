//! Words that readers of YAML 1.1, which are many, take for true or false when no quotes stand around them.

const TAKEN_FOR_TRUTH: [&str; 6] = ["yes", "no", "on", "off", "y", "n"];

/// The YAML text with quotes around such words where they are values.
pub fn quoted(yaml: &str) -> String {
    yaml.lines().map(|line| quoted_line(line) + "\n").collect()
}

fn quoted_line(line: &str) -> String {
    let quoted = TAKEN_FOR_TRUTH.into_iter().find_map(|word| {
        let before = line.strip_suffix(word)?;
        let is_value = before.ends_with(": ") || before.trim_start() == "- ";
        is_value.then(|| format!("{before}\"{word}\""))
    });
    quoted.unwrap_or_else(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_values_are_quoted() {
        let yaml = "ballot: yes\nenum:\n  - no\n- other: oyes\ntext: say yes\n";
        assert_eq!(quoted(yaml), "ballot: \"yes\"\nenum:\n  - \"no\"\n- other: oyes\ntext: say yes\n");
    }
}
