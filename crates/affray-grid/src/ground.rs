//! What a cell is made of, and the stock of ready-made terrains.

/// What a cell of a map is like. What that means for a figure is a rule of each game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ground {
    /// Height of the ground, in yards or levels; 0 is the level of the map.
    pub elevation: i8,
    /// Nobody can enter.
    pub impassable: bool,
    /// Nobody can see through, however high their eyes are.
    pub blocks_sight: bool,
    /// One can see into it, but not through it: mist, smoke, high grass. What it means to stand in it is
    /// a rule of each game.
    pub obscured: bool,
    /// There is something to hide behind.
    pub cover: bool,
    /// How much damage that something stops, 0 to 50.
    pub cover_dr: u8,
    /// What entering costs beyond an open cell, in half movement points.
    pub extra_cost_half: u8,
    /// Entering wants a roll to stay on one's feet, with this modifier, -10 to 0.
    pub footing: Option<i8>,
    /// 0 is good light, -1 to -10 ever deeper darkness.
    pub light: i8,
    /// The named terrain, for drawing: see [`Map::terrain`](super::Map::terrain). The numbers of
    /// the [`STOCK`] are the same on every map.
    pub terrain: u8,
}

impl Ground {
    /// Plain level ground in good light.
    pub const OPEN: Self = Self {
        elevation: 0,
        impassable: false,
        blocks_sight: false,
        obscured: false,
        cover: false,
        cover_dr: 0,
        extra_cost_half: 0,
        footing: None,
        light: 0,
        terrain: 0,
    };

    /// Whether nobody sees through it.
    pub const fn is_screen(&self) -> bool {
        self.blocks_sight || self.obscured
    }

    /// The ground of a ready-made terrain of the [`STOCK`].
    pub fn stock(name: &str) -> Option<Self> {
        STOCK.iter().find(|stock| stock.name == name).map(|stock| stock.ground)
    }

    /// What entering costs in half points if an open cell costs `base`; `None` if impassable.
    ///
    /// ```
    /// use affray_grid::Ground;
    /// assert_eq!(Ground::OPEN.entry_cost(2), Some(2));
    /// assert_eq!(Ground::stock("gentle slope").unwrap().entry_cost(2), Some(3));
    /// assert_eq!(Ground::stock("wall").unwrap().entry_cost(2), None);
    /// ```
    pub const fn entry_cost(&self, base: u16) -> Option<u16> {
        if self.impassable { None } else { Some(base.saturating_add(self.extra_cost_half as u16)) }
    }

    /// What it is like in words, apart from its name and its height; nothing for open ground in good light.
    pub(super) fn features(&self) -> Vec<String> {
        let mut parts = Vec::new();
        if self.impassable {
            parts.push("cannot be entered".to_owned());
        } else if self.extra_cost_half != 0 {
            parts.push(format!("entering costs {} more", f64::from(self.extra_cost_half) / 2.0));
        }
        if let Some(footing) = self.footing {
            parts.push(format!("footing {footing}"));
        }
        if self.cover {
            parts.push(if self.cover_dr == 0 { "cover".to_owned() } else { format!("cover of DR {}", self.cover_dr) });
        }
        match (self.blocks_sight, self.obscured) {
            (true, _) => parts.push("cannot be seen through".to_owned()),
            (false, true) => parts.push("obscured: can be seen into, but not through".to_owned()),
            (false, false) => {}
        }
        if self.light != 0 {
            parts.push(format!("light {}", self.light));
        }
        parts
    }

    /// Both at once: costs and elevations add up, the worse footing and light and the better cover
    /// count, and it is drawn as `self`, unless that is open ground.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            elevation: self.elevation.saturating_add(other.elevation),
            impassable: self.impassable || other.impassable,
            blocks_sight: self.blocks_sight || other.blocks_sight,
            obscured: self.obscured || other.obscured,
            cover: self.cover || other.cover,
            cover_dr: self.cover_dr.max(other.cover_dr),
            extra_cost_half: self.extra_cost_half.saturating_add(other.extra_cost_half),
            footing: match (self.footing, other.footing) {
                (Some(one), Some(two)) => Some(one.min(two)),
                (one, two) => one.or(two),
            },
            light: self.light.min(other.light),
            terrain: if self.terrain == 0 { other.terrain } else { self.terrain },
        }
    }
}

impl Default for Ground {
    fn default() -> Self {
        Self::OPEN
    }
}

/// How a terrain is named and drawn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TerrainKind {
    /// Its name, such as `wall`.
    pub name: String,
    /// The character that stands for it in a drawing.
    pub glyph: char,
}

/// A ready-made terrain that every map file may name.
#[derive(Debug, Clone, Copy)]
pub struct Stock {
    /// The name to write in a file.
    pub name: &'static str,
    /// The character that stands for it in a drawing, unless the file's legend gives it another
    /// meaning.
    pub glyph: char,
    /// What it is like.
    pub ground: Ground,
}

const fn stock(terrain: u8, name: &'static str, glyph: char, ground: Ground) -> Stock {
    Stock { name, glyph, ground: Ground { terrain, ..ground } }
}

const OPEN: Ground = Ground::OPEN;
const HALF: Ground = Ground { extra_cost_half: 1, ..OPEN };
const ONE: Ground = Ground { extra_cost_half: 2, ..OPEN };
const SOLID: Ground = Ground { impassable: true, ..OPEN };

/// The ready-made terrains. Index and [`Ground::terrain`] agree.
#[rustfmt::skip]
pub const STOCK: &[Stock] = &[
    stock( 0, "open",               '.', OPEN),
    stock( 1, "wall",               '#', Ground { blocks_sight: true, ..SOLID }),
    stock( 2, "rubble",             ',', ONE),
    stock( 3, "minor obstruction",  ';', ONE),
    stock( 4, "treacherous ground", '%', ONE),
    stock( 5, "shallow water",      '~', ONE),
    stock( 6, "gentle slope",       '/', HALF),
    stock( 7, "steep slope",        '^', ONE),
    stock( 8, "stairs",             '=', ONE),
    stock( 9, "tree",               'T', Ground { blocks_sight: true, ..SOLID }),
    stock(10, "thicket",            '*', Ground { blocks_sight: true, ..ONE }),
    stock(11, "table",              't', Ground { cover: true, ..ONE }),
    stock(12, "low wall",           'w', Ground { cover: true, ..ONE }),
    stock(13, "pit",                'o', Ground { elevation: -2, ..OPEN }),
    stock(14, "deep water",         'W', SOLID),
    stock(15, "chasm",              ':', SOLID),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stock_is_in_order_and_unambiguous() {
        for (index, stock) in STOCK.iter().enumerate() {
            assert_eq!(usize::from(stock.ground.terrain), index, "{}", stock.name);
            for other in &STOCK[..index] {
                assert!(other.glyph != stock.glyph && other.name != stock.name, "{}", stock.name);
            }
        }
    }

    #[test]
    fn grounds_add_up() {
        let rubble = Ground::stock("rubble").unwrap();
        let both = rubble.and(Ground { footing: Some(-2), ..Ground::stock("gentle slope").unwrap() });
        assert_eq!(both.extra_cost_half, 3);
        assert_eq!(both.footing, Some(-2));
        assert_eq!(both.terrain, rubble.terrain);
        assert_eq!(both.and(Ground { footing: Some(-5), light: -3, ..OPEN }).footing, Some(-5));
    }

    #[test]
    fn a_cell_is_small() {
        assert!(size_of::<Ground>() <= 12);
    }
}
