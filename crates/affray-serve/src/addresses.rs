//! By which addresses others reach this machine, the likeliest first.
//!
//! The commonest fault of programs like this one is a link with the address of a container or a tunnel.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// What the names of interfaces begin with that lead to no other device: containers, virtual machines, tunnels.
const INNER: [&str; 18] = [
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "lxc",
    "lxd",
    "cni",
    "flannel",
    "podman",
    "tun",
    "tap",
    "wg",
    "utun",
    "zt",
    "tailscale",
    "ppp",
];

/// The addresses of this machine in its networks.
pub(crate) fn addresses() -> Vec<IpAddr> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    ranked(default_address(), all.into_iter().map(|one| (one.name.clone(), one.ip())))
}

/// What this machine is called in its networks: its name, and the one by which phones and laptops find it.
pub(crate) fn names() -> Vec<String> {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").ok().or_else(|| {
        let told = std::process::Command::new("hostname").output().ok()?;
        String::from_utf8(told.stdout).ok()
    });
    let name = told.as_deref().unwrap_or_default().trim();
    let first = name.split('.').next().unwrap_or_default();
    if first.is_empty() { Vec::new() } else { vec![name.to_owned(), first.to_owned(), format!("{first}.local")] }
}

/// The one with which packets to far away leave. None is sent for this.
fn default_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address that nobody has: it is set apart for manuals.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

fn ranked(default: Option<IpAddr>, all: impl IntoIterator<Item = (String, IpAddr)>) -> Vec<IpAddr> {
    let is_inner = |name: &str| INNER.iter().any(|inner| name.to_ascii_lowercase().starts_with(inner));
    let rank = |name: &str, ip: &IpAddr| match ip {
        _ if is_inner(name) => 3,
        _ if default == Some(*ip) => 0,
        IpAddr::V4(ip) if ip.is_private() => 1,
        _ => 2,
    };
    let is_of_use = |ip: &IpAddr| match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local() && !ip.is_unspecified(),
        // Links with such addresses are hard to type, and every network at home has the other kind.
        IpAddr::V6(_) => false,
    };
    let all = all.into_iter().filter(|(_, ip)| is_of_use(ip));
    let mut all: Vec<(u8, IpAddr)> = all.map(|(name, ip)| (rank(&name, &ip), ip)).collect();
    all.sort();
    all.dedup();
    all.into_iter().map(|(_, ip)| ip).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_route_comes_first_and_containers_last() {
        let all = [
            ("docker0", "172.17.0.1"),
            ("lo", "127.0.0.1"),
            ("tun0", "10.8.0.2"),
            ("eth1", "10.0.0.5"),
            ("wlan0", "192.168.1.7"),
            ("eth2", "169.254.3.4"),
            ("wlan0", "fe80::1"),
            ("eth3", "203.0.113.9"),
        ];
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let all = all.map(|(name, address)| (name.to_owned(), ip(address)));
        let expected = ["192.168.1.7", "10.0.0.5", "203.0.113.9", "10.8.0.2", "172.17.0.1"].map(ip);
        assert_eq!(ranked(Some(ip("192.168.1.7")), all.clone()), expected);
        // A tunnel through which all packets leave reaches nobody at the table.
        let expected = ["10.0.0.5", "192.168.1.7", "203.0.113.9", "10.8.0.2", "172.17.0.1"].map(ip);
        assert_eq!(ranked(Some(ip("10.8.0.2")), all), expected);
    }
}
