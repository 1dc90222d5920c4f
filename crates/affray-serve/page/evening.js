// The evening's start: what can be fought, what can be gone on with, what is put together.

import { h, render } from "./dom.js";
import { bringPanel, broughtPage, drawBrought, dropping } from "./bring.js";
import { editorPage, openEditor } from "./editor.js";
import { Api, Refusal, follow } from "./net.js";
import { button, themed } from "./view.js";

const DICE = {
  "": "as the program was started",
  drawn: "the program throws them",
  typed: "they fall on the table for those whom people play",
  "typed-all": "all fall on the table",
};

/** Milliseconds after which is looked what has changed. */
const OFTEN = 8000;

/** Shows the start, for whoever has its key. */
export function evening(key) {
  const host = document.getElementById("app");
  const status = document.getElementById("status");
  let planned = false;
  const app = {
    state: { link: "open", list: null, only: "", error: "", toast: "", busy: false, editor: null, brought: null, closed: "" },
    api: new Api(key),
    board: null,
    changed() {
      if (planned) return;
      planned = true;
      queueMicrotask(() => {
        planned = false;
        document.body.dataset.busy = app.state.busy ? "busy" : "";
        render(host, page(app));
        app.state.editor?.drawn?.();
        drawBrought(app);
      });
    },
    told(text) {
      if (text) status.textContent = text;
    },
    failed(text) {
      app.state.toast = text;
      app.changed();
    },
    /** Asks the server for something that changes something; nothing where it refuses. */
    async post(path, body) {
      app.state.toast = "";
      app.state.busy = true;
      app.changed();
      try {
        return await app.api.post(path, body);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // A saved fight that comes to something else has its own way on, which is offered beside it.
        if (error.body?.from_here) app.state.stuck = { file: body.file, why: error.message };
        else app.failed(error.message);
        return null;
      } finally {
        app.state.busy = false;
        app.changed();
      }
    },
    async refresh() {
      try {
        app.state.list = await app.api.get("start");
        app.state.closed = "";
      } catch (error) {
        app.state.closed = error.status === 401 ? "This link is not known here any more: open the one that the program printed at its start." : error.message;
      }
      app.changed();
    },
    async begin(what, wish = {}) {
      const begun = await app.post("start/begin", { ...what, wish });
      if (begun) follow(begun.link);
    },
  };
  const drops = dropping(app);
  for (const [type, act] of Object.entries(drops)) addEventListener(type, (event) => app.state.list && !app.state.editor && act(event));
  document.title = "Affray";
  addEventListener("focus", () => !app.state.editor && app.refresh());
  setInterval(() => !app.state.editor && document.visibilityState === "visible" && app.refresh(), OFTEN);
  app.refresh();
  return app;
}

function page(app) {
  const { state } = app;
  if (!state.list) return h("main", { class: "page-note", key: "waiting" }, h("h1", null, "Affray"), h("p", { role: "alert" }, state.closed || "Looking what there is …"));
  return [
    h(
      "header",
      { class: "top", key: "top" },
      h("h1", null, state.editor ? state.editor.draft.title || "A new fight" : "Affray"),
      h("p", { class: "round" }, state.editor ? "being put together" : "Tabletop fights by their rules"),
      state.closed && h("p", { class: "pill bad", role: "alert" }, "Not connected"),
      h("div", { class: "tools", role: "group", "aria-label": "Page" }, state.editor && button("Back to the start", () => leave(app)), button("Light or dark", themed, { class: "theme" })),
    ),
    state.editor ? editorPage(app) : state.brought ? broughtPage(app) : list(app),
    h(
      "div",
      { class: "toasts", key: "toasts", role: "alert" },
      state.toast &&
        h("div", { class: "toast", key: "toast" }, state.toast.split("\n").map((line) => h("p", null, line)), button("×", () => app.failed(""), { class: "close", "aria-label": "Close" })),
    ),
  ];
}

function leave(app) {
  const { editor } = app.state;
  if (editor.changed && !editor.leaving) {
    editor.leaving = true;
    app.failed("What was changed is not saved. “Back to the start” once more leaves it.");
    return;
  }
  app.state.editor = null;
  app.state.toast = "";
  app.refresh();
}

