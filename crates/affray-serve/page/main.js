// The table in a browser: what it knows, and what happens to it. How it looks is said in view.js.

import { render } from "./dom.js";
import { Board } from "./map.js";
import { takeAsides } from "./asides.js";
import { evening } from "./evening.js";
import { Api, Refusal, Stream, isStart, takeKey } from "./net.js";
import { Planner, send } from "./plan.js";
import { same } from "./geometry.js";
import { shownView } from "./replay.js";
import { page } from "./view.js";
import { type } from "./typed.js";
import { describeCell, describeFigure, isNext, isOthers, model, seatAsked } from "./words.js";

/** @typedef {typeof app} App */

const state = {
  /** `connecting`, `open`, `lost`, `closed`. */
  link: "connecting",
  why: "",
  table: null,
  /** @type {import("./views.d.ts").View | null} */
  view: null,
  revision: 0,
  askAll: false,
  /** Who is told odds: `open`, `own`, `off`. */
  oddsFor: "own",
  log: [],
  logNext: 0,
  logFilter: "all",
  logShown: 250,
  /** The line of the log of which it is shown what can be done with its dice. */
  logOpened: null,
  tab: "plan",
  /** Whose sheet is open, and its lines. */
  looked: null,
  sheet: null,
  /** What was answered to something that was asked: `{ title, body }`. */
  answer: null,
  dialog: null,
  busy: false,
  toast: "",
  dice: { key: "", faces: [], sum: "" },
  /** Lines that were typed, and which of them stands in the field again: `{ at, unsent }`, with what was half typed before. */
  history: [],
  recalled: null,
  showAll: false,
  /** The answer whose other ways are shown, and how the numbers of answers came about, where that was asked. */
  unfolded: null,
  whys: new Map(),
  hovered: null,
  /** Whether the legend of the map is shown. */
  legend: false,
  /** Where whom the pointer rests on is a threat, and what was asked of that. */
  threat: null,
  threats: new Map(),
  /**
   * The line of the log that is looked back at, with the view of then.
   * @type {{ line: number, view: import("./views.d.ts").View | null, seen: Map<number, import("./views.d.ts").View>, plays: boolean, later?: number } | null}
   */
  past: null,
  begun: null,
  /** What passes beside the fight: a pause, requests. */
  asides: {},
  nudged: false,
  /** The names of the seats for which the game master answers. */
  answersFor: new Set(),
  /** Undo was refused, and can be asked for. */
  mayAsk: false,
  /** Where the picture under the map is, once it is here. */
  picture: "",
  /** Somebody without a link, at the door. */
  door: null,
  sound: false,
  /** Whether it was this seat's turn when the last view came. */
  myTurn: undefined,
};

const host = document.getElementById("app");
const status = document.getElementById("status");
let planned = false;

