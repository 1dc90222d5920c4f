// How the table looks: a tree of elements for what is known. Nothing is decided here.

import { h } from "./dom.js";
import { doorPage, requests, screenPage } from "./asides.js";
import { diceForm } from "./dice.js";
import { dialogOf } from "./dialogs.js";
import { logPanel } from "./log.js";
import { mastery } from "./mastery.js";
import { answers, groups, refusals, stepByStep } from "./choices.js";
import { kindsOf, legend } from "./legend.js";
import { badge } from "./map.js";
import { concerns, isAimed, isSingleStep, percent, rivals, topics } from "./options.js";
import { aftermath, openReplay, paper, replayBar, shownView } from "./replay.js";
import { sayForm, win } from "./typed.js";
import { areasOf, fateOf, isNext, isOthers, pointsOf, seatAsked, sidesOf, withRules } from "./words.js";
import { geometry, keyOf } from "./geometry.js";
import { follow, startKey } from "./net.js";

export function button(label, act, props = {}) {
  return h("button", { type: "button", ...props, on: { click: act, ...props.on } }, label);
}

/**
 * A text in which ids of rules can be opened.
 * @param {import("./main.js").App} app
 */
export function ruled(app, text) {
  const one = ({ before, rule, after }) => [before, button(rule, () => app.rule(rule), { class: "rule", title: `What ${rule} says` }), after];
  return withRules(text).map((part) => (typeof part === "string" ? part : h("span", { class: "unbroken" }, one(part))));
}

/**
 * The lines of a tally.
 * @param {import("./main.js").App} app
 */
export function tally(app, lines, total) {
  const does = { base: "", add: "", becomes: "= " };
  return h(
    "table",
    { class: "tally" },
    h("caption", { class: "unseen" }, "How the number came about"),
    h(
      "tbody",
      null,
      lines.map((line) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, line.words || "—"),
          h("td", { class: "number" }, `${does[line.does] ?? ""}${line.does === "add" && line.value >= 0 ? "+" : ""}${line.value}`),
          h("td", null, line.rule && ruled(app, line.rule)),
        ),
      ),
      total !== undefined && total !== null &&
        h("tr", { class: "total" }, h("th", { scope: "row" }, "Total"), h("td", { class: "number" }, total), h("td")),
    ),
  );
}

/** @param {import("./main.js").App} app */
export function page(app) {
  const { state } = app;
  if (state.link === "closed" && state.door) return doorPage(app);
  if (state.link === "closed") return h("main", { class: "page-note", key: "closed" }, h("h1", null, "Affray"), h("p", { role: "alert" }, state.why));
  if (!state.view || !state.table) {
    const lost = state.link === "lost";
    return h("main", { class: "page-note", key: "waiting" }, h("h1", null, "Affray"), h("p", null, lost ? "The table does not answer. Trying again …" : "Sitting down …"));
  }
  if (state.table.seat.kind === "screen") return screenPage(app, mapHost(state));
  const phone = matchMedia("(max-width: 820px)").matches;
  return [
    top(app),
    h(
      "main",
      { key: "main", class: "table" },
      h("div", { class: "left", key: "left" }, orderPanel(app), sheetPanel(app)),
      h(
        "div",
        { class: "middle", key: "middle" },
        h(
          "section",
          { class: "board", key: "board", "aria-label": "Map" },
          mapHost(state),
          h("p", { id: "map-keys", class: "unseen" }, "Arrow keys move the cell cursor, on hexes also d e w a z x to the east and on round, Enter picks a cell, i reads it, n and p lead to the next and previous foe, plus and minus zoom."),
          h(
            "div",
            { class: "map-tools", key: "tools" },
            button("+", () => app.board?.zoom(1.3), { "aria-label": "Larger" }),
            button("−", () => app.board?.zoom(1 / 1.3), { "aria-label": "Smaller" }),
            button("⤢", () => app.board?.refit(), { "aria-label": "Show the whole map" }),
            kindsOf(state.table.map).length + areasOf(app).length > 0 &&
              button("≣", () => {
                state.legend = !state.legend;
                app.changed();
              }, { "aria-label": "What the ground means", title: "What the ground means", "aria-expanded": state.legend ? "true" : "false" }),
          ),
          legend(app),
          hoverLine(app),
        ),
        replayBar(app),
        answerPanel(app),
        !state.past && sayForm(app),
      ),
      h("div", { class: "right", key: "right" }, requests(app), nowPanel(app), confirmBar(app), logPanel(app)),
    ),
    phone && tabs(app),
    toast(app),
    dialogOf(app),
    paper(app),
  ];
}

