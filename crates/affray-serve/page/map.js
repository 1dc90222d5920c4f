// The map: one inline SVG. Cells are picked by arithmetic and the window is moved by the view box alone, so that a large map
// costs a handful of elements and a movement of it redraws nothing.

import { h, render } from "./dom.js";
import { at, border, geometry, keyOf, outlines, round, same } from "./geometry.js";

/** Cells beyond the rows that are drawn where plain ground goes on. */
const BEYOND = 8;
/** Pixels that a pointer may move and still mean a cell. */
const SLACK = 7;
const LARGEST = 160;
const SMALLEST = 9;
/** Pixels of a cell at which figures can still be told and tapped: with a mouse, and with a finger. */
const SMALL = 26;
const FINGER = 44;
const smallest = () => (matchMedia("(pointer: coarse), (max-width: 500px)").matches ? FINGER : SMALL);

/** The shapes of sides, by their place; beyond them they come again with another pattern. */
const SHAPES = ["round", "square", "diamond", "hexagon"];
const PATTERNS = ["", "url(#stripes)", "url(#dots)", "url(#cross)"];

export class Board {
  /**
   * `on`: `pick(cell)`, `hover(cell or null)`, `cursor(cell)`, `read(cell)`, `foe(step)`, `leave()`; and where it `paints`,
   * `paint(cell, first)` for each cell of a stroke.
   */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.pointers = new Map();
    this.cursor = null;
    /** Whether a stroke paints, and does not move the map. */
    this.paints = false;
    this.window = null;
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", "What stands on the map");
    host.append(this.svg);
    const events = {
      pointerdown: (event) => this.down(event),
      pointermove: (event) => this.move(event),
      pointerup: (event) => this.up(event),
      pointercancel: (event) => this.up(event, true),
      pointerleave: () => this.on.hover(null),
      keydown: (event) => this.key(event),
    };
    for (const [type, act] of Object.entries(events)) host.addEventListener(type, act);
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.resized()).observe(host);
  }

  /** Shows a model: see `model` in view.js. */
  update(model) {
    const before = this.model;
    this.model = model;
    if (!model.map) return;
    if (before?.map !== model.map || this.isLeft()) this.terrain(model.map);
    render(this.svg, this.drawn());
    if (!this.window) this.fit();
    else if (before?.asked !== model.asked) this.reveal(model.asked);
  }

  // What never changes.

  terrain(map) {
    const shape = geometry(map.layout);
    this.shape = shape;
    const cells = [];
    for (const [[q, r], count] of map.rows) for (let at = 0; at < count; at++) cells.push([q + at, r]);
    this.inside = new Set(cells.map(keyOf));
    this.ground = new Map(map.ground.map((one) => [keyOf(one.cell), one]));
    // Where the map has no rows of its own there is plain ground around those who fight.
    const standing = this.model.figures.flatMap((one) => one.cells);
    const centers = [...cells, ...standing].map(shape.center);
    if (!centers.length) centers.push([0, 0]);
    const room = cells.length ? 0.7 : 2.6;
    const [xs, ys] = [centers.map(([x]) => x), centers.map(([, y]) => y)];
    const least = (all) => all.reduce((one, other) => Math.min(one, other));
    const most = (all) => all.reduce((one, other) => Math.max(one, other));
    this.bounds = { x: least(xs) - room, y: least(ys) - room, right: most(xs) + room, bottom: most(ys) + room };
    const beyond = [];
    if (map.open) {
      const [left, right] = [this.bounds.x - BEYOND, this.bounds.right + BEYOND];
      const first = shape.at(0, this.bounds.y - BEYOND)[1];
      const last = shape.at(0, this.bounds.bottom + BEYOND)[1];
      for (let r = first; r <= last; r++) {
        const [start] = shape.at(left, shape.center([0, r])[1]);
        const [end] = shape.at(right, shape.center([0, r])[1]);
        for (let q = start; q <= end; q++) if (!this.inside.has(keyOf([q, r]))) beyond.push([q, r]);
      }
    }
    const kinds = new Map();
    const heights = [];
    for (const one of map.ground) {
      for (const kind of groundClasses(one)) {
        if (!kinds.has(kind)) kinds.set(kind, []);
        kinds.get(kind).push(one.cell);
      }
      if (one.elevation) heights.push(one);
    }
    this.still = [
      h("path", { key: "beyond", class: cells.length ? "beyond" : "beyond alone", d: outlines(shape, beyond) }),
      h("path", { key: "floor", class: "floor", d: outlines(shape, cells) }),
      [...kinds].map(([kind, at]) => h("path", { key: `ground ${kind}`, class: `ground ${kind}`, d: outlines(shape, at) })),
      h("path", { key: "grid", class: "grid", d: outlines(shape, cells) }),
      heights.map((one) => {
        const [x, y] = shape.center(one.cell);
        const text = one.elevation > 0 ? `+${one.elevation}` : String(one.elevation);
        return h("text", { key: `height ${keyOf(one.cell)}`, class: "height", x: round(x), y: round(y + 0.42) }, text);
      }),
    ];
    // A map on which only the ground is another one stays where it is in the window.
    const frame = JSON.stringify([map.layout, map.rows]);
    if (this.frame !== frame) this.window = null;
    this.frame = frame;
  }

  /** Whether somebody has gone beyond the ground that is drawn. */
  isLeft() {
    const { x, y, right, bottom } = this.bounds;
    return this.model.figures.some((one) =>
      one.cells.some((cell) => {
        const [cx, cy] = this.shape.center(cell);
        return cx < x - BEYOND || right + BEYOND < cx || cy < y - BEYOND || bottom + BEYOND < cy;
      }),
    );
  }

  /** What the ground of a cell is like, in words; nothing for plain ground. */
  groundAt(cell) {
    return wordsOf(this.ground?.get(keyOf(cell)));
  }

  /** Whether a cell is on the map. */
  has(cell) {
    return Boolean(this.inside?.has(keyOf(cell)) || this.model?.map?.open);
  }

  // What changes.

  drawn() {
    const { shape, model } = this;
    const path = (key, cells, make = outlines) =>
      cells?.length > 0 && h("path", { key, class: key, d: make(shape, cells) });
    const cursor = this.focused() && this.cursor;
    const { picture } = model;
    this.svg.classList.toggle("pictured", Boolean(picture));
    return [
      DEFS,
      picture && h("image", { key: "picture", class: "picture", href: picture.href, x: picture.at[0], y: picture.at[1], width: picture.size[0], height: picture.size[1], preserveAspectRatio: "none" }),
      this.still,
      path("reach", model.reach),
      path("reach-edge", model.reach, border),
      model.threat && ["front", "sides", "rear"].map((arc) => {
        const cells = model.threat[arc];
        return cells.length > 0 && h("path", { key: `threat ${arc}`, class: `threat ${arc}`, d: outlines(shape, cells) });
      }),
      path("marked", model.marked),
      model.areas?.map((one, index) =>
        h(
          "g",
          { key: `area ${index} ${one.what}`, class: one.planned ? "area planned" : "area", role: "img", "aria-label": one.sentence },
          h("title", null, one.sentence),
          h("path", { class: "filled", d: outlines(shape, one.cells) }),
          h("path", { class: "edge", d: border(shape, one.cells) }),
        ),
      ),
      model.ground?.map((one, index) => {
        const [x, y] = shape.center(one.cell);
        return h(
          "g",
          { key: `lying ${index}`, class: "lying", role: "img", "aria-label": `${one.item} of ${one.owner} lies at ${keyOf(one.cell)}` },
          h("title", null, `${one.item} (${one.owner})`),
          h("path", { d: `M${round(x - 0.2)} ${round(y + 0.34)}l.4 -.14` }),
        );
      }),
      this.sight(model.sight),
      model.lines?.length > 0 && ["wall", "object", "open-door", "door"].map((kind) => {
        const all = model.lines.filter(([one]) => one === kind);
        return all.length > 0 && h("path", { key: `line ${kind}`, class: `line ${kind}`, d: all.map(([, ...ends]) => `M${ends[0]} ${ends[1]}L${ends[2]} ${ends[3]}`).join("") });
      }),
      this.figures(),
      this.way("preview", model.preview),
      this.way("way", model.way, model.end),
      cursor && path("cursor", [cursor]),
    ];
  }

  /** The line from one to another: through, or broken where the ground hides one from the other. */
  sight(measure) {
    if (!measure) return null;
    const [from, to] = [measure.from, measure.to].map(this.shape.center);
    const d = `M${from.map(round).join(" ")}L${to.map(round).join(" ")}`;
    return h("path", { key: "sight", class: measure.in_sight ? "sight" : "sight hidden", d });
  }

  way(kind, cells, end) {
    if (!cells?.length) return null;
    const points = cells.map(this.shape.center);
    const [x, y] = points[points.length - 1];
    const line = points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
    const angle = end?.[1] !== undefined && end?.[1] !== null ? this.shape.sides[end[1]] : undefined;
    return h(
      "g",
      { key: kind, class: kind },
      h("path", { d: `M${line}` }),
      points.slice(1, -1).map(([x, y]) => h("circle", { cx: round(x), cy: round(y), r: 0.07 })),
      h("circle", { class: "end", cx: round(x), cy: round(y), r: 0.24 }),
      angle !== undefined && h("path", { class: "facing", d: wedge(x, y, 0.24, 0.46, angle) }),
    );
  }

  figures() {
    const { shape, model } = this;
    const placed = model.figures.filter((one) => one.cells.length > 0);
    // Those who are out lie below those who stand.
    placed.sort((one, other) => Number(other.out) - Number(one.out));
    const together = new Map();
    for (const one of placed) {
      const key = keyOf(one.cells[0]);
      together.set(key, [...(together.get(key) ?? []), one.name]);
    }
    return placed.map((one) => {
      const centers = one.cells.map(shape.center);
      let [x, y] = [0, 1].map((axis) => centers.reduce((sum, center) => sum + center[axis], 0) / centers.length);
      let size = one.cells.length > 2 ? 0.62 : 0.37;
      const mates = together.get(keyOf(one.cells[0]));
      if (mates.length > 1) {
        // Several in one cell, such as a rider: around its center, smaller.
        [x, y] = at(x, y, 0.25, 155 + (mates.indexOf(one.name) * 360) / mates.length);
        size *= mates.length > 3 ? 0.5 : 0.66;
      }
      const classes = ["figure", `side-${one.sideIndex % 6}`];
      if (one.out) classes.push("out");
      if (one.name === model.asked) classes.push("asked");
      if (one.name === model.foe) classes.push("foe");
      if (one.name === model.looked) classes.push("looked");
      if (one.hidden_from?.length) classes.push("unseen-by-others");
      const angle = one.facing ? shape.sides[one.facing] : undefined;
      const hp = one.points[0];
      const share = hp && hp.now !== null && hp.max > 0 ? Math.max(0, Math.min(1, hp.now / hp.max)) : null;
      const pattern = PATTERNS[Math.floor(one.sideIndex / SHAPES.length) + (one.sideIndex % 2)] ?? "";
      return h(
        "g",
        { key: `figure ${one.name}`, class: classes.join(" "), role: "img", "aria-label": one.sentence },
        h("title", null, one.sentence),
        one.cells.length > 1 && h("path", { class: "body", d: border(shape, one.cells) }),
        one.cells.length > 1 && h("path", { class: "body-fill", d: outlines(shape, one.cells) }),
        h("path", { class: "halo", d: token(one.sideIndex, x, y, size + 0.09) }),
        angle !== undefined && h("path", { class: "facing", d: wedge(x, y, size - 0.02, size + 0.19, angle) }),
        h("path", { class: "token", d: token(one.sideIndex, x, y, size) }),
        pattern && h("path", { class: "pattern", fill: pattern, d: token(one.sideIndex, x, y, size) }),
        one.out && h("path", { class: "cross", d: `M${round(x - size * 0.7)} ${round(y - size * 0.7)}l${round(size * 1.4)} ${round(size * 1.4)}m0 ${round(-size * 1.4)}l${round(-size * 1.4)} ${round(size * 1.4)}` }),
        h("text", { class: "tag", x: round(x), y: round(y + size * 0.27), "font-size": round(size * (one.tag.length > 2 ? 0.6 : 0.82)) }, one.tag),
        share !== null && !one.dead && h("path", { class: "bar-back", d: `M${round(x - size)} ${round(y + size + 0.07)}h${round(size * 2)}` }),
        share !== null && !one.dead && share > 0 &&
          h("path", { class: `bar ${share <= 0.34 ? "low" : share <= 0.67 ? "mid" : ""}`, d: `M${round(x - size)} ${round(y + size + 0.07)}h${round(size * 2 * share)}` }),
        h("text", { class: "name", x: round(x), y: round(y + size + 0.28) }, one.name),
      );
    });
  }

  // The window.

  size() {
    const box = this.host.getBoundingClientRect();
    return box.width > 4 && box.height > 4 ? box : null;
  }

  /** Shows the map from the start; `whole` even where its cells are small then. */
  fit(whole = false) {
    const box = this.size();
    if (!box || !this.bounds) return;
    // Whoever stands beyond the ground that is drawn is seen too: where a fight is looked back at, they may have gone far since.
    const stand = this.model.figures.flatMap((one) => one.cells.map(this.shape.center));
    const reaches = (axis, side) => stand.map((at) => at[axis] + side);
    const [x, y] = [0, 1].map((axis) => Math.min(axis ? this.bounds.y : this.bounds.x, ...reaches(axis, -1)));
    const [right, bottom] = [0, 1].map((axis) => Math.max(axis ? this.bounds.bottom : this.bounds.right, ...reaches(axis, 1)));
    const scale = Math.min(box.width / (right - x), box.height / (bottom - y));
    // On a small screen cells stay large enough for a finger, and the window shows a part.
    const least = whole ? 0 : smallest();
    this.scale = Math.max(SMALLEST, Math.min(LARGEST * 0.62, Math.max(scale, least)));
    this.window = { x: (x + right) / 2, y: (y + bottom) / 2 };
    this.fitted = this.scale;
    if (scale < least) this.reveal(this.model.asked, true);
    this.apply();
  }

  apply() {
    const box = this.size();
    if (!box || !this.window) return;
    const [width, height] = [box.width / this.scale, box.height / this.scale];
    const { x, y, right, bottom } = this.bounds;
    // Something of the map stays in the window.
    this.window.x = Math.max(x - width / 3, Math.min(right + width / 3, this.window.x));
    this.window.y = Math.max(y - height / 3, Math.min(bottom + height / 3, this.window.y));
    const corner = [this.window.x - width / 2, this.window.y - height / 2];
    this.svg.setAttribute("viewBox", `${corner[0]} ${corner[1]} ${width} ${height}`);
    this.host.classList.toggle("names", this.scale >= 54);
    this.corner = corner;
  }

  resized() {
    if (!this.window) {
      if (this.model?.map) this.fit();
    } else if (this.touched) this.apply();
    else this.fit();
  }

  /** Moves the window so that somebody is in it, and the nearest foe too where both fit. */
  reveal(name, center = false) {
    const figure = this.model.figures.find((one) => one.name === name);
    const box = this.size();
    if (!figure?.cells.length || !box || !this.window) return;
    const centersOf = (one) => one.cells.map(this.shape.center);
    const me = centersOf(figure);
    const far = (one) => Math.min(...centersOf(one).map(([x, y]) => Math.hypot(x - me[0][0], y - me[0][1])));
    const foes = this.model.figures.filter((one) => !one.out && one.cells.length > 0 && one.sideIndex !== figure.sideIndex);
    const [foe] = foes.sort((one, other) => far(one) - far(other));
    const extent = (points, axis) => {
      const all = points.map((point) => point[axis]);
      return [Math.min(...all), Math.max(...all)];
    };
    const span = (points, axis) => extent(points, axis)[1] - extent(points, axis)[0];
    const both = foe ? [...me, ...centersOf(foe)] : me;
    if (foe && !this.touched && this.scale < this.fitted + 0.01) {
      // As large as both fit, but not so small that nobody is told from another.
      const fits = Math.min(box.width / (span(both, 0) + 2.4), box.height / (span(both, 1) + 1.8));
      this.scale = Math.max(Math.min(this.fitted, fits), Math.min(this.fitted, smallest()));
    }
    const [width, height] = [box.width / this.scale, box.height / this.scale];
    // At the right there are buttons, below there are names.
    const room = [width - 2.2, height - 1.6];
    const points = span(both, 0) <= room[0] && span(both, 1) <= room[1] ? both : me;
    const [x, y] = [0, 1].map((axis) => (extent(points, axis)[0] + extent(points, axis)[1]) / 2);
    const isSeen = (point) => 2 * Math.abs(point[0] - this.window.x) <= room[0] && 2 * Math.abs(point[1] - this.window.y) <= room[1];
    if (center || !points.every(isSeen)) {
      this.window = { x, y };
      this.apply();
    }
  }

  show(cell, center = false) {
    const box = this.size();
    if (!box || !this.window) return;
    const [x, y] = this.shape.center(cell);
    const [width, height] = [box.width / this.scale, box.height / this.scale];
    const off = Math.max(Math.abs(x - this.window.x) / width, Math.abs(y - this.window.y) / height);
    if (center || off > 0.42) {
      this.window = { x, y };
      this.apply();
    }
  }

  zoom(factor, point) {
    const box = this.size();
    if (!box || !this.window) return;
    const scale = Math.max(SMALLEST, Math.min(LARGEST, this.scale * factor));
    if (point) {
      // The point under the fingers stays there.
      const [x, y] = this.plane(point);
      const share = this.scale / scale;
      this.window = { x: x + (this.window.x - x) * share, y: y + (this.window.y - y) * share };
    }
    this.scale = scale;
    this.touched = true;
    this.apply();
  }

  refit() {
    this.touched = true;
    this.fit(true);
  }

  // Pointers and keys.

  plane({ clientX, clientY }) {
    const box = this.host.getBoundingClientRect();
    return [this.corner[0] + (clientX - box.left) / this.scale, this.corner[1] + (clientY - box.top) / this.scale];
  }

  cellAt(event) {
    return this.corner ? this.shape.at(...this.plane(event)) : null;
  }

  down(event) {
    if (event.button > 0 || !this.window || event.target.closest?.("button")) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) this.drag = { x: event.clientX, y: event.clientY, moved: false };
    this.byKey = false;
    this.stroke = null;
    if (this.paints && this.pointers.size === 1) {
      this.host.setPointerCapture(event.pointerId);
      this.stroke = { x: event.clientX, y: event.clientY };
      this.on.paint(this.cellAt(event), true);
    }
  }

  /** Paints the cells between the last point of a stroke and this one. */
  brush(event) {
    const { x, y } = this.stroke;
    const far = Math.hypot(event.clientX - x, event.clientY - y);
    const steps = Math.max(1, Math.ceil((far * 3) / this.scale));
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      this.on.paint(this.cellAt({ clientX: x + (event.clientX - x) * share, clientY: y + (event.clientY - y) * share }), false);
    }
    this.stroke = { x: event.clientX, y: event.clientY };
  }

  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) {
      if (event.pointerType === "mouse" && this.corner) this.hover(this.cellAt(event));
      return;
    }
    if (this.stroke && this.pointers.size === 1) {
      this.brush(event);
      return;
    }
    const before = [...this.pointers.values()].map((one) => ({ ...one }));
    const moved = { x: event.clientX - pointer.x, y: event.clientY - pointer.y };
    if (!this.drag.moved && Math.hypot(event.clientX - this.drag.x, event.clientY - this.drag.y) < SLACK && this.pointers.size === 1) {
      return;
    }
    if (!this.drag.moved) this.host.setPointerCapture(event.pointerId);
    this.drag.moved = true;
    this.touched = true;
    [pointer.x, pointer.y] = [event.clientX, event.clientY];
    if (this.pointers.size === 1) {
      this.window.x -= moved.x / this.scale;
      this.window.y -= moved.y / this.scale;
      this.apply();
    } else {
      const after = [...this.pointers.values()];
      /** @param {any[]} two */
      const apart = ([one, other]) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
      this.window.x -= moved.x / 2 / this.scale;
      this.window.y -= moved.y / 2 / this.scale;
      this.zoom(apart(after) / apart(before), {
        clientX: (after[0].x + after[1].x) / 2,
        clientY: (after[0].y + after[1].y) / 2,
      });
    }
  }

  up(event, cancelled = false) {
    if (!this.pointers.delete(event.pointerId) || this.pointers.size > 0) return;
    const painted = Boolean(this.stroke);
    this.stroke = null;
    if (!cancelled && !this.drag.moved && !painted) {
      const cell = this.cellAt(event);
      this.cursor = cell;
      this.on.pick(cell);
    }
  }

  hover(cell) {
    if (same(cell, this.hovered)) return;
    this.hovered = cell;
    this.on.hover(cell);
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 300), event);
  }

  focused() {
    return this.byKey && document.activeElement === this.host;
  }

  key(event) {
    if (event.target !== this.host || event.ctrlKey || event.metaKey || event.altKey || !this.shape) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const here = this.cursor ?? this.model.home ?? [0, 0];
    const step = this.shape.keys[key];
    let done = true;
    this.byKey = true;
    if (step) {
      const [q, r] = this.cursor ? step(here) : [0, 0];
      this.go([here[0] + q, here[1] + r]);
    } else if (key === "Enter" || key === " ") this.on.pick(here);
    else if (key === "i") this.on.read(here);
    else if (key === "n" || key === "p") {
      const found = this.on.foe(key === "n" ? 1 : -1, here);
      if (found) this.go(found);
    } else if (key === "+" || key === "=") this.zoom(1.25);
    else if (key === "-") this.zoom(0.8);
    else if (key === "0") this.refit();
    else if (key === "Escape") this.on.leave();
    else done = false;
    if (done) event.preventDefault();
  }

  go(cell) {
    if (!this.has(cell)) return;
    this.cursor = cell;
    this.show(cell);
    this.on.cursor(cell);
  }
}

