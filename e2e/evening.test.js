// The evening's start: a duel by one click, a fight that is put together, saved fights, several tables.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, openStart, revision, serve, settled, shoot, shows } from "./table.js";

after(closeBrowser);

const judged = (page) => page.waitForFunction(() => document.body.dataset.judging === "");
const narrow = async (page) => assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "nothing hangs out");

/** Where a cell of the drawing lies in the window. */
const cellAt = (page, q, r) =>
  page.evaluate(
    async ([q, r]) => {
      const { geometry } = await import("/geometry.js");
      const svg = document.querySelector("#map > svg");
      const layout = document.querySelector(".editor") && document.body.dataset.layout;
      const [x, y] = geometry(layout).center([q, r]);
      const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
      return { x: point.x, y: point.y };
    },
    [q, r],
  );

test("one click starts the duel, and the start knows of it afterwards", { timeout: 120_000 }, async () => {
  const server = await serve([]);
  assert.equal(server.links.length, 1);
  const { page, complaints } = await openStart(server.links[0]);
  await page.getByRole("button", { name: "Start the duel" }).click();
  await page.locator("#now-title").waitFor();
  await shows(page.locator("#now-title"), /which maneuver/);
  assert.ok(existsSync(join(server.folder, "duel.save.jsonl")));
  await page.locator(".menu > summary").click();
  await page.getByText("To the evening’s start").click();
  await page.locator("h2", { hasText: "Open now" }).waitFor();
  await shoot(page, "evening-open");
  assert.deepEqual(await axe(page), []);
  await page.getByRole("button", { name: /^To the table/ }).click();
  await page.locator("#now-title").waitFor();
  // Another link in the address bar leads there at once.
  await page.goto(server.links[0]);
  await page.getByRole("button", { name: /^Close/ }).click();
  await page.locator("h2", { hasText: "Open now" }).waitFor({ state: "detached" });
  // What is closed is saved, and goes on.
  await page.getByRole("button", { name: /^Go on with/ }).click();
  await page.locator("#now-title").waitFor();
  assert.deepEqual(complaints, []);
  await server.clear();
});

