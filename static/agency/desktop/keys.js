/** The keyboard: one listener that turns keys, and pairs of keys, into commands. */
import { signal } from "@preact/signals";
import { allCommands, overlay } from "./commands.js";

/** The first key of a pair that waits for its second. @type {import("@preact/signals").Signal<string | null>} */
export const prefix = signal(null);
/** How long the first key of a pair is remembered. */
const PAIR_MS = 2500;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let forget;

/** @param {EventTarget | null} target */
export function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  const textless = ["checkbox", "radio", "button", "submit", "range", "file"];
  return target instanceof HTMLInputElement && !textless.includes(target.type);
}

/** @param {KeyboardEvent} event as the commands spell it: "a", "?", "Shift ArrowLeft" */
function spell(event) {
  const named = event.key.length > 1 && event.shiftKey;
  return named ? `Shift ${event.key}` : event.key;
}

/** @param {string | null} first */
function arm(first) {
  clearTimeout(forget);
  prefix.value = first;
  if (first)
    forget = setTimeout(() => {
      prefix.value = null;
    }, PAIR_MS);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.defaultPrevented || event.isComposing) return;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
    event.preventDefault();
    overlay.value = overlay.value === "palette" ? null : "palette";
    return;
  }
  const free = event.key === "F6" || !isTyping(event.target);
  if (
    !free ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    document.querySelector("dialog[open]")
  )
    return;
  if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  const pair = prefix.value;
  arm(null);
  if (run(pair ? [pair, spell(event)] : [spell(event)]) || startsPair(event))
    event.preventDefault();
}

/** @param {string[]} keys */
function run(keys) {
  const found = allCommands().find((command) => command.keys?.join(" ") === keys.join(" "));
  found?.run();
  return Boolean(found);
}

/** @param {KeyboardEvent} event */
function startsPair(event) {
  const pairs = allCommands().some(
    (command) => command.keys?.length === 2 && command.keys[0] === event.key,
  );
  if (pairs) arm(event.key);
  return pairs;
}

/** @returns {() => void} */
export function listenToKeys() {
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}