/** What a cell of that ground is drawn with. */
export function groundClasses(ground) {
  const kinds = [];
  // Water is drawn as water, by its name; what it means stands in the numbers.
  const isWater = /water|river|lake|sea|brook/i.test(ground.terrain);
  if (ground.impassable) kinds.push(isWater ? "deep" : "impassable");
  else if (ground.extra_cost_half > 0 || ground.footing !== null) kinds.push(isWater ? "shallow" : "slow");
  if (ground.obscured) kinds.push("obscured");
  if (ground.blocks_sight && !ground.impassable) kinds.push("blocks");
  if (ground.cover) kinds.push("cover");
  if (ground.light < 0) kinds.push(ground.light <= -5 ? "dark" : "dim");
  if (ground.elevation > 0) kinds.push(ground.elevation > 2 ? "high" : "raised");
  if (ground.elevation < 0) kinds.push("low");
  return kinds.length ? kinds : ["other"];
}

/** The ground of a cell in words. */
export function wordsOf(ground) {
  if (!ground) return "";
  const words = [ground.terrain];
  if (ground.impassable) words.push("nobody can enter");
  if (ground.blocks_sight) words.push("blocks sight");
  if (ground.obscured) words.push("hides what is behind");
  if (ground.cover) words.push("cover");
  if (ground.extra_cost_half) words.push(`+${ground.extra_cost_half / 2} to enter`);
  if (ground.footing !== null) words.push(`footing ${ground.footing >= 0 ? "+" : ""}${ground.footing}`);
  if (ground.light) words.push(`light ${ground.light}`);
  if (ground.elevation) words.push(`height ${ground.elevation > 0 ? "+" : ""}${ground.elevation}`);
  return words.join(", ");
}

