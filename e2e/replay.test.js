// After the fight, and in its middle: looking back line by line, what it cost, the log as a file and on paper.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { SIZES, asked, axe, closeBrowser, isOver, revision, serve, settled, shoot, sit } from "./table.js";

after(closeBrowser);

const line = (page) => page.locator(".replay-text").textContent();

const say = async (page, words) => {
  await page.fill("#say", words);
  await page.press("#say", "Enter");
  await page.waitForFunction(() => document.body.dataset.busy === "" && document.body.dataset.asking === "");
  return (await page.inputValue("#say")) === "";
};

/** A duel to its end, by words. */
const fought = async (seed) => {
  const server = await serve(["duel", "--seed", String(seed)]);
  const { page, complaints } = await sit(server.links[0]);
  for (let count = 0; count < 300 && !(await isOver(page)); count += 1) {
    const { foe } = await asked(page);
    const before = await revision(page);
    let done = false;
    for (const words of [`attack ${foe}`, `to ${foe}`, "dodge", "over", "1"]) {
      done = await say(page, words);
      if (done) break;
    }
    assert.ok(done, `something that can be said is understood: ${await page.locator(".toast").allTextContents()}`);
    await settled(page, before);
  }
  assert.ok(await isOver(page));
  return { server, page, complaints };
};

test("a fight is looked back at line by line, counted up, exported and printed", { timeout: 240_000 }, async () => {
  const { server, page, complaints } = await fought(8);
  // Whoever fell lost points: so many stand there.
  await page.locator(".aftermath .beaten .number", { hasText: /^\d+$/ }).first().waitFor();
  await shoot(page, "aftermath-laptop");
  assert.deepEqual(await axe(page), []);
  const places = () => page.locator("#map g.figure text.tag").evaluateAll((tags) => tags.map((tag) => `${tag.textContent} ${tag.getAttribute("x")} ${tag.getAttribute("y")}`).sort().join());
  const now = await places();
  await page.getByRole("button", { name: "Look back" }).click();
  await page.locator(".replay").waitFor();
  await page.waitForFunction(() => document.querySelectorAll("#map g.figure.out").length === 0);
  const then = await places();
  assert.notEqual(then, now, "they stood elsewhere");
  await shoot(page, "replay-laptop");
  assert.deepEqual(await axe(page), []);
  const first = await line(page);
  await page.getByRole("button", { name: "One line on" }).click();
  await page.waitForFunction((first) => document.querySelector(".replay-text").textContent !== first, first);
  // The slider goes by the keyboard, and its end is where the fight is now.
  await page.locator("#replay-slider").focus();
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelectorAll("#map g.figure.out").length === 1);
  assert.equal(await places(), now);
  await page.locator(".log button", { hasText: "show" }).first().click();
  await page.waitForFunction(() => document.querySelectorAll("#map g.figure.out").length === 0);
  await page.getByRole("button", { name: "Back to now" }).first().click();
  await page.locator(".replay").waitFor({ state: "detached" });
  await page.locator(".menu > summary").click();
  await page.locator(".menu").getByText("Export or print").click();
  assert.deepEqual(await axe(page), []);
  const load = async (name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return [file.suggestedFilename(), readFileSync(await file.path(), "utf8")];
  };
  const [name, whole] = await load("The whole log");
  assert.equal(name, "duel.jsonl");
  assert.equal(whole, readFileSync(`${server.folder}/duel.save.jsonl`, "utf8"));
  const [, text] = await load("As a text");
  assert.match(text, /^A duel\n[^]*Round 1\n[^]*Vela's turn\./);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".paper h1").isVisible(), true);
  assert.equal(await page.locator(".table").isVisible(), false);
  await shoot(page, "paper");
  assert.deepEqual(complaints, []);
  // A spectator's text holds no decision before it is seen, and there is no whole log for it.
  const spectator = await sit(server.links[1], SIZES.phone);
  await spectator.page.locator(".menu > summary").click();
  await spectator.page.locator(".menu").getByText("Export or print").click();
  assert.equal(await spectator.page.getByRole("button", { name: "The whole log" }).count(), 0);
  await spectator.page.keyboard.press("Escape");
  await spectator.page.locator(".tabs button", { hasText: "Log" }).tap();
  await spectator.page.getByRole("button", { name: "Look back" }).tap();
  await spectator.page.locator(".replay-text").waitFor();
  await shoot(spectator.page, "replay-phone");
  assert.deepEqual(await axe(spectator.page), []);
  await server.clear();
});
