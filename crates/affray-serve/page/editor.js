// A fight that is put together: a map that is painted, figures that are set down. What may be the server says, at each change.

import { h } from "./dom.js";
import { geometry, keyOf, outlines, same } from "./geometry.js";
import { Board, badge, groundClasses, wordsOf } from "./map.js";
import { Refusal } from "./net.js";
import { laid, load, picturePanel } from "./picture.js";
import { SECRECY } from "./mastery.js";
import { button } from "./view.js";

/** Cells of a new map: across and down. */
const SIZE = [16, 12];
const MOST_SIDE = 80;
/** States that can be gone back to. */
const MOST_STEPS = 60;
const WAIT = 120;

const copy = (value) => JSON.parse(JSON.stringify(value));

/**
 * Opens the editor on a new fight of a `ruleset`, or on one that comes with the program (`stock`), or on a `file`.
 * @param {any} app
 * @param {{ ruleset?: string, stock?: string, file?: string, sheet?: string }} what
 */
export async function openEditor(app, { ruleset, stock, file, sheet }) {
  app.state.toast = "";
  app.state.busy = true;
  app.changed();
  try {
    const asked = stock ? `stock=${encodeURIComponent(stock)}` : `file=${encodeURIComponent(file)}`;
    const found = ruleset ? null : await app.api.get(`start/draft?${asked}`);
    const info = await app.api.get(`start/ruleset?id=${encodeURIComponent(ruleset ?? found.draft.ruleset)}`);
    const rows = Array.from({ length: SIZE[1] }, () => ".".repeat(SIZE[0]));
    const fresh = { ruleset: info.id, title: "", map: { layout: info.layout, rows }, combatant: [] };
    const editor = {
      info,
      draft: found ? found.draft : fresh,
      file: found?.made ? file.replace(/\.toml$/, "") : "",
      made: Boolean(found?.made),
      palette: [],
      tool: found ? "move" : sheet ? "figures" : "ground",
      glyph: "#",
      sheet: sheet ?? info.sheets[0]?.sheet ?? info.own[0]?.sheet ?? "",
      side: "",
      facing: info.facings[0],
      selected: null,
      judged: null,
      judgedOf: null,
      past: [],
      future: [],
      changed: false,
      leaving: false,
      number: 0,
    };
    editor.side = sides(editor)[0] ?? "One side";
    if (editor.made) editor.savedAs = editor.file;
    if (found && !found.made) setTitle(editor.draft, editor, `${found.draft.title ?? ""} (changed)`.trim());
    editor.drawn = () => drawBoard(app);
    app.state.editor = editor;
    app.board = null;
    judge(app, 0);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    app.failed(error.message);
  } finally {
    app.state.busy = false;
    app.changed();
  }
}

// The draft, and what is done to it.

const sides = (editor) => [...new Set(editor.draft.combatant.map((one) => one.side ?? one.name))];

const origin = (map) => map.origin ?? [0, 0];

/** Where a row begins: on hexes every second row is pushed half a cell to the right. */
function rowStart(map, row) {
  const [q, r] = origin(map);
  return [map.layout === "square" ? q : q - Math.floor(row / 2), r + row];
}

/** Row and column of a cell; nothing beyond the drawing. */
function placed(map, cell) {
  const row = cell[1] - origin(map)[1];
  if (row < 0 || row >= map.rows.length) return null;
  const column = cell[0] - rowStart(map, row)[0];
  return column < 0 || column >= [...map.rows[row]].length ? null : [row, column];
}

/** Changes the draft; `step` puts the state before it away, so that it can be gone back to. */
function change(app, act, step = true) {
  const { editor } = app.state;
  if (step) remember(editor);
  act(editor.draft, editor);
  editor.changed = true;
  editor.leaving = false;
  app.changed();
  judge(app);
}

function remember(editor) {
  editor.past.push(copy(editor.draft));
  if (editor.past.length > MOST_STEPS) editor.past.shift();
  editor.future = [];
}

function back(app, from, to) {
  const { editor } = app.state;
  if (!editor[from].length) return;
  editor[to].push(copy(editor.draft));
  editor.draft = editor[from].pop();
  if (editor.selected !== null && !editor.draft.combatant[editor.selected]) editor.selected = null;
  editor.changed = true;
  app.changed();
  judge(app);
}

