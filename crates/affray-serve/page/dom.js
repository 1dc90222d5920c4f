// A small keyed renderer: a view is a tree of plain values, and `render` makes an element's children be that tree.
//
// Elements are kept by their key, or else by their tag and place among those without one, so that focus, half-typed text and
// scroll positions survive. Text is always text: there is no way to give HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An element to be: `h("p", { class: "note" }, "some ", h("b", null, "text"))`. `null` and `false` are left out. */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, key: props?.key, children: flat(children) };
}

function flat(children) {
  const found = [];
  for (const child of children) {
    if (Array.isArray(child)) found.push(...flat(child));
    else if (child && typeof child === "object") found.push(child);
    else if (child !== null && child !== undefined && child !== false && child !== true) {
      found.push(String(child));
    }
  }
  return found;
}

/** What an element was last made from. */
const made = new WeakMap();

/** Listeners of an element: one object for all, so that a handler can change without being taken off. */
class Listeners {
  constructor() {
    this.on = {};
  }

  handleEvent(event) {
    this.on[event.type]?.(event);
  }
}

/** Makes the children of `parent` be `children`. */
export function render(parent, children) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  reconcile(parent, flat([children]));
  // An element that had to be moved loses the focus.
  if (focused && focused !== document.activeElement && focused.isConnected && parent.contains(focused)) {
    focused.focus({ preventScroll: true });
  }
}

function reconcile(parent, children) {
  const keyed = new Map();
  const loose = new Map();
  for (const node of parent.childNodes) {
    const old = made.get(node);
    const key = old?.key;
    if (key !== undefined) keyed.set(key, node);
    else {
      const tag = node.nodeType === Node.TEXT_NODE ? "#text" : (old?.tag ?? "#alien");
      if (!loose.has(tag)) loose.set(tag, []);
      loose.get(tag).push(node);
    }
  }
  const next = children.map((child) => {
    const isText = typeof child === "string";
    let node;
    if (!isText && child.key !== undefined) {
      node = keyed.get(child.key);
      if (node && made.get(node).tag !== child.tag) node = undefined;
      if (node) keyed.delete(child.key);
    } else node = loose.get(isText ? "#text" : child.tag)?.shift();
    return [node, child];
  });
  for (const node of keyed.values()) node.remove();
  for (const nodes of loose.values()) for (const node of nodes) node.remove();
  let at = parent.firstChild;
  for (const [old, child] of next) {
    const node = old ?? create(parent, child);
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
    if (typeof child === "string") {
      if (node.data !== child) node.data = child;
    } else update(node, child);
  }
}

function create(parent, child) {
  if (typeof child === "string") return document.createTextNode(child);
  const inSvg = child.tag === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject");
  return inSvg ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
}

function update(node, next) {
  const old = made.get(node);
  made.set(node, next);
  const before = old?.props ?? {};
  for (const name of Object.keys(before)) {
    if (!(name in next.props)) set(node, name, undefined, before[name]);
  }
  for (const [name, value] of Object.entries(next.props)) set(node, name, value, before[name]);
  // An element that somebody else fills is left alone.
  if (!next.props.own) reconcile(node, next.children);
  if (!old) next.props.mounted?.(node);
}

function set(node, name, value, before) {
  if (name === "key" || name === "own" || name === "mounted") return;
  if (name === "on") {
    listen(node, value ?? {}, before ?? {});
    return;
  }
  if (value === before) return;
  if (name === "value" || name === "checked") {
    // Only what the program changes is set: what somebody typed stays.
    node[name] = value ?? (name === "value" ? "" : false);
  } else if (name === "open") {
    // A disclosure belongs to whoever opened it; this is only how it begins.
    if (before === undefined) node.open = Boolean(value);
  } else if (name === "width" && node.style && node.namespaceURI !== SVG) {
    node.style.width = value ?? "";
  } else if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : String(value));
}

const listeners = new WeakMap();

function listen(node, on, before) {
  if (Object.keys(on).length === 0 && Object.keys(before).length === 0) return;
  if (!listeners.has(node)) listeners.set(node, new Listeners());
  const all = listeners.get(node);
  for (const type of Object.keys(before)) if (!(type in on)) node.removeEventListener(type, all);
  for (const type of Object.keys(on)) if (!(type in before)) node.addEventListener(type, all);
  all.on = on;
}
