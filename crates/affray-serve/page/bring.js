// Bring your own: a character of GCS or a map of a map maker, chosen or dropped; what becomes of it is shown before it is saved.

import { h } from "./dom.js";
import { openEditor } from "./editor.js";
import { Board } from "./map.js";
import { Refusal } from "./net.js";
import { button } from "./view.js";

const MAPS = ["uvtt", "dd2vtt", "df2vtt", "tmj", "tmx"];
/** Sets of tiles, which are brought with a map. */
const SETS = ["tsx", "tsj", "json"];
/** The rulesets for which there are characters. */
const OF_CHARACTERS = ["dfrpg", "gurps4"];
/** The largest files, in MB. */
const MOST = { gcs: 16, map: 96 };
/** Lines of a report that are shown at once. */
const FEW = 6;

const endingOf = (name) => name.toLowerCase().split(".").pop();

/** Takes files up, one with its sets of tiles: what it is, and what would become of it. */
export async function bring(app, files) {
  const sets = files.filter((file) => SETS.includes(endingOf(file.name)));
  const [file, further] = files.filter((file) => !sets.includes(file));
  app.state.toast = "";
  if (further) {
    app.failed("One character or map at a time, and with a map its sets of tiles.");
    return;
  }
  const { brought: before } = app.state;
  if (!file && before?.isMap) {
    before.beside = [...before.beside.filter((one) => !sets.some((set) => set.name === one.name)), ...sets];
    before.saved = "";
    await look(app, false);
    return;
  }
  if (!file) {
    app.failed(`“${sets[0].name}” is a set of tiles: drop it together with its map.`);
    return;
  }
  const ending = endingOf(file.name);
  const isMap = MAPS.includes(ending);
  if (!isMap && ending !== "gcs") {
    app.failed(`“${file.name}” is no file that is read here: characters of GCS end in .gcs, maps in ${MAPS.map((one) => `.${one}`).join(", ")}.`);
    return;
  }
  const most = isMap ? MOST.map : MOST.gcs;
  const size = [file, ...sets].reduce((sum, one) => sum + one.size, 0);
  if (size > most * 1024 * 1024) {
    app.failed(`“${file.name}” has ${Math.ceil(size / 1024 / 1024)} MB: ${isMap ? "a map" : "a character"} has ${most} MB at the most.`);
    return;
  }
  closeBrought(app);
  const known = isMap ? app.state.list.rulesets.map((one) => one.id) : OF_CHARACTERS;
  app.state.brought = { file, beside: sets, isMap, known, ruleset: known[0], cells: 1, name: file.name.replace(/\.[^.]*$/, ""), told: null, error: "", saved: "", href: "" };
  if (isMap) showPicture(app, app.state.brought);
  await look(app, false);
  document.getElementById("brought-title")?.focus();
}

export function closeBrought(app) {
  const { brought } = app.state;
  if (brought?.href) URL.revokeObjectURL(brought.href);
  app.state.brought = null;
  app.board = null;
  app.changed();
}

/** The picture of a map, taken out of its file for the preview. */
async function showPicture(app, brought) {
  try {
    const { image } = JSON.parse(await brought.file.text());
    if (typeof image !== "string" || !image) return;
    const bytes = Uint8Array.from(atob(image.slice(image.indexOf("base64,") + 1 ? image.indexOf("base64,") + 7 : 0)), (letter) => letter.charCodeAt(0));
    brought.href = URL.createObjectURL(new Blob([bytes]));
    app.changed();
  } catch {
    // What is wrong with it the server says.
  }
}

/** Asks what becomes of the file, or saves that. */
async function look(app, save) {
  const { brought } = app.state;
  const { file, beside, ruleset, cells, name } = brought;
  const query = new URLSearchParams({ name: file.name, ruleset, cells, file: name, ...(save ? { save: "yes" } : {}) });
  for (const one of beside) query.append("beside", `${one.size}:${one.name}`);
  brought.number = (brought.number ?? 0) + 1;
  const { number } = brought;
  brought.busy = true;
  app.changed();
  try {
    const told = await app.api.bytes(`start/import?${query}`, new Blob([file, ...beside]));
    if (app.state.brought !== brought || number !== brought.number) return;
    Object.assign(brought, { told, error: "", saved: told.file ?? "" });
    app.told(save ? `Saved as ${told.file}.` : `${told.lines.length} lines say what becomes of it.`);
    if (save) app.refresh();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (app.state.brought !== brought || number !== brought.number) return;
    brought.error = error.message;
    if (!save) brought.told = null;
  } finally {
    if (number === brought.number) brought.busy = false;
    app.changed();
  }
}