/** Asks what is wrong with it, a moment after the last change. */
function judge(app, wait = WAIT) {
  const { editor } = app.state;
  clearTimeout(editor.later);
  editor.number += 1;
  const { number } = editor;
  document.body.dataset.judging = "judging";
  editor.later = setTimeout(async () => {
    const draft = copy(editor.draft);
    let judged;
    try {
      judged = await app.api.post("start/judge", { draft });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      judged = { problems: [{ message: error.message }] };
    }
    if (number !== editor.number || app.state.editor !== editor) return;
    editor.judged = judged;
    editor.judgedOf = draft;
    if (judged.palette) editor.palette = judged.palette;
    document.body.dataset.judging = "";
    const { problems } = judged;
    if (problems?.length) app.told(`${problems.length} ${problems.length === 1 ? "thing is" : "things are"} wrong.`);
    app.changed();
  }, wait);
}

function paint(app, cell, step) {
  const { editor } = app.state;
  const at = placed(editor.draft.map, cell);
  if (!at) return;
  const [row, column] = at;
  const glyphs = [...editor.draft.map.rows[row]];
  if (glyphs[column] === editor.glyph) return;
  change(app, (draft) => {
    glyphs[column] = editor.glyph;
    draft.map.rows[row] = glyphs.join("");
  }, step);
}

