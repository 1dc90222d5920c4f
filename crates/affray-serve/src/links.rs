//! Links, and the codes in which a phone reads them.

use crate::addresses::{addresses, names};
use qrcode::render::{svg, unicode};
use qrcode::{EcLevel, QrCode};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Where links lead.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    port: u16,
    /// The addresses of the table, the likeliest first; never empty.
    addresses: Vec<IpAddr>,
    /// What this machine is called in its networks.
    names: Vec<String>,
}

impl Way {
    /// To a table that listens there.
    pub(crate) fn to(address: SocketAddr) -> Self {
        let here = IpAddr::from(Ipv4Addr::LOCALHOST);
        let mut all = if address.ip().is_unspecified() { addresses() } else { vec![address.ip()] };
        if all.is_empty() {
            all.push(here);
        }
        Self { port: address.port(), addresses: all, names: names() }
    }

    /// What this machine is called: nobody elsewhere can have a name like that lead here.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The addresses, with the port.
    pub(crate) fn all(&self) -> Vec<String> {
        self.addresses.iter().map(|ip| SocketAddr::new(*ip, self.port).to_string()).collect()
    }

    /// The link of a key.
    pub(crate) fn link(&self, key: &str) -> String {
        format!("http://{}/#/{key}", SocketAddr::new(self.addresses[0], self.port))
    }
}

/// The code of a link; nothing for what is too long for one.
fn code(link: &str) -> Option<QrCode> {
    QrCode::with_error_correction_level(link, EcLevel::M).ok()
}

/// The code of a link as a picture.
pub(crate) fn picture(link: &str) -> Option<String> {
    Some(code(link)?.render::<svg::Color<'_>>().min_dimensions(240, 240).build())
}

/// The code of a link as text, two modules in each character, for a dark terminal.
pub fn code_as_text(link: &str) -> Option<String> {
    let (dark, light) = (unicode::Dense1x2::Light, unicode::Dense1x2::Dark);
    Some(code(link)?.render::<unicode::Dense1x2>().dark_color(dark).light_color(light).build())
}
