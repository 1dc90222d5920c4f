// What passes between seats beside the fight: requests, a pause, a nudge, who knocks; and the screen that all look at.

import { h } from "./dom.js";
import { keep } from "./net.js";
import { button, off } from "./view.js";
import { fateOf, pointsOf, shownOrder } from "./words.js";

/** Milliseconds after which somebody at the door asks again. */
const PATIENCE = 2000;

/**
 * Takes what was told beside the view.
 * @param {import("./main.js").App} app
 */
export function takeAsides(app, asides) {
  const { state } = app;
  const before = state.asides;
  state.asides = asides ?? {};
  if (state.table?.seat.kind === "player" && asides?.nudges > (before?.nudges ?? asides.nudges)) {
    state.nudged = true;
    app.told("The game master waits for you.");
    navigator.vibrate?.(200);
  }
  for (const name of asides?.knocks ?? []) if (!before?.knocks?.includes(name)) app.told(`${name} knocks.`);
}

/**
 * What the seat is to know or to answer, above everything else.
 * @param {import("./main.js").App} app
 */
export function requests(app) {
  const { state } = app;
  const { asides, table } = state;
  const isMaster = table.seat.kind === "master";
  const shown = [];
  if (asides.paused) {
    shown.push(
      h("div", { class: "request", key: "paused" }, h("p", null, "The fight is paused."), isMaster && button("Go on", () => app.act({ pause: false }), { class: "primary", disabled: off(app) })),
    );
  }
  if (state.nudged) {
    shown.push(h("div", { class: "request urgent", key: "nudged", role: "alert" }, h("p", null, "The game master waits for you."), button("×", () => {
      state.nudged = false;
      app.changed();
    }, { class: "close", "aria-label": "Close" })));
  }
  if (asides.unsaved) shown.push(h("div", { class: "request urgent", key: "unsaved", role: "alert" }, h("p", null, `The copy of the log: ${asides.unsaved}. The fight itself is saved.`)));
  if (asides.restored) shown.push(h("div", { class: "request urgent", key: "restored", role: "alert" }, h("p", null, asides.restored)));
  if (isMaster) {
    for (const seat of asides.wishes ?? []) {
      shown.push(
        h(
          "div",
          { class: "request", key: `wish ${seat}` },
          h("p", null, h("b", null, seat), " asks to take back what was done last; the dice after it fall anew."),
          button("Take it back", () => app.act({ "grant-undo": { seat, grant: true } }), { class: "primary", disabled: off(app) }),
          button("No", () => app.act({ "grant-undo": { seat, grant: false } }), { disabled: off(app), "aria-label": `No, ${seat} cannot take it back` }),
        ),
      );
    }
    for (const name of asides.knocks ?? []) shown.push(knock(app, name));
  } else if (asides.wishes) {
    shown.push(h("div", { class: "request", key: "wish" }, h("p", null, "You asked the game master to take back what you did last."), button("Never mind", () => app.act({ "ask-undo": false }), { disabled: off(app) })));
  } else if (state.mayAsk) {
    shown.push(
      h(
        "div",
        { class: "request", key: "may" },
        h("p", null, "Dice fell since, or somebody else did something."),
        button("Ask the game master", async () => {
          state.mayAsk = false;
          await app.act({ "ask-undo": true });
        }, { class: "primary", disabled: off(app) }),
        button("×", () => {
          state.mayAsk = false;
          app.changed();
        }, { class: "close", "aria-label": "Close" }),
      ),
    );
  }
  return shown.length > 0 && h("section", { class: "requests", key: "requests", "aria-label": "Requests" }, shown);
}

/** @param {import("./main.js").App} app */
function knock(app, name) {
  const answer = async (body) => {
    try {
      await app.api.post("door", body);
    } catch (error) {
      app.failed(error.message);
    }
  };
  const send = (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const kind = String(data.get("kind"));
    const figures = kind === "player" ? data.getAll("figure").map(String) : [];
    answer({ admit: { name, seat: null, kind, figures } });
  };
  return h(
    "form",
    { class: "request knock", key: `knock ${name}`, on: { submit: send } },
    h("p", null, h("b", null, name), " knocks, with the code of this table."),
    h("label", null, "Seat ", h("select", { name: "kind" }, h("option", { value: "player" }, "Player"), h("option", { value: "spectator" }, "Looks on"), h("option", { value: "screen" }, "Screen for all"))),
    h(
      "fieldset",
      { class: "whom" },
      h("legend", null, "Plays"),
      app.state.view.figures.filter((one) => one.by_hand).map((one) => h("label", { class: "check", key: one.name }, h("input", { type: "checkbox", name: "figure", value: one.name }), ` ${one.name}`)),
    ),
    h("div", { class: "buttons" }, button("Turn away", () => answer({ "turn-away": { name } }), { class: "quiet", disabled: off(app) }), h("button", { type: "submit", class: "primary", disabled: off(app) }, "Let in")),
  );
}

