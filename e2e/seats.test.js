// Seats: a player who sees whose turn it is, a link that is withdrawn, a table that goes away and comes back, typed dice.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SIZES, axe, closeBrowser, revision, serve, settled, shoot, shows, sit } from "./table.js";

after(closeBrowser);

test("the game master makes a seat, its player acts when asked, and the seat is withdrawn", { timeout: 120_000 }, async () => {
  const server = await serve(["duel", "--seed", "3"]);
  const master = await sit(server.links[0]);
  const { page } = master;
  await page.locator(".menu > summary").click();
  await page.getByText("Seats and links").click();
  await page.locator("input[name=name]").fill("Anna <b>");
  await page.getByRole("checkbox", { name: "Vela" }).check();
  await page.getByRole("button", { name: "Make the seat" }).click();
  const link = await page.locator(".invitation input").inputValue();
  await shoot(page, "laptop-seats");
  assert.deepEqual(await axe(page), []);
  const player = await sit(link, SIZES.phone);
  assert.match(await player.page.title(), /^Your turn/);
  assert.equal(await player.page.locator(".tools button", { hasText: "Redo" }).count(), 0);
  await player.page.locator(".options .choice", { hasText: "Do Nothing" }).tap();
  await player.page.locator("#confirm.primary:enabled").tap();
  await player.page.locator("h2", { hasText: "Waiting for Sergeant Brand" }).waitFor();
  await player.page.locator(".now .lead", { hasText: "You are next." }).waitFor();
  await player.page.locator(".menu > summary").tap();
  await player.page.locator("#sound").check();
  await player.page.keyboard.press("Escape");
  assert.equal(await player.page.locator(".options").count(), 0);
  await shoot(player.page, "phone-waiting");
  await page.getByRole("button", { name: "Withdraw the seat of Anna <b>" }).click();
  await player.page.locator(".page-note [role=alert]").waitFor();
  assert.equal(await player.page.locator("#map").count(), 0);
  assert.deepEqual([...master.complaints, ...player.complaints], []);
  await server.clear();
});

test("a table that is killed comes back, and a half-typed line is kept", { timeout: 120_000 }, async () => {
  const first = await serve(["duel", "--seed", "4"]);
  const port = new URL(first.links[0]).port;
  const { page, complaints } = await sit(first.links[0]);
  const before = await revision(page);
  await page.fill("#say", "move");
  await page.fill("#say", "note the lights go out");
  await page.press("#say", "Enter");
  await settled(page, before);
  await page.fill("#say", "half ty");
  await first.stop("SIGKILL");
  await page.locator(".pill.bad").waitFor();
  assert.equal(await page.locator(".say button").isDisabled(), true);
  await shoot(page, "laptop-lost");
  const again = await serve(["--resume", "duel.save.jsonl", "--port", port], first.folder);
  await page.locator(".pill.bad").waitFor({ state: "detached", timeout: 20_000 });
  assert.equal(await page.inputValue("#say"), "half ty");
  await shows(page.locator(".log"), /the lights go out/);
  // While it is away the browser says that it cannot connect.
  assert.deepEqual(complaints.filter((one) => !/WebSocket|ERR_CONNECTION/.test(one)), []);
  await again.clear();
});

test("a page whose table is not open comes back once it is", { timeout: 120_000 }, async () => {
  const first = await serve(["duel", "--seed", "4"]);
  const port = new URL(first.links[0]).port;
  const { page, complaints } = await sit(first.links[0]);
  await first.stop("SIGKILL");
  const evening = await serve(["--port", port], first.folder);
  await page.locator(".page-note [role=alert]", { hasText: "not open now" }).waitFor({ timeout: 20_000 });
  await evening.stop("SIGKILL");
  const again = await serve(["--resume", "duel.save.jsonl", "--port", port], first.folder);
  await page.locator("#map").waitFor({ timeout: 20_000 });
  assert.deepEqual(complaints.filter((one) => !/WebSocket|ERR_CONNECTION/.test(one)), []);
  await again.clear();
});

test("typed dice go from field to field, and one sum does as well", { timeout: 120_000 }, async () => {
  const server = await serve(["duel", "--dice", "typed-all"]);
  const { page, complaints } = await sit(server.links[0]);
  const say = async (words) => {
    const before = await revision(page);
    await page.fill("#say", words);
    await page.press("#say", "Enter");
    await settled(page, before);
  };
  const title = () => page.locator("#now-title").textContent();
  for (let count = 0; count < 6 && !/rolls/.test(await title()); count += 1) {
    await say(/which maneuver/.test(await title()) ? (count === 0 ? "to brand" : "attack vela") : "1");
  }
  assert.match(await title(), /rolls 3d for attack/);
  await shoot(page, "laptop-dice");
  assert.deepEqual(await axe(page), []);
  await page.locator("#die-0").focus();
  await page.keyboard.type("345");
  const button = page.locator(".dice button[type=submit]");
  assert.equal(await button.textContent(), "Take 3 + 4 + 5 = 12");
  const before = await revision(page);
  await page.keyboard.press("Enter");
  await settled(page, before);
  await shows(page.locator(".log"), /rolled 12/);
  assert.deepEqual(complaints, []);
  await server.clear();
});
