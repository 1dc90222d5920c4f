// Every state of the page in every size of window: axe finds nothing, nothing hangs out, a screenshot to look at.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, pickStrike, planStrike, revision, serve, settled, shoot, sit } from "./table.js";

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

const menu = async (page, words) => {
  await page.locator(".menu > summary").click();
  await page.locator(".menu .sheet button", { hasText: words }).click();
  await page.locator("dialog").waitFor();
};

const say = async (page, words) => {
  const before = await revision(page);
  await page.fill("#say", words);
  await page.press("#say", "Enter");
  await settled(page, before);
};

const knock = async (page, name) => {
  await menu(page, "Seats and links");
  await page.getByRole("button", { name: "Make a code" }).click();
  const code = await page.locator(".code-letters").textContent();
  await page.keyboard.press("Escape");
  const body = JSON.stringify({ code, name });
  const status = await page.evaluate(async (body) => (await fetch("/api/knock", { method: "POST", headers: { "Content-Type": "application/json" }, body })).status, body);
  assert.equal(status, 200);
};

const tab = async (page, words) => {
  const found = page.locator(".tabs button", { hasText: words });
  if (await found.count()) await found.click();
};

const PLAYERS = ["duel", "--seed", "9", "--player", "Anna=Vela", "--player", "Bo=Brand"];

/**
 * States of the table: how the program is started, at which of its links one sits, what is done before at a laptop, what is done in each window, and
 * what has to be seen then.
 */
const STATES = [
  {
    name: "odds",
    args: ["duel", "--seed", "9"],
    begin: (page) => say(page, "4,4"),
    show: async (page) => {
      await pickStrike(page);
      await page.locator(".odds > summary").click();
    },
    seen: ".histogram",
  },
  { name: "turn", args: PLAYERS, seat: 2, seen: ".top .turn" },
  { name: "waiting", args: PLAYERS, seat: 3, seen: ".now h2:text-is('Waiting for Vela')" },
  {
    name: "nudged",
    args: PLAYERS,
    seat: 2,
    begin: async () => {},
    show: async (page, master) => {
      await master.locator(".menu > summary").click();
      await master.locator(".menu .sheet button", { hasText: "Nudge Vela" }).click();
    },
    seen: ".request.urgent",
  },
  {
    name: "hidden",
    args: ["bridge", "--seed", "2"],
    show: async (page) => {
      await tab(page, "Sheet");
      await page.locator(".order li button", { hasText: "Ringleader" }).click();
    },
    begin: async (page) => {
      await page.locator(".order li button", { hasText: "Ringleader" }).click();
      await page.locator("summary", { hasText: "As the game master" }).click();
      const before = await revision(page);
      await page.getByRole("button", { name: "Hide from the other sides" }).click();
      await settled(page, before);
    },
    seen: ".sheet-panel .notice:has-text('Hidden from')",
  },
  {
    name: "threat",
    args: ["bridge", "--seed", "2"],
    show: async (page) => {
      await tab(page, "Sheet");
      await page.locator(".order li button", { hasText: "Axe" }).click();
      await tab(page, "Map");
    },
    seen: "#map path.threat.front",
  },
  { name: "plan", args: ["duel", "--seed", "9"], show: (page) => page.locator(".choice", { hasText: "Do Nothing" }).first().click(), seen: ".confirm .sentence" },
  {
    name: "defense",
    args: ["duel", "--seed", "9"],
    begin: async (page) => {
      const before = await planStrike(page);
      await page.locator("#confirm").click();
      await settled(page, before);
    },
    seen: ".answers .choice",
  },
  { name: "dice", args: ["ogre-hunt", "--dice", "typed-all"], seen: ".dice input" },
  { name: "refused", args: ["graded-duel", "--seed", "2"], show: (page) => page.locator(".refused summary").click(), seen: ".refused .allow" },
  { name: "seats", args: ["duel", "--seed", "9", "--player", "Anna=Vela"], show: (page) => menu(page, "Seats and links"), seen: ".seats li" },
  {
    name: "link",
    args: ["duel", "--seed", "9", "--player", "Anna=Vela"],
    show: async (page) => {
      await menu(page, "Seats and links");
      await page.getByRole("button", { name: "New link for Anna" }).click();
    },
    seen: ".invitation img",
  },
  {
    name: "replay",
    args: ["duel", "--seed", "9"],
    begin: (page) => say(page, "4,4"),
    show: async (page) => {
      await tab(page, "Log");
      await page.getByRole("button", { name: "Look back" }).click();
    },
    seen: ".replay-text",
  },
  { name: "aftermath", args: ["duel", "--seed", "9"], begin: async (page) => {
      await say(page, "remove Vela");
      if (!(await page.locator(".aftermath").count())) await say(page, "1");
    }, seen: ".aftermath table" },
  {
    name: "requests",
    args: ["duel", "--seed", "9"],
    begin: async (page) => {
      await knock(page, "Tom <i>");
      await page.locator(".menu > summary").click();
      await page.locator(".menu .sheet button", { hasText: "Pause" }).click();
      await page.locator(".request", { hasText: "paused" }).waitFor();
    },
    seen: ".knock",
  },
  { name: "menu", args: ["duel", "--seed", "9"], show: (page) => page.locator(".menu > summary").click(), seen: "#odds-for" },
  { name: "export", args: ["duel", "--seed", "9"], show: (page) => menu(page, "Export or print"), seen: "dialog select" },
  { name: "join", args: ["duel", "--seed", "9"], show: (page) => menu(page, "Somebody joins"), seen: "#join-sheet" },
  { name: "override", args: ["graded-duel", "--seed", "2"], show: (page) => menu(page, "Override"), seen: "#set-path" },
  {
    name: "sheet",
    args: ["bridge", "--seed", "2"],
    show: async (page) => {
      await tab(page, "Sheet");
      await page.locator(".order li button").first().click();
      await page.locator("summary", { hasText: "As the game master" }).click();
    },
    seen: ".mastery input",
  },
];

