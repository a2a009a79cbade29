/** The open windows, the address bar that lists them, and how to change both. */
import { batch, computed, signal } from "@preact/signals";
import {
  formatAddress,
  formatLocation,
  parseAddress,
  parseLocation,
  windowKey,
} from "../core/address.js";
import * as layouts from "./layout.js";

/** @typedef {import("../types/state").Address} Address */

/** Where this person's layout is kept between visits. */
let memoryName = "agency.desktop";

/** @type {import("@preact/signals").Signal<layouts.Layout>} */
export const layout = signal(layouts.emptyLayout());
/** Each open window's address with its parameters. @type {import("@preact/signals").Signal<Map<string, Address>>} */
export const addresses = signal(new Map());
export const focused = computed(() => layouts.focusedKey(layout.value));
/** Raised when a person or a command asks for a window, so that the frame takes the keyboard there. */
export const summons = signal(0);

/** @param {Address | string} wanted @returns {Address | null} */
function toAddress(wanted) {
  const address = typeof wanted === "string" ? parseAddress(wanted) : wanted;
  if (address?.kind !== "settings" || !address.subject) return address;
  // There is one settings window; `settings.providers.add` names a place inside it.
  const [tab, add] = address.subject.split(".");
  return {
    kind: "settings",
    subject: null,
    params: { ...address.params, tab, ...(add ? { add: "1" } : {}) },
  };
}

/**
 * Open a window, or focus it; parameters given replace those it had.
 * @param {Address | string} wanted
 */
export function openWindow(wanted) {
  const address = toAddress(wanted);
  if (!address) return;
  const key = windowKey(address);
  const fresh = !layouts.isOpen(layout.value, key);
  change(layouts.open(layout.value, key), { fresh, address });
  summons.value += 1;
}

/** @param {Address | string} wanted */
export function closeWindow(wanted) {
  const address = toAddress(wanted);
  if (!address) return;
  change(layouts.close(layout.value, windowKey(address)), { fresh: true });
  summons.value += 1;
}

/** Put a window in the place of another. @param {Address | string} old @param {Address | string} wanted */
export function replaceWindow(old, wanted) {
  const [before, address] = [toAddress(old), toAddress(wanted)];
  if (!before || !address) return;
  change(layouts.replace(layout.value, windowKey(before), windowKey(address)), { address });
  summons.value += 1;
}

/** Change what stands inside a window's address: a filter, a message, a tab. @param {Address} address @param {Record<string, string | null | undefined>} params */
export function setParams(address, params) {
  const key = windowKey(address);
  const known = addresses.value.get(key);
  if (!known) return;
  const entries = Object.entries({ ...known.params, ...params }).filter(([, value]) => value);
  const next = {
    ...known,
    params: /** @type {Record<string, string>} */ (Object.fromEntries(entries)),
  };
  if (formatAddress(next) !== formatAddress(known)) change(layout.value, { address: next });
}

/** Apply one of the pure layout changes. @param {layouts.Layout} next */
export const arrange = (next) => change(next, {});

/** @param {layouts.Layout} next @param {{fresh?: boolean, address?: Address}} how */
function change(next, { fresh = false, address }) {
  batch(() => {
    layout.value = next;
    const open = new Map([...addresses.value].filter(([key]) => layouts.isOpen(next, key)));
    if (address) open.set(windowKey(address), address);
    addresses.value = open;
  });
  const url = formatLocation(inLocationOrder());
  if (url !== location.pathname + location.search)
    history[fresh ? "pushState" : "replaceState"](null, "", url);
  remember();
}

/** Tile order, the focused one last. @returns {Address[]} */
function inLocationOrder() {
  const last = focused.value;
  const keys = layouts.inOrder(layout.value).filter((key) => key !== last);
  return [...keys, ...(last ? [last] : [])].flatMap((key) => addresses.value.get(key) ?? []);
}

/** @param {Address[]} list */
function show(list) {
  batch(() => {
    addresses.value = new Map(list.map((address) => [windowKey(address), address]));
    layout.value = layouts.reconcile(layout.value, list.map(windowKey));
  });
}

/**
 * Begin from the address bar, else from what was open last, else from what `first` offers.
 * @param {string | number} owner whose layout it is
 * @param {() => (Address | string)[]} first
 */
export function restore(owner, first) {
  memoryName = `agency.desktop.${owner}`;
  const memory = recall();
  if (memory?.layout) layout.value = memory.layout;
  const linked = parseLocation(location.search);
  const remembered = (memory?.addresses ?? []).flatMap((text) => parseAddress(text) ?? []);
  const fallback =
    remembered.length > 0 ? remembered : first().flatMap((wanted) => toAddress(wanted) ?? []);
  show(linked.length > 0 ? linked : fallback);
  history.replaceState(null, "", formatLocation(inLocationOrder()));
  window.addEventListener("popstate", () => show(parseLocation(location.search)));
}

function remember() {
  const kept = { layout: layout.value, addresses: inLocationOrder().map(formatAddress) };
  try {
    localStorage.setItem(memoryName, JSON.stringify(kept));
  } catch {
    // Storage may be full or forbidden; the address bar still holds the windows.
  }
}

/** @returns {{layout: layouts.Layout, addresses: string[]} | null} */
function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(memoryName) ?? "null");
    return Array.isArray(kept?.layout?.columns) && Array.isArray(kept?.layout?.recent)
      ? kept
      : null;
  } catch {
    return null;
  }
}