/** Another wish: what becomes of it then is asked a moment later. */
function wish(app, key, value) {
  const { brought } = app.state;
  brought[key] = value;
  brought.saved = "";
  clearTimeout(brought.later);
  brought.later = setTimeout(() => look(app, false), 250);
  app.changed();
}

/** What takes a file: a button, and the whole page for one that is dropped. */
export function bringPanel(app) {
  return h(
    "section",
    { class: "panel ready", key: "bring", "aria-labelledby": "bring" },
    h("h2", { id: "bring" }, "Bring your own"),
    h("p", null, "A character of GCS (.gcs), or a map of a map maker (.uvtt, .dd2vtt, .df2vtt, or .tmj and .tmx of Tiled, with its sets of tiles): choose it, or drop it anywhere on this page."),
    h(
      "div",
      { class: "row" },
      chooser(app, "bring-file", "Choose a file …", ["gcs", ...MAPS, ...SETS]),
    ),
  );
}

function chooser(app, id, words, endings) {
  const choose = (event) => {
    const files = [...event.target.files];
    event.target.value = "";
    if (files.length) bring(app, files);
  };
  return h("label", { class: "file", key: id }, h("span", null, words), h("input", { type: "file", id, multiple: true, accept: endings.map((one) => `.${one}`).join(","), on: { change: choose } }));
}

/** Handlers of the page for what is dropped. */
export function dropping(app) {
  const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  return {
    dragover: (event) => {
      if (!isFile(event)) return;
      event.preventDefault();
      document.body.dataset.dropping = "yes";
    },
    dragleave: (event) => {
      if (!event.relatedTarget) delete document.body.dataset.dropping;
    },
    drop: (event) => {
      if (!isFile(event)) return;
      event.preventDefault();
      delete document.body.dataset.dropping;
      const files = [...event.dataTransfer.files];
      if (files.length) bring(app, files);
    },
  };
}

const WORDS = { note: "To know before the fight", took: "Taken as it is", changed: "Changed", "left out": "Left out", differs: "Differs from the editor’s number", kept: "Kept, because it is yours" };

function report(lines) {
  return Object.entries(WORDS).map(([is, title]) => {
    const all = lines.filter((line) => line.is === is);
    if (!all.length) return null;
    const items = all.map((line) => h("li", null, line.text));
    return h(
      "details",
      { key: `lines ${is}`, class: "group", open: all.length <= FEW || is !== "took" },
      h("summary", null, title, h("span", { class: "faint" }, ` ${all.length}`)),
      h("ul", { class: "report" }, items),
    );
  });
}

