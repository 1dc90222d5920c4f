// What the game master alone does: the points and the state of somebody, how much others are told, and what overrules the rules.

import { h } from "./dom.js";
import { said } from "./options.js";
import { button, off, ruled } from "./view.js";

/** How much other sides are told of somebody. */
export const SECRECY = { open: "all numbers", bands: "points in words", closed: "no numbers" };

/**
 * What is set of whose sheet is open.
 * @param {import("./main.js").App} app
 */
export function mastery(app, one) {
  const set = (part, value) => app.act({ set: { path: `${one.name}.${part}`, value } });
  const points = one.points.filter((points) => points.now !== null && points.now !== undefined);
  return h(
    "details",
    { class: "group", key: `mastery ${one.name}` },
    h("summary", null, "As the game master"),
    h(
      "div",
      { class: "mastery" },
      points.map((points) =>
        h(
          "form",
          {
            key: points.name,
            class: "setting",
            on: {
              submit: (event) => {
                event.preventDefault();
                const words = String(new FormData(event.target).get("points")).trim();
                if (/^-?\d+$/.test(words)) set(points.name.toLowerCase(), Number(words));
                else app.failed("Type a whole number.");
              },
            },
          },
          h("label", null, `${points.name} `, h("input", { type: "text", name: "points", class: "few", inputmode: "numeric", autocomplete: "off", value: String(points.now), "aria-label": `${points.name} of ${one.name}` })),
          h("button", { type: "submit", class: "small", disabled: off(app), "aria-label": `Set the ${points.name} of ${one.name}` }, "Set"),
        ),
      ),
      h(
        "label",
        { class: "setting", key: "secrecy" },
        "Others are told ",
        h(
          "select",
          { "aria-label": `What others are told of ${one.name}`, disabled: off(app), on: { change: (event) => event.target.value && set("secrecy", event.target.value) } },
          h("option", { value: "" }, "as before"),
          Object.entries(SECRECY).map(([id, words]) => h("option", { value: id, key: id, selected: id === one.secrecy }, words)),
        ),
      ),
      h(
        "div",
        { class: "buttons start", key: "acts" },
        button("Another state …", () => override(app, `${one.name}.`), { class: "small" }),
        one.hidden_from?.length > 0
          ? button("Reveal", () => app.act({ reveal: { who: one.name } }), { class: "small", disabled: off(app) })
          : button("Hide from the other sides", () => app.act({ hide: { who: one.name, from: null } }), { class: "small", disabled: off(app) }),
        one.cells.length > 0 && button("Take out of the fight", () => app.act({ remove: { who: one.name } }), { class: "small", disabled: off(app) }),
      ),
    ),
  );
}

/** @param {import("./main.js").App} app */
function override(app, path) {
  app.state.dialog = { kind: "override", path };
  app.changed();
}

/** A value as somebody types it: a number, yes or no, a cell or another list, or words. */
function valueOf(words) {
  if (/^[[{"]/.test(words)) {
    try {
      return JSON.parse(words);
    } catch {
      return words;
    }
  }
  if (/^-?\d+$/.test(words)) return Number(words);
  if (/^(true|yes)$/i.test(words)) return true;
  if (/^(false|no)$/i.test(words)) return false;
  return words;
}

/**
 * All that overrules the rules, in one place.
 * @param {import("./main.js").App} app
 */
export function overriding(app, dialog) {
  const { state } = app;
  const { view } = state;
  const does = (act) => async (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const command = act((name) => String(data.get(name) ?? "").trim());
    dialog.error = "";
    if (await app.act(command)) state.dialog = null;
    else dialog.error = state.toast;
    app.changed();
  };
  const refused = view.wanted?.is === "choice" ? view.wanted.refused.slice(0, 8) : [];
  const whom = (id) => [h("label", { for: id }, "Whom"), h("select", { id, name: "who" }, view.figures.map((one) => h("option", { value: one.name, key: one.name }, one.name)))];
  const done = (words) => h("div", { class: "buttons" }, h("button", { type: "submit", disabled: off(app) }, words));
  return [
    "Override",
    h("p", { key: "about" }, "What is done here goes past the rules. It stands in the log, and Undo takes it back."),
    dialog.error && h("p", { class: "refusal", role: "alert", key: "error" }, ruled(app, dialog.error)),
    view.wanted?.is === "choice" && [
      h("h3", { key: "allow-title" }, `Allow ${view.wanted.who} what the rules refuse`),
      refused.length > 0 &&
        h(
          "ul",
          { class: "plain", key: "refused" },
          refused.map((one) =>
            h("li", { key: JSON.stringify(one.id) }, button(one.words, async () => {
              if (await app.act({ allow: said(one.id) })) state.dialog = null;
              app.changed();
            }, { class: "small", disabled: off(app) }), ` ${one.message} `, ruled(app, one.rule)),
          ),
        ),
      h("form", { key: "allow", class: "selected", on: { submit: does((text) => ({ allow: text("words") })) } }, h("label", { for: "allow-words" }, "In words"), h("input", { id: "allow-words", name: "words", type: "text", required: true, autocomplete: "off", placeholder: "attack orc neck" }), done("Allow it")),
    ],
    h("h3", { key: "hurt-title" }, "Take points from somebody"),
    h(
      "form",
      { key: "hurt", class: "selected", on: { submit: does((text) => ({ hurt: { who: text("who"), points: Number(text("points")) } })) } },
      whom("hurt-who"),
      h("label", { for: "hurt-points" }, "Points"),
      h("input", { id: "hurt-points", name: "points", type: "text", inputmode: "numeric", required: true, pattern: "-?[0-9]+", autocomplete: "off", placeholder: "3" }),
      done("Take them"),
    ),
    h("h3", { key: "set-title" }, "Set a part of the state"),
    h(
      "form",
      { key: "set", class: "selected", on: { submit: does((text) => ({ set: { path: text("path"), value: valueOf(text("value")) } })) } },
      h("label", { for: "set-path" }, "Part"),
      h("input", { id: "set-path", name: "path", type: "text", required: true, autocomplete: "off", list: "set-paths", value: dialog.path ?? "", placeholder: `${view.figures[0]?.name}.conditions.stunned` }),
      h("datalist", { id: "set-paths" }, view.figures.flatMap((one) => [...one.points.map((points) => points.name.toLowerCase()), "secrecy", "conditions."].map((part) => h("option", { value: `${one.name}.${part}`, key: `${one.name}.${part}` })))),
      h("label", { for: "set-value" }, "Value"),
      h("input", { id: "set-value", name: "value", type: "text", required: true, autocomplete: "off", placeholder: "true" }),
      h("p", { class: "faint whole" }, "By the keys that files have: a name, a point and the part, such as hp or conditions.stunned. A condition is true or false."),
      done("Set it"),
    ),
    h("p", { class: "faint", key: "more" }, "Dice are thrown again or laid down at their line of the log; somebody is hidden, revealed or taken out in the sheet."),
  ];
}
