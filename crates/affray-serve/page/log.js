// The log: what happened, by rounds and turns.

import { h } from "./dom.js";
import { closeReplay, go, openReplay } from "./replay.js";
import { button, off, ruled, tally } from "./view.js";

const FILTERS = {
  all: ["Everything", (line) => Boolean(line.text)],
  story: ["Without numbers", (line) => Boolean(line.text) && line.is !== "score" && line.is !== "roll"],
  rolls: ["Dice", (line) => line.is === "roll" || line.is === "voided"],
};

/** @param {import("./main.js").App} app */
export function logPanel(app) {
  const { state } = app;
  const [, keeps] = FILTERS[state.logFilter];
  const lines = state.log.filter(keeps);
  const hidden = Math.max(0, lines.length - state.logShown);
  const entries = [];
  let [round, turn] = [null, null];
  for (const line of lines.slice(hidden)) {
    if (line.round && line.round !== round) entries.push(h("h3", { key: `round ${line.round}` }, `Round ${line.round}`));
    const begins = line.turn && line.turn !== turn;
    [round, turn] = [line.round ?? round, line.turn ?? turn];
    entries.push(entry(app, line, begins));
  }
  return h(
    "section",
    { class: "panel log-panel", key: "log", "aria-labelledby": "log-title" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { id: "log-title" }, "Log"),
      state.log.length > 2 && button(state.past ? "Back to now" : "Look back", () => (state.past ? closeReplay(app) : openReplay(app)), { class: "small", disabled: off(app) }),
      h(
        "select",
        {
          "aria-label": "What the log shows",
          value: state.logFilter,
          on: {
            change: (event) => {
              state.logFilter = event.target.value;
              app.changed();
            },
          },
        },
        Object.entries(FILTERS).map(([id, [name]]) => h("option", { value: id, key: id, selected: id === state.logFilter }, name)),
      ),
    ),
    hidden > 0 &&
      button(`Show ${hidden} earlier lines`, () => {
        state.logShown += 500;
        app.changed();
      }, { key: "earlier", class: "small" }),
    h("div", { class: "log", key: "lines", role: "log", "aria-label": "What happened", tabindex: 0, mounted: follow }, entries),
  );
}

/** @param {import("./main.js").App} app */
function entry(app, line, begins) {
  const { past } = app.state;
  const stops = line.text && !["note", "withdrawn", "header"].includes(line.is);
  const classes = ["line", line.is, begins && "begins", line.hidden && "hidden-roll", past?.line === line.line && "shown"];
  const isRoll = line.is === "roll" || line.is === "score";
  const isMaster = app.state.table.seat.kind === "master";
  const show = button("show", () => (past ? go(app, line.line) : openReplay(app, line.line)), {
    class: past ? "tiny" : "tiny to-map",
    // The keyboard comes there by "Look back": a stop at each line would keep it from everything behind the log.
    tabindex: past ? null : -1,
    "aria-label": `Show the fight at line ${line.line}`,
    "aria-pressed": past?.line === line.line ? "true" : "false",
    disabled: off(app),
  });
  const opens = isMaster && !past && line.is === "roll";
  if (opens && app.state.logOpened === line.line) classes.push("opened");
  return h(
    "div",
    {
      key: `line ${line.line}`,
      class: classes.filter(Boolean).join(" "),
      on: opens ? { click: (event) => !event.target.closest("button") && open(app, line) } : {},
    },
    isRoll && line.total !== undefined && fell(app, line, opens),
    h("span", { class: "text" }, ruled(app, line.text)),
    line.seat && h("span", { class: "faint" }, ` — ${line.seat}`),
    past && stops && show,
    h(
      "span",
      { class: "overrule" },
      !past && stops && show,
      opens && [
        button("again", () => overrule(app, line, "void"), { class: "tiny", disabled: off(app), "aria-label": `Throw the dice of line ${line.line} again` }),
        button("lay down", () => overrule(app, line, "force"), { class: "tiny", disabled: off(app), "aria-label": `Lay down the dice of line ${line.line}` }),
      ],
    ),
  );
}

/**
 * Shows what can be done with a roll, or no longer.
 * @param {import("./main.js").App} app
 */
function open(app, line) {
  app.state.logOpened = app.state.logOpened === line.line ? null : line.line;
  app.changed();
}

/** The rolls of dice that were thrown one after another and told together: those behind the first have no words of their own. */
function together(log, line) {
  const at = log.indexOf(line);
  let end = at + 1;
  while (log[end]?.is === "roll" && !log[end].text) end += 1;
  return log.slice(at, end);
}

/**
 * What the dice of a line came to: for the game master a button, behind which stands what can be done with them.
 * @param {import("./main.js").App} app
 */
function fell(app, line, opens) {
  const dice = together(app.state.log, line);
  const told = dice.map((one) => one.total).join(" ");
  const title = dice.length > 1 ? `The dice as they fell: ${told}` : `${line.dice}: ${line.total}`;
  const number = h("span", { class: "fell", title }, told);
  if (!opens) return number;
  return button(number, () => open(app, line), {
    class: "fell-button",
    // As the other buttons of a line: no stop of the keyboard at each.
    tabindex: -1,
    "aria-label": `${told}: what can be done with the dice of line ${line.line}`,
    "aria-expanded": app.state.logOpened === line.line ? "true" : "false",
  });
}

/** @param {import("./main.js").App} app */
async function overrule(app, line, kind) {
  let follows = null;
  try {
    follows = await app.api.get(`follows?line=${line.line}`);
  } catch (error) {
    app.failed(error.message);
    return;
  }
  app.state.dialog = { kind, line, follows };
  app.changed();
}

/** The log stays at its end for as long as nobody scrolls up in it. */
function follow(node) {
  let atEnd = true;
  node.addEventListener("scroll", () => {
    atEnd = node.scrollHeight - node.scrollTop - node.clientHeight < 40;
  });
  const down = () => {
    if (atEnd) node.scrollTop = node.scrollHeight;
  };
  new MutationObserver(down).observe(node, { childList: true });
  new ResizeObserver(down).observe(node);
  down();
}

export { tally };
