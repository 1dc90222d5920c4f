//! Cells, directions and layouts: the arithmetic of a grid without a map.

use affray_files::value::{Form, FromValue, Reader, Schema as _, Schemas, ToValue, Value, Writer, put};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;
use std::fmt;
use std::str::FromStr;

/// One hex or square of a map. Files write it `[q, r]`.
///
/// On hexes these are axial coordinates; on squares `q` is x and `r` is y. `r` grows downwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cell {
    /// Steps east.
    pub q: i16,
    /// Steps southeast on hexes, south on squares.
    pub r: i16,
}

impl Cell {
    /// The largest coordinate, either way from zero, that a map can have. It leaves room for every
    /// sum that this module makes of coordinates.
    pub const LIMIT: i16 = 8191;
    /// Where nothing meets anything: the corner of all cells.
    pub const NOWHERE: Self = Self { q: Self::LIMIT, r: Self::LIMIT };

    /// The largest coordinate, either way from zero, at which a fight can begin that may be shifted about an open
    /// field: it never comes to the end of the world.
    pub const NEAR: i16 = Self::LIMIT / 2 - 1;

    /// The cell with these coordinates.
    pub const fn new(q: i16, r: i16) -> Self {
        Self { q, r }
    }

    /// The cell next to this one in that direction, whether or not a map has it.
    ///
    /// ```
    /// use affray_grid::{Cell, Facing};
    /// assert_eq!(Cell::new(2, 3).step(Facing::NE), Cell::new(3, 2));
    /// assert_eq!(Cell::new(2, 3).step(Facing::N), Cell::new(2, 2));
    /// ```
    #[inline]
    pub const fn step(self, facing: Facing) -> Self {
        let (q, r) = facing.vector();
        Self { q: self.q.wrapping_add(q), r: self.r.wrapping_add(r) }
    }

    /// The vector from this cell to another.
    #[inline]
    pub(super) const fn to(self, other: Self) -> (i32, i32) {
        (other.q as i32 - self.q as i32, other.r as i32 - self.r as i32)
    }

    /// Whether both coordinates are within [`LIMIT`](Self::LIMIT).
    #[inline]
    pub const fn is_within_limit(self) -> bool {
        -Self::LIMIT <= self.q && self.q <= Self::LIMIT && -Self::LIMIT <= self.r && self.r <= Self::LIMIT
    }

    /// Whether both coordinates are within [`NEAR`](Self::NEAR).
    #[inline]
    pub const fn is_near(self) -> bool {
        -Self::NEAR <= self.q && self.q <= Self::NEAR && -Self::NEAR <= self.r && self.r <= Self::NEAR
    }

    /// This cell on a field that is shifted so that `middle` is at zero.
    #[inline]
    #[must_use]
    pub const fn seen_from(self, middle: Self) -> Self {
        Self { q: self.q.wrapping_sub(middle.q), r: self.r.wrapping_sub(middle.r) }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.q, self.r)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.q, self.r].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <[i16; 2]>::deserialize(deserializer).map(|[q, r]| Self { q, r })
    }
}

impl affray_files::value::Schema for Cell {
    const IS_LIST: bool = true;
    fn schema(schemas: &mut Schemas) -> Value {
        schemas.define::<Self>("Cell", |_| {
            json!({
                "description": "One cell of the map, as [q, r]: axial coordinates on hexes, [x, y] on squares; r grows downwards.",
                "type": "array",
                "items": { "type": "integer", "minimum": -Self::LIMIT, "maximum": Self::LIMIT },
                "minItems": 2,
                "maxItems": 2,
            })
        })
    }
}

impl FromValue for Cell {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        match value {
            Value::Array(list) if list.len() != 2 => {
                reader.wrong(format!("a list of {}", list.len()), "a cell such as [2, 0]")
            }
            Value::Array(_) => <[i16; 2]>::read(value, reader).map(|[q, r]| Self { q, r }),
            _ => reader.expected("a cell such as [2, 0]", value),
        }
    }
}

impl ToValue for Cell {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        json!([self.q, self.r])
    }
}

/// A direction on the grid: one of the 6 sides of a hex or of the 8 ways out of a square.
///
/// A facing knows its layout, so that turning needs no map. Two facings of different layouts never
/// are equal, even when they share a compass name; [`on`](Self::on) translates.
///
/// Files write a compass name, `"NE"`, or the number of a hex side, `1`; on squares only names
/// are understood. A name that hexes have is read as that hex side, so whoever reads a facing from
/// a file passes it through [`Map::facing`](super::Map::facing).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Facing(u8); // 0..=5 a hex side, 8..=15 a direction on squares.

