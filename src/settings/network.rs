//! A network address, or a range of them.

use std::net::IpAddr;
use std::str::FromStr;

/// The addresses that begin with the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    base: IpAddr,
    bits: u32,
}

/// Why a text is no network.
#[derive(Debug, thiserror::Error)]
#[error("it must be a network address such as 10.0.0.7, or a range such as 10.0.0.0/8")]
pub struct NoNetwork;

impl Network {
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.base, address.to_canonical()) {
            (IpAddr::V4(base), IpAddr::V4(address)) => {
                same(u32::from(base).into(), u32::from(address).into(), 32 - self.bits)
            }
            (IpAddr::V6(base), IpAddr::V6(address)) => same(base.into(), address.into(), 128 - self.bits),
            _ => false,
        }
    }
}

/// Are both the same but for their last `free` bits?
fn same(one: u128, other: u128, free: u32) -> bool {
    (one ^ other).checked_shr(free).unwrap_or(0) == 0
}

impl Network {
    /// Does it hold addresses of this machine alone?
    pub fn is_loopback(&self) -> bool {
        let narrow = if self.base.is_ipv4() { 8 } else { 128 };
        self.base.is_loopback() && self.bits >= narrow
    }
}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        let (base, bits) = text.split_once('/').map_or((text, None), |(base, bits)| (base, Some(bits)));
        let base: IpAddr = base.parse().map_err(|_| NoNetwork)?;
        let most = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(|_| NoNetwork))?;
        if bits <= most { Ok(Self { base, bits }) } else { Err(NoNetwork) }
    }
}

#[cfg(test)]
mod tests {
    use super::Network;

    #[test]
    fn an_address_belongs_to_the_networks_that_it_begins_like() {
        let belongs = |network: &str, address: &str| {
            network.parse::<Network>().unwrap().contains(address.parse().unwrap())
        };
        assert!(belongs("10.0.0.0/8", "10.9.8.7") && !belongs("10.0.0.0/8", "11.0.0.1"));
        assert!(belongs("10.0.0.7", "10.0.0.7") && !belongs("10.0.0.7", "10.0.0.6"));
        assert!(belongs("0.0.0.0/0", "203.0.113.9") && !belongs("0.0.0.0/0", "2001:db8::1"));
        assert!(belongs("2001:db8::/32", "2001:db8:1::1") && !belongs("2001:db8::/32", "2001:db9::1"));
        assert!(belongs("::/0", "::1") && belongs("127.0.0.1", "::ffff:127.0.0.1"));
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "::/129", "localhost", "10.0.0.0/x"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }
}
