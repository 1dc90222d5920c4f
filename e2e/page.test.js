// The parts of the page by themselves, in the browser in which they run.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closeBrowser, serve, sit } from "./table.js";

let server;
let page;

before(async () => {
  server = await serve(["duel", "--seed", "1"]);
  ({ page } = await sit(server.links[0]));
});

after(async () => {
  await closeBrowser();
  await server?.clear();
});

test("the renderer keeps elements, focus and half-typed text", async () => {
  const seen = await page.evaluate(async () => {
    const { h, render } = await import("/dom.js");
    const host = document.createElement("div");
    document.body.append(host);
    const list = (names, value) => [
      names.map((name) => h("p", { key: name }, name)),
      h("input", { key: "field", value }),
      h("b", null, "<i>text</i>"),
    ];
    render(host, list(["a", "b", "c"], "old"));
    const [first] = host.children;
    const field = host.querySelector("input");
    field.focus();
    field.value = "half ty";
    render(host, list(["c", "a", "d"], "old"));
    const kept = { focus: document.activeElement === field, value: field.value, same: host.children[1] === first };
    const order = [...host.querySelectorAll("p")].map((one) => one.textContent);
    render(host, list(["a"], "new"));
    const found = { ...kept, order, set: field.value, text: host.querySelector("b").innerHTML, left: host.children.length };
    host.remove();
    return found;
  });
  assert.deepEqual(seen, {
    focus: true,
    value: "half ty",
    same: true,
    order: ["c", "a", "d"],
    set: "new",
    text: "&lt;i&gt;text&lt;/i&gt;",
    left: 3,
  });
});

test("a handler of the last rendering is the one that is called, once", async () => {
  const calls = await page.evaluate(async () => {
    const { h, render } = await import("/dom.js");
    const host = document.createElement("div");
    const calls = [];
    for (const name of ["first", "second"]) render(host, h("button", { on: { click: () => calls.push(name) } }, "x"));
    host.firstChild.click();
    render(host, h("button", null, "x"));
    host.firstChild.click();
    return calls;
  });
  assert.deepEqual(calls, ["second"]);
});

test("each point of a cell belongs to it, on hexes and squares", async () => {
  const wrong = await page.evaluate(async () => {
    const { geometry } = await import("/geometry.js");
    const wrong = [];
    for (const layout of ["hex", "square"]) {
      const shape = geometry(layout);
      for (let q = -5; q <= 5; q += 1) {
        for (let r = -5; r <= 5; r += 1) {
          const [x, y] = shape.center([q, r]);
          for (const [cx, cy] of [[x, y], ...shape.corners([q, r])]) {
            const found = shape.at(x + (cx - x) * 0.96, y + (cy - y) * 0.96);
            if (found[0] !== q || found[1] !== r) wrong.push([layout, q, r, found]);
          }
        }
      }
    }
    return wrong;
  });
  assert.deepEqual(wrong, []);
});

test("groups of choices have titles that say something, and rivals go by their chances", async () => {
  const found = await page.evaluate(async () => {
    const { chanceOf, grouped, ranked, rivals } = await import("/options.js");
    const offer = (id, words, group, more) => ({ id, words, group, target: null, reaches: [], reaches_after: [], in_vain: false, to: null, ...more });
    const titles = [];
    for (const bare of ["with", "at", "to", "into", "of", "by", "from"]) {
      // Many ways with something, of which no words are common, and such whose words break off in the midst of a phrase.
      const ways = ["One", "Two", "Three", "Four", "Five", "Six"].map((word) => offer({ do: { [bare]: word } }, `${word} things`, bare));
      const more = ["the axe", "the bow", "a club", "the net", "his fist", "her foot"].map((thing) => offer({ use: { thing } }, `Strike ${bare} ${thing}`, "use"));
      titles.push(...grouped([...ways, ...more]).map(({ title }) => title));
    }
    const answers = [
      offer({ defend: "none" }, "No defense", "none"),
      offer({ defend: "dodge" }, "Dodge: 50 % (score 10)", "dodge"),
      offer({ defend: { with: "dodge", acrobatic: true } }, "Dodge, acrobatically: 74 % (score 12) or 26 % (score 8)", "with"),
      offer({ defend: { with: "parry" } }, "parry with the sword: 12, stops it 74 %, blunts it 90 %", "with"),
    ];
    const aimed = ["A", "B"].map((target) => offer({ attack: { target } }, `Attack ${target}: 50 % to hit`, "attack", { target }));
    return { titles, chances: answers.map(chanceOf), order: ranked(answers).map(({ head, ways }) => [head, ways.length]), rivals: [rivals(answers), rivals(aimed), rivals(answers.slice(0, 1))] };
  });
  for (const title of found.titles) assert.doesNotMatch(title, /(^| )(with|at|to|into|of|by|from|the|a)$/i, `“${title}”`);
  assert.deepEqual(found.chances, [null, 50, 26, 74]);
  assert.deepEqual(found.order, [["parry with the sword", 1], ["Dodge", 2], ["No defense", 1]]);
  assert.deepEqual(found.rivals, [true, false, false]);
});

test("choices are said as a file of the program has them", async () => {
  const said = await page.evaluate(async () => {
    const { said } = await import("/options.js");
    return [
      said({ maneuver: "move-and-attack" }),
      said({ attack: { target: 'A "B"', at: "neck", deceptive: 2 } }),
      said({ act: { move: [] } }),
      said({ loose: true }),
      said({ first_side: "On foot" }),
    ];
  });
  assert.deepEqual(said, [
    "maneuver move-and-attack",
    'attack {"target" = "A \\"B\\"", "at" = "neck", "deceptive" = 2}',
    'act {"move" = []}',
    "loose true",
    'first_side "On foot"',
  ]);
});
