// The legend: what the ground that is on this map looks like, and what it means; and the areas of spells.

import { h } from "./dom.js";
import { groundClasses, wordsOf } from "./map.js";
import { geometry, keyOf, outlines } from "./geometry.js";
import { areasOf, describeArea } from "./words.js";

/**
 * The kinds of ground on a map, each once, by their words.
 * @param {import("./views.d.ts").MapView | undefined} map
 */
export function kindsOf(map) {
  const found = new Map();
  for (const one of map?.ground ?? []) if (!found.has(wordsOf(one))) found.set(wordsOf(one), one);
  return [...found.values()];
}

/** @param {import("./main.js").App} app */
export function legend(app) {
  const { state } = app;
  const { map } = state.table;
  if (!state.legend) return null;
  const shape = geometry(map.layout);
  const cell = outlines(shape, [[0, 0]]);
  const close = () => {
    state.legend = false;
    app.changed();
  };
  return h(
    "section",
    { class: "legend", key: "legend", "aria-labelledby": "legend-title", on: { keydown: (event) => event.key === "Escape" && close() } },
    h("h2", { id: "legend-title" }, kindsOf(map).length ? "The ground" : "Areas"),
    h("button", { type: "button", class: "close", "aria-label": "Close the legend", on: { click: close } }, "×"),
    h(
      "ul",
      { tabindex: 0, "aria-labelledby": "legend-title" },
      kindsOf(map).map((one) =>
        h(
          "li",
          { key: wordsOf(one) },
          h(
            "svg",
            { class: state.picture ? "pictured" : "", viewBox: "-0.62 -0.62 1.24 1.24", "aria-hidden": "true" },
            h("path", { key: "floor", class: "floor", d: cell }),
            groundClasses(one).map((kind) => h("path", { key: kind, class: `ground ${kind}`, d: cell })),
            h("path", { key: "grid", class: "grid", d: cell }),
          ),
          h("span", null, wordsOf(one)),
        ),
      ),
      areasOf(app).map((one) =>
        h(
          "li",
          { key: `area ${one.what} ${keyOf(one.cells[0] ?? [0, 0])}` },
          h(
            "svg",
            { viewBox: "-0.62 -0.62 1.24 1.24", "aria-hidden": "true" },
            h("path", { class: "floor", d: cell }),
            h("path", { class: "area filled", d: cell }),
            h("path", { class: one.planned ? "area edge planned" : "area edge", d: cell }),
          ),
          h("span", null, `${one.planned ? "Planned" : "Being cast"}. ${describeArea(one)}`),
        ),
      ),
    ),
  );
}
