// The picture under the cells of a map that is drawn: which one, how large, and where.

import { h } from "./dom.js";

/** The corner of the first cell: half a cell before its center. */
const CORNER = [-0.5, -0.5];
const round = (number) => Math.round(number * 1000) / 1000;

/** The picture as a file gives it: an address for this page, and its width and height in pixels; nothing where there is none. */
export async function load(api, file) {
  const href = await api.picture(`start/picture?file=${encodeURIComponent(file)}`);
  if (!href) return null;
  const image = new Image();
  image.src = href;
  const drawn = await image.decode().then(() => true, () => false);
  return drawn ? { file, href, size: [image.naturalWidth, image.naturalHeight] } : null;
}

/**
 * What is set of the picture: `found` is what was loaded of it, `pick(file)` takes another one or none, `change(act)` changes the map.
 */
export function picturePanel({ map, names, found, pick, change }) {
  const { picture } = map;
  const known = [...new Set([...(picture ? [picture.file] : []), ...names])];
  const scale = picture && found ? round(found.size[0] / picture.size[0]) : 0;
  const number = (id, words, value, step, min, set) => {
    const take = ({ target }) => {
      // What is no number, or no size, is not taken.
      if (target.valueAsNumber > min) change((map) => set(map.picture, target.valueAsNumber));
      else target.value = String(round(value));
    };
    return [h("label", { for: id }, words), h("input", { id, type: "number", step, value: String(round(value)), on: { change: take } })];
  };
  return h(
    "section",
    { class: "panel selected", key: "picture", "aria-labelledby": "picture-title" },
    h("h2", { id: "picture-title" }, "Picture under the cells"),
    known.length === 0 && h("p", { class: "faint whole" }, "None. A picture (PNG, JPEG or WebP) in the folder of the program can be picked here."),
    known.length > 0 && [
      h("label", { for: "picture-file" }, "File"),
      h("select", { id: "picture-file", value: picture?.file ?? "", on: { change: (event) => pick(event.target.value) } }, ["", ...known].map((name) => h("option", { value: name, key: `picture ${name}`, selected: name === (picture?.file ?? "") }, name || "none"))),
    ],
    picture && !found && h("p", { class: "refusal whole", role: "alert" }, `${picture.file} is not in the folder, or is no picture.`),
    picture && found && [
      // What is wider than high stays so.
      number("picture-scale", "Its pixels for a cell", scale, "any", 0, (picture, pixels) => (picture.size = picture.size.map((side) => round((side * scale) / pixels)))),
      number("picture-x", "Cells to the right", picture.at[0] - CORNER[0], 0.1, -Infinity, (picture, x) => (picture.at = [round(x + CORNER[0]), picture.at[1]])),
      number("picture-y", "Cells down", picture.at[1] - CORNER[1], 0.1, -Infinity, (picture, y) => (picture.at = [picture.at[0], round(y + CORNER[1])])),
    ],
  );
}

/** A picture that is new on a map: as wide as the map is. */
export const laid = ({ file, size }, columns) => ({ file, at: [...CORNER], size: [columns, round((columns * size[1]) / size[0])] });
