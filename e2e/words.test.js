// A fight at four pages in words, and the same words at a terminal: both logs are one. And what happens to a table meanwhile: a
// phone that sleeps, a full disk, an address of the network.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { PROGRAM, SIZES, asked, closeBrowser, isOver, nearestTo, planned, revision, serve, settled, shoot, shows, sit } from "./table.js";

after(closeBrowser);

const say = async (page, words) => {
  await page.fill("#say", words);
  await page.press("#say", "Enter");
  await page.waitForFunction(() => document.body.dataset.busy === "" && document.body.dataset.asking === "");
  return (await page.inputValue("#say")) === "";
};

/** The lines of a log without the seats that made them: at a terminal there are none. */
const linesOf = (path) =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter((line) => line.is !== "header")
    .map(({ seat, ...line }) => line);

test("the log of a fight at four pages is that of the same words at the terminal", { timeout: 240_000 }, async () => {
  const server = await serve(["duel", "--seed", "6", "--player", "Anna=Vela", "--player", "Bo=Brand"]);
  const [master, onlooker, anna, bo] = [
    await sit(server.links[0]),
    await sit(server.links[1], SIZES.small),
    await sit(server.links[2], SIZES.phone),
    await sit(server.links[3]),
  ];
  const words = [];
  for (let count = 0; count < 300 && !(await isOver(master.page)); count += 1) {
    const { me, foe } = await asked(master.page);
    const { page } = me === "Vela" ? anna : bo;
    await page.waitForFunction((me) => !document.querySelector("#now-title").textContent.startsWith("Waiting") && document.querySelector("#map g.asked")?.getAttribute("aria-label").startsWith(`${me}:`), me);
    const before = await revision(master.page);
    let done;
    for (const line of [`attack ${foe}`, `to ${foe}`, "dodge", "over", "1"]) {
      if (await say(page, line)) {
        done = line;
        break;
      }
    }
    assert.ok(done, "something that can be said is understood");
    words.push(done);
    await settled(master.page, before);
  }
  assert.ok(await isOver(master.page));
  // After the battle it is nobody's turn: whoever is over it says so.
  const end = await master.page.locator(".now .lead").textContent();
  for (const { page } of [onlooker, anna, bo]) await page.locator(".now .lead", { hasText: end }).waitFor();
  await shoot(anna.page, "phone-four-pages");
  const replayed = spawnSync(PROGRAM, ["replay", "duel.save.jsonl"], { cwd: server.folder, encoding: "utf8" });
  assert.equal(replayed.status, 0, replayed.stderr);
  for (const { complaints } of [master, onlooker, anna, bo]) assert.deepEqual(complaints, []);
  const played = spawnSync(PROGRAM, ["play", "duel", "--all", "--seed", "6", "--save", "played.jsonl"], { cwd: server.folder, encoding: "utf8", input: `${words.join("\n")}\n` });
  assert.equal(played.status, 0, played.stderr);
  const [page, terminal] = ["duel.save.jsonl", "played.jsonl"].map((file) => linesOf(`${server.folder}/${file}`));
  assert.ok(page.length > 40, "it was a fight");
  assert.deepEqual(page, terminal);
  await server.clear();
});

