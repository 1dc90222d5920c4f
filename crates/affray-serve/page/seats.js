// The seats: who has one, who is there, new links with their codes.

import { h } from "./dom.js";
import { codePart } from "./asides.js";
import { button, off } from "./view.js";

const KINDS = { master: "Game master", player: "Player", spectator: "Looks on", screen: "Screen for all" };

/** @param {import("./main.js").App} app */
export function seats(app, dialog) {
  if (!dialog.begun) {
    dialog.begun = true;
    read(app, dialog);
  }
  return [
    "Seats and links",
    dialog.error && h("p", { class: "refusal", role: "alert", key: "error" }, dialog.error),
    dialog.link && invitation(dialog),
    dialog.found ? list(app, dialog) : h("p", { key: "wait" }, "…"),
    dialog.found && h("h3", { key: "new-title" }, "A new seat"),
    dialog.found && form(app, dialog),
    dialog.found && codePart(app, dialog, (what) => door(app, dialog, what)),
  ];
}

/** @param {import("./main.js").App} app */
async function read(app, dialog) {
  try {
    dialog.found = await app.api.get("seats");
  } catch (error) {
    dialog.error = error.message;
  }
  app.changed();
}

/** @param {import("./main.js").App} app */
async function door(app, dialog, what) {
  dialog.error = "";
  try {
    await app.api.post("door", what);
    await read(app, dialog);
  } catch (error) {
    dialog.error = error.message;
    app.changed();
  }
}

/** @param {import("./main.js").App} app */
async function change(app, dialog, what, name) {
  dialog.error = "";
  try {
    const { link, qr } = await app.api.post("seats", what);
    if (dialog.code) URL.revokeObjectURL(dialog.code);
    dialog.link = link ? { name, link } : null;
    // The picture of the server is shown as a picture, never as a part of the page.
    dialog.code = qr ? URL.createObjectURL(new Blob([qr], { type: "image/svg+xml" })) : null;
    await read(app, dialog);
    return true;
  } catch (error) {
    dialog.error = error.message;
    app.changed();
    return false;
  }
}

function invitation({ link: { name, link }, code }) {
  return h(
    "section",
    { class: "invitation", key: "invitation", "aria-label": `Link for ${name}` },
    h("p", null, `For ${name}; whoever has this link has the seat. It is shown only now.`),
    code && h("img", { src: code, alt: `A code with the link for ${name}`, class: "code" }),
    h("input", { type: "text", readonly: true, value: link, "aria-label": `Link for ${name}`, on: { focus: (event) => event.target.select() } }),
  );
}

/** @param {import("./main.js").App} app */
function list(app, dialog) {
  return h(
    "ul",
    { class: "seats", key: "seats" },
    dialog.found.seats.map((one) =>
      h(
        "li",
        { key: one.name },
        h("span", { class: one.windows ? "there" : "away" }, one.windows ? "●" : "○"),
        h(
          "span",
          { class: "who" },
          h("b", null, one.name),
          h("span", { class: "faint" }, ` ${KINDS[one.kind] ?? one.kind}${one.figures.length ? `: ${one.figures.join(", ")}` : ""}, ${one.windows ? "is there" : "is not there"}`),
        ),
        dialog.found.typed && (one.kind === "player" || one.kind === "master") &&
          h(
            "label",
            { class: "check throws" },
            h("input", {
              type: "checkbox",
              checked: one.throws,
              disabled: off(app),
              "aria-label": `The program throws for ${one.name}`,
              on: { change: (event) => door(app, dialog, { throws: { name: one.name, throws: event.target.checked } }) },
            }),
            " thrown",
          ),
        button("New link", () => change(app, dialog, { reissue: { name: one.name } }, one.name), { class: "small", disabled: off(app), "aria-label": `New link for ${one.name}` }),
        one.kind !== "master" &&
          button("Withdraw", () => change(app, dialog, { revoke: { name: one.name } }, one.name), { class: "small", disabled: off(app), "aria-label": `Withdraw the seat of ${one.name}` }),
      ),
    ),
  );
}

/** @param {import("./main.js").App} app */
function form(app, dialog) {
  const { figures } = app.state.view;
  const send = async (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const name = String(data.get("name") ?? "").trim();
    const kind = String(data.get("kind"));
    const chosen = kind === "player" ? data.getAll("figure").map(String) : [];
    if (await change(app, dialog, { make: { name, kind, figures: chosen } }, name)) event.target.reset();
  };
  return h(
    "form",
    { key: "new", class: "new-seat", on: { submit: send } },
    h("label", null, "Name ", h("input", { type: "text", name: "name", required: true, maxlength: 60, autocomplete: "off" })),
    h(
      "label",
      null,
      "Seat ",
      h("select", { name: "kind" }, h("option", { value: "player" }, KINDS.player), h("option", { value: "spectator" }, KINDS.spectator), h("option", { value: "screen" }, KINDS.screen)),
    ),
    h(
      "fieldset",
      { class: "whom" },
      h("legend", null, "Plays"),
      figures.map((one) => h("label", { class: "check", key: one.name }, h("input", { type: "checkbox", name: "figure", value: one.name }), ` ${one.name}`)),
    ),
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary", disabled: off(app) }, "Make the seat")),
  );
}
