// Offers as they are said and as they are put into groups. What they mean is the rules' business.

/** The typed line that stands for a choice: `attack {"target" = "Vela", "with" = "rapier thrust"}`. */
export function said(id) {
  const [key, entry] = Object.entries(id)[0] ?? ["", ""];
  const isWord = typeof entry === "string" && /^[a-z][a-z-]*$/.test(entry) && !["yes", "no", "true", "false"].includes(entry);
  return `${key} ${isWord ? entry : written(entry)}`;
}

/** A value as a file of the program has it. */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (value && typeof value === "object") {
    const pairs = Object.entries(value).filter(([, value]) => value !== null);
    return `{${pairs.map(([key, value]) => `${JSON.stringify(key)} = ${written(value)}`).join(", ")}}`;
  }
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/**
 * Whether an offer is about somebody: aimed there, or reaching there.
 * @param {import("./views.d.ts").Offer} offer
 */
export function concerns(offer, name) {
  return offer.target === name || offer.reaches.includes(name) || offer.reaches_after.includes(name);
}

/**
 * Whether an offer reaches somebody only after a step or a movement.
 * @param {import("./views.d.ts").Offer} offer
 */
export const needsStep = (offer) => offer.reaches.length === 0 && offer.reaches_after.length > 0;

/**
 * Whether an offer is directed at somebody, or would have to be.
 * @param {import("./views.d.ts").Offer} offer
 */
export const isAimed = (offer) => offer.target !== null || offer.reaches.length > 0 || offer.reaches_after.length > 0 || offer.in_vain;

/**
 * Whether a plain movement begins with an offer.
 * @param {import("./views.d.ts").Offer} offer
 */
export function isMove(offer) {
  const [entry] = Object.values(offer.id);
  return entry === "move" || Boolean(entry && typeof entry === "object" && "move" in entry);
}

/**
 * Whether an offer of a movement leads one cell on or turns: its word is a direction of the map.
 * @param {import("./views.d.ts").Offer} offer
 */
export function isSingleStep(offer, sides) {
  const [entry] = Object.values(offer.id);
  return typeof entry === "string" && entry.split(" ").some((word) => word in sides);
}

/** Options that are shown as they come, at the most. */
const FLAT = 9;

/**
 * Offers in groups, in their order: `{ title, offers }`, where `title` is empty for those that stand alone. What reaches nobody
 * comes last.
 * @param {import("./views.d.ts").Offer[]} offers
 */
export function grouped(offers) {
  const vain = offers.filter((offer) => offer.in_vain);
  const useful = offers.filter((offer) => !offer.in_vain);
  const last = vain.length ? [{ title: "Reaches nobody from here", offers: vain, last: true }] : [];
  if (useful.length <= FLAT) return [...(useful.length ? [{ title: "", offers: useful }] : []), ...last];
  const groups = new Map();
  for (const offer of useful) {
    const [key, title] = heading(offer);
    if (!groups.has(key)) groups.set(key, { title, offers: [] });
    groups.get(key).offers.push(offer);
  }
  const found = [];
  for (const group of groups.values()) {
    const before = found[found.length - 1];
    const title = group.offers.length > 1 && group.title ? group.title : group.offers.length > 2 ? common(group.offers) : "";
    if (title) found.push({ ...group, title });
    else if (before && !before.title) before.offers.push(...group.offers);
    else found.push({ title: "", offers: [...group.offers] });
  }
  return [...found, ...last];
}

/** The words of an offer without what the title of its group says. */
export function shortened(words, title) {
  const [target, means] = title.split(": ");
  if (!means) return words;
  return words.replace(` with ${means}`, "").replace(`${target}'s `, "");
}

/**
 * What an offer is filed under: its key and, where the offers do not say it, the title.
 * @param {import("./views.d.ts").Offer} offer
 */
function heading(offer) {
  const [, entry] = Object.entries(offer.id)[0] ?? [];
  const details = entry && typeof entry === "object" && !Array.isArray(entry) ? (inner(entry) ?? entry) : {};
  const means = typeof details.with === "string" ? details.with : "";
  if (offer.target && means) return [`${offer.target}\n${means}`, `${offer.target}: ${means}`];
  if (offer.target) return [offer.target, offer.target];
  // What is done with something is filed under what that is.
  return [BARE.test(offer.group) && means ? means : offer.group, ""];
}

