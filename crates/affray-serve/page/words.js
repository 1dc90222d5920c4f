// What is seen, in sentences, and the model that the map shows.

import { keyOf, same } from "./geometry.js";
import { shownView } from "./replay.js";

/**
 * Names of sides by their place: who comes first in the encounter is of the first.
 * @param {import("./views.d.ts").View} view
 */
export function sidesOf(view) {
  const sides = [];
  for (const one of view?.figures ?? []) if (!sides.includes(one.side)) sides.push(one.side);
  return sides;
}

/**
 * The combatants in their order, those without a place in it last.
 * @param {import("./views.d.ts").View} view
 */
export function shownOrder(view) {
  const named = new Map(view.figures.map((one) => [one.name, one]));
  const names = view.order.filter((name) => named.has(name));
  for (const one of view.figures) if (!names.includes(one.name)) names.push(one.name);
  return names.map((name) => named.get(name));
}

/**
 * Points as they may be known: numbers, or words.
 * @param {import("./views.d.ts").PointsView} one
 */
export function pointsOf(one) {
  if (one.now === null || one.now === undefined) return `${one.name} ${one.words ?? "unknown"}`;
  return one.max === null || one.max === undefined ? `${one.name} ${one.now}` : `${one.name} ${one.now}/${one.max}`;
}

/** What notes say of somebody who is out of the fight, the worst first. */
const OUT = ["dying", "unconscious", "incapacitated"];

/**
 * How somebody who is out of the fight is; nothing for who takes part.
 * @param {import("./views.d.ts").FigureView} one
 */
export function fateOf(one) {
  if (one.dead) return "dead";
  return one.out ? (OUT.find((word) => one.notes.includes(word)) ?? "out of the fight") : "";
}

/**
 * A figure in one sentence.
 * @param {import("./views.d.ts").FigureView} one
 */
export function describeFigure(one) {
  if (!one) return "";
  const parts = [one.side, ...one.points.map(pointsOf), ...one.notes];
  if (one.cells.length) parts.push(`at ${keyOf(one.cells[0])}${one.facing ? ` facing ${one.facing}` : ""}`);
  const fate = fateOf(one);
  if (fate && !parts.includes(fate)) parts.push(fate);
  if (one.hidden_from?.length) parts.push(`hidden from ${one.hidden_from.join(", ")}`);
  return `${one.name}: ${parts.join(", ")}`;
}

/**
 * Whether somebody whom this seat plays is the next in the order who still stands.
 * @param {import("./views.d.ts").View} view
 */
export function isNext(view) {
  const standing = shownOrder(view).filter((one) => !one.out);
  const at = standing.findIndex((one) => one.name === view.asked);
  return at >= 0 && standing.length > 1 && Boolean(standing[(at + 1) % standing.length].mine) && !standing[at].mine;
}

/**
 * A cell in one sentence: who stands there, what the ground is like, what is left after going there.
 * @param {import("./main.js").App} app
 */
export function describeCell(app, cell, whole = false) {
  const view = shownView(app.state);
  const here = view.figures.filter((one) => one.cells.some((at) => same(at, cell)));
  const parts = here.map((one) => (whole ? describeFigure(one) : `${one.name}${one.out ? ", out" : ""}`));
  const ground = app.board?.groundAt(cell);
  if (ground) parts.push(ground);
  for (const area of areasOf(app).filter((one) => one.cells.some((at) => same(at, cell)))) parts.push(`in the area of ${area.what}${area.planned ? ", planned" : ""}`);
  for (const lying of view.ground.filter((one) => same(one.cell, cell))) parts.push(`${lying.item} of ${lying.owner} lies here`);
  const [place] = app.planner.places(cell);
  const steps = app.planner.steps(cell);
  if (steps.length) parts.push(steps.length === 1 ? steps[0].words : `${steps.length} ways to step here`);
  if (place) parts.push(["can be reached", app.planner.costs(place), place.prompt && `there: ${place.prompt}`].filter(Boolean).join("; "));
  if (!app.board?.has(cell)) parts.push("off the map");
  return `${keyOf(cell)}: ${parts.length ? parts.join("; ") : "open ground"}`;
}

/**
 * The areas that are drawn: those of spells that go on, and those of what is planned.
 * @param {import("./main.js").App} app
 */