function mapHost(state) {
  return h("div", {
    id: "map",
    class: "map",
    own: true,
    key: "map",
    tabindex: 0,
    role: "application",
    "aria-roledescription": "map",
    "aria-label": `Map of ${state.view.title || "the fight"}`,
    "aria-describedby": "map-keys",
  });
}

/** @param {import("./main.js").App} app */
function top(app) {
  const { state } = app;
  const { view, table } = state;
  const { seat } = table;
  const isMaster = seat.kind === "master";
  const plays = seat.kind !== "spectator";
  return h(
    "header",
    { class: "top", key: "top" },
    h("h1", null, view.title || "Affray"),
    h("p", { class: "round" }, `Round ${view.round}`),
    seat.kind === "player" && view.wanted && view.wanted.is !== "nothing" && h("p", { class: "turn", key: "turn" }, h("span", null, `${view.asked}: `), h("b", null, "your turn")),
    table.practice && h("p", { class: "pill", title: "The dice are drawn from a seed and can be known beforehand." }, "practice dice"),
    state.link === "lost" && h("p", { class: "pill bad", role: "alert", title: state.why }, "Not connected"),
    h("p", { class: "seat" }, isMaster ? "Game master" : seat.kind === "spectator" ? "Spectator" : seat.name || "Player"),
    h(
      "div",
      { class: "tools", role: "group", "aria-label": "Table" },
      isMaster && state.asides.seats && seatsButton(app, state.asides.seats),
      plays && button("Undo", () => app.act({ undo: true }), { disabled: off(app), title: "Takes the last input back" }),
      isMaster && button("Redo", () => app.act({ redo: true }), { disabled: off(app), class: "wide" }),
      isMaster && !state.asides.paused && button("Pause", () => app.act({ pause: true }), { disabled: off(app), class: "roomy" }),
      isMaster && button("Override …", () => open(app, { kind: "override" }), { class: "roomy" }),
      isMaster && button("Win chance", () => win(app, 200), { disabled: off(app), class: "roomy" }),
      button("Export …", () => open(app, { kind: "export" }), { class: "roomy" }),
      h(
        "details",
        { class: "menu", key: "menu", on: { keydown: closedByEscape, focusout: closedOutside } },
        h("summary", null, "More"),
        h(
          "div",
          { class: "sheet", on: { click: (event) => event.target.localName === "button" && (event.currentTarget.parentElement.open = false) } },
          isMaster && button("Redo", () => app.act({ redo: true }), { disabled: off(app), class: "in-menu" }),
          isMaster && button("Undo the whole turn", () => app.act({ "undo-turn": true }), { disabled: off(app) }),
          plays && button("Write a note …", () => open(app, { kind: "note" })),
          isMaster && button(state.asides.paused ? "Go on after the pause" : "Pause", () => app.act({ pause: !state.asides.paused }), { disabled: off(app) }),
          isMaster && view.asked && button(`Nudge ${view.asked}`, () => app.act({ nudge: true }), { disabled: off(app) }),
          isMaster && button("Win chance from here", () => win(app, 200), { disabled: off(app) }),
          isMaster && button("Somebody joins …", () => open(app, { kind: "join", cell: state.cell }), { disabled: off(app) }),
          isMaster && button("Override …", () => open(app, { kind: "override" })),
          isMaster && button("Seats and links …", () => open(app, { kind: "seats" })),
          isMaster &&
            h(
              "label",
              { class: "check" },
              h("input", {
                type: "checkbox",
                checked: state.askAll,
                disabled: off(app),
                on: {
                  change: async (event) => {
                    const all = event.target.checked;
                    if (await app.act({ "ask-all": all })) state.askAll = all;
                    else event.target.checked = state.askAll;
                  },
                },
              }),
              " Ask everything: steps, facings, free actions",
            ),
          isMaster && startKey() && button("To the evening’s start", () => follow(`#/${startKey()}`)),
          isMaster &&
            h(
              "label",
              { class: "check" },
              "Odds are told to ",
              h(
                "select",
                { id: "odds-for", disabled: off(app), on: { change: (event) => app.act({ odds: event.target.value }) } },
                Object.entries({ open: "everybody", own: "who decides", off: "nobody" }).map(([id, words]) => h("option", { value: id, key: id, selected: id === state.oddsFor }, words)),
              ),
            ),
          plays &&
            !isMaster &&
            h(
              "label",
              { class: "check" },
              h("input", { type: "checkbox", id: "sound", checked: state.sound, on: { change: (event) => app.setSound(event.target.checked) } }),
              " A sound when it is your turn",
            ),
          button("Export or print …", () => open(app, { kind: "export" })),
          button("What can be typed", () => app.type("help")),
          button("Light or dark", themed),
          h("p", { class: "faint in-menu" }, isMaster ? "You are the game master." : "", table.practice ? " Practice dice: they come from a seed." : ""),
          table.file && h("p", { class: "faint" }, `Saved in ${table.file}`),
        ),
      ),
    ),
  );
}

