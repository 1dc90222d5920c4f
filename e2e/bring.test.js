// Bring your own: a character and a map, dropped or chosen, looked at, saved and fought with; bad files.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, openStart, playOut, serve, shoot } from "./table.js";

after(closeBrowser);

const FILES = join(dirname(fileURLToPath(import.meta.url)), "..", "crates", "affray-import", "tests", "files");
const fits = async (page) => assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "nothing hangs out");

/** Drops files on the page: names and texts. */
async function drop(page, ...named) {
  const data = await page.evaluateHandle((named) => {
    const data = new DataTransfer();
    for (let at = 0; at < named.length; at += 2) data.items.add(new File([named[at + 1]], named[at]));
    return data;
  }, named);
  await page.dispatchEvent("main", "dragover", { dataTransfer: data });
  assert.equal(await page.evaluate(() => document.body.dataset.dropping), "yes");
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
}

/** The cellar with a picture that can be seen: a chessboard of 60 by 40 pixels. */
async function cellar(page) {
  const image = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 60, height: 40 });
    const context = canvas.getContext("2d");
    for (let x = 0; x < 6; x += 1) {
      for (let y = 0; y < 4; y += 1) {
        context.fillStyle = (x + y) % 2 ? "#7a5230" : "#c9b48a";
        context.fillRect(x * 10, y * 10, 10, 10);
      }
    }
    return canvas.toDataURL("image/png").split(",")[1];
  });
  return JSON.stringify({ ...JSON.parse(readFileSync(join(FILES, "cellar.uvtt"), "utf8")), image });
}

for (const [name, size] of Object.entries(SIZES)) {
  test(`a map is dropped, saved and fought on: ${name}`, { timeout: 120_000 }, async () => {
    const server = await serve([]);
    const { page, complaints } = await openStart(server.links[0], size);
    await drop(page, "cellar.uvtt", await cellar(page));
    await page.selectOption("#brought-rules", "obss");
    await page.fill("#brought-cells", "2");
    await page.press("#brought-cells", "Tab");
    await page.locator(".report li", { hasText: "12 x 8 squares" }).waitFor();
    await page.locator("#brought-map image").waitFor({ state: "attached" });
    await page.locator("#brought-map g.figure").first().waitFor({ state: "attached" });
    // The walls and the door of the file lie over the cells, two of them for each square: the wall at 3.5 down to the door at 2.
    const line = (kind) => page.locator(`#brought-map path.line.${kind}`).getAttribute("d");
    assert.match(await line("wall"), /^M6\.5 -0\.5L6\.5 3\.5/);
    assert.equal(await line("door"), "M6.5 3.5L6.5 5.5");
    await page.locator(".report li", { hasText: "1 light:" }).waitFor();
    await shoot(page, `bring-map-${name}`);
    assert.deepEqual(await axe(page), []);
    await fits(page);
    await page.locator("#brought-save:enabled").click();
    await page.locator("#brought-start").click();
    await page.locator("#now-title").waitFor();
    // Six squares of the map are twelve cells; its corner is half a cell before the first center.
    const picture = page.locator("#map image.picture");
    await picture.waitFor({ state: "attached" });
    assert.deepEqual(await picture.evaluate((one) => ["x", "y", "width", "height"].map((key) => one.getAttribute(key))), ["-0.5", "-0.5", "12", "8"]);
    assert.ok(existsSync(join(server.folder, "cellar.png")));
    await shoot(page, `bring-table-${name}`);
    assert.deepEqual(await axe(page), []);
    assert.deepEqual(complaints, []);
    await server.clear();
  });
}

test("a map of Tiled is dropped with its set of tiles, and a whole fight is played on it by taps", { timeout: 300_000 }, async () => {
  const server = await serve(["--seed", "3"]);
  const { page, complaints } = await openStart(server.links[0], SIZES.phone);
  const [ford, set] = ["ford.tmx", "ford.tsx"].map((name) => readFileSync(join(FILES, name), "utf8"));
  await drop(page, "ford.tsx", set);
  await page.locator(".toast", { hasText: "together with its map" }).waitFor();
  await drop(page, "ford.tmx", ford, "other.tmx", ford);
  await page.locator(".toast", { hasText: "One character or map at a time" }).waitFor();
  // Without its set the tiles are plain ground; it can be dropped afterwards.
  await drop(page, "ford.tmx", ford);
  await page.selectOption("#brought-rules", "obss");
  await page.locator(".refusal", { hasText: "Missing: tiles/ford.tsx" }).waitFor();
  await shoot(page, "bring-missing");
  assert.deepEqual(await axe(page), []);
  await fits(page);
  await drop(page, "ford.tsx", set);
  await page.locator(".refusal").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Leave it" }).click();
  await drop(page, "ford.tsx", set, "ford.tmx", ford);
  await page.selectOption("#brought-rules", "obss");
  // The hexes of the first preview are not what is saved.
  await page.locator(".report li", { hasText: "8 x 6 squares" }).waitFor();
  await page.locator("pre", { hasText: '"# D # a . # # #"' }).waitFor({ state: "attached" });
  await page.locator("#brought-save:enabled").click();
  await page.locator("#brought-start").click();
  await page.locator("#now-title").waitFor();
  // The two meet around the wall with its door, through the brook.
  await page.locator("#map path.ground").first().waitFor({ state: "attached" });
  await shoot(page, "bring-fights");
  await playOut(page, true);
  assert.deepEqual(complaints, []);
  await server.clear();
});

