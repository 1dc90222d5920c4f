// What the game master does beside playing: allows what is refused, sets points, states and what others are told, and hands out what a seat may read.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, openStart, revision, serve, settled, shoot, shows, sit } from "./table.js";

after(closeBrowser);

const menu = async (page, words, press = "click") => {
  await page.locator(".menu > summary")[press]();
  await page.locator(".menu .sheet button", { hasText: words })[press]();
};

for (const name of ["laptop", "phone"]) {
  test(`the game master overrules by clicks: ${name}`, { timeout: 180_000 }, async () => {
    const server = await serve(["graded-duel", "--seed", "2", "--player", "Anna=Arn"]);
    const { page, complaints } = await sit(server.links[0], SIZES[name]);
    const anna = await sit(server.links[2]);
    const press = name === "phone" ? "tap" : "click";
    const tab = async (words) => name === "phone" && (await page.locator(".tabs button", { hasText: words }).tap());
    const done = async (act) => {
      const before = await revision(page);
      await act();
      await settled(page, before);
    };
    // What the rules refuse is allowed where it stands.
    const refused = page.locator(".refused");
    if (!(await refused.evaluate((one) => one.open))) await refused.locator("summary")[press]();
    await refused.scrollIntoViewIfNeeded();
    await shoot(page, `refused-${name}`);
    assert.deepEqual(await axe(page), []);
    await done(() => refused.locator("li", { hasText: "attack with two weapons" }).getByRole("button", { name: /^Allow it/ })[press]());
    await shows(page.locator(".log"), /Bryn: Attack with two weapons/);
    await done(() => page.getByRole("button", { name: "Undo" }).first()[press]());
    // Points, and what others are told of them.
    await tab("Sheet");
    await page.locator(".order button", { hasText: "Bryn" })[press]();
    await page.locator("summary", { hasText: "As the game master" })[press]();
    await page.getByRole("textbox", { name: "HP of Bryn" }).fill("5");
    await done(() => page.getByRole("button", { name: "Set the HP of Bryn" })[press]());
    await shows(page.locator(".order"), /Bryn.*HP 5\//);
    await shows(anna.page.locator(".order"), /Bryn.*HP 5\//);
    await done(() => page.getByRole("combobox", { name: "What others are told of Bryn" }).selectOption("bands"));
    await anna.page.waitForFunction(() => /Bryn/.test(document.querySelector(".order").textContent) && !/HP 5\//.test(document.querySelector(".order").textContent));
    await shoot(page, `mastery-${name}`);
    assert.deepEqual(await axe(page), []);
    // Whatever else: in one place, which says what is wrong.
    await page.getByRole("button", { name: "Another state …" })[press]();
    assert.equal(await page.inputValue("#set-path"), "Bryn.");
    await page.fill("#set-path", "Bryn.conditions.nonsense");
    await page.fill("#set-value", "true");
    await page.getByRole("button", { name: "Set it" })[press]();
    await page.locator("dialog .refusal").waitFor();
    await page.locator("dialog").evaluate((one) => one.scrollTo(0, 0));
    await shoot(page, `override-${name}`);
    assert.deepEqual(await axe(page), []);
    await page.fill("#set-path", "Bryn.conditions.stunned");
    await done(() => page.getByRole("button", { name: "Set it" })[press]());
    await shows(page.locator(".order"), /Bryn.*stunned/);
    await menu(page, "Override …", press);
    await page.selectOption("#hurt-who", "Bryn");
    await page.fill("#hurt-points", "2");
    await done(() => page.getByRole("button", { name: "Take them" })[press]());
    await shows(page.locator(".order"), /Bryn.*HP 3\//);
    // The story as a seat may read it.
    await done(async () => {
      await menu(page, "Write a note …", press);
      await page.fill("#dialog-field", "the end of the evening");
      await page.getByRole("button", { name: "Do it" })[press]();
    });
    await menu(page, "Export or print …", press);
    await page.locator("dialog select").selectOption("Anna");
    await shoot(page, `export-${name}`);
    assert.deepEqual(await axe(page), []);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "As that seat reads it" })[press]()]);
    assert.match(file.suggestedFilename(), /Anna\.txt$/);
    const told = readFileSync(await file.path(), "utf8");
    assert.match(told, /the end of the evening/);
    assert.doesNotMatch(told, /Bryn[^\n]* 3\b/, "the points of Bryn are kept from Anna");
    assert.deepEqual([...complaints, ...anna.complaints], []);
    await server.clear();
  });
}

test("an encounter says how somebody begins, and what others are told", { timeout: 120_000 }, async () => {
  const server = await serve([]);
  const { page, complaints } = await openStart(server.links[0]);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator(".editor #map svg path.floor").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Figures", exact: true }).click();
  await page.locator(".set-down .palette button", { hasText: "orc" }).first().click();
  const { x, y, width, height } = await page.locator("#map").boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.locator(".editor .palette button, .editor .panel.selected").first().waitFor();
  if (!(await page.locator("#one-name").count())) await page.locator("#all-title + ul button").first().click();
  await page.locator("summary", { hasText: "How it begins" }).click();
  await page.fill("#one-hp", "4");
  await page.press("#one-hp", "Tab");
  await page.fill("#one-conditions", "stunned");
  await page.press("#one-conditions", "Tab");
  await page.selectOption("#one-secrecy", "bands");
  await shoot(page, "editor-beginning");
  assert.deepEqual(await axe(page), []);
  await page.fill("#file-name", "tonight");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const file = join(server.folder, "tonight.toml");
  for (let tries = 0; tries < 50 && !existsSync(file); tries += 1) await page.waitForTimeout(100);
  const written = readFileSync(file, "utf8");
  for (const line of [/hp = 4\b/, /stunned = true/, /secrecy = "bands"/]) assert.match(written, line);
  assert.deepEqual(complaints, []);
  await server.clear();
});