test("a saved fight of other rules says where they part, and goes on from there in a new file", { timeout: 120_000 }, async () => {
  const first = await serve([]);
  const begun = await openStart(first.links[0]);
  await begun.page.getByRole("button", { name: "Start the duel" }).click();
  await begun.page.locator(".choice", { hasText: "Do Nothing" }).first().click();
  const before = await revision(begun.page);
  await begun.page.locator("#confirm:enabled").click();
  await settled(begun.page, before);
  await begun.context.close();
  await first.stop();
  const path = join(first.folder, "duel.save.jsonl");
  // His turn was another event by the rules of then.
  const then = (line) => (line.includes("Sergeant Brand's turn.") ? line.replace("turn-begins", "turn-opens") : line);
  const log = readFileSync(path, "utf8");
  const other = log.split("\n").map(then).join("\n");
  assert.notEqual(other, log);
  writeFileSync(path, other);
  const server = await serve([], first.folder);
  for (const size of ["laptop", "phone"]) {
    const { page, complaints, context } = await openStart(server.links[0], SIZES[size]);
    await page.getByRole("button", { name: /^Go on with .*, duel\.save\.jsonl/ }).click();
    await page.locator(".refusal", { hasText: /duel\.save\.jsonl was written by Affray .*, and from line \d+ of \d+ on it comes to something else/ }).waitFor();
    await shoot(page, `evening-stuck-${size}`);
    assert.deepEqual(await axe(page), []);
    await narrow(page);
    if (size === "phone") {
      await page.getByRole("button", { name: "Go on from there" }).tap();
      // By the dice a maneuver is wanted, or a defense.
      await shows(page.locator("#now-title"), /Sergeant Brand/);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  }
  assert.equal(readFileSync(path, "utf8"), other, "the old one is kept");
  assert.ok(existsSync(join(first.folder, "duel-2.save.jsonl")));
  await server.clear();
});

for (const [ruleset, layout] of [["dfrpg", "hex"], ["gurps4", "hex"], ["graded", "hex"], ["dragonquest", "hex"], ["obss", "square"]]) {
  test(`a fight of ${ruleset} is drawn, saved and started`, { timeout: 120_000 }, async () => {
    const server = await serve([]);
    const { page, complaints } = await openStart(server.links[0]);
    await page.selectOption("select[name=ruleset]", ruleset);
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".editor #map svg path.floor").waitFor({ state: "attached" });
    await judged(page);
    await page.evaluate((layout) => (document.body.dataset.layout = layout), layout);
    assert.equal(await page.locator("#save-start").isDisabled(), true, "nobody fights yet");
    // A wall in one stroke.
    await page.getByRole("button", { name: /^wall/ }).click();
    const [from, to] = [await cellAt(page, 5, 2), await cellAt(page, 5, 5)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Figures" }).click();
    const put = async (side, index, [q, r]) => {
      await page.fill("#side-new", side);
      await page.press("#side-new", "Tab");
      await page.locator(".set-down .palette button").nth(index).click();
      const { x, y } = await cellAt(page, q, r);
      await page.mouse.click(x, y);
      await judged(page);
    };
    await put("We", 0, [2, 3]);
    await put("They", 1, [11, 3]);
    if (await page.locator(".problems").count()) throw new Error(await page.locator(".problems").textContent());
    await page.fill("#title", `A wall <b>in</b> ${ruleset}`);
    await page.press("#title", "Tab");
    await judged(page);
    await shoot(page, `editor-${ruleset}`);
    assert.deepEqual(await axe(page), []);
    await page.locator("#save-start:enabled").click();
    await page.locator("#now-title").waitFor();
    const text = readFileSync(join(server.folder, `a-wall-b-in-b-${ruleset}.toml`), "utf8");
    assert.match(text, /rows = \[[^\]]*#/);
    assert.equal(await page.locator(".top h1").textContent(), `A wall <b>in</b> ${ruleset}`);
    await shoot(page, `editor-${ruleset}-started`);
    assert.deepEqual(complaints, []);
    await server.clear();
  });
}

test("what is wrong is told where it is, and a file of somebody else is not overwritten", { timeout: 120_000 }, async () => {
  const server = await serve([]);
  const mine = 'ruleset = "dfrpg"\n# by hand\n[[combatant]]\nname = "Hob"\nsheet = "orc"\nat = [0, 0]\n';
  writeFileSync(join(server.folder, "mine.toml"), mine);
  writeFileSync(join(server.folder, "broken.toml"), 'title = "x\n');
  const { page, complaints } = await openStart(server.links[0]);
  await page.locator(".card", { hasText: "broken.toml" }).locator(".refusal").waitFor();
  await page.locator(".card", { hasText: "The bridge" }).getByRole("button", { name: /^Change a copy/ }).click();
  await page.locator(".editor .palette button", { hasText: "Sir Odo" }).click();
  await page.fill("#one-name", "Till");
  await page.press("#one-name", "Tab");
  await page.locator(".problems", { hasText: "already" }).waitFor();
  await shoot(page, "editor-wrong");
  assert.deepEqual(await axe(page), []);
  assert.equal(await page.locator("#save-start").isDisabled(), true);
  await page.getByRole("button", { name: "Undo" }).click();
  await judged(page);
  assert.equal(await page.locator(".problems").count(), 0);
  for (const name of ["mine", "../mine", "con", "a/b", ""]) {
    await page.fill("#file-name", name);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator(".toast").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
  }
  assert.equal(readFileSync(join(server.folder, "mine.toml"), "utf8"), mine);
  await page.fill("#file-name", "the-bridge-again");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".save-bar", { hasText: "saved as the-bridge-again.toml" }).waitFor();
  await page.getByRole("button", { name: "Back to the start" }).click();
  await page.locator(".card", { hasText: "the-bridge-again.toml" }).getByRole("button", { name: /^Change/ }).click();
  await page.locator(".editor .palette button", { hasText: "Ringleader" }).waitFor();
  assert.deepEqual(complaints, []);
  await server.clear();
});

test("the start and the editor in all sizes, light and dark", { timeout: 180_000 }, async () => {
  const server = await serve([]);
  for (const [name, size] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      const { page, complaints, context } = await openStart(server.links[0], size, { colorScheme });
      await shoot(page, `evening-${name}-${colorScheme}`);
      assert.deepEqual(await axe(page), [], `start, ${name}, ${colorScheme}`);
      await narrow(page);
      await page.locator(".card", { hasText: "The bridge" }).getByRole("button", { name: /^Change a copy/ }).click();
      await page.locator(".editor #map svg path.floor").waitFor({ state: "attached" });
      await judged(page);
      await page.getByRole("button", { name: "Ground" }).click();
      await shoot(page, `editor-${name}-${colorScheme}`);
      assert.deepEqual(await axe(page), [], `editor, ${name}, ${colorScheme}`);
      await narrow(page);
      assert.deepEqual(complaints, []);
      await context.close();
    }
  }
  await server.clear();
});