const app = {
  state,
  /** @type {Api} */
  api: null,
  /** @type {Planner} */
  planner: null,
  board: null,
  /** Who waits for the view of a revision. */
  waiting: [],

  changed() {
    if (planned) return;
    planned = true;
    queueMicrotask(() => {
      planned = false;
      draw();
    });
  },

  /** Says something to whoever cannot see it. */
  told(text) {
    if (text) status.textContent = text;
  },

  failed(text) {
    state.toast = text;
    app.changed();
    clearTimeout(app.toasting);
    app.toasting = setTimeout(() => {
      state.toast = "";
      app.changed();
    }, 9000);
  },

  show(title, body) {
    state.answer = { title, body };
    app.changed();
  },

  /** Does something at the table; answers whether it was done. */
  async act(command, steps = 1) {
    if (state.busy) return false;
    state.busy = true;
    state.toast = "";
    app.changed();
    try {
      const done = await send(app, command);
      // What is shown is of before until the new view comes: nothing else is done in between.
      await arrived(done.revision);
      if (done.taken !== undefined && done.taken < steps && command.decide) {
        app.failed(`It went ${done.taken} of ${steps} steps far: look what is asked now.`);
      }
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 409 && error.body?.view) {
        take(error.body);
        app.failed(
          error.again
            ? "The connection broke meanwhile: look in the log whether this was done. Here is how it stands."
            : "The fight went on meanwhile, so this was not done. Here is how it stands.",
        );
      } else if (error.status === 403 && command.undo) state.mayAsk = true;
      else app.failed(error.message);
      return false;
    } finally {
      state.busy = false;
      app.changed();
    }
  },

  async look(name) {
    state.looked = name;
    state.sheet = null;
    app.changed();
    await refreshSheet();
  },

  async rule(id) {
    state.dialog = { kind: "rule", id, rule: null };
    app.changed();
    try {
      state.dialog = { kind: "rule", id, rule: await app.api.get(`rule?id=${encodeURIComponent(id)}`) };
    } catch (error) {
      state.dialog = { kind: "rule", id, error: error.message };
    }
    app.changed();
  },

  /** Whether a tone tells that it is one's turn; kept for this browser. */
  setSound(on) {
    state.sound = on;
    if (on) ring();
    try {
      localStorage.setItem("affray-sound", on ? "yes" : "");
    } catch {
      // Until the page is closed, then.
    }
    app.changed();
  },

  /** Shows what the rules say of some words: the rule of that title, and others that have them. */
  async explain(topics) {
    const dialog = { kind: "explained", found: null };
    state.dialog = dialog;
    app.changed();
    const about = async (words) => {
      const { found } = await app.api.get(`rule?words=${encodeURIComponent(words)}`);
      // Examples and lists of what is left open explain nothing.
      const rules = found.filter((one) => /-R?\d/.test(one.id));
      const begins = (one) => one.title.toLowerCase().startsWith(words.toLowerCase());
      const named = rules.filter((one) => one.title.toLowerCase() === words.toLowerCase());
      const told = (named.length ? named : rules.filter(begins).slice(0, 1)).slice(0, 2);
      const texts = await Promise.all(told.map((one) => app.api.get(`rule?id=${encodeURIComponent(one.id)}`)));
      return { words, rules: texts, others: rules.filter((one) => !told.includes(one) && one.title.length < 50).slice(0, 3) };
    };
    try {
      const all = await Promise.all(topics.map(about));
      dialog.found = all.filter((one) => one.rules.length || one.others.length);
    } catch (error) {
      if (state.dialog === dialog) state.dialog = null;
      app.failed(error.message);
    }
    app.changed();
  },

  /** How everybody else who still stands is to somebody. */
  async around(name) {
    const others = state.view.figures.filter((one) => one.name !== name && !one.out && one.cells.length);
    app.show(`Around ${name}`, ["…"]);
    const ask = (other) => {
      const path = `measure?from=${encodeURIComponent(name)}&to=${encodeURIComponent(other.name)}`;
      return app.api.get(path).catch(() => null);
    };
    const found = (await Promise.all(others.slice(0, 40).map(ask))).filter(Boolean);
    found.sort((one, other) => one.distance - other.distance);
    app.show(`Around ${name}`, found.length ? found.map((one) => one.text) : ["Nobody else is on the map."]);
  },

  /** A click or a tap on a cell, or Enter on it. */
  async pick(cell) {
    // Who looks back, or on while somebody else decides, plans nothing.
    const looks = Boolean(state.past) || isOthers(state);
    if (!looks) await app.planner.reaching;
    const view = shownView(state);
    if (!view) return;
    const here = view.figures.filter((one) => one.cells.some(([q, r]) => q === cell[0] && r === cell[1]));
    const standing = here.find((one) => !one.out && one.name !== view.asked);
    const places = looks ? [] : app.planner.places(cell);
    state.answer = state.answer?.passing ? null : state.answer;
    const mine = view.figures.find((one) => one.name === view.asked)?.side;
    if (!looks && standing && standing.side !== mine && app.board) {
      // Whoever points at a foe wants to be beside it, or to know what reaches it.
      const free = (at) => !view.figures.some((one) => !one.out && one.name !== view.asked && one.cells.some((taken) => same(taken, at)));
      const near = app.planner.walks && app.planner.beside(standing.cells, app.board.shape.center, free);
      if (near) app.planner.walk(near);
      else app.foe(standing.name);
      return;
    }
    if (!looks && app.planner.steps(cell).length) {
      app.planner.stepTo(cell);
      return;
    }
    if (standing && !places.length) {
      app.foe(standing.name);
      return;
    }
    if (places.length) {
      app.planner.walk(cell);
      return;
    }
    if (here.length) app.look(here[0].name);
    state.cell = cell;
    const said = describeCell(app, cell);
    app.told(said);
    app.show(`Cell ${cell.join(",")}`, [said.slice(said.indexOf(": ") + 2)]);
    state.answer.passing = true;
  },

  /** Asks what reaches somebody, or no longer. */
  foe(name) {
    const draft = app.planner.draft;
    if (isOthers(state)) {
      app.look(name);
      return;
    }
    draft.foe = draft.foe === name ? null : name;
    state.showAll = false;
    if (draft.foe) {
      app.look(name);
      app.told(describeFigure(state.view.figures.find((one) => one.name === name)));
    }
    app.changed();
  },

  async type(words) {
    state.asking = true;
    app.changed();
    try {
      return await type(app, words);
    } finally {
      state.asking = false;
      app.changed();
    }
  },
};

/** Waits until the view of a revision is there; asks for it where the stream does not bring it. */
async function arrived(revision) {
  if (state.revision >= revision) return;
  const came = new Promise((done) => app.waiting.push({ revision, done }));
  const late = new Promise((done) => setTimeout(done, 2000));
  await Promise.race([came, late]);
  if (state.revision < revision) take(await app.api.get("view"));
}