/** The outline of a figure's token: the shape says the side. */
function token(side, x, y, size) {
  const around = (count, turn, radius) =>
    "M" +
    Array.from({ length: count }, (_, index) => at(x, y, radius, turn + (index * 360) / count))
      .map(([x, y]) => `${round(x)} ${round(y)}`)
      .join("L") +
    "Z";
  switch (SHAPES[side % SHAPES.length]) {
    case "square":
      return around(4, 45, size * 1.22);
    case "diamond":
      return around(4, 0, size * 1.25);
    case "hexagon":
      return around(6, 0, size * 1.1);
    default:
      return `M${round(x - size)} ${round(y)}a${size} ${size} 0 1 0 ${size * 2} 0a${size} ${size} 0 1 0 ${-size * 2} 0Z`;
  }
}

/** The shape of a side's tokens by itself, for lists. */
export function badge(side) {
  const pattern = PATTERNS[Math.floor(side / SHAPES.length) + (side % 2)] ?? "";
  return h(
    "svg",
    { class: `badge figure side-${side % 6}`, viewBox: "-0.55 -0.55 1.1 1.1", "aria-hidden": "true" },
    h("path", { class: "token", d: token(side, 0, 0, 0.42) }),
    pattern && h("path", { class: "pattern", fill: pattern, d: token(side, 0, 0, 0.42) }),
  );
}

