//! Laws of the grid, tried on many cells.

use super::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn layouts() -> impl Strategy<Value = Layout> {
    prop_oneof![Just(Layout::Hex), Just(Layout::Square)]
}

fn cells(reach: i16) -> impl Strategy<Value = Cell> {
    (-reach..=reach, -reach..=reach).prop_map(|(q, r)| Cell::new(q, r))
}

fn grounds() -> impl Strategy<Value = Vec<Ground>> {
    let ground = (0..8u8, 0..4u8, -2..4i8).prop_map(|(kind, extra_cost_half, elevation)| Ground {
        impassable: kind == 0,
        blocks_sight: kind <= 1,
        extra_cost_half,
        elevation,
        ..Ground::OPEN
    });
    prop::collection::vec(ground, 81)
}

fn small_map(layout: Layout, grounds: &[Ground]) -> Map {
    let bounds = Bounds { layout, origin: Cell::new(-3, -4), width: 9, height: 9 };
    Map::from_fn(bounds, None, |cell| grounds[bounds.index(cell).unwrap()])
}

/// Where the center of a cell lies, the distance of neighbors (side by side) being 1.
fn center(layout: Layout, cell: Cell) -> (f64, f64) {
    let (q, r) = (f64::from(cell.q), f64::from(cell.r));
    match layout {
        Layout::Hex => (q + r / 2.0, r * 0.75_f64.sqrt()),
        Layout::Square => (q, r),
    }
}

/// The angle from one vector to another in degrees, to the right (r grows downwards) positive.
fn angle((ax, ay): (f64, f64), (bx, by): (f64, f64)) -> f64 {
    (ax * by - ay * bx).atan2(ax * bx + ay * by).to_degrees()
}