/**
 * The code of the table, in the dialog of the seats.
 * @param {import("./main.js").App} app
 */
export function codePart(app, dialog, change) {
  const { code, addresses } = dialog.found;
  return h(
    "section",
    { class: "code-part", key: "code", "aria-label": "Code" },
    h("h3", null, "A code for those who cannot open a link"),
    code
      ? [
          h("p", null, "They open ", h("b", null, `http://${addresses[0]}/`), ", and type this code and their name; you let them in by name."),
          h("p", { class: "code-letters", "aria-label": [...code].join(" ") }, code),
          h("div", { class: "buttons start" }, button("Another code", () => change({ code: true }), { class: "small" }), button("No code", () => change({ code: false }), { class: "small" })),
        ]
      : h("div", { class: "buttons start" }, button("Make a code", () => change({ code: true }), { disabled: off(app) })),
  );
}

/**
 * The page of somebody who has no link: a code and a name.
 * @param {import("./main.js").App} app
 */
export function doorPage(app) {
  const { state } = app;
  const { door } = state;
  const send = async (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    door.error = "";
    try {
      const { ticket } = await app.api.post("knock", { code: String(data.get("code")).trim(), name: String(data.get("name")).trim() });
      Object.assign(door, { ticket, name: String(data.get("name")).trim() });
      wait(app);
    } catch (error) {
      door.error = error.message;
    }
    app.changed();
  };
  if (door.ticket) return h("main", { class: "page-note", key: "door" }, h("h1", null, "Affray"), h("p", { role: "status" }, `The game master is asked whether to let ${door.name} in …`));
  return h(
    "main",
    { class: "page-note", key: "door" },
    h("h1", null, "Affray"),
    h("p", { class: "lead" }, "This device reaches the table."),
    h("p", { role: "alert" }, state.why),
    h(
      "form",
      { class: "door", on: { submit: send } },
      h("h2", null, "Or type the code of the table"),
      h("label", { for: "door-code" }, "Code"),
      h("input", { id: "door-code", name: "code", type: "text", required: true, maxlength: 8, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" }),
      h("label", { for: "door-name" }, "Your name"),
      h("input", { id: "door-name", name: "name", type: "text", required: true, maxlength: 40, autocomplete: "nickname" }),
      door.error && h("p", { class: "refusal", role: "alert" }, door.error),
      h("div", { class: "buttons start" }, h("button", { type: "submit", class: "primary" }, "Knock")),
    ),
  );
}

/** @param {import("./main.js").App} app */
async function wait(app) {
  const { door } = app.state;
  while (door.ticket) {
    await new Promise((go) => setTimeout(go, PATIENCE));
    try {
      const told = await app.api.get(`knock?ticket=${encodeURIComponent(door.ticket)}`);
      if (told.is === "in") {
        keep(told.key);
        location.reload();
        return;
      }
      if (told.is === "turned-away") Object.assign(door, { ticket: "", error: "You were not let in, or the code is another one now." });
    } catch (error) {
      if (error.status !== 0) Object.assign(door, { ticket: "", error: error.message });
    }
    app.changed();
  }
}

/**
 * A screen for all: large, and without anything to press.
 * @param {import("./main.js").App} app
 */
export function screenPage(app, map) {
  const { state } = app;
  const { view } = state;
  const told = state.log.filter((line) => line.text && line.is !== "score").slice(-6);
  return h(
    "main",
    { key: "screen", class: "screen" },
    h(
      "header",
      { class: "screen-head" },
      h("h1", null, view.title || "Affray"),
      h("p", null, `Round ${view.round}`),
      h("p", { class: "screen-asked" }, state.asides.paused ? "Paused" : view.wanted?.is === "nothing" ? "The fight is over" : view.asked ? `${view.asked} decides` : ""),
      state.link === "lost" && h("p", { class: "pill bad", role: "alert" }, "Not connected"),
    ),
    h("section", { class: "board", key: "board", "aria-label": "Map" }, map),
    h(
      "ol",
      { class: view.figures.length > 20 ? "screen-order crowd" : view.figures.length > 10 ? "screen-order many" : "screen-order", "aria-label": "Order" },
      shownOrder(view).map((one) =>
        h("li", { key: one.name, class: [one.name === view.asked && "asked", one.out && "out"].filter(Boolean).join(" ") }, h("b", null, one.name), h("span", null, ` ${[...one.points.map(pointsOf), fateOf(one)].join(" ")}`)),
      ),
    ),
    h("div", { class: "screen-log", role: "log", "aria-label": "What happened" }, told.map((line) => h("p", { key: `line ${line.line}` }, line.text))),
  );
}
