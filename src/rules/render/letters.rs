//! How wide a text is, clipped or wrapped to a width. Measured on the font that pictures are made with, DejaVu Sans
//! Condensed; what a browser takes instead runs narrower.

/// Widths of the characters from the space to the tilde, in thousandths of the size.
const PLAIN: [u16; 95] = [
    286, 360, 414, 754, 572, 855, 702, 247, 351, 351, 450, 754, 286, 325, 286, 303, 572, 572, 572, 572, 572,
    572, 572, 572, 572, 572, 303, 303, 754, 754, 754, 478, 900, 615, 617, 628, 693, 568, 518, 697, 677, 265,
    265, 590, 501, 776, 673, 708, 542, 708, 625, 571, 549, 659, 615, 890, 616, 549, 616, 351, 303, 351, 754,
    450, 450, 551, 571, 495, 571, 554, 316, 571, 570, 250, 250, 521, 250, 876, 570, 550, 571, 571, 370, 469,
    353, 570, 532, 736, 532, 532, 472, 572, 303, 572, 754,
];
/// What bold letters are wider by.
const BOLD: f32 = 1.12;

/// The width of `text` set in `size`.
pub fn width(text: &str, size: f32, bold: bool) -> f32 {
    let thousandths: u32 = text.chars().map(thousandths).sum();
    thousandths as f32 / 1000.0 * size * if bold { BOLD } else { 1.0 }
}

fn thousandths(character: char) -> u32 {
    let code = u32::from(character);
    let ascii = code.checked_sub(32).and_then(|index| PLAIN.get(index as usize));
    match (ascii, code) {
        (Some(&width), _) => u32::from(width),
        // combining marks and the signs around names of the other direction
        (None, 0x300..=0x36f | 0x64b..=0x65f | 0x2066..=0x2069) => 0,
        // scripts whose signs fill a square
        (None, 0x1100..=0x11ff | 0x2e80..=0xd7ff | 0xf900..=0xfaff | 0xff00..=0xffef | 0x1_0000..) => 1000,
        (None, _) => 640,
    }
}

/// As much of `text` as fits, with an ellipsis if something is left out.
pub fn clip(text: &str, size: f32, bold: bool, most: f32) -> String {
    if width(text, size, bold) <= most {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    while kept.pop().is_some() && width(&kept, size, bold) + width("…", size, bold) > most {}
    format!("{}…", kept.trim_end())
}

/// `text` in lines no wider than `most`, broken at spaces.
pub fn wrap(text: &str, size: f32, most: f32) -> Vec<String> {
    fold(text, most, |line| width(line, size, false))
}

/// `text` in lines of at most `columns` characters, broken at spaces.
pub(super) fn columns(text: &str, columns: usize) -> Vec<String> {
    fold(text, columns as f32, |line| line.chars().count() as f32)
}

fn fold(text: &str, most: f32, measure: impl Fn(&str) -> f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if measure(line) + measure(" ") + measure(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_is_left_alone_and_another_is_clipped() {
        assert_eq!(clip("Ada", 10.0, false, 100.0), "Ada");
        let clipped = clip("A long name of a long family", 10.0, true, 60.0);
        assert!(clipped.ends_with('…') && width(&clipped, 10.0, true) <= 60.0, "{clipped}");
    }

    #[test]
    fn lines_are_broken_at_spaces() {
        assert_eq!(columns("one two three four", 9), ["one two", "three", "four"]);
        assert!(wrap(&"word ".repeat(50), 12.0, 200.0).iter().all(|line| width(line, 12.0, false) <= 200.0));
    }
}
