// What the panel of the question says and what it leaves out: foes, seats, prices, ends.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, isOver, planStrike, revision, serve, settled, shoot, shows, sit } from "./table.js";

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

test("prices stand at the offers, the dice of a pool are told as they fell, and who is down is told how", { timeout: 120_000 }, async () => {
  const server = await serve(["ogre-hunt", "--seed", "3"]);
  const [{ page, complaints }, looksOn] = [await sit(server.links[0]), await sit(server.links[1], SIZES.phone)];
  const choice = (words) => page.locator(".choice", { hasText: words }).first();
  assert.equal(await choice("Run").locator(".cost").textContent(), " costs 1 Action");
  assert.equal(await choice("Total defense").locator(".cost").textContent(), " costs 2 Actions");
  await shoot(page, "prices-laptop");
  await shows(looksOn.page.locator(".now"), "You look on: the map, the order and the log show what everybody may know.");
  await shoot(looksOn.page, "looks-on-phone");
  await say(page, "end");
  await shows(page.locator("#now-title"), "Di: what next? 3 Actions left.");
  // A charge throws four dice, and has +5: BAB 3, STR 1, weapon list 1.
  await choice("Charge Dag (4d6+5").click();
  await page.waitForFunction(() => document.body.dataset.planning === "" && document.body.dataset.steps);
  await shows(page.locator(".sentence"), "Then Di rolls 4d6+5 for attack.");
  await shoot(page, "pool-laptop");
  const before = await revision(page);
  await page.locator("#confirm").click();
  await settled(page, before);
  // The event that follows names the faces: the box has the same ones.
  await page.locator(".line.roll", { hasText: "Di, attack" }).waitFor();
  await page.locator(".line", { hasText: "Di hits Dag" }).or(page.locator(".line", { hasText: "Di misses Dag" })).first().waitFor();
  const [box, told] = await page.evaluate(() => {
    const roll = [...document.querySelectorAll(".line.roll")].find((one) => one.textContent.includes("Di, attack"));
    const event = [...document.querySelectorAll(".line.event")].findLast((one) => one.textContent.startsWith("Di throws"));
    return [roll.querySelector(".fell").textContent, event.textContent];
  });
  assert.equal(box, told.match(/throws ([\d, then]+)/)[1].match(/\d+/g).join(" "));
  assert.ok(box.split(" ").length >= 4, box);
  await say(page, "hurt ada 25");
  await shows(page.locator(".order li", { hasText: "Ada" }).locator(".state"), "dying");
  await shoot(page, "dying-laptop");
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(await axe(looksOn.page), []);
  assert.deepEqual([...complaints, ...looksOn.complaints], []);
  await server.clear();
});

for (const size of ["laptop", "phone"]) {
  test(`a legend tells what the ground means, and buttons lie over nobody: ${size}`, { timeout: 120_000 }, async () => {
    const server = await serve(["ogre-hunt", "--seed", "3"]);
    const { page, complaints } = await sit(server.links[0], SIZES[size]);
    const press = size === "phone" ? "tap" : "click";
    await page.getByRole("button", { name: "What the ground means" })[press]();
    const lines = page.locator(".legend li");
    await lines.first().waitFor();
    const words = await lines.allTextContents();
    assert.equal(new Set(words).size, words.length, "each kind once");
    assert.ok(words.some((one) => /nobody can enter/.test(one)), words.join("; "));
    assert.equal(await lines.locator("svg .ground").count() >= words.length, true, "each is drawn");
    await shoot(page, `legend-${size}`);
    assert.deepEqual(await axe(page), []);
    await page.getByRole("button", { name: "Close the legend" })[press]();
    assert.equal(await lines.count(), 0);
    const apart = await page.evaluate(() => {
      const [map, tools] = ["#map", ".map-tools"].map((one) => document.querySelector(one).getBoundingClientRect());
      return tools.left >= map.right - 0.5 && tools.bottom <= document.querySelector(".board").getBoundingClientRect().bottom;
    });
    assert.equal(apart, true, "the buttons have a place of their own");
    assert.deepEqual(complaints, []);
    await server.clear();
  });
}

test("on a phone odds are in sight, dice of the log are a tap away, and all that a battle cost is in sight", { timeout: 180_000 }, async () => {
  const server = await serve(["duel", "--seed", "9"]);
  const { page, complaints } = await sit(server.links[0], SIZES.phone);
  const before = await planStrike(page);
  await page.locator(".odds .chance").first().waitFor();
  await shoot(page, "plan-phone");
  const isSeen = await page.evaluate(() => {
    const box = document.querySelector(".plan-text").getBoundingClientRect();
    return [...document.querySelectorAll(".odds .chance")].slice(0, 2).every((one) => one.getBoundingClientRect().bottom <= box.bottom + 1);
  });
  assert.equal(isSeen, true, "the chances stand above the fold");
  await page.locator("#confirm").tap();
  await settled(page, before);
  await say(page, "none");
  await page.locator(".tabs button", { hasText: "Log" }).tap();
  const again = page.getByRole("button", { name: /^Throw the dice of line/ });
  await page.locator(".fell-button").first().waitFor();
  assert.equal(await again.filter({ visible: true }).count(), 0, "nothing stands at each line");
  await shoot(page, "log-phone");
  await page.locator(".line.roll", { hasText: "attack" }).locator(".text").first().tap({ position: { x: 2, y: 4 } });
  assert.equal(await again.filter({ visible: true }).count(), 1);
  await page.locator(".fell-button[aria-expanded=true]").tap();
  assert.equal(await again.filter({ visible: true }).count(), 0);
  assert.deepEqual(await axe(page), []);
  await page.locator(".tabs button", { hasText: "Plan" }).tap();
  await say(page, "remove Vela");
  for (let count = 0; count < 6 && !(await isOver(page)); count += 1) await say(page, "1");
  await page.locator(".aftermath td").first().waitFor();
  await shoot(page, "cost-of-battle-phone");
  assert.equal(await page.locator(".aftermath .scroll").evaluate((one) => one.scrollWidth > one.clientWidth), false, "no column is cut off");
  assert.deepEqual(complaints, []);
  await server.clear();
});

test("the game master hides a figure, whom a player's page does not have, and reveals it", { timeout: 120_000 }, async () => {
  const server = await serve(["bridge", "--seed", "2", "--player", "Anna=Sir Odo"]);
  const [{ page, complaints }, anna] = [await sit(server.links[0]), await sit(server.links[2], SIZES.phone)];
  const figures = anna.page.locator("#map g.figure");
  const many = await figures.count();
  assert.ok(many > 3);
  await page.locator(".order li button", { hasText: "Ringleader" }).click();
  await page.locator("summary", { hasText: "As the game master" }).click();
  await page.getByRole("button", { name: "Hide from the other sides" }).click();
  await page.locator(".sheet-panel .notice", { hasText: "Hidden from The holders" }).waitFor();
  await anna.page.waitForFunction((many) => document.querySelectorAll("#map g.figure").length === many - 1, many);
  // The log told of it before: what was known stays known.
  for (const part of [".order", "#map", ".now"]) assert.doesNotMatch(await anna.page.locator(part).innerHTML(), /Ringleader/, part);
  assert.equal(await page.locator("#map g.figure").count(), many, "the game master sees it");
  await shoot(page, "hidden-laptop");
  await shoot(anna.page, "hidden-phone");
  await page.getByRole("button", { name: "Reveal" }).click();
  await anna.page.waitForFunction((many) => document.querySelectorAll("#map g.figure").length === many, many);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual([...complaints, ...anna.complaints], []);
  await server.clear();
});