function take(message) {
  const isNew = message.revision !== state.revision || !state.view;
  const before = state.view;
  state.view = message.view;
  state.revision = message.revision;
  if (message.ask_all !== undefined) state.askAll = message.ask_all;
  if (message.odds) state.oddsFor = message.odds;
  if (message.asides) takeAsides(app, message.asides);
  // Who has come answers again as soon as somebody else was asked.
  if (before && before.asked !== message.view.asked) {
    for (const { name, here } of state.asides.seats ?? []) if (here && name !== seatAsked(state)?.name) state.answersFor.delete(name);
  }
  if (isNew) Object.assign(state, { mayAsk: false, nudged: isNew && before ? false : state.nudged });
  if (isNew || JSON.stringify(before?.wanted) !== JSON.stringify(message.view.wanted)) {
    state.showAll = false;
    state.unfolded = null;
    state.whys.clear();
    if (state.answer?.passing) state.answer = null;
    const { foe } = app.planner.draft;
    app.planner.renew();
    // Who was picked as a target is no more: nor is its threat drawn.
    if (foe && !app.planner.draft.foe && state.looked === foe) Object.assign(state, { looked: null, sheet: null });
  }
  if (before && before.asked !== message.view.asked) announce(message.view);
  // The end is seen as a whole.
  if (before && before.wanted?.is !== "nothing" && message.view.wanted?.is === "nothing") app.board?.refit();
  app.waiting = app.waiting.filter((one) => one.revision > state.revision || one.done());
  readLog();
  refreshSheet();
  title();
  app.changed();
}

function announce(view) {
  if (view.wanted) app.told(view.wanted.is === "nothing" ? `The fight is over. ${view.wanted.text}` : whatIsAsked(view));
  else if (view.asked) app.told(`Waiting for ${view.asked}.`);
}

const whatIsAsked = (view) =>
  view.wanted.is === "choice" ? view.wanted.prompt : `${view.wanted.who} rolls ${view.wanted.dice.text} for ${view.wanted.what}.`;

/** One short tone, where the browser allows it: after somebody has touched the page. */
function ring() {
  try {
    app.audio ??= new AudioContext();
    const [tone, volume] = [app.audio.createOscillator(), app.audio.createGain()];
    const { currentTime: now } = app.audio;
    volume.gain.setValueAtTime(0.2, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.4);
    tone.frequency.value = 660;
    tone.connect(volume).connect(app.audio.destination);
    tone.start(now);
    tone.stop(now + 0.4);
  } catch {
    // Then the title and the icon tell it alone.
  }
}

function title() {
  const { view, table } = state;
  if (!view) return;
  const mine = Boolean(view.wanted && view.wanted.is !== "nothing" && table?.seat.kind === "player");
  if (mine && state.myTurn === false && state.sound) ring();
  state.myTurn = mine;
  const next = !mine && table?.seat.kind === "player" && isNext(view);
  document.title = `${mine ? "Your turn · " : next ? "You are next · " : ""}${view.title || "Affray"}${mine || next ? "" : " · Affray"}`;
  /** @type {HTMLLinkElement} */ (document.getElementById("icon")).href = mine ? "/icon-turn.svg" : next ? "/icon-next.svg" : "/icon.svg";
}

let reading = false;
let readAgain = false;

async function readLog() {
  if (reading) {
    readAgain = true;
    return;
  }
  reading = true;
  try {
    do {
      readAgain = false;
      const found = await app.api.get(`log?from=${state.logNext}`);
      state.log = found.reset ? found.lines : [...state.log, ...found.lines];
      // The same number may be another line now.
      if (found.reset) state.past?.seen.clear();
      state.logNext = found.next;
      app.changed();
    } while (readAgain);
  } catch (error) {
    // The next view asks again, or the next moment does.
    if (error.status === 0) setTimeout(readLog, 2000);
  } finally {
    reading = false;
  }
}

/** Where somebody is a threat: asked once for each moment. */
async function threatOf(name) {
  const key = `${state.revision} ${name}`;
  if (!state.threats.has(key)) {
    if (state.threats.size > 200) state.threats.clear();
    state.threats.set(key, await app.api.get(`threat?who=${encodeURIComponent(name)}`).catch(() => null));
  }
  return state.threats.get(key);
}

/** Shows the threat of whom the pointer rests on. */
function overFigure(cell) {
  clearTimeout(app.resting);
  const there = cell && state.view?.figures.find((one) => !one.out && one.cells.some(([q, r]) => q === cell[0] && r === cell[1]));
  if (state.threat?.who !== there?.name) state.threat = null;
  if (!there || state.past) return;
  app.resting = setTimeout(async () => {
    const found = await threatOf(there.name);
    const [q, r] = state.hovered ?? [];
    if (there.cells.some((at) => at[0] === q && at[1] === r)) state.threat = found;
    app.changed();
  }, 150);
}