/**
 * How many seats have somebody: who those are stands behind it.
 * @param {import("./main.js").App} app
 */
function seatsButton(app, seats) {
  const here = seats.filter((one) => one.here).length;
  return button(`Seats ${here}/${seats.length}`, () => open(app, { kind: "seats" }), {
    class: "wide",
    key: "seats",
    "aria-label": `Seats: at ${here} of ${seats.length} somebody is there`,
  });
}

function closedByEscape(event) {
  if (event.key !== "Escape") return;
  event.currentTarget.open = false;
  event.currentTarget.querySelector("summary").focus();
}

/** A menu closes as soon as something else is worked at. */
function closedOutside(event) {
  if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
}

/** @param {import("./main.js").App} app */
function open(app, dialog) {
  app.state.dialog = dialog;
  app.changed();
}

export function themed() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try {
    localStorage.setItem("affray-theme", root.dataset.theme);
  } catch {
    // Until the page is closed, then.
  }
}

/**
 * Whether nothing can be done now.
 * @param {import("./main.js").App} app
 */
export const off = (app) => app.state.link !== "open";

/** @param {import("./main.js").App} app */
function tabs(app) {
  const { state } = app;
  const names = { plan: "Plan", map: "Map", log: "Log", sheet: "Sheet" };
  return h(
    "nav",
    { class: "tabs", key: "tabs", "aria-label": "Parts of the table" },
    Object.entries(names).map(([id, name]) =>
      button(name, () => {
        state.tab = id;
        app.changed();
      }, { "aria-current": state.tab === id ? "page" : null }),
    ),
  );
}

/** @param {import("./main.js").App} app */
function orderPanel(app) {
  const { state, planner } = app;
  const view = shownView(state);
  const sides = sidesOf(view);
  const named = new Map(view.figures.map((one) => [one.name, one]));
  const names = [...view.order.filter((name) => named.has(name))];
  for (const one of view.figures) if (!names.includes(one.name)) names.push(one.name);
  return h(
    "section",
    { class: "panel order", key: "order", "aria-labelledby": "order-title" },
    h("h2", { id: "order-title" }, "Order"),
    h(
      "ol",
      null,
      names.map((name) => {
        const one = named.get(name);
        const [hp] = one.points;
        const asked = name === view.asked;
        const classes = [asked && "asked", one.out && "out", name === state.looked && "looked", name === planner.draft.foe && "foe"];
        return h(
          "li",
          { key: name, class: classes.filter(Boolean).join(" ") },
          button(
            [
              badge(sides.indexOf(one.side)),
              h("span", { class: "who" }, h("b", null, name), h("span", { class: "faint tagged" }, ` ${one.tag}`)),
              hp && h("span", { class: "points" }, pointsOf(hp)),
              h("span", { class: "state" }, [fateOf(one) || one.notes.join(", "), one.hidden_from?.length > 0 && "hidden"].filter(Boolean).join(", ")),
            ],
            () => {
              const foe = !one.out && !one.mine ? true : one.side !== named.get(view.asked)?.side;
              if (foe && !one.out && view.wanted?.is === "choice" && !isOthers(state)) app.foe(name);
              else app.look(name);
            },
            { "aria-current": asked ? "true" : null, "aria-description": one.side },
          ),
        );
      }),
    ),
    h("p", { class: "sides" }, sides.map((side, index) => h("span", { key: side }, badge(index), ` ${side}`))),
  );
}

