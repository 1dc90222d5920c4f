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
  }
}

/** Requests of one seat. */
export class Api {
  constructor(key) {
    this.key = key;
  }

  async ask(method, path, body, signal) {
    const answer = await this.send(method, path, body, signal);
    return answer.json().catch(() => null);
  }

  /** An answer that is no JSON. */
  async text(path) {
    return (await this.send("GET", path)).text();
  }

  async send(method, path, body, signal, tries = TRIES) {
    const headers = this.key ? { Authorization: `Bearer ${this.key}` } : {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let answer;
    try {
      answer = await fetch(`/api/${path}`, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
        cache: "no-store",
      });
    } catch (error) {
      if (error?.name === "AbortError") throw error;
      throw new Refusal(0, "The table cannot be reached.", null);
    }
    if (answer.ok) return answer;
    // Too much at a time was not done: a moment later it is.
    if (answer.status === TOO_MUCH && tries > 0) {
      await new Promise((done) => setTimeout(done, PAUSE));
      return this.send(method, path, body, signal, tries - 1);
    }
    const read = await answer.json().catch(() => null);
    throw new Refusal(answer.status, read?.error ?? `The server answered ${answer.status}.`, read);
  }

  /** Sends a file as it is. */
  async bytes(path, file) {
    let answer;
    try {
      const headers = { Authorization: `Bearer ${this.key}`, "Content-Type": "application/octet-stream" };
      answer = await fetch(`/api/${path}`, { method: "POST", headers, body: file, cache: "no-store" });
    } catch {
      throw new Refusal(0, "The program cannot be reached, or the file cannot be read.", null);
    }
    const read = await answer.json().catch(() => null);
    if (!answer.ok) throw new Refusal(answer.status, read?.error ?? `The server answered ${answer.status}.`, read);
    return read;
  }

  /** A picture, as an address for this page; nothing where there is none. */
  async picture(path) {
    try {
      return URL.createObjectURL(await (await this.send("GET", path)).blob());
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
}

/** A name for a command that no other has. An address on a local network has no `crypto.randomUUID`. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Silence after which the table counts as out of reach, in milliseconds; the server speaks every 15 s. */
const SILENCE = 25_000;

/** The stream of views, which opens itself again for as long as there is a seat. */
export class Stream {
  /** `tell(event, value)`: `view` with a message, `open`, `lost`, `closed` with the reason. */
  constructor(key, tell) {
    this.key = key;
    this.tell = tell;
    this.tries = 0;
    this.over = false;
    const wake = () => {
      if (document.visibilityState === "visible") this.again(0);
    };
    document.addEventListener("visibilitychange", wake);
    addEventListener("pageshow", wake);
    addEventListener("online", wake);
    addEventListener("offline", () => this.drop());
    this.connect();
  }

  connect() {
    clearTimeout(this.later);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/ws`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ key: this.key }));
      this.heard();
    };
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.heard();
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
        this.over = true;
        this.tell("closed", this.why ?? "This link is not known here, it was withdrawn, or its table is not open now.");
        return;
      }
      this.tell("lost", this.why);
      this.why = undefined;
      this.again(Math.min(500 * 2 ** this.tries, 8000));
      this.tries += 1;
    };
  }

  heard() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), SILENCE);
  }

  /** Gives a connection up that nothing is heard from; a dead one may take minutes to say so. */
  drop() {
    const socket = this.socket;
    this.socket = null;
    clearTimeout(this.silence);
    socket?.close();
    if (!this.over) {
      this.tell("lost");
      this.again(500);
    }
  }

  again(milliseconds) {
    if (this.over || this.socket?.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.connect(), milliseconds);
  }
}
