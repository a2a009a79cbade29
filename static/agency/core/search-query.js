/** What is searched for, as an address holds it and as the server reads it. Pure. */

/**
 * @typedef {{q?: string, kind?: string, ws?: string, order?: string, children?: string}} Params
 *   `kind` names some of `KINDS` with commas; `ws` is a workspace
 */

export const KINDS = ["session", "message", "agent", "document"];
export const MOST_LETTERS = 200;

/** The kinds that are looked for; all of them where none is named. @param {Params} params */
export function kindsOf({ kind = "" }) {
  const named = KINDS.filter((one) => kind.split(",").includes(one));
  return named.length > 0 ? named : KINDS;
}

/**
 * The kinds after one was switched on or off. The first choice narrows to it; none is all.
 * @param {Params} params @param {string} kind
 */
export function toggleKind(params, kind) {
  const now = params.kind ? kindsOf(params) : [];
  const next = now.includes(kind) ? now.filter((one) => one !== kind) : [...now, kind];
  return next.length === KINDS.length ? "" : KINDS.filter((one) => next.includes(one)).join(",");
}

/**
 * The question for the server; null while there is nothing to look for.
 * @param {Params} params
 * @returns {Record<string, string> | null}
 */
export function toQuery(params) {
  const q = (params.q ?? "").trim().slice(0, MOST_LETTERS);
  if (!q) return null;
  const kinds = kindsOf(params);
  return {
    q,
    ...(kinds.length < KINDS.length && { kind: kinds.join(",") }),
    ...(params.ws && { workspace: params.ws }),
    ...(params.order === "newest" && { order: "newest" }),
    ...(params.children === "1" && { children: "1" }),
  };
}

/**
 * The window that shows what was found; null for what has none.
 * @param {import("../types/api").SearchResult} found @param {string} q the words, marked there again
 * @returns {import("../types/state").Address | null}
 */
export function addressOf({ kind, id, session_id, branch_id, message_id }, q) {
  if (kind === "agent") return { kind: "agents", subject: id, params: {} };
  if (!session_id || kind === "document") return null;
  const place = { b: branch_id, m: message_id, f: message_id && q };
  const params = Object.entries(place).filter(([, value]) => value);
  return {
    kind: "session",
    subject: session_id,
    params: /** @type {Record<string, string>} */ (Object.fromEntries(params)),
  };
}
