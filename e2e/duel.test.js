// Whole fights: by clicks, by typed words, by the keyboard alone, by taps on a phone.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SIZES, asked, axe, closeBrowser, isOver, nearestTo, revision, serve, settled, shoot, sit } from "./table.js";

after(closeBrowser);

/** Things done in a fight, at the most: a duel takes about fifty. */
const MOST = 400;

/** The first option that does something to a foe, or brings one nearer. */
async function best(page, foe) {
  const names = await page.locator(".options .choice .label").allTextContents();
  const at = (test) => names.findIndex(test);
  const order = [
    at((words) => /^Attack/.test(words) && words.includes(foe)),
    at((words) => words === "Move and Attack" || (/^Move and Attack/.test(words) && words.includes(foe))),
    at((words) => words === "Move"),
    at((words) => words === "Attack now"),
    at((words) => /^(Parry|Dodge|Block)/.test(words)),
    at((words) => /^(Act|It is over|Stop|stop)/.test(words)),
    0,
  ];
  return order.find((index) => index >= 0);
}

async function fight(page, hands) {
  for (let count = 0; count < MOST; count += 1) {
    if (await isOver(page)) return count;
    const before = await revision(page);
    await hands();
    await settled(page, before);
  }
  throw new Error(`no end after ${MOST} things that were done`);
}

/** One turn's worth of picks by `press(locator)` and `at(point)`. */
function picking(page, press, at) {
  return async () => {
    for (let picks = 0; picks < 6; picks += 1) {
      const confirm = page.locator("#confirm.primary:enabled");
      if (await confirm.count()) {
        await press(confirm);
        return;
      }
      const { foe } = await asked(page);
      const prompt = await page.locator("#now-title").textContent();
      const steps = await page.locator("body").getAttribute("data-steps");
      // One walk in a plan is enough.
      const walks = /where to|Movement points/.test(prompt) && !/-?\d+,-?\d+/.test(steps);
      const point = walks ? await nearestTo(page, foe) : null;
      if (point) await at(point);
      else {
        const choice = page.locator(".options .choice").nth(await best(page, foe));
        if (!(await choice.isVisible())) await press(choice.locator("xpath=ancestor::details").locator("summary"));
        await press(choice);
      }
      const planned = page.waitForFunction(
        (steps) => document.body.dataset.planning === "" && document.body.dataset.steps !== steps,
        steps,
        { timeout: 10_000 },
      );
      await planned.catch(async (error) => {
        const told = await page.locator(".now, .confirm, .toasts").allTextContents();
        throw new Error(`no plan after “${steps}”: ${told.join(" | ")}`, { cause: error });
      });
    }
    throw new Error("six picks and no plan");
  };
}

test("a duel by clicks", { timeout: 240_000 }, async () => {
  const server = await serve(["duel", "--seed", "7"]);
  const { page, complaints } = await sit(server.links[0]);
  await shoot(page, "laptop-begin");
  assert.deepEqual(await axe(page), []);
  const hands = picking(page, (one) => one.click(), ({ x, y }) => page.mouse.click(x, y));
  let checked = false;
  await fight(page, async () => {
    await hands();
    if (!checked) {
      checked = true;
      await shoot(page, "laptop-after-a-turn");
    }
  });
  await shoot(page, "laptop-end");
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(complaints, []);
  await server.clear();
});

test("a duel by typed words", { timeout: 240_000 }, async () => {
  const server = await serve(["duel", "--seed", "8"]);
  const { page, complaints } = await sit(server.links[0]);
  const say = async (words) => {
    await page.fill("#say", words);
    await page.press("#say", "Enter");
    await page.waitForFunction(() => document.body.dataset.busy === "" && document.body.dataset.asking === "");
    return (await page.inputValue("#say")) === "";
  };
  for (let count = 0; count < MOST && !(await isOver(page)); count += 1) {
    const { foe } = await asked(page);
    const before = await revision(page);
    let done = false;
    for (const words of [`attack ${foe}`, `to ${foe}`, "dodge", "over", "1"]) {
      done = await say(words);
      if (done) break;
    }
    assert.ok(done, "something that can be said is understood");
    await settled(page, before);
  }
  assert.ok(await isOver(page));
  await say("log");
  assert.deepEqual(complaints, []);
  await server.clear();
});

test("a duel by the keyboard alone", { timeout: 480_000 }, async () => {
  const server = await serve(["duel", "--seed", "9"]);
  const { page, complaints } = await sit(server.links[0]);
  const reach = async (locator) => {
    const handle = await locator.elementHandle();
    for (let tabs = 0; tabs < 900; tabs += 1) {
      if (await handle.evaluate((one) => one === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("it cannot be reached by the Tab key");
  };
  const press = async (locator) => {
    await reach(locator);
    await page.keyboard.press("Enter");
  };
  // Along the marked cells: the cursor goes to the foe and back, cell by cell, until a cell can be picked.
  const walk = async () => {
    await reach(page.locator("#map"));
    await page.keyboard.press("n");
    const { me } = await asked(page);
    for (let steps = 0; steps < 40; steps += 1) {
      const side = await page.evaluate((me) => {
        const figure = [...document.querySelectorAll("#map g.figure")].find((one) => one.getAttribute("aria-label").startsWith(`${me}:`));
        const tag = figure.querySelector("text.tag");
        const cursor = document.querySelector("#map path.cursor").getBBox();
        return Number(tag.getAttribute("x")) < cursor.x + cursor.width / 2 ? "ArrowLeft" : "ArrowRight";
      }, me);
      await page.keyboard.press(side);
      const told = await page.locator("#status").textContent();
      if (told.includes("can be reached")) {
        await page.keyboard.press("Enter");
        return;
      }
    }
    throw new Error("no cell towards the foe can be reached");
  };
  const hands = picking(page, press, walk);
  await fight(page, hands);
  assert.deepEqual(complaints, []);
  await server.clear();
});

test("a duel by taps on a phone", { timeout: 240_000 }, async () => {
  const server = await serve(["duel", "--seed", "10"]);
  const { page, complaints } = await sit(server.links[0], SIZES.phone);
  await shoot(page, "phone-begin");
  assert.deepEqual(await axe(page), []);
  const hands = picking(page, (one) => one.tap(), ({ x, y }) => page.touchscreen.tap(x, y));
  await fight(page, hands);
  await shoot(page, "phone-end");
  for (const tab of ["Map", "Log", "Sheet"]) {
    await page.locator(".tabs button", { hasText: tab }).tap();
    await shoot(page, `phone-${tab.toLowerCase()}`);
    assert.deepEqual(await axe(page), []);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false, "nothing hangs out of the window");
  assert.deepEqual(complaints, []);
  await server.clear();
});