function list(app) {
  const { state } = app;
  const { list } = state;
  const duel = list.stock.find((one) => one.name === "duel") ?? list.stock[0];
  const rulesets = new Map(list.rulesets.map((one) => [one.id, one.title]));
  const [mine, theirs] = duel.sides.map((side) => side.name);
  const closed = list.saved.filter((one) => !list.tables.some((table) => table.file === one.file));
  const stock = list.stock.filter((one) => !state.only || one.ruleset === state.only);
  return h(
    "main",
    { class: "evening", key: "evening" },
    h(
      "div",
      { class: "welcome" },
      h(
        "section",
        { class: "panel ready", "aria-labelledby": "ready" },
        h("h2", { id: "ready" }, "A duel is ready"),
        h("p", null, duel.description || duel.title),
        h("p", { class: "faint" }, `You play ${the(mine)}, the program plays ${the(theirs)}. Each turn the page shows what can be done and what it comes to; “?” says what the words mean.`),
        h(
          "div",
          { class: "row" },
          button("Start the duel", () => app.begin({ stock: duel.name }, { sides: [mine] }), { class: "primary", disabled: state.busy, id: "start-duel" }),
          button("Play both sides", () => app.begin({ stock: duel.name }), { class: "quiet", disabled: state.busy, id: "start-both" }),
        ),
      ),
      h(
        "section",
        { class: "panel ready", "aria-labelledby": "new" },
        h("h2", { id: "new" }, "Put a fight together"),
        h("p", null, "Draw a map, set down who fights, and start it."),
        h(
          "form",
          {
            class: "row",
            on: {
              submit: (event) => {
                event.preventDefault();
                openEditor(app, { ruleset: String(new FormData(event.target).get("ruleset")) });
              },
            },
          },
          h("label", null, h("span", { class: "unseen" }, "Rules"), h("select", { name: "ruleset", "aria-label": "Rules" }, list.rulesets.map((one) => h("option", { value: one.id, key: one.id }, one.title)))),
          h("button", { type: "submit", class: "primary", disabled: state.busy }, "Begin"),
        ),
      ),
      bringPanel(app),
    ),
    list.tables.length > 0 && section("Open now", "open", list.tables.map((one) => openTable(app, one))),
    closed.length > 0 && section("Saved here", "saved", closed.map((one) => saved(app, one))),
    list.own.length > 0 && section("In this folder", "own", list.own.map((one) => card(app, one, rulesets))),
    section(
      "Comes with the program",
      "stock",
      stock.map((one) => card(app, one, rulesets)),
      h(
        "select",
        {
          "aria-label": "Of which rules",
          value: state.only,
          on: {
            change: (event) => {
              state.only = event.target.value;
              app.changed();
            },
          },
        },
        [["", "All rules"], ...rulesets].map(([id, name]) => h("option", { value: id, key: `only ${id}`, selected: id === state.only }, name)),
      ),
    ),
    h("p", { class: "faint where" }, `Files are read and written in ${list.folder}.`),
  );
}

function section(title, id, cards, more) {
  return h("section", { key: id, "aria-labelledby": `${id}-title`, class: "shelf" }, h("div", { class: "panel-head" }, h("h2", { id: `${id}-title` }, title), more), h("ul", { class: "cards" }, cards));
}

/** A name within a sentence. */
const the = (name) => name.replace(/^The /, "the ");

const sidesOf = (one) => (one.sides ?? []).map((side, at) => `${at ? the(side.name) : side.name}${side.count > 1 ? ` (${side.count})` : ""}`).join(" against ");