/** A wedge that points in a direction. */
function wedge(x, y, from, to, angle) {
  const points = [at(x, y, to, angle), at(x, y, from, angle - 38), at(x, y, from, angle + 38)];
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
}

const tile = (id, size, ...children) =>
  h("pattern", { key: id, id, width: size, height: size, patternUnits: "userSpaceOnUse" }, ...children);

const DEFS = h(
  "defs",
  { key: "defs" },
  tile("stripes", 0.14, h("path", { class: "ink", d: "M0 .14L.14 0M-.02 .02L.02 -.02M.12 .16L.16 .12" })),
  tile("dots", 0.14, h("circle", { class: "ink-fill", cx: 0.07, cy: 0.07, r: 0.025 })),
  tile("cross", 0.16, h("path", { class: "ink", d: "M.08 0V.16M0 .08H.16" })),
  tile("burst", 0.3, h("path", { class: "burst", d: "M.15 .05V.25M.05 .15H.25" })),
  tile("rock", 0.25, h("path", { class: "rock", d: "M0 .25L.25 0M0 0L.25 .25" })),
  tile("rough", 0.34, h("path", { class: "rough", d: "M.03 .12q.07 -.07 .14 0t.14 0M.2 .29q.05 -.05 .1 0" })),
  tile("mist", 0.22, h("path", { class: "mist", d: "M0 .11H.13M.17 .02H.22M.17 .2H.2" })),
  tile("bricks", 0.3, h("path", { class: "bricks", d: "M0 .02H.3M0 .17H.3M.07 .02V.17M.22 .17V.3" })),
);
