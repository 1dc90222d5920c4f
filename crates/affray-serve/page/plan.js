// The plan: what was picked and not done yet. Each pick is asked of the server, which says what would come of it.

import { Refusal, newId } from "./net.js";
import { brief, isAimed, isMove, needsStep, said } from "./options.js";
import { keyOf, same } from "./geometry.js";
import { describeArea, numberOf } from "./words.js";

/**
 * What was picked: the words that say it, and the question that it answers.
 * @typedef {{ say: string, label: string, id?: import("./views.d.ts").Json, after?: boolean, cell?: [number, number], facing?: string,
 *   menu?: import("./views.d.ts").Wanted, target?: string | null }} Step
 */

/**
 * @type {{ steps: Step[], plan: import("./views.d.ts").Plan | null, odds: any, oddsBusy: boolean, error: string, busy: boolean, foe: string | null,
 *   reach: import("./views.d.ts").Place[] | null, reachBegun: number, each: string | null, there: [number, number] | null }}
 */
const EMPTY = { steps: [], plan: null, odds: null, oddsBusy: false, error: "", busy: false, foe: null, reach: null, reachBegun: 0, each: null, there: null };

export class Planner {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    this.turn = 0;
    this.draft = { ...EMPTY };
  }

  /** What is waited for behind what was picked. */
  get wanted() {
    return this.draft.steps.length ? (this.draft.plan?.next ?? null) : (this.app.state.view?.wanted ?? null);
  }

  /** Whether nothing is left to be picked by the same person. */
  get isComplete() {
    const { steps, plan, busy, error } = this.draft;
    if (!steps.length || !plan || busy || error) return false;
    return !(plan.next.is === "choice" && plan.next.who === this.app.state.view.asked);
  }

  /** Whether what was picked reaches somebody only after a step that is not picked yet: done by itself it would be lost. */
  get wantsStep() {
    const { steps, plan } = this.draft;
    const last = steps[steps.length - 1];
    return Boolean(last?.after && plan?.next.is === "choice" && plan.next.who === this.app.state.view.asked);
  }

  /** Whom what was picked is directed at; nothing where it is nobody. */
  get target() {
    const aimed = this.draft.steps.filter((step) => step.target);
    return aimed.length ? aimed[aimed.length - 1].target : null;
  }

  get line() {
    return this.draft.steps.map((step) => step.say).join("; ");
  }

  /** Another state of the fight: nothing that was picked for an earlier one is left. */
  renew() {
    const { foe } = this.draft;
    this.stop?.abort();
    this.turn += 1;
    this.draft = { ...EMPTY, foe: this.isFoe(foe) ? foe : null };
    this.findReach();
  }

  /** Whether somebody is a foe of who is asked now, at whom what is asked now, or what comes of it, can be directed. */
  isFoe(name) {
    const { view } = this.app.state;
    const find = (name) => view?.figures.find((one) => one.name === name);
    const [foe, asker, wanted] = [find(name), find(view?.asked), view?.wanted];
    if (!foe || foe.out || wanted?.is !== "choice" || foe.side === asker?.side) return false;
    return wanted.moves || wanted.options.some((offer) => isAimed(offer) || offer.to);
  }

  clear() {
    this.draft.foe = null;
    this.set([]);
  }

  /** Takes the last pick back. */
  back() {
    this.set(this.draft.steps.slice(0, -1));
  }

  /** The question whose options are to be shown, and the place of its answer among the steps. */
  get menu() {
    const { steps, error, plan } = this.draft;
    const atEnd = this.isComplete || error || !plan;
    const level = Math.max(0, atEnd ? steps.length - 1 : steps.length);
    const menu = atEnd ? steps[level]?.menu : this.wanted;
    return { level: menu ? level : 0, wanted: menu ?? this.app.state.view?.wanted ?? null };
  }

  /** Picks an offer of the menu; the same once more does it. */
  pick(offer) {
    const { level, wanted } = this.menu;
    const { steps } = this.draft;
    const reached = [...offer.reaches, ...offer.reaches_after];
    const target = offer.target ?? (reached.length === 1 ? reached[0] : null);
    const step = { say: said(offer.id), id: offer.id, label: offer.words, after: needsStep(offer), menu: wanted, target };
    if (steps[level]?.say === step.say && level === steps.length - 1) {
      if (this.isComplete) this.confirm();
      return;
    }
    this.set([...steps.slice(0, level), step]);
  }

  /** Picks a step to a cell; where several lead there, they alone are offered. */
  stepTo(cell) {
    const found = this.steps(cell);
    if (found.length === 1) this.pick(found[0]);
    else this.draft.there = same(this.draft.there, cell) ? null : cell;
    this.app.changed();
  }

  /** Picks a place of the movement; the same once more does it. */
  walk(cell, facing) {
    const { steps, reachBegun } = this.draft;
    const last = steps[steps.length - 1];
    if (last && same(last.cell, cell) && (facing === undefined || facing === last.facing)) {
      if (this.isComplete) this.confirm();
      return;
    }
    const level = last?.cell ? steps.length - 1 : reachBegun === steps.length ? steps.length : 0;
    const { wanted } = this.menu;
    const words = keyOf(cell) + (facing ? ` ${facing}` : "");
    this.set([...steps.slice(0, level), { say: words, cell, facing, label: `to ${words}`, menu: last?.cell ? last.menu : wanted }]);
  }

  /** Whether a movement is picked now: the question is where to go, or a cell was picked for it. */
  get walks() {
    const { steps } = this.draft;
    const { wanted } = this.menu;
    return Boolean(steps[steps.length - 1]?.cell || (wanted?.is === "choice" && wanted.moves));
  }

  /**
   * The cell of the movement that is nearest to somebody, and not theirs; nothing where no step leads nearer. `free` says whether
   * a cell is nobody's.
   */
  beside(cells, center, free) {
    const far = (cell) => Math.min(...cells.map((one) => Math.hypot(...[0, 1].map((axis) => center(one)[axis] - center(cell)[axis]))));
    const home = this.app.state.view.figures.find((one) => one.name === this.app.state.view.asked)?.cells[0];
    let best = home ? { cell: null, far: far(home), long: 0 } : null;
    for (const place of this.reach) {
      if (!free(place.cell)) continue;
      const found = { cell: place.cell, far: far(place.cell), long: place.way.length };
      if (!best || found.far < best.far - 0.01 || (found.far < best.far + 0.01 && found.long < best.long)) best = found;
    }
    return best?.cell ?? null;
  }

  /** Takes a typed line as the plan. */
  type(words) {
    this.set([{ say: words, label: words }]);
  }

  /** Places at which the movement that goes on, or that was picked, can end; none where something else is planned. */
  get reach() {
    const { steps, reach, reachBegun } = this.draft;
    const isWalk = !steps.length || steps[steps.length - 1].cell || (reachBegun > 0 && reachBegun === steps.length);
    return isWalk ? (reach ?? []) : [];
  }

  /** Steps that are offered now, or to a cell alone. */
  steps(cell) {
    const { wanted } = this.menu;
    if (wanted?.is !== "choice" || this.draft.error) return [];
    return wanted.options.filter((offer) => offer.to && (!cell || same(offer.to[0], cell)));
  }

  /** Those of them in a cell, one for each facing. */
  places(cell) {
    return this.reach.filter((place) => same(place.cell, cell));
  }

  /** The place to which the walk leads that is picked last; nothing where none is. */
  get picked() {
    const last = this.draft.steps[this.draft.steps.length - 1];
    return last?.cell ? this.places(last.cell).find((place) => !last.facing || place.facing === last.facing) : undefined;
  }

  /** What the way to a place costs: the cells that do not cost 1, with how their price comes about, the others, and whom it provokes. */
  costs({ way, costs, asks }) {
    const { each } = this.draft;
    const dear = costs.map(([cell, sum]) => `${keyOf(cell)} costs ${sum}`);
    const others = way.filter((cell) => !costs.some(([at]) => same(at, cell))).length;
    if (others && each) dear.push(`${dear.length ? (others > 1 ? "the other cells 1 each" : "the other cell 1") : others > 1 ? "1 for each cell" : "1"} (${each})`);
    return [...dear, ...asks.map((asked) => `on the way ${asked}`)].join("; ");
  }

  set(steps) {
    const { reachBegun, steps: old } = this.draft;
    const begins = (all) => all.slice(0, reachBegun).map((step) => step.say).join("; ");
    // Places of another movement than the one that is picked now.
    if (reachBegun > 0 && begins(old) !== begins(steps)) Object.assign(this.draft, { reach: null, reachBegun: 0 });
    this.draft = { ...this.draft, steps, there: null, error: "", odds: null, oddsBusy: false, busy: steps.length > 0 };
    if (!steps.length) this.draft.plan = null;
    this.turn += 1;
    this.app.changed();
    this.ask(this.turn);
  }

  async ask(turn) {
    const { app, draft } = this;
    this.stop?.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const isOld = () => turn !== this.turn;
    if (!draft.steps.length) {
      this.findReach();
      return;
    }
    const words = this.line;
    // Only where a step has to come first is one asked about it.
    const all = draft.steps[draft.steps.length - 1].after === true;
    try {
      const plan = await app.api.post("plan", all ? { words, all } : { words }, signal);
      if (isOld()) return;
      Object.assign(this.draft, { plan, busy: false });
      app.changed();
      const { next } = plan;
      app.told(next.is === "choice" ? `${this.sentence()} ${next.prompt}` : this.sentence());
      // Where a cell is picked the others stay marked, so that another one can be picked in its place.
      const isPicked = draft.steps[draft.steps.length - 1].cell;
      if (next.is === "choice" && next.moves && next.who === app.state.view.asked && !isPicked) this.findReach(words);
      const goesOn = next.is === "choice" && next.who === app.state.view.asked;
      const isAimed = next.is === "roll" || next.is === "choice";
      if (isAimed && !goesOn) {
        this.draft.oddsBusy = true;
        app.changed();
        const odds = await app.api.post("odds", { words }, signal);
        if (isOld()) return;
        Object.assign(this.draft, { odds, oddsBusy: false });
        app.changed();
      }
    } catch (error) {
      if (isOld() || !(error instanceof Refusal)) return;
      // A plan without odds is a plan all the same.
      if (this.draft.plan && this.draft.oddsBusy) Object.assign(this.draft, { oddsBusy: false });
      else {
        Object.assign(this.draft, { plan: null, busy: false, error: error.message });
        app.told(error.message);
      }
      app.changed();
    }
  }

  /** Asks where the movement can end. Whoever picks a cell before that is known waits for it. */
  findReach(words) {
    const reaching = this.askReach(words).finally(() => {
      if (this.reaching !== reaching) return;
      this.reaching = null;
      this.app.changed();
    });
    this.reaching = reaching;
  }

  async askReach(words = "") {
    const { app, turn } = this;
    const begun = this.draft.steps.length;
    const { wanted } = app.state.view ?? {};
    if (!words && !(wanted?.is === "choice" && (wanted.moves || wanted.options.some(isMove)))) {
      this.draft.reach = null;
      return;
    }
    try {
      const found = await app.api.post("reach", { words });
      if (turn !== this.turn) return;
      Object.assign(this.draft, { reach: found.places, reachBegun: begun, each: found.each });
    } catch {
      // Nobody moves here: then there is nothing to show.
      if (turn !== this.turn) return;
      this.draft.reach = null;
    }
  }

  /** What would be done, in one sentence. */
  sentence() {
    const { plan, error } = this.draft;
    if (error) return error;
    if (!plan) return "";
    const { steps } = this.draft;
    const ends = plan.way.length && plan.end ? `to ${keyOf(plan.end[0])}${plan.end[1] ? ` facing ${plan.end[1]}` : ""}` : "";
    // A way that was picked is seen on the map: its cells are not counted up.
    const walks = steps.some((step) => step.cell);
    const chosen = walks ? steps.map((step) => (step.cell ? ends || step.label : plainly(brief(step.label)))) : counted(plan.choices.map(brief));
    const did = chosen.join(", ") || "Nothing but the usual";
    const end = ends && !walks ? `, ${ends}` : "";
    const fills = plan.areas.map((one) => `${describeArea(one)} `).join("");
    return `${did.charAt(0).toUpperCase()}${did.slice(1)}${end}. ${fills}${this.nextSentence()}`.trim();
  }

  nextSentence() {
    const { next } = this.draft.plan;
    if (next.is === "nothing") return next.text === "the turn is over" ? "Then the turn is over." : next.text;
    if (next.is === "roll") {
      // Of dice that are thrown one by one the offer tells how many there are.
      const dice = next.dice.number === 1 && this.draft.steps.at(-1)?.label.match(/\b\d+d\d+(?:[+-]\d+)?/)?.[0];
      if (dice) return `Then ${next.who} rolls ${dice} for ${next.what}.`;
      return `Then ${next.who} rolls ${next.dice.text} for ${[next.what, numberOf(next)].filter(Boolean).join(" ")}.`;
    }
    return next.who === this.app.state.view.asked ? "" : `Then ${next.who} decides.`;
  }

  confirm() {
    const { steps } = this.draft;
    if (!steps.length) return undefined;
    const ids = steps.every((step) => step.id);
    return this.app.act(ids ? { decide: steps.map((step) => step.id) } : { say: this.line }, steps.length);
  }
}

/** The words of an offer without the remark on whom it reaches. */
const plainly = (words) => words.replace(/ \((after|nobody)[^()]*\)$/, "");

/** Words that come several times after one another, once with their number. */
function counted(words) {
  const found = [];
  for (const one of words) {
    const last = found[found.length - 1];
    if (last?.one === one) last.times += 1;
    else found.push({ one, times: 1 });
  }
  return found.map(({ one, times }) => (times > 1 ? `${one} (${times} times)` : one));
}

/**
 * Sends commands, each once however often it has to be said.
 * @param {import("./main.js").App} app
 */
export async function send(app, command) {
  const body = { revision: app.state.revision, id: newId(), command };
  for (let tries = 0; ; tries += 1) {
    try {
      return await app.api.post("act", body);
    } catch (error) {
      // The answer may be lost and the command done: the same name again asks for it.
      error.again = tries > 0;
      if (error.status !== 0 || tries >= 3) throw error;
      await new Promise((go) => setTimeout(go, 600 * (tries + 1)));
    }
  }
}
