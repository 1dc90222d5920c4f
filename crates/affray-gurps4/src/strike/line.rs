//! The line of an attack.
//!
//! Ruling `G4-R21`.

use affray_grid::{Cell, Line, Map};

/// `G4-R21` The hexes that the line crosses, ends excluded. Where it runs along an edge it is nudged to the hex of
/// the greater r, and where both have the same r, of the greater q.
pub fn between(map: &Map, from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    nudged(map.line(from, to))
}

fn nudged(line: Line) -> impl Iterator<Item = Cell> {
    line.twins().map(|(one, other)| match other {
        Some(other) if (one.r, one.q) < (other.r, other.q) => other,
        _ => one,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_grid::Layout;

    /// The ruling itself, in floating point.
    fn as_stated(from: Cell, to: Cell) -> Vec<Cell> {
        let n = Layout::Hex.distance(from, to) as i32;
        let point = |i: i32| {
            let at = |a: i16, b: i16| f64::from(a) + f64::from(b - a) * f64::from(i) / f64::from(n);
            let (q, r) = (at(from.q, to.q), at(from.r, to.r));
            let (q, r, s) = (q + 1e-6, r + 2e-6, -q - r - 3e-6);
            let (mut rq, mut rr, rs) = (q.round(), r.round(), s.round());
            let (dq, dr, ds) = ((rq - q).abs(), (rr - r).abs(), (rs - s).abs());
            if dr < dq && ds < dq {
                rq = -rr - rs;
            } else if ds < dr {
                rr = -rq - rs;
            }
            Cell::new(rq as i16, rr as i16)
        };
        (1..n).map(point).collect()
    }

    #[test]
    fn lines_run_as_the_ruling_says() {
        let (map, from) = (Map::open(Layout::Hex), Cell::new(0, 0));
        for q in -7..=7 {
            for r in -7..=7 {
                let to = Cell::new(q, r);
                assert_eq!(between(&map, from, to).collect::<Vec<_>>(), as_stated(from, to), "to {q}, {r}");
            }
        }
    }
}
