//! Words and times of day that readers of YAML 1.1, which are many, take for something else when no quotes stand around
//! them: `yes` for true, and `23:00` for the number 1380.

const TAKEN_FOR_TRUTH: [&str; 6] = ["yes", "no", "on", "off", "y", "n"];

/// The YAML text with quotes around them where they are values.
pub fn quoted(yaml: &str) -> String {
    yaml.lines().map(|line| quoted_line(line) + "\n").collect()
}

fn quoted_line(line: &str) -> String {
    match value(line) {
        Some((before, value)) if TAKEN_FOR_TRUTH.contains(&value) || is_time(value) => {
            format!("{before}\"{value}\"")
        }
        _ => line.to_owned(),
    }
}

/// The value at the end of the line, and what stands before it.
fn value(line: &str) -> Option<(&str, &str)> {
    let begins = line.rfind(": ").map(|colon| colon + 2).or_else(|| {
        let indent = line.len() - line.trim_start().len();
        line.trim_start().starts_with("- ").then_some(indent + 2)
    });
    line.split_at_checked(begins?)
}

/// Digits with colons between them count in sixties.
fn is_time(value: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    value.contains(':') && value.split(':').all(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_values_are_quoted() {
        let yaml = "ballot: yes\nenum:\n  - no\n- other: oyes\ntext: say yes\n";
        assert_eq!(quoted(yaml), "ballot: \"yes\"\nenum:\n  - \"no\"\n- other: oyes\ntext: say yes\n");
    }

    #[test]
    fn times_of_day_are_no_numbers() {
        let yaml = "from: 23:00\n- 9:30:00\ntext: at 23:00\nat: 2026-11-20T12:00:00Z\nuntil: '07:00'\n";
        let read =
            "from: \"23:00\"\n- \"9:30:00\"\ntext: at 23:00\nat: 2026-11-20T12:00:00Z\nuntil: '07:00'\n";
        assert_eq!(quoted(yaml), read);
    }
}