const SQUARE: u8 = 8;

const NAMES: [&str; 16] = ["E", "NE", "NW", "W", "SW", "SE", "", "", "E", "NE", "N", "NW", "W", "SW", "S", "SE"];

const ARROWS: [char; 16] = ['→', '↗', '↖', '←', '↙', '↘', ' ', ' ', '→', '↗', '↑', '↖', '←', '↙', '↓', '↘'];

#[rustfmt::skip]
const VECTORS: [(i16, i16); 16] = [
    (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1), (0, 0), (0, 0),
    (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1),
];

impl Facing {
    /// East, a hex side.
    pub const E: Self = Self(0);
    /// Northeast, a hex side.
    pub const NE: Self = Self(1);
    /// Northwest, a hex side.
    pub const NW: Self = Self(2);
    /// West, a hex side.
    pub const W: Self = Self(3);
    /// Southwest, a hex side.
    pub const SW: Self = Self(4);
    /// Southeast, a hex side.
    pub const SE: Self = Self(5);
    /// North, which only squares have.
    pub const N: Self = Self::square(2);
    /// South, which only squares have.
    pub const S: Self = Self::square(6);

    /// The hex sides in order.
    pub const HEX: [Self; 6] = [Self::E, Self::NE, Self::NW, Self::W, Self::SW, Self::SE];
    /// The directions on squares in order.
    pub const SQUARE: [Self; 8] = [Self(8), Self(9), Self(10), Self(11), Self(12), Self(13), Self(14), Self(15)];

    /// The hex side of that number, counted round and round.
    ///
    /// ```
    /// use affray_grid::Facing;
    /// assert_eq!(Facing::hex(7), Facing::NE);
    /// assert_eq!(Facing::hex(-1), Facing::SE);
    /// ```
    #[inline]
    pub const fn hex(number: i32) -> Self {
        Self(number.rem_euclid(6) as u8)
    }

    /// The direction on squares of that number, counted round and round.
    pub const fn square(number: i32) -> Self {
        Self(SQUARE + number.rem_euclid(8) as u8)
    }

    /// The direction of that number on a layout.
    pub const fn new(layout: Layout, number: i32) -> Self {
        match layout {
            Layout::Hex => Self::hex(number),
            Layout::Square => Self::square(number),
        }
    }

    /// Every direction of a layout, in order.
    pub const fn all(layout: Layout) -> &'static [Self] {
        match layout {
            Layout::Hex => &Self::HEX,
            Layout::Square => &Self::SQUARE,
        }
    }

    /// The layout that this is a direction of.
    #[inline]
    pub const fn layout(self) -> Layout {
        if self.0 < SQUARE { Layout::Hex } else { Layout::Square }
    }

    /// The number of the direction: 0 to 5 on hexes, 0 to 7 on squares.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0 & 7
    }

    /// The step that leads this way.
    #[inline]
    pub const fn vector(self) -> (i16, i16) {
        VECTORS[(self.0 & 15) as usize]
    }

    #[inline]
    const fn sides(self) -> i32 {
        if self.0 < SQUARE { 6 } else { 8 }
    }

    /// Turned by so many sides: positive to the left (counterclockwise), negative to the right.
    #[inline]
    pub const fn turned(self, sides: i8) -> Self {
        let number = (self.index() as i32 + sides as i32).rem_euclid(self.sides());
        Self((self.0 & SQUARE) | number as u8)
    }

    /// The opposite direction.
    #[inline]
    pub const fn opposite(self) -> Self {
        self.turned(self.sides() as i8 / 2)
    }

    /// How many sides of turning lie between two directions of one layout, the shorter way round:
    /// 0 to 3 on hexes, 0 to 4 on squares.
    #[inline]
    pub const fn sides_to(self, other: Self) -> u8 {
        self.turn_to(other).unsigned_abs()
    }

    /// The shortest turn from this direction to another of the same layout, for
    /// [`turned`](Self::turned): positive to the left. An about-turn is to the left.
    ///
    /// ```
    /// use affray_grid::Facing;
    /// assert_eq!(Facing::E.turn_to(Facing::SE), -1);
    /// assert_eq!(Facing::E.turn_to(Facing::W), 3);
    /// ```
    #[inline]
    pub const fn turn_to(self, other: Self) -> i8 {
        let left = (other.index() as i32 - self.index() as i32).rem_euclid(self.sides());
        let turn = if self.sides() < 2 * left { left - self.sides() } else { left };
        turn as i8
    }

    /// The direction of the same compass name on a layout. Hexes have no north and no south.
    pub fn on(self, layout: Layout) -> Option<Self> {
        Self::all(layout).iter().copied().find(|other| other.name() == self.name())
    }

    /// The compass name: `"E"`, `"NE"`, ...
    pub const fn name(self) -> &'static str {
        NAMES[(self.0 & 15) as usize]
    }

    /// An arrow that points this way.
    pub const fn arrow(self) -> char {
        ARROWS[(self.0 & 15) as usize]
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.layout() {
            Layout::Hex => write!(f, "{self}"),
            Layout::Square => write!(f, "{self} (squares)"),
        }
    }
}

