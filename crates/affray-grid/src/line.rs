//! Straight lines from center to center.

use super::cell::{Cell, Layout};

/// The cells strictly between two others that the straight line between their centers passes, in
/// order; an iterator that allocates nothing.
///
/// On hexes there is one cell for each step of the distance: the one whose center is nearest to the
/// point of the line that far along. Where the line runs exactly along the edge between two hexes,
/// it is the one with the smaller `q` (then `r`); [`twins`](Self::twins) names both. On squares
/// these are all squares whose inside the line meets; where it passes exactly through a corner it
/// goes on to the square beyond it. Either way the line back is the same line reversed.
///
/// ```
/// use affray_grid::{Cell, Layout};
/// let cell = Cell::new;
/// let line = Layout::Hex.line(cell(0, 0), cell(3, 1));
/// assert_eq!(line.collect::<Vec<_>>(), [cell(1, 0), cell(1, 1), cell(2, 1)]);
/// ```
// In whole numbers: in floating point ties fall to either side, and the way back differs.
#[derive(Debug, Clone)]
pub struct Line {
    from: Cell,
    to: Cell,
    walk: Walk,
}

#[derive(Debug, Clone)]
enum Walk {
    Hex { along: i32, steps: i32 },
    Square { q: i32, r: i32 },
}

impl Layout {
    /// The cells that a straight line passes: see [`Line`].
    pub fn line(self, a: Cell, b: Cell) -> Line {
        Line::new(self, a, b)
    }
}

impl Line {
    fn new(layout: Layout, from: Cell, to: Cell) -> Self {
        let walk = match layout {
            Layout::Hex => Walk::Hex { along: 0, steps: layout.distance(from, to) as i32 },
            Layout::Square => Walk::Square { q: 0, r: 0 },
        };
        Self { from, to, walk }
    }

    /// Where the line starts and where it ends; neither is among its cells.
    pub const fn ends(&self) -> (Cell, Cell) {
        (self.from, self.to)
    }

    /// The whole line with its two ends, or the one cell if they are the same.
    pub fn with_ends(self) -> impl Iterator<Item = Cell> + Clone {
        let (from, to) = self.ends();
        std::iter::once(from).chain(self).chain((from != to).then_some(to))
    }

    /// The cells of the line, and beside each the other hex that has the line for an edge, if one has.
    ///
    /// ```
    /// use affray_grid::{Cell, Layout};
    /// let cell = Cell::new;
    /// let mut line = Layout::Hex.line(cell(0, 0), cell(1, 1)).twins();
    /// assert_eq!(line.next(), Some((cell(0, 1), Some(cell(1, 0)))));
    /// assert_eq!(line.next(), None);
    /// ```
    pub const fn twins(self) -> Twins {
        Twins(self)
    }

    fn advance(&mut self) -> Option<(Cell, Option<Cell>)> {
        let (dq, dr) = self.from.to(self.to);
        let at =
            |q: i32, r: i32| Cell { q: (i32::from(self.from.q) + q) as i16, r: (i32::from(self.from.r) + r) as i16 };
        match &mut self.walk {
            // One of q, r and -q-r changes by one each step and so is whole. The point then lies
            // on the way between two neighbors that differ in the other two.
            Walk::Hex { along, steps } => {
                if *steps <= *along + 1 {
                    return None;
                }
                *along += 1;
                let (k, d) = (*along, *steps);
                let whole_q = dq.abs() == d;
                let other = if whole_q { dr } else { dq } * k;
                let (low, rest) = (other.div_euclid(d), other.rem_euclid(d));
                let cell = |value: i32| {
                    if whole_q {
                        at(dq.signum() * k, value)
                    } else if dr.abs() == d {
                        at(value, dr.signum() * k)
                    } else {
                        at(value, (dq + dr).signum() * k - value)
                    }
                };
                Some(match (2 * rest).cmp(&d) {
                    std::cmp::Ordering::Less => (cell(low), None),
                    std::cmp::Ordering::Equal => (cell(low), Some(cell(low + 1))),
                    std::cmp::Ordering::Greater => (cell(low + 1), None),
                })
            }
            // The line leaves the square by the edge that it reaches first: compare where it
            // meets the next upright edge and the next level one.
            Walk::Square { q, r } => {
                let (wide, high) = (dq.abs(), dr.abs());
                let upright = i64::from(1 + 2 * *q) * i64::from(high);
                let level = i64::from(1 + 2 * *r) * i64::from(wide);
                *q += i32::from(*q < wide && upright <= level);
                *r += i32::from(*r < high && level <= upright);
                if *q == wide && *r == high {
                    return None;
                }
                Some((at(dq.signum() * *q, dr.signum() * *r), None))
            }
        }
    }
}

