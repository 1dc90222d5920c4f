// An attack that needs a step first, and what is lost by nothing: the odds are told before anything is done.

import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, planStrike, planned, revision, serve, settled, shoot, shows, sit } from "./table.js";

after(closeBrowser);

test("a step, an attack and its odds in one plan, which is done at once", { timeout: 120_000 }, async () => {
  const server = await serve(["duel", "--seed", "9"]);
  const { page, complaints } = await sit(server.links[0]);
  let before = await planStrike(page);
  const plan = await page.locator(".confirm").textContent();
  assert.match(plan, /Step E.*Attack Vela's torso.*Then Sergeant Brand rolls 3d for attack/);
  assert.match(plan, /HP lost by Vela on average/);
  assert.match(plan, /95\.4 % Sergeant Brand hits Vela/);
  await page.locator(".odds summary").click();
  await page.locator(".histogram").first().waitFor();
  await shoot(page, "laptop-plan");
  assert.deepEqual(await axe(page), []);
  // Nothing was done up to here.
  assert.equal(await revision(page), before);
  await page.locator("#confirm").click();
  await settled(page, before);
  await page.locator(".log", { hasText: /Sergeant Brand (moves|steps) to 3,4/ }).waitFor();
  await shows(page.locator("#now-title"), /Which defense/);
  // Undo takes all of it back.
  before = await revision(page);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await settled(page, before);
  await shows(page.locator("#now-title"), /^Sergeant Brand: which maneuver\?$/);
  assert.deepEqual(complaints, []);
  await server.clear();
});

/** Whether something is seen as a whole in the part of the page in which it stands, without scrolling. */
const isInSight = (locator) =>
  locator.evaluate((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const frame = one.closest(".now").getBoundingClientRect();
    const isOnTop = one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    return isOnTop && top >= frame.top && bottom <= Math.min(frame.bottom, innerHeight);
  });

test("a defender sees what comes, and the best defense first, in every size of window", { timeout: 180_000 }, async () => {
  const server = await serve(["duel", "--seed", "9"]);
  const { page } = await sit(server.links[0]);
  const before = await planStrike(page);
  await page.locator("#confirm").click();
  await settled(page, before);
  await shows(page.locator("#now-title"), /Which defense/);
  for (const [name, size] of Object.entries(SIZES)) {
    const { page, complaints, context } = await sit(server.links[0], size);
    const answers = page.locator(".now .answers > .choice");
    await answers.first().waitFor();
    // 3d against 15, 14 and 13, with a retreat; nothing where one does not defend.
    assert.deepEqual(await answers.allTextContents(), [
      "Parry with the rapier, retreating E95 % (score 15)",
      "Parry with the main-gauche, retreating E91 % (score 14)",
      "Dodge, retreating E84 % (score 13)",
      "No defense",
    ]);
    assert.equal(await isInSight(answers.first()), true, `${name}: the highest chance`);
    await shows(page.locator(".recent"), "attacks Vela's torso with broadsword swing");
    assert.equal(await page.locator(".recent").isVisible(), true, name);
    await shoot(page, `defense-${name}`);
    await page.getByRole("button", { name: "Why Parry with the rapier, retreating E" }).click();
    await page.locator(".why-lines", { hasText: /Rapier16.*Retreat, fencing\+3.*Total15/ }).waitFor();
    // A Retreat goes straight away where that hex is free (DF-R137).
    await page.getByRole("button", { name: "1 more: Parry with the rapier" }).click();
    assert.deepEqual(await page.locator(".ways .choice .label").allTextContents(), ["Parry with the rapier"]);
    await shoot(page, `defense-${name}-why`);
    assert.deepEqual(await axe(page), [], name);
    assert.deepEqual(complaints, []);
    await context.close();
  }
  await server.clear();
});

for (const size of ["laptop", "phone"]) {
  test(`each cell of a way tells its cost and its rule: ${size}`, { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "affray-e2e-"));
    const one = (name, q) => `[[combatant]]\nname = "${name}"\nside = "${name}"\nsheet = "arn"\nat = [${q}, 0]\n`;
    writeFileSync(join(folder, "strip.toml"), `ruleset = "graded"\n[map]\nrows = [". . , . . . . . . ."]\n${one("Ana", 0)}${one("Bo", 9)}`);
    const server = await serve(["strip.toml", "--seed", "5"], folder);
    const { page, complaints } = await sit(server.links[0], SIZES[size]);
    const cell = (q) =>
      page.evaluate(async (q) => {
        const { geometry } = await import("/geometry.js");
        const [x, y] = geometry("hex").center([q, 0]);
        const point = new DOMPoint(x, y).matrixTransform(document.querySelector("#map > svg").getScreenCTM());
        return { x: point.x, y: point.y };
      }, q);
    await page.locator("#map path.reach").waitFor({ state: "attached" });
    const there = await cell(3);
    if (size === "laptop") {
      await page.mouse.move(there.x, there.y);
      const line = page.locator(".hover", { hasText: "2,0 costs 1 for a forward hex (GR-R35) +1 ground (GR-R35) = 2; the other cells 1 each (GR-R35)" });
      await line.waitFor();
      await shoot(page, "cost-hover");
      await page.mouse.click(there.x, there.y);
    } else await page.touchscreen.tap(there.x, there.y);
    await planned(page, 1);
    await page.locator(".walk-cost", { hasText: "The way to 3,0: 2,0 costs 1 for a forward hex (GR-R35) +1 ground (GR-R35) = 2; the other cells 1 each (GR-R35)." }).waitFor();
    // The rule's text is a tap away.
    await shoot(page, `cost-${size}`);
    assert.deepEqual(await axe(page), []);
    await page.locator(".walk-cost button", { hasText: "GR-R35" }).first().click();
    await page.locator("dialog, .answer", { hasText: "GR-R35" }).first().waitFor();
    assert.deepEqual(complaints, []);
    await server.clear();
  });
}