/// What a facing looks like in text, for those who wrote something else.
const FACINGS: &str = "a compass name (E, NE, NW, W, SW, SE; on squares also N, S) or a hex side 0 to 5";

impl Facing {
    /// The hex side of that name.
    pub fn hex_side(word: &str, reader: &mut Reader<'_>) -> Option<Self> {
        let found = Self::HEX.into_iter().find(|side| side.name().eq_ignore_ascii_case(word));
        found.or_else(|| reader.wrong(format!("`{word}` is no hex side"), "E, NE, NW, W, SW or SE"))
    }
}

impl FromStr for Facing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        (Self::HEX.iter().chain(&Self::SQUARE).copied())
            .find(|facing| facing.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| format!("'{text}' is no facing: expected {FACINGS}"))
    }
}

impl Serialize for Facing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Facing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl crate::Layout {
    /// Puts what facings and cells are on maps of this layout into a JSON Schema that speaks of both layouts.
    pub fn put_into(self, schema: &mut Value) {
        let Some(definitions) = schema.get_mut("$defs").and_then(Value::as_object_mut) else { return };
        let names: Vec<String> = Facing::all(self).iter().map(ToString::to_string).collect();
        let (facing, cell) = match self {
            Self::Hex => (
                json!({
                    "description": "A direction: a compass name, or the number of a hex side, counterclockwise from 0 = east.",
                    "anyOf": [{ "enum": names }, { "type": "integer", "minimum": 0, "maximum": 5 }],
                }),
                "One hex of the map, as [q, r]: axial coordinates; r grows downwards.",
            ),
            Self::Square => (
                json!({ "description": "A direction: a compass name.", "enum": names }),
                "One square of the map, as [column, row]; rows are counted downwards.",
            ),
        };
        if let Some(definition) = definitions.get_mut("Facing") {
            *definition = facing;
        }
        if let Some(definition) = definitions.get_mut("Cell") {
            definition["description"] = cell.into();
        }
    }
}

impl affray_files::value::Schema for Facing {
    fn schema(schemas: &mut Schemas) -> Value {
        schemas.define::<Self>("Facing", |_| {
            json!({
                "description": "A direction: a compass name, or on hexes the number of a side, counterclockwise from 0 = east. N and S exist on squares only.",
                "anyOf": [
                    { "enum": ["E", "NE", "N", "NW", "W", "SW", "S", "SE"] },
                    { "type": "integer", "minimum": 0, "maximum": 5 },
                ],
            })
        })
    }
}

impl FromValue for Facing {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        match value {
            Value::String(name) => name.parse().map_or_else(|message| reader.wrong(message, ""), Some),
            _ => match value.as_i64() {
                Some(side @ 0..=5) => Some(Self(side as u8)),
                _ => reader.expected(FACINGS, value),
            },
        }
    }
}

impl ToValue for Facing {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::from(self.name())
    }
}

/// A hex side, or none.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
pub enum SideOrNone {
    /// None.
    None,
    /// A side.
    #[value(text)]
    Side(Facing),
}

/// The number of the side; 255 for none.
impl From<SideOrNone> for u8 {
    fn from(side: SideOrNone) -> Self {
        match side {
            SideOrNone::Side(side) => side.index(),
            SideOrNone::None => Self::MAX,
        }
    }
}

impl From<u8> for SideOrNone {
    fn from(side: u8) -> Self {
        if side == u8::MAX { Self::None } else { Self::Side(Facing::hex(side.into())) }
    }
}

