import { h } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n.js";
import { announce } from "../ui/live-region.js";
import { Island } from "./island.js";

/**
 * Markdown that may still grow. Its inside is an island that Preact leaves alone.
 * @param {{text: string, live?: boolean}} props
 */
export function Markdown({ text, live = false }) {
  const root = useRef(/** @type {HTMLDivElement | null} */ (null));
  const island = useRef(/** @type {Island | null} */ (null));
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
