// Whole fights of other rulesets by clicks and by taps: whatever is offered first is done, and walks lead to a foe.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SIZES, asked, axe, closeBrowser, isOver, nearestTo, revision, serve, settled, shoot, sit } from "./table.js";

after(closeBrowser);

const MOST = 400;

/** One plan, or the part of one that can be done first. */
async function plan(page, press, at) {
  for (let picks = 0; picks < 8; picks += 1) {
    const walking = /where to/.test(await page.locator("#now-title").textContent());
    const confirm = page.locator(picks > 0 && !walking ? "#confirm:enabled" : "#confirm.primary:enabled");
    if (await confirm.count()) {
      await press(confirm);
      return;
    }
    const { foe } = await asked(page);
    const names = await page.locator(".options .choice .label").allTextContents();
    const steps = await page.locator("body").getAttribute("data-steps");
    const walks = walking && !/-?\d+,-?\d+/.test(steps);
    if (walks) await page.locator("#map path.reach").waitFor({ state: "attached", timeout: 2000 }).catch(() => {});
    const point = walks && foe ? await nearestTo(page, foe) : null;
    if (point) await at(point);
    else {
      const find = (test) => names.findIndex((words) => test.test(words) && !/nobody|^no /i.test(words));
      const order = [find(/attack|charge/i), find(/^Move|^Go /i), find(/parry|dodge|block/i), find(/^over|^stop|^end/i), 0];
      await press(page.locator(".options .choice").nth(order.find((index) => index >= 0)));
    }
    await page.waitForFunction(() => document.body.dataset.planning === "");
    await page.waitForTimeout(40);
  }
  throw new Error(`no plan: ${await page.locator(".now, .confirm, .toasts").allTextContents()}`);
}

for (const [encounter, seed, size] of [
  ["ogre-hunt", 3, "laptop"],
  ["ogre-hunt", 5, "phone"],
  ["sword-and-rapier", 3, "laptop"],
]) {
  test(`${encounter} from its beginning to its end on a ${size}`, { timeout: 300_000 }, async () => {
    const server = await serve([encounter, "--seed", String(seed)]);
    const { page, complaints } = await sit(server.links[0], SIZES[size]);
    const [press, at] = size === "phone" ? [(one) => one.tap(), ({ x, y }) => page.touchscreen.tap(x, y)] : [(one) => one.click(), ({ x, y }) => page.mouse.click(x, y)];
    for (let count = 0; count < MOST && !(await isOver(page)); count += 1) {
      const before = await revision(page);
      await plan(page, press, at);
      await settled(page, before);
      if (count === 3) {
        await shoot(page, `${encounter}-${size}-plays`);
        assert.deepEqual(await axe(page), []);
      }
    }
    assert.ok(await isOver(page));
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
