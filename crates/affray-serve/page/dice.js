// Dice that fall on the table: fields that advance by themselves, or one sum.

import { h } from "./dom.js";
import { button, off, tally } from "./view.js";
import { numberOf } from "./words.js";

/** Dice that have a field each, at the most. */
const MOST = 8;

/** @param {import("./main.js").App} app */
export function diceForm(app) {
  const { state } = app;
  const wanted = /** @type {import("./views.d.ts").WantedRoll} */ (state.view.wanted);
  const { number, sides, text } = wanted.dice;
  const key = `${state.revision}`;
  if (state.dice.key !== key) state.dice = { key, faces: [], sum: "" };
  const { dice } = state;
  const each = number <= MOST;
  const shown = dice.faces.filter((face) => face !== "" && face !== undefined);
  const whole = each && number > 1 && shown.length === number;
  const words = whole ? dice.faces.join(" ") : dice.sum.trim();
  const sum = whole ? dice.faces.reduce((sum, face) => sum + Number(face), 0) : 0;
  const send = (event) => {
    event.preventDefault();
    if (words) app.act({ roll: words });
  };
  return [
    h("h2", { id: "now-title", tabindex: -1 }, `${wanted.who} rolls ${text} for ${wanted.what}`),
    wanted.target !== null && h("p", { class: "lead" }, numberOf(wanted)),
    wanted.hidden && h("p", { class: "notice" }, "For the game master's eyes only."),
    wanted.tally.length > 0 &&
      h("details", { class: "why", key: `why ${key}`, open: true }, h("summary", null, "How that came about"), tally(app, wanted.tally, wanted.target)),
    h(
      "form",
      { class: "dice", key: `dice ${key}`, on: { submit: send } },
      each && number > 1 &&
        h(
          "fieldset",
          null,
          h("legend", null, "Each die"),
          Array.from({ length: number }, (_, index) => die(app, dice, index, number, sides)),
        ),
      h(
        "label",
        { class: "sum" },
        number > 1 ? "or their sum " : "The die shows ",
        h("input", {
          type: "text",
          inputmode: "numeric",
          autocomplete: "off",
          class: "die",
          id: "dice-sum",
          value: dice.sum,
          on: {
            input: (event) => {
              dice.sum = event.target.value;
              dice.faces = [];
              app.changed();
            },
          },
        }),
      ),
      h(
        "div",
        { class: "buttons" },
        button("Throw them for me", () => app.act({ draw: true }), { disabled: off(app), class: "quiet" }),
        h(
          "button",
          { type: "submit", class: "primary", disabled: off(app) || !words },
          whole ? `Take ${dice.faces.join(" + ")} = ${sum}` : words ? `Take ${words}` : "Take",
        ),
      ),
    ),
  ];
}

/** @param {import("./main.js").App} app */
function die(app, dice, index, number, sides) {
  const width = String(sides).length;
  return h("input", {
    key: `die ${index}`,
    id: `die-${index}`,
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: width,
    class: "die",
    "aria-label": `Die ${index + 1} of ${number}, 1 to ${sides}`,
    value: dice.faces[index] ?? "",
    on: {
      focus: (event) => event.target.select(),
      input: (event) => {
        const digits = event.target.value.replace(/\D/g, "");
        event.target.value = digits;
        dice.faces[index] = digits;
        dice.sum = "";
        const full = digits.length >= width || Number(digits) * 10 > sides;
        if (digits && full && index + 1 < number) document.getElementById(`die-${index + 1}`)?.focus();
        app.changed();
      },
      keydown: (event) => {
        if (event.key === "Backspace" && !event.target.value && index > 0) document.getElementById(`die-${index - 1}`)?.focus();
      },
    },
  });
}
