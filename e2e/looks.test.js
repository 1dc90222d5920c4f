// Every state of the page in every size of window: axe finds nothing, nothing hangs out, a screenshot to look at.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, serve, shoot, sit } from "./table.js";

after(closeBrowser);

const planned = (page) => page.waitForFunction(() => document.body.dataset.planning === "" && document.body.dataset.steps !== "");

for (const [encounter, pick] of [
  ["bridge", "Do Nothing"],
  ["ogre-hunt", "total defense"],
  ["cavalry", null],
]) {
  test(`${encounter} in all sizes, light and dark`, { timeout: 180_000 }, async () => {
    const server = await serve([encounter, "--seed", "2"]);
    for (const [name, size] of Object.entries(SIZES)) {
      for (const colorScheme of ["light", "dark"]) {
        const { page, complaints, context } = await sit(server.links[0], size, { colorScheme });
        const choice = pick ? page.locator(".options .choice", { hasText: pick }) : page.locator(".options .choice").first();
        await choice.click();
        await planned(page);
        await shoot(page, `${encounter}-${name}-${colorScheme}`);
        assert.deepEqual(await axe(page), [], `${encounter}, ${name}, ${colorScheme}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "nothing hangs out");
        assert.deepEqual(complaints, []);
        await context.close();
      }
    }
    await server.clear();
  });
}

test("a plan names its odds, a sheet and a rule can be opened", { timeout: 120_000 }, async () => {
  const server = await serve(["bridge", "--seed", "2"]);
  const { page, complaints } = await sit(server.links[0]);
  for (const words of ["move", "odds 1", "look odo", "measure odo ringleader", "rules DF-051", "rules retreat", "order", "reach", "help", "win 2"]) {
    await page.fill("#say", words);
    await page.press("#say", "Enter");
    await page.waitForFunction(() => document.body.dataset.asking === "" && document.body.dataset.busy === "", null, { timeout: 60_000 });
    assert.equal(await page.locator(".toast").count(), 0, `${words}: ${await page.locator(".toasts").textContent()}`);
    if (words === "rules DF-051") {
      await page.locator("dialog h2", { hasText: "DF-051" }).waitFor();
      await shoot(page, "laptop-rule");
      assert.deepEqual(await axe(page), []);
      await page.keyboard.press("Escape");
    } else if (words !== "move") assert.ok(await page.locator(".answer p, .answer pre, .answer li").count());
  }
  await page.locator(".order li button").first().click();
  await page.locator(".lines li").first().waitFor();
  await shoot(page, "laptop-sheet");
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(complaints, []);
  await server.clear();
});
