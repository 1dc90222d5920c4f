// What opens above the table: a rule, a note, an overruled roll, the seats.

import { h } from "./dom.js";
import { join } from "./join.js";
import { overriding } from "./mastery.js";
import { exported } from "./replay.js";
import { seats } from "./seats.js";
import { button, off, ruled } from "./view.js";

/** @param {import("./main.js").App} app */
export function dialogOf(app) {
  const { dialog } = app.state;
  if (!dialog) return null;
  const kinds = { rule, explained, note, void: again, force: layDown, seats, export: exported, join, override: overriding };
  const [title, ...body] = kinds[dialog.kind](app, dialog);
  const close = () => {
    app.state.dialog = null;
    app.changed();
  };
  return h(
    "dialog",
    {
      key: "dialog",
      "aria-labelledby": "dialog-title",
      mounted: (node) => {
        const from = /** @type {HTMLElement | null} */ (document.activeElement);
        node.showModal();
        node.addEventListener("close", () => from?.isConnected && from.focus());
      },
      on: { cancel: close, close, click: (event) => event.target === event.currentTarget && close() },
    },
    h(
      "div",
      { class: "dialog-body" },
      h("div", { class: "dialog-head" }, h("h2", { id: "dialog-title" }, title), button("×", close, { class: "close", "aria-label": "Close" })),
      ...body,
    ),
  );
}

/** @param {import("./main.js").App} app */
function rule(app, { id, rule, error }) {
  if (error) return [id, h("p", null, error)];
  if (!rule) return [id, h("p", null, "…")];
  return [`${rule.id} ${rule.title ?? ""}`, rule.section && h("p", { class: "faint" }, rule.section), ...markdown(app, rule.text ?? "")];
}

/**
 * What the rules say of each word of a choice.
 * @param {import("./main.js").App} app
 */
function explained(app, { found }) {
  if (!found) return ["What these words mean", h("p", null, "…")];
  if (!found.length) return ["What these words mean", h("p", null, "The rules have nothing of these names.")];
  return [
    "What these words mean",
    ...found.map(({ words, rules, others }) =>
      h(
        "section",
        { class: "explained", key: words },
        h("h3", null, words),
        rules.map((rule) => markdown(app, rule.text ?? "")),
        others.length > 0 && h("p", { class: "faint" }, rules.length ? "More: " : "See ", others.map((one, index) => [index > 0 && ", ", `${one.title} `, ruled(app, `(${one.id})`)])),
      ),
    ),
  ];
}

/**
 * The little Markdown that ledgers have: paragraphs, lists, tables as they stand, emphasis.
 * @param {import("./main.js").App} app
 */
function markdown(app, text) {
  return text.split(/\n{2,}/).map((block) => {
    const lines = block.split("\n").filter((line) => line.trim());
    if (lines.length && lines.every((line) => /^\s*\|/.test(line))) return table(app, lines);
    if (lines.length && lines.every((line) => /^\s*([-*]|\d+\.)\s|^\s{2,}/.test(line))) {
      const items = [];
      for (const line of lines) {
        const item = line.match(/^\s*(?:[-*]|\d+\.)\s+(.*)$/);
        if (item) items.push(item[1]);
        else if (items.length) items[items.length - 1] += ` ${line.trim()}`;
      }
      return h("ul", null, items.map((item) => h("li", null, inline(app, item))));
    }
    return h("p", null, inline(app, lines.join(" ")));
  });
}

/** @param {import("./main.js").App} app */
function table(app, lines) {
  const rows = lines
    .filter((line) => !/^\s*\|[\s:|-]+\|\s*$/.test(line))
    .map((line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  return h("div", { class: "scroll", tabindex: 0 }, h("table", null, h("tbody", null, rows.map((row) => h("tr", null, row.map((cell) => h("td", null, inline(app, cell))))))));
}

/** @param {import("./main.js").App} app */
function inline(app, text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/).map((part) => {
    if (part.startsWith("**") && part.length > 4) return h("strong", null, ruled(app, part.slice(2, -2)));
    if (part.startsWith("`") && part.length > 2) return h("code", null, part.slice(1, -1));
    if (part.startsWith("*") && part.length > 2) return h("em", null, ruled(app, part.slice(1, -1)));
    return ruled(app, part);
  });
}

/** @param {import("./main.js").App} app */
function form(app, label, field, does) {
  const send = async (event) => {
    event.preventDefault();
    const { value } = /** @type {HTMLInputElement} */ (document.getElementById("dialog-field"));
    if (await does(value)) {
      app.state.dialog = null;
      app.changed();
    }
  };
  return h(
    "form",
    { on: { submit: send } },
    h("label", { for: "dialog-field" }, label),
    h("input", { id: "dialog-field", type: "text", autocomplete: "off", ...field }),
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary", disabled: off(app) }, "Do it")),
  );
}

/** @param {import("./main.js").App} app */
function note(app) {
  return ["Write a note", form(app, "What is to stand in the log", {}, (words) => words.trim() !== "" && app.act({ note: words.trim() }))];
}

/** What is withdrawn with a roll. */
function withdrawn({ follows: { lines, inputs, what } }) {
  if (!lines && !inputs) return "Nothing has followed from it yet.";
  const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  // The first is the roll itself.
  const named = what.slice(1, 7).concat(what.length > 7 ? [`and ${what.length - 7} more`] : []);
  const which = named.length ? ` (${named.join("; ")})` : "";
  return `What followed from it is withdrawn: ${many(lines, "line")} of the log${which}${inputs ? `, and with them ${many(inputs, "thing")} that people did` : ""}.`;
}

/** @param {import("./main.js").App} app */
function again(app, dialog) {
  const { line } = dialog;
  return [
    "Throw these dice again",
    h("p", null, ruled(app, line.text)),
    h("p", null, withdrawn(dialog)),
    h(
      "div",
      { class: "buttons" },
      button("Throw again", async () => {
        if (await app.act({ void: { line: line.line } })) {
          app.state.dialog = null;
          app.changed();
        }
      }, { class: "primary" }),
    ),
  ];
}

/** @param {import("./main.js").App} app */
function layDown(app, dialog) {
  const { line } = dialog;
  return [
    "Lay these dice down",
    h("p", null, ruled(app, line.text)),
    h("p", null, withdrawn(dialog)),
    form(app, `The sum of ${line.dice}`, { inputmode: "numeric", value: String(line.total) }, (words) => {
      const total = Number(words);
      if (words.trim() && Number.isInteger(total)) return app.act({ force: { total, line: line.line } });
      app.failed("Type a whole number.");
      return false;
    }),
  ];
}
