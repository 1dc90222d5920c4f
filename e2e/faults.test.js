// What goes wrong: a server that is killed at every input, a network that delays and cuts, two servers on one log.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { after, test } from "node:test";
import { PROGRAM, closeBrowser, planned, revision, serve, settled, shows, sit } from "./table.js";

after(closeBrowser);

const keyOf = (link) => link.slice(link.lastIndexOf("/") + 1);

/** Asks the server without a browser. */
async function ask(link, path, body) {
  const { origin } = new URL(link);
  const headers = { Authorization: `Bearer ${keyOf(link)}`, ...(body && { "Content-Type": "application/json" }) };
  const answer = await fetch(`${origin}/api/${path}`, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

/** Does what strikes at somebody, or else what leads there; whether the fight goes on. */
async function strike(link, count) {
  const { body: message } = await ask(link, "view");
  const { wanted } = message.view;
  if (wanted.is === "nothing") return null;
  const find = (test) => wanted.options.find((one) => !one.in_vain && test(one));
  const offer = find((one) => one.reaches.length && /attack|cut|thrust/i.test(one.words)) ?? find((one) => /^move/i.test(one.words)) ?? find((one) => one.to) ?? wanted.options[0];
  const { status, body } = await ask(link, "act", { revision: message.revision, id: `input ${count}`, command: { decide: [offer.id] } });
  assert.equal(status, 200, JSON.stringify(body));
  return body.revision;
}

test("a fight whose server is killed at each of its inputs is the fight without a kill, line by line", { timeout: 400_000 }, async () => {
  const whole = await serve(["graded-duel", "--seed", "1", "--save", "whole.jsonl"]);
  let inputs = 0;
  while (await strike(whole.links[0], inputs)) {
    inputs += 1;
    await new Promise((go) => setTimeout(go, 110));
  }
  assert.ok(inputs > 20 && inputs < 60, `${inputs} inputs`);
  let server = await serve(["graded-duel", "--seed", "1", "--save", "killed.jsonl"]);
  const { folder } = server;
  for (let count = 0; count < inputs; count += 1) {
    const revision = await strike(server.links[0], count);
    await server.stop("SIGKILL");
    server = await serve(["--resume", "killed.jsonl"], folder);
    const { body: after } = await ask(server.links[0], "view");
    assert.equal(after.revision, revision, `input ${count}: it goes on where it was`);
  }
  assert.equal(await strike(server.links[0], inputs), null, "it is over");
  assert.equal(readFileSync(`${folder}/killed.jsonl`, "utf8"), readFileSync(`${whole.folder}/whole.jsonl`, "utf8"));
  // Whoever else wants to go on with it is told that it is in use.
  const second = spawnSync(PROGRAM, ["serve", "--resume", "killed.jsonl", "--port", "0"], { cwd: folder, encoding: "utf8", timeout: 20_000 });
  assert.equal(second.status, 2);
  assert.match(second.stderr, /in use/);
  await whole.clear();
  await server.clear();
});

/** A way to a server that delays everything, and can be cut, hold everything back, or swallow what comes over the connections of before. */
async function proxy(target) {
  const open = new Set();
  const dead = new Set();
  const way = { held: false, delay: 30, cut: () => open.forEach((one) => one.destroy()), swallow: () => open.forEach((one) => dead.add(one)) };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true });
    for (const [from, to] of [[near, far], [far, near]]) {
      open.add(from);
      const later = (act) => setTimeout(() => dead.has(from) || to.destroyed || act(), way.delay);
      from.on("data", (data) => later(() => way.held || to.write(data)));
      // An end comes after all that was sent before it; of a dead connection nobody hears the end.
      from.on("end", () => later(() => to.end()));
      from.on("close", (hadError) => {
        open.delete(from);
        if (hadError || !from.readableEnded) later(() => to.destroy());
      });
      from.on("error", () => {});
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  way.link = (link) => link.replace(new URL(link).host, `127.0.0.1:${server.address().port}`);
  way.close = () => {
    way.cut();
    server.close();
  };
  return way;
}

test("a network that delays, cuts and swallows answers loses nothing and does nothing twice", { timeout: 180_000 }, async () => {
  const server = await serve(["duel", "--seed", "5"]);
  const way = await proxy(new URL(server.links[0]));
  const { page } = await sit(way.link(server.links[0]));
  const say = async (words) => {
    await page.fill("#say", words);
    await page.press("#say", "Enter");
  };
  for (let count = 0; count < 6; count += 1) {
    const before = await revision(page);
    await say(`note number ${count}`);
    if (count % 2) {
      await page.waitForTimeout(35);
      way.cut();
    }
    await settled(page, before);
  }
  // The table goes on meanwhile; the page is held back, says so, and is up to date as soon as it can be.
  way.held = true;
  const { body: now } = await ask(server.links[0], "view");
  await ask(server.links[0], "act", { revision: now.revision, id: "meanwhile", command: { note: "meanwhile" } });
  await page.locator(".pill.bad").waitFor({ timeout: 40_000 });
  await page.fill("#say", "half ty");
  way.held = false;
  way.cut();
  await page.locator(".pill.bad").waitFor({ state: "detached", timeout: 20_000 });
  await page.locator(".log", { hasText: "meanwhile" }).waitFor();
  assert.equal(await page.inputValue("#say"), "half ty");
  const { body: log } = await ask(server.links[0], "log?from=0");
  for (let count = 0; count < 6; count += 1) assert.equal(log.lines.filter((line) => line.text === `Note: number ${count}`).length, 1, `number ${count}`);
  way.close();
  await server.clear();
});

test("a page that wakes where its old connections are dead, and nobody says so, is up to date within three seconds", { timeout: 120_000 }, async () => {
  const server = await serve(["duel", "--seed", "5"]);
  const way = await proxy(new URL(server.links[0]));
  const { page, complaints } = await sit(way.link(server.links[0]));
  const wake = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const note = async (words) => {
    const { body: now } = await ask(server.links[0], "view");
    const { body: done } = await ask(server.links[0], "act", { revision: now.revision, id: words, command: { note: words } });
    return String(done.revision);
  };
  for (const round of [1, 2, 3]) {
    way.swallow();
    const revision = await note(`asleep ${round}`);
    await page.waitForTimeout(500);
    await wake();
    const [start, limit] = [Date.now(), { timeout: 3000 }];
    await page.waitForFunction((revision) => document.body.dataset.revision === revision, revision, limit);
    await page.locator(".log", { hasText: `asleep ${round}` }).waitFor({ timeout: start + 3000 - Date.now() });
    assert.equal(await page.locator(".pill.bad").count(), 0, "nobody is told of a break that is over");
  }
  // What was done over a dead connection is done once all the same.
  const before = await revision(page);
  await page.fill("#say", "note in between");
  way.held = true;
  await page.press("#say", "Enter");
  await page.waitForTimeout(300);
  way.swallow();
  way.held = false;
  await wake();
  await settled(page, before);
  await page.locator(".log", { hasText: "in between" }).waitFor({ timeout: 3000 });
  const decided = await revision(page);
  // The list may still move to its place after the wake.
  await page.locator(".options .choice", { hasText: "Do Nothing" }).dispatchEvent("click");
  await planned(page, 1);
  way.held = true;
  await page.locator("#confirm:enabled").click();
  await page.waitForTimeout(300);
  way.swallow();
  way.held = false;
  await wake();
  await settled(page, decided);
  await shows(page.locator(".log"), "Vela: Do Nothing");
  const { body: log } = await ask(server.links[0], "log?from=0");
  assert.equal(log.lines.filter((line) => line.text === "Vela: Do Nothing.").length, 1);
  assert.deepEqual(log.lines.filter((line) => line.is === "note").map((line) => line.text), [1, 2, 3].map((round) => `Note: asleep ${round}`).concat("Note: in between"));
  assert.deepEqual(complaints, []);
  way.close();
  await server.clear();
});
