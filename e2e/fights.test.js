// Whole fights of other rulesets by clicks and by taps: whatever is offered first is done, and walks lead to a foe.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, playOut, serve, shoot, sit } from "./table.js";

after(closeBrowser);

for (const [encounter, seed, size] of [
  ["ogre-hunt", 3, "laptop"],
  ["ogre-hunt", 5, "phone"],
  ["sword-and-rapier", 3, "laptop"],
  ["sword-and-rapier", 4, "phone"],
  ["graded-duel", 3, "laptop"],
  ["graded-duel", 5, "phone"],
  ["axe-and-sword", 3, "laptop"],
  ["axe-and-sword", 5, "phone"],
]) {
  test(`${encounter} from its beginning to its end on a ${size}`, { timeout: 300_000 }, async () => {
    const server = await serve([encounter, "--seed", String(seed)]);
    const { page, complaints } = await sit(server.links[0], SIZES[size]);
    await playOut(page, size === "phone", async (count) => {
      if (count !== 3) return;
      await shoot(page, `${encounter}-${size}-plays`);
      assert.deepEqual(await axe(page), []);
    });
    await page.locator(".aftermath .beaten").first().waitFor();
    await shoot(page, `${encounter}-${size}-ends`);
    assert.deepEqual(await axe(page), []);
    assert.deepEqual(complaints, []);
    await server.clear();
  });
}

test("who is pointed at shows its threat, and a line whether one is seen", { timeout: 120_000 }, async () => {
  const server = await serve(["bridge", "--seed", "2"]);
  const { page, complaints } = await sit(server.links[0]);
  const axeman = await page.evaluate(() => {
    const one = [...document.querySelectorAll("#map g.figure")].find((one) => one.getAttribute("aria-label").startsWith("Axe:"));
    const box = one.querySelector(".token").getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  await page.mouse.move(axeman.x, axeman.y);
  await page.locator("#map path.threat.front").waitFor({ state: "attached" });
  await page.mouse.move(300, 300);
  await page.locator("#map path.threat").first().waitFor({ state: "detached" });
  await page.mouse.click(axeman.x, axeman.y);
  await page.locator("#map path.sight").waitFor({ state: "attached" });
  await page.locator(".sheet-panel .measure", { hasText: /Strikes 1 cell far.*a whole movement has \d+/ }).waitFor();
  await shoot(page, "threat-laptop");
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(complaints, []);
  await server.clear();
});