/** @param {import("./main.js").App} app */
function sheetPanel(app) {
  const { state } = app;
  const one = state.view.figures.find((figure) => figure.name === state.looked);
  const isMaster = state.table.seat.kind === "master";
  return h(
    "section",
    { class: "panel sheet-panel", key: "sheet", "aria-labelledby": "sheet-title" },
    h("h2", { id: "sheet-title" }, one ? one.name : "Sheet"),
    !one && h("p", { class: "faint" }, "Pick somebody in the order or on the map to see how they stand."),
    one && [
      h("p", { class: "faint" }, one.side),
      h("p", { class: "big-points" }, one.points.map((points) => h("span", { key: points.name }, pointsOf(points)))),
      one.notes.length > 0 && h("p", null, one.notes.join(", ")),
      one.hidden_from?.length > 0 && h("p", { class: "notice" }, `Hidden from ${one.hidden_from.join(", ")}`),
      state.sheet?.measure?.text && h("p", { class: "measure" }, state.sheet.measure.text),
      state.sheet?.threat && h("p", { class: "measure" }, threatWords(state.sheet.threat)),
      one.cells.length > 0 && !one.out && button("Who is around", () => app.around(one.name), { class: "small", disabled: off(app) }),
      isMaster && mastery(app, one),
      state.sheet ? h("ul", { class: "lines" }, state.sheet.lines.map((line) => h("li", null, ruled(app, line)))) : h("p", { class: "faint" }, "…"),
    ],
  );
}

/** How far somebody strikes and moves. */
function threatWords({ reach, moves, sides }) {
  if (reach === null) return "How far it strikes and moves is kept secret.";
  const strikes = reach === 0 ? "Strikes in its own cell" : `Strikes ${reach} ${reach === 1 ? "cell" : "cells"} far${sides.length ? ", marked before it" : ""}`;
  return `${strikes}; a whole movement has ${moves}.`;
}

/** @param {import("./main.js").App} app */
function hoverLine(app) {
  const { state, planner } = app;
  const cell = state.hovered;
  if (!cell) return null;
  const [place] = planner.places(cell);
  const ground = app.board?.groundAt(cell);
  const steps = place ? `${place.way.length} ${place.way.length === 1 ? "cell" : "cells"}` : "";
  const words = [keyOf(cell), ground, steps, place && planner.costs(place), place?.prompt].filter(Boolean).join(" · ");
  return h("p", { class: "hover", key: "hover", "aria-hidden": "true" }, words);
}

/** @param {import("./main.js").App} app */
function answerPanel(app) {
  const { state } = app;
  if (!state.answer) return null;
  const { title, body } = state.answer;
  return h(
    "section",
    { class: "answer", key: "answer", "aria-label": "Answer", "aria-live": "polite" },
    h("h2", null, title),
    button("×", () => {
      state.answer = null;
      app.changed();
    }, { class: "close", "aria-label": "Close the answer" }),
    Array.isArray(body) && body.map((line) => h("p", null, ruled(app, line))),
    body.text && h("pre", { tabindex: 0 }, body.text),
    body.odds && oddsTable(body.odds),
    body.tally && tally(app, body.tally, body.total),
  );
}

/** @param {import("./main.js").App} app */
function nowPanel(app) {
  const { state, planner } = app;
  const { view } = state;
  const { wanted } = view;
  const body = !wanted ? waiting(app) : isOthers(state) ? othersTurn(app) : wanted.is === "nothing" ? over(app) : wanted.is === "roll" ? diceForm(app) : choosing(app);
  return h("section", { class: wanted && isOthers(state) ? "panel now others" : "panel now", key: "now", "aria-labelledby": "now-title", "data-foe": planner.draft.foe }, answersFor(app), recent(app, wanted?.is === "choice" && rivals(wanted.options)), body);
}

/**
 * What happened last: where the log is not in sight, and at every size of window where it is what is answered.
 * @param {import("./main.js").App} app
 */