/// A facing on cells of that layout.
impl Form<Facing> for Layout {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        Facing::schema(schemas)
    }
    fn patch(&self, field: Option<&mut Facing>, value: &Value, reader: &mut Reader<'_>) {
        let read = Facing::read(value, reader);
        put(field, read.and_then(|facing| facing.on(*self).or_else(|| reader.wrong("no such side", self.sides()))));
    }
    fn write(&self, field: &Facing, writer: &mut Writer<'_>) -> Value {
        field.write(writer)
    }
}

/// How a map is divided into cells.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, FromValue, ToValue,
)]
#[serde(rename_all = "lowercase")]
#[value(rename_all = "lowercase")]
pub enum Layout {
    /// Hexes in rows, each with 6 neighbors.
    #[default]
    Hex,
    /// Squares, each with 8 neighbors; a diagonal step is one step.
    Square,
}

impl Layout {
    /// The sides of a cell, as files have them.
    pub const fn sides(self) -> &'static str {
        match self {
            Self::Hex => "E, NE, NW, W, SW, SE or 0 to 5",
            Self::Square => "E, NE, N, NW, W, SW, S or SE",
        }
    }
    /// The fewest steps from one cell to another.
    ///
    /// ```
    /// use affray_grid::{Cell, Layout};
    /// assert_eq!(Layout::Hex.distance(Cell::new(0, 0), Cell::new(3, -1)), 3);
    /// assert_eq!(Layout::Hex.distance(Cell::new(0, 0), Cell::new(3, 1)), 4);
    /// assert_eq!(Layout::Square.distance(Cell::new(0, 0), Cell::new(3, 1)), 3);
    /// ```
    #[inline]
    pub fn distance(self, a: Cell, b: Cell) -> u32 {
        let (q, r) = a.to(b);
        let longer = q.unsigned_abs().max(r.unsigned_abs());
        match self {
            // The greatest of the three cube coordinates, of which the third is `-q - r`.
            Self::Hex => longer.max((q + r).unsigned_abs()),
            Self::Square => longer,
        }
    }

    /// Whether two different cells touch.
    #[inline]
    pub fn adjacent(self, a: Cell, b: Cell) -> bool {
        self.distance(a, b) == 1
    }

    /// The direction out of `a` that is nearest to the straight line from its center to that of
    /// `b`. Of two equally near (hexes only: `b` lies exactly beyond a corner of `a`) it is the
    /// one more to the right, that is clockwise; so the way back is always the opposite. From a
    /// cell to itself it is east.
    ///
    /// ```
    /// use affray_grid::{Cell, Facing, Layout};
    /// let (here, corner) = (Cell::new(0, 0), Cell::new(1, 1)); // between E and SE
    /// assert_eq!(Layout::Hex.facing_towards(here, corner), Facing::SE);
    /// assert_eq!(Layout::Hex.facing_towards(corner, here), Facing::NW);
    /// ```
    pub fn facing_towards(self, a: Cell, b: Cell) -> Facing {
        let (q, r) = a.to(b);
        match self {
            // The six vectors are equally long, so the nearest has the largest product.
            Self::Hex => {
                let product = |facing: &Facing| self.product(facing.vector(), (q, r));
                let mut nearest = Facing::E;
                for facing in Facing::HEX {
                    let (new, old) = (product(&facing), product(&nearest));
                    if old < new || (old == new && nearest.turned(-1) == facing && new != 0) {
                        nearest = facing;
                    }
                }
                nearest
            }
            // A diagonal is nearer beyond 22.5 degrees, whose tangent is sqrt(2) - 1: never a tie.
            Self::Square => {
                let (wide, high) = (i64::from(q.abs()), i64::from(r.abs()));
                let square = (wide + high) * (wide + high);
                let q = if square < 2 * high * high { 0 } else { q.signum() };
                let r = if square < 2 * wide * wide { 0 } else { r.signum() };
                let vector = (q as i16, r as i16);
                (Facing::SQUARE.into_iter().find(|facing| facing.vector() == vector)).unwrap_or(Facing::square(0))
            }
        }
    }

    /// A measure of how far two vectors point the same way: the scalar product, of hexes twice
    /// that of vectors whose unit is the distance of two neighbors.
    #[inline]
    pub(super) fn product(self, (q, r): (i16, i16), (to_q, to_r): (i32, i32)) -> i64 {
        let (q, r, to_q, to_r) = (i64::from(q), i64::from(r), i64::from(to_q), i64::from(to_r));
        match self {
            Self::Hex => 2 * q * to_q + 2 * r * to_r + q * to_r + r * to_q,
            Self::Square => q * to_q + r * to_r,
        }
    }
}

