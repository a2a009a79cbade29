import { signal } from "@preact/signals";
import { h } from "preact";

const polite = signal("");
const assertive = signal("");

/**
 * Have a screen reader say one whole sentence. Never call this for pieces of a stream.
 * @param {string} text @param {{assertive?: boolean}} [options]
 */
export function announce(text, options = {}) {
  const region = options.assertive ? assertive : polite;
  // A repeated sentence is only spoken when the node's text changes.
  region.value = region.value === text ? `${text}\u00a0` : text;
}

/** The two regions; mounted once, before anything can speak. */
export function LiveRegions() {
  return h(
    "div",
    { class: "visually-hidden" },
    h("div", { role: "status", "aria-live": "polite" }, polite.value),
    h("div", { role: "alert", "aria-live": "assertive" }, assertive.value),
  );
}