function card(app, one, rulesets) {
  const { state } = app;
  const what = one.file ? { file: one.file } : { stock: one.name };
  const name = one.title || one.file || one.name;
  if (one.error) {
    return h("li", { key: `file ${one.file}`, class: "card" }, h("h3", null, one.file), h("p", { class: "refusal" }, one.error));
  }
  return h(
    "li",
    { key: one.file ? `file ${one.file}` : `stock ${one.name}`, class: "card" },
    h("h3", null, name),
    h("p", { class: "faint" }, [rulesets.get(one.ruleset) ?? one.ruleset, one.file].filter(Boolean).join(" · ")),
    one.description && h("p", { class: "about" }, one.description),
    h("p", { class: "faint" }, sidesOf(one)),
    h(
      "div",
      { class: "buttons" },
      button("Start", () => app.begin(what), { class: "primary", disabled: state.busy, "aria-label": `Start ${name}` }),
      button(one.made ? "Change" : "Change a copy", () => openEditor(app, what), { class: "quiet", disabled: state.busy, "aria-label": `${one.made ? "Change" : "Change a copy of"} ${name}` }),
    ),
    one.sides?.length > 0 && wishes(app, one, what),
  );
}

/** How a fight is played, if otherwise than the program was started. */
function wishes(app, one, what) {
  const begin = (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const sides = data.getAll("side").map(String);
    if (!sides.length) {
      app.failed("Somebody has to play: pick a side.");
      return;
    }
    const wish = {};
    if (sides.length < one.sides.length) wish.sides = sides;
    if (data.get("dice")) wish.dice = String(data.get("dice"));
    app.begin(what, wish);
  };
  return h(
    "details",
    { class: "wishes" },
    h("summary", { "aria-label": `Who plays and whose dice: ${one.title || one.file || one.name}` }, "Who plays, whose dice"),
    h(
      "form",
      { on: { submit: begin } },
      h("fieldset", null, h("legend", null, "People play"), one.sides.map((side) => h("label", { class: "check", key: side.name }, h("input", { type: "checkbox", name: "side", value: side.name, checked: true }), ` ${side.name}`))),
      h("p", { class: "faint" }, "The program plays the others."),
      h("label", null, "Dice ", h("select", { name: "dice" }, Object.entries(DICE).map(([id, words]) => h("option", { value: id, key: id }, words)))),
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary", disabled: app.state.busy }, "Start so")),
    ),
  );
}

function openTable(app, one) {
  const { state } = app;
  const who = one.there.length ? `${one.there.join(", ")} ${one.there.length === 1 ? "is" : "are"} there` : "nobody is there";
  const stands = one.over ? "over" : `round ${one.round}${one.asked ? `, ${one.asked} decides` : ""}`;
  return h(
    "li",
    { key: `table ${one.table}`, class: "card" },
    h("h3", null, one.title || one.file),
    h("p", { class: "faint" }, `${stands} · ${who}`),
    one.file && h("p", { class: "faint" }, one.file),
    h(
      "div",
      { class: "buttons" },
      button("To the table", async () => {
        const found = await app.post("start/table", { open: one.table });
        if (found) follow(found.link);
      }, { class: "primary", disabled: state.busy, "aria-label": `To the table: ${one.title}` }),
      button("Close", async () => {
        if (await app.post("start/table", { close: one.table })) app.refresh();
      }, { class: "quiet", disabled: state.busy, "aria-label": `Close ${one.title}: it is saved` }),
    ),
  );
}

function saved(app, one) {
  const { state } = app;
  const isStuck = state.stuck?.file === one.file;
  const goOn = async (what) => {
    const begun = await app.post("start/resume", what);
    if (begun) follow(begun.link);
  };
  const when = new Date(one.changed * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return h(
    "li",
    { key: `saved ${one.file}`, class: "card" },
    h("h3", null, one.title || one.file),
    h("p", { class: "faint" }, [one.ruleset, one.over ? "over" : one.round && `round ${one.round}`, when].filter(Boolean).join(" · ")),
    h("p", { class: "faint" }, one.file),
    isStuck && h("p", { class: "refusal", role: "alert", key: "stuck" }, `${state.stuck.why}. It can go on from there, in a new file; this one is kept.`),
    h(
      "div",
      { class: "buttons" },
      isStuck && button("Go on from there", () => goOn({ file: one.file, from_here: true }), { class: "primary", disabled: state.busy, key: "from-here" }),
      !isStuck && button(one.over ? "Look at it" : "Go on", () => goOn({ file: one.file }), { class: one.over ? "quiet" : "primary", disabled: state.busy, "aria-label": `${one.over ? "Look at" : "Go on with"} ${one.title}, ${one.file}` }),
    ),
  );
}