/** What becomes of a file, before it is saved. */
export function broughtPage(app) {
  const { brought, list } = app.state;
  const { told, file, isMap } = brought;
  const titles = new Map(list.rulesets.map((one) => [one.id, one.title]));
  const problems = told?.judged?.problems ?? [];
  const wrong = brought.error || told?.in_the_way || "";
  const ready = told && !brought.busy && !wrong && !problems.length && !brought.saved;
  return h(
    "main",
    { class: "brought", key: "brought" },
    h(
      "section",
      { class: "panel selected", key: "wishes", "aria-labelledby": "brought-title" },
      h("h2", { id: "brought-title", tabindex: -1 }, file.name),
      h("p", { class: "whole faint" }, isMap ? "A map becomes an encounter: with somebody in each starting place it can be fought at once, and changed in the editor." : "A character becomes a sheet: figures of an encounter are made from it."),
      h("label", { for: "brought-rules" }, "Rules"),
      h("select", { id: "brought-rules", value: brought.ruleset, on: { change: (event) => wish(app, "ruleset", event.target.value) } }, brought.known.map((id) => h("option", { value: id, key: id, selected: id === brought.ruleset }, titles.get(id) ?? id))),
      isMap && [
        h("label", { for: "brought-cells" }, "Cells for a square of the map"),
        h("input", { id: "brought-cells", type: "number", min: 1, max: 8, value: String(brought.cells), on: { change: (event) => wish(app, "cells", Math.max(1, Math.min(8, Math.round(Number(event.target.value)) || 1))) } }),
      ],
      h("label", { for: "brought-name" }, "Save as"),
      h("span", { class: "named" }, h("input", { id: "brought-name", type: "text", maxlength: 60, autocomplete: "off", spellcheck: "false", value: brought.name, on: { input: (event) => wish(app, "name", event.target.value) } }), h("span", { class: "faint" }, ".toml")),
      wrong && h("p", { class: "refusal whole", role: "alert", key: "wrong" }, wrong),
      problems.length > 0 && h("div", { class: "whole refusal", role: "alert", key: "problems" }, problems.map((one) => h("p", null, one.message, one.hint && ` (${one.hint})`))),
      told?.missing?.length > 0 && !brought.saved && h(
        "div",
        { class: "refusal whole", role: "alert", key: "missing" },
        h("p", null, `Missing: ${told.missing.join(", ")}. What its tiles are stands there; without it they are plain ground. Drop it on this page too.`),
        chooser(app, "bring-set", "Choose the set of tiles …", SETS),
      ),
      told?.again && !brought.saved && h("p", { class: "notice whole" }, `${told.name}.toml was imported before: its imported lines are written anew, yours stay.`),
      brought.saved && h("p", { class: "hint good whole", role: "status" }, `Saved as ${brought.saved}.`),
      h(
        "div",
        { class: "buttons" },
        button(brought.saved ? "Back to the start" : "Leave it", () => closeBrought(app), { class: "quiet" }),
        brought.saved && isMap && button("Change a copy", () => leaveTo(app, () => openEditor(app, { file: brought.saved })), { class: "quiet", disabled: app.state.busy }),
        brought.saved && isMap && button("Start it", () => app.begin({ file: brought.saved }), { class: "primary", disabled: app.state.busy, id: "brought-start" }),
        brought.saved && !isMap && button("Put a fight together with it", () => leaveTo(app, () => openEditor(app, { ruleset: brought.ruleset, sheet: brought.saved })), { class: "primary", disabled: app.state.busy }),
        !brought.saved && button(brought.busy ? "Looking …" : "Save", () => look(app, true), { class: "primary", disabled: !ready, id: "brought-save" }),
      ),
    ),
    h(
      "section",
      { class: "panel", key: "becomes", "aria-labelledby": "becomes-title" },
      h("h2", { id: "becomes-title" }, "What becomes of it"),
      !told && h("p", { class: "faint" }, brought.busy ? "Reading it …" : "Nothing, as long as that is not mended."),
      isMap && told?.lines_of_map?.length > 0 && h("p", { class: "faint", key: "lines" }, "Lines are the walls and doors of the file: a cell through which a wall runs is wall as a whole."),
      isMap && told?.judged?.map && h("div", { id: "brought-map", class: "board", key: "map", own: true, mounted: (node) => (brought.host = node) }),
      told && h("div", { class: "options" }, report(told.lines)),
      told && h("details", { key: "text", class: "group" }, h("summary", null, isMap ? "The encounter as a file" : "The sheet as a file"), h("pre", { tabindex: 0 }, told.text)),
    ),
  );
}

function leaveTo(app, go) {
  closeBrought(app);
  go();
}

/** Draws the map of what was brought. */
export function drawBrought(app) {
  const { brought } = app.state;
  if (!brought?.isMap) return;
  const host = document.getElementById("brought-map");
  if (!host) {
    brought.board = null;
    return;
  }
  if (brought.board?.host.parentElement !== host) {
    const inner = document.createElement("div");
    inner.className = "map";
    host.replaceChildren(inner);
    const nothing = () => {};
    brought.board = new Board(inner, { pick: nothing, hover: nothing, cursor: nothing, read: nothing, foe: nothing, leave: nothing });
  }
  const { told } = brought;
  const sides = [...new Set(told.judged.figures.map((one) => one.side))];
  const figures = told.judged.figures.map((one) => ({ ...one, sideIndex: sides.indexOf(one.side), sentence: `${one.name} begins here` }));
  const picture = brought.href && told.picture ? { ...told.picture, href: brought.href } : null;
  brought.board.update({ map: told.judged.map, picture, figures, ground: [], reach: [], way: [], preview: [], marked: [], lines: told.lines_of_map });
}
