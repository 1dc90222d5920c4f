// Looking back: the fight as it was at each line of the log, what it cost, and the log as a file or on paper.

import { h } from "./dom.js";
import { badge } from "./map.js";
import { button, off, ruled } from "./view.js";
import { fateOf, pointsOf, sidesOf } from "./words.js";

/** Milliseconds between two lines where it goes by itself. */
const PACE = 900;

/** Lines at which one can stop: those that were told, and hold. */
export const stops = (state) => state.log.filter((line) => line.text && !["note", "withdrawn", "header"].includes(line.is));

/** The view that is shown: that of now, or of a line. */
export const shownView = (state) => state.past?.view ?? state.view;

/** @param {import("./main.js").App} app */
export function openReplay(app, line) {
  const all = stops(app.state);
  if (!all.length) return;
  app.state.past = { line: line ?? all[0].line, view: null, seen: new Map(), plays: false };
  app.state.tab = "map";
  show(app);
}

/** @param {import("./main.js").App} app */
export function closeReplay(app) {
  clearTimeout(app.state.past?.later);
  app.state.past = null;
  app.changed();
}

/** @param {import("./main.js").App} app */
async function show(app) {
  const { past } = app.state;
  app.changed();
  const { line } = past;
  try {
    if (!past.seen.has(line)) past.seen.set(line, (await app.api.get(`past?line=${line}`)).view);
    if (app.state.past !== past || past.line !== line) return;
    // On a small screen the window follows whoever acts: what it was like is seen on the whole map.
    if (!past.view && matchMedia("(max-width: 820px)").matches) requestAnimationFrame(() => app.board?.refit());
    past.view = past.seen.get(line);
    app.told(stops(app.state).find((one) => one.line === line)?.text);
  } catch (error) {
    if (app.state.past === past) app.failed(error.message);
    past.plays = false;
  }
  app.changed();
  if (past.plays) {
    clearTimeout(past.later);
    past.later = setTimeout(() => step(app, 1), PACE);
  }
}

function place(state) {
  const all = stops(state);
  const at = all.findIndex((one) => one.line >= state.past.line);
  return [all, at < 0 ? all.length - 1 : at];
}

/** @param {import("./main.js").App} app */
function step(app, by) {
  const { past } = app.state;
  if (!past) return;
  const [all, at] = place(app.state);
  const next = Math.max(0, Math.min(all.length - 1, at + by));
  if (next === at) past.plays = false;
  go(app, all[next].line);
}

/** @param {import("./main.js").App} app */
export function go(app, line) {
  app.state.past.line = line;
  show(app);
}

/** @param {import("./main.js").App} app */
export function replayBar(app) {
  const { state } = app;
  if (!state.past) return null;
  const [all, at] = place(state);
  const line = all[at];
  if (!line) return null;
  return h(
    "section",
    { class: "replay", key: "replay", "aria-label": "Looking back" },
    h(
      "div",
      { class: "replay-head" },
      h("b", null, `Round ${line.round ?? 1}`),
      h("span", { class: "faint" }, `line ${at + 1} of ${all.length}`),
      button("Back to now", () => closeReplay(app), { class: "primary" }),
    ),
    h("input", {
      type: "range",
      id: "replay-slider",
      min: 0,
      max: all.length - 1,
      step: 1,
      value: String(at),
      "aria-label": "Line of the log",
      "aria-valuetext": `Line ${at + 1} of ${all.length}: ${line.text}`,
      on: { input: (event) => go(app, all[Number(event.target.value)].line) },
    }),
    h(
      "div",
      { class: "replay-steps" },
      button("«", () => step(app, -all.length), { "aria-label": "To the beginning" }),
      button("‹", () => step(app, -1), { "aria-label": "One line back" }),
      button(state.past.plays ? "Stop" : "Play", () => {
        state.past.plays = !state.past.plays;
        if (state.past.plays) step(app, at === all.length - 1 ? -all.length : 1);
        else clearTimeout(state.past.later);
        app.changed();
      }),
      button("›", () => step(app, 1), { "aria-label": "One line on" }),
      button("»", () => step(app, all.length), { "aria-label": "To the end" }),
      h("p", { class: "replay-text" }, ruled(app, line.text)),
    ),
  );
}

/**
 * What the battle cost: who fell, what was lost, what lies there.
 * @param {import("./main.js").App} app
 */