/** Words that are no title by themselves. */
const BARE = /^(what|the|a|an|into|with|to|of|at|until|by|from|for|in|on)$/i;

/** The one table inside a table, as in `{"charge": {"target": …}}`. */
function inner(entry) {
  const values = Object.values(entry);
  return values.length === 1 && values[0] && typeof values[0] === "object" ? values[0] : undefined;
}

/** Offers that stand alone although nothing is common to them, at the most. */
const ALONE = 12;

/**
 * The words with which all of them begin; nothing for a few that have none.
 * @param {import("./views.d.ts").Offer[]} offers
 */
function common(offers) {
  const split = offers.map((offer) => offer.words.split(/(?<=[ (,;:])/));
  let count = 0;
  while (count < split[0].length - 1 && split.every((words) => words[count] === split[0][count])) count += 1;
  let [words] = split[0].slice(0, count).join("").split(/ ?[,;:(]/);
  if (words.trim().length <= 2 && offers.length <= ALONE) return "";
  // A title does not end in the midst of a phrase.
  const parts = words.trim().split(" ");
  while (parts.length && BARE.test(parts[parts.length - 1])) parts.pop();
  words = parts.join(" ");
  const group = BARE.test(offers[0].group) ? "More" : offers[0].group.replace(/[-_]/g, " ");
  const title = words.length > 2 ? words : group;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/**
 * The chance that an offer succeeds, in percent, as its words tell it: of two that depend on another roll the lower. Nothing where none is told.
 * @param {import("./views.d.ts").Offer} offer
 */
export function chanceOf(offer) {
  const [, means] = parted(offer.words);
  const found = means.split(" or ").map((part) => part.match(/(\d+(?:\.\d+)?) %/)?.[1]);
  return found[0] === undefined ? null : Math.min(...found.filter(Boolean).map(Number));
}

/**
 * Whether offers are rivals: answers that nobody is aimed at with, each with the chance that it succeeds.
 * @param {import("./views.d.ts").Offer[]} offers
 */
export function rivals(offers) {
  const told = offers.filter((offer) => chanceOf(offer) !== null);
  return told.length > 1 && told.length * 2 >= offers.length && told.every((offer) => !offer.target && !offer.to);
}

/**
 * Rivals by what they are, as `{ head, ways }`: the likeliest first, and so the ways of each.
 * @param {import("./views.d.ts").Offer[]} offers
 */
export function ranked(offers) {
  const found = new Map();
  for (const offer of offers) {
    const [head] = offer.words.split(/[,:]/);
    found.set(head, [...(found.get(head) ?? []), offer]);
  }
  const chance = (offer) => chanceOf(offer) ?? -1;
  const all = [...found].map(([head, ways]) => ({ head, ways: ways.sort((one, other) => chance(other) - chance(one)) }));
  return all.sort((one, other) => chance(other.ways[0]) - chance(one.ways[0]));
}

/**
 * What a choice is about: the first words of its offers, each once.
 * @param {import("./views.d.ts").Offer[]} offers
 */
export function topics(offers) {
  const found = new Set();
  for (const offer of offers) {
    let [words] = offer.words.split(/ ?[(,:]/);
    // Whom it is done to, and with what, is no word of the rules.
    if (offer.target) [words] = words.split(offer.target);
    [words] = words.split(/ (?:with|what|until|into|for|to|at|the) /);
    if (/^[\p{L} '-]{3,40}$/u.test(words.trim()) && found.size < 12) found.add(words.trim());
  }
  return [...found];
}

/** The words of an offer in two parts: what it is, and what it comes to. */
export function parted(words) {
  const at = words.search(/: (?![^(]*\))/);
  return at < 0 ? [words, ""] : [words.slice(0, at), words.slice(at + 2)];
}

/** The words of an offer without the chances that they tell. */
export function brief(words) {
  const [label, means] = parted(words);
  return /\d %/.test(means) ? label : words;
}

/** A chance between 0 and 1 as it is told. */
export function percent(chance) {
  const value = chance * 100;
  if (chance > 0 && value < 0.1) return "<0.1 %";
  if (chance < 1 && value > 99.9) return ">99.9 %";
  return `${value.toFixed(1).replace(/\.0$/, "")} %`;
}
