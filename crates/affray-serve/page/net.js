// The connection: the key of the seat, requests, and the stream of views.

const KEY = "affray-key";
const START = "affray-start";

/** The status of what is too much at a time; how long is waited until it is tried again, in milliseconds, and how often. */
const TOO_MUCH = 429;
const PAUSE = 400;
const TRIES = 3;

/** Whether a key is that of the evening's start. */
export const isStart = (key) => key.startsWith("start.");

/** The key of the evening's start from which this tab came, if it did. */
export function startKey() {
  try {
    return sessionStorage.getItem(START) ?? "";
  } catch {
    return "";
  }
}

/** Goes where a link of this server leads. */
export function follow(link) {
  location.hash = link.slice(link.indexOf("#"));
}

// Another link in the address bar is another seat.
addEventListener("hashchange", () => location.hash.length > 2 && location.reload());

/** The key of the link, which is taken out of the address bar and kept for this tab. */
export function takeKey() {
  const found = location.hash.replace(/^#\/?/, "").split("/").pop();
  if (found) {
    keep(found);
    history.replaceState(null, "", location.pathname);
    return found;
  }
  return kept();
}

/** Keeps a key for this tab, and for one that is opened later. */
export function keep(key) {
  try {
    // The tab's own first: two seats can be open in two tabs.
    sessionStorage.setItem(KEY, key);
    if (isStart(key)) sessionStorage.setItem(START, key);
    localStorage.setItem(KEY, key);
  } catch {
    // Where nothing can be stored the link is needed again after a reload.
  }
}

function kept() {
  try {
    return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** An answer that says no: `status`, and what the server says about it. */
export class Refusal extends Error {
  constructor(status, message, body) {
    super(message);
    this.status = status;
    this.body = body;
    /** Whether it had been sent before, and no answer came. */
    this.again = false;
  }
}

/** So long an answer is waited for, in milliseconds; what is worked out, and files, take their time. */
const PATIENCE = 10_000;
const LONG = 60_000;
const TAKES_LONG = /^(odds|typed|win|written|picture|start\/)/;

/** What changes nothing can be asked twice. */
const QUESTION = /^(plan|odds|reach|typed|win|start\/judge)$/;

/** Requests that wait for an answer: each with what breaks it off. */
const waiting = new Set();

/** Breaks off what is waited for over connections that may be dead since the device slept; questions are asked again. */
function askAgain() {
  for (const one of waiting) one.abort();
}

const parsed = async (answer) => {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Requests of one seat. */
export class Api {
  constructor(key) {
    this.key = key;
  }

  async ask(method, path, body, signal) {
    const kind = body === undefined ? {} : { "Content-Type": "application/json" };
    return this.send(method, path, { kind, body: body === undefined ? undefined : JSON.stringify(body), signal, read: parsed });
  }

  /** An answer that is no JSON. */
  text(path) {
    return this.send("GET", path, { read: (answer) => answer.text() });
  }

  /** Sends a file as it is. */
  bytes(path, file) {
    return this.send("POST", path, { kind: { "Content-Type": "application/octet-stream" }, body: file, read: parsed });
  }

  /** A picture, as an address for this page; nothing where there is none. */
  async picture(path) {
    try {
      return URL.createObjectURL(await this.send("GET", path, { read: (answer) => answer.blob() }));
    } catch {
      return "";
    }
  }

  get(path, signal) {
    return this.ask("GET", path, undefined, signal);
  }

  post(path, body, signal) {
    return this.ask("POST", path, body, signal);
  }

  /** Sends a request and reads its answer within a time. */
  async send(method, path, request, tries = TRIES) {
    const { kind, body, signal, read } = request;
    const stop = new AbortController();
    const giveUp = () => stop.abort();
    signal?.addEventListener("abort", giveUp);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      giveUp();
    }, TAKES_LONG.test(path) ? LONG : PATIENCE);
    waiting.add(stop);
    let [answer, told] = [null, null];
    try {
      const headers = { ...kind, ...(this.key && { Authorization: `Bearer ${this.key}` }) };
      answer = await fetch(`/api/${path}`, { method, headers, body, signal: stop.signal, cache: "no-store" });
      told = await (answer.ok ? read(answer) : parsed(answer));
    } catch (error) {
      if (signal?.aborted) throw error;
      answer = null;
    } finally {
      clearTimeout(timer);
      waiting.delete(stop);
      signal?.removeEventListener("abort", giveUp);
    }
    if (answer?.ok) return told;
    if (!answer && !late && tries > 0 && (method === "GET" || QUESTION.test(path))) {
      if (!stop.signal.aborted) await new Promise((done) => setTimeout(done, PAUSE));
      return this.send(method, path, request, tries - 1);
    }
    if (!answer) throw new Refusal(0, late ? "The table does not answer." : "The table cannot be reached.", null);
    // Too much at a time was not done: a moment later it is.
    if (answer.status === TOO_MUCH && tries > 0) {
      await new Promise((done) => setTimeout(done, PAUSE));
      return this.send(method, path, request, tries - 1);
    }
    throw new Refusal(answer.status, told?.error ?? `The server answered ${answer.status}.`, told);
  }
}

/** A name for a command that no other has. An address on a local network has no `crypto.randomUUID`. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Silence after which the table counts as out of reach, in milliseconds, where the server speaks every 15 s; and that of a new connection. */
const SILENCE = 25_000;
const FIRST = 4000;

/** Every so many milliseconds it is looked whether the device has slept. */
const TICK = 5000;
/** So long passes before a link that was not known is tried again. */
const UNKNOWN = 3000;

/** The stream of views, which opens itself again for as long as there is a seat. */
export class Stream {
  /** `tell(event, value)`: `view` with a message, `open`, `lost`, `closed` with the reason. */
  constructor(key, tell) {
    this.key = key;
    this.tell = tell;
    this.tries = 0;
    const wake = () => document.visibilityState === "visible" && this.renew();
    document.addEventListener("visibilitychange", wake);
    document.addEventListener("resume", wake);
    addEventListener("pageshow", (event) => event.persisted && wake());
    addEventListener("online", wake);
    addEventListener("offline", () => this.drop());
    // A laptop that is opened again shows the page that it showed before.
    let ticked = Date.now();
    setInterval(() => {
      if (Date.now() - ticked > 3 * TICK) wake();
      ticked = Date.now();
    }, TICK);
    this.connect();
  }

  /** Puts a new connection in the place of the one that is there; the page goes on meanwhile. */
  connect() {
    clearTimeout(this.later);
    const old = this.socket;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/ws`);
    this.socket = socket;
    this.begun = Date.now();
    old?.close();
    this.wait(FIRST);
    socket.onopen = () => socket.send(JSON.stringify({ key: this.key }));
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.wait(SILENCE);
      const told = JSON.parse(message.data);
      if (told.is === "view") {
        this.tries = 0;
        this.tell("view", told);
      } else if (told.is === "closed") this.why = told.why;
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      clearTimeout(this.silence);
      this.socket = null;
      if (event.code === 4401) {
        // The game master may open the table again.
        this.again(UNKNOWN);
        this.tell("closed", this.why ?? "This link is not known here, it was withdrawn, or its table is not open now.");
        return;
      }
      this.tell("lost", this.why);
      this.why = undefined;
      this.again(Math.min(250 * 2 ** this.tries, 1000));
      this.tries += 1;
    };
  }

  /** Hears something within a time, or gives the connection up. */
  wait(milliseconds) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), milliseconds);
  }

  /** Gives a connection up that nothing is heard from; a dead one may take minutes to say so. */
  drop() {
    const socket = this.socket;
    this.socket = null;
    clearTimeout(this.silence);
    socket?.close();
    this.tell("lost");
    this.again(500);
  }

  /** After a sleep what looks open may be dead: everything is asked for over new connections. */
  renew() {
    const isNew = this.socket?.readyState === WebSocket.CONNECTING && Date.now() - this.begun < 1000;
    if (isNew) return;
    askAgain();
    this.connect();
  }

  again(milliseconds) {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.connect(), milliseconds);
  }
}