/** A name that nobody has. */
function nameFor(editor, sheet) {
  const base = sheet.replace(/\.toml$/, "").split(/[-_ ]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  const taken = new Set(editor.draft.combatant.map((one) => one.name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base} ${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

function setDown(app, cell) {
  change(app, (draft, editor) => {
    const one = { name: nameFor(editor, editor.sheet), side: editor.side, sheet: editor.sheet, at: cell };
    if (editor.facing && editor.facing !== editor.info.facings[0]) one.facing = editor.facing;
    draft.combatant.push(one);
    editor.selected = draft.combatant.length - 1;
  });
}

const standsAt = (app, cell) => figuresOf(app.state.editor).find((one) => one.cells.some((at) => same(at, cell)));

function pick(app, cell) {
  const { editor } = app.state;
  if (editor.tool === "ground") {
    paint(app, cell, true);
    return;
  }
  const there = standsAt(app, cell);
  if (there) {
    editor.selected = there.index === editor.selected && editor.tool === "move" ? null : there.index;
    app.told(`${there.name} is picked.`);
    app.changed();
  } else if (editor.tool === "figures") setDown(app, cell);
  else if (editor.selected !== null) change(app, (draft) => (draft.combatant[editor.selected].at = cell));
}

function resize(app, width, height) {
  const whole = (number) => Math.max(1, Math.min(MOST_SIDE, Math.round(number) || 1));
  change(app, ({ map }) => {
    const across = [...map.rows[0]].length;
    const [columns, rows] = [whole(width ?? across), whole(height ?? map.rows.length)];
    map.rows = Array.from({ length: rows }, (_, row) => {
      const old = [...(map.rows[row] ?? "")].slice(0, columns);
      return old.join("") + ".".repeat(columns - old.length);
    });
  });
}

async function save(app, start) {
  const { editor } = app.state;
  if (!editor.file.trim()) {
    app.failed("Give it a name for its file first.");
    document.getElementById("file-name")?.focus();
    return;
  }
  const replace = editor.made && editor.savedAs === editor.file;
  const done = await app.post("start/save", { draft: editor.draft, file: editor.file, replace });
  if (!done) return;
  Object.assign(editor, { changed: false, made: true, savedAs: editor.file });
  app.told(`Saved as ${done.file}.`);
  editor.saved = done.file;
  app.changed();
  if (start) await app.begin({ file: done.file });
}

// What the map shows.

/** Those who are set down: as the server sees them where nothing has changed since, or else as they stand in the draft. */
function figuresOf(editor) {
  const order = sides(editor);
  const judged = editor.judged?.figures ?? [];
  const before = editor.judgedOf?.combatant ?? [];
  const starts = [];
  before.reduce((sum, one) => {
    starts.push(sum);
    return sum + (one.count ?? 1);
  }, 0);
  const shown = [];
  editor.draft.combatant.forEach((one, index) => {
    const sideIndex = order.indexOf(one.side ?? one.name);
    const common = { index, sideIndex, points: [], notes: [], out: false, dead: false };
    const known = JSON.stringify(before[index]) === JSON.stringify(one) ? judged.slice(starts[index], starts[index] + (one.count ?? 1)) : [];
    if (known.length) {
      for (const figure of known) shown.push({ ...figure, ...common, sentence: `${figure.name}, ${figure.side}, at ${keyOf(figure.cells[0] ?? one.at)}` });
    } else {
      const facing = editor.judged?.figures?.[0]?.facing === null ? null : (one.facing ?? editor.info.facings[0]);
      shown.push({ ...common, name: one.name, side: one.side ?? one.name, tag: one.name.slice(0, 2), cells: [one.at], facing, sentence: `${one.name}, at ${keyOf(one.at)}` });
    }
  });
  return shown;
}

let drawnMap = { key: "", map: null };

function mapOf(editor) {
  const { map } = editor.draft;
  const key = JSON.stringify([map, editor.palette.length]);
  if (drawnMap.key === key) return drawnMap.map;
  const kinds = new Map(editor.palette.map((one) => [one.glyph, one.ground]));
  const ground = [];
  map.rows.forEach((text, row) => {
    const [q, r] = rowStart(map, row);
    [...text].forEach((glyph, column) => {
      const kind = kinds.get(glyph);
      if (kind) ground.push({ ...kind, cell: [q + column, r] });
    });
  });
  const rows = map.rows.map((text, row) => [rowStart(map, row), [...text].length]);
  drawnMap = { key, map: { layout: map.layout, open: map.open ?? false, rows, ground } };
  return drawnMap.map;
}

function drawBoard(app) {
  const { editor } = app.state;
  const host = document.getElementById("map");
  if (!host) {
    app.board = null;
    return;
  }
  if (app.board?.host !== host) {
    const read = (cell) => {
      const there = standsAt(app, cell);
      const ground = app.board.groundAt(cell);
      app.told(`${keyOf(cell)}: ${there ? `${there.name}, ` : ""}${ground || "open ground"}`);
    };
    app.board = new Board(host, {
      pick: (cell) => pick(app, cell),
      paint: (cell, first) => paint(app, cell, first),
      hover: () => {},
      cursor: read,
      read,
      foe: (step, here) => {
        const all = figuresOf(app.state.editor);
        if (!all.length) return null;
        const at = all.findIndex((one) => same(one.cells[0], here));
        return all[(at + step + all.length) % all.length].cells[0];
      },
      leave: () => {
        app.state.editor.selected = null;
        app.changed();
      },
    });
  }
  app.board.paints = editor.tool === "ground";
  const figures = figuresOf(editor);
  const selected = figures.find((one) => one.index === editor.selected);
  const wrong = (editor.judged?.problems ?? []).map((one) => editor.draft.combatant[one.at?.part === "combatant" ? one.at.index : -1]?.at).filter(Boolean);
  const { picture } = editor.draft.map;
  const found = pictureOf(app);
  app.board.update({ map: mapOf(editor), picture: found && { ...picture, href: found.href }, figures, ground: [], looked: selected?.name, home: selected?.cells[0] ?? rowStart(editor.draft.map, 0), marked: wrong, reach: [], way: [], preview: [] });
}

// What is seen.

export function editorPage(app) {
  const { editor } = app.state;
  const { tool } = editor;
  const tools = { move: "Pick and move", ground: "Ground", figures: "Figures" };
  return h(
    "main",
    { class: "editor", key: "editor", on: { keydown: (event) => shortcut(app, event) } },
    h(
      "div",
      { class: "left", key: "left" },
      h(
        "section",
        { class: "panel tools-panel", "aria-labelledby": "tools-title" },
        h("h2", { id: "tools-title" }, "What a click does"),
        h(
          "div",
          { class: "chips", role: "group", "aria-labelledby": "tools-title" },
          Object.entries(tools).map(([id, name]) =>
            button(name, () => {
              editor.tool = id;
              app.changed();
            }, { key: id, "aria-pressed": tool === id ? "true" : "false" }),
          ),
        ),
        tool === "move" && h("p", { class: "faint", key: "move" }, "Pick somebody on the map, then the cell to stand in. Drag to move the map."),
        tool === "ground" && palettePanel(app),
        tool === "figures" && sheetPanel(app),
      ),
    ),
    h(
      "div",
      { class: "middle", key: "middle" },
      h(
        "section",
        { class: "board", key: "board", "aria-label": "Map" },
        h("div", { id: "map", class: "map", own: true, key: "map", tabindex: 0, role: "application", "aria-roledescription": "map", "aria-label": "The map that is drawn", "aria-describedby": "map-keys" }),
        h("p", { id: "map-keys", class: "unseen" }, "Arrow keys move the cell cursor, Enter does what a click does, i reads a cell, n and p lead to the next and previous figure, plus and minus zoom."),
        h(
          "div",
          { class: "map-tools", key: "tools" },
          button("+", () => app.board?.zoom(1.3), { "aria-label": "Larger" }),
          button("−", () => app.board?.zoom(1 / 1.3), { "aria-label": "Smaller" }),
          button("⤢", () => app.board?.refit(), { "aria-label": "Show the whole map" }),
          button("↶", () => back(app, "past", "future"), { "aria-label": "Undo", disabled: !editor.past.length }),
          button("↷", () => back(app, "future", "past"), { "aria-label": "Redo", disabled: !editor.future.length }),
        ),
      ),
      problemsPanel(app),
    ),
    h("div", { class: "right", key: "right" }, selectedPanel(app), encounterPanel(app), underPanel(app)),
    h(
      "section",
      { class: "save-bar", key: "save", "aria-label": "Save" },
      h("label", { for: "file-name" }, "File "),
      h("input", { id: "file-name", type: "text", value: editor.file, maxlength: 64, autocomplete: "off", spellcheck: "false", placeholder: "tonight", on: { input: (event) => setFile(app, event.target.value) } }),
      h("span", { class: "faint" }, editor.saved && !editor.changed ? `saved as ${editor.saved}` : ".toml"),
      button("Save", () => save(app, false), { disabled: !ready(editor) || app.state.busy }),
      button("Save and start", () => save(app, true), { class: "primary", disabled: !ready(editor) || app.state.busy, id: "save-start" }),
    ),
  );
}

const ready = (editor) => Boolean(editor.judged?.figures) && JSON.stringify(editor.judgedOf) === JSON.stringify(editor.draft);

function setFile(app, name) {
  app.state.editor.file = name;
  app.changed();
}

function shortcut(app, event) {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea, select")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) back(app, "future", "past");
  else back(app, "past", "future");
}

function palettePanel(app) {
  const { editor } = app.state;
  const shape = geometry(editor.draft.map.layout);
  return h(
    "ul",
    { class: "palette", key: "palette", "aria-label": "Ground to paint" },
    editor.palette.map((one) => {
      const name = typeof one.entry === "string" ? one.entry : wordsOf(one.ground) || "open";
      const picked = editor.glyph === one.glyph;
      const classes = one.ground ? groundClasses(one.ground) : [];
      return h(
        "li",
        { key: `glyph ${one.glyph}` },
        h(
          "button",
          {
            type: "button",
            "aria-pressed": picked ? "true" : "false",
            on: {
              click: () => {
                editor.glyph = one.glyph;
                app.changed();
              },
            },
          },
          h("svg", { class: "swatch", viewBox: "-0.6 -0.6 1.2 1.2", "aria-hidden": "true" }, h("path", { class: "floor", d: outlines(shape, [[0, 0]]) }), classes.map((kind) => h("path", { class: `ground ${kind}`, d: outlines(shape, [[0, 0]]) })), h("path", { class: "grid", d: outlines(shape, [[0, 0]]) })),
          h("span", null, name, one.ground && typeof one.entry === "string" && h("span", { class: "faint" }, ` ${wordsOf(one.ground).split(", ").slice(1).join(", ")}`)),
        ),
      );
    }),
  );
}

function sideField(app, id, value, set) {
  const { editor } = app.state;
  return [
    h("input", { id, type: "text", list: "sides", maxlength: 60, autocomplete: "off", value, on: { change: (event) => set(event.target.value.trim()) } }),
    h("datalist", { id: "sides", key: "sides" }, sides(editor).map((side) => h("option", { value: side, key: side }))),
  ];
}

function sheetPanel(app) {
  const { editor } = app.state;
  const { info } = editor;
  const one = ({ sheet, title }) =>
    h(
      "li",
      { key: sheet },
      button([h("b", null, sheet.replace(/\.toml$/, "")), h("span", { class: "faint" }, ` ${title === sheet ? "" : title}`)], () => {
        editor.sheet = sheet;
        app.changed();
      }, { "aria-pressed": editor.sheet === sheet ? "true" : "false" }),
    );
  return h(
    "div",
    { key: "figures", class: "set-down" },
    h("p", { class: "faint" }, "Pick a sheet, then the cells where such a one stands."),
    h("label", { for: "side-new" }, "Side"),
    sideField(app, "side-new", editor.side, (side) => {
      editor.side = side;
      app.changed();
    }),
    editor.judged?.figures?.[0]?.facing !== null && [
      h("label", { for: "facing-new" }, "Faces"),
      h(
        "select",
        {
          id: "facing-new",
          value: editor.facing,
          on: {
            change: (event) => {
              editor.facing = event.target.value;
              app.changed();
            },
          },
        },
        info.facings.map((facing) => h("option", { value: facing, key: facing, selected: facing === editor.facing }, facing)),
      ),
    ],
    info.own.length > 0 && [h("h3", null, "Sheets of this folder"), h("ul", { class: "palette" }, info.own.map(one))],
    info.own.length > 0 && h("h3", null, "Sheets of the program"),
    h("ul", { class: "palette" }, info.sheets.map(one)),
  );
}

function problemsPanel(app) {
  const { editor } = app.state;
  const problems = editor.draft.combatant.length ? (editor.judged?.problems ?? []) : [{ message: "Nobody stands on the map yet: “Figures” sets somebody down." }];
  const title = (one) => {
    const { part, index } = one.at ?? {};
    if (one.file) return one.file;
    if (part === "combatant") return editor.draft.combatant[index]?.name ?? "";
    return { map: "Map", "map.legend": "Map", side: "Side" }[part] ?? part ?? "";
  };
  if (!problems.length) return h("p", { class: "hint good", key: "fine", role: "status" }, ready(editor) ? "It can be fought as it stands." : "…");
  return h(
    "section",
    { class: "panel problems", key: "problems", tabindex: 0, "aria-labelledby": "problems-title" },
    h("h2", { id: "problems-title" }, "Before it can be fought"),
    h(
      "ul",
      null,
      problems.map((one, index) =>
        h(
          "li",
          { key: `problem ${index}` },
          title(one) &&
            (one.at?.part === "combatant" && editor.draft.combatant[one.at.index]
              ? button(title(one), () => {
                  editor.selected = one.at.index;
                  app.board?.show(editor.draft.combatant[one.at.index].at, true);
                  app.changed();
                }, { class: "small" })
              : h("b", null, title(one))),
          ` ${one.at?.key ? `${one.at.key}: ` : ""}${one.message}`,
          one.hint && h("span", { class: "faint" }, ` (${one.hint})`),
        ),
      ),
    ),
  );
}

function selectedPanel(app) {
  const { editor } = app.state;
  const one = editor.draft.combatant[editor.selected];
  if (!one) {
    return h(
      "section",
      { class: "panel", key: "all", "aria-labelledby": "all-title" },
      h("h2", { id: "all-title" }, "Who fights"),
      editor.draft.combatant.length === 0 && h("p", { class: "faint" }, "Nobody yet."),
      h(
        "ul",
        { class: "palette" },
        editor.draft.combatant.map((one, index) =>
          h(
            "li",
            { key: `who ${index}` },
            button([badge(sides(editor).indexOf(one.side ?? one.name)), h("span", null, one.name, h("span", { class: "faint" }, ` ${one.side ?? ""}${one.count > 1 ? `, ${one.count} of them` : ""}`))], () => {
              editor.selected = index;
              editor.tool = "move";
              app.board?.show(one.at);
              app.changed();
            }),
          ),
        ),
      ),
    );
  }
  const set = (act) => change(app, (draft) => act(draft.combatant[editor.selected]));
  const others = sides(editor).filter((side) => side !== one.side);
  const sheets = [...editor.info.own, ...editor.info.sheets].map(({ sheet }) => sheet);
  const faces = editor.judged?.figures?.[0]?.facing !== null;
  return h(
    "section",
    { class: "panel selected", key: `selected ${editor.selected}`, "aria-labelledby": "selected-title" },
    h("div", { class: "panel-head" }, h("h2", { id: "selected-title" }, one.name || "Nameless"), button("Done", () => {
      editor.selected = null;
      app.changed();
    }, { class: "small" })),
    h("label", { for: "one-name" }, "Name"),
    h("input", { id: "one-name", type: "text", maxlength: 60, autocomplete: "off", value: one.name, on: { change: (event) => set((one) => (one.name = event.target.value.trim())) } }),
    h("label", { for: "one-side" }, "Side"),
    sideField(app, "one-side", one.side ?? "", (side) => set((one) => (side ? (one.side = side) : delete one.side))),
    h("label", { for: "one-sheet" }, "Sheet"),
    typeof one.sheet === "string"
      ? h("select", { id: "one-sheet", value: one.sheet, on: { change: (event) => set((one) => (one.sheet = event.target.value)) } }, [...new Set([one.sheet, ...sheets])].map((sheet) => h("option", { value: sheet, key: sheet, selected: sheet === one.sheet }, sheet)))
      : h("p", { class: "faint", id: "one-sheet" }, "stands in the file itself"),
    h("label", { for: "one-count" }, "How many"),
    h("input", { id: "one-count", type: "number", min: 1, max: 64, value: String(one.count ?? 1), on: { change: (event) => set((one) => (Number(event.target.value) > 1 ? (one.count = Number(event.target.value)) : delete one.count)) } }),
    faces && [
      h("label", { for: "one-facing" }, "Faces"),
      h("select", { id: "one-facing", value: one.facing ?? editor.info.facings[0], on: { change: (event) => set((one) => (one.facing = event.target.value)) } }, editor.info.facings.map((facing) => h("option", { value: facing, key: facing, selected: facing === (one.facing ?? editor.info.facings[0]) }, facing))),
    ],
    others.length > 0 &&
      h(
        "fieldset",
        { class: "whom" },
        h("legend", null, "Hidden from"),
        others.map((side) =>
          h(
            "label",
            { class: "check", key: side },
            h("input", {
              type: "checkbox",
              checked: (one.hidden_from ?? []).includes(side),
              on: {
                change: (event) =>
                  set((one) => {
                    const from = new Set(one.hidden_from ?? []);
                    if (event.target.checked) from.add(side);
                    else from.delete(side);
                    if (from.size) one.hidden_from = [...from];
                    else delete one.hidden_from;
                  }),
              },
            }),
            ` ${side}`,
          ),
        ),
      ),
    beginning(editor, one, set),
    h(
      "div",
      { class: "buttons" },
      button("Take away", () => change(app, (draft) => {
        draft.combatant.splice(editor.selected, 1);
        editor.selected = null;
      }), { class: "quiet" }),
    ),
  );
}

/** How somebody begins who is not fresh, and what others are told. */
function beginning(editor, one, set) {
  const judged = editor.judged?.figures?.find((figure) => figure.name === one.name || figure.name.startsWith(`${one.name} `));
  const change = (key, value) =>
    set((one) => {
      const state = { ...one.state };
      if (value === null) delete state[key];
      else state[key] = value;
      if (Object.keys(state).length) one.state = state;
      else delete one.state;
    });
  const conditions = Object.entries(one.state?.conditions ?? {});
  return h(
    "details",
    { class: "group whole", key: "beginning", open: Boolean(one.state || one.secrecy) },
    h("summary", null, "How it begins"),
    h(
      "div",
      { class: "selected" },
      (judged?.points ?? []).map(({ name, now, max }) => {
        const key = name.toLowerCase();
        return [
          h("label", { for: `one-${key}` }, name),
          h("input", { id: `one-${key}`, type: "number", value: String(one.state?.[key] ?? ""), placeholder: String(max ?? now), on: { change: (event) => change(key, event.target.value === "" ? null : Number(event.target.value)) } }),
        ];
      }),
      h("label", { for: "one-conditions" }, "Conditions"),
      h("input", {
        id: "one-conditions",
        type: "text",
        autocomplete: "off",
        placeholder: "stunned, prone",
        value: conditions.filter(([, is]) => is === true).map(([name]) => name).join(", "),
        on: {
          change: (event) => {
            const names = event.target.value.split(",").map((name) => name.trim()).filter(Boolean);
            // What is more than yes stays as the file has it.
            const others = conditions.filter(([, is]) => is !== true);
            const all = Object.fromEntries([...others, ...names.map((name) => [name, true])]);
            change("conditions", Object.keys(all).length ? all : null);
          },
        },
      }),
      h("label", { for: "one-secrecy" }, "Others are told"),
      h(
        "select",
        { id: "one-secrecy", value: one.secrecy ?? "open", on: { change: (event) => set((one) => (event.target.value === "open" ? delete one.secrecy : (one.secrecy = event.target.value))) } },
        Object.entries(SECRECY).map(([id, words]) => h("option", { value: id, key: id, selected: id === (one.secrecy ?? "open") }, words)),
      ),
    ),
  );
}

function encounterPanel(app) {
  const { editor } = app.state;
  const { draft, info } = editor;
  const number = (id, name, value, set) => [
    h("label", { for: id }, name),
    h("input", { id, type: "number", min: 1, max: MOST_SIDE, value: String(value), on: { change: (event) => set(Number(event.target.value)) } }),
  ];
  return h(
    "section",
    { class: "panel selected", key: "encounter", "aria-labelledby": "encounter-title" },
    h("h2", { id: "encounter-title" }, "The encounter"),
    h("p", { class: "faint whole" }, info.title),
    h("label", { for: "title", class: "wide" }, "Title"),
    h("input", { id: "title", class: "wide", type: "text", maxlength: 120, autocomplete: "off", value: draft.title ?? "", on: { change: (event) => change(app, (draft) => setTitle(draft, editor, event.target.value.trim())) } }),
    h("label", { for: "description", class: "wide" }, "What it is about"),
    h("textarea", { id: "description", class: "wide", rows: 2, maxlength: 600, value: Array.isArray(draft.description) ? draft.description.join(" ") : (draft.description ?? ""), on: { change: (event) => change(app, (draft) => (event.target.value.trim() ? (draft.description = event.target.value.trim().replace(/\s+/g, " ")) : delete draft.description)) } }),
    number("columns", "Cells across", [...draft.map.rows[0]].length, (columns) => resize(app, columns, undefined)),
    number("rows", "Cells down", draft.map.rows.length, (rows) => resize(app, undefined, rows)),
    h(
      "label",
      { class: "check whole" },
      h("input", { type: "checkbox", checked: Boolean(draft.map.open), on: { change: (event) => change(app, ({ map }) => (event.target.checked ? (map.open = true) : delete map.open)) } }),
      " Plain ground goes on beyond the edge",
    ),
  );
}

/** What was loaded of the picture under the map; what was not asked for yet comes later. */
function pictureOf(app) {
  const { editor } = app.state;
  const file = editor.draft.map.picture?.file;
  if (!file) return null;
  editor.pictures ??= new Map();
  if (!editor.pictures.has(file)) {
    editor.pictures.set(file, null);
    load(app.api, file).then((found) => {
      editor.pictures.set(file, found);
      app.changed();
    });
  }
  return editor.pictures.get(file);
}

function underPanel(app) {
  const { editor } = app.state;
  const { map } = editor.draft;
  return picturePanel({
    map,
    names: editor.info.pictures,
    found: pictureOf(app),
    change: (act) => change(app, ({ map }) => act(map)),
    async pick(file) {
      const found = file && (await load(app.api, file));
      if (file && !found) app.failed(`${file} cannot be shown.`);
      else change(app, ({ map }) => (file ? (map.picture = laid(found, [...map.rows[0]].length)) : delete map.picture));
    },
  });
}

function setTitle(draft, editor, title) {
  draft.title = title;
  const plain = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 50);
  if (!editor.file) editor.file = plain;
}
