/**
 * Addresses of windows, and the address bar as the list of open ones.
 *
 * `/?w=inbox,session.<uuid>;m=<message>` : windows in order, the focused one last. A window's address
 * is `kind[.subject]` and then `;name=value` parameters (message, branch, filters).
 */

/** @typedef {import("../types/state").Address} Address */

/**
 * @param {string} text
 * @returns {Address | null} null when it is no address at all
 */
export function parseAddress(text) {
  const [name, ...pairs] = text.split(";");
  const dot = name.indexOf(".");
  const kind = dot < 0 ? name : name.slice(0, dot);
  if (!/^[a-z][a-z0-9-]*$/.test(kind)) return null;
  /** @type {Record<string, string>} */
  const params = {};
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at > 0) params[decode(pair.slice(0, at))] = decode(pair.slice(at + 1));
  }
  return { kind, subject: dot < 0 ? null : decode(name.slice(dot + 1)) || null, params };
}

/**
 * @param {{kind: string, subject?: string | null, params?: Record<string, string | null | undefined>}} address
 * @returns {string}
 */
export function formatAddress({ kind, subject, params = {} }) {
  const head = subject ? `${kind}.${encode(subject)}` : kind;
  const tail = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => `;${encode(name)}=${encode(String(value))}`);
  return head + tail.join("");
}

/**
 * What identifies a window: two addresses that differ only in parameters are the same window.
 * @param {{kind: string, subject?: string | null}} address
 */
export const windowKey = ({ kind, subject }) => formatAddress({ kind, subject });

/**
 * @param {string} search the query of the location, with or without its question mark
 * @returns {Address[]} in order, without repeats; the focused one is the last
 */
export function parseLocation(search) {
  const wanted = new URLSearchParams(search).get("w") ?? "";
  /** @type {Map<string, Address>} */
  const found = new Map();
  for (const text of wanted.split(",")) {
    const address = text ? parseAddress(text) : null;
    if (!address) continue;
    found.delete(windowKey(address));
    found.set(windowKey(address), address);
  }
  return [...found.values()];
}

/**
 * @param {Address[]} addresses
 * @returns {string} a path with query
 */
export function formatLocation(addresses) {
  if (addresses.length === 0) return "/";
  return `/?w=${addresses.map(formatAddress).map(escapeQuery).join(",")}`;
}

/** @param {string} text */
const encode = (text) => encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2F", "/");

/**
 * One more layer for what URLSearchParams decodes, so that an encoded comma stays inside its window.
 * @param {string} text
 */
const escapeQuery = (text) => text.replaceAll("%", "%25");

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
