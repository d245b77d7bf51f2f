//! A digest of the rows of a table: two tables with the same rows have the same digest, whatever their order.

use sha2::{Digest, Sha256};

/// The digest of a table's rows as COPY writes them: the order of the rows does not count, every byte does.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct RowsDigest {
    pub count: u64,
    sum: u128,
    /// The beginning of a line whose end has not come yet.
    begun: Vec<u8>,
}

impl RowsDigest {
    /// Adds a piece of what COPY writes. The piece may end within a line.
    pub fn add(&mut self, mut bytes: &[u8]) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            let (line, rest) = bytes.split_at(end + 1);
            if self.begun.is_empty() {
                self.add_line(line);
            } else {
                self.begun.extend_from_slice(line);
                let whole = std::mem::take(&mut self.begun);
                self.add_line(&whole);
            }
            bytes = rest;
        }
        self.begun.extend_from_slice(bytes);
    }

    pub fn add_line(&mut self, line: &[u8]) {
        // A sum does not depend on the order of the rows, and counts a row that is there twice, which XOR would not.
        let digest = Sha256::digest(line);
        let half = digest.first_chunk::<16>().map_or(0, |half| u128::from_be_bytes(*half));
        self.sum = self.sum.wrapping_add(half);
        self.count += 1;
    }

    /// As it is written into a backup.
    pub fn text(&self) -> String {
        format!("{:032x}", self.sum)
    }
}

#[cfg(test)]
mod tests {
    use super::RowsDigest;

    fn of(parts: &[&str]) -> RowsDigest {
        let mut rows = RowsDigest::default();
        parts.iter().for_each(|part| rows.add(part.as_bytes()));
        rows
    }

    #[test]
    fn rows_count_whatever_their_order_and_wherever_they_are_cut() {
        assert_eq!(of(&["a\nb\n"]), of(&["b\n", "a\n"]));
        assert_eq!(of(&["a\tx\nb\n"]), of(&["a\t", "x", "\nb", "\n"]));
        assert_ne!(of(&["a\nb\n"]), of(&["a\nc\n"]));
        assert_ne!(of(&["a\n"]).text(), of(&["a\na\n"]).text());
        assert_eq!(of(&["a\nb\n"]).count, 2);
    }
}
