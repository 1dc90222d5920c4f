// Areas of spells and breaths: drawn with whom they reach while they are planned and while they are cast, told in words, named in the legend.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, makeFolder, revision, serve, settled, shoot, shows, sit } from "./table.js";

after(closeBrowser);

const mage = `
ruleset = "dfrpg"
title = "Gloom"
[[combatant]]
name = "Ilsa"
side = "The tower"
at = [0, 0]
facing = "E"
[combatant.sheet]
name = "mage"
st = 10
dx = 12
iq = 14
ht = 12
fp = 16
traits = ["Magery 3"]
spells = { gloom = 14 }
[[combatant]]
name = "Orc"
side = "The horde"
sheet = "orc"
at = [6, 0]
facing = "W"
[[combatant]]
name = "Ogre"
side = "The horde"
sheet = "orc"
at = [7, 0]
facing = "W"
[[combatant]]
name = "Straggler"
side = "The horde"
sheet = "orc"
at = [12, 0]
facing = "W"
`;

const thrower = `
ruleset = "obss"
title = "Burst"
[map]
layout = "square"
rows = ["..............", "..............", "......#.......", "..............", ".............."]
[[combatant]]
name = "Eli"
side = "The tower"
sheet = "eli"
at = [0, 2]
[[combatant]]
name = "Arn"
side = "The band"
sheet = "arn"
at = [7, 2]
[[combatant]]
name = "Fen"
side = "The band"
sheet = "fen"
at = [8, 2]
`;

const dragon = `
ruleset = "dragonquest"
title = "Breath"
begun = true
[[combatant]]
name = "Dragon"
side = "The cave"
sheet = "young-dragon"
at = [8, 0]
facing = "W"
[[combatant]]
name = "Aldric"
side = "The hunters"
sheet = "aldric"
at = [0, 0]
facing = "E"
[[combatant]]
name = "Ketil"
side = "The hunters"
sheet = "ketil"
at = [3, 0]
facing = "E"
`;

/** A table with that encounter; the game master's page. */
async function begin(text, size, more = []) {
  const folder = makeFolder();
  writeFileSync(join(folder, "it.toml"), text);
  const server = await serve(["it.toml", "--seed", "2", "--ask-all", ...more], folder);
  return { server, master: await sit(server.links[0], SIZES[size]) };
}

/** Picks the choice with those words, in whatever group it is. */
async function pick(page, words) {
  const choice = page.locator(".options .choice", { hasText: words }).first();
  await choice.waitFor({ state: "attached" });
  const group = page.locator(".options details:not([open])", { has: page.locator(".choice", { hasText: words }) });
  if (await group.count()) await group.first().locator("summary").click();
  await choice.click();
  await page.waitForFunction(() => document.body.dataset.planning === "" && document.body.dataset.steps !== "");
}

const areas = (page) => page.locator("#map g.area").evaluateAll((all) => all.map((one) => ({ planned: one.classList.contains("planned"), label: one.getAttribute("aria-label"), cells: one.querySelector(".filled").getAttribute("d").split("M").length - 1 })));

for (const size of ["laptop", "phone"]) {
  test(`an area is drawn while it is planned, and while it is cast for its caster alone: ${size}`, { timeout: 120_000 }, async () => {
    const { server, master } = await begin(mage, size, ["--player", "Anna=Orc"]);
    const { page, complaints } = master;
    const anna = await sit(server.links[2]);
    for (let count = 0; count < 8 && !/Ilsa: which maneuver/.test(await page.locator("#now-title").textContent()); count += 1) {
      const before = await revision(page);
      await page.fill("#say", "1");
      await page.press("#say", "Enter");
      await settled(page, before);
    }
    // A radius of 2 around the orc: its hex and the six around it, in one of which the ogre stands.
    await pick(page, /cast gloom at 6,0, radius 2/);
    const gloom = "Gloom of Ilsa fills 7 cells: Orc, Ogre inside.";
    assert.deepEqual(await areas(page), [{ planned: true, label: gloom, cells: 7 }]);
    await shows(page.locator(".sentence"), gloom);
    await shoot(page, `area-planned-${size}`);
    assert.deepEqual(await axe(page), []);
    await pick(page, /cast gloom at 6,0, radius 1/);
    assert.deepEqual((await areas(page)).map((one) => one.cells), [1]);
    await pick(page, /cast gloom at 6,0, radius 2/);
    await page.getByRole("button", { name: "What the ground means" }).click();
    await shows(page.locator(".legend li"), `Planned. ${gloom}`);
    await shoot(page, `area-legend-${size}`);
    await page.getByRole("button", { name: "Close the legend" }).click();
    assert.equal(await anna.page.locator("#map g.area").count(), 0, "a plan is nobody else's");
    assert.deepEqual(complaints, []);
    await server.clear();
  });
}

for (const [name, text, words, label] of [
  ["obss", thrower, /cast Blast at /i, /^Blast of Eli fills \d+ cells: .*Arn/],
  ["dragonquest", dragon, /breathe/i, /^Breath of Dragon fills \d+ cells: .*Ketil/],
]) {
  test(`an area of ${name} is drawn while it is planned`, { timeout: 120_000 }, async () => {
    const { server, master } = await begin(text, "laptop");
    const { page, complaints } = master;
    let found;
    for (let count = 0; count < 40 && !found; count += 1) {
      const choices = page.locator(".options .choice", { hasText: words });
      for (let at = 0; at < (await choices.count()) && !found; at += 1) {
        await pick(page, await choices.nth(at).locator(".label").textContent());
        [found] = await areas(page);
      }
      if (found) break;
      const before = await revision(page);
      await page.fill("#say", "1");
      await page.press("#say", "Enter");
      await settled(page, before);
    }
    assert.match(found.label, label);
    assert.equal(found.planned, true);
    await shoot(page, `area-${name}`);
    assert.deepEqual(await axe(page), []);
    assert.deepEqual(complaints, []);
    await server.clear();
  });
}
