// Text at twice its size (WCAG 1.4.4): nothing hangs out of the window, and no words of a prompt are cut off.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, openStart, planStrike, serve, settled, shoot, shows, sit } from "./table.js";

after(closeBrowser);

/** Texts that are cut off by the box in which they stand, and do not scroll there; and whether the page is wider than the window. */
const cut = (page) =>
  page.evaluate(() => {
    const found = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
    for (const one of document.querySelectorAll("body *")) {
      const texts = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      if (!texts.length || one.closest(".unseen, #status, svg, option, [aria-hidden=true]") || !one.getClientRects().length) continue;
      const range = document.createRange();
      range.setStartBefore(texts[0]);
      range.setEndAfter(texts[texts.length - 1]);
      const { left, right } = range.getBoundingClientRect();
      const name = `${one.tagName} ${one.className} “${one.textContent.slice(0, 50)}”`;
      let scrolls = false;
      for (let box = one; box && box !== document.body; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        const frame = box.getBoundingClientRect();
        if ((overflowX === "hidden" || overflowX === "clip") && (right > frame.right + 1 || left < frame.left - 1)) found.push(`${name} is cut off by ${box.tagName} ${box.className}`);
        scrolls ||= (overflowX === "auto" || overflowX === "scroll") && Boolean(one.closest("pre, table"));
        if (scrolls) break;
      }
      if (right > innerWidth + 1 && !scrolls) found.push(`${name} hangs out`);
    }
    return found;
  });

const doubled = (page) => page.evaluate(() => (document.documentElement.style.fontSize = "200%"));

/** What looks whether a state of the page holds with text of twice the size. */
const holder = (page, name) => async (what) => {
  await doubled(page);
  await page.waitForTimeout(100);
  await shoot(page, `text-${what}-${name}`);
  assert.deepEqual(await cut(page), [], what);
  assert.deepEqual(await axe(page), [], what);
};

for (const name of ["phone", "laptop"]) {
  test(`the start, the editor and the table with text of 200 %: ${name}`, { timeout: 120_000 }, async () => {
    const server = await serve(["--seed", "9"]);
    const { page, complaints } = await openStart(server.links[0], SIZES[name]);
    const holds = holder(page, name);
    await holds("start");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".editor #map svg path.floor").waitFor({ state: "attached" });
    await holds("editor");
    await page.getByRole("button", { name: "Back to the start" }).click();
    await page.getByRole("button", { name: "Start the duel" }).click();
    await page.locator("#now-title").waitFor();
    await holds("table");
    assert.deepEqual(complaints, []);
    await server.clear();
  });

  test(`a plan, its odds and a defender's prompt with text of 200 %: ${name}`, { timeout: 120_000 }, async () => {
    const server = await serve(["duel", "--seed", "9"]);
    const { page, complaints } = await sit(server.links[0], SIZES[name]);
    const holds = holder(page, name);
    const before = await planStrike(page);
    await holds("plan");
    await page.locator("#confirm:enabled").click();
    await settled(page, before);
    await shows(page.locator("#now-title"), /Which defense/);
    await holds("defense");
    assert.deepEqual(complaints, []);
    await server.clear();
  });
}
