// Where cells lie on the plane, and which cell a point belongs to: arithmetic only.

const ROW = Math.sqrt(3) / 2;
const CORNER = 1 / Math.sqrt(3);

/** The geometry of a layout, `hex` or `square`. Cells are one unit wide. */
export function geometry(layout) {
  return layout === "square" ? SQUARES : HEXES;
}

const HEXES = {
  sides: { E: 0, NE: -60, NW: -120, W: 180, SW: 120, SE: 60 },
  center: ([q, r]) => [q + r / 2, r * ROW],
  corners: ([q, r]) => {
    const [x, y] = HEXES.center([q, r]);
    return [90, 30, -30, -90, -150, 150].map((degrees) => at(x, y, CORNER, degrees));
  },
  at: (x, y) => {
    const r = y / ROW;
    const q = x - r / 2;
    // The nearest hex: each of the three coordinates rounded, the worst of them from the other two.
    const s = -q - r;
    let [rq, rr, rs] = [Math.round(q), Math.round(r), Math.round(s)];
    const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs - s)];
    if (dq > dr && dq > ds) rq = -rr - rs;
    else if (dr > ds) rr = -rq - rs;
    return [rq + 0, rr + 0];
  },
  // Up and down alternate between the two sides that lead there.
  keys: {
    ArrowRight: () => [1, 0],
    ArrowLeft: () => [-1, 0],
    ArrowUp: ([, r]) => (r % 2 === 0 ? [0, -1] : [1, -1]),
    ArrowDown: ([, r]) => (r % 2 === 0 ? [0, 1] : [-1, 1]),
    // Six keys for six sides.
    d: () => [1, 0],
    e: () => [1, -1],
    w: () => [0, -1],
    a: () => [-1, 0],
    z: () => [-1, 1],
    x: () => [0, 1],
  },
};

const SQUARES = {
  sides: { E: 0, NE: -45, N: -90, NW: -135, W: 180, SW: 135, S: 90, SE: 45 },
  center: ([q, r]) => [q, r],
  corners: ([q, r]) => [
    [q - 0.5, r - 0.5],
    [q + 0.5, r - 0.5],
    [q + 0.5, r + 0.5],
    [q - 0.5, r + 0.5],
  ],
  at: (x, y) => [Math.round(x) + 0, Math.round(y) + 0],
  keys: {
    ArrowRight: () => [1, 0],
    ArrowLeft: () => [-1, 0],
    ArrowUp: () => [0, -1],
    ArrowDown: () => [0, 1],
    d: () => [1, 0],
    a: () => [-1, 0],
    w: () => [0, -1],
    x: () => [0, 1],
    e: () => [1, -1],
    q: () => [-1, -1],
    z: () => [-1, 1],
    c: () => [1, 1],
  },
};

/** The point so far from another in a direction; 0 degrees lead to the right, 90 down. */
export function at(x, y, distance, degrees) {
  const angle = (degrees * Math.PI) / 180;
  return [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];
}

/** A cell as a key of a map. */
export const keyOf = ([q, r]) => `${q},${r}`;

/** Whether two cells are one. */
export const same = (one, other) => Boolean(one && other) && one[0] === other[0] && one[1] === other[1];

/** The outlines of cells as one path. */
export function outlines(shape, cells) {
  let path = "";
  for (const cell of cells) {
    const corners = shape.corners(cell);
    path += "M" + corners.map(([x, y]) => `${round(x)} ${round(y)}`).join("L") + "Z";
  }
  return path;
}

/** The outline around a set of cells as one path: only sides that no two of them share. */
export function border(shape, cells) {
  const sides = new Map();
  for (const cell of cells) {
    const corners = shape.corners(cell);
    corners.forEach((corner, index) => {
      const next = corners[(index + 1) % corners.length];
      const ends = [corner, next].map(([x, y]) => `${round(x)} ${round(y)}`);
      const key = [...ends].sort().join("|");
      if (sides.has(key)) sides.delete(key);
      else sides.set(key, `M${ends[0]}L${ends[1]}`);
    });
  }
  return [...sides.values()].join("");
}

export const round = (number) => Math.round(number * 1000) / 1000 + 0;
