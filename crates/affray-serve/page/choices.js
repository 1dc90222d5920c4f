// What can be chosen: offers in groups, answers by their chances, and what the rules refuse.

import { h } from "./dom.js";
import { chanceOf, grouped, parted, ranked, said, shortened } from "./options.js";
import { button, off, ruled, tally } from "./view.js";

/**
 * Single steps and turns, for whoever does not want the way that the map offers.
 * @param {import("./main.js").App} app
 */
export function stepByStep(app, offers, picked) {
  return h(
    "details",
    { key: "singles", class: "group" },
    h("summary", null, "Step by step", h("span", { class: "faint" }, ` ${offers.length}`)),
    h("ul", { class: listed(offers) }, offers.map((offer) => option(app, offer, picked, ""))),
  );
}

/** Offers of which the groups are open from the start, at the most. */
const MOST_OPEN = 10;

/** @param {import("./main.js").App} app */
export function groups(app, offers, picked) {
  const all = grouped(offers);
  const titled = all.filter((group) => group.title && !group.last).length;
  return all.map((group, index) => {
    const items = group.offers.map((offer) => option(app, offer, picked, group.title));
    const list = listed(group.offers);
    if (!group.title) return h("ul", { key: `plain ${index}`, class: list }, items);
    const here = picked && group.offers.some((offer) => JSON.stringify(offer.id) === JSON.stringify(picked.id));
    return h(
      "details",
      { key: `group ${group.title}`, class: group.last ? "group vain" : "group", open: here || (!group.last && (index === 0 || group.offers.some((offer) => offer.reaches.length > 0 || offer.to) || (titled <= 2 && offers.length <= MOST_OPEN))) },
      h("summary", null, group.title, h("span", { class: "faint" }, ` ${group.offers.length}`)),
      h("ul", { class: list }, items),
    );
  });
}

/** The longest words of which several stand side by side, such as facings, so that all are in sight; and how many there are then. */
const SHORT = 14;
const MANY = 4;

const listed = (offers) => (offers.length >= MANY && offers.every((offer) => offer.words.length <= SHORT) ? "choices short" : "choices");

/** @param {import("./main.js").App} app */
function option(app, offer, picked, title) {
  return h("li", { key: JSON.stringify(offer.id) }, choice(app, offer, picked, title));
}

/** @param {import("./main.js").App} app */
function choice(app, offer, picked, title) {
  const [label, means] = parted(shortened(offer.words, title));
  const isPicked = Boolean(picked) && JSON.stringify(picked.id) === JSON.stringify(offer.id);
  return button(
    [
      h("span", { class: "label" }, label.replace(/ %/g, "\u00a0%")),
      offer.cost && h("span", { class: "cost" }, h("span", { class: "unseen" }, " costs "), offer.cost),
      means && h("span", { class: "means" }, means),
    ],
    () => app.planner.pick(offer),
    { class: `choice${offer.in_vain ? " in-vain" : ""}`, "aria-pressed": isPicked ? "true" : "false", disabled: off(app) },
  );
}

/**
 * Answers of which one is to succeed: each with its best way, the likeliest first; its other ways below it.
 * @param {import("./main.js").App} app
 */
export function answers(app, offers, picked) {
  const { state } = app;
  const is = (offer) => Boolean(picked) && JSON.stringify(picked.id) === JSON.stringify(offer.id);
  return h(
    "ul",
    { class: "choices", key: "answers" },
    ranked(offers).map(({ head, ways: [best, ...ways] }) => {
      const open = state.unfolded === head || ways.some(is);
      return h(
        "li",
        { key: head, class: "answers" },
        answer(
          app,
          best,
          picked,
          ways.length > 0 &&
            button(`${ways.length} more`, () => {
              state.unfolded = open ? null : head;
              app.changed();
            }, { class: "small", "aria-expanded": open ? "true" : "false", "aria-label": `${ways.length} more: ${head}` }),
        ),
        open && h("ul", { class: "choices ways" }, ways.map((offer) => h("li", { key: JSON.stringify(offer.id), class: "answers" }, answer(app, offer, picked)))),
      );
    }),
  );
}

/**
 * An answer, and how its number comes about.
 * @param {import("./main.js").App} app
 */
function answer(app, offer, picked, more) {
  const { whys } = app.state;
  const key = `${app.state.revision} ${JSON.stringify(offer.id)}`;
  const why = whys.get(key);
  return [
    choice(app, offer, picked, ""),
    chanceOf(offer) !== null &&
      button("why", () => (why ? forget(app, key) : ask(app, key, offer)), { class: "small", disabled: off(app), "aria-expanded": why ? "true" : "false", "aria-label": `Why ${offer.words}` }),
    more,
    why && h("div", { class: "why-lines" }, why.error ? h("p", null, why.error) : tally(app, why.tally, why.target)),
  ];
}

/** @param {import("./main.js").App} app */
function forget(app, key) {
  app.state.whys.delete(key);
  app.changed();
}

/** @param {import("./main.js").App} app */
async function ask(app, key, offer) {
  const { whys } = app.state;
  try {
    const { next } = await app.api.post("plan", { words: said(offer.id) });
    whys.set(key, next.is === "roll" ? next : { error: "No dice are thrown for this." });
  } catch (error) {
    whys.set(key, { error: error.message });
  }
  app.changed();
}

/** @param {import("./main.js").App} app */
export function refusals(app, refused, foe) {
  const shown = foe && !app.state.showAll ? refused.filter((one) => one.target === foe) : refused;
  const isMaster = app.state.table.seat.kind === "master";
  if (!shown.length) return null;
  return h(
    "details",
    { class: "group refused", key: "refused", open: shown.length <= 3 || Boolean(foe) },
    h("summary", null, "Not possible now", h("span", { class: "faint" }, ` ${shown.length}`)),
    h(
      "ul",
      null,
      shown.map((one) =>
        h("li", { key: `${one.words} ${one.rule}` }, h("span", { class: "struck" }, one.words),
          h("span", null, ` ${one.message} `),
          ruled(app, one.rule),
          // The game master overrules anything; the log says so.
          isMaster && button("Allow it", () => app.act({ allow: said(one.id) }), { class: "small allow", disabled: off(app), "aria-label": `Allow it against ${one.rule}: ${one.words}` }),
        ),
      ),
    ),
  );
}

