// What the tests share: a server of their own, a browser, and hands.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import AxeBuilder from "@axe-core/playwright";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
export const PROGRAM = process.env.AFFRAY ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug", "affray");
const CHROMIUM = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
/** Where screenshots go, if they are wanted. */
const SHOTS = process.env.SHOTS;

let browser;
const running = new Set();

export async function openBrowser() {
  browser ??= await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
  // Those of tests that failed.
  for (const server of running) await server.stop("SIGKILL");
}

/** A folder of its own for a server, which `clear` removes. */
export const makeFolder = () => mkdtempSync(join(tmpdir(), "affray-e2e-"));

/**
 * `affray serve` with those arguments, in a folder of its own; `links` has the addresses that it prints, by their order. `before` is
 * what a shell does before, to the end of which the program belongs.
 */
export async function serve(args, folder = makeFolder(), before = "") {
  const all = ["serve", ...(args.includes("--port") ? [] : ["--port", "0"]), ...args];
  const [program, given] = before ? ["bash", ["-c", `${before} "$0" "$@"`, PROGRAM, ...all]] : [PROGRAM, all];
  const child = spawn(program, given, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let told = "";
  const links = await new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`the server told no link:\n${told}`)), 30_000);
    const hear = (data) => {
      told += data;
      const found = told.match(/http:\/\/\S+\/#\/\S+/g) ?? [];
      if (found.length) {
        clearTimeout(timer);
        // What else it says comes in the same moment.
        setTimeout(() => done(told.match(/http:\/\/\S+\/#\/\S+/g)), 150);
      }
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => fail(new Error(`the server ended with ${code}:\n${told}`)));
  });
  const ended = new Promise((done) => child.on("exit", done));
  const server = {
    links,
    folder,
    ended,
    async stop(signal = "SIGINT") {
      running.delete(server);
      child.kill(signal);
      await ended;
    },
    async clear() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  running.add(server);
  return server;
}

export const SIZES = {
  laptop: { viewport: { width: 1440, height: 900 } },
  small: { viewport: { width: 1024, height: 768 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

/** A page at a link, which fails its test where it complains. */
export async function sit(link, size = SIZES.laptop, options = {}) {
  const opened = await openPage(link, size, options);
  await opened.page.locator("#now-title").waitFor({ state: "attached" });
  return opened;
}

/** Waits until a place of the page says something, on a busy machine too. */
export const shows = (locator, words) => locator.filter({ hasText: words }).waitFor({ state: "attached" });

/** Waits until a plan of so many steps is shown. */
export const planned = (page, steps) =>
  page.waitForFunction(
    (steps) => document.body.dataset.planning === "" && document.body.dataset.steps.split("; ").length === steps && document.body.dataset.steps,
    steps,
    { timeout: 30_000 },
  );

/** In `duel --seed 9` Vela comes, and Brand's attack on her is planned; the revision up to then. */
export async function planStrike(page) {
  let before = await revision(page);
  await page.fill("#say", "4,4");
  await page.press("#say", "Enter");
  await settled(page, before);
  before = await revision(page);
  await pickStrike(page);
  return before;
}

/** Plans that attack where Vela has come already. */
export async function pickStrike(page) {
  await page.locator(".choice", { hasText: "Attack (after a step: Vela)" }).first().click();
  await planned(page, 1);
  await page.locator(".choice", { hasText: "Step E, facing E (to 3,4" }).first().click();
  await planned(page, 2);
  await page.locator(".choice:visible", { hasText: "95 % to hit" }).first().click();
  await planned(page, 3);
}

/** The evening's start at its link. */
export async function openStart(link, size = SIZES.laptop, options = {}) {
  const opened = await openPage(link, size, options);
  await opened.page.locator(".evening").waitFor();
  return opened;
}

/** The page of somebody who has no link to the same server. */
export async function openDoor(link, size = SIZES.laptop) {
  const opened = await openPage(new URL("/", link).href, size, {});
  await opened.page.locator("#door-code").waitFor();
  return opened;
}

async function openPage(link, size, options) {
  const context = await (await openBrowser()).newContext({ ...size, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.stack ?? String(error)));
  page.on("console", (message) => {
    // Refusals are answers with a status of their own, which the browser writes down.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) complaints.push(message.text());
  });
  await page.goto(link);
  return { page, complaints, context };
}

export async function shoot(page, name) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

/** What axe finds wrong, in short. */
export async function axe(page) {
  const found = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]).analyze();
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.html.slice(0, 160)} ${node.any?.[0]?.message ?? ""}`).join(" | ")}`);
}

export const isOver = async (page) => (await page.locator("#now-title").textContent()) === "The fight is over";

/** Waits until the server has answered what was done. */
export async function settled(page, before) {
  await page.waitForFunction(
    (before) => document.body.dataset.revision !== before && document.body.dataset.busy === "",
    before,
    { timeout: 20_000 },
  );
}

export const revision = (page) => page.evaluate(() => document.body.dataset.revision);

/** Where the marked cell lies that is nearest to somebody, in pixels of the window; nothing if no cell is marked. */
export function nearestTo(page, name) {
  return page.evaluate((name) => {
    const svg = document.querySelector("#map > svg");
    const reach = svg.querySelector("path.reach");
    const foe = [...svg.querySelectorAll("g.figure")].find((one) => one.getAttribute("aria-label").startsWith(`${name}:`));
    if (!reach || !foe) return null;
    const centers = reach
      .getAttribute("d")
      .split("M")
      .slice(1)
      .map((path) => {
        const points = path.replace("Z", "").split("L").map((point) => point.split(" ").map(Number));
        return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
      });
    const text = foe.querySelector("text.tag");
    const there = [Number(text.getAttribute("x")), Number(text.getAttribute("y"))];
    const far = ([x, y]) => Math.hypot(x - there[0], y - there[1]);
    // Beside somebody, not in the same cell.
    const near = centers.filter((one) => far(one) > 0.5).sort((one, other) => far(one) - far(other));
    const points = near.map((center) => new DOMPoint(...center).matrixTransform(svg.getScreenCTM()));
    // What a finger can reach without moving the map.
    const found = points.find(({ x, y }) => document.elementFromPoint(x, y)?.id === "map");
    return found && { x: found.x, y: found.y };
  }, name);
}

/** The name of whoever is asked, and of a foe of that one who still stands. */
export function asked(page) {
  return page.evaluate(() => {
    const figures = [...document.querySelectorAll("#map g.figure")];
    const name = (one) => one.getAttribute("aria-label").split(":")[0];
    const side = (one) => [...one.classList].find((word) => word.startsWith("side-"));
    const me = figures.find((one) => one.classList.contains("asked"));
    const foe = figures.find((one) => me && side(one) !== side(me) && !one.classList.contains("out"));
    return { me: me && name(me), foe: foe && name(foe) };
  });
}

/** One plan, or the part of one that can be done first. */
async function plan(page, press, at) {
  for (let picks = 0; picks < 8; picks += 1) {
    const walking = /where to/.test(await page.locator("#now-title").textContent());
    const confirm = page.locator(picks > 0 && !walking ? "#confirm:enabled" : "#confirm.primary:enabled");
    if (await confirm.count()) {
      await press(confirm);
      return;
    }
    const { foe } = await asked(page);
    const names = await page.locator(".options .choice:visible .label").allTextContents();
    const steps = await page.locator("body").getAttribute("data-steps");
    const walks = walking && !/-?\d+,-?\d+/.test(steps);
    if (walks) await page.locator("#map path.reach").waitFor({ state: "attached", timeout: 2000 }).catch(() => {});
    const point = walks && foe ? await nearestTo(page, foe) : null;
    if (point) await at(point);
    else {
      const find = (test) => names.findIndex((words) => test.test(words) && !/nobody|^no /i.test(words));
      const order = [find(/attack|charge/i), find(/^Move|^Go /i), find(/parry|dodge|block/i), find(/^over|^stop|^end/i), 0];
      // What a closed group holds is only seen once it is opened.
      await press(names.length ? page.locator(".options .choice:visible").nth(order.find((index) => index >= 0)) : page.locator(".options summary").first());
    }
    await page.waitForFunction(() => document.body.dataset.planning === "");
    await page.waitForTimeout(40);
  }
  throw new Error(`no plan: ${await page.locator(".now, .confirm, .toasts").allTextContents()}`);
}

/** Plays a fight to its end by clicks, or by taps: whatever is offered first is done, and walks lead to a foe. */
export async function playOut(page, taps, each = async () => {}) {
  const press = (one) => (taps ? one.tap() : one.click());
  const at = ({ x, y }) => (taps ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  for (let count = 0; count < 400 && !(await isOver(page)); count += 1) {
    const before = await revision(page);
    await plan(page, press, at);
    await settled(page, before);
    await each(count);
  }
  if (!(await isOver(page))) throw new Error("the fight does not end");
}