/** What a finger has to hit on a phone and is lower than 44 pixels: a square stands for its words. Rules within a text have a place around them. */
const low = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("button, summary, select, input")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, [inert]"))
      .map((one) => (one.type === "checkbox" ? one.closest("label") : one))
      .filter((one) => one.getBoundingClientRect().height < 43.5 && !one.matches(".rule, [type=range]"))
      .map((one) => `${one.localName} ${one.className} “${one.textContent.trim().slice(0, 30)}” ${Math.round(one.getBoundingClientRect().height)}`),
  );

for (const { name, args, seat = 0, begin, show, seen } of STATES) {
  test(`${name} in every size of window`, { timeout: 180_000 }, async () => {
    const server = await serve(args);
    const master = begin && (await sit(server.links[0])).page;
    await begin?.(master);
    for (const [size, of] of Object.entries(SIZES)) {
      const { page, complaints, context } = await sit(server.links[seat], of);
      await show?.(page, master);
      await page.locator(seen).first().waitFor();
      await page.waitForFunction(() => document.body.dataset.planning === "" && document.body.dataset.busy === "");
      await shoot(page, `state-${name}-${size}`);
      assert.deepEqual(await axe(page), [], `${name}, ${size}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "nothing hangs out");
      if (size === "phone") assert.deepEqual(await low(page), [], "a finger finds it");
      assert.deepEqual(complaints, []);
      await context.close();
    }
    await server.clear();
  });
}

test("not connected in every size of window", { timeout: 120_000 }, async () => {
  const server = await serve(["duel", "--seed", "9"]);
  const all = [];
  for (const [size, of] of Object.entries(SIZES)) all.push([size, await sit(server.links[0], of)]);
  await server.stop("SIGKILL");
  for (const [size, { page }] of all) {
    await page.locator(".pill.bad").waitFor();
    await shoot(page, `state-lost-${size}`);
    assert.deepEqual(await axe(page), [], size);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "nothing hangs out");
    assert.equal(await page.locator(".choice:enabled").count(), 0, "nothing can be picked");
    if (size === "phone") assert.deepEqual(await low(page), [], "a finger finds it");
  }
  await server.clear();
});