function recent(app, answered) {
  const { state } = app;
  const told = state.log.filter((line) => line.text && !["score", "roll", "header"].includes(line.is)).slice(answered ? -2 : -3);
  const isPlanned = app.planner.draft.steps.length > 0 && !answered;
  if (told.length < 2 || isPlanned || state.view.wanted?.is === "nothing") return null;
  return h("div", { class: answered ? "recent answered" : "recent", key: "recent", "aria-hidden": answered ? null : "true" }, told.map((line) => h("p", { key: `line ${line.line}` }, line.text)));
}

/** @param {import("./main.js").App} app */
function waiting(app) {
  const { view, table } = app.state;
  const looksOn = table.seat.kind === "spectator";
  return [
    h("h2", { id: "now-title", tabindex: -1 }, view.asked ? `Waiting for ${view.asked}` : "Waiting"),
    isNext(view) && h("p", { class: "lead", key: "next" }, "You are next."),
    h("p", { class: "faint" }, looksOn ? "You look on: the map, the order and the log show what everybody may know." : "You see here what is asked as soon as it is for you to answer."),
  ];
}

/**
 * What somebody else is asked: the game master answers it only after saying so.
 * @param {import("./main.js").App} app
 */
function othersTurn(app) {
  const { state } = app;
  const { view } = state;
  const { wanted } = view;
  const seat = seatAsked(state);
  const isRoll = wanted.is === "roll";
  return [
    h("h2", { id: "now-title", tabindex: -1 }, h("span", { class: "now-mark" }, "Now: "), `${seat.name} (${view.asked}) ${isRoll ? "rolls" : "decides"}`),
    h("p", { class: "lead", key: "asked" }, wanted.is === "roll" ? `${wanted.dice.text} for ${wanted.what}` : wanted.is === "choice" && wanted.prompt),
    !seat.here && h("p", { class: "notice", key: "away" }, `${seat.name} is not there.`),
    h(
      "div",
      { class: "buttons start", key: "others" },
      seat.here && button("Nudge", () => app.act({ nudge: true }), { disabled: off(app), "aria-label": `Nudge ${seat.name}` }),
      button(`${isRoll ? "Roll" : "Answer"} for ${seat.name}`, () => {
        state.answersFor.add(seat.name);
        app.changed();
      }, { id: "answer-for", disabled: off(app) }),
    ),
  ];
}

/**
 * Says for whom the game master answers.
 * @param {import("./main.js").App} app
 */
function answersFor(app) {
  const { state } = app;
  const seat = seatAsked(state);
  if (!seat || isOthers(state)) return null;
  return h(
    "p",
    { class: "for-line", key: "for" },
    `You answer for ${seat.name}. `,
    button(`Leave it to ${seat.name}`, () => {
      state.answersFor.delete(seat.name);
      app.planner.clear();
    }, { class: "small" }),
  );
}

/** @param {import("./main.js").App} app */
function over(app) {
  const wanted = /** @type {import("./views.d.ts").WantedNothing} */ (app.state.view.wanted);
  return [
    h("h2", { id: "now-title", tabindex: -1 }, "The fight is over"),
    h("p", { class: "lead" }, wanted.text),
    aftermath(app),
    h(
      "div",
      { class: "buttons start" },
      button("Replay it", () => openReplay(app), { disabled: off(app) }),
      button("Export or print …", () => open(app, { kind: "export" })),
      app.state.table.seat.kind === "master" && startKey() && button("To the evening’s start", () => follow(`#/${startKey()}`)),
    ),
    app.state.table.seat.kind === "master" && h("p", { class: "faint" }, "Undo takes the last input back, if it should go on otherwise."),
  ];
}

