// What passes beside the fight: a pause, a nudge, undo by request, a code at the door, the screen for all, whose dice are thrown.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, openDoor, revision, serve, settled, shoot, shows, sit } from "./table.js";

after(closeBrowser);

const menu = async (page, name) => {
  await page.locator(".menu > summary").click();
  await page.locator(".menu .sheet button", { hasText: name }).click();
};

const say = async (page, words) => {
  await page.fill("#say", words);
  await page.press("#say", "Enter");
  await page.waitForFunction(() => document.body.dataset.busy === "" && document.body.dataset.asking === "");
};

test("a player asks to take something back, and the game master agrees; a pause and a nudge", { timeout: 120_000 }, async () => {
  const server = await serve(["duel", "--seed", "9", "--player", "Anna=Vela", "--player", "Bo=Brand"]);
  const [master, anna, bo] = [await sit(server.links[0]), await sit(server.links[2], SIZES.phone), await sit(server.links[3])];
  await anna.page.locator(".options .choice", { hasText: "Do Nothing" }).tap();
  await anna.page.locator("#confirm.primary:enabled").tap();
  await bo.page.locator("#now-title", { hasText: "which maneuver" }).waitFor();
  await say(bo.page, "wait");
  await say(bo.page, "1");
  // Whoever did something since: Anna cannot simply take it back.
  await anna.page.locator(".tools button", { hasText: "Undo" }).tap();
  await anna.page.getByRole("button", { name: "Ask the game master" }).tap();
  await anna.page.locator(".request", { hasText: "You asked" }).waitFor();
  await master.page.locator(".request", { hasText: "Anna asks" }).waitFor();
  await shoot(master.page, "request-laptop");
  await shoot(anna.page, "request-phone");
  assert.deepEqual(await axe(master.page), []);
  assert.deepEqual(await axe(anna.page), []);
  await master.page.getByRole("button", { name: "Take it back", exact: true }).click();
  await anna.page.locator("#now-title", { hasText: "Vela: which maneuver" }).waitFor();
  assert.equal(await master.page.locator(".request").count(), 0);
  await menu(master.page, "Pause");
  await anna.page.locator(".request", { hasText: "paused" }).waitFor();
  await anna.page.locator(".options .choice", { hasText: "Do Nothing" }).tap();
  await anna.page.locator("#confirm.primary:enabled").tap();
  await anna.page.locator(".toast", { hasText: "paused" }).waitFor();
  await shoot(anna.page, "paused-phone");
  await master.page.getByRole("button", { name: "Go on" }).click();
  await anna.page.locator(".request", { hasText: "paused" }).waitFor({ state: "detached" });
  await menu(master.page, "Nudge Vela");
  await anna.page.locator(".request.urgent").waitFor();
  assert.equal(await bo.page.locator(".request").count(), 0, "only who is asked is nudged");
  assert.deepEqual([...master.complaints, ...anna.complaints, ...bo.complaints], []);
  await server.clear();
});

for (const size of ["laptop", "phone"]) {
  test(`the game master sees at first sight who decides, nudges, and answers in that place: ${size}`, { timeout: 120_000 }, async () => {
    const server = await serve(["duel", "--seed", "9", "--player", "Anna=Vela"]);
    const [{ page, complaints }, anna] = [await sit(server.links[0], SIZES[size]), await sit(server.links[2])];
    await shows(page.locator("#now-title"), "Now: Anna (Vela) decides");
    const inSight = async (one) => {
      const [box, { width, height }] = [await one.boundingBox(), page.viewportSize()];
      return box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    };
    const [nudge, answer] = ["Nudge Anna", "Answer for Anna"].map((name) => page.getByRole("button", { name, exact: true }));
    await nudge.waitFor();
    for (const one of [page.locator("#now-title"), nudge, answer]) assert.equal(await inSight(one), true);
    assert.equal(await page.locator(".options").count(), 0, "nothing is offered that is hers");
    await shoot(page, `others-${size}`);
    assert.deepEqual(await axe(page), []);
    await nudge.click();
    await anna.page.locator(".request.urgent").waitFor();
    await answer.click();
    await page.locator(".for-line", { hasText: "You answer for Anna." }).waitFor();
    await page.locator(".options .choice", { hasText: "Do Nothing" }).click();
    const before = await revision(page);
    await page.locator("#confirm.primary:enabled").click();
    await settled(page, before);
    // Whom nobody else plays is the game master's own affair.
    await shows(page.locator("#now-title"), "Sergeant Brand: which maneuver?");
    await shows(anna.page.locator(".log"), "Vela: Do Nothing");
    assert.deepEqual([...complaints, ...anna.complaints], []);
    await server.clear();
  });
}