impl Iterator for Line {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        self.advance().map(|(cell, _)| cell)
    }
}

impl std::iter::FusedIterator for Line {}

/// The cells of a [`Line`], each with its twin across the line where the line is an edge.
#[derive(Debug, Clone)]
pub struct Twins(Line);

impl Iterator for Twins {
    type Item = (Cell, Option<Cell>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.advance()
    }
}

impl std::iter::FusedIterator for Twins {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(layout: Layout, a: [i16; 2], b: [i16; 2], expected: &[[i16; 2]]) {
        let line = layout.line(Cell::new(a[0], a[1]), Cell::new(b[0], b[1]));
        assert_eq!(line.map(|cell| [cell.q, cell.r]).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn on_hexes() {
        case(Layout::Hex, [0, 0], [0, 0], &[]);
        case(Layout::Hex, [0, 0], [1, 0], &[]);
        case(Layout::Hex, [0, 0], [3, 0], &[[1, 0], [2, 0]]);
        case(Layout::Hex, [0, 0], [0, -3], &[[0, -1], [0, -2]]);
        case(Layout::Hex, [0, 0], [3, -3], &[[1, -1], [2, -2]]);
        // s is whole: at 2 of 4 the point is (1.5, 0.5), an edge; at 1 (0.75, 0.25).
        case(Layout::Hex, [0, 0], [3, 1], &[[1, 0], [1, 1], [2, 1]]);
        case(Layout::Hex, [3, 1], [0, 0], &[[2, 1], [1, 1], [1, 0]]);
        // q is whole: r is -1/3, -2/3 of the way.
        case(Layout::Hex, [0, 0], [3, -1], &[[1, 0], [2, -1]]);
        case(Layout::Hex, [5, 5], [4, 7], &[[4, 6]]); // an edge: (4.5, 6), twin (5, 6)
    }

    #[test]
    fn on_squares() {
        case(Layout::Square, [0, 0], [0, 0], &[]);
        case(Layout::Square, [0, 0], [3, 0], &[[1, 0], [2, 0]]);
        case(Layout::Square, [0, 0], [3, -3], &[[1, -1], [2, -2]]);
        case(Layout::Square, [0, 0], [2, 1], &[[1, 0], [1, 1]]);
        case(Layout::Square, [2, 1], [0, 0], &[[1, 1], [1, 0]]);
        // y = x / 3 passes (1.5, 0.5), a corner.
        case(Layout::Square, [0, 0], [3, 1], &[[1, 0], [2, 1]]);
        case(Layout::Square, [0, 0], [-1, 3], &[[0, 1], [-1, 2]]);
    }

    #[test]
    fn its_ends() {
        let cell = Cell::new;
        let line = Layout::Square.line(cell(0, 0), cell(2, 0));
        assert_eq!(line.ends(), (cell(0, 0), cell(2, 0)));
        assert_eq!(line.with_ends().collect::<Vec<_>>(), [cell(0, 0), cell(1, 0), cell(2, 0)]);
        assert_eq!(Layout::Hex.line(cell(1, 1), cell(1, 1)).with_ends().count(), 1);
    }
}
