/** REST with the session cookie: JSON in and out, problems as `ApiError`. */
import { uuid7 } from "../core/ids.js";
import { ApiError, unreachable } from "./errors.js";
import { whileUnderWay } from "./under-way.js";

/**
 * @typedef {object} Options
 * @property {string} [key] Idempotency-Key; a fresh one for each write that names none
 * @property {AbortSignal} [signal]
 * @property {Record<string, string | number | boolean | null | undefined>} [query]
 */

const SAFE = new Set(["GET", "HEAD"]);

/** @type {() => void} */
let whenSignedOut = () => {};

/** What to do when the server no longer knows this person. @param {() => void} act */
export function onSignedOut(act) {
  whenSignedOut = act;
}

export const signedOut = () => whenSignedOut();

function csrfToken() {
  const found = /(?:^|;\s*)agency_csrf=([^;]+)/.exec(document.cookie);
  if (found) return decodeURIComponent(found[1]);
  const meta = document.querySelector('meta[name="csrf-token"]');
  return meta?.getAttribute("content") ?? "";
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body] JSON, or a FormData as it is
 * @param {Options} [options]
 * @returns {Promise<any>} the parsed body, null when there is none
 */
export async function request(method, path, body, { key, signal, query } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers["Content-Type"] = "application/json";
  if (!SAFE.has(method)) {
    headers["X-CSRFToken"] = csrfToken();
    headers["Idempotency-Key"] = key ?? uuid7();
  }
  const payload = body === undefined || isForm ? body : JSON.stringify(body);
  const url = withQuery(path, query);
  const init = { method, headers, body: payload, signal };
  return whileUnderWay(async () => read(await reach(url, init)));
}

/**
 * @param {string} url
 * @param {RequestInit} init
 */
async function reach(url, init) {
  try {
    return await fetch(url, { credentials: "same-origin", ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw unreachable();
  }
}

/** @param {Response} response */
async function read(response) {
  const text = response.status === 204 ? "" : await response.text();
  const isJson = (response.headers.get("Content-Type") ?? "").includes("json");
  const body = text && isJson ? JSON.parse(text) : text || null;
  if (response.ok) return body;
  if (response.status === 401) whenSignedOut();
  const known = isJson && body && typeof body === "object" ? body : {};
  throw new ApiError({
    code: `http_${response.status}`,
    title: response.statusText || `HTTP ${response.status}`,
    ...known,
    status: response.status,
  });
}

/**
 * @param {string} path
 * @param {Options["query"]} query
 */
export function withQuery(path, query) {
  const pairs = Object.entries(query ?? {}).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  if (pairs.length === 0) return path;
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  return `${path}${path.includes("?") ? "&" : "?"}${text}`;
}

export const api = {
  /** @param {string} path @param {Options} [options] */
  get: (path, options) => request("GET", path, undefined, options),
  /** @param {string} path @param {unknown} [body] @param {Options} [options] */
  post: (path, body = {}, options) => request("POST", path, body, options),
  /** @param {string} path @param {unknown} body @param {Options} [options] */
  patch: (path, body, options) => request("PATCH", path, body, options),
  /** @param {string} path @param {unknown} body @param {Options} [options] */
  put: (path, body, options) => request("PUT", path, body, options),
  /** @param {string} path @param {Options} [options] */
  delete: (path, options) => request("DELETE", path, undefined, options),
};
