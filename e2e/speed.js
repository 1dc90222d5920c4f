// How fast the page is, told and not judged: `node speed.js`. A map of 60 by 60 hexes with 40 figures is moved, on this machine and as
// if it were four times slower; and how long after the start of the command the page can be used.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SIZES, closeBrowser, openBrowser, serve, sit } from "./table.js";

const FIGURES = 40;
const SIDE = 60;
/** Frames of a movement. */
const FRAMES = 120;

function crowd() {
  const rows = Array.from({ length: SIDE }, (_, row) => Array.from({ length: SIDE }, (_, column) => ((row * 7 + column * 3) % 11 === 0 ? "#" : (row + column) % 9 === 0 ? "~" : ".")).join(""));
  const lines = ['ruleset = "dfrpg"', 'title = "A crowd"', "[map]", "rows = [", ...rows.map((row) => `"${row}",`), "]"];
  let placed = 0;
  for (let row = 8; placed < FIGURES; row += 4) {
    for (let column = 6; column < SIDE - 6 && placed < FIGURES; column += 7) {
      if (rows[row][column] !== ".") continue;
      lines.push("[[combatant]]", `name = "Orc ${placed}"`, 'sheet = "orc"', `side = "${placed % 2 ? "North" : "South"}"`, `at = [${column - Math.floor(row / 2)}, ${row}]`);
      placed += 1;
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Milliseconds between frames while the map is moved by a pointer, sorted. */
async function pan(page) {
  const times = page.evaluate(
    (frames) =>
      new Promise((done) => {
        const found = [];
        let last = performance.now();
        const frame = (now) => {
          found.push(now - last);
          last = now;
          if (found.length < frames) requestAnimationFrame(frame);
          else done(found.slice(5).sort((one, other) => one - other));
        };
        requestAnimationFrame(frame);
      }),
    FRAMES,
  );
  const box = await page.locator("#map").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const before = await page.locator("#map > svg").getAttribute("viewBox");
  await page.mouse.down();
  let over = false;
  times.then(() => (over = true));
  for (let at = 0; !over; at += 1) await page.mouse.move(x + 120 * Math.sin(at / 9), y + 90 * Math.cos(at / 7));
  const windows = await page.locator("#map > svg").getAttribute("viewBox");
  await page.mouse.up();
  if (windows === before) throw new Error("the map was not moved");
  return times;
}

const told = (times) => {
  const at = (share) => times[Math.floor((times.length - 1) * share)].toFixed(1);
  return `half of the frames within ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms`;
};

await openBrowser();
for (let turn = 0; turn < 3; turn += 1) {
  const start = performance.now();
  const server = await serve(["duel"]);
  const known = performance.now();
  const { page } = await sit(server.links[0]);
  await page.locator(".options .choice").first().waitFor();
  const now = performance.now();
  // The tests wait 150 ms for all that is printed.
  console.log(`the link is told after ${Math.round(known - start - 150)} ms, the page can be used ${Math.round(now - known)} ms later`);
  await page.context().close();
  await server.clear();
}
const folder = mkdtempSync(join(tmpdir(), "affray-speed-"));
writeFileSync(join(folder, "crowd.toml"), crowd());
const server = await serve(["crowd.toml"], folder);
for (const [name, size] of Object.entries({ laptop: SIZES.laptop, phone: { viewport: SIZES.phone.viewport, deviceScaleFactor: 2 } })) {
  for (const slower of [1, 4]) {
    const { page, context } = await sit(server.links[0], size);
    await page.waitForTimeout(1500);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await page.getByRole("button", { name: "Show the whole map" }).click();
    console.log(`${name}, ${slower === 1 ? "as it is" : `${slower} times slower`}, the whole map: ${told(await pan(page))}`);
    for (let times = 0; times < 4; times += 1) await page.getByRole("button", { name: "Larger" }).click();
    console.log(`${name}, ${slower === 1 ? "as it is" : `${slower} times slower`}, a part of it: ${told(await pan(page))}`);
    await context.close();
  }
}
await server.clear();
rmSync(folder, { recursive: true, force: true });
await closeBrowser();