/** @param {import("./main.js").App} app */
function choosing(app) {
  const { state, planner } = app;
  const { draft } = planner;
  const { wanted, level } = planner.menu;
  const shown = /** @type {import("./views.d.ts").WantedChoice} */ (wanted?.is === "choice" ? wanted : state.view.wanted);
  const there = draft.there && planner.steps(draft.there);
  const aimed = draft.foe && !state.showAll ? shown.options.filter((offer) => concerns(offer, draft.foe)) : [];
  const offers = there?.length ? there : aimed.length ? aimed : shown.options;
  const picked = draft.steps[level];
  const walks = planner.walks && (planner.reach.length > 1 || (shown.moves && draft.reach === null));
  const { sides } = geometry(state.table.map.layout);
  const singles = walks ? offers.filter((offer) => isSingleStep(offer, sides)) : [];
  const rest = singles.length ? offers.filter((offer) => !singles.includes(offer)) : offers;
  return [
    h(
      "div",
      { class: "panel-head", key: "head" },
      h("h2", { id: "now-title", tabindex: -1 }, shown.prompt),
      rest.length > 1 && button("?", () => app.explain(topics(rest)), { class: "small", "aria-label": "What these words mean", title: "What these words mean", disabled: off(app) }),
    ),
    shown.notice && h("p", { class: "notice" }, ruled(app, shown.notice)),
    draft.foe && !there?.length && (aimed.length > 0 || (!planner.walks && shown.options.some(isAimed))) &&
      h(
        "p",
        { class: "foe-line", key: "foe" },
        aimed.length ? `What reaches ${draft.foe}: ` : `Nothing that is offered here reaches ${draft.foe}. ${(state.looked === draft.foe && state.sheet?.measure?.text) || ""}`,
        aimed.length > 0 &&
          button(`Show everything (${shown.options.length})`, () => {
            draft.foe = null;
            app.changed();
          }, { class: "small" }),
      ),
    there?.length > 0 &&
      h("p", { class: "foe-line", key: "there" }, `Steps to ${keyOf(draft.there)}: `, button("Show everything", () => planner.stepTo(draft.there), { class: "small" })),
    planner.steps().length > 0 && !there?.length && h("p", { class: "faint", key: "steps" }, "Marked cells on the map can be stepped to."),
    planner.picked && h("p", { class: "walk-cost", key: "walk-cost" }, ruled(app, `The way to ${keyOf(planner.picked.cell)}: ${planner.costs(planner.picked)}.`)),
    walks && h("p", { class: "walk-line", key: "walks" }, "Pick a marked cell on the map, or a foe to go beside."),
    facings(app),
    h("div", { key: `options ${shown.key} ${level}`, class: "options" }, rivals(rest) ? answers(app, rest, picked) : groups(app, rest, picked), singles.length > 0 && stepByStep(app, singles, picked)),
    !walks && !shown.moves && draft.reach?.length > 0 && !draft.steps.length &&
      h("p", { class: "faint", key: "moves" }, "Marked cells on the map can be walked to: pick one, and again to go."),
    refusals(app, shown.refused, draft.foe),
  ];
}

/**
 * The facings in which a movement can end where it was picked to end.
 * @param {import("./main.js").App} app
 */
function facings(app) {
  const { planner } = app;
  const last = planner.draft.steps[planner.draft.steps.length - 1];
  if (!last?.cell) return null;
  const found = planner.places(last.cell).map((place) => place.facing).filter(Boolean);
  if (found.length < 2) return null;
  const [, end] = planner.draft.plan?.end ?? [];
  return h(
    "div",
    { class: "facings", key: "facings", role: "group", "aria-label": "Facing at the end" },
    h("span", null, "Facing"),
    found.map((facing) =>
      button(facing, () => planner.walk(last.cell, facing), { "aria-pressed": (last.facing ?? end) === facing ? "true" : "false" }),
    ),
  );
}

/** @param {import("./main.js").App} app */
function confirmBar(app) {
  const { planner, state } = app;
  const { draft } = planner;
  if (!draft.steps.length || state.view.wanted?.is !== "choice" || isOthers(state)) return null;
  const ready = planner.isComplete;
  return h(
    "section",
    { class: `confirm${draft.error ? " wrong" : ""}`, key: "confirm", "aria-label": "Plan" },
    h(
      "div",
      { class: "plan-text", tabindex: 0, role: "group", "aria-label": "What would be done" },
      draft.error
        ? h("p", { class: "refusal", role: "alert" }, ruled(app, draft.error))
        : h("p", { class: "sentence" }, draft.plan ? planner.sentence() : "…"),
      draft.oddsBusy && h("p", { class: "faint", key: "busy" }, "Working out the odds …"),
      draft.odds && oddsLine(app, draft.odds),
      draft.plan?.next.is === "roll" && draft.plan.next.tally.length > 0 && whyOf(app, draft.plan.next),
    ),
    h(
      "div",
      { class: "buttons" },
      button("Back", () => planner.back(), { class: "quiet" }),
      button(ready ? "Confirm" : planner.wantsStep ? "Pick where to" : "Do this much", () => planner.confirm(), {
        class: ready ? "primary" : "quiet",
        id: "confirm",
        disabled: off(app) || !draft.plan || draft.busy || Boolean(draft.error) || (!ready && planner.wantsStep),
      }),
    ),
  );
}

