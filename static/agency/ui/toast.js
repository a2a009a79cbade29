import { signal } from "@preact/signals";
import { h } from "preact";
import { t } from "../core/i18n.js";
import { Icon } from "./icon.js";
import { announce } from "./live-region.js";

/**
 * @typedef {{id: number, text: string, kind: "info" | "waiting" | "error",
 *   action?: {label: string, run: () => void}}} Toast
 */

const toasts = signal(/** @type {Toast[]} */ ([]));
let last = 0;

/**
 * Say something in passing. It leaves by itself unless it is an error.
 * @param {string} text
 * @param {{kind?: Toast["kind"], action?: Toast["action"], seconds?: number}} [options]
 */
export function toast(text, { kind = "info", action, seconds = kind === "error" ? 12 : 6 } = {}) {
  const id = ++last;
  toasts.value = [...toasts.value.slice(-3), { id, text, kind, action }];
  announce(text, { assertive: kind !== "info" });
  setTimeout(() => dismiss(id), seconds * 1000);
  return id;
}

/** @param {number} id */
export function dismiss(id) {
  toasts.value = toasts.value.filter((entry) => entry.id !== id);
}

/** Where toasts appear; mounted once. */
export function Toasts() {
  return h(
    "div",
    { class: "toasts", role: "region", "aria-label": t("Notices") },
    toasts.value.map((entry) =>
      h(
        "div",
        { key: entry.id, class: `toast ${entry.kind}` },
        h(Icon, { name: { info: "info", waiting: "hand", error: "alert-triangle" }[entry.kind] }),
        h("span", { class: "grow" }, entry.text),
        entry.action &&
          h(
            "button",
            {
              type: "button",
              class: "button small",
              onClick: () => {
                dismiss(entry.id);
                entry.action?.run();
              },
            },
            entry.action.label,
          ),
        h(
          "button",
          {
            type: "button",
            class: "icon-button",
            "aria-label": t("Dismiss"),
            onClick: () => dismiss(entry.id),
          },
          h(Icon, { name: "x", size: 14 }),
        ),
      ),
    ),
  );
}