test("lines that were typed come back by the arrow keys, and the field and the map go on meanwhile", { timeout: 120_000 }, async () => {
  const server = await serve(["duel", "--seed", "3"]);
  const { page, complaints } = await sit(server.links[0]);
  for (const words of ["note the first", "note the second"]) {
    const before = await revision(page);
    assert.ok(await say(page, words));
    await settled(page, before);
  }
  const field = page.locator("#say");
  const press = async (key, words) => {
    await field.press(key);
    // What changes on the page while a line stands there again leaves it alone.
    const { x, y, width, height } = await page.locator("#map").boundingBox();
    await page.mouse.move(x + width * 0.4, y + height * 0.5);
    await page.locator(".hover").waitFor();
    await page.mouse.move(x + width * 0.6, y + height * 0.5);
    assert.equal(await field.inputValue(), words, key);
    assert.equal(await page.locator(".replay").count(), 0);
    assert.equal(await field.evaluate((one) => one === document.activeElement), true);
  };
  await field.fill("half ty");
  await press("ArrowUp", "note the second");
  await press("ArrowUp", "note the first");
  await press("ArrowUp", "note the first");
  await press("ArrowDown", "note the second");
  await press("ArrowDown", "half ty");
  await press("ArrowDown", "half ty");
  await press("ArrowUp", "note the second");
  await press("ArrowUp", "note the first");
  const before = await revision(page);
  await field.press("Enter");
  await settled(page, before);
  await page.waitForFunction(() => document.querySelectorAll(".log .line.note").length === 3);
  assert.deepEqual(await page.locator(".log .line.note .text").allTextContents(), ["first", "second", "first"].map((one) => `Note: the ${one}`));
  // A cell can be picked while a line stands there again.
  await field.press("ArrowUp");
  await page.locator("#map path.reach").waitFor({ state: "attached" });
  const { x, y } = await nearestTo(page, (await asked(page)).foe);
  await page.mouse.click(x, y);
  await planned(page, 1);
  assert.equal(await field.inputValue(), "note the first");
  assert.deepEqual(complaints, []);
  await server.clear();
});

test("a phone that sleeps is up to date as soon as it wakes", { timeout: 120_000 }, async () => {
  const server = await serve(["duel", "--seed", "3"]);
  const master = await sit(server.links[0]);
  const phone = await sit(server.links[1], SIZES.phone);
  await phone.page.locator(".tabs button", { hasText: "Log" }).tap();
  const session = await phone.context.newCDPSession(phone.page);
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  await phone.context.setOffline(true);
  for (let count = 0; count < 3; count += 1) {
    const before = await revision(master.page);
    assert.ok(await say(master.page, `note while it sleeps ${count}`));
    await settled(master.page, before);
  }
  await phone.context.setOffline(false);
  await session.send("Page.setWebLifecycleState", { state: "active" });
  await phone.page.locator(".log", { hasText: "while it sleeps 2" }).waitFor({ timeout: 5000 });
  await phone.page.locator(".pill.bad").waitFor({ state: "detached", timeout: 5000 });
  assert.deepEqual(master.complaints, []);
  await server.clear();
});

test("a full disk stops the table with the reason, and what was told is saved", { timeout: 120_000 }, async () => {
  // A file may grow to 64 blocks of 512 or 1024 bytes and no further, as on a disk that is full.
  const server = await serve(["duel", "--save", "full.jsonl"], undefined, "trap '' XFSZ; ulimit -f 64; exec");
  const { page } = await sit(server.links[0]);
  const told = [];
  for (let count = 0; count < 60; count += 1) {
    const words = `${count} ${"x".repeat(1800)}`;
    const before = await revision(page);
    await say(page, `note ${words}`);
    const stands = await page.locator(".toast, .page-note, .pill.bad").count();
    if (stands) break;
    await settled(page, before);
    told.push(words);
  }
  assert.ok(told.length > 5 && told.length < 60, `${told.length} were told`);
  await page.getByText(/full\.jsonl cannot be written/).first().waitFor();
  await shoot(page, "laptop-full-disk");
  await server.ended;
  const again = await serve(["--resume", "full.jsonl"], server.folder);
  const { page: after } = await sit(again.links[0]);
  await shows(after.locator(".log"), told.at(-1));
  const log = await after.locator(".log").textContent();
  for (const words of told) assert.ok(log.includes(words), `number ${words.split(" ")[0]} is there`);
  await again.clear();
});

test("over the network a page works as well, where the browser trusts it less", { timeout: 120_000 }, async (context) => {
  const server = await serve(["duel", "--seed", "3", "--lan"]);
  if (new URL(server.links[0]).hostname === "127.0.0.1") {
    context.skip("this machine has no address in a network");
    await server.clear();
    return;
  }
  const { page, complaints } = await sit(server.links[0], SIZES.phone);
  assert.equal(await page.evaluate(() => isSecureContext), false);
  const before = await revision(page);
  assert.ok(await say(page, "note from afar"));
  await settled(page, before);
  await page.locator(".log", { hasText: "from afar" }).waitFor({ state: "attached" });
  assert.deepEqual(complaints, []);
  await server.clear();
});