/** @param {import("./main.js").App} app */
function whyOf(app, next) {
  const target = next.target === null ? "" : `${next.target}: `;
  return h(
    "details",
    { class: "why", key: "why" },
    h("summary", null, h("b", null, target), "how that came about"),
    tally(app, next.tally, next.target ?? undefined),
  );
}

/** Chances that a sentence names, in this order. */
const TOLD = ["hits", "stops", "lands", "wounded", "out", "knocked-down", "gets", "dead"];

/**
 * The chances of a sentence: what the others suffer of whoever acts, and what whoever defends suffers.
 * @param {import("./main.js").App} app
 */
function oddsLine(app, odds) {
  if (!odds.chances.length && !odds.distributions.length) return null;
  const { asked, wanted } = app.state.view;
  const defends = wanted?.is === "choice" && rivals(wanted.options);
  const isTold = (one) => one.who.length === 0 || (one.who[one.who.length - 1] === asked) === defends;
  const rank = ({ id }) => (TOLD.includes(id) ? TOLD.indexOf(id) : TOLD.length);
  const told = odds.chances.filter((one) => isTold(one) && TOLD.includes(one.id));
  const ranked = (told.length ? told : odds.chances).map((chance) => ({ chance, rank: rank(chance) })).sort((one, other) => one.rank - other.rank).slice(0, 4);
  const lost = odds.distributions.find((one) => one.id === "hp-lost" && isTold(one)) ?? odds.distributions[0];
  return h(
    "details",
    { class: "odds", key: "odds" },
    h(
      "summary",
      null,
      ranked.map(({ chance }) => h("span", { class: "chance", key: chance.of }, h("b", null, percent(chance.chance)), ` ${chance.of}`)),
      lost && h("span", { class: "chance", key: "lost" }, h("b", null, lost.mean.toFixed(2)), ` ${lost.of} on average`),
    ),
    oddsTable(odds),
  );
}

export function oddsTable(odds) {
  const count = `${odds.leaves} ${odds.leaves === 1 ? "outcome" : "outcomes"}`;
  return h(
    "div",
    { class: "odds-table" },
    h("p", { class: "faint" }, odds.sampled ? `Sampled: ${count}, within 2 %.` : `Exact: ${count}, each visited.`),
    odds.chances.length + odds.distributions.length === 0 && h("p", null, "Nothing comes of it that odds count."),
    h(
      "ul",
      { class: "bars" },
      odds.chances.map((one) =>
        h(
          "li",
          { key: one.of },
          h("span", { class: "of" }, one.of),
          h("span", { class: "value" }, percent(one.chance)),
          h("span", { class: "bar-track", "aria-hidden": "true" }, h("span", { class: "bar-fill", width: `${Math.max(0.5, one.chance * 100)}%` })),
        ),
      ),
    ),
    odds.distributions.map((one) => histogram(one)),
  );
}

function histogram(one) {
  const most = Math.max(...one.values.map(([, chance]) => chance), 1e-9);
  const shown = one.values.slice(0, 24);
  return h(
    "div",
    { class: "histogram", key: `of ${one.of}` },
    h("p", null, one.of, h("span", { class: "faint" }, `: ${one.mean.toFixed(2)}${one.open ? " or more" : ""} on average`)),
    h(
      "ul",
      { "aria-label": one.of },
      shown.map(([value, chance]) =>
        h(
          "li",
          { key: value },
          h("span", { class: "value" }, String(value)),
          h("span", { class: "bar-track", "aria-hidden": "true" }, h("span", { class: "bar-fill", width: `${Math.max(0.5, (chance / most) * 100)}%` })),
          h("span", { class: "value" }, percent(chance)),
        ),
      ),
    ),
  );
}

/** @param {import("./main.js").App} app */
function toast(app) {
  const { state } = app;
  return h(
    "div",
    { class: "toasts", key: "toasts", role: "alert" },
    state.toast &&
      h(
        "div",
        { class: "toast", key: "toast" },
        h("p", null, ruled(app, state.toast)),
        button("×", () => {
          state.toast = "";
          app.changed();
        }, { class: "close", "aria-label": "Close" }),
      ),
  );
}