export function areasOf(app) {
  const { state, planner } = app;
  const view = shownView(state);
  const planned = state.past ? [] : (planner.draft.plan?.areas ?? []);
  const isPlanned = (one) => planned.some((other) => other.who === one.who && other.what === one.what);
  return [...planned.map((one) => ({ ...one, planned: true })), ...(view?.areas ?? []).filter((one) => !isPlanned(one)).map((one) => ({ ...one, planned: false }))];
}

/**
 * What an area fills and whom it reaches, in one sentence.
 * @param {import("./views.d.ts").AreaView} area
 */
export function describeArea({ what, who, cells, inside }) {
  const fills = `${what.charAt(0).toUpperCase()}${what.slice(1)} of ${who} fills ${cells.length === 1 ? keyOf(cells[0]) : `${cells.length} cells`}`;
  return `${fills}: ${inside.length ? `${inside.join(", ")} inside` : "nobody inside"}.`;
}

/**
 * The player's seat that is to answer what the game master is shown: that of whom is asked. Nothing where it is the game master's.
 * @param {import("./main.js").App["state"]} state
 */
export function seatAsked({ table, view, asides }) {
  if (table?.seat.kind !== "master" || !view?.wanted || isOver(view)) return null;
  const asked = view.asked?.toLowerCase();
  return asides.seats?.find((one) => one.kind === "player" && one.figures.some((name) => name.toLowerCase() === asked)) ?? null;
}

/**
 * Whether the game master would answer for somebody else, and has not said so.
 * @param {import("./main.js").App["state"]} state
 */
export function isOthers(state) {
  const seat = seatAsked(state);
  return Boolean(seat) && !state.answersFor.has(seat.name);
}

/**
 * Whether the fight is over.
 * @param {import("./views.d.ts").View} view
 */
export const isOver = (view) => view.wanted?.is === "nothing";

/**
 * What the map shows.
 * @param {import("./main.js").App} app
 */
export function model(app) {
  const { state, planner } = app;
  const { table } = state;
  const view = shownView(state);
  if (!view) return { figures: [], map: null };
  const sides = sidesOf(view);
  const { draft } = planner;
  const asked = view.figures.find((one) => one.name === view.asked);
  const looks = Boolean(state.past) || isOthers(state);
  const places = looks ? [] : planner.reach;
  const steps = looks ? [] : planner.steps().map((offer) => offer.to[0]);
  const cells = new Map([...places.map((place) => place.cell), ...steps].map((cell) => [keyOf(cell), cell]));
  const [hovered] = state.hovered && !looks ? planner.places(state.hovered) : [];
  // A way begins where somebody stands.
  const from = asked?.cells.length ? [asked.cells[0]] : [];
  return {
    map: table?.map ?? null,
    picture: table?.picture && state.picture ? { ...table.picture, href: state.picture } : null,
    asked: view.asked,
    foe: draft.foe ?? planner.target,
    looked: state.looked,
    home: asked?.cells[0],
    figures: view.figures.map((one) => ({ ...one, sideIndex: sides.indexOf(one.side), sentence: describeFigure(one) })),
    ground: view.ground,
    areas: areasOf(app).map((one) => ({ ...one, sentence: describeArea(one) })),
    reach: [...cells.values()],
    marked: state.past ? [] : [...draft.steps.map((step) => step.cell), draft.there].filter(Boolean),
    way: !state.past && draft.plan?.way.length ? [...from, ...draft.plan.way] : [],
    threat: !state.past && !isOver(view) && (state.threat ?? (state.looked && state.sheet?.threat)),
    sight: !state.past && state.looked && state.sheet?.measure,
    end: draft.plan?.end,
    preview: !state.past && hovered && !draft.plan?.way.length ? [...from, ...hovered.way] : [],
  };
}

/** The number that a roll has, in words: `against 9`, `with the bonus -1`; nothing without one. */
export function numberOf(roll) {
  return roll.target === null ? "" : (roll.explained.match(/^\D*\d+/)?.[0] ?? `against ${roll.target}`);
}

/** Ids of rules in a text, as parts: strings and `{ before, rule, after }`, which stand on one line. */
export function withRules(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(/([([]?)\b([A-Z][A-Z0-9]{1,3}-[A-Z]?\d+[a-z]?)\b([)\]]?[.,;]?)/g)) {
    if (from < found.index) parts.push(text.slice(from, found.index));
    parts.push({ before: found[1], rule: found[2], after: found[3] });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
