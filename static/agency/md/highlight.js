/** Colours for code, loaded when the first code block appears. */
import { toFragment } from "./sanitize.js";

/** Above this a colour is not worth the time. */
const LIMIT = 60_000;
/** An open block is coloured at most seven times a second. */
const EVERY_MS = 150;

/** @type {Promise<any> | null} */
let loading = null;

const load = () => {
  loading ??= import("highlight.js").then((module) => module.default);
  return loading;
};

/** @type {Record<string, string>} */
const ALIASES = { text: "plaintext", "": "plaintext", console: "bash", zsh: "bash", html: "xml" };

/**
 * Colour one code element in place; its text stays what it is.
 * @param {HTMLElement} code
 */
export async function highlight(code) {
  const text = code.textContent ?? "";
  const asked = (code.dataset.language ?? "").toLowerCase();
  const language = ALIASES[asked] ?? asked;
  if (text === "" || text.length > LIMIT || language === "plaintext") return;
  const hljs = await load();
  if (!hljs.getLanguage(language) || code.textContent !== text) return;
  const { value } = hljs.highlight(text, { language, ignoreIllegals: true });
  code.replaceChildren(toFragment(value));
}

/**
 * For a block that still grows: call it after each change.
 * @param {HTMLElement} code
 */
export function highlightSoon(code) {
  if (timers.has(code)) return;
  const timer = setTimeout(() => {
    timers.delete(code);
    if (code.isConnected) highlight(code);
  }, EVERY_MS);
  timers.set(code, timer);
}

/** @type {WeakMap<HTMLElement, ReturnType<typeof setTimeout>>} */
const timers = new WeakMap();