export function aftermath(app) {
  const { state } = app;
  const first = stops(state)[0];
  if (!state.begun && first) {
    state.begun = { figures: [] };
    app.api
      .get(`past?line=${first.line}`)
      .then(({ view }) => {
        state.begun = view;
        app.changed();
      })
      .catch(() => {});
  }
  const { view, begun } = state;
  const sides = sidesOf(view);
  const before = new Map((begun?.figures ?? []).map((one) => [one.name, one]));
  const names = [...new Set(view.figures.flatMap((one) => one.points.map((points) => points.name)))];
  const lost = (one, name) => {
    const now = one.points.find((points) => points.name === name);
    const then = before.get(one.name)?.points.find((points) => points.name === name);
    if (!now) return "";
    if (now.now === null || !then || then.now === null) return pointsOf(now);
    return then.now === now.now ? "–" : String(then.now - now.now);
  };
  return h(
    "div",
    { class: "aftermath", key: "aftermath" },
    h("h3", null, "What it cost"),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": "What the battle cost" },
      h(
        "table",
        null,
        h("caption", { class: "unseen" }, "What the battle cost"),
        h("thead", null, h("tr", null, h("th", { scope: "col" }, "Who"), h("th", { scope: "col" }, "How"), names.map((name) => h("th", { scope: "col", key: name }, `${name} lost`)))),
        h(
          "tbody",
          null,
          view.figures.map((one) =>
            h(
              "tr",
              { key: one.name, class: one.dead || one.out ? "beaten" : "" },
              h("th", { scope: "row" }, h("span", { class: "named" }, badge(sides.indexOf(one.side)), ` ${one.name}`)),
              h("td", null, fateOf(one) || "stands"),
              names.map((name) => h("td", { class: "number", key: name }, lost(one, name))),
            ),
          ),
        ),
      ),
    ),
    view.ground.length > 0 && [h("h3", null, "Left on the ground"), h("ul", null, view.ground.map((one) => h("li", null, `${one.item} of ${one.owner}, at ${one.cell.join(",")}`)))],
  );
}

function download(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const stem = (state) => (state.table.file ?? `${state.view.title || "fight"}.txt`).replace(/(\.save)?\.[a-z]+$/, "");

/** The log in words, as this seat may read it. */
function plainText(state, log = state.log) {
  const out = [state.view.title || "A fight", ""];
  let [round, turn] = [null, null];
  for (const line of log) {
    if (!line.text) continue;
    if (line.round && line.round !== round) out.push("", `Round ${line.round}`);
    if (line.turn && line.turn !== turn) out.push("");
    [round, turn] = [line.round ?? round, line.turn ?? turn];
    out.push(`${line.is === "roll" || line.is === "score" ? "    " : ""}${line.text}`);
  }
  return `${out.join("\n")}\n`;
}

/**
 * The seats whose log the game master can hand out, asked for once.
 * @param {import("./main.js").App} app
 */
async function readSeats(app, dialog) {
  try {
    dialog.seats = (await app.api.get("seats")).seats.filter((one) => one.kind !== "master");
  } catch {
    dialog.seats = [];
  }
  app.changed();
}

/** @param {import("./main.js").App} app */
export function exported(app, dialog) {
  const { state } = app;
  const isMaster = state.table.seat.kind === "master";
  if (isMaster && !dialog.seats) {
    dialog.seats = [];
    readSeats(app, dialog);
  }
  const ofSeat = async (event) => {
    event.preventDefault();
    const seat = String(new FormData(event.target).get("seat"));
    try {
      const { lines } = await app.api.get(`log?from=0&seat=${encodeURIComponent(seat)}`);
      download(`${stem(state)} ${seat}.txt`, "text/plain", plainText(state, lines));
    } catch (error) {
      app.failed(error.message);
    }
  };
  const whole = async () => {
    try {
      download(`${stem(state)}.jsonl`, "application/jsonl", await app.api.text("written"));
    } catch (error) {
      app.failed(error.message);
    }
  };
  return [
    "Export",
    isMaster && h("p", null, "The whole log goes on at another table and can be proved; it tells everything, also what is hidden."),
    isMaster && h("div", { class: "buttons start" }, button("The whole log", whole, { disabled: off(app) })),
    isMaster && dialog.seats.length > 0 && [
      h("p", { key: "of-seat" }, "The story in words, as one of the seats may read it: nothing stands there that was hidden from it."),
      h(
        "form",
        { class: "setting", key: "seat-form", on: { submit: ofSeat } },
        h("label", null, "As ", h("select", { name: "seat" }, dialog.seats.map((one) => h("option", { value: one.name, key: one.name }, one.name)))),
        h("button", { type: "submit", disabled: off(app) }, "As that seat reads it"),
      ),
    ],
    h("p", null, "The story in words, as you may read it."),
    h("div", { class: "buttons start" }, button("As a text", () => download(`${stem(state)}.txt`, "text/plain", plainText(state))), button("Print it", () => print())),
  ];
}

/**
 * What is on paper; on the screen it is not there.
 * @param {import("./main.js").App} app
 */
export function paper(app) {
  const { state } = app;
  if (state.dialog?.kind !== "export") return null;
  return h(
    "article",
    { class: "paper", key: "paper", "aria-hidden": "true" },
    h("h1", null, state.view.title || "A fight"),
    h("ul", null, state.view.figures.map((one) => h("li", null, `${one.name} (${one.side}): ${[...new Set([...one.points.map(pointsOf), ...one.notes, fateOf(one)])].filter(Boolean).join(", ")}`))),
    plainText(state)
      .split("\n")
      .slice(2)
      .map((line) => (line.startsWith("Round ") ? h("h2", null, line) : h("p", { class: line.startsWith("    ") ? "small" : "" }, line))),
  );
}
