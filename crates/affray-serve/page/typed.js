// Typed lines. What a line means is said by the server, the same as at the terminal.

import { h } from "./dom.js";
import { percent } from "./options.js";
import { openReplay } from "./replay.js";
import { off } from "./view.js";

/**
 * The field for typed lines; the arrow keys bring earlier ones back.
 * @param {import("./main.js").App} app
 */
export function sayForm(app) {
  const { state } = app;
  if (state.table.seat.kind === "spectator") return null;
  const send = async (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (document.getElementById("say"));
    const words = field.value;
    state.recalled = null;
    if (words.trim() && state.history[state.history.length - 1] !== words) state.history.push(words);
    if ((await app.type(words)) && field.value === words) field.value = "";
  };
  return h(
    "form",
    { class: "say", key: "say", on: { submit: send } },
    h("label", { for: "say" }, h("span", { class: "unseen" }, "Say what is done"), h("span", { "aria-hidden": "true" }, "›")),
    h("input", {
      id: "say",
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      placeholder: matchMedia("(max-width: 820px)").matches ? "or say it; try: help" : "or say it: attack orc neck · 5,2 NE · odds 3 · help",
      on: { keydown: (event) => recall(state, event) },
    }),
    h("button", { type: "submit", disabled: off(app) }, "Say"),
  );
}

/** Brings an earlier line back into the field, or the next one; below the last stands what was half typed. */
function recall(state, event) {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  const { history } = state;
  const last = state.recalled?.at ?? history.length;
  const next = last + (event.key === "ArrowUp" ? -1 : 1);
  if (next < 0 || next > history.length) return;
  event.preventDefault();
  const unsent = state.recalled?.unsent ?? event.target.value;
  state.recalled = next === history.length ? null : { at: next, unsent };
  event.target.value = history[next] ?? unsent;
}

/**
 * Does what a line says; answers whether it was understood and done, so that the field can be emptied.
 * @param {import("./main.js").App} app
 */
export async function type(app, words) {
  const line = words.trim();
  if (!line) return true;
  const { state, api, planner } = app;
  const isMaster = state.table?.seat.kind === "master";
  const opens = { export: true, note: true, seats: isMaster, override: isMaster };
  if (opens[line.toLowerCase()]) {
    state.dialog = { kind: line.toLowerCase() };
    app.changed();
    return true;
  }
  if (line.toLowerCase() === "replay") {
    openReplay(app);
    return true;
  }
  try {
    const means = await api.post("typed", { words: line });
    if (means.act) {
      let done = true;
      for (let times = means.times ?? 1; done && times > 0; times -= 1) done = await app.act(means.act);
      return done;
    }
    if (means.plan !== undefined) planner.type(means.plan);
    else if (means.odds !== undefined) {
      app.show(`Odds: ${means.odds}`, ["working them out …"]);
      app.show(`Odds: ${means.odds}`, { odds: await api.post("odds", { words: means.odds }) });
    } else if (means.reach !== undefined) {
      const { places, each } = await api.post("reach", { words: means.reach });
      Object.assign(planner.draft, { reach: places, each });
      const cells = [...new Set(places.map((place) => place.cell.join(",")))];
      app.show("Within reach", [`${cells.length} cells: ${cells.join("  ")}`]);
    } else if (means.look !== undefined) {
      const { lines } = await api.get(`look?who=${encodeURIComponent(means.look)}`);
      app.show(means.look, lines);
    } else if (means.measure) {
      const [from, to] = means.measure.map(encodeURIComponent);
      app.show("Measured", [(await api.get(`measure?from=${from}&to=${to}`)).text]);
    } else if (means.win) await win(app, means.win);
    else if (means.rules !== undefined) await rules(app, means.rules);
    else if (means.log !== undefined) state.tab = "log";
    else if (means.why) why(app);
    else if (means.order) app.show("Order", order(state.view));
    else if (means.suggest !== undefined) app.show("The best plans", { text: means.suggest });
    else if (means.help !== undefined) app.show("What can be typed", { text: means.help });
    else if (means.more) state.showAll = true;
    else if (means.saved) app.show("Saved", [`Every input is saved at once${state.table?.file ? `, in ${state.table.file}` : ""}.`]);
    else if (means.map) app.board?.refit();
    app.changed();
    return true;
  } catch (error) {
    app.failed(error.message);
    return false;
  }
}

function order(view) {
  const figures = new Map(view.figures.map((one) => [one.name, one]));
  return view.order.map((name) => {
    const one = figures.get(name);
    return `${name === view.asked ? "> " : ""}${name}${one ? `: ${one.notes.join(", ")}` : ""}`;
  });
}

/**
 * The last number, line by line.
 * @param {import("./main.js").App} app
 */
function why(app) {
  const { view, log } = app.state;
  const last = view.wanted?.is === "roll" ? view.wanted : [...log].reverse().find((line) => line.tally?.length);
  if (!last) app.show("Why", ["No number has been told yet."]);
  else app.show(`${last.who}: ${last.what ?? last.for}`, { tally: last.tally, total: last.target ?? last.score });
}

/** @param {import("./main.js").App} app */
export async function win(app, fights) {
  app.show("Who wins from here", [`fighting on ${fights} times …`]);
  try {
    const chance = await app.api.post("win", { fights });
    app.show("Who wins from here", [
      ...chance.wins.map((one) => {
        const between = one.low === undefined ? "" : ` (${percent(one.low)} to ${percent(one.high)})`;
        return `${one.side}: ${percent(one.share ?? one.wins / chance.fights)}${between}`;
      }),
      `${chance.fights} fights that go on from now as the program plays; 95 % intervals.`,
    ]);
  } catch (error) {
    app.show("Who wins from here", [error.message]);
  }
}

/** @param {import("./main.js").App} app */
async function rules(app, words) {
  if (/^[A-Za-z0-9]+-[A-Za-z]?\d+[a-z]?$/.test(words)) {
    await app.rule(words.toUpperCase());
    return;
  }
  const { found } = await app.api.get(`rule?words=${encodeURIComponent(words)}`);
  app.show(`Rules with “${words}”`, found.length ? found.map((one) => `${one.id} ${one.title}`) : ["There is none."]);
}
