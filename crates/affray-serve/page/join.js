// Somebody who joins in the middle of a fight.

import { h } from "./dom.js";
import { geometry } from "./geometry.js";
import { off } from "./view.js";
import { sidesOf } from "./words.js";

export function join(app, dialog) {
  const { state } = app;
  const { view, table } = state;
  const names = view.figures.map((one) => one.name);
  const facings = view.figures.some((one) => one.facing) ? Object.keys(geometry(table.map.layout).sides) : [];
  const send = async (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const text = (name) => String(data.get(name) ?? "").trim();
    const at = text("at").match(/^(-?\d+)\s*,\s*(-?\d+)$/);
    if (!at) {
      dialog.error = "Type the cell as two numbers: 5,2.";
      app.changed();
      return;
    }
    const one = { sheet: text("sheet"), at: [Number(at[1]), Number(at[2])] };
    for (const key of ["side", "name", "facing"]) if (text(key)) one[key] = text(key);
    dialog.error = "";
    if (await app.act({ add: one })) state.dialog = null;
    else Object.assign(dialog, { error: state.toast });
    app.changed();
  };
  const field = (name, label, props, ...more) => [h("label", { for: `join-${name}` }, label), h("input", { id: `join-${name}`, name, type: "text", autocomplete: "off", ...props }), ...more];
  return [
    "Somebody joins",
    h(
      "form",
      { class: "selected join", on: { submit: send } },
      field("sheet", "Sheet", { required: true, list: "join-sheets", placeholder: names[0] }, h("datalist", { id: "join-sheets" }, [...names, ...(table.sheets ?? [])].map((sheet) => h("option", { value: sheet, key: sheet })))),
      field("at", "Cell", { required: true, value: dialog.cell?.join(",") ?? "", placeholder: "5,2" }),
      field("side", "Side", { list: "join-sides" }, h("datalist", { id: "join-sides" }, sidesOf(view).map((side) => h("option", { value: side, key: side })))),
      field("name", "Name", { maxlength: 60 }),
      facings.length > 0 && [h("label", { for: "join-facing" }, "Faces"), h("select", { id: "join-facing", name: "facing" }, facings.map((facing) => h("option", { value: facing, key: facing }, facing)))],
      h("p", { class: "faint whole" }, "The sheet of somebody who is here, or one of the program. Side and name can be left out where they follow from it."),
      dialog.error && h("p", { class: "refusal whole", role: "alert" }, dialog.error),
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary", disabled: off(app) }, "Set down")),
    ),
  ];
}
