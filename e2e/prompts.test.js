// What the panel of the question says and what it leaves out: foes, seats, prices, ends.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, isOver, revision, serve, settled, shoot, shows, sit } from "./table.js";

after(closeBrowser);

const say = async (page, words) => {
  const before = await revision(page);
  await page.fill("#say", words);
  await page.press("#say", "Enter");
  await settled(page, before);
};

/** Answers of the server that are refusals, as the browser's console lists them. */
const refusals = (page) => {
  const all = [];
  page.on("response", (response) => response.status() >= 400 && all.push(`${response.status()} ${new URL(response.url()).pathname}`));
  return all;
};

for (const size of ["laptop", "phone"]) {
  test(`a foe that was picked is no longer marked for a defender, nor after the end: ${size}`, { timeout: 120_000 }, async () => {
    const server = await serve(["duel", "--seed", "9", "--player", "Bo=Brand"]);
    const [master, { page, complaints }] = [await sit(server.links[0]), await sit(server.links[2], SIZES[size])];
    const refused = refusals(page);
    await say(master.page, "4,4");
    await shows(page.locator("#now-title"), "Sergeant Brand: which maneuver?");
    if (size === "phone") await page.locator(".tabs button", { hasText: "Sheet" }).tap();
    await page.locator(".order button", { hasText: "Vela" }).click();
    await page.locator(".foe-line", { hasText: "What reaches Vela:" }).waitFor({ state: "attached" });
    await page.locator("#map path.threat").first().waitFor({ state: "attached" });
    if (size === "phone") await page.locator(".tabs button", { hasText: "Plan" }).tap();
    await shoot(page, `foe-${size}`);
    await say(page, "do-nothing");
    await shows(page.locator("#now-title"), "Waiting for Vela");
    await say(master.page, "attack brand");
    for (let count = 0; count < 4 && !/Which defense/.test(await page.locator("#now-title").textContent()); count += 1) await say(master.page, "1");
    await shows(page.locator("#now-title"), /Which defense/);
    await page.locator(".answers .choice").first().waitFor();
    await shoot(page, `defender-${size}`);
    assert.equal(await page.locator(".foe-line").count(), 0, "nothing of whom one reaches");
    assert.equal(await page.locator("#map path.threat").count(), 0, "no threat is drawn");
    assert.equal(await page.locator(".order .foe, #map .figure.foe").count(), 0, "nobody is marked");
    await say(page, "none");
    await say(master.page, "remove Vela");
    for (let count = 0; count < 6 && !(await isOver(master.page)); count += 1) await say(master.page, "1");
    await shows(page.locator("#now-title"), "The fight is over");
    if (size === "phone") await page.locator(".tabs button", { hasText: "Sheet" }).tap();
    await page.locator(".order button", { hasText: "Brand" }).click();
    await page.locator(".lines li").first().waitFor();
    assert.equal(await page.locator("#map path.threat").count(), 0, "no threat after the end");
    assert.deepEqual(await axe(page), []);
    assert.deepEqual(refused, []);
    assert.deepEqual([...master.complaints, ...complaints], []);
    await server.clear();
  });
}
