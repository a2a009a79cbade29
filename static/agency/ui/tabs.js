import { h } from "preact";

/**
 * Tabs that arrows walk through.
 * @param {{label: string, tabs: {value: string, label: string}[], value: string, onChange: (value: string) => void}} props
 */
export function Tabs({ label, tabs, value, onChange }) {
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    const step = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 })[
      event.key
    ];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const list = /** @type {HTMLElement} */ (event.currentTarget);
    const at = (tabs.findIndex((tab) => tab.value === value) + step + tabs.length) % tabs.length;
    onChange(tabs[at].value);
    /** @type {HTMLElement} */ (list.children[at]).focus();
  };
  return h(
    "div",
    { class: "tabs", role: "tablist", "aria-label": label, onKeyDown },
    tabs.map((tab) =>
      h(
        "button",
        {
          key: tab.value,
          type: "button",
          role: "tab",
          class: "tab",
          "aria-selected": String(tab.value === value),
          tabIndex: tab.value === value ? 0 : -1,
          onClick: () => onChange(tab.value),
        },
        tab.label,
      ),
    ),
  );
}