/// Where a cell lies as seen by a figure that faces somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, FromValue, ToValue)]
#[serde(rename_all = "lowercase")]
#[value(rename_all = "lowercase")]
pub enum Arc {
    /// Ahead, up to and including straight left and right; also the figure's own cell.
    Front,
    /// Behind the left shoulder.
    Left,
    /// Behind the right shoulder.
    Right,
    /// Behind the back.
    Rear,
}

impl Arc {
    /// Whether this is one of the sides.
    pub const fn is_side(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}

/// The arc of a figure on `from`, facing `facing`, in which `to` lies.
///
/// Exact: for the vector (q, r) to the cell and the facing's vector f on hexes,
/// D = 2·qf·q + 2·rf·r + qf·r + rf·q and N = q² + q·r + r²; the cell is in front if D ≥ 0, in the
/// rear if D < 0 and D² > 3·N, else to the right if qf·r − rf·q > 0 and otherwise to the left.
/// That is: up to 90 degrees from the facing is front, beyond 150 degrees is rear. Next to the
/// figure there are three front cells, one at each side and one in the rear.
///
/// Squares have the same angles: with P = qf·q + rf·r, F = qf² + rf² and N = q² + r², front is
/// P ≥ 0 and rear is P < 0 with 4·P² > 3·N·F. Next to the figure there are five front cells, one
/// at each side and one in the rear.
///
/// ```
/// use affray_grid::{Arc, Cell, Facing, Layout, arc};
/// let here = Cell::new(0, 0);
/// assert_eq!(arc(Layout::Hex, here, Facing::E, Cell::new(0, 1)), Arc::Front); // SE
/// assert_eq!(arc(Layout::Hex, here, Facing::E, Cell::new(-1, 1)), Arc::Right); // SW
/// assert_eq!(arc(Layout::Hex, here, Facing::E, Cell::new(-1, 0)), Arc::Rear); // W
/// ```
#[inline]
pub fn arc(layout: Layout, from: Cell, facing: Facing, to: Cell) -> Arc {
    let facing = facing.vector();
    let vector = from.to(to);
    let (q, r) = (i64::from(vector.0), i64::from(vector.1));
    let ahead = layout.product(facing, vector);
    let beyond_150_degrees = match layout {
        Layout::Hex => ahead * ahead > 3 * (q * q + q * r + r * r),
        Layout::Square => {
            let length = layout.product(facing, (facing.0.into(), facing.1.into()));
            4 * ahead * ahead > 3 * (q * q + r * r) * length
        }
    };
    if ahead >= 0 {
        Arc::Front
    } else if beyond_150_degrees {
        Arc::Rear
    } else if i64::from(facing.0) * r - i64::from(facing.1) * q > 0 {
        Arc::Right
    } else {
        Arc::Left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_files::value::{NoNames, from_value, to_value};

    const HERE: Cell = Cell::new(0, 0);

    #[test]
    fn turning_counts_to_the_left() {
        assert_eq!(Facing::E.turned(1), Facing::NE);
        assert_eq!(Facing::E.turned(-1), Facing::SE);
        assert_eq!(Facing::NW.turned(127), Facing::W); // 127 = 21 * 6 + 1
        assert_eq!(Facing::NE.opposite(), Facing::SW);
        assert_eq!(Facing::E.sides_to(Facing::SW), 2);
        assert_eq!(Facing::SW.turn_to(Facing::E), 2);
        assert_eq!(Facing::N.opposite(), Facing::S);
        assert_eq!(Facing::N.turned(-3), Facing::square(7));
        assert_eq!(Facing::square(0).sides_to(Facing::square(4)), 4);
    }

    #[test]
    fn facings_are_read_by_name_or_side() {
        let read = |text: &str| {
            from_value::<Facing>(&text.parse().unwrap(), &NoNames, None).map_err(|wrongs| wrongs[0].clone())
        };
        assert_eq!(read("\"NW\"").unwrap(), Facing::NW);
        assert_eq!(read("\"sw\"").unwrap(), Facing::SW);
        assert_eq!(read("5").unwrap(), Facing::SE);
        assert_eq!(read("\"N\"").unwrap(), Facing::N);
        assert!(read("6").unwrap_err().to_string().contains("hex side 0 to 5"));
        assert!(read("-1").is_err());
        assert!(read("\"up\"").unwrap_err().to_string().contains("compass name"));
        assert_eq!(to_value(&Facing::NW, &NoNames, None), "NW");
        assert_eq!(Facing::NW.on(Layout::Square), Some(Facing::square(3)));
        assert_eq!(Facing::square(7).on(Layout::Hex), Some(Facing::SE));
        assert_eq!(Facing::N.on(Layout::Hex), None);
    }

    #[test]
    fn cells_are_written_as_pairs() {
        let read = |value| from_value::<Cell>(&value, &NoNames, None);
        assert_eq!(to_value(&Cell::new(-1, 300), &NoNames, None), json!([-1, 300]));
        assert_eq!(read(json!([-1, 300])), Ok(Cell::new(-1, 300)));
        assert!(read(json!([1])).is_err());
        assert!(read(json!([1, 2, 3])).is_err());
        assert!(read(json!([1, 40000])).is_err());
    }

    #[test]
    fn arcs_on_hexes() {
        #[track_caller]
        fn case(facing: Facing, q: i16, r: i16, expected: Arc) {
            assert_eq!(arc(Layout::Hex, HERE, facing, Cell::new(q, r)), expected, "{facing} ({q},{r})");
        }
        case(Facing::E, 0, 0, Arc::Front);
        case(Facing::E, 1, 0, Arc::Front);
        case(Facing::E, 1, -1, Arc::Front);
        case(Facing::E, 0, 1, Arc::Front);
        case(Facing::E, 0, -1, Arc::Left); // D = -1, D² = 1, 3N = 3
        case(Facing::E, -1, 1, Arc::Right); // D = -1; 1*1 - 0 > 0
        case(Facing::E, -1, 0, Arc::Rear); // D = -2, 4 > 3
        case(Facing::E, 1, -2, Arc::Front); // straight left: D = 0
        case(Facing::E, -2, 1, Arc::Right); // exactly 150 degrees: D = -3, 9 = 3 * 3
        case(Facing::E, -1, -1, Arc::Left); // the same on the left: D = -3, N = 3
        case(Facing::E, -3, 1, Arc::Rear); // D = -5, 25 > 3 * 7
        case(Facing::NE, 0, 1, Arc::Right); // f = (1,-1): D = -2+1 = -1; 1*1 - 0 = 1
        case(Facing::NE, -1, 1, Arc::Rear); // D = -2-2+1+1 = -2, N = 1
        case(Facing::NE, -1, 0, Arc::Left); // D = -2+1 = -1; 0 - (-1)(-1) = -1
        case(Facing::SW, 1, -1, Arc::Rear);
    }

    #[test]
    fn arcs_on_squares() {
        let around = |facing: Facing| Facing::SQUARE.map(|side| arc(Layout::Square, HERE, facing, HERE.step(side)));
        use Arc::{Front, Left, Rear, Right};
        assert_eq!(around(Facing::square(0)), [Front, Front, Front, Left, Rear, Right, Front, Front]);
        assert_eq!(around(Facing::square(1)), [Front, Front, Front, Front, Left, Rear, Right, Front]);
    }

    #[test]
    fn the_nearest_side() {
        #[track_caller]
        fn case(layout: Layout, q: i16, r: i16, expected: &str) {
            assert_eq!(layout.facing_towards(HERE, Cell::new(q, r)).name(), expected, "({q},{r})");
        }
        // The six ties on hexes, each to the clockwise of its two sides.
        case(Layout::Hex, 2, -1, "E");
        case(Layout::Hex, 1, 1, "SE");
        case(Layout::Hex, -1, 2, "SW");
        case(Layout::Hex, -2, 1, "W");
        case(Layout::Hex, -1, -1, "NW");
        case(Layout::Hex, 1, -2, "NE");
        case(Layout::Hex, 5, -2, "E"); // 8 against 7
        case(Layout::Hex, 5, -3, "NE"); // 7 against 8
        case(Layout::Hex, 0, 0, "E");
        // 22.5 degrees are 2.41 to 1.
        case(Layout::Square, 5, 2, "E");
        case(Layout::Square, 12, 5, "SE"); // 12 / 5 = 2.4
        case(Layout::Square, 2, -5, "N");
        case(Layout::Square, -5, -12, "NW");
        case(Layout::Square, 0, 0, "E");
    }
}