proptest! {
    #[test]
    fn a_line_has_as_many_steps_as_the_distance(layout in layouts(), a in cells(40), b in cells(40)) {
        let cells: Vec<Cell> = layout.line(a, b).with_ends().collect();
        if layout == Layout::Hex {
            prop_assert_eq!(cells.len() as u32, layout.distance(a, b) + 1);
        }
        for pair in cells.windows(2) {
            prop_assert!(layout.adjacent(pair[0], pair[1]));
        }
        let mut back: Vec<Cell> = layout.line(b, a).with_ends().collect();
        back.reverse();
        prop_assert_eq!(cells, back);
    }

    #[test]
    fn a_line_is_nearest_to_its_points(a in cells(30), b in cells(30)) {
        let steps = Layout::Hex.distance(a, b);
        let ((ax, ay), (bx, by)) = (center(Layout::Hex, a), center(Layout::Hex, b));
        for (index, (cell, twin)) in Layout::Hex.line(a, b).twins().enumerate() {
            let part = (index + 1) as f64 / f64::from(steps);
            let (x, y) = (ax + (bx - ax) * part, ay + (by - ay) * part);
            let gap = |cell: Cell| {
                let (cx, cy) = center(Layout::Hex, cell);
                (x - cx).hypot(y - cy)
            };
            for side in Facing::HEX {
                let other = cell.step(side);
                if Some(other) == twin {
                    prop_assert!((gap(cell) - gap(other)).abs() < 1e-9 && cell < other);
                } else {
                    prop_assert!(gap(cell) < gap(other) - 1e-9);
                }
            }
        }
    }

    #[test]
    fn a_line_on_squares_meets_just_the_squares_that_it_enters(a in cells(12), b in cells(12)) {
        let on_line: BTreeSet<Cell> = Layout::Square.line(a, b).with_ends().collect();
        let (dq, dr) = (i32::from(b.q - a.q), i32::from(b.r - a.r));
        for q in a.q.min(b.q)..=a.q.max(b.q) {
            for r in a.r.min(b.r)..=a.r.max(b.r) {
                // The line meets the inside if it has corners of the square on both sides.
                let side = |x: i32, y: i32| dq * (2 * (i32::from(r - a.r)) + y) - dr * (2 * (i32::from(q - a.q)) + x);
                let sides = [side(-1, -1), side(-1, 1), side(1, -1), side(1, 1)];
                let met = a == b || (sides.iter().any(|&side| side < 0) && sides.iter().any(|&side| side > 0));
                prop_assert_eq!(on_line.contains(&Cell::new(q, r)), met, "({},{})", q, r);
            }
        }
    }

    #[test]
    fn distance_is_a_metric_and_neighbors_are_one_apart(layout in layouts(), a in cells(8191), b in cells(8191), c in cells(8191)) {
        prop_assert_eq!(layout.distance(a, b), layout.distance(b, a));
        prop_assert_eq!(layout.distance(a, b) == 0, a == b);
        prop_assert!(layout.distance(a, c) <= layout.distance(a, b) + layout.distance(b, c));
        for &side in Facing::all(layout) {
            prop_assert_eq!(layout.distance(a, a.step(side)), 1);
            prop_assert_eq!(layout.facing_towards(a, a.step(side)), side);
            prop_assert_eq!(a.step(side).step(side.opposite()), a);
        }
    }

    #[test]
    fn the_nearest_side_is_nearest(layout in layouts(), a in cells(8191), b in cells(8191)) {
        prop_assume!(a != b);
        let side = layout.facing_towards(a, b);
        let ((ax, ay), (bx, by)) = (center(layout, a), center(layout, b));
        let off = |side: Facing| {
            let (x, y) = center(layout, Cell::new(0, 0).step(side));
            angle((x, y), (bx - ax, by - ay)).abs()
        };
        for &other in Facing::all(layout) {
            prop_assert!(off(side) <= off(other) + 1e-9);
        }
        prop_assert_eq!(layout.facing_towards(b, a), side.opposite());
    }

    #[test]
    fn arcs_are_angles(layout in layouts(), number in 0..8, q in -300..=300i16, r in -300..=300i16) {
        let (here, there) = (Cell::new(7, -5), Cell::new(7 + q, r - 5));
        prop_assume!(here != there);
        let facing = Facing::new(layout, number);
        let ((hx, hy), (tx, ty)) = (center(layout, here), center(layout, there));
        let degrees = angle(center(layout, Cell::new(0, 0).step(facing)), (tx - hx, ty - hy));
        let expected = if degrees.abs() < 90.0 + 1e-9 {
            Arc::Front
        } else if 150.0 + 1e-9 < degrees.abs() {
            Arc::Rear
        } else if degrees > 0.0 {
            Arc::Right
        } else {
            Arc::Left
        };
        prop_assert_eq!(arc(layout, here, facing, there), expected, "{} degrees", degrees);
    }

    #[test]
    fn turning_adds_up(layout in layouts(), from in 0..8, to in 0..8, turn in any::<i8>()) {
        let (from, to) = (Facing::new(layout, from), Facing::new(layout, to));
        prop_assert_eq!(from.turned(from.turn_to(to)), to);
        prop_assert_eq!(from.sides_to(to), to.sides_to(from));
        prop_assert_eq!(from.turned(turn), Facing::new(layout, i32::from(from.index()) + i32::from(turn)));
        prop_assert_eq!(from.opposite().opposite(), from);
    }

    #[test]
    fn sight_is_mutual(layout in layouts(), grounds in grounds(), a in 0..81usize, b in 0..81usize) {
        let map = small_map(layout, &grounds);
        let all: Vec<Cell> = map.bounds().cells().collect();
        prop_assert_eq!(map.in_sight(all[a], all[b]), map.in_sight(all[b], all[a]));
    }

    #[test]
    fn cells_and_places_agree(layout in layouts(), origin in cells(4095), width in 1..40u32, height in 1..40u32) {
        let bounds = Bounds { layout, origin, width, height };
        for (index, cell) in bounds.cells().enumerate() {
            prop_assert_eq!(bounds.index(cell), Some(index));
        }
        let (least, most) = bounds.extent();
        prop_assert!(bounds.cells().all(|cell| least.q <= cell.q && cell.q <= most.q && least.r <= cell.r && cell.r <= most.r));
    }

    /// The flood against the plainest search there is: relax all moves until nothing changes.
    #[test]
    fn the_flood_finds_the_least_costs(layout in layouts(), grounds in grounds(), start in 0..81usize, facing in 0..8, budget in 0..16u16) {
        let map = small_map(layout, &grounds);
        let start = map.bounds().cells().nth(start).unwrap();
        let facing = Facing::new(layout, facing);
        let price = |from: Cell, facing: Facing, kind: MoveKind, to: Cell| match kind {
            MoveKind::Forward(_) => map.ground(to)?.entry_cost(2),
            MoveKind::Sidestep(side) => map.ground(to)?.entry_cost(2 + u16::from(facing.sides_to(side))),
            MoveKind::Turn(_) => (from.q % 2 == 0).then_some(u16::from(from.r % 2 == 0)),
        };
        let mut known = BTreeMap::from([((start, facing), 0)]);
        loop {
            let before = known.clone();
            for (&(cell, facing), &so_far) in &before {
                let mut moves = vec![
                    (MoveKind::Turn(1), cell, facing.turned(1)),
                    (MoveKind::Turn(-1), cell, facing.turned(-1)),
                ];
                for &side in Facing::all(layout) {
                    if facing.sides_to(side) <= 1 {
                        moves.push((MoveKind::Forward(side), cell.step(side), side));
                    }
                    if side != facing {
                        moves.push((MoveKind::Sidestep(side), cell.step(side), facing));
                    }
                }
                for (kind, to, then) in moves {
                    let Some(price) = price(cell, facing, kind, to) else { continue };
                    let cost = so_far + price;
                    let old = known.get(&(to, then)).copied().unwrap_or(u16::MAX);
                    if cost <= budget && cost < old {
                        known.insert((to, then), cost);
                    }
                }
            }
            if known == before {
                break;
            }
        }
        let (mut flood, mut path) = (Flood::new(), Vec::new());
        // A used flood must not remember.
        flood.run(&map, start, facing, 16, |_, _, _, _| Some(1));
        flood.run(&map, start, facing, budget, price);
        let found: BTreeMap<(Cell, Facing), u16> =
            flood.reached().iter().map(|reached| ((reached.cell, reached.facing), reached.cost)).collect();
        prop_assert_eq!(&found, &known);
        prop_assert_eq!(flood.reached().len(), known.len());
        prop_assert!(flood.reached().is_sorted_by_key(|reached| reached.cost));
        for (&(cell, then), &cost) in &known {
            prop_assert!(flood.path(cell, then, &mut path));
            let (mut at, mut faces, mut paid) = (start, facing, 0);
            for step in &path {
                paid += price(at, faces, step.kind, step.cell).unwrap();
                match step.kind {
                    MoveKind::Forward(side) => prop_assert_eq!((at.step(side), side), (step.cell, step.facing)),
                    MoveKind::Sidestep(side) => prop_assert_eq!((at.step(side), faces), (step.cell, step.facing)),
                    MoveKind::Turn(turn) => prop_assert_eq!((at, faces.turned(turn)), (step.cell, step.facing)),
                }
                prop_assert_eq!(step.cost, paid);
                (at, faces) = (step.cell, step.facing);
            }
            prop_assert_eq!((at, faces, paid), (cell, then, cost));
        }
    }

    #[test]
    fn a_field_and_a_flood_over_cells_agree(layout in layouts(), grounds in grounds(), goal in 0..81usize) {
        let map = small_map(layout, &grounds);
        let goal = map.bounds().cells().nth(goal).unwrap();
        let free = |cell: Cell| !map.at(cell).impassable;
        let (mut field, mut flood) = (Field::new(), Flood::new());
        field.run(&map, &[goal], 100, free);
        flood.cells(&map, goal, 100, |_, to| free(to).then_some(1));
        for cell in map.bounds().cells() {
            prop_assert_eq!(field.distance(cell), flood.cheapest(cell).map(|reached| reached.cost));
            if let Some(side) = field.downhill(&map, cell).filter(|_| field.distance(cell).is_some()) {
                prop_assert_eq!(field.distance(cell.step(side)), field.distance(cell).map(|steps| steps - 1));
            }
        }
        prop_assert_eq!(field.cells().len(), flood.reached().len());
    }

    /// Whatever a file says, it is a map or it is told what is wrong.
    #[test]
    fn a_map_file_never_panics(
        rows in prop::collection::vec("[.#~x ]{0,6}", 0..5),
        key in "[x.#é]{0,2}",
        size in prop::option::of(-1..600i64),
        origin in (any::<i16>(), any::<i16>()),
        open in any::<Option<bool>>(),
        at in prop::collection::vec((any::<i16>(), any::<i16>()), 0..3),
        number in prop::option::of(any::<i64>()),
        cost in any::<Option<f64>>(),
    ) {
        let cell = |(q, r)| Cell::new(q, r);
        let features = Features { cost, elevation: number, light: number, footing: number, ..Features::default() };
        let span = at.first().zip(at.last()).map(|(&from, &to)| Span { from: cell(from), to: cell(to) });
        let file = MapFile {
            rows,
            width: size,
            height: size,
            origin: (origin.0 % 3 == 0).then_some(cell(origin)),
            open,
            legend: BTreeMap::from([(key, LegendEntry::Features(Box::new(features)))]),
            area: vec![AreaFile {
                cells: at.iter().copied().map(cell).collect(),
                rectangle: span,
                line: span,
                disc: at.first().map(|&center| Disc { center: cell(center), radius: number.unwrap_or(2) }),
                features: Features { cover_dr: number, ..Features::default() },
            }],
            ..MapFile::default()
        };
        match file.build() {
            Ok(map) => prop_assert!(!draw(&map, |_| None).to_string().is_empty()),
            Err(complaints) => prop_assert!(!complaints.is_empty()),
        }
    }
}
