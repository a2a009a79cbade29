import { signal } from "@preact/signals";
import { h } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n.js";
import { announce } from "../ui/live-region.js";

/**
 * The parser and the sanitiser weigh more than all the rest of a first page, so they come after it;
 * until then the text stands plain.
 * @type {import("@preact/signals").Signal<typeof import("./island.js").Island | null>}
 */
const drawing = signal(null);
import("./island.js").then(
  (module) => {
    drawing.value = module.Island;
  },
  () => {
    // Not fetched: plain text is readable, and the next visit tries again.
  },
);

/**
 * Markdown that may still grow.
 * @param {{text: string, live?: boolean}} props
 */
export function Markdown({ text, live = false }) {
  const Island = drawing.value;
  if (!Island) return h("div", { key: "plain", class: "md plain" }, text);
  return h(Drawn, { key: "drawn", Island, text, live });
}

/**
 * Its inside is an island that Preact leaves alone.
 * @param {{Island: typeof import("./island.js").Island, text: string, live: boolean}} props
 */
function Drawn({ Island, text, live }) {
  const root = useRef(/** @type {HTMLDivElement | null} */ (null));
  const island = useRef(/** @type {import("./island.js").Island | null} */ (null));
  useLayoutEffect(() => {
    if (!root.current) return;
    island.current ??= new Island(root.current);
    island.current.update(text, live);
  }, [text, live]);
  return h("div", { class: "md", ref: root, onClick: copyCode });
}

/** @param {MouseEvent} event */
async function copyCode(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const button = target.closest("[data-copy]");
  const code = button?.closest(".code")?.querySelector("code");
  if (!button || !code) return;
  await navigator.clipboard.writeText(code.textContent ?? "");
  announce(t("Code copied"));
  const label = button.textContent;
  button.textContent = t("Copied");
  setTimeout(() => {
    button.textContent = label;
  }, 1_200);
}