test("a code lets somebody in by name, and a screen shows all without a button", { timeout: 120_000 }, async () => {
  const server = await serve(["bridge", "--seed", "3"]);
  const { page, complaints } = await sit(server.links[0]);
  await menu(page, "Seats and links");
  await page.getByRole("button", { name: "Make a code" }).click();
  const code = await page.locator(".code-letters").textContent();
  assert.match(code, /^[BCDFGHJKLMNPQRSTVWXZ]{6}$/);
  await shoot(page, "code-laptop");
  assert.deepEqual(await axe(page), []);
  await page.keyboard.press("Escape");
  const guest = await openDoor(server.links[0], SIZES.phone);
  assert.deepEqual(await axe(guest.page), []);
  await guest.page.fill("#door-code", "BBBBBB");
  await guest.page.fill("#door-name", "Tom <i>");
  await guest.page.getByRole("button", { name: "Knock" }).tap();
  await guest.page.locator(".refusal").waitFor();
  await shoot(guest.page, "door-phone");
  await guest.page.fill("#door-code", code.toLowerCase());
  await guest.page.getByRole("button", { name: "Knock" }).tap();
  await page.locator(".knock", { hasText: "Tom <i> knocks" }).waitFor();
  await page.locator(".knock").getByRole("checkbox", { name: "Till" }).check();
  await shoot(page, "knock-laptop");
  assert.deepEqual(await axe(page), []);
  await page.getByRole("button", { name: "Let in" }).click();
  await guest.page.locator("#now-title").waitFor({ timeout: 15_000 });
  await shows(guest.page.locator("#now-title"), /Waiting|Till/);
  // The screen: large letters, nothing to press.
  const screen = await openDoor(server.links[0], { viewport: { width: 1920, height: 1080 } });
  await screen.page.fill("#door-code", code);
  await screen.page.fill("#door-name", "The wall");
  await screen.page.getByRole("button", { name: "Knock" }).click();
  await page.locator(".knock", { hasText: "The wall" }).waitFor();
  await page.locator(".knock select").selectOption("screen");
  await page.getByRole("button", { name: "Let in" }).click();
  await screen.page.locator(".screen .figure").first().waitFor({ state: "attached", timeout: 15_000 });
  assert.equal(await screen.page.locator("button").count(), 0);
  await shoot(screen.page, "screen");
  assert.deepEqual(await axe(screen.page), []);
  assert.deepEqual([...complaints, ...guest.complaints, ...screen.complaints], []);
  await server.clear();
});

test("the program throws the dice of one seat, and those of the other fall on the table", { timeout: 120_000 }, async () => {
  const server = await serve(["duel", "--dice", "typed-all", "--player", "Anna=Vela", "--player", "Bo=Brand"]);
  const { page, complaints } = await sit(server.links[0]);
  await menu(page, "Seats and links");
  for (const name of ["Anna", "Game master"]) await page.getByRole("checkbox", { name: `The program throws for ${name}` }).check();
  await page.locator(".seats li", { hasText: "Anna" }).locator("input:checked").waitFor();
  await shoot(page, "throws-laptop");
  await page.keyboard.press("Escape");
  const seen = { Vela: 0, Brand: 0 };
  for (let count = 0; count < 40 && seen.Brand < 2; count += 1) {
    // Nobody sits there: the game master answers for each of them, after saying so once.
    const answers = page.locator("#answer-for");
    if (await answers.count()) await answers.click();
    const title = await page.locator("#now-title").textContent();
    const before = await revision(page);
    if (/rolls/.test(title)) {
      assert.match(title, /^Sergeant Brand rolls/);
      seen.Brand += 1;
      await page.locator("#dice-sum").fill("10");
      await page.press("#dice-sum", "Enter");
    } else {
      for (const words of [/^Vela/.test(title) ? "attack brand" : "attack vela", /^Vela/.test(title) ? "to brand" : "to vela", "dodge", "1"]) {
        await say(page, words);
        if ((await page.inputValue("#say")) === "") break;
      }
    }
    await settled(page, before);
  }
  assert.ok(seen.Brand >= 2);
  await shows(page.locator(".log"), /Vela[^.]*rolled/);
  assert.deepEqual(complaints, []);
  await server.clear();
});

test("somebody joins in the middle of a fight, is looked back at, and leaves; odds are told to nobody", { timeout: 120_000 }, async () => {
  const server = await serve(["duel", "--seed", "4"]);
  const { page, complaints } = await sit(server.links[0]);
  const tags = () => page.locator("#map g.figure").count();
  await menu(page, "Somebody joins");
  await page.fill("#join-sheet", "orc");
  await page.fill("#join-at", "nowhere");
  await page.getByRole("button", { name: "Set down" }).click();
  await page.locator("dialog .refusal", { hasText: "two numbers" }).waitFor();
  await page.fill("#join-at", "4,6");
  await page.fill("#join-side", "The garrison");
  await page.fill("#join-name", "Grub <b>");
  await shoot(page, "join-laptop");
  assert.deepEqual(await axe(page), []);
  await page.getByRole("button", { name: "Set down" }).click();
  await page.locator(".order", { hasText: "Grub <b>" }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll("#map g.figure").length === 3);
  await page.getByRole("button", { name: "Look back" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#map g.figure").length === 2);
  await page.getByRole("button", { name: "Back to now" }).first().click();
  await page.locator(".order button", { hasText: "Grub <b>" }).click();
  await page.locator("summary", { hasText: "As the game master" }).click();
  await page.getByRole("button", { name: "Take out of the fight" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#map g.figure").length === 2);
  assert.equal(await tags(), 2);
  await page.locator(".menu > summary").click();
  const before = await revision(page);
  await page.selectOption("#odds-for", "off");
  await settled(page, before);
  await say(page, "odds 1");
  await page.locator(".answer, .toast", { hasText: "no odds are told" }).first().waitFor();
  assert.deepEqual(complaints, []);
  await server.clear();
});
