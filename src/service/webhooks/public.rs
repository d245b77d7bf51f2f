//! Which addresses belong to the public internet.
//!
//! A caller who could make the server call any address in its own network could reach what only that network
//! may: so nothing is sent to addresses that IANA keeps for private and special use.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Is it an address that anybody in the world may be reached at?
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// IANA IPv4 Special-Purpose Address Registry; multicast and what is reserved from 224.0.0.0 on.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let special = matches!(
        address.octets(),
        [0 | 10 | 127 | 224..=255, ..]
            | [100, 64..=127, ..]
            | [169, 254, ..]
            | [172, 16..=31, ..]
            | [192, 0, 0 | 2, _]
            | [192, 88, 99, _]
            | [192, 168, ..]
            | [198, 18 | 19, ..]
            | [198, 51, 100, _]
            | [203, 0, 113, _]
    );
    !special
}

/// Only 2000::/3 is given out; what stands outside of it is loopback, link-local, unique local, multicast, or holds an
/// IPv4 address. Within it, some blocks are for protocols (2001::/23), for tunnels to IPv4 addresses (2002::/16), or for
/// documentation (2001:db8::/32, 3fff::/20).
fn is_public_v6(address: Ipv6Addr) -> bool {
    let special = matches!(
        address.segments(),
        [0..=0x1fff | 0x4000.., ..]
            | [0x2001, 0..=0x01ff | 0x0db8, ..]
            | [0x2002, ..]
            | [0x3fff, 0..=0x0fff, ..]
    );
    !special
}

#[cfg(test)]
mod tests {
    use super::is_public;

    #[test]
    fn addresses_of_anybody_are_public() {
        for address in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
            "2606:4700::1111",
            "2a00::1",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn private_and_special_addresses_are_not() {
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.7",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "::ffff:8.8.8.8",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd00::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }
}