test("the picture under a map is picked, scaled and moved in the editor", { timeout: 120_000 }, async () => {
  const server = await serve([]);
  const { page, complaints } = await openStart(server.links[0]);
  const { image } = JSON.parse(await cellar(page));
  writeFileSync(join(server.folder, "floor.png"), Buffer.from(image, "base64"));
  await page.selectOption("select[name=ruleset]", "obss");
  await page.getByRole("button", { name: "Begin" }).click();
  const at = () => page.locator("#map image.picture").evaluate((one) => ["x", "y", "width", "height"].map((key) => Number(one.getAttribute(key))));
  const set = async (id, value) => {
    await page.fill(id, value);
    await page.press(id, "Tab");
  };
  await page.selectOption("#picture-file", "floor.png");
  await page.locator("#map image.picture").waitFor({ state: "attached" });
  // It has 60 by 40 pixels, and the map 16 cells across.
  assert.deepEqual(await at(), [-0.5, -0.5, 16, 10.667]);
  assert.equal(await page.inputValue("#picture-scale"), "3.75");
  await set("#picture-scale", "10");
  assert.deepEqual(await at(), [-0.5, -0.5, 6, 4]);
  await set("#picture-x", "1.5");
  await set("#picture-y", "-0.2");
  assert.deepEqual(await at(), [1, -0.7, 6, 4]);
  // No size is no size, and a step is taken back like any other.
  await set("#picture-scale", "0");
  await set("#picture-scale", "-3");
  assert.deepEqual(await at(), [1, -0.7, 6, 4]);
  await page.getByRole("button", { name: "Undo" }).click();
  assert.deepEqual(await at(), [1, -0.5, 6, 4]);
  await page.getByRole("button", { name: "Redo" }).click();
  await shoot(page, "editor-picture");
  assert.deepEqual(await axe(page), []);
  // It is saved with the encounter, and found again.
  await page.getByRole("button", { name: "Figures" }).click();
  await page.locator(".set-down .palette button").first().click();
  await page.locator("#map").focus();
  await page.keyboard.press("Enter");
  await page.fill("#file-name", "pictured");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".save-bar", { hasText: "saved as pictured.toml" }).waitFor();
  assert.match(readFileSync(join(server.folder, "pictured.toml"), "utf8"), /floor\.png/);
  await page.getByRole("button", { name: "Back to the start" }).click();
  await page.locator(".card", { hasText: "pictured.toml" }).getByRole("button", { name: /^Change/ }).click();
  await page.locator("#map image.picture").waitFor({ state: "attached" });
  assert.deepEqual(await at(), [1, -0.7, 6, 4]);
  await page.selectOption("#picture-file", "");
  await page.locator("#map image.picture").waitFor({ state: "detached" });
  assert.deepEqual(complaints, []);
  await server.clear();
});

test("a character is dropped or chosen, saved as a sheet, and stands in a fight that is put together", { timeout: 120_000 }, async () => {
  const server = await serve([]);
  const { page, complaints } = await openStart(server.links[0]);
  await drop(page, "brand.gcs", readFileSync(join(FILES, "brand.gcs"), "utf8"));
  await page.locator("summary", { hasText: "Left out" }).waitFor();
  await page.getByRole("button", { name: "Leave it" }).click();
  await page.setInputFiles("#bring-file", join(FILES, "brand.gcs"));
  await page.locator("summary", { hasText: "Left out" }).waitFor();
  await shoot(page, "bring-character");
  assert.deepEqual(await axe(page), []);
  // A file that is somebody else's is in the way.
  writeFileSync(join(server.folder, "taken.toml"), "# mine\n");
  await page.fill("#brought-name", "taken");
  await page.locator(".refusal", { hasText: "was not imported" }).waitFor();
  assert.equal(await page.locator("#brought-save").isDisabled(), true);
  await page.fill("#brought-name", "brand");
  await page.locator("#brought-save:enabled").click();
  await page.locator(".hint.good", { hasText: "Saved as brand.toml" }).waitFor();
  assert.match(readFileSync(join(server.folder, "brand.toml"), "utf8"), /^# >>> affray import \(dfrpg\) from brand.gcs/m);
  assert.equal(readFileSync(join(server.folder, "taken.toml"), "utf8"), "# mine\n");
  await page.getByRole("button", { name: "Put a fight together with it" }).click();
  await page.locator(".set-down button[aria-pressed=true]", { hasText: "brand" }).waitFor();
  assert.deepEqual(complaints, []);
  await server.clear();
});

test("bad files are told of, and the page goes on", { timeout: 120_000 }, async () => {
  const server = await serve([]);
  const { page, complaints } = await openStart(server.links[0]);
  await drop(page, "story.txt", "once upon a time");
  await page.locator(".toast", { hasText: "no file that is read here" }).waitFor();
  await drop(page, "broken.uvtt", "{");
  await page.locator(".refusal", { hasText: "this is no JSON" }).waitFor();
  await shoot(page, "bring-broken");
  assert.deepEqual(await axe(page), []);
  await page.getByRole("button", { name: "Leave it" }).click();
  await page.locator("#start-duel").waitFor();
  await drop(page, "large.gcs", " ".repeat(16 * 1024 * 1024 + 1));
  await page.locator(".toast", { hasText: "16 MB at the most" }).waitFor();
  assert.deepEqual(complaints, []);
  await server.clear();
});
