//! Addresses as they may stand in a log.

/// An address of which only the first letter and the domain are left.
pub fn masked(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}…@{domain}")
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn nobody_is_recognised_in_a_log() {
        assert_eq!(masked("anna.karlsdottir@example.org"), "a…@example.org");
        assert_eq!(masked("no address at all"), "n…@");
        assert_eq!(masked(""), "…@");
    }
}