async function refreshSheet() {
  const name = state.looked;
  if (!name) return;
  try {
    const { lines } = await app.api.get(`look?who=${encodeURIComponent(name)}`);
    let measure = null;
    const { asked } = state.view;
    if (asked && asked !== name) {
      const path = `measure?from=${encodeURIComponent(asked)}&to=${encodeURIComponent(name)}`;
      measure = await app.api.get(path).catch(() => null);
    }
    const threat = state.view.figures.some((one) => one.name === name && !one.out && one.cells.length) ? await threatOf(name) : null;
    if (state.looked !== name) return;
    state.sheet = { lines, measure, threat };
  } catch (error) {
    if (state.looked === name) state.sheet = { lines: [error.message], measure: null };
  }
  app.changed();
}

function draw() {
  document.body.dataset.tab = state.tab;
  document.body.dataset.link = state.link;
  // What tests wait for: that everything which was begun is done.
  const { draft } = app.planner;
  document.body.dataset.revision = String(state.revision);
  document.body.dataset.busy = state.busy ? "busy" : "";
  document.body.dataset.asking = state.asking ? "asking" : "";
  document.body.dataset.steps = planSteps(draft);
  document.body.dataset.planning = draft.busy || draft.oddsBusy || app.planner.reaching ? "busy" : "";
  const worked = document.activeElement?.closest?.(".now, .confirm, dialog");
  render(host, page(app));
  // Where what had the focus is gone, what comes next gets it, so that the keyboard goes on from there.
  if (worked && (document.activeElement === document.body || !document.activeElement)) {
    /** @type {HTMLElement | null} */ (document.querySelector("#die-0, #dice-sum, #now-title"))?.focus({ preventScroll: true });
  }
  const mapHost = document.getElementById("map");
  if (mapHost && !app.board) {
    app.board = new Board(mapHost, {
      pick: app.pick,
      hover: (cell) => {
        state.hovered = cell;
        overFigure(cell);
        app.changed();
      },
      cursor: (cell) => {
        state.hovered = cell;
        app.told(describeCell(app, cell));
        app.changed();
      },
      read: (cell) => app.told(describeCell(app, cell, true)),
      foe: (step, here) => nextFoe(step, here),
      leave: () => app.planner.clear(),
    });
  }
  if (!mapHost) app.board = null;
  app.board?.update(model(app));
}

const planSteps = (draft) => draft.steps.map((step) => step.say).join("; ");

/** The cell of the next figure of another side, for the keys. */
function nextFoe(step, here) {
  const { view } = state;
  const me = view.figures.find((one) => one.name === view.asked);
  const foes = view.figures.filter((one) => !one.out && one.cells.length && one.side !== me?.side);
  if (!foes.length) return null;
  const at = foes.findIndex((one) => one.cells[0][0] === here[0] && one.cells[0][1] === here[1]);
  return foes[at < 0 ? (step > 0 ? 0 : foes.length - 1) : (at + step + foes.length) % foes.length].cells[0];
}

function start() {
  const key = takeKey();
  if (isStart(key)) {
    evening(key);
    return;
  }
  app.api = new Api(key);
  app.planner = new Planner(app);
  if (!key) {
    state.link = "closed";
    state.door = { ticket: "", error: "" };
    state.why = "This page needs the link of a seat: open the one that was given to you, or that the program printed at its start.";
    app.changed();
    return;
  }
  let fetching = false;
  const fetchTable = async () => {
    if (fetching) return;
    fetching = true;
    try {
      state.table = await app.api.get("table");
    } catch (error) {
      app.failed(error.message);
      // Somebody without a seat is told so by the stream.
      if (error.status === 0) setTimeout(fetchTable, 2000);
      return;
    } finally {
      fetching = false;
    }
    if (state.table.picture) {
      app.api.picture("picture").then((href) => {
        state.picture = href;
        app.changed();
      });
    }
    state.askAll = state.table.ask_all ?? false;
    title();
    app.changed();
  };
  new Stream(key, (event, told) => {
    if (event === "view") {
      state.link = "open";
      if (!state.table) fetchTable();
      take(told);
      return;
    }
    state.link = event === "closed" ? "closed" : "lost";
    state.why = told ?? "";
    app.told(event === "closed" ? state.why : "Not connected. What you typed is kept.");
    app.changed();
  });
  app.changed();
}

try {
  const theme = localStorage.getItem("affray-theme");
  if (theme) document.documentElement.dataset.theme = theme;
  state.sound = localStorage.getItem("affray-sound") === "yes";
} catch {
  // The theme of the system, then.
}

start();
